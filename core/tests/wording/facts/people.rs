//! One of each fact about players.

use turnpost_core::command::Transport;
use turnpost_core::notice::told::people::{Ask, BadName, Flow, Reached, Settings, Told, Why};
use turnpost_core::store::Mode;

use super::Room;

const WAYS: [Transport; 2] = [Transport::Mail, Transport::Discord];

pub fn room() -> Room {
    Room {
        source: include_str!("../../../src/notice/told/people.rs"),
        told: told().into_iter().map(Into::into).collect(),
        ask: ask().into_iter().map(Into::into).collect(),
        why: why().into_iter().map(Into::into).collect(),
    }
}

fn told() -> Vec<Told> {
    let name = || "Ann".to_owned();
    let mut told = vec![
        Told::Renamed { name: name(), by_operator: false },
        Told::Renamed { name: name(), by_operator: true },
        Told::Settings { changed: false, now: Box::new(plain()) },
        Told::Settings { changed: true, now: Box::new(special()) },
        Told::LinkCode { name: name(), code: Some("abcd2345".into()) },
        Told::CodeIsGone,
        Told::AlreadyYou,
        Told::ChangeStands,
        Told::NothingUnlinked,
        Told::TooLateToUndo,
        Told::DeletionAsked { name: name() },
        Told::Deleted,
        Told::Stopped,
        Told::Started,
        Told::Blocked { name: name(), on: true },
        Told::Blocked { name: name(), on: false },
        Told::Everything { json: vec!["{".into(), "  \"said\": \"`d4` is good\"".into(), "}".into()] },
        Told::ShownOnce,
        Told::MailComesBack,
    ];
    for way in WAYS {
        told.extend([true, false].map(|here| Told::Unlinked { way, name: name(), here }));
        told.extend([true, false].map(|joined| Told::ChangeUndone { way, name: name(), joined }));
    }
    told
}

/// As somebody has them who never changed any.
fn plain() -> Settings {
    Settings {
        name: "Ann".into(),
        mode: Mode::Now,
        by: Reached::Mail,
        by_last: false,
        receipts: true,
        public: true,
        reminders: vec![24, 6],
        zone: "UTC".into(),
        theme: "classic".into(),
        my_side: true,
        confirm: false,
        page_links: None,
        most_games: None,
        news: true,
        addresses: vec![(1, "ann@example.net".into(), Flow::Open)],
        discord: false,
        blocked: Vec::new(),
    }
}

fn special() -> Settings {
    Settings {
        mode: Mode::Digest(8 * 60 + 5),
        by: Reached::Discord,
        by_last: true,
        receipts: false,
        public: false,
        reminders: Vec::new(),
        my_side: false,
        confirm: true,
        page_links: Some(false),
        most_games: Some(12),
        news: false,
        addresses: vec![(1, "ann@example.net".into(), Flow::Stopped), (2, "ann@example.org".into(), Flow::CameBack)],
        discord: true,
        blocked: vec!["Ben".into(), "Mia".into()],
        ..plain()
    }
}

fn ask() -> Vec<Ask> {
    let name = || "Ann".to_owned();
    let unlink =
        |way, address: Option<&str>, here| Ask::Unlink { way, address: address.map(str::to_owned), name: name(), here };
    let mut ask = vec![
        Ask::YouJoined { name: name() },
        unlink(Transport::Mail, Some("ann@example.org"), false),
        unlink(Transport::Mail, None, true),
        unlink(Transport::Discord, None, false),
        Ask::ResignAll { games: vec![41, 43], events: Vec::new() },
        Ask::ResignAll { games: vec![41], events: vec![super::events::league()] },
        Ask::Delete { name: name(), running: 0 },
        Ask::Delete { name: name(), running: 1 },
        Ask::Delete { name: name(), running: 2 },
    ];
    for way in WAYS {
        ask.push(Ask::Joined { way, name: name() });
        ask.extend([true, false].map(|here| Ask::Left { way, name: name(), here }));
    }
    ask
}

fn why() -> Vec<Why> {
    let mut why = vec![
        Why::NameTaken { name: "Ann".into() },
        Why::TooManyNames { most: 5 },
        Why::NoTimeOfDay,
        Why::NoTheme { theme: "`pink`".into() },
        Why::NoZone { zone: "`Mars`".into() },
        Why::NotKnownThere,
        Why::NobodyElse { called: "`Carl`".into() },
        Why::TooManyExports { most: 3 },
        Why::TooManyCodes,
        Why::NoSuchCode,
        Why::HaveMet,
        Why::OtherDiscordLinked,
        Why::OnlyWayIn,
        Why::UnlinkWhich,
        Why::CannotReturn,
        Why::AskedEnough { most: 10 },
    ];
    why.extend(WAYS.map(|older| Why::TooFresh { older }));
    let bad = [
        BadName::Length { least: 2, most: 20 },
        BadName::Character('`'),
        BadName::NoLetter,
        BadName::Digits { most: 6 },
        BadName::Scripts,
        BadName::Reserved("Admin".into()),
    ];
    why.extend(bad.map(Why::BadName));
    why
}
