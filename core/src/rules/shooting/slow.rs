//! A second, slow and plain statement of both games' rules for the tests: characters on a grid, walked step by
//! step. It shares nothing with the games but their texts.

#![allow(clippy::unwrap_used)]
use std::collections::BTreeMap;

/// What sets a game and variant apart: what quiet and flip shots leave (`'o'` is an own stone), and whether
/// quiet shots may land on the rim. Amazons is the game whose shots leave an `x` and where nothing flips.
#[derive(Clone, Copy, Debug)]
pub struct Slow {
    quiet: char,
    flip: Option<char>,
    rim: bool,
    first_turn_alone: bool,
}

type Grid = Vec<Vec<char>>;

/// The rules of a variant by its name; `standard` is Amazons.
pub fn slow(variant: &str) -> Slow {
    let (quiet, flip, rim) = match variant {
        "standard" => ('x', None, true),
        "desdemona" => ('x', Some('o'), false),
        "cassio" => ('x', Some('x'), true),
        "classic" => ('o', Some('x'), true),
        "border" => ('o', Some('o'), false),
        _ => panic!("no variant {variant}"),
    };
    Slow { quiet, flip, rim, first_turn_alone: variant != "standard" }
}

impl Slow {
    /// Each turn's text with the position string it leads to.
    pub fn turns(self, position: &str) -> BTreeMap<String, String> {
        let fields: Vec<&str> = position.split(' ').collect();
        let (side, number) = (fields[1], fields[2].parse::<u32>().unwrap());
        let next = if side == "w" { "b" } else { "w" };
        let grid = read(fields[0]);
        let mut turns = BTreeMap::new();
        let mut add = |text: String, grid: &Grid| {
            let old = turns.insert(text, format!("{} {next} {}", write(grid), number + 1));
            assert!(old.is_none());
        };
        for from in squares(&grid, side.to_uppercase().chars().next().unwrap()) {
            for to in rays(from).into_iter().flat_map(|ray| take_empty(&grid, ray)) {
                let mut moved = grid.clone();
                moved[to.0][to.1] = moved[from.0][from.1];
                moved[from.0][from.1] = '.';
                let walk = format!("{}-{}", name(from), name(to));
                if self.first_turn_alone && side == "w" && number == 1 {
                    add(walk, &moved);
                    continue;
                }
                for ray in rays(to) {
                    for shot in take_empty(&moved, ray.clone()) {
                        if self.rim || ![shot.0, shot.1].iter().any(|i| [0, 9].contains(i)) {
                            let mut shot_grid = moved.clone();
                            shot_grid[shot.0][shot.1] = stone(self.quiet, side);
                            add(format!("{walk}/{}", name(shot)), &shot_grid);
                        }
                    }
                    let enemy = next.chars().next().unwrap();
                    let row: Vec<_> = ray.iter().take_while(|s| moved[s.0][s.1] == enemy).copied().collect();
                    let landing = ray.get(row.len()).filter(|s| moved[s.0][s.1] == '.');
                    if let (Some(leaves), Some(&landing), false) = (self.flip, landing, row.is_empty()) {
                        let mut shot_grid = moved.clone();
                        row.iter().for_each(|s| shot_grid[s.0][s.1] = stone('o', side));
                        shot_grid[landing.0][landing.1] = stone(leaves, side);
                        add(format!("{walk}x{}", name(landing)), &shot_grid);
                    }
                }
            }
        }
        turns
    }

    /// The leaves of the tree, all of them visited.
    pub fn perft(self, position: &str, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.turns(position).values().map(|next| self.perft(next, depth - 1)).sum(),
        }
    }
}

fn stone(leaves: char, side: &str) -> char {
    if leaves == 'o' { side.chars().next().unwrap() } else { leaves }
}

/// Row 0 is the top rank.
fn read(board: &str) -> Grid {
    let rank = |text: &str| {
        let text = text.replace("10", "..........");
        text.chars()
            .flat_map(|c| match c.to_digit(10) {
                Some(n) => vec!['.'; n as usize],
                None => vec![c],
            })
            .collect::<Vec<char>>()
    };
    board.split('/').map(rank).collect()
}

fn write(grid: &Grid) -> String {
    let rank = |rank: &Vec<char>| {
        let groups = rank.chunk_by(|a, b| *a == '.' && *b == '.');
        groups.map(|group| if group[0] == '.' { group.len().to_string() } else { group[0].to_string() }).collect()
    };
    let ranks: Vec<String> = grid.iter().map(rank).collect();
    ranks.join("/")
}

fn squares(grid: &Grid, letter: char) -> Vec<(usize, usize)> {
    let all = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
    all.filter(|&(row, column)| grid[row][column] == letter).collect()
}

/// The eight lines from a square to the rim.
fn rays(from: (usize, usize)) -> Vec<Vec<(usize, usize)>> {
    let steps = (-1i32..=1).flat_map(|r| (-1i32..=1).map(move |c| (r, c))).filter(|&step| step != (0, 0));
    let ray = |(rows, columns): (i32, i32)| {
        (1..10)
            .map(|n| (from.0 as i32 + n * rows, from.1 as i32 + n * columns))
            .take_while(|(row, column)| (0..10).contains(row) && (0..10).contains(column))
            .map(|(row, column)| (row as usize, column as usize))
            .collect()
    };
    steps.map(ray).collect()
}

fn take_empty(grid: &Grid, ray: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    ray.into_iter().take_while(|&(row, column)| grid[row][column] == '.').collect()
}

fn name((row, column): (usize, usize)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, 10 - row)
}
