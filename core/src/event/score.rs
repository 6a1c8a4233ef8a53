//! What the games of one group come to: points, and what ties are broken by.

use crate::rules::{GameKind, Reason, Side};

/// A game of a group, by its players' places in the group's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who has White.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
    /// How it ended; none while it goes on.
    pub result: Option<Outcome>,
}

/// How a game of an event ended, as far as tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// By how much, in halves: moves or stones.
    pub margin: Option<u32>,
    /// Whether it was given up: resigned, timed out or forfeited.
    pub given_up: bool,
    /// Whether it was lost without being played to the end at the board: timed out or forfeited by a withdrawal.
    pub forfeit: bool,
}

impl Outcome {
    /// How a game that ended for that reason counts.
    pub const fn of(winner: Option<Side>, reason: Reason, margin: Option<u32>) -> Outcome {
        let forfeit = matches!(reason, Reason::Timeout);
        Outcome { winner, margin, given_up: forfeit || matches!(reason, Reason::Resigned), forfeit }
    }

    /// A game lost because a player was withdrawn.
    pub const fn forfeited(winner: Side) -> Outcome {
        Outcome { winner: Some(winner), margin: None, given_up: true, forfeit: true }
    }
}

/// What breaks a tie last, before the place is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The sum of what games were won and lost by, ten at most each.
    Margins,
    /// Wins by whoever moves second; the side that begins.
    SecondWins(Side),
}

impl Own {
    /// A game's own tie-break. `begins` is the side that moves first.
    pub const fn of(game: GameKind, begins: Side) -> Own {
        match game {
            GameKind::Amazons | GameKind::Desdemona | GameKind::Othello => Own::Margins,
            _ => Own::SecondWins(begins),
        }
    }
}

/// The most that a game counts for in the sum of margins, in halves.
const MOST: u32 = 20;

/// A player's sums over the games that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Points in halves: two for a win, one for a draw.
    pub points: u32,
    /// Games finished.
    pub finished: u32,
    /// Games won.
    pub wins: u32,
    /// The game's own tie-break: halves of margins, or wins moving second.
    pub own: i32,
}

/// Every player's sums, in the order of the list.
pub fn sums(players: usize, games: &[Played], own: Own) -> Vec<Sums> {
    let mut sums = vec![Sums::default(); players];
    for game in games {
        let Some(result) = game.result else { continue };
        for (side, player) in [(Side::White, game.white), (Side::Black, game.black)] {
            let Some(sum) = sums.get_mut(player) else { continue };
            sum.points += points(result, side);
            sum.finished += 1;
            let won = result.winner == Some(side);
            sum.wins += u32::from(won);
            sum.own += match own {
                Own::Margins => by(result, side),
                Own::SecondWins(begins) => i32::from(won && side != begins),
            };
        }
    }
    sums
}

/// What a side gets for a game, in halves of a point.
pub fn points(result: Outcome, side: Side) -> u32 {
    match result.winner {
        Some(winner) if winner == side => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// What a side won or lost by, in halves. Resigning hides nothing: it counts as much as the worst defeat.
fn by(result: Outcome, side: Side) -> i32 {
    let margin = if result.given_up { MOST } else { result.margin.unwrap_or(0).min(MOST) };
    let margin = i32::try_from(margin).unwrap_or(0);
    match result.winner {
        Some(winner) if winner == side => margin,
        Some(_) => -margin,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_cut_and_resigning_hides_nothing() {
        let won = |margin, reason| Outcome::of(Some(Side::White), reason, margin);
        for (result, halves) in [
            (won(Some(7), Reason::NoTurn), 7),
            (won(Some(90), Reason::Counted), 20),
            (won(None, Reason::Resigned), 20),
            (won(None, Reason::Timeout), 20),
            (Outcome::forfeited(Side::White), 20),
            (won(None, Reason::Adjudicated), 0),
            (Outcome::of(None, Reason::Agreed, None), 0),
        ] {
            let games = [Played { white: 0, black: 1, result: Some(result) }];
            let sums = sums(2, &games, Own::Margins);
            assert_eq!((sums[0].own, sums[1].own), (halves, -halves), "{result:?}");
        }
    }

    #[test]
    fn wins_moving_second() {
        let black_wins = Outcome::of(Some(Side::Black), Reason::NoTurn, None);
        let games = [Played { white: 0, black: 1, result: Some(black_wins) }];
        assert_eq!(sums(2, &games, Own::SecondWins(Side::White))[1].own, 1);
        assert_eq!(sums(2, &games, Own::SecondWins(Side::Black))[1].own, 0);
        assert_eq!(sums(2, &games, Own::of(GameKind::Dameo, Side::White))[1].points, 2);
    }
}
