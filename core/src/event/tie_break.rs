//! How ties on points are broken: direct encounter, Sonneborn-Berger, wins, then the game's own. Never by rating.

use super::score::{self, Own, Played, Sums};
use crate::rules::Side;

/// What the players of a group are ranked by, all as whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Each player's sums.
    pub sums: Vec<Sums>,
    /// Each player's Sonneborn-Berger, in quarters of a point.
    pub sonneborn: Vec<u32>,
}

/// The figures of a group.
pub fn figures(players: usize, games: &[Played], own: Own) -> Figures {
    let sums = score::sums(players, games, own);
    let mut sonneborn = vec![0; players];
    for game in games {
        let Some(result) = game.result else { continue };
        for (side, player, other) in [(Side::White, game.white, game.black), (Side::Black, game.black, game.white)] {
            if let (Some(sum), Some(met)) = (sonneborn.get_mut(player), sums.get(other)) {
                *sum += score::points(result, side) * met.points;
            }
        }
    }
    Figures { sums, sonneborn }
}

/// The players in their order, those who are still tied together: the first list shares the first place, and so on.
pub fn ranked(games: &[Played], figures: &Figures, among: &[usize]) -> Vec<Vec<usize>> {
    let points = |player: usize| i64::from(figures.sums[player].points);
    split(among, points).into_iter().flat_map(|tied| encounters(games, figures, tied)).collect()
}

/// Splits those tied on points by the games among them, and again those who are still tied, as long as that splits
/// anything; then by the rest.
fn encounters(games: &[Played], figures: &Figures, tied: Vec<usize>) -> Vec<Vec<usize>> {
    if tied.len() < 2 {
        return vec![tied];
    }
    let parts = split(&tied, |player| i64::from(among(games, &tied, player)));
    match parts.len() {
        1 => rest(figures, &tied),
        _ => parts.into_iter().flat_map(|part| encounters(games, figures, part)).collect(),
    }
}

fn rest(figures: &Figures, tied: &[usize]) -> Vec<Vec<usize>> {
    let keys: [fn(&Figures, usize) -> i64; 3] = [
        |figures, player| i64::from(figures.sonneborn[player]),
        |figures, player| i64::from(figures.sums[player].wins),
        |figures, player| i64::from(figures.sums[player].own),
    ];
    keys.iter().fold(vec![tied.to_vec()], |parts, key| {
        parts.into_iter().flat_map(|part| split(&part, |player| key(figures, player))).collect()
    })
}

/// A player's points, in halves, in the games with these others.
fn among(games: &[Played], others: &[usize], player: usize) -> u32 {
    let within = games.iter().filter(|game| others.contains(&game.white) && others.contains(&game.black));
    within
        .filter_map(|game| match game.result? {
            result if game.white == player => Some(score::points(result, Side::White)),
            result if game.black == player => Some(score::points(result, Side::Black)),
            _ => None,
        })
        .sum()
}

/// Players with more come first; those with as much stay together, in their order.
fn split(players: &[usize], key: impl Fn(usize) -> i64) -> Vec<Vec<usize>> {
    let mut keyed: Vec<(i64, usize)> = players.iter().map(|&player| (key(player), player)).collect();
    keyed.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    keyed.chunk_by(|one, next| one.0 == next.0).map(|part| part.iter().map(|&(_, player)| player).collect()).collect()
}
