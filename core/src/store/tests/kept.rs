//! What stays of mails and people, and for how long.

use super::*;
use crate::store::addresses_in;

const BOUNDS: InboxBounds = InboxBounds { bytes: 1_000, mails: 8 };

fn put(store: &mut Store, raw: &[u8], peer: Option<&str>) -> Stored<i64> {
    store.write(|tx| tx.inbox_put(raw, "{}", peer, 1, BOUNDS))
}

fn number(store: &Store, sql: &str) -> i64 {
    store.connection().query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn of_what_is_dropped_only_the_hash_is_kept() {
    let mut store = Store::in_memory().unwrap();
    let peer = Some("127.0.0.1");
    let dropped = put(&mut store, b"From: eve@evil.example\r\n\r\nspam", peer).unwrap();
    let noted = put(&mut store, b"From: mailer@example.net\r\n\r\nit came back", peer).unwrap();
    let handled = put(&mut store, b"From: ann@example.net\r\n\r\nd1-d7/g7", peer).unwrap();
    let put_by = put(&mut store, b"From: ben@example.net\r\n\r\nit breaks us", peer).unwrap();
    store
        .write(|tx| -> Stored<()> {
            tx.inbox_done(dropped, &Verdict::Dropped("a loop".to_owned()))?;
            tx.inbox_done(noted, &Verdict::Noted)?;
            tx.inbox_done(handled, &Verdict::Handled)?;
            tx.inbox_done(put_by, &Verdict::PutBy("it breaks us".to_owned()))
        })
        .unwrap();
    let left = "SELECT group_concat(id) FROM inbox WHERE length(raw) > 0 AND peer IS NOT NULL";
    let left: String = store.connection().query_row(left, [], |row| row.get(0)).unwrap();
    assert_eq!(left, format!("{handled},{put_by}"));
    assert_eq!(put(&mut store, b"From: eve@evil.example\r\n\r\nspam", peer).unwrap(), dropped, "known for a repeat");
    assert_eq!(number(&store, "SELECT count(*) FROM inbox WHERE verdict IS NULL"), 0, "nothing waits");
    assert_eq!(number(&store, "SELECT count(*) FROM inbox_about"), 2, "what is kept is found again");
}

#[test]
fn what_waits_is_bounded_and_nobody_takes_all_of_it() {
    let mut store = Store::in_memory().unwrap();
    let big = |n: u8| vec![n; 200];
    let eve = |host: u8| format!("192.0.2.{host}");
    assert!(put(&mut store, &big(1), Some(&eve(1))).is_ok());
    let error = put(&mut store, &big(2), Some(&eve(2))).unwrap_err();
    assert!(matches!(error, StoreError::NoRoom(_)), "{error}");
    assert!(error.to_string().contains("of its network"), "{error}");
    assert_eq!(number(&store, "SELECT count(*) FROM inbox"), 1);
    assert_eq!(
        number(&store, "SELECT sum(size) FROM inbox WHERE verdict IS NULL"),
        200,
        "what is refused counts nothing"
    );
    // Others have their own share, and this machine's mail server all that is left.
    assert!(put(&mut store, &big(3), Some("198.51.100.1")).is_ok());
    assert!(put(&mut store, &big(4), Some("2001:db8::1")).is_ok());
    for n in 5..7 {
        assert!(put(&mut store, &big(n), Some("127.0.0.1")).is_ok());
    }
    let error = put(&mut store, &big(7), None).unwrap_err();
    assert!(error.to_string().contains("in all"), "{error}");
    // One is done, another finds room.
    store.write(|tx| tx.inbox_done(1, &Verdict::Handled)).unwrap();
    put(&mut store, &big(8), Some(&eve(3))).unwrap();
    // Small mails are counted, too.
    let mut store = Store::in_memory().unwrap();
    let taken = (0..20).filter(|n| put(&mut store, &[*n], None).is_ok()).count();
    assert_eq!(taken, 8);
}

#[test]
fn a_mail_is_found_by_every_address_in_it() {
    let found =
        addresses_in("From: Mo <Mo@Example.com>, (...d.mo@example.com). I am not mo@example.com.au; x=mo@b.c, @, a@");
    let expected = ["mo@example.com", "d.mo@example.com", "mo@example.com.au", "x=mo@b.c", "mo@b.c"];
    assert_eq!(found, expected);
}

#[test]
fn forgetting_empties_the_mails_that_name_an_address_and_no_others() {
    let mut store = Store::in_memory().unwrap();
    let mails: [&[u8]; 5] = [
        b"From: Mo <Mo@Example.com>\r\n\r\nhello \xff",
        b"From: ann@example.net\r\n\r\nother",
        b"From: d.mo@example.com\r\n\r\nI am not mo@example.com.au",
        b"From: ann@example.net\r\n\r\nask (...mo@EXAMPLE.com).",
        b"From: ann@example.net\r\n\r\nd1-d7/g7 (mo@example.com)",
    ];
    let ids = mails.map(|raw| store.write(|tx| tx.inbox_put(raw, "{}", None, 1, InboxBounds::default())).unwrap());
    let raws = |store: &Store| {
        let mut lengths = store.connection().prepare("SELECT length(raw) > 0 FROM inbox ORDER BY id").unwrap();
        lengths.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect::<Vec<bool>>()
    };
    store
        .write(|tx| -> Stored<()> {
            for handled in &ids[..4] {
                tx.inbox_done(*handled, &Verdict::Handled)?;
            }
            let player = tx.insert_player("mo", 1)?;
            let address = tx.address(&Mailbox::parse("mo@example.com").unwrap())?;
            tx.begin_forgetting(player, "mo", &[address], None)?;
            while tx.forget_some()? {}
            Ok(())
        })
        .unwrap();
    assert_eq!(raws(&store), [false, true, true, false, true], "what waits is nobody's to empty");
    assert_eq!(number(&store, "SELECT count(*) FROM forgetting"), 1);
    store
        .write(|tx| -> Stored<()> {
            tx.inbox_done(ids[4], &Verdict::Handled)?;
            while tx.forget_some()? {}
            Ok(())
        })
        .unwrap();
    assert_eq!(raws(&store), [false, true, true, false, false], "once it is handled it goes, too");
    assert_eq!(number(&store, "SELECT count(*) FROM forgetting"), 0);
}

/// Each table, and for how many days it keeps what nobody needs: as docs/security.md says.
#[test]
fn every_table_keeps_its_rows_for_as_long_as_is_said() {
    let (day, now) = (86_400, 1_780_000_000);
    let folder = folder();
    let file = folder.path().join("kept.db");
    let settings = Settings { keep_days: 30, ..Settings::default() };
    let service = Service::new(Store::open(&file).unwrap(), settings).unwrap();
    let store = Store::open(&file).unwrap();
    let sql = |sql: &str| store.connection().execute_batch(sql).unwrap();
    sql("INSERT INTO players (id, name, folded, created) VALUES (1, 'ann', 'ann', 1)");
    for age in [29, 31, 99, 101] {
        let at = now - age * day;
        sql(&format!(
            "INSERT INTO seen VALUES ('k{age}', {at}); INSERT INTO happenings VALUES ('h{age}', {at});
             INSERT INTO sights VALUES ({age}, 1, 1, {at}); INSERT INTO heard VALUES ({age}, NULL, 1);
             INSERT INTO digests (player, games, at) VALUES (1, '[]', {at});
             INSERT INTO questions (player, kind, asked, expires) VALUES (1, '\"Forget\"', 1, {at});
             INSERT INTO inbox (hash, raw, envelope, at, verdict) VALUES (CAST('{age}' AS BLOB), x'00', '{{}}', {at}, 'handled');
             INSERT INTO outbox (channel, recipient, board, notice, at, state, settled) VALUES ('mail', 'a', 0, '{{}}', {at}, 'sent', {at});
             INSERT INTO outbox (channel, recipient, board, notice, at, state) VALUES ('discord', 'a', 0, '{{}}', {at}, 'kept');
             INSERT INTO addresses (address, met) VALUES ('a{age}@example.net', {at});
             INSERT INTO addresses (address, met, stopped) VALUES ('s{age}@example.net', {at}, 1);
             INSERT INTO challenges (state, challenger, game, variant, options, greeting, sent, created, expires)
               VALUES ('declined', 1, 'dameo', 'standard', '[]', 'hi', 1, {at}, {at})",
        ));
    }
    let code = |end: i64| format!("INSERT INTO link_codes (code, player, expires) VALUES ('c{end}', 1, {})", now + end);
    sql(&code(-1));
    sql(&code(1));
    service.tick(now, Randomness::fixed(0)).unwrap();
    let left = [
        ("seen", 3),
        ("happenings WHERE what LIKE 'h%'", 3),
        ("sights", 3),
        ("heard", 0),
        ("digests", 3),
        ("questions", 3),
        ("questions WHERE kind <> 'null'", 0),
        ("inbox", 1),
        ("outbox WHERE state = 'sent'", 1),
        ("outbox WHERE state = 'kept'", 3),
        ("addresses WHERE address LIKE 'a%'", 3),
        ("addresses WHERE address LIKE 's%'", 4),
        ("challenges WHERE greeting IS NOT NULL", 3),
        ("link_codes", 1),
    ];
    for (rows, expected) in left {
        assert_eq!(number(&store, &format!("SELECT count(*) FROM {rows}")), expected, "{rows}");
    }
}

/// There are more rows than one transaction takes.
#[test]
fn cleaning_up_takes_as_many_transactions_as_it_needs() {
    let folder = folder();
    let file = folder.path().join("many.db");
    let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
    let store = Store::open(&file).unwrap();
    let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        INSERT INTO inbox (hash, raw, envelope, at, verdict) SELECT CAST(i AS BLOB), x'00', '{}', 1, 'handled' FROM n";
    store.connection().execute_batch(many).unwrap();
    service.tick(1_780_000_000, Randomness::fixed(0)).unwrap();
    assert_eq!(number(&store, "SELECT count(*) FROM inbox"), 0);
}

#[test]
fn mail_leaves_room_on_the_disk() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    let free = Arc::new(AtomicU64::new(10 << 20));
    let told = Arc::clone(&free);
    let settings = Settings { disk_floor: 5 << 20, ..Settings::default() };
    let service = Service::new(Store::in_memory().unwrap(), settings)
        .unwrap()
        .with_free_space(crate::store::FreeSpace::told_by(move || Some(told.load(Ordering::Relaxed))));
    let put = |raw: &[u8]| service.inbox_put(raw, "{}", None, 1);
    assert!(service.room().is_ok() && put(b"one").is_ok());
    free.store((5 << 20) - 1, Ordering::Relaxed);
    let error = put(b"two").unwrap_err().to_string();
    assert!(error.contains("full") && error.contains("4.9 MB free"), "{error}");
    assert!(service.room().is_err());
    free.store(5 << 20, Ordering::Relaxed);
    assert!(put(b"two").is_ok(), "it is taken as soon as there is room again");
}

/// The real file: what the system says of its disk.
#[test]
fn the_free_space_is_that_of_the_databases_disk() {
    let folder = folder();
    let store = Store::open(folder.path().join("here.db")).unwrap();
    let free = crate::store::Shared::new(store).free_space().bytes().unwrap();
    assert!(free > 0);
    let settings = Settings { disk_floor: u64::MAX, ..Settings::default() };
    let service = Service::new(Store::open(folder.path().join("here.db")).unwrap(), settings).unwrap();
    assert!(service.room().is_err(), "no disk has so much");
    assert!(crate::store::Shared::new(Store::in_memory().unwrap()).free_space().bytes().is_none());
}

/// Whether a text stands in a database's file, its log or its index.
fn in_files(file: &Path, text: &str) -> bool {
    ["", "-wal", "-shm"].iter().any(|end| {
        let bytes = std::fs::read(format!("{}{end}", file.display())).unwrap_or_default();
        bytes.windows(text.len()).any(|found| found.eq_ignore_ascii_case(text.as_bytes()))
    })
}

/// Rows are moved from page to page as others come between them. Also where the file was compacted a moment ago, and is
/// not again: what is deleted is overwritten.
#[test]
fn of_rows_that_were_moved_about_no_copy_is_left() {
    forgets_many("DELETE FROM meta WHERE name = 'compacted'");
    forgets_many("INSERT INTO meta VALUES ('compacted', 1779999999)");
}

fn forgets_many(before: &str) {
    let folder = folder();
    let file = folder.path().join("moved.db");
    let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
    let mut store = Store::open(&file).unwrap();
    let address = |n: u32| format!("{:08x}.person@example.net", n.wrapping_mul(2_654_435_761));
    let add = |tx: &Tx<'_>, n: u32| -> Stored<(i64, String)> {
        let name = format!("p{:06}x", n * 7_919 % 1_000_000);
        let player = tx.insert_player(&name, 1)?;
        let row = tx.address(&Mailbox::parse(&address(n)).unwrap())?;
        tx.set_address_player(row.id, Some(player), 1)?;
        Ok((player, name))
    };
    let mut people = Vec::new();
    for hundred in 0..30 {
        let some = |tx: &Tx<'_>| (0..100).map(|n| add(tx, hundred * 100 + n)).collect::<Stored<Vec<_>>>();
        people.extend(store.write(some).unwrap());
    }
    let gone: Vec<u32> = (0..3_000).step_by(397).collect();
    for n in &gone {
        let (player, name) = &people[*n as usize];
        assert!(in_files(&file, &address(*n)) && in_files(&file, name));
        store
            .write(|tx| -> Stored<()> {
                let addresses = tx.addresses_of(*player)?;
                tx.begin_forgetting(*player, name, &addresses, None)?;
                addresses.iter().try_for_each(|address| tx.scrub_address(address))?;
                tx.erase_belongings(*player)?;
                tx.forget_player(*player)
            })
            .unwrap();
    }
    store.connection().execute_batch(before).unwrap();
    drop(store);
    service.tick(1_780_000_000, Randomness::fixed(0)).unwrap();
    for n in gone {
        let name = &people[n as usize].1;
        assert!(!in_files(&file, &address(n)) && !in_files(&file, name), "{} {name}", address(n));
    }
    assert!(in_files(&file, &address(1)), "others are there");
}

/// What an earlier version deleted and handled is in its file all the same; the first tick makes an end of it.
#[test]
fn a_database_of_before_is_emptied_of_what_it_deleted() {
    let folder = folder();
    let file = folder.path().join("old.db");
    std::fs::copy(fixture(2), &file).unwrap();
    let old = rusqlite::Connection::open(&file).unwrap();
    old.execute_batch(
        "CREATE TABLE gone (text TEXT); INSERT INTO gone VALUES (replace(hex(zeroblob(90000)), '00', 'rhubarbcrumble'));
         DROP TABLE gone;
         INSERT INTO inbox (hash, raw, envelope, at, verdict) VALUES (x'01', 'secretweakness', '{}', 1, 'handled');
         INSERT INTO inbox (hash, raw, envelope, at) VALUES (x'02', 'it waits', '{}', 1)"
            .replace("'secretweakness'", "CAST('secretweakness' AS BLOB)")
            .replace("'it waits'", "CAST('it waits' AS BLOB)")
            .as_str(),
    )
    .unwrap();
    drop(old);
    assert!(in_files(&file, "rhubarbcrumble") && in_files(&file, "secretweakness"));
    let service = Service::new(Store::open(&file).unwrap(), Settings::default()).unwrap();
    service.tick(2_000, Randomness::fixed(0)).unwrap();
    assert!(!in_files(&file, "rhubarbcrumble") && !in_files(&file, "secretweakness"));
    assert!(in_files(&file, "it waits"));
    let store = Store::open(&file).unwrap();
    assert_eq!(number(&store, "SELECT count(*) FROM meta WHERE name = 'leftovers'"), 0, "and only the first");
    assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
}
