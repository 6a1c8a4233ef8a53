//! Who may hold a conversation with the receiver, and who must leave when others wait: the idlest goes, a network that has
//! more seats than others gives first, and a mail that comes in at a reasonable pace is never cut off.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::network::{Peers, Standing, neighbourhood};

/// Conversations at a time with this machine, where a whole mail server may run.
pub(crate) const LOCAL: usize = 40;

/// The same with those who share an address, which may be everybody.
pub(crate) const SHARED: usize = 50;

/// The same with everybody else. These three don't take each other's seats.
pub(crate) const STRANGERS: usize = 50;

/// How many of these one network may have: a large provider's many servers are in few networks.
const PER_NETWORK: usize = 20;

/// Whoever was idle for this long leaves when anybody waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a mail per second. Whoever sends fewer counts as idle for part of the time.
const PACE: f64 = 1024.0;

/// The seats; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Places {
    peers: Peers,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    next: u64,
    seats: HashMap<u64, Sitter>,
}

/// Whose share a seat comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Share {
    Local,
    Shared,
    Network(IpAddr),
}

struct Sitter {
    share: Share,
    does: Does,
    /// When it became idle.
    idle: Instant,
    leave: watch::Sender<bool>,
}

/// What a conversation is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    /// Nothing that counts: whatever it says, no mail has begun. Only a mail makes it less idle.
    Talk,
    /// A mail is coming in.
    Send,
    /// We are storing it, so the delay is ours.
    Wait,
}

impl Places {
    /// Seats for these peers.
    pub(crate) fn new(peers: Peers) -> Self {
        Self { peers, taken: Arc::default() }
    }

    /// Takes a seat, perhaps from somebody who must leave; `None` if there is none to be had.
    pub(crate) fn take(&self, peer: IpAddr) -> Option<Seat> {
        let share = match self.peers.standing(peer) {
            Standing::Here => Share::Local,
            Standing::Shared => Share::Shared,
            Standing::Elsewhere => Share::Network(neighbourhood(peer)),
        };
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(leaver) = taken.leaver(share, Instant::now())? {
            let gone = taken.seats.remove(&leaver)?;
            gone.leave.send_replace(true);
        }
        let (leave, leaving) = watch::channel(false);
        let id = taken.next;
        taken.next += 1;
        taken.seats.insert(id, Sitter { share, does: Does::Talk, idle: Instant::now(), leave });
        Some(Seat { id, taken: Arc::clone(&self.taken), leaving })
    }
}

impl Taken {
    /// Who must leave for a newcomer of that share: `Some(None)` if nobody needs to, `None` if nobody can.
    fn leaver(&self, share: Share, now: Instant) -> Option<Option<u64>> {
        let mut counts: HashMap<Share, usize> = HashMap::new();
        for sitter in self.seats.values() {
            *counts.entry(sitter.share).or_default() += 1;
        }
        let count = |share: &Share| counts.get(share).copied().unwrap_or_default();
        let mine = count(&share);
        let others = |other: &Share| matches!(other, Share::Network(_));
        let all: usize = counts.iter().filter(|(other, _)| others(other)).map(|(_, count)| count).sum();
        let (mine_full, all_full) = match share {
            Share::Local => (mine >= LOCAL, false),
            Share::Shared => (mine >= SHARED, false),
            Share::Network(_) => (mine >= PER_NETWORK, all >= STRANGERS),
        };
        if !mine_full && !all_full {
            return Some(None);
        }
        // A full network gives one of its own seats. Otherwise, whoever has two more than the newcomer has one too many.
        let may = |sitter: &Sitter| if mine_full { sitter.share == share } else { others(&sitter.share) };
        let rank = |sitter: &Sitter| {
            let (idle, has) = (now.duration_since(sitter.idle), count(&sitter.share));
            let tired = idle >= PATIENCE && sitter.does != Does::Wait;
            let too_many = has > mine + 1 && sitter.does == Does::Talk;
            (tired || too_many).then_some((tired, has, idle))
        };
        let ranked = self.seats.iter().filter(|(_, sitter)| may(sitter));
        let ranked = ranked.filter_map(|(&id, sitter)| rank(sitter).map(|rank| (rank, id)));
        ranked.max().map(|(_, id)| Some(id))
    }
}

/// One conversation's seat; given back when dropped.
pub(crate) struct Seat {
    id: u64,
    taken: Arc<Mutex<Taken>>,
    leaving: watch::Receiver<bool>,
}

impl Seat {
    /// Resolves when somebody else has taken the seat.
    pub(crate) async fn lost(&self) {
        // If the sender is gone, so is the seat.
        let _ = self.leaving.clone().wait_for(|leave| *leave).await;
    }

    /// A mail begins to come in.
    pub(crate) fn mail_begins(&self) {
        self.change(|sitter, now| (sitter.does, sitter.idle) = (Does::Send, now));
    }

    /// More bytes of it came.
    pub(crate) fn mail_goes_on(&self, bytes: usize) {
        let worth = Duration::from_secs_f64(bytes as f64 / PACE);
        self.change(|sitter, now| sitter.idle = (sitter.idle + worth).min(now));
    }

    /// All of it is here, and is being stored.
    pub(crate) fn mail_is_here(&self) {
        self.change(|sitter, _| sitter.does = Does::Wait);
    }

    /// What became of the mail is decided.
    pub(crate) fn mail_is_done(&self) {
        self.change(|sitter, now| (sitter.does, sitter.idle) = (Does::Talk, now));
    }

    fn change(&self, change: impl FnOnce(&mut Sitter, Instant)) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sitter) = taken.seats.get_mut(&self.id) {
            change(sitter, Instant::now());
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).seats.remove(&self.id);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
