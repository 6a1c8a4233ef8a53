//! One of each thing that can be wrong with a line that was meant as a command.

use turnpost_core::address::NoMailbox;
use turnpost_core::command::fault::{Fault, Missing, Once, SettingSlip, Slip};
use turnpost_core::notice::Why;

use super::Room;

pub fn room() -> Room {
    let mut why: Vec<Fault> = vec![
        Fault::NoCommand { word: "`resing`".into(), near: "resign".into() },
        Fault::Neither,
        Fault::YesToNumber(41),
        Fault::TurnAsks("d1-d7/g7".into()),
        Fault::Unread { command: None },
        Fault::Unread { command: Some("new".into()) },
        Fault::TooManyCommands { most: 20 },
        Fault::Dated,
        Fault::TooMuch,
        Fault::NotHere,
        Fault::ABot,
        Fault::Ourselves,
        Fault::TooManyHere,
    ];
    why.extend(slips().into_iter().map(|slip| Fault::Arguments { command: "new".into(), slip }));
    Room {
        source: include_str!("../../../src/command/fault.rs"),
        told: Vec::new(),
        ask: Vec::new(),
        why: why.into_iter().map(Why::from).collect(),
    }
}

/// One of each.
fn slips() -> Vec<Slip> {
    let word = || "`x`".to_owned();
    let near = || Some("amazons".to_owned());
    let setting = |slip| Slip::Setting { name: "digest".into(), slip };
    let mut slips = vec![
        Slip::CannotRead(word()),
        Slip::BehindSetting { words: word(), setting: "theme dark".into() },
        Slip::BehindPass,
        Slip::TurnAsks("d1-d7/g7".into()),
        Slip::NoteIsPrivate,
        Slip::EndsWithTheirTurn,
        Slip::NoNumberInFront,
        Slip::TwoGames,
        Slip::NoCommand { word: word(), near: near() },
        Slip::NoCommand { word: word(), near: None },
        Slip::NoGame { word: word(), near: near() },
        Slip::NoGame { word: word(), near: None },
        Slip::NoVariant { word: word(), near: "cassio".into() },
        Slip::NoLevel(word()),
        Slip::NoLevel(String::new()),
        Slip::LevelOfAPerson,
        Slip::NoName(word()),
        Slip::NoTurn(word()),
        Slip::NoCode(word()),
        Slip::NoAddress { word: word(), why: NoMailbox::Form },
        Slip::NoClock,
        Slip::NoOption(word()),
        Slip::SaysNothing(word()),
        Slip::NoSetting { word: word(), near: Some("theme".into()) },
        Slip::NoSetting { word: word(), near: None },
        setting(SettingSlip::Missing),
        setting(SettingSlip::NoTimeOfDay(word())),
        setting(SettingSlip::NoReminder(word())),
        setting(SettingSlip::TooManyReminders),
        setting(SettingSlip::NoTheme(word())),
        setting(SettingSlip::NoZone(word())),
    ];
    slips.extend(
        [
            Missing::Turn,
            Missing::Turns,
            Missing::Piece,
            Missing::Move,
            Missing::Words,
            Missing::Answer,
            Missing::Game,
            Missing::Name,
            Missing::Player,
            Missing::Opponent,
            Missing::Days,
            Missing::Way,
            Missing::Page,
        ]
        .map(Slip::Missing),
    );
    let once = [Once::Game, Once::Variant, Once::Opponent, Once::Colour, Once::Clock, Once::Rated, Once::Level];
    slips.extend(once.map(Slip::Twice));
    slips
}
