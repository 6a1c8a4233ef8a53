//! Whether somebody whom nobody knows is answered. Anybody can write any name above a mail, so an answer may go to
//! somebody who never wrote: it is sent only where the mail clearly asks for something and nothing contradicts its sender,
//! and so many times an hour in all.

use crate::clock::moment::Timestamp;
use crate::request::{Credit, Manner};
use crate::service::now::Now;
use crate::service::requester::{Level, Requester, Via};
use crate::service::{DAY, HOUR, Service, ServiceError};
use crate::store::{Counter, Happening};

/// The fraction of the answers that may go to mails which don't clearly ask for something.
const PART_OF_VAGUE: u32 = 6;

/// Whether this is somebody who is no player, and nothing of ours proves that they wrote. Somebody whose domain proves it
/// is bounded only where they ask for nothing.
pub fn is_stranger(who: &Requester, manner: &Manner) -> bool {
    let unproven = match who.level {
        Level::Unproven => true,
        Level::Signed => !manner.asks,
        Level::Full => false,
    };
    unproven && who.via == Via::Mail && who.player.is_none() && who.ended.is_none()
}

/// Whether a stranger's mail may be answered. Those whom we invited, and those who answered a mail of ours before, may write
/// what they like, and don't count.
pub fn may_answer(now: Now<'_>, who: &Requester, manner: &Manner) -> Result<Option<Answer>, ServiceError> {
    let vouched = who.level == Level::Signed || manner.credit == Credit::Vouched;
    let known = is_known(now, who)?;
    if manner.credit == Credit::Contradicted || !(vouched || known || manner.asks || manner.newcomer) {
        unanswered(now)?;
        return Ok(None);
    }
    if known {
        return Ok(Some(Answer::Free));
    }
    let since = now.at - HOUR;
    let most = now.settings.strangers;
    if now.tx.happened(&Happening::StrangerAnswered, since)? >= most {
        now.tx.count(Counter::StrangersWithheld)?;
        now.tx.allow(&Happening::StrangersCapped, now.at, 1, HOUR)?;
        return Ok(None);
    }
    if !manner.asks && now.tx.happened(&Happening::StrangerAnsweredVaguely, since)? >= most.div_ceil(PART_OF_VAGUE) {
        unanswered(now)?;
        return Ok(None);
    }
    // Where nothing vouches for an address, its first words are answered once a day: whoever goes on replies to that.
    if !vouched && !manner.asks {
        let Some(address) = &who.address else { return Ok(None) };
        if !now.tx.allow(&Happening::Greeted { sender: address.counted.clone() }, now.at, 1, DAY)? {
            unanswered(now)?;
            return Ok(None);
        }
    }
    Ok(Some(if manner.asks { Answer::Asked } else { Answer::Vague }))
}

/// How an answer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Not at all.
    Free,
    /// As one to a clear request.
    Asked,
    /// As one to anything else.
    Vague,
}

/// Counts, for the operator, a stranger's mail that gets no answer.
pub fn unanswered(now: Now<'_>) -> Result<(), ServiceError> {
    Ok(now.tx.count(Counter::StrangersUnanswered)?)
}

/// Counts an answer to a stranger.
pub fn answered(now: Now<'_>, answer: Answer) -> Result<(), ServiceError> {
    if answer != Answer::Free {
        now.tx.note_happening(&Happening::StrangerAnswered, now.at)?;
    }
    if answer == Answer::Vague {
        now.tx.note_happening(&Happening::StrangerAnsweredVaguely, now.at)?;
    }
    Ok(())
}

/// Whether we wrote to this address before, with good reason.
fn is_known(now: Now<'_>, who: &Requester) -> Result<bool, ServiceError> {
    let Some(address) = &who.address else { return Ok(false) };
    let (open, unanswered) = now.tx.invitations_to(&address.counted)?;
    Ok(address.answered || open > 0 || unanswered > 0)
}

impl Service {
    /// Whether the limit on answers to strangers was reached since a time, for the operator to know.
    pub fn strangers_capped(&self, since: Timestamp) -> Result<bool, ServiceError> {
        Ok(self.store().glance(|tx| tx.happened(&Happening::StrangersCapped, since))? > 0)
    }
}
