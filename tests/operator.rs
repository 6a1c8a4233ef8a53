//! What an operator, and a stranger who tries it, is told on the command line: in an empty folder, about a wrong file, and
//! after each thing that is done by hand.
#![allow(clippy::unwrap_used)]

#[path = "database/mod.rs"]
mod database;

use std::path::Path;
use std::process::Command;

/// Exit code, stdout and stderr of the program run in that folder, with its data there.
fn turnpost(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnpost"))
        .args(args)
        .current_dir(folder)
        .env("TURNPOST_DATA_DIR", "data")
        .envs(database::variables(folder))
        .env_remove(database::SERVER)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn says(folder: &Path, args: &[&str], parts: &[&str]) -> String {
    let (code, stdout, stderr) = turnpost(folder, args);
    assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    parts.iter().for_each(|part| assert!(stdout.contains(part), "{args:?} says no {part:?}:\n{stdout}"));
    stdout
}

fn refused(folder: &Path, args: &[&str], code: i32, parts: &[&str]) {
    let (got, stdout, stderr) = turnpost(folder, args);
    assert_eq!((got, stdout.as_str()), (code, ""), "{args:?}: {stderr}");
    parts.iter().for_each(|part| assert!(stderr.contains(part), "{args:?} says no {part:?}:\n{stderr}"));
}

/// Ann and Ben play a game of cassio, number 1; Ben is White and has moved.
fn begun() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let script = "ben: games\nann: new desdemona cassio vs ben\nben: accept\nben: d1-d5\n";
    std::fs::write(folder.path().join("script"), script).unwrap();
    says(folder.path(), &["console", "--script", "script"], &["Desdemona (cassio)"]);
    folder
}

#[test]
fn a_wrong_folder_stays_empty() {
    if database::is_about_the_file("on a server an empty database is made at once") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for args in [&["admin", "players"][..], &["admin", "games"], &["admin", "counts"], &["admin", "export", "1"]] {
        refused(folder.path(), args, 1, &["there is no database at data/turnpost.db", "--config"]);
    }
    says(folder.path(), &["doctor", "--offline"], &["off      database   there is none at data/turnpost.db"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_was_done_is_said() {
    let folder = begun();
    let at = folder.path();
    says(
        at,
        &["admin", "games"],
        &["     1 desdemona cassio ben vs ann · turn 2, Black to move by 20", " UTC (10 days)"],
    );
    says(at, &["admin", "give", "1", "black", "3d"], &["Black has until 20", " UTC (13 days); both players are told"]);
    says(at, &["admin", "give", "1", "white", "3d"], &["White has 13 days from when their clock runs again"]);
    says(at, &["admin", "adjourn", "1"], &["game 1 is adjourned", "both players are told"]);
    says(at, &["admin", "games"], &["turn 2, adjourned"]);
    says(at, &["admin", "resume", "1"], &["game 1 goes on: turn 2, Black to move by "]);
    says(at, &["admin", "maintenance", "90m"], &["all clocks stand still for 90 minutes, until 20", " UTC"]);
    says(at, &["admin", "rename", "ann", "Anna"], &["ann is called Anna from now on"]);
    says(at, &["admin", "suspend", "anna"], &["whatever they send is refused"]);
    says(at, &["admin", "unsuspend", "anna"], &["may play again"]);
    says(at, &["admin", "end", "1", "draw"], &["game 1 is over, a draw; both players are told"]);
    let counts = says(at, &["admin", "counts"], &["players  ", "games finished "]);
    let players = |what: &str| counts.lines().find(|line| line.starts_with(what)).unwrap().to_owned();
    let number = |line: String| line.split_whitespace().last().unwrap().to_owned();
    assert_eq!(number(players("players made")), number(players("players  ")), "{counts}");
    refused(at, &["admin", "give", "1", "black", "soon"], 2, &["3d or 12h"]);
    refused(at, &["admin", "resume", "7"], 1, &["there is no game 7"]);
    says(at, &["admin", "games"], &["no running games; --all"]);
    says(at, &["admin", "games", "--all", "--player", "BEN"], &["over: draw, "]);
    refused(at, &["admin", "games", "--player", "zoe"], 1, &["nobody is called zoe"]);
}

#[test]
fn every_argument_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    for what in ["rename", "suspend", "adjourn", "end", "give", "maintenance", "backup", "check", "export", "import"] {
        let help = says(folder.path(), &["admin", what, "--help"], &["Arguments:"]);
        let lines: Vec<&str> = help.lines().collect();
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("  <")) {
            // It stands behind the name, or below it where values are listed.
            let behind = line.split_once('>').is_some_and(|(_, help)| !help.trim().is_empty());
            let below = lines.get(i + 1).is_some_and(|next| !next.trim().is_empty() && !next.starts_with("  <"));
            assert!(behind || below, "{what}: {line}");
        }
    }
}

#[test]
fn a_record_is_stored_once() {
    let folder = begun();
    let at = folder.path();
    says(at, &["admin", "end", "1", "white"], &[]);
    let record = says(at, &["admin", "export", "1"], &["cassio"]);
    std::fs::write(at.join("record.txt"), &record).unwrap();
    refused(at, &["admin", "import", "record.txt"], 1, &["record.txt: this game is stored already, as game 1"]);
    std::fs::write(at.join("latin.txt"), b"Game: Dameo\nWhite: J\xf6rg\n").unwrap();
    refused(at, &["admin", "import", "latin.txt"], 1, &["latin.txt: it is no text in UTF-8"]);
    refused(at, &["admin", "import", "nowhere.txt"], 2, &["nowhere.txt: "]);
}

#[test]
fn wrong_files_and_folders_are_named() {
    let folder = begun();
    let at = folder.path();
    std::fs::write(at.join("letter"), "this is no database, and never was one; but it is long enough").unwrap();
    refused(at, &["admin", "check", "letter"], 1, &["letter: it is no database, or a damaged one"]);
    let (_, _, stderr) = turnpost(at, &["admin", "check", "letter"]);
    assert!(!stderr.contains("restore a backup") && !stderr.contains("doctor"), "{stderr}");
    refused(at, &["admin", "check", "nothing"], 1, &["nothing: there is no such file"]);
    refused(at, &["admin", "backup", "no/such/folder/b.db"], 2, &["there is no folder no/such/folder"]);
    refused(at, &["admin", "backup", "letter"], 2, &["letter exists already"]);
    says(at, &["admin", "backup", "b.db"], &["b.db holds everything"]);
    says(at, &["admin", "check", "b.db"], &["can be restored (1 game replayed)"]);
}

#[test]
fn a_mail_that_cannot_be_tried_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().to_string();
    let free = {
        let freed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        freed.local_addr().unwrap().to_string()
    };
    let set =
        |listen: &str| std::fs::write(at.join("turnpost.toml"), format!("[mail]\nlisten = \"{listen}\"\n")).unwrap();
    set(&free);
    refused(at, &["mail", "--as", "ann@example.org", "help"], 1, &["no server listens on ", "turnpost"]);
    refused(at, &["mail", "--as", "ann", "help"], 2, &["--as \"ann\" is no mail address", "ann@example.org"]);
    refused(at, &["mail", "--as", "ann@example.org", " "], 2, &["nothing to write"]);
    set(&taken);
    refused(at, &["mail", "--as", "ann@example.org", "help"], 1, &["no outbox at data/outbox", "--config"]);
    // A server that can't have its port makes no data directory.
    refused(at, &["serve"], 1, &["mail.listen: can't listen on ", "another program has that port"]);
    assert!(!at.join("data").exists());
}

/// Somebody lets time pass in that folder.
fn tick(folder: &Path) {
    let store = database::open(&if database::is_postgres() { folder.to_owned() } else { folder.join("data") });
    let service = turnpost_core::service::Service::new(store, turnpost_core::service::Settings::default()).unwrap();
    // The console may hold the lease of the tick for a while.
    service.tick(turnpost_core::clock::moment::now() + 100, turnpost_core::service::Randomness::fixed(3)).unwrap();
}

fn script(folder: &Path, lines: &[String]) -> String {
    std::fs::write(folder.join("script"), lines.join("\n")).unwrap();
    says(folder, &["console", "--script", "script"], &[])
}

#[test]
fn events_by_hand() {
    let folder = begun();
    let at = folder.path();
    let names = ["ann", "ben", "cyd", "dee"];
    let hosted = script(at, &names.map(|name| format!("{name}: games")));
    assert!(!hosted.is_empty());
    let hosted = script(at, &["ann: host dameo roundrobin players 3-3 when full".to_owned()]);
    let number: String = hosted.split("join T").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
    let event = number.as_str();
    says(at, &["admin", "event", "list"], &[&format!("T{event}"), "dameo", "begins when full"]);
    refused(at, &["admin", "event", "export", event], 1, &["has no table yet"]);
    script(at, &["ann", "ben", "cyd"].map(|name| format!("{name}: join T{event}")));
    says(at, &["admin", "event", "show", event], &["ann", "ben", "cyd"]);
    // Before it begins somebody is removed, and enters again.
    says(at, &["admin", "event", "remove", event, "cyd"], &["cyd is no longer in T"]);
    refused(at, &["admin", "event", "remove", event, "cyd"], 1, &["cyd is not in event T"]);
    script(at, &[format!("cyd: join T{event}")]);
    tick(at);
    says(at, &["admin", "event", "list"], &["round 1, until 20"]);
    // Before the first turn somebody else plays instead.
    says(at, &["admin", "event", "replace", event, "cyd", "dee"], &["dee plays in T"]);
    let shown = says(at, &["admin", "event", "show", event], &["ann", "ben", "dee"]);
    assert!(!shown.contains("cyd"), "{shown}");
    let running = says(at, &["admin", "games"], &["dameo"]);
    assert!(running.contains("dee") && !running.contains("cyd"), "{running}");
    refused(at, &["admin", "event", "replace", event, "cyd", "ben"], 1, &["cyd is not in event T"]);
    refused(at, &["admin", "event", "replace", event, "ann", "ben"], 1, &["ben is in event T"]);
    // Once somebody has played, nobody takes their place; they can be removed.
    let first: Vec<&str> = running.lines().filter(|line| line.contains("dameo")).collect();
    let game = first[0].split_whitespace().next().unwrap();
    let mover = if first[0].contains("White to move") { first[0].split(" vs ").next() } else { None };
    let mover = mover.and_then(|head| head.split_whitespace().last()).unwrap().to_owned();
    script(at, &[format!("{mover}: {game} c3-c4")]);
    refused(at, &["admin", "event", "replace", event, &mover, "cyd"], 1, &["nobody can play instead"]);
    says(at, &["admin", "event", "remove", event, &mover], &["is no longer in T"]);
    says(at, &["admin", "event", "show", event], &[&format!("{mover} withdrawn")]);
    let text = says(at, &["admin", "event", "export", event], &["dameo round robin t".to_uppercase().as_str(), "SB"]);
    assert!(text.contains(&mover), "{text}");
    says(at, &["admin", "event", "export", event, "--trf"], &["012 Dameo T", "001    1", "092 Round robin"]);
    says(at, &["admin", "event", "export", event, "--to", "files"], &[&format!("t{event}.txt"), "-round1-group1.trf"]);
    assert_eq!(std::fs::read_dir(at.join("files")).unwrap().count(), 2);
    says(at, &["admin", "event", "cancel", event], &["is cancelled; who entered it is told"]);
    refused(at, &["admin", "event", "cancel", event], 1, &["is over"]);
    refused(at, &["admin", "event", "cancel", "9999"], 1, &["there is no event T9999"]);
    // Whoever was withdrawn before has heard that instead.
    let other = ["ann", "ben", "dee"].into_iter().find(|name| *name != mover).unwrap();
    let told = script(at, &[format!("{other}: games")]);
    assert!(told.contains("the operator cancelled it"), "{told}");
}
