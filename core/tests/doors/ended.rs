//! Secrets end: after that they prove nothing, and people are told. `stop` works for ever.

use turnpost_core::notice::{Destination, News};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::Store;
use turnpost_core::token::{Subject, Token, TokenKey};

use crate::world::{DAY, START, World, words};

fn key(world: &World) -> TokenKey {
    TokenKey::new(world.value::<Vec<u8>>("SELECT key FROM keys WHERE name = 'token_key'"))
}

#[test]
fn the_secrets_of_a_game_end_sixty_days_after_it() {
    let mut world = World::new();
    world.game();
    let board = world.last("ann").token.clone().unwrap();
    // As long as the game lasts, any of its secrets will do.
    world.reply("ann", "away 30d");
    world.pass(25 * DAY);
    assert!(world.with("ann", &board, "games").iter().any(|notice| words(notice).contains("running game")));
    world.with("ann", &board, "resign yes");
    world.pass(59 * DAY);
    assert!(matches!(world.with("ann", &board, "games")[0].news, News::Told { .. }));
    world.pass(2 * DAY);
    let told = world.with("ann", &board, "rematch 1");
    assert!(matches!(told[0].news, News::Confirm { late: true, .. }), "asked, and told why: {told:?}");
    // From elsewhere it is nothing at all.
    assert!(!world.with("eve", &board, "games").iter().any(|notice| notice.to == to("ann")));
    // What asks is fresh.
    let told = world.with("ann", &told[0].token.clone().unwrap(), "yes");
    assert!(told.iter().any(|notice| notice.to == to("ben")), "{told:?}");
}

#[test]
fn stop_works_with_any_secret_for_ever() {
    let mut world = World::new();
    world.game();
    let board = world.last("ann").token.clone().unwrap();
    world.with("ann", &board, "resign yes");
    world.pass(900 * DAY);
    let told = world.with("ann", &board, "stop");
    assert!(words(&told[0]).contains("we write no more"), "{told:?}");
    assert!(world.value::<bool>("SELECT stopped IS NOT NULL FROM addresses WHERE address = 'ann@example.net'"));
    // From another address it stops nobody.
    let before: i64 = world.value("SELECT count(*) FROM addresses WHERE stopped IS NOT NULL");
    world.with("eve", &board, "stop");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM addresses WHERE stopped IS NOT NULL"), before);
}

#[test]
fn a_secret_about_nothing_in_particular_ends_sixty_days_after_it_was_made() {
    let mut world = World::new();
    world.signed("ann", "games");
    let (dated, day) = (world.last("ann").token.clone().unwrap(), world.now.div_euclid(DAY));
    let token = key(&world).verify(&dated).unwrap();
    assert_eq!((token.subject, token.issued), (Subject::Person, Some(day)));
    // One of 0.1 has no date; its days are counted from the first of this version.
    let undated = key(&world).sign(Token { issued: None, ..token });
    world.pass(59 * DAY);
    for secret in [&dated, &undated] {
        assert!(matches!(world.with("ann", secret, "set receipts off")[0].news, News::Told { .. }));
    }
    world.pass(3 * DAY);
    for secret in [&dated, &undated] {
        let told = world.with("ann", secret, "set receipts on");
        assert!(matches!(told[0].news, News::Confirm { late: true, .. }), "{told:?}");
    }
}

#[test]
fn secrets_of_0_1_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    std::fs::copy(format!("{}/tests/fixtures/schema-2.db", env!("CARGO_MANIFEST_DIR")), &file).unwrap();
    let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
    service.tick(START, Randomness::fixed(1)).unwrap();
    let sql = rusqlite::Connection::open(&file).unwrap();
    let key: Vec<u8> = sql.query_row("SELECT key FROM keys WHERE name = 'token_key'", [], |row| row.get(0)).unwrap();
    sql.execute("INSERT INTO addresses (address) VALUES ('zoe@example.net')", []).unwrap();
    let address = sql.last_insert_rowid();
    let old = TokenKey::new(key).sign(Token { address, subject: Subject::Person, issued: None });
    assert_eq!(service.address_of(&old).unwrap().as_deref(), Some("zoe@example.net"));
}

#[test]
fn a_late_yes_is_told_to_be_late() {
    let mut world = World::new();
    let told = world.say(
        crate::world::mailbox("ann"),
        turnpost_core::request::Proof::None,
        turnpost_core::request::Context::Fresh,
        "new amazons vs ben@example.net",
    );
    assert!(matches!(told[0].news, News::Confirm { .. }));
    world.pass(8 * DAY);
    let told = world.reply("ann", "yes");
    assert_eq!(told.len(), 1, "nobody is invited: {told:?}");
    assert!(words(&told[0]).contains("time is over"), "{told:?}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM players"), 0, "nobody is made a player by it");
}

#[test]
fn stop_outlives_being_forgotten_as_a_hash() {
    let mut world = World::new();
    world.game();
    world.reply("ben", "stop");
    world.reply("ben", "forget me");
    world.reply("ben", "yes");
    let stored: i64 = world.value("SELECT count(*) FROM addresses WHERE address LIKE '%ben@%'");
    // One hash of the address, one of the mailbox with all its tags; with the key of this database alone.
    assert_eq!((stored, world.value::<i64>("SELECT count(*) FROM stops")), (0, 2));
    for text in ["ben@example.net", "counted ben@example.net"] {
        let known = format!("SELECT count(*) FROM stops WHERE hash = '{}'", key(&world).hash(text));
        assert_eq!(world.value::<i64>(&known), 1, "{text}");
    }
    let told = world.signed("cat", "new amazons vs Ben@Example.net");
    assert!(!told.iter().any(|notice| notice.to == to("ben")), "{told:?}");
    // Until he says start himself.
    world.signed("ben", "start");
    world.reply("ben", "yes");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM stops"), 0);
    let told = world.signed("dan", "new amazons vs ben@example.net");
    assert!(told.iter().any(|notice| notice.to == to("ben")), "{told:?}");
}

#[test]
fn stops_of_0_1_come_along() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("old.db");
    std::fs::copy(format!("{}/tests/fixtures/schema-2.db", env!("CARGO_MANIFEST_DIR")), &file).unwrap();
    let sql = rusqlite::Connection::open(&file).unwrap();
    let key: Vec<u8> = sql.query_row("SELECT value FROM meta WHERE name = 'token_key'", [], |row| row.get(0)).unwrap();
    let hash = TokenKey::new(key).hash("zoe@example.net");
    sql.execute("INSERT INTO addresses (address, stopped) VALUES (?1, 5)", [format!("forgotten {hash}")]).unwrap();
    drop(sql);
    let mut store = Store::open(&file).unwrap();
    assert!(
        store
            .write(|tx| tx.address(&turnpost_core::address::Mailbox::parse("zoe@example.net").unwrap()))
            .unwrap()
            .stopped
    );
    assert!(
        !store
            .write(|tx| tx.address(&turnpost_core::address::Mailbox::parse("yan@example.net").unwrap()))
            .unwrap()
            .stopped
    );
}

fn to(name: &str) -> Destination {
    Destination::Email(format!("{name}@example.net"))
}
