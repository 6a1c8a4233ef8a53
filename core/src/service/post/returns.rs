//! What comes back of our own mails: quoted in an answer, or as a report that one was not delivered. Whatever names a
//! notice by its number is asked first whose it is.

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::notice::{Destination, Notice};
use crate::service::now::Now;
use crate::service::post::outgoing::Outgoing;
use crate::service::post::reroute;
use crate::service::{DAY, Randomness, Service, ServiceError};
use std::cell::RefCell;

/// Larger notices are compared with nothing: an export is no letter that somebody answers line by line.
const LARGEST_QUOTED: u32 = 64 * 1024;

/// Mail servers give a mail up after five days or so (RFC 5321 §4.5.4.1); what is said of an older one is invented.
const REPORTED_WITHIN: i64 = 10 * DAY;

impl Service {
    /// The notice with that id, for the one who got it and nobody else: the secret must be that notice's own, and the
    /// sender the address that both went to.
    pub fn notice_for(&self, id: i64, token: &str, sender: &str) -> Result<Option<Notice>, ServiceError> {
        let (Some(stated), Ok(sender)) = (self.key.verify(token), Mailbox::parse(sender)) else { return Ok(None) };
        self.store().read(|tx| {
            let Some(owner) = tx.known_address(&sender)?.filter(|row| row.id == stated.address) else {
                return Ok(None);
            };
            let to = Destination::Email(owner.address);
            let own = |notice: &Notice| {
                notice.to == to && notice.token.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(token))
            };
            Ok(tx.small_notice(id, LARGEST_QUOTED)?.filter(own))
        })
    }

    /// What proves that a report of a failed delivery is about a mail of ours: it stands in that mail's return path and
    /// nowhere else, unlike its secret, which everybody gets who is sent a copy of an answer.
    pub fn return_mark(&self, id: i64) -> String {
        self.key.hash(&format!("the return path of notice {id}"))
    }

    /// Notes that a mail came back. Its return path must have told the mark of a notice that was really sent, not long
    /// ago, and that nobody reported before; else nothing happens. A permanent failure, or the fifth other one since the
    /// address last wrote, suspends the address; its player is told by another way, if there is one.
    pub fn came_back(
        &self,
        id: i64,
        mark: &str,
        permanent: bool,
        why: &str,
        at: Timestamp,
    ) -> Result<bool, ServiceError> {
        if !same(&self.return_mark(id), mark) {
            return Ok(false);
        }
        self.store().write(|tx| {
            let Some(address) = tx.sent_to(id, at.saturating_sub(REPORTED_WITHIN))? else { return Ok(false) };
            // A mail is told to be late, and then to have failed: each counts once.
            let kind = if permanent { "failed" } else { "late" };
            if !tx.allow(&format!("notice {id} came back {kind}"), at, 1, REPORTED_WITHIN)? {
                return Ok(false);
            }
            let random = RefCell::new(Randomness::fixed(0));
            let now = Now { tx, settings: &self.settings, key: &self.key, at, random: &random };
            let out = &mut Outgoing::new(now);
            reroute::bounced(now, out, &address, permanent, why)?;
            out.flush()?;
            Ok(true)
        })
    }
}

/// Compares in a time that tells nothing, in any case: mail servers change it.
fn same(ours: &str, theirs: &str) -> bool {
    let differences = ours.bytes().zip(theirs.bytes()).fold(0, |all, (a, b)| all | (a ^ b.to_ascii_lowercase()));
    ours.len() == theirs.len() && differences == 0
}
