//! Whether a mail can be read in one way only. If the server that vouches for it and the one that obeys it may see
//! different mails in the same bytes, words can be put into somebody's mouth.

use mail_parser::{Message, MessageParser, MimeHeaders};

use super::bounds;
use super::headers::{Headers, unparted};

/// Fields that may occur only once (RFC 5322 §3.6, RFC 2045 §3). A signature covers the lowest of several (RFC 6376
/// §5.4.2), and every parser picks the one it likes.
const ONCE: [&str; 13] = [
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
];

/// Whether no such field occurs twice, and everything above the body is a field (RFC 5322 §2.2): for some parsers any
/// other line begins the body, others skip it.
pub(crate) fn is_strict(raw: &[u8], headers: &Headers) -> bool {
    let head = lines(raw).take_while(|line| !line.is_empty());
    let folded = |line: &[u8]| matches!(line.first(), Some(b' ' | b'\t'));
    let sound = |(number, line)| is_field(line) || number > 0 && folded(line);
    head.enumerate().all(sound) && ONCE.iter().all(|name| headers.all(name).count() <= 1)
}

/// Whether the body itself tells how to read it, so that changing only its Content-Type or encoding can't turn it into
/// another text: its first line opens its parts, or it has none and is plain.
pub(crate) fn body_tells_its_form(raw: &[u8]) -> bool {
    let Ok(headers) = bounds::head(raw).map(unparted) else { return false };
    let Some(head) = MessageParser::default().parse_headers(headers.as_ref()) else {
        return false;
    };
    let encoding = head.content_transfer_encoding().unwrap_or("7bit").trim();
    if !["7bit", "8bit", "binary"].iter().any(|plain| plain.eq_ignore_ascii_case(encoding)) {
        return false;
    }
    let body = lines(raw).skip_while(|line| !line.is_empty());
    let first = body.map(<[u8]>::trim_ascii_end).find(|line| !line.is_empty()).unwrap_or_default();
    match (first.strip_prefix(b"--"), boundary(&head)) {
        (Some(opening), Some(boundary)) => opening == boundary.as_bytes(),
        (None, None) => head.content_type().is_none_or(|content| {
            let subtype = content.subtype().unwrap_or_default();
            content.ctype().eq_ignore_ascii_case("text") && subtype.eq_ignore_ascii_case("plain")
        }),
        _ => false,
    }
}

fn boundary<'a>(head: &'a Message) -> Option<&'a str> {
    let content = head.content_type().filter(|content| content.ctype().eq_ignore_ascii_case("multipart"));
    content.and_then(|content| content.attribute("boundary"))
}

/// A name of printable characters without spaces, and a colon.
fn is_field(line: &[u8]) -> bool {
    let mut halves = line.splitn(2, |&byte| byte == b':');
    let named = halves.next().is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_graphic));
    named && halves.next().is_some()
}

fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    raw.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}
