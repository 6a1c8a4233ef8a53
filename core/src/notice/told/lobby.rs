//! About challenges and invitations.

use serde::{Deserialize, Serialize};

use crate::address::NoMailbox;
use crate::game::GameNumber;
use crate::rules::SetupError;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader's challenge waits for anyone.
    Open {
        /// Its number.
        number: GameNumber,
        /// After how many days it ends.
        days: u32,
    },
    /// The reader's challenge is on its way.
    Sent {
        /// Its number.
        number: GameNumber,
        /// To whom.
        to: Recipient,
        /// Whether the reader's own words were left out of it.
        without_words: bool,
    },
    /// No invitation is sent.
    NotInvited(Bound),
    /// The reader declined a challenge.
    Declined {
        /// Its number.
        number: GameNumber,
    },
    /// The reader's challenge was declined.
    WasDeclined {
        /// Its number.
        number: GameNumber,
    },
    /// A challenge was withdrawn.
    Withdrawn {
        /// Its number.
        number: GameNumber,
        /// By whom; nobody is named to whoever did it.
        by: Option<String>,
    },
}

/// Whom a challenge is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recipient {
    /// A player.
    Player {
        /// Their name.
        name: String,
        /// Whether anything reaches them at present.
        reached: bool,
    },
    /// Somebody at a mail address, of whom nothing is told.
    Address,
}

/// Which bound on invitations by mail is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bound {
    /// The reader's own.
    OfOne {
        /// How many a day they are.
        most: u32,
    },
    /// That of the domain that the reader writes from.
    OfDomain,
    /// The server's.
    OfAll,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// There is no such game, variant or option.
    Setup(SetupError),
    /// The reader has too many open challenges.
    TooManyOpen {
        /// How many they may be.
        most: usize,
    },
    /// Too many challenges of the reader's came to nothing today.
    TooManyToday {
        /// How many they may be.
        most: u32,
    },
    /// The reader has too many open challenges to that player.
    TooManyOpenTo {
        /// How many they may be.
        most: usize,
    },
    /// The reader challenged that player too often today.
    TooManyTo {
        /// How often they may.
        most: u32,
    },
    /// Everybody together challenged that player too often today.
    ChallengedTooOften,
    /// Nobody plays themselves.
    Yourself,
    /// There is no such player.
    Nobody {
        /// The name that was given.
        called: String,
        /// Names that are like it.
        like: Vec<String>,
    },
    /// That is no mail address.
    NoAddress(NoMailbox),
    /// Whoever is mentioned isn't known, and not there.
    MentionedElsewhere,
    /// There is no such challenge, or it is none of the reader's business: which of these is not told.
    NotForYou {
        /// Its number.
        number: GameNumber,
    },
    /// One person can't decline for everybody.
    OpenToAll {
        /// The challenge.
        number: GameNumber,
    },
    /// Nobody accepts their own.
    YourOwn {
        /// The challenge.
        number: GameNumber,
    },
    /// It can't be answered any more.
    Closed {
        /// The challenge.
        number: GameNumber,
        /// What became of it.
        how: Closed,
    },
    /// The reader has no such challenge to withdraw.
    NoneOfYours {
        /// The number.
        number: GameNumber,
    },
    /// It isn't clear which challenge is to be withdrawn.
    WithdrawWhich,
    /// Nobody challenges the reader.
    NoneWaits,
    /// Several challenges wait for the reader.
    AcceptWhich {
        /// Their numbers.
        numbers: Vec<GameNumber>,
    },
    /// It isn't clear which game is to be played again.
    RematchWhich,
    /// It is too early for a rematch.
    StillRunning {
        /// The game.
        number: GameNumber,
    },
    /// The opponent was forgotten.
    NoLongerHere,
}

/// What became of a challenge that is open no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Closed {
    /// It is a game.
    Accepted,
    /// It was declined.
    Declined,
    /// Its challenger withdrew it.
    Withdrawn,
    /// Nobody answered it.
    Expired,
}
