//! Principal variation search: deeper and deeper, with a table of positions seen, until the budget is used up.

use crate::budget::Budget;
use crate::chance::{self, Chance};
use crate::tree::{End, Found};

/// A position as this search needs it. Both players move in turn.
pub trait Duel: Clone {
    /// One turn.
    type Move: Copy + PartialEq;
    /// A number that stands for the position, the player to move included.
    fn key(&self) -> u64;
    /// Adds every turn, the likeliest first, and says whether the position is too lively to be judged as it is.
    fn turns(&self, found: &mut Vec<Self::Move>) -> bool;
    /// Plays one of these.
    fn play(&mut self, turn: Self::Move);
    /// Whether a position like this one can't come again after that turn.
    fn is_progress(&self, turn: Self::Move) -> bool;
    /// After so many turns in a row without progress the game is a draw.
    const PATIENCE: u32;
    /// What a position is where `turns` found none, in points for who is to move: `LOST`, 0 or `WON`.
    fn end(&self) -> i32;
    /// Whether a search from here is so near to what is known that it asks for it.
    fn is_near_known(&self) -> bool {
        false
    }
    /// What a position is if that is known though there might be turns, and if no more plies than that lead to the end.
    fn known(&self, plies: u32) -> Option<i32> {
        let _ = plies;
        None
    }
    /// In thousandths of a logit, for who is to move.
    fn judge(&self) -> i32;
    /// How many plies are left at most, if that is known: then so many are searched to the very end.
    fn plies_left(&self) -> Option<u32> {
        None
    }
}

/// Points of a certain win, less a point for every ply until then.
pub const WON: i32 = 30_000;
/// Points of a certain loss.
pub const LOST: i32 = -WON;
/// From here on the end is certain.
const CERTAIN: i32 = 25_000;
/// No line is longer.
const DEEPEST: usize = 96;

/// What was found out about a position earlier.
#[derive(Clone, Copy)]
struct Entry<M> {
    key: u64,
    turn: Option<M>,
    points: i32,
    depth: i16,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

struct Search<'a, 'b, D: Duel> {
    budget: &'a mut Budget<'b>,
    table: Vec<Option<Entry<D::Move>>>,
    /// The keys of the positions since the last progress, those of the game before the root first.
    path: Vec<u64>,
    lists: Vec<Vec<D::Move>>,
    killers: Vec<[Option<D::Move>; 2]>,
    /// Whether to ask what is known of positions.
    near_known: bool,
    /// Whether the first, shallowest search is under way.
    first_look: bool,
}

/// Time is up: what was not finished doesn't count.
struct Over;

/// Searches from a position. `before` has the keys of the positions since the last progress, the root's not among
/// them. Turns within `slack` points of the best are told apart; the best comes first.
pub fn search<D: Duel>(root: &D, before: &[u64], slack: i32, budget: &mut Budget<'_>) -> Vec<Found<D::Move>> {
    let mut turns = Vec::new();
    root.turns(&mut turns);
    // As large as the budget could fill, within bounds.
    let size = budget.left().clamp(1 << 10, 1 << 18).next_power_of_two() as usize;
    let mut search = Search::<D> {
        budget,
        table: vec![None; size],
        path: before.iter().copied().chain([root.key()]).collect(),
        lists: vec![Vec::new(); DEEPEST + 2],
        killers: vec![[None; 2]; DEEPEST + 2],
        near_known: root.is_near_known(),
        first_look: true,
    };
    let mut ranked: Vec<(i32, D::Move)> = turns.into_iter().map(|turn| (0, turn)).collect();
    let last = root.plies_left().map_or(DEEPEST as i32 - 30, |plies| plies as i32 + 1);
    for depth in 1..=last {
        search.first_look = depth == 1;
        let finished = search.iterate(root, depth, slack, &mut ranked).is_ok();
        let certain = ranked.first().is_none_or(|(points, _)| points.abs() > CERTAIN);
        // What is forced needs a chance, but no thought.
        if !finished || certain || search.budget.is_over() || (ranked.len() == 1 && depth >= 4) {
            break;
        }
    }
    ranked
        .into_iter()
        .map(|(points, turn)| Found {
            turn,
            chance: chance_of(points),
            end: end_of(points),
            looks: 1,
            line: search.line(root, turn),
        })
        .collect()
}

fn chance_of(points: i32) -> Chance {
    end_of(points).map_or_else(|| chance::of_points(points), End::chance)
}

fn end_of(points: i32) -> Option<End> {
    match points {
        CERTAIN.. => Some(End::Win),
        ..=LESS_THAN_CERTAIN => Some(End::Loss),
        _ => None,
    }
}

const LESS_THAN_CERTAIN: i32 = -CERTAIN;

impl<D: Duel> Search<'_, '_, D> {
    /// One search of all the root's turns to that depth; sorts them by what it found.
    fn iterate(&mut self, root: &D, depth: i32, slack: i32, ranked: &mut [(i32, D::Move)]) -> Result<(), Over> {
        let mut best = LOST - 1;
        let before = ranked.to_vec();
        for i in 0..ranked.len() {
            let turn = ranked[i].1;
            let mut next = root.clone();
            next.play(turn);
            let floor = if i == 0 { LOST - 1 } else { (best - slack).max(LOST - 1) };
            let points = self.after(root, turn, &next, depth - 1, floor, WON + 1, i == 0, 1);
            let points = match points {
                Ok(points) => points,
                Err(Over) => {
                    // What this depth has shown so far still counts; the others keep their places behind it. Where
                    // several are told apart, points of two depths can't be compared: the last whole one counts.
                    if slack > 0 {
                        ranked.copy_from_slice(&before);
                    } else {
                        ranked[..i].sort_by_key(|&(points, _)| std::cmp::Reverse(points));
                    }
                    return Err(Over);
                }
            };
            ranked[i].0 = points;
            best = best.max(points);
        }
        ranked.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        Ok(())
    }

    /// The points of a turn for who plays it, with a narrow look first unless it is the one expected to be best.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        position: &D,
        turn: D::Move,
        next: &D,
        depth: i32,
        floor: i32,
        ceiling: i32,
        expected: bool,
        ply: usize,
    ) -> Result<i32, Over> {
        let cut = self.path.len();
        // A turn of progress makes all that was before it impossible to repeat.
        let kept = if position.is_progress(turn) { Some(std::mem::take(&mut self.path)) } else { None };
        self.path.push(next.key());
        let mut points = Ok(floor + 1);
        if !expected {
            points = self.points(next, depth, -floor - 1, -floor, ply).map(|points| -points);
        }
        if expected || matches!(points, Ok(points) if points > floor && points < ceiling) {
            points = self.points(next, depth, -ceiling, -floor, ply).map(|points| -points);
        }
        match kept {
            Some(path) => self.path = path,
            None => self.path.truncate(cut),
        }
        points
    }

    /// The points of a position for who is to move, as far as they lie between `floor` and `ceiling`.
    fn points(&mut self, position: &D, depth: i32, mut floor: i32, ceiling: i32, ply: usize) -> Result<i32, Over> {
        self.budget.spend(1);
        // One look at every turn is what any budget is good for.
        if !self.first_look && self.budget.is_over() {
            return Err(Over);
        }
        let key = position.key();
        if self.near_known
            && let Some(points) = position.known(D::PATIENCE.saturating_sub(self.path.len() as u32))
        {
            return Ok(points - points.signum() * ply as i32);
        }
        let mut turns = std::mem::take(&mut self.lists[ply]);
        turns.clear();
        let lively = position.turns(&mut turns);
        let result = self.among(position, &mut turns, lively, key, depth, &mut floor, ceiling, ply);
        self.lists[ply] = turns;
        result
    }

    #[allow(clippy::too_many_arguments)]
    fn among(
        &mut self,
        position: &D,
        turns: &mut [D::Move],
        lively: bool,
        key: u64,
        mut depth: i32,
        floor: &mut i32,
        ceiling: i32,
        ply: usize,
    ) -> Result<i32, Over> {
        if turns.is_empty() {
            let points = position.end();
            return Ok(points - points.signum() * ply as i32);
        }
        let repeated = self.path.iter().rev().skip(1).any(|&earlier| earlier == key);
        if repeated || self.path.len() as u32 > D::PATIENCE {
            return Ok(0);
        }
        if (depth <= 0 && !lively) || ply >= DEEPEST {
            return Ok(position.judge());
        }
        if lively && turns.len() == 1 && depth > 0 {
            // What is forced costs no depth.
            depth += 1;
        }
        let slot = key as usize & (self.table.len() - 1);
        let known = self.table[slot].filter(|entry| entry.key == key);
        if let Some(entry) = known
            && i32::from(entry.depth) >= depth
        {
            let points = from_here(entry.points, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => points >= ceiling,
                Bound::AtMost => points <= *floor,
            };
            if enough {
                return Ok(points);
            }
        }
        let mut placed = 0;
        for first in
            [known.and_then(|entry| entry.turn), self.killers[ply][0], self.killers[ply][1]].into_iter().flatten()
        {
            if let Some(at) = turns[placed..].iter().position(|&turn| turn == first) {
                turns[placed..=placed + at].rotate_right(1);
                placed += 1;
            }
        }
        let before = *floor;
        let mut best = (LOST - 1, None);
        for (i, &turn) in turns.iter().enumerate() {
            let mut next = position.clone();
            next.play(turn);
            // Late quiet turns are looked at less deeply until one of them surprises.
            let less = i32::from(depth >= 3 && i >= 5 && !lively);
            let mut points = self.after(position, turn, &next, depth - 1 - less, *floor, ceiling, i == 0, ply + 1)?;
            if less > 0 && points > *floor {
                points = self.after(position, turn, &next, depth - 1, *floor, ceiling, false, ply + 1)?;
            }
            if points > best.0 {
                best = (points, Some(turn));
            }
            if points > *floor {
                *floor = points;
                if points >= ceiling {
                    if !lively && self.killers[ply][0] != Some(turn) {
                        self.killers[ply] = [Some(turn), self.killers[ply][0]];
                    }
                    break;
                }
            }
        }
        let bound = match best.0 {
            points if points >= ceiling => Bound::AtLeast,
            points if points <= before => Bound::AtMost,
            _ => Bound::Exact,
        };
        let replaces = self.table[slot].is_none_or(|entry| entry.key != key || i32::from(entry.depth) <= depth);
        if replaces {
            let turn = best.1.filter(|_| bound != Bound::AtMost).or(known.and_then(|entry| entry.turn));
            let points = from_root(best.0, ply);
            self.table[slot] = Some(Entry { key, turn, points, depth: depth.max(0) as i16, bound });
        }
        Ok(best.0)
    }

    /// What is expected after a turn, from the table.
    fn line(&self, root: &D, first: D::Move) -> Vec<D::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        position.play(first);
        while line.len() < 12 {
            let key = position.key();
            let entry = self.table[key as usize & (self.table.len() - 1)].filter(|entry| entry.key == key);
            let Some(turn) = entry.and_then(|entry| entry.turn) else { break };
            let mut turns = Vec::new();
            position.turns(&mut turns);
            if !turns.contains(&turn) {
                break;
            }
            line.push(turn);
            position.play(turn);
        }
        line
    }
}

/// Certain ends are kept as far from the position, not from the root.
fn from_root(points: i32, ply: usize) -> i32 {
    if points.abs() > CERTAIN { points + points.signum() * ply as i32 } else { points }
}

fn from_here(points: i32, ply: usize) -> i32 {
    if points.abs() > CERTAIN { points - points.signum() * ply as i32 } else { points }
}
