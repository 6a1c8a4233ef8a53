//! Lists: a player's games and challenges, open challenges and ratings.

use crate::notice::told::views::{Between, ChallengeRow, GameRow, GameState, OpenRow, Rated};
use crate::rules::GameKind;
use crate::text::plural::counted;
use crate::text::{Reader, clocks, literal, stakes, terms};

/// The reader's games, those waiting for them first.
pub(super) fn games(
    reader: &Reader<'_>,
    running: &[GameRow],
    finished: &[GameRow],
    challenges: &[ChallengeRow],
) -> Vec<String> {
    let mine = |row: &&GameRow| matches!(row.state, GameState::Running { mine: true, .. });
    let first = match (running.len(), running.iter().filter(mine).count()) {
        (0, _) => "You have no running game; `new amazons` finds you one.".to_owned(),
        (1, 1) => "Your turn in your running game.".to_owned(),
        (1, 0) => reader.way.settled("your running game waits for your opponent."),
        (all, 0) => reader.way.settled(format!("your {all} running games wait for your opponents.")),
        (all, waiting) if all == waiting => format!("Your turn in all of your {all} running games."),
        (all, waiting) => format!("Your turn in {waiting} of your {all} running games."),
    };
    let rows = running.iter().chain(finished).map(|row| game(reader, row));
    [first].into_iter().chain(rows).chain(challenges.iter().map(challenge)).collect()
}

/// `41 Amazons vs ben · turn 3 · your turn by Thu 4 Jun 18:00`
fn game(reader: &Reader<'_>, row: &GameRow) -> String {
    let other = literal(&row.opponent);
    let state = match row.state {
        GameState::Aborted => "aborted".to_owned(),
        GameState::Won => "you won".to_owned(),
        GameState::Lost => "you lost".to_owned(),
        GameState::Drawn => "draw".to_owned(),
        GameState::Running { turn, mine, deadline } => {
            let whose = if mine { "your turn".to_owned() } else { format!("{other} to move") };
            let by = deadline.map_or_else(String::new, |at| format!(" {} {}", reader.way.by(), reader.local(at)));
            format!("turn {turn} · {whose}{by}")
        }
    };
    format!("{} {} vs {other} · {state}", row.number, row.title)
}

/// Those to and from the reader first, then those open to anyone.
pub(super) fn challenges(own: &[ChallengeRow], open: &[OpenRow]) -> Vec<String> {
    const OPEN: &str = "Open to all; accept and the number plays:";
    let first = match (own.len(), open.len()) {
        (0, 0) => "No challenge is open; `new amazons` makes one.",
        (0, _) => OPEN,
        _ => "Challenges to you and of yours:",
    };
    let both = !own.is_empty() && !open.is_empty();
    let mut lines = vec![first.to_owned()];
    lines.extend(own.iter().map(challenge));
    lines.extend(both.then(|| OPEN.to_owned()));
    lines.extend(open.iter().map(|row| {
        let OpenRow { number, title, by, clock, rated, terms } = row;
        let by = literal(by);
        match terms {
            Some(terms) => format!("{number} {title} by {by} · {}", terms::without_title(terms)),
            None => format!("{number} {title} by {by}, {}, {}", clocks::brief(*clock), stakes(*rated)),
        }
    }));
    lines
}

/// `42 Amazons, Ann challenges you · you play White · 10 days + 36 hours per turn · rated: accept 42 or decline 42`
pub(in crate::text::told) fn challenge(row: &ChallengeRow) -> String {
    let ChallengeRow { number, title, between, terms } = row;
    let terms = terms.as_ref().map(|terms| format!(" · {}", terms::without_title(terms))).unwrap_or_default();
    let own = |to: &str| format!("{number} {title}, your challenge to {to}{terms}: `cancel {number}` withdraws it");
    match between {
        Between::By(name) => {
            let name = literal(name);
            format!("{number} {title}, {name} challenges you{terms}: accept {number} or decline {number}")
        }
        Between::To(name) => own(&literal(name)),
        Between::ToAnyone => own("anyone"),
        Between::ToFriend => own("your friend"),
    }
}

/// The best players of each game.
pub(super) fn ratings(games: &[(String, Vec<(String, Rated)>)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (game, best) in games {
        lines.push(format!("{}{}", title(game), if best.is_empty() { ": nobody is rated yet" } else { "" }));
        let rows = best.iter().enumerate();
        lines.extend(rows.map(|(i, (name, rating))| format!("{:>3}  {:<20} {}", i + 1, literal(name), rated(rating))));
    }
    lines
}

/// `1512? (3 games)`
pub(super) fn rated(rating: &Rated) -> String {
    let guess = if rating.provisional { "?" } else { "" };
    format!("{}{guess} ({})", rating.rating, counted(rating.games.into(), "game"))
}

/// The title of the game with that name.
pub(super) fn title(name: &str) -> &str {
    GameKind::named(name).map_or(name, |game| game.title())
}
