//! Commands that stand together, and the paragraph for the opponent behind them.

use super::closing::{Closing, closing};
use super::standing::{Place, is_deliberate, parsed};
use super::{MOST_COMMANDS, Message};
use crate::command::fault::Fault;
use crate::command::offering::proposes_draw;
use crate::command::parse::Parsed;
use crate::command::{Answer, Command};
use crate::comment;
use crate::request::CommandError;

/// Commands that stand together.
#[derive(Default)]
pub(super) struct Block {
    pub commands: Vec<Result<Command, CommandError>>,
    /// Words behind turns and answers, on their lines.
    pub inline: Vec<String>,
    /// The first line that isn't part of it.
    pub end: usize,
}

impl Block {
    /// The commands that begin at a line, which stands there; `words` is the first line with words.
    pub fn read(lines: &[&str], start: usize, place: Place, words: usize) -> Block {
        let mut block = Block { end: start, ..Block::default() };
        // Blank lines between commands come from clients that make paragraphs of lines.
        for (at, line) in lines.iter().enumerate().skip(start).filter(|(_, line)| !line.trim().is_empty()) {
            // Mistakes belong together only if they are on adjacent lines.
            if at > block.end && !block.commands.iter().any(Result::is_ok) {
                break;
            }
            let place = match at {
                _ if at == start => place,
                _ if at == block.end => Place::Below,
                _ => Place::Apart,
            };
            match parsed(lines, at, place, words) {
                Parsed::Commands { commands, .. } if block.is_courtesy(&commands, place) => break,
                Parsed::Commands { commands, comment } => {
                    block.commands.extend(commands.into_iter().map(Ok));
                    block.inline.extend(comment);
                }
                Parsed::Wrong(error) if at == block.end && is_deliberate(line) => block.commands.push(Err(error)),
                Parsed::Wrong(_) | Parsed::Prose => break,
            }
            block.end = at + 1;
        }
        block
    }

    /// Whether these commands of a line only seem to be some. Who has answered doesn't answer again, and who has played
    /// says "No thanks" to the opponent.
    fn is_courtesy(&self, commands: &[Command], place: Place) -> bool {
        let settles = |said: &Command| answers(said) || (place == Place::Apart && matches!(said, Command::Turn { .. }));
        commands.iter().all(answers) && self.commands.iter().flatten().any(settles)
    }

    /// The message that begins with these commands.
    pub fn finish(mut self, lines: &[&str]) -> Message {
        let behind = &lines[self.end.min(lines.len())..];
        // A comment on a turn's own line continues on the next; a blank line ends it.
        let mut skipped = behind.iter().skip_while(|line| self.inline.is_empty() && line.trim().is_empty());
        let paragraph = skipped.by_ref().map(|line| line.trim()).take_while(|line| !line.is_empty());
        let comment: Vec<&str> = self.inline.iter().map(String::as_str).chain(paragraph).collect();
        let comment = comment[..said(&comment)].join(" ");
        if self.commands.len() > MOST_COMMANDS {
            self.commands.truncate(MOST_COMMANDS);
            let why = Fault::TooManyCommands { most: MOST_COMMANDS };
            self.commands.push(Err(CommandError { line: String::new(), why }));
        }
        // Who offers a draw with a turn, in whatever words, shall not wait for an answer to what was never offered.
        if let [Ok(Command::Turn { game, .. })] = self.commands[..]
            && proposes_draw(&comment)
        {
            self.commands.push(Ok(Command::Draw { game, answer: Answer::Offer }));
        }
        Message { commands: self.commands, comment: comment::clean(&comment) }
    }
}

/// Whether a command answers the mail it is in reply to, whichever that is.
const fn answers(command: &Command) -> bool {
    matches!(
        command,
        Command::Yes
            | Command::No
            | Command::Accept(None)
            | Command::Decline(None)
            | Command::Rematch(None)
            | Command::Draw { game: None, answer: Answer::Accept | Answer::Decline }
    )
}

/// How many lines of a comment are for the opponent: those before a closing, unless the closing says something itself.
pub(super) fn said(lines: &[&str]) -> usize {
    let closed = lines.iter().enumerate().find_map(|(at, line)| {
        let keeps = closing(line)? == Closing::Kindness && !line.trim_end().ends_with(',');
        Some(at + usize::from(keeps))
    });
    closed.unwrap_or(lines.len())
}
