//! Mail addresses as the gateway uses them: our own with its plus forms, and the comparison of others'.

use std::borrow::Cow;

use turnpost_core::address::{Mailbox, canonical_domain};

pub use turnpost_core::address::same;

/// What the tag of a bounce address begins with; reply tokens are too long to be mistaken for one.
const BOUNCE: &str = "b-";

/// The gateway's own address, `mail.address`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OurAddress {
    local: String,
    domain: String,
}

/// Which of our addresses something was sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ours {
    /// The bare address.
    Plain,
    /// A reply address with its secret.
    Reply(String),
    /// The bounce address of one outgoing mail (VERP); `None` if it names no mail.
    Bounce(Option<ReturnPath>),
    /// `postmaster@` (RFC 5321 §4.5.1) or `abuse@` (RFC 2142): for the operator's eyes.
    Operator,
}

/// What a bounce address says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnPath {
    /// Proves that this is the return path of that notice. It can't be used to answer anything.
    pub mark: String,
    /// The notice that the mail was made from.
    pub notice: i64,
}

/// Why an address can't be used as our own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no mail address that replies could reach: wanted is name@domain, without a plus sign")]
pub struct AddressError(pub String);

/// The address of a server that nobody configured.
impl Default for OurAddress {
    fn default() -> Self {
        Self { local: "play".to_owned(), domain: "localhost".to_owned() }
    }
}

impl OurAddress {
    /// Reads `mail.address`.
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let bad = || AddressError(text.to_owned());
        let (local, domain) = split(text.trim()).ok_or_else(bad)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        if !local.chars().all(plain) || !domain.chars().all(plain) || local.len() > 24 {
            return Err(bad());
        }
        let mailbox = Mailbox::parse(text).map_err(|_| bad())?;
        Ok(Self { local: mailbox.local().to_owned(), domain: mailbox.domain().to_owned() })
    }

    /// The bare address.
    pub fn plain(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// The address whose answers carry this secret.
    pub(crate) fn reply(&self, token: &str) -> String {
        format!("{}+{}@{}", self.local, token, self.domain)
    }

    /// The envelope sender that a bounce of this one mail comes back to.
    pub(crate) fn bounce(&self, mark: &str, notice: i64) -> String {
        format!("{}+{BOUNCE}{mark}.{notice}@{}", self.local, self.domain)
    }

    /// The domain, as used in Message-IDs.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// The operator's address, which is also valid without its domain (RFC 5321 §4.5.1).
    pub(crate) fn postmaster(&self) -> String {
        format!("postmaster@{}", self.domain)
    }

    /// Whether a word contains the beginning of a reply address, perhaps with a secret, with or without the domain.
    pub(crate) fn begins_reply(&self, word: &str) -> bool {
        let word = word.to_ascii_lowercase();
        // In a link the plus sign is encoded.
        ["+", "%2b"].iter().any(|plus| word.contains(&format!("{}{plus}", self.local)))
    }

    /// Whether, and as what, an address is ours. Case is ignored, since clients change it.
    pub(crate) fn recognise(&self, address: &str) -> Option<Ours> {
        let mailbox = Mailbox::parse(address).ok().filter(|mailbox| mailbox.domain() == self.domain)?;
        let local = mailbox.local();
        if local == self.local {
            return Some(Ours::Plain);
        }
        if local == "postmaster" || local == "abuse" {
            return Some(Ours::Operator);
        }
        let tag = local.strip_prefix(&self.local)?.strip_prefix('+')?;
        Some(match tag.strip_prefix(BOUNCE) {
            Some(path) => Ours::Bounce(ReturnPath::read(path)),
            None if tag.is_empty() => Ours::Plain,
            None => Ours::Reply(tag.to_owned()),
        })
    }
}

impl ReturnPath {
    fn read(tag: &str) -> Option<Self> {
        let (mark, notice) = tag.split_once('.')?;
        Some(Self { mark: mark.to_owned(), notice: notice.parse().ok()? })
    }
}

/// Local part and domain; `None` unless both are there.
pub(crate) fn split(address: &str) -> Option<(&str, &str)> {
    let (local, domain) = address.rsplit_once('@')?;
    (!local.is_empty() && !domain.is_empty()).then_some((local, domain))
}

/// The address as every relay accepts it: with its domain in A-labels (RFC 5890 §2.3.2.1). A local part outside ASCII
/// stays as it is.
pub(crate) fn with_ascii_domain(address: &str) -> Cow<'_, str> {
    let domain = split(address).filter(|(_, domain)| !domain.is_ascii());
    match domain.and_then(|(local, domain)| Some((local, canonical_domain(domain)?))) {
        Some((local, domain)) => Cow::Owned(format!("{local}@{domain}")),
        None => Cow::Borrowed(address),
    }
}

/// Whether an address may be used in an SMTP command and a header of ours: no spaces, controls or brackets.
pub fn is_sane(address: &str) -> bool {
    Mailbox::parse(address).is_ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn our_addresses_are_recognised_in_any_case() {
        let ours = OurAddress::parse("Play@Example.org").unwrap();
        assert_eq!(ours.recognise("PLAY@example.ORG"), Some(Ours::Plain));
        assert_eq!(ours.recognise("play+ABCdef@example.org"), Some(Ours::Reply("abcdef".into())));
        let path = Some(ReturnPath { mark: "k9".into(), notice: 41 });
        assert_eq!(ours.bounce("k9", 41), "play+b-k9.41@example.org");
        assert_eq!(ours.recognise("PLAY+B-K9.41@example.org"), Some(Ours::Bounce(path)));
        assert_eq!(ours.recognise("play+b-k9@example.org"), Some(Ours::Bounce(None)));
        assert_eq!(ours.recognise("Postmaster@example.org"), Some(Ours::Operator));
        assert_eq!(ours.recognise("player@example.org"), None);
        assert_eq!(ours.recognise("play@example.net"), None);
        assert_eq!(ours.recognise("play"), None);
    }

    #[test]
    fn domains_are_written_in_ascii() {
        assert_eq!(with_ascii_domain("Ann@Example.org"), "Ann@Example.org");
        assert_eq!(with_ascii_domain("ann@Bücher.example"), "ann@xn--bcher-kva.example");
        assert_eq!(with_ascii_domain("jörg@bücher.example"), "jörg@xn--bcher-kva.example");
        assert_eq!(with_ascii_domain("bücher"), "bücher");
    }

    #[test]
    fn unusable_addresses_are_refused() {
        for bad in ["", "play", "@x", "play@", "a b@x", "play+x@example.org"] {
            assert!(OurAddress::parse(bad).is_err(), "{bad}");
        }
        assert!(!is_sane("a@b\r\nRCPT TO:<c@d>"));
        assert!(!is_sane("<a@b>"));
        assert!(is_sane("ann.o'hara+x@example.co.uk"));
    }
}
