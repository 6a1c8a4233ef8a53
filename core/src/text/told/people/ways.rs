//! The words for linking and unlinking: who may act as a player, and how to undo it.

use super::super::{Said, incoming};
use crate::command::Transport;
use crate::text::{Reader, literal};

const LINKED: &str = "Turnpost: linked";
const UNLINKED: &str = "Turnpost: unlinked";
const LINK: &str = "Turnpost: link another account";

/// What was linked or removed; an address is not shown to those who may not know it.
const fn called(way: Transport) -> &'static str {
    match way {
        Transport::Mail => "mail address",
        Transport::Discord => "Discord account",
    }
}

/// A code to type at the other end.
pub(super) fn link_code(reader: &Reader<'_>, name: &str, code: Option<&str>) -> Said {
    let code = code.unwrap_or_default();
    // What is asked for in Discord is written in a mail, where it has no slash.
    let how = match reader.discord() {
        true => format!("write link {code} in a mail to me from your address"),
        false => format!("write `link {code}` from your other address, or in Discord"),
    };
    Said::under(
        LINK,
        [
            format!("Your code: {code}. Within an hour, {how}."),
            format!("Whoever does so can play as {} from then on. Show it to nobody.", literal(name)),
        ],
    )
}

/// In place of a code that was used, replaced, or has expired.
pub(super) fn code_is_gone(reader: &Reader<'_>) -> Said {
    Said::under(LINK, [reader.way.settled("the code that was here works no more; `link` shows a new one.")])
}

pub(super) fn already_you(reader: &Reader<'_>) -> Said {
    Said::under(LINKED, [reader.way.settled("this is you already.")])
}

/// Nothing changes, though somebody asked for a change or was asked about one.
pub(super) fn nothing_unlinked(reader: &Reader<'_>) -> Said {
    Said::under(UNLINKED, [reader.way.settled(STAYS)])
}

pub(super) fn change_stands(reader: &Reader<'_>) -> Said {
    Said::under(LINKED, [reader.way.settled(STAYS)])
}

const STAYS: &str = "it stays so.";

/// To the one who has just joined.
pub(super) fn you_joined(name: &str) -> Said {
    let name = literal(name);
    Said::under(
        LINKED,
        [
            format!(
                "You are {name} here too. Is that right? `no` within a week undoes it; `yes`, or no answer, keeps it."
            ),
            "`set transport mail` or `set transport discord` chooses where you are told.".to_owned(),
        ],
    )
}

/// To that player's other ways in.
pub(super) fn joined(reader: &Reader<'_>, way: Transport, name: &str) -> Said {
    let (way, name) = (called(way), literal(name));
    Said::under(
        LINKED,
        [
            format!("Another {way} can act as {name} from now on. Was it you who linked it?"),
            format!(
                "If not, {} within a week: it is detached again. yes, or no answer, keeps it.",
                reader.way.answering(false)
            ),
        ],
    )
}

/// To those who may undo a removal.
pub(super) fn left(reader: &Reader<'_>, way: Transport, name: &str, here: bool) -> Said {
    let (which, way, name) = (if here { "This" } else { "A" }, called(way), literal(name));
    Said::under(
        UNLINKED,
        [
            format!("{which} {way} can't act as {name} any more. Was it you who unlinked it?"),
            format!(
                "If not, {} within a week: it is joined again. yes, or no answer, leaves it so.",
                reader.way.answering(false)
            ),
        ],
    )
}

/// The same to those who can't.
pub(super) fn unlinked(reader: &Reader<'_>, way: Transport, name: &str, here: bool) -> Said {
    let (which, way, name) = (if here { "this" } else { "a" }, called(way), literal(name));
    Said::under(UNLINKED, [reader.way.settled(format!("{which} {way} can't act as {name} any more."))])
}

/// After an undo, to everybody concerned.
pub(super) fn change_undone(reader: &Reader<'_>, way: Transport, name: &str, joined: bool) -> Said {
    let (way, name) = (called(way), literal(name));
    let (subject, now) = match joined {
        true => (LINKED, format!("can act as {name} again")),
        false => (UNLINKED, format!("can't act as {name} any more")),
    };
    Said::under(subject, [reader.way.settled(format!("the link was undone, and the {way} {now}."))])
}

pub(super) fn too_late(reader: &Reader<'_>) -> Said {
    Said::under(LINKED, [incoming::too_late(reader)])
}

/// Asks before removing a way in. The address is the reader's own.
pub(super) fn unlink(reader: &Reader<'_>, way: Transport, address: Option<&str>, name: &str, here: bool) -> Said {
    let (way, name) = (called(way), literal(name));
    let what = address.map_or_else(|| way.to_owned(), |address| format!("{way} {}", literal(address)));
    let yes = reader.way.answer(true);
    let first = match here {
        true => {
            format!("Remove this {what} from {name}? {yes} within an hour; you can't play as {name} here then.")
        }
        false => format!("Remove the {what} from {name}? {yes} within an hour to go ahead."),
    };
    Said::under(UNLINKED, [first, "`no`, or no answer: nothing is changed.".to_owned()])
}

/// A fresh way in may not do what the older ones couldn't undo.
pub(super) fn too_fresh(older: Transport) -> String {
    let from = match older {
        Transport::Mail => "by mail from the address that you had before",
        Transport::Discord => "in Discord",
    };
    format!("for a week after ways in changed, only an older one may do that: {from}.")
}
