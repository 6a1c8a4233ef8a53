//! The turns of a position as a tree of steps, and which of its branches to offer, so that a turn takes few choices.

use std::collections::BTreeMap;

use turnpost_core::notation;

/// A part of a turn, and how it may go on. Steps that leave no choice are taken already.
#[derive(Debug)]
pub(super) struct Tree {
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
pub(super) enum Branch<'t> {
    /// A whole turn, though there may be others that go on from it.
    Turn(&'t str),
    /// Several turns.
    Several(&'t Tree),
}

/// How many choices a first message offers, and one in which something is chosen: what is chosen keeps its own select.
const FIRST: usize = 25;
const LATER: usize = 75;
/// The same for the first message where there is no other way.
const AT_MOST: usize = 100;
/// Turns of more steps than this are chosen step by step.
const DEEPEST: usize = 5;

impl Tree {
    /// The tree of these turns.
    pub(super) fn of(turns: &[String]) -> Tree {
        // Placements offer every kind on every square: the kind comes first.
        let kinds = !turns.is_empty() && turns.iter().all(|text| text.contains('@'));
        let texts: Vec<&str> = turns.iter().map(String::as_str).collect();
        grow(0, &texts, kinds)
    }

    /// The part of that text.
    pub(super) fn at(&self, path: &str) -> Option<&Tree> {
        if self.way == path {
            return Some(self);
        }
        self.on.iter().filter(|tree| tree.way == path || begins(path, &tree.way)).find_map(|tree| tree.at(path))
    }

    /// The last point on the way to this path at which there was something to choose.
    pub(super) fn before(&self, path: &str) -> Option<&Tree> {
        let next = self.on.iter().find(|tree| tree.way == path || begins(path, &tree.way))?;
        if next.way == path { Some(self) } else { next.before(path).or(Some(self)) }
    }

    /// What to offer here: as few choices as possible to a whole turn, and of those ways the one with the broadest
    /// steps.
    pub(super) fn branches(&self) -> Vec<Branch<'_>> {
        let rooms = if self.way.is_empty() { [FIRST, AT_MOST] } else { [LATER, LATER] };
        let few = |room: usize| (1..=DEEPEST).find_map(|choices| self.within(choices, room));
        few(rooms[0]).or_else(|| few(rooms[1])).unwrap_or_else(|| self.steps())
    }

    /// What to offer so that so many choices always are enough, if that is possible.
    fn within(&self, choices: usize, room: usize) -> Option<Vec<Branch<'_>>> {
        let mut found = Vec::new();
        self.spread(choices, room, &mut found).then_some(found)
    }

    fn spread<'t>(&'t self, choices: usize, room: usize, found: &mut Vec<Branch<'t>>) -> bool {
        if choices == 1 && found.len() + self.turns > room {
            return false;
        }
        for branch in self.steps() {
            match branch {
                Branch::Several(tree) if choices == 1 || tree.within(choices - 1, LATER).is_none() => {
                    if !tree.spread(choices, room, found) {
                        return false;
                    }
                }
                branch => found.push(branch),
            }
            if found.len() > room {
                return false;
            }
        }
        true
    }

    /// The next steps alone.
    fn steps(&self) -> Vec<Branch<'_>> {
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
