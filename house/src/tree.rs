//! Best-first search: a tree that grows where play is best, with a judgement at its leaves instead of playouts.
//!
//! A leaf that is reached gets all its turns at once, each with the judgement of the position after it; the best of
//! them is what this visit found out, and is averaged into every node above. Won and lost nodes are backed up as such
//! and never visited again.

use crate::budget::Budget;
use crate::chance::{Chance, ln};

/// A position as this search needs it.
pub trait Ground: Clone {
    /// One turn.
    type Move: Clone + PartialEq;
    /// Who is to move: 0 or 1.
    fn side(&self) -> usize;
    /// Adds the turns worth looking at, with the chance of who is to move here; at the root it should spare nothing. A
    /// game that can go on has one at least.
    fn expand(&self, root: bool, found: &mut Vec<Seed<Self::Move>>) -> Expansion;
    /// Plays one of these.
    fn play(&mut self, turn: &Self::Move);
    /// What a position without turns is to who is to move.
    fn end(&self) -> End;
    /// How much a turn that was rarely tried is favoured.
    fn boldness(&self) -> f64;
    /// Whether a turn has begun that isn't complete, where turns are searched in two halves.
    fn is_mid_turn(&self) -> bool {
        false
    }
}

/// What it took to expand a position.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// How many positions were judged.
    pub judged: u64,
    /// Whether no turn was left out.
    pub complete: bool,
}

/// A turn that could be played, with what is thought of it at first.
#[derive(Clone)]
pub struct Seed<M> {
    /// The turn.
    pub turn: M,
    /// The chance of who plays it.
    pub chance: Chance,
    /// What it leads to, if that is certain.
    pub end: Option<End>,
}

/// A certain result, from the view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// He wins.
    Win,
    /// Nobody does.
    Draw,
    /// He loses.
    Loss,
}

impl End {
    /// What it is to the other player.
    pub fn other(self) -> End {
        match self {
            End::Win => End::Loss,
            End::Draw => End::Draw,
            End::Loss => End::Win,
        }
    }

    /// As a chance.
    pub fn chance(self) -> Chance {
        match self {
            End::Win => 1.0,
            End::Draw => 0.5,
            End::Loss => 0.0,
        }
    }
}

/// A turn at the root as the search left it, with the turns that it expects behind it.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The turn.
    pub turn: M,
    /// The chance of who plays it.
    pub chance: Chance,
    /// What it leads to, if that is certain.
    pub end: Option<End>,
    /// How often it was looked at.
    pub looks: u32,
    /// What is expected after it.
    pub line: Vec<M>,
}

/// Beyond so many turns of one node, the ones judged worst are forgotten.
const WIDEST: usize = 96;
/// At the root, where a loose player chooses among many.
const WIDEST_ROOT: usize = 400;
/// The tree holds at most so many turns (32 bytes each), then the search ends.
const MOST_EDGES: usize = 5_000_000;
/// No line is longer: games without progress could go on for ever.
const DEEPEST: usize = 400;

const NOWHERE: u32 = u32::MAX;

struct Edge<M> {
    turn: M,
    /// The sum of the chances found, and of how many visits; the first judgement counts as one.
    sum: f64,
    visits: u32,
    child: u32,
    end: Option<End>,
}

impl<M> Edge<M> {
    fn mean(&self) -> f64 {
        match self.end {
            Some(end) => f64::from(end.chance()),
            None => self.sum / f64::from(self.visits),
        }
    }
}

struct Node {
    first: usize,
    len: usize,
    visits: u32,
    side: usize,
    end: Option<End>,
    /// Whether these are all its turns: otherwise nobody knows that they lose.
    complete: bool,
}

struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    fresh: Vec<Seed<M>>,
}

/// Searches until the budget is used up or the root is solved. The best turn comes first.
pub fn search<G: Ground>(root: &G, budget: &mut Budget<'_>) -> Vec<Found<G::Move>> {
    let mut tree = Tree { nodes: Vec::new(), edges: Vec::new(), fresh: Vec::new() };
    tree.grow(root, budget);
    let boldness = root.boldness();
    while !budget.is_over()
        && tree.nodes[0].end.is_none()
        && tree.nodes[0].len > 1
        && tree.edges.len() < MOST_EDGES
        && tree.nodes.len() < NOWHERE as usize
    {
        if !tree.visit(root, boldness, budget) {
            break;
        }
    }
    tree.ranking()
}

impl<M: Clone + PartialEq> Tree<M> {
    /// Adds a node for this position, with all its turns, and gives its chance for who is to move there.
    fn grow<G: Ground<Move = M>>(&mut self, position: &G, budget: &mut Budget<'_>) -> Chance {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let root = self.nodes.is_empty();
        let Expansion { judged, complete } = position.expand(root, &mut fresh);
        budget.spend(judged.max(1));
        let widest = if root { WIDEST_ROOT } else { WIDEST };
        let complete = complete && fresh.len() <= widest;
        // A stable order, so that equal chances keep the order of the turns.
        fresh.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        fresh.truncate(widest);
        let end =
            if fresh.is_empty() { Some(position.end()) } else { best_end(complete, fresh.iter().map(|seed| seed.end)) };
        let best = fresh.first().map_or(0.5, |seed| seed.chance);
        let first = self.edges.len();
        self.edges.extend(fresh.iter().map(|seed| Edge {
            turn: seed.turn.clone(),
            sum: f64::from(seed.chance),
            visits: 1,
            child: NOWHERE,
            end: seed.end,
        }));
        self.nodes.push(Node { first, len: fresh.len(), visits: 1, side: position.side(), end, complete });
        self.fresh = fresh;
        end.map_or(best, End::chance)
    }

    /// Goes down to a leaf, grows it, and carries up what was found. Nothing more can be found out once the root has only
    /// turns whose end is certain.
    fn visit<G: Ground<Move = M>>(&mut self, root: &G, boldness: f64, budget: &mut Budget<'_>) -> bool {
        let mut position = root.clone();
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(16);
        let mut node = 0;
        // What the visit found, and for whom.
        let (mut chance, mut end, mut whose) = loop {
            let edge = self.choose(node, boldness);
            path.push((node, edge));
            position.play(&self.edges[edge].turn);
            let child = self.edges[edge].child;
            let side = self.nodes[node].side;
            if let Some(end) = self.edges[edge].end {
                if node == 0 {
                    return false;
                }
                budget.spend(1);
                break (end.chance(), Some(end), side);
            }
            if child == NOWHERE {
                let mut grown = self.nodes.len();
                let mut chance = self.grow(&position, budget);
                self.edges[edge].child = grown as u32;
                if let Some((half, found)) = self.complete_turn(grown, &mut position, chance, budget) {
                    path.push(half);
                    (grown, chance) = (self.nodes.len() - 1, found);
                }
                break (chance, self.nodes[grown].end, self.nodes[grown].side);
            }
            node = child as usize;
            if path.len() >= DEEPEST {
                budget.spend(1);
                break (0.5, None, self.nodes[node].side);
            }
        };
        for &(node, edge) in path.iter().rev() {
            let side = self.nodes[node].side;
            if side != whose {
                (chance, end, whose) = (1.0 - chance, end.map(End::other), side);
            }
            self.edges[edge].end = end;
            self.edges[edge].sum += f64::from(chance);
            self.edges[edge].visits += 1;
            self.nodes[node].visits += 1;
            end = self.settled(node, end);
            self.nodes[node].end = end;
            if let Some(end) = end {
                chance = end.chance();
            }
        }
        true
    }

    /// If the turns of a fresh node are only the first halves of turns, grows the best of them, too: a half says little.
    /// What the other half was worth there is taken to be worth as much after all the others.
    fn complete_turn<G: Ground<Move = M>>(
        &mut self,
        node: usize,
        position: &mut G,
        promised: Chance,
        budget: &mut Budget<'_>,
    ) -> Option<((usize, usize), Chance)> {
        let Node { first, len, end, .. } = self.nodes[node];
        if end.is_some() || position.is_mid_turn() {
            return None;
        }
        position.play(&self.edges[first].turn);
        if !position.is_mid_turn() {
            return None;
        }
        let grown = self.nodes.len() as u32;
        let chance = self.grow(position, budget);
        self.edges[first].child = grown;
        for edge in &mut self.edges[first..first + len] {
            edge.sum += f64::from(chance - promised);
        }
        Some(((node, first), chance))
    }

    /// What is certain of a node after one of its turns led to `end`.
    fn settled(&self, node: usize, end: Option<End>) -> Option<End> {
        match end {
            Some(End::Win) => Some(End::Win),
            None => None,
            Some(_) => best_end(self.nodes[node].complete, self.turns(node).iter().map(|edge| edge.end)),
        }
    }

    fn turns(&self, node: usize) -> &[Edge<M>] {
        let Node { first, len, .. } = self.nodes[node];
        &self.edges[first..first + len]
    }

    /// The turn to look at next: the best so far, with a bonus for those rarely tried. Nothing certain is looked at
    /// again while there is anything else.
    fn choose(&self, node: usize, boldness: f64) -> usize {
        let Node { first, visits, .. } = self.nodes[node];
        let reach = boldness * ln(visits).sqrt();
        let mut best = (first, f64::NEG_INFINITY);
        for (i, edge) in self.turns(node).iter().enumerate() {
            let score = match edge.end {
                Some(End::Draw) => 0.5 - 10.0,
                Some(_) => -20.0,
                None => edge.mean() + reach / f64::from(edge.visits).sqrt(),
            };
            if score > best.1 {
                best = (first + i, score);
            }
        }
        best.0
    }

    /// The root's turns, the best first: those that win, then by visits; those that lose come last.
    fn ranking(&self) -> Vec<Found<M>> {
        let rank = |edge: &Edge<M>| match edge.end {
            Some(End::Win) => 4,
            None if edge.mean() >= 0.5 => 3,
            Some(End::Draw) => 2,
            None => 1,
            Some(End::Loss) => 0,
        };
        let mut order: Vec<&Edge<M>> = self.turns(0).iter().collect();
        order.sort_by(|a, b| rank(b).cmp(&rank(a)).then(b.visits.cmp(&a.visits)).then(b.mean().total_cmp(&a.mean())));
        order
            .into_iter()
            .map(|edge| Found {
                turn: edge.turn.clone(),
                chance: edge.mean() as Chance,
                end: edge.end,
                looks: edge.visits,
                line: self.line(edge.child),
            })
            .collect()
    }

    /// What is played from a node on, as far as it was looked at more than once.
    fn line(&self, mut child: u32) -> Vec<M> {
        let mut line = Vec::new();
        while child != NOWHERE && line.len() < 12 {
            let certain = |edge: &&Edge<M>| edge.end == Some(End::Win);
            let turns = self.turns(child as usize);
            let Some(best) = turns.iter().find(certain).or_else(|| turns.iter().rev().max_by_key(|edge| edge.visits))
            else {
                break;
            };
            line.push(best.turn.clone());
            child = best.child;
        }
        line
    }
}

/// What is certain of a position whose turns lead to these ends: a win if one does, otherwise nothing unless all are known
/// and none was left out.
fn best_end(complete: bool, ends: impl Iterator<Item = Option<End>>) -> Option<End> {
    let mut best = complete.then_some(End::Loss);
    for end in ends {
        match end {
            Some(End::Win) => return end,
            Some(End::Draw) => best = best.and(end),
            Some(End::Loss) => {}
            None => best = None,
        }
    }
    best
}
