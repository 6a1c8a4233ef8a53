//! A mail's header fields, as they stand: all of them, in their order, whatever bytes are in them.

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
