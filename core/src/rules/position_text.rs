//! What the position strings of all games share: a board as ranks from the top, runs of empty squares as
//! decimal numbers, the side to move and the turn number. What may stand on a square is the game's business
//! and comes in as a callback.

use std::fmt::{Display, Write};

use super::{SetupError, Side, TurnNumber};
use crate::board::Square;

/// The names of the three fields that every game has; some games add more.
pub use crate::text::rules::FIELDS;

/// Where in a position string something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// In that field, from 1, of that name.
    Field(usize, &'a str),
    /// In a field that shouldn't be there.
    Beyond(usize),
    /// In that rank, from 1.
    Rank(u8),
}

/// What is wrong there, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw<'a> {
    /// The field isn't there; these should be.
    Missing(&'a [&'a str]),
    /// More fields than these.
    TooMany(&'a [&'a str]),
    /// Neither `w` nor `b`.
    NoSide,
    /// No number that a turn can have.
    NoTurnNumber,
    /// So many ranks, instead of as many as the board has.
    Ranks(usize, u8),
    /// So many squares, instead of as many as a rank has.
    Squares(u8, u8),
    /// More squares than the rank has.
    TooLong(u8),
    /// No number of empty squares that still fit: from 1 to that.
    Run(u8),
    /// A letter that is none of these.
    Letter(char, &'a str),
}

/// Splits a position string (untrusted) into its fields, one for each name.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[&'a str; N], SetupError> {
    let mut found = [""; N];
    let mut words = text.split_ascii_whitespace();
    for (i, name) in names.into_iter().enumerate() {
        found[i] = words.next().ok_or_else(|| wrong(Place::Field(i + 1, name), Flaw::Missing(&names)))?;
    }
    match words.next() {
        None => Ok(found),
        Some(_) => Err(wrong(Place::Beyond(N + 1), Flaw::TooMany(&names))),
    }
}

/// Reads the second field: `w` or `b`.
pub fn side(field: &str) -> Result<Side, SetupError> {
    let found = Side::BOTH.into_iter().find(|side| field.chars().eq([side.letter()]));
    found.ok_or_else(|| wrong(Place::Field(2, FIELDS[1]), Flaw::NoSide))
}

/// Reads the third field: from 1, without sign and leading zeros. Nothing but its range is checked.
pub fn turn_number(field: &str) -> Result<TurnNumber, SetupError> {
    let plain = field.bytes().all(|byte| byte.is_ascii_digit()) && !field.starts_with('0');
    field
        .parse()
        .ok()
        .filter(|_| plain)
        .map(TurnNumber)
        .ok_or_else(|| wrong(Place::Field(3, FIELDS[2]), Flaw::NoTurnNumber))
}

/// Reads the first field, for a board of this size. For each square that isn't in a run,
/// `cell` gets the rest of the rank from there (not empty, no digit in front) and says how many bytes
/// belong to that square, or why it can't be.
pub fn read_board(
    field: &str,
    (files, ranks): (u8, u8),
    mut cell: impl FnMut(Square, &str) -> Result<usize, String>,
) -> Result<(), SetupError> {
    let given = field.split('/').count();
    if given != usize::from(ranks) {
        return Err(wrong(FIELDS[0], Flaw::Ranks(given, ranks)));
    }
    for (rank, text) in (0..ranks).rev().zip(field.split('/')) {
        let place = Place::Rank(rank + 1);
        let mut rest = text;
        let mut file = 0;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (run, behind) = rest.split_at(digits);
                let empty = run.parse::<u8>().ok().filter(|&n| n > 0 && n <= files - file && !run.starts_with('0'));
                file += empty.ok_or_else(|| wrong(place, Flaw::Run(files - file)))?;
                rest = behind;
                continue;
            }
            let square =
                Square::new(file, rank).filter(|_| file < files).ok_or_else(|| wrong(place, Flaw::TooLong(files)))?;
            let taken = cell(square, rest).map_err(|why| wrong(square, why))?;
            rest = rest.get(taken.max(1)..).unwrap_or("");
            file += 1;
        }
        if file != files {
            return Err(wrong(place, Flaw::Squares(file, files)));
        }
    }
    Ok(())
}

/// As [`read_board`], for games where each square has one letter of a few.
pub fn read_letters(
    field: &str,
    size: (u8, u8),
    letters: &str,
    mut put: impl FnMut(Square, char) -> Result<(), String>,
) -> Result<(), SetupError> {
    read_board(field, size, |square, rest| match rest.chars().next() {
        Some(letter) if letters.contains(letter) => put(square, letter).map(|()| letter.len_utf8()),
        _ => Err(Flaw::Letter(rest.chars().next().unwrap_or(' '), letters).to_string()),
    })
}

/// The first field, for a board of this size; `cell` gives the text of each square, `None`
/// for an empty one.
pub fn write_board<T: Display>((files, ranks): (u8, u8), cell: impl Fn(Square) -> Option<T>) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut run = 0;
        for square in (0..files).filter_map(|file| Square::new(file, rank)) {
            match cell(square) {
                None => run += 1,
                Some(piece) => {
                    end_run(&mut text, &mut run);
                    // Writing to a string can't fail.
                    let _ = write!(text, "{piece}");
                }
            }
        }
        end_run(&mut text, &mut run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The error for something wrong at a place.
pub fn wrong(place: impl Display, why: impl Display) -> SetupError {
    SetupError::Position { place: place.to_string(), why: why.to_string() }
}

fn end_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        let _ = write!(text, "{run}");
        *run = 0;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn letters(text: &str) -> Result<Vec<String>, String> {
        let mut seen = Vec::new();
        let put = |square, letter| {
            if letter == 'z' {
                return Err("no z here".to_owned());
            }
            seen.push(format!("{letter}{square}"));
            Ok(())
        };
        read_letters(text, (10, 2), "abz", put).map_err(|e| e.to_string())?;
        Ok(seen)
    }

    #[test]
    fn boards_are_read_from_the_top_left() {
        assert_eq!(letters("a9/10").unwrap(), ["aa2"]);
        assert_eq!(letters("10/2a1b5").unwrap(), ["ac1", "be1"]);
        assert_eq!(letters("aaaaaaaaab/1a8").unwrap().len(), 11);
    }

    #[test]
    fn a_bad_board_is_refused_with_place_and_reason() {
        for (text, refusal) in [
            ("", "position: board: it has 1 rank, this board has 2"),
            ("10/10/10", "position: board: it has 3 ranks, this board has 2"),
            ("10/9", "position: rank 1: it has 9 squares, this board has 10"),
            ("/10", "position: rank 2: it has 0 squares, this board has 10"),
            ("11/10", "position: rank 2: a run of empty squares here is a number from 1 to 10"),
            ("a10/10", "position: rank 2: a run of empty squares here is a number from 1 to 9"),
            ("09a/10", "position: rank 2: a run of empty squares here is a number from 1 to 10"),
            ("99999999999999999999/10", "position: rank 2: a run of empty squares here is a number from 1 to 10"),
            ("10a/10", "position: rank 2: it has more than 10 squares"),
            ("10/2q7", "position: c1: unknown letter 'q'; it can be one of abz"),
            ("10/2é7", "position: c1: unknown letter 'é'; it can be one of abz"),
            ("10/1z8", "position: b1: no z here"),
        ] {
            assert_eq!(letters(text).unwrap_err(), refusal, "{text}");
        }
    }

    #[test]
    fn fields_are_counted_and_checked() {
        assert_eq!(fields(" a  b\tc ", FIELDS).unwrap(), ["a", "b", "c"]);
        let refusal = |text| fields(text, FIELDS).unwrap_err().to_string();
        let names = "board, side to move, turn number";
        assert_eq!(refusal("a b"), format!("position: field 3 (turn number): missing; the fields are: {names}"));
        assert_eq!(refusal("a b c d"), format!("position: field 4: too many; the 3 fields are: {names}"));
        assert_eq!((side("w").unwrap(), side("b").unwrap()), (Side::White, Side::Black));
        for text in ["W", "white", "wb", "-"] {
            assert!(side(text).is_err(), "{text}");
        }
        assert_eq!((turn_number("1").unwrap().0, turn_number("4294967295").unwrap().0), (1, u32::MAX));
        for text in ["0", "01", "+1", "-1", "1.5", "4294967296", "x"] {
            assert!(turn_number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn boards_are_written_with_runs() {
        let cell = |square: Square| match square.to_string().as_str() {
            "a2" | "b1" => Some("(Rz)"),
            "j1" => Some("k'"),
            _ => None,
        };
        assert_eq!(write_board((10, 2), cell), "(Rz)9/1(Rz)7k'");
        assert_eq!(write_board((8, 2), |_| None::<char>), "8/8");
    }
}
