//! How fast the mails of one sender are handled. Those of a proven player wait when there are too many, in order; others are
//! dropped.

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::request::Proof;
use turnpost_core::service::{Service, ServiceError};

use super::limit::Senders;

/// By what a mail is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its From.
    pub from: String,
    /// Whether it came back with a secret of ours that was sent there.
    pub own: bool,
    /// What vouches for it.
    pub proof: Proof,
    /// Where it came from, if known.
    pub network: Option<String>,
}

/// When a mail is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Now.
    Now,
    /// Not before this time.
    Later(Timestamp),
    /// Never: nobody knows who wrote it, and there are too many.
    Never,
}

/// Counts a mail. All earlier ones of its sender are done, or wait.
pub(crate) fn turn(
    service: &Service,
    limit: &Senders,
    id: i64,
    counted: &Counted,
    now: Timestamp,
) -> Result<Turn, ServiceError> {
    let Counted { from, own, proof, network } = counted;
    let proven = *own || *proof == Proof::Dmarc;
    // Nothing overtakes a mail that waits.
    if let Some(until) = service.is_behind_another(id, from)?.filter(|_| proven) {
        return Ok(Turn::Later(until.max(now + 1)));
    }
    let Err(until) = limit.take(from, *own, *proof, network.as_deref(), now) else { return Ok(Turn::Now) };
    let waits = *own || (proven && service.plays(from)?);
    Ok(if waits { Turn::Later(until) } else { Turn::Never })
}
