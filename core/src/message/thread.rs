//! What is said in a game's own thread: see `command/in_thread.rs` for what counts there.

use super::block::Block;
use super::{Message, new_lines};
use crate::command::hint::Hint;
use crate::command::in_thread::Own;
use crate::command::{Command, in_thread};
use crate::comment;

/// Reads a message whose first line is wholly a command of the game; words below it go along where they are for the
/// opponent.
pub fn read_command(text: &str) -> Option<Message> {
    let lines = new_lines(text);
    let (command, inline) = in_thread::command(lines.first()?)?;
    let said = in_thread::takes_words(&command);
    let read = Block { commands: vec![Ok(command)], inline: inline.into_iter().collect(), end: 1 }.finish(&lines);
    Some(if said { read } else { Message { comment: None, ..read } })
}

/// Reads a message that names its writer's own turn, and makes the guess with which they are asked about it.
pub fn read_own_turn(text: &str) -> Option<(Own, Message)> {
    let own = in_thread::own_turn(&new_lines(text).join("\n"))?;
    let hint = Hint { turn: own.turn.clone(), ..Hint::default() };
    let commands = vec![Ok(Command::Hint(hint)), Ok(Command::Nearly(own.places.clone()))];
    let comment = own.said.as_deref().and_then(comment::clean);
    Some((own, Message { commands, comment }))
}

/// Reads a turn alone on the first line in which a square is wrong.
pub fn read_slip(text: &str) -> Option<Message> {
    let lines = new_lines(text);
    let turn = in_thread::slip(lines.first()?)?;
    Some(Block { commands: vec![Ok(turn)], end: 1, ..Block::default() }.finish(&lines))
}
