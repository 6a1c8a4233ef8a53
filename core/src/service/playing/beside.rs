//! Telling players of events other than turns, together with the board where they don't see it already.

use crate::notice::{Beside, News, Preface, TurnNews};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::now::{Now, wants_mail};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seat::{Seat, seat_of};
use crate::service::seated::Seated;

/// Tells one side something about a game, with the board and whose turn it is, and the opponent's words about it.
pub fn tell_player(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &Seated,
    side: Side,
    what: Beside,
    words: Option<String>,
) -> Result<(), ServiceError> {
    let in_discord = !wants_mail(game.at(side)) && game.reach[side as usize].discord.is_some();
    let comments = words.map(|words| (game.at(side.other()).name.clone(), words)).into_iter().collect();
    let news = aside(game, side, what, comments, in_discord);
    tell_at_table(now, out, game, side, game.topic(Some(side)), news)
}

/// Tells one side something where the game is played: in its place in Discord, or wherever they are reached.
pub fn tell_at_table(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &Seated,
    side: Side,
    topic: Topic,
    news: News,
) -> Result<(), ServiceError> {
    match seat_of(now, game, side)? {
        Seat::InPlace { channel, user } => {
            out.tell_place(channel, Some(user), topic, news);
        }
        Seat::Elsewhere => out.tell_by(game.at(side), &game.reach[side as usize], topic, news),
    }
    Ok(())
}

/// A short answer about a game, with its board and whose turn it is.
pub fn say_done(out: &mut Outgoing<'_>, who: &Requester, game: &Seated, side: Side, what: Beside) {
    let news = aside(game, side, what, Vec::new(), who.via == Via::Discord);
    out.answer(who, game.topic(Some(side)), news);
}

/// News other than a turn, for a player who may still have to move. In Discord the board and its buttons are already
/// there, so words are enough.
fn aside(game: &Seated, side: Side, what: Beside, comments: Vec<(String, String)>, in_discord: bool) -> News {
    let to_move = game.to_move().filter(|_| !game.row.adjourned);
    let mine = to_move.is_some() && game.row.to_move == Some(side);
    if in_discord {
        return News::Aside { what, to_move: to_move.map(|(name, _)| name), mine, comments };
    }
    let news = TurnNews {
        played: Vec::new(),
        preface: vec![Preface::Beside(what)],
        comments,
        to_move,
        deadline: game.row.clock.deadline(),
        forfeit: game.row.forfeit,
        pattern: game.row.setup.game.pattern().to_owned(),
        remarks: Vec::new(),
    };
    if mine { News::YourTurn(news) } else { News::Receipt(news) }
}
