//! What Diamond Chess tells people about itself.

use super::{Diamond, Phase, Turn};
use crate::rules::guided::{last_square, piece_chosen};
use crate::rules::{Changes, Guided, Lesson, Offer, Rules as _, Study, Symmetry, Way};
use crate::scene::{PieceKind, Scene};

const MIDDLE: &str = "tz1g4/1rcc4/o3hk2/1H1c2ZC/5sKR/2O3S1/4G2C/5C1T w 48 play -";

impl Guided for Diamond {
    const PATTERN: &'static str = "from-to from-to";
    const EXAMPLE: [&'static str; 2] = ["r@g1", "r@b8"];
    const HELP: &'static str = include_str!("help.txt");
    const BLURB: &'static str = "Move two of your pieces, or attack with one; every kind has its own way.\n\
                                 Whoever captures the enemy's town wins.";
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
    const SYNONYMS: &'static [(&'static str, &'static str)] = &[("takes", "x"), ("captures", "x"), ("pounces", "^")];
    const PLACED: &'static [(&'static str, char)] = &[
        ("cani", 'c'),
        ("gormoror", 'g'),
        ("khtsoyis", 'k'),
        ("herethroy", 'h'),
        ("orren", 'o'),
        ("rassimel", 'r'),
        ("sleeth", 's'),
        ("zi ri", 'z'),
        ("zi-ri", 'z'),
        ("ziri", 'z'),
    ];

    fn pattern(&self) -> &'static str {
        if self.phase == Phase::Play { Self::PATTERN } else { "piece, or piece@square" }
    }

    fn prompt(&self, path: &str, ways: &[String]) -> String {
        match last_square(path) {
            None if path.ends_with('@') => "2/2 On which square?".to_owned(),
            None if ways.iter().all(|way| way.ends_with('@')) => "1/2 Which piece to put down?".to_owned(),
            None => "Which piece?".to_owned(),
            Some(last) if piece_chosen(path) => format!("{last} goes to"),
            Some(_) if path.contains('x') => format!("`{path}` and then"),
            Some(_) => format!("`{path}`, then which piece?"),
        }
    }

    fn groups(&self, path: &str, _: &[String]) -> [&'static str; 2] {
        match path {
            "" => ["piece", "piece"],
            path if path.ends_with('@') => ["square", "square"],
            path if piece_chosen(path) => ["move", "attack"],
            _ => ["second piece", "with it, in the pack"],
        }
    }

    fn in_second(&self, path: &str, way: &str) -> bool {
        way.get(path.len()..).is_some_and(|step| step.starts_with(['x', '^', '+']))
    }

    fn label(&self, offer: &Offer<'_>) -> String {
        if let Some(letter) = offer.way.strip_suffix('@') {
            let named = Self::PLACED.iter().find(|(_, known)| letter.chars().eq([*known]));
            return named.map_or(letter, |(name, _)| name).to_owned();
        }
        match self.chosen_piece(offer.way) {
            Some(kind) => format!("{} {} ({})", kind.word(), offer.step(), offer.more),
            None => offer.step().to_owned(),
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
        Some([("A piece's squares", choice), ("A first move", first), ("An answer", second)].map(Lesson::from))
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
