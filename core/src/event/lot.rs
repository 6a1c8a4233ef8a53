//! Lots, where one must be chosen and nothing else decides. An event's seed is stored when it begins, so that whoever
//! doubts a lot can draw it again.

/// The players in an order that only the seed decides. It doesn't depend on the order in which they are given.
pub fn drawn(seed: u64, players: &[i64]) -> Vec<i64> {
    let mut drawn = players.to_vec();
    drawn.sort_by_key(|player| (ticket(seed, *player), *player));
    drawn
}

/// A player's lot; the lowest wins.
pub fn ticket(seed: u64, player: i64) -> u64 {
    // SplitMix64: each step scatters all bits.
    let mut state = seed ^ player.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2 {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        state ^= state >> 31;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_are_fair_and_can_be_drawn_again() {
        assert_eq!(drawn(7, &[1, 2, 3, 4]), drawn(7, &[4, 3, 2, 1]));
        let mut first = [0u32; 4];
        for seed in 0..4_000 {
            first[usize::try_from(drawn(seed, &[1, 2, 3, 4])[0] - 1).unwrap_or_default()] += 1;
        }
        assert!(first.iter().all(|times| (900..1_100).contains(times)), "{first:?}");
    }
}
