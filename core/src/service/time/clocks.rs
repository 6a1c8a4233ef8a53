//! Time: clocks that run out, reminders, customs, outages, and the tick that sees to all of it.

use std::collections::BTreeMap;

use std::cell::RefCell;

use crate::clock::moment::Timestamp;
use crate::game::{Game, Means};
use crate::notice::News;
use crate::notice::told::time::Told;
use crate::rules::Reason;
use crate::service::now::Now;
use crate::service::playing::board::Seated;
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{DAY, HOUR, Randomness, SEEN_DAYS, ServiceError, Settings};
use crate::store::{ChallengeState, Shared};
use crate::token::TokenKey;

/// A gap between ticks from which on the server counts as having been down.
const OUTAGE: i64 = HOUR;
/// How long one process does the ticking before another may.
const TICK_LEASE: i64 = 90;
/// How long what is remembered of requests, questions and strangers is.
const MARKS: i64 = SEEN_DAYS * DAY;
/// How many rows of a kind one transaction works off.
const BATCH: u32 = 50;

/// See [`crate::service::Service::tick`].
pub(in crate::service) fn tick(
    store: &Shared,
    settings: &Settings,
    key: &TokenKey,
    at: Timestamp,
    mut random: Randomness,
) -> Result<(), ServiceError> {
    // Most ticks find nothing to do, and cost one commit.
    let due = store.write(|tx| -> Result<bool, ServiceError> {
        if !tx.take_lease("tick", &settings.holder, at, TICK_LEASE)? {
            return Ok(false);
        }
        let random = RefCell::new(random.clone());
        after_an_outage(&Work::new(Now { tx, settings, key, at, random: &random }))?;
        tx.set_last_tick(at)?;
        Ok(tx.anything_due(at)?)
    })?;
    if !due {
        return Ok(());
    }
    for chore in Chore::ALL {
        let mut more = true;
        while more {
            let seed = RefCell::new(Randomness::fixed(random.draw()));
            more = store.write(|tx| -> Result<bool, ServiceError> {
                let now = Now { tx, settings, key, at, random: &seed };
                let work = &mut Work::new(now);
                let more = work.chore(chore)?;
                work.flush()?;
                Ok(more)
            })?;
        }
    }
    Ok(store.wipe(at)?)
}

/// What a tick does, in this order. Each takes as many transactions as it needs.
#[derive(Clone, Copy)]
enum Chore {
    EndVacations,
    TimeOut,
    Forfeit,
    Remind,
    SendDigests,
    ExpireChallenges,
    Forget,
    CleanUp,
}

impl Chore {
    const ALL: [Chore; 8] = [
        Chore::EndVacations,
        Chore::TimeOut,
        Chore::Forfeit,
        Chore::Remind,
        Chore::SendDigests,
        Chore::ExpireChallenges,
        Chore::Forget,
        Chore::CleanUp,
    ];
}

/// Gives back the time during which nobody could play: a gap in the ticks, and maintenance as far as it went.
pub(in crate::service) fn after_an_outage(work: &Work<'_>) -> Result<(), ServiceError> {
    let (tx, now) = (work.tx, work.at);
    let mut lost = Vec::new();
    for (id, begins, ends) in tx.open_maintenance()? {
        if begins < now {
            lost.push((begins, ends.min(now)));
            tx.maintenance_given(id, now)?;
        }
    }
    if let Some(last) = tx.last_tick()?.filter(|last| now - last > OUTAGE) {
        lost.push((last, now));
        tx.set_last_tick(now)?;
    }
    // What was lost for two reasons is given once; in order, since each moves the beginnings of turns.
    lost.sort_unstable();
    let mut given = Timestamp::MIN;
    for (from, until) in lost {
        if given.max(from) < until {
            tx.give_back(given.max(from), until)?;
            given = until;
        }
    }
    Ok(())
}

impl Work<'_> {
    /// Does a part of a chore; true if there is more of it.
    fn chore(&mut self, chore: Chore) -> Result<bool, ServiceError> {
        match chore {
            Chore::EndVacations => self.vacations_end(),
            Chore::TimeOut => self.time_outs(),
            Chore::Forfeit => self.forfeits(),
            Chore::Remind => self.reminders(),
            Chore::SendDigests => self.digests(),
            Chore::ExpireChallenges => self.challenges_expire(),
            Chore::Forget => Ok(self.tx.forget_some()?),
            Chore::CleanUp => self.clean_up(),
        }
    }

    /// Sets a game's clock going for the player to move: from their return if they are away.
    pub fn wind(&self, game: &mut Seated) -> Result<(), ServiceError> {
        let Some(side) = game.row.to_move else { return Ok(()) };
        let player = &game.players[side as usize];
        Ok(game.row.wind(player.away_until, &player.reminders, self.at)?)
    }

    /// A clock has run out: an automatic vacation if there is one to take, else the end.
    pub fn time_is_up(&mut self, game: &mut Seated) -> Result<(), ServiceError> {
        let Some(side) = game.row.to_move else { return Ok(()) };
        if self.automatic_vacation(game, side)? {
            return Ok(());
        }
        self.lose(None, game.clone(), side, Reason::Timeout)?;
        if let Some(row) = self.tx.game(game.row.number)? {
            game.row = row;
        }
        Ok(())
    }

    fn time_outs(&mut self) -> Result<bool, ServiceError> {
        let due = self.tx.games_timed_out(self.at, BATCH)?;
        let more = due.len() == BATCH as usize;
        for row in due {
            let mut game = self.seated(row)?;
            self.time_is_up(&mut game)?;
        }
        Ok(more)
    }

    /// Customs: a turn waited for twice too long is a pass.
    fn forfeits(&mut self) -> Result<bool, ServiceError> {
        let due = self.tx.games_to_forfeit(self.at, BATCH)?;
        let more = due.len() == BATCH as usize;
        for row in due {
            let mut game = self.seated(row)?;
            let since = game.row.revision;
            match self.played(&mut game, "pass", Means::Server)? {
                Ok(outcome) => match self.go_on(&mut game, outcome)? {
                    Some(outcome) => self.end_by_rules(None, game, outcome, since)?,
                    None => {
                        self.announce(&mut game, None, None, [None, None], since)?;
                        self.tx.update_game(&game.row)?;
                    }
                },
                Err(_) => {
                    game.row.forfeit = None;
                    self.tx.update_game(&game.row)?;
                }
            }
        }
        Ok(more)
    }

    /// Reminders that are due; a player's games that are due together share one.
    fn reminders(&mut self) -> Result<bool, ServiceError> {
        let due = self.tx.games_to_remind(self.at, BATCH)?;
        let more = due.len() == BATCH as usize;
        let mut by_player: BTreeMap<i64, Vec<Game>> = BTreeMap::new();
        for row in due {
            if let Some(side) = row.to_move {
                by_player.entry(row.player(side)).or_default().push(row);
            }
        }
        for (id, mut rows) in by_player {
            let player = self.player(id)?;
            rows.sort_by_key(|row| row.clock.deadline());
            let also: Vec<_> = rows.iter().skip(1).filter_map(|r| Some((r.number, r.clock.deadline()?))).collect();
            for (i, mut row) in rows.into_iter().enumerate() {
                row.reminder = row.next_reminder(&player.reminders, self.at);
                let last_one = row.reminder.is_none();
                self.tx.update_game(&row)?;
                let away = player.away_until.is_some_and(|until| until > self.at);
                if let Some(deadline) = row.clock.deadline()
                    && i == 0
                    && !away
                {
                    let game = self.seated(row)?;
                    self.remind(&game, &player, deadline, also.clone(), last_one)?;
                }
            }
        }
        Ok(more)
    }

    /// Reminds where the game is played; before the last chance, a player in Discord is mailed as well.
    fn remind(
        &mut self,
        game: &Seated,
        player: &crate::store::Player,
        deadline: Timestamp,
        also: Vec<(i64, Timestamp)>,
        last_one: bool,
    ) -> Result<(), ServiceError> {
        let side = game.side_of(player);
        let last = game.row.last.as_ref().map(|(_, turn)| {
            let other = side.map_or_else(String::new, |side| game.at(side.other()).name.clone());
            (other, turn.clone())
        });
        let news = News::Reminder { last, deadline, also };
        let in_discord = self.is_in_discord(player)?;
        match (self.tx.place(game.row.number)?, in_discord) {
            (Some(place), true) => {
                let mention = self.tx.discord_of(player.id)?;
                self.tell_place(place.channel, mention, game.topic(side), news.clone());
            }
            _ => self.tell(player, game.topic(side), news.clone())?,
        }
        if in_discord && last_one {
            let mail = self.tx.addresses_of(player.id)?.into_iter().find(|a| !a.stopped && a.suspended.is_none());
            if let Some(address) = mail {
                self.tell_address(&address, game.topic(side), news)?;
            }
        }
        Ok(())
    }

    fn challenges_expire(&mut self) -> Result<bool, ServiceError> {
        let due = self.tx.challenges_due(self.at)?;
        let more = due.len() == 100;
        for challenge in due {
            self.tx.set_challenge_state(challenge.number, ChallengeState::Expired)?;
            let challenger = self.player(challenge.challenger)?;
            let what = Told::ChallengeEnded { number: challenge.number }.into();
            let topic: Topic = crate::service::lobby::posting::challenge_topic(&challenge, &challenger);
            self.tell(&challenger, topic, News::Told { what })?;
        }
        Ok(more)
    }

    /// Once a day, removes what nobody needs any more, in parts.
    fn clean_up(&mut self) -> Result<bool, ServiceError> {
        if self.tx.happened(crate::store::CLEANED_UP, self.at - DAY)? > 0 {
            return Ok(false);
        }
        let keep = DAY * i64::from(self.settings.keep_days);
        let more = self.tx.clean(self.at, self.at - keep, self.at - MARKS)?;
        if !more {
            self.tx.forget_changes(self.at - crate::service::people::ways::WEEK)?;
            self.tx.note_happening(crate::store::CLEANED_UP, self.at)?;
        }
        Ok(more)
    }
}
