//! A ladder: whom one may challenge, and who stands where after a game.

/// How many challenges one may have made, and received, at a time.
pub const AT_A_TIME: usize = 2;
/// Seconds before the same two play again.
pub const REMATCH: i64 = 14 * 86_400;
/// Seconds of silence after which somebody leaves the ladder.
pub const SILENCE: i64 = 30 * 86_400;

/// How many places up one may challenge: three, or a tenth of the ladder if that is more.
pub const fn reach(length: usize) -> usize {
    if length / 10 > 3 { length / 10 } else { 3 }
}

/// Whether whoever stands at one place (from 0, the top) may challenge another.
pub const fn in_reach(length: usize, challenger: usize, challenged: usize) -> bool {
    challenged < challenger && challenger - challenged <= reach(length)
}

/// The ladder after a game. The winner goes directly above the loser if he still stands below; by a walkover he goes up one
/// place only.
pub fn after(ladder: &[i64], winner: i64, loser: i64, walkover: bool) -> Vec<i64> {
    let place = |player: i64| ladder.iter().position(|one| *one == player);
    let mut after = ladder.to_vec();
    if let (Some(from), Some(to)) = (place(winner), place(loser))
        && from > to
    {
        after.remove(from);
        after.insert(if walkover { from - 1 } else { to }, winner);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_places_or_a_tenth() {
        assert_eq!([1, 9, 39, 40, 100].map(reach), [3, 3, 3, 4, 10]);
        assert!(in_reach(9, 3, 0) && !in_reach(9, 4, 0) && !in_reach(9, 0, 1) && !in_reach(9, 2, 2));
    }

    #[test]
    fn moves() {
        let ladder = [1, 2, 3, 4, 5];
        assert_eq!(after(&ladder, 4, 2, false), [1, 4, 2, 3, 5]);
        assert_eq!(after(&ladder, 4, 2, true), [1, 2, 4, 3, 5], "a walkover is one place");
        assert_eq!(after(&ladder, 2, 4, false), ladder, "the upper one keeps his place");
        assert_eq!(after(&ladder, 5, 4, true), [1, 2, 3, 5, 4]);
        assert_eq!(after(&ladder, 9, 2, false), ladder, "whoever has left stands nowhere");
    }
}
