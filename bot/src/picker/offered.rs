//! Which branches of a turn's tree a message offers, so that a turn takes few choices and all of them fit.

use turnpost_core::steps::{Branch, Tree};

/// How many choices a first message offers, and one in which something is chosen: what is chosen keeps its own select.
const FIRST: usize = 25;
const LATER: usize = 75;
/// The same for the first message where there is no other way.
const AT_MOST: usize = 100;
/// Turns of more steps than this are chosen step by step.
const DEEPEST: usize = 5;

/// What to offer here: as few choices as possible to a whole turn, and of those ways the one with the broadest steps.
pub(super) fn branches(tree: &Tree) -> Vec<Branch<'_>> {
    let rooms = if tree.way.is_empty() { [FIRST, AT_MOST] } else { [LATER, LATER] };
    let few = |room: usize| (1..=DEEPEST).find_map(|choices| within(tree, choices, room));
    few(rooms[0]).or_else(|| few(rooms[1])).unwrap_or_else(|| tree.steps())
}

/// What to offer so that so many choices always are enough, if that is possible.
fn within(tree: &Tree, choices: usize, room: usize) -> Option<Vec<Branch<'_>>> {
    let mut found = Vec::new();
    spread(tree, choices, room, &mut found).then_some(found)
}

fn spread<'t>(tree: &'t Tree, choices: usize, room: usize, found: &mut Vec<Branch<'t>>) -> bool {
    if choices == 1 && found.len() + tree.turns > room {
        return false;
    }
    for branch in tree.steps() {
        match branch {
            Branch::Several(tree) if choices == 1 || within(tree, choices - 1, LATER).is_none() => {
                if !spread(tree, choices, room, found) {
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
