//! Othello: a disc that is put down turns the rows of enemy discs between it and another of one's own. Black begins;
//! when neither player can go on, whoever has more discs wins.

use super::{
    Capabilities, Changes, GameKind, Guided, Margin, MoveError, Offer, Outcome, Reason, Rules, SetupError, Side, Study,
    Symmetry, TurnNumber, Way, position_text, squares_alone,
};
use crate::board::{ALL_DIRECTIONS, Direction, Square, SquareSet};
use crate::scene::{Mark, Piece, PieceKind, Scene};
use crate::text::article::Block;

mod help;

const BOARD: SquareSet = SquareSet::board(8, 8);
const PASS: &str = "pass";

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    discs: [SquareSet; 2],
    to_move: Side,
    turn: TurnNumber,
}

/// One turn: where a disc is put down, or nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// On that square.
    Place(Square),
    /// No square turns anything.
    Pass,
}

/// What keeps squares from being a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// So many are named, instead of one.
    Squares(usize),
    /// A disc is there; the squares where one would turn some.
    NotEmpty { at: Square, open: SquareSet },
    /// A disc there would turn none; the squares where one would.
    TurnsNone { at: Square, open: SquareSet },
}

impl Rules for Othello {
    type Turn = Turn;

    const NAME: &'static str = "othello";
    const TITLE: &'static str = "Othello";
    const VARIANTS: &'static [&'static str] = &["standard"];
    const SIZE: (u8, u8) = (8, 8);

    fn start(_: &'static str, _: &[(String, String)]) -> Result<Othello, SetupError> {
        let discs = [SquareSet::named(&["d4", "e5"]), SquareSet::named(&["d5", "e4"])];
        Ok(Othello { discs, to_move: Side::Black, turn: TurnNumber::FIRST })
    }

    fn parse(_: &'static str, _: &[(String, String)], text: &str) -> Result<Othello, SetupError> {
        let [squares, side, turn] = position_text::fields(text, position_text::FIELDS)?;
        let mut discs = [SquareSet::EMPTY; 2];
        position_text::read_letters(squares, Self::SIZE, "WB", |square, letter| {
            discs[usize::from(letter == 'B')].insert(square);
            Ok(())
        })?;
        Ok(Othello { discs, to_move: position_text::side(side)?, turn: position_text::turn_number(turn)? })
    }

    fn position(&self) -> String {
        let board = position_text::write_board(Self::SIZE, |square| self.disc(square).map(|disc| disc.letter));
        format!("{board} {} {}", self.to_move.letter(), self.turn.0)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn turn_number(&self) -> u32 {
        self.turn.0
    }

    fn legal_turns(&self) -> Vec<Turn> {
        let places = self.places(self.to_move);
        if places.is_empty() && !self.places(self.to_move.other()).is_empty() {
            return vec![Turn::Pass];
        }
        places.into_iter().map(Turn::Place).collect()
    }

    fn count_turns(&self) -> u64 {
        match self.places(self.to_move).len() {
            0 => u64::from(!self.places(self.to_move.other()).is_empty()),
            places => places as u64,
        }
    }

    fn play(&mut self, turn: &Turn) {
        if let Turn::Place(at) = *turn {
            let turned = self.turned(self.to_move, at);
            let (own, enemy) = (self.to_move as usize, self.to_move.other() as usize);
            self.discs[own] |= turned | SquareSet::of(at);
            self.discs[enemy] = self.discs[enemy] - turned;
        }
        self.to_move = self.to_move.other();
        self.turn.advance();
    }

    fn outcome(&self) -> Option<Outcome> {
        if Side::BOTH.into_iter().any(|side| !self.places(side).is_empty()) {
            return None;
        }
        let [white, black] = self.discs.map(SquareSet::len);
        let winner = match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Side::White),
            std::cmp::Ordering::Less => Some(Side::Black),
            std::cmp::Ordering::Equal => None,
        };
        let margin = winner.map(|_| Margin { halves: 2 * white.abs_diff(black) as u32 });
        Some(Outcome { winner, reason: Reason::Stones, margin })
    }

    fn write(&self, turn: &Turn) -> String {
        match turn {
            Turn::Place(at) => at.to_string(),
            Turn::Pass => PASS.to_owned(),
        }
    }

    fn read(&self, text: &str) -> Result<Turn, MoveError> {
        squares_alone::read(self, text, |squares| self.fault(squares).to_string())
    }

    fn scene(&self) -> Scene {
        let discs = BOARD.into_iter().filter_map(|square| self.disc(square)).collect();
        let to_move = self.outcome().is_none().then_some(self.to_move);
        Scene::new(GameKind::Othello, Self::SIZE, discs, to_move, self.turn.0)
    }

    fn marks(&self, turn: &Turn) -> Vec<Mark> {
        let Turn::Place(at) = *turn else { return Vec::new() };
        let turned = self.turned(self.to_move, at).into_iter().map(Mark::Flipped);
        std::iter::once(Mark::Placed(at)).chain(turned).collect()
    }

    fn targets(&self, from: Square) -> SquareSet {
        self.places(self.to_move) & SquareSet::of(from)
    }
}

impl Capabilities for Othello {
    const ENDS_FOR_BOTH: bool = true;

    fn stones(&self) -> Option<[u32; 2]> {
        Some(self.discs.map(|discs| discs.len() as u32))
    }
}

impl Guided for Othello {
    const PATTERN: &'static str = help::PATTERN;
    const EXAMPLE: [&'static str; 2] = ["d3", "c5"];
    const BLURB: &'static str = help::BLURB;
    const EMBLEM: PieceKind = PieceKind::Stone;
    const COUNTED: &'static str = help::DISC;
    const STUDIES: &'static [Study] = &[
        Study::new("three rows turn", "othello", "standard", MIDDLE, "c3"),
        Study::new("the last disc", "othello", "standard", LAST, "h1"),
    ];

    fn rules() -> Vec<Block> {
        help::rules::rules()
    }

    fn pattern(&self) -> &'static str {
        if self.places(self.to_move).is_empty() { PASS } else { Self::PATTERN }
    }

    fn label(&self, offer: &Offer<'_>) -> String {
        let turns = |at| help::turns(at, self.turned(self.to_move, at).len());
        offer.way.parse::<Square>().map_or_else(|_| offer.way.to_owned(), turns)
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        const {
            &[
                Symmetry::swapping(Way::LeftRight),
                Symmetry::of(Way::Turned),
                Symmetry::of(Way::Transposed),
                Symmetry::of(Way::Antitransposed),
                Symmetry::of(Way::LeftRight),
            ]
        }
    }

    fn changes(&self) -> Changes {
        // One disc more, unless it is a pass; what is turned trades sides.
        Changes { all: 0..=1, own: 0..=60, enemy: -60..=0, kept: &[] }
    }
}

const MIDDLE: &str = "2B5/2W5/2WBB3/1WWWBB2/2WWWB2/3WBB2/2W2B2/8 b 21";
const LAST: &str = "WWWWWWWW/WBBBBBWW/WBWBBWBW/WBBWWBBW/WBBWBWBW/WBWBBWBW/WWBBBBBW/WWWWBBW1 b 60";

impl Othello {
    fn disc(&self, at: Square) -> Option<Piece> {
        let side = Side::BOTH.into_iter().find(|&side| self.discs[side as usize].contains(at))?;
        Some(Piece::new(at, PieceKind::Stone, side, side.letter().to_ascii_uppercase()))
    }

    /// The squares where that side may put a disc down.
    fn places(&self, side: Side) -> SquareSet {
        let [own, enemy] = [self.discs[side as usize], self.discs[side.other() as usize]];
        let empty = BOARD - own - enemy;
        let mut places = SquareSet::EMPTY;
        for direction in ALL_DIRECTIONS {
            // The rows of enemy discs that begin beside one of the side's own; six is the longest.
            let mut row = own.shifted(direction) & enemy;
            for _ in 0..5 {
                row |= row.shifted(direction) & enemy;
            }
            places |= row.shifted(direction) & empty;
        }
        places
    }

    /// The discs that a disc of that side, put down there, turns.
    fn turned(&self, side: Side, at: Square) -> SquareSet {
        ALL_DIRECTIONS.into_iter().fold(SquareSet::EMPTY, |turned, way| turned | self.row(side, at, way))
    }

    /// The enemy discs beside that square in one direction, if a disc of that side's own ends their row.
    fn row(&self, side: Side, at: Square, way: Direction) -> SquareSet {
        let [own, enemy] = [self.discs[side as usize], self.discs[side.other() as usize]];
        let mut row = SquareSet::EMPTY;
        let mut next = SquareSet::of(at).shifted(way);
        while !(next & enemy).is_empty() {
            row |= next;
            next = next.shifted(way);
        }
        if (next & own).is_empty() { SquareSet::EMPTY } else { row }
    }

    fn fault(&self, squares: &[Square]) -> Fault {
        match *squares {
            [at] if self.disc(at).is_some() => Fault::NotEmpty { at, open: self.places(self.to_move) },
            [at] => Fault::TurnsNone { at, open: self.places(self.to_move) },
            _ => Fault::Squares(squares.len()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(text: &str) -> Othello {
        Othello::parse("standard", &[], text).unwrap()
    }

    fn legal(position: &Othello) -> Vec<String> {
        let mut texts: Vec<String> = position.legal_turns().iter().map(|turn| position.write(turn)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn black_begins() {
        let start = Othello::start("standard", &[]).unwrap();
        assert_eq!(start.position(), "8/8/8/3BW3/3WB3/8/8/8 b 1");
        assert_eq!(
            (start.to_move(), legal(&start)),
            (Side::Black, ["c4", "d3", "e6", "f5"].map(str::to_owned).to_vec())
        );
    }

    #[test]
    fn all_rows_turn_that_end_at_an_own_disc() {
        let mut position = at("B2B2B1/1W1W1W2/2WWW3/BWW1WWWW/2WWW3/1W1W1B2/B2W4/7B b 9");
        position.play(&position.read("d5").unwrap());
        // To h5 and down to d1 the rows end at the edge; the one to f3 has one disc.
        assert_eq!(position.position(), "B2B2B1/1B1B1B2/2BBB3/BBBBWWWW/2BWB3/1B1W1B2/B2W4/7B w 10");
    }

    #[test]
    fn passing_is_a_turn_only_where_it_is_the_only_one() {
        assert_eq!(legal(&at("8/8/8/8/8/8/8/1WB5 b 20")), ["a1"]);
        let mut stuck = at("8/8/8/8/8/8/8/BW1W4 w 20");
        assert_eq!((legal(&stuck), stuck.outcome()), (vec!["pass".to_owned()], None));
        assert!(matches!(stuck.read("c1"), Err(MoveError::Illegal { why, .. }) if why.contains("pass")));
        stuck.play(&stuck.read(" PASS. ").unwrap());
        assert_eq!(stuck.position(), "8/8/8/8/8/8/8/BW1W4 b 21");
        assert!(matches!(stuck.read("pass"), Err(MoveError::Syntax(_))));
    }

    #[test]
    fn more_discs_win_by_the_difference() {
        let ended = at("8/8/8/8/8/8/8/BB1W4 w 20");
        let outcome = ended.outcome().unwrap();
        assert_eq!(
            (outcome.winner, outcome.reason, outcome.margin),
            (Some(Side::Black), Reason::Stones, Some(Margin { halves: 2 }))
        );
        let drawn = at("8/8/8/8/8/8/8/B2W4 w 20").outcome().unwrap();
        assert_eq!((drawn.winner, drawn.margin), (None, None));
    }

    #[test]
    fn refusals_teach() {
        let start = Othello::start("standard", &[]).unwrap();
        let why = |text: &str| start.read(text).unwrap_err().to_string();
        assert_eq!(why("d4"), "d4 is not empty; a disc turns some on c4, d3, e6 or f5");
        assert_eq!(why("a1"), "a disc on a1 turns none; it does on c4, d3, e6 or f5");
        let many = at("2B5/2W5/2WBB3/1WWWBB2/2WWWB2/3WBB2/2W2B2/8 b 21").read("a8").unwrap_err().to_string();
        assert_eq!(many, "a disc on a8 turns none; it does on 9 squares, such as a5, b1, b3 or b4");
        assert_eq!(why("i9"), "there is no square i9, the board is a1 to h8");
        assert_eq!(why("hello"), "a turn is written as a square, like d3");
        assert_eq!(start.read("D3!"), Ok(Turn::Place(Square::at("d3"))));
    }

    #[test]
    fn a_refusal_shows_where_a_disc_can_go() {
        let start = Othello::start("standard", &[]).unwrap();
        let about = |text: &str| match start.read(text) {
            Err(MoveError::Illegal { about, .. }) => about,
            other => panic!("{other:?}"),
        };
        assert_eq!((about("d4").as_deref(), about("a1").as_deref()), (Some(""), Some("")));
    }

    #[test]
    fn whoever_can_only_pass_is_told_so() {
        assert_eq!(at("8/8/8/8/8/8/8/BW1W4 w 20").pattern(), "pass");
        assert_eq!(Othello::start("standard", &[]).unwrap().pattern(), "a square");
    }
}
