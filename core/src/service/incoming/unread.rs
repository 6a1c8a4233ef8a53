//! Messages without a command, and lines that can't be read.

use crate::command::Command;
use crate::command::courtesy::goes_with;
use crate::command::fault::Fault;
use crate::command::hint::clear_request;
use crate::command::parse::{Parsed, parse_line};
use crate::notice::told::incoming;
use crate::notice::{News, Undone, Why};
use crate::request::CommandError;
use crate::rules::Side;
use crate::service::incoming::nearly;
use crate::service::lobby::terms::terms;
use crate::service::now::Now;
use crate::service::people::{holding, registering, ways};
use crate::service::playing::{asking, receipts};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::seated::Seated;
use crate::service::{DAY, ServiceError, whose};
use crate::store::{Challenge, ChallengeState, QuestionKind};

/// A message without any command, and the one that would grant the wish in its words, which is returned if it changes
/// nothing or asks by itself. Chatter in Discord is none of our business.
pub fn no_command(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    wish: Option<String>,
    turn: bool,
) -> Result<Option<Command>, ServiceError> {
    match (who.via, who.level) {
        (Via::Discord, _) => {}
        (_, Level::Unproven) if !out.may_inform(who)? => {}
        (_, level) => match invitation(now, who)? {
            Some(invitation) => unanswered(now, out, who, &invitation)?,
            None if level == Level::Unproven => match wish.as_deref().and_then(for_anybody) {
                Some(command) if command.informs() => return Ok(Some(command)),
                Some(command) => holding::hold(now, out, who, vec![command])?,
                None if turn && who.player.is_some() => out.reply(who, incoming::Told::NoTurnHere),
                None => out.reply(who, incoming::Told::NoCommand),
            },
            None => return only_words(now, out, who, wish),
        },
    }
    Ok(None)
}

/// The command that grants a wish of somebody unproven: one that clearly asks, or the one that ends all mail.
fn for_anybody(wish: &str) -> Option<Command> {
    clear_request(wish).or_else(|| command_of(wish).filter(|command| *command == Command::Stop))
}

/// The latest invitation to somebody who doesn't play here yet and writes without answering any mail of ours: "what is
/// this?" is about it.
fn invitation(now: Now<'_>, who: &Requester) -> Result<Option<Challenge>, ServiceError> {
    let Some(address) = who.address.as_ref().filter(|_| who.player.is_none() && who.about == About::Nothing) else {
        return Ok(None);
    };
    Ok(now.tx.challenges_to_address(address.id)?.into_iter().rfind(|challenge| challenge.sent))
}

/// Says who invites to what, what this is about, and how to answer.
fn unanswered(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    challenge: &Challenge,
) -> Result<(), ServiceError> {
    let by = now.player(challenge.challenger)?.name;
    let why = incoming::Why::NoAnswerYet { by, terms: terms(challenge, false) };
    // A yes to this is a yes to the invitation.
    let topic = Topic { kept: Some((challenge.number, 0)), ..Topic::default() };
    out.doing(Undone::Accepted, |out| out.refuse_on(who, topic, why))
}

/// Says what an open challenge is about, if this replies to one.
pub fn explained_invitation(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester) -> Result<bool, ServiceError> {
    let Some((number, _)) = who.about.game() else { return Ok(false) };
    let Some(challenge) = now.tx.challenge(number)?.filter(|challenge| challenge.state == ChallengeState::Open) else {
        return Ok(false);
    };
    let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
    if own || !whose::is_for(now, who, &challenge)? {
        return Ok(false);
    }
    unanswered(now, out, who, &challenge)?;
    Ok(true)
}

/// Refuses one line that can't be read. Whoever is to move there and said nothing that we know wanted to move.
pub fn refuse_line(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    error: &CommandError,
) -> Result<(), ServiceError> {
    if error.why == Fault::Neither
        && who.about.game().is_some()
        && let Some((game, side)) = nearly::waiting_game(now, who)?
    {
        return nearly::how_to_move(now, out, who, &game, side);
    }
    refuse_unread(now, out, who, Undone::by_line(&error.line), error.why.clone())
}

/// Words meant for a person, not for us: the answer says how to get them there, depending on what they reply to.
fn only_words(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    wish: Option<String>,
) -> Result<Option<Command>, ServiceError> {
    let number = who.about.game().map(|(number, _)| number);
    // Whoever asks for the rules of a game before they accept it is shown them.
    if let Some(shown) = wish.as_deref().and_then(command_of).filter(Command::informs) {
        return Ok(Some(shown));
    }
    if explained_invitation(now, out, who)? {
        return Ok(None);
    }
    // "Nice to play with you" is no wish for another game in the middle of one.
    let playing =
        number.map(|number| now.tx.game(number)).transpose()?.flatten().is_some_and(|row| row.ended.is_none());
    if let Some(word) = wish.filter(|word| !(playing && word == "new")) {
        return wished(now, out, who, word);
    }
    let row = number.map(|number| now.tx.game(number)).transpose()?.flatten();
    if let Some(row) = row.filter(|row| row.ended.is_some())
        && let Some(side) = who.player.as_ref().and_then(|me| row.side_of(me.id))
    {
        if !out.may_ask(who)? {
            return Ok(None);
        }
        let game = Seated::of(now.tx, row)?;
        if let Some((unsent, kind)) = receipts::unsent(who, &game, side) {
            let over = Some(game.row.number);
            return ask_to_send(now, out, who, &game, side, incoming::Ask::Send { unsent, over, theirs: false }, kind);
        }
        let opponent = game.at(side.other()).name.clone();
        let what = incoming::Told::NotSentOn { number: game.row.number, opponent }.into();
        out.answer(who, game.topic(Some(side)), News::Told { what });
        return Ok(None);
    }
    if let About::Question { id, .. } = who.about
        && let Some(open) = now.tx.open_question(id, now.at)?
        && open.player == who.player.as_ref().map(|me| me.id)
        && !open.kind.is_aside()
    {
        let side = |game: &Seated| who.player.as_ref().and_then(|me| game.side_of(me));
        let about = whose::game_answered(now, who)?.map_or_else(Topic::default, |game| game.topic(side(&game)));
        let topic = Topic { question: Some(id), ..about };
        out.doing(Undone::Understood, |out| out.refuse_on(who, topic, incoming::Why::NoClearAnswer))?;
        return Ok(None);
    }
    match nearly::waiting_game(now, who)? {
        Some((game, side)) => nearly::how_to_move(now, out, who, &game, side),
        None => match whose::game_answered(now, who)?.and_then(|game| seat_of(who, &game).map(|side| (game, side))) {
            Some((game, side)) => {
                let opponent = game.at(side.other()).name.clone();
                let theirs = game.row.to_move == Some(side.other());
                if let Some((unsent, kind)) = receipts::unsent(who, &game, side) {
                    if !out.may_ask(who)? {
                        return Ok(None);
                    }
                    let ask = incoming::Ask::Send { unsent, over: None, theirs };
                    return ask_to_send(now, out, who, &game, side, ask, kind);
                }
                let why = incoming::Why::WordsInGame { opponent, theirs };
                out.doing(Undone::Understood, |out| out.refuse(who, Some(&game), why))
            }
            None => refuse_unread(now, out, who, Undone::Understood, incoming::Why::OnlyWords),
        },
    }?;
    Ok(None)
}

/// Asks whether words shall go to the opponent.
fn ask_to_send(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: &Seated,
    side: Side,
    ask: incoming::Ask,
    kind: QuestionKind,
) -> Result<Option<Command>, ServiceError> {
    let id = asking::ask(now, game, side, kind)?;
    let topic = Topic { question: Some(id), ..game.topic(Some(side)) };
    out.answer(who, topic, News::Question { ask: ask.into(), id });
    Ok(None)
}

fn seat_of(who: &Requester, game: &Seated) -> Option<Side> {
    who.player.as_ref().and_then(|me| game.side_of(me))
}

/// Grants a wish in somebody's own words: what only shows something, or asks first by itself, is done; anything else is
/// asked about.
pub fn wished(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    word: String,
) -> Result<Option<Command>, ServiceError> {
    let number = who.about.game().map(|(number, _)| number);
    let word = match whose::game_answered(now, who)? {
        Some(game) if word == "draw" && offered(who, &game) => "draw accept".to_owned(),
        _ => word,
    };
    let named = number.and_then(|number| command_of(&format!("{number} {word}"))).or_else(|| command_of(&word));
    let Some(command) = named else {
        return refuse_unread(now, out, who, Undone::Understood, incoming::Why::DidYouMean { command: word })
            .map(|()| None);
    };
    if command.informs() || matches!(command, Command::Resign { .. }) {
        return Ok(Some(command));
    }
    if !out.may_ask(who)? {
        return Ok(None);
    }
    let me = registering::need_player(now, who)?;
    let game = whose::game_answered(now, who)?;
    let comment = who.comment.take().filter(|_| goes_with(&command).is_some());
    let kind = QuestionKind::Mean { command, comment: comment.clone() };
    let mine = game.and_then(|game| game.side_of(&me).map(|side| (game, side)));
    let id = match &mine {
        Some((game, side)) => asking::ask(now, game, *side, kind)?,
        None => ways::ask_player(now, &me, kind, DAY * i64::from(now.settings.question_days))?,
    };
    let topic = mine.map_or_else(Topic::default, |(game, side)| game.topic(Some(side)));
    let ask = incoming::Ask::Meant { command: word, comment }.into();
    out.answer(who, Topic { question: Some(id), ..topic }, News::Question { ask, id });
    Ok(None)
}

/// Whether the opponent offers a draw.
fn offered(who: &Requester, game: &Seated) -> bool {
    seat_of(who, game).is_some_and(|side| game.row.draw_by == Some(side.other()))
}

/// The one command that a line is.
pub fn command_of(line: &str) -> Option<Command> {
    match parse_line(line) {
        Parsed::Commands { commands, .. } => commands.into_iter().next(),
        Parsed::Wrong(_) | Parsed::Prose => None,
    }
}

/// Refuses what can't be read, showing the board of the game it answers.
fn refuse_unread(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    undone: Undone,
    why: impl Into<Why>,
) -> Result<(), ServiceError> {
    let game = whose::game_answered(now, who)?;
    out.doing(undone, |out| out.refuse(who, game.as_ref(), why))
}
