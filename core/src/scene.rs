//! What to draw, in game words: plain data that a picture, an ASCII board and a spoken description
//! are all made from. Nothing here knows a colour or a pixel.

use serde::{Deserialize, Serialize};

use crate::board::{Square, SquareSet};
use crate::rules::{GameKind, Side};

/// A board with its pieces and what is to be pointed out on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Which game, for drawings that belong to one.
    pub game: GameKind,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// How the board is laid on the table.
    pub layout: Layout,
    /// The river's squares, where there is one.
    pub river: SquareSet,
    /// The pairs of squares joined across the river.
    pub fords: Vec<(Square, Square)>,
    /// The rim where a rule makes it special: no quiet shots there.
    pub edge: SquareSet,
    /// The pieces, arrows and stones, in the order of squares; of two that share a square, the lower one first.
    pub pieces: Vec<Piece>,
    /// Numbered squares still to be filled in a setup, with their numbers.
    pub slots: Vec<(Square, u8)>,
    /// Whose turn it is; nobody's once the game is over.
    pub to_move: Option<Side>,
    /// The turn about to be played.
    pub turn: u32,
    /// What the last turn did. Filled by the caller.
    pub marks: Vec<Mark>,
    /// So many of the marks, from the first one, are of the turn before it.
    pub earlier: usize,
    /// Squares to dot: where a chosen piece can go. Filled by the caller.
    pub targets: SquareSet,
    /// The chosen piece whose targets those are. Filled by the caller.
    pub chosen: Option<Square>,
    /// Territories of a settled position: each square's owner.
    pub territory: Vec<(Square, Side)>,
}

impl Scene {
    /// A plain board of this size with these pieces. What is special about a game is set afterwards.
    pub fn new(
        game: GameKind,
        (files, ranks): (u8, u8),
        pieces: Vec<Piece>,
        to_move: Option<Side>,
        turn: u32,
    ) -> Scene {
        Scene {
            game,
            files,
            ranks,
            layout: Layout::Square,
            river: SquareSet::EMPTY,
            fords: Vec::new(),
            edge: SquareSet::EMPTY,
            pieces,
            slots: Vec::new(),
            to_move,
            turn,
            marks: Vec::new(),
            earlier: 0,
            targets: SquareSet::EMPTY,
            chosen: None,
            territory: Vec::new(),
        }
    }

    /// Whether something stands on that square.
    pub fn stands(&self, square: Square) -> bool {
        self.pieces.iter().any(|piece| piece.at == square)
    }
}

/// How the board is laid on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Ranks run from left to right.
    Square,
    /// Turned by 45 degrees: h1 at the bottom, a8 at the top.
    Diamond,
}

impl Piece {
    /// Somebody's piece, with its letter in position strings.
    pub const fn new(at: Square, kind: PieceKind, side: Side, letter: char) -> Piece {
        Piece { at, kind, side: Some(side), letter, used: false, shared: false }
    }
}

/// Something that stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub at: Square,
    /// What.
    pub kind: PieceKind,
    /// Whose; arrows and neutral stones are nobody's.
    pub side: Option<Side>,
    /// The letter of position strings.
    pub letter: char,
    /// Whether its resistance is used up.
    pub used: bool,
    /// Whether it shares its square with another piece.
    pub shared: bool,
}

/// The kinds of things on boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum PieceKind {
    Amazon,
    Arrow,
    Stone,
    NeutralStone,
    Man,
    King,
    Town,
    Cani,
    Gormoror,
    Khtsoyis,
    Herethroy,
    Orren,
    Rassimel,
    Sleeth,
    ZiRi,
}

impl PieceKind {
    /// The singular word for it.
    pub const fn word(self) -> &'static str {
        match self {
            PieceKind::Amazon => "amazon",
            PieceKind::Arrow => "arrow",
            PieceKind::Stone => "stone",
            PieceKind::NeutralStone => "neutral stone",
            PieceKind::Man => "man",
            PieceKind::King => "king",
            PieceKind::Town => "town",
            PieceKind::Cani => "cani",
            PieceKind::Gormoror => "gormoror",
            PieceKind::Khtsoyis => "khtsoyis",
            PieceKind::Herethroy => "herethroy",
            PieceKind::Orren => "orren",
            PieceKind::Rassimel => "rassimel",
            PieceKind::Sleeth => "sleeth",
            PieceKind::ZiRi => "zi ri",
        }
    }

    /// Every kind.
    pub const ALL: [PieceKind; 15] = [
        PieceKind::Amazon,
        PieceKind::Arrow,
        PieceKind::Stone,
        PieceKind::NeutralStone,
        PieceKind::Man,
        PieceKind::King,
        PieceKind::Town,
        PieceKind::Cani,
        PieceKind::Gormoror,
        PieceKind::Khtsoyis,
        PieceKind::Herethroy,
        PieceKind::Orren,
        PieceKind::Rassimel,
        PieceKind::Sleeth,
        PieceKind::ZiRi,
    ];

    /// The kind that people call so; the peoples of Diamond Chess by the animals that are drawn for them, too.
    pub fn named(word: &str) -> Option<PieceKind> {
        match word {
            "queen" => Some(PieceKind::Amazon),
            "pawn" | "checker" => Some(PieceKind::Man),
            "dame" => Some(PieceKind::King),
            "castle" | "city" => Some(PieceKind::Town),
            "dog" => Some(PieceKind::Cani),
            "bear" => Some(PieceKind::Gormoror),
            "octopus" | "squid" => Some(PieceKind::Khtsoyis),
            "ant" | "insect" => Some(PieceKind::Herethroy),
            "otter" => Some(PieceKind::Orren),
            "raccoon" | "racoon" => Some(PieceKind::Rassimel),
            "cat" => Some(PieceKind::Sleeth),
            "ziri" | "dragon" => Some(PieceKind::ZiRi),
            word => PieceKind::ALL.into_iter().find(|kind| kind.word() == word),
        }
    }

    /// The word for several of them.
    pub const fn plural(self) -> &'static str {
        match self {
            PieceKind::Amazon => "amazons",
            PieceKind::Arrow => "arrows",
            PieceKind::Stone => "stones",
            PieceKind::NeutralStone => "neutral stones",
            PieceKind::Man => "men",
            PieceKind::King => "kings",
            // The peoples of Diamond Chess have no plural of their own.
            people => people.word(),
        }
    }
}

/// One thing that the last turn did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece went over these squares: where from, any landings in between, where to.
    Path(Vec<Square>),
    /// A shot that leaves something on its square.
    Shot {
        /// From the shooter.
        from: Square,
        /// Onto this square.
        to: Square,
    },
    /// An attack without moving.
    Attack {
        /// From the attacker.
        from: Square,
        /// On this square.
        to: Square,
    },
    /// A stone that changed its colour.
    Flipped(Square),
    /// A piece that was taken; draw it as a ghost.
    Captured(Piece),
    /// An attack that was resisted there.
    Resisted(Square),
    /// A man that became a king there.
    Promoted(Square),
    /// A piece that was put down there.
    Placed(Square),
}
