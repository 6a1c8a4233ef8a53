//! Somebody is forgotten by a running server: its files and a backup are searched from outside.

use crate::database;
use crate::rig::{Server, begin, turnpost, until};

const ANN: &str = "annabel.q@example.org";
const BEN: &str = "ben@example.net";
const WORDS: [&str; 4] = ["annabel", "rhubarbcrumble", "secretweakness", "=40example.org"];

/// The files of the database that hold a word.
fn holding(server: &Server) -> Vec<String> {
    let backup = server.data.join("search.db");
    let made = turnpost(&server.data).args(["admin", "backup"]).arg(&backup).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut found = Vec::new();
    for name in ["turnpost.db", "turnpost.db-wal", "turnpost.db-shm", "search.db"] {
        let bytes = std::fs::read(server.data.join(name)).unwrap_or_default().to_ascii_lowercase();
        let text = String::from_utf8_lossy(&bytes);
        found.extend(WORDS.iter().filter(|word| text.contains(**word)).map(|word| format!("{name}: {word}")));
    }
    std::fs::remove_file(backup).unwrap();
    found
}

#[test]
fn nothing_is_left_in_the_files_of_a_running_server() {
    if database::is_about_the_file("it looks into the file") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    begin(&server, ANN, BEN);
    server.says(ANN, "note 1 his secretweakness is the left", true);
    server.says(BEN, "c3-c4", true);
    until("Ann's board", || server.client(ANN).got().ok()?.into_iter().find(|seen| seen.text.contains("c3-c4")));
    server.says(ANN, "c6-c5 I had rhubarbcrumble", true);
    until("her words", || server.client(BEN).got().ok()?.into_iter().find(|seen| seen.text.contains("rhubarb")));
    assert!(holding(&server).len() > 3, "they can be found");
    server.says(ANN, "forget me", true);
    let farewell = server.says(ANN, "yes", true);
    assert!(farewell.text.contains("you are deleted"), "{}", farewell.text);
    let mut left = Vec::new();
    let begun = std::time::Instant::now();
    until("the end of it", || {
        left = holding(&server);
        let given_up = begun.elapsed().as_secs() > 60;
        (left.is_empty() || given_up).then_some(())
    });
    assert_eq!(left, Vec::<String>::new());
    assert!(!server.log().to_lowercase().contains("annabel"), "nor in the log");
    // The other goes on.
    assert!(server.says(BEN, "history 1", true).text.contains("a former player"));
}
