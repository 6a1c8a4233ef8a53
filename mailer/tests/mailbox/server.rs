//! A mailbox on a server of few gifts: no STARTTLS, no IDLE, no MOVE. It can be told to hang up or to refuse once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// Nothing takes longer, on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The server. It ends with the test.
#[derive(Clone)]
pub struct Server {
    pub port: u16,
    state: Arc<Mutex<State>>,
    changed: Arc<Notify>,
}

#[derive(Default)]
pub struct State {
    /// The mails in the mailbox by UID; one without bytes is only said to be large.
    pub inbox: BTreeMap<u32, Option<String>>,
    /// UIDs that are marked as deleted.
    pub deleted: Vec<u32>,
    /// UIDs that were copied to the folder of processed mail.
    pub done: Vec<u32>,
    /// Each command that came, without its tag.
    pub said: Vec<String>,
    /// Commands that begin so are refused, each of these once.
    pub refused: Vec<&'static str>,
    /// After a command that begins so has been answered it hangs up, once.
    pub last: Option<&'static str>,
}

impl State {
    /// How many commands began so.
    pub fn count(&self, start: &str) -> usize {
        self.said.iter().filter(|command| command.starts_with(start)).count()
    }
}

impl Server {
    pub async fn start(state: State) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server { port, state: Arc::new(Mutex::new(state)), changed: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                stream.set_nodelay(true).unwrap();
                serving.converse(stream).await;
            }
        });
        server
    }

    /// Looks at it, or changes it.
    pub fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().unwrap())
    }

    /// Waits until it has come to that.
    pub async fn until(&self, what: impl Fn(&State) -> bool) {
        loop {
            let changed = self.changed.notified();
            if self.with(|state| what(state)) {
                return;
            }
            let waited = tokio::time::timeout(PATIENCE, changed).await;
            assert!(waited.is_ok(), "waited in vain after {:?}", self.with(|state| state.said.clone()));
        }
    }

    /// One connection, to its end on either side.
    async fn converse(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"* OK ready\r\n").await.unwrap();
        let mut line = String::new();
        while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
            let (tag, command) = line.trim_end().split_once(' ').unwrap();
            let (answer, goes_on) = self.with(|state| {
                state.said.push(command.to_owned());
                let goes_on = state.last.take_if(|last| command.starts_with(*last)).is_none();
                (answer(state, command), goes_on)
            });
            let sent = stream.write_all(answer.replace("TAG", tag).as_bytes()).await;
            self.changed.notify_waiters();
            if sent.is_err() || !goes_on {
                return;
            }
            line.clear();
        }
    }
}

/// The answer to a command (RFC 3501, with UIDPLUS of RFC 4315).
fn answer(state: &mut State, command: &str) -> String {
    if let Some(at) = state.refused.iter().position(|start| command.starts_with(start)) {
        state.refused.remove(at);
        return "TAG NO not now\r\n".to_owned();
    }
    let words: Vec<&str> = command.split(' ').collect();
    let uid = words.get(2).and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
    let told = match words.as_slice() {
        ["STARTTLS", ..] => return "TAG BAD unknown\r\n".to_owned(),
        ["CAPABILITY"] => "* CAPABILITY IMAP4rev1 UIDPLUS\r\n".to_owned(),
        ["SELECT", ..] => format!("* {} EXISTS\r\n", state.inbox.len()),
        ["UID", "SEARCH", ..] => {
            let uids = state.inbox.keys().filter(|uid| !state.deleted.contains(uid));
            format!("* SEARCH{}\r\n", uids.map(|uid| format!(" {uid}")).collect::<String>())
        }
        ["UID", "FETCH", _, "RFC822.SIZE"] => {
            let size = state.inbox[&uid].as_ref().map_or(4_000_000_000, String::len);
            format!("* 1 FETCH (UID {uid} RFC822.SIZE {size})\r\n")
        }
        ["UID", "FETCH", ..] => {
            let mail = state.inbox[&uid].clone().unwrap_or_default();
            format!("* 1 FETCH (UID {uid} BODY[] {{{}}}\r\n{mail})\r\n", mail.len())
        }
        ["UID", "COPY", ..] => {
            state.done.push(uid);
            String::new()
        }
        ["UID", "STORE", ..] => {
            state.deleted.push(uid);
            String::new()
        }
        ["UID", "EXPUNGE", ..] => {
            state.inbox.retain(|other, _| *other != uid || !state.deleted.contains(&uid));
            String::new()
        }
        _ => String::new(),
    };
    format!("{told}TAG OK done\r\n")
}
