//! Where a line stands decides whether its words are meant for us. A command's words are often ordinary language too: in
//! a letter some line begins with "say" or "stop" by chance. Such a line counts only where commands stand.

use super::closing::closing;
use super::opening::is_greeting;
use crate::command::fault::{Fault, Slip};
use crate::command::parse::{Bearing, Parsed, bearing, parse_line};
use crate::command::table::Everyday;
use crate::command::{Answer, Command};
use crate::request::CommandError;

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// First, or below nothing but a greeting.
    Top,
    /// Directly below a command.
    Below,
    /// Below a command, after blank lines.
    Apart,
    /// Among sentences.
    Among,
}

/// No client wraps lines shorter than this.
const WRAPPED: usize = 50;

/// Nor does any break one as short as this.
const NOT_FULL: usize = 40;

/// What a line is where it stands; `words` is the first line with words.
pub(super) fn parsed(lines: &[&str], at: usize, place: Place, words: usize) -> Parsed {
    let line = lines.get(at).copied().unwrap_or_default();
    // Below words, initials are a signature.
    if words < at && is_initials(line) {
        return Parsed::Prose;
    }
    let bearing = bearing(line);
    match parse_line(line) {
        // What may end the game at once is asked about where it is itself a question.
        Parsed::Commands { commands, .. }
            if line.trim_end().ends_with('?') && matches!(&commands[..], [one] if may_end(one)) =>
        {
            Parsed::Prose
        }
        Parsed::Commands { .. } if !counts(lines, at, place, bearing) => Parsed::Prose,
        Parsed::Wrong(error) if !was_meant(lines, at, place, bearing) => {
            match place == Place::Top && !goes_on_below(lines, at) && nearly_names_game(&error) {
                true => Parsed::Wrong(error),
                false => Parsed::Prose,
            }
        }
        parsed => parsed,
    }
}

const fn may_end(command: &Command) -> bool {
    matches!(command, Command::Draw { answer: Answer::Offer, .. } | Command::Claim(_))
}

/// Whether only the name of a game is misspelled: no sentence has it by chance behind `new`.
pub(super) fn nearly_names_game(error: &CommandError) -> bool {
    matches!(&error.why, Fault::Arguments { command, slip: Slip::NoGame { near: Some(_), .. } } if command == "new")
}

/// The lines where commands stand without one above them: the first with something on it, and the next if that one
/// only greets.
pub(super) fn top(lines: &[&str]) -> impl Fn(usize) -> Place + use<> {
    let mut filled = lines.iter().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let first = filled.next();
    let second = filled.next().filter(|_| first.is_some_and(|(_, line)| is_greeting(line)));
    let top = [first, second].map(|line| line.map(|(at, _)| at));
    move |at| if top.contains(&Some(at)) { Place::Top } else { Place::Among }
}

/// Whether a line that can't be read begins a block of commands all the same: it begins with a number, or with a
/// command's name and isn't a sentence.
pub(super) fn is_deliberate(line: &str) -> bool {
    let bearing = bearing(line);
    bearing.numbered || (bearing.begins && !is_sentence(line))
}

/// Letters that name pieces or mean yes and no where they stand alone; below somebody's words they are a signature.
pub(super) fn is_initials(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let letter = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).map(char::is_alphabetic).eq([true]);
    (1..=3).contains(&words.len()) && words.iter().all(letter)
}

/// Whether a line that is wholly a command is meant as one there.
fn counts(lines: &[&str], at: usize, place: Place, bearing: Bearing) -> bool {
    match (bearing.everyday, place) {
        (Everyday::Never, _) => true,
        (Everyday::Speech, Place::Top | Place::Below) => !begins_sentence(lines, at),
        (Everyday::Speech, Place::Apart | Place::Among) => false,
        (_, Place::Top | Place::Below) => true,
        // Clients that make paragraphs of lines put blank ones between commands; then nothing else follows.
        (_, Place::Apart) => only_commands(&lines[at..]),
        (Everyday::Alone, Place::Among) => is_paragraph(lines, at),
        (Everyday::Word, Place::Among) => bearing.numbered && is_paragraph(lines, at),
    }
}

/// Whether a line that begins like a command and can't be read was meant as one.
fn was_meant(lines: &[&str], at: usize, place: Place, bearing: Bearing) -> bool {
    let line = lines[at];
    let plain = bearing.numbered || bearing.marked;
    let digits = line.contains(|c: char| c.is_ascii_digit());
    match place {
        Place::Top => !goes_on_below(lines, at) && (plain || !bearing.begins || !is_sentence(line)),
        Place::Below if bearing.numbered => line.split_whitespace().count() <= 4,
        Place::Below => !is_sentence(line) && (bearing.everyday == Everyday::Never || digits),
        Place::Apart | Place::Among => false,
    }
}

fn is_sentence(line: &str) -> bool {
    line.contains([',', '.', '!', '?', '\'', '’']) || line.split_whitespace().count() > 6
}

/// Whether free words behind a command's name begin a letter: "Say, did you hear?", or a wrapped paragraph.
fn begins_sentence(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    let set_off = line.split_whitespace().next().is_some_and(|word| word.ends_with([',', ';', '?', '!', '.']));
    let wrapped = line.chars().count() >= WRAPPED && goes_on_below(lines, at);
    set_off || (wrapped && line.starts_with(char::is_uppercase))
}

/// Whether the paragraph of a line goes on below it, with words that are neither a command nor a signature.
fn goes_on_below(lines: &[&str], at: usize) -> bool {
    let Some(next) = lines.get(at + 1).filter(|next| !next.trim().is_empty()) else { return false };
    let wrapped = lines[at].chars().count() >= WRAPPED;
    wrapped || (next.split_whitespace().count() > 2 && closing(next).is_none() && parse_line(next) == Parsed::Prose)
}

/// Whether a line is a paragraph, or what its writer put on a line of its own at the end of one: the line above isn't
/// full, and at most a signature is below.
fn is_paragraph(lines: &[&str], at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| lines.get(above)).copied().unwrap_or_default();
    let below = lines.get(at + 1).copied().unwrap_or_default();
    let ends = below.split_whitespace().count() <= 2 || closing(below).is_some();
    above.trim().chars().count() < NOT_FULL && ends
}

/// Whether these lines are commands, with at most a signature below them.
fn only_commands(lines: &[&str]) -> bool {
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let rest = filled.skip_while(|line| matches!(parse_line(line), Parsed::Commands { .. }));
    let words = rest.take_while(|line| closing(line).is_none()).collect::<Vec<_>>();
    words.len() <= 2 && words.iter().all(|line| line.split_whitespace().count() <= 3)
}
