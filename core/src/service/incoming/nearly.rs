//! Words that nearly are a turn. If the places they name are those of one legal turn of the game that waits for their
//! writer, the writer is asked whether to play it; nothing is ever played without a yes.

use crate::board::Square;
use crate::command::hint::Hint;
use crate::game::history::{has_moved, in_force};
use crate::notation;
use crate::notice::Undone;
use crate::notice::told::incoming;
use crate::rules::{MoveError, Position, Side};
use crate::scene::{Piece, PieceKind};
use crate::service::lobby::posting::board_topic;
use crate::service::lobby::terms::start_position;
use crate::service::now::Now;
use crate::service::playing::proposing::propose;
use crate::service::playing::{asking, play, receipts};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Level, Requester, Via};
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::{ChallengeState, QuestionKind};

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
    let tried = own.map(str::to_owned).or_else(|| hint.tries.then(|| named.join(" ").replace('@', " ")));
    let Some((game, side)) = waiting_game(now, who)? else {
        if first_turn(now, out, who, named)? {
            return Ok(true);
        }
        // Who corrects what they have just played wants it back.
        let back = hint.wish.as_deref() == Some(UNDO) && has_just_played(now, who)?;
        return if back { Ok(false) } else { refused(now, out, who, tried.as_deref()) };
    };
    let position = game.row.board()?;
    let turns = meant(&position, who, named, hint);
    match &turns[..] {
        [] => {
            if hint.wish.as_deref() == Some(UNDO) && corrects(now, &game, side, own)? {
                return Ok(false);
            }
            let tried = attempts(&position, named, hint).or(own.map(str::to_owned));
            refused(now, out, who, tried.as_deref())
        }
        // In Discord one place is named in passing too easily, unless they say that it is to be played.
        [turn] if named.len() > 1 || own.is_some() || (hint.taking.is_some() && who.via != Via::Discord) => {
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

/// The command that takes a turn back.
const UNDO: &str = "undo";

/// The turns that the places and pieces named may be.
fn meant(position: &Position, who: &Requester, named: &[String], hint: &Hint) -> Vec<String> {
    let own = hint.turn.as_deref();
    let (squares, taking) = (squares_of(named), hint.taking.as_ref());
    // A piece to put down is named with its square.
    if let (Some(piece), [square]) = (&hint.piece, &squares[..])
        && puts_down(position)
    {
        match position.read(&format!("{piece} {square}")) {
            Ok(turn) => return vec![turn],
            Err(MoveError::Illegal { .. }) if taking.is_none() => return Vec::new(),
            Err(_) => {}
        }
    }
    // Moves told one after the other are one turn; a part of what somebody wants to play is not what they want.
    if hint.turns.iter().any(|text| position.read(text).is_err()) {
        if let Ok(whole) = position.read(&hint.turns.join(" ")) {
            return vec![whole];
        }
        if together(position, hint).is_some() {
            return Vec::new();
        }
    }
    let mut turns = match own.and_then(|text| position.read(text).ok()) {
        Some(turn) => vec![turn],
        None => position.naming(named),
    };
    if turns.is_empty() && named.len() > 1 {
        turns = position.naming(&squares);
    }
    let taken = taking.and_then(|taking| Some((taking, PieceKind::named(&taking.taken)?)));
    if let Some((taking, taken)) = taken.filter(|_| turns.is_empty()) {
        turns = position.taking(taking.by.as_deref().and_then(PieceKind::named), taken, &squares);
    }
    if turns.is_empty() && (own.is_some() || named.len() > 1) {
        turns = of_a_piece(position, named, hint);
    }
    if turns.is_empty() && own.is_none() && who.via != Via::Discord {
        turns = hint.turns.iter().filter_map(|text| position.read(text).ok()).collect();
        turns.dedup();
    }
    turns
}

/// The several turns that are named, as one, if all begin with a piece of the player to move and the rules say what is
/// wrong with that.
fn together(position: &Position, hint: &Hint) -> Option<String> {
    let scene = position.scene();
    let mine = |text: &String| {
        let first = notation::places(text).first().and_then(|square| square.parse::<Square>().ok());
        scene.pieces.iter().any(|piece| Some(piece.at) == first && piece.side == Some(position.to_move()))
    };
    let whole = hint.turns.join(" ");
    let wrong = hint.turns.len() > 1 && hint.turns.iter().all(mine);
    (wrong && matches!(position.read(&whole), Err(MoveError::Illegal { .. }))).then_some(whole)
}

/// What somebody tried to play and can't, in a spelling that the rules can say something about.
fn attempts(position: &Position, named: &[String], hint: &Hint) -> Option<String> {
    let squares = squares_of(named);
    let kind = hint.piece.as_deref().and_then(PieceKind::named);
    let kind = hint.taking.as_ref().and_then(|taking| PieceKind::named(taking.by.as_deref()?)).or(kind);
    let scene = position.scene();
    let mine = scene.pieces.iter().filter(|piece| piece.side == Some(position.to_move()));
    let of_kind: Vec<Square> = mine.filter(|piece| Some(piece.kind) == kind).map(|piece| piece.at).collect();
    let put = hint
        .piece
        .as_ref()
        .filter(|_| squares.len() == 1 && puts_down(position))
        .map(|piece| format!("{piece} {}", squares.join(" ")));
    let from = match of_kind[..] {
        [from] if squares.first() != Some(&from.to_string()) => Some(from),
        _ => None,
    };
    let takes = squares.first().and_then(|square| square.parse::<Square>().ok()).is_some_and(|target| {
        scene.pieces.iter().any(|piece| piece.at == target && piece.side == Some(position.to_move().other()))
    });
    let sign = if takes || hint.taking.is_some() { "x" } else { "-" };
    let told = [
        put,
        together(position, hint),
        from.filter(|_| hint.tries).map(|from| format!("{from}{sign}{}", squares.join(" "))),
        hint.turn.clone(),
        hint.tries.then(|| squares.join(" ")),
    ];
    told.into_iter().flatten().find(|text| matches!(position.read(text), Err(MoveError::Illegal { .. })))
}

/// Whether pieces are being put down.
fn puts_down(position: &Position) -> bool {
    position.legal().first().is_some_and(|turn| turn.contains('@'))
}

/// Whether the last turn of the game that is answered is its writer's.
fn has_just_played(now: Now<'_>, who: &Requester) -> Result<bool, ServiceError> {
    let Some(row) = whose::bare_turn_is_for(now, who)?.map(|number| now.tx.game(number)).transpose()?.flatten() else {
        return Ok(false);
    };
    let side = who.player.as_ref().and_then(|me| row.side_of(me.id));
    let entries = now.tx.entries_after(row.number, 0)?;
    Ok(side.is_some() && row.ended.is_none() && in_force(&entries).last().is_some_and(|last| last.side == side))
}

/// Whether a text could have been played instead of that side's last turn, which the house has answered since.
fn corrects(now: Now<'_>, game: &Seated, side: Side, text: Option<&str>) -> Result<bool, ServiceError> {
    let Some(text) = text.filter(|_| game.house().is_some()) else { return Ok(false) };
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let Some(mine) = in_force(&entries).rfind(|entry| entry.side == Some(side)) else { return Ok(false) };
    Ok(game.row.position_at(&entries, mine.number - 1)?.read(text).is_ok())
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
    let named = unsent.is_none() && who.via == Via::Mail && game.house().is_none();
    let opponent = named.then(|| game.at(side.other()).name.clone());
    let why = incoming::Why::HowToMove { pattern, example, unsent, opponent };
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
