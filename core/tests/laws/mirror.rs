//! The symmetries of each game, as maps of position strings and turns.

use turnpost_core::notation;
use turnpost_core::rules::{GameKind, Position, Symmetry, Way};

/// A symmetry of a game, on its board.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    game: GameKind,
    files: usize,
    ranks: usize,
    symmetry: Symmetry,
}

/// The symmetries of a position's game.
pub fn maps(position: &Position) -> Vec<Map> {
    let scene = position.scene();
    let (files, ranks) = (scene.files.into(), scene.ranks.into());
    position.symmetries().iter().map(|&symmetry| Map { game: position.game(), files, ranks, symmetry }).collect()
}

impl Map {
    /// The image of a position string.
    pub fn position(&self, text: &str) -> String {
        let (board, rest) = text.split_once(' ').unwrap();
        let mut image = vec![vec![String::new(); self.files]; self.ranks];
        for (rank, row) in board.split('/').rev().enumerate() {
            for (file, cell) in cells(row).into_iter().enumerate() {
                let (to_file, to_rank) = self.square(file, rank);
                image[to_rank][to_file] = if self.symmetry.swap { recoloured(&cell, self.game) } else { cell };
            }
        }
        let board = image.iter().rev().map(|row| runs(row)).collect::<Vec<_>>().join("/");
        let (side, rest) = rest.split_once(' ').unwrap();
        let side = match (self.symmetry.swap, side) {
            (true, "w") => "b",
            (true, _) => "w",
            (false, side) => side,
        };
        let rest = if self.symmetry.swap {
            rest.replace("=white", "=#").replace("=black", "=white").replace("=#", "=black")
        } else {
            rest.to_owned()
        };
        format!("{board} {side} {rest}")
    }

    /// The image of a turn; perhaps not its canonical text.
    pub fn turn(&self, text: &str) -> String {
        let mut image = String::new();
        let mut done = 0;
        for (at, square) in notation::squares(text) {
            let (file, rank) = self.square(square.file().into(), square.rank().into());
            image += &text[done..at];
            image += &format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            done = at + square.to_string().len();
        }
        image + &text[done..]
    }

    fn square(&self, file: usize, rank: usize) -> (usize, usize) {
        let (last_file, last_rank) = (self.files - 1, self.ranks - 1);
        match self.symmetry.way {
            Way::LeftRight => (last_file - file, rank),
            Way::Turned => (last_file - file, last_rank - rank),
            Way::Transposed => (rank, file),
            Way::Antitransposed => (last_rank - rank, last_file - file),
        }
    }
}

/// One text for each square of a rank, empty for an empty one.
fn cells(rank: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut letters = rank.chars().peekable();
    while let Some(c) = letters.next() {
        if let Some(mut run) = c.to_digit(10) {
            while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                run = run * 10 + digit;
                letters.next();
            }
            cells.extend((0..run).map(|_| String::new()));
        } else if c == '(' {
            cells.push(letters.by_ref().take_while(|&c| c != ')').collect());
        } else if c == '\'' {
            cells.last_mut().unwrap().push(c);
        } else {
            cells.push(c.to_string());
        }
    }
    cells
}

fn runs(row: &[String]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row.iter().map(Some).chain([None]) {
        if cell.is_some_and(String::is_empty) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        match cell {
            Some(cell) if cell.chars().filter(char::is_ascii_alphabetic).count() > 1 => text += &format!("({cell})"),
            Some(cell) => text += cell,
            None => (),
        }
    }
    text
}

/// The other side's pieces. Sharers stay in byte order.
fn recoloured(cell: &str, game: GameKind) -> String {
    let mut pieces: Vec<String> = Vec::new();
    for c in cell.chars() {
        match pieces.last_mut() {
            Some(piece) if c == '\'' => piece.push(c),
            _ => pieces.push(game.recoloured(c).to_string()),
        }
    }
    pieces.sort();
    pieces.concat()
}
