//! What stands against attacks.

use super::super::Diamond;
use super::super::attacks::{Blow, Pounce};
use super::super::attacks::{Effect, Manner, effect, magic_cells, most_blows, pounce_cells, strike, weapon_cells};
use super::super::cells::{Cell, Cells, RIVER, home};
use super::super::pieces::{Army, Kind};
use super::super::turns::Turn;
use super::super::typed::{Spot, Typed, Verb};
use super::{Fault, MOST_NEAR, Why, handicap, no_piece};
use crate::rules::MoveError;

/// What stands against an attack.
pub enum AgainstAttack {
    /// Only its target is named, and no piece can attack there.
    NobodyNear,
    /// A move is to go with it.
    WithMove,
    /// The piece that is named doesn't stand there.
    NotThere,
    /// It has more blows than that piece strikes.
    TooMany,
    /// A blow follows the one that captures the town.
    AfterTown,
    /// The attacker is a town.
    ByTown,
    /// The target is the player's own.
    OwnPiece,
    /// The target is empty.
    NothingThere,
    /// The attacker is a herethroy off its own side.
    HerethroyAway,
    /// That kind doesn't strike from there.
    OutOfReach(Kind),
    /// The victim that is named doesn't stand there.
    NoVictim { at: Cell, kind: Kind },
    /// The victim is an orren in the river.
    OrrenInRiver,
    /// That kind resists all that is done in this manner.
    Immune(Kind, Manner),
    /// A pounce onto the player's own piece.
    PounceOnOwn(Cell),
    /// A pounce onto no enemy.
    PounceOnNobody(Cell),
    /// A pounce along no line.
    PounceOffLine,
    /// A pounce beyond what the game allows.
    PounceTooFar(Pounce),
}

/// Whether squares without a sign mean an attack: from one's own piece to an enemy that it can't move onto.
pub fn is_meant(position: &Diamond, typed: &Typed) -> bool {
    let side = position.to_move;
    let [from, targets @ ..] = &typed.spots[..] else { return false };
    let own = position.board.army(side).at(from.cell).next();
    let enemies = position.board.army(side.other()).all();
    match targets {
        [] => enemies.contains(from.cell),
        [to] => own.is_some_and(|kind| kind != Kind::ZiRi) && enemies.contains(to.cell),
        _ => own == Some(Kind::Khtsoyis) && targets.iter().all(|to| enemies.contains(to.cell)),
    }
}

/// Refuses an attack.
pub fn refuse(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    let spots = &typed.spots[..];
    let fault = fault(position, typed);
    let sign = if typed.says(Verb::Pounce) { "^" } else { "x" };
    let text = match spots {
        [from, targets @ ..] if !targets.is_empty() => {
            let targets: Vec<String> = targets.iter().map(target_text).collect();
            format!("{}{sign}{}", from.cell, targets.join(","))
        }
        _ => spots.iter().map(target_text).collect(),
    };
    let from = spots.first().map(|spot| spot.cell);
    let target = spots.last().map(|spot| spot.cell);
    let hits = |turn: &Turn| match *turn {
        Turn::Attack { from: attacker, blows } => {
            (from == Some(attacker), blows.all().iter().any(|blow| target == Some(blow.at)))
        }
        Turn::Pounce { from: sleeth, to } => (from == Some(sleeth), target == Some(to)),
        _ => (false, false),
    };
    let mut near: Vec<(bool, usize, String)> = legal
        .iter()
        .filter(|turn| hits(turn) != (false, false))
        .map(|turn| (!hits(turn).0, turn.to_string()))
        .map(|(other_attacker, text)| (other_attacker, text.matches(',').count(), text))
        .collect();
    near.sort_unstable();
    let near = near.into_iter().map(|(_, _, text)| text).take(MOST_NEAR).collect();
    fault.in_part(&text).refusal(text, near)
}

fn fault(position: &Diamond, typed: &Typed) -> Fault {
    let side = position.to_move;
    let signs = |verb| typed.spots.iter().filter(|spot| spot.verb == Some(verb)).count();
    let [from, targets @ ..] = &typed.spots[..] else { return Fault::new(Why::Form) };
    if targets.is_empty() {
        return Fault::new(AgainstAttack::NobodyNear);
    }
    if let Some(fault) = no_piece(position, side, from.cell) {
        return fault;
    }
    if targets.len() > 1 && signs(Verb::Move) > 0 {
        return Fault::new(AgainstAttack::WithMove);
    }
    let Some(kind) = attacker(position, from, targets) else {
        return Fault::of(from.cell, AgainstAttack::NotThere);
    };
    if targets.len() > most_blows(kind) {
        return Fault::of(from.cell, AgainstAttack::TooMany);
    }
    if kind == Kind::Sleeth {
        return pounce_fault(position, from.cell, targets[0].cell);
    }
    let mut enemy = position.board.army(side.other()).clone();
    for (i, target) in targets.iter().enumerate() {
        match blow_fault(position, &enemy, kind, from.cell, target) {
            Err(why) => return Fault::of(from.cell, why),
            Ok((blow, _)) if blow.victim == Kind::Town && i + 1 < targets.len() => {
                return Fault::of(from.cell, AgainstAttack::AfterTown);
            }
            Ok((blow, manner)) => strike(&mut enemy, blow, manner),
        }
    }
    handicap(position)
}

/// Which of the player's pieces on the square is meant: the one that was named, else a zi ri for a diagonal target.
fn attacker(position: &Diamond, from: &Spot, targets: &[Spot]) -> Option<Kind> {
    let here: Vec<Kind> = position.board.army(position.to_move).at(from.cell).collect();
    let magic = targets.iter().any(|target| Cells::of(from.cell).diagonal().contains(target.cell));
    let zi_ri = here.iter().copied().find(|&kind| magic && kind == Kind::ZiRi);
    match from.kind {
        Some(named) => here.into_iter().find(|&kind| kind == named),
        None => zi_ri.or(here.first().copied()),
    }
}

/// The blow that is meant, or what stands against it.
fn blow_fault(
    position: &Diamond,
    enemy: &Army,
    kind: Kind,
    from: Cell,
    target: &Spot,
) -> Result<(Blow, Manner), AgainstAttack> {
    let side = position.to_move;
    let at = target.cell;
    if kind == Kind::Town {
        return Err(AgainstAttack::ByTown);
    }
    if !enemy.all().contains(at) {
        let own = position.board.army(side).all().contains(at);
        return Err(if own { AgainstAttack::OwnPiece } else { AgainstAttack::NothingThere });
    }
    let weapon = weapon_cells(kind, side, from);
    let magic = magic_cells(kind, from);
    let manner = if weapon.contains(at) { Manner::Weapon } else { Manner::Magic };
    if !(weapon | magic).contains(at) {
        return Err(match kind {
            Kind::Herethroy if !home(side).contains(from) => AgainstAttack::HerethroyAway,
            _ => AgainstAttack::OutOfReach(kind),
        });
    }
    let named = target.victim.or(target.kind);
    if let Some(kind) = named.filter(|&named| !enemy.of(named).contains(at)) {
        return Err(AgainstAttack::NoVictim { at, kind });
    }
    let is_named = |victim: &Kind| named.is_none_or(|named| named == *victim);
    let victims: Vec<Kind> = enemy.at(at).filter(is_named).collect();
    let open = victims.iter().copied().find(|&victim| effect(enemy, victim, at, manner) != Effect::Immune);
    match (open, victims.first()) {
        (Some(victim), _) => Ok((Blow { at, victim, named: false }, manner)),
        (None, Some(Kind::Orren)) if RIVER.contains(at) => Err(AgainstAttack::OrrenInRiver),
        (None, Some(&victim)) => Err(AgainstAttack::Immune(victim, manner)),
        (None, None) => Err(AgainstAttack::NothingThere),
    }
}

fn pounce_fault(position: &Diamond, from: Cell, to: Cell) -> Fault {
    let side = position.to_move;
    let pounce = position.options.pounce;
    if pounce_cells(&position.board, side, from, pounce).contains(to) {
        return handicap(position);
    }
    let way: Cells = from.square().between(to.square()).into_iter().filter_map(Cell::of).collect();
    let why: Why = match from.square().line_to(to.square()) {
        _ if position.board.army(side).ground().contains(to) => AgainstAttack::PounceOnOwn(to).into(),
        _ if !position.board.army(side.other()).all().contains(to) => AgainstAttack::PounceOnNobody(to).into(),
        None => AgainstAttack::PounceOffLine.into(),
        Some((_, steps)) if steps > pounce.steps() => AgainstAttack::PounceTooFar(pounce).into(),
        Some(_) => (way & position.board.crowd().taken()).first().map_or(Why::Form, Why::InTheWay),
    };
    Fault::of(from, why)
}

fn target_text(spot: &Spot) -> String {
    let named = spot.victim.or(spot.kind).map_or(String::new(), |kind| format!(":{}", kind.letter()));
    format!("{}{named}", spot.cell)
}
