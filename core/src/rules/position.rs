//! The closed list of games, and a position of any of them: what the server speaks to.

use super::{
    Claim, Count, Customs, MoveError, OptionHelp, Outcome, Rules, SetupError, Side, amazons, dameo, desdemona, diamond,
};
use crate::board::{Square, SquareSet};
use crate::scene::{Mark, Scene};

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
    /// What it is called where games are named: `Amazons`, and with its variant where that isn't the usual one,
    /// `Desdemona (cassio)`.
    pub fn title(&self) -> String {
        let title = self.game.title();
        if self.is_usual() { title.to_owned() } else { format!("{title} ({})", self.variant) }
    }

    /// Whether it is the variant that is played where none is named.
    pub fn is_usual(&self) -> bool {
        self.game.variants().first() == Some(&self.variant)
    }

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
