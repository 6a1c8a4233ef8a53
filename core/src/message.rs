//! The new text of a mail or a message, read from the top: commands, and a paragraph for the opponent.
//!
//! Lines are skipped until the first that is wholly a command or a turn; those that directly follow are commands
//! too; the first other line ends them. What is quoted or signed is never reached.

mod closing;
pub mod manner;

use self::closing::{Closing, closing};
use crate::command::Command;
use crate::command::fault::Fault;
use crate::command::parse::{Parsed, begins_with_command, parse_chatter, parse_line, parse_perhaps, parse_short};
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
        self.commands.iter().any(|command| !matches!(command, Err(_) | Ok(Command::Perhaps { .. })))
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
    let words = first_words(&lines);
    let mut mistake = None;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        match parsed(line, words < at) {
            Parsed::Prose => at += 1,
            Parsed::Wrong(error) if !is_deliberate(line) => {
                mistake.get_or_insert(error);
                at += 1;
            }
            Parsed::Commands { .. } | Parsed::Wrong(_) => {
                let block = Block::read(&lines, at, words);
                if block.commands.iter().any(Result::is_ok) {
                    return block.finish(&lines);
                }
                at = block.end;
                mistake = mistake.or(block.commands.into_iter().find_map(Result::err));
            }
        }
    }
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    match lines.get(first).and_then(|line| parse_perhaps(line)).filter(|_| mistake.is_none()) {
        Some(perhaps) => Block { commands: vec![Ok(perhaps)], end: first + 1, ..Block::default() }.finish(&lines),
        None => Message { commands: mistake.map(Err).into_iter().collect(), comment: None },
    }
}

/// Reads a mail that answers nothing: if there is no command in its text, its subject may be one, and the text then
/// goes with it.
pub fn read_with_subject(subject: &str, text: &str) -> Message {
    let message = read(text);
    if is_reply(subject) || message.is_clear() {
        return message;
    }
    let (commands, inline) = match parse_line(subject) {
        Parsed::Commands { commands, comment } => (commands, comment),
        Parsed::Prose => return message,
        Parsed::Wrong(error) => return Message { commands: vec![Err(error)], comment: None },
    };
    let lines = new_lines(text);
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
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
    ["re", "aw", "fwd", "fw", "wg", "sv", "vs", "tr", "antw", "antwort", "rif", "odp", "res", "enc"].iter().any(
        |prefix| {
            start.strip_prefix(prefix).is_some_and(|rest| {
                rest.starts_with([':', '[']) || rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(':'))
            })
        },
    )
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

/// What a line is, below words or not.
fn parsed(line: &str, below_words: bool) -> Parsed {
    if below_words && is_initials(line) { Parsed::Prose } else { parse_line(line) }
}

/// Letters that name pieces or mean yes and no where they stand alone; below somebody's words they are a signature.
fn is_initials(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let letter = |word: &&str| word.chars().filter(|c| c.is_alphanumeric()).map(char::is_alphabetic).eq([true]);
    (1..=3).contains(&words.len()) && words.iter().all(letter)
}

/// Whether a line that can't be read was meant as a command all the same: it begins with a number, or with a
/// command's name and isn't a sentence.
fn is_deliberate(line: &str) -> bool {
    let line = line.trim();
    let numbered = line.starts_with(|c: char| c.is_ascii_digit() || c == '#');
    let sentence = line.contains([',', '.', '!', '?', '\'']) || line.split_whitespace().count() > 6;
    numbered || (begins_with_command(line) && !sentence)
}

/// Commands that stand together.
#[derive(Default)]
struct Block {
    commands: Vec<Result<Command, CommandError>>,
    /// Words behind turns, on their lines.
    inline: Vec<String>,
    /// The first line that isn't part of it.
    end: usize,
}

impl Block {
    /// The commands that begin at a line; `words` is the first line with words.
    fn read(lines: &[&str], start: usize, words: usize) -> Block {
        let mut block = Block { end: start, ..Block::default() };
        // Blank lines between commands come from clients that make paragraphs of lines.
        for (at, line) in lines.iter().enumerate().skip(start).filter(|(_, line)| !line.trim().is_empty()) {
            // Mistakes belong together only if they are on adjacent lines.
            if at > block.end && !block.commands.iter().any(Result::is_ok) {
                break;
            }
            match parsed(line, words < at) {
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

    fn finish(mut self, lines: &[&str]) -> Message {
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
        Message { commands: self.commands, comment: comment::clean(&comment) }
    }
}

/// How many lines of a comment are for the opponent: those before a closing, unless the closing says something itself.
fn said(lines: &[&str]) -> usize {
    let closed = lines.iter().enumerate().find_map(|(at, line)| {
        let keeps = closing(line)? == Closing::Kindness && !line.trim_end().ends_with(',');
        Some(at + usize::from(keeps))
    });
    closed.unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `command & command // comment`, errors as `!why`.
    fn shown(message: Message) -> String {
        let commands: Vec<String> = message
            .commands
            .iter()
            .map(|command| match command {
                Ok(command) => command.to_string(),
                Err(error) => format!(
                    "!{}",
                    crate::text::told::command::why(&error.why).concat().chars().take(24).collect::<String>()
                ),
            })
            .collect();
        commands.join(" & ") + &message.comment.map(|comment| format!(" // {comment}")).unwrap_or_default()
    }

    #[test]
    fn replies() {
        for (text, read_as) in [
            ("d1-d7/g7", "move d1-d7/g7"),
            ("d1-d7/g7\n\nGood luck.\n\nAnn", "move d1-d7/g7 // Good luck."),
            ("d1-d7/g7\nGood\nluck.\n\nAnn", "move d1-d7/g7 // Good luck."),
            ("Hi Ben,\n\nd1-d7/g7\n\nCheers,\nAnn", "move d1-d7/g7"),
            ("d1-d7/g7\n\nNice move.\nCheers,\nAnn", "move d1-d7/g7 // Nice move."),
            ("d1-d7/g7\n\nThanks", "move d1-d7/g7 // Thanks"),
            ("yes d1-d7/g7 Hello Ann", "yes & move d1-d7/g7 // Hello Ann"),
            ("yes d1-d7/g7 Hello Ann\nhow are you?\n\nBen", "yes & move d1-d7/g7 // Hello Ann how are you?"),
            ("37 f6-f5\n41 d7-d5/b3\nSee you", "move 37 f6-f5 & move 41 d7-d5/b3 // See you"),
            ("37 f6-f5\n\n41 d7-d5/b3\n", "move 37 f6-f5 & move 41 d7-d5/b3"),
            ("37 f6-f5\n41 resing", "move 37 f6-f5 & !no command \"resing\"; did"),
            ("new amazosn vs ben\nnew dameo vs mia", "!no game \"amazosn\"; did y & new dameo vs mia"),
            ("d1-d7/g7\nShow must go on, good luck", "move d1-d7/g7 // Show must go on, good luck"),
            ("d1-d7/g7\na4-a6/b6", "move d1-d7/g7 & move a4-a6/b6"),
            ("No way, great move", ""),
            ("No way, great move\nd1-d7/g7", "move d1-d7/g7"),
            ("No.\nNot yet", "no // Not yet"),
            ("e3-e4 was better", ""),
            ("Show me the board please, I am lost", "!I can't read \"me the boa"),
            ("Watch out\n\nd1-d7/g7", "move d1-d7/g7"),
            ("resing", "!no command \"resing\"; did"),
            ("Hello there", ""),
            ("", ""),
            ("ok", "!no command \"ok\"; did you"),
            ("Well played, thanks!", ""),
            ("That was fun.", ""),
            ("Same to you", ""),
            ("syay thanks", "!no command \"syay\"; did y"),
            ("ok\nd1-d7/g7", "move d1-d7/g7"),
            // Initials sign; letters alone are an answer.
            ("I am not sure about a draw.\n\nY", ""),
            ("I will think about it.\n\nK.", ""),
            ("I will think about it.\n\nC. S.", ""),
            ("d1-d7/g7\n\nN", "move d1-d7/g7 // N"),
            ("y", "yes"),
            ("c\ng", "move c & move g"),
            ("Hi,\n\nr o h k s c c g z c", "move r o h k s c c g z c"),
            // Quotes and signatures.
            ("> d1-d7/g7", ""),
            ("Thanks!\n\nOn Tue, 2 Jun 2026, Turnpost wrote:\nd1-d7/g7", ""),
            ("Thanks!\n\nOn Tue, 2 Jun 2026 at 9:30, Turnpost <play@example.org>\nwrote:\n\nyes", ""),
            ("d1-d7/g7\n-- \nresign", "move d1-d7/g7"),
            ("d1-d7/g7\n\nSent from my phone", "move d1-d7/g7"),
            ("d1-d7/g7\n\nFrom: Turnpost\nSent: Tuesday\n\nresign yes", "move d1-d7/g7"),
            (
                "Your turn. Ann played j7-h7/h3.\nBy Fri 5 Jun 09:30\n--- reply above this line: from-to/arrow ---\nresign",
                "",
            ),
        ] {
            assert_eq!(shown(read(text)), read_as, "{text:?}");
        }
    }

    #[test]
    fn subjects() {
        for (subject, text, read_as) in [
            (
                "new amazons vs ben@example.net",
                "Hi Ben, Ann from the Tuesday club.\n\n-- \nAnn",
                "new amazons vs ben@example.net // Hi Ben, Ann from the Tuesday club.",
            ),
            ("new amazons", "", "new amazons"),
            ("new amazons", "new amazons\nHi", "new amazons // Hi"),
            ("help", "rules dameo", "rules dameo"),
            ("Turnpost", "new amazons", "new amazons"),
            ("Re: new amazons", "yes", "yes"),
            ("AW: resign yes", "Hello", ""),
            ("Re[2]: resign yes", "Hello", ""),
            ("Amazons 41: Ben vs Ann", "d1-d7/g7", "move d1-d7/g7"),
            ("new amazosn", "Hi Ben", "!no game \"amazosn\"; did y"),
            ("new amazosn", "new amazons", "new amazons"),
            ("rematch", "Again, Ann?", "rematch // Again, Ann?"),
        ] {
            assert_eq!(shown(read_with_subject(subject, text)), read_as, "{subject}: {text}");
        }
    }

    #[test]
    fn chatter() {
        assert_eq!(shown(read_chatter("d7-d5/b3\nnice shot")), "move d7-d5/b3 // nice shot");
        assert_eq!(shown(read_chatter("#3 d7-d5/b3")), "move #3 d7-d5/b3");
        assert_eq!(shown(read_chatter("d7-d5/b3\na4-a6/b6\nor so")), "move d7-d5/b3 & move a4-a6/b6 // or so");
        for text in ["e3-e4 was better", "nice shot\nd7-d5/b3", "resign yes", "yes", "", "lol"] {
            assert_eq!(read_chatter(text), Message::default(), "{text}");
        }
    }

    #[test]
    fn comments_are_masked_wherever_they_stand() {
        let said = "me: a@b.example, 0170 1234567, example.org/x, play+aems2amj2rpech9h4tkhyqyx52";
        let shown = Some("me: [address], [number], [link], [secret]");
        for text in [format!("d1-d7/g7 {said}"), format!("d1-d7/g7\n{said}"), format!("yes\n\n{said}")] {
            assert_eq!(read(&text).comment.as_deref(), shown, "{text}");
        }
        assert_eq!(read_with_subject("new amazons vs ben", said).comment.as_deref(), shown);
        assert_eq!(read_chatter(&format!("d1-d7/g7\n{said}")).comment.as_deref(), shown);
    }

    #[test]
    fn a_flood_is_cut() {
        let message = read(&"show 1\n".repeat(100));
        assert_eq!(message.commands.len(), MOST_COMMANDS + 1);
        assert!(message.commands.last().is_some_and(Result::is_err));
    }

    proptest! {
        #[test]
        fn nothing_panics(subject in "\\PC{0,40}", text in "(\\PC|\n|yes|41 d1-d7/g7|resign ){0,60}") {
            let _ = (read_with_subject(&subject, &text), read_chatter(&text));
            prop_assert!(read(&text).commands.len() <= MOST_COMMANDS + 1);
        }
    }
}
