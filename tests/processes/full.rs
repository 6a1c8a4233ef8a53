//! A disk that is really full, where the system lets us make one: a small one in memory.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::database;
use crate::rig::{PATIENCE, Server, turnpost, until};

/// A small disk; gone when dropped.
struct Disk(tempfile::TempDir);

impl Disk {
    /// `None` where this user may not mount one.
    fn new(size: &str) -> Option<Disk> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .stderr(Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then(|| Disk(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg(self.0.path()).status();
    }
}

/// The reply to a whole mail.
fn hand_over(server: &Server, body: &str) -> String {
    let stream = TcpStream::connect(&server.mail).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let mut say = |said: &str| {
        if !said.is_empty() {
            (&stream).write_all(said.as_bytes()).unwrap();
        }
        lines.by_ref().map(Result::unwrap).find(|line| line.as_bytes().get(3) == Some(&b' ')).unwrap()
    };
    say("");
    say("LHLO here\r\n");
    say("MAIL FROM:<zoe@example.org>\r\n");
    say("RCPT TO:<play@localhost>\r\n");
    say("DATA\r\n");
    say(&format!("From: zoe@example.org\r\n\r\n{body}\r\n.\r\n"))
}

fn deliver(folder: &Path, floor: &str) -> Option<i32> {
    let mut child = turnpost(folder)
        .arg("deliver")
        .env("TURNPOST_MAIL__DISK_FLOOR", floor)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"From: zoe@example.org\r\n\r\nhelp\r\n").unwrap();
    child.wait().unwrap().code()
}

/// On any disk: none has so much room as is asked for here.
#[test]
fn below_the_floor_mail_waits_elsewhere_and_the_operator_can_see_it() {
    if database::is_about_the_file("the disk of a database server is not ours to watch") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[("TURNPOST_MAIL__DISK_FLOOR", "1000000000")], &[]);
    let reply = hand_over(&server, "help");
    assert!(reply.starts_with("452 4.3.1 "), "{reply}");
    let (status, body) = server.get("/healthz");
    assert_eq!(status, "HTTP/1.1 503 Service Unavailable");
    assert!(body.starts_with("disk: the disk of the data directory is full"), "{body}");
    assert_eq!(deliver(folder.path(), "1000000000"), Some(75));
    assert_eq!(deliver(folder.path(), "0"), Some(0));
}

/// On one that fills while the server runs.
#[test]
fn a_disk_that_fills_and_empties_is_seen_at_once() {
    if database::is_about_the_file("the disk of a database server is not ours to watch") {
        return;
    }
    let Some(disk) = Disk::new("12m") else { return };
    let server = Server::start(disk.path(), &[("TURNPOST_MAIL__DISK_FLOOR", "4")], &[]);
    assert!(hand_over(&server, "help").starts_with("250 "));
    assert_eq!(server.get("/healthz").0, "HTTP/1.1 200 OK");
    std::fs::write(disk.path().join("filler"), vec![1; 8 << 20]).unwrap();
    let reply = hand_over(&server, "help again");
    assert!(reply.starts_with("452 4.3.1 "), "{reply}");
    let (status, body) = server.get("/healthz");
    assert_eq!(status, "HTTP/1.1 503 Service Unavailable");
    assert!(body.starts_with("disk: the disk of the data directory is full"), "{body}");
    assert_eq!(deliver(disk.path(), "4"), Some(75));
    // Room is made: all goes on by itself.
    std::fs::remove_file(disk.path().join("filler")).unwrap();
    assert!(hand_over(&server, "help again").starts_with("250 "));
    until("health", || (server.get("/healthz").0 == "HTTP/1.1 200 OK").then_some(()));
    assert_eq!(deliver(disk.path(), "4"), Some(0));
}

/// Without a floor the disk fills up to its last byte: SQLite says so, and so do we.
#[test]
fn a_disk_without_a_byte_left_is_452_too() {
    if database::is_about_the_file("the disk of a database server is not ours to watch") {
        return;
    }
    let Some(disk) = Disk::new("8m") else { return };
    let server = Server::start(disk.path(), &[("TURNPOST_MAIL__DISK_FLOOR", "0")], &[]);
    let mut filler = std::fs::File::create(disk.path().join("filler")).unwrap();
    while filler.write_all(&[1; 4096]).is_ok() {}
    let reply = hand_over(&server, &"help me, please\r\n".repeat(12_000));
    assert!(reply.starts_with("452 "), "{reply}\n{}", server.log());
}
