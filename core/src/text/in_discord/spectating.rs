//! What is said about boards that follow a game in a channel, and about a server's games.

use crate::game::GameNumber;
use crate::notice::told::views::{Now, Standing};
use crate::rules::Side;
use crate::service::NotShown;

/// Above a board that follows a game: which it is, what was played last, and who is to move or how it ended. Names are
/// given as they are.
pub fn board(standing: &Standing, last: Option<&(String, String)>) -> [String; 2] {
    let Standing { number, title, players: [white, black], turn, now } = standing;
    let name = |side: Side| if side == Side::White { white } else { black };
    let first = format!("{title} {number}: {white} vs {black}, turn {turn}");
    let last = last.map_or_else(String::new, |(by, turn)| format!("{by} played `{turn}`. "));
    let now = match *now {
        Now::ToMove { side, .. } => format!("{} is to move.", name(side)),
        Now::Nobody => String::new(),
        Now::Aborted => "The game was aborted.".to_owned(),
        Now::Over { winner: Some(side), reason } => format!("{} won: {reason}.", name(side)),
        Now::Over { winner: None, reason } => format!("A draw: {reason}."),
    };
    [first, format!("{last}{now}")]
}

/// To whoever asked for such a board.
pub fn posted(game: GameNumber, channel: u64) -> String {
    format!("The board in <#{channel}> follows game {game}. `/unwatch` there ends that.")
}

/// Why there is none.
pub fn not_posted(why: NotShown, game: GameNumber, channel: u64) -> String {
    match why {
        NotShown::NoGame => format!(
            "Not posted: there is no game {game} that everybody in <#{channel}> may look at. One is shown where it is \
             played, and elsewhere if both players let others look."
        ),
        NotShown::Over => format!("Not posted: game {game} is over. `/history` shows its turns."),
        NotShown::PlayedThere => format!("Not posted: game {game} is played in <#{channel}>, and its board is there."),
        NotShown::Enough => format!("Not posted: there are boards enough. `/unwatch` in <#{channel}> ends one."),
    }
}

/// To somebody who may not write in the channel they named.
pub fn may_not_write(channel: u64) -> String {
    format!("Not posted: you may not write in <#{channel}>.")
}

/// To somebody who named a channel that the bot can't write in.
pub fn can_not_write(channel: u64) -> String {
    format!("Not posted: I can't write in <#{channel}>. Let me view that channel, send messages and attach files.")
}

/// In place of a board whose game may no longer be looked at.
pub const PRIVATE: &str = "This game is no longer shown here.";

/// To whoever ended a board.
pub fn ended(game: GameNumber) -> String {
    format!("The board here no longer follows game {game}.")
}

/// To somebody who wants to end another's board.
pub const NOT_YOUR_BOARD: &str =
    "Not changed: whoever asked for that board ends it, or somebody who may manage messages here.";

/// Above the list of a server's games.
pub fn games(count: usize) -> String {
    match count {
        0 => "No game runs here that you may look at. `/new` begins one.".to_owned(),
        1 => "One game runs here:".to_owned(),
        count => format!("{count} games run here:"),
    }
}

/// One of them.
pub fn game(standing: &Standing, channel: Option<u64>) -> String {
    let [first, second] = board(standing, None);
    let place = channel.map_or_else(String::new, |channel| format!(" → <#{channel}>"));
    format!("{first}. {second}{place}")
}

/// Below a list that is cut.
pub fn more(games: usize) -> String {
    format!("… and {games} more.")
}

/// To a moderator who chose where games open.
pub fn opens(channel: Option<u64>) -> String {
    match channel {
        Some(channel) => format!("From now on this server's games open in <#{channel}>."),
        None => "From now on games open in the channel in which they are asked for.".to_owned(),
    }
}

/// To somebody who may not choose that.
pub const MODERATORS: &str = "Not changed: where games open is chosen by those who may manage channels here.";
/// To somebody who isn't in a server.
pub const IN_A_SERVER: &str = "Not done: that works in a server that I am in.";

/// To the challenger, whose challenge stands elsewhere: where this server's games open, or beside the last game.
pub fn challenge_posted_in(channel: u64) -> String {
    format!("The challenge is posted in <#{channel}>. `/cancel` takes it back.")
}
