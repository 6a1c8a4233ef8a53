//! Watching a game in a Discord channel: a board that follows it for whoever reads there, and the list of a server's
//! games. Only what everybody in that channel may look at is ever shown.

use crate::game::{Game, GameNumber};
use crate::notice::told::views::Standing;
use crate::service::now::Now;
use crate::service::seated::Seated;
use crate::service::views::glance::{Glance, glance_at};
use crate::service::views::look;
use crate::service::{Service, ServiceError, whose};
use crate::store::Spectacle;

/// How many boards may follow one game, and how many there may be in one channel: each turn changes all of them.
const MOST_OF_A_GAME: u32 = 20;
const MOST_IN_A_CHANNEL: u32 = 10;
/// How many games of a server are listed.
const MOST_LISTED: u32 = 100;
/// Boards brought up to date at a time.
const BATCH: u32 = 20;

/// A game as anybody in a channel may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The board, from White's side.
    pub glance: Glance,
    /// How it stands.
    pub standing: Standing,
    /// Who played last, and what.
    pub last: Option<(String, String)>,
}

/// Why a game's board isn't posted in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotShown {
    /// There is no such game, or none that everybody there may look at.
    NoGame,
    /// It is over.
    Over,
    /// It is played there, so that its board is there anyway.
    PlayedThere,
    /// Too many boards follow it, or there are too many in that channel.
    Enough,
}

/// A game of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerGame {
    /// How it stands.
    pub standing: Standing,
    /// The channel or thread it is played in.
    pub channel: Option<u64>,
}

impl Service {
    /// A game to be shown to everybody in a channel, if it may be.
    pub fn show_in(&self, number: GameNumber, channel: u64) -> Result<Result<Shown, NotShown>, ServiceError> {
        self.reading(|now| {
            let Some(row) = now.tx.game(number)? else { return Ok(Err(NotShown::NoGame)) };
            if !whose::may_look(now, None, Some(channel), &row)? {
                return Ok(Err(NotShown::NoGame));
            }
            let there = now.tx.place(number)?.is_some_and(|place| place.channel == channel);
            let (of_game, in_channel) = now.tx.count_spectacles(number, channel)?;
            let known = now.tx.spectacle(number, channel)?.is_some();
            Ok(match () {
                () if row.ended.is_some() => Err(NotShown::Over),
                () if there => Err(NotShown::PlayedThere),
                () if !known && (of_game >= MOST_OF_A_GAME || in_channel >= MOST_IN_A_CHANNEL) => Err(NotShown::Enough),
                () => Ok(shown(now, row)?),
            })
        })
    }

    /// Keeps a board that was posted for a Discord user.
    pub fn follow(&self, board: Spectacle) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.set_spectacle(&board))?)
    }

    /// The board that follows a game in a channel.
    pub fn followed(&self, number: GameNumber, channel: u64) -> Result<Option<Spectacle>, ServiceError> {
        Ok(self.store().read(|tx| tx.spectacle(number, channel))?)
    }

    /// Boards that don't show the newest position, each with what to show; none if it may no longer be shown there.
    pub fn boards_behind(&self) -> Result<Vec<(Spectacle, Option<Shown>)>, ServiceError> {
        self.reading(|now| {
            let mut behind = Vec::new();
            for board in now.tx.spectacles_behind(BATCH)? {
                let row = now.tx.game(board.game)?;
                let visible = |row: &Game| whose::may_look(now, None, Some(board.channel), row);
                let shown = match row {
                    Some(row) if visible(&row)? => Some(shown(now, row)?),
                    _ => None,
                };
                behind.push((board, shown));
            }
            Ok(behind)
        })
    }

    /// Notes what a board shows now; one of a game that is over has nothing more to follow.
    pub fn shows_now(&self, board: Spectacle, over: bool) -> Result<(), ServiceError> {
        self.store().write(|tx| match over {
            true => Ok(tx.end_spectacle(board.game, board.channel)?),
            false => Ok(tx.set_spectacle(&board)?),
        })
    }

    /// Forgets a board that follows a game.
    pub fn unfollow(&self, number: GameNumber, channel: u64) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.end_spectacle(number, channel))?)
    }

    /// The running games of a server that a user may look at from a channel, those of that channel included.
    pub fn server_games(&self, server: u64, user: u64, channel: u64) -> Result<Vec<ServerGame>, ServiceError> {
        self.reading(|now| {
            let me = now.tx.discord_player(user)?.map(|id| now.player(id)).transpose()?;
            let mut games = Vec::new();
            for row in now.tx.server_games(server, MOST_LISTED)? {
                if whose::may_look(now, me.as_ref(), Some(channel), &row)? {
                    let channel = now.tx.place(row.number)?.map(|place| place.channel);
                    games.push(ServerGame { standing: look::standing(&Seated::of(now.tx, row)?), channel });
                }
            }
            Ok(games)
        })
    }

    /// The channel in which a server's games open, if its moderators chose one.
    pub fn server_channel(&self, server: u64) -> Result<Option<u64>, ServiceError> {
        Ok(self.store().read(|tx| tx.server_channel(server))?)
    }

    /// Chooses it; nothing means wherever they are asked for.
    pub fn set_server_channel(&self, server: u64, channel: Option<u64>) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.set_server_channel(server, channel))?)
    }
}

fn shown(now: Now<'_>, row: Game) -> Result<Shown, ServiceError> {
    let game = Seated::of(now.tx, row)?;
    let glance = glance_at(now, &game, None)?;
    let last = glance.board.last_turn().map(|(_, played, _)| (game.at(played.by).name.clone(), played.text));
    Ok(Shown { standing: look::standing(&game), glance, last })
}
