//! A database with very many games moves to PostgreSQL and back: every row arrives, and old mails can be answered at either
//! end. `MOVED_GAMES` sets how many.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use rusqlite::Connection;

use crate::cluster::Cluster;
use crate::database;
use crate::rig::{Server, begin, until};
use crate::turnpost;

/// How many games, unless told otherwise.
const GAMES: i64 = 10_000;

/// Tables whose rows belong to a game, and the columns that number games or the rows themselves: a copy of a row has other
/// numbers there.
const MULTIPLIED: [(&str, &[&str]); 7] = [
    ("challenges", &["number"]),
    ("games", &["number"]),
    ("entries", &["game"]),
    ("comments", &["id", "game"]),
    ("places", &["number"]),
    ("questions", &["id", "game"]),
    ("outbox", &["id", "game"]),
];

/// Where the numbers of copies begin, so far apart.
const APART: i64 = 1_000;

/// The rows of what was played, again and again under other numbers.
fn multiply(file: &Path, games: i64) {
    let database = Connection::open(file).unwrap();
    database.execute_batch("PRAGMA synchronous = OFF; BEGIN").unwrap();
    let there: i64 = database.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap();
    let copies = (games - there).div_euclid(there);
    for (table, numbers) in MULTIPLIED {
        let statement = database.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let values: Vec<String> = columns
            .iter()
            .map(|column| match numbers.contains(&column.as_str()) {
                true => format!("{column} + {APART} * copy"),
                false => column.clone(),
            })
            .collect();
        // Copies of what is owed would be sent: they are over.
        let rows = if table == "outbox" { "outbox WHERE state = 'sent'" } else { table };
        let text = format!(
            "WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < {copies})
             INSERT INTO {table} ({}) SELECT {} FROM copies, (SELECT * FROM {rows})",
            columns.join(", "),
            values.join(", ")
        );
        database.execute_batch(&text).unwrap();
    }
    database.execute_batch("COMMIT").unwrap();
}

/// Every row of either database is in the other, apart from when they moved and who held what.
fn are_the_same(file: &Path, url: &str) {
    let lite = Connection::open(file).unwrap();
    let tables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('meta', 'leases', 'sqlite_sequence')";
    let mut statement = lite.prepare(tables).unwrap();
    let tables: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        let statement = lite.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns: Vec<&str> = statement.column_names().collect();
        let sql = format!("SELECT {} FROM {table}", columns.join(", "));
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let hashed = |row: database::Row| {
            let mut hasher = DefaultHasher::new();
            format!("{row:?}").hash(&mut hasher);
            hasher.finish()
        };
        database::each_in_file(file, &sql, |row| here.push(hashed(row)));
        database::each_at(url, &sql, |row| there.push(hashed(row)));
        here.sort_unstable();
        there.sort_unstable();
        assert_eq!(here.len(), there.len(), "rows of {table}");
        assert!(here == there, "{table} is not the same at both ends");
    }
}

fn runs(mut command: Command, arguments: &[&str]) -> String {
    let output = command.args(arguments).output().unwrap();
    let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(output.status.success(), "{arguments:?}: {told}");
    told
}

#[test]
fn very_many_games_move_there_and_back() {
    let Some(cluster) = Cluster::start() else { return };
    let games: i64 = std::env::var("MOVED_GAMES").map_or(GAMES, |games| games.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let (url, file) = (cluster.primary.url(), at.join("turnpost.db"));
    let program = |database: Option<&str>| {
        let mut command = turnpost(at, database.unwrap_or_default());
        if database.is_none() {
            command.env_remove("TURNPOST_DATABASE");
        }
        command
    };
    // Games by mail, whose mails can be answered; one with a draw that is offered, which is a question.
    let (ann, ben) = ("ann@example.org", "ben@example.org");
    let server = Server::start(at, &[], &[]);
    begin(&server, ann, ben);
    server.says(ben, "c3-c4", true);
    let old = until("Ann's board", || {
        server.client(ann).got().ok()?.into_iter().find(|seen| seen.text.starts_with("Your turn"))
    });
    server.says(ben, "draw", true);
    drop(server);
    std::fs::write(at.join("more.txt"), "rob: games\nsue: new dameo vs rob\nrob: accept\nrob: c3-c4\n").unwrap();
    runs(program(None), &["console", "--script", "more.txt"]);
    multiply(&file, games);
    let counted =
        |told: String| told.lines().filter(|line| !line.contains("waiting")).map(str::to_owned).collect::<Vec<_>>();
    let counts = counted(runs(program(None), &["admin", "counts"]));
    assert!(counts.iter().any(|line| line.contains("games running")), "{counts:?}");
    let newest: i64 =
        Connection::open(&file).unwrap().query_row("SELECT max(number) FROM challenges", [], |row| row.get(0)).unwrap();

    let begun = Instant::now();
    let told = runs(program(None), &["admin", "move-to", &url]);
    eprintln!("{games} games moved there in {:?}", begun.elapsed());
    assert!(told.contains(&format!("{games} games replayed")), "{told}");
    are_the_same(&file, &url);
    assert_eq!(counted(runs(program(Some(&url)), &["admin", "counts"])), counts);
    // Ann's mail is from before.
    let there = [("TURNPOST_DATABASE", url.as_str())];
    let server = Server::start(at, &there, &[]);
    let position = old.text.lines().find_map(|line| line.strip_prefix("Turn ")?.split_once(" · ")).unwrap().1;
    answers(&server, ann, &old, "show", position);
    drop(server);
    // Numbers go on where they were.
    std::fs::write(at.join("on.txt"), "rob: new dameo\n").unwrap();
    runs(program(Some(&url)), &["console", "--script", "on.txt"]);
    let next = cluster.primary.sql("turnpost", "SELECT max(number) FROM challenges");
    assert_eq!(next, (newest + 1).to_string());

    let begun = Instant::now();
    runs(program(Some(&url)), &["admin", "move-to", "sqlite"]);
    eprintln!("and back in {:?}", begun.elapsed());
    are_the_same(&file, &url);
    let server = Server::start(at, &[], &[]);
    answers(&server, ann, &old, "c6-c5", "c6-c5");
}

/// Answers an old mail, and waits for a mail that says this. Others may come before it: a server that was killed just after it
/// had sent a mail sends that again when it is back, wherever its database is by then.
fn answers(server: &Server, who: &str, old: &turnpost_mailer::tryout::Seen, text: &str, expected: &str) {
    let client = server.client(who);
    let known: HashSet<String> = client.got().unwrap().into_iter().map(|seen| seen.message_id).collect();
    crate::rig::block_on(client.send(text, Some(old))).unwrap();
    until(&format!("a mail that says {expected}"), || {
        let got = client.got().ok()?.into_iter();
        got.filter(|seen| !known.contains(&seen.message_id)).find(|seen| seen.text.contains(expected))
    });
}
