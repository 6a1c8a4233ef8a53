//! At the end everything is accounted for: turns, challenges, mails and notices, and nothing else is there.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest as _, Sha256};
use turnpost_core::rules::Side;
use turnpost_core::token::base32;
use turnpost_mailer::read::Letter;

use crate::cluster::Server;
use crate::relay::Taken;

/// The game of somebody who is White, by their name or address: every turn once, in order, and no other.
pub fn record(database: &Server, white: &str, turns: &[(Side, u32, String, String)]) {
    let sql = format!(
        "SELECT text FROM entries JOIN games ON games.number = entries.game
         WHERE white IN (SELECT id FROM players WHERE name = '{white}' UNION SELECT player FROM addresses WHERE address = '{white}')
         AND kind = 'turn' AND undone = 0 ORDER BY entries.number"
    );
    let found = database.sql("turnpost", &sql);
    let texts: Vec<&str> = turns.iter().map(|(.., text)| text.as_str()).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), texts, "{white}");
}

/// Of two who accepted each challenge one got it, and both were told.
pub fn challenges(database: &Server, numbers: &[&str]) {
    let sql = format!(
        "SELECT games.number, white.name, black.name FROM games JOIN players AS white ON white.id = white
         JOIN players AS black ON black.id = black WHERE games.number IN ({}) ORDER BY games.number",
        numbers.join(", ")
    );
    let found = database.sql("turnpost", &sql);
    let begun: Vec<&str> = found.lines().map(|line| line.split('|').next().unwrap()).collect();
    assert_eq!(begun, numbers, "{found}");
    for line in found.lines() {
        let players: BTreeSet<&str> = line.split('|').skip(1).collect();
        let right = [["rob", "zed"], ["sue", "zed"]].map(BTreeSet::from);
        assert!(right.contains(&players), "{line}");
    }
    let left = database.sql("turnpost", "SELECT count(*) FROM challenges WHERE state = 'open'");
    assert_eq!(left, "0", "none is open");
}

/// Every mail that was acknowledged was handled, however often it came.
pub fn mails(database: &Server, acknowledged: &BTreeSet<String>) {
    let odd =
        database.sql("turnpost", "SELECT count(*) FROM inbox WHERE verdict IS NULL OR verdict LIKE '%can''t be%'");
    assert_eq!(odd, "0");
    let stored: usize = database.sql("turnpost", "SELECT count(*) FROM inbox").parse().unwrap();
    assert!(stored >= acknowledged.len(), "{} were acknowledged and {stored} stored", acknowledged.len());
}

/// Every notice by mail came, at least once and always with the same bytes, to each recipient in order; nothing else came.
pub fn notices(database: &Server, taken: &[Taken]) {
    let rows = database.sql("turnpost", "SELECT id, state, recipient FROM outbox WHERE channel = 'mail' ORDER BY id");
    let owed: BTreeMap<i64, (String, String)> = rows
        .lines()
        .map(|line| {
            let mut parts = line.splitn(3, '|').map(str::to_owned);
            (parts.next().unwrap().parse().unwrap(), (parts.next().unwrap(), parts.next().unwrap()))
        })
        .collect();
    let mut first: BTreeMap<i64, &Taken> = BTreeMap::new();
    let mut last: BTreeMap<&str, i64> = BTreeMap::new();
    for mail in taken {
        let message_id = Letter::parse(&mail.mail).unwrap().message_id.unwrap();
        let id: i64 = message_id.split('@').next().unwrap().rsplit('.').next().unwrap().parse().unwrap();
        let (state, recipient) = owed.get(&id).unwrap_or_else(|| panic!("notice {id} came and was never owed"));
        assert_eq!((state.as_str(), recipient), ("sent", &mail.recipient), "notice {id}");
        match first.get(&id) {
            Some(before) => assert!(before.mail == mail.mail, "notice {id} came again with other bytes"),
            None => {
                let before = last.insert(&mail.recipient, id).unwrap_or(0);
                assert!(before < id, "notice {before} came to {recipient} before {id}");
                first.insert(id, mail);
            }
        }
    }
    for (id, (state, recipient)) in &owed {
        match state.as_str() {
            "sent" => assert!(first.contains_key(id), "notice {id} to {recipient} counts as sent and never came"),
            "superseded" => {}
            state => panic!("notice {id} to {recipient} is {state}"),
        }
    }
}

/// Every line of every script, each a file's name and text, was done under its own key, and whoever said it was answered: of
/// everything tried twice, one was played and one refused. The keys are stored as hashes, with who spoke.
pub fn keys(database: &Server, scripts: &[(String, String)]) {
    let found = |sql: &str| -> BTreeSet<String> { database.sql("turnpost", sql).lines().map(str::to_owned).collect() };
    let (done, answered) =
        (found("SELECT key FROM seen"), found("SELECT request FROM outbox WHERE request IS NOT NULL"));
    for (name, text) in scripts {
        for (line, said) in (1..).zip(text.lines()) {
            let speaker = said.split(':').next().unwrap();
            let hash = Sha256::new().chain_update(format!("console {speaker}\0script {name} {line}")).finalize();
            let key = base32(&hash);
            assert!(done.contains(&key), "{name}, line {line} was not done");
            assert!(answered.contains(&key), "{name}, line {line} was not answered");
        }
    }
}
