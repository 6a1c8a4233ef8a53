//! How many refusals somebody gets by mail: enough for a person, and an end for two robots.

use super::outgoing::Outgoing;
use crate::game::Game;
use crate::notice::Last;
use crate::service::incoming::requester::{Requester, Via};
use crate::service::{HOUR, ServiceError};

impl Outgoing<'_> {
    /// Whether a refusal by mail may be sent: three per turn, then one an hour (ten a day outside of games); to
    /// people who aren't players two a day.
    pub fn may_refuse(&self, who: &Requester, game: Option<&Game>) -> Result<bool, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(true) };
        let may = self.refusal_left(who, game, &what)?;
        if may {
            self.tx.note_happening(&what, self.at)?;
        }
        Ok(may)
    }

    /// What somebody is told with the last refusal for now, so that silence is not taken for success.
    pub fn last_refusal(&self, who: &Requester, game: Option<&Game>) -> Result<Option<Last>, ServiceError> {
        let Some(what) = refusals(who, game) else { return Ok(None) };
        Ok(match self.refusal_left(who, game, &what)? {
            true => None,
            false => Some(if game.is_some() { Last::InTurn } else { Last::Today }),
        })
    }

    fn refusal_left(&self, who: &Requester, game: Option<&Game>, what: &str) -> Result<bool, ServiceError> {
        let since = |seconds: i64| self.tx.happened(what, self.at - seconds);
        let day = 24 * HOUR;
        Ok(match (game, &who.player) {
            (Some(_), _) => since(30 * day)? < 3 || since(HOUR)? < 1,
            (None, Some(_)) => since(day)? < 10,
            (None, None) => since(day)? < 2,
        })
    }
}

/// What somebody's refusals by mail are counted by; elsewhere they are not.
fn refusals(who: &Requester, game: Option<&Game>) -> Option<String> {
    let address = who.address.as_ref().filter(|_| who.via == Via::Mail)?;
    Some(match game {
        Some(game) => format!("refused {} {} {}", address.counted, game.number, game.turn),
        None => format!("refused {}", address.counted),
    })
}
