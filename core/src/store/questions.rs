//! Questions that wait for a yes or no, each answered once, and the lists that digests are bound to.

use super::sql::{OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{Stored, Tx, Way};
use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::game::GameNumber;

/// A question's row.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its id.
    pub id: i64,
    /// The player asked.
    pub player: Option<i64>,
    /// The address asked, where nobody is proven yet.
    pub address: Option<i64>,
    /// What a yes does.
    pub kind: QuestionKind,
    /// The game it is about.
    pub game: Option<GameNumber>,
    /// The game's revision when it was asked; a later one makes it moot.
    pub revision: Option<i64>,
    /// When it was asked.
    pub asked: Timestamp,
    /// Until when it can be answered.
    pub expires: Timestamp,
}

/// What a yes does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum QuestionKind {
    /// Runs commands that came unproven.
    Confirm {
        /// The commands.
        #[serde(flatten)]
        held: Held,
        /// The sender's display name.
        display: Option<String>,
    },
    /// Makes the guest whoever has the address that is asked.
    TakeAlong {
        /// The guest.
        guest: i64,
    },
    /// Runs commands that came from elsewhere, once that address is the player's. Nobody is asked: a code does it.
    Elsewhere {
        /// The commands.
        #[serde(flatten)]
        held: Held,
        /// The address they came from.
        from: i64,
    },
    /// Resigns.
    Resign {
        /// What else was said.
        comment: Option<String>,
    },
    /// Agrees to a draw.
    Draw,
    /// Lets the opponent take a turn back.
    Undo,
    /// Plays this turn, with what else the same message said.
    Play(Proposal),
    /// Waits for the rest of a turn that was begun. Nobody is asked: a reply with the rest completes it.
    Begun {
        /// The beginning.
        path: String,
    },
    /// Waits for which of these turns is meant. Nobody is asked: a reply that says which plays it.
    OneOf {
        /// The turns, in the order in which they were named.
        turns: Vec<String>,
    },
    /// Runs the command that words without one seemed to wish for.
    Mean {
        /// The command.
        command: Command,
        /// What else was said.
        comment: Option<String>,
    },
    /// Deletes the player.
    Forget,
    /// Removes a way in.
    Unlink(Way),
    /// Keeps a change to the ways in; a no undoes it.
    Keep {
        /// The change.
        change: i64,
        /// Who was asked: only that way in can answer.
        asked: Way,
    },
    /// Resigns all running games.
    ResignAll,
    /// Withdraws from an event.
    Withdraw {
        /// Which.
        event: i64,
    },
    /// Stays in an event, or renews a place in it.
    StillThere {
        /// Which.
        event: i64,
    },
}

impl QuestionKind {
    /// Whether it is none to those who look for what waits for their answer: only a reply to the very message is about it.
    pub const fn is_aside(&self) -> bool {
        let sends = matches!(self, QuestionKind::Mean { command: Command::Say { .. }, .. });
        sends || matches!(self, QuestionKind::Begun { .. } | QuestionKind::OneOf { .. })
    }

    /// Whether a yes has consequences too serious to take it on the strength of an old secret.
    pub const fn is_grave(&self) -> bool {
        matches!(self, QuestionKind::Forget | QuestionKind::Unlink(_))
    }

    /// Whether it asks if words without a command were meant as one.
    pub const fn is_guess(&self) -> bool {
        matches!(self, QuestionKind::Mean { .. }) && !self.is_aside()
    }
}

/// A turn that its writer is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredProposal")]
pub struct Proposal {
    /// The turn.
    pub turn: String,
    /// Words for the opponent.
    pub comment: Option<String>,
    /// Whether a draw is offered with it.
    pub offers_draw: bool,
}

/// Earlier versions stored the turn alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredProposal {
    Turn(String),
    Whole { turn: String, comment: Option<String>, offers_draw: bool },
}

impl From<StoredProposal> for Proposal {
    fn from(stored: StoredProposal) -> Proposal {
        match stored {
            StoredProposal::Turn(turn) => Proposal { turn, comment: None, offers_draw: false },
            StoredProposal::Whole { turn, comment, offers_draw } => Proposal { turn, comment, offers_draw },
        }
    }
}

/// The list that a digest showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestList {
    /// Whose it was.
    pub player: i64,
    /// The games and the revisions shown.
    pub games: Vec<(GameNumber, i64)>,
    /// When.
    pub at: Timestamp,
}

/// Commands that wait, and what they were an answer to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// The commands.
    pub commands: Vec<Command>,
    /// The comment.
    pub comment: Option<String>,
    /// The game it was about.
    pub hint: Option<GameNumber>,
    /// The game's revision that was shown: a turn may be stale when its time comes.
    #[serde(default)]
    pub revision: Option<i64>,
    /// The question.
    #[serde(default)]
    pub question: Option<i64>,
    /// The list of a digest.
    #[serde(default)]
    pub listed: Vec<(GameNumber, i64)>,
    /// What identifies the message that asked for them, so that another copy of it does nothing.
    #[serde(default)]
    pub key: Option<String>,
}

impl Tx<'_> {
    /// Asks a question. Its `id` is ignored; the new one is returned.
    pub fn insert_question(&self, question: &Question) -> Stored<i64> {
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO questions (player, address, kind, game, revision, asked, expires)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
        )?;
        statement.insert(params![
            question.player,
            question.address,
            serde_json::to_string(&question.kind)?,
            question.game,
            question.revision,
            question.asked,
            question.expires,
        ])
    }

    /// An open question.
    pub fn open_question(&self, id: i64, now: Timestamp) -> Stored<Option<Question>> {
        let mut statement =
            self.sql.prepare_to_change("SELECT * FROM questions WHERE id = ?1 AND state = 'open' AND expires >= ?2")?;
        let mut rows = statement.query(params![id, now])?;
        rows.next()?.map(read_question).transpose()
    }

    /// The board that a question was asked on, whatever became of it since.
    pub fn game_of_question(&self, id: i64) -> Stored<Option<(GameNumber, i64)>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT game, revision FROM questions WHERE id = ?1 AND game IS NOT NULL AND revision IS NOT NULL",
        )?;
        statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    }

    /// Until when a question can be answered, whatever became of it, and the game it is about.
    pub fn question_end(&self, id: i64) -> Stored<Option<(Timestamp, Option<GameNumber>)>> {
        let mut statement = self.sql.prepare_cached("SELECT expires, game FROM questions WHERE id = ?1")?;
        statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    }

    /// Whether a question was put to that player, whatever became of it.
    pub fn was_asked(&self, id: i64, player: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("SELECT 1 FROM questions WHERE id = ?1 AND player = ?2")?;
        statement.exists([id, player])
    }

    /// A player's open questions that a bare yes can mean, the latest first. "Was this you?" isn't one of them: only an
    /// answer to that very mail proves anything.
    pub fn open_questions(&self, player: i64, now: Timestamp) -> Stored<Vec<Question>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT * FROM questions WHERE player = ?1 AND state = 'open' AND expires >= ?2 ORDER BY id DESC",
        )?;
        let mut rows = statement.query(params![player, now])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(read_question(row)?);
        }
        found.retain(|question| {
            use QuestionKind::{Confirm, Elsewhere, Keep};
            !matches!(question.kind, Confirm { .. } | Elsewhere { .. } | Keep { .. })
        });
        Ok(found)
    }

    /// Takes the commands that wait until an address is a player's.
    pub fn take_held_elsewhere(&self, player: i64, address: i64, now: Timestamp) -> Stored<Vec<Held>> {
        let mut statement = self.sql.prepare_either(
            "UPDATE questions SET state = 'answered' WHERE player = ?1 AND state = 'open' AND expires >= ?2
               AND kind ->> '$.Elsewhere.from' = ?3 RETURNING *",
            "UPDATE questions SET state = 'answered' WHERE player = ?1 AND state = 'open' AND expires >= ?2
               AND kind::json #>> '{Elsewhere,from}' = ?3 RETURNING *",
        )?;
        let mut rows = statement.query(params![player, now, address])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            if let QuestionKind::Elsewhere { held, .. } = read_question(row)?.kind {
                found.push(held);
            }
        }
        drop(rows);
        self.sql
            .prepare_cached(
                "UPDATE questions SET kind = 'null' WHERE player = ?1 AND state <> 'open' AND kind <> 'null'",
            )?
            .execute([player])?;
        Ok(found)
    }

    /// Marks a question as answered or moot. All that is kept is which board it was asked on.
    pub fn close_question(&self, id: i64) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE questions SET state = 'answered', kind = 'null' WHERE id = ?1")?
            .execute([id])?;
        Ok(())
    }

    /// Drops what was held until its sender confirmed the message as theirs.
    pub fn close_confirmations(&self, address: i64, key: &str) -> Stored<()> {
        self.sql
            .prepare_either(
                "UPDATE questions SET state = 'answered' WHERE address = ?1 AND state = 'open'
                 AND kind ->> '$.Confirm.key' = ?2",
                "UPDATE questions SET state = 'answered' WHERE address = ?1 AND state = 'open'
                 AND kind::json #>> '{Confirm,key}' = ?2",
            )?
            .execute(params![address, key])?;
        Ok(())
    }

    /// How many confirmations an address has open, and how many it was asked since a time.
    pub fn confirmations(&self, counted: &str, now: Timestamp, since: Timestamp) -> Stored<(u32, u32)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT count(*) FILTER (WHERE state = 'open' AND expires >= ?2), count(*) FILTER (WHERE asked > ?3)
             FROM questions WHERE address IN (SELECT id FROM addresses WHERE counted = ?1)",
        )?;
        statement.query_row(params![counted, now, since], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Keeps the list that a digest shows and returns its id.
    pub fn insert_digest(&self, player: i64, games: &[(GameNumber, i64)], at: Timestamp) -> Stored<i64> {
        let mut statement =
            self.sql.prepare_cached("INSERT INTO digests (player, games, at) VALUES (?1, ?2, ?3) RETURNING id")?;
        statement.insert(params![player, serde_json::to_string(games)?, at])
    }

    /// What a digest listed.
    pub fn digest(&self, id: i64) -> Stored<Option<DigestList>> {
        let mut statement = self.sql.prepare_cached("SELECT player, games, at FROM digests WHERE id = ?1")?;
        let found: Option<(i64, String, Timestamp)> =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
        let Some((player, games, at)) = found else { return Ok(None) };
        Ok(Some(DigestList { player, games: serde_json::from_str(&games)?, at }))
    }
}

fn read_question(row: Row<'_>) -> Stored<Question> {
    let kind: String = row.get("kind")?;
    // Earlier versions stored it without words.
    let kind = if kind == r#""Resign""# { r#"{"Resign":{"comment":null}}"#.to_owned() } else { kind };
    Ok(Question {
        id: row.get("id")?,
        player: row.get("player")?,
        address: row.get("address")?,
        kind: serde_json::from_str(&kind)?,
        game: row.get("game")?,
        revision: row.get("revision")?,
        asked: row.get("asked")?,
        expires: row.get("expires")?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_an_older_version_held_is_still_read() {
        let old = r#"{"Confirm":{"commands":["Yes"],"comment":null,"display":"Ann","hint":41}}"#;
        let held = Held { commands: vec![Command::Yes], hint: Some(41), ..Held::default() };
        let kind: QuestionKind = serde_json::from_str(old).unwrap();
        assert_eq!(kind, QuestionKind::Confirm { held, display: Some("Ann".to_owned()) });
    }
}
