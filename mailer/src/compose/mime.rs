//! Puts a mail's texts and pictures into MIME (RFC 2045, 2046, 2387), with all headers.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, MultiPartBuilder, SinglePart};
use lettre::{Address, Message};

use turnpost_core::clock::moment::Timestamp;

use super::dkim::Signer;
use crate::address::with_ascii_domain;

/// Everything that a mail is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Draft {
    /// The display name it is from.
    pub from_name: String,
    /// Our bare address.
    pub from: String,
    /// Where answers go: our address with the secret.
    pub reply_to: String,
    /// The recipient's name, if known.
    pub to_name: Option<String>,
    /// The recipient.
    pub to: String,
    /// The Subject.
    pub subject: String,
    /// Without brackets.
    pub message_id: String,
    /// The thread it belongs to: Message-IDs without brackets, oldest first.
    pub references: Vec<String>,
    /// When it was written.
    pub at: Timestamp,
    /// Further headers; the names are ours, the values may contain what anybody typed.
    pub headers: Vec<(&'static str, String)>,
    /// The text.
    pub plain: String,
    /// The page, a whole HTML document.
    pub html: String,
    /// Pictures that the page shows by their content ids.
    pub pictures: Vec<Inline>,
    /// Files.
    pub files: Vec<File>,
}

/// A picture inside the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Inline {
    /// Its content id, without brackets.
    pub id: String,
    /// PNG bytes.
    pub png: Vec<u8>,
}

/// An attached file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// Its name.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why a mail can't be made: mostly because of its recipient.
#[derive(Debug, thiserror::Error)]
pub enum MimeError {
    /// An address is invalid.
    #[error("an address can't be written to: {0}")]
    Address(#[from] lettre::address::AddressError),
    /// A header or part is missing or wrong.
    #[error("the mail can't be put together: {0}")]
    Mail(#[from] lettre::error::Error),
    /// A media type is invalid.
    #[error("a media type is wrong")]
    Kind(#[from] lettre::message::header::ContentTypeErr),
    /// A header's name is invalid.
    #[error("a header's name is wrong")]
    Header(#[from] lettre::message::header::InvalidHeaderName),
}

impl Draft {
    /// The mail as we send it, signed if there is a signer. Everything that goes out is made here.
    pub(crate) fn signed(&self, signer: Option<&Signer>) -> Result<Vec<u8>, MimeError> {
        let mail = self.bytes()?;
        let signed = signer.map(|signer| signer.sign(&mail));
        Ok(match signed {
            Some(Ok(signed)) => signed,
            Some(Err(error)) => {
                tracing::error!(%error, "a mail goes unsigned");
                mail
            }
            None => mail,
        })
    }

    /// The mail's bytes: lines end in CRLF and are all ASCII. The same draft gives the same bytes.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, MimeError> {
        let mailbox = |name: Option<&String>, address: &str| -> Result<Mailbox, MimeError> {
            Ok(Mailbox::new(name.map(|name| one_line(name)), with_ascii_domain(address).parse::<Address>()?))
        };
        let at = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(self.at).unwrap_or_default());
        let mut builder = Message::builder()
            .from(mailbox(Some(&self.from_name), &self.from)?)
            .to(mailbox(self.to_name.as_ref(), &self.to)?)
            .reply_to(mailbox(Some(&self.from_name), &self.reply_to)?)
            .subject(one_line(&self.subject))
            .date(at)
            .message_id(Some(format!("<{}>", self.message_id)));
        if let Some(nearest) = self.references.last() {
            let all: Vec<String> = self.references.iter().map(|id| format!("<{id}>")).collect();
            builder = builder.in_reply_to(format!("<{nearest}>")).references(all.join(" "));
        }
        for (name, value) in &self.headers {
            let name = HeaderName::new_from_ascii((*name).to_owned())?;
            builder = builder.raw_header(HeaderValue::new(name, one_line(value)));
        }
        Ok(builder.multipart(self.parts()?)?.formatted())
    }

    /// alternative { plain, related { html, pictures } }, in mixed { …, files } where there are any.
    fn parts(&self) -> Result<MultiPart, MimeError> {
        let plain = SinglePart::plain(whole_lines(&self.plain));
        let html = SinglePart::html(whole_lines(&self.html));
        let texts = self.bounded(MultiPart::alternative(), 1).singlepart(plain);
        let texts = if self.pictures.is_empty() {
            texts.singlepart(html)
        } else {
            let mut page = self.bounded(MultiPart::related(), 2).singlepart(html);
            for picture in &self.pictures {
                let part = Attachment::new_inline(picture.id.clone());
                page = page.singlepart(part.body(base64(&picture.png), ContentType::parse("image/png")?));
            }
            texts.multipart(page)
        };
        if self.files.is_empty() {
            return Ok(texts);
        }
        let mut whole = self.bounded(MultiPart::mixed(), 3).multipart(texts);
        for file in &self.files {
            let part = Attachment::new(one_line(&file.name));
            whole = whole.singlepart(part.body(base64(&file.bytes), ContentType::parse(file.kind)?));
        }
        Ok(whole)
    }

    /// Sets a boundary derived from the Message-ID, whose secret nobody can put into the text beforehand. `=_` never
    /// occurs in encoded text (RFC 2045 §6.7).
    fn bounded(&self, part: MultiPartBuilder, number: u8) -> MultiPartBuilder {
        let mut hasher = DefaultHasher::new();
        (&self.message_id, number).hash(&mut hasher);
        part.boundary(format!("=_{:016x}.{number}", hasher.finish()))
    }
}

/// Text with CRLF at the ends of its lines, and no CR elsewhere (RFC 5322 §2.3).
pub(crate) fn whole_lines(text: &str) -> String {
    text.replace('\r', "").replace('\n', "\r\n")
}

/// Arbitrary bytes as lines of a mail. Left to itself, lettre sends those that happen to be ASCII as they are, including
/// bare line feeds, which relays refuse and no signature survives.
fn base64(bytes: &[u8]) -> Body {
    let encoded = Body::new_with_encoding(bytes.to_vec(), ContentTransferEncoding::Base64);
    // Only encodings that can't represent every byte fail.
    encoded.unwrap_or_else(Body::new)
}

/// A text that can't end its header and start another.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use mail_parser::{MessageParser, MimeHeaders};

    use super::*;

    fn draft() -> Draft {
        Draft {
            from_name: "Ann via Turnpost".into(),
            from: "play@example.org".into(),
            reply_to: "play+secret@example.org".into(),
            to_name: Some("Ben".into()),
            to: "ben@example.net".into(),
            subject: "Amazons 41: Ben vs Ann".into(),
            message_id: "secret.7@example.org".into(),
            references: vec!["game-41@example.org".into()],
            at: 1_780_000_000,
            plain: "Your turn.\nÄ long line\n".into(),
            html: "<p>Your turn.</p>".into(),
            ..Draft::default()
        }
    }

    #[test]
    fn parts_nest_as_clients_want_them() {
        let mut draft = draft();
        draft.pictures.push(Inline { id: "board@example.org".into(), png: vec![0x89, b'P'] });
        draft.files.push(File { name: "amazons-41.txt".into(), kind: "text/plain", bytes: b"record".to_vec() });
        let bytes = draft.bytes().unwrap();
        assert!(bytes.is_ascii());
        let parsed = MessageParser::default().parse(&bytes).unwrap();
        let kinds: Vec<String> = parsed
            .parts
            .iter()
            .map(|part| {
                part.content_type().map(|k| format!("{}/{}", k.ctype(), k.subtype().unwrap_or(""))).unwrap_or_default()
            })
            .collect();
        assert_eq!(
            kinds,
            [
                "multipart/mixed",
                "multipart/alternative",
                "text/plain",
                "multipart/related",
                "text/html",
                "image/png",
                "text/plain"
            ]
        );
        assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), draft.plain);
        assert_eq!(parsed.parts[5].content_id(), Some("board@example.org"));
        assert_eq!(parsed.in_reply_to().as_text(), Some("game-41@example.org"));
        assert_eq!(bytes, draft.bytes().unwrap());
    }

    #[test]
    fn nothing_that_a_player_typed_becomes_a_header() {
        let mut draft = draft();
        draft.from_name = "Ann\r\nBcc: victim@example.com\r\n\r\nbody\"<x@y>".into();
        draft.subject = "x\nBcc: victim@example.com".into();
        draft.headers.push(("X-Test", "a\r\nBcc: victim@example.com".into()));
        let bytes = draft.bytes().unwrap();
        let parsed = MessageParser::default().parse(&bytes).unwrap();
        assert!(parsed.bcc().is_none());
        assert_eq!(parsed.from().unwrap().first().unwrap().address(), Some("play@example.org"));
        assert_eq!(parsed.subject(), Some("x Bcc: victim@example.com"));
    }

    #[test]
    fn an_address_that_is_none_is_refused() {
        let draft = Draft { to: "ben@example.net>\r\nRCPT TO:<x@y".into(), ..draft() };
        assert!(draft.bytes().is_err());
    }
}
