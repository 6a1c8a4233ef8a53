//! Taking turns back: free once per turn until the opponent plays, on request after that.

use super::history::in_force;
use super::{Change, Damaged, Entry, EntryKind, Game, Means};
use crate::clock::moment::Timestamp;
use crate::rules::Side;

/// What a player's `undo` means now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeBack<'e> {
    /// They have no turn to take back.
    Nothing,
    /// It is done immediately.
    Free,
    /// The opponent must agree to take this turn back.
    OnRequest(&'e Entry),
}

/// What `undo` by that side means, given the record. A spur can't be taken back, nor does it get in the way.
pub fn take_back(entries: &[Entry], side: Side) -> TakeBack<'_> {
    let turns = || in_force(entries).filter(|entry| entry.kind != EntryKind::Spur);
    let own = |entry: &&Entry| entry.side == Some(side) && entry.kind == EntryKind::Turn;
    let Some(mine) = turns().rfind(own) else { return TakeBack::Nothing };
    let is_last = turns().next_back().is_some_and(|last| last.number == mine.number);
    let used = entries.iter().any(|e| e.kind == EntryKind::Undo && e.side == Some(side) && e.turn == mine.turn);
    if is_last && !used { TakeBack::Free } else { TakeBack::OnRequest(mine) }
}

impl Game {
    /// Takes back everything since that side's last turn, including it. Returns the change and the turn; none if there
    /// was none.
    pub fn take_back(
        &mut self,
        entries: &[Entry],
        side: Side,
        means: Means,
        at: Timestamp,
    ) -> Result<Option<(Change, String)>, Damaged> {
        let mut kept: Vec<&Entry> = in_force(entries).collect();
        let own = |entry: &&Entry| entry.side == Some(side) && entry.kind == EntryKind::Turn;
        let Some(from) = kept.iter().rposition(own) else { return Ok(None) };
        let taken = kept.split_off(from);
        let Some(first) = taken.first() else { return Ok(None) };
        for entry in &taken {
            if let (Some(by), EntryKind::Turn) = (entry.side, entry.kind) {
                self.made[by as usize] = self.made[by as usize].saturating_sub(1);
            }
        }
        self.turn = first.turn;
        self.clock.pause(at);
        let left = first.left_before.map_or(0, |left| left - first.spent);
        match side {
            Side::White => self.clock.white = left,
            Side::Black => self.clock.black = left,
        }
        let entry = Entry { text: taken.len().to_string(), ..self.happened(EntryKind::Undo, Some(side), means, at) };
        let last = kept.pop();
        let before = self.replayed(kept)?;
        self.last = last.map(|last| (before.position().text(), last.text.clone()));
        let now = self.continued(before, last)?;
        let position = now.position();
        self.position = position.text();
        self.quiet = now.standing().quiet;
        self.turn = position.turn_number();
        self.to_move = Some(position.to_move());
        self.draw_by = None;
        self.clock.run(position.to_move(), at);
        let undone = taken.iter().map(|entry| entry.number).collect();
        Ok(Some((Change { entry, undone, outcome: None }, first.text.clone())))
    }
}
