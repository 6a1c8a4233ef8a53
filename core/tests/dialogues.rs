//! Dialogues as data: who says what, and who is told what. `UPDATE=1` writes down what happens now.
//!
//! A line of a dialogue is one of
//! - `mail ann: text`: a fresh mail that nothing vouches for; `signed ann: text`: one whose domain does; `vouched ann:
//!   text`: one whose sender is likely, and not proven
//! - `reply ann: text`: an answer to the last mail that ann got; `reply ann 1: text`: to the one before it
//! - `reply ann as eve: text`: the same, but sent from eve's address
//! - `forged ann: text`: an answer to the last mail that ann got, from a domain that says it did not send it
//! - `discord ann: text`: said in the channel (or the thread of its game); `dm ann: text`: said to the bot
//! - `click ann: yes`: a button under the last question or challenge that ann can see
//! - `console ann: text`
//! - `again`: the last message once more, with the same key
//! - `wait 3d`: time passes, the server ticks; `down 3d`: time passes and it doesn't
//!
//! `/` between spaces separates the lines of a message. What follows with an arrow is what people are told; `aside` is
//! what answers something said in the channel, and must not be read there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;
mod style;
mod told;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use turnpost_core::message::{manner, newcomer};
use turnpost_core::notice::{Audience, Destination, News, Notice};
use turnpost_core::request::{Context, Credit, Manner, Proof, Request, Sender, Venue};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Owed, Place};
use turnpost_core::{clock, message};

/// Mon 1 Jun 2026, 12:00 UTC.
const START: i64 = 1_780_315_200;
const CHANNEL: u64 = 900;
const PEOPLE: [&str; 6] = ["ann", "ben", "cat", "dan", "eve", "fay"];

#[test]
fn dialogues_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let mut differing = Vec::new();
    for file in files {
        let written = std::fs::read_to_string(&file).unwrap();
        let happens = perform(&written);
        if happens != written {
            if std::env::var_os("UPDATE").is_some() {
                std::fs::write(&file, &happens).unwrap();
            } else {
                differing.push(format!("{}\n{}", file.display(), first_difference(&written, &happens)));
            }
        }
    }
    assert!(differing.is_empty(), "UPDATE=1 accepts what happens now:\n{}", differing.join("\n"));
}

fn first_difference(written: &str, happens: &str) -> String {
    let mut last_input = "";
    let mut lines = written.lines();
    for line in happens.lines() {
        if !line.starts_with(' ') {
            last_input = line;
        }
        match lines.next() {
            Some(other) if other == line => {}
            other => return format!("after: {last_input}\nwritten: {}\nhappens: {line}", other.unwrap_or("(nothing)")),
        }
    }
    format!("after: {last_input}\nwritten: {}", lines.next().unwrap_or("(nothing)"))
}

/// Runs a dialogue and gives it back with what people are told now.
fn perform(written: &str) -> String {
    let mut world = World::new();
    let mut happens = String::new();
    for line in written.lines().filter(|line| !line.starts_with("    ")) {
        happens.push_str(line);
        happens.push('\n');
        if !line.trim().is_empty() && !line.starts_with('#') {
            for told in world.line(line) {
                writeln!(happens, "    {told}").unwrap();
            }
        }
    }
    happens
}

struct World {
    service: Service,
    now: i64,
    keys: u64,
    last: Option<Request>,
    /// What each mail address got, the last at the end.
    mails: HashMap<String, Vec<Notice>>,
    /// What each Discord user can see.
    seen: HashMap<String, Vec<Notice>>,
}

impl World {
    fn new() -> World {
        let service = Service::new(engine::fresh(), Settings::default()).unwrap();
        let world = World { service, now: START, keys: 0, last: None, mails: HashMap::new(), seen: HashMap::new() };
        world.tick();
        world
    }

    fn line(&mut self, line: &str) -> Vec<String> {
        if let Some(length) = line.strip_prefix("wait ") {
            self.pass(length, true);
            return self.deliver(Vec::new());
        }
        if let Some(length) = line.strip_prefix("down ") {
            self.pass(length, false);
            return self.deliver(Vec::new());
        }
        let request = if line == "again" {
            self.last.clone().expect("something was said before")
        } else {
            let (who, text) = line.split_once(": ").or_else(|| line.split_once(':')).expect("how who: text");
            self.request(who, text)
        };
        self.now += 60;
        let request = Request { at: self.now, ..request };
        self.last = Some(request.clone());
        let handled = self.service.handle(&request, Randomness::fixed(self.keys)).unwrap();
        self.deliver(handled.answers)
    }

    fn request(&mut self, who: &str, text: &str) -> Request {
        self.keys += 1;
        let words: Vec<&str> = who.split(' ').collect();
        let (how, name) = (words[0], words[1]);
        let text = text.replace(" / ", "\n");
        let mut speaker = name;
        let mut back = 0;
        match words.get(2..) {
            Some(["as", other]) => speaker = other,
            Some([count]) => back = count.parse().expect("how many mails back"),
            _ => {}
        }
        let user = user_of(speaker);
        let discord = || Sender::Discord { user, display: speaker.to_owned() };
        let email = || Sender::Email {
            address: format!("{speaker}@example.net"),
            display: Some(format!("{}{} Example", speaker[..1].to_uppercase(), &speaker[1..])),
            offset: Some(0),
        };
        let mut context = Context::Fresh;
        let mut place = None;
        let read = message::read(&text);
        let (from, proof) = match how {
            "mail" | "vouched" => (email(), Proof::None),
            "signed" => (email(), Proof::Dmarc),
            "reply" | "forged" => {
                let got = self.mails.get(&format!("{name}@example.net")).expect("a mail to answer");
                let notice = &got[got.len() - 1 - back];
                context = Context::Token(notice.token.clone().expect("a token"));
                (email(), if how == "forged" { Proof::Forged } else { Proof::None })
            }
            "discord" => {
                place = Some(Venue { channel: CHANNEL, server: None, at_home: true });
                context = self.service.context_at(CHANNEL).unwrap();
                (discord(), Proof::Transport)
            }
            "dm" => (discord(), Proof::Transport),
            "click" => {
                place = Some(Venue { channel: CHANNEL, server: None, at_home: true });
                context = self.seen[name].iter().rev().find_map(told::button).expect("something to click");
                (discord(), Proof::Transport)
            }
            "console" => (Sender::Console { name: speaker.to_owned() }, Proof::Transport),
            _ => panic!("unknown way to speak: {how}"),
        };
        // Whoever replies answers a mail of ours.
        let fresh = context == Context::Fresh;
        Request {
            from,
            proof,
            key: format!("key {}", self.keys),
            at: self.now,
            context,
            place,
            commands: read.commands,
            comment: read.comment,
            manner: Manner {
                credit: if how == "vouched" { Credit::Vouched } else { Credit::Unchecked },
                asks: manner::asks("", &text),
                newcomer: newcomer::is_newcomers("", &text, fresh),
                prose: manner::prose(&text),
                unsent: manner::unsent(&text),
                ..Manner::default()
            },
        }
    }

    fn pass(&mut self, length: &str, ticking: bool) {
        let end = self.now + i64::from(clock::duration::read(length).expect("a length of time"));
        while ticking && self.now < end {
            self.now = end.min(self.now + 1_800);
            self.tick();
        }
        self.now = end;
        self.tick();
    }

    fn tick(&self) {
        self.service.tick(self.now, Randomness::fixed(self.keys)).unwrap();
    }

    /// Delivers answers and everything owed, and says it in lines.
    fn deliver(&mut self, answers: Vec<Owed>) -> Vec<String> {
        let mut lines = Vec::new();
        let overheard = self.last.as_ref().is_some_and(|request| request.place.is_some());
        for owed in answers {
            self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
            // A board stands in the game's place anyway, where it has one.
            let board = matches!(owed.notice.news, News::YourTurn(_) | News::Receipt(_) | News::Result(_));
            let aside = overheard && !board && owed.notice.audience == Audience::Asker;
            let line = self.got(owed.notice);
            lines.push(if aside { line.replacen("-> discord ", "-> aside ", 1) } else { line });
        }
        for channel in [Channel::Mail, Channel::Discord, Channel::Console] {
            loop {
                let owed = self.service.pending(channel, self.now, 60, 100).unwrap();
                if owed.is_empty() {
                    break;
                }
                for owed in owed {
                    self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
                    lines.push(self.got(owed.notice));
                }
            }
        }
        lines
    }

    fn got(&mut self, notice: Notice) -> String {
        private(&notice);
        style::check(&notice);
        let to = match &notice.to {
            Destination::Email(address) => {
                self.mails.entry(address.clone()).or_default().push(notice.clone());
                format!("mail {}", address.trim_end_matches("@example.net"))
            }
            Destination::DiscordUser(user) => {
                let name = name_of(*user);
                self.seen.entry(name.to_owned()).or_default().push(notice.clone());
                format!("discord {name}")
            }
            Destination::DiscordPlace { channel, mention, .. } => {
                // A bot would open a thread for a game; here it stays in the one channel.
                if let Some(game) = &notice.game {
                    let place = Place { channel: *channel, parent: None, message: None };
                    self.service.set_place(game.number, Some(place)).unwrap();
                }
                for name in PEOPLE {
                    self.seen.entry(name.to_owned()).or_default().push(notice.clone());
                }
                mention.map_or_else(|| "channel".to_owned(), |user| format!("channel @{}", name_of(user)))
            }
            Destination::Console(name) => format!("console {name}"),
        };
        format!("-> {to}: {}", told::line(&notice))
    }
}

/// Nothing that anybody is sent holds somebody else's address, or a Discord id but as a mention.
fn private(notice: &Notice) {
    let mut inside = notice.clone();
    inside.to = Destination::Console(String::new());
    inside.token = None;
    let text = serde_json::to_string(&inside).unwrap();
    let own = match &notice.to {
        Destination::Email(address) => address.clone(),
        _ => notice.name.clone().map(|name| format!("{}@example.net", name.to_lowercase())).unwrap_or_default(),
    };
    let subject = turnpost_core::text::said(notice).unwrap_or_default().subject;
    let own_data = subject.ends_with("your settings") || subject.ends_with("stored about you");
    for name in PEOPLE {
        let address = format!("{name}@example.net");
        assert!(
            own_data || address == own || !text.contains(&address),
            "{} was sent {address}: {text}",
            told::line(notice)
        );
        // One's own export holds one's own id, and one's settings list all of one's addresses.
        assert!(own_data || !text.contains(&user_of(name).to_string()), "a Discord id was sent: {text}");
    }
}

fn user_of(name: &str) -> u64 {
    880_000_001 + PEOPLE.iter().position(|person| *person == name).expect("one of the people") as u64
}

fn name_of(user: u64) -> &'static str {
    PEOPLE[(user - 880_000_001) as usize]
}
