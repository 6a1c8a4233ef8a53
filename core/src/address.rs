//! Mail addresses in their canonical spelling, which is what is stored, compared and counted. Whatever comes from
//! outside is read here, once; a text without such a spelling is not an address to us.

use std::fmt;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use serde::{Deserialize, Serialize};
use unicode_security::GeneralSecurityProfile;

use crate::token::TokenKey;

/// The longest local part that RFC 5321 §4.5.3.1.1 allows, in bytes.
pub const MAX_LOCAL: usize = 64;
/// The longest address that fits into a path of RFC 5321 §4.5.3.1.3, in bytes.
const MAX_ADDRESS: usize = 254;

/// An address: its domain in A-labels (RFC 5890 §2.3.2.1) and lower case, its local part with ASCII letters in lower
/// case. Two texts that any DNS takes for one domain are one here; no letter outside ASCII ever becomes one inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mailbox {
    local: String,
    domain: String,
}

/// Why a text is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoMailbox {
    /// Nothing stands before or after the `@`.
    Form,
    /// A character that is not allowed in an address here, or not in that place.
    Local,
    /// Not a domain that mail could be sent to.
    Domain,
    /// Longer than any server accepts.
    Long,
    /// Its domain has no dot, so that no mail gets there from elsewhere.
    NoDot,
    /// Its domain is reserved for networks that nobody can write to from elsewhere.
    Reserved,
    /// It is the server's own.
    OurOwn,
}

/// Domains that stand for one's own machine or network, or for nothing at all, wherever one is (RFC 6761 and 6762, RFC
/// 7686, RFC 8375). `test` and `example` are reserved as well, but for trying things out, and so they may be used here.
const RESERVED: [&str; 7] = ["invalid", "localhost", "local", "onion", "internal", "arpa", "alt"];

impl std::error::Error for NoMailbox {}

impl Mailbox {
    /// Reads an address. A quoted local part is the same as the bare one where it could stand bare (RFC 5321 §4.1.2);
    /// elsewhere few servers accept it, and neither do we. Nor do we accept routes (`%`, `!`), which lead to another
    /// domain than the one named, or address literals.
    pub fn parse(text: &str) -> Result<Mailbox, NoMailbox> {
        let (local, domain) = text.trim().rsplit_once('@').ok_or(NoMailbox::Form)?;
        if local.is_empty() || domain.is_empty() {
            return Err(NoMailbox::Form);
        }
        let quoted = local.strip_prefix('"').and_then(|local| local.strip_suffix('"'));
        let local = quoted.unwrap_or(local);
        if !local.split('.').all(is_atom) {
            return Err(NoMailbox::Local);
        }
        let (local, domain) = (local.to_ascii_lowercase(), canonical_domain(domain).ok_or(NoMailbox::Domain)?);
        if local.len() > MAX_LOCAL || local.len() + 1 + domain.len() > MAX_ADDRESS {
            return Err(NoMailbox::Long);
        }
        Ok(Mailbox { local, domain })
    }

    /// Whether somebody here could get mail from a server with that address: everywhere but at names that lead nowhere,
    /// and at that address itself. A server may write to its own domain, whatever that is called.
    pub fn reached_from(&self, home: Option<&Mailbox>) -> Result<(), NoMailbox> {
        let ours = home.is_some_and(|home| home.domain == self.domain);
        let tag = |mailbox: &Mailbox| mailbox.local.split('+').next().map(str::to_owned);
        if ours && home.is_some_and(|home| tag(home) == tag(self)) {
            return Err(NoMailbox::OurOwn);
        }
        let top = self.domain.rsplit('.').next().unwrap_or_default();
        match (ours, RESERVED.contains(&top), self.domain.contains('.')) {
            (true, ..) => Ok(()),
            (false, true, _) => Err(NoMailbox::Reserved),
            (false, false, false) => Err(NoMailbox::NoDot),
            (false, false, true) => Ok(()),
        }
    }

    /// What stands before the `@`.
    pub fn local(&self) -> &str {
        &self.local
    }

    /// What stands after it, in ASCII.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// What limits count by: one spelling for all the addresses that a mailbox answers to without its owner's doing. At
    /// most providers a tag after a plus sign leads to the same mailbox, and at the largest so do dots and its second
    /// domain, as its documentation says. They are still different addresses, and identity never depends on this, but
    /// whoever wants to get around a limit tries these first. Case is folded completely, as many servers do.
    pub fn counted(&self) -> String {
        let local = self.local.to_lowercase();
        let local = local.split_once('+').filter(|(bare, _)| !bare.is_empty()).map_or(local.as_str(), |(bare, _)| bare);
        match self.domain.as_str() {
            "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
            domain => format!("{local}@{domain}"),
        }
    }

    /// The same, hashed for storage: the address can't be read back from it.
    pub fn counted_by(&self, key: &TokenKey) -> String {
        key.hash(&format!("counted {}", self.counted()))
    }

    /// The registered domain, by the public suffix list: whoever has it has everything below it.
    pub fn organisation(&self) -> &str {
        psl::domain_str(&self.domain).unwrap_or(&self.domain)
    }
}

impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.local, self.domain)
    }
}

/// Whether two texts are the same address. A text that is not an address equals nothing.
pub fn same(a: &str, b: &str) -> bool {
    Mailbox::parse(a).is_ok_and(|a| Mailbox::parse(b).is_ok_and(|b| a == b))
}

/// A domain as it is looked up in DNS: A-labels, lower case, without the dot that may end it (UTS 46,
/// non-transitional). A last label of digits alone is a number, not a name (RFC 3696 §2).
pub fn canonical_domain(domain: &str) -> Option<String> {
    let ascii = Uts46::new();
    let ascii = ascii.to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Ignore);
    let name = ascii.ok()?;
    let name = name.strip_suffix('.').unwrap_or(&name);
    let label = |label: &str| (1..=63).contains(&label.len());
    let top = name.rsplit('.').next().unwrap_or_default();
    (name.split('.').all(label) && !top.bytes().all(|byte| byte.is_ascii_digit())).then(|| name.to_owned())
}

/// Whether it can stand between dots. Outside ASCII only what Unicode allows in identifiers (UTS 39 §3.1), which has one
/// form and can be seen: no Kelvin sign, nothing full-width, nothing that is drawn as something else.
fn is_atom(text: &str) -> bool {
    let fits = |c: char| match c {
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "#$&'*+-/=?^_{}~".contains(c),
        c => c.identifier_allowed(),
    };
    !text.is_empty() && text.chars().all(fits) && unicode_normalization::is_nfkc(text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> String {
        Mailbox::parse(text).map_or_else(|why| format!("no: {why}"), |mailbox| mailbox.to_string())
    }

    #[test]
    fn one_mailbox_has_one_spelling() {
        for spelling in [
            "victim@victim.example",
            "Victim@VICTIM.Example",
            " victim@victim.example ",
            "victim@victim.example.",
            "victim@ｖictim.example",
            "victim@ＶＩＣＴＩＭ．ｅｘａｍｐｌｅ",
            "victim@victim。example",
            "victim@victim｡example.",
            "victim@vic\u{ad}tim.example",
            "victim@vi\u{200b}ctim.example",
            "\"victim\"@victim.example",
            "victim@𝓿ictim.example",
        ] {
            assert_eq!(read(spelling), "victim@victim.example", "{spelling}");
            assert!(same(spelling, "victim@victim.example"), "{spelling}");
        }
        assert_eq!(read("ann@Bücher.example"), "ann@xn--bcher-kva.example");
        assert_eq!(read("ann@XN--BCHER-KVA.example"), "ann@xn--bcher-kva.example");
        assert_eq!(read("ann@bu\u{308}cher.example"), "ann@xn--bcher-kva.example");
        assert_eq!(read("Jörg@example.org"), "jörg@example.org");
        assert_eq!(read("ann.o'hara+x@example.co.uk"), "ann.o'hara+x@example.co.uk");
        assert_eq!(read("play@localhost"), "play@localhost");
    }

    #[test]
    fn no_other_letter_acts_as_one_of_ascii() {
        for other in ["\u{212a}ate@example.org", "ｋate@example.org", "ﬁn@example.org", "jo\u{308}rg@example.org"] {
            assert_eq!(Mailbox::parse(other), Err(NoMailbox::Local), "{other}");
        }
        // A Cyrillic letter is a different letter.
        assert!(!same("аnn@example.org", "ann@example.org"));
        assert!(!same("jörg@example.org", "jorg@example.org"));
        assert!(!same("nonsense", "nonsense"));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for (bad, why) in [
            ("", NoMailbox::Form),
            ("ann", NoMailbox::Form),
            ("@example.org", NoMailbox::Form),
            ("ann@", NoMailbox::Form),
            ("ann(a comment)@example.org", NoMailbox::Local),
            ("\"ann lee\"@example.org", NoMailbox::Local),
            ("\"ann@example.org\"@example.net", NoMailbox::Local),
            ("a@b@example.org", NoMailbox::Local),
            ("victim%example.org@relay.example", NoMailbox::Local),
            ("relay.example!victim@example.org", NoMailbox::Local),
            (".ann@example.org", NoMailbox::Local),
            ("a..n@example.org", NoMailbox::Local),
            ("ann\u{202e}@example.org", NoMailbox::Local),
            ("ann\r\nRCPT TO:<c@d>@example.org", NoMailbox::Local),
            ("ann@[192.0.2.1]", NoMailbox::Domain),
            ("ann@192.0.2.1", NoMailbox::Domain),
            ("ann@example..org", NoMailbox::Domain),
            ("ann@exa mple.org", NoMailbox::Domain),
            ("ann@example.org..", NoMailbox::Domain),
            ("ann@-example.org", NoMailbox::Domain),
            ("ann@.", NoMailbox::Domain),
            ("ann@xn--a.example", NoMailbox::Domain),
            (&format!("{}@example.org", "a".repeat(65)), NoMailbox::Long),
            (&format!("a@{}org", "abcdefgh.".repeat(30)), NoMailbox::Long),
        ] {
            assert_eq!(Mailbox::parse(bad), Err(why), "{bad:?}");
        }
    }

    #[test]
    fn nobody_is_invited_where_no_mail_gets() {
        let home = Mailbox::parse("play@turnpost.example").unwrap();
        let from_home = |text: &str| Mailbox::parse(text).unwrap().reached_from(Some(&home));
        for (nowhere, why) in [
            ("jim@nowhere", NoMailbox::NoDot),
            ("jim@localhost", NoMailbox::Reserved),
            ("jim@mail.localhost", NoMailbox::Reserved),
            ("jim@printer.local", NoMailbox::Reserved),
            ("jim@example.invalid", NoMailbox::Reserved),
            ("jim@abc.onion", NoMailbox::Reserved),
            ("jim@router.home.arpa", NoMailbox::Reserved),
            ("Play@Turnpost.example", NoMailbox::OurOwn),
            ("play+41.secret@turnpost.example", NoMailbox::OurOwn),
        ] {
            assert_eq!(from_home(nowhere), Err(why), "{nowhere}");
        }
        for somewhere in ["jim@example.org", "jim@bücher.example", "jim@club.test", "jim@turnpost.example"] {
            assert_eq!(from_home(somewhere), Ok(()), "{somewhere}");
        }
        // A server that is tried out on one machine has no other names.
        let alone = Mailbox::parse("play@localhost").unwrap();
        assert_eq!(Mailbox::parse("jim@localhost").unwrap().reached_from(Some(&alone)), Ok(()));
        assert_eq!(Mailbox::parse("jim@nowhere").unwrap().reached_from(None), Err(NoMailbox::NoDot));
    }

    #[test]
    fn tags_are_counted_together_and_compared_apart() {
        let counted = |text: &str| Mailbox::parse(text).unwrap().counted();
        assert!(!same("ann+x@example.org", "ann@example.org"));
        assert_eq!(counted("ann+x@example.org"), counted("Ann+y+z@EXAMPLE.org"));
        assert_eq!(counted("a.n.n@googlemail.com"), counted("ann+1@gmail.com"));
        assert_ne!(counted("a.n.n@example.org"), counted("ann@example.org"));
        assert_eq!(counted("JÖRG@example.org"), counted("jörg@example.org"));
    }

    #[test]
    fn all_of_a_domain_is_one_organisation() {
        let organisation = |text: &str| Mailbox::parse(text).unwrap().organisation().to_owned();
        assert_eq!(organisation("a@x1.y.evil.com"), "evil.com");
        assert_eq!(organisation("a@x1.evil.co.uk"), "evil.co.uk");
        assert_eq!(organisation("a@localhost"), "localhost");
    }

    proptest! {
        #[test]
        fn reading_is_final(text in "(\\PC|[a-z.@\"]){1,20}@(\\PC|[a-z.]){1,20}") {
            if let Ok(mailbox) = Mailbox::parse(&text) {
                let written = mailbox.to_string();
                prop_assert!(mailbox.domain().is_ascii());
                prop_assert_eq!(Mailbox::parse(&written), Ok(mailbox));
            }
        }
    }
}
