//! The outbox worker: posts what is owed to places and people in Discord, opens a game's thread, and removes the
//! buttons from boards that are no longer the newest.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ChannelId, CreateMessage, EditMessage, Message, MessageId, UserId};
use serenity::builder::Builder as _;
use serenity::http::{Http, MessagePagination};
use tokio::sync::watch;
use tokio::task::JoinSet;
use turnpost_core::clock::moment::now;
use turnpost_core::event::EventNumber;
use turnpost_core::game::GameNumber;
use turnpost_core::notice::told::{events, lobby};
use turnpost_core::notice::{Destination, News, Told};
use turnpost_core::service::Handled;
use turnpost_core::store::{Channel, Delivery, Obstacle, Owed, Place};

use crate::desk::{AskedHere, Desk};
use crate::outgoing::post::{Picture, Post};
use crate::outgoing::{door, live, pages, place as places, show, sight};
use crate::wire::{DELIVERY, Trouble, UNKNOWN_MEMBER, patiently};

/// Deliveries at a time.
const PARALLEL: usize = 16;
/// How long a notice is ours once taken, in seconds: longer than any delivery is tried.
const LEASE: i64 = 180;
/// How often the outbox is checked without being told to: other processes fill it, too.
const LOOK: Duration = Duration::from_secs(1);
/// How long deliveries in progress may take once we are told to stop.
const FINISHED: Duration = Duration::from_secs(5);
/// How many direct messages are looked through for the last board.
const LOOKED_BACK: u8 = 50;
/// What tells the line of an event's posts from that of a game's.
const EVENTS: u64 = 1 << 63;
/// Pauses before a notice is tried again, in seconds.
const AGAIN: [i64; 5] = [5, 30, 120, 600, 3600];

/// Delivers until told to stop, then finishes and records what is in progress, so that nothing is sent twice.
pub(crate) async fn run(desk: &Arc<Desk>, http: &Arc<Http>, mut stop: watch::Receiver<bool>) {
    let mut running = JoinSet::new();
    loop {
        let room = u32::try_from(PARALLEL.saturating_sub(running.len())).unwrap_or(0);
        if room > 0 {
            let due = desk.change(move |service| service.pending(Channel::Discord, now(), LEASE, room)).await;
            for owed in due.unwrap_or_default() {
                let (desk, http) = (Arc::clone(desk), Arc::clone(http));
                running.spawn(async move { _ = one(&desk, &http, owed).await });
            }
        }
        for asked in desk.settled_questions().await {
            let http = Arc::clone(http);
            running.spawn(async move { without_buttons(&http, asked.channel, asked.message).await });
        }
        tokio::select! {
            Some(_) = running.join_next(), if !running.is_empty() => {}
            () = desk.owed.notified() => {}
            () = tokio::time::sleep(LOOK) => {}
            _ = stop.wait_for(|stopping| *stopping) => break,
        }
    }
    _ = tokio::time::timeout(FINISHED, async { while running.join_next().await.is_some() {} }).await;
}

/// Posts a challenge where it was made, and stores where that is. False if the bot can't post there by itself.
pub(crate) async fn challenge(desk: &Arc<Desk>, http: &Http, channel: ChannelId, owed: &Owed, post: &Post) -> bool {
    let posted = post_challenge(desk, http, channel, owed, post).await;
    if let Err(trouble) = &posted {
        tracing::info!(%trouble, "a challenge was not posted by the bot itself");
    }
    posted.is_ok()
}

async fn post_challenge(
    desk: &Arc<Desk>,
    http: &Http,
    channel: ChannelId,
    owed: &Owed,
    post: &Post,
) -> Result<(), Trouble> {
    let message = send(http, channel, post, owed.id).await?;
    if let Some(game) = &owed.notice.game {
        let place = Place { channel: channel.get(), parent: None, message: Some(message.id.get()) };
        places::set(desk, game.number, place).await;
    }
    Ok(())
}

/// What a delivery leaves to do.
#[derive(Default)]
struct LeftToDo {
    /// To be stored along with it: where the game is played, and its newest board.
    place: Option<(GameNumber, Place)>,
    /// The channel and message of a board that is no longer the newest.
    old: Option<(u64, u64)>,
}

/// Delivers a notice and records what became of it. Returns what went wrong, if anything did.
pub(crate) async fn one(desk: &Arc<Desk>, http: &Http, owed: Owed) -> Option<Trouble> {
    desk.throttle.pass().await;
    let (id, attempt, number) = (owed.id, owed.attempt, owed.notice.game.as_ref().map(|game| game.number));
    let in_place = matches!(owed.notice.to, Destination::DiscordPlace { .. });
    // The first board is for the channel and the second for its thread; which is the newest must be known in time. So it is
    // with an event, which has one post.
    let event = event_posted(&owed.notice.news).map(|event| EVENTS | event.cast_unsigned());
    let game = number.filter(|_| in_place).map(i64::cast_unsigned);
    let turn = game.or(event).map(|line| desk.posting.ticket(line, id.cast_unsigned()));
    if let Some(turn) = &turn {
        turn.wait().await;
    }
    let result = match owed.notice.to {
        Destination::DiscordPlace { channel, .. } => to_place(desk, http, owed, channel).await,
        Destination::DiscordUser(user) => to_user(desk, http, owed, user).await,
        _ => Err(Trouble::Refused("this is no notice for Discord".to_owned())),
    };
    let (left, trouble) = match result {
        Ok(left) => (left, None),
        Err(trouble) => (LeftToDo::default(), Some(trouble)),
    };
    let delivery = match &trouble {
        None => Delivery::Sent,
        Some(trouble @ (Trouble::Later(_) | Trouble::Token)) => {
            let pause = AGAIN[usize::try_from(attempt).unwrap_or(usize::MAX).min(AGAIN.len() - 1)];
            Delivery::Retry { at: now() + pause, why: trouble.to_string() }
        }
        Some(trouble) => match door::obstacle(trouble).filter(|_| in_place) {
            Some(obstacle) => Delivery::NotInPlace { obstacle, why: trouble.to_string() },
            None => Delivery::Failed { why: trouble.to_string() },
        },
    };
    let shut = matches!(delivery, Delivery::NotInPlace { obstacle: Obstacle::Shut, .. });
    if let Delivery::Failed { why } | Delivery::NotInPlace { why, .. } = &delivery {
        tracing::warn!(notice = id, %why, "a notice can't be delivered in Discord");
    }
    match left.place {
        Some((number, place)) => {
            desk.change(move |service| service.settle_board(id, number, place, now())).await;
        }
        None => desk.settle(id, delivery).await,
    }
    drop(turn);
    desk.owed.notify_one();
    if let (true, Some(number), Some(Trouble::Unreachable(code))) = (shut, number, &trouble) {
        door::tell(desk, http, number, *code).await;
    }
    if let Some((channel, message)) = left.old {
        without_buttons(http, channel, message).await;
    }
    trouble
}

/// An answer could not be shown where it was asked for. What Discord will never take is given up at once, since all that
/// follows for its reader waits behind it; anything else goes back to the outbox, which sends it as a direct message.
pub(crate) async fn hand_back(desk: &Arc<Desk>, id: i64, trouble: &Trouble) {
    let why = trouble.to_string();
    let delivery = match trouble {
        Trouble::Refused(_) => Delivery::Failed { why },
        _ => Delivery::Retry { at: now(), why },
    };
    desk.settle(id, delivery).await;
    desk.owed.notify_one();
}

/// Whether a user sees the boards of a game where everybody does, and the bot may write there.
pub(crate) async fn sees_place(desk: &Arc<Desk>, http: &Http, number: GameNumber, user: u64) -> bool {
    _ = sight::absent(desk, http, number, None).await;
    desk.look_up(move |service| service.sees_place(number, user)).await.unwrap_or(false)
}

async fn to_user(desk: &Arc<Desk>, http: &Http, owed: Owed, user: u64) -> Result<LeftToDo, Trouble> {
    let id = owed.id;
    // A reminder comes with the board and its buttons as well.
    let board = is_board(&owed.notice.news) || matches!(owed.notice.news, News::Reminder { .. });
    let game = owed.notice.game.as_ref().map(|game| game.number).filter(|_| board);
    let question = asked(&owed.notice.news);
    let post = show::notice(desk, owed).await;
    let recipient = serde_json::json!({"recipient_id": UserId::new(user.max(1))});
    let channel = patiently(DELIVERY, || http.create_private_channel(&recipient)).await?;
    if game.is_some() {
        let last = channel.last_message_id.map_or(channel.id.get(), |last| last.get());
        desk.hear(channel.id.get(), Some(user), last).await;
    }
    let sent = send(http, channel.id, &post, id).await?;
    note_question(desk, question, &sent);
    if let Some(game) = game {
        let before = match desk.newest_boards.get(&(game, user)) {
            Some(before) => Some(before),
            None => board_before(http, channel.id, sent.id, game).await,
        };
        desk.newest_boards.put((game, user), sent.id.get());
        let old = before.filter(|before| *before != sent.id.get()).map(|before| (channel.id.get(), before));
        return Ok(LeftToDo { place: None, old });
    }
    Ok(LeftToDo::default())
}

/// The last board of a game in direct messages, if it was sent before the program was restarted: found by its picture's
/// name.
async fn board_before(http: &Http, channel: ChannelId, newest: MessageId, game: GameNumber) -> Option<u64> {
    let older = Some(MessagePagination::Before(newest));
    let found = patiently(DELIVERY, || http.get_messages(channel, older, Some(LOOKED_BACK))).await;
    let shows = |message: &&Message| {
        let mut named = message.attachments.iter().filter_map(|file| Picture::named(&file.filename));
        !message.components.is_empty() && named.any(|(number, _)| number == game)
    };
    found.ok()?.iter().find(shows).map(|message| message.id.get())
}

/// The question that a message asks with buttons.
pub(crate) fn asked(news: &News) -> Option<i64> {
    match news {
        News::Question { id, .. } => Some(*id),
        News::Stale { question, .. } => *question,
        _ => None,
    }
}

/// Remembers where a question is asked, so that its buttons go once it is answered.
pub(crate) fn note_question(desk: &Desk, question: Option<i64>, sent: &Message) {
    let here = |question| AskedHere { question, channel: sent.channel_id.get(), message: sent.id.get() };
    question.map(here).into_iter().for_each(|asked| desk.note_question(asked));
}

fn is_board(news: &News) -> bool {
    matches!(news, News::YourTurn(_) | News::Result(_))
}

async fn to_place(desk: &Arc<Desk>, http: &Http, mut owed: Owed, channel: u64) -> Result<LeftToDo, Trouble> {
    let (id, mut notice) = (owed.id, owed.notice.clone());
    let Some(number) = notice.game.as_ref().map(|game| game.number) else {
        let event = event_posted(&notice.news);
        let post = show::notice(desk, owed).await;
        if let Some(event) = event {
            return post_event(desk, http, (event, channel), id, &post).await.map(|()| LeftToDo::default());
        }
        return send(http, ChannelId::new(channel.max(1)), &post, id).await.map(|_| LeftToDo::default());
    };
    let mut place = desk.look_up(move |service| service.place(number)).await.flatten().unwrap_or(Place {
        channel,
        parent: None,
        message: None,
    });
    if matches!(notice.news, News::Told { what: Told::Lobby(lobby::Told::Over { .. }) }) {
        return close_challenge(desk, http, owed, place).await.map(|()| LeftToDo::default());
    }
    if matches!(notice.news, News::Challenge(_)) {
        // The program ended while it was being posted. If it had arrived after all, Discord recognises the nonce.
        if place.message.is_some() || place.parent.is_some() {
            return Ok(LeftToDo::default());
        }
        let post = show::notice(desk, owed.clone()).await;
        let posted = post_challenge(desk, http, ChannelId::new(place.channel.max(1)), &owed, &post).await;
        return posted.map(|()| LeftToDo::default());
    }
    let board = is_board(&notice.news);
    if let Destination::DiscordPlace { mention, also, .. } = notice.to {
        let absent = sight::absent(desk, http, number, mention).await;
        let there = |user: &u64| !absent.contains(user);
        // What is for somebody alone goes to them alone. A board is for everybody, and names nobody who isn't there.
        if !board && mention.is_some_and(|user| !there(&user)) {
            return Err(Trouble::Unreachable(UNKNOWN_MEMBER));
        }
        let (mention, also) = (mention.filter(there), also.filter(there));
        notice.to = Destination::DiscordPlace { channel, mention, also };
        owed.notice.to = notice.to.clone();
    }
    if board && place.parent.is_none() {
        place = places::settle_in(http, &notice, place).await?;
        places::set(desk, number, place).await;
    }
    let reminder = matches!(notice.news, News::Reminder { .. });
    if board || reminder {
        // Refusals and the last reminder are of no more use.
        remove_refusals(desk, http, number).await;
    }
    let post = show::notice(desk, owed).await;
    if live::change(desk, http, (number, &place), (id, &notice), &post).await? {
        return Ok(LeftToDo { place: Some((number, place)), old: None });
    }
    // What is said there counts from the moment when people see the board.
    desk.heard.watch(place.channel);
    let sent = send(http, ChannelId::new(place.channel.max(1)), &post, id).await?;
    note_question(desk, asked(&notice.news), &sent);
    // Whoever is told beside the turns that it is theirs has the newest board, with its buttons.
    if board || matches!(notice.news, News::Aside { mine: true, .. }) {
        let before = place.message.replace(sent.id.get());
        let old = before.filter(|before| *before != sent.id.get()).map(|before| (place.channel, before));
        return Ok(LeftToDo { place: Some((number, place)), old });
    }
    if reminder {
        desk.note_refusal(number, place.channel, sent.id.get());
    }
    Ok(LeftToDo::default())
}

/// The event whose post a notice is.
fn event_posted(news: &News) -> Option<EventNumber> {
    match news {
        News::Told { what: Told::Events(events::Told::Post { event, .. }) } => Some(event.event.number),
        _ => None,
    }
}

/// An event has one post, which is changed in place. If it is gone there is a new one.
async fn post_event(
    desk: &Arc<Desk>,
    http: &Http,
    (event, channel): (EventNumber, u64),
    id: i64,
    post: &Post,
) -> Result<(), Trouble> {
    let place = ChannelId::new(channel.max(1));
    let before = desk.look_up(move |service| service.event(event)).await.flatten().and_then(|event| event.message);
    if let Some(message) = before {
        let edited = patiently(DELIVERY, || async {
            post.rewrite().execute(http, (place, MessageId::new(message.max(1)), None)).await
        });
        match edited.await {
            Ok(_) => return Ok(()),
            Err(trouble @ (Trouble::Later(_) | Trouble::Token)) => return Err(trouble),
            Err(trouble) => tracing::debug!(%trouble, "an event's post is gone; it gets a new one"),
        }
    }
    let message = send(http, place, post, id).await?.id.get();
    desk.change(move |service| service.event_posted(event, channel, message)).await;
    Ok(())
}

/// Says in place of a challenge what became of it. One that was never posted, or is gone, needs nothing.
async fn close_challenge(desk: &Arc<Desk>, http: &Http, owed: Owed, place: Place) -> Result<(), Trouble> {
    let Some(message) = place.message.filter(|_| place.parent.is_none()) else { return Ok(()) };
    let words = show::notice(desk, owed).await.content;
    let edited = patiently(DELIVERY, || async {
        let at = (ChannelId::new(place.channel.max(1)), MessageId::new(message.max(1)), None);
        EditMessage::new().content(&words).components(Vec::new()).execute(http, at).await
    });
    match edited.await {
        Err(trouble @ (Trouble::Later(_) | Trouble::Token)) => Err(trouble),
        Err(trouble) => {
            tracing::debug!(%trouble, "a challenge keeps its old words");
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}

/// Sends a post, in several messages if it is too long for one. Returns the last, which has its buttons.
async fn send(http: &Http, channel: ChannelId, post: &Post, id: i64) -> Result<Message, Trouble> {
    let mut parts = pages::in_parts(post);
    let last = parts.pop().unwrap_or_default();
    for (n, part) in parts.iter().enumerate() {
        sent(http, channel, || part.part(id, n)).await?;
    }
    sent(http, channel, || last.message(id)).await
}

async fn sent(http: &Http, channel: ChannelId, message: impl Fn() -> CreateMessage) -> Result<Message, Trouble> {
    patiently(DELIVERY, || {
        let message = message();
        async move { message.execute(http, (channel, None)).await }
    })
    .await
}

/// Removes the buttons of an old board, which is only a picture from then on.
async fn without_buttons(http: &Http, channel: u64, message: u64) {
    let edited = patiently(DELIVERY, || async {
        let at = (ChannelId::new(channel.max(1)), MessageId::new(message.max(1)), None);
        EditMessage::new().components(Vec::new()).execute(http, at).await
    });
    if let Err(trouble) = edited.await {
        tracing::debug!(%trouble, "an old board keeps its buttons; they will say that they are old");
    }
}

/// Removes what this process said about turns that were refused, once one was played. Where another process posts the next
/// board, it knows nothing of them.
pub(crate) async fn tidy_up(desk: &Arc<Desk>, http: &Http, handled: &Handled) {
    let played = handled.answers.iter().find(|owed| matches!(owed.notice.news, News::Receipt(_)));
    if let Some(game) = played.and_then(|owed| owed.notice.game.as_ref()).filter(|_| !desk.posts()) {
        remove_refusals(desk, http, game.number).await;
    }
}

async fn remove_refusals(desk: &Desk, http: &Http, number: GameNumber) {
    for (channel, message) in desk.take_refusals(number) {
        delete(http, channel, message).await;
    }
}

async fn delete(http: &Http, channel: u64, message: u64) {
    let (channel, message) = (ChannelId::new(channel.max(1)), MessageId::new(message.max(1)));
    let deleted = patiently(DELIVERY, || http.delete_message(channel, message, None)).await;
    if let Err(trouble) = deleted {
        tracing::debug!(%trouble, "a refusal stays");
    }
}
