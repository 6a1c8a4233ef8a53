//! About playing, and what is settled beside the turns.

use serde::{Deserialize, Serialize};

use crate::game::GameNumber;
use crate::rules::{Count, MoveError, Reason};

/// What somebody is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// A turn came a second time.
    AlreadyPlayed {
        /// The turn.
        turn: String,
        /// Its number.
        number: u32,
    },
    /// Words of the opponent's.
    Said {
        /// Who.
        who: String,
        /// What.
        words: String,
    },
    /// The reader's plans in a game; a stored notice holds none of them.
    Plans {
        /// The game.
        game: GameNumber,
        /// Each line: the opponent's turn (`None` is any) and the reader's, by turns.
        lines: Vec<Vec<Option<String>>>,
    },
    /// A question beside the games was answered with no.
    NothingDone,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Whether to give a game up.
    Resign {
        /// The game.
        number: GameNumber,
        /// Against whom.
        opponent: String,
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
        /// Whether it is the reader's turn, so that playing on refuses.
        to_move: bool,
        /// What they say with it.
        comment: Option<String>,
    },
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    /// A number that no game has.
    NoGame(GameNumber),
    /// The number of a challenge that nobody has accepted yet.
    StillAChallenge(GameNumber),
    /// They play no game.
    NoRunningGame,
    /// They play several.
    WhichGame(Vec<GameNumber>),
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
    /// The number of the turn that they wrote is another.
    Guarded {
        /// What they wrote.
        guard: u32,
        /// The game.
        number: GameNumber,
        /// Its turn.
        turn: u32,
    },
    /// The message answers an older board.
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
    },
    /// A spur in one's own turn.
    OwnTurn,
    /// A spur before its time.
    SpurTooEarly {
        /// How long the opponent may wait, in seconds.
        seconds: i64,
    },
    /// A pass with turns to play.
    CannotPass,
    /// A rule of the game stands against it.
    Illegal(Illegal),

    /// No question waits for that answer.
    NoQuestion {
        /// Whether the answer was `yes`.
        yes: bool,
    },
    /// Several do.
    SeveralQuestions {
        /// Whether the answer was `yes`.
        yes: bool,
    },
    /// That question can't be answered any more.
    QuestionOver,
    /// The answer must come with the secret of the mail that asked.
    AnswerTheMail,
    /// The game has gone on since it was asked.
    GoneOn(GameNumber),

    /// There is no offer of a draw to accept.
    NoOfferBy {
        /// The opponent.
        opponent: String,
    },
    /// There is none to decline.
    NoOffer,
    /// A draw was offered in this turn already.
    OneOffer,
    /// They have played nothing that could be taken back.
    NothingToTakeBack,
    /// Taking a turn back was asked for in this turn already.
    AskedAlready,
    /// The game has no claims.
    NoClaims {
        /// Its title.
        game: String,
    },
    /// The position can't be counted: the game is over.
    NothingToClaim,
    /// The position isn't settled.
    Unsettled {
        /// What keeps it from that, in the game's own words.
        why: String,
    },
    /// It is, but the count doesn't decide it.
    Undecided(Count),

    /// A plan while it is one's turn.
    PlayFirst,
    /// As many plans as there may be.
    EnoughPlans {
        /// The most lines in a game.
        lines: usize,
        /// The most turns in a line.
        turns: usize,
    },
    /// There is no plan at that place.
    NoPlan {
        /// The place.
        place: usize,
        /// The game.
        number: GameNumber,
    },
    /// Not in the form of a plan.
    NoPlanForm,
    /// `any` in the place of one's own turn.
    AnyIsTheirs,
    /// One side has two turns in a row there.
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
    /// A planned turn of which only the form can be checked, and isn't one.
    PlanUnread {
        /// The turn.
        turn: String,
        /// What a turn looks like, in the game's own words.
        why: String,
    },

    /// Nothing is left of what was to be said.
    NothingToSay,
    /// The opponent can't be reached.
    Unreachable {
        /// Who.
        opponent: String,
    },
    /// Enough was said before this turn.
    EnoughWaits {
        /// The most.
        most: usize,
    },
    /// Said too often after the game.
    OnceAnHour,
}

/// What a game says of a text that is no turn of it.
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
    /// In words.
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
    /// A rule of the game stands against it.
    Illegal(Illegal),
    /// In words.
    #[serde(untagged)]
    Words(String),
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
