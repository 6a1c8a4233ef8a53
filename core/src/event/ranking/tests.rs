//! Tables against an obviously correct slow calculation: fractions, and a matrix of results.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::event::berger;
use crate::event::score::Outcome;
use crate::rules::{Reason, Side};
use proptest::prelude::*;

/// A group of so many players, with results drawn from a list: 0 open, 1 White, 2 Black, 3 draw, 4 White by timeout, 5 Black
/// by resignation; margins in halves.
pub(in crate::event) fn group(players: usize, results: &[(u8, u32)], own: Own) -> Group {
    let games = berger::pairs(players).into_iter().zip(results.iter().cycle());
    let games = games.map(|(pair, (result, margin))| {
        let won = |side, reason| Some(Outcome::of(Some(side), reason, Some(*margin)));
        let result = match result {
            1 => won(Side::White, Reason::NoTurn),
            2 => won(Side::Black, Reason::NoTurn),
            3 => Some(Outcome::of(None, Reason::Agreed, None)),
            4 => won(Side::White, Reason::Timeout),
            5 => won(Side::Black, Reason::Resigned),
            _ => None,
        };
        Played { white: pair.white, black: pair.black, result }
    });
    Group::new(players, games.collect(), own)
}

/// What `player` got against `other`: 1, ½, 0; none if they haven't finished.
fn against(group: &Group, player: usize, other: usize) -> Option<f64> {
    let game = group
        .games
        .iter()
        .find(|game| (game.white, game.black) == (player, other) || (game.white, game.black) == (other, player))?;
    let mine = if game.white == player { Side::White } else { Side::Black };
    Some(match game.result?.winner {
        Some(side) if side == mine => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    })
}

fn counted(group: &Group) -> Vec<usize> {
    (0..group.players).filter(|player| !group.void[*player]).collect()
}

fn slow_points(group: &Group, player: usize, others: &[usize]) -> f64 {
    others.iter().filter(|other| **other != player).filter_map(|other| against(group, player, *other)).sum()
}

fn slow_sonneborn(group: &Group, player: usize) -> f64 {
    let all = counted(group);
    let others = all.iter().filter(|other| **other != player);
    others.map(|other| against(group, player, *other).unwrap_or(0.0) * slow_points(group, *other, &all)).sum()
}

/// Whether one ranks above another, by the regulations as they are written: sets of tied players are cut as long as direct
/// encounters cut them.
fn slow_above(group: &Group, one: usize, other: usize) -> bool {
    let all = counted(group);
    let points = |player: usize| slow_points(group, player, &all);
    if points(one) != points(other) {
        return points(one) > points(other);
    }
    let mut tied: Vec<usize> = all.iter().copied().filter(|player| points(*player) == points(one)).collect();
    loop {
        let among = |player: usize| slow_points(group, player, &tied);
        if among(one) != among(other) {
            return among(one) > among(other);
        }
        let level: Vec<usize> = tied.iter().copied().filter(|player| among(*player) == among(one)).collect();
        if level.len() == tied.len() {
            break;
        }
        tied = level;
    }
    let table = group.table();
    let row = |player: usize| *table.iter().find(|row| row.player == player).unwrap();
    let key = |player: usize| ((slow_sonneborn(group, player) * 4.0) as i64, row(player).wins, row(player).own);
    key(one) > key(other)
}

proptest! {
    #[test]
    fn tables_are_those_of_the_slow_calculation(
        players in 3..10usize,
        results in proptest::collection::vec((0..6u8, 1..30u32), 1..40),
        withdrawn in proptest::collection::vec(proptest::bool::weighted(0.1), 9),
        margins in proptest::bool::ANY,
    ) {
        let own = if margins { Own::Margins } else { Own::SecondWins(Side::White) };
        let group = Group { void: withdrawn[..players].to_vec(), ..group(players, &results, own) };
        let all = counted(&group);
        let table = group.table();
        prop_assert_eq!(table.len(), players);
        for row in table.iter().filter(|row| all.contains(&row.player)) {
            prop_assert_eq!(f64::from(row.points) / 2.0, slow_points(&group, row.player, &all));
            prop_assert_eq!(f64::from(row.sonneborn) / 4.0, slow_sonneborn(&group, row.player));
            let above = all.iter().filter(|other| slow_above(&group, **other, row.player)).count();
            prop_assert_eq!(row.place, above + 1);
            let level = all.iter().filter(|o| !slow_above(&group, **o, row.player) && !slow_above(&group, row.player, **o));
            prop_assert_eq!(row.shared, level.count() > 1);
        }
    }

    /// Whoever is over a line is never fewer than it promises, as far as players are left, and only ties make it more.
    #[test]
    fn lines(players in 5..10usize, results in proptest::collection::vec((0..6u8, 1..30u32), 1..40)) {
        let group = group(players, &results, Own::Margins);
        let table = group.table();
        let up = first(&group, 2);
        prop_assert!(up.len() >= 2);
        let place = |player: usize| table.iter().find(|row| row.player == player).unwrap().place;
        prop_assert!(up.len() == 2 || up.iter().any(|p| up.iter().any(|q| p != q && place(*p) == place(*q))));
        let down = last(&group, 2);
        prop_assert!(down.len() <= 2);
        let stay: Vec<usize> = (0..players).filter(|player| !down.contains(player)).collect();
        prop_assert!(down.iter().all(|low| stay.iter().all(|high| place(*high) < place(*low))));
    }
}

/// A worked example: three on the same points who beat each other in a circle, parted by whom else they beat.
#[test]
fn a_circle_is_parted_by_whom_they_beat() {
    let win =
        |white, black| Played { white, black, result: Some(Outcome::of(Some(Side::White), Reason::NoTurn, Some(1))) };
    // 0 beats 1, 1 beats 2, 2 beats 0. Each beats one more: 0 and 1 the stronger of the others (3), 2 the weaker (4).
    let games = vec![
        win(0, 1),
        win(1, 2),
        win(2, 0),
        win(0, 3),
        win(1, 3),
        win(2, 4),
        win(4, 0),
        win(4, 1),
        win(3, 2),
        win(3, 4),
    ];
    let table = Group::new(5, games, Own::SecondWins(Side::White)).table();
    let figures: Vec<(usize, u32, u32)> = table.iter().map(|row| (row.player, row.points, row.sonneborn)).collect();
    // All five have two wins. Among all five nothing is parted; Sonneborn-Berger is the sum of who was beaten.
    assert!(figures.iter().all(|(_, points, sonneborn)| (*points, *sonneborn) == (4, 16)), "{figures:?}");
    assert!(table.iter().all(|row| row.place == 1 && row.shared));
}

/// Two on the same points: who won the game between them is first, whatever Sonneborn-Berger says.
#[test]
fn a_direct_encounter_comes_first() {
    let result = |winner| Some(Outcome::of(winner, Reason::NoTurn, Some(1)));
    let game = |white, black, winner| Played { white, black, result: result(winner) };
    let (w, draw) = (Some(Side::White), None);
    // 0 beats 1 and loses to 2; 1 beats 2 and 3; 0 beats 3; 2 and 3 draw.
    let games = vec![game(0, 1, w), game(2, 0, w), game(1, 2, w), game(1, 3, w), game(0, 3, w), game(2, 3, draw)];
    let table = Group::new(4, games, Own::Margins).table();
    let order: Vec<(usize, u32)> = table.iter().map(|row| (row.player, row.points)).collect();
    assert_eq!(order, [(0, 4), (1, 4), (2, 3), (3, 1)]);
    let sonneborn = |player: usize| table.iter().find(|row| row.player == player).unwrap().sonneborn;
    assert!(sonneborn(0) > 0 && sonneborn(1) == 2 * 3 + 2, "{table:?}");
}

#[test]
fn who_withdrew_goes_nowhere() {
    let mut group = group(5, &[(1, 3)], Own::Margins);
    let best = group.table()[0].player;
    group.gone[best] = true;
    assert!(!first(&group, 2).contains(&best));
    assert_eq!(group.table()[0].player, best, "but what they won stands");
    group.void[best] = true;
    assert_eq!(group.table()[4].player, best);
    assert_eq!(group.table()[4].points, 0);
}
