//! The words for the end of a game.

use super::playing::played;
use super::{Line, Reader, Wording, comments, count, joined, sentence};
use crate::notice::{Destination, Ending, ResultNews, Tally};
use crate::rules::{Reason, Side};
use crate::text::plural::counted;

/// Won, lost, drawn or aborted; why; the rating; and how to play again.
pub(super) fn result(reader: &Reader<'_>, news: &ResultNews) -> Wording {
    let number = reader.number();
    let by = match (news.tally, &news.margin) {
        (Some(Tally::Stones(stones)), _) => {
            let what = reader.position().map_or("stone", |position| position.game().counted());
            stones_apart(news, what, stones)
        }
        (_, Some(margin)) => format!(" by {margin}"),
        _ => String::new(),
    };
    let verdict = match (news.you_won, news.winner.as_deref()) {
        _ if news.aborted => format!("Game {number} is aborted and counts for nothing"),
        (Some(true), _) => format!("You won game {number}{by}"),
        (Some(false), _) => format!("You lost game {number}{by}"),
        (None, Some(winner)) => format!("{} won game {number}{by}", reader.name_of(winner)),
        (None, None) => format!("Game {number} is a draw{by}"),
    };
    let headline = Line::words(match &news.reason {
        Ending::By { reason: Reason::Agreed, turn, .. } => format!("{verdict} by agreement at turn {turn}."),
        Ending::By { reason, loser, turn } => {
            format!("{verdict}: {}.", why(reader, news, *reason, *loser, *turn))
        }
        Ending::Written(words) => sentence(&format!("{verdict}: {words}")),
    });
    let plays = reader.notice.board.as_ref().is_some_and(|board| board.side.is_some());
    let rating = match &news.rating {
        Some(rating) => Line::words(format!("Your rating: {rating}.")),
        None if plays && !news.aborted => Line::words("Unrated."),
        None => Line::default(),
    };
    let again = match reader.discord() {
        true => Line::default().code("rematch").and(" plays again, colours swapped."),
        false => Line::words("Reply ").code("rematch").and(" to play again, colours swapped."),
    };
    let stands = news.stands.as_ref().map(|stands| {
        Line::words(format!(
            "In {}: {}.",
            super::told::events::name(&stands.event),
            super::told::events::stands(stands)
        ))
    });
    let last = played(reader, &news.played).opening();
    let mailed = matches!(reader.notice.to, Destination::Email(_));
    // Where nothing moved there is nothing to animate, and whoever only watches gets the record alone.
    let animated = plays && reader.notice.board.as_ref().is_some_and(|board| board.last.is_some());
    let attached = if mailed && !news.record.is_empty() { attached(reader, animated).map(Line::words) } else { None };
    if reader.is_place() {
        let mut lines = [last, headline].into_iter().filter(|line| !line.is_empty());
        let (headline, second) = (lines.next().unwrap_or_default(), lines.next());
        let rated = news.ratings.iter().map(|(name, change)| format!("{name} {change}")).collect::<Vec<_>>();
        let rated = (!rated.is_empty()).then(|| Line::words(format!("Ratings: {}.", rated.join(", "))));
        let above = rated.into_iter().chain(comments(reader, &news.comments)).collect();
        return Wording { headline, second, above, ..Wording::default() };
    }
    Wording {
        headline,
        second: joined([last, stands.unwrap_or_default(), rating, if plays { again } else { Line::default() }]),
        comments: comments(reader, &news.comments),
        body: attached.into_iter().collect(),
        ..Wording::default()
    }
}

/// `, 34 stones to 22`, the reader's first, or the winner's where nobody reads as a player.
fn stones_apart(news: &ResultNews, what: &str, [white, black]: [u32; 2]) -> String {
    let (more, fewer) = (white.max(black), white.min(black));
    match (news.you_won, more == fewer) {
        (_, true) => format!(", {} each", counted(more.into(), what)),
        (Some(false), _) => format!(", {} to {more}", counted(fewer.into(), what)),
        _ => format!(", {} to {fewer}", counted(more.into(), what)),
    }
}

/// `Ann resigned at turn 38`, `your time ran out at turn 38`, `Ann has no legal turn left at turn 51, you have 12`.
fn why(reader: &Reader<'_>, news: &ResultNews, reason: Reason, loser: Option<Side>, turn: u32) -> String {
    let winner = news.winner.as_deref().and_then(Side::named);
    let called = |side: Side| if reader.plays(side) { "you" } else { reader.name_of(side.word()) };
    let whose = |side: Side| match reader.plays(side) {
        true => "your".to_owned(),
        false => format!("{}'s", reader.name_of(side.word())),
    };
    let has = |side: Side| if reader.plays(side) { "you have".to_owned() } else { format!("{} has", called(side)) };
    let left = |side: Side| match news.tally {
        Some(Tally::TurnsLeft(left)) => Some(left[side as usize]),
        _ => None,
    };
    match (reason, loser.or(winner.map(Side::other)), news.aborted) {
        (Reason::Resigned, Some(loser), true) => format!("{} left before playing a turn", called(loser)),
        (Reason::Timeout, Some(loser), true) => format!("{} never played a turn", called(loser)),
        (Reason::Resigned, Some(loser), false) => format!("{} resigned at turn {turn}", called(loser)),
        (Reason::Timeout, Some(loser), false) => format!("{} time ran out at turn {turn}", whose(loser)),
        (Reason::TownCaptured, Some(loser), _) => {
            format!("{} captured {} town at turn {turn}", called(loser.other()), whose(loser))
        }
        (Reason::NoTurn, Some(loser), _) if reader.position().is_some_and(|position| !position.has_pieces(loser)) => {
            let pieces = reader.position().map_or("pieces", |position| position.game().emblem().plural());
            format!("{} no {pieces} left at turn {turn}", has(loser))
        }
        (Reason::NoTurn, Some(loser), _) => {
            let other = left(loser.other()).map(|left| format!(", {} {}", has(loser.other()), count::number(left)));
            format!("{} no legal turn left at turn {turn}{}", has(loser), other.unwrap_or_default())
        }
        (Reason::Stones, ..) => match reader.position() {
            Some(position) if position.is_full() => "the board is full".to_owned(),
            Some(position) if position.game().ends_for_both() => format!("nobody could go on after turn {turn}"),
            // Elsewhere that loses; here it only ends the game.
            Some(position) => format!("they count since {} no legal turn left at turn {turn}", has(position.to_move())),
            None => format!("{reason} at turn {turn}"),
        },
        (Reason::Counted, Some(loser), _) => {
            let winner = loser.other();
            let both = left(winner).zip(left(loser)).map(|(more, fewer)| {
                let (more, fewer) = (count::turns(more), count::number(fewer));
                format!(", {} {more} left and {} {fewer}", has(winner), called(loser))
            });
            format!("{reason} at turn {turn}{}", both.unwrap_or_default())
        }
        (reason, ..) => format!("{reason} at turn {turn}"),
    }
}

/// `Attached: amazons-41.txt, amazons-41.gif`
pub(super) fn attached(reader: &Reader<'_>, animated: bool) -> Option<String> {
    let board = reader.notice.board.as_ref()?;
    let name = format!("{}-{}", board.game, reader.number());
    Some(match animated {
        true => format!("Attached: {name}.txt, {name}.gif"),
        false => format!("Attached: {name}.txt"),
    })
}
