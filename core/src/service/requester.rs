//! Who is asking: by which transport, how far they are trusted, and what they reply to.

use crate::command::Transport;
use crate::comment;
use crate::game::{Game, GameNumber, Means};
use crate::request::{Called, Venue};
use crate::store::{AddressRow, Player, Reach, Table};
use crate::token::Subject;

/// The sender of a request, as far as known.
#[derive(Clone, Debug)]
pub(super) struct Requester {
    pub via: Via,
    pub player: Option<Player>,
    /// The address that a mail came from.
    pub address: Option<AddressRow>,
    pub discord: Option<u64>,
    pub display: Option<String>,
    /// How Discord calls them, and those whom they mention.
    pub called: Vec<Called>,
    pub offset: Option<i16>,
    /// Where in Discord they wrote.
    pub place: Option<Venue>,
    pub level: Level,
    /// What our secret was about, if it came from its own address but had ended.
    pub ended: Option<Subject>,
    /// Whether they have just answered a mail asking whether it was them.
    pub confirmed: bool,
    pub about: About,
    /// Their words for the opponent, until a turn or question takes them along.
    pub comment: Option<String>,
    /// Their words that go to nobody unless they say so.
    pub unsent: Option<String>,
    /// Whether the player was asked anything that is still open when they wrote.
    pub asked: bool,
    /// How the player is reached, as it was when they wrote.
    pub reach: Reach,
    /// The game that is answered, as it was read along with its sender: for the first command alone, since each may change
    /// anything.
    pub at_hand: Option<Box<(Game, Table)>>,
}

impl Requester {
    /// Somebody who is known, and of whom nothing else is.
    pub const fn plain(via: Via, player: Player, about: About) -> Requester {
        Requester {
            via,
            player: Some(player),
            address: None,
            discord: None,
            display: None,
            called: Vec::new(),
            offset: None,
            place: None,
            level: Level::Full,
            ended: None,
            confirmed: false,
            about,
            comment: None,
            unsent: None,
            asked: false,
            reach: Reach { discord: None, addresses: Vec::new() },
            at_hand: None,
        }
    }

    /// How Discord calls that user, as far as the request tells.
    pub fn called(&self, user: u64) -> Option<&Called> {
        self.called.iter().find(|called| called.user == user)
    }

    /// Puts words that were kept for the opponent in front of those of this message.
    pub fn add_words(&mut self, kept: Option<String>) {
        let own = self.comment.take();
        // Words without an end would run into the next ones.
        let ends = |words: &String| own.is_none() || !words.ends_with(char::is_alphanumeric);
        let kept = kept.map(|words| if ends(&words) { words } else { words + "." });
        let all: Vec<String> = [kept, own].into_iter().flatten().collect();
        self.comment = comment::clean(&all.join(" "));
    }

    /// What we know their name by: the name shown with what they wrote, and their username.
    pub fn known_as(&self) -> (Option<&str>, Option<&str>) {
        let called = self.discord.and_then(|user| self.called(user));
        (self.display.as_deref(), called.map(|called| called.username.as_str()))
    }
}

impl Requester {
    /// Whether this is a reply to a mail of ours that is about nothing in particular; what was held before is none.
    pub fn replies(&self) -> bool {
        self.via == Via::Mail && !self.confirmed && (self.level == Level::Full || self.ended.is_some())
    }

    /// The Discord channel they wrote in.
    pub fn channel(&self) -> Option<u64> {
        self.place.map(|venue| venue.channel)
    }
}

/// The transport a request came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Mail,
    Discord,
    /// A page, by its secret.
    Page,
    Console,
    /// The computer, which nobody answers.
    House,
}

/// How far a requester is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Nothing vouches for them.
    Unproven,
    /// Their domain's signature does: enough for everything that doesn't need a token.
    Signed,
    /// A token or the transport does.
    Full,
}

/// What a request replies to, as far as its context tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum About {
    Nothing,
    Game {
        number: GameNumber,
        revision: Option<i64>,
    },
    /// A question, and the board it was asked on: a turn in reply is meant for that board.
    Question {
        id: i64,
        game: Option<(GameNumber, i64)>,
    },
    Digest(Vec<(GameNumber, i64)>),
    /// The games of the place where it was said.
    Table(Vec<GameNumber>),
}

impl About {
    /// The one game being answered, and the revision of its board if known.
    pub const fn game(&self) -> Option<(GameNumber, Option<i64>)> {
        match *self {
            About::Game { number, revision } => Some((number, revision)),
            About::Question { game: Some((number, revision)), .. } => Some((number, Some(revision))),
            About::Question { game: None, .. } | About::Digest(_) | About::Table(_) | About::Nothing => None,
        }
    }
}

impl Via {
    pub const fn means(self) -> Means {
        match self {
            Via::Mail => Means::Mail,
            Via::Discord => Means::Discord,
            Via::Page => Means::Page,
            Via::Console => Means::Console,
            Via::House => Means::House,
        }
    }

    pub const fn transport(self) -> Option<Transport> {
        match self {
            Via::Mail => Some(Transport::Mail),
            Via::Discord => Some(Transport::Discord),
            // Whoever plays there is still reached as before.
            Via::Page | Via::Console | Via::House => None,
        }
    }
}
