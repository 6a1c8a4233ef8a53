//! The replies: each style in each language, with a mail of ours, something written above it, and some encoding.

use crate::chance::Chance;
use crate::mail::{self, Head};
use crate::originals::Original;
use crate::quote::{Content, Shape, quote};
use crate::tables::{Language, Style};
use crate::write::{Speaker, body};

/// What a set of replies has in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// A move on top, with words or without; another may stand in the quote.
    MoveOnTop,
    /// A move stands only in what is quoted or forwarded.
    MoveBelow,
    /// A move on top of a mail that answers none of ours.
    StrangeOnTop,
    /// A move only in what such a mail quotes.
    StrangeBelow,
}

impl Set {
    pub fn on_top(self) -> bool {
        matches!(self, Set::MoveOnTop | Set::StrangeOnTop)
    }

    /// Whether the mail that is answered is known.
    pub fn known(self) -> bool {
        matches!(self, Set::MoveOnTop | Set::MoveBelow)
    }
}

/// A reply.
pub struct Reply {
    pub style: String,
    pub language: String,
    /// The mail that it answers, by its place among them.
    pub original: usize,
    /// What was quoted and how, for whoever looks at a failure.
    pub how: String,
    /// What was newly written.
    pub new: New,
    /// Its body before it was encoded.
    pub body: String,
    pub raw: Vec<u8>,
    /// The same without a quote: what should be read.
    pub alone: Vec<u8>,
}

/// The reply of a set in a style and a language; `None` if there is none.
pub fn reply(set: Set, style: &Style, language: &Language, originals: &[Original]) -> Option<Reply> {
    if style.only_top && !set.on_top() || style.only.as_ref().is_some_and(|only| *only != language.name) {
        return None;
    }
    let seed = std::env::var("REPLIES_SEED").unwrap_or_default();
    let mut chance = Chance::of(&[&seed, &format!("{set:?}"), &style.name, &language.name]);
    let original = chance.below(originals.len());
    let new = match set.on_top() {
        true => with_turn(&originals[original], language, &mut chance),
        false => without_turn(language, &mut chance),
    };
    let reply = reply_to(set, style, language, &originals[original], new, &mut chance);
    Some(Reply { original, ..reply })
}

/// A reply to one mail.
pub fn reply_to(
    set: Set,
    style: &Style,
    language: &Language,
    original: &Original,
    new: New,
    chance: &mut Chance,
) -> Reply {
    let content = content(set, style, chance);
    let name = original.name.clone();
    let ours = Speaker {
        name: match chance.below(8) {
            0 => "play@example.org".to_owned(),
            1 => format!("\"{name}\""),
            _ => name,
        },
        mail: "play@example.org".to_owned(),
        reply: original.reply_to.clone(),
        user: if chance.one_in(2) { language.word("person").to_owned() } else { original.to_name.to_owned() },
        user_mail: original.to.clone(),
        signs: language.word("person").to_owned(),
        subject: original.subject.clone(),
        day: 1 + chance.below(28),
        clock: chance.below(3),
    };
    let speaker = match content {
        Content::Ours | Content::Nested => ours,
        Content::Own => ours.turned(),
        Content::Friends => Speaker {
            name: "Bob Carter".to_owned(),
            mail: "bob@example.com".to_owned(),
            subject: "A game".to_owned(),
            ..ours
        },
    };
    let quoted = quote(content, original, language, &speaker, chance);
    let mut shape = Shape::any(chance);
    // Lines without a mark are told from new text only if they are ours and stand below it.
    shape.broken &= set.known() && content == Content::Ours && !style.only_top;
    let typed = typed(&new.text, language, chance);
    let body = body(style, language, &speaker, &typed, &quoted, shape, chance);
    let prefix = language.word(if style.forward { "fwd" } else { "re" });
    let head = Head {
        from: original.to.clone(),
        from_name: language.word("person").to_owned(),
        to: if set.known() { original.reply_to.clone() } else { "play@example.org".to_owned() },
        subject: format!("{prefix}: {}", original.subject),
        answers: Some(if set.known() { original.message_id.clone() } else { "another@client.example".to_owned() }),
        id: format!("{}.{}.{}", style.name, language.name, chance.below(1 << 40)),
    };
    let (raw, encoding) = mail::any(&head, &body, style.page, language.word("charset"), chance);
    Reply {
        style: style.name.clone(),
        language: language.name.clone(),
        original: 0,
        how: format!("{}; {content:?}; {shape:?}; {encoding}", original.label),
        alone: mail::plain(&head, &new.text),
        new,
        body,
        raw,
    }
}

/// What was written, with what editors add to it unseen.
fn typed(text: &str, language: &Language, chance: &mut Chance) -> String {
    let before = if ["ar", "fa", "he"].contains(&&*language.name) && chance.one_in(2) { "\u{200f}" } else { "" };
    let behind = *chance.pick(&["", "", "", "", "", " ", "\u{a0}", " \u{a0} "]);
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{before}{line}{behind}") };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn content(set: Set, style: &Style, chance: &mut Chance) -> Content {
    // Without any frame, only our own lines can be told from new text.
    if style.name == "no-frame" {
        return Content::Ours;
    }
    let all: &[Content] = match (set, style.forward) {
        (Set::MoveOnTop, false) => &[Content::Ours, Content::Ours, Content::Nested, Content::Own],
        (Set::MoveBelow, false) => &[Content::Ours, Content::Nested, Content::Nested, Content::Own],
        (Set::StrangeOnTop | Set::StrangeBelow, false) => &[Content::Own, Content::Friends, Content::Ours],
        (_, true) => &[Content::Friends, Content::Nested, Content::Own],
    };
    *chance.pick(all)
}

/// What people say to each other, in words that look a little like what clients write.
const REMARKS: &str = include_str!("remarks.txt");

/// Something that was written.
pub struct New {
    pub text: String,
    /// What of it is for the opponent.
    pub words: Option<String>,
}

/// A turn, and perhaps words.
pub fn with_turn(original: &Original, language: &Language, chance: &mut Chance) -> New {
    let turn = original.named.as_ref().filter(|_| chance.one_in(2)).unwrap_or(&original.answer);
    let person = language.word("person");
    let remarks: Vec<&str> = REMARKS.lines().collect();
    let words = if chance.one_in(3) { chance.pick(&remarks) } else { language.word("words") };
    let text = match chance.below(8) {
        0 | 1 => turn.clone(),
        2 => format!("{turn}\n{words}"),
        3 => format!("{turn}\n\n{words}\n\n{person}"),
        4 => format!("{turn}\n\n{person}"),
        5 => format!("Hello,\n\n{turn}\n\n{words}"),
        _ => format!("{turn}\n\n{words}"),
    };
    New { words: text.contains(words).then(|| words.to_owned()), text }
}

/// Words, or commands that say something to the opponent, but no turn.
fn without_turn(language: &Language, chance: &mut Chance) -> New {
    let (prose, words, person) = (language.word("prose"), language.word("words"), language.word("person"));
    let text = match chance.below(6) {
        0 => prose.to_owned(),
        1 => format!("{prose}\n\n{person}"),
        2 => String::new(),
        3 => format!("say {words}"),
        _ => format!("draw\n\n{words}"),
    };
    New { words: text.starts_with("draw").then(|| words.to_owned()), text }
}
