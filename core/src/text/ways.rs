//! The words for joining and parting: who may act as a player, and how it is undone.

/// What joined or left, in words: an address is never shown where it isn't known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Mail,
    Discord,
}

impl Kind {
    const fn words(self) -> &'static str {
        match self {
            Kind::Mail => "mail address",
            Kind::Discord => "Discord account",
        }
    }
}

/// To whoever just joined.
pub(crate) fn you_joined(name: &str) -> Vec<String> {
    vec![
        format!("You are {name} here too. Is that right? `no` within a week undoes it; `yes`, or no answer, keeps it."),
        "set transport mail or set transport discord chooses where you are told.".to_owned(),
    ]
}

/// To every other way in of that player.
pub(crate) fn joined(kind: Kind, name: &str) -> Vec<String> {
    vec![
        format!("Another {} can act as {name} from now on. Was it you who linked it?", kind.words()),
        "If not, reply no within a week: it is detached again. yes, or no answer, keeps it.".to_owned(),
    ]
}

/// To whoever may undo that something was removed.
pub(crate) fn left(kind: Kind, name: &str, you: bool) -> Vec<String> {
    let what = kind.words();
    vec![
        match you {
            true => format!("This {what} can't act as {name} any more. Was it you who unlinked it?"),
            false => format!("A {what} can't act as {name} any more. Was it you who unlinked it?"),
        },
        "If not, reply no within a week: it is joined again. yes, or no answer, leaves it so.".to_owned(),
    ]
}

/// The same, where it can't be undone.
pub(crate) fn left_for_good(kind: Kind, name: &str, you: bool) -> Vec<String> {
    let which = if you { "this" } else { "a" };
    vec![format!("No action needed: {which} {} can't act as {name} any more.", kind.words())]
}

/// After an undo, to everybody concerned.
pub(crate) fn undone(kind: Kind, name: &str, attached: bool) -> Vec<String> {
    let can = if attached { "can act as" } else { "can't act as" };
    let again = if attached { "again" } else { "any more" };
    vec![format!("No action needed: the link was undone, and the {} {can} {name} {again}.", kind.words())]
}

/// Everything stays as it is.
pub(crate) fn kept() -> Vec<String> {
    vec!["No action needed: it stays so.".to_owned()]
}

/// Asks before a way in is removed. The address is the reader's own.
pub(crate) fn unlink(kind: Kind, address: Option<&str>, name: &str, itself: bool) -> Vec<String> {
    let what = address.map_or_else(|| kind.words().to_owned(), |address| format!("{} {address}", kind.words()));
    let first = match itself {
        true => {
            format!("Remove this {what} from {name}? Reply yes within an hour; you can't play as {name} here then.")
        }
        false => format!("Remove the {what} from {name}? Reply yes within an hour to go ahead."),
    };
    vec![first, "no, or no answer: nothing is changed.".to_owned()]
}

/// To the other ways in, when somebody asks to be deleted.
pub(crate) fn deletion_asked(name: &str) -> Vec<String> {
    vec![
        format!("No action needed, if it was you: it was asked by another way to delete {name}."),
        "If it was not you, unlink that way now: `settings` lists them.".to_owned(),
    ]
}

/// A fresh way in may not do what can't be undone by the older ones.
pub(crate) fn too_fresh(older: Kind) -> String {
    let from = match older {
        Kind::Mail => "by mail from the address that you had before",
        Kind::Discord => "in Discord",
    };
    format!("for a week after ways in changed, only an older one may do that: {from}.")
}

/// What was removed has become somebody who can't be the same as the player any more.
pub(crate) fn cannot_return() -> String {
    "it can't be joined again: another account has its place, or the two play against each other.".to_owned()
}

/// The same question was asked too often.
pub(crate) fn asked_enough() -> String {
    "that was asked ten times today, which is enough; answer one of our questions, or wait a day.".to_owned()
}

/// A mail of ours was answered too late.
pub(crate) fn too_late() -> Vec<String> {
    vec![
        "No action needed: that question's time is over, and nothing was done. Ask again if you still want it."
            .to_owned(),
    ]
}
