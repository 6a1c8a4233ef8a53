//! What somebody is told, asked or refused, as facts; the wording is in `text/told/`. One file per room of the service.
//!
//! Each type can also hold words, written by an earlier version in notices still owed when it was replaced.

use serde::{Deserialize, Serialize};

use crate::command::fault::Fault;

pub mod events;
pub mod incoming;
pub mod lobby;
pub mod people;
pub mod playing;
pub mod time;
pub mod views;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// About a message before any room acts on it.
    Incoming(incoming::Told),
    /// About playing, and what is settled besides the turns.
    Playing(playing::Told),
    /// About challenges and invitations.
    Lobby(lobby::Told),
    /// About players: names, settings, ways in, privacy.
    People(people::Told),
    /// About vacations, expiries, and clocks set by the operator.
    Time(time::Told),
    /// The games, lists, help and rules that were asked for.
    Views(views::Told),
    /// About tournaments.
    Events(events::Told),
    /// The answers to several lines of one mail.
    Several(Vec<Told>),
    /// An earlier version's words.
    #[serde(untagged)]
    Words(Vec<String>),
}

/// What somebody is asked, to be answered with `yes` or `no`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// About a message before any room acts on it.
    Incoming(incoming::Ask),
    /// About playing, and what is settled besides the turns.
    Playing(playing::Ask),
    /// About players: names, settings, ways in, privacy.
    People(people::Ask),
    /// About tournaments.
    Events(events::Ask),
    /// An earlier version's words.
    #[serde(untagged)]
    Words(Vec<String>),
}

/// Why something was not done, and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// A line meant as a command can't be read.
    Command(Fault),
    /// About a message before any room acts on it.
    Incoming(incoming::Why),
    /// About playing, and what is settled besides the turns.
    Playing(playing::Why),
    /// About challenges and invitations.
    Lobby(lobby::Why),
    /// About players: names, settings, ways in, privacy.
    People(people::Why),
    /// About vacations, expiries, and clocks set by the operator.
    Time(time::Why),
    /// About the games, lists, help and rules that were asked for.
    Views(views::Why),
    /// About tournaments.
    Events(events::Why),
    /// An earlier version's words.
    #[serde(untagged)]
    Words(Vec<String>),
}

impl From<incoming::Told> for Told {
    fn from(fact: incoming::Told) -> Told {
        Told::Incoming(fact)
    }
}

impl From<playing::Told> for Told {
    fn from(fact: playing::Told) -> Told {
        Told::Playing(fact)
    }
}

impl From<lobby::Told> for Told {
    fn from(fact: lobby::Told) -> Told {
        Told::Lobby(fact)
    }
}

impl From<people::Told> for Told {
    fn from(fact: people::Told) -> Told {
        Told::People(fact)
    }
}

impl From<time::Told> for Told {
    fn from(fact: time::Told) -> Told {
        Told::Time(fact)
    }
}

impl From<views::Told> for Told {
    fn from(fact: views::Told) -> Told {
        Told::Views(fact)
    }
}

impl From<events::Told> for Told {
    fn from(fact: events::Told) -> Told {
        Told::Events(fact)
    }
}

impl From<events::Ask> for Ask {
    fn from(fact: events::Ask) -> Ask {
        Ask::Events(fact)
    }
}

impl From<events::Why> for Why {
    fn from(fact: events::Why) -> Why {
        Why::Events(fact)
    }
}

impl From<incoming::Ask> for Ask {
    fn from(fact: incoming::Ask) -> Ask {
        Ask::Incoming(fact)
    }
}

impl From<playing::Ask> for Ask {
    fn from(fact: playing::Ask) -> Ask {
        Ask::Playing(fact)
    }
}

impl From<people::Ask> for Ask {
    fn from(fact: people::Ask) -> Ask {
        Ask::People(fact)
    }
}

impl From<Fault> for Why {
    fn from(fault: Fault) -> Why {
        Why::Command(fault)
    }
}

impl From<incoming::Why> for Why {
    fn from(fact: incoming::Why) -> Why {
        Why::Incoming(fact)
    }
}

impl From<playing::Why> for Why {
    fn from(fact: playing::Why) -> Why {
        Why::Playing(fact)
    }
}

impl From<lobby::Why> for Why {
    fn from(fact: lobby::Why) -> Why {
        Why::Lobby(fact)
    }
}

impl From<people::Why> for Why {
    fn from(fact: people::Why) -> Why {
        Why::People(fact)
    }
}

impl From<time::Why> for Why {
    fn from(fact: time::Why) -> Why {
        Why::Time(fact)
    }
}

impl From<views::Why> for Why {
    fn from(fact: views::Why) -> Why {
        Why::Views(fact)
    }
}

/// How long further refusals are withheld, so that silence is not mistaken for success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Last {
    /// To somebody unproven, until tomorrow.
    Informed,
    /// Questions whether it was them, until one is answered or a day is over.
    Asked,
    /// In this turn, for an hour.
    InTurn,
    /// Outside games, until tomorrow.
    Today,
    /// All of them, for up to an hour.
    ThisHour,
    /// The last answer of this hour to words without a command.
    Words,
    /// Those to the same words, for an hour.
    SameWords,
}
