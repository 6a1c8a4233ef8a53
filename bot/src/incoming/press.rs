//! Buttons and selects. All they know is in their `custom_id`; who may do what is checked anew each time.

use std::sync::Arc;

use serenity::all::{
    ActionRowComponent, ButtonKind, ComponentInteraction, ComponentInteractionDataKind, InteractionContext, Message,
    MessageFlags,
};
use serenity::http::Http;
use turnpost_core::command::parse::parse_command;
use turnpost_core::command::{Answer, Command};
use turnpost_core::notice::{Audience, Undone};
use turnpost_core::request::Context;
use turnpost_core::rules::Position;
use turnpost_core::service::Glance;
use turnpost_core::store::Delivery;
use turnpost_core::text::in_discord::{
    self, BOARD_CHANGED, NOT_YOUR_TURN, NOT_YOUR_UNDO, NOT_YOURS, ONLY_TYPED, OUT_OF_ORDER, OVER, UNREADABLE,
};

use crate::custom_id::{At, BoardButton, ChallengeReply, Press};
use crate::desk::Desk;
use crate::incoming::asking::{self, Asker};
use crate::incoming::{modal, slash};
use crate::limits::pace::Verdict;
use crate::markdown::plain;
use crate::outgoing::answer::{Acknowledged, Waiting};
use crate::outgoing::post::Post;
use crate::outgoing::{deliver, show};
use crate::picker;

/// Somebody clicked a button or chose something.
pub(crate) async fn component(desk: &Arc<Desk>, http: &Http, component: &ComponentInteraction) {
    let waiting = Waiting { http, id: component.id, token: &component.token };
    match desk.may_ask(component.user.id.get()) {
        Verdict::Go => {}
        Verdict::Tell => return waiting.slow_down().await,
        Verdict::Drop => return,
    }
    let ticket = desk.order.ticket(component.channel_id.get(), component.id.get());
    let private = component.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    // A step of the picker is only ever in a message that its owner alone sees; in any other it is forged.
    let step = |press: &Press| matches!(press, Press::Pick(..) | Press::Show(..) | Press::Play(..) | Press::Close);
    let id = component.data.custom_id.as_str();
    let press = Press::read(id).filter(|press| (private || !step(press)) && offers(&component.message, id, press));
    // A modal must be the first answer, so nothing is acknowledged before it.
    if let Some(modal) = modal::behind(desk, press.as_ref(), component.user.id.get()).await {
        waiting.respond(&modal).await;
        return;
    }
    let how = match press {
        Some(Press::Challenge(_, ChallengeReply::Accept | ChallengeReply::Decline | ChallengeReply::House))
        | Some(Press::Answer(..)) => Acknowledged::InPlace,
        Some(Press::Pick(..) | Press::Show(..) | Press::Play(..) | Press::Close) => Acknowledged::InPlace,
        Some(Press::Page(..)) => Acknowledged::InPlace,
        _ => Acknowledged::Aside,
    };
    waiting.acknowledge(how).await;
    let direct = component.guild_id.is_none() && component.context == Some(InteractionContext::BotDm);
    let here = Here { channel: component.channel_id.get(), private: private || direct };
    let key = format!("i{}", component.id);
    let asker = Asker { user: &component.user, key, place: None, direct, ticket, others: Vec::new() };
    match press {
        None => _ = waiting.show(&Post::text(UNREADABLE)).await,
        Some(Press::Close) => waiting.remove().await,
        Some(Press::Challenge(number, reply)) => {
            challenge(desk, &waiting, &asker, number, reply).await;
        }
        Some(Press::Answer(question, yes)) => {
            let command = if yes { Command::Yes } else { Command::No };
            let handled = asker.ask(desk, Context::Question(question), vec![Ok(command)], None).await;
            // What only they see becomes the answer; what all see keeps its words and loses its buttons in time.
            let done = handled.as_ref().is_some_and(|handled| !asking::refused(handled));
            let how = if private && done { Acknowledged::Aside } else { how };
            waiting.answer(desk, handled, how).await;
        }
        Some(Press::Page(number, line)) => page(desk, &waiting, &asker, here, (number, &line)).await,
        Some(Press::Board(at, button)) => board(desk, &waiting, &asker, at, button).await,
        Some(Press::Pick(at, _, path)) => {
            let way = match &component.data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
                _ => None,
            };
            choose(desk, &waiting, &asker, at, path, way.unwrap_or_default()).await;
        }
        Some(Press::Show(at, path)) => pick(desk, &waiting, &asker, at, &path).await,
        Some(Press::Play(at, turn)) => play(desk, &waiting, &asker, at, turn).await,
        Some(Press::Typed(_) | Press::Tried(_)) => _ = waiting.show(&Post::text(UNREADABLE)).await,
    }
    waiting.show_kept(desk, component.user.id.get()).await;
}

/// Whether a message has a button or select with this id; any other id is forged. If a message lost its buttons just as
/// one was pressed, presses that leave it unchanged still count.
fn offers(message: &Message, id: &str, press: &Press) -> bool {
    if message.components.is_empty() {
        return matches!(press, Press::Board(..) | Press::Challenge(_, ChallengeReply::Accept | ChallengeReply::Rules));
    }
    message.components.iter().flat_map(|row| &row.components).any(|part| match part {
        ActionRowComponent::Button(button) => {
            matches!(&button.data, ButtonKind::NonLink { custom_id, .. } if custom_id == id)
        }
        ActionRowComponent::SelectMenu(select) => select.custom_id.as_deref() == Some(id),
        _ => false,
    })
}

async fn challenge(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, number: i64, reply: ChallengeReply) {
    let (command, how) = match reply {
        ChallengeReply::Accept => (Command::Accept(Some(number)), Acknowledged::InPlace),
        ChallengeReply::Decline => (Command::Decline(Some(number)), Acknowledged::InPlace),
        ChallengeReply::House => (Command::House { game: Some(number), level: None }, Acknowledged::InPlace),
        ChallengeReply::Rules => {
            let game = desk.look_up(move |service| service.game_name(number)).await.flatten();
            (Command::Rules(game), Acknowledged::Aside)
        }
    };
    let handled = asker.ask(desk, Context::Fresh, vec![Ok(command)], None).await;
    let done = handled.as_ref().is_some_and(|handled| !asking::refused(handled));
    if let (true, Some(handled)) = (done && reply == ChallengeReply::Decline, &handled) {
        // Its message soon says so, for all to see. Where we can't edit it ourselves, the click lets us.
        let place = desk.look_up(move |service| service.place(number)).await.flatten();
        if place.is_none_or(|place| place.message.is_none()) {
            let words = in_discord::declined(&plain(asker.user.display_name()), number);
            let _ = waiting.show(&Post::text(words)).await;
        }
        for owed in &handled.answers {
            desk.settle(owed.id, Delivery::Sent).await;
        }
        return;
    }
    if done && matches!(reply, ChallengeReply::Accept | ChallengeReply::House) {
        // In a server the thread is pointed to, once it is open.
        let place = desk.look_up(move |service| service.place(number)).await.flatten();
        if place.is_none() || asker.direct {
            let _ = waiting.show(&Post::text(in_discord::game_is_on(number, None))).await;
        }
    }
    waiting.answer(desk, handled, how).await;
}

async fn board(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At, button: BoardButton) {
    if button == BoardButton::Move {
        return pick(desk, waiting, asker, at, "").await;
    }
    let Some(glance) = glance(desk, waiting, asker, at.game).await else { return };
    let command = match button {
        BoardButton::More => {
            let menu = show::menu(&glance);
            _ = waiting.show(&menu).await;
            return;
        }
        BoardButton::Flip => {
            let post = show::flipped(desk, glance).await;
            _ = waiting.show(&post).await;
            return;
        }
        BoardButton::History => Command::History(Some(at.game)),
        BoardButton::Draw => Command::Draw { game: Some(at.game), answer: Answer::Offer },
        BoardButton::Resign => Command::Resign { game: Some(at.game), sure: false },
        BoardButton::Claim => Command::Claim(Some(at.game)),
        BoardButton::Rematch => Command::Rematch(Some(at.game)),
        BoardButton::Undo => return undo(desk, waiting, asker, at, glance).await,
        // A modal opens at once for those who may use it.
        BoardButton::Type | BoardButton::Preview => {
            let words = may_not(&glance).unwrap_or(BOARD_CHANGED);
            let post = show::as_it_is(desk, glance, words).await;
            _ = waiting.show(&post).await;
            return;
        }
        BoardButton::Move => return,
    };
    let context = Context::Game { number: at.game, revision: Some(at.revision) };
    let mut handled = asker.ask(desk, context, vec![Ok(command)], None).await;
    if let Some(owed) = handled.as_mut().and_then(|handled| asking::take_challenge(handled, |_| None)) {
        return slash::post_challenge(desk, waiting, &owed, true, None).await;
    }
    waiting.answer(desk, handled, Acknowledged::Aside).await;
}

/// Shows another page of something that can be asked for again.
async fn page(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, here: Here, (page, line): (usize, &str)) {
    let shows = |command: &Command| {
        let all_may_see = here.private || Audience::of_command(command) == Audience::Everyone;
        all_may_see && Undone::by_command(command) == Undone::Shown
    };
    let command = match parse_command(line).ok().map(|(commands, _)| commands).as_deref() {
        Some([command]) if shows(command) => command.clone(),
        _ => {
            _ = waiting.show(&Post::text(UNREADABLE)).await;
            return;
        }
    };
    let context = asking::context_of(desk, here.channel).await;
    let handled = asker.ask(desk, context, vec![Ok(command)], None).await;
    for owed in handled.map(|handled| handled.answers).unwrap_or_default() {
        let id = owed.id;
        let post = show::page(desk, owed, Some(page)).await;
        if waiting.show(&post).await.is_ok() {
            desk.settle(id, Delivery::Sent).await;
        }
    }
}

/// Where something was pressed.
#[derive(Clone, Copy)]
struct Here {
    channel: u64,
    /// Whether only the one who pressed it sees the message.
    private: bool,
}

async fn pick(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At, path: &str) {
    let Some(glance) = my_move(desk, waiting, asker, at).await else { return };
    let post = picked(desk, at, glance, path).await;
    _ = waiting.show(&post).await;
}

/// Something was chosen in the picker's view at a path. A whole turn is played at once, unless they want to be asked.
async fn choose(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At, path: String, way: String) {
    let Some(glance) = my_move(desk, waiting, asker, at).await else { return };
    let confirm = glance.confirm;
    let (position, asked) = (glance.board.now().ok(), (path.clone(), way.clone()));
    let whole = desk.blocking(move |_| position.and_then(|position| picker::chosen(&position, &asked.0, &asked.1)));
    let post = match whole.await.flatten() {
        Some(true) if !confirm => return play(desk, waiting, asker, at, way).await,
        Some(true) => view(desk, at, glance, move |position| picker::confirm(position, &way)).await,
        Some(false) => picked(desk, at, glance, &way).await,
        // A real choice is one of those that its select offers; anything else is forged.
        None => picked(desk, at, glance, &path).await,
    };
    _ = waiting.show(&post).await;
}

/// Plays a turn that was picked.
async fn play(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At, turn: String) {
    let command = Command::Turn { game: Some(at.game), guard: None, text: turn.clone() };
    let context = Context::Game { number: at.game, revision: Some(at.revision) };
    let mut handled = asker.ask(desk, context, vec![Ok(command)], None).await;
    if let Some(handled) = handled.as_mut().filter(|handled| !asking::refused(handled)) {
        deliver::tidy_up(desk, waiting.http, handled).await;
        // The picker becomes the receipt: one private line, with a way to take the turn back.
        let words = in_discord::played(&turn);
        let (id, post) = match asking::take_receipt(handled) {
            Some(owed) => (Some(owed.id), show::receipt(desk, owed, words).await),
            None => (None, Post::text(words)),
        };
        if let (Ok(()), Some(id)) = (waiting.show(&post).await, id) {
            desk.settle(id, Delivery::Sent).await;
        }
    }
    waiting.answer(desk, handled, Acknowledged::InPlace).await;
}

/// The game, if it is the asker's turn and they click on its newest board; otherwise they are shown how it is.
async fn my_move(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At) -> Option<Glance> {
    let glance = glance(desk, waiting, asker, at.game).await?;
    if may_move(&glance) && !has_moved(desk, at).await {
        return Some(glance);
    }
    let words = may_not(&glance).unwrap_or(BOARD_CHANGED);
    let post = show::as_it_is(desk, glance, words).await;
    _ = waiting.show(&post).await;
    None
}

/// Takes back the turn that a board shows, for whoever played it and while it is the last.
async fn undo(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, at: At, glance: Glance) {
    let words = match glance.to_move {
        None => OVER,
        _ if has_moved(desk, at).await => BOARD_CHANGED,
        // Against the house both turns are taken back.
        to_move if to_move == glance.side && !glance.against_house => NOT_YOUR_UNDO,
        _ => {
            let context = Context::Game { number: at.game, revision: Some(at.revision) };
            let handled = asker.ask(desk, context, vec![Ok(Command::Undo(Some(at.game)))], None).await;
            return waiting.answer(desk, handled, Acknowledged::Aside).await;
        }
    };
    let post = show::as_it_is(desk, glance, words).await;
    _ = waiting.show(&post).await;
}

/// The picker's view at a path; an impossible path starts over.
async fn picked(desk: &Arc<Desk>, at: At, glance: Glance, path: &str) -> Post {
    let path = path.to_owned();
    view(desk, at, glance, move |position| picker::view(position, &path).or_else(|_| picker::view(position, ""))).await
}

async fn view(
    desk: &Arc<Desk>,
    at: At,
    glance: Glance,
    look: impl FnOnce(&Position) -> Result<picker::View, picker::NoView> + Send + 'static,
) -> Post {
    let made = desk.draw(move |desk| {
        let view = look(&glance.board.now().ok()?).ok()?;
        Some(show::picker(desk, at, &glance, view))
    });
    made.await.flatten().unwrap_or_else(|| Post::text(ONLY_TYPED))
}

/// The game as the asker may see it. Somebody who doesn't play in it is told so.
async fn glance(desk: &Arc<Desk>, waiting: &Waiting<'_>, asker: &Asker<'_>, number: i64) -> Option<Glance> {
    let user = asker.user.id.get();
    let found = desk.look_up(move |service| service.glance(number, user)).await;
    let words = match found {
        Some(Some(glance)) if glance.side.is_some() => return Some(glance),
        Some(_) => NOT_YOURS,
        None => OUT_OF_ORDER,
    };
    _ = waiting.show(&Post::text(words)).await;
    None
}

/// Whether the board is another than the one that was clicked on.
async fn has_moved(desk: &Arc<Desk>, at: At) -> bool {
    desk.look_up(move |service| service.has_moved_since(at.game, at.revision)).await.unwrap_or(true)
}

fn may_move(glance: &Glance) -> bool {
    glance.to_move.is_some() && glance.to_move == glance.side
}

fn may_not(glance: &Glance) -> Option<&'static str> {
    match glance.to_move {
        None => Some(OVER),
        to_move if to_move != glance.side => Some(NOT_YOUR_TURN),
        _ => None,
    }
}
