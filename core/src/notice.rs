//! What happened to whom, as plain data: everything a mail or a Discord message is made from. A notice is written in
//! the transaction that caused it and carries all that its delivery needs, except what is too secret to lie in the
//! outbox: see [`Secret`].

use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::game::Means;
use crate::notice::told::events::Stands;
use crate::rules::Side;

mod audience;
mod board_view;
mod happened;
pub mod told;
mod undone;

pub use audience::Audience;
pub use happened::{Arrival, Beside, Ending, Preface, Remark, Tally};
pub use told::{Ask, Last, Told, Why};
pub use undone::Undone;

/// Something owed to somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// Where it goes.
    pub to: Destination,
    /// The recipient's name, if they are a player.
    pub name: Option<String>,
    /// How the recipient wants things displayed.
    pub taste: Taste,
    /// When it arose.
    pub at: Timestamp,
    /// The secret to answer with; in mail it becomes the reply address and part of the Message-ID.
    pub token: Option<String>,
    /// The game or challenge it belongs to: each has its own thread.
    pub game: Option<GameHeading>,
    /// What to say.
    pub news: News,
    /// The board to show.
    pub board: Option<BoardView>,
    /// Small boards to show together: the reader's games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheet: Vec<SheetBoard>,
    /// Destinations already tried in vain: none is tried twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Destination>,
    /// What it shows but must not contain while stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Who may read it where others could see it.
    #[serde(default)]
    pub audience: Audience,
    /// The address of the page with the board, for its recipient alone: whoever has it can play for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Whether it is the last answer of its kind for now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Last>,
}

/// What a stored notice leaves out, because anybody who read it there could act as its recipient or look at their
/// plans. Filled in on delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Secret {
    /// The link code of that id.
    Code(i64),
    /// A player's plans in a game.
    Plans {
        /// The game.
        game: GameNumber,
        /// Whose plans.
        player: i64,
    },
    /// Words for the reader alone, erased once shown.
    Once,
}

/// One of several boards shown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetBoard {
    /// Which game it is, in a few words.
    pub label: String,
    /// Whether it is the reader's turn.
    pub waiting: bool,
    /// The board.
    pub board: BoardView,
}

/// Where a notice goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// One mail to this address.
    Email(String),
    /// A direct message to this user.
    DiscordUser(u64),
    /// A message in this channel or thread, mentioning one user if given.
    DiscordPlace {
        /// The channel or thread.
        channel: u64,
        /// Who is mentioned: the one to act, and nobody else.
        mention: Option<u64>,
        /// Who is mentioned besides, once in a game: the challenger, when the challenge is accepted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        also: Option<u64>,
    },
    /// The console of the player of that name.
    Console(String),
}

/// How a recipient wants things displayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taste {
    /// The theme of pictures.
    pub theme: String,
    /// An IANA zone name or an offset such as `+02:00`.
    pub zone: String,
    /// Whether the board is turned to the recipient's side.
    pub my_side: bool,
}

/// What names a thread: constant throughout the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameHeading {
    /// Its number.
    pub number: GameNumber,
    /// The game's title: `Amazons`.
    pub title: String,
    /// The name of its thread, if older than the names below.
    #[serde(default)]
    pub thread: Option<String>,
    /// White's name; `None` while that side is open.
    pub white: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// The revision this notice shows; a reply to an older one is stale.
    pub revision: i64,
    /// The number of the turn about to be played.
    pub turn: u32,
}

impl GameHeading {
    /// The name of the game's thread, constant while it lasts; none while a player is missing.
    pub fn thread_name(&self) -> Option<String> {
        let (white, black) = (self.white.as_ref()?, self.black.as_ref()?);
        Some(self.thread.clone().unwrap_or_else(|| format!("{} {}: {white} vs {black}", self.title, self.number)))
    }
}

/// A board to draw, describe and print, from the stored strings: [`BoardView::scene`] derives the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardView {
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The options.
    pub options: Vec<(String, String)>,
    /// The same of the turn before the last, where that is news as well and is marked, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<(String, String)>,
    /// The position before the last turn, and that turn; `None` before the first.
    pub last: Option<(String, String)>,
    /// The position now.
    pub position: String,
    /// Whether the game is over (nobody is to move, whatever the position string says).
    pub over: bool,
    /// The recipient's side: `white`, `black`, or none for watchers.
    pub side: Option<String>,
    /// A square whose piece's targets are marked with dots, or the beginning of a turn, whose next squares are.
    pub about: Option<String>,
}

/// What to say. The wording is in `text/`; nothing here contains anybody's address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum News {
    /// Was this you?
    Confirm {
        /// What was requested.
        asked: Vec<told::incoming::Asked>,
        /// The name they will appear as.
        name: String,
        /// Whether they replied to a mail whose secret has ended.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        late: bool,
    },
    /// An answer, or news that is not about the reader's games.
    #[serde(alias = "Words")]
    Told {
        /// What.
        #[serde(alias = "lines")]
        what: Told,
    },
    /// A question, answered with `yes` or `no`.
    Question {
        /// What is asked.
        #[serde(alias = "lines")]
        ask: Ask,
        /// Its id, for buttons.
        id: i64,
    },
    /// A challenge or invitation to the recipient, or (in Discord) to anyone who may accept it.
    Challenge(ChallengeNews),
    /// It is the recipient's turn (or, in a Discord channel, the mentioned player's).
    YourTurn(TurnNews),
    /// The recipient's own turn was accepted.
    Receipt(TurnNews),
    /// A watcher's view of a turn.
    Watched(TurnNews),
    /// Something other than a turn was settled, where the board can be seen anyway.
    Aside {
        /// What.
        what: Beside,
        /// Who is to move.
        to_move: Option<String>,
        /// Whether that is the reader.
        mine: bool,
        /// What the opponent says with it.
        #[serde(default)]
        comments: Vec<(String, String)>,
    },
    /// Something was not done.
    Refused {
        /// What.
        #[serde(default)]
        undone: Undone,
        /// The reason and the remedy.
        why: Why,
        /// Whether further refusals will be withheld, and for how long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<Last>,
        /// The deadline, if it is still the recipient's turn.
        deadline: Option<Timestamp>,
    },
    /// A turn replied to an old board.
    Stale {
        /// The turn number it replied to.
        answered: u32,
        /// What was taken back since, as `(who, turn)`.
        #[serde(default)]
        taken_back: Vec<(String, String)>,
        /// What was played since, as `(who, turn)`.
        since: Vec<(String, String)>,
        /// The canonical turn, if it is still legal: `yes` plays it.
        still_legal: Option<String>,
        /// Why it isn't legal, otherwise.
        why_not: Option<told::playing::NotNow>,
        /// The question's id, for buttons.
        question: Option<i64>,
        /// The deadline, if it is the recipient's turn.
        deadline: Option<Timestamp>,
    },
    /// Time is running out.
    Reminder {
        /// What the opponent played last.
        last: Option<(String, String)>,
        /// The deadline.
        deadline: Timestamp,
        /// Other games that are due too, as `(number, deadline)`.
        also: Vec<(GameNumber, Timestamp)>,
    },
    /// The game is over.
    Result(ResultNews),
    /// The list of waiting games.
    Digest {
        /// One row per game.
        rows: Vec<DigestRow>,
        /// Where the reader stands in tables that have changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        events: Vec<Stands>,
    },
}

/// A challenge as displayed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChallengeNews {
    /// The challenger's name.
    pub challenger: String,
    /// A greeting of at most 200 characters, without links.
    pub greeting: Option<String>,
    /// The recipient's colour; `None` if drawn by lot.
    pub you_play: Option<String>,
    /// The clock.
    pub clock: Timing,
    /// Whether it is rated; `None` means yes, unless it is the first game of the one who accepts.
    pub rated: Option<bool>,
    /// The variant, if not the default; of an earlier version, with the options.
    pub variant: Option<String>,
    /// The options. A handicap has its colour where the colours are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// A legal first turn as an example, if the recipient would begin.
    pub example: Option<String>,
    /// Whether the recipient is not a player yet.
    pub first_contact: bool,
    /// Whether anyone may accept it.
    pub open: bool,
    /// Whether its challenger may play the house instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub house: bool,
}

/// What a challenge is for, as its reader is concerned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The game's name.
    pub game: String,
    /// Its title, with the variant.
    pub title: String,
    /// The reader's side; none if colours are drawn by lot.
    pub you_play: Option<Side>,
    /// The clock.
    pub clock: ClockRule,
    /// Whether it is rated; `None` means yes, unless it is the first game of the one who accepts.
    pub rated: Option<bool>,
    /// The options, as above.
    pub options: Vec<(String, String)>,
}

/// How much time a challenge gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Timing {
    /// A clock rule.
    Rule(ClockRule),
    /// The words of an earlier version.
    #[serde(untagged)]
    Words(String),
}

/// News of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnNews {
    /// What was played since the recipient last heard, oldest first.
    pub played: Vec<PlayedNews>,
    /// How the game got here, where that is news.
    #[serde(default, deserialize_with = "happened::prefaces")]
    pub preface: Vec<Preface>,
    /// Comments, as `(who, text)`.
    pub comments: Vec<(String, String)>,
    /// Who is to move: name and side.
    pub to_move: Option<(String, String)>,
    /// The deadline.
    pub deadline: Option<Timestamp>,
    /// When customs forfeit the turn, if they apply.
    #[serde(default)]
    pub forfeit: Option<Timestamp>,
    /// The pattern of a turn: `from-to/arrow`.
    pub pattern: String,
    /// What else to say: a vacation, dropped plans, whether undo is possible, a draw offer.
    pub remarks: Vec<Remark>,
}

/// One turn that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedNews {
    /// Who played it; the wording turns it into "you".
    pub who: String,
    /// Whether the recipient played it.
    pub own: bool,
    /// The canonical text.
    pub turn: String,
    /// How it came in.
    pub by: Means,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultNews {
    /// `white`, `black`, or none for a draw or an aborted game.
    pub winner: Option<String>,
    /// Whether the recipient won or lost; `None` for neither.
    pub you_won: Option<bool>,
    /// Whether it was aborted and counts for nothing.
    pub aborted: bool,
    /// Why, and at which turn.
    pub reason: Ending,
    /// The margin, in words.
    pub margin: Option<String>,
    /// What was counted, if that decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Tally>,
    /// The last turn, if it ended the game.
    pub played: Vec<PlayedNews>,
    /// Comments.
    pub comments: Vec<(String, String)>,
    /// Ratings before and after, in words; `None` if unrated.
    pub rating: Option<String>,
    /// Where everybody reads it, each player whose rating has changed, and how.
    #[serde(default)]
    pub ratings: Vec<(String, String)>,
    /// The record of the game as text, to attach.
    pub record: String,
    /// Where the reader stands in the event that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<Stands>,
}

/// A row of a digest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DigestRow {
    /// The game.
    pub game: GameHeading,
    /// The opponent's name.
    pub opponent: String,
    /// What was played last.
    pub last: Option<(String, String)>,
    /// What was said with it, as `(who, text)`.
    #[serde(default)]
    pub comments: Vec<(String, String)>,
    /// The deadline.
    pub deadline: Option<Timestamp>,
    /// The board.
    pub board: BoardView,
    /// The secret to answer about this game alone.
    pub token: Option<String>,
    /// Where the reader finds this board on a page.
    #[serde(default)]
    pub page: Option<String>,
}
