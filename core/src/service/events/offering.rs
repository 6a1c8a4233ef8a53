//! The events offered to somebody who types the number of one in Discord.

use crate::notice::told::events::Heading;
use crate::service::events::standing::heading;
use crate::service::{Service, ServiceError};
use crate::store::{EntrantState, EventKind, EventState};

/// What an event is named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be entered.
    Enter,
    /// To be left.
    Leave,
    /// By its host.
    Host,
    /// To be looked at.
    Look,
}

/// As many as are looked through.
const LOOKED_AT: u32 = 200;

impl Service {
    /// The events that a Discord user on a server can mean, their own first.
    pub fn events_offered(
        &self,
        user: u64,
        server: Option<u64>,
        purpose: Purpose,
    ) -> Result<Vec<Heading>, ServiceError> {
        self.reading(|now| {
            let me = now.tx.discord_player(user)?;
            let (mut mine, mut others) = (Vec::new(), Vec::new());
            for event in now.tx.events_listed(None, LOOKED_AT)? {
                let entrant = me.map(|me| now.tx.entrant(event.number, me)).transpose()?.flatten();
                let entered = entrant.is_some_and(|entrant| entrant.state != EntrantState::Withdrawn);
                let hosted = me.is_some() && event.host == me;
                let hidden = event.code.is_some() || event.server.is_some() && event.server != server;
                let open = event.state == EventState::Open || event.kind == EventKind::Ladder;
                let fits = match purpose {
                    Purpose::Enter => open && !entered && (!hidden || hosted),
                    Purpose::Leave => entered,
                    Purpose::Host => hosted,
                    Purpose::Look => entered || hosted || !hidden,
                };
                if fits {
                    if entered || hosted { &mut mine } else { &mut others }.push(heading(&event));
                }
            }
            mine.append(&mut others);
            Ok(mine)
        })
    }
}
