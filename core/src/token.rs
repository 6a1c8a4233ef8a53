//! The secrets in our mails' reply addresses: who may answer, and what. A token is a short statement with a
//! keyed signature; nothing is stored for it, and only the database's key makes one.

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key that signs tokens. Its `Debug` shows nothing.
#[derive(Clone)]
pub struct TokenKey(Hmac<Sha256>);

/// What a token says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The id of the address it was sent to.
    pub address: i64,
    /// What may be answered with it.
    pub subject: Subject,
    /// The day it was made, counted from 1970. Version 0.1 did not write it down.
    pub issued: Option<i64>,
}

impl Token {
    /// The game or challenge that it is about.
    pub const fn game(self) -> Option<i64> {
        match self.subject {
            Subject::Game { number, .. } => Some(number),
            Subject::Person | Subject::Question(_) | Subject::Digest(_) => None,
        }
    }
}

/// What a token is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Nothing in particular: it proves who writes.
    Person,
    /// A game or challenge, as it was at that revision.
    Game {
        /// Its number.
        number: i64,
        /// The revision shown.
        revision: i64,
    },
    /// A question.
    Question(i64),
    /// The list of a digest.
    Digest(i64),
}

/// What the secret of a page says: whose board it is. It is no reply address, nor the reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageSecret {
    /// The player's id.
    pub player: i64,
    /// The game's number.
    pub game: i64,
}

/// Signed in front of a page's statement. No statement of a token begins with this byte, so that neither is ever the
/// other.
const PAGE: u8 = 254;

/// Added to the kind of a statement that ends with its day.
const DATED: u8 = 4;

/// Bytes of the signature: 96 bits.
const SIGNED: usize = 12;

impl TokenKey {
    /// A key from at least 16 random bytes.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length (RFC 2104 §3); the error is there for other MACs.
    pub fn new(bytes: Vec<u8>) -> TokenKey {
        #[allow(clippy::expect_used)]
        TokenKey(Hmac::new_from_slice(&bytes).expect("HMAC takes keys of any length"))
    }

    /// Writes a token: lower-case letters and digits, at most 59 of them.
    pub fn sign(&self, token: Token) -> String {
        let mut bytes = Vec::with_capacity(36);
        let (kind, numbers) = match token.subject {
            Subject::Person => (0u8, [None, None]),
            Subject::Game { number, revision } => (1, [Some(number), Some(revision)]),
            Subject::Question(id) => (2, [Some(id), None]),
            Subject::Digest(id) => (3, [Some(id), None]),
        };
        bytes.push(if token.issued.is_some() { kind + DATED } else { kind });
        put_number(&mut bytes, token.address);
        numbers.into_iter().chain([token.issued]).flatten().for_each(|number| put_number(&mut bytes, number));
        let signature = self.signature(&bytes);
        bytes.extend_from_slice(&signature);
        base32(&bytes)
    }

    /// Reads a token in any case. `None` for whatever wasn't signed with this key.
    pub fn verify(&self, text: &str) -> Option<Token> {
        let bytes = unbase32(text)?;
        let (statement, signature) = bytes.split_at_checked(bytes.len().checked_sub(SIGNED)?)?;
        // This compares in constant time, so that a signature can't be found byte by byte.
        self.mac(statement).verify_truncated_left(signature).ok()?;
        stated(statement)
    }

    /// Writes the secret of a page: lower-case letters and digits.
    pub fn sign_page(&self, secret: PageSecret) -> String {
        let mut bytes = Vec::with_capacity(32);
        put_number(&mut bytes, secret.player);
        put_number(&mut bytes, secret.game);
        let signature = self.signature(&[&[PAGE], &bytes[..]].concat());
        bytes.extend_from_slice(&signature);
        base32(&bytes)
    }

    /// Reads the secret of a page. `None` for whatever wasn't signed as one with this key.
    pub fn verify_page(&self, text: &str) -> Option<PageSecret> {
        let bytes = unbase32(text)?;
        let (mut statement, signature) = bytes.split_at_checked(bytes.len().checked_sub(SIGNED)?)?;
        self.mac(&[&[PAGE], statement].concat()).verify_truncated_left(signature).ok()?;
        let (player, game) = (take_number(&mut statement)?, take_number(&mut statement)?);
        statement.is_empty().then_some(PageSecret { player, game })
    }

    /// A keyed hash of a text; never a valid token.
    pub fn hash(&self, text: &str) -> String {
        // No statement of a token begins with this byte.
        base32(&self.signature(&[&[255], text.as_bytes()].concat()))
    }

    fn signature(&self, statement: &[u8]) -> [u8; SIGNED] {
        let mut cut = [0; SIGNED];
        let whole = self.mac(statement).finalize().into_bytes();
        cut.iter_mut().zip(whole).for_each(|(to, from)| *to = from);
        cut
    }

    fn mac(&self, statement: &[u8]) -> Hmac<Sha256> {
        self.0.clone().chain_update(statement)
    }
}

impl std::fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TokenKey(…)")
    }
}

/// Whether a text has the shape of a token, whatever key it was signed with.
pub fn looks_like_token(text: &str) -> bool {
    let bytes = unbase32(text).unwrap_or_default();
    bytes.len().checked_sub(SIGNED).is_some_and(|end| stated(&bytes[..end]).is_some())
}

/// Reads what was signed.
fn stated(statement: &[u8]) -> Option<Token> {
    let (&kind, mut rest) = statement.split_first()?;
    let address = take_number(&mut rest)?;
    let subject = match kind % DATED {
        0 => Subject::Person,
        1 => Subject::Game { number: take_number(&mut rest)?, revision: take_number(&mut rest)? },
        2 => Subject::Question(take_number(&mut rest)?),
        _ => Subject::Digest(take_number(&mut rest)?),
    };
    let issued = match kind / DATED {
        0 => None,
        1 => Some(take_number(&mut rest)?),
        _ => return None,
    };
    rest.is_empty().then_some(Token { address, subject, issued })
}

/// Letters and digits that survive mail systems in any case, without look-alikes. Bits left over after the last byte
/// must be zero, so that one token has one spelling.
static DIGITS: LazyLock<Encoding> = LazyLock::new(|| {
    let mut digits = Specification::new();
    digits.symbols.push_str("abcdefghijkmnpqrstuvwxyz23456789");
    digits.translate.from.push_str("ABCDEFGHIJKMNPQRSTUVWXYZ");
    digits.translate.to.push_str("abcdefghijkmnpqrstuvwxyz");
    #[allow(clippy::expect_used)]
    digits.encoding().expect("32 different symbols are an encoding")
});

/// The longest local part that an address may have (RFC 5321 §4.5.3.1.1); no token is longer.
const LONGEST: usize = 64;

/// Writes bytes with five bits a character.
pub fn base32(bytes: &[u8]) -> String {
    DIGITS.encode(bytes)
}

/// Reads what [`base32`] wrote, in any case.
fn unbase32(text: &str) -> Option<Vec<u8>> {
    (text.len() <= LONGEST).then(|| DIGITS.decode(text.as_bytes()).ok())?
}

fn put_number(bytes: &mut Vec<u8>, number: i64) {
    let mut left = number.cast_unsigned();
    loop {
        let low = (left & 127) as u8;
        left >>= 7;
        if left == 0 {
            bytes.push(low);
            return;
        }
        bytes.push(low | 128);
    }
}

fn take_number(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte & 128 == 0 {
            return Some(number.cast_signed());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn key() -> TokenKey {
        TokenKey::new(vec![7; 32])
    }

    #[test]
    fn short_enough_for_a_local_part() {
        let subject = Subject::Game { number: 1 << 40, revision: 1 << 20 };
        let most = Token { address: 1 << 40, subject, issued: Some(30_000) };
        let text = key().sign(most);
        assert!(text.len() + "play+".len() <= 64, "{text}");
        assert!(text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{text}");
        let subject = Subject::Game { number: 5041, revision: 40 };
        let usual = Token { address: 812, subject, issued: Some(20_600) };
        assert!(key().sign(usual).len() <= 37);
    }

    #[test]
    fn another_key_or_any_change_is_nothing() {
        let token = Token { address: 3, subject: Subject::Question(9), issued: Some(20_600) };
        let text = key().sign(token);
        assert_eq!(key().verify(&text.to_uppercase()), Some(token));
        assert_eq!(TokenKey::new(vec![8; 32]).verify(&text), None);
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'a' { b'b' } else { b'a' };
            assert_eq!(key().verify(&String::from_utf8(changed).unwrap()), None, "at {at}");
        }
        assert_eq!(key().verify(&text[1..]), None);
        assert_eq!(key().verify(""), None);
    }

    #[test]
    fn a_page_is_no_reply_address_nor_the_reverse() {
        let secret = PageSecret { player: 812, game: 5041 };
        let page = key().sign_page(secret);
        assert_eq!(key().verify_page(&page), Some(secret));
        assert_eq!(TokenKey::new(vec![8; 32]).verify_page(&page), None);
        assert_eq!(key().verify(&page), None);
        for subject in [Subject::Person, Subject::Game { number: 812, revision: 5041 }, Subject::Question(812)] {
            for issued in [None, Some(20_600)] {
                assert_eq!(key().verify_page(&key().sign(Token { address: 3, subject, issued })), None);
            }
        }
        for at in 0..page.len() {
            let mut changed = page.clone().into_bytes();
            changed[at] = if changed[at] == b'a' { b'b' } else { b'a' };
            assert_eq!(key().verify_page(&String::from_utf8(changed).unwrap()), None, "at {at}");
        }
    }

    /// Written by version 0.1's own base32 and comparison: they stand in mails that people still answer.
    #[test]
    fn tokens_in_old_mails_are_still_read() {
        let game = Subject::Game { number: 5041, revision: 40 };
        for (text, address, subject, issued) in [
            ("aaa7dj2hpyv83y3bjk4cw2a", 1, Subject::Person, None),
            ("agyapnjhfcr8zf54b5act6u6wwn8n", 812, game, None),
            ("a2bsv8faag42rpgs4wjt9267232pc", 3, Subject::Question(9), Some(20_600)),
            ("a92keban9csadv4kb49xuz2iuwk398pa", 70_000, Subject::Digest(12), Some(20_600)),
            ("ayyapnjhfd6kaam94bkqibhjnf35mus4pi", 812, game, Some(20_600)),
        ] {
            let token = Token { address, subject, issued };
            assert_eq!(key().verify(text), Some(token), "{text}");
            assert_eq!(key().verify(&text.to_uppercase()), Some(token), "{text}");
            assert_eq!(key().sign(token), text);
        }
        assert_eq!(key().hash("ann@example.org"), "wx472y6upvz4ufrjnsda");
    }

    #[test]
    fn base32_is_as_it_was_at_every_length() {
        let bytes = [250, 251, 252, 253, 254, 255, 0, 1];
        let texts = ["", "9i", "9m7s", "9m792", "9m7939i", "9m7939r8", "9m7939r896", "9m7939r896aa", "9m7939r896aac"];
        for (length, text) in texts.into_iter().enumerate() {
            assert_eq!(base32(&bytes[..length]), text);
            assert_eq!(unbase32(text).as_deref(), Some(&bytes[..length]), "{text}");
        }
        // Look-alikes, left-over bits, impossible lengths, and what is too long for a token.
        for text in
            ["9o", "9l", "91", "9j", "9m7t", "9", "9m7", "9m7939", "9m 7", "9m=", "9m79==", "ä", &"a".repeat(72)]
        {
            assert_eq!(unbase32(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn says_what_was_signed(address in 0..i64::MAX, number in 0..i64::MAX, revision in 0..1i64 << 40, kind in 0..4u8,
                                day in proptest::option::of(0..40_000i64)) {
            let subject = match kind {
                0 => Subject::Person,
                1 => Subject::Game { number, revision },
                2 => Subject::Question(number),
                _ => Subject::Digest(number),
            };
            prop_assume!(kind != 1 || number < 1 << 40 && address < 1 << 40);
            let token = Token { address, subject, issued: day };
            prop_assert_eq!(key().verify(&key().sign(token)), Some(token));
        }

        #[test]
        fn never_panics(text in "\\PC*") {
            prop_assert_eq!(key().verify(&text), None);
        }
    }
}
