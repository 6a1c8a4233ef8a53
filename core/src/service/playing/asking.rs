//! Questions to one side of a game.

use std::mem::discriminant;

use crate::game::GameNumber;
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
    insert(now, game, side, kind)
}

/// Stores a question that is asked once more with a later board, and returns its id. Both mails ask it, so both can be
/// answered.
pub fn ask_again(now: Now<'_>, game: &Seated, side: Side, kind: QuestionKind) -> Result<i64, ServiceError> {
    let here = |open: &Question| open.game == Some(game.row.number) && open.revision == Some(game.row.revision);
    let asked =
        now.tx.open_questions(game.at(side).id, now.at)?.into_iter().find(|open| here(open) && open.kind == kind);
    asked.map_or_else(|| insert(now, game, side, kind), |open| Ok(open.id))
}

/// Drops what this player was asked before about words without a command, in that game or beside all games: whoever says
/// now what they want no longer means that.
pub fn drop_guesses(now: Now<'_>, player: i64, game: Option<GameNumber>) -> Result<(), ServiceError> {
    for open in now.tx.open_questions(player, now.at)? {
        let meant = open.game.is_none() || game.is_none() || open.game == game;
        if open.kind.is_guess() && meant {
            now.tx.close_question(open.id)?;
        }
    }
    Ok(())
}

fn insert(now: Now<'_>, game: &Seated, side: Side, kind: QuestionKind) -> Result<i64, ServiceError> {
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
