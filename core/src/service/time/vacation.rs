//! Vacation: clocks of a player who is away stand still, for 30 days a year.

use crate::service::playing::board::Seated;

use crate::clock::moment::{self, Timestamp};
use crate::notice::News;
use crate::notice::told::time::{Told, Why};
use crate::rules::Side;
use crate::service::incoming::requester::Requester;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{DAY, ServiceError};
use crate::store::Player;

/// Vacation a year, in seconds.
const PER_YEAR: i64 = 30 * DAY;
/// The most that an automatic vacation takes.
const AUTOMATIC: i64 = 7 * DAY;
/// The turns one must have made in a game before it can send one on vacation.
const SEASONED: u32 = 5;
/// How often somebody may go away, or change when they are back, in a day.
const MOST_A_DAY: u32 = 3;

impl Work<'_> {
    /// `away 7d`, `away off`.
    pub fn away(&mut self, who: &mut Requester, days: Option<u32>) -> Result<(), ServiceError> {
        let mut me = self.need_player(who)?;
        let already = me.away_until.filter(|until| *until > self.at);
        let days = match (days, already) {
            (None | Some(0), None) => {
                return self.refuse(who, None, Why::NotAway);
            }
            (None | Some(0), Some(until)) => {
                self.come_back(&mut me, until)?;
                who.player = Some(me);
                self.reply(who, Told::Back);
                return Ok(());
            }
            (Some(days), _) => days,
        };
        // Whoever changes a vacation has what is left of it back; nothing changes before it is known that they may.
        let left = (self.vacation_left(&me) + already.map_or(0, |until| until - self.at)).min(PER_YEAR);
        let wanted = DAY * i64::from(days);
        if wanted > left {
            return self.refuse(who, None, Why::TooLong { days_left: left / DAY, away: already.is_some() });
        }
        // Each one is told to all opponents.
        if !self.tx.allow(&format!("went away {}", me.id), self.at, MOST_A_DAY, DAY)? {
            return self.refuse(who, None, Why::TooOften { most: MOST_A_DAY, away: already.is_some() });
        }
        if let Some(until) = already {
            self.come_back(&mut me, until)?;
        }
        let until = self.at + wanted;
        self.go_away(&mut me, until)?;
        who.player = Some(me.clone());
        self.reply(who, Told::Away { until, days_left: self.vacation_left(&me) / DAY });
        Ok(())
    }

    /// Sends a player on vacation whose time has run out, once per turn, if they have any left.
    pub fn automatic_vacation(&mut self, game: &mut Seated, side: Side) -> Result<bool, ServiceError> {
        let mut player = game.at(side).clone();
        let length = AUTOMATIC.min(self.vacation_left(&player));
        let once = format!("vacation {} {}", game.row.number, game.row.revision);
        if game.row.made[side as usize] < SEASONED
            || length < DAY
            || player.away_until.is_some_and(|until| until > self.at)
            || !self.tx.allow(&once, self.at, 1, 400 * DAY)?
        {
            return Ok(false);
        }
        // What ran over before the vacation began is forgiven, or it would end the game on their return.
        let over = game.row.clock.deadline().map_or(0, |deadline| (self.at - deadline).max(0));
        game.row.clock.give_back(over);
        self.tx.update_game(&game.row)?;
        let until = self.at + length;
        self.go_away(&mut player, until)?;
        let what = Told::AwayByItself { number: game.row.number, until }.into();
        self.tell(&player, game.topic(Some(side)), News::Told { what })?;
        if let Some(row) = self.tx.game(game.row.number)? {
            *game = self.seated(row)?;
        }
        Ok(true)
    }

    /// Ends the vacations that are over.
    pub fn vacations_end(&mut self) -> Result<bool, ServiceError> {
        for mut player in self.tx.back_from_vacation(self.at)? {
            player.away_until = None;
            self.tx.update_player(&player)?;
        }
        Ok(false)
    }

    /// What is left of the year's vacation, in seconds.
    pub fn vacation_left(&self, player: &Player) -> i64 {
        let used = if player.vacation_year == self.year(player) { player.vacation_used } else { 0 };
        (PER_YEAR - used).max(0)
    }

    fn go_away(&mut self, player: &mut Player, until: Timestamp) -> Result<(), ServiceError> {
        let year = self.year(player);
        if player.vacation_year != year {
            player.vacation_year = year;
            player.vacation_used = 0;
        }
        player.vacation_used += until - self.at;
        player.away_until = Some(until);
        self.tx.update_player(player)?;
        let opponents = self.move_clocks(player, |since, now| until - since.max(now))?;
        for other in opponents {
            let what = Told::OtherAway { who: player.name.clone(), until }.into();
            self.tell(&other, Topic::default(), News::Told { what })?;
        }
        Ok(())
    }

    fn come_back(&mut self, player: &mut Player, until: Timestamp) -> Result<(), ServiceError> {
        player.vacation_used = (player.vacation_used - (until - self.at)).max(0);
        player.away_until = None;
        self.tx.update_player(player)?;
        self.move_clocks(player, |_, now| now - until)?;
        Ok(())
    }

    /// Moves the clocks that run for a player by what the function says of their beginning and now; gives the
    /// opponents in all running games.
    fn move_clocks(
        &mut self,
        player: &Player,
        by: impl Fn(Timestamp, Timestamp) -> i64,
    ) -> Result<Vec<Player>, ServiceError> {
        let mut opponents: Vec<Player> = Vec::new();
        for row in self.tx.running_games(player.id)? {
            let Some(side) = row.side_of(player.id) else { continue };
            let mut game = self.seated(row)?;
            let other = game.at(side.other()).clone();
            if !opponents.contains(&other) {
                opponents.push(other);
            }
            if game.row.to_move == Some(side)
                && let Some(running) = &mut game.row.clock.running
            {
                running.since += by(running.since, self.at);
                self.wind(&mut game)?;
                self.tx.update_game(&game.row)?;
            }
        }
        Ok(opponents)
    }

    fn year(&self, player: &Player) -> i16 {
        let zone = moment::zone(&self.taste(Some(player), None).zone);
        zone.and_then(|zone| moment::year(self.at, &zone)).unwrap_or(0)
    }
}
