//! What a mail answers: the secrets, the mails of ours and the game that its addresses and Message-IDs name.

use turnpost_core::game::GameNumber;

use crate::address::{OurAddress, Ours};
use crate::message_id::OurId;
use crate::read::Letter;

/// How many secrets, and how many mails of ours, are looked for in one mail.
const MOST_TOKENS: usize = 32;
const MOST_QUOTED: usize = 8;

/// What a mail answers, as far as its addresses and headers tell. Nothing of it is proven.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// What may be secrets of ours: from the envelope, then from Delivered-To and the like, To and Cc, then from
    /// Message-IDs.
    pub tokens: Vec<String>,
    /// The notices that it may quote, nearest first, each with what may be that notice's own secret.
    pub notices: Vec<(i64, String)>,
    /// The game whose thread it is in.
    pub game: Option<GameNumber>,
}

/// Looks for what a mail answers.
pub fn answers(letter: &Letter, envelope: &[String], ours: &OurAddress) -> Answers {
    let addresses = envelope.iter().chain(&letter.recipients);
    let by_address = addresses.filter_map(|address| ours.recognise(address)).filter_map(|to| match to {
        Ours::Reply(token) => Some(token),
        _ => None,
    });
    let ids: Vec<OurId> = letter.references.iter().filter_map(|id| OurId::read(id, ours)).collect();
    let by_address: Vec<String> = by_address.collect();
    let by_id = ids.iter().filter_map(|id| if let OurId::Notice { token, .. } = id { token.clone() } else { None });
    let mut tokens: Vec<String> = Vec::new();
    for token in by_address.iter().cloned().chain(by_id) {
        if !tokens.contains(&token) && tokens.len() < MOST_TOKENS {
            tokens.push(token);
        }
    }
    // A number without a secret names nobody's mail.
    let notices = ids.iter().flat_map(|id| match id {
        OurId::Notice { id, token } => token.iter().chain(&by_address).map(|token| (*id, token.clone())).collect(),
        OurId::Game(_) => Vec::new(),
    });
    Answers {
        notices: notices.take(MOST_QUOTED).collect(),
        tokens,
        game: ids.iter().find_map(|id| if let OurId::Game(number) = id { Some(*number) } else { None }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_is_looked_at_first() {
        let ours = OurAddress::parse("play@example.org").unwrap();
        let raw = "From: a@b\nDelivered-To: play+two@example.org\nTo: play+three@example.org\n\
                   In-Reply-To: <four.9@example.org>\nReferences: <game.41@example.org> <four.9@example.org>\n\nx";
        let letter = Letter::parse(raw.as_bytes()).unwrap();
        let token = |envelope: &[&str]| {
            let envelope: Vec<String> = envelope.iter().map(|&a| a.to_owned()).collect();
            answers(&letter, &envelope, &ours).tokens
        };
        assert_eq!(token(&["play+one@example.org"]), ["one", "two", "three", "four"]);
        assert_eq!(token(&["play@example.org"]).first().map(String::as_str), Some("two"));
        let found = answers(&letter, &[], &ours);
        let of_nine = |token: &str| (9, token.to_owned());
        assert_eq!(found.notices[..3], [of_nine("four"), of_nine("two"), of_nine("three")]);
        assert_eq!(found.game, Some(41));
    }
}
