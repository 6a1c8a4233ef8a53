//! What only the Discord bot says: answers that aren't notices, the picker's questions, thread names. Labels of buttons
//! and fields are in [`labels`].

use crate::game::GameNumber;
use crate::notice::GameHeading;

pub mod labels;
pub mod reach;
pub mod spectating;

/// To somebody who asks for too much at once.
pub const TOO_FAST: &str = "That was a lot at once; wait a moment and try again.";

/// In a channel, to somebody whose answer is private and who accepts no direct messages. Reveals nothing of what was
/// asked.
pub const CLOSED: &str = "The answer is for you alone, and you take no direct messages from me. Allow them in this \
    server's privacy settings, or use a slash command such as `/games`: it shows you the answer where only you see it.";

/// While the database doesn't answer.
pub const OUT_OF_ORDER: &str = "Turnpost can't do that now; nothing was changed. Try again in a minute.";
/// In place of a message that could not be composed.
pub const BROKEN: &str = "Something went wrong with this message; `/games` shows your games.";
/// To an unreadable click: forged, or on a button of an older version.
pub const UNREADABLE: &str = "That button is not one of mine any more. `/games` shows your games.";
/// To a slash command that has been withdrawn since Discord offered it.
pub const COMMAND_GONE: &str = "That command is no longer known; Discord will soon offer the new ones.";
/// To somebody who clicks on other people's game.
pub const NOT_YOURS: &str = "You don't play in this game. `/watch` lets you follow it.";
/// To a player who has to wait.
pub const NOT_YOUR_TURN: &str = "It isn't your turn.";
/// To a player who wants to take back the opponent's turn.
pub const NOT_YOUR_UNDO: &str = "Only whoever played this turn can take it back.";
/// To a player who wants to move in a finished game.
pub const OVER: &str = "This game is over.";
/// Above the current board, after a click on an old one.
pub const BOARD_CHANGED: &str = "The board has changed; this is how it is now.";
/// Above the board as the opponent sees it.
pub const FLIPPED: &str = "From the other side:";
/// If the picker can't offer everything that is possible.
pub const ONLY_TYPED: &str = "This turn can only be typed: press Type below the board.";
/// Below a turn with others behind it, or to which plans were made before.
pub const PLANNED: &str = "What you planned is played as it fits; `/plans` lists it.";
/// To somebody who asked the house for a hint.
pub const THINKING: &str = "The house is thinking; its hint follows below. Nothing is played.";
/// To a request that has no other answer.
pub const DONE: &str = "Done.";
/// To the challenger, whose challenge everybody can see.
pub const CHALLENGE_POSTED: &str = "The challenge is posted. `/cancel` takes it back.";

/// In place of a challenge that somebody declined, where the bot can only answer.
pub fn declined(by: &str, challenge: GameNumber) -> String {
    format!("{by} declined challenge {challenge}.")
}

/// Below a part of a longer text.
pub fn page(page: usize, pages: usize) -> String {
    format!("Page {page} of {pages}")
}

/// Below the first board of a game, where we don't hear what people type.
pub fn press_only(pattern: &str) -> String {
    format!("Press Move, or press Type and write `{pattern}`.")
}

/// In place of an accepted challenge: where its game is.
pub fn game_is_on(game: GameNumber, thread: Option<u64>) -> String {
    match thread {
        None => format!("Game {game} is on."),
        Some(thread) => format!("Game {game} is on → <#{thread}>"),
    }
}

/// In place of the picker, once the turn is played.
pub fn played(turn: &str) -> String {
    format!("Played `{turn}`.")
}

/// Above the menu of a game.
pub fn menu(game: GameNumber, turn: u32) -> String {
    format!("Game {game}, turn {turn}")
}

/// The picker's question where there are so few turns that all are offered.
pub const WHICH_TURN: &str = "Which turn?";

/// The picker's last question.
pub fn play_it(turn: &str) -> String {
    format!("Play `{turn}`?")
}

/// The picker's question when the turn is complete but can also be continued.
pub fn go_on_or_play(prompt: &str, turn: &str) -> String {
    format!("{prompt} … or play `{turn}`")
}

/// Below a turn that claims to take or to flip something, and doesn't.
pub fn takes_nothing(turn: &str) -> String {
    format!("There was nothing to take or to flip: it was played as `{turn}`. `/undo` takes it back.")
}

/// The name of a game's thread.
pub fn thread_name(game: &GameHeading) -> String {
    let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "anyone".to_owned());
    let open = || format!("{} {}: {} vs {}", game.title, game.number, name(&game.white), name(&game.black));
    game.thread_name().unwrap_or_else(open)
}
