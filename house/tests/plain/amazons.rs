//! Amazons by alpha-beta: deeper and deeper, the turns that look best first and only so many of them, and at the leaves
//! who is nearer to how many squares. That is how most programs have played it.

use turnpost_core::board::{Square, SquareSet, queen_reach};
use turnpost_core::game::Course;
use turnpost_house::contest::Player;

const BOARD: u128 = SquareSet::board(10, 10).0;
/// So many turns of a position are looked at, twice as many at the root.
const BREADTH: usize = 40;

/// The player. He asks now and then whether to stop, with `true` when a turn begins.
pub struct Territory<F: FnMut(bool) -> bool>(pub F);

/// One who looks at the turns of so many positions.
pub fn positions(most: u32) -> impl Player {
    let mut seen = 0;
    Territory(move |begins| {
        seen = if begins { 0 } else { seen + 1 };
        seen > most
    })
}

impl<F: FnMut(bool) -> bool> Player for Territory<F> {
    fn begin(&mut self, _: &Course) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, course: &Course, _: u64) -> Result<String, String> {
        (self.0)(true);
        let root = Position::read(&course.position().text()).ok_or("not Amazons")?;
        let mut turns = root.ranked();
        for depth in 2..40 {
            let mut floor = -LOST;
            let mut found = Vec::new();
            for &(_, turn) in turns.iter().take(2 * BREADTH) {
                match root.after(turn).search(depth, -LOST, -floor, &mut self.0) {
                    Some(points) => {
                        floor = floor.max(-points);
                        found.push((-points, turn));
                    }
                    None => break,
                }
            }
            let finished = found.len() == turns.len().min(2 * BREADTH);
            found.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
            if let Some(&best) = found.first() {
                if finished {
                    turns = found;
                } else {
                    turns.insert(0, best);
                }
            }
            if !finished || (self.0)(false) || floor.abs() >= LOST / 2 {
                break;
            }
        }
        let [from, to, shot] = turns.first().ok_or("no turn")?.1;
        Ok(format!("{from}-{to}/{shot}"))
    }

    fn played(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

const LOST: i32 = 1_000_000;

#[derive(Clone, Copy)]
struct Position {
    /// Who is to move, and the other.
    amazons: [u128; 2],
    arrows: u128,
}

impl Position {
    fn read(text: &str) -> Option<Position> {
        let (rows, rest) = text.split_once(' ')?;
        let mut position = Position { amazons: [0; 2], arrows: 0 };
        for (row, rank) in rows.split('/').zip((0..10).rev()) {
            let (mut file, mut run) = (0, 0);
            for letter in row.bytes() {
                if letter.is_ascii_digit() {
                    run = run * 10 + letter - b'0';
                    continue;
                }
                file += std::mem::take(&mut run);
                let bit = SquareSet::of(Square::new(file, rank)?).0;
                match letter {
                    b'W' => position.amazons[0] |= bit,
                    b'B' => position.amazons[1] |= bit,
                    _ => position.arrows |= bit,
                }
                file += 1;
            }
        }
        if rest.starts_with('b') {
            position.amazons.swap(0, 1);
        }
        Some(position)
    }

    fn empty(&self) -> u128 {
        BOARD & !(self.amazons[0] | self.amazons[1] | self.arrows)
    }

    fn after(&self, [from, to, shot]: [Square; 3]) -> Position {
        let [from, to, shot] = [from, to, shot].map(|square| SquareSet::of(square).0);
        Position { amazons: [self.amazons[1], self.amazons[0] & !from | to], arrows: self.arrows | shot }
    }

    /// Every turn, the one that looks best first.
    fn ranked(&self) -> Vec<(i32, [Square; 3])> {
        let mut turns = Vec::new();
        for from in SquareSet(self.amazons[0]) {
            for to in queen_reach(from, SquareSet(self.empty())) {
                for shot in queen_reach(to, SquareSet(self.empty() | SquareSet::of(from).0)) {
                    turns.push((-self.after([from, to, shot]).points(), [from, to, shot]));
                }
            }
        }
        turns.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        turns
    }

    /// For who is to move; `None` when the time is up.
    fn search(&self, depth: u32, mut floor: i32, ceiling: i32, over: &mut impl FnMut(bool) -> bool) -> Option<i32> {
        if depth == 1 {
            return Some(self.points());
        }
        if over(false) {
            return None;
        }
        let turns = self.ranked();
        if turns.is_empty() {
            return Some(-LOST);
        }
        for (points, turn) in turns.into_iter().take(BREADTH) {
            // The turns are judged already: a ply from the leaves that is all there is to know.
            let points =
                if depth == 2 { points } else { -self.after(turn).search(depth - 1, -ceiling, -floor, over)? };
            floor = floor.max(points);
            if floor >= ceiling {
                break;
            }
        }
        Some(floor)
    }

    /// Who is nearer to the empty squares, as queens and as kings go: the more the game has gone on, the more queens
    /// count.
    fn points(&self) -> i32 {
        let empty = self.empty();
        let [queens, reached] = self.nearer(empty, slides);
        let [kings, _] = self.nearer(empty, |set, empty| around(set) & empty);
        if reached == 0 {
            return -LOST;
        }
        let filled = 100 - empty.count_ones() as i32;
        queens * (40 + filled) + kings * (140 - filled) + 20
    }

    /// How many squares who is to move is nearer to, less the other's, and how many he reaches at all.
    fn nearer(&self, empty: u128, spread: impl Fn(u128, u128) -> u128) -> [i32; 2] {
        let [mut mine, mut his] = self.amazons;
        let (mut mine_first, mut his_first) = (0u128, 0u128);
        loop {
            let (more_mine, more_his) = (mine | spread(mine, empty), his | spread(his, empty));
            let (new_mine, new_his) = (more_mine & !mine, more_his & !his);
            mine_first |= new_mine & !his & !more_his;
            his_first |= new_his & !mine & !more_mine;
            (mine, his) = (more_mine, more_his);
            if new_mine | new_his == 0 {
                let lead = mine_first.count_ones() as i32 - his_first.count_ones() as i32;
                return [lead, (mine & empty).count_ones() as i32];
            }
        }
    }
}

fn around(set: u128) -> u128 {
    let row = set | set << 1 | set >> 1;
    row | row << 11 | row >> 11
}

/// The empty squares that queens on these squares reach in one move.
fn slides(set: u128, empty: u128) -> u128 {
    let mut all = 0;
    for by in [1, 10, 11, 12] {
        let (mut up, mut down) = (set, set);
        while up | down != 0 {
            (up, down) = (up << by & empty, down >> by & empty);
            all |= up | down;
        }
    }
    all
}
