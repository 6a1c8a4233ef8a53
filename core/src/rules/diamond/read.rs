//! The lenient reader: finds the legal turns that fit what was typed. First the texts that name all squares, then
//! short ones; among equals those whose signs (`-`, `x`, `^`) are right.

use super::attacks::{Blow, Manner, blows, magic_cells, most_blows, sacrifice, strike, weapon_cells};
use super::cells::{Cell, Cells};
use super::customs::{small_moves, why_no_spur};
use super::moves::{Move, Part};
use super::pieces::{Army, Board, Kind};
use super::turns::Turn;
use super::typed::{Spot, Typed, Verb};
use super::{Diamond, Phase, refuse, setup};
use crate::rules::{MoveError, Rules, Side};

/// How many turns an ambiguous text lists.
const MOST_LISTED: usize = 12;

/// Reads a lenient text (untrusted) into the one legal turn that fits; also a spur, and a forfeited turn.
pub fn read(position: &Diamond, text: &str) -> Result<Turn, MoveError> {
    let typed = Typed::new(text);
    refuse::unreadable(position, &typed)?;
    if typed.spur {
        return read_spur(position, &typed);
    }
    let legal = position.legal_turns();
    if typed.pass && typed.spots.is_empty() && typed.placements.is_empty() {
        let forfeited = position.options.waiting.is_some();
        return if forfeited || legal.contains(&Turn::Pass) { Ok(Turn::Pass) } else { Err(refuse::pass()) };
    }
    if position.phase != Phase::Play {
        return read_placement(position, &typed, &legal);
    }
    let reader = Reader { position, typed: &typed, legal: &legal };
    let levels = [reader.full(), reader.short()];
    let found = levels.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    match one_of(found, &typed)? {
        Some(turn) => Ok(turn),
        None => Err(refuse::play(position, &typed, &legal)),
    }
}

/// Several placements in one text: the canonical texts, of which the first can be played now and the others when it is
/// this player's turn again. Nobody else fills these squares, so the next ones in order are already known.
pub fn read_several(position: &Diamond, text: &str) -> Option<Vec<String>> {
    let typed = Typed::new(text);
    let is_list = position.phase != Phase::Play && position.outcome().is_none() && typed.placements.len() > 1;
    let is_plain = typed.unknown.is_none() && typed.off_board.is_none() && !typed.spur && !typed.pass;
    if !is_list || !is_plain {
        return None;
    }
    let side = position.to_move;
    let mut army = position.board.army(side).clone();
    let mut texts = Vec::new();
    for (kind, cell) in typed.placements {
        let kind = kind?;
        let open: Vec<Cell> = setup::open_slots(&army, side).map(|(cell, _)| cell).collect();
        let at = cell.or(open.first().copied()).filter(|at| open.contains(at))?;
        setup::left_to_place(&army).find(|&left| left == kind)?;
        army.put(kind, at);
        texts.push(Turn::Place { kind, at }.to_string());
    }
    Some(texts)
}

fn read_placement(position: &Diamond, typed: &Typed, legal: &[Turn]) -> Result<Turn, MoveError> {
    let side = position.to_move;
    let next = setup::open_slots(position.board.army(side), side).next();
    let fits = |turn: &Turn| match (&typed.placements[..], *turn) {
        ([(Some(named), None)], Turn::Place { kind, at }) => *named == kind && next.is_some_and(|(cell, _)| cell == at),
        ([(named, Some(cell))], Turn::Place { kind, at }) => *cell == at && named.is_none_or(|named| named == kind),
        _ => false,
    };
    let found = legal.iter().copied().filter(fits).collect();
    one_of(found, typed)?.ok_or_else(|| refuse::placement(position, typed, legal))
}

fn read_spur(position: &Diamond, typed: &Typed) -> Result<Turn, MoveError> {
    if let Some(why) = why_no_spur(position) {
        return Err(refuse::illegal("spur", why));
    }
    let by = position.to_move.other();
    let moves = small_moves(position, by);
    let fits = |by: &Move| {
        let part = by.first();
        let is_kind = |spot: &Spot| spot.kind.is_none_or(|kind| kind == by.kind);
        match &typed.spots[..] {
            [from, to] => (from.cell, to.cell) == (part.from, part.to) && is_kind(from) && is_kind(to),
            [to] => to.cell == part.to && is_kind(to),
            _ => false,
        }
    };
    let found = moves.iter().filter(|by| fits(by)).map(|&by| Turn::Spur(by)).collect();
    one_of(found, typed)?.ok_or_else(|| refuse::spur(position, typed, &moves))
}

/// The one turn, or none; several are an error. Where only some of several have the signs that were written, the
/// others weren't meant.
fn one_of(mut found: Vec<Turn>, typed: &Typed) -> Result<Option<Turn>, MoveError> {
    let is_signed = |turn: &Turn| match turn {
        Turn::Attack { .. } => typed.says(Verb::Attack),
        Turn::Pounce { .. } => typed.says(Verb::Pounce),
        _ => typed.says(Verb::Move),
    };
    if found.len() > 1 && found.iter().any(is_signed) {
        found.retain(is_signed);
    }
    match found[..] {
        [] => Ok(None),
        [turn] => Ok(Some(turn)),
        _ => {
            let mut texts: Vec<String> = found.iter().map(Turn::to_string).collect();
            texts.sort_unstable();
            texts.truncate(MOST_LISTED);
            Err(MoveError::Ambiguous(texts))
        }
    }
}

/// A square to strike, and the victim there if it was named.
type Target = (Cell, Option<Kind>);

struct Reader<'a> {
    position: &'a Diamond,
    typed: &'a Typed,
    legal: &'a [Turn],
}

impl Reader<'_> {
    fn board(&self) -> &Board {
        &self.position.board
    }

    fn side(&self) -> Side {
        self.position.to_move
    }

    fn own(&self) -> &Army {
        self.board().army(self.side())
    }

    /// The turns whose squares are all there, in any order that leads to the same result.
    fn full(&self) -> Vec<Turn> {
        let spots = &self.typed.spots[..];
        let Some((from, targets)) = spots.split_first().filter(|(_, targets)| !targets.is_empty()) else {
            return Vec::new();
        };
        let moved = self.moved_army();
        // A piece named before a target without a sign can only be the victim.
        let targets: Vec<Target> = targets.iter().map(|spot| (spot.cell, spot.victim.or(spot.kind))).collect();
        let struck = self.struck_armies(from.cell, from.kind, &targets);
        let fits = |turn: &Turn| match *turn {
            Turn::Attack { from: attacker, .. } => attacker == from.cell && struck.contains(&self.enemy_after(turn)),
            Turn::Pounce { from: sleeth, to } => {
                from.kind.is_none_or(|kind| kind == Kind::Sleeth) && self.is_pounce(sleeth, to, spots)
            }
            Turn::Two(_) | Turn::Lone(_) => moved.as_ref().is_some_and(|moved| {
                let mut after = self.own().clone();
                turn.moves().iter().for_each(|by| by.make(&mut after));
                after == *moved
            }),
            _ => false,
        };
        self.legal.iter().copied().filter(fits).collect()
    }

    /// The turns that fit if squares to start from may be left out.
    fn short(&self) -> Vec<Turn> {
        let spots = &self.typed.spots[..];
        let struck: Vec<(Cell, Vec<Army>)> = match spots {
            // Signs between squares, or an own piece in front, say that the first square is the attacker's.
            [first, rest @ ..] if rest.is_empty() || !self.own().all().contains(first.cell) => {
                let targets: Vec<Target> = spots.iter().map(|spot| (spot.cell, spot.victim)).collect();
                let by = |from: Cell| (from, self.struck_armies(from, first.kind, &targets));
                let mut struck: Vec<(Cell, Vec<Army>)> = self.own().all().into_iter().map(by).collect();
                if rest.is_empty() && first.kind.is_some() {
                    // `x z d5`: perhaps the victim was named.
                    let by = |from: Cell| (from, self.struck_armies(from, None, &[(first.cell, first.kind)]));
                    struck.extend(self.own().all().into_iter().map(by));
                }
                struck
            }
            _ => Vec::new(),
        };
        let typed_cells: Cells = spots.iter().map(|spot| spot.cell).collect();
        let fits = |turn: &Turn| match *turn {
            Turn::Attack { from, .. } => struck.iter().any(|(attacker, armies)| {
                *attacker == from && !armies.is_empty() && armies.contains(&self.enemy_after(turn))
            }),
            Turn::Pounce { to, .. } => {
                let [spot] = spots else { return false };
                // A pounce takes all that is there, so whoever names a victim means another attack.
                spot.cell == to && spot.victim.is_none() && spot.kind.is_none_or(|kind| kind == Kind::Sleeth)
            }
            Turn::Two(_) | Turn::Lone(_) if is_about(turn, typed_cells) => {
                let parts: Vec<(Kind, Part)> =
                    turn.moves().iter().flat_map(|by| by.parts().iter().map(|&part| (by.kind, part))).collect();
                parts.len() <= spots.len() && self.is_short_for(&parts, spots)
            }
            _ => false,
        };
        self.legal.iter().copied().filter(fits).collect()
    }

    /// Whether the squares name all these parts in some order, each by from and to or by its end alone.
    fn is_short_for(&self, parts: &[(Kind, Part)], spots: &[Spot]) -> bool {
        let [first, rest @ ..] = spots else { return parts.is_empty() };
        parts.iter().enumerate().any(|(i, &(kind, part))| {
            let is_kind = first.kind.is_none_or(|named| named == kind);
            let behind = match rest {
                [next, behind @ ..] if (first.cell, next.cell) == (part.from, part.to) => behind,
                // A sign after it, or one's own piece on it, shows that a move starts on a square.
                [next, ..] if next.verb.is_some() => return false,
                _ if first.cell == part.to && (first.kind.is_some() || !self.own().all().contains(first.cell)) => rest,
                _ => return false,
            };
            let others: Vec<(Kind, Part)> =
                parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, p)| *p).collect();
            is_kind && self.is_short_for(&others, behind)
        })
    }

    /// The own pieces after the typed moves, if these can be made in some order. Other texts may name the same turn,
    /// so the result is what counts.
    fn moved_army(&self) -> Option<Army> {
        let (mut cani, mut singles) = (Vec::new(), Vec::new());
        for ([from, to], part) in self.typed.spots.as_chunks::<2>().0.iter().zip(self.typed.parts()?) {
            let kind = mover(self.own(), part)?;
            if [from.kind, to.kind, to.victim].into_iter().flatten().any(|named| named != kind) {
                return None;
            }
            if kind == Kind::Cani { cani.push(part) } else { singles.push(Move::single(kind, part.from, part.to)) }
        }
        cani.sort_unstable();
        let mover = self.position.mover(self.side());
        let made = readings(&cani, &singles).into_iter().find(|moves| mover.can_make(moves))?;
        let mut after = self.own().clone();
        made.iter().for_each(|by| by.make(&mut after));
        Some(after)
    }

    /// What the enemy could be left with if the piece on `from`, of that kind if one is named, struck these squares in
    /// this order; where a victim isn't named, any of them. Several results where that matters.
    fn struck_armies(&self, from: Cell, kind: Option<Kind>, targets: &[Target]) -> Vec<Army> {
        let attackers: Vec<Kind> = self.own().at(from).filter(|&own| kind.is_none_or(|kind| kind == own)).collect();
        let most = attackers.iter().map(|&kind| most_blows(kind)).max().unwrap_or(0);
        if targets.len() > most {
            return Vec::new();
        }
        let weapon: Vec<Cells> = attackers.iter().map(|&kind| weapon_cells(kind, self.side(), from)).collect();
        let magic: Vec<Cells> = attackers.iter().map(|&kind| magic_cells(kind, from)).collect();
        let mut armies = vec![self.board().army(self.side().other()).clone()];
        for &(at, victim) in targets {
            let mut next = Vec::new();
            for army in armies.iter().filter(|army| !army.of(Kind::Town).is_empty()) {
                for (cells, manner) in [(&weapon, Manner::Weapon), (&magic, Manner::Magic)] {
                    let cells = if cells.iter().any(|cells| cells.contains(at)) { Cells::of(at) } else { Cells::EMPTY };
                    let is_named = |blow: &Blow| victim.is_none_or(|victim| victim == blow.victim);
                    for blow in blows(army, cells, manner).filter(is_named) {
                        let mut struck = army.clone();
                        strike(&mut struck, blow, manner);
                        next.push(struck);
                    }
                }
            }
            armies = next;
        }
        if let Some(cell) = sacrifice(self.board(), self.side()) {
            armies.iter_mut().for_each(|army| army.take(Kind::ZiRi, cell));
        }
        armies
    }

    fn enemy_after(&self, turn: &Turn) -> Army {
        let mut after = self.board().clone();
        turn.make(&mut after, self.side());
        after.army(self.side().other()).clone()
    }

    fn is_pounce(&self, sleeth: Cell, prey: Cell, spots: &[Spot]) -> bool {
        let [from, to] = spots else { return false };
        let enemy = self.board().army(self.side().other());
        let named = to.victim.or(to.kind);
        (from.cell, to.cell) == (sleeth, prey) && named.is_none_or(|named| enemy.of(named).contains(prey))
    }
}

/// Whether the squares named are squares of this turn's moves, all ends among them: a quick first look.
fn is_about(turn: &Turn, named: Cells) -> bool {
    let (froms, tos) =
        turn.moves().iter().fold((Cells::EMPTY, Cells::EMPTY), |(froms, tos), by| (froms | by.froms(), tos | by.tos()));
    (named - froms - tos).is_empty() && (tos - named).is_empty()
}

/// What one or two moves these could be, in both orders: cani move at once, or some before the others.
fn readings(cani: &[Part], singles: &[Move]) -> Vec<Vec<Move>> {
    let pack = |parts: &[Part]| Move::pack(parts);
    let mut readings = Vec::new();
    if cani.len() > 3 {
        return readings;
    }
    let both_ways = |a: Move, b: Move| [vec![a, b], vec![b, a]];
    match (singles, pack(cani)) {
        (&[one], None) => readings.push(vec![one]),
        (&[one, other], None) => readings.extend(both_ways(one, other)),
        (&[one], Some(together)) => readings.extend(both_ways(one, together)),
        ([], Some(together)) => {
            readings.push(vec![together]);
            for (i, &apart) in cani.iter().enumerate() {
                let rest = [&cani[..i], &cani[i + 1..]].concat();
                if let (Some(apart), Some(rest)) = (pack(&[apart]), pack(&rest)) {
                    readings.extend(both_ways(apart, rest));
                }
            }
        }
        _ => {}
    }
    readings
}

/// Which of the player's pieces on a square is meant to move: a knight's leap is the zi ri's.
pub fn mover(own: &Army, part: Part) -> Option<Kind> {
    let leaps = Cells::of(part.from).leaps().contains(part.to);
    let mut here: Vec<Kind> = own.at(part.from).collect();
    if here.len() > 1 {
        here.retain(|&kind| (kind == Kind::ZiRi) == leaps);
    }
    here.first().copied()
}
