//! `turnpost doctor`: everything that can be checked without changing anything, each with what to do about it.

mod database;
mod discord;
mod dns;
mod machine;
mod mail;

use std::fmt;
use std::net::SocketAddr;

use crate::config::Config;

/// The state in which something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Not configured.
    Off,
    /// As it should be.
    Good,
    /// It works, but somebody should look at it.
    Warning,
    /// It doesn't work.
    Fault,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it is.
    pub state: State,
    /// What was looked at.
    pub what: &'static str,
    /// What was seen.
    pub seen: String,
    /// What to do.
    pub advice: String,
}

impl Finding {
    fn off(what: &'static str, seen: impl Into<String>) -> Finding {
        Finding { state: State::Off, what, seen: seen.into(), advice: String::new() }
    }

    fn good(what: &'static str, seen: impl Into<String>) -> Finding {
        Finding { state: State::Good, what, seen: seen.into(), advice: String::new() }
    }

    fn warning(what: &'static str, seen: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { state: State::Warning, what, seen: seen.into(), advice: advice.into() }
    }

    fn fault(what: &'static str, seen: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { state: State::Fault, what, seen: seen.into(), advice: advice.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Off => "off",
            State::Good => "OK",
            State::Warning => "warning",
            State::Fault => "fault",
        };
        write!(f, "{state:<8} {:<10} {}", self.what, self.seen)?;
        if self.advice.is_empty() { Ok(()) } else { write!(f, "\n{:20}→ {}", "", self.advice) }
    }
}

/// What is stored and the machine it is stored on. One game in `every` is replayed.
pub fn offline(config: &Config, every: usize) -> Vec<Finding> {
    let mut found = database::check(config, every);
    found.push(machine::disk(config));
    found
}

/// The world outside: mail servers, DNS (asked of that server, if given), Discord, the clock.
pub async fn online(config: &Config, nameserver: Option<SocketAddr>) -> Vec<Finding> {
    let mut found = mail::check(config).await;
    found.extend(dns::check(config, nameserver).await);
    let (discord, date) = discord::check(config).await;
    found.extend(discord);
    found.push(machine::clock(date.as_deref()));
    found
}
