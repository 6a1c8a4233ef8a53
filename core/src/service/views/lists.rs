//! Lists: a player's games and challenges, open challenges and ratings. Nothing changes.

use crate::game::Game;
use crate::notice::told::views;
use crate::notice::told::views::{ChallengeRow, GameRow, GameState, OpenRow, Rated};
use crate::notice::{News, SheetBoard};
use crate::rules::{GameKind, Side};
use crate::service::lobby::terms::terms;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::Player;

/// Boards in the picture of a player's games; more would be too many to look at.
pub const MOST_ON_A_SHEET: usize = 12;

/// `games`: those waiting for the requester first, by deadline.
pub fn list_games(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let mut rows = now.tx.running_games(me.id)?;
    let mine = |row: &Game| row.to_move == row.side_of(me.id);
    rows.sort_by_key(|row| (!mine(row), row.clock.deadline().unwrap_or(i64::MAX), row.number));
    let mut sheet = Vec::new();
    let mut running = Vec::new();
    for row in rows {
        let game = Seated::of(now.tx, row)?;
        running.push(game_row(&game, &me));
        if sheet.len() < MOST_ON_A_SHEET {
            sheet.push(thumbnail(&game, &me));
        }
    }
    let mut finished = Vec::new();
    for row in now.tx.finished_games(me.id, 5)? {
        finished.push(game_row(&Seated::of(now.tx, row)?, &me));
    }
    let what = views::Told::Games { running, finished, challenges: personal_challenges(now, &me)? }.into();
    out.answer(who, Topic { sheet, ..Topic::default() }, News::Told { what });
    Ok(())
}

/// `challenges`: those to and from the requester first, then those open to anyone.
pub fn list_challenges(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let own = who.player.as_ref().map_or_else(|| Ok(Vec::new()), |me| personal_challenges(now, me))?;
    let mut open = Vec::new();
    for challenge in whose::open_to(now, who)? {
        open.push(OpenRow {
            number: challenge.number,
            title: challenge.setup.title(),
            by: now.player(challenge.challenger)?.name,
            terms: Some(terms(&challenge, false)),
            clock: challenge.clock,
            rated: challenge.rated,
        });
    }
    out.reply(who, views::Told::Challenges { own, open });
    Ok(())
}

/// The open challenges to a player, and those they made. An invited address stays "your friend", whether or not we know
/// whose it is.
fn personal_challenges(now: Now<'_>, me: &Player) -> Result<Vec<ChallengeRow>, ServiceError> {
    let mut rows = Vec::new();
    for challenge in now.tx.challenges_to(me.id)? {
        if !now.tx.blocks(me.id, challenge.challenger)? {
            rows.push(whose::challenge_to_me(now, &challenge)?);
        }
    }
    for challenge in now.tx.challenges_by(me.id)? {
        rows.push(whose::own_challenge(now, &challenge)?);
    }
    Ok(rows)
}

/// `ratings`: a game's best players.
pub fn list_ratings(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    game: Option<&str>,
) -> Result<(), ServiceError> {
    let games = match game.map(|name| (name, GameKind::named(name))) {
        Some((_, Ok(game))) => vec![game],
        Some((name, Err(_))) => return out.refuse(who, None, views::Why::NoGame { name: name.to_owned() }),
        None => GameKind::ALL.to_vec(),
    };
    let mut tables = Vec::new();
    for game in games {
        let best = now.tx.best_ratings(game.name(), 20)?;
        let rows = best.iter().map(|(name, rating)| (name.clone(), Rated::from(rating))).collect();
        tables.push((game.name().to_owned(), rows));
    }
    out.reply(who, views::Told::Ratings(tables));
    Ok(())
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

/// A running game as shown next to others, to a player of it or to somebody else.
pub fn thumbnail(game: &Seated, me: &Player) -> SheetBoard {
    let (row, side) = (&game.row, game.side_of(me));
    let label = match side.map(|side| &game.at(side.other()).name) {
        Some(other) => format!("{} {} vs {other}", row.number, row.setup.title()),
        None => {
            let [white, black] = game.players.each_ref().map(|player| &player.name);
            format!("{} {}: {white} vs {black}", row.number, row.setup.title())
        }
    };
    SheetBoard { label, waiting: row.to_move.is_some() && row.to_move == side, board: game.board(side) }
}
