//! Reads one raw mail: who it is from, what it answers, and what its sender newly wrote.
//!
//! Everything here is untrusted. Headers are taken from the top, since a sender can append more below but an MTA that we
//! trust writes above; a mail that isn't from exactly one mailbox is refused.

pub(crate) mod answered;
pub(crate) mod bounds;
pub(crate) mod dates;
pub(crate) mod flowed;
pub(crate) mod footers;
pub(crate) mod form;
pub(crate) mod frame;
pub mod headers;
pub(crate) mod html;
pub(crate) mod hz;
pub(crate) mod lines;
mod links;
pub(crate) mod mentions;
pub(crate) mod parts;
pub(crate) mod phrases;
pub(crate) mod quote;
pub(crate) mod signs;

use mail_parser::{Address, DateTime, HeaderName, HeaderValue, Message, MessageParser};

use turnpost_core::address::Mailbox;
use turnpost_core::clock::moment::Timestamp;

use headers::Headers;
use parts::{Kind, Text};

pub use answered::Answered;
pub use quote::{new_text, without_signature};

/// The most text that is read of one mail.
const MAX_TEXT: usize = 256 * 1024;

/// One mail, read.
#[derive(Clone, Debug, Default)]
pub struct Letter {
    /// The address of the one From mailbox.
    pub from: String,
    /// Its display name.
    pub display: Option<String>,
    /// The topmost Message-ID, without brackets.
    pub message_id: Option<String>,
    /// The Subject, decoded, on one line.
    pub subject: String,
    /// When it was written, as its topmost Date says.
    pub date: Option<Timestamp>,
    /// Minutes east of UTC of its Date.
    pub offset: Option<i16>,
    /// The addresses in its To and Cc.
    pub written_to: Vec<String>,
    /// Addresses it was sent to, in the order in which ours is looked for: the topmost Delivered-To and
    /// X-Original-To, then To and Cc.
    pub recipients: Vec<String>,
    /// The Message-IDs it answers, nearest first.
    pub references: Vec<String>,
    /// The text, with quotes still in it; empty if reading it would cost too much.
    pub text: String,
    /// Whether its text was left unread because it has too many parts or too much in them.
    pub unread: bool,
    /// All header fields, names in lower case, values unfolded but not decoded.
    pub headers: Headers,
    /// The machine-readable part of a delivery report (RFC 3464), if it has one.
    pub delivery_status: Option<String>,
}

/// Why a mail can't be read as a letter from somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It has unreasonably many headers, or unreasonably long ones.
    #[error("it has too many headers, or too long ones")]
    TooMuchHeader,
    /// No header at all.
    #[error("it has no header")]
    NoHeader,
    /// No From, several, or one with other than one mailbox (RFC 5322 §3.6.2 would want a Sender).
    #[error("it is not from exactly one mailbox")]
    NotOneFrom,
    /// The From address can't be written to.
    #[error("its From is no usable address")]
    BadFrom,
}

impl Letter {
    /// Reads a mail. The work is linear in its size.
    pub fn parse(raw: &[u8]) -> Result<Self, Unreadable> {
        let head = bounds::head(raw).map_err(|_| Unreadable::TooMuchHeader)?;
        let message = MessageParser::default().parse_headers(head).ok_or(Unreadable::NoHeader)?;
        let headers = Headers::of(&message);
        // A name that only a lenient parser takes for From still counts as a second one.
        if headers.iter().filter(|(name, _)| name.trim() == "from").count() != 1 {
            return Err(Unreadable::NotOneFrom);
        }
        let (from, display) = one_from(&message)?;
        let (texts, unread) = match parts::texts(raw) {
            Ok(texts) => (texts, false),
            Err(bounds::TooMuch) => (Vec::new(), true),
        };
        let date = first(&message, HeaderName::Date).and_then(HeaderValue::as_datetime);
        let offset = date.map(|date| {
            let minutes = i16::from(date.tz_hour) * 60 + i16::from(date.tz_minute);
            if date.tz_before_gmt { -minutes } else { minutes }
        });
        let written_to = written_to(&message);
        Ok(Self {
            from,
            display,
            message_id: first(&message, HeaderName::MessageId).and_then(ids).and_then(|ids| ids.into_iter().next()),
            subject: first(&message, HeaderName::Subject)
                .and_then(HeaderValue::as_text)
                .map(one_line)
                .unwrap_or_default(),
            date: date.filter(|date| date.is_valid()).map(DateTime::to_timestamp),
            offset: offset.filter(|minutes| (-14 * 60..=14 * 60).contains(minutes)),
            recipients: recipients(&headers, &written_to),
            written_to,
            references: references(&message),
            text: body(&texts),
            unread,
            delivery_status: texts.into_iter().find(|text| text.kind == Kind::DeliveryStatus).map(|text| text.text),
            headers,
        })
    }

    /// Whether this answers some mail, by its headers or its Subject.
    pub fn is_answer(&self) -> bool {
        !self.references.is_empty() || answer_prefix(&self.subject)
    }
}

/// Whom a mail is from, by its header alone.
pub(crate) fn from_of(raw: &[u8]) -> Option<String> {
    let message = MessageParser::default().parse_headers(bounds::head(raw).ok()?)?;
    one_from(&message).ok().map(|(from, _)| from)
}

/// The texts of a mail of ours, each of its forms, for [`Answered`].
pub fn texts_of(raw: &[u8]) -> Vec<String> {
    let texts = parts::texts(raw).unwrap_or_default().into_iter();
    texts.map(|text| if text.kind == Kind::Html { html::text_of(&text.text) } else { text.text }).collect()
}

fn one_from(message: &Message) -> Result<(String, Option<String>), Unreadable> {
    let mut fields = message.header_values(HeaderName::From);
    let (Some(HeaderValue::Address(Address::List(list))), None) = (fields.next(), fields.next()) else {
        return Err(Unreadable::NotOneFrom);
    };
    let [only] = list.as_slice() else {
        return Err(Unreadable::NotOneFrom);
    };
    let address = only.address().ok_or(Unreadable::BadFrom)?.trim();
    let mailbox = Mailbox::parse(address).map_err(|_| Unreadable::BadFrom)?;
    let display = only.name().map(one_line).filter(|name| !name.is_empty());
    Ok((mailbox.to_string(), display))
}

/// The topmost header of a name; mail-parser's own getters return the lowest, which a sender may have added.
fn first<'a, 'x>(message: &'a Message<'x>, name: HeaderName<'x>) -> Option<&'a HeaderValue<'x>> {
    message.headers().iter().find(|header| header.name == name).map(|header| &header.value)
}

fn written_to(message: &Message) -> Vec<String> {
    let mut found = Vec::new();
    for name in [HeaderName::To, HeaderName::Cc] {
        if let Some(HeaderValue::Address(list)) = first(message, name) {
            found.extend(list.iter().filter_map(|addr| addr.address()).map(str::to_owned));
        }
    }
    found.truncate(100);
    found
}

fn recipients(headers: &Headers, written_to: &[String]) -> Vec<String> {
    let traced = ["delivered-to", "x-original-to"].into_iter().filter_map(|name| headers.first(name));
    let traced = traced.map(|value| value.trim().trim_matches(['<', '>']).to_owned());
    traced.chain(written_to.iter().cloned()).collect()
}

/// In-Reply-To, then References from the nearest to the farthest.
fn references(message: &Message) -> Vec<String> {
    let mut found = first(message, HeaderName::InReplyTo).and_then(ids).unwrap_or_default();
    let mut thread = first(message, HeaderName::References).and_then(ids).unwrap_or_default();
    thread.reverse();
    found.extend(thread);
    found.truncate(50);
    found
}

/// Message-IDs in a header, however they are separated: some clients put commas between.
fn ids(value: &HeaderValue) -> Option<Vec<String>> {
    let texts: Vec<&str> = match value {
        HeaderValue::Text(text) => vec![text],
        HeaderValue::TextList(list) => list.iter().map(AsRef::as_ref).collect(),
        _ => return None,
    };
    let split = texts.iter().flat_map(|text| text.split(|c: char| c.is_whitespace() || "<>,;".contains(c)));
    Some(split.filter(|id| id.contains('@') && id.len() <= 250).map(str::to_owned).collect())
}

/// The sender's text. Where it comes in several forms the plain one is read, unless it is empty.
fn body(texts: &[Text]) -> String {
    let is_plain = |text: &Text| !matches!(text.kind, Kind::Html | Kind::DeliveryStatus);
    let said_plainly = |choice| texts.iter().any(|t| is_plain(t) && t.choice == choice && !t.text.trim().is_empty());
    let forms = texts.iter().filter_map(|text| match text.kind {
        Kind::Plain => Some(text.text.clone()),
        Kind::Flowed { delsp } => Some(flowed::unflow(&text.text, delsp)),
        Kind::Html if text.choice.is_none() || !said_plainly(text.choice) => Some(html::text_of(&text.text)),
        Kind::Html | Kind::DeliveryStatus => None,
    });
    let text = join(forms).replace("\r\n", "\n");
    let visible = text.chars().map(|c| if ends_line(c) { '\n' } else { c });
    visible.filter(|&c| c == '\n' || c == '\t' || !(c.is_control() || is_invisible(c))).collect()
}

fn join(texts: impl Iterator<Item = String>) -> String {
    let mut all = String::new();
    for text in texts {
        all.push_str(&text);
        all.push('\n');
        if all.len() > MAX_TEXT {
            let cut = (0..=MAX_TEXT).rev().find(|&at| all.is_char_boundary(at)).unwrap_or(0);
            all.truncate(cut);
            break;
        }
    }
    all
}

/// Line ends of other systems and of word processors: they separate words, too.
fn ends_line(c: char) -> bool {
    matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Characters that show nothing but would keep a line from being read: zero-width spaces, direction marks.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{ad}')
}

fn answer_prefix(subject: &str) -> bool {
    let Some((prefix, _)) = subject.split_once([':', '：']) else {
        return false;
    };
    let prefix = prefix.trim().trim_end_matches(|c: char| c.is_ascii_digit() || "[]()^".contains(c)).to_lowercase();
    phrases::ANSWER_PREFIXES.contains(&prefix.as_str())
}

/// A header's text without line breaks and controls, so that nothing in it can begin a header of ours.
fn one_line(text: &str) -> String {
    let clean: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_invisible(*c)).take(500).collect();
    clean.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
