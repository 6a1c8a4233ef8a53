//! Where the gateway is. READY names an address for resuming that session; serenity knows only one address for
//! everything, so we put in place whichever is needed next: while all shards are connected, what may follow is a
//! resumption; once one of them isn't, the next attempt is for the main address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serenity::all::{ShardId, ShardManager};
use serenity::gateway::ConnectionStage;

use crate::gateway::line::Line;

/// How often we look whether all shards are connected. After a lost session serenity waits for seconds.
const LOOK: Duration = Duration::from_millis(200);

/// The addresses of the gateway.
pub(super) struct Address {
    main: String,
    shards: usize,
    resume: Mutex<HashMap<ShardId, String>>,
}

impl Address {
    /// The main address, for so many shards.
    pub(super) fn new(main: String, shards: u32) -> Address {
        Address { main, shards: usize::try_from(shards).unwrap_or(usize::MAX), resume: Mutex::default() }
    }

    /// Notes where a shard's session is resumed.
    pub(super) fn note(&self, shard: ShardId, resume: &str) {
        self.resume.lock().unwrap_or_else(PoisonError::into_inner).insert(shard, resume.to_owned());
    }

    /// Keeps the address that serenity uses next in place. Never returns.
    pub(super) async fn keep(&self, manager: &ShardManager, next: &Arc<tokio::sync::Mutex<String>>, line: &Line) {
        loop {
            let stages: Vec<ConnectionStage> = manager.runners.lock().await.values().map(|one| one.stage).collect();
            let up = stages.iter().filter(|stage| **stage == ConnectionStage::Connected).count();
            *next.lock().await = line.to(&if up >= self.shards { self.next() } else { self.main.clone() });
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Where to resume. There is one address for all shards, so they must have been told the same.
    fn next(&self) -> String {
        let resume = self.resume.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = resume.values();
        match told.next() {
            Some(first) if resume.len() == self.shards && told.all(|other| other == first) => first.clone(),
            _ => self.main.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_that_were_told_different_addresses_use_the_main_one() {
        let address = Address::new("main".to_owned(), 2);
        assert_eq!(address.next(), "main");
        address.note(ShardId(0), "there");
        assert_eq!(address.next(), "main", "the other may have been told another");
        address.note(ShardId(1), "there");
        assert_eq!(address.next(), "there");
        address.note(ShardId(1), "elsewhere");
        assert_eq!(address.next(), "main");
    }
}
