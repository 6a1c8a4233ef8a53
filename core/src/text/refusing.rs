//! The words for refusals and stale turns: the reason first, then the remedy.

use super::clause::capital;
use super::{Line, Reader, Wording, joined, sentence};
use crate::clock::moment::Timestamp;
use crate::notice::{Last, News, Undone};

/// `Not played:` or the like, the reason, whose turn it still is, the remedy.
pub(super) fn refused(reader: &Reader<'_>, undone: Undone, why: &[String], deadline: Option<Timestamp>) -> Wording {
    let what = match undone {
        Undone::Played => "not played",
        Undone::Sent => "not sent",
        Undone::Accepted => "not accepted",
        Undone::Changed => "not changed",
        Undone::Entered => "not entered",
        Undone::Planned => "not planned",
        Undone::Shown => "not shown",
        Undone::Done => "not done",
        Undone::Understood => "not understood",
    };
    let (reason, remedy) = why.split_first().map_or(("", [].as_slice()), |(first, rest)| (first.as_str(), rest));
    let headline = Line::words(format!("{}: ", capital(what))).glued(&Line::marked(&sentence(reason)).0);
    let remedy = remedy.iter().map(|line| Line::marked(&sentence(line)));
    if reader.discord() {
        return Wording {
            headline: joined([headline].into_iter().chain(remedy)).unwrap_or_default(),
            ..Wording::default()
        };
    }
    let still =
        deadline.map(|at| Line::words(format!("Still your turn, {} ", reader.way.by())).span(reader.time(at)).and("."));
    Wording {
        subject: format!("Turnpost: {what}"),
        headline,
        second: joined(still.into_iter().chain(remedy)),
        pattern: deadline.and_then(|_| pattern(reader)),
        ..Wording::default()
    }
}

/// The answer to a turn for an old board: where the game is now, what happened since, and what `yes` does.
pub(super) fn stale(reader: &Reader<'_>, news: &News) -> Wording {
    let News::Stale { answered, taken_back, since, still_legal, why_not, deadline, .. } = news else {
        return Wording::default();
    };
    let (number, turn) = (reader.number(), reader.notice.game.as_ref().map_or(0, |game| game.turn));
    let what = reader.way.carrier();
    let undone = taken_back.iter().map(|(who, text)| (format!("{} took ", reader.called(who)), text, " back"));
    let played = since.iter().map(|(who, text)| (format!("{} ", reader.called(who)), text, ""));
    let mut happened = Line::words("Since then: ");
    for (i, (who, text, behind)) in undone.chain(played).enumerate() {
        happened = happened.and(format!("{}{who}", if i == 0 { "" } else { ", " })).code(text).and(behind);
    }
    let outcome = match (still_legal, why_not) {
        (Some(text), _) if reader.discord() => {
            Line::default().code(text).and(" is still legal; play it, or send another move.")
        }
        (Some(text), _) => Line::default()
            .code(text)
            .and(" is still legal: reply ")
            .code("yes")
            .and(" to play it, or send another move."),
        (None, Some(why)) => Line::marked(&sentence(&capital(&super::told::not_now(why)))),
        (None, None) => Line::default(),
    };
    let still =
        deadline.map(|at| Line::words(format!("Still your turn, {} ", reader.way.by())).span(reader.time(at)).and("."));
    Wording {
        headline: Line::words(format!(
            "Not played: your {what} answers turn {answered}, game {number} is at turn {turn}."
        )),
        second: joined((!since.is_empty() || !taken_back.is_empty()).then(|| happened.and("."))),
        above: joined([outcome].into_iter().chain(still)).into_iter().collect(),
        pattern: deadline.filter(|_| !reader.discord()).and_then(|_| pattern(reader)),
        ..Wording::default()
    }
}

/// Added to the last refusal sent for now.
pub(super) fn last_for_now(last: Last) -> String {
    match last {
        Last::InTurn => {
            "No other mistake in this turn is answered for an hour: silence then means that nothing was done."
        }
        Last::Informed => {
            "This is the last answer until tomorrow to mails that reply to none of ours. Reply to this one, and you are \
             answered again: a reply shows that it is you."
        }
        Last::Asked => {
            "No other question like this is sent for now. Reply to this mail, or to any of ours, and you are answered: a \
             reply shows that it is you."
        }
        Last::Today => "No other mistake is answered until tomorrow: silence then means that nothing was done.",
        Last::ThisHour => {
            "No other mistake is answered for up to an hour: silence then means that nothing was done. Legal moves, \
             questions, settings, help and show work as before."
        }
        Last::Words => {
            "No more words without a command are answered for up to an hour: silence then means that nothing was done. Turns \
             and commands work as before; `help` lists them."
        }
        Last::SameWords => "The same words are not answered again for an hour.",
    }
    .to_owned()
}

/// The form of a turn on this board.
pub(super) fn pattern(reader: &Reader<'_>) -> Option<String> {
    reader.position().map(|position| position.pattern().to_owned())
}
