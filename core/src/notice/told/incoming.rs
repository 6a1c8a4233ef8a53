//! About a message before any room acts on it.

use serde::{Deserialize, Serialize};

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::Terms;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// Somebody answered the reader's mail from another address.
    FromElsewhere {
        /// How to play from there, if the reader is a player.
        link: Option<LinkElsewhere>,
    },
    /// What was held for confirmation is dropped.
    Dropped,
    /// A question was answered too late.
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
    /// The same question was asked too often to be a person's.
    AskedAgain {
        /// The most answers to it in an hour.
        an_hour: u32,
    },
    /// No more refusals are sent for now.
    RefusedEnough,
    /// No more words without a command are answered for now.
    WordsEnough,
    /// The reader's mails wait: there were more than are handled in an hour.
    MailsWait {
        /// How many are handled in an hour.
        an_hour: u32,
        /// When the next ones are.
        until: Timestamp,
    },
    /// A stranger's mail contains no command.
    NoCommand,
    /// The same, where words name a turn.
    NoTurnHere,
    /// Words in reply to a finished game were passed on to nobody.
    NotSentOn {
        /// The game.
        number: GameNumber,
        /// Whom they may have been meant for.
        opponent: String,
    },
}

/// An offer to link the address somebody wrote from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkElsewhere {
    /// The code; missing while this is stored.
    pub code: Option<String>,
    /// Whether the commands are run once it is linked.
    pub then_done: bool,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Again whether it was them: their answer was neither yes nor no.
    WasItYou,
    /// The same, and what it is about.
    WasItYouFor {
        /// What was requested.
        asked: Vec<Asked>,
    },
    /// Whether they meant the command that their words seem to wish for.
    Meant {
        /// The command's word.
        command: String,
        /// The words that go with it.
        #[serde(default)]
        comment: Option<String>,
    },
    /// Whether words without a command shall go to the opponent.
    Send {
        /// The words, and whom they would go to.
        unsent: Unsent,
        /// The game, if it is over.
        over: Option<GameNumber>,
        /// Whether it is the opponent's turn.
        theirs: bool,
    },
}

/// Words that went to nobody; a yes sends them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent {
    /// Whom they may be meant for.
    pub opponent: String,
    /// The words.
    pub words: String,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// The operator has suspended the account.
    Suspended,
    /// A page can't do that.
    NotOnPage,
    /// Too many confirmations are unanswered.
    TooManyQuestions,
    /// A reply to a challenge is neither yes nor no.
    NoAnswer,
    /// The same, from somebody who was invited and may not know what this is.
    NoAnswerYet {
        /// Who invites them.
        by: String,
        /// To what.
        terms: Terms,
    },
    /// Words without a command.
    OnlyWords,
    /// The same in reply to a game of theirs.
    WordsInGame {
        /// Whom they play.
        opponent: String,
        /// Whether it is the opponent's turn.
        theirs: bool,
    },
    /// Words in reply to a question that is open, and no clear answer to it.
    NoClearAnswer,
    /// Words without a command that sound like the wish for one.
    DidYouMean {
        /// The command's word.
        command: String,
    },
    /// Words without a command from somebody who is to move.
    HowToMove {
        /// How a turn is written there.
        pattern: String,
        /// A turn that could be played.
        example: Option<String>,
        /// The words, if a yes sends them.
        #[serde(default)]
        unsent: Option<Unsent>,
        /// Whom `say` would tell something, where no yes does.
        #[serde(default)]
        opponent: Option<String>,
    },
    /// Words that name the places of several turns.
    Nearly {
        /// The turns.
        turns: Vec<String>,
    },
    /// Words in reply to a challenge that name the places of a first turn.
    NearlyAccepted {
        /// The turn.
        turn: String,
    },
    /// Several turns for one game.
    SeveralTurns {
        /// Whether they came by mail.
        by_mail: bool,
        /// The game, if known.
        number: Option<GameNumber>,
        /// The turns, as displayed.
        turns: Vec<String>,
        /// The game's current turn, if they reply to an older board.
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
    /// Say which, and for which game.
    SayWhichGame,
    /// Wait: it is the opponent's turn.
    Wait {
        /// Whose.
        opponent: String,
    },
}

/// What happened to the rest of a message with several turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rest {
    /// It was not acted on.
    Undone,
    /// Only turns in other games were played.
    OtherGames,
}

/// What was requested, in our words only: a confirmation may go to an address that never wrote to us, and must not
/// carry a stranger's message there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// A new game.
    New {
        /// Its title, if there is such a game.
        game: Option<String>,
        /// Against whom.
        against: Against,
    },
    /// A guest's game, to go on by mail.
    TakeAlong {
        /// The game.
        title: String,
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
    /// To link the address to the account that gave a code.
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
    /// To enter, host or leave an event.
    Event,
    /// To watch a game.
    Watch,
    /// Some information.
    Information,
    /// An earlier version's words.
    #[serde(untagged)]
    Words(String),
}

/// Whom a new game was requested against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Against {
    /// Anyone.
    Anyone,
    /// Somebody invited by mail.
    AFriend,
    /// A player.
    APlayer,
    /// The computer.
    House,
    /// The computer at this level.
    HouseAt(u8),
}
