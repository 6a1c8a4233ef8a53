//! Why a challenge isn't made or can't be answered.

use crate::game::GameNumber;

pub(crate) fn too_many_open(most: usize) -> String {
    format!("you have {most} open challenges already; cancel one of them first.")
}

pub(crate) fn too_many_today(most: u32) -> String {
    format!("{most} challenges a day that nobody accepts are the most; try again tomorrow.")
}

pub(crate) fn too_many_to(most: usize) -> String {
    format!("you have {most} open challenges to that player already; wait for an answer, or cancel one of them.")
}

pub(crate) fn too_many_between(most: u32) -> String {
    format!("{most} challenges a day to one player are the most; they can still challenge you.")
}

pub(crate) fn challenged_too_often() -> String {
    "that player was challenged too often today; try again tomorrow.".to_owned()
}

/// The same whether there is such a challenge or not.
pub(crate) fn not_for_you(number: GameNumber) -> String {
    format!("no challenge {number} is open to you; challenges lists those that are.")
}

pub(crate) fn open_to_all(number: GameNumber) -> String {
    format!("challenge {number} is open to all; only its challenger can withdraw it.")
}

pub(crate) fn mentioned_elsewhere() -> String {
    "nobody here is known by that mention; challenge them in a channel that you share, or by name.".to_owned()
}
