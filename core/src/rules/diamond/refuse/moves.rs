//! What stands against moves.

use super::super::cells::{Cell, Cells, Lines, RIVER, across_ford};
use super::super::moves::{Move, Part, forbidden, reach, stride};
use super::super::packs::{open_ends, pack_of, reach_of};
use super::super::pieces::{Board, Kind};
use super::super::read::mover;
use super::super::turns::Turn;
use super::super::typed::{Spot, Typed};
use super::super::{Diamond, Phase};
use super::{FORM, Fault, MOST_NEAR, distance, handicap, no_piece, text_of, who_is_on};
use crate::rules::{MoveError, Side};

/// Refuses moves.
pub fn refuse(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    debug_assert!(position.phase == Phase::Play);
    let Some(parts) = typed.parts() else {
        let cells: Vec<String> = typed.spots.iter().map(|spot| spot.cell.to_string()).collect();
        let why = format!("{}: no turn fits; a move names two squares, from and to; {FORM}", cells.join(" "));
        return super::illegal(cells.join(" "), why);
    };
    let moves = grouped(position, &parts, &typed.spots);
    let fault = fault(position, typed, &moves);
    let about = fault.about.map(Cell::square);
    MoveError::Illegal { text: text_of(&parts), why: fault.why, near: near(&parts, legal), about }
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
        let after = if moved.is_empty() { "" } else { "after the first move " };
        let judged = judge(position, &board, side, moved, parts, typed);
        if let Err(fault) = judged {
            return Fault { why: format!("{text}: {after}{}", fault.why), ..fault };
        }
        if let Ok(by) = judged {
            by.make(board.army_mut(side));
            moved |= by.tos();
        }
    }
    match moves {
        [_, _] => handicap(position),
        [one] => Fault { why: format!("{}: it takes a second move; {FORM}", text_of(one)), about: None },
        _ => Fault { why: format!("these are {} moves; {FORM}", moves.len()), about: None },
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
            return Err(Fault::new(part.from, "no piece moves twice in a turn"));
        }
        if let Some(fault) = no_piece(position, side, part.from) {
            return Err(fault);
        }
    }
    let own = board.army(side);
    let kinds: Vec<Kind> = parts.iter().filter_map(|&part| mover(own, part)).collect();
    let (&[first, ..], Some(&kind)) = (parts, kinds.first()) else {
        return Err(Fault { why: FORM.to_owned(), about: None });
    };
    let named = typed.spots.iter().find(|spot| spot.cell == first.from).and_then(|spot| spot.kind);
    if named.is_some_and(|named| named != kind) {
        return Err(Fault::new(first.from, format!("the piece on {} is a {}", first.from, kind.word())));
    }
    if parts.len() > 1 && kinds.iter().any(|&kind| kind != Kind::Cani) {
        return Err(Fault { why: "only cani move together".to_owned(), about: None });
    }
    match (Judge { position, board, side, moved }).fault(kind, parts) {
        Some(fault) => Err(fault),
        None if kind == Kind::Cani => {
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            Move::pack(&sorted).ok_or_else(|| Fault { why: FORM.to_owned(), about: None })
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
        let word = kind.word();
        let why = match (kind, stride(kind)) {
            (Kind::ZiRi, _) if !Cells::of(part.from).leaps().contains(part.to) => {
                "the zi ri leaps like a chess knight".to_owned()
            }
            (Kind::ZiRi, _) => format!("two pieces stand on {} already", part.to),
            (Kind::Orren, _) if RIVER.contains(part.from) && RIVER.contains(part.to) => self.taken(part),
            (_, Some((lines, steps))) => match line(part, lines) {
                None if lines == Lines::Straight => {
                    format!("the {word} moves along ranks and files{}", ford_note(kind))
                }
                None => format!("the {word} moves in a straight line"),
                Some(1)
                    if across_ford(part.from).contains(part.to)
                        && lines == Lines::Straight
                        && kind == Kind::Rassimel =>
                {
                    self.taken(part)
                }
                Some(distance) if distance > steps => format!("the {word} moves {} at most", squares(steps)),
                Some(_) => self.blocked(kind, part),
            },
            _ => FORM.to_owned(),
        };
        Some(Fault::new(part.from, why))
    }

    /// What keeps a piece from a square that is on its line and near enough.
    fn blocked(&self, kind: Kind, part: Part) -> String {
        let word = kind.word();
        let crowd = self.board.crowd();
        let way: Cells = part.from.square().between(part.to.square()).into_iter().filter_map(Cell::of).collect();
        if kind == Kind::Town && forbidden(kind, self.side).contains(part.to) {
            return "the town stays on the edge of its own side, off the river".to_owned();
        }
        if RIVER.contains(part.to) && forbidden(kind, self.side).contains(part.to) {
            return format!("the river cannot be entered by a {word}");
        }
        if let Some(cell) = (way & crowd.taken()).first() {
            return format!("{cell} is in the way");
        }
        if kind == Kind::Rassimel && way.meets(RIVER) {
            return "the rassimel crosses the river only at a ford".to_owned();
        }
        self.taken(part)
    }

    fn taken(&self, part: Part) -> String {
        match who_is_on(self.position, self.side, part.to) {
            Some(who) => format!("{who} stands on {}", part.to),
            None => format!("{} is taken by then", part.to),
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
                return Some(Fault::new(from, format!("{} and {from} are not of one pack", parts[0].from)));
            }
            let reach = reach_of(from, cani);
            let why = if !open_ends(from, cani, crowd).contains(part.to) {
                match line(*part, Lines::Straight) {
                    None => "a cani moves along ranks and files".to_owned(),
                    Some(distance) if distance > reach => format!(
                        "the cani on {from} moves {} at most: one, and one more for each own cani beside it",
                        squares(reach)
                    ),
                    Some(_) => self.blocked_cani(*part, cani),
                }
            } else if self.moved.contains(part.to) || stay.contains(part.to) {
                format!("a cani stands on {} and stays there", part.to)
            } else if ends.contains(part.to) {
                format!("two cani cannot both end on {}", part.to)
            } else {
                ends |= Cells::of(part.to);
                continue;
            };
            return Some(Fault::new(from, why));
        }
        (ends == cani).then(|| Fault::new(parts[0].from, "cani that only trade places have not moved"))
    }

    fn blocked_cani(&self, part: Part, cani: Cells) -> String {
        let crowd = self.board.crowd();
        let barred = (crowd.ground - cani) | crowd.flyers();
        let way: Cells = part.from.square().between(part.to.square()).into_iter().filter_map(Cell::of).collect();
        match (way & barred).first() {
            _ if RIVER.contains(part.to) => "the river cannot be entered by a cani".to_owned(),
            Some(cell) => format!("{cell} is in the way"),
            None => self.taken(part),
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

fn ford_note(kind: Kind) -> &'static str {
    if kind == Kind::Rassimel { ", or one square across a ford" } else { "" }
}

fn squares(count: u8) -> String {
    if count == 1 { "one square".to_owned() } else { format!("{count} squares") }
}
