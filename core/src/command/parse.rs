//! Reading one line. The same words are a command when they stand alone and prose when they don't, so a line is
//! taken as a command only if all of it is one: "No way, great move" declines nothing.

use super::fault::{Fault, Slip};
use super::nearest::nearest;
use super::places::places;
use super::table::Everyday;
use super::turn_text::{self, TurnText};
use super::words::Words;
use super::{Answer, Command, courtesy, table};
use crate::game::GameNumber;
use crate::request::CommandError;

/// What a line turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// A command, or two: `yes d1-d7/g7`. Words behind a turn are a comment.
    Commands {
        /// In the order in which they are to be done; never empty.
        commands: Vec<Command>,
        /// For the opponent.
        comment: Option<String>,
    },
    /// It begins like a command and can't be read as one.
    Wrong(CommandError),
    /// Anything else.
    Prose,
}

/// Longer lines are paragraphs, not commands.
const LONGEST: usize = 2_000;

/// Reads a line of a reply, of a direct message or of a subject.
pub fn parse_line(line: &str) -> Parsed {
    let line = unwrapped(line.trim()).trim_start_matches(['/', '!']).trim_start();
    if line == "?" {
        return Parsed::Commands { commands: vec![Command::Help(None)], comment: None };
    }
    if line.is_empty() || line.len() > LONGEST || line.starts_with('>') {
        return Parsed::Prose;
    }
    let mut words = Words::new(line);
    words.take("please");
    let line = words.rest();
    numbered(line).or_else(|| yes_or_no(line)).or_else(|| bare_turn(line)).unwrap_or_else(|| named(line, None))
}

/// Reads a line where nothing but commands is expected: at a prompt, or from a slash command.
pub fn parse_command(line: &str) -> Result<(Vec<Command>, Option<String>), CommandError> {
    match parse_line(line) {
        Parsed::Commands { commands, comment } => Ok((commands, comment)),
        Parsed::Wrong(error) => Err(error),
        Parsed::Prose => {
            let word = Words::new(line).peek().unwrap_or_default();
            let near = nearest(word, table::vocabulary()).filter(|near| !near.eq_ignore_ascii_case(word));
            Err(match near {
                Some(near) => error(line, Fault::NoCommand { word: cut(word), near: near.to_owned() }),
                None => error(line, Fault::Neither),
            })
        }
    }
}

/// A line in a thread full of chatter: a whole turn alone, or nothing.
pub fn parse_chatter(line: &str) -> Option<Command> {
    let mut words = Words::new(line);
    let guard = words.guard();
    let text = words.rest();
    if !turn_text::is_plain_turn(text) {
        return None;
    }
    turn_text::split(text).map(|turn| Command::Turn { game: None, guard, text: turn.text })
}

/// A short turn alone on its line, `d3` or `pass`, where it can be played.
pub fn parse_short(line: &str) -> Option<Command> {
    let mut words = Words::new(line);
    let guard = words.guard();
    let text = words.rest();
    turn_text::is_short_turn(text).then(|| turn_text::split(text))?.map(|turn| Command::Turn {
        game: None,
        guard,
        text: turn.text,
    })
}

/// A line that is nothing else, and that may begin with a turn too short to be told from prose without the position:
/// `d3 Good luck`, `41 d3 Good luck`, `yes d3 Hello Ann`. A line that only talks about a turn is not one.
pub fn parse_perhaps(line: &str) -> Option<Command> {
    let line = unwrapped(line.trim());
    if line.len() > LONGEST || line.starts_with('>') || parse_line(line) != Parsed::Prose {
        return None;
    }
    let mut words = Words::new(line);
    let yes = words.take_any(&["yes", "y"]);
    let _ = yes && words.take_any(&["please", "thanks", "thank you"]);
    let (game, guard) = (words.game(), words.guard());
    let text = words.rest();
    let turn = turn_text::split(text).filter(|turn| !turn.clear && !turn.question && !turn.rest.is_empty())?;
    let polite = Words::new(turn.rest).is_done();
    let talks = !turn.set_off && !polite && goes_on(turn.rest) || text.contains("  ");
    (!talks).then(|| Command::Perhaps { yes, game, guard, text: text.to_owned() })
}

/// How a line bears itself that is a command, or was perhaps meant as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// Whether people also write its words when they mean no command.
    pub everyday: Everyday,
    /// Whether it begins with a number or the name of a command.
    pub begins: bool,
    /// Whether a number stands in front.
    pub numbered: bool,
    /// Whether it has something that prose has not, besides that: a slash in front, a turn, a word like `vs`.
    pub marked: bool,
}

/// How plainly a line is a command, if it is one: what people also write by chance counts only in some places.
pub fn bearing(line: &str) -> Bearing {
    let whole = unwrapped(line.trim());
    let line = whole.trim_start_matches(['/', '!']);
    let mut words = Words::new(line);
    words.take("please");
    let numbered = words.rest().starts_with(|c: char| c.is_ascii_digit() || c == '#');
    let (game, guard) = (words.game(), words.guard());
    let answers = words.take_any(&["yes", "y", "no", "n"]);
    let turn = turn_text::split(words.rest()).filter(|turn| turn.clear || turn.rest.is_empty());
    let begun = table::begin(words.rest());
    let slash = line.len() < whole.len();
    let marked = slash || turn.is_some_and(|turn| turn.text != "pass") || begun.is_some_and(|begun| begun.introduces());
    let everyday = match begun {
        _ if marked => Everyday::Never,
        _ if answers => Everyday::Alone,
        Some(begun) if begun.everyday == Everyday::Speech => {
            let name = words.rest().len() - begun.rest.len();
            let colon = words.rest()[..name].trim_end().ends_with(':');
            let number = game.or(Words::new(begun.rest).game()).is_some() || guard.is_some();
            if colon || number { Everyday::Never } else { Everyday::Speech }
        }
        Some(begun) => begun.everyday,
        // It is said of turns and of games, and either is named behind it.
        None if Words::new(line).take("play") => Everyday::Never,
        None => Everyday::Word,
    };
    let begins = numbered || begun.is_some();
    Bearing { everyday, begins, numbered, marked }
}

/// `41 d1-d7/g7`, `#3 d1-d7/g7`, `41 #3 d1-d7/g7`, `41 resign`; also `7. d1-d7/g7`, where the number is ignored.
fn numbered(line: &str) -> Option<Parsed> {
    let mut words = Words::new(line);
    let (game, guard) = (words.game(), words.guard());
    let rest = words.rest();
    if game.is_none() && guard.is_none() {
        let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let turn = behind.trim_start_matches(['.', ')', '…']);
        let has_number = behind.len() < line.len() && turn.len() < behind.len();
        return if has_number { bare_turn(turn.trim_start()) } else { None };
    }
    // Letters alone count only with nothing after them: a row of a quoted board, "7 h o c . . . ~ .", is not a turn.
    if let Some(turn) = turn_text::split(rest).filter(|turn| turn.clear || turn.rest.is_empty()) {
        return Some(turn_with_comment(line, turn, game, guard, true));
    }
    // Only a line whose words make a command behind its number is one; "10 . . . B" and "3 days" are not.
    match (named(rest, game), guard) {
        (parsed @ Parsed::Commands { .. }, None) => Some(parsed),
        (Parsed::Wrong(wrong), None) => Some(Parsed::Wrong(CommandError { line: cut(line), ..wrong })),
        _ => Some(Parsed::Prose),
    }
}

/// `yes` or `no`, alone, politely, or followed by a turn.
fn yes_or_no(line: &str) -> Option<Parsed> {
    let mut words = Words::new(line);
    let asks = line.split_whitespace().next().is_some_and(|word| word.ends_with('?'));
    let answer = if words.take_any(&["yes", "y"]) {
        Command::Yes
    } else if words.take_any(&["no", "n"]) {
        Command::No
    } else {
        return None;
    };
    if asks {
        return Some(Parsed::Prose);
    }
    if words.is_done() {
        return Some(Parsed::Commands { commands: vec![answer], comment: None });
    }
    words.take("please");
    let from_thanks = words.rest();
    words.take_any(&["thanks", "thank you"]);
    if answer == Command::Yes
        && let Some(number) = words.game()
        && words.is_done()
    {
        return Some(Parsed::Wrong(error(line, Fault::YesToNumber(number))));
    }
    let turn = turn_text::split(words.rest()).filter(|turn| turn.clear || turn.rest.is_empty());
    let Some(turn) = turn else {
        let said = courtesy::behind_bare(line, words.rest(), answer == Command::Yes);
        // The thanks are a part of what is said.
        let said = said.and_then(|_| comment_behind(from_thanks));
        return Some(
            said.map_or(Parsed::Prose, |said| Parsed::Commands { commands: vec![answer], comment: Some(said) }),
        );
    };
    match turn_with_comment(line, turn, None, None, false) {
        Parsed::Commands { mut commands, comment } => {
            commands.insert(0, answer);
            Some(Parsed::Commands { commands, comment })
        }
        other => Some(other),
    }
}

fn bare_turn(line: &str) -> Option<Parsed> {
    let turn = turn_text::split(line)?;
    // A lone square or letter counts only with nothing after it: "A4 paper", "O well".
    (turn.clear || turn.rest.is_empty()).then(|| turn_with_comment(line, turn, None, None, false))
}

/// A turn and what follows it. Unless a number marks the line as a move, a word that continues the sentence shows that
/// the turn is only being talked about: "e3-e4 was better".
fn turn_with_comment(
    line: &str,
    turn: TurnText<'_>,
    game: Option<GameNumber>,
    guard: Option<u32>,
    meant: bool,
) -> Parsed {
    if turn.question || asks_whether(turn.rest) {
        return Parsed::Wrong(error(line, Fault::TurnAsks(turn.text)));
    }
    let done = Words::new(turn.rest).is_done() && turn.rest.chars().any(char::is_alphanumeric);
    // Thanks may be for the opponent.
    let thanks = turn.rest.to_lowercase().contains("thank");
    let comment = if done && !thanks { "" } else { turn.rest };
    // Two spaces make a row of a table, as in our own rules that somebody quotes.
    let row = line.trim_end().strip_suffix(turn.rest).is_some_and(|before| before.ends_with("  "));
    if !meant && !comment.is_empty() && (row || !turn.set_off && goes_on(comment)) {
        return Parsed::Prose;
    }
    let turn = Command::Turn { game, guard, text: turn.text };
    if offers_draw(comment) {
        let offer = Command::Draw { game, answer: Answer::Offer };
        return Parsed::Commands { commands: vec![turn, offer], comment: None };
    }
    Parsed::Commands { commands: vec![turn], comment: comment_behind(comment) }
}

/// Whether the words behind a turn ask if it can be played: "f3 - is that allowed?"
pub(crate) fn asks_whether(behind: &str) -> bool {
    const ASKED: &[&str] = &["allowed", "legal", "permitted", "possible", "valid"];
    let asked = |word: &str| ASKED.iter().any(|known| word.trim_matches(|c: char| !c.is_alphabetic()) == *known);
    behind.split_once('?').is_some_and(|(question, _)| question.split_whitespace().any(asked))
}

/// Whether the words behind a turn are an offer of a draw and nothing else.
pub(crate) fn offers_draw(behind: &str) -> bool {
    let behind = behind.trim_start_matches([',', ';', ':', '.', '-', '–', '—', '(', ' ']);
    let offers = |begun: &table::Begun<'_>| begun.entry.word == "draw" && begun.implied.is_empty();
    table::begin(behind).filter(offers).is_some_and(|begun| Words::new(begun.rest).is_done())
}

/// Whether the words after a turn make it part of a sentence; "good luck" and "hello" are a comment instead.
pub(super) fn goes_on(rest: &str) -> bool {
    const LINKS: &str = " a all an and as at be because before but by can could did does for from had has if in instead is \
         isn't it looked looks loses made makes may might must of on one or pointless seemed seems should since so than that the \
         then threatens to too unless was wasn't were when where which while who will wins with won't would wouldn't ";
    let word: String = rest.chars().take_while(|c| c.is_alphabetic() || *c == '\'' || *c == '’').collect();
    let word = word.replace('’', "'");
    word.starts_with(char::is_lowercase) && LINKS.contains(&format!(" {word} "))
}

/// The words after a turn, without what separates them from it.
pub(crate) fn comment_behind(rest: &str) -> Option<String> {
    // A smile is a comment; a full stop is not.
    let comment = match rest.chars().next() {
        Some(':' | ';') if rest.len() <= 3 => rest,
        _ => rest.trim_start_matches([',', ';', ':', '.', '-', '–', '—', ' ']),
    };
    (!comment.is_empty()).then(|| comment.to_owned())
}

/// A command by its name, for the game whose number stood in front.
fn named(line: &str, game: Option<GameNumber>) -> Parsed {
    // After a quotation mark or a bracket a word is only being mentioned.
    if !line.starts_with(char::is_alphabetic) {
        return Parsed::Prose;
    }
    // The PBeM world writes `move#12`.
    let spaced = line.find('#').filter(|&at| line[..at].chars().all(char::is_alphabetic));
    let spaced = spaced.map(|at| format!("{} {}", &line[..at], &line[at..]));
    let line = spaced.as_deref().unwrap_or(line);
    if let Some(parsed) = turn_or_game(line, game) {
        return parsed;
    }
    let Some(table::Begun { mut entry, implied, rest, .. }) = table::begin(line) else { return misspelled(line) };
    // With a game's number in front these are about a challenge.
    if let (Some(other), Some(_)) = (about_challenges(entry.word), game) {
        entry = other;
    }
    let arguments = [implied, rest].join(" ");
    // Of somebody's own words every one counts, and "help me" is a sigh.
    let counts = entry.everyday == Everyday::Speech || (entry.word == "help" && !courtesy::is_courtesy(&arguments));
    let mut words = Words::new(if counts { &arguments } else { courtesy::without_courtesy(&arguments) });
    let wrong = |slip: Slip| Parsed::Wrong(error(line, Fault::Arguments { command: entry.word.to_owned(), slip }));
    let command = match (entry.read)(&mut words) {
        Ok(command) => command,
        Err(slip) => return wrong(slip),
    };
    let command = match in_game(command, game) {
        Ok(command) => command,
        Err(slip) => return wrong(slip),
    };
    match words.rest() {
        _ if words.is_done() => Parsed::Commands { commands: vec![command], comment: None },
        // "Move e1 to e2 and then f3 to f4" is a sentence with more of the turn in it.
        rest if matches!(command, Command::Turn { .. }) && goes_on(rest) && !places(rest).is_empty() => Parsed::Prose,
        rest if let Command::Turn { game, .. } = command => match offers_draw(rest) {
            true => {
                let offer = Command::Draw { game, answer: Answer::Offer };
                Parsed::Commands { commands: vec![command, offer], comment: None }
            }
            false => Parsed::Commands { commands: vec![command], comment: comment_behind(rest) },
        },
        rest if let Some(said) = courtesy::goes_with(&command).and_then(|yes| courtesy::behind(line, rest, yes)) => {
            Parsed::Commands { commands: vec![command], comment: Some(said) }
        }
        // "Back to amazons" is no return from a vacation.
        _ if entry.word == "away" && implied == "off" => Parsed::Prose,
        rest => {
            let words = super::arguments::short(rest);
            wrong(match &command {
                Command::Settings(Some(setting)) => Slip::BehindSetting { words, setting: setting.to_string() },
                _ => Slip::CannotRead(words),
            })
        }
    }
}

/// What `join` and `withdraw` do with challenges.
fn about_challenges(word: &str) -> Option<&'static table::Entry> {
    match word {
        "join" => table::entry("accept"),
        "withdraw" => table::entry("cancel"),
        _ => None,
    }
}

/// `play` is said of turns and of games: `play 41 d1-d7/g7`, `play amazons`.
fn turn_or_game(line: &str, game: Option<GameNumber>) -> Option<Parsed> {
    let mut words = Words::new(line);
    if !words.take("play") {
        return None;
    }
    let moved = named(&format!("move {}", words.rest()), game);
    Some(if matches!(moved, Parsed::Commands { .. }) { moved } else { named(&format!("new {}", words.rest()), game) })
}

/// Words that begin sentences and only happen to resemble ours: "Well played" is not `tell played`.
const ORDINARY: &str = " always anyway black came can clock cute day fan get hat hay hell how last let line long lost lot low \
     many may mean none nope not past report sad same sat saw seems sent shown sit slow smart snow stay that the till \
     time top way well what whoa whom why yay yet ";

/// A line that would be a command if its first word were spelled like the nearest one.
fn misspelled(line: &str) -> Parsed {
    let mut words = Words::new(line);
    let Some(word) = words.next() else { return Parsed::Prose };
    let near = match word.to_lowercase().as_str() {
        "ok" | "okay" | "yep" | "yeah" | "sure" if words.is_done() => Some("yes"),
        "nope" | "nah" if words.is_done() => Some("no"),
        ordinary if ORDINARY.contains(&format!(" {ordinary} ")) => None,
        _ => nearest(word, table::vocabulary()),
    };
    let Some(near) = near else { return Parsed::Prose };
    let meant = [near, words.rest()].join(" ");
    match parse_line(meant.trim()) {
        Parsed::Commands { .. } => {
            let meant = meant.trim();
            Parsed::Wrong(error(line, Fault::NoCommand { word: cut(word), near: cut(meant) }))
        }
        _ => Parsed::Prose,
    }
}

/// The command with its game filled in, unless it has another already or takes none.
fn in_game(mut command: Command, number: Option<GameNumber>) -> Result<Command, Slip> {
    if number.is_none() {
        return Ok(command);
    }
    let place = match &mut command {
        Command::Accept(game)
        | Command::Decline(game)
        | Command::Cancel(game)
        | Command::Rematch(game)
        | Command::History(game)
        | Command::Undo(game)
        | Command::Claim(game)
        | Command::Count(game)
        | Command::Turn { game, .. }
        | Command::Perhaps { game, .. }
        | Command::Show { game, .. }
        | Command::Moves { game, .. }
        | Command::Preview { game, .. }
        | Command::Resign { game, .. }
        | Command::Draw { game, .. }
        | Command::Say { game, .. }
        | Command::Note { game, .. }
        | Command::Plan { game, .. }
        | Command::Plans { game, .. } => game,
        _ => return Err(Slip::NoNumberInFront),
    };
    match *place {
        Some(other) if Some(other) != number => Err(Slip::TwoGames),
        _ => {
            *place = number;
            Ok(command)
        }
    }
}

/// A line without quotes or markup around all of it: `**yes**`.
fn unwrapped(line: &str) -> &str {
    const AROUND: [char; 8] = ['`', '*', '_', '"', '“', '”', '«', '»'];
    if line.starts_with(AROUND) && line.ends_with(AROUND) { line.trim_matches(AROUND).trim() } else { line }
}

fn error(line: &str, why: Fault) -> CommandError {
    CommandError { line: cut(line), why }
}

/// A stranger's line, cut to a length that is fit to repeat.
fn cut(line: &str) -> String {
    line.chars().filter(|c| !c.is_control()).take(80).collect()
}
