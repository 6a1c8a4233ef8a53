//! First words of somebody who doesn't know our language yet: "hello", "What games do you have?", "I want to play against
//! the computer". Spam and letters that went astray say other things, so a text counts only if every word of it belongs to
//! what people ask a game server in a few words; there are few such texts, and no machine writes them.

use super::opening::{greets, is_greeting};
use super::{is_reply, new_lines};
use crate::address::Mailbox;
use crate::command::courtesy::plain_words;
use crate::command::parse::{Parsed, parse_line};
use crate::rules::GameKind;

/// Longer texts are letters.
const MOST_WORDS: usize = 30;

/// Words that show what somebody wants of us: one of them must be there, or a greeting.
#[rustfmt::skip]
const ABOUT_US: &[&str] = &[
    "amazon", "anybody", "anyone", "begin", "board", "chess", "commands", "computer", "games", "game", "help", "how", "info",
    "information", "instructions", "invite", "join", "ladder", "learn", "league", "match", "opponent", "play", "played",
    "players", "playing", "robot", "rules", "somebody", "someone", "start", "tournament", "tournaments", "unsubscribe", "what", "which", "who",
];

/// What else such texts are made of.
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "a", "about", "against", "all", "am", "an", "and", "any", "are", "as", "at", "available", "be", "beginner", "beginners", "black",
    "brother", "by", "can", "colleague", "could", "dad", "daughter", "do", "does", "easiest", "easy", "email", "father", "find", "first", "for", "friend",
    "friends", "from", "have", "here", "house", "human", "humans", "husband", "i", "i'd", "i'm", "in", "is", "it", "know", "let's", "level", "like", "list",
    "love", "lowest", "mail", "man", "may", "me", "mother", "mum", "my", "name", "need", "never", "new", "now", "of", "offer", "on", "one", "online",
    "or", "people", "person", "please", "real", "send", "service", "signed", "sister", "site", "some", "something", "son", "stop", "strongest", "tell", "thank", "thanks",
    "that", "the", "there", "these", "thing", "this", "to", "today", "try", "up", "us", "vs", "want", "way", "we", "weakest", "white", "wife",
    "will", "wish", "with", "work", "works", "would", "you", "your",
];

/// Said behind a greeting word.
const GREETED: &[&str] =
    &["afternoon", "all", "day", "evening", "everybody", "everyone", "good", "morning", "team", "there", "turnpost"];

/// Greetings in scripts that put no spaces between words.
const UNSPACED: &[&str] = &["你好", "您好", "こんにちは", "안녕하세요", "สวัสดี"];

/// To play, and games, in other languages that people write to us in.
#[rustfmt::skip]
const TO_PLAY: &[&str] = &[
    "spiel", "spiele", "spielen", "jeu", "jeux", "jouer", "jugar", "juego", "juegos", "giocare", "gioco", "giochi", "jogar", "jogo", "jogos",
    "spel", "spelen", "spela", "grać", "gry", "играть", "поиграть", "сыграть", "игра", "игры",
];

/// Whether a text is somebody's first words to us, all of it. `alone` tells whether it came to us alone and answers
/// nothing.
pub fn is_newcomers(subject: &str, text: &str, alone: bool) -> bool {
    let lines: Vec<&str> = new_lines(text).into_iter().filter(|line| !line.trim().is_empty()).collect();
    let signed = lines.len() > 1 && lines.last().is_some_and(|line| is_name(line));
    let said = lines[..lines.len() - usize::from(signed)].join("\n");
    let words = plain_words(&said);
    let long = words.is_empty() || words.len() > MOST_WORDS;
    // Whose subject is a command, even one with a mistake, isn't without one.
    let commands = !subject.is_empty() && !matches!(parse_line(subject), Parsed::Prose);
    if !alone || commands || is_reply(subject) || long || said.contains("://") {
        return false;
    }
    let greets = greets(&said) || UNSPACED.iter().any(|greeting| said.trim().starts_with(greeting));
    let plain = words.iter().enumerate().all(|(at, word)| {
        (at == 0 && greets) || is_ours(word) || [ABOUT_US, BESIDE, GREETED].concat().contains(&word.as_str())
    });
    let about = words.iter().any(|word| ABOUT_US.contains(&word.as_str()) || is_game(word));
    let only_greets = greets && lines.len() == 1 + usize::from(signed) && is_greeting(&said.replace('?', ""));
    let foreign = said.trim_end().ends_with('?') && words.iter().any(|word| TO_PLAY.contains(&word.as_str()));
    (plain && (about || greets)) || only_greets || (greets && foreign && words.len() <= MOST_WORDS / 2)
}

/// A name of one of our games, a level, or the address of a friend.
fn is_ours(word: &str) -> bool {
    let level = word.len() == 1 && word.bytes().all(|b| (b'1'..=b'8').contains(&b));
    level || is_game(word) || (word.contains('@') && Mailbox::parse(word).is_ok())
}

fn is_game(word: &str) -> bool {
    let called = |game: &GameKind| {
        game.variants().contains(&word) || game.title().to_lowercase().split(' ').any(|part| part == word)
    };
    GameKind::named(word).is_ok() || GameKind::ALL.iter().any(called)
}

/// Whether a line may be the name below a letter.
fn is_name(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let proper = |word: &&str| {
        word.starts_with(char::is_uppercase) && word.chars().all(|c| c.is_alphabetic() || ".-'".contains(c))
    };
    (1..=2).contains(&words.len()) && words.iter().all(proper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_words_of_people_who_want_to_play() {
        for text in [
            "hello, what can I play here?",
            "hello",
            "Hello!\n\nTom",
            "What games do you have?",
            "what is this?",
            "How does this work?",
            "How do I start?",
            "Is anyone there?",
            "Hi there, can I play?",
            "let's play!",
            "new game",
            "I want to play against the computer",
            "I'd like to play against a human",
            "start a game of othello with my brother tom@example.net",
            "I'd like to learn Diamond Chess. Can I play it with the computer at the lowest level?",
            "I would like to join the tournament",
            "info",
            "help me",
            "unsubscribe me please, I never signed up",
            "Hello, what can you do?",
            "Hi! Which games do you have?",
            "I would like to play something",
            "Hello, which games can I play here?\n\nThanks\nTom",
            "Hello, I would like to play. How does this work?",
            "Привет!",
            "Привет! Как играть?",
            "你好",
            "Hallo, wie kann ich spielen?",
        ] {
            assert!(is_newcomers("", text, true), "{text}");
            assert!(!is_newcomers("Re: your offer", text, true) && !is_newcomers("", text, false), "{text}");
        }
    }

    #[test]
    fn what_nobody_meant_for_us() {
        for text in [
            "",
            "yes",
            "no",
            "Thanks",
            "ok, thank you",
            "Help me please, I am stuck in London and lost my wallet.",
            "help me\n\nI saw your page and wonder if you can help me.",
            "New games at our casino: 200 free spins.\nyes\nno\nplay now",
            "Hi,\n\njust following up on my last mail. Is Tuesday 10-12 good?\n\ngames",
            "I am out of the office until Monday.",
            "Would you like to play at our casino?",
            "Let's play at https://casino.example",
            "Hei, jeg fant profilen din. Skal vi chatte?\n\nsay hello",
            "Start your free trial today, stop any time.",
            "Who is behind your website? Our experts bring you to page one.",
            "Hola, su factura está adjunta",
            "Hi, are you free for a quick task?",
            "d1-d7/g7",
        ] {
            assert!(!is_newcomers("", text, true), "{text}");
        }
        assert!(!is_newcomers("", &"can I play ".repeat(20), true));
    }
}
