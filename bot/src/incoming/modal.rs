//! The modals behind *Type* and *Preview*: what they look like, and what was typed into them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, ModalInteraction};
use serenity::http::Http;
use turnpost_core::command::Command;
use turnpost_core::command::parse::parse_command;
use turnpost_core::message;
use turnpost_core::request::Context;
use turnpost_core::rules::Position;
use turnpost_core::text::in_discord::{UNREADABLE, labels};

use crate::custom_id::{BoardButton, Press};
use crate::desk::Desk;
use crate::incoming::asking::Asker;
use crate::limits::pace::Verdict;
use crate::outgoing::answer::{Acknowledged, Waiting};
use crate::outgoing::post::Post;

/// The most characters of a field, and of what is read of one.
const TYPED: u16 = 600;
const LONGEST: usize = 700;

/// The answer that opens a modal, and what is in it, as Discord numbers them. Serenity knows no labels.
const MODAL: u8 = 9;
const LABEL: u8 = 18;
const TEXT_INPUT: u8 = 4;

/// How long the database may take before a modal opens: Discord waits three seconds.
const IN_TIME: Duration = Duration::from_secs(2);
/// How much longer an example for its field may take.
const EXAMPLE_IN_TIME: Duration = Duration::from_millis(700);

/// Somebody filled a modal in.
pub(crate) async fn filled(desk: &Arc<Desk>, http: &Http, modal: &ModalInteraction) {
    let waiting = Waiting { http, id: modal.id, token: &modal.token };
    match desk.may_ask(modal.user.id.get()) {
        Verdict::Go => {}
        Verdict::Tell => return waiting.slow_down().await,
        Verdict::Drop => return,
    }
    let ticket = desk.order.ticket(modal.channel_id.get(), modal.id.get());
    waiting.acknowledge(Acknowledged::Aside).await;
    let (key, direct) = (format!("i{}", modal.id), modal.guild_id.is_none());
    let asker = Asker { user: &modal.user, key, place: None, direct, ticket, others: Vec::new() };
    let inputs = modal.data.components.iter().flat_map(|row| &row.components);
    let text = inputs.filter_map(|part| match part {
        ActionRowComponent::InputText(input) => input.value.clone(),
        _ => None,
    });
    let text = text.collect::<Vec<_>>().join("\n");
    let (at, line) = match Press::read(&modal.data.custom_id) {
        Some(Press::Typed(at)) => (at, text),
        Some(Press::Tried(at)) => (at, format!("preview {} {text}", at.game)),
        _ => {
            let _ = waiting.show(&Post::text(UNREADABLE)).await;
            return;
        }
    };
    // The field takes less than this; only a forged request holds more.
    let line: String = line.chars().take(LONGEST).collect();
    let message::Message { mut commands, comment } = message::read(&line);
    if commands.iter().all(|command| command.as_ref().is_ok_and(Command::is_guess)) {
        commands.extend(parse_command(line.lines().next().unwrap_or_default()).err().map(Err));
    }
    let context = Context::Game { number: at.game, revision: Some(at.revision) };
    let handled = asker.ask(desk, context, commands, comment).await;
    waiting.answer(desk, handled, Acknowledged::Aside).await;
    waiting.show_kept(desk, modal.user.id.get()).await;
}

/// The modal that a button opens for this user, if it opens one.
pub(crate) async fn behind(desk: &Arc<Desk>, press: Option<&Press>, user: u64) -> Option<Value> {
    let (at, press, title, label) = match *press? {
        Press::Board(at, BoardButton::Type) => (at, Press::Typed(at), labels::YOUR_TURN, labels::TURN_AND_COMMENT),
        Press::Board(at, BoardButton::Preview) => (at, Press::Tried(at), labels::TRY_TURNS, labels::TURNS_TO_TRY),
        _ => return None,
    };
    // Nobody fills in what would be refused: a turn is typed by whoever is to move, and tried by the players.
    let glance = desk.look_up(move |service| service.glance(at.game, user));
    // A modal that comes later is refused.
    let glance = tokio::time::timeout(IN_TIME, glance).await.ok()?.flatten()?;
    let may = match press {
        Press::Typed(_) => glance.to_move.is_some() && glance.to_move == glance.side,
        _ => glance.to_move.is_some() && glance.side.is_some(),
    };
    if !may {
        return None;
    }
    let most = if matches!(press, Press::Typed(_)) { 1 } else { 2 };
    // The house reads nothing.
    let label = if glance.against_house && label == labels::TURN_AND_COMMENT { labels::TURN_ALONE } else { label };
    let [first, second] = glance.setup.game.example();
    let found = desk.blocking(move |_| examples(&glance.board.now().ok()?, most));
    let hint = match tokio::time::timeout(EXAMPLE_IN_TIME, found).await.ok().flatten().flatten() {
        Some(hint) => hint,
        None if most == 1 => first.to_owned(),
        None => format!("{first}; {second}"),
    };
    // One line, or several for a turn with words below it.
    let style = if matches!(press, Press::Typed(_)) { 2 } else { 1 };
    let field =
        json!({"type": TEXT_INPUT, "custom_id": "text", "style": style, "max_length": TYPED, "placeholder": hint});
    let label = json!({"type": LABEL, "label": label, "component": field});
    let modal = json!({"custom_id": press.to_string(), "title": title, "components": [label]});
    Some(json!({"type": MODAL, "data": modal}))
}

/// So many turns that can be played from here, one after the other: whoever types one sees how it is written now.
fn examples(position: &Position, most: usize) -> Option<String> {
    let mut position = position.clone();
    let mut found = Vec::new();
    while found.len() < most
        && let Some(turn) = position.fair_turn()
    {
        position.play(&turn).ok()?;
        found.push(turn);
    }
    (!found.is_empty()).then(|| found.join("; "))
}
