//! Codes, plans and what is the reader's alone are not in the outbox.

use turnpost_core::request::{Context, Proof};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Store};

use crate::world::{HOUR, START, World, code, mailbox, user, words};

#[test]
fn a_code_is_in_the_mail_and_not_in_the_outbox() {
    let mut world = World::new();
    world.game();
    let request = world.request(mailbox("ann"), Proof::None, Context::Token(token(&world, "ann")), "link");
    world.service.handle(&request, Randomness::fixed(7)).unwrap();
    let code_in_force: String = world.value("SELECT code FROM link_codes");
    assert!(!world.stored(&code_in_force), "while it is owed");
    let owed = world.service.pending(Channel::Mail, world.now, 60, 9).unwrap().pop().unwrap();
    assert_eq!(code(&owed.notice), code_in_force);
    // What was rendered for a try holds it, until that try is settled.
    world.service.store_rendered(owed.id, code_in_force.as_bytes(), "{}").unwrap();
    assert!(world.stored(&code_in_force));
    world.service.settle(owed.id, &Delivery::Sent, world.now).unwrap();
    assert!(!world.stored(&code_in_force), "once it is sent");
}

#[test]
fn the_code_for_another_address_is_not_stored_either() {
    let mut world = World::new();
    world.game();
    let token = token(&world, "ann");
    let told = world.with("eve", &token, "j7-h7/h3");
    assert_eq!(told.len(), 1);
    let code_in_force: String = world.value("SELECT code FROM link_codes");
    assert_eq!(code(&told[0]), code_in_force);
    assert!(!world.stored(&code_in_force));
}

#[test]
fn a_code_that_is_gone_is_said_to_be() {
    let mut world = World::new();
    world.game();
    let ask = world.request(user(1), Proof::Transport, Context::Fresh, "link");
    let shown = world.service.handle(&ask, Randomness::fixed(7)).unwrap();
    let first = code(&shown.answers[0].notice);
    assert!(!world.stored(&first));
    // The same interaction again gets the same answer, as long as there is one.
    let again = world.service.handle(&ask, Randomness::fixed(7)).unwrap();
    assert_eq!((again.repeated, code(&again.answers[0].notice)), (true, first));
    let late = turnpost_core::request::Request { at: ask.at + HOUR + 1, ..ask };
    let late = world.service.handle(&late, Randomness::fixed(7)).unwrap();
    assert!(words(&late.answers[0].notice).contains("works no more"), "{late:?}");
}

#[test]
fn plans_are_not_stored_in_notices() {
    let mut world = World::new();
    world.game();
    world.reply("ann", "j7-h7/h3");
    let told = world.reply("ann", "if d7-d5/b3 then h7-h4/f6");
    assert!(words(&told[0]).contains("1. if d7-d5/b3 then h7-h4/f6"), "{told:?}");
    assert!(!world.stored("h7-h4/f6"), "while it waits");
    let told = world.reply("ann", "plans");
    assert!(words(&told[0]).contains("h7-h4/f6"));
    assert!(!world.stored("h7-h4/f6"));
}

#[test]
fn what_is_the_readers_alone_goes_once_it_was_shown() {
    let mut world = World::new();
    world.game();
    let told = world.reply("ann", "note my zebra plan");
    assert!(words(&told[0]).contains("zebra"));
    assert!(!world.stored("zebra"));
    for ask in ["settings", "export me"] {
        let told = world.reply("ann", ask);
        // An export is a file of its mail.
        let shown = format!("{:?}", told[0].news);
        assert!(shown.contains("ann@example.net"), "{ask}: {shown}");
        let kept = "SELECT count(*) FROM outbox WHERE state <> 'owed' AND notice LIKE '%\"news\":%ann@example.net%\"board\":%'";
        assert_eq!(world.value::<i64>(kept), 0, "{ask}");
    }
    // In Discord a repeated interaction is told that it was answered.
    let ask = world.request(user(1), Proof::Transport, Context::Fresh, "settings");
    let shown = world.service.handle(&ask, Randomness::fixed(7)).unwrap();
    assert!(words(&shown.answers[0].notice).starts_with("You are"));
    world.service.settle(shown.answers[0].id, &Delivery::Sent, world.now).unwrap();
    let again = world.service.handle(&ask, Randomness::fixed(7)).unwrap();
    assert!(words(&again.answers[0].notice).contains("ask again"), "{again:?}");
}

#[test]
fn what_is_dropped_or_superseded_keeps_no_bytes() {
    let mut world = World::new();
    world.game();
    for text in ["note my zebra plan", "settings"] {
        let request = world.request(mailbox("ann"), Proof::None, Context::Token(token(&world, "ann")), text);
        world.service.handle(&request, Randomness::fixed(7)).unwrap();
    }
    let owed = world.service.pending(Channel::Mail, world.now, 60, 9).unwrap();
    world.service.store_rendered(owed[0].id, b"bytes", "{}").unwrap();
    world.reply("ann", "stop");
    assert!(!world.stored("zebra"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM outbox WHERE rendered IS NOT NULL"), 0);
}

/// A database of 0.1 with a code and plans in its notices comes along without them.
#[test]
fn codes_and_plans_of_older_databases_are_scrubbed() {
    for schema in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("old.db");
        let fixture = format!("{}/tests/fixtures/schema-{schema}.db", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(fixture, &file).unwrap();
        let old = rusqlite::Connection::open(&file).unwrap();
        let put = |state: &str, subject: &str, line: &str| {
            let notice = format!(
                r#"{{"to":{{"Email":"ann@example.net"}},"name":"Ann","taste":{{"theme":"classic","zone":"UTC","my_side":true}},
                "at":1,"token":null,"game":null,"news":{{"Words":{{"subject":"{subject}","lines":["{line}","x"]}}}},"board":null}}"#
            );
            old.execute(
                "INSERT INTO outbox (channel, recipient, board, notice, at, state, rendered, envelope)
                 VALUES ('mail', 'ann@example.net', 0, ?1, 1, ?2, CAST(?3 AS BLOB), '{}')",
                [notice.as_str(), state, line],
            )
            .unwrap();
        };
        old.execute("DELETE FROM outbox", []).unwrap();
        for state in ["owed", "sent", "failed", "superseded", "kept"] {
            put(state, "Turnpost: link another account", "Your code: zebra222. Within an hour, write link zebra222");
            put(state, "Turnpost: did you write from another address?", "within an hour: link zebra222");
            put(state, "", "Your plans in game 1; plans 1 cancel drops them: zebra222");
        }
        put("sent", "Turnpost: your settings", "Mail 1: zebra222@example.net");
        put("sent", "Turnpost: everything stored about you", "zebra222");
        put("superseded", "Turnpost: help", "zebra");
        put("owed", "Turnpost: your settings", "Mail 1: quagga@example.net");
        drop(old);
        let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
        let found = rusqlite::Connection::open(&file).unwrap();
        let count = |sql: &str| found.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count("SELECT count(*) FROM outbox WHERE instr(notice, 'zebra222')"), 0);
        assert_eq!(count("SELECT count(*) FROM outbox WHERE instr(rendered, CAST('zebra' AS BLOB))"), 0);
        assert_eq!(count("SELECT count(*) FROM outbox WHERE instr(notice, 'quagga')"), 1, "what is owed still goes");
        assert_eq!(count("SELECT count(*) FROM outbox"), 19, "nothing else is lost");
        // All that is owed can still be delivered.
        let mut sent = Vec::new();
        while let Some(owed) = service.pending(Channel::Mail, START, 60, 1).unwrap().pop() {
            service.settle(owed.id, &Delivery::Sent, START).unwrap();
            sent.push(owed.notice);
        }
        assert_eq!(sent.len(), 4, "{sent:?}");
        assert!(sent.iter().all(|notice| !turnpost_core::text::said(notice).unwrap_or_default().lines.is_empty()));
    }
}

fn token(world: &World, name: &str) -> String {
    world.last(name).token.clone().unwrap()
}
