//! Boards that follow a game in a channel: posted once, then changed in place. Whatever happened meanwhile, they show the
//! newest position, so nothing is owed for them.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ChannelId, MessageId};
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::service::Shown;
use turnpost_core::store::Spectacle;
use turnpost_core::text::in_discord::spectating;

use crate::desk::Desk;
use crate::markdown::plain;
use crate::outgoing::draw;
use crate::outgoing::post::Post;
use crate::wire::{DELIVERY, Trouble, patiently};

/// How often they are looked at, and how often at most when a game goes on.
const LOOK: Duration = Duration::from_secs(1);
const BREATH: Duration = Duration::from_millis(200);

/// Keeps them up to date, for ever.
pub(crate) async fn run(desk: &Arc<Desk>, http: &Arc<Http>) {
    loop {
        tokio::time::sleep(BREATH).await;
        tokio::select! {
            () = desk.gone_on.notified() => {}
            () = tokio::time::sleep(LOOK - BREATH) => {}
        }
        for (board, shown) in desk.look_up(|service| service.boards_behind()).await.unwrap_or_default() {
            desk.throttle.pass().await;
            bring_up_to_date(desk, http, board, shown).await;
        }
    }
}

/// Posts a board that follows a game from now on.
pub(crate) async fn post(
    desk: &Arc<Desk>,
    http: &Http,
    shown: Shown,
    (channel, user, asked): (u64, u64, u64),
) -> Result<(), Trouble> {
    let (game, revision) = (shown.glance.heading.number, shown.glance.heading.revision);
    let post = made(desk, shown).await;
    let to = ChannelId::new(channel.max(1));
    let sent = patiently(DELIVERY, || {
        let message = post.apart(format!("w{asked}"));
        async move { message.execute(http, (to, None)).await }
    });
    let board = Spectacle { game, channel, message: sent.await?.id.get(), revision, user };
    // One that was there before has had its day.
    let before = desk.look_up(move |service| service.followed(game, channel)).await.flatten();
    desk.change(move |service| service.follow(board)).await;
    if let Some(before) = before.filter(|before| before.message != board.message) {
        remove(http, before).await;
    }
    Ok(())
}

/// Removes a board that is no longer wanted.
pub(crate) async fn remove(http: &Http, board: Spectacle) {
    let (channel, message) = (ChannelId::new(board.channel.max(1)), MessageId::new(board.message.max(1)));
    let deleted = patiently(DELIVERY, || http.delete_message(channel, message, None)).await;
    if let Err(trouble) = deleted {
        tracing::debug!(%trouble, "a board that follows a game stays");
    }
}

async fn bring_up_to_date(desk: &Arc<Desk>, http: &Http, board: Spectacle, shown: Option<Shown>) {
    let over = shown.as_ref().is_none_or(|shown| shown.glance.to_move.is_none());
    let revision = shown.as_ref().map_or(board.revision, |shown| shown.glance.heading.revision);
    let post = match shown {
        Some(shown) => made(desk, shown).await,
        None => Post::text(spectating::PRIVATE),
    };
    let at = (ChannelId::new(board.channel.max(1)), MessageId::new(board.message.max(1)), None);
    let edited = patiently(DELIVERY, || {
        let edit = post.rewrite();
        async move { edit.execute(http, at).await }
    });
    match edited.await {
        Ok(_) => _ = desk.change(move |service| service.shows_now(Spectacle { revision, ..board }, over)).await,
        // It is looked at again.
        Err(Trouble::Later(_) | Trouble::Token) => {}
        Err(trouble) => {
            tracing::info!(%trouble, game = board.game, "a board that followed a game is gone");
            desk.change(move |service| service.unfollow(board.game, board.channel)).await;
        }
    }
}

async fn made(desk: &Arc<Desk>, shown: Shown) -> Post {
    let work = move |desk: &Desk| {
        let [first, second] = spectating::board(&shown.standing, shown.last.as_ref());
        let content = format!("**{}**\n{}", plain(&first), with_code(&second));
        Post { content, picture: draw::glance(desk, &shown.glance, false), ..Post::default() }
    };
    desk.draw(work).await.unwrap_or_default()
}

/// Words in which a turn is written between backticks.
fn with_code(words: &str) -> String {
    let parts = words.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 0 { plain(part) } else { format!("`{part}`") }).collect()
}
