//! Links that begin a reply: to the reader's own secret address, with a Subject, and perhaps with the one word that is
//! to be sent (RFC 6068).

use std::fmt::Write as _;

/// The replies to one mail.
pub(crate) struct Replies {
    /// The address that answers go to.
    address: String,
    /// The Subject of the mail that is answered.
    subject: String,
}

impl Replies {
    /// Replies to a mail of that Subject, which go to that address.
    pub(crate) fn new(address: String, subject: &str) -> Replies {
        Replies { address, subject: subject.to_owned() }
    }

    /// A reply with that word, which does what it says; without a word, one for a person to write.
    pub(crate) fn with(&self, word: &str) -> String {
        let mut link = format!("mailto:{}?subject=", encoded(&self.address, "@"));
        link += &encoded(&format!("Re: {}", self.subject), "");
        if !word.is_empty() {
            link += "&body=";
            link += &encoded(word, "");
        }
        link
    }
}

/// Percent-encoded but for letters, digits and `-._~`. A plus sign is encoded too: programs have taken it for a space.
fn encoded(text: &str, kept: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        let c = char::from(byte);
        if byte.is_ascii_alphanumeric() || "-._~".contains(c) || kept.contains(c) {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_could_mean_something_is_encoded() {
        let replies = Replies::new("play+k7@example.org".to_owned(), "Amazons 41: Bén & Ann?");
        let start = "mailto:play%2Bk7@example.org?subject=Re%3A%20Amazons%2041%3A%20B%C3%A9n%20%26%20Ann%3F";
        assert_eq!(replies.with("away 7d"), format!("{start}&body=away%207d"));
        assert_eq!(replies.with(""), start);
        let hostile = Replies::new("play@example.org".to_owned(), "x\r\nBcc: y@z\"><b>");
        assert!(!hostile.with("").contains(['\r', '\n', '"', '<', '>', ' ']), "{}", hostile.with(""));
    }
}
