//! What pages show: public games, players and ratings for anybody, and a player's own board for whoever has its secret.
//! Nothing is written, and nobody is told, however often a page is opened.

use crate::clock::moment::Timestamp;
use crate::game::{Game, GameNumber};
use crate::notice::told::views::{Course, FinishedRow, Rated, RunningRow, whole};
use crate::notice::{BoardView, GameHeading, ResultNews, Taste};
use crate::record::Record;
use crate::rules::{GameKind, Side};
use crate::service::incoming::pages;
use crate::service::now::Now;
use crate::service::people::names;
use crate::service::playing::{finish, recording};
use crate::service::seated::Seated;
use crate::service::views::looking;
use crate::service::{Service, ServiceError};
use crate::store::Player;

/// Running games in a list.
const RUNNING: u32 = 24;
/// Finished games in a list.
const FINISHED: u32 = 20;
/// Players in a list.
const RATED: u32 = 50;
/// Comments on a page.
const SAID: u32 = 6;
/// Nobody's id.
const NOBODY: i64 = -1;

/// A game as a page shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePage {
    /// Its heading, with its revision.
    pub heading: GameHeading,
    /// Everything that was played.
    pub record: Record,
    /// The position now.
    pub board: BoardView,
    /// Who is to move; `None` once it is over.
    pub to_move: Option<Side>,
    /// Until when.
    pub deadline: Option<Timestamp>,
    /// Whether an operator adjourned it.
    pub adjourned: bool,
    /// How it ended.
    pub result: Option<ResultNews>,
    /// What it did to each side's rating: before, where that is known, and after.
    pub ratings: [Option<(Option<i32>, i32)>; 2],
    /// Whether each side's player has a page.
    pub known: [bool; 2],
    /// Who offers a draw.
    pub draw_by: Option<Side>,
    /// Whether both sit at the board: the clock gives less than an hour.
    pub live: bool,
}

/// What the pages of a game depend on: where it stands, and what changes without a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameState {
    /// The game's revision.
    pub revision: i64,
    /// Until when whoever is to move has time; a vacation moves that.
    pub deadline: Option<Timestamp>,
    /// The names of White and Black as anybody may see them.
    pub names: [String; 2],
}

/// A player's own board.
#[derive(Clone, Debug, PartialEq)]
pub struct MyBoard {
    /// The game.
    pub game: GamePage,
    /// The player's side.
    pub side: Side,
    /// How they want things displayed.
    pub taste: Taste,
    /// Whether they chose a theme.
    pub chose_theme: bool,
    /// What was said last, as `(who, text)`; the oldest first.
    pub said: Vec<(String, String)>,
    /// Whether anybody may look at the game.
    pub public: bool,
    /// Whether they are a guest, who has nothing but this page.
    pub guest: bool,
}

/// A player as anybody may see them.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerPage {
    /// Their name.
    pub name: String,
    /// Until when they are away.
    pub away: Option<Timestamp>,
    /// Their ratings, by the game's name.
    pub ratings: Vec<(String, Rated)>,
    /// How those went.
    pub courses: Vec<Course>,
    /// Their running games.
    pub running: Vec<RunningRow>,
    /// Their last finished games.
    pub finished: Vec<FinishedRow>,
    /// How many there are.
    pub all: u32,
}

/// A running game in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// What it is.
    pub row: RunningRow,
    /// Its revision.
    pub revision: i64,
}

impl Service {
    /// A game that anybody may look at; `None` if there is none of that number.
    pub fn public_game(&self, number: GameNumber) -> Result<Option<GamePage>, ServiceError> {
        self.reading(|now| {
            Ok(match seen(now, number)? {
                Some(game) => Some(page(now, &game)?),
                None => None,
            })
        })
    }

    /// What the pages of a game that anybody may look at depend on.
    pub fn public_state(&self, number: GameNumber) -> Result<Option<GameState>, ServiceError> {
        self.reading(|now| {
            let Some((game, [white, black])) = now.tx.seen_game(number)? else { return Ok(None) };
            let name = |known: Option<String>, side: Side| known.unwrap_or_else(|| side.to_string());
            Ok(Some(GameState {
                revision: game.revision,
                deadline: game.clock.deadline(),
                names: [name(white, Side::White), name(black, Side::Black)],
            }))
        })
    }

    /// The revisions of these games, for those who wait for the next.
    pub fn revisions(&self, numbers: &[GameNumber]) -> Result<Vec<(GameNumber, i64)>, ServiceError> {
        self.reading(|now| {
            let mut found = Vec::new();
            for &number in numbers {
                found.extend(now.tx.revision(number)?.map(|revision| (number, revision)));
            }
            Ok(found)
        })
    }

    /// Running games that anybody may look at.
    pub fn public_games(&self) -> Result<Vec<Running>, ServiceError> {
        self.reading(|now| {
            let games = now.tx.public_games(RUNNING)?.into_iter();
            Ok(games.map(|(game, names)| Running { revision: game.revision, row: running(&game, names) }).collect())
        })
    }

    /// A player who lets anybody look; `None` if there is none of that name.
    pub fn public_player(&self, name: &str, at: Timestamp) -> Result<Option<PlayerPage>, ServiceError> {
        self.reading(|now| {
            let now = Now { at, ..now };
            let Some(player) = names::player_called(now, name)?.filter(has_page) else { return Ok(None) };
            let rated = now.tx.ratings_of(player.id)?;
            let mut courses = Vec::new();
            for (game, rating) in &rated {
                courses.push(looking::course(now, &player, game, rating)?);
            }
            let rows = now.tx.public_games_of(player.id, RUNNING)?.into_iter();
            let rows = rows.map(|(game, names)| running(&game, names)).collect();
            let (games, all) = now.tx.finished_games_seen(player.id, NOBODY, FINISHED, 0)?;
            let mut finished = Vec::new();
            for row in games {
                finished.extend(looking::finished_row(&Seated::of(now.tx, row)?, player.id));
            }
            let ratings = rated.iter().map(|(game, rating)| (game.clone(), Rated::from(rating))).collect();
            let away = player.away_until.filter(|until| *until > at);
            Ok(Some(PlayerPage { name: player.name, away, ratings, courses, running: rows, finished, all }))
        })
    }

    /// The best players of a game, of those who let anybody look.
    pub fn public_ratings(&self, game: GameKind) -> Result<Vec<(String, Rated)>, ServiceError> {
        self.reading(|now| {
            let best = now.tx.best_public_ratings(game.name(), RATED)?;
            Ok(best.iter().map(|(name, rating)| (name.clone(), Rated::from(rating))).collect())
        })
    }

    /// The board that a secret opens; `None` if it opens none.
    pub fn my_board(&self, secret: &str, at: Timestamp) -> Result<Option<MyBoard>, ServiceError> {
        self.reading(|now| {
            let now = Now { at, ..now };
            let Some((player, row)) = pages::whose(now, secret)? else { return Ok(None) };
            let Some(side) = row.side_of(player.id) else { return Ok(None) };
            let public = now.tx.seen_players(row.number)?.is_some();
            let game = Seated::of(now.tx, row)?;
            let mut said = Vec::new();
            for comment in now.tx.last_comments(game.row.number, SAID)? {
                let who = game.players.iter().find(|player| player.id == comment.player);
                if let Some(who) = who.filter(|who| who.id == player.id || !blocks(now, &player, who)) {
                    said.push((who.name.clone(), comment.text));
                }
            }
            let mut shown = page(now, &game)?;
            shown.board = game.board(Some(side));
            let taste = now.taste(Some(&player), None);
            let (chose_theme, guest) = (player.theme.is_some(), player.guest.is_some());
            Ok(Some(MyBoard { game: shown, side, taste, chose_theme, said, public, guest }))
        })
    }

    /// Which game a secret opens, and its revision.
    pub fn my_revision(&self, secret: &str, at: Timestamp) -> Result<Option<(GameNumber, i64)>, ServiceError> {
        self.reading(|now| {
            let opened = pages::whose(Now { at, ..now }, secret)?;
            Ok(opened.map(|(_, row)| (row.number, row.revision)))
        })
    }
}

/// A game as anybody may see it: whoever doesn't want to be public is nobody but a side.
fn seen(now: Now<'_>, number: GameNumber) -> Result<Option<Seated>, ServiceError> {
    let Some(known) = now.tx.seen_players(number)? else { return Ok(None) };
    let Some(row) = now.tx.game(number)? else { return Ok(None) };
    let mut game = Seated::of(now.tx, row)?;
    for side in Side::BOTH {
        if !known[side as usize] {
            game.players[side as usize].name = side.to_string();
            game.row.thread = None;
        }
    }
    Ok(Some(game))
}

fn page(now: Now<'_>, game: &Seated) -> Result<GamePage, ServiceError> {
    let row = &game.row;
    let kind = row.setup.game.name();
    let rating = |side: Side| -> Result<_, ServiceError> {
        let found = now.tx.rating_by(game.at(side).id, kind, row.number)?;
        let found = found.filter(|_| game.at(side).public);
        Ok(found.map(|(before, after)| (before.map(whole), whole(after))))
    };
    Ok(GamePage {
        heading: game.heading(),
        record: recording::record_of(now.tx, game)?,
        board: game.board(None),
        to_move: row.to_move,
        deadline: row.clock.deadline(),
        adjourned: row.adjourned,
        result: finish::told_later(game)?,
        ratings: [rating(Side::White)?, rating(Side::Black)?],
        known: game.players.each_ref().map(has_page),
        draw_by: row.draw_by,
        live: row.clock.rule.is_under_an_hour(),
    })
}

fn running(game: &Game, players: [String; 2]) -> RunningRow {
    let (number, title) = (game.number, game.setup.title());
    RunningRow { number, title, players, turn: game.turn, to_move: game.to_move }
}

fn has_page(player: &Player) -> bool {
    player.public && !player.forgotten && player.guest.is_none()
}

/// Whether a player wants to hear nothing from another; if that can't be found out, nothing is shown.
fn blocks(now: Now<'_>, reader: &Player, writer: &Player) -> bool {
    now.tx.blocks(reader.id, writer.id).unwrap_or(true)
}
