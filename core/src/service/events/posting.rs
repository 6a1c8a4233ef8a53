//! An event's post in Discord: one, changed in place.

use crate::notice::News;
use crate::notice::told::events::Told;
use crate::service::ServiceError;
use crate::service::events::showing;
use crate::service::events::standing::{self, DAY};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::Event;

/// Has the post brought up to date: at once, or for results once a day. Nobody is mentioned.
pub fn update(now: Now<'_>, out: &mut Outgoing<'_>, event: &mut Event, at_once: bool) -> Result<(), ServiceError> {
    let Some(channel) = event.channel.filter(|_| event.code.is_none()) else { return Ok(()) };
    if !at_once && (event.changed <= event.posted || now.at < event.posted + DAY) {
        return Ok(());
    }
    event.posted = now.at;
    now.tx.update_event(event)?;
    let tables = if event.round > 0 { showing::tables(now, event, event.round, None)? } else { Vec::new() };
    let what = Told::Post { event: standing::listed(now, event, None)?, tables };
    out.tell_place(channel, None, Topic::default(), News::Told { what: what.into() });
    Ok(())
}
