//! A mailed turn from its bytes to the two mails that it causes: how many statements that takes. Each is a round trip where
//! the database is a server, and beginning and ending a transaction are, too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;
#[path = "mail_flow/world.rs"]
#[allow(dead_code, reason = "shared with another test")]
mod world;

use turnpost_core::command::{Command, NewGame, Opponent};
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service};
use turnpost_core::store::{Channel, Delivery, statements_of};
use world::{World, new_game, token, turn};

/// What a mailed turn takes, step by step.
struct Counted {
    steps: Vec<(&'static str, Vec<String>)>,
}

impl Counted {
    fn note<T>(&mut self, step: &'static str, work: impl FnOnce() -> T) -> T {
        let (done, statements) = statements_of(work);
        self.steps.push((step, statements));
        done
    }

    fn of(&self, step: &str) -> usize {
        self.steps.iter().filter(|(name, _)| *name == step).map(|(_, statements)| statements.len()).sum()
    }

    /// In all; what it takes to judge a mail depends on what it quotes and answers.
    fn all(&self) -> usize {
        ["put by", "take", "handle", "deliver"].iter().map(|step| self.of(step)).sum()
    }

    fn print(&self, what: &str) {
        let steps: Vec<String> = self.steps.iter().map(|(step, all)| format!("{} to {step}", all.len())).collect();
        println!("{what}: {}, {} in all without judging", steps.join(", "), self.all());
        for (step, statement) in self.steps.iter().flat_map(|(step, all)| all.iter().map(move |one| (step, one))) {
            println!("    {step}: {}", &statement[..statement.len().min(150)]);
        }
    }
}

/// Does what the mailer does with a mail, in its order, and gives the notices that were sent.
fn mailed(
    world: &mut World,
    from: &str,
    (answered, secret): (i64, &str),
    command: Command,
) -> (Counted, Vec<(i64, Notice)>) {
    world.now += 60;
    world.keys += 1;
    let (service, now, key) = (&world.service, world.now, format!("<{}@example>", world.keys));
    let raw = format!("From: {from}\r\nTo: play+{secret}@example.org\r\nMessage-ID: {key}\r\n\r\n{command}\r\n");
    let mut counted = Counted { steps: Vec::new() };
    let id = counted.note("put by", || service.inbox_put(raw.as_bytes(), "{}", Some("192.0.2.7"), now).unwrap());
    let mails = counted.note("take", || service.inbox_take(now, 60, 16).unwrap());
    assert_eq!(mails.iter().map(|mail| mail.id).collect::<Vec<_>>(), [id]);
    counted.note("judge", || {
        assert_eq!(service.address_of(secret).unwrap().as_deref(), Some(from));
        assert!(service.notice_for(answered, secret, from).unwrap().is_some() || answered == 0);
        assert_eq!(service.is_behind_another(id, from).unwrap(), None);
    });
    let request = Request {
        from: Sender::Email { address: from.to_owned(), display: None, offset: Some(120) },
        proof: Proof::None,
        key,
        at: now,
        context: Context::Token(secret.to_owned()),
        place: None,
        commands: vec![Ok(command)],
        comment: None,
        manner: Manner::default(),
    };
    let names = [from.to_owned()];
    counted.note("handle", || service.handle_mail(id, &request, &names, Randomness::fixed(7)).unwrap());
    counted.note("judge", || {
        assert!(!service.invitations_capped(now).unwrap() && !service.strangers_capped(now).unwrap());
    });
    let sent = counted.note("deliver", || delivered(service, now));
    (counted, sent)
}

fn delivered(service: &Service, now: i64) -> Vec<(i64, Notice)> {
    let mut sent = Vec::new();
    loop {
        let due = service.pending(Channel::Mail, now, 60, 32).unwrap();
        if due.is_empty() {
            return sent;
        }
        for owed in due {
            service.store_rendered(owed.id, b"bytes", "envelope").unwrap();
            service.settle(owed.id, &Delivery::Sent, now).unwrap();
            sent.push((owed.id, owed.notice));
        }
    }
}

/// Ann invites Ben to a game, and Ben accepts. Gives what both are sent then.
fn begun(world: &mut World, game: &str) -> Vec<(i64, Notice)> {
    let new = NewGame { game: game.to_owned(), opponent: Opponent::Email(BEN.to_owned()), ..new_game() };
    let confirm = world.mail(ANN, None, &[Command::New(new)], None);
    let sent = world.mail(ANN, Some(&token(&confirm[0].1)), &[Command::Yes], None);
    let invitation = sent.iter().find(|(to, _)| to == BEN).unwrap();
    let both = world.mail(BEN, Some(&token(&invitation.1)), &[Command::Yes], None);
    both.into_iter().map(|(_, notice)| (0, notice)).collect()
}

const ANN: &str = "ann@example.net";
const BEN: &str = "ben@example.net";

/// In the one game positions are compared with earlier ones, in the other not.
#[test]
fn a_mailed_turn_takes_few_statements() {
    for game in ["amazons", "dameo"] {
        let mut world = World::new();
        world.service.tick(world.now, Randomness::fixed(1)).unwrap();
        let mut sent = begun(&mut world, game);
        for turns in 1..=6 {
            assert_eq!(sent.len(), 2, "a turn and a receipt");
            let (id, mine) = sent.iter().find(|(_, notice)| matches!(notice.news, News::YourTurn(_))).unwrap();
            let Destination::Email(from) = &mine.to else { panic!("{:?}", mine.to) };
            let text = mine.board.as_ref().unwrap().now().unwrap().legal().swap_remove(0);
            let counted;
            (counted, sent) = mailed(&mut world, from, (*id, &token(mine)), turn(&text));
            counted.print(&format!("{game}, turn {turns}"));
            assert!(counted.of("handle") <= 15, "{game}: {} to handle", counted.of("handle"));
            assert!(counted.all() <= 35, "{game}: {} in all", counted.all());
        }
    }
}
