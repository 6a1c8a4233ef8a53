//! What looks like a turn of any of our games: squares with something between them, pieces to be placed, `spur …`,
//! `pass`. The words that may stand in one are the games' own. The position that it is for decides whether it is one;
//! here it is only told from prose.

use crate::board::Square;
use crate::notation::normal;
use crate::rules::GameKind;
use crate::scene::PieceKind;

/// A turn at the front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnText<'a> {
    /// The turn in plain spelling, for the rules to read.
    pub text: String,
    /// What stands behind it.
    pub rest: &'a str,
    /// Whether nobody would write this by chance: two squares, or a piece and its square.
    pub clear: bool,
    /// Whether every square is on a board of ours.
    pub on_board: bool,
    /// Whether punctuation sets it off from the rest.
    pub set_off: bool,
    /// Whether it is followed by a question mark, and so perhaps only talked about.
    pub question: bool,
}

/// More words than this make no turn; ten placements with their squares are thirty.
pub(super) const MOST_WORDS: usize = 40;

/// Whether a whole text has the shape of a turn: what a reply to a turn mail may consist of.
pub fn looks_like_turn(text: &str) -> bool {
    split(text).is_some_and(|turn| turn.rest.is_empty() && !turn.question)
}

/// Whether a line in a thread full of chatter is a turn and nothing else: real squares, no lone letters.
pub fn is_plain_turn(text: &str) -> bool {
    split(text).is_some_and(|turn| {
        let long_enough = turn.clear || turn.text.split(' ').count() >= 3;
        turn.rest.is_empty() && !turn.question && turn.on_board && long_enough
    })
}

/// Whether such a line is a short turn, `d3` or `pass`, which counts only if it can be played there and then.
pub fn is_short_turn(text: &str) -> bool {
    split(text).is_some_and(|turn| {
        let short = turn.text == "pass" || count_squares(&turn.text) == Some((1, 1));
        turn.rest.is_empty() && !turn.question && short
    })
}

/// The turn at the front of a text, as much as belongs to it. Where all of it is squares with a space inside, `c 3`, they
/// are put together.
pub fn split(text: &str) -> Option<TurnText<'_>> {
    let text = text.trim();
    let found = as_written(text);
    if found.as_ref().is_some_and(|turn| turn.rest.is_empty()) {
        return found;
    }
    let together = put_together(text);
    let whole = together.as_deref().and_then(squares).filter(|turn| turn.rest.is_empty() && turn.on_board);
    match whole {
        Some(TurnText { text, clear, on_board, set_off, question, .. }) => {
            Some(TurnText { text, rest: "", clear, on_board, set_off, question })
        }
        None => found,
    }
}

/// A text in which each file stands beside its rank: `c 3 - c 4` is `c3 - c4`; nothing if nothing is apart.
fn put_together(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().take(MOST_WORDS).collect();
    let is_file = |word: &str| matches!(word.as_bytes(), [.., b'a'..=b'j' | b'A'..=b'J']) && count_letters(word) == 1;
    let is_rank = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut together = String::new();
    let mut joined = false;
    for (at, word) in words.iter().enumerate() {
        let behind_file = at > 0 && is_file(words[at - 1]) && is_rank(word);
        joined |= behind_file;
        together.push_str(if at == 0 || behind_file { "" } else { " " });
        together.push_str(word);
    }
    joined.then_some(together)
}

fn count_letters(word: &str) -> usize {
    word.chars().filter(|c| c.is_alphabetic()).count()
}

/// The same, where every square is one word.
fn as_written(text: &str) -> Option<TurnText<'_>> {
    let (first, behind) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match normal(first).as_str() {
        "pass" => Some(TurnText { clear: false, on_board: true, ..found("pass".to_owned(), first, behind) }),
        "spur" => spur(behind),
        "place" | "put" => put_down(behind).map(|turn| TurnText { clear: true, ..turn }),
        _ => squares(text).or_else(|| placements(text)),
    }
}

/// `spur c3-c4`, behind its verb.
pub(super) fn spur(text: &str) -> Option<TurnText<'_>> {
    let turn = squares(text)?;
    Some(TurnText { text: format!("spur {}", turn.text), ..turn })
}

/// What stands behind `place`: pieces, or where all are alike the square alone, `f2` or `a disc on f2`.
pub(super) fn put_down(text: &str) -> Option<TurnText<'_>> {
    let placed = placements(text);
    if placed.is_some() {
        return placed;
    }
    let said = placed_words(text);
    let alike = |word: &&PlacedWord<'_>| {
        matches!(word.plain.as_str(), "a" | "my" | "the" | "disc" | "disk" | "stone" | "piece" | "at" | "on" | "to")
    };
    let before = said.iter().take_while(alike).last().map_or(0, |word| word.end);
    squares(&text[before..]).filter(|turn| turn.on_board)
}

/// Pieces to be put down, with their squares or in order: `c@g1`, `cani on g1`, `r o h k s c c g z c`.
fn placements(text: &str) -> Option<TurnText<'_>> {
    let said = placed_words(text);
    let mut list: Vec<String> = Vec::new();
    let (mut used, mut clear, mut on_board) = (0, false, true);
    while let Some((piece, square, words)) = placement(&said[used..]) {
        on_board &= square.as_ref().is_none_or(|square| square.parse::<Square>().is_ok());
        clear |= square.is_some();
        list.push(square.map_or(piece.to_string(), |square| format!("{piece}@{square}")));
        used += words;
    }
    let last = said.get(used.checked_sub(1)?)?;
    let turn = found(list.join(" "), last.raw, &text[last.end..]);
    Some(TurnText { clear, on_board, question: said[..used].iter().any(PlacedWord::asks), ..turn })
}

/// The letters of the pieces that can be put down.
pub(crate) fn letters_of_pieces() -> Vec<String> {
    let mut letters: Vec<String> = placed().map(|(_, letter)| letter.to_string()).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Two or more squares (or one alone), whatever people put between them. A piece may be named in front of the square where
/// it stands, or in front of what it takes: `sleeth f2 to e3`, `sleeth takes e4`.
fn squares(text: &str) -> Option<TurnText<'_>> {
    let said = placed_words(text);
    let (mut spelled, mut joint, mut used) = (String::new(), "", 0);
    let (mut named, mut real, mut wordy) = (0, 0, false);
    // Of a piece that is only put down, one square is named.
    let (mut pieces, mut moves, mut after_square) = (false, false, false);
    let mut i = 0;
    while let Some(word) = said.get(i) {
        i += 1;
        if let Some((some, on_board)) = count_squares(&word.plain) {
            (named, real) = (named + some, real + on_board);
            moves |= some > 1 || after_square;
            let glued =
                spelled.is_empty() || !joint.is_empty() || !word.plain.starts_with(|c: char| c.is_alphanumeric());
            spelled.push_str(if glued { joint } else { " " });
            spelled.push_str(&word.plain);
            (joint, used, after_square) = ("", i, true);
        } else if let Some(meant) = joining(word).filter(|_| used > 0) {
            wordy |= word.plain.len() > 1;
            // "arrow to g7" is the arrow.
            joint = if meant.is_empty() || (meant == "-" && !joint.is_empty()) { joint } else { meant };
        } else if let Some(mover) = mover(&said[i - 1..]) {
            (pieces, wordy, after_square) = (true, true, false);
            moves |= mover.takes;
            spelled.push_str(if spelled.is_empty() { "" } else { " " });
            spelled.push_str(&mover.text);
            joint = if mover.text.is_empty() { "" } else { " " };
            i += mover.words - 1;
        } else {
            break;
        }
    }
    let last = said.get(used.checked_sub(1)?)?;
    // A turn that names only squares outside every board is a part number or a version, not a slip.
    if real == 0 || (pieces && !moves) {
        return None;
    }
    let plain = if wordy { spelled } else { normal(&without_letters(&text[..last.end])) };
    let turn = found(plain.trim_end().to_owned(), last.raw, &text[last.end..]);
    let question = said[..used].iter().any(PlacedWord::asks);
    Some(TurnText { clear: named > 1 || pieces, on_board: named == real, question, ..turn })
}

/// A piece that is named in front of a square.
struct Mover {
    /// What the rules shall read of it.
    text: String,
    /// How many words that took.
    words: usize,
    /// Whether the square is what it takes, and not where it stands.
    takes: bool,
}

/// The piece at the front of these words, if the square where it stands follows, or what it takes. Where pieces are also put
/// down the rules know their names; elsewhere the square says what stands there.
fn mover(said: &[PlacedWord<'_>]) -> Option<Mover> {
    let article = usize::from(said.first().is_some_and(|word| matches!(word.plain.as_str(), "my" | "the")));
    let said = said.get(article..)?;
    let (first, second) = (said.first()?, said.get(1)?);
    let two_words = format!("{} {}", first.plain, second.plain);
    let (name, letter, words) = match piece(&two_words) {
        Some(letter) => (two_words, Some(letter), 2),
        None if first.plain.len() > 1 => (first.plain.clone(), piece(&first.plain), 1),
        None => return None,
    };
    if letter.is_none() && PieceKind::named(&name).is_none() {
        return None;
    }
    let on = usize::from(said.get(words).is_some_and(|word| matches!(word.plain.as_str(), "on" | "at" | "from")));
    let behind = said.get(words + on)?;
    let stands = count_squares(&behind.plain).is_some();
    if stands && (on == 0 || goes_on_to_square(&said[words + on + 1..])) {
        return Some(Mover {
            text: letter.map_or_else(String::new, |_| name),
            words: article + words + on,
            takes: false,
        });
    }
    let verb = joining(behind).filter(|sign| on == 0 && letter.is_some() && matches!(*sign, "x" | "^"))?;
    let on = usize::from(said.get(words + 1).is_some_and(|word| matches!(word.plain.as_str(), "on" | "at")));
    let target = said.get(words + 1 + on).is_some_and(|word| count_squares(&word.plain).is_some());
    target.then(|| Mover { text: format!("{name} {verb}"), words: article + words + 1 + on, takes: true })
}

/// Whether a sign and a square follow.
fn goes_on_to_square(said: &[PlacedWord<'_>]) -> bool {
    let sign = said.first().and_then(joining).is_some_and(|sign| !sign.is_empty());
    sign && said.get(1).is_some_and(|word| count_squares(&word.plain).is_some())
}

fn found<'a>(text: String, last: &str, rest: &'a str) -> TurnText<'a> {
    let rest = rest.trim();
    let set_off = last.ends_with(['.', '…', '!', ';', ':']) || rest.starts_with(|c: char| !c.is_alphanumeric());
    let rest = if rest.chars().all(|c| matches!(c, '.' | '…' | '!' | ',' | ';' | ':')) { "" } else { rest };
    let question = last.ends_with('?') || rest.starts_with('?');
    TurnText { text, rest, clear: false, on_board: true, set_off, question }
}

/// A word with its place in the text and its plain spelling.
pub(super) struct PlacedWord<'a> {
    raw: &'a str,
    pub(super) plain: String,
    end: usize,
}

impl PlacedWord<'_> {
    fn asks(&self) -> bool {
        self.raw.ends_with('?')
    }
}

pub(super) fn placed_words(text: &str) -> Vec<PlacedWord<'_>> {
    let mut behind = 0;
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        behind += word.len();
        let raw = word.trim_end();
        (raw, behind - (word.len() - raw.len()))
    });
    let words = words.filter(|(raw, _)| !raw.is_empty()).take(MOST_WORDS);
    words.map(|(raw, end)| PlacedWord { raw, plain: normal(&without_letters(raw)), end }).collect()
}

/// A text without the capitals that chess players put in front of a square, `Qd1-d7`: the square says what stands there.
/// A piece that is put down on one square, `Cg1`, keeps its letter.
fn without_letters(text: &str) -> String {
    let whole: Vec<char> = text.chars().collect();
    let is_letter = |at: usize| {
        let behind = &whole[at + 1..];
        let in_front = at.checked_sub(1).and_then(|before| whole.get(before)).is_none_or(|c| !c.is_alphanumeric());
        let square = matches!(behind, [file, rank, ..] if file.is_ascii_lowercase() && rank.is_ascii_digit());
        let alone = behind.iter().skip(2).take_while(|c| !c.is_whitespace()).all(|c| !c.is_ascii_lowercase());
        let put_down = alone && piece_letter(whole[at].to_ascii_lowercase() as u8);
        whole[at].is_ascii_uppercase() && in_front && square && !put_down
    };
    (0..whole.len()).filter(|&at| !is_letter(at)).map(|at| whole[at]).collect()
}

/// How many squares a word consists of, and how many of them are on a board; nothing if it holds anything but squares
/// and what stands between them.
fn count_squares(word: &str) -> Option<(usize, usize)> {
    let bytes = word.as_bytes();
    let (mut named, mut real, mut i) = (0, 0, 0);
    while let Some(&byte) = bytes.get(i) {
        let digits = bytes[i + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        match byte {
            b'a'..=b'z' if (1..=2).contains(&digits) => {
                named += 1;
                real += usize::from(word[i..i + 1 + digits].parse::<Square>().is_ok());
                i += 1 + digits;
            }
            // The named target of an attack, `d4xd5:z`.
            b':' if named > 0
                && bytes.get(i + 1).is_some_and(|&b| piece_letter(b))
                && digits == 0
                && ends(bytes, i + 2) =>
            {
                i += 2;
            }
            b'-' | b'/' | b'x' | b',' | b':' | b'>' | b'(' | b')' | b'^' | b'+' | b'*' | b'=' | b';' => i += 1,
            _ => return None,
        }
    }
    (named > 0).then_some((named, real))
}

/// Whether a word ends there, or goes on with something that is no letter or digit.
fn ends(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// What a word between two squares stands for.
fn joining(word: &PlacedWord<'_>) -> Option<&'static str> {
    Some(match word.plain.as_str() {
        "-" | "--" | "->" | ">" | "=>" | "to" => "-",
        "/" => "/",
        "x" => "x",
        "+" => "+",
        "^" => "^",
        "and" | "at" | "on" | "with" => "",
        "" if word.raw.chars().all(|c| matches!(c, ',' | ';' | ':')) => "",
        word => GameKind::ALL.iter().flat_map(|game| game.synonyms()).find(|(known, _)| *known == word)?.1,
    })
}

/// One piece to be placed at the front of these words: its letter, its square, and how many words that took.
pub(super) fn placement(said: &[PlacedWord<'_>]) -> Option<(char, Option<String>, usize)> {
    let first = said.first()?;
    let square = |text: &str| {
        (count_squares(text) == Some((1, 1)) || count_squares(text) == Some((1, 0))).then(|| text.to_owned())
    };
    let bytes = first.plain.as_bytes();
    // In one word: `c@g1`, `cg1`.
    if bytes.len() > 2 && piece_letter(bytes[0]) {
        let behind = first.plain[1..].trim_start_matches(['@', ':', '=']);
        if let Some(square) = square(behind).filter(|square| square.starts_with(|c: char| c.is_ascii_lowercase())) {
            return Some((char::from(bytes[0]), Some(square), 1));
        }
    }
    let two_words = said.get(1).and_then(|second| piece(&format!("{} {}", first.plain, second.plain)));
    let (letter, mut used) = match two_words {
        Some(letter) => (letter, 2),
        None => (piece(&first.plain)?, 1),
    };
    let mut at = used;
    if said.get(at).is_some_and(|word| matches!(word.plain.as_str(), "@" | "at" | "on" | "to")) {
        at += 1;
    }
    let square = said.get(at).and_then(|word| square(word.plain.trim_start_matches('@')));
    // "sleeth f2 to e3" puts nothing down.
    let square = square.filter(|_| !goes_on_to_square(&said[at + 1..]));
    if square.is_some() {
        used = at + 1;
    }
    Some((letter, square, used))
}

/// The letter of a piece that is put down, by its name or the letter itself.
fn piece(word: &str) -> Option<char> {
    let named = |(name, letter): &&(&str, char)| *name == word || word.chars().eq([*letter]);
    placed().find(named).map(|(_, letter)| *letter)
}

fn piece_letter(byte: u8) -> bool {
    placed().any(|(_, letter)| char::from(byte) == *letter)
}

/// The pieces that are put down in any game, by name and letter.
fn placed() -> impl Iterator<Item = &'static (&'static str, char)> {
    GameKind::ALL.iter().flat_map(|game| game.placed())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text`, or with a rest behind a bar: `d1-d7/g7|Hello`.
    fn shown(text: &str) -> String {
        match split(text) {
            None => "-".to_owned(),
            Some(turn) if turn.question => format!("{}?", turn.text),
            Some(turn) if turn.rest.is_empty() => turn.text,
            Some(turn) => format!("{}|{}", turn.text, turn.rest),
        }
    }

    #[test]
    fn shapes_of_all_games() {
        for (typed, turn) in [
            ("d1-d7/g7", "d1-d7/g7"),
            ("D1–d7/g7", "d1-d7/g7"),
            ("Qd1-d7/g7", "d1-d7/g7"),
            ("Qd1-Qd7/g7", "d1-d7/g7"),
            ("Qd1 to d7 and arrow to g7", "d1-d7/g7"),
            ("Kc3-c4 Rg2-g4", "c3-c4 g2-g4"),
            ("Cg1", "c@g1"),
            ("d1 - d7 / g7.", "d1 - d7 / g7"),
            ("d1-d5,g8", "d1-d5,g8"),
            ("d1d7g7", "d1d7g7"),
            ("d1-d7(g7)", "d1-d7(g7)"),
            ("d1 to d7 and shoots at g7", "d1-d7/g7"),
            ("c3 takes e3", "c3xe3"),
            ("King c3 takes e3", "c3xe3"),
            ("my queen d1 to d7 and arrow to g7", "d1-d7/g7"),
            ("sleeth f2 to e3 and zi ri h4 to g6", "sleeth f2-e3 zi ri h4-g6"),
            ("my dog on d4 takes d5", "dog d4xd5"),
            ("sleeth takes e4", "sleeth x e4"),
            ("cani g1, rassimel on g2", "c@g1 r@g2"),
            ("c3-e3x", "c3-e3x"),
            ("d6-f6-f4x", "d6-f6-f4x"),
            ("c3:e3", "c3:e3"),
            ("d4×d6×f6", "d4xd6xf6"),
            ("e1-e3 g2-g4", "e1-e3 g2-g4"),
            ("e1-e3, g2-g4", "e1-e3, g2-g4"),
            ("d6-b6+e6-c6", "d6-b6+e6-c6"),
            ("d4xc4,d5,d5", "d4xc4,d5,d5"),
            ("d4xd5:z", "d4xd5:z"),
            ("e4^f7", "e4^f7"),
            ("d1-k7/g7", "d1-k7/g7"),
            ("c@g1", "c@g1"),
            ("C on g1", "c@g1"),
            ("cg1", "c@g1"),
            ("place cani", "c"),
            ("place cani at g1", "c@g1"),
            ("zi ri", "z"),
            ("place f2", "f2"),
            ("put a disc on f2 now", "f2|now"),
            ("r o h k s c c g z c", "r o h k s c c g z c"),
            ("rassimel, orren, zi ri", "r o z"),
            ("spur c3-c4", "spur c3-c4"),
            ("pass", "pass"),
            ("d7", "d7"),
            ("c 3", "c3"),
            ("C 3 - c 4", "c3 - c4"),
            ("d 1 d 7 g 7", "d1 d7 g7"),
            ("d1-d7/g7 Hello Ann", "d1-d7/g7|Hello Ann"),
            ("d1-d7/g7 to be sure", "d1-d7/g7|to be sure"),
            ("e3-e4 was better", "e3-e4|was better"),
            ("e3-e4?", "e3-e4?"),
        ] {
            assert_eq!(shown(typed), turn, "{typed}");
        }
    }

    #[test]
    fn prose_is_no_turn() {
        for text in [
            "",
            " ",
            "hello",
            "-",
            "/",
            "ok",
            "mp3 player",
            "h264",
            "v2-v3",
            "b2b",
            "x86",
            "12:30",
            "1-0",
            "Your d1-d7",
            "spur me on",
            "place your bets",
            "größe",
            "10 . . . B . . B . . .",
            "🙂",
            "at d7",
            "I am a 4",
            "a 4 day week",
            "x",
        ] {
            assert_eq!(shown(text), "-", "{text}");
        }
    }

    #[test]
    fn chatter_wants_a_full_turn_alone() {
        for text in ["d1-d7/g7", "d1 d7 g7", "c@g1", "place cani", "spur c3-c4", "r o h k s c c g z c"] {
            assert!(is_plain_turn(text), "{text}");
        }
        for text in ["e3-e4 was better", "e3-e4?", "k", "o k", "d7", "pass", "d1-k7/g7", "d1-d7/g7 Hello", "cani"] {
            assert!(!is_plain_turn(text), "{text}");
        }
        for text in ["d7", "D7!", "pass", "Pass."] {
            assert!(is_short_turn(text), "{text}");
        }
        for text in ["k", "o k", "d7?", "d7 it is", "pass the salt", "d1-d7/g7", "k12", "cani", "c@g1", "ok"] {
            assert!(!is_short_turn(text), "{text}");
        }
        assert!(looks_like_turn("c") && looks_like_turn("d1-k7/g7") && !looks_like_turn("e3-e4 was better"));
    }
}
