//! What happens in a game, one entry each: turns, spurs, forfeits, take-backs, offers and the end. Together they form
//! its record.

use crate::clock::moment::Timestamp;
use crate::rules::{Margin, Outcome, Reason, Side};

/// One entry of a game's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The revision it created.
    pub number: i64,
    /// What it is.
    pub kind: EntryKind,
    /// Who did it; `None` if the server did.
    pub side: Option<Side>,
    /// The number of the turn it is, or refers to.
    pub turn: u32,
    /// For a turn, its canonical text; for a take-back, how many turns; for an end, why.
    pub text: String,
    /// Identifies the position after it, where repetition counts.
    pub hash: Option<i64>,
    /// When.
    pub at: Timestamp,
    /// Seconds of clock time it took.
    pub spent: i64,
    /// The time left before it.
    pub left_before: Option<i64>,
    /// How it came in.
    pub via: Means,
    /// Whether it was taken back.
    pub undone: bool,
}

/// The kinds of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A turn.
    Turn,
    /// A spur: the player to move stays the same.
    Spur,
    /// A turn forfeited by customs.
    Forfeit,
    /// A turn was taken back.
    Undo,
    /// A draw was offered.
    DrawOffer,
    /// An offer was declined or withdrawn.
    DrawDeclined,
    /// A take-back was requested.
    UndoRequest,
    /// A take-back was refused.
    UndoDeclined,
    /// The game ended other than by a turn.
    End,
    /// An operator stepped in.
    Operator,
}

/// How something came into a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Means {
    /// A mail.
    Mail,
    /// Discord.
    Discord,
    /// A page.
    Page,
    /// The console.
    Console,
    /// A planned turn.
    Plan,
    /// The computer.
    House,
    /// The server itself: time ran out, or the operator stepped in.
    Server,
    /// A record of a game that was played elsewhere.
    Import,
}

/// What a method did to a game: the entry to store, and what follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What happened.
    pub entry: Entry,
    /// The entries it takes back.
    pub undone: Vec<i64>,
    /// The result by the rules, if this ended the game.
    pub outcome: Option<Outcome>,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// Who won; `None` in a draw or an aborted game.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// By how much.
    pub margin: Option<Margin>,
    /// Whether it counts for nothing.
    pub aborted: bool,
}

impl EntryKind {
    const ALL: [(EntryKind, &'static str); 10] = [
        (EntryKind::Turn, "turn"),
        (EntryKind::Spur, "spur"),
        (EntryKind::Forfeit, "forfeit"),
        (EntryKind::Undo, "undo"),
        (EntryKind::DrawOffer, "draw-offer"),
        (EntryKind::DrawDeclined, "draw-declined"),
        (EntryKind::UndoRequest, "undo-request"),
        (EntryKind::UndoDeclined, "undo-declined"),
        (EntryKind::End, "end"),
        (EntryKind::Operator, "operator"),
    ];

    /// Its word in the record.
    pub fn word(self) -> &'static str {
        EntryKind::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    /// The kind with that word.
    pub fn named(word: &str) -> Option<EntryKind> {
        EntryKind::ALL.iter().find(|(_, known)| *known == word).map(|(kind, _)| *kind)
    }

    /// Whether it changes the position.
    pub const fn moves(self) -> bool {
        matches!(self, EntryKind::Turn | EntryKind::Spur | EntryKind::Forfeit)
    }
}

impl Means {
    const ALL: [(Means, &'static str); 8] = [
        (Means::Mail, "mail"),
        (Means::Discord, "discord"),
        (Means::Page, "page"),
        (Means::Console, "console"),
        (Means::Plan, "plan"),
        (Means::House, "house"),
        (Means::Server, "server"),
        (Means::Import, "import"),
    ];

    /// Its word in the record.
    pub fn word(self) -> &'static str {
        Means::ALL.iter().find(|(means, _)| *means == self).map_or("", |(_, word)| word)
    }

    /// The means with that word.
    pub fn named(word: &str) -> Option<Means> {
        Means::ALL.iter().find(|(_, known)| *known == word).map(|(means, _)| *means)
    }
}
