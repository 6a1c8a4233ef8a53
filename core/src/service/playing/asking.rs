//! Questions to one side of a game.

use std::mem::discriminant;

use crate::game::history::has_moved;
use crate::rules::Side;
use crate::service::now::Now;
use crate::service::seated::Seated;
use crate::service::{DAY, ServiceError};
use crate::store::{Question, QuestionKind};

/// Stores a question to one side of a game and returns its id. One of a kind is open in a game: the same one asked again
/// is the one that is open, and another takes its place, so that a plain `yes` is clear.
pub fn ask(now: Now<'_>, game: &Seated, side: Side, kind: QuestionKind) -> Result<i64, ServiceError> {
    for open in now.tx.open_questions(game.at(side).id, now.at)? {
        if open.game != Some(game.row.number) || discriminant(&open.kind) != discriminant(&kind) {
            continue;
        }
        let gone_on = has_moved(&now.tx.entries_after(game.row.number, open.revision.unwrap_or(0))?);
        if open.kind == kind && !gone_on {
            return Ok(open.id);
        }
        now.tx.close_question(open.id)?;
    }
    Ok(now.tx.insert_question(&Question {
        id: 0,
        player: Some(game.at(side).id),
        address: None,
        kind,
        game: Some(game.row.number),
        revision: Some(game.row.revision),
        asked: now.at,
        expires: now.at + DAY * i64::from(now.settings.question_days),
    })?)
}
