//! The guided picker as a pure function: a position and the part of the turn chosen so far give the next view. Pieces,
//! targets and shots all come from [`Position::spellings`], so it works the same in every game; what is asked at each
//! step, and what the choices are called, is the game's own.

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::notation;
use turnpost_core::rules::{Offer, Position};
use turnpost_core::scene::Scene;
use turnpost_core::text::in_discord::{self, labels};

use crate::limits::sizes::CHOICES;

pub(crate) mod stages;

/// One step of the picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The part of the turn chosen so far; steps that left no choice are taken already.
    pub path: String,
    /// What is asked: `1/3 Which amazon?`.
    pub title: String,
    /// At most two selects; none when the turn is whole and can't go on.
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
    /// What is shown: `h7`, `a7 (14)`.
    pub label: String,
    /// The path it leads to.
    pub path: String,
}

/// Why there is no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoView {
    /// No legal turn begins with this path: it is forged, or the board has changed.
    NoSuchPath,
    /// There are more choices than two selects hold. No game has such a position; typing always works.
    TooMany,
}

/// The view at this path (untrusted).
pub(crate) fn view(position: &Position, path: &str) -> Result<View, NoView> {
    let all = Ways::of(position);
    let mut path = path.to_owned();
    let mut ways = all.on(&path);
    if ways.is_empty() {
        return Err(NoView::NoSuchPath);
    }
    while let [only] = ways.as_slice() {
        if *only == path {
            break;
        }
        path = only.clone();
        ways = all.on(&path);
    }
    let whole = ways.contains(&path).then(|| position.read(&path).ok()).flatten();
    ways.retain(|way| *way != path);
    let selects = selects(position, &all, &path, &ways)?;
    let mut scene = drawn(position, &path, whole.as_deref());
    scene.targets = ways.iter().filter_map(|way| last_square(way)).collect::<SquareSet>();
    let title = title(position, &path, &ways, whole.as_deref());
    Ok(View { back: back(&all, &path), path, title, selects, whole, scene })
}

/// Every spelling of a legal turn, sorted, so that those with the same beginning are next to each other.
struct Ways(Vec<String>);

impl Ways {
    fn of(position: &Position) -> Ways {
        Ways(position.spellings())
    }

    /// The texts that begin with this path. `a1` is no beginning of `a10-…`.
    fn beginning(&self, path: &str) -> impl Iterator<Item = &String> {
        let first = self.0.partition_point(|text| text.as_str() < path);
        self.0[first..].iter().take_while(move |text| text.starts_with(path)).filter(move |text| begins(text, path))
    }

    /// The distinct paths one step further. A whole turn leads to itself.
    fn on(&self, path: &str) -> Vec<String> {
        // Placements offer every kind on every square: the kind comes first.
        let kinds = path.is_empty() && self.0.iter().all(|text| text.contains('@'));
        let stop = |text: &str| match text.find('@') {
            Some(at) if kinds => at + 1,
            _ => notation::next_stop(text, path.len()),
        };
        let mut ways: Vec<String> = self.beginning(path).map(|text| text[..stop(text)].to_owned()).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
}

fn selects(position: &Position, all: &Ways, path: &str, ways: &[String]) -> Result<Vec<Select>, NoView> {
    if ways.is_empty() {
        return Ok(Vec::new());
    }
    let (mut second, mut first): (Vec<&String>, Vec<&String>) =
        ways.iter().partition(|way| position.in_second(path, way));
    let [first_name, second_name] = position.groups(path, ways);
    // One group may overflow its select while the other has room.
    if first.len() > CHOICES {
        second.splice(0..0, first.split_off(CHOICES));
    } else if second.len() > CHOICES {
        let spare = second.len() - CHOICES;
        first.extend(second.drain(..spare));
    }
    if first.len() > CHOICES || second.len() > CHOICES {
        return Err(NoView::TooMany);
    }
    let made = [(first_name, first), (second_name, second)].into_iter().filter(|(_, ways)| !ways.is_empty());
    Ok(made
        .map(|(name, ways)| Select {
            placeholder: labels::select(name, ways.len()),
            choices: ways
                .iter()
                .map(|way| Choice { label: label(position, all, path, way), path: (*way).clone() })
                .collect(),
        })
        .collect())
}

fn label(position: &Position, all: &Ways, path: &str, way: &str) -> String {
    let turns: Vec<&str> = all.beginning(way).map(String::as_str).collect();
    position.label(&Offer { path, way, more: all.on(way).len(), turns: &turns })
}

fn title(position: &Position, path: &str, ways: &[String], whole: Option<&str>) -> String {
    match whole {
        Some(turn) if ways.is_empty() => in_discord::play_it(turn),
        Some(turn) => in_discord::go_on_or_play(&position.prompt(path, ways), turn),
        None => position.prompt(path, ways),
    }
}

/// The last point on the way to this path at which there was a choice.
fn back(all: &Ways, path: &str) -> Option<String> {
    let mut at = String::new();
    let mut choice = None;
    while at != path {
        let ways = all.on(&at);
        let next = ways.iter().filter(|way| **way != at && begins(path, way)).max_by_key(|way| way.len())?.clone();
        if ways.len() > 1 {
            choice = Some(at);
        }
        at = next;
    }
    choice
}

fn begins(text: &str, path: &str) -> bool {
    let rest = text.strip_prefix(path);
    rest.is_some_and(|rest| path.is_empty() || path.ends_with('@') || !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The board after what was chosen so far: a whole turn is played; of a partial one only the pieces are moved.
fn drawn(position: &Position, path: &str, whole: Option<&str>) -> Scene {
    let mut after = position.clone();
    if let Some(played) = whole.and_then(|turn| after.play(turn).ok()) {
        let mut scene = after.scene();
        scene.marks = played.marks;
        return scene;
    }
    position.drawn_so_far(path)
}

fn last_square(path: &str) -> Option<Square> {
    notation::squares(path).last().map(|(_, square)| *square)
}

#[cfg(test)]
mod tests;
