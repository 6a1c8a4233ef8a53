//! Hands mail to a relay by SMTP (RFC 5321), one connection per worker. Only a 250 after the final dot counts as sent; on
//! any error the connection is dropped, since nobody knows what the other side still has to say on it.

mod enhanced;
mod error;

use std::ops::RangeInclusive;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::address::with_ascii_domain;
use crate::tls;
use crate::url::ServerUrl;

pub use error::{SmtpError, Stage};

/// The time limit for connecting and for the answer to a command (RFC 5321 §4.5.3.2 allows more, players don't).
const ANSWER: Duration = Duration::from_secs(60);

/// The time limit for the answer to the final dot: a server that is merely slow must not get the mail twice (§4.5.3.2.6).
const LAST_DOT: Duration = Duration::from_secs(600);

/// What counts as success, except for DATA and in a login, where the server asks for more (§4.2.1).
const YES: RangeInclusive<u16> = 200..=299;

/// Longer answers are nonsense.
const MAX_ANSWER: usize = 16 * 1024;

/// A relay that accepts our mail.
pub struct Relay {
    url: ServerUrl,
    tls: TlsConnector,
    hello: String,
}

trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

/// An open connection.
pub struct Connection {
    stream: BufReader<Box<dyn Wire>>,
    features: Vec<String>,
    encrypted: bool,
    handed_over: bool,
}

impl Relay {
    /// A relay by its URL. `hello` is our name.
    pub fn new(url: ServerUrl, tls: TlsConnector, hello: &str) -> Self {
        Self { url, tls, hello: hello.to_owned() }
    }

    /// Connects, encrypts, logs in.
    pub async fn connect(&self) -> Result<Connection, SmtpError> {
        let stream = timeout(ANSWER, TcpStream::connect((self.url.host.as_str(), self.url.port))).await??;
        // Without this the answer to every mail waits for a delayed ACK.
        stream.set_nodelay(true)?;
        let near = stream.peer_addr()?.ip().is_loopback();
        let name = || {
            tls::name(&self.url.host).ok_or(SmtpError::Unfit("the relay's name can't be checked against a certificate"))
        };
        let mut encrypted = self.url.scheme == "smtps";
        let stream: Box<dyn Wire> = match encrypted {
            true => Box::new(timeout(ANSWER, self.tls.connect(name()?, stream)).await??),
            false => Box::new(stream),
        };
        let mut connection =
            Connection { stream: BufReader::new(stream), features: Vec::new(), encrypted, handed_over: false };
        connection.answer(Stage::Opening, ANSWER, YES).await?;
        connection.hello(&self.hello).await?;
        if !encrypted && connection.offers("STARTTLS") {
            connection.command("STARTTLS", Stage::Opening, YES).await?;
            // RFC 3207 §4.2: what came in the clear is forgotten, the buffer with it.
            let plain = connection.stream.into_inner();
            let secure = timeout(ANSWER, self.tls.connect(name()?, plain)).await??;
            connection = Connection {
                stream: BufReader::new(Box::new(secure)),
                features: Vec::new(),
                encrypted: true,
                handed_over: false,
            };
            connection.hello(&self.hello).await?;
            encrypted = true;
        }
        if let Some((user, password)) = &self.url.login {
            if !encrypted && !near {
                return Err(SmtpError::Unfit("the relay offers no encryption, so the password isn't sent"));
            }
            connection.log_in(user, password).await?;
        }
        Ok(connection)
    }
}

impl Connection {
    /// Sends one mail to one recipient. `sender` is empty for the null sender.
    pub async fn send(&mut self, sender: &str, recipient: &str, mail: &[u8]) -> Result<(), SmtpError> {
        self.handed_over = false;
        let recipient = with_ascii_domain(recipient);
        let wide = if sender.is_ascii() && recipient.is_ascii() { "" } else { " SMTPUTF8" };
        if !wide.is_empty() && !self.offers("SMTPUTF8") {
            // RFC 6531 §3.5 has this code for it: the address may be good.
            let text = "5.6.7 the relay takes no addresses outside ASCII".to_owned();
            return Err(SmtpError::Refused { stage: Stage::Recipient, code: 553, text });
        }
        self.command(&format!("MAIL FROM:<{sender}>{wide}"), Stage::Sender, YES).await?;
        self.command(&format!("RCPT TO:<{recipient}>"), Stage::Recipient, YES).await?;
        self.command("DATA", Stage::Content, 354..=354).await?;
        self.handed_over = true;
        let stuffed = dot_stuffed(mail);
        timeout(LAST_DOT, async {
            self.stream.write_all(&stuffed).await?;
            self.stream.flush().await
        })
        .await??;
        self.answer(Stage::Content, LAST_DOT, 250..=250).await?;
        Ok(())
    }

    /// Whether the relay may have the last mail, whatever the outcome: it was ready for it.
    pub(crate) fn may_have_taken(&self) -> bool {
        self.handed_over
    }

    /// Whether the connection is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// Says goodbye; whether it is heard doesn't matter here.
    pub(crate) async fn quit(mut self) {
        let _ = timeout(Duration::from_secs(5), self.command("QUIT", Stage::Opening, YES)).await;
    }

    fn offers(&self, feature: &str) -> bool {
        self.features.iter().any(|line| line.split(' ').next().is_some_and(|word| word.eq_ignore_ascii_case(feature)))
    }

    async fn hello(&mut self, name: &str) -> Result<(), SmtpError> {
        let text = self.command(&format!("EHLO {name}"), Stage::Opening, YES).await?;
        self.features = text.lines().skip(1).map(str::to_owned).collect();
        Ok(())
    }

    /// AUTH PLAIN (RFC 4616), or LOGIN where that is all there is.
    async fn log_in(&mut self, user: &str, password: &str) -> Result<(), SmtpError> {
        // Some servers write AUTH=, as in an early draft.
        let mechanisms = self.features.iter().find_map(|line| {
            let (word, mechanisms) = line.split_once([' ', '='])?;
            word.eq_ignore_ascii_case("AUTH").then_some(mechanisms)
        });
        let mechanisms = mechanisms.unwrap_or_default().to_ascii_uppercase();
        let has = |name: &str| mechanisms.split(' ').any(|mechanism| mechanism == name);
        if has("PLAIN") {
            let secret = base64(format!("\0{user}\0{password}").as_bytes());
            self.command(&format!("AUTH PLAIN {secret}"), Stage::Opening, YES).await?;
        } else if has("LOGIN") {
            self.command("AUTH LOGIN", Stage::Opening, 334..=334).await?;
            self.command(&base64(user.as_bytes()), Stage::Opening, 334..=334).await?;
            self.command(&base64(password.as_bytes()), Stage::Opening, YES).await?;
        } else {
            return Err(SmtpError::Unfit("the relay offers neither AUTH PLAIN nor LOGIN"));
        }
        Ok(())
    }

    async fn command(&mut self, command: &str, stage: Stage, wanted: RangeInclusive<u16>) -> Result<String, SmtpError> {
        let line = format!("{command}\r\n");
        timeout(ANSWER, async {
            self.stream.write_all(line.as_bytes()).await?;
            self.stream.flush().await
        })
        .await??;
        self.answer(stage, ANSWER, wanted).await
    }

    /// Reads a whole reply (§4.2.1).
    async fn answer(
        &mut self,
        stage: Stage,
        patience: Duration,
        wanted: RangeInclusive<u16>,
    ) -> Result<String, SmtpError> {
        let (code, text) = timeout(patience, self.reply()).await??;
        match wanted.contains(&code) {
            true => Ok(text),
            false => Err(SmtpError::Refused { stage, code, text: text.replace('\n', " ") }),
        }
    }

    async fn reply(&mut self) -> std::io::Result<(u16, String)> {
        let nonsense = || std::io::Error::new(std::io::ErrorKind::InvalidData, "that is no SMTP reply");
        let mut text = String::new();
        loop {
            let mut line = Vec::new();
            let limit = u64::try_from(MAX_ANSWER - text.len().min(MAX_ANSWER)).unwrap_or(0);
            (&mut self.stream).take(limit).read_until(b'\n', &mut line).await?;
            if line.is_empty() {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.strip_suffix('\n').ok_or_else(nonsense)?.trim_end();
            let code = line.get(..3).and_then(|code| code.parse().ok()).ok_or_else(nonsense)?;
            text.push_str(line.get(4..).unwrap_or_default());
            if line.as_bytes().get(3) != Some(&b'-') {
                return Ok((code, text));
            }
            text.push('\n');
        }
    }
}

/// The mail as it goes over the wire, with the final dot (§4.5.2).
fn dot_stuffed(mail: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(mail.len() + 64);
    for line in mail.split_inclusive(|&byte| byte == b'\n') {
        if line.starts_with(b".") {
            out.push(b'.');
        }
        out.extend_from_slice(line);
    }
    if !out.ends_with(b"\r\n") {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}

/// RFC 4648 §4.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let value = chunk.iter().fold(0_u32, |all, &byte| all << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let digit = DIGITS.get((value >> (18 - 6 * at) & 63) as usize).copied().unwrap_or(b'=');
            text.push(if at <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
