//! Why a text is not a legal turn, and which turns are nearest to it. Whether it is one was decided before, by the
//! legal turns; here the same pieces of the rules are asked one by one which of them stands against it.

use super::cells::{Cell, slots};
use super::moves::{Move, Part};
use super::pieces::Kind;
use super::turns::Turn;
use super::typed::{Typed, Verb};
use super::{Diamond, Phase, setup};
use crate::rules::{MoveError, Rules, Side};

mod attacks;
mod moves;

/// How many of the nearest legal turns are shown.
const MOST_NEAR: usize = 5;

/// The form of turns, for those who have none.
const FORM: &str = "a turn is two moves (e1-e3 g2-g4) or one attack (f4xf5, pounce e4^f7)";

/// What stands against a text: the rule, and the piece it is about.
struct Fault {
    why: String,
    about: Option<Cell>,
}

impl Fault {
    fn new(about: Cell, why: impl Into<String>) -> Fault {
        Fault { why: why.into(), about: Some(about) }
    }
}

/// A refusal that is about no piece in particular.
pub fn illegal(text: impl Into<String>, why: impl Into<String>) -> MoveError {
    MoveError::Illegal { text: text.into(), why: why.into(), near: Vec::new(), about: None }
}

/// Refuses texts that can't be read at all, and any text once the game is over.
pub fn unreadable(position: &Diamond, typed: &Typed) -> Result<(), MoveError> {
    let form = match position.phase {
        Phase::Play => FORM,
        Phase::Setup { .. } => "name a piece to put down, like c, and a square if it isn't the next one, like c@g1",
    };
    if let Some(outcome) = position.outcome() {
        return Err(illegal("", format!("the game is over: {}", outcome.reason)));
    }
    if let Some(square) = &typed.off_board {
        return Err(MoveError::Syntax(format!("there is no square {square}, the board is a1 to h8")));
    }
    if let Some(word) = &typed.unknown {
        return Err(MoveError::Syntax(format!("{word:?} is no part of a turn: {form}")));
    }
    if typed.spots.is_empty() && typed.placements.is_empty() && !typed.pass && !typed.spur {
        return Err(MoveError::Syntax(form.to_owned()));
    }
    Ok(())
}

/// Refuses a pass while something can be done.
pub fn pass() -> MoveError {
    illegal("pass", "pass: a turn is passed only when there is neither a move nor an attack")
}

/// Refuses a placement.
pub fn placement(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    let side = position.to_move;
    let army = position.board.army(side);
    let [(kind, cell)] = typed.placements[..] else {
        let why = if typed.says(Verb::Move) || typed.says(Verb::Attack) || typed.says(Verb::Pounce) {
            "the pieces are still being put down: name one, like c or c@g1"
        } else {
            "one piece is put down in a turn"
        };
        return illegal("", why);
    };
    let word = kind.map_or("piece", Kind::word);
    let why = match (kind, cell) {
        (Some(Kind::Town), _) => "the town stands in its corner already".to_owned(),
        (Some(Kind::Cani), _) if !can_place(position, Kind::Cani) => "all three cani are placed".to_owned(),
        (Some(kind), _) if !can_place(position, kind) => format!("the {word} is placed already"),
        (_, Some(cell)) if army.all().contains(cell) => format!("{cell} is taken"),
        (_, Some(cell)) if slots(side.other()).contains(&cell) => {
            format!("{cell} is one of {}'s squares", side.other())
        }
        (_, Some(cell)) => format!("{cell} is none of {side}'s numbered squares"),
        _ => "nothing is left to be put down".to_owned(),
    };
    let text = match (kind, cell) {
        (Some(kind), Some(cell)) => format!("{}@{cell}", kind.letter()),
        (Some(kind), None) => kind.letter().to_string(),
        (None, cell) => cell.map_or(String::new(), |cell| cell.to_string()),
    };
    let next = setup::open_slots(army, side).next().map(|(cell, _)| cell);
    let is_near = |turn: &&Turn| match **turn {
        Turn::Place { kind: placed, at } => {
            next == Some(at) && kind.is_none_or(|kind| kind == placed || !can_place(position, kind))
        }
        _ => true,
    };
    let near = legal.iter().filter(is_near).map(Turn::to_string).take(MOST_NEAR).collect();
    MoveError::Illegal { why: format!("{text}: {why}"), text, near, about: None }
}

/// Refuses a spur.
pub fn spur(position: &Diamond, typed: &Typed, small: &[Move]) -> MoveError {
    let by = position.to_move.other();
    let parts = typed.parts().unwrap_or_default();
    let [part] = parts[..] else {
        return illegal("spur", "a spur is one piece's move by one square: spur c3-c4");
    };
    let fault = moves::fault_of_first(position, by, part)
        .unwrap_or_else(|| Fault::new(part.from, "a spur goes one square only (a zi ri: one leap), and no pack moves"));
    let near = small.iter().filter(|by| by.first().from == part.from).map(|&by| Turn::Spur(by).to_string());
    let near = near.take(MOST_NEAR).collect();
    let text = format!("spur {part}");
    MoveError::Illegal { why: format!("{text}: {}", fault.why), text, near, about: fault.about.map(Cell::square) }
}

/// Refuses a turn in play.
pub fn play(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    if typed.spots.is_empty() {
        return MoveError::Syntax(format!("all pieces are down: {FORM}"));
    }
    let is_attack = typed.says(Verb::Attack) || typed.says(Verb::Pounce) || attacks::is_meant(position, typed);
    if is_attack { attacks::refuse(position, typed, legal) } else { moves::refuse(position, typed, legal) }
}

/// Why there is nothing of `side` to use on that square, if so.
fn no_piece(position: &Diamond, side: Side, at: Cell) -> Option<Fault> {
    if position.board.army(side).all().contains(at) {
        return None;
    }
    let other = position.board.army(side.other()).at(at).next();
    let why = match other {
        Some(kind) => format!("the {} on {at} is {}'s", kind.word(), side.other()),
        None => format!("nothing stands on {at}"),
    };
    Some(Fault { why, about: None })
}

/// What stands on a square, as the player to move would say it.
fn who_is_on(position: &Diamond, side: Side, at: Cell) -> Option<String> {
    position.board.at(at).next().map(|(owner, kind)| {
        let whose = if owner == side { "your".to_owned() } else { format!("{owner}'s") };
        format!("{whose} {}", kind.word())
    })
}

/// What the handicap has against a turn that would be legal without it.
fn handicap(position: &Diamond) -> Fault {
    let owed = position.options.handicap.map_or(0, |handicap| handicap.owed);
    let why = if position.must_release() {
        "your checkmate stands: play a turn that releases it".to_owned()
    } else {
        let times = if owed == 1 { "once".to_owned() } else { format!("{owed} times") };
        format!("before you may capture the town you must give checkmate and release it {times}")
    };
    Fault { why, about: None }
}

fn can_place(position: &Diamond, kind: Kind) -> bool {
    setup::left_to_place(position.board.army(position.to_move)).any(|left| left == kind)
}

fn distance(a: Cell, b: Cell) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

fn text_of(parts: &[Part]) -> String {
    parts.iter().map(Part::to_string).collect::<Vec<_>>().join(" ")
}
