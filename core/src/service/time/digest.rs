//! Digests: the games that wait for a player, once a day.

use crate::clock::moment;
use crate::notice::{DigestRow, News};
use crate::service::ServiceError;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::store::{Mode, Player};
use crate::token::Subject;

impl Work<'_> {
    /// Sends the digests that are due; an empty one is silence.
    pub fn digests(&mut self) -> Result<bool, ServiceError> {
        for player in self.tx.digests_due(self.at)? {
            self.send_digest(&player)?;
            self.plan_digest(&player)?;
        }
        Ok(false)
    }

    /// Sets when a player's next digest is due, by their setting and zone.
    pub fn plan_digest(&self, player: &Player) -> Result<(), ServiceError> {
        let due = match player.mode {
            Mode::Digest(minute) => {
                let zone = moment::zone(&self.taste(Some(player), None).zone).unwrap_or(jiff::tz::TimeZone::UTC);
                moment::next_minute_of_day(minute, self.at, &zone)
            }
            Mode::Now | Mode::Reminders => None,
        };
        Ok(self.tx.set_digest_due(player.id, due)?)
    }

    fn send_digest(&mut self, player: &Player) -> Result<(), ServiceError> {
        let Some((_, address)) = self.destination(player)? else { return Ok(()) };
        let mut waiting = self.tx.running_games(player.id)?;
        waiting.retain(|row| row.to_move.is_some() && row.to_move == row.side_of(player.id));
        waiting.sort_by_key(|row| (row.clock.deadline().unwrap_or(i64::MAX), row.number));
        let mut rows = Vec::new();
        let mut shown = Vec::new();
        for row in waiting {
            let game = self.seated(row)?;
            let Some(side) = game.side_of(player) else { continue };
            let heading = game.heading();
            let subject = Subject::Game { number: heading.number, revision: heading.revision };
            shown.push((heading.number, heading.revision));
            let opponent = game.at(side.other()).name.clone();
            rows.push(DigestRow {
                last: game.row.last.as_ref().map(|(_, turn)| (opponent.clone(), turn.clone())),
                comments: self.comments_for(&game, player)?,
                opponent,
                deadline: game.row.clock.deadline(),
                board: game.board(Some(side)),
                token: address.as_ref().map(|address| self.secret(address.id, subject)),
                game: heading,
            });
        }
        if rows.is_empty() {
            return Ok(());
        }
        let id = self.tx.insert_digest(player.id, &shown, self.at)?;
        let topic = Topic { digest: Some(id), ..Topic::default() };
        self.tell(player, topic, News::Digest { rows })
    }
}
