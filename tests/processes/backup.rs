//! A backup of a server that is at work, and a server that goes on from it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::database;
use crate::rig::{Server, begin, block_on, turnpost, until};

#[test]
fn a_backup_of_a_running_server_can_be_restored() {
    if database::is_about_the_file("a backup is a copy of the file") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup.db");
    let admin = |what: &str| turnpost(folder.path()).args(["admin", what]).arg(&backup).output().unwrap();
    let (ann, ben) = ("ann@example.org", "ben@example.net");
    let mut server = Server::start(folder.path(), &[], &[]);
    begin(&server, ann, ben);
    server.says(ben, "c3-c4", true);
    until("Ann's board", || board(&server, ann, "c3-c4"));

    // Others go on writing while it is made.
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                block_on(server.client("zoe@example.org").send("help", None)).unwrap();
            }
        });
        let made = admin("backup");
        done.store(true, Ordering::Relaxed);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    });
    assert!(admin("check").status.success());
    assert_eq!(admin("backup").status.code(), Some(2), "nothing is overwritten");

    // What happens later is not in it.
    server.says(ann, "c6-c5", true);
    until("Ben's board", || board(&server, ben, "c6-c5"));
    server.signal("TERM");
    assert!(server.ended().success());
    for name in ["turnpost.db", "turnpost.db-wal", "turnpost.db-shm"] {
        _ = std::fs::remove_file(folder.path().join(name));
    }
    std::fs::copy(&backup, folder.path().join("turnpost.db")).unwrap();
    let doctor = turnpost(folder.path()).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));

    // Ann's mail with the board after c3-c4 can be answered as if nothing had been: the secrets are the same.
    let server = Server::start(folder.path(), &[], &[]);
    let mail = board(&server, ann, "played c3-c4.").unwrap();
    block_on(server.client(ann).send("d6-d5", Some(&mail))).unwrap();
    until("Ben's new board", || board(&server, ben, "played d6-d5"));
}

#[test]
fn a_damaged_backup_is_found_out() {
    if database::is_about_the_file("a backup is a copy of the file") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (backup, check) = (folder.path().join("backup.db"), ["admin", "check"]);
    drop(Server::start(folder.path(), &[], &[]));
    assert!(turnpost(folder.path()).args(["admin", "backup"]).arg(&backup).output().unwrap().status.success());
    let mut bytes = std::fs::read(&backup).unwrap();
    let half = bytes.len() / 2;
    bytes.truncate(half);
    std::fs::write(&backup, bytes).unwrap();
    let checked = turnpost(folder.path()).args(check).arg(&backup).output().unwrap();
    assert_eq!(checked.status.code(), Some(1), "{}", String::from_utf8_lossy(&checked.stdout));
    assert!(!checked.stderr.is_empty());
}

/// A mail to somebody that says so.
fn board(server: &Server, to: &str, text: &str) -> Option<turnpost_mailer::tryout::Seen> {
    server.client(to).got().ok()?.into_iter().rev().find(|seen| seen.text.contains(text))
}
