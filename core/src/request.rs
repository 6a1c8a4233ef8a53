//! What the front ends hand to the service: somebody asks for something once, with some proof of who they are.

use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::command::fault::Fault;
use crate::game::GameNumber;

/// One message from somebody, read but not yet understood against the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who speaks.
    pub from: Sender,
    /// How well that is known.
    pub proof: Proof,
    /// What identifies this message for good: Message-ID, interaction id… The service scopes it by the sender.
    pub key: String,
    /// When we received it; clocks stop then.
    pub at: Timestamp,
    /// What it answers.
    pub context: Context,
    /// Where in Discord it was said, and a challenge made there is posted; `None` for a direct message and elsewhere.
    pub place: Option<Venue>,
    /// What it asks for, in order. A line that can't be read as a command but was meant as one is an `Err` here.
    pub commands: Vec<Result<Command, CommandError>>,
    /// The paragraph for the opponent.
    pub comment: Option<String>,
    /// What else there is to know about it.
    pub manner: Manner,
}

/// A channel in Discord where people talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Venue {
    /// The channel or thread.
    pub channel: u64,
    /// The server that it is in.
    pub server: Option<u64>,
    /// Whether the bot is at home there and can post by itself. A guest can only answer, so no game is played there.
    pub at_home: bool,
}

/// How a mail comes across: whether it may be answered though nobody knows its sender, and whether a machine wrote it.
/// Of an event in Discord, how the people in it are called there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What speaks for or against its From, where that proves nothing.
    pub credit: Credit,
    /// Whether its first line, or its Subject, is wholly a command that a stranger may give.
    pub asks: bool,
    /// Whether it is the first words to us of somebody who doesn't know how to ask yet, and nothing else.
    pub newcomer: bool,
    /// The letters of a text in which nothing was meant as a command: a machine writes the same ones again and again.
    pub prose: Option<String>,
    /// Its words that go to nobody by themselves: those above a command, or all.
    pub unsent: Option<String>,
    /// How Discord calls the sender and those whom they mention.
    pub called: Vec<Called>,
}

/// How Discord calls somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The user's id.
    pub user: u64,
    /// The name shown, which may be anything.
    pub display: String,
    /// The username, which is plain.
    pub username: String,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { credit: Credit::Unchecked, asks: true, newcomer: false, prose: None, unsent: None, called: Vec::new() }
    }
}

/// What speaks for or against an address in From. It is no proof: it only says whether writing there bothers the right
/// person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// SPF, DKIM or DMARC passes for it.
    Vouched,
    /// Nothing can be checked, and nothing contradicts it.
    Unchecked,
    /// It could be checked and nothing passed, or the envelope names somebody else.
    Contradicted,
}

/// Who speaks, as the transport names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// A mail's one From mailbox.
    Email {
        /// The address, as written.
        address: String,
        /// The display name, if any.
        display: Option<String>,
        /// Minutes east of UTC of its Date header.
        offset: Option<i16>,
    },
    /// The user of a Discord event.
    Discord {
        /// The user's id.
        user: u64,
        /// The name shown.
        display: String,
    },
    /// Somebody who has the secret of a page. The service checks it; it may do what the page does, and nothing else.
    Page {
        /// The secret.
        secret: String,
    },
    /// The operator's console, speaking as a player of that name.
    Console {
        /// The player's name; made on first use.
        name: String,
    },
}

/// How well the sender is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The transport vouches: a Discord event, the console.
    Transport,
    /// DMARC passes: enough for everything that doesn't require a token.
    Dmarc,
    /// Nothing vouches; a valid token in the context may.
    None,
    /// DMARC fails for a domain that asks to quarantine or reject: held for confirmation even with a token.
    Forged,
}

/// What a message answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Context {
    /// Nothing that we know.
    Fresh,
    /// The secret of a reply address or Message-ID of ours. The service checks it.
    Token(String),
    /// A Message-ID of ours without a valid token: context, never identity.
    Hint(GameNumber),
    /// A game, at a revision where the transport knows it (a board message, a thread, a button).
    Game {
        /// The game.
        number: GameNumber,
        /// Its revision when that board was shown, if known: older ones are stale for turns.
        revision: Option<i64>,
    },
    /// A place where several games run: one of these.
    Table(Vec<GameNumber>),
    /// A question that was asked, by its id (Discord buttons).
    Question(i64),
}

/// A line that was meant as a command and can't be read as one: what is wrong, and what is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    /// The line, cut to a sane length.
    pub line: String,
    /// What is wrong.
    pub why: Fault,
}
