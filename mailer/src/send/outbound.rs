//! The worker that sends what is owed: composes each mail once, keeps its bytes, hands it to the post and settles it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::task::{Id, JoinSet};
use tokio::time::MissedTickBehavior;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::Destination;
use turnpost_core::service::{Service, ServiceError};
use turnpost_core::store::{Channel, Delivery, Owed};

use super::alarm::{Alarm, Since, Trouble};
use super::post::Post;
use super::schedule::next_try;
use crate::compose::{ComposeError, Composer};
use crate::surroundings::{Surroundings, blocking};

/// Mails in progress at a time, from being drawn to being settled.
const WORKERS: usize = 32;

/// How long a notice is ours, in seconds, unless the lease is renewed.
const LEASE: i64 = 60;

/// How often leases are renewed: a relay may take ten minutes over a mail.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// Sends mail.
pub(crate) struct Outbound {
    /// The service.
    pub service: Arc<Service>,
    /// Makes mails.
    pub composer: Arc<Composer>,
    /// Delivers them.
    pub post: Arc<Post>,
    /// Rung when something may be owed.
    pub owed: Arc<Notify>,
    /// Time and chance.
    pub around: Surroundings,
    /// Tells the operator.
    pub alarm: Arc<Alarm>,
    /// Since when nothing could be sent.
    pub stuck: Since,
    /// A permit for each mail that is being drawn: more than there are processors would only get in each other's way.
    pub easels: Semaphore,
}

impl Outbound {
    /// Sends until `stop` is rung, then finishes what is in progress.
    pub(crate) async fn work(self: Arc<Self>, stop: Arc<Notify>) {
        let mut under_way: HashMap<i64, Id> = HashMap::new();
        let mut workers = JoinSet::new();
        let stopped = stop.notified();
        tokio::pin!(stopped);
        let mut sign = tokio::time::interval(SIGN_OF_LIFE);
        sign.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let due = self.due(WORKERS - workers.len()).await;
            for owed in due {
                // The machine was suspended and the lease of a mail still being sent ran out; it is only renewed.
                if let Entry::Vacant(place) = under_way.entry(owed.id) {
                    let (this, id) = (Arc::clone(&self), owed.id);
                    place.insert(workers.spawn(async move { (id, this.deliver(owed).await) }).id());
                }
            }
            let full = workers.len() >= WORKERS;
            tokio::select! {
                () = &mut stopped => break,
                Some(done) = workers.join_next() => {
                    settled(done, &mut under_way);
                    // Collects all that are done by now, so that one query finds their successors.
                    while let Some(done) = workers.try_join_next() {
                        settled(done, &mut under_way);
                    }
                }
                _ = sign.tick() => self.renew(&under_way).await,
                () = self.owed.notified(), if !full => {}
                () = tokio::time::sleep(Duration::from_secs(1)), if !full => {}
            }
        }
        while workers.join_next().await.is_some() {}
        self.post.close().await;
    }

    /// Sends all that is due now, one after the other. Returns their number.
    pub(crate) async fn flush(&self) -> Result<usize, ServiceError> {
        let mut count = 0;
        loop {
            let due = self.due(WORKERS).await;
            if due.is_empty() {
                return Ok(count);
            }
            count += due.len();
            for owed in due {
                self.deliver(owed).await?;
            }
        }
    }

    async fn due(&self, limit: usize) -> Vec<Owed> {
        let Some(limit) = u32::try_from(limit).ok().filter(|limit| *limit > 0) else {
            return Vec::new();
        };
        let (service, now) = (Arc::clone(&self.service), (self.around.clock)());
        let due = blocking(move || service.pending(Channel::Mail, now, LEASE, limit)).await;
        due.unwrap_or_else(|error| {
            tracing::error!(%error, "can't see what mail is owed");
            Vec::new()
        })
    }

    /// Keeps other processes away from what is in progress.
    async fn renew(&self, under_way: &HashMap<i64, Id>) {
        if under_way.is_empty() {
            return;
        }
        let ids: Vec<i64> = under_way.keys().copied().collect();
        let (service, now) = (Arc::clone(&self.service), (self.around.clock)());
        if let Err(error) = blocking(move || service.renew(&ids, now, LEASE)).await {
            tracing::error!(%error, "can't hold what is being sent; it may be sent twice");
        }
    }

    /// Sends one mail and settles it.
    async fn deliver(&self, owed: Owed) -> Result<(), ServiceError> {
        let (id, arose, tries) = (owed.id, owed.notice.at, owed.attempt);
        let Destination::Email(recipient) = owed.notice.to.clone() else {
            return self.settle(id, Delivery::Failed { why: "it is no mail".into() }).await;
        };
        let Rendered { mail, first_try, sender } = match self.rendered(owed).await? {
            Ok(rendered) => rendered,
            Err(error) => {
                tracing::error!(notice = id, %error, "a mail can't be made");
                return self.give_up(id, &recipient, error.is_about_address(), error.to_string()).await;
            }
        };
        let error = match self.post.send(&file_name(id, arose), &sender, &recipient, mail).await {
            Ok(()) => {
                self.stuck.works();
                return self.settle(id, Delivery::Sent).await;
            }
            Err(error) => error,
        };
        let now = (self.around.clock)();
        if error.general && self.stuck.fails(now) {
            self.alarm.raise(Trouble::QueueStuck, &format!("No mail could be sent for a while: {error}"));
        }
        match next_try(id, first_try, now, tries, error.general) {
            Some(at) if !error.permanent => {
                tracing::warn!(notice = id, %error, "a mail was not sent yet");
                self.settle(id, Delivery::Retry { at, why: error.text }).await
            }
            _ => self.give_up(id, &recipient, error.no_such_address, error.text).await,
        }
    }

    /// Gives a mail up and tells the operator. The address is marked unreachable only if it is the reason: a misconfigured
    /// relay must not cost all players their addresses.
    async fn give_up(&self, id: i64, recipient: &str, no_such_address: bool, why: String) -> Result<(), ServiceError> {
        // An address that hardly any server takes, of somebody who doesn't play, is most likely garbled or made up.
        if !recipient.is_ascii() && !self.plays(recipient).await? {
            tracing::debug!(notice = id, why, "an answer to a stranger is given up");
            return self.settle(id, Delivery::Unreachable { why }).await;
        }
        tracing::warn!(notice = id, why, "a mail is given up");
        let rest = if no_such_address { ", and no more is sent there" } else { "" };
        self.alarm.raise(Trouble::MailFailed, &format!("A mail to {recipient} can't be delivered{rest}: {why}"));
        let delivery = if no_such_address { Delivery::Unreachable { why } } else { Delivery::Failed { why } };
        self.settle(id, delivery).await
    }

    async fn plays(&self, recipient: &str) -> Result<bool, ServiceError> {
        let (service, recipient) = (Arc::clone(&self.service), recipient.to_owned());
        blocking(move || service.plays(&recipient)).await
    }

    /// The mail, as kept since the first try, or composed and kept now.
    async fn rendered(&self, owed: Owed) -> Result<Result<Rendered, ComposeError>, ServiceError> {
        if let Some((mail, envelope)) = owed.rendered {
            return Ok(Ok(Rendered::read(mail, &envelope, owed.notice.at)));
        }
        let (composer, now) = (Arc::clone(&self.composer), (self.around.clock)());
        let easel = self.easels.acquire().await;
        let mark = self.service.return_mark(owed.id);
        let made = blocking(move || composer.mail(owed.id, &owed.notice, &mark, now)).await;
        drop(easel);
        let (mail, sender) = match made {
            Ok(made) => made,
            Err(error) => return Ok(Err(error)),
        };
        let made = Rendered { mail, first_try: now, sender };
        let (service, mail, envelope) = (Arc::clone(&self.service), made.mail.clone(), made.envelope());
        blocking(move || service.store_rendered(owed.id, &mail, &envelope)).await?;
        Ok(Ok(made))
    }

    async fn settle(&self, id: i64, delivery: Delivery) -> Result<(), ServiceError> {
        let (service, now) = (Arc::clone(&self.service), (self.around.clock)());
        blocking(move || service.settle(id, &delivery, now)).await
    }
}

/// A mail as composed for the first try. Repeats send the same bytes.
struct Rendered {
    mail: Vec<u8>,
    first_try: Timestamp,
    /// The envelope's sender.
    sender: String,
}

impl Rendered {
    /// What is kept beside the bytes.
    fn envelope(&self) -> String {
        format!("{} {}", self.first_try, self.sender)
    }

    /// Reads it back. One without a time is from before times were kept; the notice's own has to do.
    fn read(mail: Vec<u8>, envelope: &str, arose: Timestamp) -> Rendered {
        let timed = envelope.split_once(' ').and_then(|(first, sender)| Some((first.parse().ok()?, sender)));
        let (first_try, sender) = timed.unwrap_or((arose, envelope));
        Rendered { mail, first_try, sender: sender.to_owned() }
    }
}

fn settled(done: Result<(i64, Result<(), ServiceError>), tokio::task::JoinError>, under_way: &mut HashMap<i64, Id>) {
    match done {
        Ok((id, result)) => {
            under_way.remove(&id);
            if let Err(error) = result {
                tracing::error!(notice = id, %error, "a mail's fate can't be stored; it may be sent again");
            }
        }
        // Its lease will run out, and it will come again.
        Err(error) => {
            tracing::error!(%error, "a mail broke its worker");
            under_way.retain(|_, worker| *worker != error.id());
        }
    }
}

/// The name of a mail's file in a Maildir: the same for the same notice, in the order of notices.
fn file_name(id: i64, arose: i64) -> String {
    format!("{arose}.N{id:012}.turnpost")
}
