//! About playing, and what is settled besides the turns.

use serde::{Deserialize, Serialize};

use crate::game::GameNumber;
use crate::rules::{Count, MoveError, Position, Reason};

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// A turn arrived a second time.
    AlreadyPlayed {
        /// The turn.
        turn: String,
        /// Its number.
        number: u32,
    },
    /// A message from the opponent.
    Said {
        /// Who.
        who: String,
        /// What.
        words: String,
    },
    /// The reader's plans in a game; none while this is stored.
    Plans {
        /// The game.
        game: GameNumber,
        /// Each line: the opponent's turn (`None` is any) and the reader's, alternating.
        lines: Vec<Vec<Option<String>>>,
    },
    /// A question about no game was answered with no.
    NothingDone,
    /// Whoever wants to resign on a page was sent the question.
    ResignAsked,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Whether to resign a game.
    Resign {
        /// The game.
        number: GameNumber,
        /// Against whom.
        opponent: String,
        /// The words that go with it.
        #[serde(default)]
        comment: Option<String>,
    },
    /// Whether to play a turn that their words nearly were.
    Play {
        /// The game.
        number: GameNumber,
        /// The turn.
        turn: String,
        /// How a turn is written there.
        pattern: String,
        /// The words that go with it.
        #[serde(default)]
        comment: Option<String>,
        /// Whether a draw is offered with it.
        #[serde(default)]
        offers_draw: bool,
    },
    /// Whether they agree to a draw.
    Draw {
        /// The game.
        number: GameNumber,
        /// Who offers it.
        by: String,
        /// What they say with it.
        comment: Option<String>,
    },
    /// Whether a turn may be taken back.
    Undo {
        /// The game.
        number: GameNumber,
        /// Who asks.
        by: String,
        /// The turn's number.
        turn: u32,
        /// The turn.
        text: String,
        /// Those played after it, by number, which would be taken back as well.
        #[serde(default)]
        with: Vec<(u32, String)>,
        /// Whether it is the reader's turn, so that playing on means no.
        to_move: bool,
        /// What they say with it.
        comment: Option<String>,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// No game has that number.
    NoGame(GameNumber),
    /// That number is a challenge nobody has accepted yet.
    StillAChallenge(GameNumber),
    /// They have no running game.
    NoRunningGame,
    /// They have several.
    WhichGame(Vec<GameNumber>),
    /// The same, with the number, the title and the opponent of each, and the turn that was to be played.
    WhichOf {
        /// The games.
        games: Vec<(GameNumber, String, String)>,
        /// The turn.
        turn: Option<String>,
    },
    /// They don't play in it.
    BetweenOthers(GameNumber),
    /// It has ended.
    Over {
        /// The game.
        number: GameNumber,
        /// How.
        reason: Reason,
    },
    /// The operator stopped it.
    Adjourned(GameNumber),
    /// They wrote a turn number other than the current one.
    Guarded {
        /// What they wrote.
        guard: u32,
        /// The game.
        number: GameNumber,
        /// Its turn.
        turn: u32,
    },
    /// The message replies to an older board.
    OlderBoard {
        /// The game.
        number: GameNumber,
        /// Its turn.
        turn: u32,
    },
    /// It is the opponent's turn.
    TheirTurn {
        /// Whose.
        opponent: String,
        /// The turn just played, if `undo` takes it back at once.
        #[serde(default)]
        undo: Option<String>,
    },
    /// A spur on one's own turn.
    OwnTurn,
    /// A spur too early.
    SpurTooEarly {
        /// How long the opponent may take, in seconds.
        seconds: i64,
    },
    /// A pass while there are legal turns.
    CannotPass,
    /// It is against the rules of the game.
    Illegal(Illegal),

    /// No question is waiting for that answer.
    NoQuestion {
        /// Whether the answer was `yes`.
        yes: bool,
    },
    /// What the message answers doesn't ask it.
    NotAskedHere {
        /// Whether the answer was `yes`.
        yes: bool,
    },
    /// Several questions are waiting.
    SeveralQuestions {
        /// Whether the answer was `yes`.
        yes: bool,
    },
    /// That question can no longer be answered.
    QuestionOver,
    /// More was said than is passed on.
    TooLong {
        /// Its characters.
        has: usize,
        /// How many are passed on.
        most: usize,
    },
    /// The answer must come with the secret of the mail that asked.
    AnswerTheMail,
    /// The game has gone on since it was asked.
    GoneOn(GameNumber),

    /// There is no draw offer to accept.
    NoOfferBy {
        /// The opponent.
        opponent: String,
    },
    /// There is no draw offer to decline.
    NoOffer,
    /// A draw has already been offered this turn.
    OneOffer,
    /// They have played nothing to take back.
    NothingToTakeBack,
    /// A take-back has already been requested this turn.
    AskedAlready,
    /// The game has no claims.
    NoClaims {
        /// Its title.
        game: String,
    },
    /// The game is over, so there is nothing to count.
    NothingToClaim,
    /// The position isn't settled.
    Unsettled {
        /// What keeps it unsettled, in the game's own words.
        why: String,
    },
    /// It is settled, but the count doesn't decide it.
    Undecided(Count),

    /// A plan while it is their own turn.
    PlayFirst,
    /// There is no room for more plans.
    EnoughPlans {
        /// The most lines in a game.
        lines: usize,
        /// The most turns in a line.
        turns: usize,
    },
    /// There is no such plan.
    NoPlan {
        /// Its place in the list.
        place: usize,
        /// The game.
        number: GameNumber,
    },
    /// Not a plan in form.
    NoPlanForm,
    /// `any` in place of their own turn.
    AnyIsTheirs,
    /// One side would have two turns in a row.
    NotByTurns {
        /// The turn.
        turn: String,
    },
    /// A planned turn is against the rules.
    PlanIllegal {
        /// The turn.
        turn: String,
        /// The rule.
        why: Illegal,
    },
    /// A planned turn that isn't even one in form.
    PlanUnread {
        /// The turn.
        turn: String,
        /// What a turn looks like, in the game's own words.
        why: String,
    },

    /// Nothing of the message is left after cleaning.
    NothingToSay,
    /// The opponent is the computer.
    HouseReadsNothing,
    /// The opponent can't be reached.
    Unreachable {
        /// Who.
        opponent: String,
    },
    /// Too many messages wait for the next turn.
    EnoughWaits {
        /// The most.
        most: usize,
    },
    /// Too many messages after the game.
    OnceAnHour,
}

/// What a game says of a text that isn't a turn of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Illegal {
    /// A rule, or the form of a turn, in the game's own words.
    Rule {
        /// The rule.
        why: String,
        /// The legal turns nearest to it.
        near: Vec<String>,
    },
    /// It could be several turns.
    Ambiguous(Vec<String>),
    /// It is only the beginning of one.
    Unfinished {
        /// The beginning.
        path: String,
        /// Some turns that begin so.
        some: Vec<String>,
        /// How many do.
        all: usize,
        /// What is missing, in the game's own words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        missing: Option<String>,
    },
    /// An earlier version's words.
    #[serde(untagged)]
    Words(String),
}

/// Why a turn for an older board can't be played now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotNow {
    /// It is the opponent's turn.
    TheirTurn {
        /// Whose.
        opponent: String,
    },
    /// It is against the rules of the game.
    Illegal(Illegal),
    /// An earlier version's words.
    #[serde(untagged)]
    Words(String),
}

impl Illegal {
    /// What a position says of that text.
    pub fn of(position: &Position, text: &str, error: &MoveError) -> Illegal {
        match error {
            MoveError::Ambiguous(some) => match position.begun(text, some) {
                Some((path, all)) => {
                    let missing = position.missing(&path);
                    Illegal::Unfinished { path, some: some.clone(), all, missing }
                }
                None => error.into(),
            },
            _ => error.into(),
        }
    }
}

impl From<&MoveError> for Illegal {
    fn from(error: &MoveError) -> Illegal {
        match error {
            MoveError::Syntax(why) => Illegal::Rule { why: why.clone(), near: Vec::new() },
            MoveError::Illegal { why, near, .. } => Illegal::Rule { why: why.clone(), near: near.clone() },
            MoveError::Ambiguous(turns) => Illegal::Ambiguous(turns.clone()),
        }
    }
}
