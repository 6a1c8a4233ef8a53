//! Messages that people write. Those that are meant for us are read as commands.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ActionRowComponent, ButtonKind, ChannelId, Message, MessageType, ReactionType};
use serenity::builder::Builder as _;
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::command::Command;
use turnpost_core::command::parse::parse_command;
use turnpost_core::message;
use turnpost_core::notice::{Audience, News, Remark};
use turnpost_core::request::{Context, Venue};
use turnpost_core::service::Glance;
use turnpost_core::store::{Delivery, Door, Owed};
use turnpost_core::text::in_discord::{CLOSED, OUT_OF_ORDER, PLANNED, TOO_FAST, takes_nothing};

use crate::custom_id::Press;
use crate::desk::Desk;
use crate::incoming::asking::{self, Asker};
use crate::incoming::hearing::{Heard, Meaning, meaning};
use crate::incoming::overheard;
use crate::limits::pace::Verdict;
use crate::outgoing::post::{Picture, Post};
use crate::outgoing::{deliver, show};
use crate::wire::{Trouble, patiently};

const PATIENCE: Duration = Duration::from_secs(40);
/// The reactions that say that a comment goes on by mail, and that the answer is in a direct message.
const BY_MAIL: &str = "✉";
const ANSWERED_ASIDE: &str = "📬";
/// The one that says that it is done, and shown where the game is played.
const DONE_ELSEWHERE: &str = "✅";

/// How we came to hear of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Came {
    /// Whether it is a direct message to us.
    pub direct: bool,
    /// Whether it was written while we didn't listen, and may have been handled before.
    pub late: bool,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It was dealt with.
    Heard,
    /// The database didn't answer, and it may be a turn: it is to be read again.
    Unheard,
}

/// Somebody wrote something.
pub(crate) async fn message(desk: &Arc<Desk>, http: &Http, message: &Message, came: Came) -> Said {
    let ticket = desk.order.ticket(message.channel_id.get(), message.id.get());
    let us = desk.me();
    let answered = message.referenced_message.as_deref().filter(|answered| answered.author.id.get() == us);
    let heard = Heard {
        content: &message.content,
        by_person: !message.author.bot
            && message.webhook_id.is_none()
            && matches!(message.kind, MessageType::Regular | MessageType::InlineReply),
        direct: came.direct,
        answers_us: answered.is_some(),
        us,
    };
    let said = meaning(&heard);
    // Most of what people write is no business of ours, and nobody asks the database about it: only where games are
    // played it may be. A process that doesn't post the boards doesn't know where that is, and goes by the words.
    let channel = message.channel_id.get();
    let by_words = || !desk.posts() && overheard::says_something(&message.content);
    let may_be_ours = || heard.by_person && (desk.heard.listens_to(channel) || by_words());
    if said == Meaning::Chatter && !may_be_ours() {
        return Said::Heard;
    }
    let clear = matches!(said, Meaning::Said(_));
    // How much is read afterwards is limited elsewhere.
    let verdict = if came.late { Verdict::Go } else { desk.may_ask(message.author.id.get()) };
    match verdict {
        Verdict::Go => {}
        // What only looks like a turn in a thread isn't worth a reply.
        Verdict::Tell if clear => {
            remark(http, message, TOO_FAST).await;
            return Said::Heard;
        }
        Verdict::Tell | Verdict::Drop => return Said::Heard,
    }
    let Some(here) = desk.look_up(move |service| service.context_at(channel)).await else {
        return unheard(http, message, clear).await;
    };
    let (context, message::Message { commands, comment }) = match said {
        Meaning::Said(text) => {
            let context = answered.and_then(answered_about).unwrap_or(here);
            let must_answer = heard.direct || answered.is_none();
            (context, read(&text, must_answer))
        }
        said => match in_the_game(desk, &here, message, said).await {
            Some(read) => (here, read),
            None => return said_nothing(desk),
        },
    };
    if commands.is_empty() {
        return Said::Heard;
    }
    let opens_in = asking::opens_in(desk, message.guild_id, &commands).await;
    let venue = |channel| Venue { channel, server: message.guild_id.map(|guild| guild.get()), at_home: true };
    let place = (!came.direct).then(|| venue(opens_in.unwrap_or_else(|| message.channel_id.get())));
    let server = message.guild_id.map_or(message.channel_id.get(), |guild| guild.get());
    let mentioned = |user: u64| message.mentions.iter().find(|one| one.id.get() == user);
    let commands = asking::check_mentions(desk, server, commands, mentioned);
    let others = message.mentions.iter().collect();
    let key = format!("m{}", message.id);
    let asker = Asker { user: &message.author, key, place, direct: came.direct, ticket, others };
    let commented = comment.is_some();
    let Some(mut handled) = asker.ask(desk, context, commands, comment).await else {
        return unheard(http, message, clear).await;
    };
    if came.late && handled.repeated {
        return Said::Heard;
    }
    deliver::tidy_up(desk, http, &handled).await;
    let name_of = |user: u64| mentioned(user).map(|one| one.display_name().to_owned());
    if let Some(owed) = asking::take_challenge(&mut handled, name_of) {
        let post = show::notice(desk, owed.clone()).await;
        let channel = opens_in.map_or(message.channel_id, |channel| ChannelId::new(channel.max(1)));
        if deliver::challenge(desk, http, channel, &owed, &post).await {
            desk.settle(owed.id, Delivery::Sent).await;
        }
    }
    let told = commented && !handled.repeated && !asking::refused(&handled);
    if told && goes_by_mail(desk, &handled.answers, message.author.id.get()).await {
        react(http, message, BY_MAIL).await;
    }
    let mut answers = handled.answers;
    if heard.direct {
        // Whoever writes to us can be written to: now they get what could not be delivered before.
        let user = message.author.id.get();
        answers.extend(desk.change(move |service| service.kept_for(user, now())).await.unwrap_or_default());
    }
    for owed in answers {
        let aside = !heard.direct && owed.notice.audience == Audience::Asker;
        answer(desk, http, message, owed, aside).await;
    }
    Said::Heard
}

/// The database doesn't answer. Whoever clearly asked for something is told; what may be a turn, or not, is read again.
async fn unheard(http: &Http, message: &Message, clear: bool) -> Said {
    if !clear {
        return Said::Unheard;
    }
    remark(http, message, OUT_OF_ORDER).await;
    Said::Heard
}

/// It is no turn, as far as the database tells.
fn said_nothing(desk: &Desk) -> Said {
    if desk.database_answers() { Said::Heard } else { Said::Unheard }
}

/// What a reply to a message of ours is about: the question or challenge whose buttons it has, or the board that it shows.
fn answered_about(message: &Message) -> Option<Context> {
    let pressed = message.components.iter().flat_map(|row| &row.components).filter_map(|part| match part {
        ActionRowComponent::Button(button) => match &button.data {
            ButtonKind::NonLink { custom_id, .. } => Press::read(custom_id),
            _ => None,
        },
        _ => None,
    });
    let mut asked = pressed.filter_map(|press| match press {
        Press::Answer(question, _) => Some(Context::Question(question)),
        Press::Challenge(number, _) => Some(Context::Game { number, revision: None }),
        _ => None,
    });
    asked.next().or_else(|| shown_board(message))
}

/// The board that a message of ours showed, by the name of its picture.
fn shown_board(message: &Message) -> Option<Context> {
    let (number, revision) = message.attachments.iter().find_map(|file| Picture::named(&file.filename))?;
    Some(Context::Game { number, revision: Some(revision) })
}

/// Reads what was said to us. If none of it is a command its writer is told so, except in a reply: people also answer
/// boards with remarks.
fn read(text: &str, must_answer: bool) -> message::Message {
    let mut read = message::read(text);
    if must_answer && read.commands.iter().all(|command| command.as_ref().is_ok_and(Command::is_guess)) {
        let first = text.lines().next().unwrap_or_default();
        read.commands.extend(parse_command(first).err().map(Err));
    }
    read
}

/// The games of this place, for somebody who plays in them.
async fn playing(desk: &Arc<Desk>, here: &Context, user: u64) -> Vec<Glance> {
    let numbers = match here {
        Context::Game { number, .. } => vec![*number],
        Context::Table(numbers) => numbers.clone(),
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    for number in numbers {
        let glance = desk.look_up(move |service| service.glance(number, user)).await.flatten();
        found.extend(glance.filter(|glance| glance.side.is_some()));
    }
    found
}

/// What one of its players says where a game is played, as far as it is meant for the game; `None` for chatter.
async fn in_the_game(desk: &Arc<Desk>, here: &Context, message: &Message, said: Meaning) -> Option<message::Message> {
    let user = message.author.id.get();
    let glances = playing(desk, here, user).await;
    // Beside the boards of other games, only a turn is clearly said of one of them.
    let own = glances.first().filter(|_| matches!(here, Context::Game { .. }));
    let read = meant(desk, &glances, own, user, said).await;
    read.or_else(|| overheard::read(own?, message.content.trim()))
}

/// What is clearly a turn, a command, an answer or an attempt at one of them.
async fn meant(
    desk: &Arc<Desk>,
    glances: &[Glance],
    own: Option<&Glance>,
    user: u64,
    said: Meaning,
) -> Option<message::Message> {
    match said {
        Meaning::Chatter | Meaning::Said(_) => None,
        Meaning::PerhapsTurn(read) => (!glances.is_empty()).then_some(read),
        Meaning::ShortTurn(read) => {
            // In its own thread, whoever is to move and can't play that is told why.
            let explained = || own.is_some_and(Glance::is_to_move);
            (glances.iter().any(|glance| could_play(glance, &read)) || explained()).then_some(read)
        }
        Meaning::OfTheGame(read) => {
            let again = matches!(&read.commands[..], [Ok(Command::Rematch(_))]);
            // While it runs, people only speak of another one.
            own.filter(|glance| !again || glance.to_move.is_none()).map(|_| read)
        }
        Meaning::Answer(read) => {
            let number = own?.heading.number;
            let asked = desk.look_up(move |service| service.is_asked(number, user, now())).await?;
            asked.then_some(read)
        }
        Meaning::Attempt(read) => own.filter(|glance| glance.is_to_move()).map(|_| read),
        Meaning::OwnTurn { own: named, guess } => {
            let glance = own.filter(|glance| glance.is_to_move())?;
            let position = glance.board.now().ok()?;
            let Some(text) = named.turn else { return Some(guess) };
            // What can be played is asked about; what can't is refused as if it stood alone, and at this very turn. While
            // pieces are put down, one that stands alone is a short turn, for better or worse.
            let can_be_played = position.read(&text).is_ok();
            let alone = named.alone && position.legal().first().is_some_and(|turn| turn.contains('@'));
            if can_be_played && !alone {
                return Some(guess);
            }
            let turn = Command::Turn { game: None, guard: Some(glance.heading.turn), text };
            (named.sure || alone).then(|| message::Message { commands: vec![Ok(turn)], comment: None })
        }
    }
}

/// Whether it is their turn and this one is legal; otherwise a lone square or `pass` is just as likely chatter.
fn could_play(glance: &Glance, read: &message::Message) -> bool {
    let [Ok(Command::Turn { text, .. })] = &read.commands[..] else { return false };
    glance.is_to_move() && glance.board.now().is_ok_and(|position| position.read(text).is_ok())
}

/// Whether this user's comment, in the game that the answers are about, goes on by mail.
async fn goes_by_mail(desk: &Arc<Desk>, answers: &[Owed], user: u64) -> bool {
    let Some(number) = answers.iter().find_map(|owed| owed.notice.game.as_ref()).map(|game| game.number) else {
        return false;
    };
    let glance = desk.look_up(move |service| service.glance(number, user)).await.flatten();
    glance.is_some_and(|glance| glance.opponent_by_mail)
}

/// Answers below the message, without a ping, or aside in a direct message. What is posted in the game's thread anyway
/// isn't repeated.
async fn answer(desk: &Arc<Desk>, http: &Http, message: &Message, owed: Owed, aside: bool) {
    let (id, game) = (owed.id, owed.notice.game.as_ref().map(|game| game.number));
    let board = matches!(owed.notice.news, News::Receipt(_) | News::YourTurn(_) | News::Result(_));
    if let Some(number) = game.filter(|_| board) {
        if deliver::sees_place(desk, http, number, message.author.id.get()).await {
            for words in unseen(&owed.notice.news) {
                remark(http, message, &words).await;
            }
            // Elsewhere than beside that board there is no other sign that it is done.
            let place = desk.look_up(move |service| service.place(number)).await.flatten();
            if place.is_some_and(|place| place.channel != message.channel_id.get()) {
                react(http, message, DONE_ELSEWHERE).await;
            }
            desk.settle(id, Delivery::Sent).await;
            return;
        }
        // Where the board can't be shown, an answer can't either.
        let shut = desk.look_up(move |service| service.door(number)).await.is_some_and(|door| door != Door::Open);
        if shut {
            deliver::one(desk, http, owed).await;
            return;
        }
    }
    if aside {
        match deliver::one(desk, http, owed).await {
            None => react(http, message, ANSWERED_ASIDE).await,
            Some(Trouble::Unreachable(_)) => remark(http, message, CLOSED).await,
            // It will be tried again.
            Some(_) => {}
        }
        return;
    }
    let refusal = matches!(owed.notice.news, News::Refused { .. });
    let question = deliver::asked(&owed.notice.news);
    let post = show::notice(desk, owed).await;
    let sent = patiently(PATIENCE, || {
        let reply = post.reply(message, id);
        async move { reply.execute(http, (message.channel_id, None)).await }
    });
    match sent.await {
        Ok(sent) => {
            deliver::note_question(desk, question, &sent);
            if let Some(game) = game.filter(|_| refusal) {
                desk.note_refusal(game, message.channel_id.get(), sent.id.get());
            }
            desk.settle(id, Delivery::Sent).await;
        }
        Err(trouble) => {
            tracing::info!(%trouble, notice = id, "an answer goes by direct message instead");
            deliver::hand_back(desk, id, &trouble).await;
        }
    }
}

/// What the board in the game's place doesn't show of a turn: that the rest of what was typed is kept, or that it was
/// read otherwise than it was written.
fn unseen(news: &News) -> Vec<String> {
    let News::Receipt(news) = news else { return Vec::new() };
    let told = |remark: &Remark| match remark {
        Remark::HasPlans => Some(PLANNED.to_owned()),
        Remark::TakesNothing { turn } => Some(takes_nothing(turn)),
        _ => None,
    };
    news.remarks.iter().filter_map(told).collect()
}

/// Replies to a message where no notice is involved.
async fn remark(http: &Http, message: &Message, words: &str) {
    let post = Post::text(words);
    let sent = patiently(PATIENCE, || {
        let remark = post.remark(message);
        async move { remark.execute(http, (message.channel_id, None)).await }
    });
    if let Err(trouble) = sent.await {
        tracing::debug!(%trouble, "a remark was not made");
    }
}

async fn react(http: &Http, message: &Message, sign: &str) {
    let sign = ReactionType::Unicode(sign.to_owned());
    let reacted = patiently(PATIENCE, || http.create_reaction(message.channel_id, message.id, &sign)).await;
    if let Err(trouble) = reacted {
        tracing::debug!(%trouble, "no reaction");
    }
}
