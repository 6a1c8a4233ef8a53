//! Lists: somebody's games and challenges, what is open to all, players and ratings. Nothing changes.

use crate::game::Game;
use crate::notice::told::views::{Between, ChallengeRow, GameRow, GameState, OpenRow, Rated, Told, Why};
use crate::notice::{News, SheetBoard};
use crate::rules::{GameKind, Side};
use crate::service::ServiceError;
use crate::service::incoming::requester::Requester;
use crate::service::playing::board::Seated;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::store::{Challenge, Invitee, Player};

/// Boards on the picture of somebody's games: beyond that they get too many to look at.
const MOST_ON_A_SHEET: usize = 12;

impl Work<'_> {
    /// `games`: those that wait for me first, by their deadlines.
    pub fn list_games(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let mut rows = self.tx.running_games(me.id)?;
        let mine = |row: &Game| row.to_move == row.side_of(me.id);
        rows.sort_by_key(|row| (!mine(row), row.clock.deadline().unwrap_or(i64::MAX), row.number));
        let mut sheet = Vec::new();
        let mut running = Vec::new();
        for row in rows {
            let game = self.seated(row)?;
            running.push(game_row(&game, &me));
            if sheet.len() < MOST_ON_A_SHEET {
                sheet.push(thumbnail(&game, &me));
            }
        }
        let mut finished = Vec::new();
        for row in self.tx.finished_games(me.id, 5)? {
            finished.push(game_row(&self.seated(row)?, &me));
        }
        let what = Told::Games { running, finished, challenges: self.personal_challenges(&me)? }.into();
        self.answer(who, Topic { sheet, ..Topic::default() }, News::Told { what });
        Ok(())
    }

    /// `challenges`: those to me and of mine first, then what is open to anyone.
    pub fn list_challenges(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let own = who.player.as_ref().map_or_else(|| Ok(Vec::new()), |me| self.personal_challenges(me))?;
        let me = who.player.as_ref().map(|me| me.id);
        let mut open = Vec::new();
        for challenge in self.tx.open_challenges(None, 50)?.iter().filter(|c| Some(c.challenger) != me) {
            if who.player.as_ref().map_or(Ok(false), |me| self.tx.blocks(me.id, challenge.challenger))? {
                continue;
            }
            open.push(OpenRow {
                number: challenge.number,
                title: challenge.setup.title(),
                by: self.player(challenge.challenger)?.name,
                clock: challenge.clock,
                rated: challenge.rated,
            });
        }
        self.reply(who, Told::Challenges { own, open });
        Ok(())
    }

    /// The open challenges that wait for a player, and those that they made. An address that was invited stays
    /// "your friend", whether we know whose it is or not.
    fn personal_challenges(&self, me: &Player) -> Result<Vec<ChallengeRow>, ServiceError> {
        let row = |challenge: &Challenge, between| ChallengeRow {
            number: challenge.number,
            title: challenge.setup.title(),
            between,
        };
        let mut rows = Vec::new();
        for challenge in self.tx.challenges_to(me.id)? {
            if !self.tx.blocks(me.id, challenge.challenger)? {
                rows.push(row(&challenge, Between::By(self.player(challenge.challenger)?.name)));
            }
        }
        for challenge in self.tx.challenges_by(me.id)? {
            let between = match challenge.invitee {
                Invitee::Anyone => Between::ToAnyone,
                Invitee::Player(id) => Between::To(self.player(id)?.name),
                Invitee::Address(_) => Between::ToFriend,
            };
            rows.push(row(&challenge, between));
        }
        Ok(rows)
    }

    /// `who`: about a player.
    pub fn who_is(&mut self, who: &mut Requester, name: Option<&str>) -> Result<(), ServiceError> {
        let player = match name {
            Some(name) => match self.tx.player_named(name)? {
                Some(player) => player,
                None => return self.refuse(who, None, Why::NobodyCalled { name: name.to_owned() }),
            },
            None => self.need_player(who)?,
        };
        let running = self.tx.running_games(player.id)?.len();
        let ratings = self.tx.ratings_of(player.id)?;
        let ratings = ratings.iter().map(|(game, rating)| (game.clone(), Rated::from(rating))).collect();
        let away = player.away_until.filter(|until| *until > self.at);
        self.reply(who, Told::Player { name: player.name, running, ratings, away });
        Ok(())
    }

    /// `ratings`: the best of a game.
    pub fn list_ratings(&mut self, who: &mut Requester, game: Option<&str>) -> Result<(), ServiceError> {
        let games = match game.map(|name| (name, GameKind::named(name))) {
            Some((_, Ok(game))) => vec![game],
            Some((name, Err(_))) => return self.refuse(who, None, Why::NoGame { name: name.to_owned() }),
            None => GameKind::ALL.to_vec(),
        };
        let mut tables = Vec::new();
        for game in games {
            let best = self.tx.best_ratings(game.name(), 20)?;
            let rows = best.iter().map(|(name, rating)| (name.clone(), Rated::from(rating))).collect();
            tables.push((game.name().to_owned(), rows));
        }
        self.reply(who, Told::Ratings(tables));
        Ok(())
    }
}

fn game_row(game: &Seated, me: &Player) -> GameRow {
    let row = &game.row;
    let side = game.side_of(me).unwrap_or(Side::White);
    let state = match &row.ended {
        Some(ended) if ended.aborted => GameState::Aborted,
        Some(ended) => match ended.winner {
            Some(winner) if winner == side => GameState::Won,
            Some(_) => GameState::Lost,
            None => GameState::Drawn,
        },
        None => {
            let mine = row.to_move == Some(side);
            GameState::Running { turn: row.turn, mine, deadline: row.clock.deadline() }
        }
    };
    GameRow { number: row.number, title: row.setup.title(), opponent: game.at(side.other()).name.clone(), state }
}

/// A running game as it is shown beside others.
fn thumbnail(game: &Seated, me: &Player) -> SheetBoard {
    let (row, side) = (&game.row, game.side_of(me));
    let other = side.map_or("", |side| game.at(side.other()).name.as_str());
    SheetBoard {
        label: format!("{} {} vs {other}", row.number, row.setup.title()),
        waiting: row.to_move.is_some() && row.to_move == side,
        board: game.board(side),
    }
}
