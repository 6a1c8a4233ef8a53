//! How often somebody may challenge and be challenged: nobody is hammered, neither by one person nor by many. Whoever
//! has themselves forgotten and comes back is still counted as the same.

use crate::notice::told::lobby::Why;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::{Invitee, Player};

/// Open challenges that one player may have at a time.
const OPEN: usize = 20;
/// Those to one player.
const OPEN_TO_ONE: usize = 3;
/// Challenges a day that came to nothing: by one player, to one player by everybody, and between two.
const BY_ONE: u32 = 40;
const TO_ONE: u32 = 40;
const BETWEEN_TWO: u32 = 5;

impl Work<'_> {
    /// Why a player may make no more challenges now, whoever they are for.
    pub(in crate::service) fn why_no_challenge_of(&self, me: &Player) -> Result<Option<Why>, ServiceError> {
        if self.tx.challenges_by(me.id)?.len() >= OPEN {
            return Ok(Some(Why::TooManyOpen { most: OPEN }));
        }
        let today = self.tx.vain_challenges_by(me.id, self.at - DAY)?;
        Ok((today >= BY_ONE).then_some(Why::TooManyToday { most: BY_ONE }))
    }

    /// Why a player may not challenge this one now; counts the challenge if they may.
    pub(in crate::service) fn why_no_challenge_to(
        &self,
        me: &Player,
        other: &Player,
    ) -> Result<Option<Why>, ServiceError> {
        let mine = self.tx.challenges_by(me.id)?;
        if mine.iter().filter(|challenge| challenge.invitee == Invitee::Player(other.id)).count() >= OPEN_TO_ONE {
            return Ok(Some(Why::TooManyOpenTo { most: OPEN_TO_ONE }));
        }
        if !self.tx.allow(&self.between(me, other)?, self.at, BETWEEN_TWO, DAY)? {
            return Ok(Some(Why::TooManyTo { most: BETWEEN_TWO }));
        }
        let allowed = self.tx.allow(&by_all(other), self.at, TO_ONE, DAY)?;
        Ok((!allowed).then_some(Why::ChallengedTooOften))
    }

    /// Two who play are no nuisance to each other, and whoever accepts wants to be asked.
    pub(in crate::service) fn challenge_was_welcome(
        &self,
        challenger: &Player,
        acceptor: &Player,
    ) -> Result<(), ServiceError> {
        self.tx.unhappen(&self.between(challenger, acceptor)?)?;
        Ok(self.tx.unhappen(&by_all(acceptor))?)
    }

    /// What counts the challenges of one person to another.
    fn between(&self, me: &Player, other: &Player) -> Result<String, ServiceError> {
        let person = match self.ways_in(me)?.into_iter().next() {
            Some(way) => way,
            None => format!("player {}", me.id),
        };
        Ok(format!("challenged {person} {}", other.id))
    }
}

/// What counts the challenges of all to one player.
fn by_all(player: &Player) -> String {
    format!("challenged {}", player.id)
}
