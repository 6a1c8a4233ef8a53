//! The front page.

use crate::notice::told::views::RunningRow;

/// What this is, as a headline.
pub const HEADLINE: &str = "Board games at your own pace";
/// Below it.
pub const LEAD: &str = "By mail, in Discord, or on a page like this one, even in the same game.";
/// Both in one line, for previews elsewhere.
pub const IN_SHORT: &str =
    "Board games at your own pace: by mail, in Discord, or on a page like this one, even in the same game.";
/// A line more.
pub const ABOUT: &str = "Every turn comes with a picture of the board. No account, no password: you answer a mail with \
    your move, press a button under a board in Discord, or tap the squares on your own page.";
/// Above the form that begins a game with the house.
pub const PLAY_NOW: &str = "Play now";
/// What it does.
pub const AGAINST_THE_HOUSE: &str = "Against the house, our computer player. You need nothing: the board opens here, and you \
    can take the game along by mail later.";
/// The computer is off.
pub const NO_HOUSE: &str = "The computer player is not in at the moment, so there is nobody here to play with at once.";
/// The field for the game.
pub const WHICH_GAME: &str = "Game";
/// The field for the level.
pub const WHICH_LEVEL: &str = "Level";
/// The level that is chosen unless somebody chooses.
pub const USUAL_LEVEL: u8 = 2;
/// A level of the house.
pub fn level(level: u8) -> String {
    match level {
        1 => "1, the easiest".to_owned(),
        8 => "8, the strongest".to_owned(),
        level => level.to_string(),
    }
}
/// Above the games.
pub const THE_GAMES: &str = "The games";
/// Above what to do first.
pub const HOW_TO_START: &str = "Play with people";
/// No game is played at the moment that anybody may look at.
pub const NONE_RUNS: &str = "No game is on that everybody may watch. Yours could be the first.";

/// The first step by mail: what stands before the address, between it and what to write, and behind that.
pub const BY_MAIL: [&str; 3] = ["By mail: write to ", ", with ", " as the first line. We answer with what comes next."];
/// The first step in Discord: what stands before the command and behind it.
pub const IN_DISCORD: [&str; 2] = ["In Discord: type ", " in a channel where the bot is."];
/// What to write.
pub const FIRST_MAIL: &str = "new amazons";
/// What to type.
pub const FIRST_COMMAND: &str = "/new amazons";

/// A game in the list: `Amazons 41: Ben vs Ann`.
pub fn game(row: &RunningRow) -> String {
    format!("{} {}: {} vs {}", row.title, row.number, row.players[0], row.players[1])
}

/// How far it is.
pub fn stage(row: &RunningRow) -> String {
    match row.to_move {
        Some(side) => format!("turn {}, {side} to move", row.turn),
        None => format!("turn {}", row.turn),
    }
}
