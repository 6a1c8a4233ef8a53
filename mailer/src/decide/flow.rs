//! The incoming mails being handled: a bounded number at a time, those of different senders side by side (a slow look-up
//! for one holds up nobody else, and their commits share the disk's time), those of one sender in order. Mails that need
//! look-ups have slots of their own; when these are taken, a mail goes back to the inbox until a slot may be free.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::{Semaphore, oneshot};
use tokio::task::JoinSet;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::ServiceError;
use turnpost_core::store::InMail;

use super::lookups::{Lane, Lookups};
use crate::read::Letter;
use crate::receive::{Arrival, store};

/// Mails handled at a time that need no look-ups.
const TOGETHER: usize = 32;

/// Attempts before a mail that crashes its handler is set aside.
pub(crate) const TRIES: u32 = 8;

/// A mail's place among those of its sender.
#[derive(Default)]
pub(crate) struct Order {
    /// Resolves when the mail before it is done. Nothing is ever sent: dropping that mail's turn is the signal.
    before: Option<oneshot::Receiver<()>>,
    turn: Option<SenderHold>,
}

/// While this is held, later mails of the sender wait.
pub(crate) struct SenderHold(#[allow(dead_code)] oneshot::Sender<()>);

impl Order {
    /// Waits for this mail's turn.
    pub(crate) async fn turn(self) -> Option<SenderHold> {
        if let Some(before) = self.before {
            let _ = before.await;
        }
        self.turn
    }
}

/// A stored mail that was opened and parsed.
pub(crate) struct Opened {
    pub id: i64,
    pub attempts: u32,
    pub arrival: Arc<Arrival>,
    pub letter: Result<Letter, Unread>,
    /// Whose slot it takes, if its sender is looked up.
    pub lane: Option<Lane>,
}

/// Why there is no letter.
pub(crate) enum Unread {
    /// It can't be read as a letter, for this reason.
    Wrong(String),
    /// It crashes its handler.
    Broken(String),
}

impl Opened {
    /// Parses a mail on a thread of its own, so that a panic stays there and nobody else has to wait. `desks` bounds how
    /// many are parsed at a time.
    pub(crate) async fn read(row: InMail, desks: &Semaphore) -> Self {
        let (id, attempts) = (row.id, row.attempts);
        let arrival = Arc::new(store::from_row(row));
        if attempts >= TRIES {
            // Perhaps it ended the process each time, before anything could be recorded.
            let trouble = "it was begun with again and again, and never done".to_owned();
            return Self { id, attempts, arrival, letter: Err(Unread::Broken(trouble)), lane: None };
        }
        let mail = Arc::clone(&arrival);
        let desk = desks.acquire().await;
        let read = tokio::task::spawn_blocking(move || Letter::parse(&mail.raw).map_err(|why| why.to_string())).await;
        drop(desk);
        let letter = match read {
            Ok(read) => read.map_err(Unread::Wrong),
            Err(panic) => Err(Unread::Broken(panic.to_string())),
        };
        Self { id, attempts, arrival, letter, lane: None }
    }
}

/// The mails being handled.
#[derive(Default)]
pub(crate) struct Flow {
    tasks: JoinSet<(i64, Result<(), ServiceError>)>,
    ids: HashSet<i64>,
    lookups: Lookups,
    lanes: HashMap<i64, Lane>,
    /// The newest mail of each sender, and a signal for the end of its turn.
    newest: HashMap<String, (i64, oneshot::Receiver<()>)>,
}

impl Flow {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// How many more may be started.
    pub(crate) fn room(&self) -> u32 {
        u32::try_from((TOGETHER + self.lookups.len()).saturating_sub(self.len())).unwrap_or(0)
    }

    /// Whether no more may be started.
    pub(crate) fn is_full(&self) -> bool {
        self.room() == 0
    }

    /// Starts handling a mail. If there is no place for it now it goes back to the inbox: which mail, and until when.
    pub(crate) fn begin<H>(
        &mut self,
        mail: Opened,
        now: Timestamp,
        handle: impl FnOnce(Opened, Order) -> H,
    ) -> Option<(i64, Timestamp)>
    where
        H: Future<Output = Result<(), ServiceError>> + Send + 'static,
    {
        let id = mail.id;
        // The lease of a slow mail ran out; it is only renewed.
        if self.ids.contains(&id) {
            return None;
        }
        if let Some(lane) = &mail.lane {
            if let Err(until) = self.lookups.take(lane, now) {
                return Some((id, until));
            }
            self.lanes.insert(id, lane.clone());
        }
        self.ids.insert(id);
        let order = match &mail.letter {
            Ok(letter) => self.order(id, sender(&letter.from, mail.lane.as_ref())),
            Err(_) => Order::default(),
        };
        let handled = handle(mail, order);
        self.tasks.spawn(async move { (id, handled.await) });
        None
    }

    fn order(&mut self, id: i64, sender: String) -> Order {
        let (turn, over) = oneshot::channel();
        let before = self.newest.insert(sender, (id, over)).map(|(_, before)| before);
        Order { before, turn: Some(SenderHold(turn)) }
    }

    /// The result of the next mail that is done; `None` if none is being handled.
    pub(crate) async fn next(&mut self) -> Option<Result<(), ServiceError>> {
        let (id, handled) = match self.tasks.join_next().await? {
            Ok(done) => done,
            Err(error) => {
                // There is no telling which one it was; its lease will run out and it will come again.
                tracing::error!(%error, "a mail broke its worker");
                self.ids.clear();
                self.lanes.clear();
                self.lookups = Lookups::default();
                return Some(Ok(()));
            }
        };
        self.ids.remove(&id);
        if let Some(lane) = self.lanes.remove(&id) {
            self.lookups.give_back(&lane);
        }
        self.newest.retain(|_, (newest, _)| *newest != id);
        Some(handled)
    }
}

/// The key under which mails are kept in order. What strangers write in somebody's name, and may take long to judge, must
/// not delay what that person writes.
fn sender(from: &str, lane: Option<&Lane>) -> String {
    let from = from.to_lowercase();
    match lane {
        Some(Lane::Stranger(place)) => format!("{from} by {place}"),
        _ => from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets everybody go as far as they can: there is one thread.
    async fn idle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_senders_mails_take_turns_and_nobody_else_waits() {
        let mut flow = Flow::default();
        let [first, second, third] = [1, 2, 3].map(|id| flow.order(id, "ann@example.net".to_owned()));
        let other = flow.order(4, "ben@example.net".to_owned());
        let first = first.turn().await;
        assert!(other.turn().await.is_some());
        let (second, third) = (tokio::spawn(second.turn()), tokio::spawn(third.turn()));
        idle().await;
        assert!(!second.is_finished() && !third.is_finished());
        drop(first);
        let second = second.await;
        idle().await;
        assert!(!third.is_finished());
        drop(second);
        assert!(third.await.is_ok());
    }

    #[tokio::test]
    async fn a_mail_that_was_begun_with_too_often_is_not_opened_again() {
        let row = |attempts| InMail {
            id: 1,
            raw: b"From: a@b.example\n\nhelp".to_vec(),
            envelope: String::new(),
            peer: None,
            at: 0,
            attempts,
        };
        let desks = Semaphore::new(1);
        assert!(Opened::read(row(TRIES - 1), &desks).await.letter.is_ok());
        assert!(matches!(Opened::read(row(TRIES), &desks).await.letter, Err(Unread::Broken(_))));
    }
}
