//! The end of a game: the result, the ratings, and who is told.

use crate::game::{Ended, Game, Means};
use crate::notice::{Ending, News, ResultNews, Tally};
use crate::rating;
use crate::rating::Rating;
use crate::rules::{Bounds, Outcome, Position, Reason, Side};
use crate::service::ServiceError;
use crate::service::events::results;
use crate::service::now::Now;
use crate::service::playing::{announcing, board, recording};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seat::seat_of;
use crate::service::seated::Seated;
use crate::store::Counter;

/// Ends a game that a turn has decided by the rules.
pub fn end_by_rules(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: Option<&Requester>,
    game: Seated,
    outcome: Outcome,
    since: i64,
) -> Result<(), ServiceError> {
    let Outcome { winner, reason, margin } = outcome;
    let ended = Ended { at: now.at, winner, reason, margin, aborted: false };
    end(now, out, who, game, ended, None, since)
}

/// Ends a game that a player resigned or lost on time; if they never made a turn, it is aborted instead.
pub fn lose(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: Option<&Requester>,
    mut game: Seated,
    loser: Side,
    reason: Reason,
) -> Result<(), ServiceError> {
    let since = game.row.revision;
    let means = who.map_or(Means::Server, |who| who.via.means());
    let change = game.row.note_end(reason, Some(loser), means, now.at);
    game.keep(now.tx, &change)?;
    let ended = game.row.lost_by(loser, reason, now.at);
    end(now, out, who, game, ended, Some(loser), since)
}

/// Stores the end and tells everybody. The loser is named if one player's action, or inaction, ended it.
pub fn end(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: Option<&Requester>,
    mut game: Seated,
    ended: Ended,
    loser: Option<Side>,
    since: i64,
) -> Result<(), ServiceError> {
    let turn = game.row.turn - u32::from(ended.reason.is_of_last_turn());
    let tally = tally(&game.row.board()?, &ended);
    game.row.end(ended);
    // What follows looks at the event's table with this result in it.
    if game.row.event.is_some() {
        now.tx.update_game(&game.row)?;
        results::note(now, &game.row, &ended)?;
    }
    now.tx.delete_plans(game.row.number, None)?;
    now.tx.count(Counter::GamesEnded)?;
    let ratings = rate(now, &game, &ended)?;
    let over = Over { ended, reason: Ending::By { reason: ended.reason, loser, turn }, tally };
    let place = game.around.place;
    let said = if place.is_some() { announcing::comments_in_place(now, &game)? } else { Vec::new() };
    for side in Side::BOTH {
        let player = game.at(side).clone();
        let requester = who.filter(|who| who.player.as_ref().is_some_and(|me| me.id == player.id));
        let news = result_news(now, &mut game, &over, Some(side), since, ratings[side as usize].clone())?;
        let topic = game.topic(Some(side));
        let in_discord = seat_of(now, &game, side)?.is_in_place();
        let in_place = |who: &&Requester| who.via != Via::Page && (who.via != Via::Mail || !in_discord);
        match requester.filter(in_place) {
            Some(who) => out.answer(who, topic, News::Result(news)),
            None if in_discord => {}
            None => out.tell_by(&player, &game.reach[side as usize], topic, News::Result(news)),
        }
    }
    if let Some(place) = place {
        let news = result_news(now, &mut game, &over, None, since, None)?;
        let news = ResultNews { comments: said, ratings: both(&game, &ratings), ..news };
        // Whoever did not end it may not be looking.
        let mut absent = Vec::new();
        for side in Side::BOTH {
            let acted = who.is_some_and(|who| who.player.as_ref().is_some_and(|me| me.id == game.at(side).id));
            absent.extend(seat_of(now, &game, side)?.mention().filter(|_| !acted));
        }
        let (mention, also) = (absent.first().copied(), absent.get(1).copied());
        out.tell_both(place.channel, mention, also, game.topic(None), News::Result(news));
    }
    let watchers = if game.around.watched { now.tx.watchers(game.row.number)? } else { Vec::new() };
    if !watchers.is_empty() {
        let news = result_news(now, &mut game, &over, None, since, None)?;
        for id in watchers {
            let watcher = now.player(id)?;
            out.tell(&watcher, game.topic(None), News::Result(news.clone()))?;
        }
    }
    Ok(now.tx.update_game(&game.row)?)
}

/// Rates a finished game and words each side's change; none for an unrated one.
fn rate(now: Now<'_>, game: &Seated, ended: &Ended) -> Result<[Option<String>; 2], ServiceError> {
    // Games with the house are unrated for people, but its own rating follows how it fares, a little later.
    let rated = |side: Side| game.row.rated && !game.row.house[side as usize];
    // A game of an event that somebody lost without ever playing is lost, but tells nothing of anybody's strength.
    let unplayed = ended.winner.is_some_and(|winner| game.row.made[winner.other() as usize] == 0)
        && matches!(ended.reason, Reason::Timeout | Reason::Resigned);
    if ended.aborted || unplayed {
        return Ok([None, None]);
    }
    if let Some(house) = game.house() {
        now.tx.owe_house_rating(&game.row, house)?;
    }
    if !Side::BOTH.into_iter().any(rated) {
        return Ok([None, None]);
    }
    now.tx.lock_ratings(game.row.players, game.row.setup.game.name())?;
    let [white, black] = rated_by(now, &game.row, ended, rated)?;
    let change = |side, (old, new): (Rating, Rating)| rated(side).then(|| rating::change(&old, &new));
    Ok([change(Side::White, white), change(Side::Black, black)])
}

/// Rates the house by the games that ended since; true if there are more.
pub fn rate_house(now: Now<'_>, most: u32) -> Result<bool, ServiceError> {
    let due = now.tx.take_house_ratings(most)?;
    for &number in &due {
        let Some(row) = now.tx.game(number)? else { continue };
        let Some(ended) = row.ended else { continue };
        now.tx.lock_ratings(row.players, row.setup.game.name())?;
        rated_by(now, &row, &ended, |side| row.house[side as usize])?;
    }
    Ok(due.len() == most as usize)
}

/// Stores what a game makes of the ratings of those who are rated by it. Returns both, before and after.
fn rated_by(
    now: Now<'_>,
    game: &Game,
    ended: &Ended,
    rated: impl Fn(Side) -> bool,
) -> Result<[(Rating, Rating); 2], ServiceError> {
    let kind = game.setup.game.name();
    let before = |side: Side| -> Result<Rating, ServiceError> {
        Ok(now.tx.rating(game.player(side), kind)?.unwrap_or_else(|| Rating::new(ended.at)))
    };
    let (white, black) = (before(Side::White)?, before(Side::Black)?);
    let (new_white, new_black) = rating::rate(&white, &black, ended.winner, ended.at);
    for (side, new) in [(Side::White, &new_white), (Side::Black, &new_black)] {
        if rated(side) {
            now.tx.set_rating(game.player(side), kind, new)?;
            now.tx.note_rating(game.player(side), kind, game.number, new)?;
        }
    }
    Ok([(white, new_white), (black, new_black)])
}

/// Each player whose rating has changed, and how.
fn both(game: &Seated, ratings: &[Option<String>; 2]) -> Vec<(String, String)> {
    let changed = |side: Side| Some((game.at(side).name.clone(), ratings[side as usize].clone()?));
    Side::BOTH.into_iter().filter_map(changed).collect()
}

/// How a game ended, as somebody is told who looks at it later; none while it goes on.
pub fn told_later(game: &Seated) -> Result<Option<ResultNews>, ServiceError> {
    let Some(ended) = &game.row.ended else { return Ok(None) };
    let turn = game.row.turn.saturating_sub(u32::from(ended.reason.is_of_last_turn()));
    Ok(Some(ResultNews {
        winner: ended.winner.map(|side| side.word().to_owned()),
        you_won: None,
        aborted: ended.aborted,
        reason: Ending::By { reason: ended.reason, loser: None, turn },
        margin: ended.margin.map(|margin| margin.to_string()),
        tally: tally(&game.row.board()?, ended),
        played: Vec::new(),
        comments: Vec::new(),
        rating: None,
        ratings: Vec::new(),
        record: String::new(),
        stands: None,
    }))
}

/// How a game ended, as everybody is told.
struct Over {
    ended: Ended,
    reason: Ending,
    tally: Option<Tally>,
}

/// What was counted at the end.
fn tally(position: &Position, ended: &Ended) -> Option<Tally> {
    match (ended.reason, ended.winner, ended.margin) {
        (Reason::Stones, ..) => position.stones().map(Tally::Stones),
        (Reason::Counted, ..) => position.count().map(|count| Tally::TurnsLeft([count.white, count.black])),
        // A margin is half a turn more than what the winner could still play; the other can play none.
        (Reason::NoTurn, Some(winner), Some(margin)) => {
            let mut left = [Bounds { min: 0, max: 0 }; 2];
            left[winner as usize] = Bounds { min: margin.halves / 2, max: margin.halves / 2 };
            Some(Tally::TurnsLeft(left))
        }
        _ => None,
    }
}

fn result_news(
    now: Now<'_>,
    game: &mut Seated,
    over: &Over,
    side: Option<Side>,
    since: i64,
    rating: Option<String>,
) -> Result<ResultNews, ServiceError> {
    let (played, comments) = match side {
        Some(side) => {
            let news = board::turn_news(now, game, side, None)?;
            (news.played, news.comments)
        }
        None => (board::played_since(now, game, since, None)?, Vec::new()),
    };
    let ended = &over.ended;
    Ok(ResultNews {
        winner: ended.winner.map(|side| side.word().to_owned()),
        you_won: side.and_then(|side| ended.winner.map(|winner| winner == side)),
        aborted: ended.aborted,
        reason: over.reason.clone(),
        margin: ended.margin.map(|margin| margin.to_string()),
        tally: over.tally,
        played,
        comments,
        rating,
        ratings: Vec::new(),
        record: recording::record_of(now.tx, game)?.to_string(),
        stands: match side {
            Some(side) => results::stands(now, &game.row, side)?,
            None => None,
        },
    })
}
