//! How a mail comes across, whatever it asks for: whether it is clearly a request to us, and whether it is words alone.

use super::opening::{is_greeting, without_greeting};
use super::standing::{self, nearly_names_game, parsed};
use super::{first_words, is_deliberate, is_reply, new_lines, paragraph};
use crate::command::hint::{clear_request, hint};
use crate::command::parse::{Parsed, parse_line};
use crate::command::table;
use crate::comment;

/// The length of a line that may be a turn in somebody's own notation.
const ATTEMPT: usize = 40;

/// How many letters of a text are compared with those of earlier ones.
const LETTERS: usize = 400;

/// Whether the first line of a mail below a greeting, or its Subject, is wholly a command that a stranger may give; or whether
/// a short mail says in plain words what one of our games is wanted for. Spam and letters that went astray have a command's
/// word somewhere below, too; somebody who writes to us for the first time begins with it.
pub fn asks(subject: &str, text: &str) -> bool {
    let lines = new_lines(text);
    let first = lines.iter().find(|line| !line.trim().is_empty() && !is_greeting(line));
    first.is_some_and(|line| is_request(line))
        || (!is_reply(subject) && is_request(subject))
        || wishes(&lines.join("\n"))
}

/// Whether a text without a command clearly asks us for something in its writer's own words.
fn wishes(text: &str) -> bool {
    !text.contains("://")
        && hint("", text).and_then(|(hint, _)| hint.wish).is_some_and(|wish| clear_request(&wish).is_some())
}

/// The letters of a text in which nothing was meant as a command; `None` if something was. Numbers and signs don't count:
/// a machine that counts its answers still says the same.
pub fn prose(text: &str) -> Option<String> {
    let lines = new_lines(text);
    let meant = |line: &&str| match parse_line(line) {
        Parsed::Commands { .. } => true,
        Parsed::Wrong(_) => is_deliberate(line),
        Parsed::Prose => false,
    };
    if lines.iter().any(meant) || is_attempt(&lines) {
        return None;
    }
    let letters = lines.iter().flat_map(|line| line.chars()).filter(|c| c.is_alphabetic());
    Some(letters.flat_map(char::to_lowercase).take(LETTERS).collect())
}

/// The words of a text that go to nobody by themselves, as they would be sent: the paragraph above its commands or, where
/// there are none, its first. What stands there may be a quote that nothing marks, so its writer is asked.
pub fn unsent(text: &str) -> Option<String> {
    let lines = new_lines(text);
    let (words, top) = (first_words(&lines), standing::top(&lines));
    let commands = |&at: &usize| matches!(parsed(&lines, at, top(at), words), Parsed::Commands { .. });
    let above = &lines[..(0..lines.len()).find(commands).unwrap_or(lines.len())];
    let (behind, greeting) = paragraph(above, standing::top(above));
    let said = [greeting, behind].join(" ");
    comment::clean(&said).filter(|said| !is_greeting(said) && said.contains(char::is_alphabetic))
}

fn is_request(line: &str) -> bool {
    let line = without_please(without_greeting(line.trim()));
    match parse_line(line) {
        Parsed::Commands { commands, comment: None } => commands.iter().all(|it| table::suits_strangers(it, line)),
        // Spam has `new` at its front by chance, but not with a game of ours behind it.
        Parsed::Wrong(error) => nearly_names_game(&error),
        Parsed::Commands { .. } | Parsed::Prose => false,
    }
}

/// A line without the courtesy that it ends with.
fn without_please(line: &str) -> &str {
    let said = line.trim().trim_end_matches(['.', '!']);
    let polite = ["please", "pls", "thanks"].into_iter().find_map(|word| {
        let at = said.len().checked_sub(word.len())?;
        let (front, last) = said.split_at_checked(at)?;
        (last.eq_ignore_ascii_case(word) && front.ends_with([' ', ','])).then_some(front)
    });
    polite.map_or(line, |front| front.trim_end_matches([' ', ',']))
}

/// Whether a text is one short line with a number in it: a turn in a notation of the writer's own, most likely.
fn is_attempt(lines: &[&str]) -> bool {
    let mut said = lines.iter().filter(|line| !line.trim().is_empty());
    let short = |line: &&&str| line.len() <= ATTEMPT && line.chars().any(|c| c.is_ascii_digit());
    said.next().filter(short).is_some() && said.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_begins_with_a_command() {
        for (subject, text) in [
            ("", "help"),
            ("", "\n  Help \n\n-- \nAnn"),
            ("help", ""),
            ("Help", "Hello, how does this work?"),
            ("new amazons vs ben@example.net", "Hi Ben, Ann from the club."),
            ("Hello", "new dameo\n\nThanks"),
            ("", "games"),
            ("", "rules amazons"),
            ("", "help new"),
            ("", "challenges"),
            ("", "link abcd2345"),
            ("", "stop"),
            ("Re: a game", "help"),
            ("", "Hello,\n\nnew othello\n\nLea"),
            ("", "Hi there!\nnew othello"),
            ("", "help please"),
            ("", "Help, please!"),
            ("", "new amazosn"),
            ("", "Hi! new othello level 1"),
            ("", "Hello! new desdemona vs house level 1 please"),
            ("", "new othello vs house 1"),
            ("", "I'd like to play Amazons with the computer please"),
            ("", "Hello,\n\nI found you on the web. Can I play Othello here?\n\nThanks\nTom"),
            ("A question", "What are the rules of Diamond Chess?"),
        ] {
            assert!(asks(subject, text), "{subject:?} {text:?}");
        }
        for (subject, text) in [
            ("", ""),
            ("help me", "Dear friend, help me move my money"),
            ("", "Help me please, I am stuck in London"),
            ("", "rules of engagement"),
            ("", "help yourself"),
            ("Games", "Hello, it is me\nhelp"),
            ("", "Hello,\n\nHelp me please, I am stuck in London"),
            ("Re: help", "Thanks"),
            ("", "Dear customer,\n\nyes\n"),
            ("", "yes"),
            ("no", ""),
            ("", "d1-d7/g7"),
            ("", "resign yes"),
            ("", "say Hello"),
            ("", "> help"),
            ("Stop paying too much!", "now"),
            ("New games at our casino", "Hello"),
            ("", "Would you like to play at our casino?"),
            ("", "Let's play Othello at https://casino.example"),
            ("", "How does this work?"),
        ] {
            let games = subject == "Games";
            assert_eq!(asks(subject, text), games, "{subject:?} {text:?}");
        }
    }

    #[test]
    fn words_that_nobody_gets_by_themselves() {
        for (text, words) in [
            ("Nice shot!\n\nd1-d7/g7", Some("Nice shot!")),
            ("Hi Ben,\n\nthat was strong.\nLet me see.\n\nd1-d7/g7\nGood luck", Some("that was strong. Let me see.")),
            ("Thanks for the game!", Some("Thanks for the game!")),
            ("Hello Ann, thanks for the game!\n\nBest regards\nBen", Some("Hello Ann, thanks for the game!")),
            ("Hi Ben,\n\nd1-d7/g7", None),
            ("d1-d7/g7\nGood luck", None),
            ("Hello", None),
            ("", None),
            ("> Nice shot!\n\nd1-d7/g7", None),
        ] {
            assert_eq!(unsent(text).as_deref(), words, "{text}");
        }
    }

    #[test]
    fn words_alone_are_known_by_their_letters() {
        assert_eq!(prose("I am away.\nTicket #17"), Some("iamawayticket".to_owned()));
        assert_eq!(prose("I am away!\n\nTicket #18\n> help"), Some("iamawayticket".to_owned()));
        for text in
            ["d1-d7/g7", "Hello\n\nhelp", "digest 25:00", "new amazosn", "41 resing", "j7-j8/9", "my move: d1 d7 g7"]
        {
            assert_eq!(prose(text), None, "{text}");
        }
        assert_eq!(prose(&"long ".repeat(1000)).map(|letters| letters.len()), Some(LETTERS));
    }
}
