//! Ends other than by a turn; and what players and operators do to a running game besides playing.

use super::{Change, Ended, Entry, EntryKind, Game, Means};
use crate::clock::moment::Timestamp;
use crate::rules::{Reason, Side};

impl Game {
    /// Marks it as over: nobody is to move and nothing is due.
    pub fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
        self.to_move = None;
        self.reminder = None;
        self.forfeit = None;
        self.draw_by = None;
        self.clock.pause(ended.at);
        self.clock.until = None;
    }

    /// How it ends when a player resigns or runs out of time: lost, or aborted if that player never made a turn. In an event
    /// it is lost all the same.
    pub fn lost_by(&self, loser: Side, reason: Reason, at: Timestamp) -> Ended {
        let aborted = self.made[loser as usize] == 0 && self.event.is_none();
        Ended { at, winner: (!aborted).then(|| loser.other()), reason, margin: None, aborted }
    }

    /// Records that it ends for this reason.
    pub fn note_end(&mut self, reason: Reason, by: Option<Side>, means: Means, at: Timestamp) -> Change {
        let word = match reason {
            Reason::Resigned => "resigned",
            Reason::Timeout => "timeout",
            Reason::Agreed => "agreed",
            Reason::Counted => "counted",
            _ => "adjudicated",
        };
        self.noted(EntryKind::End, by, word, means, at)
    }

    /// Offers a draw.
    pub fn offer_draw(&mut self, by: Side, means: Means, at: Timestamp) -> Change {
        self.draw_by = Some(by);
        self.noted(EntryKind::DrawOffer, Some(by), "", means, at)
    }

    /// Declines an offer, or withdraws it.
    pub fn decline_draw(&mut self, by: Side, means: Means, at: Timestamp) -> Change {
        self.draw_by = None;
        self.noted(EntryKind::DrawDeclined, Some(by), "", means, at)
    }

    /// An operator adjourns it: its clock stops and no turn is accepted.
    pub fn adjourn(&mut self, at: Timestamp) -> Change {
        self.adjourned = true;
        self.clock.pause(at);
        self.reminder = None;
        self.forfeit = None;
        self.noted(EntryKind::Operator, None, "adjourned", Means::Server, at)
    }

    /// An operator resumes it. The caller winds the clock.
    pub fn resume(&mut self, at: Timestamp) -> Change {
        self.adjourned = false;
        if let Some(side) = self.to_move {
            self.clock.run(side, at);
        }
        self.noted(EntryKind::Operator, None, "resumed", Means::Server, at)
    }

    /// An operator gives a player more time, or less. The caller winds the clock.
    pub fn give_time(&mut self, side: Side, seconds: i64, at: Timestamp) -> Change {
        self.clock.give(side, seconds);
        self.noted(EntryKind::Operator, Some(side), "time", Means::Server, at)
    }

    /// Records something other than a turn; this raises the revision.
    pub fn noted(&mut self, kind: EntryKind, side: Option<Side>, text: &str, means: Means, at: Timestamp) -> Change {
        let entry = Entry { text: text.to_owned(), ..self.happened(kind, side, means, at) };
        Change { entry, undone: Vec::new(), outcome: None }
    }

    /// The next entry of the record.
    pub(super) fn happened(&mut self, kind: EntryKind, side: Option<Side>, via: Means, at: Timestamp) -> Entry {
        self.revision += 1;
        Entry {
            number: self.revision,
            kind,
            side,
            turn: self.turn,
            text: String::new(),
            hash: None,
            at,
            spent: 0,
            left_before: None,
            via,
            undone: false,
        }
    }
}
