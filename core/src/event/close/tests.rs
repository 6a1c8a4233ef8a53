//! Early close against brute force: all ends of all unfinished games, with narrow and wide margins.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::event::league::{self, Moves};
use crate::event::ranking::tests::group;
use crate::event::score::Own;
use proptest::prelude::*;

/// Every set that can be over the line.
fn all_ends(group: &mut Group, open: &[usize], line: Line, found: &mut Vec<Vec<usize>>) {
    let Some((game, open)) = open.split_first() else {
        let mut over = over(group, line);
        over.sort_unstable();
        if !found.contains(&over) {
            found.push(over);
        }
        return;
    };
    for (winner, margin) in
        [(Some(Side::White), 1), (Some(Side::White), 20), (None, 0), (Some(Side::Black), 1), (Some(Side::Black), 20)]
    {
        group.games[*game].result = Some(Outcome { winner, margin: Some(margin), given_up: false, forfeit: false });
        all_ends(group, open, line, found);
    }
}

/// Leaves only so many of the open games open.
fn with_open(mut group: Group, most: usize, fill: &[u8]) -> (Group, Vec<usize>) {
    let open: Vec<usize> = (0..group.games.len()).filter(|game| group.games[*game].result.is_none()).collect();
    for (place, game) in open.iter().skip(most).enumerate() {
        let winner = [Some(Side::White), Some(Side::Black), None][usize::from(fill[place % fill.len()]) % 3];
        group.games[*game].result = Some(Outcome { winner, margin: Some(3), given_up: false, forfeit: false });
    }
    let open = open.into_iter().take(most).collect();
    (group, open)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn it_equals_brute_force(
        players in 3..8usize,
        results in proptest::collection::vec((0..6u8, 1..30u32), 6..21),
        fill in proptest::collection::vec(0..3u8, 5),
        void in proptest::option::weighted(0.2, 0..7usize),
        margins in proptest::bool::ANY,
        top in 1..3usize,
        bottom in proptest::bool::ANY,
    ) {
        let own = if margins { Own::Margins } else { Own::SecondWins(Side::White) };
        let mut group = group(players, &results, own);
        if let Some(player) = void.filter(|player| *player < players) {
            group.void[player] = true;
        }
        let (group, open) = with_open(group, 4, &fill);
        let line = if bottom { Line::Last(top) } else { Line::First(top) };
        let mut found = Vec::new();
        all_ends(&mut group.clone(), &open, line, &mut found);
        prop_assert_eq!(is_decided(&group, &[line]), found.len() == 1, "{:?}", found);
    }
}

/// Everything that a division decides, in each end it can come to: who goes where, and who has won.
fn all_seasons(group: &mut Group, open: &[usize], of: (usize, usize), found: &mut Vec<(Vec<Moves>, Vec<usize>)>) {
    let Some((game, open)) = open.split_first() else {
        let moves = (0..group.players).map(|player| league::moves(group, of.0, of.1, player)).collect();
        let won = if of.0 == 1 { ranking::first(group, 1) } else { Vec::new() };
        let mut end = (moves, won);
        end.1.sort_unstable();
        if !found.contains(&end) {
            found.push(end);
        }
        return;
    };
    for (winner, margin) in
        [(Some(Side::White), 1), (Some(Side::White), 20), (None, 0), (Some(Side::Black), 1), (Some(Side::Black), 20)]
    {
        group.games[*game].result = Some(Outcome { winner, margin: Some(margin), given_up: false, forfeit: false });
        all_seasons(group, open, of, found);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_division_ends_when_brute_force_says_so(
        players in 5..8usize,
        results in proptest::collection::vec((0..6u8, 1..30u32), 6..21),
        fill in proptest::collection::vec(0..3u8, 5),
        void in proptest::option::weighted(0.2, 0..7usize),
        division in 1..4usize,
    ) {
        let mut group = group(players, &results, Own::Margins);
        if let Some(player) = void.filter(|player| *player < players) {
            group.void[player] = true;
        }
        let (group, open) = with_open(group, 4, &fill);
        let mut found = Vec::new();
        all_seasons(&mut group.clone(), &open, (division, 3), &mut found);
        let decided = league::is_decided(&group, division, 3);
        prop_assert_eq!(decided, found.len() == 1, "{:?}", found);
        if decided {
            let told: Vec<Moves> = (0..players).map(|player| league::moves(&group, division, 3, player)).collect();
            prop_assert_eq!(&told, &found[0].0, "what is told is what comes");
        }
    }
}

#[test]
fn a_finished_group_is_decided_and_an_open_one_is_not() {
    assert!(is_decided(&group(7, &[(1, 3), (2, 1), (3, 0)], Own::Margins), &[Line::First(2), Line::Last(2)]));
    assert!(!is_decided(&group(7, &[(0, 0)], Own::Margins), &[Line::First(2)]));
    assert!(is_decided(&group(7, &[(0, 0)], Own::Margins), &[]), "a final has no line; nothing is decided by it");
}
