//! Words about players: names, settings, ways in, privacy.

use super::{Said, spelled};
use crate::command::THEMES;
use crate::game::GameNumber;
use crate::notice::Destination;
use crate::notice::told::people::{Ask, Told, Why};
use crate::text::in_mail::EXPORT;
use crate::text::{Reader, literal};

mod names;
mod settings;
mod ways;

pub(super) fn told(reader: &Reader<'_>, told: &Told) -> Said {
    match told {
        Told::Renamed { name, by_operator } => renamed(name, *by_operator),
        Told::Settings { changed, now } => settings::settings(*changed, now),
        Told::LinkCode { name, code } => ways::link_code(name, code.as_deref()),
        Told::CodeIsGone => ways::code_is_gone(),
        Told::AlreadyYou => ways::already_you(),
        Told::ChangeStands => ways::change_stands(),
        Told::NothingUnlinked => ways::nothing_unlinked(),
        Told::Unlinked { way, name, here } => ways::unlinked(*way, name, *here),
        Told::ChangeUndone { way, name, joined } => ways::change_undone(*way, name, *joined),
        Told::TooLateToUndo => ways::too_late(),
        Told::DeletionAsked { name } => deletion_asked(name),
        Told::Deleted => Said::under(
            "Turnpost: you are deleted",
            ["No action needed: you are deleted. This is the last you hear of us."],
        ),
        Told::Stopped => Said::under(NO_MORE, [WE_WRITE_NO_MORE]),
        Told::Started => {
            Said::under("Turnpost: we write again", ["No action needed: we write again. games lists yours."])
        }
        Told::Blocked { name, on } => Said::under("Turnpost: blocked players", [blocked(name, *on)]),
        Told::Everything { json } => everything(reader, json),
        Told::ShownOnce => Said::under(
            "Turnpost: shown already",
            ["No action needed: this was shown already and isn't kept; ask again to see it."],
        ),
        Told::MailComesBack => mail_comes_back(),
    }
}

fn renamed(name: &str, by_operator: bool) -> Said {
    let name = literal(name);
    let line = match by_operator {
        true => format!("No action needed: the operator renamed you to {name}."),
        false => format!("No action needed: you are {name} from now on."),
    };
    Said::under("Turnpost: your name", [line])
}

const NO_MORE: &str = "Turnpost: we write no more";
const WE_WRITE_NO_MORE: &str = "No action needed: we write no more. start lets mail flow again.";

fn blocked(name: &str, on: bool) -> String {
    let name = literal(name);
    match on {
        true => format!("No action needed: challenges and comments of {name} don't reach you any more."),
        false => format!("No action needed: {name} can challenge you and write to you again."),
    }
}

/// To a player's other ways in, when deletion is requested.
fn deletion_asked(name: &str) -> Said {
    Said::under(
        "Turnpost: somebody asked to delete you",
        [
            format!("No action needed, if it was you: it was asked by another way to delete {}.", literal(name)),
            "If it was not you, unlink that way now: `settings` lists them.".to_owned(),
        ],
    )
}

/// Everything stored, below the news.
fn everything(reader: &Reader<'_>, json: &[String]) -> Said {
    if matches!(reader.notice.to, Destination::Email(_)) {
        let news = format!("No action needed: everything stored about you is attached, {EXPORT}.");
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

pub(super) fn asked(_reader: &Reader<'_>, ask: &Ask) -> Said {
    match ask {
        Ask::YouJoined { name } => ways::you_joined(name),
        Ask::Joined { way, name } => ways::joined(*way, name),
        Ask::Left { way, name, here } => ways::left(*way, name, *here),
        Ask::Unlink { way, address, name, here } => ways::unlink(*way, address.as_deref(), name, *here),
        Ask::ResignAll { games } => resign_all(games),
        Ask::Delete { name, running } => delete(name, *running),
    }
}

fn resign_all(games: &[GameNumber]) -> Said {
    let numbers: Vec<String> = games.iter().map(ToString::to_string).collect();
    Said::under(
        NO_MORE,
        [
            WE_WRITE_NO_MORE.to_owned(),
            format!("These games will be lost on time: {}.", numbers.join(", ")),
            "Reply yes to resign them now, which is kinder; no leaves them.".to_owned(),
        ],
    )
}

fn delete(name: &str, running: usize) -> Said {
    let resigned = match running {
        0 => "No game is".to_owned(),
        1 => "Your running game is".to_owned(),
        more => format!("Your {more} running games are"),
    };
    Said::under(
        "Turnpost: delete you?",
        [
            format!("Delete you, {}? Reply yes within an hour to go ahead; it can't be undone.", literal(name)),
            format!("{resigned} resigned; finished games stay, under \"a former player\"."),
            "no, or no answer: nothing is deleted.".to_owned(),
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
        Why::NotKnownThere => "you are not known there yet; link joins accounts.".to_owned(),
        Why::NobodyElse { called } => format!("no other player is called {}.", literal(&format!("{called:?}"))),
        Why::TooManyExports { most } => format!("{} a day are the most.", spelled(*most)),
        Why::TooManyCodes => "too many codes were tried; wait an hour.".to_owned(),
        Why::NoSuchCode => {
            "that code is unknown or older than an hour; link at the other end shows a new one.".to_owned()
        }
        Why::HaveMet => "the two play against each other, or have; they can't become one.".to_owned(),
        Why::OtherDiscordLinked => "another Discord account is linked there; unlink discord first.".to_owned(),
        Why::OnlyWayIn => "you have one way in, and it stays; forget me deletes you.".to_owned(),
        Why::UnlinkWhich => "say which: unlink discord, or unlink and the number of an address in settings.".to_owned(),
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
