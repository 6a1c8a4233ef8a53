//! The house at the table: not only which turn it plays, but whether it plays on at all. It never offers a draw, agrees
//! to fair ones, gives up what is hopeless and has a settled position counted.

use turnpost_core::game::Course;
use turnpost_core::house::{Answer, Errand, Task};
use turnpost_core::rules::Claim;

use crate::budget::Budget;
use crate::dice::mix;
use crate::level::Level;
use crate::mind::{NoThought, think, think_at};
use crate::review;

/// What decides about draws and resigning is judged with so many nodes, whatever the level: a weak player is no fool.
const JUDGED_WITH: u64 = 20_000;
/// A chance this small is hopeless.
const HOPELESS: f64 = 0.02;
/// Nobody gives up before this turn.
const TOO_EARLY_TO_RESIGN: u32 = 10;
/// Nor is a draw fair before this one: nothing has been played yet.
const TOO_EARLY_FOR_DRAW: u32 = 12;
/// More than this is not given away for half.
const MORE_THAN_HALF: f64 = 0.55;

/// A hint is worth so many nodes, whatever the level of the opponent.
const HINTED_WITH: u64 = 40_000;

/// What the house answers to what it is asked for: the same on every machine. `goes_on` is asked now and then during
/// something long; none if it said no.
pub fn answer(task: &Task, goes_on: &mut dyn FnMut() -> bool) -> Result<Option<Answer>, NoThought> {
    let game = &task.course;
    let seed = mix(task.game.cast_unsigned() ^ mix(task.started.cast_unsigned()));
    match task.errand {
        Errand::Act { level, offered, to_move } => act(game, level, offered, to_move, seed).map(Some),
        Errand::Hint => review::hint(game, HINTED_WITH, seed).map(|advice| Some(Answer::Hint(advice))),
        Errand::Review => Ok(review::review(game, goes_on).map(Answer::Review)),
    }
}

fn act(game: &Course, level: u8, offered: bool, to_move: bool, seed: u64) -> Result<Answer, NoThought> {
    if !to_move {
        // The chance is that of the player to move, who offers.
        let fair = offered && is_fair(game, 1.0 - judged(game, seed)?);
        return Ok(if fair { Answer::AgreeToDraw } else { Answer::DeclineDraw });
    }
    if matches!(game.claim(), Some(Claim::Decided(..))) {
        return Ok(Answer::Claim);
    }
    let level = Level::new(level).unwrap_or(Level::STRONGEST);
    let thought = think_at(game, level, seed)?;
    if offered && is_fair(game, judged(game, seed)?) {
        return Ok(Answer::AgreeToDraw);
    }
    let late = game.position().turn_number() >= TOO_EARLY_TO_RESIGN;
    if late && thought.chance <= HOPELESS && judged(game, seed)? <= HOPELESS {
        return Ok(Answer::Resign);
    }
    Ok(Answer::Play(thought.turn))
}

/// The chance of the player to move, judged with care.
fn judged(game: &Course, seed: u64) -> Result<f64, NoThought> {
    Ok(think(game, &mut Budget::nodes(JUDGED_WITH), seed)?.chance)
}

/// Whether a draw is as much as the house can ask for, with that chance.
fn is_fair(game: &Course, chance: f64) -> bool {
    game.position().turn_number() >= TOO_EARLY_FOR_DRAW && chance <= MORE_THAN_HALF
}
