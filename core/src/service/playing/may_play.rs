//! Who may act in a running game, and in which.

use crate::game::GameNumber;
use crate::notice::told::playing;
use crate::rules::Side;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::playing::time_up;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::Player;

/// The running game in which the requester acts, with their side, and the revision of the board that is answered.
/// Refuses if it isn't clear which game is meant, or if they may not.
pub fn my_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    for_turn: Option<&str>,
) -> Result<Option<(Seated, Side, Option<i64>)>, ServiceError> {
    let me = registering::need_player(now, who)?;
    let found = match whose::at_hand(who, &me, number)? {
        Some(found) => Some(found),
        None => whose::which_game(now, out, who, &me, number, for_turn)?,
    };
    let Some((mut game, revision)) = found else { return Ok(None) };
    Ok(may_play(now, out, who, &mut game, &me)?.map(|side| (game, side, revision)))
}

/// The side of a player who may act in a running game; otherwise refuses. An expired clock is dealt with first.
pub fn may_play(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: &mut Seated,
    me: &Player,
) -> Result<Option<Side>, ServiceError> {
    let number = game.row.number;
    let Some(side) = game.side_of(me) else {
        out.refuse(who, Some(game), playing::Why::BetweenOthers(number))?;
        return Ok(None);
    };
    if game.row.is_late(now.at) {
        time_up::time_is_up(now, out, game)?;
        // The mail with the result says everything.
        if game.row.ended.is_some() && who.via == Via::Mail && now.destination(me)?.is_some() {
            return Ok(None);
        }
    }
    if let Some(ended) = &game.row.ended {
        let why = playing::Why::Over { number, reason: ended.reason };
        out.refuse(who, Some(game), why)?;
        return Ok(None);
    }
    if game.row.adjourned {
        out.refuse(who, Some(game), playing::Why::Adjourned(number))?;
        return Ok(None);
    }
    Ok(Some(side))
}
