//! Dialogues as data: raw mails in, raw mails out. `UPDATE=1` writes down what happens now.
//!
//! A line of a dialogue is one of
//! - `mail ann: text`: a fresh mail; `subject ann: text`: one with that Subject
//! - `reply ann: text`: an answer to the last mail that ann got, which it quotes; `reply ann 1: text`: to the one before
//! - `reply ann as cat: text`: the same, but sent from cat's address
//! - `retitle ann: text`: an answer with nothing in it but the quote, and that Subject
//! - `unsubscribe ann`: her client writes what the List-Unsubscribe of her last mail asks for
//! - `again`: the last mail once more, byte for byte; `again by another way`: with one more Received header
//! - `wait 3h`: time passes, the server ticks
//!
//! Lines that begin with `  |` go on with the text. What follows with an arrow is what came of it: to whom, the
//! Subject, the first two lines, how many pictures, the attachments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod world;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use turnpost_core::clock::duration;
use world::{Got, Sent, World, begin_again, pass};

const PEOPLE: [&str; 3] = ["ann", "ben", "cat"];

#[tokio::test]
async fn dialogues_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut differing = Vec::new();
    for file in files {
        let written = std::fs::read_to_string(&file).unwrap();
        let happens = perform(&written).await;
        if happens == written {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, &happens).unwrap();
        } else {
            differing.push(format!("{}\n{}", file.display(), first_difference(&written, &happens)));
        }
    }
    assert!(differing.is_empty(), "UPDATE=1 accepts what happens now:\n{}", differing.join("\n"));
}

fn first_difference(written: &str, happens: &str) -> String {
    let mut lines = written.lines();
    let mut said = "";
    for line in happens.lines() {
        if !line.starts_with("    ") {
            said = line;
        }
        match lines.next() {
            Some(other) if other == line => {}
            other => return format!("after: {said}\nwritten: {}\nhappens: {line}", other.unwrap_or("(nothing)")),
        }
    }
    format!("after: {said}\nwritten: {}", lines.next().unwrap_or("(nothing)"))
}

/// Runs a dialogue and gives it back with what comes of each mail now.
async fn perform(written: &str) -> String {
    begin_again();
    let mut post = Post { world: World::new().await, got: HashMap::new(), last: None };
    post.world.tick();
    let mut happens = String::new();
    let mut lines = written.lines().filter(|line| !line.starts_with("    ")).peekable();
    while let Some(line) = lines.next() {
        writeln!(happens, "{line}").unwrap();
        let mut said = line.to_owned();
        while let Some(more) = lines.next_if(|line| line.starts_with("  |")) {
            writeln!(happens, "{more}").unwrap();
            write!(said, "\r\n{}", more[3..].trim_start()).unwrap();
        }
        if !line.trim().is_empty() && !line.starts_with('#') {
            for told in post.line(&said).await {
                writeln!(happens, "    {told}").unwrap();
            }
        }
    }
    happens
}

/// A world, and what everybody got in it.
struct Post {
    world: World,
    got: HashMap<String, Vec<Got>>,
    /// The last mail that somebody sent.
    last: Option<Sent>,
}

impl Post {
    async fn line(&mut self, line: &str) -> Vec<String> {
        pass(60);
        let got = if let Some(length) = line.strip_prefix("wait ") {
            let seconds = duration::read(length).expect("a length of time");
            self.world.hours(seconds / 3600).await
        } else {
            let mail = match line {
                "again" => self.last().clone(),
                "again by another way" => Sent {
                    raw: [b"Received: by another way\r\n", &self.last().raw[..]].concat(),
                    ..self.last().clone()
                },
                _ => self.mail(line),
            };
            self.last = Some(mail.clone());
            self.world.post(&mail).await
        };
        let told = got.iter().map(told).collect();
        for got in got {
            self.got.entry(got.to.clone()).or_default().push(got);
        }
        told
    }

    fn last(&self) -> &Sent {
        self.last.as_ref().expect("a mail was sent before")
    }

    fn mail(&self, line: &str) -> Sent {
        let (who, text) = line.split_once(':').unwrap_or((line, ""));
        let words: Vec<&str> = who.split(' ').collect();
        let (how, name) = (words[0], words[1]);
        let (back, writer) = match words.get(2..) {
            Some(["as", other]) => (0, *other),
            Some([count]) => (count.parse().expect("how many mails back"), name),
            _ => (0, name),
        };
        let address = format!("{name}@example.net");
        let from = format!("{}{} <{writer}@example.net>", writer[..1].to_uppercase(), &writer[1..]);
        let answered = || self.got.get(&address).and_then(|got| got.iter().rev().nth(back)).expect("a mail to answer");
        let text = text.trim_start();
        match how {
            "mail" => self.world.fresh(&from, "play@example.org", "", text),
            "subject" => {
                let (subject, text) = text.split_once("\r\n").unwrap_or((text, ""));
                self.world.fresh(&from, "play@example.org", subject, text)
            }
            "reply" => {
                let quoted: String = answered().text.lines().map(|line| format!("> {line}\r\n")).collect();
                let text = format!("{text}\r\n\r\nOn Mon, 1 Jun 2026 at 12:00, Turnpost wrote:\r\n{quoted}");
                self.world.answer(&from, answered(), &text)
            }
            "retitle" => {
                let quoted: String = answered().text.lines().map(|line| format!("> {line}\r\n")).collect();
                let sent = self.world.answer(&from, answered(), &format!("\r\n{quoted}"));
                let whole = String::from_utf8(sent.raw).unwrap();
                let old = whole.lines().find(|line| line.starts_with("Subject: ")).expect("a Subject");
                Sent { raw: whole.replacen(old, &format!("Subject: {text}"), 1).into_bytes(), ..sent }
            }
            "unsubscribe" => {
                let (to, subject) = answered().unsubscribe.clone().expect("a way to unsubscribe");
                self.world.fresh(&from, &to, &subject, "")
            }
            _ => panic!("unknown way to write: {how}"),
        }
    }
}

/// A mail in one line. Whoever it is for, nobody else's address is in it.
fn told(got: &Got) -> String {
    let whole = format!("{}{}{}", String::from_utf8_lossy(&got.raw), got.text, got.html);
    for address in PEOPLE.map(|name| format!("{name}@example.net")) {
        assert!(address == got.to || !whole.contains(&address), "{} was sent {address}", got.to);
    }
    let mut lines = got.text.lines();
    let (first, second) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
    // An attached GIF is an image too.
    let pictures = got.pictures - got.attachments.iter().filter(|name| name.ends_with(".gif")).count();
    let mut parts = match pictures {
        0 => Vec::new(),
        1 => vec!["1 picture".to_owned()],
        _ => vec![format!("{pictures} pictures")],
    };
    parts.extend(got.attachments.iter().cloned());
    let told = [&got.to, &got.subject, first.trim(), second.trim(), &parts.join(", ")];
    let told: Vec<&str> = told.into_iter().filter(|part| !part.is_empty()).collect();
    format!("-> {}", told.join(" | "))
}
