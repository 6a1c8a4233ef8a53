//! Conditional turns: lines of "if they play this, I play that", kept until they apply or no longer can. Several lines
//! form a tree: after each turn those that match continue and the others are dropped.

use crate::command::Cancel;
use crate::game::history::has_played;
use crate::game::{GameNumber, Means};
use crate::notice::told::playing;
use crate::notice::{News, Remark, Secret};
use crate::rules::{MoveError, Outcome, Position, Side};
use crate::service::now::Now;
use crate::service::playing::{may_play, say, timing, turn};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::service::{HOUR, ServiceError};
use crate::store::Counter;

/// Lines per player and game.
const MOST_LINES: usize = 50;
/// Turns per line, both sides' counted.
const LONGEST: usize = 60;

/// A line of plans: the opponent's turn (`None` is any) and one's own, alternating.
type Line = Vec<Option<String>>;

/// `if TURN then TURN …`.
pub fn plan(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    line: &[Option<String>],
) -> Result<(), ServiceError> {
    let Some((mut game, side, revision)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    let me = game.at(side).id;
    // A plan made for an older board is stale, unless it comes together with the turn before it.
    if let Some(revision) = revision
        && has_played(&now.tx.entries_after(game.row.number, revision)?, side.other())
    {
        let why = playing::Why::OlderBoard { number: game.row.number, turn: game.row.turn };
        return out.refuse(who, Some(&game), why);
    }
    // Whose turn was refused knows why, and that nothing could be planned.
    if game.row.to_move == Some(side) && out.has_refused_turn(game.row.number) {
        return Ok(());
    }
    if game.row.to_move == Some(side) {
        return out.refuse(who, Some(&game), playing::Why::PlayFirst);
    }
    let plans = now.tx.plans(game.row.number, me)?;
    if plans.len() >= MOST_LINES || line.len() > LONGEST {
        let why = playing::Why::EnoughPlans { lines: MOST_LINES, turns: LONGEST };
        return out.refuse(who, Some(&game), why);
    }
    let position = game.row.board()?;
    let line = match checked(position, side, line) {
        Ok(line) => line,
        Err(why) => return out.refuse(who, Some(&game), why),
    };
    // Each turn has one answer: a new line replaces those that answer the same turn differently.
    for old in &plans {
        if contradicts(&old.line, &line) {
            now.tx.delete_plan(old.id)?;
        }
    }
    now.tx.insert_plan(game.row.number, me, &line)?;
    game.around.planned = true;
    say::take_comment(now, who, &mut game, side)?;
    // A move with its plans is one receipt.
    match out.add_to_receipt(game.at(side), game.row.number, Remark::HasPlans) {
        true => Ok(()),
        false => list_plans(out, who, &game, side),
    }
}

/// `plans`, `plans N cancel [K]`.
pub fn plans(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    cancel: Option<Cancel>,
) -> Result<(), ServiceError> {
    let Some((game, side, _)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    let me = game.at(side).id;
    match cancel {
        None => {}
        Some(Cancel::All) => {
            now.tx.delete_plans(game.row.number, Some(me))?;
        }
        Some(Cancel::One(place)) => {
            let plans = now.tx.plans(game.row.number, me)?;
            match place.checked_sub(1).and_then(|place| plans.get(place)) {
                Some(plan) => now.tx.delete_plan(plan.id)?,
                None => {
                    let why = playing::Why::NoPlan { place, number: game.row.number };
                    return out.refuse(who, Some(&game), why);
                }
            }
        }
    }
    list_plans(out, who, &game, side)
}

/// Lists a side's plans. The notice itself holds none: they are looked up on delivery.
fn list_plans(out: &mut Outgoing<'_>, who: &Requester, game: &Seated, side: Side) -> Result<(), ServiceError> {
    let secret = Secret::Plans { game: game.row.number, player: game.at(side).id };
    let what = playing::Told::Plans { game: game.row.number, lines: Vec::new() }.into();
    // Two lines of one message are listed once.
    if !out.tells(game.at(side), game.row.number, &what) {
        let topic = Topic { secret: Some(secret), ..game.topic(Some(side)) };
        out.answer(who, topic, News::Told { what });
    }
    Ok(())
}

/// Keeps the rest of several turns sent as one text (Diamond Chess's setup): each is played whatever the opponent does.
pub fn queue(now: Now<'_>, game: &mut Seated, side: Side, rest: &[String]) -> Result<(), ServiceError> {
    let line: Line = rest.iter().flat_map(|turn| [None, Some(turn.clone())]).collect();
    if !line.is_empty() {
        now.tx.delete_plans(game.row.number, Some(game.at(side).id))?;
        now.tx.insert_plan(game.row.number, game.at(side).id, &line)?;
        game.around.planned = true;
    }
    Ok(())
}

/// Follows up a turn with this outcome: winds the clock and plays what was planned in reply, and in reply to that, as
/// long as there are plans. Returns the outcome if one of these turns ends the game.
pub fn go_on(now: Now<'_>, game: &mut Seated, mut outcome: Option<Outcome>) -> Result<Option<Outcome>, ServiceError> {
    while outcome.is_none() {
        timing::wind(now, game)?;
        let (Some(side), Some((_, last))) = (game.row.to_move, game.row.last.clone()) else { break };
        let Some(planned) = planned(now, game, side, &last)? else { break };
        match turn::played(now, game, &planned, Means::Plan)? {
            Ok(then) => {
                now.tx.count(Counter::TurnsPlanned)?;
                now.tx.tell_plan_by(game.row.number, side, now.at + HOUR)?;
                outcome = then;
            }
            Err(error) => {
                let player = game.at(side).id;
                now.tx.delete_plans(game.row.number, Some(player))?;
                game.dropped[side as usize] = Some(Remark::PlanDropped { turn: planned, why: (&error).into() });
                break;
            }
        }
    }
    Ok(outcome)
}

/// What a side has planned for the turn just played. Matching lines advance; those that no longer apply are dropped.
fn planned(now: Now<'_>, game: &mut Seated, side: Side, last: &str) -> Result<Option<String>, ServiceError> {
    let plans = if game.around.planned { now.tx.plans(game.row.number, game.at(side).id)? } else { Vec::new() };
    if plans.is_empty() {
        return Ok(None);
    }
    let exact = plans.iter().any(|plan| plan.line.first() == Some(&Some(last.to_owned())));
    let mut answer = None;
    for plan in &plans {
        let fits = match plan.line.first() {
            Some(Some(turn)) => turn == last,
            Some(None) => !exact,
            None => false,
        };
        let own = plan.line.get(1).cloned().flatten();
        match own {
            Some(own) if fits && (answer.is_none() || answer.as_ref() == Some(&own)) => {
                match plan.line.get(2..).filter(|rest| rest.len() >= 2) {
                    Some(rest) => now.tx.set_plan_line(plan.id, rest)?,
                    None => now.tx.delete_plan(plan.id)?,
                }
                answer = Some(own);
            }
            _ => now.tx.delete_plan(plan.id)?,
        }
    }
    if answer.is_none() {
        game.dropped[side as usize] = Some(Remark::PlansDropped);
    }
    Ok(answer)
}

/// Checks a line against the rules as far as the board is certain, and makes it canonical.
fn checked(mut position: Position, side: Side, line: &[Option<String>]) -> Result<Line, playing::Why> {
    if line.len() < 2 || !line.len().is_multiple_of(2) {
        return Err(playing::Why::NoPlanForm);
    }
    let mut known = true;
    let mut canonical = Vec::with_capacity(line.len());
    for (i, text) in line.iter().enumerate() {
        let own = i % 2 == 1;
        let Some(text) = text else {
            if own {
                return Err(playing::Why::AnyIsTheirs);
            }
            known = false;
            canonical.push(None);
            continue;
        };
        if known && position.to_move() != if own { side } else { side.other() } {
            return Err(playing::Why::NotByTurns { turn: text.clone() });
        }
        match (known, position.read(text)) {
            (true, Ok(turn)) => {
                position.play(&turn).map_err(|error| playing::Why::Illegal((&error).into()))?;
                canonical.push(Some(turn));
            }
            (true, Err(error)) => {
                return Err(playing::Why::PlanIllegal { turn: text.clone(), why: (&error).into() });
            }
            // After `any`, only the form of a turn can be checked.
            (false, Err(MoveError::Syntax(why))) => {
                return Err(playing::Why::PlanUnread { turn: text.clone(), why });
            }
            (false, _) => canonical.push(Some(crate::notation::normal(text))),
        }
        if known && position.outcome().is_some() {
            canonical.extend(line.iter().skip(i + 1).cloned());
            canonical.truncate(canonical.len() / 2 * 2);
            return Ok(canonical);
        }
    }
    Ok(canonical)
}

/// Whether two lines agree up to an opponent's turn and then answer it differently.
fn contradicts(one: &[Option<String>], other: &[Option<String>]) -> bool {
    for (a, b) in one.chunks(2).zip(other.chunks(2)) {
        match (a, b) {
            ([their_a, my_a], [their_b, my_b]) if their_a == their_b => {
                if my_a != my_b {
                    return true;
                }
            }
            _ => return false,
        }
    }
    // The same line again, or a beginning of the other: the newer one covers it.
    one.len() <= other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(texts: &[&str]) -> Line {
        texts.iter().map(|text| (*text != "any").then(|| (*text).to_owned())).collect()
    }

    #[test]
    fn one_answer_to_one_turn() {
        assert!(contradicts(&line(&["a", "b"]), &line(&["a", "c"])));
        assert!(contradicts(&line(&["a", "b", "c", "d"]), &line(&["a", "b", "c", "e"])));
        assert!(contradicts(&line(&["a", "b"]), &line(&["a", "b", "c", "d"])), "the longer one says it too");
        assert!(!contradicts(&line(&["a", "b", "c", "d"]), &line(&["a", "b", "x", "e"])));
        assert!(!contradicts(&line(&["a", "b"]), &line(&["any", "c"])));
    }
}
