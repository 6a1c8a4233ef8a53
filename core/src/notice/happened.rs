//! What happened in a game, as facts: how it got here, what else to say with a board, what was settled besides the
//! turns, and how it ended. The wording is in `text/`.
//!
//! Each type can also hold words, written by an earlier version in notices still owed when it was replaced.

use serde::{Deserialize, Deserializer, Serialize};

use super::Ask;
use super::told::incoming::Unsent;
use super::told::playing::Illegal;
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::rules::{Bounds, Count, Reason, Side};

/// How a game got here, where that is news.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preface {
    /// The reader accepted, and the game begins.
    GameOn,
    /// Somebody accepted the reader's challenge.
    Accepted {
        /// Who.
        by: String,
    },
    /// The reader plays the computer from now on.
    House {
        /// Its level.
        level: u8,
    },
    /// A turn was taken back.
    TakenBack {
        /// Who did; `None` in the notice to that player.
        by: Option<String>,
        /// The turn.
        turn: String,
        /// Those played after it, which are taken back as well.
        #[serde(default)]
        with: Vec<String>,
    },
    /// Something other than a turn was settled.
    Beside(Beside),
    /// An earlier version's words.
    #[serde(untagged)]
    Written(String),
}

/// Something settled between two players, or for them, besides the turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beside {
    /// A challenge was accepted: for its challenger, who is mentioned where the game is played.
    Accepted {
        /// Who accepted.
        by: String,
    },
    /// A question was answered with no.
    NothingDone,
    /// The reader refuses a take-back.
    TurnStands,
    /// The opponent refuses a take-back.
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
    /// The reader offers a draw.
    DrawAsked {
        /// Whom.
        whom: String,
    },
    /// The reader withdraws their offer.
    OfferWithdrawn,
    /// The reader declines the opponent's offer.
    DrawDeclined,
    /// The opponent declines the reader's offer.
    DrawRefused {
        /// Who.
        by: String,
    },
    /// The reader's message was passed on.
    Told {
        /// To whom.
        whom: String,
        /// When they arrive.
        when: Arrival,
    },
    /// An operator adjourned the game, or resumed it.
    Adjourned {
        /// The game.
        number: GameNumber,
        /// Whether it was resumed.
        resumed: bool,
    },
    /// An operator gave a player time, or took some.
    TimeGiven {
        /// Whom.
        whom: String,
        /// How many seconds.
        seconds: i64,
    },
}

/// When a message arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Arrival {
    /// At once.
    Now,
    /// With the next turn.
    NextTurn,
    /// Once its recipient can be reached.
    Later,
}

/// What else is said with a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remark {
    /// The name the reader goes by.
    YouAre {
        /// The name.
        name: String,
    },
    /// The turn can be taken back until the opponent plays.
    UndoUntil {
        /// Who.
        plays: String,
    },
    /// The reader has planned answers.
    HasPlans,
    /// A plan of the reader's can no longer be played.
    PlanDropped {
        /// The planned turn.
        turn: String,
        /// Why not.
        why: Illegal,
    },
    /// The computer is switched off, and the game waits for it.
    HouseIsOff,
    /// None of the reader's plans matched what was played.
    PlansDropped,
    /// The opponent plays in Discord, where others can see the game.
    SeenInDiscord {
        /// Who.
        who: String,
    },
    /// A draw is offered.
    DrawOffered {
        /// By whom.
        by: String,
    },
    /// Neither side can take anything from the other any more.
    Settled {
        /// What each has left.
        count: Count,
        /// Whether that decides the game, so that a claim ends it.
        decided: bool,
    },
    /// The player to move is away.
    Away {
        /// Who.
        who: String,
        /// Until when.
        until: Timestamp,
    },
    /// The reader wrote that something is taken or flipped, and the one turn that fits does neither.
    TakesNothing {
        /// The turn.
        turn: String,
    },
    /// Words above the reader's turn went to nobody; a yes sends them.
    NotSent(Unsent),
    /// A question asked along with it, answered with `yes` or `no`.
    Question(Ask),
    /// Something settled besides the turn being told.
    Beside(Preface),
    /// An earlier version's words.
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
        /// The side that resigned, or ran out of time.
        loser: Option<Side>,
        /// The number of the turn.
        turn: u32,
    },
    /// An earlier version's words.
    #[serde(untagged)]
    Written(String),
}

/// What was counted at the end, of White's and of Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tally {
    /// Stones on the board.
    Stones([u32; 2]),
    /// Turns that each could still play.
    TurnsLeft([Bounds; 2]),
}

/// Reads prefaces: a list, or an earlier version's single text or none.
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
