//! What someone typed, taken apart: squares, pieces by letter or name, and the signs and words between them.
//! Nothing here knows which turns are legal.

use super::cells::Cell;
use super::moves::Part;
use super::pieces::Kind;
use crate::notation::normal;
use crate::scene::PieceKind;

/// What stands between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `-`
    Move,
    /// `x`, or a `:` before a square.
    Attack,
    /// `^`
    Pounce,
}

/// A square with what was written around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The square.
    pub cell: Cell,
    /// The piece named in front of it: who goes or attacks.
    pub kind: Option<Kind>,
    /// The piece named behind it, or between the sign of an attack and it: the victim, in `d4xd5:z` or `d4xzd5`.
    pub victim: Option<Kind>,
    /// What stands before it.
    pub verb: Option<Verb>,
    /// Whether a `+` stands before it.
    pub joined: bool,
}

/// A placement: a piece, and where, unless it is the next square.
pub type Placement = (Option<Kind>, Option<Cell>);

/// A text taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// It says `spur`.
    pub spur: bool,
    /// It says `pass`.
    pub pass: bool,
    /// Its squares in their order.
    pub spots: Vec<Spot>,
    /// The same read as placements.
    pub placements: Vec<Placement>,
    /// The first word that means nothing here.
    pub unknown: Option<String>,
    /// The first square that isn't on this board.
    pub off_board: Option<String>,
}

impl Typed {
    /// Takes a text (untrusted) apart.
    pub fn new(text: &str) -> Typed {
        let lexemes = lexemes(&normal(text));
        let mut typed = Typed { spots: spots(&lexemes), placements: placements(&lexemes), ..Typed::default() };
        for lexeme in lexemes {
            match lexeme {
                Lexeme::Spur => typed.spur = true,
                Lexeme::Pass => typed.pass = true,
                Lexeme::Unknown(word) => {
                    typed.unknown.get_or_insert(word);
                }
                Lexeme::OffBoard(word) => {
                    typed.off_board.get_or_insert(word);
                }
                _ => {}
            }
        }
        typed
    }

    /// Whether that verb was written.
    pub fn says(&self, verb: Verb) -> bool {
        self.spots.iter().any(|spot| spot.verb == Some(verb))
    }

    /// Its squares two by two, as from and to; `None` if one is left over.
    pub fn parts(&self) -> Option<Vec<Part>> {
        let (pairs, []) = self.spots.as_chunks::<2>() else { return None };
        Some(pairs.iter().map(|[from, to]| Part { from: from.cell, to: to.cell }).collect())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Lexeme {
    Cell(Cell),
    Kind(Kind),
    Verb(Verb),
    Plus,
    /// `,`, `;`, `and`…
    Separator,
    /// `:` or an opening bracket.
    Colon,
    Spur,
    Pass,
    OffBoard(String),
    Unknown(String),
}

/// Words that may stand in a turn and add nothing.
const FILLERS: [&str; 22] = [
    "a", "at", "by", "drop", "from", "go", "goes", "i", "into", "move", "moves", "my", "on", "onto", "place", "play",
    "put", "set", "the", "to", "turn", "with",
];

fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_lowercase() {
            let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            // The letter before a digit is the square's file: `kxd5` is `kx` and `d5`.
            let word = if digits > 0 { letters - 1 } else { letters };
            lexemes.extend(word_lexemes(&rest[..word]));
            if digits > 0 {
                lexemes.push(square_lexeme(&rest[word..letters + digits]));
            }
            rest = &rest[letters + digits..];
            continue;
        }
        lexemes.extend(match first {
            '-' | '>' => Some(Lexeme::Verb(Verb::Move)),
            '^' => Some(Lexeme::Verb(Verb::Pounce)),
            '+' => Some(Lexeme::Plus),
            ':' | '(' | '[' => Some(Lexeme::Colon),
            ',' | ';' | '/' | '&' | '.' => Some(Lexeme::Separator),
            ' ' | '@' | ')' | ']' | '!' | '?' | '"' | '\'' | '`' | '*' | '_' | '=' => None,
            other => Some(Lexeme::Unknown(other.to_string())),
        });
        rest = &rest[first.len_utf8()..];
    }
    // `zi ri`, `zi-ri`: the second word of a name that has two.
    let is_second = |lexeme: &Lexeme| *lexeme == Lexeme::Unknown("ri".to_owned());
    while let Some(i) = lexemes.iter().position(is_second) {
        let name = lexemes[..i].iter().rposition(|lexeme| *lexeme != Lexeme::Verb(Verb::Move));
        if name.is_none_or(|name| lexemes[name] != Lexeme::Kind(Kind::ZiRi)) {
            break;
        }
        lexemes.drain(name.unwrap_or(i) + 1..=i);
    }
    lexemes
}

fn square_lexeme(text: &str) -> Lexeme {
    match text.parse().ok().and_then(Cell::of) {
        Some(cell) => Lexeme::Cell(cell),
        None => Lexeme::OffBoard(text.to_owned()),
    }
}

fn word_lexemes(word: &str) -> Vec<Lexeme> {
    let known = match word {
        "" => return Vec::new(),
        "x" | "takes" | "take" | "captures" | "capture" | "attacks" | "attack" | "hits" | "hit" | "strikes"
        | "strike" => Some(Lexeme::Verb(Verb::Attack)),
        "pounces" | "pounce" => Some(Lexeme::Verb(Verb::Pounce)),
        "and" | "then" => Some(Lexeme::Separator),
        "spur" => Some(Lexeme::Spur),
        "pass" => Some(Lexeme::Pass),
        _ if FILLERS.contains(&word) => return Vec::new(),
        _ => named(word).map(Lexeme::Kind),
    };
    if let Some(lexeme) = known {
        return vec![lexeme];
    }
    // `kx`, `xz`, or a whole order of placements without spaces.
    let letters: Option<Vec<Lexeme>> = word
        .chars()
        .map(|c| if c == 'x' { Some(Lexeme::Verb(Verb::Attack)) } else { Kind::of_letter(c).map(Lexeme::Kind) })
        .collect();
    letters.filter(|_| word.contains('x') || word.len() == 10).unwrap_or_else(|| vec![Lexeme::Unknown(word.to_owned())])
}

/// A piece by its name or the beginning of it, which differs for all, or by the animal that is drawn for it.
fn named(word: &str) -> Option<Kind> {
    let name = |kind: Kind| if kind == Kind::ZiRi { "ziri" } else { kind.word() };
    let singular = if word.len() > 1 { word.trim_end_matches('s') } else { word };
    let drawn = PieceKind::named(word).or_else(|| PieceKind::named(singular));
    let called = |kind: Kind| name(kind).starts_with(word) || name(kind) == singular || drawn == Some(kind.scene());
    Kind::ALL.into_iter().find(|&kind| called(kind))
}

/// The squares with what is written around them. A piece named between two squares belongs to the second, unless a
/// `:` stands before it, or a comma or the end behind it.
fn spots(lexemes: &[Lexeme]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let (mut kind, mut victim, mut verb, mut joined) = (None, None, None, false);
    for (i, lexeme) in lexemes.iter().enumerate() {
        match *lexeme {
            Lexeme::Cell(cell) => {
                spots.push(Spot { cell, kind: kind.take(), victim: victim.take(), verb: verb.take(), joined });
                joined = false;
            }
            Lexeme::Kind(named) => {
                let behind = matches!(lexemes.get(i + 1), None | Some(Lexeme::Separator))
                    || i > 0 && lexemes[i - 1] == Lexeme::Colon;
                // `attack k d4 d5`: nobody has been named yet who attacks.
                let is_first = spots.is_empty() && kind.is_none();
                match spots.last_mut() {
                    Some(last) if behind && verb.is_none() => last.victim = Some(named),
                    _ if matches!(verb, Some(Verb::Attack | Verb::Pounce)) && !is_first => victim = Some(named),
                    _ => kind = Some(named),
                }
            }
            Lexeme::Verb(written) => verb = Some(written),
            Lexeme::Plus => joined = true,
            Lexeme::Colon if matches!(lexemes.get(i + 1), Some(Lexeme::Cell(_))) => verb = Some(Verb::Attack),
            Lexeme::Colon | Lexeme::Separator | Lexeme::Spur | Lexeme::Pass => {}
            Lexeme::OffBoard(_) | Lexeme::Unknown(_) => {}
        }
    }
    spots
}

/// Pieces, each with the square written behind or else before it.
fn placements(lexemes: &[Lexeme]) -> Vec<Placement> {
    let mut placements: Vec<Placement> = Vec::new();
    for lexeme in lexemes {
        match (lexeme, placements.last_mut()) {
            (Lexeme::Kind(kind), Some(last @ (None, Some(_)))) => last.0 = Some(*kind),
            (Lexeme::Kind(kind), _) => placements.push((Some(*kind), None)),
            (Lexeme::Cell(cell), Some(last @ (Some(_), None))) => last.1 = Some(*cell),
            (Lexeme::Cell(cell), _) => placements.push((None, Some(*cell))),
            _ => {}
        }
    }
    placements
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(text: &str) -> Vec<String> {
        let show = |(kind, cell): Placement| {
            format!("{}{}", kind.map_or('?', Kind::letter), cell.map_or(String::new(), |cell| cell.to_string()))
        };
        let typed = Typed::new(text);
        assert_eq!((typed.unknown, typed.off_board), (None, None), "{text}");
        typed.placements.into_iter().map(show).collect()
    }

    #[test]
    fn placements_with_and_without_squares() {
        for text in ["c@g1", "C g1", "cani@g1", "place cani on g1", "g1 c", "cg1", "canig1", "Cani, g1."] {
            assert_eq!(placed(text), ["cg1"], "{text}");
        }
        let whole = ["r", "o", "h", "k", "s", "c", "c", "g", "z", "c"];
        for text in [
            "r o h k s c c g z c",
            "r,o,h,k,s,c,c,g,z,c",
            "rohksccgzc",
            "Rassimel, orren, herethroy, khtsoyis, sleeth, cani, cani, gormoror, zi ri, cani",
            "rass orr her kht sle can can gor zi-ri cani",
        ] {
            assert_eq!(placed(text), whole, "{text}");
        }
        assert_eq!(placed("g1 c; g2 r"), ["cg1", "rg2"]);
        assert_eq!(placed("c r@h2"), ["c", "rh2"]);
        assert_eq!(placed("g1"), ["?g1"]);
    }

    #[test]
    fn squares_with_what_stands_around_them() {
        let show = |text: &str| -> Vec<String> {
            let letter = |kind: Option<Kind>| kind.map_or(String::new(), |kind| kind.letter().to_string());
            let sign = |verb: Option<Verb>| match verb {
                None => "",
                Some(Verb::Move) => "-",
                Some(Verb::Attack) => "x",
                Some(Verb::Pounce) => "^",
            };
            let spots = Typed::new(text).spots;
            spots
                .iter()
                .map(|s| {
                    let plus = if s.joined { "+" } else { "" };
                    format!("{plus}{}{}{}:{}", sign(s.verb), letter(s.kind), s.cell, letter(s.victim))
                })
                .collect()
        };
        assert_eq!(show("e1–e3 and G2→g4"), ["e1:", "-e3:", "g2:", "-g4:"]);
        assert_eq!(show("d6-b6+e6-c6"), ["d6:", "-b6:", "+e6:", "-c6:"]);
        for text in ["d4xc4,d5:z", "d4 takes c4 and d5 (zi ri)", "d4:c4,d5 z", "d4xc4, d5 z."] {
            assert_eq!(show(text), ["d4:", "xc4:", "d5:z"], "{text}");
        }
        assert_eq!(show("kxd5"), ["xkd5:"]);
        assert_eq!(show("kxzd5"), ["xkd5:z"]);
        assert_eq!(show("d4xzd5"), ["d4:", "xd5:z"]);
        assert_eq!(show("sleeth e4 pounces on f7"), ["se4:", "^f7:"]);
    }

    #[test]
    fn what_means_nothing_is_kept() {
        assert_eq!(Typed::new("e1-e3 g2-h9").off_board.as_deref(), Some("h9"));
        assert_eq!(Typed::new("e1-e10").off_board.as_deref(), Some("e10"));
        assert_eq!(Typed::new("good luck").unknown.as_deref(), Some("good"));
        assert_eq!(Typed::new("e1-e3 g2-g4 größe").unknown.as_deref(), Some("gr"));
        assert_eq!(Typed::new("ri").unknown.as_deref(), Some("ri"));
        assert!(Typed::new("spur c3-c4").spur && Typed::new("Pass.").pass);
    }
}
