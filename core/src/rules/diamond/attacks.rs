//! Attacks: who can strike which square, what resists, and what an attack does.

use std::fmt;

use super::cells::{Cell, Cells, Lines, RIVER, first_hits, home};
use super::pieces::{Army, Board, Kind};
use crate::rules::Side;

/// How one piece strikes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Beside, along ranks and files.
    Weapon,
    /// Diagonally next.
    Magic,
}

/// One blow of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The square.
    pub at: Cell,
    /// The piece that is struck there.
    pub victim: Kind,
    /// Whether the text names the victim, because two enemies stand there.
    pub named: bool,
}

impl fmt::Display for Blow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at)?;
        if self.named { write!(f, ":{}", self.victim.letter()) } else { Ok(()) }
    }
}

/// One to three blows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blows {
    len: u8,
    blows: [Blow; 3],
}

impl Blows {
    /// One blow.
    pub fn one(blow: Blow) -> Blows {
        Blows { len: 1, blows: [blow; 3] }
    }

    /// Another one after these, if there is room.
    pub fn and(mut self, blow: Blow) -> Option<Blows> {
        *self.blows.get_mut(usize::from(self.len))? = blow;
        self.len += 1;
        Some(self)
    }

    /// The blows in their order.
    pub fn all(&self) -> &[Blow] {
        &self.blows[..usize::from(self.len)]
    }
}

/// What a blow does to its victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is taken.
    Taken,
    /// It resists, and won't again.
    Resisted,
    /// It resists all attacks of that kind: the attack isn't legal.
    Immune,
}

/// How far a sleeth pounces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pounce {
    /// As far as it moves.
    Far,
    /// Onto a neighbouring square (`pounce=adjacent`).
    Adjacent,
}

impl Pounce {
    /// In squares.
    pub const fn steps(self) -> u8 {
        match self {
            Pounce::Far => 3,
            Pounce::Adjacent => 1,
        }
    }
}

/// The squares that a piece can strike by a weapon from where it stands.
pub fn weapon_cells(kind: Kind, side: Side, from: Cell) -> Cells {
    match kind {
        Kind::Cani | Kind::Gormoror | Kind::Khtsoyis | Kind::Rassimel => Cells::of(from).beside(),
        Kind::Herethroy if home(side).contains(from) => Cells::of(from).beside(),
        _ => Cells::EMPTY,
    }
}

/// The squares that a piece can strike by magic from where it stands.
pub fn magic_cells(kind: Kind, from: Cell) -> Cells {
    match kind {
        Kind::Orren | Kind::Rassimel | Kind::ZiRi => Cells::of(from).diagonal(),
        _ => Cells::EMPTY,
    }
}

/// The squares with an enemy that a side's sleeth on `from` can pounce onto. The side's own zi ri there doesn't hinder it.
pub fn pounce_cells(board: &Board, side: Side, from: Cell, pounce: Pounce) -> Cells {
    let hits = first_hits(from, !board.crowd().taken(), Lines::All, pounce.steps());
    (hits & board.army(side.other()).all()) - board.army(side).ground()
}

/// How many blows a piece has in one attack.
pub const fn most_blows(kind: Kind) -> usize {
    if matches!(kind, Kind::Khtsoyis) { 3 } else { 1 }
}

/// Whether a side could capture the enemy's town if it were to move.
pub fn can_capture_town(board: &Board, side: Side, pounce: Pounce) -> bool {
    let Some(town) = board.army(side.other()).place_of(Kind::Town) else { return false };
    is_struck_from_beside(board, side, town)
        || board
            .army(side)
            .place_of(Kind::Sleeth)
            .is_some_and(|from| pounce_cells(board, side, from, pounce).contains(town))
}

/// Whether a side's weapons or magic reach that square.
pub fn is_struck_from_beside(board: &Board, side: Side, target: Cell) -> bool {
    let near = Cells::of(target).around();
    Kind::ALL.into_iter().any(|kind| {
        let near = board.army(side).of(kind) & near;
        near.into_iter().any(|from| (weapon_cells(kind, side, from) | magic_cells(kind, from)).contains(target))
    })
}

/// What that blow would do to a piece of this army.
pub fn effect(army: &Army, victim: Kind, at: Cell, manner: Manner) -> Effect {
    match (victim, manner) {
        (Kind::Herethroy, Manner::Weapon) | (Kind::ZiRi, Manner::Magic) => Effect::Immune,
        (Kind::Orren, Manner::Weapon) if RIVER.contains(at) => Effect::Immune,
        (Kind::Gormoror, Manner::Weapon) | (Kind::Rassimel, Manner::Magic) if !army.is_used(victim) => Effect::Resisted,
        _ => Effect::Taken,
    }
}

/// Strikes a piece of this army, which isn't immune.
pub fn strike(army: &mut Army, blow: Blow, manner: Manner) {
    match effect(army, blow.victim, blow.at, manner) {
        Effect::Taken => army.take(blow.victim, blow.at),
        Effect::Resisted => army.use_up(blow.victim),
        Effect::Immune => {}
    }
}

/// How a piece on `from` strikes a neighbouring square.
pub fn manner_of(from: Cell, at: Cell) -> Manner {
    if Cells::of(from).beside().contains(at) { Manner::Weapon } else { Manner::Magic }
}

/// The blows, in the order of their texts, that a piece of `side` on `from` has against this enemy army on these
/// squares. The cells are all of one manner.
pub fn blows(enemy: &Army, cells: Cells, manner: Manner) -> impl Iterator<Item = Blow> {
    (cells & enemy.all()).into_iter().flat_map(move |at| {
        let named = enemy.at(at).count() > 1;
        enemy
            .at(at)
            .filter(move |&victim| effect(enemy, victim, at, manner) != Effect::Immune)
            .map(move |victim| Blow { at, victim, named })
    })
}

/// The enemy's zi ri, if it shares a square with a piece of `side`: when the side attacks, it will be taken when the
/// attack is over.
pub fn sacrifice(board: &Board, side: Side) -> Option<Cell> {
    let zi_ri = board.army(side.other()).place_of(Kind::ZiRi)?;
    board.army(side).all().contains(zi_ri).then_some(zi_ri)
}

/// Every distinct attack of the pieces on `from` that isn't a pounce, with its canonical blows. The attacker is
/// known by its square: where the own zi ri and another piece on it could both do the same, that is one attack.
pub fn attacks_from(board: &Board, side: Side, from: Cell, mut visit: impl FnMut(Blows, &Army)) {
    let enemy = board.army(side.other());
    let doomed = sacrifice(board, side);
    let finish = |mut army: Army| {
        if let Some(cell) = doomed {
            army.take(Kind::ZiRi, cell);
        }
        army
    };
    let mut seen: Vec<Army> = Vec::new();
    let mut visit_new = |blows: Blows, army: &Army| {
        let army = finish(army.clone());
        // Sequences come in the order of their texts, so the first with a result is its canonical one.
        if !seen.contains(&army) {
            visit(blows, &army);
            seen.push(army);
        }
    };
    let (mut weapon, mut magic, mut most) = (Cells::EMPTY, Cells::EMPTY, 1);
    for kind in board.army(side).at(from) {
        weapon |= weapon_cells(kind, side, from);
        magic |= magic_cells(kind, from);
        most = most.max(most_blows(kind));
    }
    for blow in blows(enemy, magic, Manner::Magic) {
        let mut struck = enemy.clone();
        strike(&mut struck, blow, Manner::Magic);
        visit_new(Blows::one(blow), &struck);
    }
    for blow in blows(enemy, weapon, Manner::Weapon) {
        go_on(enemy, Blows::one(blow), blow, weapon, most, &mut visit_new);
    }
}

/// Strikes the last of these blows, tells the result, and tries every further one.
fn go_on(enemy: &Army, so_far: Blows, blow: Blow, weapon: Cells, most: usize, visit: &mut impl FnMut(Blows, &Army)) {
    let mut struck = enemy.clone();
    strike(&mut struck, blow, Manner::Weapon);
    visit(so_far, &struck);
    // Nothing follows the town's capture.
    if so_far.all().len() == most || blow.victim == Kind::Town {
        return;
    }
    for next in blows(&struck, weapon, Manner::Weapon) {
        if let Some(more) = so_far.and(next) {
            go_on(&struck, more, next, weapon, most, visit);
        }
    }
}
