//! What no other news told whom it concerns: plans that were played an hour ago, and that the house is off.

use crate::notice::News;
use crate::notice::told::time;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::board;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seat::seat_of;
use crate::service::seated::Seated;
use crate::store::Mode;

/// Tells of plans that were played an hour ago; true if there are more.
pub fn tell_plans(now: Now<'_>, out: &mut Outgoing<'_>, most: u32) -> Result<bool, ServiceError> {
    let due = now.tx.untold_plans(now.at, most)?;
    for &(number, side) in &due {
        now.tx.plan_told(number, side)?;
        let Some(row) = now.tx.game(number)? else { continue };
        // Whoever is to move has the board already, and so has whoever was told of anything since.
        if row.ended.is_some() || row.to_move == Some(side) || row.told[side as usize] >= row.revision {
            continue;
        }
        let mut game = Seated::of(now.tx, row)?;
        let player = game.at(side).clone();
        let sees_it = seat_of(now, &game, side)?.is_in_place();
        let wants_it = player.receipts && player.mode == Mode::Now;
        if sees_it || !wants_it || now.destination(&player)?.is_none() {
            continue;
        }
        let news = board::turn_news(now, &mut game, side, None)?;
        out.tell(&player, game.topic(Some(side)), News::Receipt(news))?;
        now.tx.update_game(&game.row)?;
    }
    Ok(due.len() == most as usize)
}

/// Tells whoever waits for the house, once, that it is off; true if there are more.
pub fn tell_house_is_off(now: Now<'_>, out: &mut Outgoing<'_>, most: u32) -> Result<bool, ServiceError> {
    if now.settings.house {
        return Ok(false);
    }
    let waiting = now.tx.waiting_in_vain(most)?;
    for &player in &waiting {
        now.tx.told_house_is_off(player)?;
        let games = now.tx.waits_for_house(player)?;
        let what = time::Told::HouseIsOff { games }.into();
        out.tell(&now.player(player)?, Topic::default(), News::Told { what })?;
    }
    Ok(waiting.len() == most as usize)
}
