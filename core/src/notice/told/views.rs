//! The games, lists, help and rules that were asked for.

use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::command::HelpTopic;
use crate::game::GameNumber;
use crate::house::{Advice, Review};
use crate::notice::Terms;
use crate::rules::{Count, Reason, Side};
use crate::scene::PieceKind;

mod listed;
mod player;

pub use listed::{A_PAGE, FinishedRow, Replay, RunningRow};
pub use player::{Against, Course, Rated, whole};

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// How a game stands.
    Standing(Standing),
    /// The board before an earlier turn.
    Before {
        /// The game.
        number: GameNumber,
        /// That turn.
        turn: u32,
        /// The game's current turn.
        now: u32,
        /// Whether it is over.
        #[serde(default)]
        over: bool,
    },
    /// All the turns of a game.
    History {
        /// How it stands.
        standing: Standing,
        /// Each turn: its number, who played it, its text.
        turns: Vec<(u32, String, String)>,
        /// The game to be replayed, once it is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replay: Option<Replay>,
    },
    /// The legal turns.
    Moves {
        /// How many there are.
        count: usize,
        /// How they begin; empty for all.
        from: String,
        /// The turns.
        turns: Turns,
    },
    /// The board after turns that aren't played.
    Preview {
        /// The game.
        number: GameNumber,
        /// The turns.
        after: Vec<String>,
    },
    /// How many turns are left to play; of an earlier version.
    Count(Count),
    /// What each side has, in a game that more of it wins: of White's and of Black's.
    Stones {
        /// The game's name.
        game: String,
        /// How many.
        stones: [u32; 2],
    },
    /// What stands on the board of a game that counts nothing.
    Pieces {
        /// The game's title.
        title: String,
        /// How many of each kind, by side.
        pieces: [Vec<(PieceKind, u32)>; 2],
    },
    /// How many turns are left to play, and who would win.
    Counted {
        /// What each has left.
        count: Count,
        /// Who is to move.
        to_move: Side,
        /// Who would win by a claim, and by how much, in words.
        winner: Option<(Side, String)>,
    },
    /// The reader's notes on a game.
    Notes {
        /// The game.
        number: GameNumber,
        /// When each was made, and what it says.
        notes: Vec<(Timestamp, String)>,
        /// How many older ones are not shown.
        older: usize,
    },
    /// All the commands.
    Help,
    /// Something that a new player asks about.
    Topic {
        /// What.
        topic: HelpTopic,
    },
    /// One command.
    About {
        /// Its word.
        command: String,
    },
    /// A game's rules.
    Rules {
        /// Its name.
        game: String,
    },
    /// The reader watches a game, or no longer does.
    Watching {
        /// The game.
        number: GameNumber,
        /// Whether they do.
        on: bool,
        /// Whether that is new.
        changed: bool,
    },
    /// The reader's games.
    Games {
        /// The running ones, those that wait for the reader first.
        running: Vec<GameRow>,
        /// The last ones that ended.
        finished: Vec<GameRow>,
        /// The open challenges to the reader and by them.
        challenges: Vec<ChallengeRow>,
    },
    /// Challenges.
    Challenges {
        /// To the reader and by them.
        own: Vec<ChallengeRow>,
        /// Open to anyone.
        open: Vec<OpenRow>,
    },
    /// What the house would play in the reader's place.
    Hint {
        /// The game.
        number: GameNumber,
        /// Its advice.
        advice: Advice,
    },
    /// The house looks at a finished game; the review follows.
    Reviewing {
        /// The game.
        number: GameNumber,
    },
    /// How a finished game went, as the house judges it.
    Review {
        /// The game.
        number: GameNumber,
        /// White's name and Black's.
        players: [String; 2],
        /// Who won; nobody in a draw.
        winner: Option<Side>,
        /// What it found.
        review: Review,
    },
    /// A player.
    Player {
        /// The name.
        name: String,
        /// How many games they play at present.
        running: usize,
        /// Their rating in each game, by its name.
        ratings: Vec<(String, Rated)>,
        /// Until when they are away.
        away: Option<Timestamp>,
        /// How those ratings went.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        courses: Vec<Course>,
        /// How the reader's games against them ended.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        against: Vec<Against>,
    },
    /// Finished games.
    Finished {
        /// Whose; none for the reader's own.
        player: Option<String>,
        /// The latest first, some of them.
        rows: Vec<FinishedRow>,
        /// Which page of them, from 1.
        page: u32,
        /// How many there are in all.
        all: u32,
    },
    /// Running games of others.
    Others {
        /// The newest first, some of them.
        rows: Vec<RunningRow>,
        /// How many there are in all.
        all: u32,
    },
    /// The best players of each game, by its name.
    Ratings(Vec<(String, Vec<(String, Rated)>)>),
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The game.
    pub number: GameNumber,
    /// Its title.
    pub title: String,
    /// White's name and Black's.
    pub players: [String; 2],
    /// The turn about to be played.
    pub turn: u32,
    /// Who is to move, or how it ended.
    pub now: Now,
}

/// Who is to move, or how a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Now {
    /// It goes on.
    ToMove {
        /// Who is to move.
        side: Side,
        /// Until when.
        deadline: Option<Timestamp>,
    },
    /// Nobody is to move, though it hasn't ended.
    Nobody,
    /// It was aborted.
    Aborted,
    /// It has ended.
    Over {
        /// Who won; nobody in a draw.
        winner: Option<Side>,
        /// Why.
        reason: Reason,
    },
}

/// Legal turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turns {
    /// One by one.
    Each(Vec<String>),
    /// Too many to list: how they begin, and how many begin so.
    Beginnings(Vec<(String, usize)>),
}

/// One of a player's games in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Its number.
    pub number: GameNumber,
    /// Its title.
    pub title: String,
    /// The opponent's name.
    pub opponent: String,
    /// How it stands for that player.
    pub state: GameState,
}

/// How a game stands for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameState {
    /// It goes on.
    Running {
        /// The turn about to be played.
        turn: u32,
        /// Whether it is their turn.
        mine: bool,
        /// Until when.
        deadline: Option<Timestamp>,
    },
    /// It was aborted.
    Aborted,
    /// They won.
    Won,
    /// They lost.
    Lost,
    /// Nobody won.
    Drawn,
}

/// A challenge to the reader, or one they made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChallengeRow {
    /// Its number.
    pub number: GameNumber,
    /// The game's title.
    pub title: String,
    /// Who challenges whom.
    pub between: Between,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
}

/// Who challenges whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Between {
    /// Somebody challenges the reader.
    By(String),
    /// The reader challenges a player.
    To(String),
    /// The reader challenges anyone.
    ToAnyone,
    /// The reader invited an address; whose it is stays hidden.
    ToFriend,
}

/// A challenge open to anyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRow {
    /// Its number.
    pub number: GameNumber,
    /// The game's title.
    pub title: String,
    /// The challenger's name.
    pub by: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// The clock.
    pub clock: ClockRule,
    /// Whether it is rated; `None` means yes, unless it is the first game of the one who accepts.
    pub rated: Option<bool>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// Hints are for games with the house alone.
    NoHints,
    /// Nor in a tournament, where others play for the same places.
    NoHintsInEvents,
    /// The computer is switched off.
    HouseIsOff,
    /// A game that still runs isn't reviewed.
    ReviewLater {
        /// The game.
        number: GameNumber,
    },
    /// Nothing was played in it.
    NothingToReview {
        /// The game.
        number: GameNumber,
    },
    /// Too many reviews for a day.
    EnoughReviews {
        /// The limit.
        most: u32,
    },
    /// The game hasn't reached that turn.
    NoSuchTurn {
        /// The game.
        number: GameNumber,
        /// The turn that was asked for.
        turn: u32,
        /// The game's current turn.
        now: u32,
    },
    /// The game is over, so no turn is legal.
    NoTurnLeft {
        /// The game.
        number: GameNumber,
    },
    /// No legal turn begins like that.
    NoneBegins {
        /// What was typed.
        with: String,
    },
    /// A previewed turn can't be played.
    After {
        /// The turns before it, which can.
        played: Vec<String>,
        /// Why not.
        why: super::playing::Illegal,
    },
    /// A note without words.
    EmptyNote,
    /// Too many notes for a day.
    EnoughNotes {
        /// The limit per game.
        most: u32,
    },
    /// No such command.
    NoCommand {
        /// What was typed.
        word: String,
    },
    /// No such game.
    NoGame {
        /// What was typed.
        name: String,
    },
    /// Which game's rules are meant is unclear.
    WhichGame,
    /// The reader's own games need no watching.
    OwnGame,
    /// Nothing more will happen in a finished game.
    NothingToWatch {
        /// The game.
        number: GameNumber,
    },
    /// The reader watches too many games.
    WatchesEnough {
        /// The limit.
        most: usize,
    },
    /// The game has too many watchers.
    WatchedEnough {
        /// The game.
        number: GameNumber,
        /// The limit.
        most: usize,
    },
    /// There are no such games, or none that the reader may look at.
    NoneFinished {
        /// Whose; none for the reader's own.
        player: Option<String>,
        /// Whether a later page was asked for.
        later: bool,
    },
    /// Nobody has that name.
    NobodyCalled {
        /// What was typed.
        name: String,
    },
}
