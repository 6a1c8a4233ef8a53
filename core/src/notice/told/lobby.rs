//! About challenges and invitations.

use serde::{Deserialize, Serialize};

use super::views::ChallengeRow;
use crate::address::NoMailbox;
use crate::event::EventNumber;
use crate::game::GameNumber;
use crate::notice::Terms;
use crate::rules::SetupError;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader's challenge is open to anyone.
    Open {
        /// Its number.
        number: GameNumber,
        /// After how many days it expires.
        days: u32,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
        /// Whether the house would play instead.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        house: bool,
    },
    /// The reader's challenge has been sent.
    Sent {
        /// Its number.
        number: GameNumber,
        /// To whom.
        to: Recipient,
        /// Whether the reader's own words were left out.
        without_words: bool,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
    /// No invitation was sent.
    NotInvited(Bound),
    /// The reader declined a challenge.
    Declined {
        /// Its number.
        number: GameNumber,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
    /// The reader's challenge was declined.
    WasDeclined {
        /// Its number.
        number: GameNumber,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
        /// Who declined it, if it was for a player.
        #[serde(default)]
        by: Option<String>,
        /// What they say to it.
        #[serde(default)]
        words: Option<String>,
    },
    /// A challenge was withdrawn.
    Withdrawn {
        /// Its number.
        number: GameNumber,
        /// By whom; `None` in the notice to that player.
        by: Option<String>,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        terms: Option<Terms>,
    },
    /// What became of a challenge, in place of it where it was posted for all to see.
    Over {
        /// Its number.
        number: GameNumber,
        /// The game's title.
        title: String,
        /// Who made it.
        challenger: String,
        /// How it ended.
        how: Closed,
        /// Who declined it.
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
        /// Whether they can be reached at present.
        reached: bool,
    },
    /// Somebody at a mail address, about whom nothing is revealed.
    Address,
}

/// Which limit on invitations by mail was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bound {
    /// The reader's own.
    OfOne {
        /// How many a day.
        most: u32,
    },
    /// That of the reader's domain.
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
        /// The limit.
        most: usize,
    },
    /// Too many of the reader's challenges came to nothing today.
    TooManyToday {
        /// The limit.
        most: u32,
    },
    /// The reader has too many open challenges to that player.
    TooManyOpenTo {
        /// The limit.
        most: usize,
    },
    /// The reader challenged that player too often today.
    TooManyTo {
        /// The limit.
        most: u32,
    },
    /// That player was challenged too often today, by everybody together.
    ChallengedTooOften,
    /// The reader can't play themselves.
    Yourself,
    /// There is no such player.
    Nobody {
        /// The name that was given.
        called: String,
        /// Similar names.
        like: Vec<String>,
    },
    /// The computer player can't be challenged here.
    NoHouse,
    /// Games with the computer are never rated.
    HouseIsUnrated,
    /// The reader has as many games as they want at a time.
    EnoughGames {
        /// How many.
        most: u32,
    },
    /// The reader plays the computer in too many games.
    HouseGames {
        /// The limit.
        most: usize,
    },
    /// The reader began too many games with the computer today.
    HouseToday {
        /// The limit.
        most: u32,
    },
    /// The reader has no open challenge that the computer could take on.
    NoneForHouse,
    /// They have several.
    HouseWhich {
        /// Their numbers.
        numbers: Vec<GameNumber>,
    },
    /// Not a mail address.
    NoAddress(NoMailbox),
    /// The person mentioned is unknown to us and not present.
    MentionedElsewhere,
    /// There is no such challenge, or it is none of the reader's business; which of the two is not revealed.
    NotForYou {
        /// Its number.
        number: GameNumber,
    },
    /// One person can't decline for everybody.
    OpenToAll {
        /// The challenge.
        number: GameNumber,
    },
    /// The reader can't accept their own challenge.
    YourOwn {
        /// The challenge.
        number: GameNumber,
    },
    /// It can no longer be answered.
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
    /// There is no challenge to withdraw.
    WithdrawWhich,
    /// There is none, but the reader hosts these.
    CancelWhichEvent {
        /// The events that haven't begun.
        numbers: Vec<EventNumber>,
    },
    /// The same, where the reader has several.
    WithdrawOneOf {
        /// The challenges.
        challenges: Vec<ChallengeRow>,
    },
    /// No challenge waits for the reader.
    NoneWaits,
    /// Several challenges wait for the reader.
    AcceptWhich {
        /// Their numbers.
        numbers: Vec<GameNumber>,
        /// The challenges.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        challenges: Vec<ChallengeRow>,
    },
    /// Which game to play again is unclear.
    RematchWhich,
    /// It is too early for a rematch.
    StillRunning {
        /// The game.
        number: GameNumber,
    },
    /// The opponent has been forgotten.
    NoLongerHere,
}

/// What became of a closed challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Closed {
    /// It became a game.
    Accepted,
    /// It was declined.
    Declined,
    /// Its challenger withdrew it.
    Withdrawn,
    /// Nobody answered it.
    Expired,
}
