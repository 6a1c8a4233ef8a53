//! A game together with its two players, as notices about it need them.

use crate::game::{Change, Entry, Game};
use crate::notice::{BoardView, GameHeading, Remark};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::post::outgoing::Topic;
use crate::store::{Around, Player, Reach, Table, Tx};

/// A game with its players.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    pub row: Game,
    pub players: [Player; 2],
    /// What each side is told about plans that were just dropped.
    pub dropped: [Option<Remark>; 2],
    /// The turn before the last, where both are news: what it was played on, and its text.
    pub before: Option<(String, String)>,
    /// How each is reached.
    pub reach: [Reach; 2],
    pub around: Around,
    /// What was read of its record.
    recent: Option<Recent>,
}

/// Every entry of a record after a revision, and every one about a turn or a later one.
#[derive(Clone, Debug)]
struct Recent {
    after: i64,
    turn: u32,
    entries: Vec<Entry>,
}

/// How many turns back the news of a turn look.
const LOOK_BACK: u32 = 4;

impl Seated {
    /// Looks up the game's players.
    pub fn of(tx: &Tx<'_>, row: Game) -> Result<Seated, ServiceError> {
        let table = tx.table(Some((row.number, row.players)), None)?;
        Seated::at_table(row, &table)
    }

    /// Seats the players of a game at the table that was read with it.
    pub fn at_table(row: Game, table: &Table) -> Result<Seated, ServiceError> {
        let [white, black] = row.players.map(|id| table.person(id).cloned());
        let (white, black) = (white?, black?);
        Ok(Seated {
            row,
            players: [white.player, black.player],
            dropped: [None, None],
            before: None,
            reach: [white.reach, black.reach],
            around: table.around,
            recent: None,
        })
    }

    /// Reads at once what the news of a turn need of the record: what each side wasn't told, what happened after a revision,
    /// the last turns.
    pub fn look_back(&mut self, tx: &Tx<'_>, revision: i64) -> Result<(), ServiceError> {
        let after = revision.min(self.row.told[0]).min(self.row.told[1]);
        let turn = self.row.turn.saturating_sub(LOOK_BACK);
        let entries = tx.entries_since(self.row.number, after, turn)?;
        self.recent = Some(Recent { after, turn, entries });
        Ok(())
    }

    /// The entries of the record after a revision.
    pub fn entries_after(&self, tx: &Tx<'_>, revision: i64) -> Result<Vec<Entry>, ServiceError> {
        match &self.recent {
            Some(recent) if recent.after <= revision => {
                Ok(recent.entries.iter().filter(|entry| entry.number > revision).cloned().collect())
            }
            _ => Ok(tx.entries_after(self.row.number, revision)?),
        }
    }

    /// The entries of the record about a turn and later ones.
    pub fn entries_from_turn(&self, tx: &Tx<'_>, turn: u32) -> Result<Vec<Entry>, ServiceError> {
        match &self.recent {
            Some(recent) if recent.turn <= turn => {
                Ok(recent.entries.iter().filter(|entry| entry.turn >= turn).cloned().collect())
            }
            _ => Ok(tx.entries_from_turn(self.row.number, turn)?),
        }
    }

    /// Stores what happened in the game. The game itself is stored once all has happened.
    pub fn keep(&mut self, tx: &Tx<'_>, change: &Change) -> Result<(), ServiceError> {
        tx.store_change(&self.row, change)?;
        if let Some(recent) = &mut self.recent {
            for entry in recent.entries.iter_mut().filter(|entry| change.undone.contains(&entry.number)) {
                entry.undone = true;
            }
            recent.entries.push(change.entry.clone());
        }
        Ok(())
    }

    pub const fn at(&self, side: Side) -> &Player {
        &self.players[side as usize]
    }

    pub fn side_of(&self, player: &Player) -> Option<Side> {
        self.row.side_of(player.id)
    }

    /// The side that the computer plays.
    pub fn house(&self) -> Option<Side> {
        self.row.house()
    }

    /// The heading of its thread.
    pub fn heading(&self) -> GameHeading {
        GameHeading {
            number: self.row.number,
            title: self.row.setup.title(),
            thread: self.row.thread.clone(),
            white: Some(self.players[0].name.clone()),
            black: Some(self.players[1].name.clone()),
            revision: self.row.revision,
            turn: self.row.turn,
        }
    }

    /// The board as that side sees it, or a watcher.
    pub fn board(&self, side: Option<Side>) -> BoardView {
        BoardView {
            game: self.row.setup.game.name().to_owned(),
            variant: self.row.setup.variant.to_owned(),
            // The position string carries the options in their current state.
            options: Vec::new(),
            before: self.before.clone(),
            last: self.row.last.clone(),
            position: self.row.position.clone(),
            over: self.row.ended.is_some(),
            side: side.map(|side| side.word().to_owned()),
            about: None,
        }
    }

    /// Heading and board for a notice.
    pub fn topic(&self, side: Option<Side>) -> Topic {
        Topic { heading: Some(self.heading()), board: Some(self.board(side)), ..Topic::default() }
    }

    /// Who is to move, by name and side.
    pub fn to_move(&self) -> Option<(String, String)> {
        self.row.to_move.map(|side| (self.at(side).name.clone(), side.word().to_owned()))
    }
}
