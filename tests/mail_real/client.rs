//! A player with a real mailbox: writes with swaks, reads by IMAP.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use turnpost_mailer::read::{Letter, texts_of};

use crate::servers::Servers;

/// No mail takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(150);

/// Somebody with an address at `players.test`.
pub struct Player {
    pub address: String,
    name: &'static str,
    folder: PathBuf,
    smtp: u16,
    imap: u16,
    mailbox: Option<BufReader<TcpStream>>,
}

/// A mail that arrived.
pub struct Got {
    pub raw: String,
    pub subject: String,
    pub reply_to: String,
    pub text: String,
    /// The names of the attached files.
    pub files: Vec<String>,
    message_id: String,
}

impl Player {
    pub fn new(servers: &Servers, address: &str, name: &'static str) -> Player {
        let (smtp, imap) = (servers.smtp, servers.imap);
        Player { address: address.to_owned(), name, folder: servers.folder.clone(), smtp, imap, mailbox: None }
    }

    /// Sends a mail through Postfix, as an answer to another one if there is one.
    pub fn write(&self, to: &str, answered: Option<&Got>, text: &str) {
        self.write_below("", to, answered, text);
    }

    /// The same with these header lines above the others.
    pub fn write_below(&self, headers: &str, to: &str, answered: Option<&Got>, text: &str) {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let thread = answered.map_or_else(String::new, |got| {
            format!("Subject: Re: {}\nIn-Reply-To: <{}>\n", got.subject, got.message_id)
        });
        let mail = format!(
            "{headers}From: {} <{}>\nTo: {to}\nMessage-ID: <{number}.{}@players.test>\n{thread}\n{text}\n",
            self.name,
            self.address,
            std::process::id()
        );
        let file = self.folder.join(format!("mail-{number}"));
        fs::write(&file, mail).unwrap();
        let server = format!("127.0.0.1:{}", self.smtp);
        let data = format!("@{}", file.display());
        let swaks = ["--server", &server, "--from", &self.address, "--to", to, "--data", &data];
        let output = Command::new("swaks").args(swaks).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }

    /// The oldest mail that wasn't read yet; waits for it.
    pub fn next(&mut self) -> Got {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.fetch() {
                Some(Some(raw)) => return Got::read(&raw),
                Some(None) => {}
                // The server may be down for a moment, as a test wants it.
                None => self.mailbox = None,
            }
            sleep(Duration::from_millis(50));
        }
        panic!("no mail for {} in time", self.address);
    }

    /// Waits until nothing is in a folder.
    pub fn wait_until_empty(&self, folder: &str) {
        let begun = Instant::now();
        while self.count(folder) != Some(0) {
            assert!(begun.elapsed() < PATIENCE, "{folder} holds {:?}", self.count(folder));
            sleep(Duration::from_millis(50));
        }
    }

    /// How many mails are in a folder.
    pub fn count(&self, folder: &str) -> Option<usize> {
        let (lines, _) = ask(&mut self.log_in()?, &format!("STATUS {folder} (MESSAGES)"))?;
        let (_, number) = lines.split_once("(MESSAGES ")?;
        number.split(')').next()?.parse().ok()
    }

    /// Fetches one unread mail by IMAP (RFC 3501); the outer `None` is a connection that broke.
    fn fetch(&mut self) -> Option<Option<Vec<u8>>> {
        let mut wire = match self.mailbox.take() {
            Some(wire) => wire,
            None => self.log_in()?,
        };
        let found = ask(&mut wire, "UID SEARCH UNSEEN")?;
        let uids = found.0.lines().find_map(|line| line.strip_prefix("* SEARCH"))?;
        let first = uids.split_whitespace().filter_map(|uid| uid.parse::<u32>().ok()).min();
        let mail = match first {
            Some(uid) => ask(&mut wire, &format!("UID FETCH {uid} BODY[]"))?.1,
            None => None,
        };
        self.mailbox = Some(wire);
        Some(mail)
    }

    fn log_in(&self) -> Option<BufReader<TcpStream>> {
        let mut wire = BufReader::new(TcpStream::connect(("127.0.0.1", self.imap)).ok()?);
        wire.get_ref().set_nodelay(true).ok()?;
        wire.get_ref().set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let mut line = String::new();
        wire.read_line(&mut line).ok()?;
        ask(&mut wire, &format!("LOGIN {} secret", self.address))?;
        ask(&mut wire, "SELECT INBOX")?;
        Some(wire)
    }
}

impl Got {
    fn read(raw: &[u8]) -> Got {
        let letter = Letter::parse(raw).unwrap();
        let reply_to = letter.headers.first("reply-to").unwrap();
        let text = String::from_utf8_lossy(raw).into_owned();
        let named = text.split("Content-Disposition: attachment; filename=\"").skip(1);
        Got {
            files: named.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect(),
            raw: text,
            reply_to: reply_to.rsplit('<').next().unwrap().trim_end_matches('>').to_owned(),
            subject: letter.subject.clone(),
            text: texts_of(raw).remove(0).replace("\r\n", "\n"),
            message_id: letter.message_id.clone().unwrap(),
        }
    }
}

/// One command and its answer: the lines, and the literal if there is one.
fn ask(wire: &mut BufReader<TcpStream>, command: &str) -> Option<(String, Option<Vec<u8>>)> {
    wire.get_mut().write_all(format!("a {command}\r\n").as_bytes()).ok()?;
    let (mut lines, mut literal) = (String::new(), None);
    loop {
        let mut line = String::new();
        if wire.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(size) = line.trim_end().strip_suffix('}').and_then(|line| line.rsplit('{').next()?.parse().ok()) {
            let mut bytes = vec![0; size];
            wire.read_exact(&mut bytes).ok()?;
            literal = Some(bytes);
        }
        if line.starts_with("a ") {
            return line.starts_with("a OK").then_some((lines, literal));
        }
        lines.push_str(&line);
    }
}
