//! What a game tells people about itself: how a turn is written and built step by step, what the rules are in short
//! and in full, which piece stands for it, what is worth a picture.

use super::{Capabilities, Changes, Side, Study, Symmetry};
use crate::board::Square;
use crate::notation;
use crate::scene::{PieceKind, Scene};
use crate::text::article::Block;
use crate::text::rules as text;

/// How a game is explained, shown and guided through. Most of it has a default that suits a game in which one piece
/// goes somewhere, or is put down somewhere.
pub trait Guided: Capabilities {
    /// The pattern of a turn, for "reply above this line": `from-to/arrow`.
    const PATTERN: &'static str;
    /// A first turn from the usual start, and an answer to it.
    const EXAMPLE: [&'static str; 2];
    /// First turns from the starts where that one can't be played.
    const OTHER_EXAMPLES: &'static [&'static str] = &[];
    /// The rules in two or three short lines, for invitations.
    const BLURB: &'static str;
    /// The piece that stands for a side, in captions.
    const EMBLEM: PieceKind;
    /// What is counted in a game that more of them win.
    const COUNTED: &'static str = text::STONE;
    /// Positions to show; at least one for each variant.
    const STUDIES: &'static [Study];
    /// Words that people put between squares, and the sign that each stands for: `("shoots", "/")`.
    const SYNONYMS: &'static [(&'static str, &'static str)] = &[];
    /// Names of pieces that are put down, and the letter of each in a turn: `("cani", 'c')`.
    const PLACED: &'static [(&'static str, char)] = &[];

    /// The rules in our own words, with three to six pictures.
    fn rules() -> Vec<Block>;

    /// The pattern of the turn to be played here, where it isn't the usual one.
    fn pattern(&self) -> &'static str {
        Self::PATTERN
    }

    /// How turns are written that the pattern doesn't cover, as a sentence with one that can be played here.
    fn written_too(&self) -> Option<String> {
        None
    }

    /// What a turn chosen as far as this path still lacks, in words, where that is one thing.
    fn missing(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// A good first turn to show somebody how one is written, where the game names one for this start.
    fn example(&self) -> Option<&'static str> {
        let named = Self::EXAMPLE.iter().take(1).chain(Self::OTHER_EXAMPLES).copied();
        named.into_iter().find(|text| self.read(text).is_ok_and(|turn| self.write(&turn) == *text))
    }

    /// What an option means to a player, or to nobody in particular, as a sentence. Where its value depends on colours
    /// that aren't drawn yet, it has none.
    fn explained(name: &str, value: &str, reader: Option<Side>) -> Option<String> {
        let _ = (name, value, reader);
        None
    }

    /// What a variant other than the default is, as it follows its name.
    fn variant_explained(variant: &str) -> Option<&'static str> {
        let _ = variant;
        None
    }

    /// What an option means, in a few words for a list.
    fn explained_briefly(name: &str, value: &str) -> Option<String> {
        let _ = (name, value);
        None
    }

    /// What a player must know of this position that the board doesn't show, as sentences.
    fn beside_the_board(&self, reader: Option<Side>) -> Vec<String> {
        let _ = reader;
        Vec::new()
    }

    /// What the turn from `before` to here did that its marks don't show, as it follows a name: `gave checkmate`.
    fn did_since(&self, before: &Self) -> Option<&'static str> {
        let _ = before;
        None
    }

    /// The prompt when a turn is chosen as far as this path, and these are the ways to continue.
    fn prompt(&self, path: &str, ways: &[String]) -> String {
        match last_square(path) {
            None => text::first(self.begins_with_piece(ways)).to_owned(),
            Some(last) if piece_chosen(path) => text::goes_to(last),
            Some(last) => text::goes_on_to(last),
        }
    }

    /// What the ways to continue are called in a list; they may be shown as two lists.
    fn groups(&self, path: &str, ways: &[String]) -> [&'static str; 2] {
        let called = if path.is_empty() { text::first_called(self.begins_with_piece(ways)) } else { text::GOES_TO };
        [called; 2]
    }

    /// Whether a way to continue belongs in the second of these.
    fn in_second(&self, path: &str, way: &str) -> bool {
        let _ = (path, way);
        false
    }

    /// What a way to continue is called: what each of its steps does, and how many ways there are to go on.
    fn label(&self, offer: &Offer<'_>) -> String {
        let said = self.said(offer);
        if offer.more > 1 { text::with_ways(&said, offer.more) } else { said }
    }

    /// What one step of a turn does: `to d7`, `take d5`.
    fn step(&self, step: &Step<'_>) -> String {
        step.plainly()
    }

    /// What the steps of a way to continue do, in words.
    fn said(&self, offer: &Offer<'_>) -> String {
        let mut said = String::new();
        let mut after_piece = false;
        for step in offer.steps() {
            if !said.is_empty() {
                said.push_str(if after_piece { " " } else { ", " });
            }
            after_piece = step.is_piece();
            said.push_str(&self.step(&step));
        }
        said
    }

    /// Whether this part of an unfinished turn carries a piece from its first square to its last.
    fn carries(&self, part: &str) -> bool {
        part.contains(['-', 'x'])
    }

    /// Three pictures that show how the game goes, by that first turn: what can be done, a turn, what it leads to.
    fn lesson(&self, turn: &Self::Turn) -> Option<[Lesson; 3]> {
        let from = notation::squares(&self.write(turn)).first().map(|(_, square)| *square)?;
        let mut choice = self.scene();
        let moves = choice.stands(from);
        if moves {
            choice.chosen = Some(from);
            choice.targets = self.targets(from);
        } else {
            let all = self.legal_turns();
            choice.targets = all.iter().flat_map(|turn| self.first_square(turn)).collect();
        }
        let (after, first) = self.shown(turn);
        let turns = after.legal_turns();
        let (_, second) = after.shown(turns.get(turns.len() / 2)?);
        let [first_words, second_words] = text::FIRST_AND_ANSWER;
        Some([(text::possible(moves), choice), (first_words, first), (second_words, second)].map(Lesson::from))
    }

    /// The symmetries of this position's rules.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }

    /// The letter of the same piece of the other side in a position string.
    fn recoloured(letter: char) -> char {
        match letter {
            'w' => 'b',
            'b' => 'w',
            'W' => 'B',
            'B' => 'W',
            other => other,
        }
    }

    /// What the turn to be played may do to the numbers of pieces.
    fn changes(&self) -> Changes {
        Changes::ANY
    }

    /// Whether that turn may lead to the same position as another, and still be a turn of its own.
    fn may_coincide(&self, turn: &Self::Turn) -> bool {
        let _ = turn;
        false
    }

    /// The mover's piece that a path ends with and that has yet to do something.
    fn chosen_piece(&self, path: &str) -> Option<PieceKind> {
        let square = last_square(path).filter(|_| piece_chosen(path))?;
        let mine = Some(self.to_move());
        self.scene().pieces.iter().find(|piece| piece.at == square && piece.side == mine).map(|piece| piece.kind)
    }

    /// Whether all of these first ways are pieces of the mover's.
    fn begins_with_piece(&self, ways: &[String]) -> bool {
        ways.iter().all(|way| self.chosen_piece(way).is_some())
    }

    /// The position after a turn, and its picture with the turn marked.
    fn shown(&self, turn: &Self::Turn) -> (Self, Scene) {
        let mut after = self.clone();
        after.play(turn);
        let scene = Scene { marks: self.marks(turn), ..after.scene() };
        (after, scene)
    }

    /// The first square of a turn's text.
    fn first_square(&self, turn: &Self::Turn) -> Option<Square> {
        notation::squares(&self.write(turn)).first().map(|(_, square)| *square)
    }
}

/// A way to continue, offered to somebody who builds a turn step by step.
#[derive(Clone, Debug)]
pub struct Offer<'a> {
    /// The turn as far as it is chosen.
    pub path: &'a str,
    /// The same with this step.
    pub way: &'a str,
    /// How many ways to continue there are from there.
    pub more: usize,
    /// The turns that it may become.
    pub turns: &'a [&'a str],
}

impl<'a> Offer<'a> {
    /// What this way adds, step by step.
    pub fn steps(&self) -> impl Iterator<Item = Step<'a>> {
        let (way, mut at) = (self.way, self.path.len());
        std::iter::from_fn(move || {
            let before = way.get(..at)?;
            let stop = notation::next_stop(way, at);
            let chunk = way.get(at..stop).filter(|chunk| !chunk.is_empty())?;
            at = stop;
            let sign = chunk.chars().next().filter(|first| SIGNS.contains(first));
            Some(Step { before, sign, name: chunk.trim_start_matches(SIGNS) })
        })
    }
}

/// What may stand before the square of a step.
const SIGNS: &[char] = &['-', '/', 'x', '^', ',', ' ', '+'];

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The turn up to it.
    pub before: &'a str,
    /// What joins it to that.
    pub sign: Option<char>,
    /// The square, or what else it names: `d7`, `d5:z`, `c@`.
    pub name: &'a str,
}

impl Step<'_> {
    /// What it does in most games.
    pub fn plainly(&self) -> String {
        match self.sign {
            Some('-') => text::to(self.name),
            Some('x') => text::take(self.name),
            _ => self.name.to_owned(),
        }
    }

    /// Whether it names a piece that has yet to do something.
    pub fn is_piece(&self) -> bool {
        matches!(self.sign, None | Some(' ' | '+')) && !self.name.contains('@') && !self.before.ends_with('@')
    }

    /// Its square.
    pub fn square(&self) -> Option<Square> {
        last_square(self.name)
    }

    /// The square that it starts from.
    pub fn from(&self) -> Option<Square> {
        last_square(self.before)
    }
}

/// One of the pictures that show a newcomer how a game goes, with the words under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its words.
    pub words: &'static str,
    /// What it shows.
    pub scene: Scene,
}

impl From<(&'static str, Scene)> for Lesson {
    fn from((words, scene): (&'static str, Scene)) -> Lesson {
        Lesson { words, scene }
    }
}

/// The last square that a path names.
pub fn last_square(path: &str) -> Option<Square> {
    notation::squares(path).last().map(|(_, square)| *square)
}

/// Whether a path ends with a piece that has yet to do something.
pub fn piece_chosen(path: &str) -> bool {
    let step = path.rsplit([' ', '+']).next().unwrap_or_default();
    !step.contains(['-', 'x', '^', '@'])
}
