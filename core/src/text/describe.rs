//! A position for those who can't see the picture: as a board of letters for plain-text mails, and in words for screen
//! readers. Both are made from the [`Scene`](crate::scene::Scene) alone.

mod ascii;
mod letters;
mod spoken;

pub use ascii::ascii;
pub use letters::letters;
pub use spoken::{spoken, spoken_within};

#[cfg(test)]
mod tests;
