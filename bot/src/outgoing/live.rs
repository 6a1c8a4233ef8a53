//! The board of a game that both players sit at: one message, which each turn changes, and a ping beside it. A new
//! picture for each turn would fill the thread within minutes.

use std::sync::Arc;

use serenity::all::{ChannelId, MessageId, MessageReference};
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::game::GameNumber;
use turnpost_core::notice::{News, Notice};
use turnpost_core::store::Place;

use crate::desk::Desk;
use crate::outgoing::post::Post;
use crate::outgoing::{phrase, show};
use crate::wire::{DELIVERY, Trouble, patiently};

/// Changes a live game's board. False if it isn't one, or has no board yet that can be changed.
pub(super) async fn change(
    desk: &Arc<Desk>,
    http: &Http,
    (number, place): (GameNumber, &Place),
    (id, notice): (i64, &Notice),
    post: &Post,
) -> Result<bool, Trouble> {
    let Some(board) = place.message.filter(|_| matches!(notice.news, News::YourTurn(_))) else { return Ok(false) };
    if !desk.look_up(move |service| service.is_live(number)).await.unwrap_or(false) {
        return Ok(false);
    }
    let at = (ChannelId::new(place.channel.max(1)), MessageId::new(board.max(1)));
    let edited = patiently(DELIVERY, || {
        let edit = post.rewrite();
        async move { edit.execute(http, (at.0, at.1, None)).await }
    });
    match edited.await {
        Ok(_) => {}
        Err(trouble @ (Trouble::Later(_) | Trouble::Token)) => return Err(trouble),
        // It was deleted, or has been changed too often: the next one is new.
        Err(_) => return Ok(false),
    }
    if let Some(ping) = ping(notice) {
        let sent = patiently(DELIVERY, || {
            let message = ping.reply(MessageReference::from(at), id);
            async move { message.execute(http, (at.0, None)).await }
        });
        // Once the next turn is shown it is of no more use.
        desk.note_refusal(number, place.channel, sent.await?.id.get());
    }
    Ok(true)
}

/// What tells the player to move that the board has changed, which an edit doesn't.
fn ping(notice: &Notice) -> Option<Post> {
    let mention = phrase::mention(notice)?;
    // The board may be far above by now; the picker shows it, too.
    let rows = notice.game.as_ref().map(|game| show::board_buttons(show::at(game))).unwrap_or_default();
    Some(Post { content: phrase::news(notice), mention: Some(mention), rows, ..Post::default() })
}
