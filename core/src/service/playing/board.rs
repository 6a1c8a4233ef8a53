//! What notices show of a game: its heading, its board, and what was played since somebody last heard.

use crate::game::Game;
use crate::game::history::in_force;
use crate::notice::{BoardView, GameHeading, PlayedNews, Preface, Remark, TurnNews};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::store::Player;

/// A game with its players, as notices need them.
#[derive(Clone, Debug)]
pub(in crate::service) struct Seated {
    pub row: Game,
    pub players: [Player; 2],
    /// What each is told about plans that were dropped just now.
    pub dropped: [Option<Remark>; 2],
}

impl Seated {
    pub const fn at(&self, side: Side) -> &Player {
        &self.players[side as usize]
    }

    pub fn side_of(&self, player: &Player) -> Option<Side> {
        self.row.side_of(player.id)
    }

    /// What names its thread.
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

    /// The board for somebody of that side, or for a watcher.
    pub fn board(&self, side: Option<Side>) -> BoardView {
        BoardView {
            game: self.row.setup.game.name().to_owned(),
            variant: self.row.setup.variant.to_owned(),
            // The position string carries the options, in the state they have by now.
            options: Vec::new(),
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

impl Work<'_> {
    /// A game with its players.
    pub fn seated(&self, row: Game) -> Result<Seated, ServiceError> {
        let players = [self.player(row.players[0])?, self.player(row.players[1])?];
        Ok(Seated { row, players, dropped: [None, None] })
    }

    /// What a side is told: all that was played since it last heard, with the comments that wait for it.
    pub fn turn_news(
        &mut self,
        game: &mut Seated,
        side: Side,
        preface: Option<Preface>,
    ) -> Result<TurnNews, ServiceError> {
        let reader = game.at(side).clone();
        let news = TurnNews {
            played: self.played_since(game, game.row.told[side as usize], Some(side))?,
            preface: preface.into_iter().collect(),
            comments: self.comments_for(game, &reader)?,
            to_move: game.to_move(),
            deadline: game.row.clock.deadline(),
            forfeit: game.row.forfeit,
            pattern: game.row.setup.game.pattern().to_owned(),
            remarks: self.remarks(game, side)?,
        };
        game.row.told[side as usize] = game.row.revision;
        Ok(news)
    }

    /// The turns in force since a revision.
    pub fn played_since(
        &self,
        game: &Seated,
        revision: i64,
        reader: Option<Side>,
    ) -> Result<Vec<PlayedNews>, ServiceError> {
        let entries = self.tx.entries_after(game.row.number, revision)?;
        Ok(in_force(&entries)
            .filter_map(|entry| {
                let side = entry.side?;
                Some(PlayedNews {
                    who: game.at(side).name.clone(),
                    own: reader == Some(side),
                    turn: entry.text.clone(),
                    by: entry.via,
                })
            })
            .collect())
    }

    /// The comments that wait for a reader; they are told with this.
    pub fn comments_for(&self, game: &Seated, reader: &Player) -> Result<Vec<(String, String)>, ServiceError> {
        let mut comments = Vec::new();
        for comment in self.tx.untold_comments(game.row.number, reader.id)? {
            self.tx.comment_told(comment.id)?;
            if !self.tx.blocks(reader.id, comment.player)? {
                let who = game.players.iter().find(|player| player.id == comment.player);
                comments.push((who.map_or_else(String::new, |player| player.name.clone()), comment.text));
            }
        }
        Ok(comments)
    }

    fn remarks(&self, game: &Seated, side: Side) -> Result<Vec<Remark>, ServiceError> {
        let mut remarks = Vec::new();
        let other = game.at(side.other());
        remarks.extend(game.dropped[side as usize].clone());
        if game.row.made[side as usize] == 0
            && self.tx.place(game.row.number)?.is_some()
            && !self.is_in_discord(game.at(side))?
        {
            remarks.push(Remark::SeenInDiscord { who: other.name.clone() });
        }
        if game.row.draw_by == Some(side.other()) {
            remarks.push(Remark::DrawOffered { by: other.name.clone() });
        }
        if let Some(until) = other.away_until.filter(|until| *until > self.at)
            && game.row.to_move == Some(side.other())
        {
            remarks.push(Remark::Away { who: other.name.clone(), until });
        }
        Ok(remarks)
    }
}
