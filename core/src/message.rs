//! The new text of a mail or a message, read from the top: commands, and a paragraph for the opponent.
//!
//! Lines are skipped until the first that is wholly a command or a turn; those that directly follow are commands
//! too; the first other line ends them. What is quoted or signed is never reached. Words that are also ordinary language
//! count only where commands stand; see `standing.rs`.

mod block;
mod closing;
pub mod manner;
pub mod newcomer;
mod opening;
mod standing;
pub mod thread;

use self::block::{Block, said};
use self::standing::{Place, is_deliberate, is_initials, parsed};
use crate::command::beside::beside;
use crate::command::fault::{Fault, Missing, Slip};
use crate::command::hint::{Hint, hint};
use crate::command::parse::{Parsed, bearing, parse_chatter, parse_line, parse_perhaps, parse_short};
use crate::command::table::Everyday;
use crate::command::{Command, places};
use crate::comment;
use crate::request::CommandError;

/// What somebody wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The commands in order; a line that was meant as one and can't be read is an error in its place.
    pub commands: Vec<Result<Command, CommandError>>,
    /// The paragraph behind them, cleaned.
    pub comment: Option<String>,
}

impl Message {
    /// Whether something in it is a command, whatever a position says.
    pub fn is_clear(&self) -> bool {
        self.commands.iter().any(|command| command.as_ref().is_ok_and(|command| !command.is_guess()))
    }
}

/// More commands than this in one message are a mistake or a flood.
pub const MOST_COMMANDS: usize = 20;
/// Nobody writes a command further down than this.
const MOST_LINES: usize = 400;
/// Nor after this many bytes, which bounds the time that any message can take.
const MOST_TEXT: usize = 32 * 1024;

/// Reads a reply or a direct message.
pub fn read(text: &str) -> Message {
    let lines = new_lines(text);
    let (words, top) = (first_words(&lines), standing::top(&lines));
    let mut mistake = None;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        match parsed(&lines, at, top(at), words) {
            Parsed::Prose => at += 1,
            Parsed::Wrong(error) if !is_deliberate(line) => {
                mistake.get_or_insert(error);
                at += 1;
            }
            Parsed::Commands { .. } | Parsed::Wrong(_) => {
                let block = Block::read(&lines, at, top(at), words);
                if block.commands.iter().any(Result::is_ok) {
                    return block.finish(&lines);
                }
                at = block.end;
                mistake = mistake.or(block.commands.into_iter().find_map(Result::err));
            }
        }
    }
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    let mut message = match lines.get(first).and_then(|line| parse_perhaps(line)).filter(|_| mistake.is_none()) {
        Some(perhaps) => Block { commands: vec![Ok(perhaps)], end: first + 1, ..Block::default() }.finish(&lines),
        None => Message::default(),
    };
    // A mistake says better what is wrong, unless it is only that no turn was found.
    let no_turn = |error: &CommandError| matches!(&error.why, Fault::Arguments { command, slip: Slip::Missing(Missing::Turn) } if command == "move");
    if mistake.as_ref().is_none_or(no_turn) {
        let named = places(&lines.join("\n"));
        message.commands.extend((!named.is_empty()).then_some(Ok(Command::Nearly(named))));
    }
    message.commands.extend(mistake.map(Err));
    let (first, greeted) = paragraph(&lines, top);
    let guess = hint(&first, &lines.join("\n"));
    let names = message.commands.iter().any(|command| matches!(command, Ok(Command::Nearly(_))));
    if names || guess.is_some() {
        let (hint, said) = guess.unwrap_or_default();
        message.commands.insert(0, Ok(Command::Hint(Hint { beside: beside_guess(&lines), ..hint })));
        // Who greets and says something is heard to greet.
        let said = said.map(|said| [greeted, said].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>());
        message.comment = message.comment.or(said.and_then(|said| comment::clean(&said.join(" "))));
    }
    message
}

/// What else was said in a letter that may mean a turn or a wish: it goes along with that.
fn beside_guess(lines: &[&str]) -> Option<String> {
    let letter: Vec<&str> = lines.iter().filter(|line| !opening::is_greeting(line)).copied().collect();
    let named = |line: &&&str| line.trim().ends_with(char::is_alphabetic) && line.split_whitespace().count() <= 2;
    let letter = &letter[..said(&letter)];
    let signed = letter.iter().rev().take_while(|line| line.trim().is_empty() || named(line)).count();
    // A line alone is no signature.
    let signed = if signed < letter.len() { signed } else { 0 };
    let beside = beside(&letter[..letter.len() - signed].join("\n"))?;
    comment::clean(&beside).filter(|beside| !opening::is_greeting(beside))
}

/// The paragraph where an answer would stand, the first, or the next if that only greets; and the greeting in front of it
/// on the same line.
fn paragraph(lines: &[&str], top: impl Fn(usize) -> Place) -> (String, String) {
    let first = (0..lines.len()).rfind(|&at| top(at) == Place::Top).unwrap_or(0);
    let filled = lines.iter().skip(first).map(|line| line.trim()).take_while(|line| !line.is_empty());
    let filled: Vec<&str> = filled.collect();
    let whole = filled[..said(&filled)].join(" ");
    let behind = opening::without_greeting(&whole);
    let greeting = whole.strip_suffix(behind).unwrap_or_default().trim();
    (behind.to_owned(), greeting.to_owned())
}

/// Reads a mail that answers one of ours. Its subject is ours, unless all of it is a turn; that counts if nothing is
/// written below.
pub fn read_reply(subject: &str, text: &str) -> Message {
    if new_lines(text).iter().any(|line| !line.trim().is_empty()) {
        return read(text);
    }
    match parse_line(without_reply_marks(subject)) {
        Parsed::Commands { commands, comment: None } if commands.iter().all(is_turn) => {
            Message { commands: commands.into_iter().map(Ok).collect(), comment: None }
        }
        _ => Message::default(),
    }
}

/// Reads a mail that answers nothing: if there is no command in its text, its subject may be one, and the text then
/// goes with it.
pub fn read_with_subject(subject: &str, text: &str) -> Message {
    if is_reply(subject) {
        return read_reply(subject, text);
    }
    let message = read(text);
    if message.is_clear() {
        return message;
    }
    let lines = new_lines(text);
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    let (commands, inline) = match parsed(&[subject], 0, Place::Top, 0) {
        Parsed::Commands { .. } if is_speech(subject) && first < lines.len() => return message,
        Parsed::Commands { commands, comment } => (commands, comment),
        Parsed::Prose => return message,
        Parsed::Wrong(error) => return Message { commands: vec![Err(error)], comment: None },
    };
    let commands = commands.into_iter().map(Ok).collect();
    Block { commands, inline: inline.into_iter().collect(), end: first }.finish(&lines)
}

/// Reads a message among chatter: a turn alone on the first line, and a comment below it; or nothing. A turn on a line
/// directly below is one too, so that whoever writes two of them is asked which is meant.
pub fn read_chatter(text: &str) -> Message {
    let lines = new_lines(text);
    let turns: Vec<_> = lines.iter().map_while(|line| parse_chatter(line)).map(Ok).collect();
    let end = turns.len();
    if end == 0 { Message::default() } else { Block { commands: turns, end, ..Block::default() }.finish(&lines) }
}

/// Reads a message among chatter whose first line is a short turn that can be played now, and a comment below it.
pub fn read_short(text: &str) -> Message {
    let lines = new_lines(text);
    match lines.first().and_then(|line| parse_short(line)) {
        Some(turn) => Block { commands: vec![Ok(turn)], end: 1, ..Block::default() }.finish(&lines),
        None => Message::default(),
    }
}

/// Whether a line begins what is no longer the writer's own new text: a quote, an attribution, a
/// forwarded header, a signature. `next` is the line below it.
pub fn ends_text(line: &str, next: &str) -> bool {
    let line = line.trim();
    let lower = line.to_lowercase();
    let both = format!("{lower} {}", next.trim().to_lowercase());
    let attributes = |text: &str| {
        [
            "wrote:",
            "writes:",
            "schrieb:",
            "a écrit :",
            "a écrit:",
            "escribió:",
            "ha scritto:",
            "skrev:",
            "schreef:",
            "escreveu:",
            "napisał:",
        ]
        .iter()
        .any(|word| text.ends_with(word))
    };
    // Turns have digits, too; an attribution's first line has a year or an address.
    let years = lower.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() == 4);
    let dated = years || lower.contains('@');
    let header = ["from:", "von:", "de:", "da:", "van:", "från:"].iter().any(|name| lower.starts_with(name));
    let next = next.trim().to_lowercase();
    let second_header =
        ["sent:", "to:", "date:", "gesendet:", "an:", "datum:", "envoyé", "à :", "subject:", "betreff:", "cc:"]
            .iter()
            .any(|name| next.starts_with(name));
    matches!(line, "--" | "—" | "-- " | "––")
        || line.starts_with('>')
        || (line.len() >= 5 && line.chars().all(|c| c == '_'))
        || lower.contains("reply above this line")
        || (line.starts_with("---") && line.ends_with("---") && line.len() > 8)
        || lower.starts_with("begin forwarded message")
        || attributes(&lower)
        || (dated && attributes(&both))
        || (header && second_header)
        || ["sent from my ", "get outlook for ", "von meinem ", "gesendet von ", "envoyé de mon "]
            .iter()
            .any(|s| lower.starts_with(s))
}

/// Whether a subject answers something, so that its words are not the writer's.
pub fn is_reply(subject: &str) -> bool {
    let start: String = subject.trim_start().chars().take(12).collect::<String>().to_lowercase();
    REPLY_MARKS.iter().any(|prefix| {
        start.strip_prefix(prefix).is_some_and(|rest| {
            rest.starts_with([':', '[']) || rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(':'))
        })
    })
}

/// What clients put before the subject of an answer.
const REPLY_MARKS: &[&str] =
    &["re", "aw", "fwd", "fw", "wg", "sv", "vs", "tr", "antw", "antwort", "rif", "odp", "res", "enc"];

/// A subject without what clients put before it, however often.
fn without_reply_marks(subject: &str) -> &str {
    let mut rest = subject.trim();
    while is_reply(rest) {
        rest = rest.split_once(':').map_or("", |(_, behind)| behind.trim_start());
    }
    rest
}

const fn is_turn(command: &Command) -> bool {
    matches!(command, Command::Turn { .. })
}

/// The lines above any quote or signature.
fn new_lines(text: &str) -> Vec<&str> {
    let text = &text[..text.floor_char_boundary(MOST_TEXT)];
    let lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    let end = (0..lines.len()).find(|&i| ends_text(lines[i], lines.get(i + 1).copied().unwrap_or_default()));
    lines[..end.unwrap_or(lines.len())].to_vec()
}

/// The first line with words in it.
fn first_words(lines: &[&str]) -> usize {
    lines.iter().position(|line| !line.trim().is_empty() && !is_initials(line)).unwrap_or(lines.len())
}

/// Whether a subject is a command with words of its own, so that the text below has nothing to do with it.
fn is_speech(subject: &str) -> bool {
    bearing(subject).everyday == Everyday::Speech
}

#[cfg(test)]
mod tests;
