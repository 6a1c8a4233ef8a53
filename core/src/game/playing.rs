//! Playing a turn, a spur or a forfeited turn, and its effect on the clock.

use super::{Change, Damaged, Entry, EntryKind, Game, Means};
use crate::clock::moment::Timestamp;
use crate::rules::{MoveError, Side};

/// An hour, in seconds.
const HOUR: i64 = 3600;

impl Game {
    /// Plays a text for the player to move, or a spur for the other. `seen_before` says how often the record reached a
    /// mark; it is asked only where repetition counts, so that a turn costs the same in a long game.
    pub fn play<E: From<Damaged>>(
        &mut self,
        text: &str,
        means: Means,
        at: Timestamp,
        seen_before: impl FnOnce(i64) -> Result<u32, E>,
    ) -> Result<Result<Change, MoveError>, E> {
        let mut standing = self.standing()?;
        let step = match standing.play(text) {
            Ok(step) => step,
            Err(error) => return Ok(Err(error)),
        };
        let outcome = standing.outcome(|mark| -> Result<u32, E> {
            let before = seen_before(mark)?;
            // The first position has no entry.
            let first = || -> Result<bool, E> { Ok(super::standing::mark(&self.first_position()?) == mark) };
            Ok(if before == 1 && first()? { 2 } else { before })
        })?;
        let by = step.played.by;
        let kind = match (step.spur, means) {
            (true, _) => EntryKind::Spur,
            (false, Means::Server) => EntryKind::Forfeit,
            (false, _) => EntryKind::Turn,
        };
        let spent = self.clock.running.map_or(0, |running| (at - running.since).max(0));
        let left_before = match by {
            Side::White => self.clock.white,
            Side::Black => self.clock.black,
        };
        let entry = Entry {
            text: step.played.text.clone(),
            hash: step.mark,
            spent: if step.spur { 0 } else { spent },
            left_before: Some(left_before),
            ..self.happened(kind, Some(by), means, at)
        };
        let before = std::mem::replace(&mut self.position, standing.position.text());
        self.last = Some((before, step.played.text));
        self.quiet = standing.quiet;
        self.turn = standing.position.turn_number();
        self.to_move = outcome.is_none().then(|| standing.position.to_move());
        if kind == EntryKind::Turn {
            self.made[by as usize] += 1;
        }
        if !step.spur {
            self.clock.turn_played(by, self.to_move, at);
        }
        if self.draw_by == Some(by.other()) {
            self.draw_by = None;
        }
        Ok(Ok(Change { entry, undone: Vec::new(), outcome }))
    }

    /// Sets the alarms for the player to move: reminders so many hours before the deadline, and the moment when customs
    /// forfeit the turn. If that player is away, a clock starting now waits until they are `back`.
    pub fn wind(&mut self, back: Option<Timestamp>, reminders: &[u32], now: Timestamp) -> Result<(), Damaged> {
        if self.to_move.is_none() {
            return Ok(());
        }
        // Nobody wins because the house was switched off; but in an event nobody else waits for it, either.
        if self.to_move == self.house() && self.event.is_none() {
            self.clock.pause(now);
            (self.forfeit, self.reminder) = (None, None);
            return Ok(());
        }
        // A clock already running was shifted when they left.
        if let (Some(running), Some(back)) = (&mut self.clock.running, back.filter(|back| *back > now))
            && running.since == now
        {
            running.since = back;
        }
        let since = self.clock.running.map_or(now, |running| running.since);
        let customs = self.standing()?.position.customs();
        let wait = customs.and_then(|customs| i64::try_from(customs.seconds.saturating_mul(2)).ok());
        self.forfeit = wait.map(|wait| since.saturating_add(wait));
        self.reminder = self.next_reminder(reminders, now);
        Ok(())
    }

    /// When the next reminder is due: so many hours before the deadline, but never in the first half of the turn's
    /// time.
    pub fn next_reminder(&self, hours: &[u32], now: Timestamp) -> Option<Timestamp> {
        let deadline = self.clock.deadline()?;
        let since = self.clock.running?.since;
        let half = since + (deadline - since) / 2;
        let due = hours.iter().map(|hours| deadline - HOUR * i64::from(*hours));
        due.filter(|due| *due >= half && *due > now).min()
    }

    /// Whether the player to move has run out of time.
    pub fn is_late(&self, now: Timestamp) -> bool {
        self.ended.is_none() && self.clock.deadline().is_some_and(|deadline| deadline < now)
    }
}
