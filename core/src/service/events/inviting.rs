//! `invite T12 house-3`: the host of an unrated event asks a computer player in, which plays there by itself.

use crate::event::EventNumber;
use crate::house;
use crate::notice::told::events::{Told, Why};
use crate::service::ServiceError;
use crate::service::events::standing::{self, heading};
use crate::service::events::{entering, finding, posting};
use crate::service::lobby::house::house_at;
use crate::service::now::Now;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::Requester;
use crate::store::EventState;

/// Enters a computer player into an event that the requester hosts.
pub fn invite(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: EventNumber,
    name: &str,
) -> Result<(), ServiceError> {
    let Some(level) = house::level_called(name) else { return out.refuse(who, None, Why::NoComputer { number }) };
    let Some((me, mut event)) = finding::named(now, out, who, number)? else { return Ok(()) };
    let heading = heading(&event);
    if event.official || event.rated {
        return out.refuse(who, None, Why::NoComputers { event: heading });
    }
    if event.host != Some(me.id) {
        return out.refuse(who, None, Why::NotHost { event: heading });
    }
    if event.state != EventState::Open {
        return out.refuse(who, None, Why::NotOpen { event: heading });
    }
    if !now.settings.house {
        return out.refuse(who, None, Why::HouseIsOff);
    }
    let computer = house_at(now, level)?;
    if now.tx.entrant(number, computer.id)?.is_some() {
        return out.refuse(who, None, Why::InvitedAlready { event: heading });
    }
    if entering::is_full(now, &event)? {
        return out.refuse(who, None, Why::Full { event: heading, most: event.most });
    }
    now.tx.insert_entrant(&entering::fresh(&event, computer.id, now.at))?;
    posting::update(now, out, &mut event, true)?;
    entering::begin_if_full(now, &event)?;
    let event = standing::listed(now, &event, Some(&me))?;
    out.reply(who, Told::Invited { event, name: computer.name });
    Ok(())
}
