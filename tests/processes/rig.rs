//! A running server in a folder of its own, and the people who write to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use turnpost_mailer::tryout::{Client, Seen, outbox};

use crate::database;

/// Nothing takes longer, on any machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program, with its data in that folder and nothing from outside.
pub fn turnpost(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_turnpost"));
    command
        .env_remove(database::SERVER)
        .env("TURNPOST_DATA_DIR", folder)
        .envs(database::variables(folder))
        .current_dir(folder);
    command
}

/// `turnpost serve` on free ports; killed when dropped.
pub struct Server {
    pub child: Child,
    /// Where the receiver listens.
    pub mail: String,
    /// Where health and metrics are.
    pub http: String,
    pub data: PathBuf,
    log: PathBuf,
    /// Held open: a server whose reader went away could not print any more.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Starts it in that folder with these further variables and arguments, and waits until it has said what is on.
    pub fn start(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Server {
        Server::try_start(folder, variables, arguments).unwrap_or_else(|log| panic!("it ended: {log}"))
    }

    /// The same; what it logged, if it ended instead.
    pub fn try_start(folder: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Result<Server, String> {
        let log = folder.join("log");
        let file = std::fs::File::options().create(true).append(true).open(&log).unwrap();
        let mut child = turnpost(folder)
            .arg("serve")
            .args(arguments)
            .env("TURNPOST_MAIL__LISTEN", "127.0.0.1:0")
            .env("TURNPOST_HTTP__LISTEN", "127.0.0.1:0")
            .env("TURNPOST_WEB__LISTEN", "")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (mut mail, mut http) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if stdout.read_line(&mut line).unwrap() == 0 {
                _ = child.wait();
                return Err(std::fs::read_to_string(&log).unwrap_or_default());
            }
            let mut words = line.split_whitespace();
            match (words.next(), words.next(), words.next()) {
                // Where there are several ways in, a comma follows.
                (Some("mail"), Some("in"), Some(at)) => at.trim_end_matches(',').clone_into(&mut mail),
                (Some("health"), Some(url), _) => {
                    url.trim_start_matches("http://").trim_end_matches("/healthz").clone_into(&mut http);
                }
                (Some("next"), ..) => break,
                _ => {}
            }
        }
        Ok(Server { child, mail, http, data: folder.to_owned(), log, _stdout: stdout })
    }

    /// Somebody who writes to it.
    pub fn client(&self, from: &str) -> Client {
        Client {
            server: self.mail.clone(),
            play: "play@localhost".to_owned(),
            outbox: self.data.join("outbox"),
            from: from.to_owned(),
        }
    }

    /// Somebody writes, in answer to the last mail or a fresh one; returns the mail that it is answered with.
    pub fn says(&self, from: &str, text: &str, answers: bool) -> Seen {
        let client = self.client(from);
        let known = outbox(&client.outbox).unwrap();
        block_on(client.write(text, answers)).unwrap();
        let mine = |seen: &Seen| seen.to == client.address() && known.iter().all(|old| old.name != seen.name);
        until(&format!("an answer to {from}'s {text:?}"), || outbox(&client.outbox).ok()?.into_iter().rev().find(mine))
    }

    /// A page's status line and body.
    pub fn get(&self, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.http).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.lines().next().unwrap().to_owned(), body.to_owned())
    }

    /// Sends it a signal by name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until it has ended.
    pub fn ended(&mut self) -> ExitStatus {
        until("the server's end", || self.child.try_wait().unwrap())
    }

    /// What it logged, over all its lives.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("--- the server's log ---\n{}", self.log());
        }
    }
}

/// Ann and Ben begin a game of Dameo by mail; Ben is White and to move.
pub fn begin(server: &Server, ann: &str, ben: &str) {
    server.says(ann, &format!("new dameo vs {ben} as black"), false);
    server.says(ann, "yes", true);
    until("the invitation", || server.client(ben).got().ok().filter(|got| !got.is_empty()));
    server.says(ben, "yes", true);
    until("the first board", || {
        server.client(ben).got().ok()?.into_iter().find(|seen| seen.text.starts_with("Your turn"))
    });
}

/// Waits until there is something, and returns it.
pub fn until<T>(what: &str, mut there: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = there() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs something asynchronous to its end.
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}
