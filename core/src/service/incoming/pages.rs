//! The secrets of pages: whose board one opens, for how long, and what can be done there.

use crate::command::Command;
use crate::game::Game;
use crate::service::now::Now;
use crate::service::{DAY, ServiceError};
use crate::store::Player;

/// How long a page still shows a game that is over. Nothing can be done there any more.
const AFTERWARDS: i64 = 60 * DAY;

/// Who opens a board with this secret, and which; none if it isn't ours, or has ended. It ends some time after the game,
/// or when its player wants no pages any more, is suspended or forgotten.
pub(in crate::service) fn whose(now: Now<'_>, secret: &str) -> Result<Option<(Player, Game)>, ServiceError> {
    let Some(named) = now.key.verify_page(secret) else { return Ok(None) };
    let Some(game) = now.tx.game(named.game)? else { return Ok(None) };
    let Some(mut player) = now.tx.player(named.player)? else { return Ok(None) };
    // A guest who turned out to be somebody keeps the page that is open.
    if let Some(known) = player.became {
        let Some(known) = now.tx.player(known)? else { return Ok(None) };
        player = known;
    }
    let plays = game.side_of(player.id).is_some();
    let ended = game.ended.is_some_and(|ended| now.at > ended.at.saturating_add(AFTERWARDS));
    let open = plays && !ended && player.page_links && !player.suspended && !player.forgotten;
    Ok(open.then_some((player, game)))
}

/// Whether that can be done on a page. Whoever got hold of its secret can lose a game there, but nothing else. A guest has
/// nothing but the page.
pub(super) fn allows(command: &Command, by: Option<&Player>) -> bool {
    match command {
        Command::Turn { .. } | Command::Say { .. } | Command::Draw { .. } | Command::Resign { sure: false, .. } => true,
        Command::Resign { sure: true, .. } | Command::Undo(_) => by.is_some_and(|player| player.guest.is_some()),
        _ => false,
    }
}
