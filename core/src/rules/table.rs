//! The macro that makes everything that must know all games from their one table, in `rules.rs`.

/// Makes the closed list of games: each row is a type that implements [`Guided`], and its module.
macro_rules! games {
    ($($game:ident: $module:ident;)*) => {
        /// The games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum GameKind { $($game),* }

        impl GameKind {
            /// All of them.
            pub const ALL: &'static [GameKind] = &[$(GameKind::$game),*];
            /// The name in commands and contracts.
            pub const fn name(self) -> &'static str { match self { $(GameKind::$game => $module::$game::NAME),* } }
            /// The name in sentences.
            pub const fn title(self) -> &'static str { match self { $(GameKind::$game => $module::$game::TITLE),* } }
            /// The variants, the default first.
            pub const fn variants(self) -> &'static [&'static str] { match self { $(GameKind::$game => $module::$game::VARIANTS),* } }
            /// The options.
            pub const fn options(self) -> &'static [OptionHelp] { match self { $(GameKind::$game => $module::$game::OPTIONS),* } }
            /// The pattern of a turn.
            pub const fn pattern(self) -> &'static str { match self { $(GameKind::$game => $module::$game::PATTERN),* } }
            /// The rules in full, with pictures.
            pub fn rules(self) -> Vec<crate::text::article::Block> { match self { $(GameKind::$game => $module::$game::rules()),* } }
            /// The rules, in two or three lines.
            pub const fn blurb(self) -> &'static str { match self { $(GameKind::$game => $module::$game::BLURB),* } }
            /// A first turn from the usual start, and an answer to it.
            pub const fn example(self) -> [&'static str; 2] { match self { $(GameKind::$game => $module::$game::EXAMPLE),* } }
            /// What an option means to a player, as a sentence; see [`Guided::explained`].
            pub fn explained(self, name: &str, value: &str, reader: Option<Side>) -> Option<String> { match self { $(GameKind::$game => $module::$game::explained(name, value, reader)),* } }
            /// The same in a few words.
            pub fn explained_briefly(self, name: &str, value: &str) -> Option<String> { match self { $(GameKind::$game => $module::$game::explained_briefly(name, value)),* } }
            /// What a variant is, as it follows its name; see [`Guided::variant_explained`].
            pub fn variant_explained(self, variant: &str) -> Option<&'static str> { match self { $(GameKind::$game => $module::$game::variant_explained(variant)),* } }
            /// The piece that stands for a side.
            pub const fn emblem(self) -> PieceKind { match self { $(GameKind::$game => $module::$game::EMBLEM),* } }
            /// What is counted, where more of them win.
            pub const fn counted(self) -> &'static str { match self { $(GameKind::$game => $module::$game::COUNTED),* } }
            /// Whether the game goes on until neither player has a turn.
            pub const fn ends_for_both(self) -> bool { match self { $(GameKind::$game => $module::$game::ENDS_FOR_BOTH),* } }
            /// Positions to show.
            pub const fn studies(self) -> &'static [Study] { match self { $(GameKind::$game => $module::$game::STUDIES),* } }
            /// Words that people put between squares, and their signs.
            pub const fn synonyms(self) -> &'static [(&'static str, &'static str)] { match self { $(GameKind::$game => $module::$game::SYNONYMS),* } }
            /// Names and letters of pieces that are put down.
            pub const fn placed(self) -> &'static [(&'static str, char)] { match self { $(GameKind::$game => $module::$game::PLACED),* } }
            /// The letter of the same piece of the other side.
            pub fn recoloured(self, letter: char) -> char { match self { $(GameKind::$game => $module::$game::recoloured(letter)),* } }
            /// Whether a third occurrence is a draw.
            pub const fn repetition_draws(self) -> bool { match self { $(GameKind::$game => $module::$game::REPETITION_DRAWS),* } }
            /// After how many turns without progress the game is a draw.
            pub const fn quiet_limit(self) -> Option<u32> { match self { $(GameKind::$game => $module::$game::QUIET_LIMIT),* } }
        }

        /// A position of any game.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Position { $($game($module::$game)),* }

        impl Position {
            /// The first position.
            pub fn start(setup: &Setup) -> Result<Position, SetupError> {
                match setup.game { $(GameKind::$game => $module::$game::start(setup.variant, &setup.options).map(Position::$game)),* }
            }
            /// Reads a position string. The variant matters where the string doesn't carry it.
            pub fn parse(setup: &Setup, text: &str) -> Result<Position, SetupError> {
                match setup.game { $(GameKind::$game => $module::$game::parse(setup.variant, &setup.options, text).map(Position::$game)),* }
            }
            /// What the turn from `before` to here did that its marks don't show; see [`Guided::did_since`].
            pub fn did_since(&self, before: &Position) -> Option<&'static str> {
                match (self, before) { $((Position::$game(now), Position::$game(before)) => now.did_since(before),)* _ => None }
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
