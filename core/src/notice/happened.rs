//! What happened in a game, as facts: how it came to where it is, what else is to be said with a board, what was
//! settled beside the turns, and how it ended. The wording is in `text/`.
//!
//! Each can also hold words: those of a version that wrote them early, in notices that were owed when it was replaced.

use serde::{Deserialize, Deserializer, Serialize};

use super::Ask;
use super::told::playing::Illegal;
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::rules::{Reason, Side};

/// How a game came to this point, where that is news.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preface {
    /// The reader accepted, and so it begins.
    GameOn,
    /// Somebody accepted the reader's challenge.
    Accepted {
        /// Who.
        by: String,
    },
    /// A turn was taken back.
    TakenBack {
        /// Who did; nobody is named to whoever did it.
        by: Option<String>,
        /// The turn.
        turn: String,
    },
    /// Something was settled beside the turns.
    Beside(Beside),
    /// In words.
    #[serde(untagged)]
    Written(String),
}

/// What is settled between two players, or for them, beside the turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beside {
    /// A question was answered with no.
    NothingDone,
    /// The reader doesn't allow a turn to be taken back.
    TurnStands,
    /// Nor does their opponent.
    UndoRefused {
        /// Who.
        by: String,
    },
    /// The reader asks to take a turn back.
    UndoAsked {
        /// Whom.
        whom: String,
        /// The turn's number.
        turn: u32,
    },
    /// The reader asks for a draw.
    DrawAsked {
        /// Whom.
        whom: String,
    },
    /// The reader takes their offer back.
    OfferWithdrawn,
    /// The reader declines the other's offer.
    DrawDeclined,
    /// The other declines the reader's.
    DrawRefused {
        /// Who.
        by: String,
    },
    /// The reader's words went out.
    Told {
        /// To whom.
        whom: String,
        /// When they arrive.
        when: Arrival,
    },
    /// An operator stopped the game, or lets it go on.
    Adjourned {
        /// The game.
        number: GameNumber,
        /// Whether it goes on.
        resumed: bool,
    },
    /// An operator gave somebody time, or took some.
    TimeGiven {
        /// Whom.
        whom: String,
        /// How many seconds.
        seconds: i64,
    },
}

/// When words that were said arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrival {
    /// At once.
    Now,
    /// With the next turn.
    NextTurn,
    /// Once their reader can be reached.
    Later,
}

/// What else is said with a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remark {
    /// The name that the reader goes by.
    YouAre {
        /// The name.
        name: String,
    },
    /// The turn can be taken back until somebody plays.
    UndoUntil {
        /// Who.
        plays: String,
    },
    /// The reader has planned answers.
    HasPlans,
    /// A plan of the reader's can't be played any more.
    PlanDropped {
        /// The turn that was planned.
        turn: String,
        /// Why it can't be.
        why: Illegal,
    },
    /// None of the reader's plans foresaw what was played.
    PlansDropped,
    /// Somebody plays where others see it.
    SeenInDiscord {
        /// Who.
        who: String,
    },
    /// A draw is offered.
    DrawOffered {
        /// By whom.
        by: String,
    },
    /// The player to move is away.
    Away {
        /// Who.
        who: String,
        /// Until when.
        until: Timestamp,
    },
    /// A question is asked with it, answered with `yes` or `no`.
    Question(Ask),
    /// Something was settled beside the turn that is told.
    Beside(Preface),
    /// In words.
    #[serde(untagged)]
    Written(String),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// For a reason, at a turn.
    By {
        /// The reason.
        reason: Reason,
        /// The side that gave up, or whose time ran out.
        loser: Option<Side>,
        /// The number of the turn.
        turn: u32,
    },
    /// In words.
    #[serde(untagged)]
    Written(String),
}

/// Reads prefaces: a list, or what was one text or none.
pub(super) fn prefaces<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Preface>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        List(Vec<Preface>),
        Text(Option<String>),
    }
    Ok(match Kept::deserialize(from)? {
        Kept::List(list) => list,
        Kept::Text(text) => text.into_iter().map(Preface::Written).collect(),
    })
}
