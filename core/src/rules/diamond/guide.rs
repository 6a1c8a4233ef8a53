//! What Diamond Chess tells people about itself.

use super::help::{self, guide as words, terms};
use super::pieces::Kind;
use super::{Diamond, Phase, Turn, attacks, setup};
use crate::rules::guided::{last_square, piece_chosen};
use crate::rules::{Changes, Guided, Lesson, Rules as _, Side, Step, Study, Symmetry, Way};
use crate::scene::{PieceKind, Scene};
use crate::text::article::Block;

const MIDDLE: &str = "tz1g4/1rcc4/o3hk2/1H1c2ZC/5sKR/2O3S1/4G2C/5C1T w 48 play -";

impl Guided for Diamond {
    const PATTERN: &'static str = words::PATTERN;
    const EXAMPLE: [&'static str; 2] = ["r@g1", "r@b8"];
    const OTHER_EXAMPLES: &'static [&'static str] = &["f2-e3 h4-g6"];
    const BLURB: &'static str = words::BLURB;
    const EMBLEM: PieceKind = PieceKind::Town;
    const STUDIES: &'static [Study] = &[
        Study::new("the setup", "diamond", "standard", "ts6/z1r5/8/h7/8/8/5SCG/4ZH1T b 10 setup:b -", "k@b7"),
        Study::new("a pounce", "diamond", "standard", "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -", "b6^b7"),
        Study::new(
            "an attack resisted",
            "diamond",
            "quick",
            "t2gC3/1r'cc4/o3hk2/1H1c3C/5(Zs)KR/2O3S1/4(Gz)2C/7T w 48 play -",
            "e8xd8",
        ),
        Study::new(
            "a pack",
            "diamond",
            "quick",
            "trg5/h(oz)6/ksc3C1/2c5/2c3C1/4Z2G/4S1OH/4CKRT b 6 play -",
            "c4-a4+c5-f5+c6-c5 b6-b4",
        ),
        Study::new("blows", "diamond", "quick", MIDDLE, "g4xf4"),
        Study { chosen: Some("g3"), turn: None, ..Study::new("targets", "diamond", "quick", MIDDLE, "") },
    ];
    const SYNONYMS: &'static [(&'static str, &'static str)] = words::SYNONYMS;
    const PLACED: &'static [(&'static str, char)] = words::PLACED;

    fn rules() -> Vec<Block> {
        help::rules::rules()
    }

    fn pattern(&self) -> &'static str {
        match self.phase {
            Phase::Setup { .. } => words::SETUP_PATTERN,
            Phase::Play if self.attacks() => words::PATTERN_WITH_ATTACKS,
            Phase::Play => Self::PATTERN,
        }
    }

    fn explained(name: &str, value: &str, reader: Option<Side>) -> Option<String> {
        terms::explained(name, value, reader)
    }

    fn variant_explained(variant: &str) -> Option<&'static str> {
        (variant == "quick").then_some(words::QUICK)
    }

    fn explained_briefly(name: &str, value: &str) -> Option<String> {
        terms::brief(name, value)
    }

    fn beside_the_board(&self, reader: Option<Side>) -> Vec<String> {
        let owed = self.options.handicap.map(|handicap| terms::owed(handicap, self.to_move, reader));
        let placing = match self.phase {
            Phase::Setup { first } => self.placing(reader, first),
            Phase::Play => Vec::new(),
        };
        let struck = attacks::can_capture_town(&self.board, self.to_move.other(), self.options.pounce);
        let attacked = struck.then(|| words::town_is_attacked(self.to_move, reader));
        placing.into_iter().chain(attacked).chain(owed).filter(|_| self.outcome().is_none()).collect()
    }

    fn did_since(&self, before: &Diamond) -> Option<&'static str> {
        let first = |position: &Diamond| match position.phase {
            Phase::Setup { first } => Some(first),
            Phase::Play => None,
        };
        // The last placement of all leads to the play, which whoever is first then begins.
        let now = first(self).unwrap_or(self.to_move);
        match first(before) {
            Some(then) if then != now => Some(words::OUT_OF_ORDER),
            _ => terms::changed(&before.options, &self.options),
        }
    }

    fn prompt(&self, path: &str, ways: &[String]) -> String {
        match last_square(path) {
            None if path.ends_with('@') => words::WHICH_SQUARE.to_owned(),
            None if ways.iter().all(|way| way.ends_with('@')) => words::WHICH_TO_PUT.to_owned(),
            None if self.attacks() => words::WHICH_PIECE_OR_ATTACK.to_owned(),
            None => words::WHICH_PIECE.to_owned(),
            Some(last) if piece_chosen(path) => {
                let attacks = ways.iter().any(|way| way.get(path.len()..).is_some_and(|on| on.starts_with(['x', '^'])));
                words::goes_to(last, path.contains(' '), attacks)
            }
            Some(_) if path.contains('x') => words::and_then(path),
            Some(_) => words::then_which(path),
        }
    }

    fn groups(&self, path: &str, _: &[String]) -> [&'static str; 2] {
        match path {
            "" => [words::PIECE; 2],
            path if path.ends_with('@') => [words::SQUARE; 2],
            path if piece_chosen(path) => [words::MOVE, words::ATTACK],
            _ => [words::SECOND_PIECE, words::IN_PACK],
        }
    }

    fn in_second(&self, path: &str, way: &str) -> bool {
        way.get(path.len()..).is_some_and(|step| step.starts_with(['x', '^', '+']))
    }

    fn step(&self, step: &Step<'_>) -> String {
        if let Some((letter, square)) = step.name.split_once('@') {
            return words::placed(&named(letter), square);
        }
        let piece = || {
            let way = format!("{}{}{}", step.before, step.sign.map_or_else(String::new, String::from), step.name);
            self.chosen_piece(&way).map_or_else(|| step.name.to_owned(), |kind| words::piece(kind.word(), step.name))
        };
        match step.sign {
            Some('x' | ',') => match step.name.split_once(':') {
                Some((square, letter)) => words::attack_one(&named(letter), square),
                None => words::attack(step.name),
            },
            Some('^') => words::pounce(step.name),
            Some('+') => words::with(&piece()),
            _ if step.before.ends_with('@') => words::on(step.name),
            _ if step.is_piece() => piece(),
            _ => step.plainly(),
        }
    }

    /// An attacker stays where it is.
    fn carries(&self, part: &str) -> bool {
        part.contains('-')
    }

    /// None while there are no pieces to move yet.
    fn lesson(&self, turn: &Turn) -> Option<[Lesson; 3]> {
        let from = turn.moves().first()?.parts().first()?.from.square();
        let choice = Scene { chosen: Some(from), targets: self.targets(from), ..self.scene() };
        let (after, first) = self.shown(turn);
        let answers = after.legal_turns();
        let (_, second) = after.shown(answers.get(answers.len() / 2)?);
        let [of_choice, of_first, of_second] = words::LESSON;
        Some([(of_choice, choice), (of_first, first), (of_second, second)].map(Lesson::from))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        const PLAY: &[Symmetry] =
            &[Symmetry::swapping(Way::Turned), Symmetry::swapping(Way::Transposed), Symmetry::of(Way::Antitransposed)];
        // In the setup the numbers of the squares are not symmetric.
        if self.phase == Phase::Play { PLAY } else { &[] }
    }

    /// Upper case is White's.
    fn recoloured(letter: char) -> char {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    }

    fn changes(&self) -> Changes {
        let placed = i32::from(self.phase != Phase::Play);
        Changes { own: -99..=placed, enemy: -99..=0, ..Changes::ANY }
    }

    /// Two pieces may attack to the same effect.
    fn may_coincide(&self, turn: &Turn) -> bool {
        matches!(turn, Turn::Attack { .. } | Turn::Pounce { .. })
    }
}

impl Diamond {
    /// Whether the player to move can attack anything.
    fn attacks(&self) -> bool {
        let mut attacks = false;
        self.mover(self.to_move).each_attack(&mut |_| attacks = true);
        attacks
    }

    /// What a side has still to put down, and in which order.
    fn placing(&self, reader: Option<Side>, first: Side) -> Vec<String> {
        let side = reader.unwrap_or(self.to_move);
        let army = self.board.army(side);
        let left: Vec<(Kind, u32)> = setup::how_many_left(army).collect();
        let next = setup::open_slots(army, side).next().map(|(cell, number)| (cell.square(), number));
        let whose = reader.is_none().then_some(side);
        let still = (!left.is_empty()).then(|| words::still_to_place(whose, &left));
        let order = next.map(|next| words::order(next, side == first));
        // White was first at the beginning.
        let swapped = (first == Side::Black).then(|| words::moves_first(first));
        still.into_iter().chain(order).chain(swapped).collect()
    }
}

/// The kind of piece that a letter stands for.
fn named(letter: &str) -> String {
    let known = Diamond::PLACED.iter().find(|(_, known)| letter.chars().eq([*known]));
    known.map_or(letter, |(name, _)| name).to_owned()
}
