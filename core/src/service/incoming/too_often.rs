//! Mails of people who write more than is handled in an hour: they wait, in order, and their writer is told so.

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::notice::News;
use crate::notice::told::incoming;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::{HOUR, Service, ServiceError};
use crate::store::{Counter, Happening};

impl Service {
    /// Whether somebody with that address plays here.
    pub fn plays(&self, address: &str) -> Result<bool, ServiceError> {
        let Ok(mailbox) = Mailbox::parse(address) else { return Ok(false) };
        Ok(self.store().glance(|tx| tx.known_address(&mailbox))?.is_some_and(|row| row.player.is_some()))
    }

    /// Lets a stored mail wait until that time. Its sender is told when the first one has to.
    pub fn hold_mail_back(
        &self,
        id: i64,
        from: &str,
        until: Timestamp,
        an_hour: u32,
        now: Timestamp,
    ) -> Result<(), ServiceError> {
        let Ok(mailbox) = Mailbox::parse(from) else { return Ok(()) };
        let sender = mailbox.counted_by(&self.key);
        self.store().write(|tx| {
            let first = tx.mails_held_back(&sender)? == 0;
            tx.hold_mail_back(id, &sender, until)?;
            let Some(address) = tx.known_address(&mailbox)? else { return Ok(()) };
            if !first || !tx.allow(&Happening::ToldToWait { sender: address.counted.clone() }, now, 1, HOUR)? {
                return Ok(());
            }
            tx.count(Counter::SendersHeldBack)?;
            self.without_chance(tx, now, |now| {
                let what = incoming::Told::MailsWait { an_hour, until }.into();
                Outgoing::gather(now, |out| out.tell_address(&address, Topic::default(), News::Told { what }))
            })
        })
    }

    /// How many mails of that sender wait.
    pub fn mails_held_back(&self, from: &str) -> Result<u32, ServiceError> {
        let Ok(mailbox) = Mailbox::parse(from) else { return Ok(0) };
        let sender = mailbox.counted_by(&self.key);
        Ok(self.store().glance(|tx| tx.mails_held_back(&sender))?)
    }

    /// Until when a mail must wait because earlier ones of its sender's do.
    pub fn is_behind_another(&self, id: i64, from: &str) -> Result<Option<Timestamp>, ServiceError> {
        let Ok(mailbox) = Mailbox::parse(from) else { return Ok(None) };
        let sender = mailbox.counted_by(&self.key);
        Ok(self.store().glance(|tx| tx.is_behind_another(id, &sender))?)
    }
}
