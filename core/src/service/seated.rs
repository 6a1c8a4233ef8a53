//! A game together with its two players, as notices about it need them.

use crate::game::Game;
use crate::notice::{BoardView, GameHeading, Remark};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::post::outgoing::Topic;
use crate::store::{Player, Tx};

/// A game with its players.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    pub row: Game,
    pub players: [Player; 2],
    /// What each side is told about plans that were just dropped.
    pub dropped: [Option<Remark>; 2],
    /// The turn before the last, where both are news: what it was played on, and its text.
    pub before: Option<(String, String)>,
}

impl Seated {
    /// Looks up the game's players.
    pub fn of(tx: &Tx<'_>, row: Game) -> Result<Seated, ServiceError> {
        let players = [tx.known_player(row.players[0])?, tx.known_player(row.players[1])?];
        Ok(Seated { row, players, dropped: [None, None], before: None })
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
