//! The worker that handles stored mail: takes it from the inbox, has it judged, and acts on the decision.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::Notify;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::{Service, ServiceError};
use turnpost_core::store::Verdict;

use super::flow::{Flow, Opened, Order, TRIES, Unread};
use super::judge::{Decision, Judge};
use super::limit::Forwards;
use super::pace::{self, Counted, Turn};
use crate::address::ReturnPath;
use crate::maildir::fresh_name;
use crate::read::mentions::mentions;
use crate::receive::Arrival;
use crate::send::alarm::{Alarm, Trouble};
use crate::send::post::Post;
use crate::surroundings::{Surroundings, blocking};

/// How long a mail is ours before another process may take it.
const LEASE: i64 = 60;

/// How long after invitations were held back the operator is still told.
const HOUR: i64 = 3600;

/// What the operator reads when invitations are held back.
const CAPPED: &str = "More invitations by mail were asked for than mail.invitations lets through: in all, in an hour, or \
    from one domain. Somebody may be using the server to write to strangers. Those who asked were told; nothing else is \
    held back.";

/// What the operator reads when strangers are no longer answered.
const UNANSWERED: &str = "More answers to people whom nobody knows were asked for within an hour than mail.strangers lets \
    through. Somebody may be sending mail in other people's names. Mails of players, and of those who were invited, are \
    handled as always.";

/// The pause after the database failed.
const PAUSE: Duration = Duration::from_secs(5);

/// Attempts to forward a mail to the operator, in the end every 43 minutes: about five days.
const FORWARD_TRIES: u32 = 170;

/// Handles stored mail.
pub(crate) struct Inbound {
    /// The service.
    pub service: Arc<Service>,
    /// Decides what to do about each mail.
    pub judge: Arc<Judge>,
    /// Bounds what the operator gets.
    pub forwards: Forwards,
    /// Alerts the operator, if there is one.
    pub alarm: Arc<Alarm>,
    /// Delivers the operator's mail.
    pub post: Arc<Post>,
    /// Time and chance.
    pub around: Surroundings,
    /// Rung when a mail was stored.
    pub arrived: Arc<Notify>,
    /// Rung when something may be owed.
    pub owed: Arc<Notify>,
}

impl Inbound {
    /// Handles mail until the future is dropped.
    pub(crate) async fn work(self: Arc<Self>) {
        let mut flow = Flow::default();
        let mut look = true;
        loop {
            if look && !flow.is_full() {
                look = match self.take(&mut flow).await {
                    Ok(more) => more,
                    Err(error) => {
                        tracing::error!(%error, "stored mail can't be handled now");
                        tokio::time::sleep(PAUSE).await;
                        true
                    }
                };
            }
            tokio::select! {
                Some(done) = flow.next() => {
                    self.owed.notify_one();
                    if let Err(error) = done {
                        tracing::error!(%error, "what became of a mail can't be stored now");
                        tokio::time::sleep(PAUSE).await;
                    }
                }
                () = self.arrived.notified() => look = true,
                () = tokio::time::sleep(Duration::from_secs(1)) => look = true,
            }
        }
    }

    /// Handles the mails that are waiting, as many as fit into one flow. Returns their number.
    pub(crate) async fn batch(self: &Arc<Self>) -> Result<usize, ServiceError> {
        let mut flow = Flow::default();
        self.take(&mut flow).await?;
        let count = flow.len();
        while let Some(done) = flow.next().await {
            done?;
        }
        Ok(count)
    }

    /// Takes as many mails as the flow has room for and starts handling each. True if there may be more.
    async fn take(self: &Arc<Self>, flow: &mut Flow) -> Result<bool, ServiceError> {
        let room = flow.room();
        let (service, now) = (Arc::clone(&self.service), (self.around.clock)());
        let mails = blocking(move || service.inbox_take(now, LEASE, room)).await?;
        let more = mails.len() >= room as usize;
        // All are parsed before anything slow begins, so that each sender's mails are known to be in order.
        let mut put_back = Vec::new();
        for mut mail in join_all(mails.into_iter().map(|mail| Opened::read(mail, &self.judge.desks))).await {
            if let Ok(letter) = &mail.letter {
                mail.lane = self.judge.lane(letter, &mail.arrival).await;
            }
            let this = Arc::clone(self);
            put_back.extend(flow.begin(mail, now, |mail, order| this.handle(mail, order, now)));
        }
        if !put_back.is_empty() {
            let service = Arc::clone(&self.service);
            blocking(move || service.inbox_put_back(&put_back)).await?;
        }
        Ok(more)
    }

    /// Has a mail judged in a task of its own, so that a panic stays there. Then acts on the decision, once the sender's
    /// earlier mails are done.
    async fn handle(self: Arc<Self>, mail: Opened, order: Order, taken: Timestamp) -> Result<(), ServiceError> {
        let Opened { id, attempts, arrival, letter, lane: _ } = mail;
        let from = letter.as_ref().map(|letter| letter.from.clone()).unwrap_or_default();
        let decision = match letter {
            Ok(letter) => {
                let (judge, arrival) = (Arc::clone(&self.judge), Arc::clone(&arrival));
                let judged = tokio::spawn(async move { judge.judge(&arrival, letter).await });
                judged.await.map_err(|panic| panic.to_string())
            }
            Err(Unread::Wrong(why)) => Ok(self.judge.unread(&arrival, why)),
            Err(Unread::Broken(trouble)) => match self.judge.unread(&arrival, trouble) {
                Decision::Unreadable(trouble) => Err(trouble),
                forward => Ok(forward),
            },
        };
        // Counted only once: a mail that can't be forwarded now comes again.
        let decision = match decision {
            Ok(Decision::Forward) if attempts == 0 && !self.may_forward(&arrival, &from) => {
                Ok(Decision::Drop("the operator has had enough of such mail today".to_owned()))
            }
            decision => decision,
        };
        // Later mails of the sender need not wait for one that asks for nothing.
        let turn = order.turn().await.filter(|_| matches!(decision, Ok(Decision::Ask(..))));
        // Only now: what came before it is counted before it.
        let due = match &decision {
            Ok(Decision::Ask(_, counted)) => self.due(id, counted.clone(), taken).await?,
            _ => Turn::Now,
        };
        let decision = match due {
            Turn::Now => decision,
            Turn::Never => Ok(Decision::Drop("its sender writes too often".to_owned())),
            Turn::Later(until) => return self.hold_back(id, from, until).await,
        };
        let forwarded = matches!(decision, Ok(Decision::Forward));
        let done = match decision {
            Ok(Decision::Forward) => match self.forward(&arrival.raw).await {
                Ok(()) => self.act(id, &arrival, Decision::Drop("it went to the operator".to_owned())).await,
                Err(trouble) => Err(trouble),
            },
            Ok(decision) => self.act(id, &arrival, decision).await,
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = done {
            tracing::error!(mail = id, trouble, "a mail could not be handled");
            let tries = if forwarded { FORWARD_TRIES } else { TRIES };
            self.put_off(id, attempts, tries, &trouble).await?;
        }
        drop(turn);
        Ok(())
    }

    /// When a mail that asks for something is handled.
    async fn due(&self, id: i64, counted: Counted, taken: Timestamp) -> Result<Turn, ServiceError> {
        let (service, judge) = (Arc::clone(&self.service), Arc::clone(&self.judge));
        blocking(move || pace::turn(&service, &judge.limit, id, &counted, taken)).await
    }

    /// Puts a mail back into the inbox until its sender's turn comes again.
    async fn hold_back(&self, id: i64, from: String, until: Timestamp) -> Result<(), ServiceError> {
        tracing::info!(mail = id, "a mail waits: its sender writes more than is handled in an hour");
        let (service, an_hour, now) = (Arc::clone(&self.service), self.judge.limit.an_hour(), (self.around.clock)());
        blocking(move || service.hold_mail_back(id, &from, until, an_hour, now)).await
    }

    /// Bounds what the operator gets, and says so when something is held back.
    fn may_forward(&self, arrival: &Arrival, from: &str) -> bool {
        let sender = arrival.sender.as_deref().filter(|sender| !sender.is_empty()).unwrap_or(from);
        let may = self.forwards.allow(sender, arrival.at);
        if !may {
            let words = "More is written to postmaster and abuse than is handed on in a day. The rest is dropped.";
            self.alarm.raise(Trouble::Flooded, words);
        }
        may
    }

    /// Acts on a decision; an error is returned in words.
    async fn act(self: &Arc<Self>, id: i64, arrival: &Arc<Arrival>, decision: Decision) -> Result<(), String> {
        let (this, arrival) = (Arc::clone(self), Arc::clone(arrival));
        let done = tokio::task::spawn_blocking(move || this.act_now(id, &arrival, decision)).await;
        done.map_err(|panic| panic.to_string())?.map_err(|error| error.to_string())
    }

    fn act_now(&self, id: i64, arrival: &Arrival, decision: Decision) -> Result<(), ServiceError> {
        let verdict = match decision {
            Decision::Ask(request, _) => {
                let named = mentions(&arrival.raw, arrival.sender.as_deref(), &arrival.recipients, &self.judge.ours);
                self.service.handle_mail(id, &request, &named, (self.around.chance)())?;
                if self.service.invitations_capped((self.around.clock)() - HOUR)? {
                    self.alarm.raise(Trouble::Invitations, CAPPED);
                }
                if self.service.strangers_capped((self.around.clock)() - HOUR)? {
                    self.alarm.raise(Trouble::Strangers, UNANSWERED);
                }
                return Ok(());
            }
            Decision::Bounced { path: ReturnPath { mark, notice }, permanent } => {
                let now = (self.around.clock)();
                match self.service.came_back(notice, &mark, permanent, "mail to it came back", now)? {
                    true => Verdict::Noted,
                    false => Verdict::Dropped("it reports on no mail that was sent of late".to_owned()),
                }
            }
            Decision::Forward => Verdict::Dropped("there is no operator to send it to".to_owned()),
            Decision::Unreadable(why) => {
                // Spam is full of it: nobody can do anything about it.
                tracing::debug!(mail = id, why, "a mail can't be read");
                Verdict::Unreadable(why)
            }
            Decision::Drop(why) => {
                tracing::info!(mail = id, why, "a mail was dropped");
                Verdict::Dropped(why)
            }
        };
        self.service.inbox_done(id, &verdict)
    }

    /// Forwards a mail to the operator.
    async fn forward(&self, raw: &[u8]) -> Result<(), String> {
        let Some(operator) = self.alarm.operator() else {
            return Ok(());
        };
        let mail = operator.forward(raw).map_err(|error| error.to_string())?;
        let sent = self.post.send(&fresh_name(), "", &operator.address, mail).await;
        sent.map_err(|error| error.to_string())
    }

    /// Schedules another attempt, with growing pauses; a mail that keeps crashing its handler is set aside.
    async fn put_off(&self, id: i64, attempts: u32, tries: u32, trouble: &str) -> Result<(), ServiceError> {
        let verdict = if attempts < tries {
            Verdict::Later((self.around.clock)() + (5_i64 << attempts.min(9)))
        } else {
            let words = format!("Mail {id} in the inbox is put by, it can't be handled: {trouble}");
            self.alarm.raise(Trouble::Unhandled, &words);
            Verdict::PutBy(format!("it can't be handled: {trouble}"))
        };
        let service = Arc::clone(&self.service);
        blocking(move || service.inbox_done(id, &verdict)).await
    }
}
