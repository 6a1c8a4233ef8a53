//! `turnpost doctor` against a relay, a name server and a stand-in Discord on loopback.

use std::collections::HashMap;
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;

use turnpost_standin::Standin;

use crate::database;
use crate::relay::Relay;
use crate::rig::{Server, turnpost};

/// Runs it; gives the exit code and what it printed.
fn doctor(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> (i32, String) {
    let output = turnpost(folder).arg("doctor").args(arguments).envs(variables.iter().copied()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), text)
}

/// It says a line that begins so.
fn says(report: &str, state: &str, what: &str, part: &str) {
    let start = format!("{state:<8} {what:<10} ");
    let fits = |line: &str| line.starts_with(&start) && line.contains(part);
    assert!(report.lines().any(fits), "no {start:?} with {part:?} in\n{report}");
}

#[test]
fn without_any_configuration_nothing_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let variables = [("TURNPOST_MAIL__LISTEN", server.mail.as_str()), ("TURNPOST_MAIL__OPERATOR", "op@example.org")];
    let (code, report) = doctor(folder.path(), &variables, &[]);
    assert_eq!(code, 0, "{report}");
    says(&report, "OK", "database", "players: 0");
    says(&report, "OK", "receiver", "takes mail");
    if database::is_postgres() {
        says(&report, "OK", "engine", "PostgreSQL, database postgres on 127.0.0.1, ");
        says(&report, "OK", "disk", "B free in the data directory");
    } else {
        says(&report, "OK", "disk", "B free, the database has ");
    }
    assert!(!report.contains(" 0 MB"), "{report}");
    for what in ["smtp", "imap", "dns", "discord", "clock"] {
        says(&report, "off", what, "");
    }
    let (code, report) = doctor(folder.path(), &variables, &["--offline"]);
    assert_eq!(code, 0, "{report}");
    assert!(!report.contains("discord"), "{report}");
}

#[test]
fn relays_are_tried() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    let url = relay.url();
    let (_, report) = doctor(folder.path(), &[("TURNPOST_MAIL__SMTP", &url)], &[]);
    says(&report, "OK", "smtp", "without a login");
    // This relay knows no AUTH.
    let url = url.replace("//", "//ann:hush@");
    let (code, report) = doctor(folder.path(), &[("TURNPOST_MAIL__SMTP", &url)], &[]);
    says(&report, "fault", "smtp", "AUTH");
    assert!(code == 1 && !report.contains("hush"), "{report}");
    relay.kill();
    let gone = [("TURNPOST_MAIL__SMTP", url.as_str()), ("TURNPOST_MAIL__IMAP", "imap://ann:hush@127.0.0.1:1/INBOX")];
    let (code, report) = doctor(folder.path(), &gone, &[]);
    says(&report, "fault", "imap", "imap://127.0.0.1:1");
    assert!(code == 1 && !report.contains("hush"), "{report}");
}

#[test]
fn names_are_looked_up() {
    let folder = tempfile::tempdir().unwrap();
    let good = nameserver(&[
        ("example.org", "MX mail.example.org"),
        ("example.org", "TXT v=spf1 mx -all"),
        ("_dmarc.example.org", "TXT v=DMARC1; p=reject"),
    ]);
    let ours = [("TURNPOST_MAIL__ADDRESS", "play@example.org")];
    let (_, report) = doctor(folder.path(), &ours, &["--nameserver", &good.to_string()]);
    says(&report, "OK", "dns MX", "mail.example.org");
    says(&report, "OK", "dns SPF", "v=spf1 mx -all");
    says(&report, "OK", "dns DMARC", "p=reject");
    says(&report, "off", "dns DKIM", "");

    let bad = nameserver(&[("example.org", "TXT v=spf1 -all"), ("example.org", "TXT v=spf1 +all")]);
    let (code, report) = doctor(folder.path(), &ours, &["--nameserver", &bad.to_string()]);
    assert_eq!(code, 1, "{report}");
    says(&report, "warning", "dns MX", "has none");
    says(&report, "fault", "dns SPF", "2 records");
    says(&report, "warning", "dns DMARC", "_dmarc.example.org");
}

#[test]
fn discord_is_asked() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let discord = runtime.block_on(Standin::start("right")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let ask = |token: &str| {
        let variables = [("TURNPOST_DISCORD__TOKEN", token), ("TURNPOST_DISCORD__API", discord.api.as_str())];
        doctor(folder.path(), &variables, &[])
    };
    let (code, report) = ask("right");
    assert_eq!(code, 0, "{report}");
    says(&report, "OK", "discord", "turnpost's");
    says(&report, "OK", "intents", "is on");
    says(&report, "OK", "clock", "of Discord's");
    discord.change(|world| world.content_granted = false);
    says(&ask("right").1, "warning", "intents", "not read");
    let (code, report) = ask("wrong-and-secret");
    says(&report, "fault", "discord", "token is refused");
    assert!(code == 1 && !report.contains("wrong-and-secret"), "{report}");
}

#[test]
fn a_broken_database_is_a_fault() {
    if database::is_about_the_file("it breaks the file") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("turnpost.db"), "this was a database once, and is none any more").unwrap();
    let (code, report) = doctor(folder.path(), &[], &["--offline"]);
    assert_eq!(code, 1, "{report}");
    says(&report, "fault", "database", "");
    assert!(report.contains("backup"), "{report}");
}

/// A name server with these records, `TXT text` and `MX host` by name (RFC 1035 §4); it ends with the test.
fn nameserver(records: &[(&str, &str)]) -> SocketAddr {
    let mut table: HashMap<String, Vec<String>> = HashMap::new();
    for (name, record) in records {
        table.entry((*name).to_owned()).or_default().push((*record).to_owned());
    }
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let at = socket.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut packet = [0; 1024];
        while let Ok((size, from)) = socket.recv_from(&mut packet) {
            _ = socket.send_to(&answered(&packet[..size], &table), from);
        }
    });
    at
}

fn answered(query: &[u8], table: &HashMap<String, Vec<String>>) -> Vec<u8> {
    let (mut name, mut at) = (Vec::new(), 12);
    while query[at] != 0 {
        let length = usize::from(query[at]);
        name.push(String::from_utf8_lossy(&query[at + 1..=at + length]).to_lowercase());
        at += length + 1;
    }
    let question = &query[12..at + 5];
    let kind = if query[at + 2] == 15 { "MX " } else { "TXT " };
    let none = Vec::new();
    let found: Vec<&str> =
        table.get(&name.join(".")).unwrap_or(&none).iter().filter_map(|record| record.strip_prefix(kind)).collect();
    let mut reply = query[..2].to_vec();
    reply.extend([0x84, 0x00, 0, 1, 0, u8::try_from(found.len()).unwrap(), 0, 0, 0, 0]);
    reply.extend(question);
    for record in found {
        let data = match kind {
            "MX " => {
                let labels = record.split('.').flat_map(|label| {
                    std::iter::once(u8::try_from(label.len()).unwrap()).chain(label.bytes()).collect::<Vec<u8>>()
                });
                [0, 10].into_iter().chain(labels).chain([0]).collect::<Vec<u8>>()
            }
            _ => std::iter::once(u8::try_from(record.len()).unwrap()).chain(record.bytes()).collect(),
        };
        // The name is the question's; class IN, a minute's time to live.
        reply.extend([0xC0, 0x0C, 0, query[at + 2], 0, 1, 0, 0, 0, 60, 0, u8::try_from(data.len()).unwrap()]);
        reply.extend(data);
    }
    reply
}
