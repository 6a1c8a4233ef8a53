//! Messages that people write: those that are meant for us are read in the language of commands.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{Message, MessageType, ReactionType};
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::command::parse::parse_command;
use turnpost_core::message;
use turnpost_core::notice::News;
use turnpost_core::request::Context;
use turnpost_core::store::{Delivery, Owed};

use crate::asking::{self, Asker};
use crate::desk::{Desk, now};
use crate::hearing::{Heard, Meaning, meaning};
use crate::post::Picture;
use crate::wire::patiently;
use crate::{deliver, show};

const PATIENCE: Duration = Duration::from_secs(40);

/// Somebody wrote something.
pub async fn message(desk: &Arc<Desk>, http: &Http, message: &Message) {
    let ticket = desk.order.ticket(message.channel_id.get(), message.id.get());
    let us = desk.me();
    let answered = message.referenced_message.as_deref().filter(|answered| answered.author.id.get() == us);
    let heard = Heard {
        content: &message.content,
        by_person: !message.author.bot
            && message.webhook_id.is_none()
            && matches!(message.kind, MessageType::Regular | MessageType::InlineReply),
        direct: message.guild_id.is_none(),
        answers_us: answered.is_some(),
        us,
    };
    let said = meaning(&heard);
    if said == Meaning::Chatter || !desk.allows(message.author.id.get()) {
        return;
    }
    let here = asking::context_of(desk, message.channel_id.get()).await;
    let (context, message::Message { commands, comment }) = match said {
        Meaning::Chatter => return,
        Meaning::Said(text) => {
            let context = answered.and_then(shown_board).unwrap_or(here);
            let must_answer = heard.direct || answered.is_none();
            (context, read(&text, must_answer))
        }
        Meaning::PerhapsTurn(text) => {
            if !plays_here(desk, &here, message.author.id.get()).await {
                return;
            }
            (here, message::read_chatter(&text))
        }
    };
    if commands.is_empty() {
        return;
    }
    let place = message.guild_id.map(|_| message.channel_id.get());
    let asker = Asker { user: &message.author, key: format!("m{}", message.id), place, ticket };
    let commented = comment.is_some();
    let Some(mut handled) = asker.ask(desk, context, commands, comment).await else { return };
    let name_of =
        |user: u64| message.mentions.iter().find(|one| one.id.get() == user).map(|one| one.display_name().to_owned());
    if let Some(owed) = asking::take_challenge(&mut handled, name_of) {
        let post = show::notice(desk, owed.clone()).await;
        if deliver::challenge(desk, http, message.channel_id, &owed, &post).await {
            desk.settle(owed.id, Delivery::Sent).await;
        }
    }
    let told = commented && !handled.repeated && !asking::refused(&handled);
    if told && goes_by_mail(desk, &handled.answers, message.author.id.get()).await {
        react(http, message).await;
    }
    let mut answers = handled.answers;
    if heard.direct {
        // Whoever writes to us can be written to: now they get what could not be delivered before.
        let user = message.author.id.get();
        answers.extend(desk.read(move |service| service.kept_for(user, now())).await.unwrap_or_default());
    }
    for owed in answers {
        answer(desk, http, message, owed).await;
    }
}

/// The board that a message of ours showed, by the name of its picture.
fn shown_board(message: &Message) -> Option<Context> {
    let (number, revision) = message.attachments.iter().find_map(|file| Picture::named(&file.filename))?;
    Some(Context::Game { number, revision: Some(revision) })
}

/// Somebody who spoke to us and said nothing that we know is told so, unless it was a reply: people answer boards
/// with words, too.
fn read(text: &str, must_answer: bool) -> message::Message {
    let mut read = message::read(text);
    if read.commands.is_empty() && must_answer {
        let first = text.lines().next().unwrap_or_default();
        read.commands.extend(parse_command(first).err().map(Err));
    }
    read
}

async fn plays_here(desk: &Arc<Desk>, here: &Context, user: u64) -> bool {
    let Context::Game { number, .. } = *here else { return false };
    let glance = desk.read(move |service| service.glance(number, user)).await.flatten();
    glance.is_some_and(|glance| glance.side.is_some())
}

/// Whether a comment of this user in the game that was answered about goes on by mail.
async fn goes_by_mail(desk: &Arc<Desk>, answers: &[Owed], user: u64) -> bool {
    let Some(number) = answers.iter().find_map(|owed| owed.notice.game.as_ref()).map(|game| game.number) else {
        return false;
    };
    let glance = desk.read(move |service| service.glance(number, user)).await.flatten();
    glance.is_some_and(|glance| glance.opponent_by_mail)
}

/// Answers below the message, without a ping. What stands in the game's place anyway is not repeated.
async fn answer(desk: &Arc<Desk>, http: &Http, message: &Message, owed: Owed) {
    let (id, game) = (owed.id, owed.notice.game.as_ref().map(|game| game.number));
    let in_place = match game {
        Some(number) => desk.read(move |service| service.place(number)).await.flatten().is_some(),
        None => false,
    };
    if in_place && matches!(owed.notice.news, News::Receipt(_) | News::YourTurn(_) | News::Result(_)) {
        desk.settle(id, Delivery::Sent).await;
        return;
    }
    let refusal = matches!(owed.notice.news, News::Refused { .. });
    let post = show::notice(desk, owed).await;
    let sent = patiently(PATIENCE, || {
        let reply = post.reply(message, id);
        async move { reply.execute(http, (message.channel_id, None)).await }
    });
    match sent.await {
        Ok(sent) => {
            if let Some(game) = game.filter(|_| refusal) {
                desk.note_refusal(game, message.channel_id.get(), sent.id.get());
            }
            desk.settle(id, Delivery::Sent).await;
        }
        Err(trouble) => tracing::info!(%trouble, notice = id, "an answer goes by direct message instead"),
    }
}

async fn react(http: &Http, message: &Message) {
    let envelope = ReactionType::Unicode("✉".to_owned());
    let reacted = patiently(PATIENCE, || http.create_reaction(message.channel_id, message.id, &envelope)).await;
    if let Err(trouble) = reacted {
        tracing::debug!(%trouble, "no reaction");
    }
}
