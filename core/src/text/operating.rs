//! Why an operator's request can't be fulfilled.

use std::fmt;

use crate::service::Refusal;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoPlayer(name) => write!(f, "nobody is called {name}"),
            Refusal::BadName(why) => why.fmt(f),
            Refusal::NameTaken(name) => write!(f, "somebody is called {name} already, or nearly so"),
            Refusal::NoGame(number) => write!(f, "there is no game {number}"),
            Refusal::Over(number) => write!(f, "game {number} is over"),
            Refusal::Record(error) => error.fmt(f),
            Refusal::StoredAlready(number) => write!(f, "this game is stored already, as game {number}"),
            Refusal::NoEvent(number) => write!(f, "there is no event T{number}"),
            Refusal::EventOver(number) => write!(f, "event T{number} is over"),
            Refusal::NoTable(number) => write!(f, "event T{number} has no table yet"),
            Refusal::NotEntered(name, number) => write!(f, "{name} is not in event T{number}"),
            Refusal::Entered(name, number) => write!(f, "{name} is in event T{number} already"),
            Refusal::Computer(name) => {
                write!(f, "{name} plays where a host invites it, and takes or gives up nobody's place")
            }
            Refusal::Played(name, number) => {
                write!(f, "a game of {name} in event T{number} has begun, so that nobody can play instead")
            }
            Refusal::Alone => f.write_str("one can't play against oneself"),
        }
    }
}

impl std::error::Error for Refusal {}
