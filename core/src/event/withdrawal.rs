//! What becomes of the games of a player who withdraws, and how long they stay out.

use crate::clock::duration::DAY;

/// What the table makes of a withdrawn player's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Fewer than half were finished: none counts.
    Void,
    /// The rest are lost.
    Forfeit,
}

/// What becomes of a player's games in a round, of which so many were finished when they withdrew.
pub const fn fate(finished: usize, games: usize) -> Fate {
    if 2 * finished < games { Fate::Void } else { Fate::Forfeit }
}

/// How long nobody who withdrew may enter again, in seconds: the first time, and after that.
pub const fn kept_out(times_before: u32) -> i64 {
    let days = if times_before == 0 { 30 } else { 90 };
    days * DAY as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_games_is_enough() {
        let fates: Vec<Fate> = (0..=6).map(|finished| fate(finished, 6)).collect();
        assert_eq!(fates, [[Fate::Void; 3].as_slice(), &[Fate::Forfeit; 4]].concat());
        assert_eq!([fate(3, 7), fate(4, 7)], [Fate::Void, Fate::Forfeit]);
        assert_eq!([kept_out(0), kept_out(1), kept_out(5)].map(|seconds| seconds / 86_400), [30, 90, 90]);
    }
}
