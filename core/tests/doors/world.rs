//! A server on a database, people who write to it, and what reaches whom.

use turnpost_core::message::{self, manner};
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Handled, Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery};

use crate::engine::Fresh;

/// Mon 1 Jun 2026, 12:00 UTC.
pub const START: i64 = 1_780_315_200;
pub const HOUR: i64 = 3_600;
pub const DAY: i64 = 86_400;

pub struct World {
    pub database: Fresh,
    pub service: Service,
    pub now: i64,
    keys: u64,
    /// All that was delivered, the last at the end.
    pub told: Vec<Notice>,
}

/// A Discord user.
pub const fn user(number: u64) -> Sender {
    Sender::Discord { user: 880_000_000 + number, display: String::new() }
}

/// A mail's sender; `ann` is `ann@example.net`.
pub fn mailbox(name: &str) -> Sender {
    let display = Some(format!("{}{}", name[..1].to_uppercase(), &name[1..]));
    Sender::Email { address: format!("{name}@example.net"), display, offset: Some(0) }
}

impl World {
    pub fn new() -> World {
        let database = Fresh::new();
        let service = Service::new(database.open(), Settings::default()).unwrap();
        let world = World { database, service, now: START, keys: 0, told: Vec::new() };
        world.service.tick(START, Randomness::fixed(0)).unwrap();
        world
    }

    /// Says something, and gives all that is told because of it.
    pub fn say(&mut self, from: Sender, proof: Proof, context: Context, text: &str) -> Vec<Notice> {
        let request = self.request(from, proof, context, text);
        let handled = self.service.handle(&request, Randomness::fixed(self.keys)).unwrap();
        self.delivered(handled)
    }

    /// A request that nobody has handled yet.
    pub fn request(&mut self, from: Sender, proof: Proof, context: Context, text: &str) -> Request {
        self.keys += 1;
        self.now += 60;
        let read = message::read(text);
        let key = format!("key {}", self.keys);
        let (commands, comment) = (read.commands, read.comment);
        let manner = Manner { prose: manner::prose(text), unsent: manner::unsent(text), ..Manner::default() };
        Request { from, proof, key, at: self.now, context, place: None, commands, comment, manner }
    }

    /// A fresh mail whose domain vouches for it.
    pub fn signed(&mut self, name: &str, text: &str) -> Vec<Notice> {
        self.say(mailbox(name), Proof::Dmarc, Context::Fresh, text)
    }

    /// A mail with a secret of ours; nothing else vouches for it.
    pub fn with(&mut self, name: &str, token: &str, text: &str) -> Vec<Notice> {
        self.say(mailbox(name), Proof::None, Context::Token(token.to_owned()), text)
    }

    /// An answer to the last mail that somebody got.
    pub fn reply(&mut self, name: &str, text: &str) -> Vec<Notice> {
        let token = self.last(name).token.clone().expect("a secret to answer with");
        self.with(name, &token, text)
    }

    /// A direct message to the bot.
    pub fn dm(&mut self, number: u64, text: &str) -> Vec<Notice> {
        self.say(user(number), Proof::Transport, Context::Fresh, text)
    }

    /// A button under the last question that a Discord user got.
    pub fn click(&mut self, number: u64, text: &str) -> Vec<Notice> {
        let id = self.told.iter().rev().find_map(|notice| match (&notice.to, &notice.news) {
            (Destination::DiscordUser(to), News::Question { id, .. }) if *to == 880_000_000 + number => Some(*id),
            _ => None,
        });
        self.say(user(number), Proof::Transport, Context::Question(id.expect("a question")), text)
    }

    /// The last mail that somebody got.
    pub fn last(&self, name: &str) -> &Notice {
        let to = Destination::Email(format!("{name}@example.net"));
        self.told.iter().rev().find(|notice| notice.to == to).expect("a mail")
    }

    pub fn pass(&mut self, seconds: i64) -> Vec<Notice> {
        self.now += seconds;
        self.service.tick(self.now, Randomness::fixed(self.keys)).unwrap();
        self.delivered(Handled::default())
    }

    fn delivered(&mut self, handled: Handled) -> Vec<Notice> {
        let before = self.told.len();
        for owed in handled.answers {
            self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
            self.told.push(owed.notice);
        }
        for channel in [Channel::Mail, Channel::Discord, Channel::Console] {
            loop {
                let owed = self.service.pending(channel, self.now, 60, 100).unwrap();
                if owed.is_empty() {
                    break;
                }
                for owed in owed {
                    self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
                    self.told.push(owed.notice);
                }
            }
        }
        self.told[before..].to_vec()
    }

    /// Ann, by mail, plays against Ben, by mail: game 1. Ben is White and has played; Ann is to move.
    pub fn game(&mut self) {
        self.signed("ann", "new amazons vs ben@example.net");
        self.reply("ben", "d1-d7/g7");
    }

    /// A value out of the database.
    pub fn value<T: rusqlite::types::FromSql + postgres::types::FromSqlOwned>(&self, sql: &str) -> T {
        self.database.value(sql)
    }

    /// Whether a text stands in any stored notice, in its words or in its bytes.
    pub fn stored(&self, text: &str) -> bool {
        let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let rendered = if self.database.file().is_some() { "lower(hex(rendered))" } else { "encode(rendered, 'hex')" };
        let sql = format!("SELECT count(*) FROM outbox WHERE notice LIKE '%{text}%' OR {rendered} LIKE '%{hex}%'");
        self.value::<i64>(&sql) > 0
    }
}

/// All words of a notice.
pub fn words(notice: &Notice) -> String {
    turnpost_core::text::said(notice).map_or_else(|| format!("{:?}", notice.news), |said| said.lines.join("\n"))
}

/// The eight letters behind `link ` in what somebody was told.
pub fn code(notice: &Notice) -> String {
    let words = words(notice);
    let behind = words.split("link ").nth(1).unwrap_or_else(|| panic!("a code in: {words}"));
    behind.chars().take(8).collect()
}
