//! A turn completed in stages while it is typed: what may come next, square by square.

use turnpost_core::notation;
use turnpost_core::text::in_discord::labels;

use crate::limits::sizes::CHOICES;

/// How what was typed may go on, as label and value: each is cut off after the next square, at most 25.
pub(crate) fn stages(spelled: &[String], typed: &str) -> Vec<(String, String)> {
    let typed = notation::normal(typed);
    // Placements offer every kind on every square: the kind comes first.
    let kinds = !typed.contains('@') && spelled.iter().all(|text| text.contains('@'));
    let first = spelled.partition_point(|text| text.as_str() < typed.as_str());
    let mut found: Vec<(String, usize, bool)> = Vec::new();
    for text in spelled[first..].iter().take_while(|text| text.starts_with(&typed)) {
        let stop = match text.find('@') {
            Some(at) if kinds => at + 1,
            _ => notation::next_stop(text, typed.len()),
        };
        let (stage, whole) = (&text[..stop], stop == text.len());
        match found.last_mut() {
            Some((last, taken, seen)) if last == stage => {
                *taken = (*taken).max(text.matches('x').count());
                *seen |= whole;
            }
            _ => found.push((stage.to_owned(), text.matches('x').count(), whole)),
        }
    }
    found.sort_unstable();
    found.dedup_by(|one, other| one.0 == other.0);
    found.into_iter().take(CHOICES).map(|(text, taken, whole)| (labels::stage(&text, whole, taken), text)).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use turnpost_core::rules::{Position, Setup};

    use super::*;

    fn spelled(game: &str, position: Option<&str>) -> Vec<String> {
        let setup = Setup::new(game, None, &[]).unwrap();
        position.map_or_else(|| Position::start(&setup), |text| Position::parse(&setup, text)).unwrap().spellings()
    }

    fn offered(spelled: &[String], typed: &str) -> Vec<String> {
        stages(spelled, typed).into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn turns_are_offered_in_stages() {
        let all = spelled("amazons", None);
        assert_eq!(offered(&all, ""), ["a4…", "d1…", "g1…", "j4…"]);
        assert!(offered(&all, "d1").contains(&"d1-d7…".to_owned()));
        assert!(offered(&all, "D1-d7/g").contains(&"d1-d7/g7".to_owned()));
        assert_eq!(offered(&all, "d1-d7/g7"), ["d1-d7/g7"]);
        assert!(offered(&all, "e5").is_empty());
        assert!(all.iter().all(|text| offered(&all, text).contains(text)), "every turn can be reached");
    }

    #[test]
    fn diamond_offers_placements_two_moves_and_attacks() {
        let setup = spelled("diamond", None);
        assert_eq!(offered(&setup, ""), ["c@…", "g@…", "h@…", "k@…", "o@…", "r@…", "s@…", "z@…"]);
        assert!(offered(&setup, "c@").iter().all(|stage| stage.starts_with("c@") && !stage.ends_with('…')));
        let quick = Setup::new("diamond", Some("quick"), &[]).unwrap();
        let all = Position::start(&quick).unwrap().spellings();
        let (first, _) = stages(&all, "").swap_remove(0);
        let piece = first.trim_end_matches('…');
        let moves = offered(&all, piece);
        assert!(moves.iter().all(|stage| stage.starts_with(piece)) && moves.len() > 1, "{moves:?}");
        let moved = moves.iter().find(|stage| stage.ends_with('…')).unwrap().trim_end_matches('…');
        assert!(offered(&all, moved).iter().any(|stage| stage.starts_with(&format!("{moved} "))), "a second move");
    }

    #[test]
    fn captures_tell_how_many_they_take() {
        let all = spelled("dameo", Some("8/3b2b1/8/3b2b1/3w2w1/8/8/8 w 1"));
        assert_eq!(offered(&all, ""), ["d4… takes 2", "g4… takes 2"]);
    }
}
