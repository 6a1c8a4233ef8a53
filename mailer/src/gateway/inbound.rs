//! From a stored mail to what is done about it: guard, who is it, what is new, and then the service.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sha2::{Digest, Sha256};
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};
use turnpost_core::message::{self, Message};
use turnpost_core::request::{CommandError, Context, Proof, Request, Sender, Timestamp};
use turnpost_core::service::{SEEN_DAYS, Service, ServiceError};
use turnpost_core::store::Verdict;
use turnpost_core::text;

use super::Surroundings;
use super::alarm::{Alarm, Trouble};
use super::flow::{Flow, Opened, Order, TRIES, Unread};
use super::limit::{Forwards, Senders};
use super::lookups::Lane;
use super::message_id::{Answers, answers};
use crate::address::{self, OurAddress, ReturnPath};
use crate::auth::Verifier;
use crate::compose::lines_of;
use crate::guard::{self, Kind};
use crate::maildir::fresh_name;
use crate::read::mentions::mentions;
use crate::read::{Answered, Letter, new_text, without_signature};
use crate::receive::network::{Peers, Standing, neighbourhood};
use crate::receive::{Arrival, Via};
use crate::send::post::Post;

/// How long a mail is ours before another process may take it.
const LEASE: i64 = 60;

/// So long after they were held back it is still told.
const HOUR: i64 = 3600;

/// What the operator reads when invitations are held back.
const CAPPED: &str = "More invitations by mail were asked for than mail.invitations lets through: in all, in an hour, or \
    from one domain. Somebody may be using the server to write to strangers. Those who asked were told; nothing else is \
    held back.";

/// After the database failed.
const PAUSE: Duration = Duration::from_secs(5);

/// So often a mail for the operator is tried, at the end every 43 minutes: some five days.
const FORWARD_TRIES: u32 = 170;

/// When a mail may have been written, in seconds before and after it came. What is older may have been here when what was
/// seen then is forgotten; the days between are for clocks that go wrong.
const DATES: RangeInclusive<Timestamp> = -(SEEN_DAYS - 10) * DAY..=7 * DAY;
const DAY: Timestamp = 86_400;

/// Handles stored mail.
pub struct Inbound {
    /// The service.
    pub service: Arc<Service>,
    /// Our address.
    pub ours: OurAddress,
    /// Who is it?
    pub verifier: Verifier,
    /// What the operator says about the receiver's peers.
    pub peers: Peers,
    /// Bounds each sender.
    pub limit: Senders,
    /// Bounds what the operator gets.
    pub forwards: Forwards,
    /// Knows the operator, if there is one.
    pub alarm: Arc<Alarm>,
    /// Takes the operator's mail away.
    pub post: Arc<Post>,
    /// Time and chance.
    pub around: Surroundings,
    /// Rung when a mail was stored.
    pub arrived: Arc<Notify>,
    /// Rung when something may be owed.
    pub owed: Arc<Notify>,
    /// So many mails are read at a time. Reading takes processors, and others want to be served meanwhile.
    pub desks: Semaphore,
}

/// A secret of ours that came back.
struct Secret {
    token: String,
    /// Whether it was sent to the address that it came from.
    own: bool,
}

/// What to do about a mail.
#[derive(Debug, PartialEq)]
pub enum Decision {
    /// Ask the service.
    Ask(Box<Request>),
    /// A mail of ours came back.
    Bounced {
        /// Which, and from whom.
        path: ReturnPath,
        /// For good.
        permanent: bool,
    },
    /// The operator shall see it.
    Forward,
    /// Nothing, for this reason.
    Drop(String),
}

impl Inbound {
    /// Handles mail until the future is dropped.
    pub async fn work(self: Arc<Self>) {
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

    /// Handles the mails that wait, as many as are taken together. Gives their number.
    pub async fn batch(self: &Arc<Self>) -> Result<usize, ServiceError> {
        let mut flow = Flow::default();
        self.take(&mut flow).await?;
        let count = flow.len();
        while let Some(done) = flow.next().await {
            done?;
        }
        Ok(count)
    }

    /// Takes as many mails as the flow has room for and begins with each. True if there may be more.
    async fn take(self: &Arc<Self>, flow: &mut Flow) -> Result<bool, ServiceError> {
        let room = flow.room();
        let (service, now) = (Arc::clone(&self.service), (self.around.clock)());
        let mails = blocking(move || service.inbox_take(now, LEASE, room)).await?;
        let more = mails.len() >= room as usize;
        // Who wrote each is known before anything that may take its time, so that their order is.
        let mut put_back = Vec::new();
        for mut mail in join_all(mails.into_iter().map(|mail| Opened::read(mail, &self.desks))).await {
            mail.lane = self.lane(&mail).await;
            put_back.extend(flow.begin(self, mail, now));
        }
        if !put_back.is_empty() {
            let service = Arc::clone(&self.service);
            blocking(move || service.inbox_put_back(&put_back)).await?;
        }
        Ok(more)
    }

    /// What a mail takes a place for, if its sender is looked up: who floods us holds up himself.
    async fn lane(&self, mail: &Opened) -> Option<Lane> {
        let (letter, arrival) = (mail.letter.as_ref().ok()?, &mail.arrival);
        if !self.verifier.looks_up(letter, &arrival.via) {
            return None;
        }
        let tokens = answers(letter, &arrival.recipients, &self.ours).tokens;
        if self.secret(tokens, &letter.from).await.is_some_and(|secret| secret.own) {
            return Some(Lane::Own(letter.from.to_lowercase()));
        }
        let domain = || address::split(&letter.from).map_or("", |(_, domain)| domain).to_lowercase();
        Some(Lane::Stranger(self.network(&arrival.via).unwrap_or_else(domain)))
    }

    /// The network that a mail came from, where its peer's address tells that.
    fn network(&self, via: &Via) -> Option<String> {
        match via {
            Via::Smtp { peer, .. } if self.peers.standing(*peer) == Standing::Elsewhere => {
                Some(neighbourhood(*peer).to_string())
            }
            _ => None,
        }
    }

    /// Decides about a mail, in a task of its own: what breaks it breaks nothing else. Then acts, once the mails that
    /// its sender wrote before are done.
    pub(super) async fn handle(self: Arc<Self>, mail: Opened, order: Order) -> Result<(), ServiceError> {
        let Opened { id, attempts, arrival, letter, lane: _ } = mail;
        let from = letter.as_ref().map(|letter| letter.from.clone()).unwrap_or_default();
        let decision = match letter {
            Ok(letter) => {
                let (this, arrival) = (Arc::clone(&self), Arc::clone(&arrival));
                let judged = tokio::spawn(async move { this.judge(&arrival, letter).await });
                judged.await.map_err(|panic| panic.to_string())
            }
            Err(Unread::Wrong(why)) => Ok(self.unread(&arrival, why)),
            Err(Unread::Broken(trouble)) => match self.unread(&arrival, trouble) {
                Decision::Drop(trouble) => Err(trouble),
                forward => Ok(forward),
            },
        };
        // Only once: what can't be handed on now comes again.
        let decision = match decision {
            Ok(Decision::Forward) if attempts == 0 && !self.may_forward(&arrival, &from) => {
                Ok(Decision::Drop("the operator has had enough of such mail today".to_owned()))
            }
            decision => decision,
        };
        // Nothing that is said later hangs on what asks for nothing.
        let turn = order.turn().await.filter(|_| matches!(decision, Ok(Decision::Ask(_))));
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

    /// Judges and reads one mail.
    pub async fn decide(self: &Arc<Self>, arrival: &Arc<Arrival>) -> Decision {
        let mail = Arc::clone(arrival);
        match self.reading(move || Letter::parse(&mail.raw)).await {
            Ok(letter) => self.judge(arrival, letter).await,
            Err(why) => self.unread(arrival, why.to_string()),
        }
    }

    /// Runs what reads a mail, where it may take its time.
    async fn reading<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let desk = self.desks.acquire().await;
        let done = blocking(work).await;
        drop(desk);
        done
    }

    /// What to do about a mail that can't be read.
    fn unread(&self, arrival: &Arrival, why: String) -> Decision {
        match guard::is_operators_unread(&arrival.raw, &arrival.recipients, &self.ours) {
            true => Decision::Forward,
            false => Decision::Drop(why),
        }
    }

    /// Bounds what the operator gets, and tells him where that is not all.
    fn may_forward(&self, arrival: &Arrival, from: &str) -> bool {
        let sender = arrival.sender.as_deref().filter(|sender| !sender.is_empty()).unwrap_or(from);
        let may = self.forwards.allow(sender, arrival.at);
        if !may {
            let words = "More is written to postmaster and abuse than is handed on in a day. The rest is dropped.";
            self.alarm.raise(Trouble::Flooded, words);
        }
        may
    }

    async fn judge(self: &Arc<Self>, arrival: &Arc<Arrival>, letter: Letter) -> Decision {
        let doubt = match guard::kind(&letter, arrival.sender.as_deref(), &arrival.recipients, &self.ours) {
            Kind::Person => None,
            Kind::PerhapsAutomatic(why) => Some(why),
            Kind::Operator => return Decision::Forward,
            Kind::Bounce { path, permanent } => return Decision::Bounced { path, permanent },
            Kind::Automatic(why) => return Decision::Drop(why.to_owned()),
        };
        let Answers { tokens, notices, game } = answers(&letter, &arrival.recipients, &self.ours);
        let secret = self.secret(tokens, &letter.from).await;
        let own = secret.as_ref().is_some_and(|secret| secret.own);
        let service = Arc::clone(&self.service);
        let (letter, text) = self
            .reading(move || {
                let text = new_text(&letter.text, &quoted(&service, &notices, &letter.from));
                (letter, text)
            })
            .await;
        if let Some(why) = doubt.filter(|_| !own || !is_all_commands(&text)) {
            return Decision::Drop(why.to_owned());
        }
        let (letter, proof) = self.proof(arrival, letter).await;
        // Only now: who floods us in somebody's name doesn't silence them.
        let network = self.network(&arrival.via);
        if !self.limit.allow(&letter.from, own, proof, network.as_deref(), arrival.at) {
            return Decision::Drop("its sender writes too often".to_owned());
        }
        let context = match (secret, game) {
            (Some(secret), _) => Context::Token(secret.token),
            (None, Some(game)) => Context::Hint(game),
            (None, None) => Context::Fresh,
        };
        let objection = match objection(&letter, proof, own, arrival.at) {
            Ok(told) => told,
            Err(why) => return Decision::Drop(why.to_owned()),
        };
        let (this, mail) = (Arc::clone(self), Arc::clone(arrival));
        let request = self.reading(move || this.request(&mail, letter, context, &text, proof, objection)).await;
        Decision::Ask(Box::new(request))
    }

    /// What vouches for a mail's From. Signatures are counted out where it may take its time, between the look-ups.
    async fn proof(self: &Arc<Self>, arrival: &Arc<Arrival>, letter: Letter) -> (Letter, Proof) {
        let (this, mail, runtime) = (Arc::clone(self), Arc::clone(arrival), Handle::current());
        blocking(move || {
            let judged = this.verifier.proof(&mail.raw, &letter, &mail.via, mail.sender.as_deref());
            let proof = match runtime.block_on(judged) {
                // What bears no date can be sent again at any time.
                Proof::Dmarc if letter.date.is_none() => Proof::None,
                proof => proof,
            };
            (letter, proof)
        })
        .await
    }

    /// The secret that counts among what may be some: the sender's own, else the first that is somebody's. A wrong one
    /// hides no right one.
    async fn secret(&self, tokens: Vec<String>, from: &str) -> Option<Secret> {
        if tokens.is_empty() {
            return None;
        }
        let (service, from) = (Arc::clone(&self.service), from.to_owned());
        let known = move |token: String| match service.address_of(&token) {
            Ok(owner) => owner.map(|owner| Secret { token, own: address::same(&owner, &from) }),
            // The service will say what is wrong with the database.
            Err(_) => Some(Secret { token, own: false }),
        };
        let known: Vec<Secret> = blocking(move || tokens.into_iter().filter_map(known).collect()).await;
        let at = known.iter().position(|secret| secret.own).unwrap_or(0);
        known.into_iter().nth(at)
    }

    /// What the mail asks for. Where something is wrong with all of it, nothing else is read, and that is told.
    fn request(
        &self,
        arrival: &Arrival,
        letter: Letter,
        context: Context,
        text: &str,
        proof: Proof,
        objection: Option<String>,
    ) -> Request {
        let read = |text: &str| match letter.is_answer() {
            true => message::read(text),
            false => message::read_with_subject(&letter.subject, text),
        };
        let signed = read(without_signature(text, letter.display.as_deref().unwrap_or_default()));
        // Who signs above the turn means it all the same.
        let read = if signed.commands.iter().any(Result::is_ok) { signed } else { read(text) };
        let read = match objection {
            Some(why) => Message { commands: vec![Err(CommandError { line: String::new(), why })], comment: None },
            None => read,
        };
        let key = letter.message_id.clone().unwrap_or_else(|| digest(&arrival.raw));
        let comment = read.comment.map(|comment| without_addresses(&comment, &letter.from, &self.ours));
        Request {
            from: Sender::Email { address: letter.from, display: letter.display, offset: letter.offset },
            proof,
            key,
            at: arrival.at,
            context,
            place: None,
            commands: read.commands,
            comment,
        }
    }

    /// Does it; what goes wrong is told in words.
    async fn act(self: &Arc<Self>, id: i64, arrival: &Arc<Arrival>, decision: Decision) -> Result<(), String> {
        let (this, arrival) = (Arc::clone(self), Arc::clone(arrival));
        let done = tokio::task::spawn_blocking(move || this.act_now(id, &arrival, decision)).await;
        done.map_err(|panic| panic.to_string())?.map_err(|error| error.to_string())
    }

    fn act_now(&self, id: i64, arrival: &Arrival, decision: Decision) -> Result<(), ServiceError> {
        let verdict = match decision {
            Decision::Ask(request) => {
                let named = mentions(&arrival.raw, arrival.sender.as_deref(), &arrival.recipients, &self.ours);
                self.service.handle_mail(id, &request, &named, (self.around.chance)())?;
                if self.service.invitations_capped((self.around.clock)() - HOUR)? {
                    self.alarm.raise(Trouble::Invitations, CAPPED);
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
            Decision::Drop(why) => {
                tracing::info!(mail = id, why, "a mail was dropped");
                Verdict::Dropped(why)
            }
        };
        self.service.inbox_done(id, &verdict)
    }

    /// Hands a mail on to the operator.
    async fn forward(&self, raw: &[u8]) -> Result<(), String> {
        let Some(operator) = self.alarm.operator() else {
            return Ok(());
        };
        let mail = operator.forward(raw).map_err(|error| error.to_string())?;
        let sent = self.post.send(&fresh_name(), "", &operator.address, mail).await;
        sent.map_err(|error| error.to_string())
    }

    /// Tries a mail again later, each time later; one that breaks the program again and again is put by.
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

/// Runs what may block. A panic in it goes on here.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The runtime is going down; whoever waits here goes with it.
        Err(_) => std::future::pending().await,
    }
}

/// The lines of the mail that is answered, written again from its notice, if that was the sender's.
fn quoted(service: &Service, notices: &[(i64, String)], from: &str) -> Answered {
    let own = |(id, token): &(i64, String)| service.notice_for(*id, token, from).ok().flatten();
    notices.iter().find_map(own).map(|notice| lines_of(&notice)).unwrap_or_default()
}

/// What is wrong with a mail, whatever it says: to be told where its sender is known, else a reason to drop it.
fn objection(letter: &Letter, proof: Proof, own: bool, at: Timestamp) -> Result<Option<String>, &'static str> {
    if proof == Proof::Forged && !own {
        return Err("it fails the DMARC policy of its domain");
    }
    let with_secret = own && proof != Proof::Forged;
    // One that was signed can be kept, and sent again when it is no longer known that it was here.
    if letter.date.is_some_and(|date| !DATES.contains(&date.saturating_sub(at))) {
        return if with_secret { Ok(Some(text::unread::dated())) } else { Err("its date is long ago, or to come") };
    }
    if letter.unread {
        let known = with_secret || proof == Proof::Dmarc;
        return if known { Ok(Some(text::unread::too_much())) } else { Err("there is too much in it to be read") };
    }
    Ok(None)
}

/// Whether somebody wrote commands and nothing else. No automatic answer is like that.
fn is_all_commands(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    // More than are obeyed is a flood, whoever it is from.
    (1..=message::MOST_COMMANDS).contains(&lines().take(message::MOST_COMMANDS + 1).count())
        && lines()
            .map(message::read)
            .all(|line| line.comment.is_none() && !line.commands.is_empty() && line.commands.iter().all(Result::is_ok))
}

/// Names a mail that has no Message-ID.
fn digest(raw: &[u8]) -> String {
    let mut text = String::from("sha256-");
    for byte in Sha256::digest(raw) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A comment without our secrets and the sender's address, which clients put into signatures and quotes.
fn without_addresses(comment: &str, from: &str, ours: &OurAddress) -> String {
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match address::same(bare, from) || ours.recognise(bare).is_some() || ours.begins_reply(bare) {
            true => "…".to_owned(),
            false => word.to_owned(),
        }
    };
    comment.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn comments_lose_secrets_and_addresses() {
        let ours = OurAddress::parse("play@example.org").unwrap();
        let said = "write me: <Ann@example.net>, or play+k7@example.org; not c@d.e";
        assert_eq!(without_addresses(said, "ann@example.net", &ours), "write me: … or … not c@d.e");
        let said = "my secret is (Play+aems2amj2rp) ok; I play + you play";
        assert_eq!(without_addresses(said, "ann@example.net", &ours), "my secret is … ok; I play + you play");
    }
}
