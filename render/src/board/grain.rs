//! Wood grain, slate veins and ruling: a few lines on each square, the same in every picture.

use std::fmt::Write as _;

use turnpost_core::board::{Square, SquareSet};

use super::is_dark;
use crate::theme::Texture;

/// The width of a line, in board units.
pub(super) const WIDTH: f32 = 1.6;

/// Path data for the lines on these squares, in board units.
pub(super) fn lines(set: SquareSet, texture: Texture) -> String {
    let mut data = String::new();
    for square in set {
        let mut dice = Dice::new(square);
        match texture {
            Texture::Veneer => veneer(&mut data, square, &mut dice),
            Texture::Slate => slate(&mut data, square, &mut dice),
            Texture::Ruled if is_dark(square) => ruled(&mut data, square),
            Texture::Ruled | Texture::Plain => {}
        }
    }
    data
}

/// Veneers are laid with their grain across on light squares and up on dark ones, as in a real board.
fn veneer(data: &mut String, square: Square, dice: &mut Dice) {
    let (x, y) = corner(square);
    let up = is_dark(square);
    let mut at = 6 + dice.below(14);
    while at < 94 {
        let [bend, sway, end] = [3, 5, 3].map(|most| dice.below(2 * most + 1) - most);
        let end = end.clamp(4 - at, 96 - at);
        let _ = if up {
            write!(data, "M{} {y}c{bend} 30 {sway} 65 {end} 100", x + at)
        } else {
            write!(data, "M{x} {}c30 {bend} 65 {sway} 100 {end}", y + at)
        };
        at += 23 + dice.below(25);
    }
}

fn slate(data: &mut String, square: Square, dice: &mut Dice) {
    let (x, y) = corner(square);
    for _ in 0..2 {
        let (left, up) = (8 + dice.below(40), 10 + dice.below(80));
        let (long, rise) = (20 + dice.below(30), dice.below(25) - 12);
        let rise = rise.clamp(4 - up, 96 - up);
        let _ = write!(data, "M{} {}q{} {} {long} {rise}", x + left, y + up, long / 2, dice.below(9) - 4);
    }
}

fn ruled(data: &mut String, square: Square) {
    let (x, y) = corner(square);
    for at in (17..100).step_by(33) {
        let rest = 100 - at;
        let _ = write!(data, "M{x} {}l{at} -{at}M{} {}l-{rest} {rest}", y + at, x + 100, y + at);
    }
}

fn corner(square: Square) -> (i32, i32) {
    (i32::from(square.file()) * 100, i32::from(square.rank()) * 100)
}

/// A small generator of numbers that depends on the square alone.
struct Dice(u32);

impl Dice {
    fn new(square: Square) -> Dice {
        Dice((square.index() as u32 + 1).wrapping_mul(0x9e37_79b9))
    }

    fn below(&mut self, most: i32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 >> 8) % most.unsigned_abs().max(1)) as i32
    }
}
