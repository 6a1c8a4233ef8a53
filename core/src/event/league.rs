//! A league from season to season: two up, two down, newcomers into the lowest division, vacancies to the next best.

use serde::{Deserialize, Serialize};

use super::close::{self, Line};
use super::division;
use super::ranking::{self, Group};

/// How many go up and down.
pub const MOVED: usize = 2;

/// A division at the end of its season: its players, and their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The players, in the order of the group's list.
    pub players: Vec<i64>,
    /// The group.
    pub group: Group,
}

/// The divisions of the first season: by strength, given best first. None if there are too few.
pub fn first(by_strength: &[i64]) -> Vec<Vec<i64>> {
    cut(by_strength, &division::sizes(by_strength.len()))
}

/// The divisions of the next season. `before` are those of the last one, the highest first; `entered` are all who play, and
/// whoever is not among the former is a newcomer, in the order given. None if there are too few.
pub fn next(before: &[Ended], entered: &[i64]) -> Vec<Vec<i64>> {
    let stays = |player: &i64| entered.contains(player);
    let mut levels: Vec<Level> = vec![Level::default(); before.len()];
    for (level, ended) in before.iter().enumerate() {
        let named = |places: Vec<usize>| places.into_iter().filter_map(|place| ended.players.get(place).copied());
        let up: Vec<i64> = if level == 0 { Vec::new() } else { named(ranking::first(&ended.group, MOVED)).collect() };
        let lowest = level + 1 == before.len();
        let down: Vec<i64> = if lowest { Vec::new() } else { named(ranking::last(&ended.group, MOVED)).collect() };
        // Whoever withdrew and enters again begins below.
        let order = ended.group.table().into_iter().filter(|row| ended.group.stays(row.player));
        for player in named(order.map(|row| row.player).collect()).filter(stays) {
            if up.contains(&player) && !down.contains(&player) {
                levels[level - 1].up.push(player);
            } else if down.contains(&player) && !up.contains(&player) {
                levels[level + 1].down.push(player);
            } else {
                levels[level].stay.push(player);
            }
        }
    }
    let members: Vec<usize> = levels.iter().map(|level| level.down.len() + level.stay.len() + level.up.len()).collect();
    let mut order: Vec<i64> = Vec::new();
    for level in levels {
        // Who goes up is safe even if the division has become smaller: the last of those who stay make room then. Who comes
        // down is behind them all, and vacancies above go in this order.
        let (safe, last) = level.stay.split_at(level.stay.len().saturating_sub(level.up.len()));
        order.extend(safe.iter().chain(&level.up).chain(last).chain(&level.down));
    }
    order.extend(entered.iter().filter(|player| !order.contains(player)).copied().collect::<Vec<_>>());
    let upper = members.len().saturating_sub(1);
    cut(&order, &division::sizes_around(order.len(), &members[..upper]))
}

/// Whether no unfinished game of a division, counted from 1, can change who goes up or down, or who wins the first one.
pub fn is_decided(group: &Group, division: usize, divisions: usize) -> bool {
    let top = Line::First(if division > 1 { MOVED } else { 1 });
    let bottom = (division < divisions).then_some(Line::Last(MOVED));
    let lines: Vec<Line> = std::iter::once(top).chain(bottom).collect();
    close::is_decided(group, &lines)
}

/// Where somebody goes after a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Moves {
    /// Into the division above.
    Up,
    /// Into the division below.
    Down,
    /// Nowhere.
    Stays,
}

/// Where a player of a decided division, counted from 1, goes; the player is a place in the group's list.
pub fn moves(group: &Group, division: usize, divisions: usize, player: usize) -> Moves {
    let end = close::completed(group);
    let up = division > 1 && ranking::first(&end, MOVED).contains(&player);
    let down = division < divisions && ranking::last(&end, MOVED).contains(&player);
    match (up, down) {
        (true, false) => Moves::Up,
        (false, true) => Moves::Down,
        _ => Moves::Stays,
    }
}

/// Who belongs to a division next, before it is filled up.
#[derive(Clone, Debug, Default)]
struct Level {
    stay: Vec<i64>,
    up: Vec<i64>,
    down: Vec<i64>,
}

fn cut(players: &[i64], sizes: &[usize]) -> Vec<Vec<i64>> {
    let mut rest = players;
    let mut divisions = Vec::new();
    for size in sizes {
        let (division, behind) = rest.split_at((*size).min(rest.len()));
        divisions.push(division.to_vec());
        rest = behind;
    }
    divisions
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::berger;
    use crate::event::score::{Outcome, Own, Played};
    use crate::rules::{Reason, Side};

    /// A division in which the list's order is the table's.
    fn ended(players: &[i64]) -> Ended {
        let games = berger::pairs(players.len()).into_iter().map(|pair| {
            let winner = if pair.white < pair.black { Side::White } else { Side::Black };
            let result = Some(Outcome::of(Some(winner), Reason::NoTurn, Some(2)));
            Played { white: pair.white, black: pair.black, result }
        });
        Ended { players: players.to_vec(), group: Group::new(players.len(), games.collect(), Own::Margins) }
    }

    #[test]
    fn two_up_and_two_down() {
        let before = [ended(&[1, 2, 3, 4, 5, 6, 7]), ended(&[11, 12, 13, 14, 15, 16, 17])];
        let all: Vec<i64> = before.iter().flat_map(|division| division.players.clone()).collect();
        assert_eq!(next(&before, &all), [vec![1, 2, 3, 11, 12, 4, 5], vec![13, 14, 15, 16, 17, 6, 7]]);
        // Three fewer: eleven make a division of five, and who went up is in it.
        let fewer: Vec<i64> = all.into_iter().filter(|player| ![14, 15, 16].contains(player)).collect();
        assert_eq!(next(&before, &fewer), [vec![1, 2, 3, 11, 12], vec![4, 5, 13, 17, 6, 7]]);
    }

    #[test]
    fn vacancies_go_to_the_next_best_and_newcomers_begin_below() {
        let before = [ended(&[1, 2, 3, 4, 5, 6, 7]), ended(&[11, 12, 13, 14, 15, 16, 17])];
        // 3 doesn't play on; 21 and 22 are new, in the order of their strength.
        let entered = [1, 2, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17, 22];
        assert_eq!(next(&before, &entered), [vec![1, 2, 11, 12, 4, 5, 13], vec![14, 15, 16, 17, 6, 7, 22]]);
        assert_eq!(next(&before, &[1, 2, 4]), Vec::<Vec<i64>>::new(), "too few: the season waits");
    }

    #[test]
    fn everybody_who_enters_is_placed_once() {
        let mut before = first(&(1..=40).collect::<Vec<i64>>());
        for season in 0..20i64 {
            let divisions: Vec<Ended> = before.iter().map(|players| ended(players)).collect();
            let mut entered: Vec<i64> = before.concat();
            entered.retain(|player| (player + season) % 6 != 0);
            entered.extend(1_000 * (season + 1)..1_000 * (season + 1) + season % 9);
            let after = next(&divisions, &entered);
            let mut placed = after.concat();
            placed.sort_unstable();
            entered.sort_unstable();
            assert_eq!(placed, entered, "season {season}");
            assert!(after.iter().all(|division| (5..=9).contains(&division.len())), "{after:?}");
            before = after;
        }
    }
}
