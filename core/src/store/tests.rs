//! The database file under bad conditions: damaged, read-only, full, from the past and from the future.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod kept;
mod public;

use std::path::{Path, PathBuf};

use super::{InboxBounds, Question, QuestionKind, Store, StoreError, Stored, Tx, Verdict};
use crate::address::Mailbox;
use crate::service::{Randomness, Service, Settings};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn fixture(schema: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/schema-{schema}.db"))
}

fn player(store: &mut Store, name: &str) -> Result<i64, StoreError> {
    store.write(|tx| tx.insert_player(name, 1))
}

#[test]
fn a_released_schema_opens_and_is_whole() {
    let folder = folder();
    let file = folder.path().join("old.db");
    std::fs::copy(fixture(1), &file).unwrap();
    let mut store = Store::open(&file).unwrap();
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
    let games = store.read(|tx| tx.games_after(0, 10)).unwrap();
    assert_eq!(games.len(), 2, "one that runs and one that is over");
    assert!(games.iter().any(|game| game.ended.is_some()) && games.iter().any(|game| game.ended.is_none()));
    assert!(store.read(|tx| tx.player_named("ann")).unwrap().is_some());
    player(&mut store, "carl").unwrap();
}

#[test]
fn a_newer_database_is_refused_in_words() {
    let folder = folder();
    let file = folder.path().join("new.db");
    let store = Store::open(&file).unwrap();
    store.connection().pragma_update(None, "user_version", 4_000).unwrap();
    drop(store);
    let error = Store::open(&file).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 4_000, .. }), "{error}");
    assert!(error.to_string().contains("use a newer turnpost"), "{error}");
    assert!(matches!(Store::open_read_only(&file), Err(StoreError::Newer { .. })));
}

#[test]
fn a_damaged_file_is_said_to_be_damaged() {
    let folder = folder();
    let file = folder.path().join("bad.db");
    std::fs::write(&file, vec![7; 8192]).unwrap();
    let error = Store::open(&file).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
    assert_eq!(std::fs::read(&file).unwrap(), vec![7; 8192], "nothing is overwritten");

    // Damage in the middle is found by the examination.
    let file = folder.path().join("holes.db");
    std::fs::copy(fixture(1), &file).unwrap();
    let mut bytes = std::fs::read(&file).unwrap();
    let half = bytes.len() / 2;
    bytes[half..half + 16_384].fill(0x5a);
    std::fs::write(&file, bytes).unwrap();
    let found = Store::open(&file).map(|store| store.integrity());
    assert!(!matches!(found, Ok(Ok(ref problems)) if problems.is_empty()), "{found:?}");
}

#[test]
fn a_read_only_file_is_said_to_be_read_only() {
    let folder = folder();
    let file = folder.path().join("ro.db");
    drop(Store::open(&file).unwrap());
    let mut store = Store::open_read_only(&file).unwrap();
    let error = player(&mut store, "ann").unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly(_)), "{error}");
    assert!(matches!(Store::open(folder.path()), Err(StoreError::CannotOpen(_))), "a folder is no database");
}

#[test]
fn a_full_disk_loses_nothing_that_was_stored() {
    let mut store = Store::in_memory().unwrap();
    let pages: i64 = store.connection().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    store.connection().pragma_update(None, "max_page_count", pages + 8).unwrap();
    let mut stored = 0;
    let error = loop {
        match player(&mut store, &format!("player-{stored}")) {
            Ok(_) => stored += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    let players = store.read(|tx| tx.players_after(0, 100_000)).unwrap();
    assert_eq!(players.len(), stored);
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
    // With space again, it goes on.
    store.connection().pragma_update(None, "max_page_count", pages + 1_000).unwrap();
    player(&mut store, "again").unwrap();
}

#[test]
fn what_fails_leaves_no_trace() {
    let mut store = Store::in_memory().unwrap();
    let failed: Result<(), StoreError> = store.write(|tx| {
        tx.insert_player("ann", 1)?;
        Err(StoreError::Nonsense("a mistake".to_owned()))
    });
    assert!(failed.is_err());
    assert!(store.read(|tx| tx.player_named("ann")).unwrap().is_none());
}

#[test]
fn a_backup_of_a_running_database_is_a_database() {
    let folder = folder();
    let mut store = Store::open(folder.path().join("live.db")).unwrap();
    player(&mut store, "ann").unwrap();
    let copy = folder.path().join("copy.db");
    super::Shared::new(Store::open(folder.path().join("live.db")).unwrap()).backup(&copy).unwrap();
    player(&mut store, "ben").unwrap();
    let mut copy = Store::open(&copy).unwrap();
    assert_eq!(copy.integrity().unwrap(), Vec::<String>::new());
    assert!(copy.read(|tx| tx.player_named("ann")).unwrap().is_some());
    assert!(copy.read(|tx| tx.player_named("ben")).unwrap().is_none());
    assert_eq!(copy.read(|tx| tx.token_key()).unwrap(), store.read(|tx| tx.token_key()).unwrap(), "complete");
}

#[test]
fn leases_are_held_by_one() {
    let mut store = Store::in_memory().unwrap();
    let mut take = |holder: &str, now| store.write(|tx| tx.take_lease("tick", holder, now, 60)).unwrap();
    assert!(take("a", 0));
    assert!(!take("b", 59));
    assert!(take("a", 30), "renewed");
    assert!(!take("b", 89));
    assert!(take("b", 90));
    assert!(!take("a", 91));
    store.write(|tx| tx.drop_leases_of("a")).unwrap();
    let mut take = |holder: &str, now| store.write(|tx| tx.take_lease("tick", holder, now, 60)).unwrap();
    assert!(!take("a", 92), "the living keeps it");
    store.write(|tx| tx.drop_leases_of("b")).unwrap();
    let mut take = |holder: &str, now| store.write(|tx| tx.take_lease("tick", holder, now, 60)).unwrap();
    assert!(take("a", 92), "the dead one's is free at once");
}

#[test]
fn a_mail_that_is_put_back_waits_and_was_not_tried() {
    let mut store = Store::in_memory().unwrap();
    let id = store.write(|tx| tx.inbox_put(b"mail", "{}", None, 1, InboxBounds::default())).unwrap();
    for _ in 0..20 {
        let taken = store.write(|tx| tx.inbox_take("a", 100, 60, 5)).unwrap();
        assert_eq!(taken.iter().map(|mail| (mail.id, mail.attempts)).collect::<Vec<_>>(), [(id, 0)]);
        store.write(|tx| tx.inbox_put_back(id, 100)).unwrap();
        assert!(store.write(|tx| tx.inbox_take("a", 99, 60, 5)).unwrap().is_empty());
    }
}

#[test]
fn mails_of_a_dead_process_are_free_once() {
    let mut store = Store::in_memory().unwrap();
    let id = store
        .write(|tx| tx.inbox_put(b"From: ann@example.net\r\n\r\nhi", "{}", None, 1, InboxBounds::default()))
        .unwrap();
    let mut take = |release: bool| {
        let work = |tx: &Tx<'_>| -> Stored<usize> {
            if release {
                tx.inbox_release("a")?;
            }
            Ok(tx.inbox_take("a", 10, 60, 5)?.len())
        };
        store.write(work).unwrap()
    };
    assert_eq!((take(false), take(false)), (1, 0));
    assert_eq!((take(true), take(true)), (1, 0), "the second time it waits: it may be what kills");
    store.write(|tx| tx.inbox_done(id, &Verdict::Handled)).unwrap();
}

#[test]
fn what_an_address_was_asked_before_it_was_a_players_goes_with_it() {
    let mut store = Store::in_memory().unwrap();
    store
        .write(|tx| -> Stored<()> {
            let address = tx.address(&Mailbox::parse("ann@example.net").unwrap())?;
            let kind = QuestionKind::Forget;
            let (player, game, revision) = (None, None, None);
            tx.insert_question(&Question {
                id: 0,
                player,
                address: Some(address.id),
                kind,
                game,
                revision,
                asked: 1,
                expires: 9,
            })?;
            tx.scrub_address(&address)
        })
        .unwrap();
    let left: i64 = store.connection().query_row("SELECT count(*) FROM questions", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

/// Through the service, as an operator sees it: the number of days is a setting, and a tick does the cleaning.
#[test]
fn raw_mails_are_kept_for_so_many_days() {
    let day = 86_400;
    for keep_days in [3, 30] {
        let folder = folder();
        let file = folder.path().join("kept.db");
        let settings = Settings { keep_days, ..Settings::default() };
        let service = Service::new(Store::open(&file).unwrap(), settings).unwrap();
        let now = 1_780_000_000;
        let limit = now - day * i64::from(keep_days);
        let mails = [
            ("old", limit - 1, Some(Verdict::Handled)),
            ("old and dropped", limit - day, Some(Verdict::Dropped("a loop".to_owned()))),
            ("old, but it waits", limit - day, None),
            ("old, but it is tried again", limit - day, Some(Verdict::Later(now + day))),
            ("young enough", limit, Some(Verdict::Handled)),
            ("of today", now, Some(Verdict::Handled)),
        ];
        for (raw, at, verdict) in mails {
            let id = service.inbox_put(raw.as_bytes(), "{}", None, at).unwrap();
            if let Some(verdict) = verdict {
                service.inbox_done(id, &verdict).unwrap();
            }
        }
        service.tick(now, Randomness::fixed(0)).unwrap();
        let store = Store::open(&file).unwrap();
        let mut kept = store.connection().prepare("SELECT CAST(raw AS TEXT) FROM inbox ORDER BY id").unwrap();
        let kept: Vec<String> = kept.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let expected = ["old, but it waits", "old, but it is tried again", "young enough", "of today"];
        assert_eq!(kept, expected, "keep_days = {keep_days}");
    }
}

/// A database of 0.1 in which one mailbox has several spellings. The stricter stop is kept, the canonical spelling keeps
/// its player, and what referred to the others refers to it.
#[test]
fn spellings_of_one_address_are_merged() {
    let folder = folder();
    let file = folder.path().join("old.db");
    std::fs::copy(fixture(2), &file).unwrap();
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(
        "INSERT INTO players (id, name, folded, created) VALUES (901, 'Vic', 'vic', 1), (902, 'V1c', 'v1c', 1);
         INSERT INTO addresses (id, address, player, used, stopped) VALUES
           (901, 'victim@ｖictim.example', 902, 9, NULL), (902, 'victim@victim.example', 901, 1, NULL),
           (903, 'victim@victim.example.', NULL, 0, 77),
           (904, 'ann@bücher.example', NULL, 0, NULL), (905, 'bad address', NULL, 0, NULL),
           (906, 'forgotten 906', NULL, 0, NULL);
         INSERT INTO questions (player, address, kind, asked, expires) VALUES (NULL, 903, '\"Forget\"', 1, 9);
         INSERT INTO outbox (channel, recipient, board, notice, at) SELECT 'mail', 'victim@victim.example', 0, notice, 1
           FROM outbox LIMIT 1;",
    )
    .unwrap();
    let owed =
        old.query_row("SELECT count(*) FROM outbox WHERE recipient LIKE 'victim%' AND state = 'owed'", [], |row| {
            row.get::<_, i64>(0)
        });
    assert_eq!(owed.unwrap(), 1);
    drop(old);
    let mut store = Store::open(&file).unwrap();
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
    let victim = store.read(|tx| tx.known_address(&Mailbox::parse("victim@VICTIM.example").unwrap())).unwrap().unwrap();
    assert_eq!((victim.id, victim.player, victim.stopped), (902, Some(901), true));
    assert!(store.read(|tx| tx.said_stop(&victim.counted)).unwrap());
    let ann = store.read(|tx| tx.known_address(&Mailbox::parse("ann@bücher.example").unwrap())).unwrap().unwrap();
    assert_eq!((ann.id, ann.address.as_str()), (904, "ann@xn--bcher-kva.example"));
    let value = |sql: &str| store.connection().query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(value("SELECT count(*) FROM addresses WHERE address LIKE 'victim%'"), 1);
    assert_eq!(value("SELECT count(*) FROM questions WHERE address = 902"), 1);
    assert_eq!(value("SELECT count(*) FROM outbox WHERE recipient LIKE 'victim%' AND state = 'owed'"), 0);
    assert_eq!(value("SELECT count(*) FROM addresses WHERE suspended IS NOT NULL AND id = 905"), 1);
    assert_eq!(value("SELECT count FROM counters WHERE name = 'spellings of addresses merged'"), 2);
    assert_eq!(value("SELECT count FROM counters WHERE name = 'players who lost a spelling of an address'"), 1);
    assert_eq!(value("SELECT count(*) FROM players WHERE skeleton IS NULL AND forgotten = 0"), 0);
    assert!(store.read(|tx| tx.name_taken("VIC", Some(901))).unwrap(), "names of before stay, alike as they are");
}
