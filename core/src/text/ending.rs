//! The words for the end of a game.

use super::playing::played;
use super::{Line, Reader, Wording, comments, joined, sentence};
use crate::notice::{Destination, Ending, ResultNews};
use crate::rules::{Reason, Side};

/// Won, lost, drawn or aborted; why; the rating; and how to play again.
pub(super) fn result(reader: &Reader<'_>, news: &ResultNews) -> Wording {
    let number = reader.number();
    let by = news.margin.as_ref().map(|margin| format!(" by {margin}")).unwrap_or_default();
    let verdict = match (news.you_won, news.winner.as_deref()) {
        _ if news.aborted => format!("Game {number} is aborted and counts for nothing"),
        (Some(true), _) => format!("You won game {number}{by}"),
        (Some(false), _) => format!("You lost game {number}{by}"),
        (None, Some(winner)) => format!("{} won game {number}{by}", reader.name_of(winner)),
        (None, None) => format!("Game {number} is a draw"),
    };
    let headline = Line::words(match &news.reason {
        Ending::By { reason: Reason::Agreed, turn, .. } => format!("{verdict} by agreement at turn {turn}."),
        Ending::By { reason, loser, turn } => {
            format!("{verdict}: {}.", why(reader, news.aborted, *reason, *loser, *turn))
        }
        Ending::Written(words) => sentence(&format!("{verdict}: {words}")),
    });
    let plays = reader.notice.board.as_ref().is_some_and(|board| board.side.is_some());
    let rating = match &news.rating {
        Some(rating) => Line::words(format!("Your rating: {rating}.")),
        None if plays && !news.aborted => Line::words("Unrated."),
        None => Line::default(),
    };
    let again = Line::words("Reply ").code("rematch").and(" to play again, colours swapped.");
    let last = played(reader, &news.played).opening();
    let mailed = matches!(reader.notice.to, Destination::Email(_));
    let attached = if mailed && !news.record.is_empty() { attached(reader) } else { None };
    if reader.is_place() {
        let mut lines = [last, headline].into_iter().filter(|line| !line.is_empty());
        let (headline, second) = (lines.next().unwrap_or_default(), lines.next());
        return Wording { headline, second, above: comments(reader, &news.comments), ..Wording::default() };
    }
    Wording {
        headline,
        second: joined([last, rating, if plays { again } else { Line::default() }]),
        comments: comments(reader, &news.comments),
        body: attached.into_iter().collect(),
        ..Wording::default()
    }
}

/// `Ann resigned at turn 38`, `your time ran out at turn 38`.
fn why(reader: &Reader<'_>, aborted: bool, reason: Reason, loser: Option<Side>, turn: u32) -> String {
    let Some(loser) = loser else { return format!("{reason} at turn {turn}") };
    let name = reader.name_of(loser.word());
    let (who, whose) = match reader.plays(loser) {
        true => ("you".to_owned(), "your".to_owned()),
        false => (name.to_owned(), format!("{name}'s")),
    };
    match (reason, aborted) {
        (Reason::Resigned, true) => format!("{who} left before playing a turn"),
        (Reason::Timeout, true) => format!("{who} never played a turn"),
        (Reason::Resigned, false) => format!("{who} resigned at turn {turn}"),
        (Reason::Timeout, false) => format!("{whose} time ran out at turn {turn}"),
        (reason, _) => format!("{reason} at turn {turn}"),
    }
}

/// `Attached: amazons-41.txt, amazons-41.gif`
fn attached(reader: &Reader<'_>) -> Option<Line> {
    let board = reader.notice.board.as_ref()?;
    let name = format!("{}-{}", board.game, reader.number());
    Some(Line::words(format!("Attached: {name}.txt, {name}.gif")))
}
