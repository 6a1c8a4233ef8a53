//! What a mail asks the service for, and what is wrong with it whatever it asks for.

use std::fmt::Write;
use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::command::fault::Fault;
use turnpost_core::message::{self, Message, manner, newcomer};
use turnpost_core::request::{CommandError, Context, Manner, Proof, Request, Sender};
use turnpost_core::service::SEEN_DAYS;

use super::auth::credit::Found;
use crate::address::{self, OurAddress};
use crate::read::{Letter, without_signature};
use crate::receive::Arrival;

/// When a mail may have been written, in seconds relative to its arrival. An older one may have been here before, and its
/// key forgotten since; the margin is for clocks that are wrong.
const DATES: RangeInclusive<Timestamp> = -(SEEN_DAYS - 10) * DAY..=7 * DAY;
const DAY: Timestamp = 86_400;

/// What the mail asks for. If there is an objection to all of it, the request says only that.
pub(crate) fn request(
    ours: &OurAddress,
    arrival: &Arrival,
    letter: Letter,
    context: Context,
    text: &str,
    found: Found,
    objection: Option<Fault>,
) -> Request {
    let subject = if letter.is_answer() { "" } else { letter.subject.as_str() };
    let (asks, prose) = (manner::asks(subject, text), manner::prose(text));
    let unsent = manner::unsent(without_signature(text, letter.display.as_deref().unwrap_or_default()))
        .map(|words| without_addresses(&words, &letter.from, ours));
    // Whoever writes to others, too, isn't asking us.
    let alone = !letter.is_answer() && letter.written_to.iter().all(|to| ours.recognise(to).is_some());
    let newcomer = newcomer::is_newcomers(subject, text, alone);
    let manner = Manner { credit: found.credit, asks, newcomer, prose, unsent, ..Manner::default() };
    let read = said(ours, &letter, text);
    let read = match objection {
        Some(why) => Message { commands: vec![Err(CommandError { line: String::new(), why })], comment: None },
        None => read,
    };
    let key = letter.message_id.clone().unwrap_or_else(|| digest(&arrival.raw));
    Request {
        from: Sender::Email { address: letter.from, display: letter.display, offset: letter.offset },
        proof: found.proof,
        key,
        at: arrival.at,
        context,
        place: None,
        commands: read.commands,
        comment: read.comment,
        manner,
    }
}

/// What a letter says, given what is new in it: commands, and words for the opponent.
pub(crate) fn said(ours: &OurAddress, letter: &Letter, text: &str) -> Message {
    let read = |text: &str| match letter.is_answer() {
        true => message::read_reply(&letter.subject, text),
        false => message::read_with_subject(&letter.subject, text),
    };
    let signed = read(without_signature(text, letter.display.as_deref().unwrap_or_default()));
    // Whoever writes their name above the turn still means the turn.
    let all = read(text);
    let perhaps = signed.commands.iter().any(Result::is_ok) && !all.is_clear();
    let read = if signed.is_clear() || perhaps { signed } else { all };
    let comment = read.comment.map(|comment| without_addresses(&comment, &letter.from, ours));
    Message { comment, ..read }
}

/// What is wrong with a mail as a whole: something to tell its sender if we know them, otherwise a reason to drop it.
pub(crate) fn objection(
    letter: &Letter,
    proof: Proof,
    own: bool,
    at: Timestamp,
) -> Result<Option<Fault>, &'static str> {
    if proof == Proof::Forged && !own {
        return Err("it fails the DMARC policy of its domain");
    }
    let with_secret = own && proof != Proof::Forged;
    // A signed mail can be kept, and replayed once we have forgotten that it was here.
    if letter.date.is_some_and(|date| !DATES.contains(&date.saturating_sub(at))) {
        return if with_secret { Ok(Some(Fault::Dated)) } else { Err("its date is long ago, or to come") };
    }
    if letter.unread {
        let known = with_secret || proof == Proof::Dmarc;
        return if known { Ok(Some(Fault::TooMuch)) } else { Err("there is too much in it to be read") };
    }
    Ok(None)
}

/// Whether a text is commands and nothing else. No automatic reply looks like that.
pub(crate) fn is_all_commands(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    // More commands than we obey are a flood, whoever sent them.
    (1..=message::MOST_COMMANDS).contains(&lines().take(message::MOST_COMMANDS + 1).count())
        && lines()
            .map(message::read)
            .all(|line| line.comment.is_none() && line.is_clear() && line.commands.iter().all(Result::is_ok))
}

/// A key for a mail that has no Message-ID.
fn digest(raw: &[u8]) -> String {
    let mut text = String::from("sha256-");
    for byte in Sha256::digest(raw) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A comment without our secrets and the sender's address; clients put these into signatures and quotes.
fn without_addresses(comment: &str, from: &str, ours: &OurAddress) -> String {
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        match address::same(bare, from) || ours.recognise(bare).is_some() || ours.begins_reply(bare) {
            true => "…".to_owned(),
            false => word.to_owned(),
        }
    };
    comment.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn comments_lose_secrets_and_addresses() {
        let ours = OurAddress::parse("play@example.org").unwrap();
        let said = "write me: <Ann@example.net>, or play+k7@example.org; not c@d.e";
        assert_eq!(without_addresses(said, "ann@example.net", &ours), "write me: … or … not c@d.e");
        let said = "see mailto:play%2Baems2amj2rp@example.org?subject=x now";
        assert_eq!(without_addresses(said, "ann@example.net", &ours), "see … now");
        let said = "my secret is (Play+aems2amj2rp) ok; I play + you play";
        assert_eq!(without_addresses(said, "ann@example.net", &ours), "my secret is … ok; I play + you play");
    }
}
