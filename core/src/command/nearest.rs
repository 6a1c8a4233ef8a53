//! "Did you mean": the known word nearest to a mistyped one.

/// Longer words can't be typos of ours, and comparing them would only cost time.
const LONGEST: usize = 24;

/// The candidate within a typo or two of `word`, any case: one for up to five letters, two for more, none for one or
/// two letters. The earlier candidate wins a tie.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(LONGEST + 1).collect();
    let allowed = match word.len() {
        0..3 => return None,
        3..6 => 1,
        6..=LONGEST => 2,
        _ => return None,
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase().chars().collect::<Vec<_>>()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete, replace, or swap with a neighbour, each counted once (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos() {
        let words = ["resign", "help", "undo", "rematch", "name", "amazons"];
        for (typed, meant) in [
            ("resing", Some("resign")),
            ("HLEP", Some("help")),
            ("undoo", Some("undo")),
            ("amazosn", Some("amazons")),
            ("amzons", Some("amazons")),
            ("hello", None),
            ("ok", None),
            ("", None),
            ("xyzzy", None),
        ] {
            assert_eq!(nearest(typed, words), meant, "{typed}");
        }
    }
}
