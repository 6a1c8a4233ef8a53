//! Judges a mail: whether a person wrote it, what vouches for its sender, whether they write too often, what it answers
//! and what is new in it. The verdict is a [`Decision`]; acting on it is the inbound worker's job.

use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use turnpost_core::request::{Context, Proof, Request};
use turnpost_core::service::Service;

use super::answers::{Answers, answers};
use super::auth::Verifier;
use super::auth::credit::Found;
use super::guard::{self, Kind};
use super::limit::{Senders, network_of};
use super::lookups::Lane;
use super::pace::Counted;
use super::quoted::quoted;
use super::request::{is_all_commands, objection, request};
use crate::address::{self, OurAddress, ReturnPath};
use crate::read::{Letter, new_text};
use crate::receive::Arrival;
use crate::receive::network::Peers;
use crate::surroundings::blocking;

/// Judges mail.
pub struct Judge {
    /// Knows whose secrets and notices they are.
    pub service: Arc<Service>,
    /// Our address.
    pub ours: OurAddress,
    /// Tells who a mail is from.
    pub verifier: Verifier,
    /// What the operator says about the receiver's peers.
    pub peers: Peers,
    /// Bounds each sender.
    pub limit: Arc<Senders>,
    /// A place for each mail that is being read. Reading takes processor time, and others want to be served meanwhile.
    pub desks: Semaphore,
}

/// A secret of ours that a mail came back with.
struct Secret {
    token: String,
    /// Whether we had sent it to the address that the mail is from.
    own: bool,
}

/// What to do about a mail.
#[derive(Debug, PartialEq)]
pub enum Decision {
    /// Ask the service, if its sender doesn't write too often.
    Ask(Box<Request>, Counted),
    /// A mail of ours bounced.
    Bounced {
        /// Which, and from whom.
        path: ReturnPath,
        /// Whether for good.
        permanent: bool,
    },
    /// Forward it to the operator.
    Forward,
    /// Nothing, for this reason.
    Drop(String),
    /// Nothing: it can't be read as a letter from somebody, for this reason.
    Unreadable(String),
}

impl Judge {
    /// Reads one mail and judges it.
    pub async fn decide(self: &Arc<Self>, arrival: &Arc<Arrival>) -> Decision {
        let mail = Arc::clone(arrival);
        match self.reading(move || Letter::parse(&mail.raw)).await {
            Ok(letter) => self.judge(arrival, letter).await,
            Err(why) => self.unread(arrival, why.to_string()),
        }
    }

    /// Runs work that reads a mail where it may block.
    async fn reading<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let desk = self.desks.acquire().await;
        let done = blocking(work).await;
        drop(desk);
        done
    }

    /// What to do about a mail that can't be parsed.
    pub(crate) fn unread(&self, arrival: &Arrival, why: String) -> Decision {
        match guard::is_operators_unread(&arrival.raw, &arrival.recipients, &self.ours) {
            true => Decision::Forward,
            false => Decision::Unreadable(why),
        }
    }

    /// Judges a mail that was read.
    pub(crate) async fn judge(self: &Arc<Self>, arrival: &Arc<Arrival>, letter: Letter) -> Decision {
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
        let this = Arc::clone(self);
        let (letter, text) = self
            .reading(move || {
                let text = new_text(&letter.text, &quoted(&this.service, &notices, &letter, &this.ours));
                (letter, text)
            })
            .await;
        if let Some(why) = doubt.filter(|_| !own || !is_all_commands(&text)) {
            return Decision::Drop(why.to_owned());
        }
        let (letter, Found { proof, credit }) = self.look_into(arrival, letter).await;
        // Counted by what is proven, so that flooding us in somebody's name doesn't silence that person.
        let network = network_of(&self.peers, &arrival.via);
        let counted = Counted { from: letter.from.clone(), own, proof, network };
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
        let found = Found { proof, credit };
        let request = self.reading(move || request(&this.ours, &mail, letter, context, &text, found, objection)).await;
        Decision::Ask(Box::new(request), counted)
    }

    /// What vouches for a mail's From. Signatures are verified where that may block, between the look-ups.
    async fn look_into(self: &Arc<Self>, arrival: &Arc<Arrival>, letter: Letter) -> (Letter, Found) {
        let (this, mail, runtime) = (Arc::clone(self), Arc::clone(arrival), Handle::current());
        blocking(move || {
            let judged = this.verifier.look_into(&mail.raw, &letter, &mail.via, mail.sender.as_deref());
            let found = match runtime.block_on(judged) {
                // A mail without a date could be replayed at any time.
                Found { proof: Proof::Dmarc, credit } if letter.date.is_none() => Found { proof: Proof::None, credit },
                found => found,
            };
            (letter, found)
        })
        .await
    }

    /// The secret that counts among the candidates: the sender's own, else the first that is anybody's. A wrong one doesn't
    /// hide a right one.
    async fn secret(&self, tokens: Vec<String>, from: &str) -> Option<Secret> {
        if tokens.is_empty() {
            return None;
        }
        let (service, from) = (Arc::clone(&self.service), from.to_owned());
        let known = move |token: String| match service.address_of(&token) {
            Ok(owner) => owner.map(|owner| Secret { token, own: address::same(&owner, &from) }),
            // The service will report what is wrong with the database.
            Err(_) => Some(Secret { token, own: false }),
        };
        let known: Vec<Secret> = blocking(move || tokens.into_iter().filter_map(known).collect()).await;
        let at = known.iter().position(|secret| secret.own).unwrap_or(0);
        known.into_iter().nth(at)
    }

    /// Whose slot a mail takes, if its sender is looked up: whoever floods us holds up only themselves.
    pub(crate) async fn lane(&self, letter: &Letter, arrival: &Arrival) -> Option<Lane> {
        if !self.verifier.looks_up(letter, &arrival.via) {
            return None;
        }
        let tokens = answers(letter, &arrival.recipients, &self.ours).tokens;
        if self.secret(tokens, &letter.from).await.is_some_and(|secret| secret.own) {
            return Some(Lane::Own(letter.from.to_lowercase()));
        }
        let domain = || address::split(&letter.from).map_or("", |(_, domain)| domain).to_lowercase();
        Some(Lane::Stranger(network_of(&self.peers, &arrival.via).unwrap_or_else(domain)))
    }
}
