//! From a raw mail to what comes of it, as the gateway decides it and the service does it, without look-ups in DNS. Ann
//! and Ben are at a game; Cid said stop. Besides what a decision may hold, three laws are asserted: a mail causes so many
//! mails at most, none goes to somebody who stopped, and nothing in it hangs on what another was written.
//!
//! In an input, `{ann}` and `{ben}` stand for the secret of the last mail that each got, `{ann#}` and `{ben#}` for its
//! number.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use turnpost_core::command::Command;
use turnpost_core::message;
use turnpost_core::notice::Notice;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Owed, Store};
use turnpost_mailer::address::{OurAddress, same};
use turnpost_mailer::decide::auth::Verifier;
use turnpost_mailer::decide::judge::{Decision, Judge};
use turnpost_mailer::decide::limit::Senders;
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::receive::{Arrival, Via};

/// The server that Authentication-Results are believed of.
const TRUSTED: &str = "mx.example.org";

const NOW: i64 = 1_780_000_000;
const ANN: &str = "ann@example.net";
const BEN: &str = "ben@example.com";
const CID: &str = "cid@example.info";

/// Commands of a mail, and one word about those that are too many.
const COMMANDS: usize = 21;
/// Mails that may come of one: each command tells whoever gave it, and somebody else.
const MAILS: usize = 2 * COMMANDS;

/// A world is old when it has done so many mails: limits are reached, and nothing happens any more.
const OLD: u32 = 20;

/// Whatever the bytes are, a decision comes of them, and what it asks for is bounded, tells no secret and keeps the laws.
pub fn mail(raw: &[u8]) {
    static HERE: OnceLock<(Runtime, Arc<Judge>, Mutex<Option<World>>)> = OnceLock::new();
    let (runtime, empty, here) = HERE.get_or_init(|| {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let empty = Service::new(Store::in_memory().expect("a database"), Settings::default()).expect("a service");
        (runtime, judge(Arc::new(empty)), Mutex::default())
    });
    let mut here = here.lock().unwrap_or_else(PoisonError::into_inner);
    let mut world = here.take().filter(|world| world.done < OLD).unwrap_or_else(World::new);
    let arrival = Arc::new(Arrival {
        raw: world.filled_in(raw),
        via: Via::Pipe,
        sender: Some(ANN.to_owned()),
        recipients: vec!["play+secret@example.org".to_owned()],
        at: NOW,
    });
    let decision = runtime.block_on(world.judge.decide(&arrival));
    if let Decision::Ask(request, _) = decision {
        bounded(&arrival.raw, &request);
        if !world.knows(&request) {
            alike(&request, runtime.block_on(empty.decide(&arrival)));
        }
        world.ask(&request);
    }
    *here = Some(world);
}

/// What a request may hold.
fn bounded(raw: &[u8], request: &Request) {
    assert!(request.commands.len() <= COMMANDS, "{} commands", request.commands.len());
    assert!(!request.key.is_empty());
    assert_ne!(request.context, Context::Token("secret".to_owned()), "nobody was given that secret");
    let comment = request.comment.clone().unwrap_or_default();
    assert!(comment.chars().count() <= 501, "{comment}");
    assert!(!comment.contains("play+secret@example.org"), "{comment}");
    if request.proof == Proof::Dmarc {
        assert!(raw.windows(TRUSTED.len()).any(|part| part.eq_ignore_ascii_case(TRUSTED.as_bytes())));
    }
}

/// Where nobody was ever written anything, the same is read: nothing that another got was compared with it.
fn alike(request: &Request, elsewhere: Decision) {
    let Decision::Ask(other, _) = elsewhere else { panic!("{request:?} hangs on what others got: {elsewhere:?}") };
    assert_eq!((&request.commands, &request.comment), (&other.commands, &other.comment));
}

struct World {
    service: Arc<Service>,
    judge: Arc<Judge>,
    /// The last mail to Ann and to Ben: its number and its secret.
    last: [(i64, String); 2],
    done: u32,
}

impl World {
    fn new() -> World {
        let service = Service::new(Store::in_memory().expect("a database"), Settings::default()).expect("a service");
        let service = Arc::new(service);
        let last = [ANN, BEN].map(|_| (0, String::new()));
        let mut world = World { judge: judge(Arc::clone(&service)), service, last, done: 0 };
        world.says(CID, None, "new dameo");
        let cids = world.says(CID, None, "help");
        world.says(CID, cids.first().and_then(|owed| owed.notice.token.clone()), "stop");
        world.says(ANN, None, &format!("new amazons vs {BEN}"));
        let invited = world.last[1].1.clone();
        world.says(BEN, Some(invited), "yes d1-d7/g7");
        assert!(world.last.iter().all(|(id, token)| *id > 0 && !token.is_empty()), "both were written to");
        world
    }

    fn says(&mut self, from: &str, token: Option<String>, text: &str) -> Vec<Owed> {
        self.done += 1;
        let read = message::read(text);
        self.ask(&Request {
            from: Sender::Email { address: from.to_owned(), display: None, offset: None },
            proof: Proof::Dmarc,
            key: format!("begin {}", self.done),
            at: NOW - 1000,
            context: token.map_or(Context::Fresh, Context::Token),
            place: None,
            commands: read.commands,
            comment: read.comment,
            manner: Manner::default(),
        })
    }

    /// Does what is asked, and gives the mails that come of it.
    fn ask(&mut self, request: &Request) -> Vec<Owed> {
        self.done += 1;
        self.service.handle(request, Randomness::fixed(u64::from(self.done))).expect("a database");
        let mut sent = Vec::new();
        loop {
            let owed = self.service.pending(Channel::Mail, NOW, 60, 100).expect("a database");
            if owed.is_empty() {
                break;
            }
            for owed in owed {
                self.service.settle(owed.id, &Delivery::Sent, NOW).expect("a database");
                sent.push(owed);
            }
        }
        assert!(sent.len() <= MAILS, "{} mails come of one", sent.len());
        let Sender::Email { address: from, .. } = &request.from else { panic!("it is a mail") };
        let begins = || request.commands.contains(&Ok(Command::Start));
        let speaks = same(from, CID) && (request.proof == Proof::Dmarc || begins());
        for Owed { id, notice, .. } in &sent {
            let to = notice.to.recipient();
            assert!(to != CID || speaks, "Cid said stop, and gets {notice:?}");
            self.note(*id, &to, notice);
        }
        sent
    }

    fn note(&mut self, id: i64, to: &str, notice: &Notice) {
        let of = [ANN, BEN].iter().position(|who| *who == to);
        if let (Some(place), Some(token)) = (of.and_then(|of| self.last.get_mut(of)), &notice.token) {
            *place = (id, token.clone());
        }
    }

    /// Whether a request comes with a secret of its sender's.
    fn knows(&self, request: &Request) -> bool {
        let (Context::Token(token), Sender::Email { address, .. }) = (&request.context, &request.from) else {
            return false;
        };
        self.service.address_of(token).expect("a database").is_some_and(|owner| same(&owner, address))
    }

    fn filled_in(&self, raw: &[u8]) -> Vec<u8> {
        let mut raw = raw.to_vec();
        for (name, (id, token)) in ["ann", "ben"].iter().zip(&self.last) {
            raw = replaced(&raw, format!("{{{name}}}").as_bytes(), token.as_bytes());
            raw = replaced(&raw, format!("{{{name}#}}").as_bytes(), id.to_string().as_bytes());
        }
        raw
    }
}

fn replaced(mut text: &[u8], what: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    while let Some(at) = text.windows(what.len()).position(|part| part == what) {
        out.extend_from_slice(&text[..at]);
        out.extend_from_slice(by);
        text = &text[at + what.len()..];
    }
    out.extend_from_slice(text);
    out
}

fn judge(service: Arc<Service>) -> Arc<Judge> {
    let ours = OurAddress::parse("play@example.org").expect("an address");
    Arc::new(Judge {
        service,
        verifier: Verifier::new(ours.clone(), Some(TRUSTED.to_owned())),
        ours,
        peers: Peers::default(),
        limit: Arc::new(Senders::new(u32::MAX)),
        desks: Semaphore::new(1),
    })
}
