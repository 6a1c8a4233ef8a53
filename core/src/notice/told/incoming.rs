//! About what becomes of a message before any room does what it asks for.

use serde::{Deserialize, Serialize};

use crate::game::GameNumber;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// Somebody answered the reader's mail from another address.
    FromElsewhere {
        /// How to play from there, where the reader is a player.
        link: Option<LinkElsewhere>,
    },
    /// What was held for a confirmation is dropped.
    Dropped,
    /// A question was answered after its time.
    TooLate,
    /// Nothing more is shown for now.
    ShownEnough {
        /// The most answers to one mail.
        a_mail: usize,
        /// In an hour.
        an_hour: u32,
        /// In a day.
        a_day: u32,
    },
    /// A stranger's mail asks for nothing.
    NoCommand,
    /// Words in answer to the end of a game went to nobody.
    NotSentOn {
        /// The game.
        number: GameNumber,
        /// For whom they may have been.
        opponent: String,
    },
}

/// An offer to join the address that somebody wrote from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkElsewhere {
    /// The code; not there while this is stored.
    pub code: Option<String>,
    /// Whether what was asked for is done once it joined.
    pub then_done: bool,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Once more whether it was them: what they answered is neither yes nor no.
    WasItYou,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The operator has suspended the account.
    Suspended,
    /// Enough confirmations wait for an answer.
    TooManyQuestions,
    /// An answer to a challenge is neither yes nor no.
    NoAnswer,
    /// Words without a command.
    OnlyWords,
    /// Several turns for one game.
    SeveralTurns {
        /// Whether they came by mail.
        by_mail: bool,
        /// The game, where that is known.
        number: Option<GameNumber>,
        /// The turns, as they are shown.
        turns: Vec<String>,
        /// The turn that the game is at, if they answer an older board.
        since_then: Option<u32>,
        /// What to do now.
        remedy: Remedy,
        /// What became of the rest of the message, if there was more.
        rest: Option<Rest>,
    },
}

/// What to do after a message with several turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remedy {
    /// Say which.
    SayWhich,
    /// Say which, and for what game.
    SayWhichGame,
    /// Wait: it is somebody's turn.
    Wait {
        /// Whose.
        opponent: String,
    },
}

/// What became of the rest of a message with several turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rest {
    /// It was not done.
    Undone,
    /// Only turns in other games were played.
    OtherGames,
}

/// What was asked for. It holds no text of the sender's: a confirmation goes to an address that may not have written,
/// and must not carry anybody's message there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// A new game.
    New {
        /// Its title, if there is such a game.
        game: Option<String>,
        /// Against whom.
        against: Against,
    },
    /// To play a turn.
    Turn,
    /// To accept a challenge.
    Accept,
    /// To decline one.
    Decline,
    /// To withdraw one.
    Cancel,
    /// To play again.
    Rematch,
    /// To resign.
    Resign,
    /// A draw.
    Draw,
    /// To take a turn back.
    Undo,
    /// To have a position counted.
    Claim,
    /// To say something to an opponent.
    Say,
    /// To plan turns.
    Plan,
    /// A private note.
    Note,
    /// Another name.
    Name,
    /// To see or change settings.
    Settings,
    /// A vacation.
    Away,
    /// To join the address to the account that gave a code.
    Join,
    /// To link or unlink an account.
    Link,
    /// No more mail.
    Stop,
    /// Mail again.
    Start,
    /// To block or unblock a player.
    Block,
    /// Everything that is stored.
    Export,
    /// To be deleted.
    Forget,
    /// To watch a game.
    Watch,
    /// Some information.
    Information,
    /// In words.
    #[serde(untagged)]
    Words(String),
}

/// Against whom a new game was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Against {
    /// Anyone.
    Anyone,
    /// Somebody who is invited by mail.
    AFriend,
    /// A player.
    APlayer,
}
