//! Digests: the games that wait for a player, once a day, and the tables that have changed.

use crate::notice::{DigestRow, News};
use crate::service::ServiceError;
use crate::service::events::news;
use crate::service::now::Now;
use crate::service::people::preferences;
use crate::service::playing::board;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seated::Seated;
use crate::store::Player;
use crate::token::Subject;

/// Sends the digests due; nothing is sent if no game waits.
pub fn digests(now: Now<'_>, out: &mut Outgoing<'_>) -> Result<bool, ServiceError> {
    for player in now.tx.digests_due(now.at)? {
        send_digest(now, out, &player)?;
        preferences::plan_digest(now, &player)?;
    }
    Ok(false)
}

fn send_digest(now: Now<'_>, out: &mut Outgoing<'_>, player: &Player) -> Result<(), ServiceError> {
    let Some((_, address)) = now.destination(player)? else { return Ok(()) };
    let mut waiting = now.tx.running_games(player.id)?;
    waiting.retain(|row| row.to_move.is_some() && row.to_move == row.side_of(player.id));
    waiting.sort_by_key(|row| (row.clock.deadline().unwrap_or(i64::MAX), row.number));
    let mut rows = Vec::new();
    let mut shown = Vec::new();
    for row in waiting {
        let game = Seated::of(now.tx, row)?;
        let Some(side) = game.side_of(player) else { continue };
        let heading = game.heading();
        let subject = Subject::Game { number: heading.number, revision: heading.revision };
        shown.push((heading.number, heading.revision));
        let opponent = game.at(side.other()).name.clone();
        rows.push(DigestRow {
            last: game.row.last.as_ref().map(|(_, turn)| (opponent.clone(), turn.clone())),
            comments: board::comments_for(now, &game, player)?,
            opponent,
            deadline: game.row.clock.deadline(),
            board: game.board(Some(side)),
            page: out.own_page(player, heading.number),
            token: address.as_ref().map(|address| now.secret(address.id, subject)),
            game: heading,
        });
    }
    if rows.is_empty() {
        return Ok(());
    }
    let events = news::for_digest(now, player)?;
    let id = now.tx.insert_digest(player.id, &shown, now.at)?;
    let topic = Topic { digest: Some(id), ..Topic::default() };
    out.tell(player, topic, News::Digest { rows, events })
}
