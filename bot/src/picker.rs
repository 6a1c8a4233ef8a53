//! The guided picker as a pure function: a position and the turn as far as it is chosen give the next
//! view. Pieces, targets and shots all come from [`Position::spellings`], so every game is picked alike.

use turnpost_core::board::{Square, SquareSet};
use turnpost_core::notation;
use turnpost_core::rules::{GameKind, Position};
use turnpost_core::scene::{PieceKind, Scene};

/// What one select can hold.
pub const SELECT: usize = 25;

/// One step of the picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The turn as far as it is chosen, where single ways on were taken already.
    pub path: String,
    /// What is asked: `1/3 Which amazon?`.
    pub title: String,
    /// At most two selects; none when the turn is whole and can't go on.
    pub selects: Vec<Select>,
    /// The canonical text of the turn, if it is whole and can be played as it stands.
    pub whole: Option<String>,
    /// The path that `Back` leads to; `None` at the beginning.
    pub back: Option<String>,
    /// What to draw: the board as far as chosen, with the ways on dotted.
    pub scene: Scene,
}

/// A select: what is chosen becomes the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// `straight (7)`
    pub placeholder: String,
    /// At most [`SELECT`].
    pub choices: Vec<Choice>,
}

/// A way on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is shown: `h7`, `a7 (14)`.
    pub label: String,
    /// The path it leads to.
    pub path: String,
}

/// Why there is no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoView {
    /// No legal turn begins with this path: it is forged, or the board has changed.
    NoSuchPath,
    /// More ways on than two selects hold. No game has such a position; typing always works.
    TooMany,
}

/// The view at this path (untrusted).
pub fn view(position: &Position, path: &str) -> Result<View, NoView> {
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
    let title = title(position.game(), &path, &ways, whole.as_deref());
    Ok(View { back: back(&all, &path), path, title, selects, whole, scene })
}

/// Every text that can be built, sorted, so that those with the same beginning stand together.
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

    /// The paths one step on, distinct. A whole turn is a way on from itself.
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
    let (first, second): (Vec<&String>, Vec<&String>) =
        ways.iter().partition(|way| in_first(position.game(), path, way));
    let (first_name, second_name) = names(position.game(), path);
    let (mut first, mut second) = (first, second);
    // One kind may exceed its select while the other has room.
    if first.len() > SELECT {
        second.splice(0..0, first.split_off(SELECT));
    } else if second.len() > SELECT {
        let spare = second.len() - SELECT;
        first.extend(second.drain(..spare));
    }
    if first.len() > SELECT || second.len() > SELECT {
        return Err(NoView::TooMany);
    }
    let made = [(first_name, first), (second_name, second)].into_iter().filter(|(_, ways)| !ways.is_empty());
    Ok(made
        .map(|(name, ways)| Select {
            placeholder: format!("{name} ({})", ways.len()),
            choices: ways
                .iter()
                .map(|way| Choice { label: label(position, all, path, way), path: (*way).clone() })
                .collect(),
        })
        .collect())
}

/// Which of the two selects a way on belongs to.
fn in_first(game: GameKind, path: &str, way: &str) -> bool {
    let step = &way[path.len()..];
    match game {
        GameKind::Amazons | GameKind::Desdemona => {
            let from = last_square(path);
            from.is_none_or(|from| {
                last_square(way).is_none_or(|to| from.file() == to.file() || from.rank() == to.rank())
            })
        }
        GameKind::Dameo => true,
        GameKind::Diamond => !step.starts_with(['x', '^', '+']),
    }
}

fn names(game: GameKind, path: &str) -> (&'static str, &'static str) {
    match (game, path.is_empty()) {
        (_, true) => ("piece", "piece"),
        (GameKind::Amazons | GameKind::Desdemona, _) => ("straight", "diagonal"),
        (GameKind::Dameo, _) => ("goes to", "goes to"),
        (GameKind::Diamond, _) if path.ends_with('@') => ("square", "square"),
        (GameKind::Diamond, _) if piece_chosen(path) => ("move", "attack"),
        (GameKind::Diamond, _) => ("second piece", "with it, in the pack"),
    }
}

/// Whether the path ends with a piece that has yet to do something.
fn piece_chosen(path: &str) -> bool {
    let step = path.rsplit([' ', '+']).next().unwrap_or_default();
    !step.contains(['-', 'x', '^', '@'])
}

fn label(position: &Position, all: &Ways, path: &str, way: &str) -> String {
    let step = way[path.len()..].trim_start_matches([' ', '-']);
    if let Some(letter) = way.strip_suffix('@') {
        return kind_of(letter).unwrap_or(letter).to_owned();
    }
    let more = || all.on(way).len();
    let piece = piece_chosen(way).then(|| last_square(way)).flatten().and_then(|square| standing(position, square));
    let takes = |text: &String| text.matches('x').count();
    let taken = if position.game() == GameKind::Dameo { all.beginning(way).map(takes).max().unwrap_or(0) } else { 0 };
    match (piece, taken) {
        (_, 1..) => format!("{step} (takes {taken})"),
        (Some(kind), _) if position.game() == GameKind::Diamond => format!("{} {step} ({})", kind.word(), more()),
        (Some(_), _) => format!("{step} ({})", more()),
        _ if step.starts_with('x') && position.game() == GameKind::Desdemona => {
            format!("{} (flips)", step.trim_start_matches('x'))
        }
        _ => step.trim_start_matches('/').to_owned(),
    }
}

fn title(game: GameKind, path: &str, ways: &[String], whole: Option<&str>) -> String {
    if let (Some(turn), true) = (whole, ways.is_empty()) {
        return format!("Play `{turn}`?");
    }
    let last = last_square(path).map(|square| square.to_string()).unwrap_or_default();
    let asked = match (game, path.is_empty()) {
        (GameKind::Amazons | GameKind::Desdemona, true) => "1/3 Which amazon?".to_owned(),
        (GameKind::Amazons | GameKind::Desdemona, _) if piece_chosen(path) => format!("2/3 {last} goes to"),
        (GameKind::Amazons, _) => format!("3/3 Arrow from {last} to"),
        (GameKind::Desdemona, _) => format!("3/3 Shot from {last} to"),
        (_, true) if ways.iter().all(|way| way.ends_with('@')) => "1/2 Which piece to put down?".to_owned(),
        (_, true) => "Which piece?".to_owned(),
        (GameKind::Diamond, _) if path.ends_with('@') => "2/2 On which square?".to_owned(),
        (_, _) if piece_chosen(path) => format!("{last} goes to"),
        (GameKind::Dameo, _) => format!("{last} jumps on to"),
        (GameKind::Diamond, _) if path.contains('x') => format!("`{path}` and then"),
        (GameKind::Diamond, _) => format!("`{path}`, then which piece?"),
    };
    match whole {
        Some(turn) => format!("{asked} … or play `{turn}`"),
        None => asked,
    }
}

/// The last place on the way to this path where there was something to choose.
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

/// The board as far as chosen: a whole turn is played, of a begun one the pieces are moved.
fn drawn(position: &Position, path: &str, whole: Option<&str>) -> Scene {
    let mut after = position.clone();
    if let Some(played) = whole.and_then(|turn| after.play(turn).ok()) {
        let mut scene = after.scene();
        scene.marks = played.marks;
        return scene;
    }
    let mut scene = position.scene();
    for part in path.split([' ', '+']) {
        let squares: Vec<Square> = notation::squares(part).into_iter().map(|(_, square)| square).collect();
        let (Some(from), Some(to)) = (squares.first(), squares.last()) else { continue };
        let walks = part.contains('-') || (position.game() == GameKind::Dameo && part.contains('x'));
        if walks && let Some(piece) = scene.pieces.iter_mut().find(|piece| piece.at == *from) {
            piece.at = *to;
        }
    }
    scene.pieces.sort_by_key(|piece| piece.at);
    scene.chosen = last_square(path);
    scene
}

fn last_square(path: &str) -> Option<Square> {
    notation::squares(path).last().map(|(_, square)| *square)
}

fn standing(position: &Position, square: Square) -> Option<PieceKind> {
    let side = position.to_move();
    position.scene().pieces.iter().find(|piece| piece.at == square && piece.side == Some(side)).map(|piece| piece.kind)
}

fn kind_of(letter: &str) -> Option<&'static str> {
    let kinds = [
        ("c", PieceKind::Cani),
        ("g", PieceKind::Gormoror),
        ("k", PieceKind::Khtsoyis),
        ("h", PieceKind::Herethroy),
        ("o", PieceKind::Orren),
        ("r", PieceKind::Rassimel),
        ("s", PieceKind::Sleeth),
        ("z", PieceKind::ZiRi),
    ];
    kinds.into_iter().find(|(known, _)| *known == letter).map(|(_, kind)| kind.word())
}

#[cfg(test)]
mod tests;
