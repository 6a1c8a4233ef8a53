//! Why a text can't be a name.

use std::fmt;

use crate::notice::told::people::BadName;
use crate::text::told::spelled;

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Length { least, most } => write!(f, "a name has {least} to {most} characters"),
            BadName::Character(c) => write!(f, "a name has letters, digits, - and _ only; {c:?} is none of these"),
            BadName::NoLetter => f.write_str("a name needs a letter, so that it isn't taken for a game's number"),
            BadName::Digits { most } => {
                write!(f, "a name has at most {} digits, or it could be a phone number", spelled(*most))
            }
            BadName::Scripts => f.write_str("the letters of a name are of one script"),
            BadName::Reserved(name) => write!(f, "{name:?} means something else here, or looks as if it did"),
        }
    }
}
