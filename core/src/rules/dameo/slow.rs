//! Dameo again, stated as plainly and slowly as possible, to check the fast rules against: a board of
//! letters, every capture route walked to its end, and the results compared.

use std::collections::BTreeMap;

type Board = [[u8; 8]; 8];

/// The board and the player's letter (`w` or `b`) from a position string.
pub(super) fn board(position: &str) -> (Board, u8) {
    let mut fields = position.split(' ');
    let mut board = [[b'.'; 8]; 8];
    for (row, rank) in fields.next().unwrap_or_default().split('/').zip((0..8).rev()) {
        let mut file = 0;
        for c in row.bytes() {
            if c.is_ascii_digit() {
                file += usize::from(c - b'0');
            } else {
                board[rank][file] = c;
                file += 1;
            }
        }
    }
    (board, fields.next().unwrap_or_default().as_bytes()[0])
}

/// Each distinct result of a legal turn with its canonical text.
pub(super) fn turns(board: &Board, player: u8) -> BTreeMap<Board, String> {
    let all: Vec<u8> = board.concat();
    let count = |letter| all.iter().filter(|&&c| c == letter).count();
    let mut found: Vec<(usize, String, Board)> = Vec::new();
    for rank in 0..8 {
        for file in 0..8 {
            if board[rank][file].eq_ignore_ascii_case(&player) {
                let mut lifted = *board;
                lifted[rank][file] = b'.';
                let is_king = board[rank][file] != player;
                let mut walk = Walk { board: lifted, player, is_king, found: &mut found };
                walk.jump((file, rank), &mut Vec::new(), name(file, rank));
            }
        }
    }
    let most = found.iter().map(|(taken, ..)| *taken).max().unwrap_or(0);
    found.retain(|(taken, ..)| *taken == most);
    if most == 0 {
        let king_each = count(b'W') == 1 && count(b'B') == 1 && count(b'w') + count(b'b') == 0;
        found = if king_each { Vec::new() } else { quiet(board, player) };
    }
    let mut results = BTreeMap::new();
    for (_, text, result) in found {
        let first = results.entry(result).or_insert_with(|| text.clone());
        if text < *first {
            *first = text;
        }
    }
    results
}

/// The leaves of the tree of distinct turns.
pub(super) fn perft(board: &Board, player: u8, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    turns(board, player).keys().map(|next| perft(next, other(player), depth - 1)).sum()
}

fn other(player: u8) -> u8 {
    if player == b'w' { b'b' } else { b'w' }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

fn step((file, rank): (usize, usize), (df, dr): (i32, i32)) -> Option<(usize, usize)> {
    let (file, rank) = (file as i32 + df, rank as i32 + dr);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((file as usize, rank as usize))
}

fn put(board: &mut Board, player: u8, is_king: bool, (file, rank): (usize, usize)) {
    let far = if player == b'w' { 7 } else { 0 };
    board[rank][file] = if is_king || rank == far { player.to_ascii_uppercase() } else { player };
}

fn quiet(board: &Board, player: u8) -> Vec<(usize, String, Board)> {
    let mut found = Vec::new();
    let forward = if player == b'w' { 1 } else { -1 };
    for rank in 0..8 {
        for file in 0..8 {
            let piece = board[rank][file];
            for (df, dr) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let mut ends = Vec::new();
                let mut at = step((file, rank), (df, dr));
                if piece == player && dr == forward {
                    while let Some((f, r)) = at.filter(|&(f, r)| board[r][f] == player) {
                        at = step((f, r), (df, dr));
                    }
                    ends.extend(at.filter(|&(f, r)| board[r][f] == b'.'));
                } else if piece == player.to_ascii_uppercase() {
                    while let Some((f, r)) = at.filter(|&(f, r)| board[r][f] == b'.') {
                        ends.push((f, r));
                        at = step((f, r), (df, dr));
                    }
                }
                for end in ends {
                    let mut next = *board;
                    next[rank][file] = b'.';
                    put(&mut next, player, piece != player, end);
                    found.push((0, format!("{}-{}", name(file, rank), name(end.0, end.1)), next));
                }
            }
        }
    }
    found
}

struct Walk<'a> {
    board: Board,
    player: u8,
    is_king: bool,
    found: &'a mut Vec<(usize, String, Board)>,
}

impl Walk<'_> {
    fn jump(&mut self, at: (usize, usize), taken: &mut Vec<(usize, usize)>, text: String) {
        if !taken.is_empty() {
            let mut result = self.board;
            taken.iter().for_each(|&(file, rank)| result[rank][file] = b'.');
            put(&mut result, self.player, self.is_king, at);
            self.found.push((taken.len(), text.clone(), result));
        }
        for way in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let mut over = step(at, way);
            while let Some((f, r)) = over.filter(|&(f, r)| self.is_king && self.board[r][f] == b'.') {
                over = step((f, r), way);
            }
            let Some(victim) = over else { continue };
            let enemy = self.board[victim.1][victim.0].eq_ignore_ascii_case(&other(self.player));
            if !enemy || taken.contains(&victim) {
                continue;
            }
            let mut landing = step(victim, way);
            while let Some((f, r)) = landing.filter(|&(f, r)| self.board[r][f] == b'.') {
                taken.push(victim);
                self.jump((f, r), taken, format!("{text}x{}", name(f, r)));
                taken.pop();
                landing = if self.is_king { step((f, r), way) } else { None };
            }
        }
    }
}
