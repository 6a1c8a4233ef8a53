//! The words for what a turn did, beyond what its notation says: what was taken, what resisted, what turned.

use super::Reader;
use crate::board::Square;
use crate::rules::Position;
use crate::scene::{Mark, Piece, PieceKind};
use crate::text::plural::counted;

/// More pieces than this are counted, not named.
const MOST_NAMED: usize = 2;

/// What the last turn on the reader's board did, if it is that one: `pounced on f3 and took the cani`.
pub(super) fn deeds(reader: &Reader<'_>, turn: &str) -> Option<String> {
    let (before, played, after) = reader.notice.board.as_ref()?.last_turn()?;
    if played.text != turn {
        return None;
    }
    let marks = &played.marks;
    // What resisted a first blow and fell to the next was taken.
    let falls = |at: Square| marks.iter().any(|mark| matches!(mark, Mark::Captured(piece) if piece.at == at));
    let resisted = marks.iter().filter_map(|mark| match mark {
        Mark::Resisted(at) if !falls(*at) => Some(format!("{} on {at} resisted", named(&before, *at)?)),
        _ => None,
    });
    let turned = marks.iter().filter(|mark| matches!(mark, Mark::Flipped(_))).count();
    let promoted = marks.iter().any(|mark| matches!(mark, Mark::Promoted(_)));
    let deeds: Vec<String> = taken(marks)
        .into_iter()
        .chain((turned > 0).then(|| format!("turned {turned} over")))
        .chain(promoted.then(|| "made a king".to_owned()))
        .chain(resisted)
        .chain(after.did_since(&before).map(str::to_owned))
        .collect();
    (!deeds.is_empty()).then(|| deeds.join(", "))
}

/// `took the cani on f3`, `pounced on f3 and took the cani`, `took 3 men`.
fn taken(marks: &[Mark]) -> Option<String> {
    let taken: Vec<&Piece> = marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Captured(piece) => Some(piece),
            _ => None,
        })
        .collect();
    let came_to = |at: Square| marks.iter().any(|mark| matches!(mark, Mark::Path(way) if way.last() == Some(&at)));
    match taken[..] {
        [] => None,
        [first, ..] if came_to(first.at) => {
            let names: Vec<String> = taken.iter().map(|piece| format!("the {}", piece.kind.word())).collect();
            Some(format!("pounced on {} and took {}", first.at, names.join(" and ")))
        }
        [first, ..] if taken.len() > MOST_NAMED => {
            let same = taken.iter().all(|piece| piece.kind == first.kind);
            let count = taken.len();
            Some(match same {
                true => format!("took {count} {}", first.kind.plural()),
                false => format!("took {}", counted(count as i64, "piece")),
            })
        }
        _ => {
            let names: Vec<String> =
                taken.iter().map(|piece| format!("the {} on {}", piece.kind.word(), piece.at)).collect();
            Some(format!("took {}", names.join(" and ")))
        }
    }
}

/// `the gormoror`: what stands there and was attacked. A zi ri that shares the square resists always, or never.
fn named(position: &Position, at: Square) -> Option<String> {
    let enemy = Some(position.to_move().other());
    let scene = position.scene();
    let piece =
        scene.pieces.iter().find(|piece| piece.at == at && piece.side == enemy && piece.kind != PieceKind::ZiRi)?;
    Some(format!("the {}", piece.kind.word()))
}
