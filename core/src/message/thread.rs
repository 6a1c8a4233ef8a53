//! What is said in a game's own thread: see `command/in_thread.rs` for what counts there.

use super::block::Block;
use super::{Message, new_lines};
use crate::command::courtesy::plain_words;
use crate::command::fault::Fault;
use crate::command::hint::Hint;
use crate::command::in_thread::Own;
use crate::command::own_turn::piece_named;
use crate::command::parse::{Parsed, parse_line};
use crate::command::{Command, attempt, in_thread, places};
use crate::comment;
use crate::request::CommandError;

/// Reads a message whose first line is wholly a command of the game; words below it go along where they are for the
/// opponent.
pub fn read_command(text: &str) -> Option<Message> {
    let lines = new_lines(text);
    let (command, inline) = in_thread::command(lines.first()?)?;
    let said = in_thread::takes_words(&command);
    let read = Block { commands: vec![Ok(command)], inline: inline.into_iter().collect(), end: 1 }.finish(&lines);
    Some(if said { read } else { Message { comment: None, ..read } })
}

/// Reads an answer alone on the first line: yes or no, and a turn or courtesies with it. In a thread of its own, what is
/// accepted or declined is what was asked there.
pub fn read_answer(text: &str) -> Option<Message> {
    let lines = new_lines(text);
    let first = lines.first()?;
    // Nobody who declines would write so much by chance; a yes that ends a game must be one.
    let declines = matches!(&plain_words(first)[..], [word] if matches!(word.as_str(), "nope" | "nah"));
    let read = parse_line(if declines && !first.contains('?') { "no" } else { first });
    let Parsed::Commands { mut commands, comment } = read else { return None };
    let answer = match commands.first()? {
        Command::Yes | Command::Accept(None) => Command::Yes,
        Command::No | Command::Decline(None) => Command::No,
        _ => return None,
    };
    commands[0] = answer;
    let commands = commands.into_iter().map(Ok).collect();
    Some(Block { commands, inline: comment.into_iter().collect(), end: 1 }.finish(&lines))
}

/// Reads a first line that looks like an attempt at a turn or a command and is neither, with a guess at what it means.
pub fn read_attempt(text: &str) -> Option<Message> {
    let first = *new_lines(text).first()?;
    let wrong = attempt::attempt(first)?;
    let guess = Hint { piece: piece_named(first), ..Hint::default() };
    let commands = vec![Ok(Command::Hint(guess)), Ok(Command::Nearly(places(first))), Err(wrong)];
    Some(Message { commands, comment: None })
}

/// Reads a message that names its writer's own turn, and makes the guess with which they are asked about it.
pub fn read_own_turn(text: &str) -> Option<(Own, Message)> {
    let own = in_thread::own_turn(&new_lines(text).join("\n"))?;
    let hint = Hint { turn: own.turn.clone(), ..Hint::default() };
    let mut commands = vec![Ok(Command::Hint(hint)), Ok(Command::Nearly(own.places.clone()))];
    // Nothing but places is an attempt, even if they are those of no turn.
    let unread = || CommandError { line: text.to_owned(), why: Fault::Neither };
    commands.extend(own.turn.is_none().then(|| Err(unread())));
    let comment = own.said.as_deref().and_then(comment::clean);
    Some((own, Message { commands, comment }))
}

/// The guess at a message that names one turn of whoever is to move: they are asked about it.
pub fn asking_about(turn: &str) -> Message {
    let hint = Hint { turn: Some(turn.to_owned()), ..Hint::default() };
    Message { commands: vec![Ok(Command::Hint(hint)), Ok(Command::Nearly(places(turn)))], comment: None }
}

/// What to make of words that are neither a turn nor a command where everything is said to us: its writer is told how to
/// play, and asked about the turn if the places they name are those of one.
pub fn not_understood(text: &str) -> Message {
    let unread = CommandError { line: text.to_owned(), why: Fault::Neither };
    let guess = Hint { piece: piece_named(text), ..Hint::default() };
    Message { commands: vec![Ok(Command::Hint(guess)), Ok(Command::Nearly(places(text))), Err(unread)], comment: None }
}

/// Reads a turn alone on the first line in which a square is wrong.
pub fn read_slip(text: &str) -> Option<Message> {
    let lines = new_lines(text);
    let turn = in_thread::slip(lines.first()?)?;
    Some(Block { commands: vec![Ok(turn)], end: 1, ..Block::default() }.finish(&lines))
}
