//! What stands against moves.

use super::super::cells::{Cell, Cells, Lines, RIVER, across_ford};
use super::super::moves::{Move, Part, forbidden, reach, stride};
use super::super::packs::{open_ends, pack_of, reach_of};
use super::super::pieces::{Board, Kind};
use super::super::read::mover;
use super::super::turns::Turn;
use super::super::typed::{Spot, Typed};
use super::super::{Diamond, Phase};
use super::{Fault, MOST_NEAR, Why, distance, handicap, no_piece, text_of};
use crate::rules::{MoveError, Side};

/// What stands against moves.
pub enum AgainstMove {
    /// A square is left over that is no from or to.
    HalfNamed,
    /// The turn's other move is missing.
    Alone,
    /// There are so many moves.
    TooMany(usize),
    /// A piece has moved in this turn already.
    Twice,
    /// It is to go to where it stands.
    Stays(Cell),
    /// Another piece was named than the one there.
    OtherKind { at: Cell, kind: Kind },
    /// Others than cani are to move at once.
    Together,
    /// A zi ri leaps otherwise.
    NoLeap,
    /// A zi ri finds two pieces there.
    Full(Cell),
    /// The kind goes only along such lines.
    OffLine(Kind, Lines),
    /// The kind goes only so many squares.
    TooFar { kind: Kind, most: u8 },
    /// A town is to leave its edge.
    TownLeavesEdge,
    /// The kind never stops in the river.
    IntoRiver(Kind),
    /// A rassimel crosses the river where there is no ford.
    OffFord,
    /// An own piece stands there.
    OntoOwn { at: Cell, kind: Kind },
    /// A piece of that side, the other one, stands there.
    OntoOthers { at: Cell, side: Side, kind: Kind },
    /// The first move has put a piece there.
    TakenByThen(Cell),
    /// Cani that are to move at once aren't joined.
    TwoPacks(Cell, Cell),
    /// A cani goes along no rank or file.
    CaniOffLine,
    /// A cani goes only so many squares from there.
    CaniTooFar { from: Cell, most: u8 },
    /// A cani stays there, or came there just now.
    OntoCani(Cell),
    /// Two cani are to end there.
    SameEnd(Cell),
    /// Cani are only to trade places.
    PlacesTraded,
}

/// Refuses moves.
pub fn refuse(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    debug_assert!(position.phase == Phase::Play);
    let Some(parts) = typed.parts() else {
        let cells: Vec<String> = typed.spots.iter().map(|spot| spot.cell.to_string()).collect();
        let text = cells.join(" ");
        return Fault::new(AgainstMove::HalfNamed).in_part(&text).refusal(text, Vec::new());
    };
    let moves = grouped(position, &parts, &typed.spots);
    fault(position, typed, &moves).refusal(text_of(&parts), near(&parts, legal))
}

/// What stands against one piece's move, made first by that side.
pub fn fault_of_first(position: &Diamond, side: Side, part: Part) -> Option<Fault> {
    no_piece(position, side, part.from).or_else(|| {
        let kind = mover(position.board.army(side), part)?;
        Judge { position, board: &position.board, side, moved: Cells::EMPTY }.fault(kind, &[part])
    })
}

/// The moves that the parts are meant to be: cani joined by `+` move at once; where there are more than two parts,
/// all the cani do.
fn grouped(position: &Diamond, parts: &[Part], spots: &[Spot]) -> Vec<Vec<Part>> {
    let own = position.board.army(position.to_move);
    let is_cani = |part: &Part| own.of(Kind::Cani).contains(part.from);
    if parts.len() > 2 && !spots.iter().any(|spot| spot.joined) {
        let (pack, singles): (Vec<Part>, Vec<Part>) = parts.iter().partition(|part| is_cani(part));
        let mut moves: Vec<Vec<Part>> = singles.into_iter().map(|part| vec![part]).collect();
        if !pack.is_empty() {
            moves.push(pack);
        }
        return moves;
    }
    let mut moves: Vec<Vec<Part>> = Vec::new();
    for (part, [from, _]) in parts.iter().zip(spots.as_chunks::<2>().0) {
        match moves.last_mut() {
            Some(last) if from.joined => last.push(*part),
            _ => moves.push(vec![*part]),
        }
    }
    moves
}

/// The first thing that stands against these moves, made one after the other.
fn fault(position: &Diamond, typed: &Typed, moves: &[Vec<Part>]) -> Fault {
    let side = position.to_move;
    let mut board = position.board.clone();
    let mut moved = Cells::EMPTY;
    for parts in moves {
        let text = parts.iter().map(Part::to_string).collect::<Vec<_>>().join("+");
        match judge(position, &board, side, moved, parts, typed) {
            Ok(by) => {
                by.make(board.army_mut(side));
                moved |= by.tos();
            }
            // That a piece moves twice can only be said of a later move.
            Err(fault) if moved.is_empty() || matches!(fault.why, Why::Move(AgainstMove::Twice)) => {
                return fault.in_part(text);
            }
            Err(Fault { why, about, .. }) => {
                return Fault { part: Some(text), why: Why::AfterFirst(Box::new(why)), about };
            }
        }
    }
    match moves {
        [_, _] => handicap(position),
        [one] => Fault::new(AgainstMove::Alone).in_part(text_of(one)),
        _ => Fault::new(AgainstMove::TooMany(moves.len())),
    }
}

/// The move that these parts are, or what stands against it.
fn judge(
    position: &Diamond,
    board: &Board,
    side: Side,
    moved: Cells,
    parts: &[Part],
    typed: &Typed,
) -> Result<Move, Fault> {
    for part in parts {
        let gone = position.board.army(side).all().contains(part.from) && !board.army(side).all().contains(part.from);
        if gone || moved.contains(part.from) {
            return Err(Fault::of(part.from, AgainstMove::Twice));
        }
        if let Some(fault) = no_piece(position, side, part.from) {
            return Err(fault);
        }
    }
    if let &[Part { from, to }] = parts
        && from == to
    {
        return Err(Fault::of(from, AgainstMove::Stays(from)));
    }
    let own = board.army(side);
    let kinds: Vec<Kind> = parts.iter().filter_map(|&part| mover(own, part)).collect();
    let (&[first, ..], Some(&kind)) = (parts, kinds.first()) else {
        return Err(Fault::new(Why::Form));
    };
    let named = typed.spots.iter().find(|spot| spot.cell == first.from).and_then(|spot| spot.kind);
    if named.is_some_and(|named| named != kind) {
        return Err(Fault::of(first.from, AgainstMove::OtherKind { at: first.from, kind }));
    }
    if parts.len() > 1 && kinds.iter().any(|&kind| kind != Kind::Cani) {
        return Err(Fault::new(AgainstMove::Together));
    }
    match (Judge { position, board, side, moved }).fault(kind, parts) {
        Some(fault) => Err(fault),
        None if kind == Kind::Cani => {
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            Move::pack(&sorted).ok_or_else(|| Fault::new(Why::Form))
        }
        None => Ok(Move::single(kind, first.from, first.to)),
    }
}

/// Judges one move on the board that the turn has reached.
struct Judge<'a> {
    position: &'a Diamond,
    board: &'a Board,
    side: Side,
    moved: Cells,
}

impl Judge<'_> {
    fn fault(&self, kind: Kind, parts: &[Part]) -> Option<Fault> {
        if kind == Kind::Cani {
            return self.pack_fault(parts);
        }
        let &[part] = parts else { return None };
        let crowd = self.board.crowd();
        if reach(kind, self.side, part.from, crowd).contains(part.to) {
            return None;
        }
        let why = match (kind, stride(kind)) {
            (Kind::ZiRi, _) if !Cells::of(part.from).leaps().contains(part.to) => AgainstMove::NoLeap.into(),
            (Kind::ZiRi, _) => AgainstMove::Full(part.to).into(),
            (Kind::Orren, _) if RIVER.contains(part.from) && RIVER.contains(part.to) => self.taken(part).into(),
            (_, Some((lines, steps))) => match line(part, lines) {
                None => AgainstMove::OffLine(kind, lines).into(),
                Some(1)
                    if across_ford(part.from).contains(part.to)
                        && lines == Lines::Straight
                        && kind == Kind::Rassimel =>
                {
                    self.taken(part).into()
                }
                Some(distance) if distance > steps => AgainstMove::TooFar { kind, most: steps }.into(),
                Some(_) => self.blocked(kind, part),
            },
            _ => Why::Form,
        };
        Some(Fault::of(part.from, why))
    }

    /// What keeps a piece from a square that is on its line and near enough.
    fn blocked(&self, kind: Kind, part: Part) -> Why {
        let crowd = self.board.crowd();
        let way: Cells = part.from.square().between(part.to.square()).into_iter().filter_map(Cell::of).collect();
        if kind == Kind::Town && forbidden(kind, self.side).contains(part.to) {
            return AgainstMove::TownLeavesEdge.into();
        }
        if RIVER.contains(part.to) && forbidden(kind, self.side).contains(part.to) {
            return AgainstMove::IntoRiver(kind).into();
        }
        if let Some(cell) = (way & crowd.taken()).first() {
            return Why::InTheWay(cell);
        }
        if kind == Kind::Rassimel && way.meets(RIVER) {
            return AgainstMove::OffFord.into();
        }
        self.taken(part).into()
    }

    /// Who stands where that part ends.
    fn taken(&self, part: Part) -> AgainstMove {
        let at = part.to;
        match self.position.board.at(at).next() {
            Some((owner, kind)) if owner == self.side => AgainstMove::OntoOwn { at, kind },
            Some((side, kind)) => AgainstMove::OntoOthers { at, side, kind },
            None => AgainstMove::TakenByThen(at),
        }
    }

    fn pack_fault(&self, parts: &[Part]) -> Option<Fault> {
        let cani = self.board.army(self.side).of(Kind::Cani);
        let crowd = self.board.crowd();
        let left: Cells = parts.iter().map(|part| part.from).collect();
        let stay = cani - left;
        let mut ends = stay;
        for part in parts {
            let from = part.from;
            if parts.len() > 1 && !pack_of(from, cani).contains(parts[0].from) {
                return Some(Fault::of(from, AgainstMove::TwoPacks(parts[0].from, from)));
            }
            let reach = reach_of(from, cani);
            let why: Why = if !open_ends(from, cani, crowd).contains(part.to) {
                match line(*part, Lines::Straight) {
                    None => AgainstMove::CaniOffLine.into(),
                    Some(distance) if distance > reach => AgainstMove::CaniTooFar { from, most: reach }.into(),
                    Some(_) => self.blocked_cani(*part, cani),
                }
            } else if self.moved.contains(part.to) || stay.contains(part.to) {
                AgainstMove::OntoCani(part.to).into()
            } else if ends.contains(part.to) {
                AgainstMove::SameEnd(part.to).into()
            } else {
                ends |= Cells::of(part.to);
                continue;
            };
            return Some(Fault::of(from, why));
        }
        (ends == cani).then(|| Fault::of(parts[0].from, AgainstMove::PlacesTraded))
    }

    fn blocked_cani(&self, part: Part, cani: Cells) -> Why {
        let crowd = self.board.crowd();
        let barred = (crowd.ground - cani) | crowd.flyers();
        let way: Cells = part.from.square().between(part.to.square()).into_iter().filter_map(Cell::of).collect();
        match (way & barred).first() {
            _ if RIVER.contains(part.to) => AgainstMove::IntoRiver(Kind::Cani).into(),
            Some(cell) => Why::InTheWay(cell),
            None => self.taken(part).into(),
        }
    }
}

/// The legal turns that have most of these parts, those whose other pieces end nearest first; none if too many are
/// alike.
fn near(parts: &[Part], legal: &[Turn]) -> Vec<String> {
    let froms: Cells = parts.iter().map(|part| part.from).collect();
    let mut best = (1, Vec::new());
    for turn in legal.iter().filter(|turn| turn.moves().iter().any(|by| by.froms().meets(froms))) {
        let (points, apart) = likeness(parts, turn);
        if points > best.0 {
            best = (points, Vec::new());
        }
        if points == best.0 {
            best.1.push((apart, turn));
        }
    }
    let (_, mut best) = best;
    let nearest = best.iter().map(|(apart, _)| *apart).min();
    if best.iter().filter(|(apart, _)| Some(*apart) == nearest).count() > 2 * MOST_NEAR {
        return Vec::new();
    }
    best.sort_by_cached_key(|(apart, turn)| (*apart, turn.to_string()));
    best.iter().map(|(_, turn)| turn.to_string()).take(MOST_NEAR).collect()
}

/// How much a turn is like the typed parts: points for the same part or the same piece, and how far from the typed squares
/// the others end.
fn likeness(parts: &[Part], turn: &Turn) -> (u32, u32) {
    let (mut points, mut apart) = (0, 0);
    for part in parts {
        for their in turn.moves().iter().flat_map(|by| by.parts()).filter(|their| their.from == part.from) {
            points += if their.to == part.to { 2 } else { 1 };
            apart += u32::from(distance(their.to, part.to));
        }
    }
    (points, apart)
}

/// How far apart the two squares are on a common line, if they are on one of these.
fn line(part: Part, lines: Lines) -> Option<u8> {
    let (direction, steps) = part.from.square().line_to(part.to.square())?;
    (lines == Lines::All || direction.files == 0 || direction.ranks == 0).then_some(steps)
}
