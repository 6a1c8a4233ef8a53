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

/// Some pieces of both sides on random squares where they may stand, zi ri often on others, resistances often used up.
pub fn random_board(dice: &mut Dice) -> String {
    let mut cells = vec![String::new(); 64];
    for letter in "tTccCCCcgGhHkKoOrRsSzZ".chars() {
        if !letter.eq_ignore_ascii_case(&'t') && dice.below(3) == 0 {
            continue;
        }
        let free = |cells: &[String], (file, rank): (usize, usize)| {
            let here = &cells[rank * 8 + file];
            let can_share = letter.eq_ignore_ascii_case(&'z') && !here.contains('(');
            let is_dry = file != rank;
            let is_home = if letter == 'T' { file > rank } else { file < rank };
            let is_rim = file % 7 == 0 || rank % 7 == 0;
            (here.is_empty() || can_share)
                && match letter.to_ascii_lowercase() {
                    't' => is_rim && is_home,
                    'c' | 'g' | 'h' | 'r' => is_dry,
                    _ => true,
                }
        };
        let spot = loop {
            // Most in one corner of the board, where they meet.
            let spot = (dice.below(5) + 1, dice.below(5) + 1);
            let spot = if dice.below(4) == 0 || letter.eq_ignore_ascii_case(&'t') {
                (dice.below(8), dice.below(8))
            } else {
                spot
            };
            if free(&cells, spot) {
                break spot;
            }
        };
        let mark = if letter.eq_ignore_ascii_case(&'g') && dice.below(2) == 0 { "'" } else { "" };
        let here = &mut cells[spot.1 * 8 + spot.0];
        *here = if here.is_empty() { format!("{letter}{mark}") } else { format!("({here}{letter})") };
    }
    let row = |rank: usize| -> String {
        let cell = |file: usize| Some(cells[rank * 8 + file].clone()).filter(|cell| !cell.is_empty());
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            match cell(file) {
                None => empty += 1,
                Some(piece) => {
                    text += &if empty > 0 { empty.to_string() } else { String::new() };
                    text += &piece;
                    empty = 0;
                }
            }
        }
        text + &if empty > 0 { empty.to_string() } else { String::new() }
    };
    let rows: Vec<String> = (0..8).rev().map(row).collect();
    format!("{} {} 1 play -", rows.join("/"), ["w", "b"][dice.below(2)])
}
