//! The guided picker as a pure function: a position and the part of the turn chosen so far give the next view. Pieces,
//! targets and shots all come from [`Position::spellings`], so it works the same in every game; what is asked at each
//! step, and what the choices are called, is the game's own.
//!
//! A view offers as much at once as fits: what is chosen first stays open to be chosen anew, the ways on stand below
//! it, and where few turns are left they are offered whole. The last choice is a whole turn.

use turnpost_core::board::SquareSet;
use turnpost_core::rules::Position;
use turnpost_core::scene::Scene;
use turnpost_core::steps::{Branch, Tree, drawn, next_square};
use turnpost_core::text::in_discord::{self, labels};

use crate::limits::sizes::CHOICES;
use crate::picker::offered::branches;

mod offered;
pub(crate) mod stages;

/// Selects of a view, beside a row of buttons.
const SELECTS: usize = 4;

/// One step of the picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The part of the turn chosen so far; steps that left no choice are taken already.
    pub path: String,
    /// What is asked: `Which amazon?`.
    pub title: String,
    /// What was offered first, once something of it is chosen.
    pub first: Option<Select>,
    /// What is offered now; nothing when the turn is whole and can't go on.
    pub selects: Vec<Select>,
    /// The canonical text of the turn, if it is whole and can be played as it stands.
    pub whole: Option<String>,
    /// The path that `Back` leads to; `None` at the beginning.
    pub back: Option<String>,
    /// What to draw: the board after what was chosen so far, with the next squares dotted.
    pub scene: Scene,
}

/// A select: what is chosen becomes the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Select {
    /// `straight (7)`
    pub placeholder: String,
    /// At most [`CHOICES`].
    pub choices: Vec<Choice>,
}

/// One way for the turn to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What is shown: `to h7 (20)`, `shoot g7`.
    pub label: String,
    /// The path it leads to.
    pub path: String,
    /// Whether it is a whole turn, so that choosing it plays it.
    pub plays: bool,
    /// Whether it is what is chosen already.
    pub chosen: bool,
}

/// Why there is no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoView {
    /// No legal turn begins with this path: it is forged, or the board has changed.
    NoSuchPath,
    /// There are more choices than the selects hold. No game has such a position; typing always works.
    TooMany,
}

/// The view at this path (untrusted).
pub(crate) fn view(position: &Position, path: &str) -> Result<View, NoView> {
    let all = Tree::of(&position.spellings());
    let here = all.at(path).filter(|tree| tree.turns > 0).ok_or(NoView::NoSuchPath)?;
    at(position, &all, here)
}

/// The view of a whole turn, to be confirmed.
pub(crate) fn confirm(position: &Position, turn: &str) -> Result<View, NoView> {
    let all = Tree::of(&position.spellings());
    let leaf = Tree { way: turn.to_owned(), whole: true, turns: 1, on: Vec::new() };
    position.read(turn).map_err(|_| NoView::NoSuchPath)?;
    at(position, &all, &leaf)
}

/// What somebody chose in the view at a path: the whole turn that it is, if it is one. `None` if it isn't offered.
pub(crate) fn chosen(position: &Position, path: &str, way: &str) -> Option<bool> {
    let all = Tree::of(&position.spellings());
    let offered = branches(all.at(path)?);
    let branches = offered;
    branches.iter().find_map(|branch| match branch {
        Branch::Turn(turn) => (*turn == way).then_some(true),
        Branch::Several(tree) => (tree.way == way).then_some(false),
    })
}

fn at(position: &Position, all: &Tree, here: &Tree) -> Result<View, NoView> {
    let path = here.way.clone();
    let branches = if here.on.is_empty() { Vec::new() } else { branches(here) };
    let whole = here.whole.then(|| position.read(&path).ok()).flatten();
    // The turn as it stands has a button of its own.
    let branches: Vec<Branch<'_>> =
        branches.into_iter().filter(|branch| !matches!(branch, Branch::Turn(turn) if *turn == path)).collect();
    let first = if path.is_empty() { None } else { first(position, all, &path) };
    let room = SELECTS - usize::from(first.is_some());
    let selects = selects(position, &path, &branches, room)?;
    let mut scene = drawn(position, &path, whole.as_deref());
    scene.targets = branches.iter().filter_map(|branch| next_square(branch.way(), path.len())).collect::<SquareSet>();
    let title = title(position, &path, &branches, whole.as_deref());
    let back = all.before(&path).map(|tree| tree.way.clone());
    Ok(View { back, path, title, first, selects, whole, scene })
}

/// What was offered first, where that is one select: somebody who changes their mind chooses anew.
fn first(position: &Position, all: &Tree, path: &str) -> Option<Select> {
    let branches = branches(all);
    let mut only = selects(position, "", &branches, 1).ok()?;
    let mut select = only.pop()?;
    let chosen = select.choices.iter_mut().filter(|choice| path.starts_with(&choice.path));
    if let Some(chosen) = chosen.max_by_key(|choice| choice.path.len()) {
        chosen.chosen = true;
    }
    Some(select)
}

fn selects(position: &Position, path: &str, branches: &[Branch<'_>], room: usize) -> Result<Vec<Select>, NoView> {
    let ways: Vec<String> = branches.iter().map(|branch| branch.way().to_owned()).collect();
    let turns = path.is_empty() && branches.iter().all(|branch| matches!(branch, Branch::Turn(_)));
    let names = if turns { [labels::TURN; 2] } else { position.groups(path, &ways) };
    let (second, first): (Vec<&Branch<'_>>, Vec<&Branch<'_>>) =
        branches.iter().partition(|branch| position.in_second(path, branch.way()));
    let grouped = parts(&first) + parts(&second) <= room;
    let lists = match grouped {
        true => vec![(names[0], first), (names[1], second)],
        // One group may overflow its selects while the other has room.
        false => vec![(names[0], first.into_iter().chain(second).collect())],
    };
    if lists.iter().map(|(_, list)| parts(list)).sum::<usize>() > room {
        return Err(NoView::TooMany);
    }
    let choice = |branch: &&Branch<'_>| Choice {
        label: branch.label(position, path),
        path: branch.way().to_owned(),
        plays: matches!(branch, Branch::Turn(_)),
        chosen: false,
    };
    let mut made = Vec::new();
    for (name, list) in lists {
        for part in list.chunks(CHOICES) {
            let choices: Vec<Choice> = part.iter().map(choice).collect();
            let placeholder = match (parts(&list), choices.first().zip(choices.last())) {
                (2.., Some((first, last))) => labels::select_part(name, &first.label, &last.label),
                _ => labels::select(name, list.len()),
            };
            made.push(Select { placeholder, choices });
        }
    }
    Ok(made)
}

/// How many selects a list takes.
fn parts<T>(list: &[T]) -> usize {
    list.len().div_ceil(CHOICES)
}

fn title(position: &Position, path: &str, branches: &[Branch<'_>], whole: Option<&str>) -> String {
    let ways: Vec<String> = branches.iter().map(|branch| branch.way().to_owned()).collect();
    let turns = path.is_empty() && branches.iter().all(|branch| matches!(branch, Branch::Turn(_)));
    match whole {
        Some(turn) if ways.is_empty() => in_discord::play_it(turn),
        Some(turn) => in_discord::go_on_or_play(&position.prompt(path, &ways), turn),
        None if turns => in_discord::WHICH_TURN.to_owned(),
        None => position.prompt(path, &ways),
    }
}

#[cfg(test)]
mod tests;
