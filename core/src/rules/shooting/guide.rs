//! How somebody is guided through a turn of amazons: which one, where to, and where it shoots.

use super::{Shooting, help};
use crate::rules::Step;
use crate::rules::guided::{last_square, piece_chosen};

/// What is asked for at that path.
pub fn prompt<G: Shooting>(path: &str) -> String {
    match last_square(path) {
        None => help::WHICH_AMAZON.to_owned(),
        Some(last) if piece_chosen(path) => help::goes_to(last),
        Some(last) => help::shoots_to(G::MISSILE, last),
    }
}

/// What a path still lacks: the shot, once the amazon has gone somewhere.
pub fn missing<G: Shooting>(path: &str) -> Option<String> {
    (last_square(path).is_some() && !piece_chosen(path)).then(|| help::missing(G::MISSILE))
}

/// What the ways to continue are called.
pub fn groups(path: &str) -> [&'static str; 2] {
    if path.is_empty() { [help::PIECE; 2] } else { help::WAYS }
}

/// Whether a way to continue is diagonal.
pub fn is_diagonal(path: &str, way: &str) -> bool {
    let ends = last_square(path).zip(last_square(way));
    ends.is_some_and(|(from, to)| from.file() != to.file() && from.rank() != to.rank())
}

/// What a step that is a quiet shot does; `None` for any other.
pub fn quiet_shot(step: &Step<'_>) -> Option<String> {
    (step.sign == Some('/')).then(|| help::shoot(step.name))
}
