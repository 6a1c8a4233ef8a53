//! How somebody is guided through a turn of amazons: which one, where to, and where it shoots.

use super::Shooting;
use crate::rules::guided::{last_square, piece_chosen};

/// Words that people put between the squares of such a turn.
pub const SYNONYMS: &[(&str, &str)] = &[
    ("shoots", "/"),
    ("shoot", "/"),
    ("shooting", "/"),
    ("arrow", "/"),
    ("fires", "/"),
    ("fire", "/"),
    ("jumps", "x"),
];

/// What is asked for at that path.
pub fn prompt<G: Shooting>(path: &str) -> String {
    match last_square(path) {
        None => "1/3 Which amazon?".to_owned(),
        Some(last) if piece_chosen(path) => format!("2/3 {last} goes to"),
        Some(last) => {
            let mut missile = G::MISSILE.to_owned();
            if let Some(first) = missile.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            format!("3/3 {missile} from {last} to")
        }
    }
}

/// What the ways to continue are called.
pub fn groups(path: &str) -> [&'static str; 2] {
    if path.is_empty() { ["piece", "piece"] } else { ["straight", "diagonal"] }
}

/// Whether a way to continue is diagonal.
pub fn is_diagonal(path: &str, way: &str) -> bool {
    let ends = last_square(path).zip(last_square(way));
    ends.is_some_and(|(from, to)| from.file() != to.file() && from.rank() != to.rank())
}
