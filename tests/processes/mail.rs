//! The mail receiver and `turnpost deliver` under harm: kills around the acknowledgement, mail far too large, mail that
//! can't be delivered.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;

use turnpost_mailer::read::Letter;

use crate::bombs;
use crate::relay::{Relay, Taken};
use crate::rig::{PATIENCE, Server, block_on, turnpost, until};

/// A client that speaks SMTP line by line, so that it can stop anywhere.
struct Wire(BufReader<TcpStream>);

impl Wire {
    fn open(server: &Server) -> Wire {
        let stream = TcpStream::connect(&server.mail).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut wire = Wire(BufReader::new(stream));
        wire.answer().unwrap();
        wire
    }

    fn say(&mut self, line: &str) -> Option<String> {
        self.0.get_mut().write_all(format!("{line}\r\n").as_bytes()).ok()?;
        self.answer()
    }

    /// The last line of an answer, if one comes.
    fn answer(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.as_bytes().get(3) == Some(&b' ') {
                return Some(line);
            }
        }
    }

    /// All up to the mail's last line but the dot.
    fn hand_over(&mut self, from: &str, mail: &[u8]) {
        for line in ["EHLO client.example", &format!("MAIL FROM:<{from}>"), "RCPT TO:<play@localhost>", "DATA"] {
            self.say(line).unwrap();
        }
        self.0.get_mut().write_all(mail).unwrap();
    }
}

fn help(from: &str) -> String {
    format!("From: <{from}>\r\nTo: <play@localhost>\r\nMessage-ID: <{from}>\r\n\r\nhelp\r\n")
}

/// Kills the server right before and right after it says 250, again and again. Who heard no 250 sends the mail once
/// more, as every mail server does. Each mail is answered, and by one answer: a repeat has the same Message-ID.
#[test]
fn a_mail_is_neither_lost_nor_done_twice_around_its_250() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let url = relay.url();
    let variables = [("TURNPOST_MAIL__SMTP", url.as_str())];
    let people: Vec<String> = (0..8).map(|number| format!("friend{number}@example.org")).collect();
    let mut server = Server::start(folder.path(), &variables, &[]);
    for (number, person) in people.iter().enumerate() {
        let mut wire = Wire::open(&server);
        wire.hand_over(person, help(person).as_bytes());
        wire.0.get_mut().write_all(b".\r\n").unwrap();
        // By turns: as soon as the dot is out, or as soon as the 250 is in.
        let heard = if number % 2 == 1 { wire.answer() } else { None };
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Server::start(folder.path(), &variables, &[]);
        match heard {
            Some(answer) => assert!(answer.starts_with("250"), "{answer}"),
            None => {
                let mut wire = Wire::open(&server);
                wire.hand_over(person, help(person).as_bytes());
                assert!(wire.say(".").unwrap().starts_with("250"));
            }
        }
    }
    let answered = until("an answer for everybody", || {
        let answers = answers(&relay.taken(0));
        people.iter().all(|person| answers.contains_key(person)).then_some(answers)
    });
    assert!(answered.values().all(|ids| ids.len() == 1), "{answered:?}");
}

/// The Message-IDs that each recipient got.
fn answers(taken: &[Taken]) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Taken { recipient, mail } in taken {
        let id = Letter::parse(mail).unwrap().message_id.unwrap();
        all.entry(recipient.clone()).or_default().insert(id);
    }
    all
}

#[test]
fn fifty_megabytes_are_refused_and_not_held() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let before = most_memory(&server);
    let mut wire = Wire::open(&server);
    wire.say("EHLO client.example").unwrap();
    assert!(wire.say("MAIL FROM:<ann@example.org> SIZE=50000000").unwrap().starts_with("552"));
    // One that lies about it is heard out for a while, and then not at all.
    wire.hand_over("ann@example.org", help("ann@example.org").as_bytes());
    let chunk = [b"x".repeat(998).as_slice(), b"\r\n"].concat().repeat(50);
    let sent = (0..1000).all(|_| wire.0.get_mut().write_all(&chunk).is_ok());
    let answer = if sent { wire.say(".") } else { None };
    assert!(answer.is_none_or(|answer| answer.starts_with("552")));
    let grown = most_memory(&server) - before;
    assert!(grown < 20_000, "it grew by {grown} kB");
    // It serves others as before.
    assert!(server.says("ben@example.org", "help", false).subject.contains("Turnpost"));
}

/// Each several times, from as many senders, so that what one costs would add up.
#[test]
fn bombs_are_taken_and_neither_end_the_server_nor_fill_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let before = most_memory(&server);
    let mut wire = Wire::open(&server);
    for sender in ["eve@evil.example", "mallory@evil.example", "trudy@evil.example"] {
        for (what, bomb) in bombs::all() {
            wire.hand_over(sender, &bomb);
            wire.0.get_mut().write_all(b"\r\n").unwrap();
            let answer = wire.say(".");
            assert!(answer.as_ref().is_some_and(|answer| answer.starts_with("250")), "{what}: {answer:?}");
        }
    }
    until("all of them to be done with", || {
        server.get("/metrics").1.contains("turnpost_inbox_waiting 0\n").then_some(())
    });
    // Some tens of them are under way at a time, each with a few copies of a megabyte.
    let grown = most_memory(&server) - before;
    assert!(grown < 200_000, "it grew by {grown} kB");
    assert!(server.says("ben@example.org", "help", false).subject.contains("Turnpost"));
}

/// The most memory that the server ever held, in kB.
fn most_memory(server: &Server) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn the_operator_hears_once_a_day_of_what_cannot_be_delivered() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let url = relay.url();
    let variables = [("TURNPOST_MAIL__SMTP", url.as_str()), ("TURNPOST_MAIL__OPERATOR", "operator@example.com")];
    let server = Server::start(folder.path(), &variables, &[]);
    // The relay knows nobody of these names.
    for from in ["nobody@example.org", "nobody@example.net"] {
        block_on(server.client(from).send("help", None)).unwrap();
    }
    until("both are given up", || (server.log().matches("a mail is given up").count() == 2).then_some(()));
    block_on(server.client("ann@example.org").send("help", None)).unwrap();
    let taken = until("Ann's answer and an alert", || Some(relay.taken(0)).filter(|taken| taken.len() >= 2));
    let to: BTreeSet<&str> = taken.iter().map(|taken| taken.recipient.as_str()).collect();
    assert_eq!((taken.len(), to), (2, BTreeSet::from(["ann@example.org", "operator@example.com"])));
}

#[test]
fn an_mta_is_told_by_the_exit_code_what_became_of_its_mail() {
    let folder = tempfile::tempdir().unwrap();
    let mail = help("ann@example.org");
    assert_eq!(deliver(folder.path(), &[], mail.as_bytes()), 0);
    assert_eq!(deliver(folder.path(), &[], b""), 65);
    assert_eq!(deliver(folder.path(), &[], &b"x\r\n".repeat(400_000)), 65);
    // Whatever is wrong here, the MTA keeps the mail.
    assert_eq!(deliver(folder.path(), &[("TURNPOST_DATA_DIR", "/dev/null/nowhere")], mail.as_bytes()), 75);
    assert_eq!(deliver(folder.path(), &[("TURNPOST_MAIL__LISTEN", "nonsense")], mail.as_bytes()), 75);
    std::fs::write(folder.path().join("turnpost.toml"), "nonsense").unwrap();
    assert_eq!(deliver(folder.path(), &[], mail.as_bytes()), 75);
    std::fs::remove_file(folder.path().join("turnpost.toml")).unwrap();
    // The stored one is handled by the next server that runs.
    let server = Server::start(folder.path(), &[], &[]);
    until("the answer", || server.client("ann@example.org").got().ok().filter(|got| got.len() == 1));
}

fn deliver(folder: &Path, variables: &[(&str, &str)], mail: &[u8]) -> i32 {
    let mut command = turnpost(folder);
    command.args(["deliver", "--sender", "ann@example.org", "--recipient", "play@localhost"]);
    command.envs(variables.iter().copied()).stdin(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // One that refuses may not read it all.
    let _ = child.stdin.take().unwrap().write_all(mail);
    child.wait().unwrap().code().unwrap()
}
