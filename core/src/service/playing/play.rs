//! Playing a turn: in which game, whether it is stale, and whether it is that player's to play.

use crate::game::history::{has_moved, in_force, taken_back_since};
use crate::game::{Entry, GameNumber, TakeBack, take_back};
use crate::notice::News;
use crate::notice::told::playing;
use crate::notice::told::playing::{Illegal, NotNow};
use crate::rules::{MoveError, Position, Side};
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::asking::ask;
use crate::service::playing::proposing::{doubtful, propose};
use crate::service::playing::{announcing, finish, may_play, plans, receipts, say, turn};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Requester, Via};
use crate::service::seated::Seated;
use crate::store::{Counter, Proposal, Question, QuestionKind};

/// A turn in the game named, the one being answered, or the only one waiting.
pub fn turn(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    guard: Option<u32>,
    text: &str,
) -> Result<(), ServiceError> {
    let Some((mut game, side, revision)) = may_play::my_game(now, out, who, number, Some(text))? else { return Ok(()) };
    game.look_back(now.tx, revision.unwrap_or(game.row.revision))?;
    if let Some(revision) = revision
        && stale(now, out, who, &game, side, revision, text)?
    {
        who.comment = None;
        return Ok(());
    }
    if game.row.to_move == Some(side.other()) && again(now, out, who, &game, side, text)? {
        return Ok(());
    }
    if let Some(guard) = guard.filter(|guard| *guard != game.row.turn) {
        who.comment = None;
        let why = playing::Why::Guarded { guard, number: game.row.number, turn: game.row.turn };
        return out.refuse(who, Some(&game), why);
    }
    let whole = completed(now, who, &game, text)?;
    // A page shows what it plays, and nobody asks the house.
    let asks = whole.is_none() && game.row.to_move == Some(side) && !matches!(who.via, Via::Page | Via::House);
    if asks && let Some(doubtful) = doubtful(&game.row.board()?, text) {
        return propose(now, out, who, &game, side, &doubtful, false);
    }
    play_text(now, out, who, game, side, whole.as_deref().unwrap_or(text))
}

/// Whether a text is the turn that side has just played, written once more. If so, says that it is played.
fn again(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: &Seated,
    side: Side,
    text: &str,
) -> Result<bool, ServiceError> {
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let Some(last) = in_force(&entries).last().filter(|entry| entry.side == Some(side)) else { return Ok(false) };
    let before = game.row.position_at(&entries, last.number - 1)?;
    if !before.read(text).is_ok_and(|meant| meant == last.text) {
        return Ok(false);
    }
    let what = playing::Told::AlreadyPlayed { turn: last.text.clone(), number: before.turn_number() }.into();
    out.answer(who, game.topic(Some(side)), News::Told { what });
    Ok(true)
}

/// The turn that a reply to "the arrow is missing" completes with these words.
fn completed(now: Now<'_>, who: &Requester, game: &Seated, text: &str) -> Result<Option<String>, ServiceError> {
    let About::Question { id, .. } = who.about else { return Ok(None) };
    let mine = |question: &Question| {
        question.player == who.player.as_ref().map(|me| me.id) && question.game == Some(game.row.number)
    };
    Ok(match now.tx.open_question(id, now.at)?.filter(mine).map(|question| question.kind) {
        Some(QuestionKind::Begun { path }) => game.row.board()?.read(&format!("{path} {text}")).ok(),
        _ => None,
    })
}

/// Plays a text for that side, or refuses it.
pub fn play_text(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    mut game: Seated,
    side: Side,
    text: &str,
) -> Result<(), ServiceError> {
    let position = game.row.board()?;
    let queue = position.read_several(text);
    let first = queue.as_ref().and_then(|texts| texts.first()).map_or(text, String::as_str);
    if let Some(why) = why_not_now(now, &game, &position, side, first)? {
        who.comment = None;
        return out.refuse(who, Some(&game), why);
    }
    let since = game.row.revision;
    let takes_nothing = receipts::takes_nothing(game.row.setup.game, &position, first);
    match turn::played(now, &mut game, first, who.via.means())? {
        Err(error) => {
            who.comment = None;
            let why = Illegal::of(&position, first, &error);
            let about = match &why {
                Illegal::Unfinished { path, .. } => Some(path.clone()),
                _ => about(&error),
            };
            // What a reply to the refusal may complete.
            let left = match &why {
                Illegal::Unfinished { path, .. } => Some(QuestionKind::Begun { path: path.clone() }),
                Illegal::Ambiguous(turns) => Some(QuestionKind::OneOf { turns: turns.clone() }),
                _ => None,
            };
            let left = left.map(|kind| ask(now, &game, side, kind)).transpose()?;
            out.refuse_asking(who, Some(&game), playing::Why::Illegal(why), about, left)
        }
        Ok(outcome) => {
            now.tx.count(Counter::TurnsPlayed)?;
            game.row.told[side as usize] = game.row.told[side as usize].max(since);
            say::take_comment(now, who, &mut game, side)?;
            if let Some(rest) = queue.as_ref().and_then(|texts| texts.get(1..)) {
                plans::queue(now, &mut game, side, rest)?;
            }
            if let Some(outcome) = plans::go_on(now, &mut game, outcome)? {
                return finish::end_by_rules(now, out, Some(who), game, outcome, since);
            }
            announcing::announce(now, out, &mut game, Some(who), Some(side), [None, None], since)?;
            if let Some(remark) = takes_nothing {
                out.add_to_receipt(game.at(side), game.row.number, remark);
            }
            receipts::words_above(now, out, who, &game, side)?;
            Ok(now.tx.update_game(&game.row)?)
        }
    }
}

/// Why this side can't play a text now, whatever the board says.
fn why_not_now(
    now: Now<'_>,
    game: &Seated,
    position: &Position,
    side: Side,
    text: &str,
) -> Result<Option<playing::Why>, ServiceError> {
    let plain = crate::notation::normal(text);
    let mine = game.row.to_move == Some(side);
    if plain.starts_with("spur") {
        let Some(customs) = position.customs() else { return Ok(None) };
        let seconds = i64::try_from(customs.seconds).unwrap_or(i64::MAX);
        let waited = game.row.clock.running.map_or(0, |running| now.at - running.since);
        return Ok(match mine {
            true => Some(playing::Why::OwnTurn),
            false => (waited <= seconds).then_some(playing::Why::SpurTooEarly { seconds }),
        });
    }
    if !mine {
        let entries = now.tx.entries_after(game.row.number, 0)?;
        let last = in_force(&entries).last().filter(|entry| entry.side == Some(side)).map(|entry| entry.text.clone());
        let undo = last.filter(|_| matches!(take_back(&entries, side), TakeBack::Free));
        return Ok(Some(playing::Why::TheirTurn { opponent: game.at(side.other()).name.clone(), undo }));
    }
    // With customs on, the rules accept `pass` at any time, but only for the server to play a forfeited turn.
    let forced = plain == "pass" && !position.legal().iter().any(|turn| turn == "pass");
    Ok(forced.then_some(playing::Why::CannotPass))
}

/// Whether a text answers an old board. If so, says it, and asks whether to play the turn if it is still legal.
fn stale(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    game: &Seated,
    side: Side,
    revision: i64,
    text: &str,
) -> Result<bool, ServiceError> {
    if !has_moved(&game.entries_after(now.tx, revision)?) {
        return Ok(false);
    }
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let then = game.row.position_at(&entries, revision)?;
    let answered = then.turn_number();
    let in_force: Vec<&Entry> = in_force(&entries).filter(|entry| entry.number > revision).collect();
    if let Ok(meant) = then.read(text)
        && in_force.first().is_some_and(|entry| entry.side == Some(side) && entry.text == meant)
    {
        let what = playing::Told::AlreadyPlayed { turn: meant, number: answered }.into();
        out.answer(who, game.topic(Some(side)), News::Told { what });
        return Ok(true);
    }
    if !out.may_refuse(who)? {
        return Ok(true);
    }
    let present = game.row.board()?;
    let mine = game.row.to_move == Some(side);
    let (still_legal, why_not) = match present.read(text) {
        _ if !mine => (None, Some(NotNow::TheirTurn { opponent: game.at(side.other()).name.clone() })),
        Ok(turn) => (Some(turn), None),
        Err(error) => (None, Some(NotNow::Illegal((&error).into()))),
    };
    let question = match &still_legal {
        Some(turn) => {
            let proposal = Proposal { turn: turn.clone(), comment: who.comment.clone(), offers_draw: false };
            Some(ask(now, game, side, QuestionKind::Play(proposal))?)
        }
        None => None,
    };
    let since = in_force
        .iter()
        .filter_map(|entry| entry.side.map(|by| (game.at(by).name.clone(), entry.text.clone())))
        .collect();
    let taken_back = taken_back_since(&entries, revision)
        .into_iter()
        .map(|(side, turn)| (game.at(side).name.clone(), turn))
        .collect();
    let deadline = game.row.clock.deadline().filter(|_| mine);
    let mut topic = game.topic(Some(side));
    topic.question = question;
    out.answer(who, topic, News::Stale { answered, taken_back, since, still_legal, why_not, question, deadline });
    Ok(true)
}

/// What of the board a refused text is about.
pub(in crate::service) fn about(error: &MoveError) -> Option<String> {
    match error {
        MoveError::Illegal { about, .. } => about.clone(),
        MoveError::Syntax(_) | MoveError::Ambiguous(_) => None,
    }
}
