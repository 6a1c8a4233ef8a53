//! The event that somebody names by its number, if it is theirs to know of.

use crate::event::EventNumber;
use crate::notice::told::events::Why;
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::store::{Event, Player};

/// The requester, and the event that they name; none where there is none for them, which they are told.
pub fn named(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
) -> Result<Option<(Player, Event)>, ServiceError> {
    let me = registering::need_player(now, who)?;
    match now.tx.event(number)? {
        Some(event) if may_see(now, who, &event)? => Ok(Some((me, event))),
        _ => out.refuse(who, None, Why::NoEvent { number }).map(|()| None),
    }
}

/// Whether somebody may look at an event: what is by invitation is for those who are in it.
pub fn may_see(now: Now<'_>, who: &Requester, event: &Event) -> Result<bool, ServiceError> {
    let Some(me) = &who.player else { return Ok(event.code.is_none()) };
    Ok(event.code.is_none() || event.host == Some(me.id) || now.tx.entrant(event.number, me.id)?.is_some())
}
