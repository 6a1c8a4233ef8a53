//! Every fact that somebody can be told, asked or refused has words, and they keep the style. Golden texts list them, a
//! file for each room of the service; `UPDATE=1` writes them anew.

use std::path::Path;

use turnpost_core::notice::{Ask, Destination, News, Notice, Told, Undone, Why};
use turnpost_core::text::{self, Line};

use crate::{samples, style};

mod command;
mod events;
mod in_discord;
mod incoming;
mod lobby;
mod people;
mod playing;
mod time;
mod views;

/// What a room of the service tells, asks and refuses, one of each kind at least.
struct Room {
    /// The file of its facts.
    source: &'static str,
    told: Vec<Told>,
    ask: Vec<Ask>,
    why: Vec<Why>,
}

/// With the names of their golden texts.
fn rooms() -> Vec<(&'static str, Room)> {
    vec![
        ("command", command::room()),
        ("incoming", incoming::room()),
        ("playing", playing::room()),
        ("lobby", lobby::room()),
        ("people", people::room()),
        ("time", time::room()),
        ("views", views::room()),
        ("events", events::room()),
    ]
}

#[test]
fn every_fact_keeps_the_style() {
    for (room, notice) in rooms().iter().flat_map(|(name, room)| notices(room).map(move |notice| (name, notice))) {
        for to in [notice.to.clone(), Destination::DiscordUser(7), Destination::Console("Ben".into())] {
            style::check(&Notice { to, ..notice.clone() });
        }
        let said = text::said(&notice).unwrap_or_default();
        assert!(!said.lines.is_empty(), "{room}: {notice:?}");
        if let News::Refused { .. } = notice.news {
            let first = said.lines.first().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
            // "I" is written so anywhere.
            let named = ["Ann", "Ben", "Desdemona", "Dameo", "I"].contains(&first);
            assert!(!first.starts_with(char::is_uppercase) || named, "goes on behind a colon: {:?}", said.lines);
        }
    }
}

/// A mail is replied to and names its zone; in Discord there are buttons, slash commands and time stamps.
#[test]
fn each_way_has_its_own_words() {
    let facts = rooms().into_iter().flat_map(|(_, room)| notices(&room).collect::<Vec<_>>());
    for notice in facts.chain(samples::all().into_iter().map(|(_, notice)| notice)) {
        for to in [Destination::DiscordUser(7), Destination::DiscordPlace { channel: 9, mention: None, also: None }] {
            if only_by_mail(&notice.news) {
                continue;
            }
            let text = style::shown(&Notice { to, ..notice.clone() });
            for word in ["No action needed", "reply", "Reply", " in your mail", "mail answers"] {
                assert!(!text.contains(word), "mail's {word:?} in Discord:\n{text}");
            }
            assert!(!names_a_day(&text), "a time without its zone:\n{text}");
        }
        let text = style::shown(&Notice { to: Destination::Email("ann@example.net".into()), ..notice.clone() });
        for word in ["Press", "press", "<t:", "<@", "slash"].iter().filter(|_| !explains(&notice.news)) {
            let said = text.split_whitespace().any(|said| said.starts_with(word));
            assert!(!said, "Discord's {word:?} in a mail:\n{text}");
        }
    }
}

/// `Thu 4 Jun`
fn names_a_day(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    words.windows(2).any(|pair| days.contains(&pair[0]) && pair[1].starts_with(|c: char| c.is_ascii_digit()))
}

/// Help, which speaks of both, whoever reads it.
fn explains(news: &News) -> bool {
    use turnpost_core::notice::told::views::Told as Views;
    matches!(news, News::Told { what: Told::Views(Views::Topic { .. } | Views::About { .. } | Views::Rules { .. }) })
}

/// What only a mail can cause, and only a mail tells.
fn only_by_mail(news: &News) -> bool {
    use turnpost_core::command::fault::Fault;
    use turnpost_core::notice::told::{incoming, playing};
    match news {
        News::Confirm { .. } => true,
        // The words of an earlier version stay as they were stored.
        News::Question { ask: Ask::Words(_), .. }
        | News::Told { what: Told::Words(_) }
        | News::Refused { why: Why::Words(_), .. } => true,
        News::Told { what: Told::Incoming(told) } => matches!(
            told,
            incoming::Told::FromElsewhere { .. }
                | incoming::Told::MailsWait { .. }
                | incoming::Told::NoCommand
                | incoming::Told::NoTurnHere
                | incoming::Told::ShownEnough { .. }
        ),
        _ if explains(news) => true,
        News::Refused { why, .. } => matches!(
            why,
            Why::Command(Fault::Unread { .. } | Fault::Dated | Fault::TooMuch)
                | Why::Incoming(
                    incoming::Why::SeveralTurns { by_mail: true, .. }
                        | incoming::Why::TooManyQuestions
                        | incoming::Why::NoAnswer
                        | incoming::Why::NoAnswerYet { .. }
                        | incoming::Why::NearlyAccepted { .. }
                )
                | Why::Playing(playing::Why::AnswerTheMail)
        ),
        _ => false,
    }
}

#[test]
fn every_fact_has_a_sample() {
    for (_, room) in rooms() {
        let told: Vec<String> = room.told.iter().map(variant).collect();
        let ask: Vec<String> = room.ask.iter().map(variant).collect();
        let why: Vec<String> = room.why.iter().map(variant).collect();
        for (name, samples) in [("Told", told), ("Ask", ask), ("Why", why.clone()), ("Fault", why)] {
            for variant in variants(room.source, name) {
                assert!(samples.contains(&variant), "no sample of {name}::{variant}");
            }
        }
    }
}

#[test]
fn golden_facts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wording/facts");
    let update = std::env::var_os("UPDATE").is_some();
    for (name, room) in rooms() {
        let file = folder.join(format!("{name}.txt"));
        let text: String = notices(&room).map(|notice| said(&notice)).collect::<Vec<_>>().join("\n");
        if update {
            std::fs::write(&file, &text).unwrap();
        } else {
            assert_eq!(std::fs::read_to_string(&file).unwrap_or_default(), text, "UPDATE=1 accepts {name}");
        }
    }
}

/// What a fact says in a mail: the subject, and below it the lines.
fn said(notice: &Notice) -> String {
    let wording = text::word(notice);
    let lines = std::iter::once(&wording.headline).chain(&wording.second).chain(&wording.above).map(Line::plain);
    let below = text::article::plain::lines(&wording.article);
    std::iter::once(wording.subject.clone()).chain(lines).chain(below).map(|line| line + "\n").collect()
}

fn notices(room: &Room) -> impl Iterator<Item = Notice> {
    let told = room.told.iter().map(|what| News::Told { what: what.clone() });
    let asked = room.ask.iter().map(|ask| News::Question { ask: ask.clone(), id: 1 });
    let refused =
        room.why.iter().map(|why| News::Refused { undone: Undone::Done, why: why.clone(), last: None, deadline: None });
    told.chain(asked).chain(refused).map(|news| {
        let mut notice = Notice { board: None, ..samples::mail(news, 1) };
        // What has a subject is about no game; what has none stands in a game's thread.
        if !text::word(&Notice { game: None, ..notice.clone() }).subject.ends_with(": a message") {
            notice.game = None;
        }
        notice
    })
}

/// `Open` of `{"Lobby": {"Open": …}}`: the name under which a fact is stored.
fn variant(fact: &impl serde::Serialize) -> String {
    let room = tagged(&serde_json::to_value(fact).unwrap()).1;
    tagged(&room).0
}

/// The name of a stored variant, and what it holds.
fn tagged(value: &serde_json::Value) -> (String, serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => fields.iter().next().map(|(key, value)| (key.clone(), value.clone())),
        serde_json::Value::String(name) => Some((name.clone(), serde_json::Value::Null)),
        _ => None,
    }
    .unwrap()
}

/// The names of an enum's variants, from its source; none where a room has no such facts.
fn variants(source: &str, name: &str) -> Vec<String> {
    let Some(body) = source.split(&format!("pub enum {name} {{\n")).nth(1) else { return Vec::new() };
    let names = body.split("\n}").next().unwrap().lines().filter_map(|line| line.strip_prefix("    "));
    let names = names.filter(|line| line.starts_with(char::is_uppercase));
    names.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned()).collect()
}
