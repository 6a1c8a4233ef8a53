//! Why a text is not a legal turn, and which turns are nearest to it. Whether it is one was decided before, by the
//! legal turns; here the same pieces of the rules are asked one by one which of them stands against it.

use std::fmt::Display;

use super::cells::{Cell, slots};
use super::moves::{Move, Part};
use super::pieces::Kind;
use super::turns::Turn;
use super::typed::{Typed, Verb};
use super::{Diamond, help, setup};
use crate::rules::{MoveError, Rules, Side};

mod attacks;
mod moves;

pub use attacks::AgainstAttack;
pub use moves::AgainstMove;

/// How many of the nearest legal turns are shown.
const MOST_NEAR: usize = 5;

/// What stands against a text: the rule, and what it is about.
pub struct Fault {
    /// The part of the text, unless it is all of it.
    pub part: Option<String>,
    /// The rule.
    pub why: Why,
    /// The piece.
    pub about: Option<Cell>,
}

/// The rule that stands against a text.
pub enum Why {
    /// It has the form of no turn.
    Form,
    /// Nothing stands there.
    NothingOn(Cell),
    /// What stands there is the other player's.
    OthersPiece { at: Cell, side: Side, kind: Kind },
    /// Something stands there, between from and to.
    InTheWay(Cell),
    /// The player's own checkmate is to be released.
    MustRelease,
    /// So many checkmates are owed before the town may be captured.
    Owes(u8),
    /// A spur can't go as far as that.
    NoSmallMove,
    /// It can't be made once the first move of the turn is made.
    AfterFirst(Box<Why>),
    /// One of moves.
    Move(AgainstMove),
    /// One of attacks.
    Attack(AgainstAttack),
}

/// What stands against a placement.
pub enum AgainstPlacement {
    /// It is a turn in play.
    TooEarly,
    /// It is not one piece.
    NotOne,
    /// A list has a piece of which none is left by then; what is left now.
    NoneLeft { kind: Kind, of_now: bool, left: Vec<(Kind, u32)> },
    /// The town is there from the beginning.
    Town,
    /// No cani is left.
    AllCani,
    /// That piece stands somewhere already.
    Placed(Kind),
    /// A piece stands on that square.
    Taken(Cell),
    /// The square belongs to that side, which is the other one.
    Others(Cell, Side),
    /// The square is none of that side's, which is to place.
    Unnumbered(Cell, Side),
    /// All pieces are down.
    NothingLeft,
}

impl From<AgainstMove> for Why {
    fn from(why: AgainstMove) -> Why {
        Why::Move(why)
    }
}

impl From<AgainstAttack> for Why {
    fn from(why: AgainstAttack) -> Why {
        Why::Attack(why)
    }
}

impl Fault {
    /// Against that piece.
    fn of(about: Cell, why: impl Into<Why>) -> Fault {
        Fault { part: None, why: why.into(), about: Some(about) }
    }

    /// Against no piece in particular.
    fn new(why: impl Into<Why>) -> Fault {
        Fault { part: None, why: why.into(), about: None }
    }

    /// Against that part of the text.
    fn in_part(self, part: impl Into<String>) -> Fault {
        Fault { part: Some(part.into()), ..self }
    }

    /// The refusal of a text, with the legal turns near it.
    fn refusal(self, text: String, near: Vec<String>) -> MoveError {
        MoveError::Illegal {
            text,
            why: self.to_string(),
            near,
            about: self.about.map(|cell| cell.square().to_string()),
        }
    }
}

/// A refusal that is about no piece in particular.
pub fn illegal(text: impl Into<String>, why: impl Display) -> MoveError {
    MoveError::Illegal { text: text.into(), why: why.to_string(), near: Vec::new(), about: None }
}

/// Refuses texts that can't be read at all, and any text once the game is over.
pub fn unreadable(position: &Diamond, typed: &Typed) -> Result<(), MoveError> {
    if let Some(outcome) = position.outcome() {
        return Err(illegal("", help::game_over(outcome.reason)));
    }
    if let Some(square) = &typed.off_board {
        return Err(MoveError::Syntax(help::no_square(square)));
    }
    if let Some(word) = &typed.unknown {
        return Err(MoveError::Syntax(help::no_part(word, position.phase)));
    }
    if typed.spots.is_empty() && typed.placements.is_empty() && !typed.pass && !typed.spur {
        return Err(MoveError::Syntax(help::form(position.phase).to_owned()));
    }
    Ok(())
}

/// Refuses a pass while something can be done.
pub fn pass() -> MoveError {
    illegal("pass", help::NO_PASS)
}

/// Refuses a placement.
pub fn placement(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    let side = position.to_move;
    let army = position.board.army(side);
    let [(kind, cell)] = typed.placements[..] else {
        let why = if typed.says(Verb::Move) || typed.says(Verb::Attack) || typed.says(Verb::Pounce) {
            AgainstPlacement::TooEarly
        } else {
            in_list(position, typed).unwrap_or(AgainstPlacement::NotOne)
        };
        return illegal("", why);
    };
    let why = match (kind, cell) {
        (Some(Kind::Town), _) => AgainstPlacement::Town,
        (Some(Kind::Cani), _) if !can_place(position, Kind::Cani) => AgainstPlacement::AllCani,
        (Some(kind), _) if !can_place(position, kind) => AgainstPlacement::Placed(kind),
        (_, Some(cell)) if army.all().contains(cell) => AgainstPlacement::Taken(cell),
        (_, Some(cell)) if slots(side.other()).contains(&cell) => AgainstPlacement::Others(cell, side.other()),
        (_, Some(cell)) => AgainstPlacement::Unnumbered(cell, side),
        _ => AgainstPlacement::NothingLeft,
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

/// What is wrong with the first placement of a list that can't be made.
fn in_list(position: &Diamond, typed: &Typed) -> Option<AgainstPlacement> {
    let side = position.to_move;
    let mut army = position.board.army(side).clone();
    for &(kind, cell) in &typed.placements {
        let kind = kind?;
        if kind == Kind::Town {
            return Some(AgainstPlacement::Town);
        }
        if setup::left_to_place(&army).all(|left| left != kind) {
            let left = setup::how_many_left(position.board.army(side)).collect();
            return Some(AgainstPlacement::NoneLeft { kind, of_now: !can_place(position, kind), left });
        }
        let open: Vec<Cell> = setup::open_slots(&army, side).map(|(cell, _)| cell).collect();
        let at = cell.or(open.first().copied())?;
        if !open.contains(&at) {
            let others = slots(side.other()).contains(&at);
            return Some(match army.all().contains(at) {
                true => AgainstPlacement::Taken(at),
                false if others => AgainstPlacement::Others(at, side.other()),
                false => AgainstPlacement::Unnumbered(at, side),
            });
        }
        army.put(kind, at);
    }
    None
}

/// Refuses a spur.
pub fn spur(position: &Diamond, typed: &Typed, small: &[Move]) -> MoveError {
    let by = position.to_move.other();
    let parts = typed.parts().unwrap_or_default();
    let [part] = parts[..] else {
        return illegal("spur", help::SPUR_FORM);
    };
    let fault = moves::fault_of_first(position, by, part).unwrap_or_else(|| Fault::of(part.from, Why::NoSmallMove));
    let near = small.iter().filter(|by| by.first().from == part.from).map(|&by| Turn::Spur(by).to_string());
    let near = near.take(MOST_NEAR).collect();
    let text = format!("spur {part}");
    fault.in_part(&text).refusal(text, near)
}

/// Refuses a turn in play.
pub fn play(position: &Diamond, typed: &Typed, legal: &[Turn]) -> MoveError {
    if typed.spots.is_empty() {
        return MoveError::Syntax(help::all_down());
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
    Some(Fault::new(match other {
        Some(kind) => Why::OthersPiece { at, side: side.other(), kind },
        None => Why::NothingOn(at),
    }))
}

/// What the handicap has against a turn that would be legal without it.
fn handicap(position: &Diamond) -> Fault {
    let owed = position.options.handicap.map_or(0, |handicap| handicap.owed);
    Fault::new(if position.must_release() { Why::MustRelease } else { Why::Owes(owed) })
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
