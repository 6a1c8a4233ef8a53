//! The words for looking on: at games of others, at one's own notes.

use crate::game::GameNumber;

/// Nobody more can watch: this player has enough games to watch, or the game enough watchers.
pub(crate) fn no_place(number: GameNumber, full: bool, most_watched: usize, most_watchers: usize) -> String {
    match full {
        true => format!("{most_watched} games are the most to watch; unwatch and a number makes room."),
        false => format!("{most_watchers} others watch game {number}, which are the most; show {number} shows it."),
    }
}

/// Under the notes that are shown, where there are older ones.
pub(crate) fn older_notes(count: usize) -> String {
    format!("Not shown: {count} older; export me has them all.")
}
