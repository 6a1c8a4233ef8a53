//! Counts the turns of a game, apart from what makes two positions the same.

use std::hash::{Hash, Hasher};

/// The number of the turn about to be played. All of them are equal: a position repeats an earlier one however many
/// turns lie between, so positions that hold one may derive `Eq` and `Hash`.
#[derive(Clone, Copy, Debug)]
pub struct TurnNumber(pub u32);

impl TurnNumber {
    /// The number that a game begins with.
    pub const FIRST: TurnNumber = TurnNumber(1);

    /// Counts a turn.
    pub fn advance(&mut self) {
        self.0 = self.0.saturating_add(1);
    }
}

impl PartialEq for TurnNumber {
    fn eq(&self, _: &TurnNumber) -> bool {
        true
    }
}

impl Eq for TurnNumber {}

impl Hash for TurnNumber {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
