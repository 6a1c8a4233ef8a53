//! What is wrong with a line that was meant as a command, as facts; the words are in `text/told/command.rs`.

use serde::{Deserialize, Serialize};

use crate::address::NoMailbox;
use crate::game::GameNumber;

/// Why a line, or a whole message, can't be obeyed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// No command is called that, but one nearly so.
    NoCommand {
        /// The word.
        word: String,
        /// What may have been meant.
        near: String,
    },
    /// It is nothing that we know.
    Neither,
    /// `yes` with the number of a challenge.
    YesToNumber(GameNumber),
    /// A turn that asks instead of playing.
    TurnAsks(String),
    /// A command is clear; what follows it isn't.
    Arguments {
        /// The command's word.
        command: String,
        /// What is wrong.
        slip: Slip,
    },
    /// The line of somebody unproven, of which nothing is repeated.
    Unread {
        /// The word of the command that it begins with, if it does.
        command: Option<String>,
    },
    /// More commands than are read from one message.
    TooManyCommands {
        /// How many are read.
        most: usize,
    },
    /// A mail from long ago, or from times to come.
    Dated,
    /// A mail with more in it than is read.
    TooMuch,
    /// The challenged isn't in this Discord server.
    NotHere,
    /// The challenged is no person.
    ABot,
    /// The challenged is Turnpost itself, which an earlier version refused.
    Ourselves,
    /// Enough people were challenged in this Discord server for a day.
    TooManyHere,
}

/// What is wrong behind a command's word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slip {
    /// Something that must be there is missing.
    Missing(Missing),
    /// Words stand there that nothing can be made of.
    CannotRead(String),
    /// The same, behind a setting that can be read: as it is typed.
    BehindSetting {
        /// The words.
        words: String,
        /// The setting.
        setting: String,
    },
    /// Something behind a pass.
    BehindPass,
    /// A turn that asks instead of playing.
    TurnAsks(String),
    /// A note that seems to be for the opponent.
    NoteIsPrivate,
    /// A plan that ends with the opponent's turn.
    EndsWithTheirTurn,
    /// A number in front of a command that takes none.
    NoNumberInFront,
    /// A number in front, and another one.
    TwoGames,
    /// No command is called that.
    NoCommand {
        /// The word.
        word: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// No game is called that.
    NoGame {
        /// The word.
        word: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// The game has no variant of that name.
    NoVariant {
        /// The word.
        word: String,
        /// What may have been meant.
        near: String,
    },
    /// The house has no such level.
    NoLevel(String),
    /// A level, but against a person.
    LevelOfAPerson,
    /// No player can be called that.
    NoName(String),
    /// No turn.
    NoTurn(String),
    /// No code to link with.
    NoCode(String),
    /// No address that mail could go to.
    NoAddress {
        /// The word.
        word: String,
        /// What is wrong with it.
        why: NoMailbox,
    },
    /// No clock.
    NoClock,
    /// No day that an event could begin on.
    NoDay(String),
    /// No number of players.
    NoPlayers(String),
    /// No code for an event.
    NoEventCode,
    /// No option.
    NoOption(String),
    /// A word too many.
    SaysNothing(String),
    /// Given twice, and not the same.
    Twice(Once),
    /// No setting is called that.
    NoSetting {
        /// The word.
        word: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// A setting is clear, its value isn't.
    Setting {
        /// The setting's name.
        name: String,
        /// What is wrong.
        slip: SettingSlip,
    },
}

/// What must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missing {
    /// A turn.
    Turn,
    /// Several turns, or one.
    Turns,
    /// A piece to put down.
    Piece,
    /// A move to spur somebody on with.
    Move,
    /// What is to be said.
    Words,
    /// The answer that is planned.
    Answer,
    /// A game, by its number or its name.
    Game,
    /// A name.
    Name,
    /// A player's name.
    Player,
    /// An opponent.
    Opponent,
    /// A number of days.
    Days,
    /// One of the ways to reach somebody.
    Way,
    /// The number of a page.
    Page,
    /// An event, by its number.
    Event,
    /// How an event is played.
    Format,
}

/// What may be said once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Once {
    /// The game.
    Game,
    /// Its variant.
    Variant,
    /// The opponent.
    Opponent,
    /// The colour.
    Colour,
    /// The clock.
    Clock,
    /// Whether it is rated.
    Rated,
    /// The level of the house.
    Level,
    /// How an event is played.
    Format,
    /// When it begins.
    Start,
    /// How many play.
    Players,
    /// Its code.
    Code,
}

/// What is wrong with the value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SettingSlip {
    /// It has none.
    Missing,
    /// It is no time of the day.
    NoTimeOfDay(String),
    /// It is no time for a reminder.
    NoReminder(String),
    /// More reminders than there can be.
    TooManyReminders,
    /// No theme is called that.
    NoTheme(String),
    /// No time zone is called that.
    NoZone(String),
    /// It is no number of games.
    NoBound(String),
}

impl From<Missing> for Slip {
    fn from(what: Missing) -> Slip {
        Slip::Missing(what)
    }
}
