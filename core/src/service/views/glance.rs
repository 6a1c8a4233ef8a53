//! What a front end reads while someone types or clicks: a game as they see it, and the list of their games. Nothing is
//! written, and nobody is told.

use crate::clock::moment::Timestamp;
use crate::game::history::has_moved;
use crate::game::{Game, GameNumber};
use crate::notice::{BoardView, GameHeading, Taste};
use crate::rules::{Setup, Side};
use crate::service::now::Now;
use crate::service::playing::offers;
use crate::service::seated::Seated;
use crate::service::{Service, ServiceError, whose};
use crate::store::Player;

/// A game as one Discord user sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Its heading, with its revision.
    pub heading: GameHeading,
    /// The game; the position string carries the options.
    pub setup: Setup,
    /// The board, from the user's side.
    pub board: BoardView,
    /// The user's side; `None` if they don't play in it.
    pub side: Option<Side>,
    /// Who is to move; `None` once it is over.
    pub to_move: Option<Side>,
    /// Until when.
    pub deadline: Option<Timestamp>,
    /// How the user wants things displayed.
    pub taste: Taste,
    /// Whether a turn that the user picks is asked about first.
    pub confirm: bool,
    /// Whether the opponent plays by mail.
    pub opponent_by_mail: bool,
    /// Whether the opponent is the computer.
    pub against_house: bool,
}

impl Glance {
    /// Whether it is the user's turn.
    pub fn is_to_move(&self) -> bool {
        self.to_move.is_some() && self.to_move == self.side
    }
}

/// One of a player's games, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyGame {
    /// Its number.
    pub number: GameNumber,
    /// The game's title.
    pub title: String,
    /// The opponent's name.
    pub opponent: String,
    /// Whether it is their turn.
    pub my_turn: bool,
}

impl Service {
    /// A game as a Discord user sees it; `None` if there is no such game, or none that they may look at.
    pub fn glance(&self, number: GameNumber, user: u64) -> Result<Option<Glance>, ServiceError> {
        self.reading(|now| {
            let Some(row) = now.tx.game(number)? else { return Ok(None) };
            let me = now.tx.discord_player(user)?.map(|id| now.player(id)).transpose()?;
            if !whose::may_look(now, me.as_ref(), None, &row)? {
                return Ok(None);
            }
            Ok(Some(glance_at(now, &Seated::of(now.tx, row)?, me.as_ref())?))
        })
    }

    /// Whether the board has changed since a revision: by a turn, or one taken back, and not by an offer or a question.
    pub fn has_moved_since(&self, number: GameNumber, revision: i64) -> Result<bool, ServiceError> {
        self.reading(|now| Ok(has_moved(&now.tx.entries_after(number, revision)?)))
    }

    /// A Discord user's running games, those waiting for them first.
    pub fn games_of_discord(&self, user: u64) -> Result<Vec<MyGame>, ServiceError> {
        self.reading(|now| {
            let Some(me) = now.tx.discord_player(user)? else { return Ok(Vec::new()) };
            let mut games = Vec::new();
            for row in now.tx.running_games(me)? {
                games.extend(my_game(now, row, me)?);
            }
            games.sort_by_key(|game| (!game.my_turn, game.number));
            Ok(games)
        })
    }

    /// The name of the game that a challenge or running game plays.
    pub fn game_name(&self, number: GameNumber) -> Result<Option<String>, ServiceError> {
        self.reading(|now| {
            let setup = match now.tx.challenge(number)? {
                Some(challenge) => Some(challenge.setup),
                None => now.tx.game(number)?.map(|row| row.setup),
            };
            Ok(setup.map(|setup| setup.game.name().to_owned()))
        })
    }

    /// Which of these questions need no answer any more.
    pub fn settled_questions(&self, ids: &[i64], at: Timestamp) -> Result<Vec<i64>, ServiceError> {
        self.reading(|now| {
            let mut settled = Vec::new();
            for &id in ids {
                let open = match now.tx.open_question(id, at)? {
                    Some(question) => !offers::is_moot(now, &question)?,
                    None => false,
                };
                settled.extend((!open).then_some(id));
            }
            Ok(settled)
        })
    }
}

/// A game as a player sees it, or somebody who is none.
pub(super) fn glance_at(now: Now<'_>, game: &Seated, me: Option<&Player>) -> Result<Glance, ServiceError> {
    let side = me.and_then(|me| game.side_of(me));
    let opponent_by_mail = match side {
        Some(side) => game.house().is_none() && !now.is_in_discord(game.at(side.other()))?,
        None => false,
    };
    Ok(Glance {
        heading: game.heading(),
        setup: Setup { options: Vec::new(), ..game.row.setup.clone() },
        board: game.board(side),
        side,
        to_move: game.row.to_move,
        deadline: game.row.clock.deadline(),
        taste: now.taste(me, None),
        confirm: me.is_some_and(|me| me.confirm),
        opponent_by_mail,
        against_house: game.house().is_some(),
    })
}

fn my_game(now: Now<'_>, row: Game, me: i64) -> Result<Option<MyGame>, ServiceError> {
    let Some(side) = row.side_of(me) else { return Ok(None) };
    let game = Seated::of(now.tx, row)?;
    let (number, title) = (game.row.number, game.row.setup.title());
    let opponent = game.at(side.other()).name.clone();
    Ok(Some(MyGame { number, title, opponent, my_turn: game.row.to_move == Some(side) }))
}
