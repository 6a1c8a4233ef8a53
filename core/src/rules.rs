//! What a game is to the rest of the program: the trait every game implements, the words of ends
//! and refusals, and the closed list of games.
//!
//! Each game states its rules once, in [`Rules::legal_turns`]; reading, validation, hints and
//! pictures derive from it. The server speaks to [`Position`], which hides which game it is.

use std::fmt;

use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Scene};

pub mod amazons;
pub mod dameo;
pub mod desdemona;
pub mod diamond;
#[cfg(test)]
mod perft_table;
pub mod position_text;
pub mod shooting;

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The other player.
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `w` or `b`, as in a position string.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// `white` or `black`, as in JSON and commands.
    pub const fn word(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

/// `White` or `Black`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
    /// By how much, where the game knows margins.
    pub margin: Option<Margin>,
}

/// Why a game ended. The first group is seen by the rules, the second by whoever runs the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The player to move has no legal turn and loses by it (Amazons, Dameo).
    NoTurn,
    /// The player to move has no legal turn, and the stones decide (Desdemona).
    Stones,
    /// The town was captured (Diamond Chess).
    TownCaptured,
    /// One king each and no capture (Dameo).
    KingEach,
    /// The same position for the third time.
    Repetition,
    /// Too many turns in a row without progress.
    NoProgress,
    /// A settled position was counted on a player's claim (Amazons).
    Counted,
    /// The loser resigned.
    Resigned,
    /// The loser's time ran out.
    Timeout,
    /// The players agreed on a draw.
    Agreed,
    /// An operator decided.
    Adjudicated,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 11] = [
        Reason::NoTurn,
        Reason::Stones,
        Reason::TownCaptured,
        Reason::KingEach,
        Reason::Repetition,
        Reason::NoProgress,
        Reason::Counted,
        Reason::Resigned,
        Reason::Timeout,
        Reason::Agreed,
        Reason::Adjudicated,
    ];

    /// The word that stands for it in records and in the store; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::NoTurn => "no-turn",
            Reason::Stones => "stones",
            Reason::TownCaptured => "town",
            Reason::KingEach => "king-each",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
            Reason::Counted => "counted",
            Reason::Resigned => "resigned",
            Reason::Timeout => "timeout",
            Reason::Agreed => "agreed",
            Reason::Adjudicated => "adjudicated",
        }
    }

    /// The reason of that word.
    pub fn named(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// A whole phrase, as in "White won: the town was captured".
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::NoTurn => "no legal turn left",
            Reason::Stones => "no legal turn left, stones counted",
            Reason::TownCaptured => "town captured",
            Reason::KingEach => "one king each and no capture",
            Reason::Repetition => "third occurrence of the position",
            Reason::NoProgress => "too many turns without progress",
            Reason::Counted => "settled position counted",
            Reason::Resigned => "resignation",
            Reason::Timeout => "time ran out",
            Reason::Agreed => "draw by agreement",
            Reason::Adjudicated => "decided by the operator",
        })
    }
}

/// A margin of victory, kept in halves of a move so that it is exact. Prints as `3½`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    /// Twice the margin.
    pub halves: u32,
}

impl Margin {
    /// As a number: 3.5.
    pub fn number(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.halves / 2, self.halves % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// Why a text is not a turn that can be played. What a player sees is built from this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not a turn of this game at all; the sentence says what one looks like.
    #[error("{0}")]
    Syntax(String),
    /// The text reads as a turn, but a rule stands against it.
    #[error("{why}")]
    Illegal {
        /// What was understood, in canonical spelling as far as that is possible.
        text: String,
        /// The rule, as a phrase that can follow "Not played: ": `d1-d7: d5 is in the way`.
        why: String,
        /// The legal turns nearest to it, canonical, few.
        near: Vec<String>,
        /// The piece it is about, whose targets a picture may dot.
        about: Option<Square>,
    },
    /// The text fits several legal turns: these (canonical, in byte order, perhaps not all).
    #[error("that could be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

/// A position string, variant or option that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No such game, variant, option or value: the sentence lists the right ones.
    #[error("{0}")]
    Unknown(String),
    /// The position string can't be read: where (a square, rank or field) and why.
    #[error("position: {place}: {why}")]
    Position {
        /// Where: `rank 3`, `e4`, `field 2 (side to move)`.
        place: String,
        /// What is wrong there and what would be right.
        why: String,
    },
    /// An option that contradicts the position string that carries it.
    #[error("{0}")]
    Contradiction(String),
}

/// An option that a game takes, for help and for refusing unknown ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionHelp {
    /// Its name, the part before `=`.
    pub name: &'static str,
    /// The form of its values: `adjacent`, `white:N or black:N`.
    pub values: &'static str,
    /// One line that says what it does.
    pub help: &'static str,
}

/// How much is left in a settled Amazons position, or bounds on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Whether no region holds amazons of both colours.
    pub settled: bool,
    /// The turns White can still play in regions of his own.
    pub white: Bounds,
    /// The same for Black.
    pub black: Bounds,
}

/// What a claim of a settled position gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game does not know claims.
    Unknown,
    /// The game is over already.
    Over,
    /// Some region still holds amazons of both colours.
    NotSettled(Count),
    /// Settled, but the bounds do not decide the winner yet.
    Undecided(Count),
    /// Settled and decided.
    Decided(Count, Outcome),
}

/// Proven bounds of a number; equal when it is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: u32,
}

/// Diamond Chess customs as the clock needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customs {
    /// T, in seconds: how long the player to move may wait before he can be spurred.
    pub seconds: u64,
    /// Whether he has been spurred in this turn already.
    pub spurred: bool,
}

/// A position of one game, as a value. `Eq` and `Hash` are repetition equality: everything but the
/// turn number.
pub trait Rules: Clone + Eq + std::hash::Hash + fmt::Debug + Sized {
    /// One whole turn.
    type Turn: Clone + Eq + fmt::Debug;

    /// The game's name in commands and contracts.
    const NAME: &'static str;
    /// Its name in sentences: `Diamond Chess`.
    const TITLE: &'static str;
    /// The variants, the default first. A game without variants has one, `standard`.
    const VARIANTS: &'static [&'static str];
    /// The options it takes.
    const OPTIONS: &'static [OptionHelp] = &[];
    /// The pattern of a turn, for "reply above this line": `from-to/arrow`.
    const PATTERN: &'static str;
    /// The rules in our own words, 40 to 80 lines.
    const HELP: &'static str;
    /// The rules in two or three short lines, for invitations.
    const BLURB: &'static str;
    /// Files and ranks of the board.
    const SIZE: (u8, u8);
    /// Whether the third occurrence of a position is a draw.
    const REPETITION_DRAWS: bool = false;
    /// After how many turns in a row without progress the game is a draw.
    const QUIET_LIMIT: Option<u32> = None;

    /// The first position. The variant is one of [`Self::VARIANTS`], the options' names are of
    /// [`Self::OPTIONS`]; their values are checked here.
    fn start(variant: &'static str, options: &[(String, String)]) -> Result<Self, SetupError>;
    /// Reads a position string (untrusted). The options must not contradict those it carries.
    fn parse(variant: &'static str, options: &[(String, String)], text: &str) -> Result<Self, SetupError>;
    /// The position string; `parse` reads it back.
    fn position(&self) -> String;

    /// Whose turn it is, also when the game is over.
    fn to_move(&self) -> Side;
    /// The number of the turn about to be played, from 1.
    fn turn_number(&self) -> u32;
    /// The one statement of the rules: all distinct turns, in any order; none once the game is over.
    fn legal_turns(&self) -> Vec<Self::Turn>;
    /// How many there are; a faster way may stand beside `legal_turns`.
    fn count_turns(&self) -> u64 {
        self.legal_turns().len() as u64
    }
    /// Plays a turn that `legal_turns` or `read` gave for this very position.
    fn play(&mut self, turn: &Self::Turn);
    /// The end, as far as this one position shows it.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical text of a legal turn.
    fn write(&self, turn: &Self::Turn) -> String;
    /// Other orders or spellings in which a person may build that turn step by step, canonical first.
    fn spellings(&self, turn: &Self::Turn) -> Vec<String> {
        vec![self.write(turn)]
    }
    /// Reads a lenient text (untrusted, any length) into the one legal turn that fits. Also takes what
    /// is never listed: Diamond Chess's `spur …`, and `pass` where customs is on.
    fn read(&self, text: &str) -> Result<Self::Turn, MoveError>;
    /// Several turns in one text, for the caller to queue: Diamond Chess's `r o h k s c c g z c`.
    /// The first is playable now; the rest are texts for later turns of the same player.
    fn read_several(&self, text: &str) -> Option<Vec<String>> {
        let _ = text;
        None
    }

    /// Who makes that turn; only a spur is not the player to move's.
    fn actor(&self, turn: &Self::Turn) -> Side {
        let _ = turn;
        self.to_move()
    }
    /// Whether that turn, played here, is progress (it restarts the count of [`Self::QUIET_LIMIT`]).
    fn is_progress(&self, turn: &Self::Turn) -> bool {
        let _ = turn;
        true
    }
    /// Whether this position counts for repetition.
    fn repeats(&self) -> bool {
        true
    }
    /// Amazons: the count of the end.
    fn count(&self) -> Option<Count> {
        None
    }
    /// Amazons: what a claim gives here.
    fn claim(&self) -> Claim {
        Claim::Unknown
    }
    /// Diamond Chess: customs, if on.
    fn customs(&self) -> Option<Customs> {
        None
    }

    /// What to draw of this position, without marks and targets.
    fn scene(&self) -> Scene;
    /// What that turn, played here, does, for the picture of the position after it.
    fn marks(&self, turn: &Self::Turn) -> Vec<Mark>;
    /// Where the piece on that square can go (or attack, or, for an empty numbered square, be placed).
    fn targets(&self, from: Square) -> SquareSet;
}

/// What became of a text that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its canonical text.
    pub text: String,
    /// Who played it.
    pub by: Side,
    /// What it did, for the picture.
    pub marks: Vec<Mark>,
    /// Whether it was progress.
    pub progress: bool,
}

/// Which game, in which variant, with which options: all that a first position needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// One of its variants.
    pub variant: &'static str,
    /// Options that are not at their default, in byte order of the names.
    pub options: Vec<(String, String)>,
}

impl Setup {
    /// Checks names and values (all untrusted; any case). No variant is the default one. A variant's
    /// name may stand in for the game's where only one game has it.
    pub fn new(game: &str, variant: Option<&str>, options: &[(String, String)]) -> Result<Setup, SetupError> {
        let game = GameKind::named(game)?;
        let variant = match variant {
            None => game.variants()[0],
            Some(name) => *game.variants().iter().find(|v| v.eq_ignore_ascii_case(name)).ok_or_else(|| {
                SetupError::Unknown(format!(
                    "{} has no variant {name:?}; it has: {}",
                    game.name(),
                    game.variants().join(", ")
                ))
            })?,
        };
        let mut checked: Vec<(String, String)> = Vec::new();
        for (name, value) in options {
            let name = name.to_ascii_lowercase();
            if !game.options().iter().any(|option| option.name == name) {
                let known: Vec<String> = game.options().iter().map(|o| format!("{}={}", o.name, o.values)).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join("; ") };
                return Err(SetupError::Unknown(format!(
                    "{} has no option {name:?}; its options: {known}",
                    game.name()
                )));
            }
            if checked.iter().any(|(seen, _)| *seen == name) {
                return Err(SetupError::Unknown(format!("the option {name} is given twice")));
            }
            checked.push((name, value.to_ascii_lowercase()));
        }
        checked.sort();
        let setup = Setup { game, variant, options: checked };
        Position::start(&setup)?;
        Ok(setup)
    }
}

/// Makes the closed list of games: each row is a name and the type that implements [`Rules`].
macro_rules! games {
    ($($game:ident: $rules:ty;)*) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum GameKind { $($game),* }

        impl GameKind {
            /// All of them.
            pub const ALL: &'static [GameKind] = &[$(GameKind::$game),*];
            /// The name in commands and contracts.
            pub const fn name(self) -> &'static str { match self { $(GameKind::$game => <$rules>::NAME),* } }
            /// The name in sentences.
            pub const fn title(self) -> &'static str { match self { $(GameKind::$game => <$rules>::TITLE),* } }
            /// The variants, the default first.
            pub const fn variants(self) -> &'static [&'static str] { match self { $(GameKind::$game => <$rules>::VARIANTS),* } }
            /// The options.
            pub const fn options(self) -> &'static [OptionHelp] { match self { $(GameKind::$game => <$rules>::OPTIONS),* } }
            /// The pattern of a turn.
            pub const fn pattern(self) -> &'static str { match self { $(GameKind::$game => <$rules>::PATTERN),* } }
            /// The rules, in 40 to 80 lines.
            pub const fn help(self) -> &'static str { match self { $(GameKind::$game => <$rules>::HELP),* } }
            /// The rules, in two or three lines.
            pub const fn blurb(self) -> &'static str { match self { $(GameKind::$game => <$rules>::BLURB),* } }
            /// Whether a third occurrence is a draw.
            pub const fn repetition_draws(self) -> bool { match self { $(GameKind::$game => <$rules>::REPETITION_DRAWS),* } }
            /// After how many turns without progress the game is a draw.
            pub const fn quiet_limit(self) -> Option<u32> { match self { $(GameKind::$game => <$rules>::QUIET_LIMIT),* } }
        }

        /// A position of any game.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Position { $($game($rules)),* }

        impl Position {
            /// The first position.
            pub fn start(setup: &Setup) -> Result<Position, SetupError> {
                match setup.game { $(GameKind::$game => <$rules>::start(setup.variant, &setup.options).map(Position::$game)),* }
            }
            /// Reads a position string. The variant matters where the string doesn't carry it.
            pub fn parse(setup: &Setup, text: &str) -> Result<Position, SetupError> {
                match setup.game { $(GameKind::$game => <$rules>::parse(setup.variant, &setup.options, text).map(Position::$game)),* }
            }
            /// Which game.
            pub const fn game(&self) -> GameKind { match self { $(Position::$game(_) => GameKind::$game),* } }
        }

        /// Runs one expression on whichever game it is.
        macro_rules! on_any {
            ($position:expr, $name:ident => $what:expr) => { match $position { $(Position::$game($name) => $what),* } };
        }
    };
}

games! {
    Amazons: amazons::Amazons;
    Desdemona: desdemona::Desdemona;
    Dameo: dameo::Dameo;
    Diamond: diamond::Diamond;
}

impl GameKind {
    /// The game of that name or title, in any case.
    pub fn named(name: &str) -> Result<GameKind, SetupError> {
        let wanted = name.trim();
        let found = GameKind::ALL
            .iter()
            .find(|g| g.name().eq_ignore_ascii_case(wanted) || g.title().eq_ignore_ascii_case(wanted));
        found.copied().ok_or_else(|| {
            let known: Vec<&str> = GameKind::ALL.iter().map(|g| g.name()).collect();
            SetupError::Unknown(format!("no game {name:?}; the games: {}", known.join(", ")))
        })
    }
}

impl Position {
    /// The position string.
    pub fn text(&self) -> String {
        on_any!(self, p => p.position())
    }

    /// Whose turn it is, also when the game is over.
    pub fn to_move(&self) -> Side {
        on_any!(self, p => p.to_move())
    }

    /// The number of the turn about to be played.
    pub fn turn_number(&self) -> u32 {
        on_any!(self, p => p.turn_number())
    }

    /// The canonical texts of all legal turns, in byte order.
    pub fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = on_any!(self, p => p.legal_turns().iter().map(|turn| p.write(turn)).collect());
        texts.sort_unstable();
        texts
    }

    /// How many legal turns there are.
    pub fn count_turns(&self) -> u64 {
        on_any!(self, p => p.count_turns())
    }

    /// The leaves of the tree of distinct turns of that depth.
    pub fn perft(&self, depth: u32) -> u64 {
        on_any!(self, p => perft(p, depth))
    }

    /// For each legal turn, in byte order, the leaves behind it.
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        on_any!(self, p => divide(p, depth))
    }

    /// The end, as far as this one position shows it.
    pub fn outcome(&self) -> Option<Outcome> {
        on_any!(self, p => p.outcome())
    }

    /// The canonical text of the one legal turn that a lenient text means.
    pub fn read(&self, text: &str) -> Result<String, MoveError> {
        on_any!(self, p => p.read(text).map(|turn| p.write(&turn)))
    }

    /// Several turns of one player in one text; see [`Rules::read_several`].
    pub fn read_several(&self, text: &str) -> Option<Vec<String>> {
        on_any!(self, p => p.read_several(text))
    }

    /// Reads a lenient text and plays it.
    pub fn play(&mut self, text: &str) -> Result<Played, MoveError> {
        on_any!(self, p => play(p, text))
    }

    /// The texts in which the legal turns can be built step by step, in byte order: what
    /// [`Position::complete`] completes to.
    pub fn spellings(&self) -> Vec<String> {
        let mut texts: Vec<String> =
            on_any!(self, p => p.legal_turns().iter().flat_map(|turn| p.spellings(turn)).collect());
        texts.sort_unstable();
        texts.dedup();
        texts
    }

    /// How a turn may go on: the legal turns' texts that begin with what was typed, each cut after the
    /// next square, distinct, in byte order.
    pub fn complete(&self, typed: &str) -> Vec<String> {
        on_any!(self, p => complete(p, typed))
    }

    /// Whether this position counts for repetition.
    pub fn repeats(&self) -> bool {
        on_any!(self, p => p.repeats())
    }

    /// Amazons: the count of the end.
    pub fn count(&self) -> Option<Count> {
        on_any!(self, p => p.count())
    }

    /// Amazons: what a claim gives here.
    pub fn claim(&self) -> Claim {
        on_any!(self, p => p.claim())
    }

    /// Diamond Chess: customs, if on.
    pub fn customs(&self) -> Option<Customs> {
        on_any!(self, p => p.customs())
    }

    /// What to draw, without marks and targets.
    pub fn scene(&self) -> Scene {
        on_any!(self, p => p.scene())
    }

    /// Where the piece on that square can go.
    pub fn targets(&self, from: Square) -> SquareSet {
        on_any!(self, p => p.targets(from))
    }
}

/// The leaves of the tree of distinct turns; the last ply is counted, not played.
pub fn perft<R: Rules>(position: &R, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_turns(),
        _ => position.legal_turns().iter().map(|turn| perft(&after(position, turn), depth - 1)).sum(),
    }
}

fn divide<R: Rules>(position: &R, depth: u32) -> Vec<(String, u64)> {
    let count = |turn| perft(&after(position, turn), depth.saturating_sub(1));
    let mut rows: Vec<(String, u64)> =
        position.legal_turns().iter().map(|turn| (position.write(turn), count(turn))).collect();
    rows.sort_unstable();
    rows
}

fn after<R: Rules>(position: &R, turn: &R::Turn) -> R {
    let mut next = position.clone();
    next.play(turn);
    next
}

fn play<R: Rules>(position: &mut R, text: &str) -> Result<Played, MoveError> {
    let turn = position.read(text)?;
    let played = Played {
        text: position.write(&turn),
        by: position.actor(&turn),
        marks: position.marks(&turn),
        progress: position.is_progress(&turn),
    };
    position.play(&turn);
    Ok(played)
}

fn complete<R: Rules>(position: &R, typed: &str) -> Vec<String> {
    let typed = crate::notation::normal(typed);
    let mut found: Vec<String> = position
        .legal_turns()
        .iter()
        .flat_map(|turn| position.spellings(turn))
        .filter(|text| text.starts_with(&typed))
        .map(|mut text| {
            text.truncate(crate::notation::next_stop(&text, typed.len()));
            text
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
