//! Who is asking, by what, how far they are trusted, and what they answer.

use crate::command::Transport;
use crate::game::{GameNumber, Means};
use crate::store::{AddressRow, Player};
use crate::token::Subject;

/// Who is asking.
#[derive(Clone, Debug)]
pub(super) struct Requester {
    pub via: Via,
    pub player: Option<Player>,
    /// The address that a mail came from, or that the player has.
    pub address: Option<AddressRow>,
    pub discord: Option<u64>,
    pub display: Option<String>,
    pub offset: Option<i16>,
    /// The Discord channel it was said in.
    pub place: Option<u64>,
    pub level: Level,
    /// Our secret came from its own address, but after its end.
    pub ended: Option<Subject>,
    /// Whether they just answered a mail that asked whether it was them.
    pub confirmed: bool,
    pub about: About,
    /// What they wrote for the opponent, until somebody takes it along.
    pub comment: Option<String>,
}

/// By what a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Mail,
    Discord,
    Console,
}

/// How far a requester is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Nothing vouches for them.
    Unproven,
    /// Their domain does: enough for all but what wants a token.
    Signed,
    /// A token or the transport does.
    Full,
}

/// What a request is about, as far as its context tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    Nothing,
    Game {
        number: GameNumber,
        revision: Option<i64>,
    },
    /// A question, and the board that it was asked on: whoever answers with a turn means that one.
    Question {
        id: i64,
        game: Option<(GameNumber, i64)>,
    },
    Digest(Vec<(GameNumber, i64)>),
}

impl About {
    /// The one game that is answered, and the revision of its board where that is known.
    pub const fn game(&self) -> Option<(GameNumber, Option<i64>)> {
        match *self {
            About::Game { number, revision } => Some((number, revision)),
            About::Question { game: Some((number, revision)), .. } => Some((number, Some(revision))),
            About::Question { game: None, .. } | About::Digest(_) | About::Nothing => None,
        }
    }
}

impl Via {
    pub const fn means(self) -> Means {
        match self {
            Via::Mail => Means::Mail,
            Via::Discord => Means::Discord,
            Via::Console => Means::Console,
        }
    }

    pub const fn transport(self) -> Option<Transport> {
        match self {
            Via::Mail => Some(Transport::Mail),
            Via::Discord => Some(Transport::Discord),
            Via::Console => None,
        }
    }
}
