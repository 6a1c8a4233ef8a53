//! A cup from groups to a final: how a field is divided, who goes on, and when it is the final.

use super::close;
use super::division;
use super::lot;
use super::ranking::Group;

/// How many of each group go on.
pub const GO_ON: usize = 2;
/// The most in a final.
pub const FINAL: usize = 9;

/// Whether so many play the final.
pub const fn is_final(field: usize) -> bool {
    field <= FINAL
}

/// The groups of a round. The strongest are spread: the first row of the list over all groups, the next row back.
pub fn groups(by_strength: &[i64]) -> Vec<Vec<i64>> {
    if is_final(by_strength.len()) {
        return vec![by_strength.to_vec()];
    }
    let sizes = division::sizes(by_strength.len());
    let mut groups: Vec<Vec<i64>> = vec![Vec::new(); sizes.len()];
    let mut players = by_strength.iter();
    for row in 0.. {
        let mut places: Vec<usize> = (0..sizes.len()).filter(|group| sizes[*group] > row).collect();
        if places.is_empty() {
            break;
        }
        if row % 2 == 1 {
            places.reverse();
        }
        for group in places {
            groups[group].extend(players.next());
        }
    }
    groups
}

/// Who goes on from a group: exactly two, as far as there are so many. Where a tie leaves more, a lot decides.
pub fn go_on(players: &[i64], group: &Group, seed: u64) -> Vec<i64> {
    let table = close::completed(group).table();
    let rows = table.iter().filter(|row| group.stays(row.player));
    let mut on: Vec<(usize, i64)> = rows.filter_map(|row| Some((row.place, *players.get(row.player)?))).collect();
    on.sort_by_key(|(place, player)| (*place, lot::ticket(seed, *player)));
    on.truncate(GO_ON);
    on.into_iter().map(|(_, player)| player).collect()
}

/// Whether those who go on could be others if the open games ended otherwise.
pub fn is_decided(group: &Group) -> bool {
    // A tie is decided by lot, so that it is open only whether there is one.
    close::is_decided(group, &[close::Line::First(GO_ON)])
}

/// The next round's field, strongest first: the winners of the groups, then the seconds, each by the order of the groups.
pub fn field(groups: &[Vec<i64>]) -> Vec<i64> {
    (0..GO_ON).flat_map(|place| groups.iter().filter_map(move |group| group.get(place).copied())).collect()
}

/// The most rounds that a cup of so many can have.
pub fn rounds(mut field: usize) -> usize {
    let mut rounds = 1;
    while !is_final(field) {
        field = GO_ON * division::sizes(field).len();
        rounds += 1;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::ranking::tests::group;
    use crate::event::score::Own;

    #[test]
    fn the_strongest_are_spread() {
        let players: Vec<i64> = (1..=14).collect();
        assert_eq!(groups(&players), [vec![1, 4, 5, 8, 9, 12, 13], vec![2, 3, 6, 7, 10, 11, 14]]);
        assert_eq!(groups(&players[..9]).len(), 1, "a final");
        for field in 3..200i64 {
            let players: Vec<i64> = (1..=field).collect();
            let mut placed = groups(&players).concat();
            placed.sort_unstable();
            assert_eq!(placed, players);
        }
    }

    #[test]
    fn two_go_on_and_a_lot_parts_them() {
        let drawn = group(5, &[(3, 0)], Own::Margins);
        let players = [11, 12, 13, 14, 15];
        let on = go_on(&players, &drawn, 5);
        assert_eq!((on.len(), go_on(&players, &drawn, 5)), (2, on.clone()));
        assert!((0..20).any(|seed| go_on(&players, &drawn, seed) != on), "another seed, another lot");
    }

    #[test]
    fn winners_before_seconds() {
        assert_eq!(field(&[vec![1, 2], vec![3, 4], vec![5]]), [1, 3, 5, 2, 4]);
        assert_eq!([5, 9, 10, 36, 64].map(rounds), [1, 1, 2, 3, 3]);
    }
}
