//! A mail's header fields, as they stand: all of them, in their order, whatever bytes are in them.

use std::borrow::Cow;

use mail_parser::{Header, Message};

/// Header fields, in order from the top.
#[derive(Clone, Debug, Default)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The fields of a mail. One that isn't UTF-8 counts like any other.
    pub(super) fn of(message: &Message) -> Self {
        let value = |header: &Header| {
            let bytes = message.raw_message.get(header.offset_start as usize..header.offset_end as usize);
            unfold(&String::from_utf8_lossy(bytes.unwrap_or_default()))
        };
        Self(
            message.headers().iter().map(|header| (header.name.as_str().to_ascii_lowercase(), value(header))).collect(),
        )
    }

    /// The topmost field of a name.
    pub fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All, from the top: names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// All fields of a name, from the top.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// A field's value on one line. Only spaces and tabs are trimmed: we can't know which other characters a server takes for
/// spaces and skips.
fn unfold(value: &str) -> String {
    let space = |c: char| matches!(c, ' ' | '\t');
    value
        .split(['\r', '\n'])
        .map(|line| line.trim_matches(space))
        .collect::<Vec<_>>()
        .join(" ")
        .trim_matches(space)
        .to_owned()
}

/// Headers in which no parameter is parted from its value by a line end, as in `boundary=` with the value on the next line
/// (RFC 5322 §2.2.3 allows it, and mail-parser loses such a value). They are as long as before: what is below keeps its place.
pub(crate) fn unparted(head: &[u8]) -> Cow<'_, [u8]> {
    let mut whole = Cow::Borrowed(head);
    for (at, pair) in head.windows(2).enumerate() {
        let ([b'\n', b' ' | b'\t'], Some(before)) = (pair, head.get(..at)) else { continue };
        let line = before.strip_suffix(b"\r").unwrap_or(before);
        if line.trim_ascii_end().ends_with(b"=") {
            whole.to_mut()[line.len()..=at].fill(b' ');
        }
    }
    whole
}
