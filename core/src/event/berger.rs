//! Berger tables: who meets whom in which round of a round robin, and with which colours. They are FIDE's (Handbook
//! C.05, annex 1). In an odd group everybody has White as often as Black, in an even one within one game.

/// A game of a round robin, by the players' places in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Which round of the table it stands in, from 1. All of them may begin at once.
    pub round: usize,
    /// Who has White.
    pub white: usize,
    /// Who has Black.
    pub black: usize,
}

/// All games between so many players, round by round.
pub fn pairs(players: usize) -> Vec<Pair> {
    let even = players + players % 2;
    if players < 2 {
        return Vec::new();
    }
    let (last, turning) = (even - 1, even - 1);
    let mut pairs = Vec::new();
    for round in 1..even {
        // The last player meets 1, n/2+1, 2, n/2+2…; around the one he meets the others stand in a circle.
        let met = if round % 2 == 1 { round / 2 } else { even / 2 + round / 2 - 1 };
        if players == even {
            let (white, black) = if round % 2 == 1 { (met, last) } else { (last, met) };
            pairs.push(Pair { round, white, black });
        }
        for step in 1..even / 2 {
            let (white, black) = ((met + step) % turning, (met + turning - step) % turning);
            pairs.push(Pair { round, white, black });
        }
    }
    pairs
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// FIDE's tables as published: a line for each round.
    const PUBLISHED: &str = include_str!("berger/published.txt");

    #[test]
    fn they_are_the_published_ones() {
        let mut sizes = Vec::new();
        for table in PUBLISHED.split("\n\n") {
            let mut lines = table.lines().filter(|line| !line.starts_with('#'));
            let even: usize = lines.next().unwrap().trim_end_matches(" players").parse().unwrap();
            let listed: Vec<Pair> = lines
                .enumerate()
                .flat_map(|(index, line)| {
                    line.split(", ").map(move |pair| {
                        let (white, black) = pair.split_once('-').unwrap();
                        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
                        Pair { round: index + 1, white: number(white), black: number(black) }
                    })
                })
                .collect();
            assert_eq!(pairs(even), listed, "{even}");
            // With one player fewer, whoever would meet the last is free.
            let without = |pair: &&Pair| pair.white != even - 1 && pair.black != even - 1;
            assert_eq!(pairs(even - 1), listed.iter().filter(without).copied().collect::<Vec<_>>(), "{}", even - 1);
            sizes.push(even);
        }
        assert_eq!(sizes, [4, 6, 8, 10, 12, 14, 16]);
    }

    #[test]
    fn everybody_meets_everybody_once_with_balanced_colours() {
        for players in 0..=64 {
            let pairs = pairs(players);
            assert_eq!(pairs.len(), players * players.saturating_sub(1) / 2);
            for one in 0..players {
                let mut met: Vec<usize> = pairs
                    .iter()
                    .filter(|pair| pair.white == one || pair.black == one)
                    .map(|pair| if pair.white == one { pair.black } else { pair.white })
                    .collect();
                let rounds: std::collections::BTreeSet<usize> =
                    pairs.iter().filter(|p| p.white == one || p.black == one).map(|p| p.round).collect();
                assert_eq!(rounds.len(), met.len(), "never two games in a round");
                met.sort_unstable();
                assert_eq!(met, (0..players).filter(|other| *other != one).collect::<Vec<_>>());
                let whites = pairs.iter().filter(|pair| pair.white == one).count();
                let blacks = pairs.iter().filter(|pair| pair.black == one).count();
                assert!(whites.abs_diff(blacks) <= usize::from(players % 2 == 0), "{players}: {one}");
            }
        }
    }
}
