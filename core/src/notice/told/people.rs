//! About players: names, settings, ways in, privacy.

use serde::{Deserialize, Serialize};

use crate::command::Transport;
use crate::game::GameNumber;
use crate::store::Mode;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader has a new name.
    Renamed {
        /// The name.
        name: String,
        /// Whether an operator gave it to them.
        by_operator: bool,
    },
    /// The reader's settings.
    Settings {
        /// Whether they just changed something.
        changed: bool,
        /// The settings.
        now: Box<Settings>,
    },
    /// The code that links another account to the reader's.
    LinkCode {
        /// The player it gives access to.
        name: String,
        /// The code; missing while this is stored.
        code: Option<String>,
    },
    /// A code was used, replaced, or has expired.
    CodeIsGone,
    /// The accounts to be linked already belong to the same player.
    AlreadyYou,
    /// The reader lets a change to their ways in stand.
    ChangeStands,
    /// Nothing was removed.
    NothingUnlinked,
    /// A way in was removed, and the reader has no say in it.
    Unlinked {
        /// What it was.
        way: Transport,
        /// Whose.
        name: String,
        /// Whether it is the one the reader reads this on.
        here: bool,
    },
    /// A change to the reader's ways in was undone.
    ChangeUndone {
        /// What had been linked or removed.
        way: Transport,
        /// Whose it was.
        name: String,
        /// Whether it is linked again.
        joined: bool,
    },
    /// A change can no longer be undone.
    TooLateToUndo,
    /// Somebody asked, from another way in, to delete the reader.
    DeletionAsked {
        /// The reader's name.
        name: String,
    },
    /// The reader is deleted.
    Deleted,
    /// The reader gets no more mail.
    Stopped,
    /// The reader gets mail again.
    Started,
    /// The reader blocks somebody, or no longer does.
    Blocked {
        /// Whom.
        name: String,
        /// Whether they do.
        on: bool,
    },
    /// Everything stored about the reader.
    Everything {
        /// Lines of JSON.
        json: Vec<String>,
    },
    /// What stood here was for the reader alone, and has been shown.
    ShownOnce,
    /// Mail to the reader comes back.
    MailComesBack,
}

/// A player's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Their name.
    pub name: String,
    /// When notices are sent.
    pub mode: Mode,
    /// How they are reached.
    pub by: Reached,
    /// Whether that is because they last used it.
    pub by_last: bool,
    /// Whether mailed turns get a receipt.
    pub receipts: bool,
    /// Whether others may look at their games.
    #[serde(default = "public")]
    pub public: bool,
    /// How many hours before time runs out to remind them.
    pub reminders: Vec<u32>,
    /// The time zone.
    pub zone: String,
    /// The theme of pictures.
    pub theme: String,
    /// Whether boards are turned to their side.
    pub my_side: bool,
    /// Whether a turn that they pick is asked about first.
    #[serde(default)]
    pub confirm: bool,
    /// Whether they are sent the addresses of pages, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_links: Option<bool>,
    /// How many games they want at most at a time.
    #[serde(default)]
    pub most_games: Option<u32>,
    /// Whether they want news of events between the rounds.
    #[serde(default = "public")]
    pub news: bool,
    /// Their addresses, with the numbers that `unlink` takes.
    pub addresses: Vec<(usize, String, Flow)>,
    /// Whether they have linked a Discord account.
    pub discord: bool,
    /// The names of the players they block.
    pub blocked: Vec<String>,
}

/// What everybody was before it could be set.
const fn public() -> bool {
    true
}

/// How a player is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reached {
    /// By mail.
    Mail,
    /// In Discord.
    Discord,
    /// At the console.
    Console,
    /// Not at all, since mail is stopped.
    Nothing,
}

/// Whether mail goes to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flow {
    /// It does.
    Open,
    /// Its owner stopped it.
    Stopped,
    /// It came back.
    CameBack,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Whether it is right that the reader was just linked to a player.
    YouJoined {
        /// The player.
        name: String,
    },
    /// Whether it is right that another way in was linked to the reader's.
    Joined {
        /// What it is.
        way: Transport,
        /// Whose it is now.
        name: String,
    },
    /// Whether it is right that a way in was removed.
    Left {
        /// What it was.
        way: Transport,
        /// Whose.
        name: String,
        /// Whether it is the one the reader reads this on.
        here: bool,
    },
    /// Whether to remove a way in.
    Unlink {
        /// What it is.
        way: Transport,
        /// The reader's own address, if not the one they write from.
        address: Option<String>,
        /// Whose it is.
        name: String,
        /// Whether it is the one the reader reads this on.
        here: bool,
    },
    /// Whether to resign all games, now that the reader gets no more mail.
    ResignAll {
        /// The games.
        games: Vec<GameNumber>,
        /// The events they are in.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        events: Vec<crate::notice::told::events::Heading>,
    },
    /// Whether to delete the reader.
    Delete {
        /// Their name.
        name: String,
        /// How many running games they have.
        running: usize,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// Not a valid name.
    BadName(BadName),
    /// Somebody has that name, or one that looks like it.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The reader changed their name too often today.
    TooManyNames {
        /// The limit.
        most: u32,
    },
    /// Not a time of day.
    NoTimeOfDay,
    /// There is no such theme.
    NoTheme {
        /// What was asked for.
        theme: String,
    },
    /// There is no such time zone.
    NoZone {
        /// What was asked for.
        zone: String,
    },
    /// The reader has no such transport.
    NotKnownThere,
    /// There is no other player of that name.
    NobodyElse {
        /// The name.
        called: String,
    },
    /// The reader's data was exported too often today.
    TooManyExports {
        /// The limit.
        most: u32,
    },
    /// Too many link codes were tried.
    TooManyCodes,
    /// That link code doesn't work, or no longer does.
    NoSuchCode,
    /// Players who have played each other can't be merged.
    HaveMet,
    /// A player can have only one Discord account.
    OtherDiscordLinked,
    /// The last way in can't be removed.
    OnlyWayIn,
    /// Which way in to remove is unclear.
    UnlinkWhich,
    /// A new way in may not do what older ones couldn't undo.
    TooFresh {
        /// Which way in can do it.
        older: Transport,
    },
    /// The removed way in has become somebody else's.
    CannotReturn,
    /// The same question was asked too often today.
    AskedEnough {
        /// The limit.
        most: u32,
    },
}

/// Why a text can't be a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BadName {
    /// It is too short or too long.
    Length {
        /// The fewest characters.
        least: usize,
        /// The most.
        most: usize,
    },
    /// It contains a character not allowed in names.
    Character(char),
    /// It could be mistaken for a number.
    NoLetter,
    /// It could be a phone number.
    Digits {
        /// The most it may have.
        most: usize,
    },
    /// It mixes letters of several scripts.
    Scripts,
    /// It has another meaning, or looks as if it had.
    Reserved(String),
}
