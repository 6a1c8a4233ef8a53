//! Reading a position string of Diamond Chess as core writes it.

use super::Board;
use super::pieces::LETTERS;

impl Board {
    /// A position in play; `None` in the setup.
    pub fn read(text: &str) -> Option<Board> {
        let mut fields = text.split(' ');
        let (squares, side, phase, options) = (fields.next()?, fields.next()?, fields.nth(1)?, fields.next()?);
        if phase != "play" {
            return None;
        }
        let pounce = if options.contains("pounce=adjacent") { 1 } else { 3 };
        let mut board = Board { armies: [[0; 9]; 2], used: [0; 2], side: usize::from(side == "b"), pounce };
        for (row, rank) in squares.split('/').zip((0..8).rev()) {
            let mut file = 0;
            let mut shared = false;
            let mut last = None;
            for letter in row.bytes() {
                match letter {
                    b'0'..=b'9' => file += u32::from(letter - b'0'),
                    b'(' => shared = true,
                    b')' => {
                        shared = false;
                        file += 1;
                    }
                    b'\'' => {
                        let (side, kind): (usize, usize) = last?;
                        board.used[side] |= 1 << kind;
                    }
                    _ => {
                        let kind = LETTERS.iter().position(|&known| known == letter.to_ascii_lowercase())?;
                        let side = usize::from(letter.is_ascii_lowercase());
                        board.armies[side][kind] |= 1u64.checked_shl(rank * 8 + file)?;
                        last = Some((side, kind));
                        file += u32::from(!shared);
                    }
                }
            }
        }
        Some(board)
    }
}
