//! The board as lines of letters, all of the same width.

use crate::board::{Square, SquareSet};
use crate::rules::Side;
use crate::scene::{Mark, Scene};

/// The board with that side at the bottom, rank numbers on the left and file letters below.
///
/// Pieces are the letters of position strings. Squares changed by the last turn are in brackets, `*` marks where the
/// chosen piece can go, `~` is the river, and a number is a square still to be filled. Anything that needs explaining
/// is explained below the board.
pub fn ascii(scene: &Scene, from: Side) -> String {
    let changed = changed(scene);
    let cell = |square| text(scene, square);
    let width = squares(scene, from).flatten().map(|square| cell(square).chars().count()).max().unwrap_or(1);
    let mut lines: Vec<String> = Vec::new();
    for rank in squares(scene, from) {
        let mut line = format!("{:>2}", rank.first().map_or(0, |square| square.rank() + 1));
        let mut bracket_open = false;
        for square in rank {
            let in_brackets = changed.contains(square);
            line.push(match (bracket_open, in_brackets) {
                (true, true) => '|',
                (true, false) => ']',
                (false, true) => '[',
                (false, false) if scene.targets.contains(square) && scene.stands(square) => '*',
                (false, false) => ' ',
            });
            line += &format!("{:<width$}", cell(square));
            bracket_open = in_brackets;
        }
        if bracket_open {
            line.push(']');
        }
        lines.push(line);
    }
    let files = squares(scene, from).next().unwrap_or_default();
    let letters = files.iter().map(|square| format!(" {:<width$}", char::from(b'a' + square.file())));
    lines.push("  ".to_owned() + &letters.collect::<String>());
    lines.extend(key(scene));
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// The ranks from top to bottom, each from left to right, as that side sees them.
fn squares(scene: &Scene, from: Side) -> impl Iterator<Item = Vec<Square>> {
    let (files, ranks) = (scene.files, scene.ranks);
    let turned = move |n: u8, of: u8, turn: bool| if turn { of - 1 - n } else { n };
    (0..ranks).map(move |row| {
        let rank = turned(row, ranks, from == Side::White);
        (0..files).filter_map(|column| Square::new(turned(column, files, from == Side::Black), rank)).collect()
    })
}

fn text(scene: &Scene, square: Square) -> String {
    let mut text = String::new();
    for piece in scene.pieces.iter().filter(|piece| piece.at == square) {
        text.push(piece.letter);
        if piece.used {
            text.push('\'');
        }
    }
    if !text.is_empty() {
        return text;
    }
    if scene.targets.contains(square) {
        return "*".to_owned();
    }
    if let Some((_, number)) = scene.slots.iter().find(|(slot, _)| *slot == square) {
        return number.to_string();
    }
    if let Some((_, owner)) = scene.territory.iter().find(|(owned, _)| *owned == square) {
        return owner.letter().to_string();
    }
    if scene.river.contains(square) { "~" } else { "." }.to_owned()
}

/// The squares that the marked turns changed or attacked.
fn changed(scene: &Scene) -> SquareSet {
    let mut changed = SquareSet::EMPTY;
    for mark in &scene.marks {
        match mark {
            Mark::Path(path) => changed |= [path.first(), path.last()].into_iter().flatten().copied().collect(),
            Mark::Shot { to, .. } | Mark::Attack { to, .. } => changed.insert(*to),
            Mark::Captured(piece) => changed.insert(piece.at),
            Mark::Flipped(square) | Mark::Resisted(square) | Mark::Promoted(square) | Mark::Placed(square) => {
                changed.insert(*square);
            }
        }
    }
    changed
}

fn key(scene: &Scene) -> Vec<String> {
    let mut key = Vec::new();
    if !scene.marks.is_empty() {
        let turns = if scene.earlier > 0 { "two turns" } else { "turn" };
        key.push(format!("[ ] the last {turns}"));
    }
    match scene.chosen {
        _ if scene.targets.is_empty() => (),
        Some(chosen) => key.push(format!("* squares for {chosen}")),
        None => key.push("* possible squares".to_owned()),
    }
    let numbers = scene.slots.iter().filter(|(slot, _)| !scene.stands(*slot) && !scene.targets.contains(*slot));
    let (least, most) =
        numbers.fold((u8::MAX, 0), |(least, most), (_, number)| (least.min(*number), most.max(*number)));
    match most {
        0 => (),
        _ if least == most => key.push(format!("{most} a square to be filled")),
        _ => key.push(format!("{least}-{most} squares to be filled in this order")),
    }
    if scene.pieces.iter().any(|piece| piece.used) {
        key.push("' resistance used up".to_owned());
    }
    if scene.pieces.iter().any(|piece| piece.shared) {
        key.push("two letters share a square".to_owned());
    }
    let empty = |square: Square| !scene.stands(square) && !scene.targets.contains(square);
    let owns = |side: Side| scene.territory.iter().any(|(square, owner)| *owner == side && empty(*square));
    let owners: Vec<String> =
        Side::BOTH.into_iter().filter(|side| owns(*side)).map(|side| side.letter().to_string()).collect();
    if !owners.is_empty() {
        key.push(format!("{} territory", owners.join(" ")));
    }
    if key.is_empty() { key } else { vec![format!("   {}", key.join(", "))] }
}
