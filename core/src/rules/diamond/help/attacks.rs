//! What is said against attacks.

use std::fmt;

use super::super::attacks::{Manner, Pounce};
use super::super::pieces::Kind;
use super::super::refuse::AgainstAttack;

impl fmt::Display for AgainstAttack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgainstAttack::NobodyNear => f.write_str("no piece of yours can attack there"),
            AgainstAttack::WithMove => f.write_str("a turn is two moves or one attack, not both"),
            AgainstAttack::NotThere => f.write_str("that piece isn't there"),
            AgainstAttack::TooMany => {
                f.write_str("only the khtsoyis attacks more than once in a turn, three times at most")
            }
            AgainstAttack::AfterTown => f.write_str("nothing follows the town's capture"),
            AgainstAttack::ByTown => f.write_str("a town cannot attack"),
            AgainstAttack::OwnPiece => f.write_str("nobody attacks his own pieces"),
            AgainstAttack::NothingThere => f.write_str("there is nothing to attack"),
            AgainstAttack::HerethroyAway => {
                f.write_str("the herethroy attacks only while it stands on its own side of the river")
            }
            AgainstAttack::OutOfReach(kind @ (Kind::Orren | Kind::ZiRi)) => {
                write!(f, "the {} must be diagonally next to its target", kind.word())
            }
            AgainstAttack::OutOfReach(kind @ Kind::Rassimel) => {
                write!(f, "the {} must be next to its target", kind.word())
            }
            AgainstAttack::OutOfReach(kind) => {
                write!(f, "the {} must be beside its target, on the same rank or file", kind.word())
            }
            AgainstAttack::NoVictim { at, kind } => write!(f, "there is no {} on {at}", kind.word()),
            AgainstAttack::OrrenInRiver => f.write_str("an orren in the river resists all weapon attacks"),
            AgainstAttack::Immune(kind, Manner::Weapon) => write!(f, "the {} resists all weapon attacks", kind.word()),
            AgainstAttack::Immune(kind, Manner::Magic) => write!(f, "the {} resists all magic attacks", kind.word()),
            AgainstAttack::PounceOnOwn(to) => write!(f, "an own piece stands on {to}"),
            AgainstAttack::PounceOnNobody(to) => write!(f, "there is no enemy on {to}"),
            AgainstAttack::PounceOffLine => f.write_str("the sleeth pounces in a straight line"),
            AgainstAttack::PounceTooFar(Pounce::Far) => f.write_str("the sleeth pounces 3 squares at most"),
            AgainstAttack::PounceTooFar(Pounce::Adjacent) => {
                f.write_str("in this game the sleeth pounces only onto neighbouring squares")
            }
        }
    }
}
