//! Checks a stored game against a replay of its record. Both use the same code, so any difference is damage, or was
//! written by a version with a bug.

use super::history::{in_force, in_force_at};
use super::{Course, Entry, EntryKind, Game};
use crate::rules::Reason;

impl Game {
    /// What is wrong with it, one sentence each.
    pub fn problems(&self, entries: &[Entry]) -> Vec<String> {
        let mut wrong = Wrong::default();
        let numbers = entries.iter().map(|entry| entry.number);
        wrong.unless(numbers.eq(1..=self.revision), "its entries are not numbered from 1 to its revision");
        let kept = in_force_at(entries, self.revision);
        wrong.unless(kept == Some(in_force(entries).collect()), "its undos don't fit");
        let Ok(first) = self.first_position() else {
            wrong.0.push("its first position makes no sense".to_owned());
            return wrong.0;
        };
        let mut course = Course::begin(self.setup.clone(), first);
        let mut made = [0u32; 2];
        let mut last = None;
        for entry in in_force(entries) {
            let (before, turn) = (course.position().text(), course.position().turn_number());
            match course.play(&entry.text) {
                Err(error) => {
                    wrong.0.push(format!("turn {} ({}) can't be played: {error}", entry.turn, entry.text));
                    return wrong.0;
                }
                Ok(played) => {
                    let same = played.text == entry.text && Some(played.by) == entry.side && turn == entry.turn;
                    wrong.unless(same, &format!("entry {} isn't what a replay gives", entry.number));
                }
            }
            let mark = course.standing().mark();
            let same = entry.hash.is_none_or(|stored| mark == Some(stored));
            wrong.unless(same, &format!("entry {} has another position's mark", entry.number));
            if let (Some(side), EntryKind::Turn) = (entry.side, entry.kind) {
                made[side as usize] += 1;
            }
            last = Some((before, entry.text.clone()));
        }
        wrong.unless(self.position == course.position().text(), "its position isn't what a replay gives");
        wrong.unless(self.last == last, "its last turn isn't what a replay gives");
        wrong.unless(self.turn == course.position().turn_number(), "its turn number isn't what a replay gives");
        wrong.unless(self.made == made, "its numbers of turns made don't fit");
        wrong.unless(self.quiet == course.standing().quiet, "its turns without progress aren't what a replay gives");
        self.check_end(&course, &mut wrong);
        wrong.0
    }

    fn check_end(&self, course: &Course, wrong: &mut Wrong) {
        match (&self.ended, course.outcome()) {
            (None, None) => wrong.unless(self.to_move == course.to_move(), "the wrong player is to move"),
            (None, Some(_)) => wrong.unless(false, "it is over by the rules, but goes on"),
            (Some(ended), Some(outcome)) => {
                // The difference in stones was not always stored.
                let margin = ended.margin.is_none() && ended.reason == Reason::Stones || ended.margin == outcome.margin;
                let same = (ended.winner, ended.reason) == (outcome.winner, outcome.reason);
                wrong.unless(same && margin, "its result isn't what a replay gives");
            }
            (Some(ended), None) => wrong.unless(
                matches!(
                    ended.reason,
                    Reason::Resigned | Reason::Timeout | Reason::Agreed | Reason::Adjudicated | Reason::Counted
                ),
                "it isn't over by the rules",
            ),
        }
        wrong.unless(self.ended.is_none() || self.to_move.is_none(), "it is over, but somebody is to move");
    }
}

/// The problems found.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn unless(&mut self, right: bool, what: &str) {
        if !right {
            self.0.push(what.to_owned());
        }
    }
}
