//! What a mail is understood to say, where neither a database nor a clock is needed: what is new in it, and what that asks.

use turnpost_core::message::Message;
use turnpost_core::notice::Notice;

use super::quoted::known;
use super::request::said;
use crate::address::OurAddress;
use crate::read::{Letter, Unreadable, new_text};

/// What a mail is understood to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// What its sender newly wrote.
    pub text: String,
    /// What that asks for, and the words for the opponent.
    pub message: Message,
}

/// Reads a mail as the judge does, given the notice of ours that it answers, if there is one.
pub fn understood(raw: &[u8], answered: Option<&Notice>, ours: &OurAddress) -> Result<Understood, Unreadable> {
    let letter = Letter::parse(raw)?;
    let text = new_text(&letter.text, &known(answered, &letter, ours));
    let message = said(ours, &letter, &text);
    Ok(Understood { text, message })
}
