//! The figures in Prometheus' text format, 0.0.4: a `HELP` and a `TYPE` line for each name, then its values.

use std::collections::BTreeMap;
use std::fmt;

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::store::{Queue, Waiting};
use turnpost_render::timing::{STEPS, Timing};

use crate::house::Thinking;

/// Everything that `/metrics` shows, at one moment.
pub struct Figures {
    /// What the database has counted since it was made.
    pub counters: BTreeMap<String, i64>,
    /// What waits.
    pub waiting: Waiting,
    /// The time.
    pub now: Timestamp,
    /// How long pictures took in this process.
    pub rendering: Timing,
    /// How long the house thought in this process.
    pub thinking: Thinking,
    /// Whether the Discord gateway is connected, and how many shards are by this process, where there is a bot.
    pub discord: Option<(bool, usize)>,
    /// Bytes of the database with its log.
    pub database: u64,
    /// Bytes of this process.
    pub memory: Option<u64>,
}

/// A metric that is made of counters of the database.
struct Counted {
    name: &'static str,
    help: &'static str,
    /// Label and counter.
    rows: &'static [(&'static str, &'static str)],
}

const COUNTED: &[Counted] = &[
    Counted {
        name: "turns_total",
        help: "Turns played, by hand or from a plan.",
        rows: &[("by=\"hand\"", "turns played"), ("by=\"plan\"", "turns planned")],
    },
    Counted {
        name: "house_turns_total",
        help: "Turns that the house played, of those by hand.",
        rows: &[("", "house turns")],
    },
    Counted { name: "refusals_total", help: "Requests refused in words.", rows: &[("", "refusals")] },
    Counted { name: "games_begun_total", help: "Games begun.", rows: &[("", "games begun")] },
    Counted { name: "games_ended_total", help: "Games ended.", rows: &[("", "games ended")] },
    Counted {
        name: "players_total",
        help: "Players ever made, by mail, in Discord, at the console or from a record.",
        rows: &[("", "players made")],
    },
    Counted { name: "mails_received_total", help: "Mails stored, each once.", rows: &[("", "mails received")] },
    Counted {
        name: "mails_done_total",
        help: "Mails done with: handled, or dropped (automatic, loops, too many).",
        rows: &[("verdict=\"handled\"", "mails handled"), ("verdict=\"dropped\"", "mails dropped")],
    },
    Counted {
        name: "deliveries_total",
        help: "Tries to deliver a notice; a postponed one is tried again.",
        rows: &[
            ("channel=\"mail\",outcome=\"sent\"", "mail sent"),
            ("channel=\"mail\",outcome=\"postponed\"", "mail postponed"),
            ("channel=\"mail\",outcome=\"failed\"", "mail failed"),
            ("channel=\"discord\",outcome=\"sent\"", "discord sent"),
            ("channel=\"discord\",outcome=\"postponed\"", "discord postponed"),
            ("channel=\"discord\",outcome=\"failed\"", "discord failed"),
        ],
    },
    Counted {
        name: "addresses_suspended_total",
        help: "Addresses that get no more mail because it came back.",
        rows: &[("", "addresses suspended")],
    },
    Counted {
        name: "confirmations_withheld_total",
        help: "Questions \"Was this you?\" not sent because there were too many.",
        rows: &[("", "confirmations withheld")],
    },
    Counted {
        name: "strangers_unanswered_total",
        help: "Mails of people whom nobody knows that got no answer: nothing clear was asked, or too much in all.",
        rows: &[("why=\"unclear\"", "strangers unanswered"), ("why=\"limit\"", "strangers withheld")],
    },
    Counted {
        name: "mails_unreadable_total",
        help: "Mails whose header or From can't be read.",
        rows: &[("", "mails unreadable")],
    },
    Counted {
        name: "senders_held_back_total",
        help: "Players whose mails had to wait because there were too many in an hour.",
        rows: &[("", "senders held back")],
    },
];

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for counted in COUNTED {
            head(f, counted.name, "counter", counted.help)?;
            for (labels, counter) in counted.rows {
                row(f, counted.name, labels, self.counters.get(*counter).copied().unwrap_or(0))?;
            }
        }
        let age = |queue: &Queue| queue.oldest.map_or(0, |at| (self.now - at).max(0));
        head(f, "outbox_waiting", "gauge", "Notices owed and not delivered yet.")?;
        for (channel, queue) in &self.waiting.owed {
            row(f, "outbox_waiting", &format!("channel=\"{}\"", channel.word()), queue.waiting)?;
        }
        head(f, "outbox_oldest_seconds", "gauge", "Age of the oldest of them.")?;
        for (channel, queue) in &self.waiting.owed {
            row(f, "outbox_oldest_seconds", &format!("channel=\"{}\"", channel.word()), age(queue))?;
        }
        single(f, "inbox_waiting", "Mails stored and not handled yet.", self.waiting.mails.waiting)?;
        single(f, "inbox_oldest_seconds", "Age of the oldest of them.", age(&self.waiting.mails))?;
        single(f, "house_waiting", "Turns, hints and reviews that the house owes.", self.waiting.house.waiting)?;
        single(f, "house_oldest_seconds", "Age of the oldest of them.", age(&self.waiting.house))?;
        head(f, "house_thinking_seconds", "summary", "Time that the house took to think, in this process.")?;
        row(f, "house_thinking_seconds_sum", "", self.thinking.total.as_secs_f64())?;
        row(f, "house_thinking_seconds_count", "", self.thinking.answers)?;
        let lag = self.waiting.last_tick.map_or(0, |last| (self.now - last).max(0));
        single(f, "tick_lag_seconds", "Time since the clocks were last looked at.", lag)?;
        single(f, "database_bytes", "Size of the database with its write-ahead log.", self.database)?;
        if let Some(memory) = self.memory {
            single(f, "memory_bytes", "Resident memory of this process.", memory)?;
        }
        if let Some((connected, shards)) = self.discord {
            single(f, "discord_connected", "Whether the gateway is connected.", u8::from(connected))?;
            single(f, "discord_shards", "Shards that this process has connected.", shards)?;
        }
        let version = concat!("version=\"", env!("CARGO_PKG_VERSION"), "\"");
        head(f, "build_info", "gauge", "The program's version.")?;
        row(f, "build_info", version, 1)?;
        self.rendering(f)
    }
}

impl Figures {
    fn rendering(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        head(f, "render_seconds", "histogram", "Time to draw a picture, in this process.")?;
        for (step, count) in STEPS.iter().zip(self.rendering.within) {
            let seconds = std::time::Duration::from_millis(*step).as_secs_f64();
            row(f, "render_seconds_bucket", &format!("le=\"{seconds}\""), count)?;
        }
        row(f, "render_seconds_bucket", "le=\"+Inf\"", self.rendering.pictures)?;
        row(f, "render_seconds_sum", "", self.rendering.total.as_secs_f64())?;
        row(f, "render_seconds_count", "", self.rendering.pictures)
    }
}

fn single(f: &mut fmt::Formatter<'_>, name: &str, help: &str, value: impl fmt::Display) -> fmt::Result {
    head(f, name, "gauge", help)?;
    row(f, name, "", value)
}

fn head(f: &mut fmt::Formatter<'_>, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(f, "# HELP turnpost_{name} {help}\n# TYPE turnpost_{name} {kind}")
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, labels: &str, value: impl fmt::Display) -> fmt::Result {
    if labels.is_empty() {
        writeln!(f, "turnpost_{name} {value}")
    } else {
        writeln!(f, "turnpost_{name}{{{labels}}} {value}")
    }
}
