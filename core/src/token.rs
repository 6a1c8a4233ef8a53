//! The secrets in our mails' reply addresses: who may answer, and what. A token is a short statement with a
//! keyed signature; nothing is stored for it, and only the database's key makes one.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key that signs tokens. Its `Debug` shows nothing.
#[derive(Clone)]
pub struct TokenKey(Vec<u8>);

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

/// Added to the kind of a statement that ends with its day.
const DATED: u8 = 4;

/// Bytes of the signature: 96 bits.
const SIGNED: usize = 12;

impl TokenKey {
    /// A key from at least 16 random bytes.
    pub fn new(bytes: Vec<u8>) -> TokenKey {
        TokenKey(bytes)
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

    /// Reads a token in any case. Whatever wasn't signed with this key is nothing.
    pub fn verify(&self, text: &str) -> Option<Token> {
        let bytes = unbase32(text)?;
        let (statement, signature) = bytes.split_at_checked(bytes.len().checked_sub(SIGNED)?)?;
        // A comparison in constant time, so that a signature can't be found byte by byte.
        let differences = self.signature(statement).iter().zip(signature).fold(0, |all, (a, b)| all | (a ^ b));
        (differences == 0).then(|| stated(statement)).flatten()
    }

    /// A keyed hash of a text, which is no token.
    pub fn hash(&self, text: &str) -> String {
        // No statement of a token begins with this byte.
        base32(&self.signature(&[&[255], text.as_bytes()].concat()))
    }

    fn signature(&self, statement: &[u8]) -> [u8; SIGNED] {
        let mut cut = [0; SIGNED];
        // HMAC takes keys of any length; the error is there for other MACs.
        if let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) {
            mac.update(statement);
            let whole = mac.finalize().into_bytes();
            cut.iter_mut().zip(whole).for_each(|(to, from)| *to = from);
        }
        cut
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

/// Letters and digits that survive mail systems in any case, without look-alikes.
const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Writes bytes with five bits a character.
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5 + 1);
    let (mut held, mut bits) = (0u32, 0);
    for &byte in bytes {
        held = held << 8 | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(DIGITS[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(DIGITS[(held << (5 - bits) & 31) as usize]));
    }
    text
}

/// Reads what [`base32`] wrote, in any case.
fn unbase32(text: &str) -> Option<Vec<u8>> {
    if text.len() > 64 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() * 5 / 8);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.bytes() {
        let value = DIGITS.iter().position(|digit| *digit == byte.to_ascii_lowercase())?;
        held = held << 5 | value as u32;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 255) as u8);
        }
    }
    // The padding bits are zero, so that one token has one spelling.
    (held & ((1 << bits) - 1) == 0 && bits < 5).then_some(bytes)
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
