//! About players: names, settings, ways in, privacy.

use serde::{Deserialize, Serialize};

use crate::command::Transport;
use crate::game::GameNumber;
use crate::store::Mode;

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The reader has another name.
    Renamed {
        /// The name.
        name: String,
        /// Whether an operator gave it to them.
        by_operator: bool,
    },
    /// How the reader wants things.
    Settings {
        /// Whether they just changed something.
        changed: bool,
        /// The settings.
        now: Box<Settings>,
    },
    /// The code that joins another account to the reader's.
    LinkCode {
        /// Whom it makes playable from there.
        name: String,
        /// The code; not there while this is stored.
        code: Option<String>,
    },
    /// A code was used, replaced, or is too old.
    CodeIsGone,
    /// The accounts to be joined are the same player's already.
    AlreadyYou,
    /// The reader lets a change of their ways in stand.
    ChangeStands,
    /// Nothing was removed.
    NothingUnlinked,
    /// A way in was removed, and the reader has no say in it.
    Unlinked {
        /// What it was.
        way: Transport,
        /// Whose.
        name: String,
        /// Whether it is the one that the reader reads this by.
        here: bool,
    },
    /// A change of the reader's ways in was undone.
    ChangeUndone {
        /// What had joined or left.
        way: Transport,
        /// Whose ways in they are.
        name: String,
        /// Whether it is there again.
        joined: bool,
    },
    /// A change can't be undone any more.
    TooLateToUndo,
    /// Somebody asked by another way to delete the reader.
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
    /// The reader blocks somebody, or does so no longer.
    Blocked {
        /// Whom.
        name: String,
        /// Whether they do.
        on: bool,
    },
    /// All that is stored about the reader.
    Everything {
        /// Lines of JSON.
        json: Vec<String>,
    },
    /// What stood here was the reader's alone, and was shown.
    ShownOnce,
    /// Mail to the reader comes back.
    MailComesBack,
}

/// How a player wants things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Their name.
    pub name: String,
    /// When notices are sent.
    pub mode: Mode,
    /// By what.
    pub by: Reached,
    /// Whether that is so because they last wrote by it.
    pub by_last: bool,
    /// Whether mailed turns get a receipt.
    pub receipts: bool,
    /// Reminders so many hours before time runs out.
    pub reminders: Vec<u32>,
    /// The time zone.
    pub zone: String,
    /// The theme of pictures.
    pub theme: String,
    /// Whether boards are turned to their side.
    pub my_side: bool,
    /// Their addresses, with the numbers that `unlink` takes.
    pub addresses: Vec<(usize, String, Flow)>,
    /// Whether a Discord account is theirs.
    pub discord: bool,
    /// The names of those whom they block.
    pub blocked: Vec<String>,
}

/// By what a player is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reached {
    /// By mail.
    Mail,
    /// In Discord.
    Discord,
    /// At the console.
    Console,
    /// By nothing, as mail is stopped.
    Nothing,
}

/// Whether mail flows to an address.
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
    /// Whether it is right that the reader just became a player.
    YouJoined {
        /// The player.
        name: String,
    },
    /// Whether it is right that another way in joined the reader's.
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
        /// Whether it is the one that the reader reads this by.
        here: bool,
    },
    /// Whether a way in is to be removed.
    Unlink {
        /// What it is.
        way: Transport,
        /// The reader's own address, where it is another one than they write from.
        address: Option<String>,
        /// Whose it is.
        name: String,
        /// Whether it is the one that the reader reads this by.
        here: bool,
    },
    /// Whether games are to be resigned, now that the reader gets no more mail.
    ResignAll {
        /// The games.
        games: Vec<GameNumber>,
    },
    /// Whether the reader is to be deleted.
    Delete {
        /// Their name.
        name: String,
        /// How many games they have running.
        running: usize,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// That can't be a name.
    BadName(BadName),
    /// Somebody has that name, or one that looks like it.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The reader changed their name too often today.
    TooManyNames {
        /// How often they may.
        most: u32,
    },
    /// A day has no such minute.
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
    /// The reader isn't known by that transport.
    NotKnownThere,
    /// There is no other player of that name.
    NobodyElse {
        /// The name.
        called: String,
    },
    /// The reader's data were sent too often today.
    TooManyExports {
        /// How often they may be.
        most: u32,
    },
    /// Too many link codes were tried.
    TooManyCodes,
    /// That link code works not, or no more.
    NoSuchCode,
    /// Two who played each other can't become one.
    HaveMet,
    /// A player has one Discord account.
    OtherDiscordLinked,
    /// The last way in can't be removed.
    OnlyWayIn,
    /// It isn't clear which way in is to be removed.
    UnlinkWhich,
    /// A way in that is new may not do what older ones can't undo.
    TooFresh {
        /// By what it can be done.
        older: Transport,
    },
    /// What was removed has become somebody else.
    CannotReturn,
    /// The same was asked too often today.
    AskedEnough {
        /// How often it may be.
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
    /// It has a character that names don't have.
    Character(char),
    /// It could be taken for a number.
    NoLetter,
    /// It could be a phone number.
    Digits {
        /// The most it may have.
        most: usize,
    },
    /// Its letters are of several scripts.
    Scripts,
    /// It means something else, or looks as if it did.
    Reserved(String),
}
