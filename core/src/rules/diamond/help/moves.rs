//! What is said against moves.

use std::fmt;

use super::super::cells::Lines;
use super::super::pieces::Kind;
use super::super::refuse::AgainstMove;
use super::FORM;

impl fmt::Display for AgainstMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgainstMove::HalfNamed => write!(f, "no turn fits; a move names two squares, from and to; {FORM}"),
            AgainstMove::Alone => write!(f, "it takes a second move; {FORM}"),
            AgainstMove::TooMany(count) => write!(f, "these are {count} moves; {FORM}"),
            AgainstMove::Twice => f.write_str("no piece moves twice in a turn"),
            AgainstMove::Stays(at) => write!(f, "a move leads to another square than {at}, where the piece stands"),
            AgainstMove::OtherKind { at, kind } => write!(f, "the piece on {at} is a {}", kind.word()),
            AgainstMove::Together => f.write_str("only cani move together"),
            AgainstMove::NoLeap => f.write_str("the zi ri leaps like a chess knight"),
            AgainstMove::Full(at) => write!(f, "two pieces stand on {at} already"),
            AgainstMove::OffLine(kind, Lines::Straight) => {
                let ford = if kind == Kind::Rassimel { ", or one square across a ford" } else { "" };
                write!(f, "the {} moves along ranks and files{ford}", kind.word())
            }
            AgainstMove::OffLine(kind, Lines::All) => write!(f, "the {} moves in a straight line", kind.word()),
            AgainstMove::TooFar { kind, most } => write!(f, "the {} moves {} at most", kind.word(), squares(most)),
            AgainstMove::TownLeavesEdge => f.write_str("the town stays on the edge of its own side, off the river"),
            AgainstMove::IntoRiver(kind) => write!(f, "the river cannot be entered by a {}", kind.word()),
            AgainstMove::OffFord => f.write_str("the rassimel crosses the river only at a ford"),
            AgainstMove::OntoOwn { at, kind } => write!(f, "your {} stands on {at}", kind.word()),
            AgainstMove::OntoOthers { at, side, kind } => write!(f, "{side}'s {} stands on {at}", kind.word()),
            AgainstMove::TakenByThen(at) => write!(f, "{at} is taken by then"),
            AgainstMove::TwoPacks(one, other) => write!(f, "{one} and {other} are not of one pack"),
            AgainstMove::CaniOffLine => f.write_str("a cani moves along ranks and files"),
            AgainstMove::CaniTooFar { from, most } => write!(
                f,
                "the cani on {from} moves {} at most: one, and one more for each own cani beside it",
                squares(most)
            ),
            AgainstMove::OntoCani(at) => write!(f, "a cani stands on {at} and stays there"),
            AgainstMove::SameEnd(at) => write!(f, "two cani cannot both end on {at}"),
            AgainstMove::PlacesTraded => f.write_str("cani that only trade places have not moved"),
        }
    }
}

fn squares(count: u8) -> String {
    if count == 1 { "one square".to_owned() } else { format!("{count} squares") }
}
