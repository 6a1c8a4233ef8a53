//! What comes back of our own mails: quoted in a reply, or in a report of failed delivery. Anything that names a notice
//! by number must first prove that it is theirs.

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::notice::{Destination, Notice};
use crate::service::post::outgoing::Outgoing;
use crate::service::post::reroute;
use crate::service::{DAY, Service, ServiceError};
use crate::store::Happening;

/// Larger notices are not compared: nobody answers an export line by line.
const LARGEST_QUOTED: u32 = 64 * 1024;

/// Mail servers give up after about five days (RFC 5321 §4.5.4.1); reports about older mails are made up.
const REPORTED_WITHIN: i64 = 10 * DAY;

impl Service {
    /// The notice with that id, for its recipient only: the secret must be that notice's own, and the sender the
    /// address both were sent to.
    pub fn notice_for(&self, id: i64, token: &str, sender: &str) -> Result<Option<Notice>, ServiceError> {
        let (Some(stated), Ok(sender)) = (self.key.verify(token), Mailbox::parse(sender)) else { return Ok(None) };
        let to = Destination::Email(sender.to_string());
        let own = |notice: &Notice| {
            notice.to == to && notice.token.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(token))
        };
        let found = self.store().glance(|tx| tx.small_notice(id, LARGEST_QUOTED, stated.address, &sender))?;
        Ok(found.filter(own))
    }

    /// What proves that a report of failed delivery is about a mail of ours. It appears only in that mail's return
    /// path, unlike the secret, which anybody copied on a reply receives.
    pub fn return_mark(&self, id: i64) -> String {
        self.key.hash(&format!("the return path of notice {id}"))
    }

    /// Records that a mail came back. Its return path must have carried the mark of a notice that was really sent,
    /// recently, and not reported before; otherwise nothing happens. A permanent failure, or the fifth temporary one
    /// since the address last wrote, suspends the address; its player is told by another way, if there is one.
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
            // A mail may be reported late and then failed: each counts once.
            if !tx.allow(&Happening::CameBack { notice: id, failed: permanent }, at, 1, REPORTED_WITHIN)? {
                return Ok(false);
            }
            self.without_chance(tx, at, |now| {
                Outgoing::gather(now, |out| reroute::bounced(now, out, &address, permanent, why))
            })?;
            Ok(true)
        })
    }
}

/// Compares in constant time, ignoring case, which mail servers change.
fn same(ours: &str, theirs: &str) -> bool {
    let differences = ours.bytes().zip(theirs.bytes()).fold(0, |all, (a, b)| all | (a ^ b.to_ascii_lowercase()));
    ours.len() == theirs.len() && differences == 0
}
