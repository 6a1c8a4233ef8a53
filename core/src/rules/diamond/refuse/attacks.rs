//! What stands against attacks.

use super::super::Diamond;
use super::super::attacks::{Blow, Pounce};
use super::super::attacks::{Effect, Manner, effect, magic_cells, most_blows, pounce_cells, strike, weapon_cells};
use super::super::cells::{Cell, Cells, RIVER, home};
use super::super::pieces::{Army, Kind};
use super::super::turns::Turn;
use super::super::typed::{Spot, Typed, Verb};
use super::{FORM, Fault, MOST_NEAR, handicap, no_piece};
use crate::rules::MoveError;

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
    MoveError::Illegal { why: format!("{text}: {}", fault.why), text, near, about: fault.about.map(Cell::square) }
}

fn fault(position: &Diamond, typed: &Typed) -> Fault {
    let side = position.to_move;
    let signs = |verb| typed.spots.iter().filter(|spot| spot.verb == Some(verb)).count();
    let [from, targets @ ..] = &typed.spots[..] else { return Fault { why: FORM.to_owned(), about: None } };
    if targets.is_empty() {
        return Fault { why: "no piece of yours can attack there".to_owned(), about: None };
    }
    if let Some(fault) = no_piece(position, side, from.cell) {
        return fault;
    }
    if targets.len() > 1 && signs(Verb::Move) > 0 {
        return Fault { why: "a turn is two moves or one attack, not both".to_owned(), about: None };
    }
    let Some(kind) = attacker(position, from, targets) else {
        return Fault::new(from.cell, "that piece isn't there");
    };
    if targets.len() > most_blows(kind) {
        let why = "only the khtsoyis attacks more than once in a turn, three times at most";
        return Fault::new(from.cell, why);
    }
    if kind == Kind::Sleeth {
        return pounce_fault(position, from.cell, targets[0].cell);
    }
    let mut enemy = position.board.army(side.other()).clone();
    for (i, target) in targets.iter().enumerate() {
        match blow_fault(position, &enemy, kind, from.cell, target) {
            Err(why) => return Fault::new(from.cell, why),
            Ok((blow, _)) if blow.victim == Kind::Town && i + 1 < targets.len() => {
                return Fault::new(from.cell, "nothing follows the town's capture");
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
) -> Result<(Blow, Manner), String> {
    let side = position.to_move;
    let word = kind.word();
    let at = target.cell;
    if kind == Kind::Town {
        return Err("a town cannot attack".to_owned());
    }
    if !enemy.all().contains(at) {
        let own = position.board.army(side).all().contains(at);
        return Err(if own { "nobody attacks his own pieces" } else { "there is nothing to attack" }.to_owned());
    }
    let weapon = weapon_cells(kind, side, from);
    let magic = magic_cells(kind, from);
    let manner = if weapon.contains(at) { Manner::Weapon } else { Manner::Magic };
    if !(weapon | magic).contains(at) {
        return Err(match kind {
            Kind::Herethroy if !home(side).contains(from) => {
                "the herethroy attacks only while it stands on its own side of the river".to_owned()
            }
            Kind::Orren | Kind::ZiRi => format!("the {word} must be diagonally next to its target"),
            Kind::Rassimel => format!("the {word} must be next to its target"),
            _ => format!("the {word} must be beside its target, on the same rank or file"),
        });
    }
    let named = target.victim.or(target.kind);
    if let Some(named) = named.filter(|&named| !enemy.of(named).contains(at)) {
        return Err(format!("there is no {} on {at}", named.word()));
    }
    let is_named = |victim: &Kind| named.is_none_or(|named| named == *victim);
    let victims: Vec<Kind> = enemy.at(at).filter(is_named).collect();
    let open = victims.iter().copied().find(|&victim| effect(enemy, victim, at, manner) != Effect::Immune);
    match (open, victims.first()) {
        (Some(victim), _) => Ok((Blow { at, victim, named: false }, manner)),
        (None, Some(Kind::Orren)) if RIVER.contains(at) => {
            Err("an orren in the river resists all weapon attacks".to_owned())
        }
        (None, Some(victim)) => {
            let what = if manner == Manner::Weapon { "weapon" } else { "magic" };
            Err(format!("the {} resists all {what} attacks", victim.word()))
        }
        (None, None) => Err("there is nothing to attack".to_owned()),
    }
}

fn pounce_fault(position: &Diamond, from: Cell, to: Cell) -> Fault {
    let side = position.to_move;
    let pounce = position.options.pounce;
    if pounce_cells(&position.board, side, from, pounce).contains(to) {
        return handicap(position);
    }
    let way: Cells = from.square().between(to.square()).into_iter().filter_map(Cell::of).collect();
    let why = match from.square().line_to(to.square()) {
        _ if position.board.army(side).ground().contains(to) => format!("an own piece stands on {to}"),
        _ if !position.board.army(side.other()).all().contains(to) => format!("there is no enemy on {to}"),
        None => "the sleeth pounces in a straight line".to_owned(),
        Some((_, steps)) if steps > pounce.steps() => match pounce {
            Pounce::Far => "the sleeth pounces 3 squares at most".to_owned(),
            Pounce::Adjacent => "in this game the sleeth pounces only onto neighbouring squares".to_owned(),
        },
        Some(_) => match (way & position.board.crowd().taken()).first() {
            Some(cell) => format!("{cell} is in the way"),
            None => FORM.to_owned(),
        },
    };
    Fault::new(from, why)
}

fn target_text(spot: &Spot) -> String {
    let named = spot.victim.or(spot.kind).map_or(String::new(), |kind| format!(":{}", kind.letter()));
    format!("{}{named}", spot.cell)
}
