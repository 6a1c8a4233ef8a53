//! Words that nearly are a turn. If the places they name are those of one legal turn of the game that waits for their
//! writer, the writer is asked whether to play it; nothing is ever played without a yes.

use crate::board::Square;
use crate::command::hint::Hint;
use crate::game::history::has_moved;
use crate::notice::told::{incoming, playing};
use crate::notice::{News, Undone};
use crate::rules::{Position, Side};
use crate::scene::{Piece, PieceKind};
use crate::service::lobby::posting::board_topic;
use crate::service::lobby::terms::start_position;
use crate::service::now::Now;
use crate::service::playing::{asking, play, receipts};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Level, Requester, Via};
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::{ChallengeState, Proposal, QuestionKind};

/// More turns than this are not listed: then the words fit anything.
const MOST_LISTED: usize = 4;

/// Helps somebody whose message has no command and names these places in order, perhaps in a turn of their own. False if
/// they are no turn's.
pub fn helped(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    named: &[String],
    hint: &Hint,
) -> Result<bool, ServiceError> {
    let own = hint.turn.as_deref();
    // An unproven sender learns nothing about any game.
    if (named.is_empty() && own.is_none() && hint.taking.is_none()) || who.level == Level::Unproven {
        return Ok(false);
    }
    let Some((game, side)) = waiting_game(now, who)? else {
        return Ok(first_turn(now, out, who, named)? || refused(now, out, who, own)?);
    };
    let position = game.row.board()?;
    let meant = own.and_then(|text| position.read(text).ok());
    let mut turns = meant.map_or_else(|| position.naming(named), |turn| vec![turn]);
    let (squares, taking) = (squares_of(named), hint.taking.as_ref());
    if turns.is_empty() && named.len() > 1 {
        turns = position.naming(&squares);
    }
    let taken = taking.and_then(|taking| Some((taking, PieceKind::named(&taking.taken)?)));
    if let Some((taking, taken)) = taken.filter(|_| turns.is_empty()) {
        turns = position.taking(taking.by.as_deref().and_then(PieceKind::named), taken, &squares);
    }
    if turns.is_empty() && (own.is_some() || named.len() > 1) {
        turns = of_a_piece(&position, named, hint);
    }
    // Several whole turns in one sentence: which is meant?
    if turns.is_empty() && own.is_none() && who.via != Via::Discord {
        turns = hint.turns.iter().filter_map(|text| position.read(text).ok()).collect();
        turns.dedup();
    }
    match &turns[..] {
        [] => refused(now, out, who, own),
        // In Discord one place is named in passing too easily, unless they say that it is to be played.
        [turn] if named.len() > 1 || own.is_some() || (taking.is_some() && who.via != Via::Discord) => {
            propose(now, out, who, &game, side, turn, hint.wish.as_deref() == Some("draw"))?;
            Ok(true)
        }
        // In Discord people also talk about the board.
        _ if who.via == Via::Discord => Ok(false),
        [turn] => {
            propose(now, out, who, &game, side, turn, false)?;
            Ok(true)
        }
        _ if turns.len() <= MOST_LISTED => {
            let one = asking::ask(now, &game, side, QuestionKind::OneOf { turns: turns.clone() })?;
            let why = incoming::Why::Nearly { turns };
            out.doing(Undone::Played, |out| out.refuse_asking(who, Some(&game), why, None, Some(one)))?;
            Ok(true)
        }
        _ => refused(now, out, who, own),
    }
}

/// The squares of these places, whatever shall be put there.
fn squares_of(named: &[String]) -> Vec<String> {
    named.iter().map(|place| place.split_once('@').map_or(place.as_str(), |(_, square)| square).to_owned()).collect()
}

/// The turns of a piece that is named without its square: "my king to d5". Where a square of theirs comes first, that is
/// what is wrong.
fn of_a_piece(position: &Position, named: &[String], hint: &Hint) -> Vec<String> {
    let squares = squares_of(named);
    let mine = |piece: &Piece| piece.side == Some(position.to_move());
    let first = squares.first().and_then(|square| square.parse::<Square>().ok());
    if position.scene().pieces.iter().any(|piece| mine(piece) && Some(piece.at) == first) {
        return Vec::new();
    }
    position.going_over(&squares, hint.piece.as_deref().and_then(PieceKind::named))
}

/// Asks whether to play a turn, on the board as it would be then, and keeps what else was said with it.
fn propose(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    game: &Seated,
    side: Side,
    turn: &str,
    offers_draw: bool,
) -> Result<(), ServiceError> {
    if !out.may_ask(who)? {
        return Ok(());
    }
    // The house reads nothing.
    let comment = who.comment.take().filter(|_| game.house().is_none());
    let number = game.row.number;
    let proposal = Proposal { turn: turn.to_owned(), comment: comment.clone(), offers_draw };
    let id = asking::ask(now, game, side, QuestionKind::Play(proposal))?;
    let mut position = game.row.board()?;
    let (pattern, before) = (position.pattern().to_owned(), position.text());
    let mut topic = Topic { question: Some(id), ..game.topic(Some(side)) };
    if let Some(board) = topic.board.as_mut().filter(|_| position.play(turn).is_ok()) {
        board.last = Some((before, turn.to_owned()));
        board.position = position.text();
    }
    let ask = playing::Ask::Play { number, turn: turn.to_owned(), pattern, comment, offers_draw };
    out.answer(who, topic, News::Question { ask: ask.into(), id });
    Ok(())
}

/// Refuses a turn inside a sentence for the reason for which it would be refused alone: it is the opponent's turn, the
/// board is an older one, or the rules forbid it. False if there is no such reason; nothing is ever played.
fn refused(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester, own: Option<&str>) -> Result<bool, ServiceError> {
    // In Discord people also talk about the board; and a spur is played while the opponent is to move.
    let Some(text) = own.filter(|text| who.via != Via::Discord && !text.starts_with("spur")) else { return Ok(false) };
    let Some(number) = whose::bare_turn_is_for(now, who)? else { return Ok(false) };
    let Some(row) = now.tx.game(number)?.filter(|row| row.ended.is_none() && !row.adjourned && !row.is_late(now.at))
    else {
        return Ok(false);
    };
    if who.player.as_ref().and_then(|me| row.side_of(me.id)).is_none() {
        return Ok(false);
    }
    let position = row.board()?;
    let waits = waiting_game(now, who)?.is_some();
    if waits && (position.read(text).is_ok() || position.read_several(text).is_some()) {
        return Ok(false);
    }
    out.doing(Undone::Played, |out| play::turn(now, out, who, Some(number), None, text))?;
    Ok(true)
}

/// Says how a turn is written in a game that waits for one, by a good example, and how the words get to the opponent.
pub fn how_to_move(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: &Seated,
    side: Side,
) -> Result<(), ServiceError> {
    let position = game.row.board()?;
    let (unsent, kind) = receipts::unsent(who, game, side).unzip();
    let question = kind.map(|kind| asking::ask(now, game, side, kind)).transpose()?;
    let (pattern, example) = (position.pattern().to_owned(), position.fair_turn());
    let why = incoming::Why::HowToMove { pattern, example, unsent };
    out.doing(Undone::Understood, |out| out.refuse_asking(who, Some(game), why, None, question))
}

/// The running game that waits for a turn of this writer, if it is clear which, and their side. Not one that has gone on
/// since the board that is answered.
pub fn waiting_game(now: Now<'_>, who: &Requester) -> Result<Option<(Seated, Side)>, ServiceError> {
    let Some(row) = whose::bare_turn_is_for(now, who)?.map(|number| now.tx.game(number)).transpose()?.flatten() else {
        return Ok(None);
    };
    let side = who.player.as_ref().and_then(|me| row.side_of(me.id));
    let (_, revision) = whose::answered(who, Some(row.number));
    let gone_on = match revision {
        Some(revision) => has_moved(&now.tx.entries_after(row.number, revision)?),
        None => false,
    };
    let waits = row.ended.is_none() && !row.adjourned && !row.is_late(now.at) && row.to_move == side && !gone_on;
    match side.filter(|_| waits) {
        Some(side) => Ok(Some((Seated::of(now.tx, row)?, side))),
        None => Ok(None),
    }
}

/// The same in reply to a challenge that a first turn would accept.
fn first_turn(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, named: &[String]) -> Result<bool, ServiceError> {
    let number = who.about.game().map(|(number, _)| number);
    let Some(challenge) = number.map(|number| now.tx.challenge(number)).transpose()?.flatten() else {
        return Ok(false);
    };
    let own = who.player.as_ref().is_some_and(|me| me.id == challenge.challenger);
    if own || challenge.state != ChallengeState::Open || !whose::is_for(now, who, &challenge)? {
        return Ok(false);
    }
    let turns = start_position(&challenge).map(|position| position.naming(named)).unwrap_or_default();
    match &turns[..] {
        [turn] => {
            let topic = board_topic(&challenge, &now.player(challenge.challenger)?);
            let why = incoming::Why::NearlyAccepted { turn: turn.clone() };
            out.doing(Undone::Accepted, |out| out.refuse_on(who, topic, why))?;
            Ok(true)
        }
        _ => Ok(false),
    }
}
