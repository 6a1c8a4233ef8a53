//! A turn chosen step by step, the same in every game: the turns of a position as a tree, and what is asked at each of
//! its forks. Discord's picker and the board on a page are both made from it.

use std::collections::BTreeMap;

use crate::board::{Square, SquareSet};
use crate::notation;
use crate::rules::{Offer, Position};
use crate::scene::Scene;

/// What is asked of somebody who has chosen a turn as far as a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The part of the turn chosen so far; steps that left no choice are taken already.
    pub path: String,
    /// What is asked: `Which amazon?`; nothing where the turn can't go on.
    pub prompt: Option<String>,
    /// The ways on, one step each.
    pub ways: Vec<Way>,
    /// The canonical text of the turn, if it is whole and can be played as it stands.
    pub whole: Option<String>,
    /// The path before the last choice; `None` at the beginning.
    pub back: Option<String>,
    /// What to draw: the board after what was chosen so far, with the next squares dotted.
    pub scene: Scene,
}

/// One way for the turn to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The path it leads to.
    pub path: String,
    /// What it is called: `to h7 (20)`, `shoot g7`.
    pub label: String,
    /// The square that it names next, if it names one.
    pub square: Option<Square>,
}

/// What is asked at this path (untrusted); none if no turn begins so.
pub fn fork(position: &Position, path: &str) -> Option<Fork> {
    let all = Tree::of(&position.spellings());
    let here = all.at(path).filter(|tree| tree.turns > 0)?;
    let path = here.way.clone();
    let whole = here.whole.then(|| position.read(&path).ok()).flatten();
    let steps = if here.on.is_empty() { Vec::new() } else { here.steps() };
    // The turn as it stands is no step.
    let steps: Vec<Branch<'_>> =
        steps.into_iter().filter(|step| !matches!(step, Branch::Turn(turn) if *turn == path)).collect();
    let texts: Vec<String> = steps.iter().map(|step| step.way().to_owned()).collect();
    let prompt = (!steps.is_empty()).then(|| position.prompt(&path, &texts));
    let way = |step: &Branch<'_>| Way {
        path: step.way().to_owned(),
        label: step.label(position, &path),
        square: next_square(step.way(), path.len()),
    };
    let ways: Vec<Way> = steps.iter().map(way).collect();
    let mut scene = drawn(position, &path, whole.as_deref());
    scene.targets = ways.iter().filter_map(|way| way.square).collect::<SquareSet>();
    let back = all.before(&path).map(|tree| tree.way.clone());
    Some(Fork { path, prompt, ways, whole, back, scene })
}

/// The board after what was chosen so far: a whole turn is played; of a partial one only the pieces are moved.
pub fn drawn(position: &Position, path: &str, whole: Option<&str>) -> Scene {
    let mut after = position.clone();
    if let Some(played) = whole.and_then(|turn| after.play(turn).ok()) {
        let mut scene = after.scene();
        scene.marks = played.marks;
        return scene;
    }
    position.drawn_so_far(path)
}

/// The square that a way names next, behind so many bytes.
pub fn next_square(way: &str, from: usize) -> Option<Square> {
    notation::squares(way).into_iter().find(|(at, _)| *at >= from).map(|(_, square)| square)
}

/// A part of a turn, and how it may go on. Steps that leave no choice are taken already.
#[derive(Debug)]
pub struct Tree {
    /// The part.
    pub way: String,
    /// Whether it is a whole turn as it stands.
    pub whole: bool,
    /// How many turns begin with it, itself included.
    pub turns: usize,
    /// The ways on, in the order of their texts.
    pub on: Vec<Tree>,
}

/// What may be chosen next.
#[derive(Clone, Copy, Debug)]
pub enum Branch<'t> {
    /// A whole turn, though there may be others that go on from it.
    Turn(&'t str),
    /// Several turns.
    Several(&'t Tree),
}

impl<'t> Branch<'t> {
    /// The part of a turn that it leads to.
    pub fn way(&self) -> &'t str {
        match self {
            Branch::Turn(turn) => turn,
            Branch::Several(tree) => &tree.way,
        }
    }

    /// What it is called, to somebody who has chosen the turn as far as this path.
    pub fn label(&self, position: &Position, path: &str) -> String {
        match self {
            Branch::Turn(turn) => position.label(&Offer { path, way: turn, more: 0, turns: &[turn] }),
            Branch::Several(tree) => {
                let mut turns = Vec::new();
                gather(tree, &mut turns);
                position.label(&Offer { path, way: &tree.way, more: tree.on.len(), turns: &turns })
            }
        }
    }
}

impl Tree {
    /// The tree of these turns.
    pub fn of(turns: &[String]) -> Tree {
        // Placements offer every kind on every square: the kind comes first.
        let kinds = !turns.is_empty() && turns.iter().all(|text| text.contains('@'));
        let texts: Vec<&str> = turns.iter().map(String::as_str).collect();
        grow(0, &texts, kinds)
    }

    /// The part of that text.
    pub fn at(&self, path: &str) -> Option<&Tree> {
        if self.way == path {
            return Some(self);
        }
        self.on.iter().filter(|tree| tree.way == path || begins(path, &tree.way)).find_map(|tree| tree.at(path))
    }

    /// The last point on the way to this path at which there was something to choose.
    pub fn before(&self, path: &str) -> Option<&Tree> {
        let next = self.on.iter().find(|tree| tree.way == path || begins(path, &tree.way))?;
        if next.way == path { Some(self) } else { next.before(path).or(Some(self)) }
    }

    /// The next steps alone.
    pub fn steps(&self) -> Vec<Branch<'_>> {
        let itself = self.whole.then_some(Branch::Turn(self.way.as_str()));
        let on = self.on.iter().map(|tree| match tree.on.is_empty() {
            true => Branch::Turn(&tree.way),
            false => Branch::Several(tree),
        });
        itself.into_iter().chain(on).collect()
    }
}

/// The tree of turns that have their first `from` bytes in common.
fn grow(from: usize, turns: &[&str], kinds: bool) -> Tree {
    let way = turns.first().and_then(|text| text.get(..from)).unwrap_or_default();
    let stop = |text: &str| match text.find('@') {
        Some(at) if kinds && from == 0 => at + 1,
        _ => notation::next_stop(text, from),
    };
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for text in turns.iter().filter(|text| text.len() > from) {
        parts.entry(&text[..stop(text)]).or_default().push(text);
    }
    let whole = turns.iter().any(|text| text.len() == from && from > 0);
    let mut on: Vec<Tree> = parts.iter().map(|(part, turns)| grow(part.len(), turns, kinds)).collect();
    if on.len() == 1
        && !whole
        && from > 0
        && let Some(only) = on.pop()
    {
        return only;
    }
    let turns = usize::from(whole) + on.iter().map(|tree| tree.turns).sum::<usize>();
    Tree { way: way.to_owned(), whole, turns, on }
}

/// Whether a text begins with a path and goes on. `a1` is no beginning of `a10-…`.
fn begins(text: &str, path: &str) -> bool {
    let rest = text.strip_prefix(path);
    rest.is_some_and(|rest| {
        !rest.is_empty() && (path.is_empty() || path.ends_with('@') || !rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn gather<'t>(tree: &'t Tree, turns: &mut Vec<&'t str>) {
    if tree.whole {
        turns.push(&tree.way);
    }
    tree.on.iter().for_each(|tree| gather(tree, turns));
}
