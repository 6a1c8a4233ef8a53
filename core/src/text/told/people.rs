//! Words about players: names, settings, ways in, privacy.

use super::{Said, events as tournaments, spelled};
use crate::command::THEMES;
use crate::game::GameNumber;
use crate::notice::told::events::Heading;
use crate::notice::told::people::{Ask, Told, Why};
use crate::text::in_mail::EXPORT;
use crate::text::way::Way;
use crate::text::{Reader, literal};

mod names;
mod settings;
mod ways;

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Renamed { name, by_operator } => renamed(reader, name, *by_operator),
        Told::Settings { changed, now } => settings::settings(reader, *changed, now),
        Told::LinkCode { name, code } => ways::link_code(reader, name, code.as_deref()),
        Told::CodeIsGone => ways::code_is_gone(reader),
        Told::AlreadyYou => ways::already_you(reader),
        Told::ChangeStands => ways::change_stands(reader),
        Told::NothingUnlinked => ways::nothing_unlinked(reader),
        Told::Unlinked { way, name, here } => ways::unlinked(reader, *way, name, *here),
        Told::ChangeUndone { way, name, joined } => ways::change_undone(reader, *way, name, *joined),
        Told::TooLateToUndo => ways::too_late(reader),
        Told::DeletionAsked { name } => deletion_asked(reader, name),
        Told::Deleted => Said::under(
            "Turnpost: you are deleted",
            [reader.way.settled("you are deleted. This is the last you hear of us.")],
        ),
        Told::Stopped => Said::under(NO_MORE, [reader.way.settled(WE_WRITE_NO_MORE)]),
        Told::Started => {
            Said::under("Turnpost: we write again", [reader.way.settled("we write again. `games` lists yours.")])
        }
        Told::Blocked { name, on } => Said::under("Turnpost: blocked players", [blocked(reader, name, *on)]),
        Told::Everything { json } => everything(reader, json),
        Told::ShownOnce => Said::under(
            "Turnpost: shown already",
            [reader.way.settled("this was shown already and isn't kept; ask again to see it.")],
        ),
        Told::MailComesBack => mail_comes_back(),
    }
}

fn renamed(reader: &Reader<'_>, name: &str, by_operator: bool) -> Said {
    let name = literal(name);
    let line = match by_operator {
        true => format!("the operator renamed you to {name}."),
        false => format!("you are {name} from now on."),
    };
    Said::under("Turnpost: your name", [reader.way.settled(line)])
}

const NO_MORE: &str = "Turnpost: we write no more";
const WE_WRITE_NO_MORE: &str = "we write no more. `start` lets mail flow again.";

fn blocked(reader: &Reader<'_>, name: &str, on: bool) -> String {
    let name = if name.is_empty() { "that member".to_owned() } else { literal(name) };
    match on {
        true => reader.way.settled(format!("challenges and comments of {name} don't reach you any more.")),
        false => reader.way.settled_by(&name, " can challenge you and write to you again."),
    }
}

/// To a player's other ways in, when deletion is requested.
fn deletion_asked(reader: &Reader<'_>, name: &str) -> Said {
    let asked = format!("it was asked by another way to delete {}.", literal(name));
    let first = match reader.discord() {
        true => reader.way.settled(asked),
        false => format!("No action needed, if it was you: {asked}"),
    };
    Said::under(
        "Turnpost: somebody asked to delete you",
        [first, "If it was not you, unlink that way now: `settings` lists them.".to_owned()],
    )
}

/// Everything stored, below the news.
fn everything(reader: &Reader<'_>, json: &[String]) -> Said {
    if reader.way != Way::Console {
        let news = reader.way.settled(format!("everything stored about you is attached, {EXPORT}."));
        let about = "It is JSON, which any editor shows; times are UTC.".to_owned();
        return Said::under("Turnpost: everything stored about you", [news, about]);
    }
    let news = "Everything stored about you, as JSON; times are UTC:".to_owned();
    let lines = std::iter::once(news).chain(json.iter().map(|line| literal(line)));
    Said::under("Turnpost: everything stored about you", lines)
}

fn mail_comes_back() -> Said {
    Said::under(
        "Turnpost: mail to you comes back",
        [
            "Mail to you comes back, so we write to you here.".to_owned(),
            "Something may have been missed: `games` shows what waits for you. A mail from that address turns it on \
             again."
                .to_owned(),
        ],
    )
}

pub(super) fn asked(reader: &Reader<'_>, ask: &Ask) -> Said {
    match ask {
        Ask::YouJoined { name } => ways::you_joined(name),
        Ask::Joined { way, name } => ways::joined(reader, *way, name),
        Ask::Left { way, name, here } => ways::left(reader, *way, name, *here),
        Ask::Unlink { way, address, name, here } => ways::unlink(reader, *way, address.as_deref(), name, *here),
        Ask::ResignAll { games, events } => resign_all(reader, games, events),
        Ask::Delete { name, running } => delete(reader, name, *running),
    }
}

fn resign_all(reader: &Reader<'_>, games: &[GameNumber], events: &[Heading]) -> Said {
    let numbers: Vec<String> = games.iter().map(ToString::to_string).collect();
    let names: Vec<String> = events.iter().map(tournaments::name).collect();
    let mut lines = vec![reader.way.settled(WE_WRITE_NO_MORE)];
    lines.extend((!games.is_empty()).then(|| format!("These games will be lost on time: {}.", numbers.join(", "))));
    lines.extend((!events.is_empty()).then(|| format!("You are still in {}.", names.join("; "))));
    let them = match (games.is_empty(), events.is_empty()) {
        (_, true) => "resign them now",
        (true, false) => "leave now",
        (false, false) => "resign them and leave now",
    };
    lines.push(format!("{} to {them}, which is kinder; no leaves everything as it is.", reader.way.answer(true)));
    Said::under(NO_MORE, lines)
}

fn delete(reader: &Reader<'_>, name: &str, running: usize) -> Said {
    let resigned = match running {
        0 => "No game is".to_owned(),
        1 => "Your running game is".to_owned(),
        more => format!("Your {more} running games are"),
    };
    Said::under(
        "Turnpost: delete you?",
        [
            format!(
                "Delete you, {}? {} within an hour to go ahead; it can't be undone.",
                literal(name),
                reader.way.answer(true)
            ),
            format!("{resigned} resigned; finished games stay, under \"a former player\"."),
            "`no`, or no answer: nothing is deleted.".to_owned(),
        ],
    )
}

/// The reason as it follows a colon, then the remedy.
pub(super) fn why(_reader: &Reader<'_>, why: &Why) -> Vec<String> {
    vec![match why {
        Why::BadName(why) => literal(&why.to_string()),
        Why::NameTaken { name } => format!("somebody is called {} already, or nearly so.", literal(name)),
        Why::TooManyNames { most } => format!("{} names a day are the most.", spelled(*most)),
        Why::NoTimeOfDay => "a day has 24 hours; write digest 8:00.".to_owned(),
        Why::NoTheme { theme } => {
            format!("there is no theme {}, but {}.", literal(&format!("{theme:?}")), THEMES.join(", "))
        }
        Why::NoZone { zone } => {
            format!("{} is no time zone; write one like Europe/Berlin or +02:00.", literal(&format!("{zone:?}")))
        }
        Why::NotKnownThere => "you are not known there yet; `link` joins accounts.".to_owned(),
        Why::NobodyElse { called } => match called.starts_with("<@") {
            true => "that is yourself.".to_owned(),
            false => format!("no other player is called {}.", literal(&format!("{called:?}"))),
        },
        Why::TooManyExports { most } => format!("{} a day are the most.", spelled(*most)),
        Why::TooManyCodes => "too many codes were tried; wait an hour.".to_owned(),
        Why::NoSuchCode => {
            "that code is unknown or older than an hour; `link` at the other end shows a new one.".to_owned()
        }
        Why::HaveMet => "the two play against each other, or have; they can't become one.".to_owned(),
        Why::OtherDiscordLinked => "another Discord account is linked there; `unlink discord` first.".to_owned(),
        Why::OnlyWayIn => "you have one way in, and it stays; forget me deletes you.".to_owned(),
        Why::UnlinkWhich => {
            "say which: `unlink discord`, or `unlink` and the number of an address in `settings`.".to_owned()
        }
        Why::TooFresh { older } => ways::too_fresh(*older),
        Why::CannotReturn => {
            "it can't be joined again: another account has its place, or the two play against each other.".to_owned()
        }
        Why::AskedEnough { most } => format!(
            "that was asked {} times today, which is enough; answer one of our questions, or wait a day.",
            spelled(*most)
        ),
    }]
}
