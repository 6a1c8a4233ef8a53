//! The position in sentences: what a screen reader reads out instead of the picture.

use crate::board::Square;
use crate::rules::Side;
use crate::scene::{Mark, Piece, PieceKind, Scene};
use crate::text::plural::counted;

/// The whole position. News comes first: whose turn it is and what the last turn did.
pub fn spoken(scene: &Scene) -> String {
    sentences(scene).join(" ")
}

/// As many of the sentences as fit into so many characters: Discord allows 1024 for a picture's description.
pub fn spoken_within(scene: &Scene, limit: usize) -> String {
    let mut text = String::new();
    for sentence in sentences(scene) {
        let space = if text.is_empty() { "" } else { " " };
        if text.chars().count() + space.len() + sentence.chars().count() > limit {
            break;
        }
        text = text + space + &sentence;
    }
    text
}

fn sentences(scene: &Scene) -> Vec<String> {
    let mut sentences = vec![match scene.to_move {
        Some(side) => format!("{}, turn {}: {side} to move.", scene.game.title(), scene.turn),
        None => format!("{}, the game is over.", scene.game.title()),
    }];
    let (before, last) = scene.marks.split_at(scene.earlier.min(scene.marks.len()));
    for (which, marks) in [("The last turn", last), ("The one before it", before)] {
        let did = deeds(scene, marks);
        if !did.is_empty() {
            sentences.push(format!("{which}: {}.", did.join(", ")));
        }
    }
    for side in Side::BOTH {
        match groups(scene, Some(side)) {
            groups if groups.is_empty() => sentences.push(format!("{side} has no pieces.")),
            groups => sentences.push(format!("{side} has {}.", groups.join("; "))),
        }
    }
    if !scene.slots.is_empty() {
        let slots: Vec<String> = scene.slots.iter().map(|(square, number)| format!("{number} {square}")).collect();
        sentences.push(format!("Still to be filled: {}.", list(&slots)));
    }
    for side in Side::BOTH {
        let empty = |square: Square| scene.pieces.iter().all(|piece| piece.at != square);
        match scene.territory.iter().filter(|(square, owner)| *owner == side && empty(*square)).count() {
            0 => (),
            squares => {
                let empty = counted(squares as i64, "empty square");
                sentences.push(format!("{side}'s territory has {empty}."));
            }
        }
    }
    sentences.extend(groups(scene, None).iter().map(|phrase| capitalised(phrase) + "."));
    sentences
}

/// `amazons on a4, d1 and g1`, one phrase per kind of piece the side has.
fn groups(scene: &Scene, side: Option<Side>) -> Vec<String> {
    let pieces: Vec<&Piece> = scene.pieces.iter().filter(|piece| piece.side == side).collect();
    let mut kinds: Vec<PieceKind> = pieces.iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let phrase = |kind: PieceKind| {
        let mut of_kind: Vec<&Piece> = pieces.iter().copied().filter(|piece| piece.kind == kind).collect();
        of_kind.sort_by_key(|piece| (piece.at.file(), piece.at.rank()));
        let places: Vec<String> = of_kind.iter().map(|piece| place(scene, piece)).collect();
        let noun = if places.len() == 1 { one(kind) } else { kind.plural().to_owned() };
        format!("{noun} on {}", list(&places))
    };
    kinds.into_iter().map(phrase).collect()
}

fn place(scene: &Scene, piece: &Piece) -> String {
    let sharer = scene.pieces.iter().find(|other| other.at == piece.at && *other != piece);
    let used = piece.used.then(|| "resistance used up".to_owned());
    let shared = sharer.map(|other| match other.side {
        Some(side) => format!("shared with {side}'s {}", other.kind.word()),
        None => format!("shared with {}", one(other.kind)),
    });
    match used.into_iter().chain(shared).collect::<Vec<_>>() {
        notes if notes.is_empty() => piece.at.to_string(),
        notes => format!("{} ({})", piece.at, notes.join(", ")),
    }
}

/// What these marks say was done.
fn deeds(scene: &Scene, marks: &[Mark]) -> Vec<String> {
    let mut did = Vec::new();
    let flipped: Vec<String> = of_marks(marks, |mark| match mark {
        Mark::Flipped(square) => Some(square.to_string()),
        _ => None,
    });
    let captured: Vec<String> = of_marks(marks, |mark| match mark {
        Mark::Captured(piece) => Some(format!("the {} on {}", piece.kind.word(), piece.at)),
        _ => None,
    });
    for mark in marks {
        match mark {
            Mark::Path(path) => did.extend(went(path)),
            Mark::Attack { from, to } => did.push(format!("{from} attacked {to}")),
            Mark::Shot { to, .. } => did.push(format!("shot at {to}")),
            Mark::Resisted(square) => did.push(format!("{square} resisted")),
            Mark::Promoted(square) => did.push(format!("became a king on {square}")),
            Mark::Placed(square) => {
                let kind =
                    scene.pieces.iter().find(|piece| piece.at == *square).map_or("piece", |piece| piece.kind.word());
                did.push(format!("{kind} placed on {square}"));
            }
            Mark::Flipped(_) | Mark::Captured(_) => (),
        }
    }
    if !flipped.is_empty() {
        did.push(format!("turned {}", list(&flipped)));
    }
    if !captured.is_empty() {
        did.push(format!("took {}", list(&captured)));
    }
    did
}

fn of_marks(marks: &[Mark], wanted: impl Fn(&Mark) -> Option<String>) -> Vec<String> {
    marks.iter().filter_map(wanted).collect()
}

fn went(path: &[Square]) -> Option<String> {
    match path {
        [] | [_] => None,
        [from, to] => Some(format!("{from} to {to}")),
        [from, over @ .., to] => {
            let over: Vec<String> = over.iter().map(Square::to_string).collect();
            Some(format!("{from} over {} to {to}", list(&over)))
        }
    }
}

/// `a4, d1 and g1`.
fn list(items: &[String]) -> String {
    match items {
        [items @ .., last] if !items.is_empty() => format!("{} and {last}", items.join(", ")),
        _ => items.concat(),
    }
}

fn capitalised(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn one(kind: PieceKind) -> String {
    let word = kind.word();
    let article = if word.starts_with(['a', 'o']) { "an" } else { "a" };
    format!("{article} {word}")
}
