//! From a raw mail to the decision about it, as the gateway makes it, without look-ups in DNS.

use std::sync::{Arc, OnceLock};

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use turnpost_core::request::{Context, Proof};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::Store;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::auth::Verifier;
use turnpost_mailer::gateway::Surroundings;
use turnpost_mailer::gateway::alarm::Alarm;
use turnpost_mailer::gateway::inbound::{Decision, Inbound};
use turnpost_mailer::gateway::limit::{Forwards, Senders};
use turnpost_mailer::maildir::Maildir;
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::receive::{Arrival, Via};
use turnpost_mailer::send::post::Post;

/// The server that Authentication-Results are believed of.
const TRUSTED: &str = "mx.example.org";

/// Whatever the bytes are, a decision comes of them, and what it asks for is bounded and tells no secret.
pub fn mail(raw: &[u8]) {
    static GATEWAY: OnceLock<(Runtime, Inbound)> = OnceLock::new();
    let (runtime, inbound) = GATEWAY.get_or_init(|| {
        (Builder::new_current_thread().enable_all().build().expect("a runtime"), inbound())
    });
    let arrival = Arrival {
        raw: raw.to_vec(),
        via: Via::Pipe,
        sender: Some("ann@example.net".to_owned()),
        recipients: vec!["play+secret@example.org".to_owned()],
        at: 1_780_000_000,
    };
    let Decision::Ask(request) = runtime.block_on(inbound.decide(&arrival)) else { return };
    assert!(request.commands.len() <= 21, "{} commands", request.commands.len());
    assert!(!request.key.is_empty());
    assert!(!matches!(request.context, Context::Token(_)), "nobody was given that secret");
    let comment = request.comment.unwrap_or_default();
    assert!(comment.chars().count() <= 501, "{comment}");
    assert!(!comment.contains("play+secret@example.org"), "{comment}");
    if request.proof == Proof::Dmarc {
        assert!(raw.windows(TRUSTED.len()).any(|part| part.eq_ignore_ascii_case(TRUSTED.as_bytes())));
    }
}

fn inbound() -> Inbound {
    let service = Service::new(Store::in_memory().expect("a database"), Settings::default()).expect("a service");
    let ours = OurAddress::parse("play@example.org").expect("an address");
    let folder = Maildir::open(std::env::temp_dir().join("turnpost-fuzz-outbox")).expect("a folder");
    let around = Surroundings { clock: || 1_780_000_000, chance: || Randomness::fixed(1) };
    let post = Arc::new(Post::Maildir(folder));
    let service = Arc::new(service);
    Inbound {
        service: Arc::clone(&service),
        verifier: Verifier::new(ours.clone(), Some(TRUSTED.to_owned())),
        ours,
        peers: Peers::default(),
        limit: Senders::new(u32::MAX),
        forwards: Forwards::default(),
        alarm: Alarm::new(None, service, Arc::clone(&post), around),
        post,
        around,
        arrived: Arc::new(Notify::new()),
        owed: Arc::new(Notify::new()),
    }
}
