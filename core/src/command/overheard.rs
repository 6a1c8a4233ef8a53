//! What a message in a game's own thread says to the program, though it is neither a command nor a turn alone: a turn with
//! any words around it, and questions that we can answer. Whether it counts depends on who is to move and on who else is
//! there: between two people, what might be said to the other stays between them; where the house is the only other
//! player, everything is said to us.

use super::Command;
use super::courtesy::plain_words;
use super::in_thread::{KIND, command, is_of_a_game};
use super::own_turn::{all_turns, lone_squares};
use super::parse::{Parsed, parse_line};
use super::{hint, places};

/// What a message says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overheard {
    /// The whole turns that it names, each once.
    pub turns: Vec<String>,
    /// The squares that stand alone in it, which are turns where a turn is one square.
    pub squares: Vec<String>,
    /// What stands beside the places that it names.
    pub beside: Beside,
    /// What it asks of us, whoever else is there.
    pub asks: Option<Asks>,
    /// What it asks of us if nobody else is there.
    pub wishes: Option<Asks>,
}

/// What somebody wants to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// What this command tells.
    Command(Box<Command>),
    /// How a turn is written here.
    HowToMove,
}

/// Words beside places, by what they make of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Beside {
    /// There are none.
    #[default]
    Nothing,
    /// Kind ones, and sighs.
    Courtesy,
    /// Others.
    Words,
    /// They speak of what was or might be, of what others do, or at length.
    Talk,
}

/// Longer messages talk; and a question is asked in few words.
const MOST_WORDS: usize = 12;
const WORDS_OF_A_QUESTION: usize = 8;

/// Words with which people speak of a turn without wanting to play it.
#[rustfmt::skip]
const TALKS: &[&str] = &[
    "afraid", "after", "almost", "because", "before", "best", "better", "considered", "could", "couldn't", "did", "didn't", "don't",
    "expected", "had", "has", "he", "his", "hurt", "hurts", "if", "instead", "later", "like", "liked", "loses", "missed", "nearly",
    "never", "no", "not", "or", "saw", "see", "she", "strong", "their", "they", "thought", "threatens", "until", "wanted", "was", "wasn't",
    "we", "weak", "were", "when", "why", "wins", "won't", "worse", "would", "would've", "wouldn't", "you", "you'd", "you'll", "you're", "your",
    "yours",
];

/// Sighs and cheers: with a turn they say nothing else.
#[rustfmt::skip]
const SIGHS: &[&str] = &[
    "ah", "ahh", "alright", "and", "cool", "done", "eh", "ha", "haha", "hah", "hm", "hmm", "i", "guess", "lol", "maybe", "nice", "now", "oh",
    "ok", "okay", "oops", "pls", "so", "then", "think", "um", "well", "wow", "you",
];

/// Words in front of a question, and behind it.
#[rustfmt::skip]
const OPENS: &[&str] = &[
    "ah", "and", "but", "eh", "er", "hello", "hey", "hi", "hm", "hmm", "oh", "ok", "okay", "oops", "please", "pls", "so", "sorry", "um", "wait",
    "well",
];
const CLOSES: &[&str] = &["again", "bot", "exactly", "here", "now", "please", "pls", "thanks", "then", "thx"];

/// Questions that nobody needs to ask the other player, and the commands that answer them.
#[rustfmt::skip]
const QUESTIONS: &[(&str, &[&str])] = &[
    ("show", &[
        "am i on", "is it me", "is it my move", "is it my turn", "is it mine", "show board", "show the board", "who has to move",
        "who is to move", "who moves", "who's to move", "who's turn", "who's turn is it", "whose move", "whose move is it",
        "whose turn", "whose turn is it", "whos turn", "whos turn is it",
    ]),
    ("help undo", &[
        "can i go back", "can i take back", "can i take it back", "can i take that back", "can i undo", "can i undo it", "can i undo that",
        "how can i undo", "how do i go back", "how do i take back", "how do i take it back", "how do i take that back", "how do i undo",
        "how do i undo it", "how do i undo that", "how to undo", "is there an undo",
    ]),
    ("undo", &["undo last", "undo last move", "undo one", "undo one move", "undo the last move", "undo this"]),
    ("count", &[
        "am i ahead", "am i losing", "am i winning", "what is the score", "what's the score", "who leads", "who wins", "who's ahead",
        "who's winning",
    ]),
    ("moves", &[
        "what are my moves", "what are my options", "what can i do", "what can i play", "what moves do i have", "where can i go",
        "where can i move", "where can i play", "which moves do i have",
    ]),
    ("help", &["how does the bot work", "how does this bot work", "what can the bot do", "what commands are there"]),
    ("", &[
        "how can i move", "how can i shoot", "how do i enter a move", "how do i move", "how do i place", "how do i place them",
        "how do i play a move", "how do i shoot", "how do i write a move", "how do i write it", "how to move", "how to shoot",
        "what do i do", "what do i have to do", "what do i type", "what do i write", "what should i type", "what to do", "where do i put it",
        "where do i put them",
    ]),
];

/// The same where nobody else is there who could be asked.
const QUESTIONS_TO_US: &[(&str, &[&str])] = &[
    ("help", &["can you help", "can you help me", "help", "help me", "help me out", "i need help", "what can you do"]),
    ("show", &["flip", "flip board", "flip it", "flip the board", "position", "turn", "turn the board"]),
    ("", &["i don't understand", "what", "what next", "what now"]),
];

/// What is asked of the rules, by how it begins and by what is done.
const MAY: &[&str] = &[
    "am i allowed to ",
    "can i ",
    "can one ",
    "do i have to ",
    "do i need to ",
    "is it allowed to ",
    "may i ",
    "must i ",
];
#[rustfmt::skip]
const BY_THE_RULES: &[&str] = &[
    "attack", "backward", "backwards", "capture", "diagonally", "flip", "forward", "forwards", "jump", "pass", "pounce", "promote", "shoot",
    "sideways",
];

/// What a message says; nothing where it has no words.
pub fn overheard(text: &str) -> Option<Overheard> {
    let words = plain_words(text);
    if words.is_empty() {
        return None;
    }
    let turns = all_turns(text);
    let names = !places(text).is_empty();
    Some(Overheard {
        squares: if turns.is_empty() { lone_squares(text) } else { Vec::new() },
        turns,
        beside: beside(&words),
        asks: asks(text, &words).filter(|_| !names),
        wishes: wishes(text, &words).filter(|_| !names),
    })
}

fn beside(words: &[String]) -> Beside {
    let others: Vec<&str> = words.iter().map(String::as_str).filter(|word| places(word).is_empty()).collect();
    let all = |lists: &[&[&str]]| others.iter().all(|word| lists.iter().any(|list| list.contains(word)));
    let courteous = all(&[KIND, SIGHS]);
    let talks = others.iter().any(|word| TALKS.contains(word));
    match others.is_empty() {
        true => Beside::Nothing,
        _ if courteous && others.len() <= WORDS_OF_A_QUESTION => Beside::Courtesy,
        _ if talks || words.len() > MOST_WORDS => Beside::Talk,
        _ => Beside::Words,
    }
}

/// What is asked of us in words that nobody says to another player.
fn asks(text: &str, words: &[String]) -> Option<Asks> {
    if text.trim().contains('\n') || words.len() > WORDS_OF_A_QUESTION {
        return None;
    }
    let said = without(words).join(" ");
    // What is also said is a question by its mark alone.
    let turn = (matches!(said.as_str(), "turn" | "my turn") && text.contains('?')).then_some("show");
    if let Some(line) = turn.or_else(|| answering(QUESTIONS, &said)) {
        return meant(line);
    }
    let rules = MAY.iter().any(|may| said.starts_with(may)) && words.iter().any(|w| BY_THE_RULES.contains(&w.as_str()));
    if rules {
        return meant("rules");
    }
    // "Oops, undo" is the command with a sigh in front.
    let (command, _) = command(&said).filter(|_| said.len() < words.join(" ").len())?;
    (command.informs() || command == Command::Undo(None)).then(|| Asks::Command(Box::new(command)))
}

/// What is asked of us where nobody else is there.
fn wishes(text: &str, words: &[String]) -> Option<Asks> {
    let said = without(words).join(" ");
    if let Some(line) = answering(QUESTIONS_TO_US, &said) {
        return meant(line);
    }
    if let Some(command) = one_command(&said).filter(is_of_a_game)
        && (command.informs() || command == Command::Undo(None))
    {
        return Some(Asks::Command(Box::new(command)));
    }
    let wish = hint::hint(text, text)?.0.wish?;
    let command = one_command(&wish)?;
    match command.informs() && is_of_a_game(&command) {
        true => Some(Asks::Command(Box::new(command))),
        // Whoever asks for what changes something is told how to.
        false => meant(&format!("help {}", wish.split(' ').next().unwrap_or_default())),
    }
}

/// The words of a question without what is said in front of it and behind it.
fn without(words: &[String]) -> &[String] {
    let mut left = words;
    while let [first, rest @ ..] = left
        && OPENS.contains(&first.as_str())
        && !rest.is_empty()
    {
        left = rest;
    }
    while let [rest @ .., last] = left
        && CLOSES.contains(&last.as_str())
        && !rest.is_empty()
    {
        left = rest;
    }
    left
}

fn answering(questions: &[(&'static str, &[&str])], said: &str) -> Option<&'static str> {
    questions.iter().find(|(_, known)| known.contains(&said)).map(|(line, _)| *line)
}

fn meant(line: &str) -> Option<Asks> {
    if line.is_empty() {
        Some(Asks::HowToMove)
    } else {
        one_command(line).map(|command| Asks::Command(Box::new(command)))
    }
}

fn one_command(line: &str) -> Option<Command> {
    match parse_line(line) {
        Parsed::Commands { commands, comment: None } => {
            <[Command; 1]>::try_from(commands).ok().map(|[command]| command)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Overheard {
        overheard(text).unwrap_or_default()
    }

    #[test]
    fn a_turn_with_words_around_it() {
        for text in [
            "thanks, d1-d7/g7",
            "d1-d7/g7 ok?",
            "d1-d7/g7?",
            "d1-d7/g7, what now?",
            "d1-d7/g7 is that allowed?",
            "well d1-d7/g7 i guess?",
            "what about d1-d7/g7",
            "d1-d7/g7 (my first arrow!)",
        ] {
            let heard = heard(text);
            assert_eq!((heard.turns, heard.beside < Beside::Talk), (vec!["d1-d7/g7".to_owned()], true), "{text}");
        }
        for text in
            ["e3-e4 was better", "d1-d7/g7 would hurt", "you should play e3-e4", "e3-e4 or e3-e5", "i like d1-d7"]
        {
            assert_eq!(heard(text).beside, Beside::Talk, "{text}");
        }
        for text in ["thanks, d3", "ok d3!", "d3 nice", "D3 please"] {
            let heard = heard(text);
            assert_eq!((heard.squares, heard.beside), (vec!["d3".to_owned()], Beside::Courtesy), "{text}");
        }
        assert_eq!(heard("d3").beside, Beside::Nothing);
        assert_eq!(heard("b4 we go").beside, Beside::Talk);
        assert!(overheard(":) !").is_none());
    }

    #[test]
    fn every_question_has_an_answer() {
        for (line, known) in QUESTIONS.iter().chain(QUESTIONS_TO_US) {
            assert!(meant(line).is_some(), "{line}");
            for question in *known {
                assert_eq!(plain_words(question).join(" "), *question);
                let heard = heard(&format!("{question}?"));
                assert!(heard.asks.or(heard.wishes).is_some(), "{question}");
            }
        }
    }

    #[test]
    fn questions_to_the_program() {
        for text in [
            "whose turn is it?",
            "Whose turn?",
            "turn?",
            "my turn?",
            "is it my turn?",
            "can I undo?",
            "how do I undo?",
            "oops undo",
            "undo one",
            "am i winning?",
            "where can I go?",
            "how do i shoot?",
            "can I jump backwards?",
            "ok, what do I do now?",
            "where do I put them?",
            "show board",
        ] {
            assert!(heard(text).asks.is_some(), "{text}");
        }
        for text in [
            "help me",
            "board",
            "again",
            "turn",
            "nice weather",
            "I'll play tonight",
            "can I call you?",
            "can I go now?",
            "your turn",
            "my turn!",
            "should I move d1?",
            "ok draw",
            "who is that",
            "what now?",
            "are you winning?",
            "let's undo this friendship",
        ] {
            assert_eq!(heard(text).asks, None, "{text}");
        }
    }

    #[test]
    fn wishes_where_nobody_else_is() {
        for text in [
            "help me",
            "board",
            "flip board",
            "what now?",
            "could you show me the board?",
            "i made a typo",
            "I'd like a draw",
        ] {
            assert!(heard(text).wishes.is_some(), "{text}");
        }
        // What changes something is explained, and not done.
        assert_eq!(heard("I'd like a draw").wishes, meant("help draw"));
        assert_eq!(heard("nice weather").wishes, None);
    }
}
