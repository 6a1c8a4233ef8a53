//! Tells the operator of what only an operator can put right, by mail and at most once a day of each kind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use turnpost_core::request::Timestamp;

use super::Surroundings;
use super::operator::Operator;
use crate::maildir::fresh_name;
use crate::send::post::Post;

const DAY: Timestamp = 24 * 60 * 60;

/// Trouble with a server that lasts so long is no hiccup.
pub const LONG: Timestamp = 30 * 60;

/// An alert that can't be sent is tried again after this time, as long as the day lasts.
const PAUSE: Duration = Duration::from_secs(5 * 60);

/// What alerts are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// A mail was refused for good, or given up.
    MailFailed,
    /// No mail can be sent at all.
    QueueStuck,
    /// The mailbox can't be fetched.
    Mailbox,
    /// A mail in breaks the program whenever it is tried.
    Unhandled,
}

/// Raises alerts.
pub struct Alarm {
    operator: Option<Operator>,
    post: Arc<Post>,
    around: Surroundings,
    raised: Mutex<HashMap<Trouble, Timestamp>>,
}

impl Alarm {
    /// Alerts for that operator, if there is one, sent by that post.
    pub fn new(operator: Option<Operator>, post: Arc<Post>, around: Surroundings) -> Arc<Self> {
        Arc::new(Self { operator, post, around, raised: Mutex::default() })
    }

    /// Whom alerts go to.
    pub fn operator(&self) -> Option<&Operator> {
        self.operator.as_ref()
    }

    /// Writes to the operator, unless that was done today. Returns at once; the mail is sent beside everything else.
    pub fn raise(self: &Arc<Self>, trouble: Trouble, words: &str) {
        let Some(operator) = &self.operator else {
            return;
        };
        let now = (self.around.clock)();
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.get(&trouble).is_some_and(|at| now - at < DAY) {
            return;
        }
        raised.insert(trouble, now);
        let words = format!("{words}\n\nMore of this kind within a day is only in the log.");
        let (address, mail) = match operator.alert(&words) {
            Ok(mail) => (operator.address.clone(), mail),
            Err(error) => return tracing::error!(%error, "an alert can't be written"),
        };
        let this = Arc::clone(self);
        tokio::spawn(async move { this.send(&address, mail, now).await });
    }

    async fn send(&self, address: &str, mail: Vec<u8>, raised: Timestamp) {
        let name = fresh_name();
        while let Err(error) = self.post.send(&name, "", address, mail.clone()).await {
            tracing::error!(%error, "the operator can't be alerted");
            if error.permanent || (self.around.clock)() - raised > DAY {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Since when something fails without a break.
#[derive(Default)]
pub struct Since(Mutex<Option<Timestamp>>);

impl Since {
    /// It worked.
    pub fn works(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// It failed; true if that has been so for long.
    pub fn fails(&self, now: Timestamp) -> bool {
        let mut since = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        now - *since.get_or_insert(now) >= LONG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lasts_is_trouble() {
        let since = Since::default();
        assert!(!since.fails(100) && !since.fails(100 + LONG - 1) && since.fails(100 + LONG));
        since.works();
        assert!(!since.fails(100 + LONG));
    }
}
