//! A mailbox on a server that tells of new mail and can move it, but is particular about its folders.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

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
    /// Folders are made only under names that begin so.
    pub prefix: &'static str,
    /// Whether words of one's own can be put on a mail (PERMANENTFLAGS, RFC 3501 §7.1).
    pub keywords: bool,
    /// Commands that begin so are refused.
    pub refused: Vec<&'static str>,
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
    pub flags: BTreeSet<String>,
    /// Came long ago.
    pub old: bool,
}

impl State {
    /// A server with these mails in its mailbox.
    pub fn with(mails: impl IntoIterator<Item = (u32, Mail)>) -> State {
        let folders = BTreeMap::from([("INBOX".to_owned(), mails.into_iter().collect())]);
        State { folders, keywords: true, ..State::default() }
    }

    /// The UIDs in a folder.
    pub fn uids(&self, folder: &str) -> Vec<u32> {
        self.folders.get(folder).map(|mails| mails.keys().copied().collect()).unwrap_or_default()
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
        loop {
            let changed = self.changed.notified();
            if self.with(|state| what(state)) {
                return;
            }
            changed.await;
        }
    }

    /// One connection, to its end on either side.
    async fn converse(&self, stream: TcpStream) {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"* OK ready\r\n").await.unwrap();
        let mut line = String::new();
        let mut idling = String::new();
        while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
            let answer = match line.trim_end().split_once(' ') {
                Some((tag, "IDLE")) => {
                    idling = tag.to_owned();
                    self.with(idle)
                }
                Some((tag, command)) => self.with(|state| answer(state, command)).replace("TAG", tag),
                // The line is `DONE`.
                None => format!("{idling} OK\r\n"),
            };
            let sent = stream.write_all(answer.as_bytes()).await;
            self.changed.notify_waiters();
            if sent.is_err() {
                return;
            }
            line.clear();
        }
    }
}

/// The beginning of IDLE (RFC 2177).
fn idle(state: &mut State) -> String {
    state.said.push("IDLE".to_owned());
    let arrived = state.arriving.take().map(|(uid, mail)| {
        state.here().insert(uid, mail);
        format!("* {} EXISTS\r\n", state.here().len())
    });
    format!("{}+ idling\r\n", arrived.unwrap_or_default())
}

/// The answer to a command (RFC 3501, with MOVE of RFC 6851 and UIDPLUS of RFC 4315).
fn answer(state: &mut State, command: &str) -> String {
    state.said.push(command.to_owned());
    if state.refused.iter().any(|start| command.starts_with(start)) {
        return "TAG NO [SERVERBUG] not this one\r\n".to_owned();
    }
    let words: Vec<&str> = command.split(' ').collect();
    let name = words.last().map(|word| word.trim_matches('"').to_owned()).unwrap_or_default();
    let uids: Vec<u32> =
        words.get(2).map(|word| word.split(',').filter_map(|uid| uid.parse().ok()).collect()).unwrap_or_default();
    let told = match words.as_slice() {
        ["STARTTLS", ..] => return "TAG BAD unknown\r\n".to_owned(),
        ["CAPABILITY"] => "* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n".to_owned(),
        ["LIST", _, "\"\""] => "* LIST (\\Noselect) \".\" \"\"\r\n".to_owned(),
        ["LIST", ..] if state.folders.contains_key(&name) => format!("* LIST () \".\" \"{name}\"\r\n"),
        ["CREATE", ..] if !name.starts_with(state.prefix) || state.folders.contains_key(&name) => {
            return "TAG NO Invalid mailbox name.\r\n".to_owned();
        }
        ["CREATE", ..] => {
            state.folders.insert(name, BTreeMap::new());
            String::new()
        }
        ["SELECT", ..] => {
            state.selected = name;
            let own = if state.keywords { " \\*" } else { "" };
            format!("* {} EXISTS\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted{own})] kept\r\n", state.here().len())
        }
        ["UID", "SEARCH", keys @ ..] => {
            let mut found: Vec<(u32, Mail)> = state.here().clone().into_iter().collect();
            found.retain(|(_, mail)| matches(mail, keys));
            format!("* SEARCH{}\r\n", found.iter().map(|(uid, _)| format!(" {uid}")).collect::<String>())
        }
        ["UID", "FETCH", _, "RFC822.SIZE"] => {
            let size = state.here()[&uids[0]].text.len();
            format!("* 1 FETCH (UID {} RFC822.SIZE {size})\r\n", uids[0])
        }
        ["UID", "FETCH", _, what] => {
            let text = state.here()[&uids[0]].text.clone();
            let most = what.strip_prefix("BODY.PEEK[]<0.").map(|most| most.trim_end_matches('>').parse().unwrap());
            let part = if most.is_some() { "<0>" } else { "" };
            let text = &text[..most.unwrap_or(text.len()).min(text.len())];
            format!("* 1 FETCH (UID {} BODY[]{part} {{{}}}\r\n{text})\r\n", uids[0], text.len())
        }
        ["UID", "MOVE", ..] if !state.folders.contains_key(&name) => return "TAG NO [TRYCREATE] none\r\n".to_owned(),
        ["UID", "MOVE", ..] => {
            let mail = state.here().remove(&uids[0]).unwrap();
            state.folders.get_mut(&name).unwrap().insert(uids[0], mail);
            "* 1 EXPUNGE\r\n".to_owned()
        }
        ["UID", "STORE", ..] => {
            let flag = name.trim_matches(['(', ')']).to_owned();
            uids.iter().for_each(|uid| _ = state.here().get_mut(uid).unwrap().flags.insert(flag.clone()));
            String::new()
        }
        ["UID", "EXPUNGE", ..] => {
            state.here().retain(|uid, mail| !(uids.contains(uid) && mail.flags.contains("\\Deleted")));
            String::new()
        }
        _ => String::new(),
    };
    format!("{told}TAG OK done\r\n")
}

/// Whether a mail has all that is searched for (RFC 3501 §6.4.4).
fn matches(mail: &Mail, keys: &[&str]) -> bool {
    match keys {
        ["UNDELETED", rest @ ..] => !mail.flags.contains("\\Deleted") && matches(mail, rest),
        ["UNSEEN", rest @ ..] => !mail.flags.contains("\\Seen") && matches(mail, rest),
        ["KEYWORD", word, rest @ ..] => mail.flags.contains(*word) && matches(mail, rest),
        ["UNKEYWORD", word, rest @ ..] => !mail.flags.contains(*word) && matches(mail, rest),
        ["BEFORE", _, rest @ ..] => mail.old && matches(mail, rest),
        rest => rest.is_empty(),
    }
}
