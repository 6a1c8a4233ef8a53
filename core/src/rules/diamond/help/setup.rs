//! What is said of the setup and of a game's options.

use std::fmt;

use super::super::options::{AgainstHandicap, AgainstOption};
use super::super::refuse::AgainstPlacement;
use super::guide::pieces;
use crate::rules::OptionHelp;

/// What the options are called and take.
pub const OPTIONS: &[OptionHelp] = &[
    OptionHelp {
        name: "customs",
        values: "T (a time such as 5m or 1d12h)",
        help: "who waits longer than T may be spurred on; after 2T the turn is forfeited",
        one_sided: false,
        example: "1d",
    },
    OptionHelp {
        name: "handicap",
        values: "white:N or black:N",
        help: "the stronger player must give checkmate and release it N times before capturing the town",
        one_sided: true,
        example: "white:1",
    },
    OptionHelp {
        name: "pounce",
        values: "adjacent",
        help: "a sleeth pounces only onto neighbouring squares",
        one_sided: false,
        example: "adjacent",
    },
];

impl fmt::Display for AgainstPlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgainstPlacement::NoneLeft { kind, of_now, left } => {
                let (kind, left) = (kind.word(), pieces(left));
                match of_now {
                    true => write!(f, "you have no {kind} left; still to place: {left}"),
                    false => write!(f, "the list has more {kind} than you have left; still to place: {left}"),
                }
            }
            AgainstPlacement::TooEarly => f.write_str("the pieces are still being put down: name one, like c or c@g1"),
            AgainstPlacement::NotOne => f.write_str("one piece is put down in a turn"),
            AgainstPlacement::Town => f.write_str("the town stands in its corner already"),
            AgainstPlacement::AllCani => f.write_str("all three cani are placed"),
            AgainstPlacement::Placed(kind) => write!(f, "the {} is placed already", kind.word()),
            AgainstPlacement::Taken(cell) => write!(f, "{cell} is taken"),
            AgainstPlacement::Others(cell, side) => write!(f, "{cell} is one of {side}'s squares"),
            AgainstPlacement::Unnumbered(cell, side) => write!(f, "{cell} is none of {side}'s numbered squares"),
            AgainstPlacement::NothingLeft => f.write_str("nothing is left to be put down"),
        }
    }
}

impl fmt::Display for AgainstOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgainstOption::Pounce { value } => {
                write!(f, "pounce={value}: the only value is adjacent; leave it out for a far pounce")
            }
            AgainstOption::Handicap { value, ref why } => write!(f, "handicap={value}: {why}"),
            AgainstOption::Customs { value } => {
                write!(f, "customs={value}: a time is written like 30s, 5m, 36h or 1d12h, up to a year")
            }
            AgainstOption::Unknown { name } => {
                let known: Vec<String> = OPTIONS.iter().map(|help| format!("{}={}", help.name, help.values)).collect();
                write!(f, "no option {name:?}; the options: {}", known.join("; "))
            }
            AgainstOption::NothingOwed => f.write_str("handicap: a game begins with at least one checkmate owed"),
            AgainstOption::Marked { name, value } => write!(f, "{name}={value}: the ! is for position strings only"),
            AgainstOption::Unpaired { option } => {
                write!(f, "{option:?} is not name=value; without options it is -")
            }
            AgainstOption::Twice { name } => write!(f, "{name} is given twice"),
            AgainstOption::Contradicts { name, value, options } => {
                write!(f, "the option {name}={value} contradicts the position, whose options are {options}")
            }
        }
    }
}

impl fmt::Display for AgainstHandicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AgainstHandicap::NoColour => {
                f.write_str("it names no colour: write white:N or black:N, the colour of the stronger player")
            }
            AgainstHandicap::OtherColour => f.write_str("the colour is white or black"),
            AgainstHandicap::Number { most } => write!(f, "the number of checkmates owed is at most {most}"),
            AgainstHandicap::NothingToRelease => f.write_str("nothing is owed, so no checkmate waits for its release"),
        }
    }
}
