//! One message plays one turn per game. If it contains two different ones we ask which is meant and play neither: a
//! wrong guess can't be taken back once the opponent has answered.
//!
//! The rest of such a message, its comment included, is not acted on either: it was written with one of the two turns
//! in mind, and we don't know which. Only turns in other games are played, as in a reply to a digest.

use std::collections::BTreeMap;

use crate::command::fault::Fault;
use crate::command::offering::proposes_draw;
use crate::command::own_turn::correction;
use crate::command::parse::{asks_whether, comment_behind, offers_draw};
use crate::command::{Answer, Command};
use crate::comment;
use crate::game::GameNumber;
use crate::game::history::has_moved;
use crate::notice::told::incoming;
use crate::notice::told::incoming::{Remedy, Rest};
use crate::request::CommandError;
use crate::rules::{Position, Side};
use crate::service::lobby::posting::board_topic;
use crate::service::lobby::terms::start_position;
use crate::service::now::Now;
use crate::service::playing::asking;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Level, Requester, Via};
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::{Challenge, ChallengeState, Question, QuestionKind};

/// Turns are quoted back to their writer, but only up to this length.
const MOST_SHOWN: usize = 40;

/// A command as it was read.
type Said = Result<Command, CommandError>;

/// A turn in a message, with its place among the commands.
struct Written {
    place: usize,
    text: String,
    /// It comes from a `yes` to "play it?".
    agreed: bool,
}

/// What a turn would be played on.
enum Ground {
    /// A running game, and the writer's side.
    Game(Box<Seated>, Side),
    /// A challenge that a turn would accept.
    Challenge(Box<Challenge>),
    /// Any turn gets the same answer here, so there is nothing to ask.
    Closed,
    /// Which game is meant is unclear.
    Unknown,
}

/// The commands of a message, with at most one turn per game. A turn written twice, however spelled, counts once; lines
/// that only together make a turn become one text.
pub fn one_turn_a_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    mut commands: Vec<Said>,
) -> Result<Vec<Said>, ServiceError> {
    corrected(now, who, &mut commands)?;
    let may_play = |said: &&Said| matches!(said, Ok(Command::Turn { .. } | Command::Yes));
    if commands.iter().filter(may_play).count() < 2 {
        return Ok(commands);
    }
    let games = turns_by_game(now, who, &commands)?;
    let turns: Vec<usize> = games.values().flatten().map(|turn| turn.place).collect();
    let has_more = turns.len() < commands.len() || who.comment.is_some();
    let rest = has_more.then_some(match games.len() {
        1 => Rest::Undone,
        _ => Rest::OtherGames,
    });
    let (mut played, mut asked) = (Vec::new(), false);
    for (number, turns) in &games {
        // A single turn is never ambiguous.
        let ground = if turns.len() > 1 { ground(now, who, *number)? } else { Ground::Closed };
        let position = ground.position()?;
        let one = match ground {
            Ground::Closed => turns.first().map(|turn| (turn.place, turn.text.clone())),
            _ => one_text(position.as_ref(), turns),
        };
        match one {
            Some((place, meant)) => {
                if let Some(Ok(Command::Turn { text, .. })) = commands.get_mut(place) {
                    *text = meant;
                }
                played.push(place);
            }
            None => {
                asked = true;
                let names: Vec<String> = turns.iter().map(|turn| shown(position.as_ref(), &turn.text)).collect();
                ask_which(now, out, who, *number, ground, names, rest)?;
            }
        }
    }
    if asked {
        who.comment = None;
    }
    let mut place = 0..;
    commands.retain(|_| place.next().is_some_and(|at| played.contains(&at) || !asked && !turns.contains(&at)));
    Ok(commands)
}

/// Asks the position whether the first line begins with a turn. If it does, that line is the whole message and what
/// follows the turn is a comment; if not, the message is read as before.
pub fn asked_of_position(now: Now<'_>, who: &mut Requester, commands: &[Said]) -> Result<Vec<Said>, ServiceError> {
    let [Ok(Command::Perhaps { yes, game, guard, text }), otherwise @ ..] = commands else {
        return Ok(commands.to_vec());
    };
    // An unproven sender learns nothing about any game.
    if who.level == Level::Unproven {
        return Ok(otherwise.to_vec());
    }
    let number = match game {
        Some(number) => Some(*number),
        None => whose::bare_turn_is_for(now, who)?,
    };
    let position = ground(now, who, number)?.position()?;
    let Some((turn, words)) = position.as_ref().and_then(|position| position.turn_at_front(text)) else {
        return Ok(otherwise.to_vec());
    };
    if asks_whether(words) {
        return Ok(vec![Err(CommandError { line: turn.clone(), why: Fault::TurnAsks(turn) })]);
    }
    // All of the line is said with the turn.
    who.unsent = None;
    let offer = (offers_draw(words) || proposes_draw(words))
        .then_some(Ok(Command::Draw { game: *game, answer: Answer::Offer }));
    let behind = comment_behind(words).filter(|_| !offers_draw(words));
    let said = [behind, who.comment.take()].into_iter().flatten().collect::<Vec<_>>();
    who.comment = comment::clean(&said.join(" "));
    let accepted = yes.then_some(Ok(Command::Yes));
    let turn = Command::Turn { game: *game, guard: *guard, text: turn };
    Ok(accepted.into_iter().chain([Ok(turn)]).chain(offer).collect())
}

/// Adds the turn with which the words below the only turn correct it, so that their writer is asked which is meant. It
/// counts only if it can be played: people also talk about turns.
fn corrected(now: Now<'_>, who: &mut Requester, commands: &mut Vec<Said>) -> Result<(), ServiceError> {
    let turns = commands.iter().filter_map(|said| match said {
        Ok(Command::Turn { game, text, .. }) => Some((*game, text.clone())),
        _ => None,
    });
    let [(game, first)] = &turns.collect::<Vec<_>>()[..] else { return Ok(()) };
    let Some(other) = who.comment.as_deref().and_then(correction) else { return Ok(()) };
    let number = match game {
        Some(number) => Some(*number),
        None => whose::bare_turn_is_for(now, who)?,
    };
    let ground = ground(now, who, number)?;
    let plays = match &ground {
        Ground::Game(game, side) => game.row.to_move == Some(*side),
        Ground::Challenge(_) => true,
        Ground::Closed | Ground::Unknown => false,
    };
    let position = ground.position()?.filter(|_| plays);
    let differs = |position: &Position| {
        position.read(&other).is_ok_and(|meant| position.read(first).is_ok_and(|first| first != meant))
    };
    if position.as_ref().is_some_and(differs) {
        commands.push(Ok(Command::Turn { game: *game, guard: None, text: other }));
        who.comment = None;
    }
    Ok(())
}

/// The turns of a message by game; those whose game is not yet clear form one group.
fn turns_by_game(
    now: Now<'_>,
    who: &Requester,
    commands: &[Said],
) -> Result<BTreeMap<Option<GameNumber>, Vec<Written>>, ServiceError> {
    let mut games: BTreeMap<_, Vec<Written>> = BTreeMap::new();
    for (place, said) in commands.iter().enumerate() {
        let (number, text, agreed) = match said {
            Ok(Command::Turn { game: Some(number), text, .. }) => (Some(*number), text.clone(), false),
            Ok(Command::Turn { game: None, text, .. }) => (whose::bare_turn_is_for(now, who)?, text.clone(), false),
            Ok(Command::Yes) => match turn_agreed_to(now, who)? {
                Some((number, text)) => (number, text, true),
                None => continue,
            },
            _ => continue,
        };
        games.entry(number).or_default().push(Written { place, text, agreed });
    }
    Ok(games)
}

/// The turn that `yes` to the open question would play.
fn turn_agreed_to(now: Now<'_>, who: &Requester) -> Result<Option<(Option<GameNumber>, String)>, ServiceError> {
    let About::Question { id, .. } = who.about else { return Ok(None) };
    let mine = |question: &Question| question.player == who.player.as_ref().map(|me| me.id);
    Ok(now.tx.open_question(id, now.at)?.filter(mine).and_then(|question| match question.kind {
        QuestionKind::Play(proposal) => Some((question.game, proposal.turn)),
        _ => None,
    }))
}

fn ground(now: Now<'_>, who: &Requester, number: Option<GameNumber>) -> Result<Ground, ServiceError> {
    let Some(number) = number else { return Ok(Ground::Unknown) };
    if let Some(row) = now.tx.game(number)? {
        let side = who.player.as_ref().and_then(|me| row.side_of(me.id));
        let late = row.is_late(now.at);
        return Ok(match side {
            Some(side) if row.ended.is_none() && !row.adjourned && !late => {
                Ground::Game(Box::new(Seated::of(now.tx, row)?), side)
            }
            _ => Ground::Closed,
        });
    }
    Ok(match now.tx.challenge(number)? {
        Some(challenge) if challenge.state == ChallengeState::Open && whose::is_for(now, who, &challenge)? => {
            Ground::Challenge(Box::new(challenge))
        }
        _ => Ground::Closed,
    })
}

/// Says that none of these turns was played, and what became of the rest of the message.
fn ask_which(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    number: Option<GameNumber>,
    ground: Ground,
    turns: Vec<String>,
    rest: Option<Rest>,
) -> Result<(), ServiceError> {
    let by_mail = who.via == Via::Mail;
    let why =
        |turns, since_then, remedy| incoming::Why::SeveralTurns { by_mail, number, turns, since_then, remedy, rest };
    match ground {
        Ground::Game(game, side) => {
            let remedy = match game.row.to_move == Some(side) {
                true => Remedy::SayWhich,
                false => Remedy::Wait { opponent: game.at(side.other()).name.clone() },
            };
            let since_then = answers_older(now, who, &game)?.then_some(game.row.turn);
            let listed = matches!(remedy, Remedy::SayWhich).then(|| QuestionKind::OneOf { turns: turns.clone() });
            let one = listed.map(|kind| asking::ask(now, &game, side, kind)).transpose()?;
            out.refuse_asking(who, Some(&game), why(turns, since_then, remedy), None, one)
        }
        Ground::Challenge(challenge) => {
            let topic = board_topic(&challenge, &now.player(challenge.challenger)?);
            out.refuse_on(who, topic, why(turns, None, Remedy::SayWhich))
        }
        Ground::Closed | Ground::Unknown => {
            out.refuse_on(who, Topic::default(), why(turns, None, Remedy::SayWhichGame))
        }
    }
}

/// Whether the board has changed since the one this message answers.
fn answers_older(now: Now<'_>, who: &Requester, game: &Seated) -> Result<bool, ServiceError> {
    let number = game.row.number;
    let (_, Some(revision)) = whose::answered(who, Some(number)) else { return Ok(false) };
    Ok(has_moved(&now.tx.entries_after(number, revision)?))
}

impl Ground {
    fn position(&self) -> Result<Option<Position>, ServiceError> {
        Ok(match self {
            Ground::Game(game, _) => Some(game.row.board()?),
            Ground::Challenge(challenge) => start_position(challenge),
            Ground::Closed | Ground::Unknown => None,
        })
    }
}

/// The single turn these texts amount to, with the place of the first; none if they differ.
fn one_text(position: Option<&Position>, turns: &[Written]) -> Option<(usize, String)> {
    let (first, others) = turns.split_first()?;
    let meant = meaning(position, &first.text);
    if others.iter().all(|turn| meaning(position, &turn.text) == meant) {
        return Some((first.place, first.text.clone()));
    }
    let position = position.filter(|_| !turns.iter().any(|turn| turn.agreed))?;
    let texts: Vec<&str> = turns.iter().map(|turn| turn.text.as_str()).collect();
    let together = texts.join(" ");
    // Pieces placed one per line (Diamond Chess), or the two moves of a turn.
    let list = position.read_several(&together).is_some();
    let halves = texts.iter().all(|text| position.read(text).is_err()) && position.read(&together).is_ok();
    (list || halves).then_some((first.place, together))
}

/// A text's meaning, for comparison: the turn it spells or, if none, its letters and digits.
fn meaning(position: Option<&Position>, text: &str) -> String {
    let turn = position.and_then(|position| position.read(text).ok());
    turn.unwrap_or_else(|| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect())
}

fn shown(position: Option<&Position>, text: &str) -> String {
    let turn = position.and_then(|position| position.read(text).ok());
    turn.unwrap_or_else(|| text.chars().take(MOST_SHOWN).collect())
}
