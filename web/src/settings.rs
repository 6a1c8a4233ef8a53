//! What the pages are told when they are opened.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use turnpost_core::service::Randomness;

/// What an operator can set, and what the pages need from outside.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where people find the pages, without a stroke at its end, if that is known.
    pub url: Option<String>,
    /// The address that people write to, if mail is on.
    pub mail: Option<String>,
    /// Whether the bot runs.
    pub discord: bool,
    /// Whether search engines may list public pages.
    pub index: bool,
    /// Requests a second from one address; four times that at once.
    pub pace: u32,
    /// How many may wait for the next turn at the same time.
    pub watchers: usize,
    /// Whose word is taken for where a request comes from.
    pub proxies: Trust,
    /// Makes chance.
    pub chance: fn() -> Randomness,
}

impl Settings {
    /// As they are where nothing is configured.
    pub fn new(chance: fn() -> Randomness) -> Settings {
        Settings {
            url: None,
            mail: None,
            discord: false,
            index: false,
            pace: 10,
            watchers: 500,
            proxies: Trust::nobody(),
            chance,
        }
    }
}

/// Which peers are proxies.
#[derive(Clone)]
pub struct Trust(Arc<dyn Fn(IpAddr) -> bool + Send + Sync>);

impl Trust {
    /// Those for which this is true.
    pub fn of(is_proxy: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> Trust {
        Trust(Arc::new(is_proxy))
    }

    /// None.
    pub fn nobody() -> Trust {
        Trust::of(|_| false)
    }

    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        (self.0)(peer)
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Trust(…)")
    }
}
