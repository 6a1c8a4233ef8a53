//! The commands of the text language, as plain data. Mail, Discord, the console and slash commands all
//! end up here; one table (see `command/table.rs`) gives the parser, the printer and the help.

use serde::{Deserialize, Serialize};

pub use self::day::Day;
use self::hint::Hint;
use crate::clock::ClockRule;
use crate::event::EventNumber;
use crate::game::GameNumber;
use crate::rules::Side;

mod answering;
mod arguments;
pub mod attempt;
pub mod beside;
pub mod courtesy;
mod day;
pub mod fault;
pub mod help;
pub mod hint;
mod hosting;
pub mod in_thread;
pub mod nearest;
mod new_game;
pub mod offering;
pub mod overheard;
pub mod own_turn;
pub mod parse;
mod places;
mod print;
mod questions;
mod sentence;
mod setting;
pub mod slash;
pub mod table;
mod taking;
#[cfg(test)]
mod tests;
mod topic;
pub mod turn_text;
mod which;
mod wishing;
mod words;

pub use places::places;
pub use setting::THEMES;
pub use topic::HelpTopic;

/// One thing that somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Open a challenge, or accept a matching open one.
    New(NewGame),
    /// Accept a challenge.
    Accept(Option<GameNumber>),
    /// Decline a challenge.
    Decline(Option<GameNumber>),
    /// Withdraw one's own challenge.
    Cancel(Option<GameNumber>),
    /// List the open challenges.
    Challenges,
    /// Challenge the same opponent again, colours swapped.
    Rematch(Option<GameNumber>),
    /// Play the house instead of waiting for somebody to accept one's own open challenge.
    House {
        /// Which challenge.
        game: Option<GameNumber>,
        /// At which level.
        level: Option<u8>,
    },

    /// Play a turn: also `place …`, `spur …` and `pass`, which are turn texts of some games.
    Turn {
        /// Which game, where the context doesn't tell.
        game: Option<GameNumber>,
        /// The number the turn must have: `#12`.
        guard: Option<u32>,
        /// The turn as typed; the rules read it.
        text: String,
    },
    /// A line that is a turn with words behind it if the position says so, and prose otherwise: `d3 Good luck`.
    Perhaps {
        /// Said `yes` in front.
        yes: bool,
        /// Which game, where the context doesn't tell.
        game: Option<GameNumber>,
        /// The number the turn must have.
        guard: Option<u32>,
        /// The words as typed.
        text: String,
    },
    /// No command, but the places that a message without one names, in order: `e8`, `h5`, `f7`. If they are those of a
    /// turn, its writer is told how to play it.
    Nearly(Vec<String>),
    /// No command either, but what the words of a message without one may mean, for what it answers to decide.
    Hint(Hint),
    /// Show the board, now or as it was before a turn.
    Show {
        /// Which game.
        game: Option<GameNumber>,
        /// Before which turn.
        turn: Option<u32>,
    },
    /// List the turns played.
    History(Option<GameNumber>),
    /// List the legal turns, of one piece if a square is given.
    Moves {
        /// Which game.
        game: Option<GameNumber>,
        /// A square or the beginning of a turn.
        from: Option<String>,
    },
    /// Show the board after these turns without playing them.
    Preview {
        /// Which game.
        game: Option<GameNumber>,
        /// The turns, as typed, separated by `;` where there are several.
        turns: Vec<String>,
    },
    /// Give up.
    Resign {
        /// Which game.
        game: Option<GameNumber>,
        /// Said `resign yes`: no question first.
        sure: bool,
    },
    /// Offer a draw, or answer an offer.
    Draw {
        /// Which game.
        game: Option<GameNumber>,
        /// What about it.
        answer: Answer,
    },
    /// Take the last turn back, or ask to.
    Undo(Option<GameNumber>),
    /// Have a settled position counted and the game ended.
    Claim(Option<GameNumber>),
    /// Show the count of an Amazons position.
    Count(Option<GameNumber>),
    /// Ask the house for a turn, in a game against it.
    AskHint(Option<GameNumber>),
    /// Have the house look back at a finished game.
    Review(Option<GameNumber>),
    /// Say something to the opponent.
    Say {
        /// Which game.
        game: Option<GameNumber>,
        /// What.
        text: String,
    },
    /// Keep a private note; without text, show the notes.
    Note {
        /// Which game.
        game: Option<GameNumber>,
        /// What.
        text: Option<String>,
    },
    /// Plan answers: `if TURN then TURN [then TURN …]`, `any then TURN`.
    Plan {
        /// Which game.
        game: Option<GameNumber>,
        /// The opponent's turn (`None` is `any`) and one's own alternate, the opponent's first.
        line: Vec<Option<String>>,
    },
    /// List the plans of a game, or drop them.
    Plans {
        /// Which game.
        game: Option<GameNumber>,
        /// `plans N cancel` drops all, `plans N cancel K` one.
        cancel: Option<Cancel>,
    },
    /// Watch a game.
    Watch(GameNumber),
    /// Stop watching.
    Unwatch(GameNumber),

    /// Say yes to the question being answered.
    Yes,
    /// Say no to it.
    No,
    /// List one's games.
    Games,
    /// List running games of others that anybody may look at.
    GamesAnyone,
    /// List finished games: one's own, or what others may see of a player's.
    Finished {
        /// Whose; none for one's own.
        player: Option<String>,
        /// Which page of them, from 1.
        page: u32,
    },
    /// Change one's name.
    Name(String),
    /// Show the settings, or change one: `set digest 8:00`.
    Settings(Option<Setting>),
    /// Go on vacation for this many days; `None` ends it.
    Away(Option<u32>),
    /// Go on vacation until this day.
    AwayUntil(Day),
    /// Get a code to link another address or Discord account, or type a code in.
    Link(Option<String>),
    /// Remove an address (by its place in `settings`) or the Discord account.
    Unlink(Option<String>),
    /// No more mail.
    Stop,
    /// Mail again.
    Start,
    /// No challenges or comments from that player.
    Block(String),
    /// Undo that.
    Unblock(String),
    /// Everything stored about me.
    ExportMe,
    /// Delete me.
    ForgetMe,

    /// List the events, of one game if it is named.
    Tournaments(Option<String>),
    /// Ask a computer player into an event.
    Invite {
        /// Which.
        event: EventNumber,
        /// A computer player.
        name: String,
    },
    /// Enter an event.
    Join {
        /// Which.
        event: EventNumber,
        /// Only this time: the place is not renewed.
        once: bool,
        /// The code of an event by invitation.
        code: Option<String>,
    },
    /// Take one's entry back, before the start.
    Leave(EventNumber),
    /// Leave a running event; asked first unless sure.
    Withdraw {
        /// Which.
        event: EventNumber,
        /// Said `withdraw T12 yes`: no question first.
        sure: bool,
    },
    /// Show the table of an event, or one's own.
    Standings(Option<EventNumber>),
    /// Show the ladder of a game, or challenge somebody on it.
    Ladder {
        /// Which game; a mistake is told by the service.
        game: String,
        /// Whom to challenge.
        against: Option<String>,
    },
    /// Host an event.
    Host(HostEvent),
    /// Cancel an event of one's own, before the start.
    CancelEvent(EventNumber),
    /// The tables of an event as files.
    ExportEvent(EventNumber),

    /// The commands, or one of them.
    Help(Option<String>),
    /// The rules of a game.
    Rules(Option<String>),
    /// The ratings of a game.
    Ratings(Option<String>),
    /// About a player.
    Who(Option<String>),
}

/// What `new` asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// The game's name as typed; the service checks it with the variant and options, so that a refusal can explain.
    pub game: String,
    /// A variant's name.
    pub variant: Option<String>,
    /// Against whom.
    pub opponent: Opponent,
    /// The challenger's own colour.
    pub colour: Option<Colour>,
    /// The clock; the default where none is named.
    pub clock: Option<ClockRule>,
    /// Whether it counts for ratings; the defaults are in the service.
    pub rated: Option<bool>,
    /// The game's options as typed, `name=value`.
    pub options: Vec<(String, String)>,
}

/// What `host` asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostEvent {
    /// The game's name.
    pub game: String,
    /// A variant's name.
    pub variant: Option<String>,
    /// Groups and a final; otherwise everybody meets everybody.
    pub cup: bool,
    /// How many play, from the fewest to the most.
    pub players: Option<(u32, u32)>,
    /// When it begins; when it is full unless a day is named.
    pub start: Option<HostStart>,
    /// The clock; the default where none is named.
    pub clock: Option<ClockRule>,
    /// Who knows this word may enter.
    pub code: Option<String>,
    /// Whether its games count for ratings.
    pub rated: Option<bool>,
}

/// When an event begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostStart {
    /// As soon as there are as many as can play.
    WhenFull,
    /// On a day.
    Day {
        /// Of the month, from 1.
        day: i8,
        /// From 1.
        month: i8,
        /// None: the next such day.
        year: Option<i16>,
    },
    /// On the next day of a name.
    Named(Day),
}

/// Against whom a challenge goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Opponent {
    /// Whoever accepts first.
    Anyone,
    /// A player by name.
    Player(String),
    /// Somebody by email address.
    Email(String),
    /// Somebody by Discord id (a mention).
    Discord(u64),
    /// The computer player, at a level if one is named.
    House(Option<u8>),
}

/// The colour that a challenger wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Colour {
    /// This one.
    Side(Side),
    /// Drawn by lot on acceptance.
    Random,
}

/// What about an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Make it (or accept one that stands).
    Offer,
    /// Accept.
    Accept,
    /// Decline, or take one's own back.
    Decline,
}

/// Which plans to drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cancel {
    /// All of the game's.
    All,
    /// The one with that number in the list.
    One(usize),
}

/// One setting with its new value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Setting {
    /// Notices at once.
    AtOnce,
    /// A digest at that minute of the player's day.
    Digest {
        /// Minutes after midnight.
        minute: u16,
    },
    /// Nothing but reminders.
    RemindersOnly,
    /// Reminders this many hours before time runs out; empty for none.
    Reminders(Vec<u32>),
    /// Receipts for mailed turns.
    Receipts(bool),
    /// Whether others may look at the games.
    Public(bool),
    /// Whether the addresses of pages with their boards are sent, and work.
    PageLinks(bool),
    /// The theme of pictures.
    Theme(String),
    /// Board from my side, or always from White's.
    MySide(bool),
    /// Time zone: an IANA name or an offset.
    Zone(String),
    /// Where notices go first: `mail` or `discord`.
    Transport(Transport),
    /// Whether a turn that is picked step by step is asked about before it is played.
    Confirm(bool),
    /// How many games at most at a time, events included; none for no bound.
    Games(Option<u32>),
    /// News of events between the rounds.
    News(bool),
}

/// A way to reach a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Transport {
    /// Email.
    Mail,
    /// Discord.
    Discord,
}

impl Command {
    /// Whether it is only a guess at what prose may mean, for the position to confirm.
    pub const fn is_guess(&self) -> bool {
        matches!(self, Command::Perhaps { .. } | Command::Nearly(_) | Command::Hint(_))
    }

    /// Whether it only shows something and changes nothing.
    pub const fn informs(&self) -> bool {
        matches!(
            self,
            Command::Help(_)
                | Command::Rules(_)
                | Command::Games
                | Command::GamesAnyone
                | Command::Finished { .. }
                | Command::Challenges
                | Command::Ratings(_)
                | Command::Who(_)
                | Command::Settings(None)
                | Command::Show { .. }
                | Command::History(_)
                | Command::Count(_)
                | Command::Moves { .. }
                | Command::Preview { .. }
                | Command::Note { text: None, .. }
                | Command::Plans { cancel: None, .. }
                | Command::ExportMe
                | Command::Tournaments(_)
                | Command::Standings(_)
                | Command::Ladder { against: None, .. }
                | Command::ExportEvent(_)
        )
    }
}
