//! Mail: what people send, and what the relay took for them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};
use turnpost_mailer::read::{Letter, texts_of};

use crate::relay::Taken;

/// A mail that the server acknowledged.
pub struct Sent {
    pub from: String,
    pub raw: Vec<u8>,
}

/// A mail that came, as its reader sees it.
#[derive(Debug)]
pub struct Got {
    pub message_id: String,
    pub subject: String,
    pub reply_to: String,
    pub text: String,
}

/// Everybody's mailboxes.
#[derive(Default)]
pub struct Office(Mutex<Boxes>);

#[derive(Default)]
pub struct Boxes {
    pub by_recipient: HashMap<String, Vec<Arc<Got>>>,
    /// By Message-ID: to whom, what its bytes hash to, and how often it came.
    pub copies: BTreeMap<String, (String, [u8; 32], u64)>,
    /// What should not have happened.
    pub wrong: Vec<String>,
}

impl Office {
    /// Puts mails into their boxes. The same mail again goes into none.
    pub fn sort(&self, mails: Vec<Taken>) {
        for taken in mails {
            let letter = Letter::parse(&taken.mail).unwrap_or_else(|why| {
                panic!("a mail of ours can't be read: {why}\n{}", String::from_utf8_lossy(&taken.mail))
            });
            let message_id = letter.message_id.clone().unwrap();
            let digest: [u8; 32] = Sha256::digest(&taken.mail).into();
            let mut boxes = self.boxes();
            if let Some((recipient, known, times)) = boxes.copies.get_mut(&message_id) {
                *times += 1;
                if *known != digest || *recipient != taken.recipient {
                    boxes.wrong.push(format!("{message_id} came again with other bytes"));
                }
                continue;
            }
            boxes.copies.insert(message_id.clone(), (taken.recipient.clone(), digest, 1));
            let reply_to = letter.headers.first("reply-to").unwrap_or_default();
            let reply_to = reply_to.rsplit('<').next().unwrap_or_default().trim_end_matches('>').to_owned();
            let text = texts_of(&taken.mail).into_iter().next().unwrap_or_default().replace("\r\n", "\n");
            let got = Got { message_id, subject: letter.subject.clone(), reply_to, text };
            boxes.by_recipient.entry(taken.recipient).or_default().push(Arc::new(got));
        }
    }

    /// The newest mail to somebody that fits.
    pub fn newest(&self, recipient: &str, fits: impl Fn(&Got) -> bool) -> Option<Arc<Got>> {
        self.boxes().by_recipient.get(recipient)?.iter().rev().find(|got| fits(got)).cloned()
    }

    /// Everything.
    pub fn boxes(&self) -> MutexGuard<'_, Boxes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A mail as a plain client writes it.
pub fn letter(number: u64, from: &str, to: &str, answered: Option<&Got>, text: &str) -> Vec<u8> {
    let thread = answered.map_or_else(String::new, |got| {
        format!("Subject: Re: {}\r\nIn-Reply-To: <{}>\r\n", got.subject, got.message_id)
    });
    let text = text.replace('\n', "\r\n");
    format!("From: <{from}>\r\nTo: <{to}>\r\nMessage-ID: <m{number}@people.test>\r\n{thread}\r\n{text}\r\n")
        .into_bytes()
}
