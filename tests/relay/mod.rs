//! A mail relay for tests: takes mail by SMTP on loopback, and can go away, come back, forget to answer, or hang.

pub mod port;

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use port::Port;

/// A mail that it took.
#[derive(Clone, PartialEq, Eq)]
pub struct Taken {
    pub recipient: String,
    pub mail: Vec<u8>,
}

/// How it behaves at the end of a mail.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code)]
pub enum Mood {
    /// It keeps the mail and says so.
    Good,
    /// It keeps the mail, and hangs up before it has said so.
    Mute,
    /// It keeps the mail, and never says so.
    Silent,
    /// It keeps nothing and never answers.
    Hanging,
    /// It says that it can't now.
    Busy,
}

/// The relay. It ends with the test.
#[derive(Clone)]
pub struct Relay {
    pub port: u16,
    _reserved: Arc<Port>,
    state: Arc<Mutex<State>>,
}

struct State {
    mood: Mood,
    taken: Vec<Taken>,
    /// Counted up when it goes away: what belongs to an earlier life ends.
    life: u64,
    wires: Vec<TcpStream>,
}

impl Relay {
    /// Starts one on a free port.
    pub fn start() -> Relay {
        let reserved = Arc::new(Port::reserve());
        let port = reserved.number;
        let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
        let state = State { mood: Mood::Good, taken: Vec::new(), life: 0, wires: Vec::new() };
        let relay = Relay { port, _reserved: reserved, state: Arc::new(Mutex::new(state)) };
        relay.serve(listener, 0);
        relay
    }

    /// Its URL for `mail.smtp`.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Behaves so from now on.
    pub fn set_mood(&self, mood: Mood) {
        self.lock().mood = mood;
    }

    #[allow(dead_code)]
    /// What it took so far, from the given index on.
    pub fn taken(&self, from: usize) -> Vec<Taken> {
        self.lock().taken.get(from..).unwrap_or_default().to_vec()
    }

    /// Takes what it took since the last time.
    #[allow(dead_code)]
    pub fn drain(&self) -> Vec<Taken> {
        std::mem::take(&mut self.lock().taken)
    }

    /// Goes away at once: the port closes and every conversation breaks off.
    #[allow(dead_code)]
    pub fn kill(&self) {
        let mut state = self.lock();
        state.life += 1;
        for wire in state.wires.drain(..) {
            _ = wire.shutdown(Shutdown::Both);
        }
    }

    /// Comes back on the same port.
    #[allow(dead_code)]
    pub fn revive(&self) {
        let listener = loop {
            match TcpListener::bind(("127.0.0.1", self.port)) {
                Ok(listener) => break listener,
                Err(_) => thread::sleep(Duration::from_millis(5)),
            }
        };
        let life = self.lock().life;
        self.serve(listener, life);
    }

    fn serve(&self, listener: TcpListener, life: u64) {
        listener.set_nonblocking(true).unwrap();
        let relay = self.clone();
        thread::spawn(move || {
            while relay.lock().life == life {
                let Ok((wire, _)) = listener.accept() else {
                    thread::sleep(Duration::from_millis(2));
                    continue;
                };
                let mut state = relay.lock();
                if state.life == life
                    && wire.set_nonblocking(false).is_ok()
                    && let Ok(other) = wire.try_clone()
                {
                    state.wires.push(other);
                    let relay = relay.clone();
                    thread::spawn(move || relay.converse(wire, life));
                }
            }
        });
    }

    /// One conversation (RFC 5321), until it breaks off.
    fn converse(&self, wire: TcpStream, life: u64) -> Option<()> {
        _ = wire.set_nodelay(true);
        let mut wire = BufReader::new(wire);
        let mut recipient = String::new();
        say(&mut wire, "220 relay")?;
        loop {
            let line = line(&mut wire)?;
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            let verb = text.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "RCPT" => {
                    recipient = text.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    let known = !recipient.starts_with("nobody@");
                    say(&mut wire, if known { "250 ok" } else { "550 5.1.1 nobody of that name" })?;
                }
                "DATA" => {
                    say(&mut wire, "354 go on")?;
                    let mail = data(&mut wire)?;
                    let mut state = self.lock();
                    if state.life != life {
                        return None;
                    }
                    let mood = state.mood;
                    if matches!(mood, Mood::Good | Mood::Mute | Mood::Silent) {
                        state.taken.push(Taken { recipient: recipient.clone(), mail });
                    }
                    drop(state);
                    match mood {
                        Mood::Good => say(&mut wire, "250 taken")?,
                        Mood::Busy => say(&mut wire, &format!("451 not now for <{recipient}>"))?,
                        Mood::Mute => _ = wire.get_ref().shutdown(Shutdown::Both),
                        Mood::Silent | Mood::Hanging => {}
                    }
                }
                "QUIT" => return say(&mut wire, "221 bye"),
                _ => say(&mut wire, "250 ok")?,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn say(wire: &mut BufReader<TcpStream>, line: &str) -> Option<()> {
    wire.get_mut().write_all(format!("{line}\r\n").as_bytes()).ok()
}

fn line(wire: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let count = wire.read_until(b'\n', &mut line).ok()?;
    (count > 0).then_some(line)
}

fn data(wire: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let mut mail = Vec::new();
    loop {
        let line = line(wire)?;
        if line == b".\r\n" {
            return Some(mail);
        }
        mail.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}
