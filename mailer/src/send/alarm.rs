//! Tells the operator by mail what only an operator can put right, each kind of trouble at most once a day (strangers: once an
//! hour). What was told
//! is kept in the database, so that a server that is restarted again and again doesn't repeat itself.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::{Service, ServiceError};

use super::operator::Operator;
use super::post::Post;
use crate::maildir::fresh_name;
use crate::surroundings::{Surroundings, blocking};

const HOUR: Timestamp = 60 * 60;
const DAY: Timestamp = 24 * HOUR;

/// Trouble with a server that lasts this long is no hiccup.
pub(crate) const LONG: Timestamp = 30 * 60;

/// The pause before an alert that couldn't be sent is tried again, for a day.
const PAUSE: Timestamp = 5 * 60;

/// What alerts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Trouble {
    /// A mail was refused for good or given up.
    MailFailed,
    /// No mail can be sent at all.
    QueueStuck,
    /// Mail can't be fetched from the mailbox.
    Mailbox,
    /// Mail can't be taken from the Maildir.
    Maildir,
    /// An incoming mail crashes its handler at every attempt.
    Unhandled,
    /// More is written to postmaster and abuse than is forwarded in a day.
    Flooded,
    /// The server's limit on invitations was reached: in a day, in an hour, or for one domain.
    Invitations,
    /// The server's limit on answers to strangers was reached.
    Strangers,
}

impl Trouble {
    /// Its name in the database.
    const fn word(self) -> &'static str {
        match self {
            Trouble::MailFailed => "mail failed",
            Trouble::QueueStuck => "queue stuck",
            Trouble::Mailbox => "mailbox",
            Trouble::Maildir => "maildir",
            Trouble::Unhandled => "unhandled",
            Trouble::Flooded => "flooded",
            Trouble::Invitations => "invitations",
            Trouble::Strangers => "strangers",
        }
    }

    /// How long the operator isn't told again.
    const fn quiet(self) -> (Timestamp, &'static str) {
        match self {
            Trouble::Strangers => (HOUR, "an hour"),
            _ => (DAY, "a day"),
        }
    }
}

/// Raises alerts.
pub struct Alarm {
    operator: Option<Operator>,
    service: Arc<Service>,
    post: Arc<Post>,
    around: Surroundings,
    under_way: Mutex<HashSet<Trouble>>,
}

impl Alarm {
    /// Alerts for that operator, if there is one, delivered by that post.
    pub fn new(operator: Option<Operator>, service: Arc<Service>, post: Arc<Post>, around: Surroundings) -> Arc<Self> {
        Arc::new(Self { operator, service, post, around, under_way: Mutex::default() })
    }

    /// Who gets the alerts.
    pub(crate) fn operator(&self) -> Option<&Operator> {
        self.operator.as_ref()
    }

    /// The time, by the clock that days are counted by.
    pub(crate) fn now(&self) -> Timestamp {
        (self.around.clock)()
    }

    /// Writes to the operator, unless that was done today. Returns at once; the mail is sent in the background.
    pub(crate) fn raise(self: &Arc<Self>, trouble: Trouble, words: &str) {
        if self.operator.is_none() || !self.under_way().insert(trouble) {
            return;
        }
        let (this, words) = (Arc::clone(self), words.to_owned());
        tokio::spawn(async move {
            if let Err(error) = this.tell(trouble, &words).await {
                tracing::error!(%error, "the operator can't be alerted");
            }
            this.under_way().remove(&trouble);
        });
    }

    async fn tell(&self, trouble: Trouble, words: &str) -> Result<(), ServiceError> {
        let Some(operator) = &self.operator else {
            return Ok(());
        };
        let (service, raised) = (Arc::clone(&self.service), self.now());
        let (quiet, length) = trouble.quiet();
        if blocking(move || service.operator_told(trouble.word(), raised - quiet)).await? {
            return Ok(());
        }
        let mail = match operator.alert(&format!("{words}\n\nMore of this kind within {length} is only in the log.")) {
            Ok(mail) => mail,
            Err(error) => {
                tracing::error!(%error, "an alert can't be written");
                return Ok(());
            }
        };
        let name = fresh_name();
        while let Err(error) = self.post.send(&name, "", &operator.address, mail.clone()).await {
            tracing::error!(%error, "an alert to the operator was not sent yet");
            if error.permanent || self.now() - raised > DAY {
                return Ok(());
            }
            self.pause().await;
        }
        // Only now: an alert that was never sent must be raised again, even by the next process.
        let (service, now) = (Arc::clone(&self.service), self.now());
        blocking(move || service.note_operator_told(trouble.word(), now)).await
    }

    /// Waits by the gateway's own clock.
    async fn pause(&self) {
        let until = self.now() + PAUSE;
        while self.now() < until {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    fn under_way(&self) -> std::sync::MutexGuard<'_, HashSet<Trouble>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Since when something has been failing without a break.
#[derive(Default)]
pub(crate) struct Since(Mutex<Option<Timestamp>>);

impl Since {
    /// It worked.
    pub(crate) fn works(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// It failed; true if it has been failing for long.
    pub(crate) fn fails(&self, now: Timestamp) -> bool {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        now - *since.get_or_insert(now) >= LONG
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use turnpost_core::service::Randomness;
    use turnpost_core::store::Store;

    use super::*;
    use crate::address::OurAddress;
    use crate::maildir::Maildir;

    static NOW: AtomicI64 = AtomicI64::new(1_000_000);

    /// Raises it in a process of its own, and waits until that is dealt with.
    async fn raise(service: &Arc<Service>, folder: &Maildir, trouble: Trouble) {
        let ours = OurAddress::parse("play@example.org").unwrap();
        let operator = Operator { address: "op@example.com".into(), ours, signer: None };
        let around = Surroundings { clock: || NOW.load(Ordering::Relaxed), chance: || Randomness::fixed(1) };
        let post = Arc::new(Post::Maildir(folder.clone()));
        let alarm = Alarm::new(Some(operator), Arc::clone(service), post, around);
        alarm.raise(trouble, "It burns.");
        alarm.raise(trouble, "It burns.");
        while !alarm.under_way().is_empty() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn each_trouble_is_told_once_a_day_also_by_a_server_that_is_started_again() {
        let path = std::env::temp_dir().join(fresh_name());
        let folder = Maildir::open(&path).unwrap();
        let service = Arc::new(Service::new(Store::in_memory().unwrap(), Default::default()).unwrap());
        let told = || folder.waiting().unwrap().len();
        raise(&service, &folder, Trouble::QueueStuck).await;
        assert_eq!(told(), 1);
        raise(&service, &folder, Trouble::QueueStuck).await;
        assert_eq!(told(), 1, "the next process knows");
        raise(&service, &folder, Trouble::Mailbox).await;
        assert_eq!(told(), 2, "this is another matter");
        NOW.fetch_add(DAY, Ordering::Relaxed);
        raise(&service, &folder, Trouble::QueueStuck).await;
        assert_eq!(told(), 3, "and this another day");
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn only_what_lasts_is_trouble() {
        let since = Since::default();
        assert!(!since.fails(100) && !since.fails(100 + LONG - 1) && since.fails(100 + LONG));
        since.works();
        assert!(!since.fails(100 + LONG));
    }
}
