//! News of tables between the rounds: at most once a week, and only where the reader's own table has changed. Digests take
//! them in, so that there is no mail of their own.

use crate::notice::News;
use crate::notice::told::events::{Stands, Told};
use crate::service::ServiceError;
use crate::service::events::standing::{self, DAY, Team};
use crate::service::now::Now;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::store::{Entrant, EntrantState, Event, EventKind, EventState, Mode, Player};

/// News of a table are told at most so often.
const WEEK: i64 = 7 * DAY;

/// The week's news of tables that have changed, for those who are reached by mail and want them. `teams` is how many groups
/// there are with those that have ended.
pub fn weekly(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    event: &Event,
    open: &[Team],
    teams: usize,
) -> Result<(), ServiceError> {
    for team in open {
        for slot in team.slots.iter().filter(|slot| slot.fate.is_none()) {
            let Some(mut entrant) = now.tx.entrant(event.number, slot.player)? else { continue };
            if !is_new_to(team, &entrant) || entrant.told + WEEK > now.at {
                continue;
            }
            let player = now.player(slot.player)?;
            // The next digest has them.
            if matches!(player.mode, Mode::Digest(_)) && entrant.told + WEEK + DAY > now.at {
                continue;
            }
            entrant.told = now.at;
            now.tx.update_entrant(&entrant)?;
            if player.news && player.mode != Mode::Reminders && !now.is_in_discord(&player)? {
                let table = standing::table(event, team, teams, Some(slot.player));
                let what = Told::Weekly { event: standing::heading(event), table, last: event.last };
                out.tell(&player, Topic::default(), News::Told { what: what.into() })?;
            }
        }
    }
    Ok(())
}

/// Where a player stands in tables that have changed since they last heard of them, for a digest; told with that.
pub fn for_digest(now: Now<'_>, player: &Player) -> Result<Vec<Stands>, ServiceError> {
    let mut news = Vec::new();
    for event in now.tx.events_of(player.id)?.into_iter().filter(|_| player.news) {
        if event.state != EventState::Running || event.kind == EventKind::Ladder {
            continue;
        }
        let teams = standing::teams(now, &event, event.round)?;
        let team = standing::team_of(&teams, player.id);
        let Some(mut entrant) = now.tx.entrant(event.number, player.id)? else { continue };
        if team.is_some_and(|team| is_new_to(team, &entrant)) {
            news.extend(standing::stands(now, &event, player.id)?);
            entrant.told = now.at;
            now.tx.update_entrant(&entrant)?;
        }
    }
    Ok(news)
}

/// Whether a table has changed since an entrant last heard of it.
fn is_new_to(team: &Team, entrant: &Entrant) -> bool {
    let changed = team.games.iter().any(|game| game.ended.is_some_and(|ended| ended > entrant.told));
    changed && entrant.state == EntrantState::In && entrant.place.is_none()
}
