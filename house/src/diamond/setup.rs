//! The setup of Diamond Chess: pieces go down in order, much as the quick game has them.

use turnpost_core::rules::Position;

use crate::mind::Choice;

/// The numbered squares of White and Black, in their order.
const SLOTS: [[&str; 10]; 2] = [
    ["g1", "g2", "h2", "f1", "f2", "f3", "g3", "h3", "h4", "e1"],
    ["b8", "b7", "a7", "a6", "b6", "c6", "c7", "c8", "d8", "a5"],
];
/// What stands on them in the quick game.
const QUICK: [&str; 10] = ["r", "o", "h", "k", "s", "c", "c", "g", "z", "c"];

/// The placements on the next square in order, the quick game's first. None where nothing is to be placed.
pub fn choices(position: &Position) -> Vec<Choice> {
    let legal = position.legal();
    let side = position.to_move() as usize;
    for (number, slot) in SLOTS[side].into_iter().enumerate() {
        let place = |kind: &str| format!("{kind}@{slot}");
        let here: Vec<&str> =
            ["c", "g", "h", "k", "o", "r", "s", "z"].into_iter().filter(|kind| legal.contains(&place(kind))).collect();
        if here.is_empty() {
            continue;
        }
        // Other pieces are nearly as good where they would stand next to their usual square anyway.
        let mut found: Vec<Choice> = here
            .iter()
            .map(|kind| {
                let away = QUICK
                    .iter()
                    .enumerate()
                    .filter(|(_, usual)| *usual == kind)
                    .map(|(usual, _)| usual.abs_diff(number))
                    .min();
                let chance = 0.5 - 0.005 * away.unwrap_or(10) as f32;
                Choice { turn: place(kind), chance, end: None, looks: 1, line: Vec::new() }
            })
            .collect();
        found.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        return found;
    }
    Vec::new()
}
