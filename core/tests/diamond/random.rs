//! Random games that are the same in every run.

use turnpost_core::rules::Position;

/// A small generator of numbers, so that every run plays the same random games.
pub struct Dice(pub u64);

impl Dice {
    /// A number below n.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

/// A random turn, attacks as often as moves, so that games become thin and strange.
pub fn random_turn(position: &Position, dice: &mut Dice) -> Option<String> {
    let legal = position.legal();
    let attacks: Vec<&String> = legal.iter().filter(|text| text.contains(['x', '^'])).collect();
    if legal.is_empty() {
        None
    } else if !attacks.is_empty() && dice.below(2) == 0 {
        Some(attacks[dice.below(attacks.len())].clone())
    } else {
        Some(legal[dice.below(legal.len())].clone())
    }
}
