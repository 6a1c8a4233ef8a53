//! What the computer owes: leased to whoever thinks, and its answer acted on. Thinking itself happens elsewhere, outside
//! any transaction; an answer counts once, and only while the game is where it was.

use crate::clock::moment::Timestamp;
use crate::command;
use crate::game::history::in_force;
use crate::house::{Answer, Errand, Task};
use crate::rules::{Reason, Side};
use crate::service::now::Now;
use crate::service::playing::{finish, offers, play};
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Requester, Via};
use crate::service::seated::Seated;
use crate::service::views::thoughts;
use crate::service::{Randomness, Service, ServiceError};
use crate::store::{Counter, HouseKind, HouseWork, Player, Tx};

impl Service {
    /// Leases the next thing that the house owes, for `lease` seconds; none if nothing waits.
    pub fn house_task(&self, now: Timestamp, lease: i64) -> Result<Option<Task>, ServiceError> {
        self.next_task(now, lease, false)
    }

    /// The same for whoever is busy with a review: only what somebody at a board waits for.
    pub fn house_task_at_boards(&self, now: Timestamp, lease: i64) -> Result<Option<Task>, ServiceError> {
        self.next_task(now, lease, true)
    }

    fn next_task(&self, now: Timestamp, lease: i64, at_boards: bool) -> Result<Option<Task>, ServiceError> {
        if !self.store().read(|tx| tx.house_is_asked(now))? {
            return Ok(None);
        }
        let lease = |tx: &Tx<'_>| tx.lease_house_work(&self.settings.holder, now, lease, at_boards);
        while let Some(work) = self.store().write(lease)? {
            // The game is looked at on its own: whoever plays in it locks it first, and then what is owed.
            match self.store().read(|tx| task(tx, &work))? {
                Some(task) => return Ok(Some(task)),
                // Nobody wants it any more.
                None => _ = self.store().write(|tx| tx.take_house_work(work.id, work.revision))?,
            }
        }
        Ok(None)
    }

    /// Acts on an answer of the house; false if it came too late, or somebody else's came first.
    pub fn house_answers(
        &self,
        task: &Task,
        answer: &Answer,
        at: Timestamp,
        randomness: Randomness,
    ) -> Result<bool, ServiceError> {
        let random = std::cell::RefCell::new(randomness);
        self.store().write(|tx| {
            let row = tx.game(task.game)?;
            let Some(work) = tx.take_house_work(task.id, task.revision)? else { return Ok(false) };
            let Some(row) = row.filter(|row| row.revision == work.revision) else { return Ok(false) };
            let now = Now { tx, settings: &self.settings, key: &self.key, at, random: &random };
            Outgoing::gather(now, |out| {
                let game = Seated::of(tx, row)?;
                match answer {
                    Answer::Hint(advice) => thoughts::tell_hint(now, out, &work, &game, advice),
                    Answer::Review(review) => thoughts::tell_review(now, out, &work, &game, review),
                    act if work.kind == HouseKind::Act => acted(now, out, game, act),
                    // Nothing came of it.
                    _ => Ok(()),
                }
            })?;
            Ok(true)
        })
    }

    /// Extends the lease on something that takes long; false if it is no longer wanted of us.
    pub fn house_goes_on(&self, task: &Task, now: Timestamp, lease: i64) -> Result<bool, ServiceError> {
        Ok(self.store().write(|tx| tx.renew_house_work(task.id, &self.settings.holder, now + lease))?)
    }

    /// Gives back what was begun, for others to take or for later.
    pub fn house_leaves(&self, task: &Task) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.give_back_house_work(task.id, &self.settings.holder))?)
    }

    /// Whether a player waits for the house.
    pub fn waits_for_house(&self, name: &str) -> Result<bool, ServiceError> {
        self.store().read(|tx| {
            let Some(player) = tx.player_named(name)?.filter(|_| self.settings.house) else { return Ok(false) };
            Ok(!tx.waits_for_house(player.id)?.is_empty())
        })
    }

    /// The house is open: should it be closed again, its guests are told anew.
    pub fn house_opens(&self) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.house_is_on())?)
    }
}

/// What there is to think about; none if the game no longer asks for it.
fn task(tx: &Tx<'_>, work: &HouseWork) -> Result<Option<Task>, ServiceError> {
    let Some(row) = tx.game(work.game)?.filter(|row| row.revision == work.revision) else { return Ok(None) };
    let errand = match work.kind {
        HouseKind::Act => {
            let Some(side) = row.house().filter(|_| row.ended.is_none() && !row.adjourned) else { return Ok(None) };
            let Some(level) = tx.known_player(row.player(side))?.house else { return Ok(None) };
            let (offered, to_move) = (row.draw_by == Some(side.other()), row.to_move == Some(side));
            Errand::Act { level, offered, to_move }
        }
        HouseKind::Hint if row.ended.is_none() => Errand::Hint,
        HouseKind::Review if row.ended.is_some() => Errand::Review,
        HouseKind::Hint | HouseKind::Review => return Ok(None),
    };
    let entries = tx.entries_after(row.number, 0)?;
    Ok(Some(Task {
        id: work.id,
        errand,
        game: row.number,
        revision: row.revision,
        course: row.replayed(in_force(&entries))?,
        started: row.started,
        asked: work.asked,
        attempts: work.attempts,
    }))
}

fn acted(now: Now<'_>, out: &mut Outgoing<'_>, mut game: Seated, answer: &Answer) -> Result<(), ServiceError> {
    let Some(side) = game.house() else { return Ok(()) };
    let (number, revision) = (game.row.number, game.row.revision);
    let mut who = in_person(game.at(side).clone(), number, revision);
    game.before = game.row.last.clone().filter(|_| game.row.made[side.other() as usize] > 0);
    match answer {
        Answer::Play(text) => {
            now.tx.count(Counter::HouseTurns)?;
            play::play_text(now, out, &mut who, game, side, text)?;
        }
        Answer::Resign => return finish::lose(now, out, Some(&who), game, side, Reason::Resigned),
        Answer::Claim => offers::claim(now, out, &mut who, Some(number))?,
        Answer::AgreeToDraw => offers::draw(now, out, &mut who, Some(number), command::Answer::Accept)?,
        Answer::DeclineDraw => offers::draw(now, out, &mut who, Some(number), command::Answer::Decline)?,
        Answer::Hint(_) | Answer::Review(_) => {}
    }
    give_up_if_stuck(now, out, &who, (number, revision), side)
}

/// Whatever goes wrong with an answer, nobody waits for ever: the house gives the game up.
fn give_up_if_stuck(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    (number, revision): (i64, i64),
    side: Side,
) -> Result<(), ServiceError> {
    match now.tx.game(number)? {
        Some(row) if row.revision == revision && row.ended.is_none() => {
            finish::lose(now, out, Some(who), Seated::of(now.tx, row)?, side, Reason::Resigned)
        }
        _ => Ok(()),
    }
}

/// The house as somebody who acts in a game.
const fn in_person(player: Player, number: i64, revision: i64) -> Requester {
    Requester::plain(Via::House, player, About::Game { number, revision: Some(revision) })
}
