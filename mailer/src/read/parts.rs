//! Finds the texts of a mail among its MIME parts (RFC 2046), within bounds.
//!
//! mail-parser reads headers, encodings and charsets, but the parts are walked here. Its own walk descends into attached
//! messages, drops them recursively, and copies the whole for each one inside an encoded one: a mail of a megabyte can end
//! the process or use up its memory. An attached message holds nothing for us.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Message, MessageParser, MimeHeaders};

use super::bounds::{Effort, TooMuch, head};
use super::headers::unparted;
use super::hz;

/// The most parts of a mail, including those that only hold others; no letter has more.
const MOST: usize = 100;
/// How deep parts may be nested. Clients reach four.
const DEEPEST: usize = 10;
/// The most bytes of text that are decoded, over all parts.
const MOST_TEXT: usize = 1 << 20;
/// The cost of decoding and reading a byte, relative to scanning it.
const DECODING: usize = 8;

/// A part that is a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    /// What it is.
    pub kind: Kind,
    /// Which `multipart/alternative` it is in, by number: only one of its forms is meant to be read (RFC 2046 §5.1.4).
    pub choice: Option<usize>,
    /// What it says.
    pub text: String,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Plain text.
    Plain,
    /// Plain text with `format=flowed` (RFC 3676).
    Flowed {
        /// Whether the spaces before its soft line ends go.
        delsp: bool,
    },
    /// A page.
    Html,
    /// What became of a mail of ours (RFC 3464 §2.1, RFC 6533 §3).
    DeliveryStatus,
}

/// The texts of a mail or of a part, in order, without attached files.
pub(crate) fn texts(raw: &[u8]) -> Result<Vec<Text>, TooMuch> {
    let mut walk = Walk { parts: 0, text: MOST_TEXT, effort: Effort::default(), found: Vec::new() };
    walk.enter(raw, 0, None)?;
    Ok(walk.found)
}

struct Walk {
    parts: usize,
    /// How much more text is read.
    text: usize,
    effort: Effort,
    found: Vec<Text>,
}

impl Walk {
    /// Looks at one part, headers and all.
    fn enter(&mut self, part: &[u8], depth: usize, choice: Option<usize>) -> Result<(), TooMuch> {
        self.parts += 1;
        if self.parts > MOST || depth > DEEPEST {
            return Err(TooMuch);
        }
        // A part without headers is plain text (RFC 2046 §5.1).
        let headers = unparted(head(part)?);
        self.effort.spend(part.len())?;
        let head = MessageParser::default().parse_headers(headers.as_ref());
        let content = head.as_ref().and_then(|head| head.content_type());
        // So is one whose type can't be read (RFC 2045 §5.2).
        let typed = content.and_then(|content| Some((content.ctype(), content.subtype()?)));
        let (kind, subtype) = typed.unwrap_or(("text", "plain"));
        if kind.eq_ignore_ascii_case("multipart") {
            // Its parts are messages that others wrote, without saying so (RFC 2046 §5.1.5).
            if subtype.eq_ignore_ascii_case("digest") {
                return Ok(());
            }
            // A boundary has no space at its end, whatever its quotes hold (RFC 2046 §5.1.1).
            let boundary = content.and_then(|content| content.attribute("boundary")).map(str::trim_end);
            let boundary = boundary.filter(|boundary| !boundary.is_empty());
            let parts = boundary.map(|boundary| split(part, boundary.as_bytes())).unwrap_or_default();
            let choice = choice.or_else(|| subtype.eq_ignore_ascii_case("alternative").then_some(self.parts));
            for part in &parts {
                self.enter(part, depth + 1, choice)?;
            }
            if !parts.is_empty() {
                return Ok(());
            }
            // If the parts can't be told apart, the whole is read as it is.
        }
        let disposition = head.as_ref().and_then(|head| head.content_disposition());
        let attached = disposition.is_some_and(|disposition| disposition.is_attachment());
        let has_name = content.is_some_and(|content| content.has_attribute("name"))
            || disposition.is_some_and(|disposition| disposition.has_attribute("filename"));
        let named = depth > 0 && has_name;
        let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
        let has = |name: &str, wanted: &str| {
            content.and_then(|content| content.attribute(name)).is_some_and(|value| is(value, wanted))
        };
        let kind = match () {
            () if is(kind, "message") && (is(subtype, "delivery-status") || is(subtype, "global-delivery-status")) => {
                Kind::DeliveryStatus
            }
            () if attached || named => return Ok(()),
            () if is(kind, "text") && is(subtype, "html") => Kind::Html,
            () if is(kind, "text") && is(subtype, "plain") && has("format", "flowed") => {
                Kind::Flowed { delsp: has("delsp", "yes") }
            }
            () if is(kind, "multipart") || is(kind, "text") && is(subtype, "plain") => Kind::Plain,
            () => return Ok(()),
        };
        let body = whole_lines(body(part, head.as_ref()), self.text);
        self.text -= body.len();
        self.effort.spend(body.len() * DECODING)?;
        self.found.push(Text { kind, choice, text: decoded(body, head.as_ref()) });
        Ok(())
    }
}

/// The parts between a boundary's lines (RFC 2046 §5.1.1); the last one may lack its end.
fn split<'a>(whole: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let mut begun = None;
    let mut at = 0;
    for line in whole.split_inclusive(|&byte| byte == b'\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let delimiter = line.strip_prefix(b"--").and_then(|rest| rest.strip_prefix(boundary)).map(<[u8]>::trim_ascii);
        if !matches!(delimiter, Some(b"" | b"--")) {
            continue;
        }
        if let Some(begun) = begun {
            // The line end before the delimiter belongs to it.
            let part = &whole[begun..start.max(begun)];
            let part = part.strip_suffix(b"\n").unwrap_or(part);
            parts.push(part.strip_suffix(b"\r").unwrap_or(part));
        }
        begun = Some(end);
        if delimiter == Some(b"--") || parts.len() > MOST {
            return parts;
        }
    }
    parts.extend(begun.map(|begun| &whole[begun..]));
    parts
}

/// What is below a part's headers.
fn body<'a>(part: &'a [u8], head: Option<&Message>) -> &'a [u8] {
    let headers = head.and_then(|head| head.parts.first()).map_or(&[][..], |root| root.headers.as_slice());
    let end = headers.iter().map(|header| header.offset_end as usize).max().unwrap_or(0);
    after_blank_line(part.get(end..).unwrap_or_default())
}

/// The first whole lines of a body that fit into `most` bytes.
fn whole_lines(body: &[u8], most: usize) -> &[u8] {
    if body.len() <= most {
        return body;
    }
    let cut = &body[..most];
    let end = cut.iter().rposition(|&byte| byte == b'\n').map_or(most, |at| at + 1);
    &cut[..end]
}

/// A body as text, with its transfer encoding and charset decoded. What is wrongly encoded stays as it is.
fn decoded(body: &[u8], head: Option<&Message>) -> String {
    let encoding = head.and_then(|head| head.content_transfer_encoding()).unwrap_or_default().trim();
    // A comment or a semicolon may follow.
    let encoding = encoding.split(|c: char| c.is_whitespace() || "(;".contains(c)).next().unwrap_or_default();
    let bytes = match () {
        () if encoding.eq_ignore_ascii_case("base64") => {
            Some(base64_lines(body)).filter(|lines| !lines.is_empty()).and_then(base64_decode)
        }
        () if encoding.eq_ignore_ascii_case("quoted-printable") => {
            quoted_printable_decode(body).or_else(|| quoted_printable_decode(&with_signs_quoted(body)))
        }
        () => None,
    };
    let bytes = bytes.as_deref().unwrap_or(body);
    let charset = head.and_then(|head| head.content_type()).and_then(|content| content.attribute("charset"));
    // A text labelled ASCII that isn't has no label in truth.
    let charset = charset.filter(|charset| !charset.eq_ignore_ascii_case("us-ascii"));
    if charset.is_some_and(hz::is_named) {
        return hz::decoded(bytes);
    }
    let named = charset.and_then(|charset| charset_decoder(charset.as_bytes()));
    match (named, std::str::from_utf8(bytes)) {
        (Some(decode), _) => decode(bytes),
        (None, Ok(text)) => text.to_owned(),
        (None, Err(_)) => charset_decoder(b"windows-1252")
            .map_or_else(|| String::from_utf8_lossy(bytes).into_owned(), |decode| decode(bytes)),
    }
}

/// The lines that are base64: a list or a scanner may have added its footer below without encoding it.
fn base64_lines(body: &[u8]) -> &[u8] {
    let body = body.trim_ascii_start();
    let is_code = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte) || byte.is_ascii_whitespace();
    let lines = body.split_inclusive(|&byte| byte == b'\n');
    let coded = lines.take_while(|line| !line.trim_ascii().is_empty() && line.iter().all(is_code));
    &body[..coded.map(<[u8]>::len).sum()]
}

/// Quoted-printable with each `=` quoted that doesn't begin a code, as in a footer that was added without encoding it.
fn with_signs_quoted(body: &[u8]) -> Vec<u8> {
    let mut quoted = Vec::with_capacity(body.len());
    for (at, &byte) in body.iter().enumerate() {
        quoted.push(byte);
        let behind = &body[at + 1..];
        let is_code = matches!(behind, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit());
        let line_ends = || behind.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).is_none_or(|&b| b == b'\n');
        if byte == b'=' && !is_code && !line_ends() {
            quoted.extend_from_slice(b"3D");
        }
    }
    quoted
}

/// What follows the line that ends the headers.
fn after_blank_line(rest: &[u8]) -> &[u8] {
    let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
    rest.strip_prefix(b"\n").unwrap_or(rest)
}
