//! A mailbox on a server without STARTTLS that can as much as a test wants, refuses what it wants, or hangs up.

mod answer;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use super::PATIENCE;
use answer::answer;

/// The server. It ends with the test.
#[derive(Clone)]
pub struct Server {
    pub port: u16,
    state: Arc<Mutex<State>>,
    changed: Arc<Notify>,
}

#[derive(Default)]
pub struct State {
    /// The mails of each folder by UID.
    pub folders: BTreeMap<String, BTreeMap<u32, Mail>>,
    /// What it says that it can, beyond RFC 3501.
    pub can: &'static str,
    /// Folders are made only under names that begin so.
    pub prefix: &'static str,
    /// Whether words of one's own can be put on a mail (PERMANENTFLAGS, RFC 3501 §7.1).
    pub keywords: bool,
    /// Commands that begin so are refused.
    pub refused: Vec<&'static str>,
    /// After a command that begins so has been answered it hangs up, once.
    pub last: Option<&'static str>,
    /// A mail that arrives just when it is asked to tell of new ones.
    pub arriving: Option<(u32, Mail)>,
    /// Each command that came, without its tag.
    pub said: Vec<String>,
    /// The folder that is open.
    pub selected: String,
}

#[derive(Clone, Default)]
pub struct Mail {
    pub text: String,
    /// How many bytes it is said to have beyond its text.
    pub missing: usize,
    pub flags: BTreeSet<String>,
    /// Came long ago.
    pub old: bool,
}

impl State {
    /// A server that can all there is, with these mails in its mailbox.
    pub fn with(mails: impl IntoIterator<Item = (u32, Mail)>) -> State {
        let folders = BTreeMap::from([("INBOX".to_owned(), mails.into_iter().collect())]);
        State { folders, can: "IDLE MOVE UIDPLUS", keywords: true, ..State::default() }
    }

    /// A mail comes, and nobody is told.
    pub fn arrive(&mut self, (uid, mail): (u32, Mail)) {
        self.folders.get_mut("INBOX").unwrap().insert(uid, mail);
    }

    /// The UIDs in a folder.
    pub fn uids(&self, folder: &str) -> Vec<u32> {
        self.folders.get(folder).map(|mails| mails.keys().copied().collect()).unwrap_or_default()
    }

    /// Whether all that is in the mailbox bears that flag.
    pub fn all_have(&self, flag: &str) -> bool {
        self.folders["INBOX"].values().all(|mail| mail.flags.contains(flag))
    }

    /// How many commands began so.
    pub fn count(&self, start: &str) -> usize {
        self.said.iter().filter(|command| command.starts_with(start)).count()
    }

    fn here(&mut self) -> &mut BTreeMap<u32, Mail> {
        self.folders.entry(self.selected.clone()).or_default()
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
        let wait = async {
            loop {
                let changed = self.changed.notified();
                if self.with(|state| what(state)) {
                    return;
                }
                changed.await;
            }
        };
        // The whole of it has its bounds: commands come for ever, also in vain.
        let waited = tokio::time::timeout(PATIENCE, wait).await;
        assert!(waited.is_ok(), "waited in vain after {:?}", self.with(|state| state.said.clone()));
    }

    /// One connection, to its end on either side.
    async fn converse(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"* OK ready\r\n").await.unwrap();
        let (mut line, mut tag) = (String::new(), String::new());
        while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
            let mut command = line.trim_end();
            // Only DONE has no tag: it ends the command before it.
            if let Some((its, rest)) = command.split_once(' ') {
                (tag, command) = (its.to_owned(), rest);
            }
            let (answer, goes_on) = self.with(|state| {
                state.said.push(command.to_owned());
                let goes_on = state.last.take_if(|last| command.starts_with(*last)).is_none();
                (answer(state, command), goes_on)
            });
            let sent = stream.write_all(answer.replace("TAG", &tag).as_bytes()).await;
            self.changed.notify_waiters();
            if sent.is_err() || !goes_on {
                return;
            }
            line.clear();
        }
    }
}
