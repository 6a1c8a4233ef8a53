//! A relay of the tests' own that says what a test wants it to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::Got;
use turnpost_mailer::url::ServerUrl;

/// What it answers to a line: a command, `.` after a mail, nothing for its greeting. `None`: what a good relay does. An
/// empty answer: it hangs up, after it took the mail, if it had one.
pub type Script = fn(&str) -> Option<&'static str>;

/// The relay. It ends with the test.
#[derive(Clone)]
pub struct Relay {
    port: u16,
    script: Arc<Mutex<Script>>,
    /// Before it answers the last dot.
    pause: Arc<Mutex<Duration>>,
    said: Arc<Mutex<Vec<String>>>,
    taken: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Relay {
    /// Starts a good one.
    pub async fn start() -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let relay = Relay {
            port,
            script: Arc::new(Mutex::new(|_| None)),
            pause: Arc::default(),
            said: Arc::default(),
            taken: Arc::default(),
        };
        let this = relay.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(this.clone().talk(stream));
            }
        });
        relay
    }

    pub fn url(&self) -> ServerUrl {
        ServerUrl::parse(&format!("smtp://127.0.0.1:{}", self.port)).unwrap()
    }

    /// Says so from now on.
    pub fn says(&self, script: Script) {
        *self.script.lock().unwrap() = script;
    }

    /// Takes so long over each mail, by the tests' own clock.
    pub fn ponders(&self, pause: Duration) {
        *self.pause.lock().unwrap() = pause;
    }

    /// All commands that it was given.
    pub fn said(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }

    /// The mails that it took since the last look.
    pub fn mails(&self) -> Vec<Got> {
        std::mem::take(&mut *self.taken.lock().unwrap()).into_iter().map(Got::read).collect()
    }

    async fn talk(self, stream: TcpStream) -> Option<()> {
        let mut stream = BufReader::new(stream);
        answer(&mut stream, self.choose("", "220 relay")?).await?;
        let mut line = String::new();
        while stream.read_line(&mut line).await.ok()? > 0 {
            let command = line.trim_end().to_owned();
            line.clear();
            let chosen = self.choose(&command, if command == "DATA" { "354 go on" } else { "250 ok" })?;
            answer(&mut stream, chosen).await?;
            if chosen.starts_with("354") {
                let mut mail = String::new();
                while !mail.ends_with("\r\n.\r\n") {
                    (stream.read_line(&mut mail).await.ok()? > 0).then_some(())?;
                }
                let pause = *self.pause.lock().unwrap();
                tokio::time::sleep(pause).await;
                let chosen = self.choose(".", "250 taken");
                if chosen.is_none_or(|chosen| chosen.starts_with("250")) {
                    mail.truncate(mail.len() - ".\r\n".len());
                    self.taken.lock().unwrap().push(mail.replace("\r\n..", "\r\n.").into_bytes());
                }
                answer(&mut stream, chosen?).await?;
            }
        }
        Some(())
    }

    fn choose(&self, said: &str, usual: &'static str) -> Option<&'static str> {
        self.said.lock().unwrap().push(said.to_owned());
        let script = *self.script.lock().unwrap();
        Some(script(said).unwrap_or(usual)).filter(|answer| !answer.is_empty())
    }
}

async fn answer(stream: &mut BufReader<TcpStream>, answer: &str) -> Option<()> {
    stream.write_all(format!("{answer}\r\n").as_bytes()).await.ok()
}
