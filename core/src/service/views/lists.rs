//! Lists: somebody's games and challenges, what is open to all, players and ratings. Nothing changes.

use crate::game::Game;
use crate::notice::{News, SheetBoard, Told};
use crate::plural::counted;
use crate::rating::Rating;
use crate::rules::{GameKind, Side};
use crate::service::ServiceError;
use crate::service::incoming::requester::Requester;
use crate::service::playing::board::Seated;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::store::{Challenge, Invitee, Player};
use crate::text;

/// Boards on the picture of somebody's games: beyond that they get too many to look at.
const MOST_ON_A_SHEET: usize = 12;

impl Work<'_> {
    /// `games`: those that wait for me first, by their deadlines.
    pub fn list_games(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let mut rows = self.tx.running_games(me.id)?;
        let mine = |row: &Game| row.to_move == row.side_of(me.id);
        rows.sort_by_key(|row| (!mine(row), row.clock.deadline().unwrap_or(i64::MAX), row.number));
        let waiting = rows.iter().filter(|row| mine(row)).count();
        let mut lines = vec![match (rows.len(), waiting) {
            (0, _) => "You have no running game; new amazons finds you one.".to_owned(),
            (1, 1) => "Your turn in your running game.".to_owned(),
            (1, 0) => "No action needed: your running game waits for your opponent.".to_owned(),
            (all, 0) => format!("No action needed: your {all} running games wait for your opponents."),
            (all, waiting) if all == waiting => format!("Your turn in all of your {all} running games."),
            (all, waiting) => format!("Your turn in {waiting} of your {all} running games."),
        }];
        let mut sheet = Vec::new();
        for row in rows {
            let game = self.seated(row)?;
            lines.push(self.game_line(&game, &me));
            if sheet.len() < MOST_ON_A_SHEET {
                sheet.push(thumbnail(&game, &me));
            }
        }
        for row in self.tx.finished_games(me.id, 5)? {
            let game = self.seated(row)?;
            lines.push(self.game_line(&game, &me));
        }
        lines.extend(self.personal_challenges(&me)?);
        let news = News::Told { what: Told::Written { subject: "Turnpost: your games".to_owned(), lines } };
        self.answer(who, Topic { sheet, ..Topic::default() }, news);
        Ok(())
    }

    /// `challenges`: those to me and of mine first, then what is open to anyone.
    pub fn list_challenges(&mut self, who: &mut Requester) -> Result<(), ServiceError> {
        let personal = who.player.as_ref().map_or_else(|| Ok(Vec::new()), |me| self.personal_challenges(me))?;
        let me = who.player.as_ref().map(|me| me.id);
        let mut others = Vec::new();
        for challenge in self.tx.open_challenges(None, 50)?.iter().filter(|c| Some(c.challenger) != me) {
            if who.player.as_ref().map_or(Ok(false), |me| self.tx.blocks(me.id, challenge.challenger))? {
                continue;
            }
            let challenger = self.player(challenge.challenger)?;
            others.push(format!("{} by {}, {}", heading(challenge), challenger.name, terms(challenge)));
        }
        let mut lines = vec![match (personal.len(), others.len()) {
            (0, 0) => "No challenge is open; new amazons makes one.".to_owned(),
            (0, _) => "Open to all; accept and the number plays:".to_owned(),
            _ => "Challenges to you and of yours:".to_owned(),
        }];
        let both = !personal.is_empty() && !others.is_empty();
        lines.extend(personal);
        lines.extend(both.then(|| "Open to all; accept and the number plays:".to_owned()));
        lines.extend(others);
        self.words(who, "Turnpost: open challenges", lines);
        Ok(())
    }

    /// The open challenges that wait for a player, and those that they made. An address that was invited stays
    /// "your friend", whether we know whose it is or not.
    fn personal_challenges(&self, me: &Player) -> Result<Vec<String>, ServiceError> {
        let mut lines = Vec::new();
        for challenge in self.tx.challenges_to(me.id)? {
            if self.tx.blocks(me.id, challenge.challenger)? {
                continue;
            }
            let (what, number) = (heading(&challenge), challenge.number);
            let by = self.player(challenge.challenger)?.name;
            lines.push(format!("{what}, {by} challenges you: accept {number} or decline {number}"));
        }
        for challenge in self.tx.challenges_by(me.id)? {
            let to = match challenge.invitee {
                Invitee::Anyone => "anyone".to_owned(),
                Invitee::Player(id) => self.player(id)?.name,
                Invitee::Address(_) => "your friend".to_owned(),
            };
            let (what, number) = (heading(&challenge), challenge.number);
            lines.push(format!("{what}, your challenge to {to}: cancel {number} withdraws it"));
        }
        Ok(lines)
    }

    /// `who`: about a player.
    pub fn who_is(&mut self, who: &mut Requester, name: Option<&str>) -> Result<(), ServiceError> {
        let player = match name {
            Some(name) => match self.tx.player_named(name)? {
                Some(player) => player,
                None => return self.refuse(who, None, vec![format!("nobody is called {name:?} here.")]),
            },
            None => self.need_player(who)?,
        };
        let running = self.tx.running_games(player.id)?.len();
        let mut lines = vec![format!("{}: {}.", player.name, counted(running as i64, "running game"))];
        for (game, rating) in self.tx.ratings_of(player.id)? {
            lines.push(format!("{}: {}", title_of(&game), rating_words(&rating)));
        }
        if let Some(until) = player.away_until.filter(|until| *until > self.at) {
            let until = match &who.player {
                Some(me) => self.local(me, until),
                None => self.local(&player, until),
            };
            lines.push(format!("Away until {until}."));
        }
        self.words(who, &format!("Turnpost: {}", player.name), lines);
        Ok(())
    }

    /// `ratings`: the best of a game.
    pub fn list_ratings(&mut self, who: &mut Requester, game: Option<&str>) -> Result<(), ServiceError> {
        let games = match game.map(GameKind::named) {
            Some(Ok(game)) => vec![game],
            Some(Err(error)) => return self.refuse(who, None, vec![error.to_string()]),
            None => GameKind::ALL.to_vec(),
        };
        let mut lines = Vec::new();
        for game in games {
            let best = self.tx.best_ratings(game.name(), 20)?;
            lines.push(format!("{}{}", game.title(), if best.is_empty() { ": nobody is rated yet" } else { "" }));
            let rows = best.iter().enumerate();
            lines.extend(rows.map(|(i, (name, rating))| format!("{:>3}  {name:<20} {}", i + 1, rating_words(rating))));
        }
        self.words(who, "Turnpost: ratings", lines);
        Ok(())
    }

    fn game_line(&self, game: &Seated, me: &Player) -> String {
        let row = &game.row;
        let side = game.side_of(me).unwrap_or(Side::White);
        let other = &game.at(side.other()).name;
        let state = match &row.ended {
            Some(ended) if ended.aborted => "aborted".to_owned(),
            Some(ended) => match ended.winner {
                Some(winner) if winner == side => "you won".to_owned(),
                Some(_) => "you lost".to_owned(),
                None => "draw".to_owned(),
            },
            None => {
                let whose = if row.to_move == Some(side) { "your turn".to_owned() } else { format!("{other} to move") };
                match row.clock.deadline() {
                    Some(deadline) => format!("turn {} · {whose} by {}", row.turn, self.local(me, deadline)),
                    None => format!("turn {} · {whose}", row.turn),
                }
            }
        };
        format!("{} {} vs {other} · {state}", row.number, row.setup.title())
    }
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

/// `41 Desdemona (cassio)`
fn heading(challenge: &Challenge) -> String {
    format!("{} {}", challenge.number, challenge.setup.title())
}

/// `10 days + 36 hours per turn, rated`
fn terms(challenge: &Challenge) -> String {
    format!("{}, {}", challenge.clock.brief(), text::stakes(challenge.rated))
}

fn title_of(game: &str) -> &str {
    GameKind::named(game).map_or(game, |kind| kind.title())
}

/// A rating as shown.
fn rating_words(rating: &Rating) -> String {
    format!("{} ({})", rating.words(), counted(rating.games.into(), "game"))
}
