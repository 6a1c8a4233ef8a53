//! A player's own board.

use crate::notice::GameHeading;
use crate::rules::Side;

/// Whose turn it is, to a player.
pub fn status(mine: bool, opponent: &str) -> String {
    match mine {
        true => "Your turn.".to_owned(),
        false => format!("{opponent} is to move. This page shows the turn as soon as it is played."),
    }
}

/// The same without script.
pub fn wait(opponent: &str) -> String {
    format!("{opponent} is to move. Open this page again later, or wait for our message.")
}

/// The reader, in front of what they did.
pub const YOU: &str = "You";

/// The page of a guest, whose name nobody chose: `Dameo 41: you vs House 1 (computer)`.
pub fn guest_title(heading: &GameHeading, opponent: &str) -> String {
    format!("{} {}: you vs {opponent}", heading.title, heading.number)
}

/// The last turn.
pub fn played(own: bool, who: &str, turn: &str) -> String {
    let who = if own { YOU } else { who };
    match turn {
        "pass" => format!("{who} passed."),
        turn => format!("{who} played {turn}."),
    }
}

/// Which side is the reader's.
pub fn you_are(side: Side) -> String {
    format!("You are {side}.")
}

/// Once a turn is whole.
pub fn chosen(turn: &str) -> String {
    format!("Your turn would be {turn}. Nothing is played yet.")
}

/// A turn that is whole but may go on.
pub fn go_on_or_play(prompt: &str, turn: &str) -> String {
    format!("{prompt} Or play {turn} as it stands.")
}

/// Several turns lead to the same square.
pub fn which_at(square: &str) -> String {
    format!("{square}: which of these?")
}

/// There is nothing to choose but to pass.
pub const ONLY_PASS: &str = "You have nothing to play but a pass.";

/// A draw is offered.
pub fn draw_offered(own: bool, opponent: &str) -> String {
    match own {
        true => format!("You offer a draw; {opponent} has yet to answer."),
        false => format!("{opponent} offers a draw. Playing on declines it."),
    }
}

/// Below the board: what this page's address is.
pub const KEEP_SECRET: &str = "This page is yours alone: whoever has its address can play for you in this game. To take a turn \
    back, answer our message about it with undo.";

/// The same for a guest.
pub const GUEST: &str = "You are a guest: the address of this page is the only way back to this game, so keep it. After a \
    week without a turn the game is gone.";
/// Above the field for an address.
pub const TAKE_ALONG: &str = "Take this game along by mail";
/// What that does.
pub const TAKE_ALONG_HOW: &str = "We ask that address first; after its yes you play on by mail, on this page, or both.";
/// The field.
pub const SEND_TO: &str = "Send my board to";
/// The answer, which is the same whoever has that address.
pub const SENT: [&str; 2] = [
    "Look into your mail.",
    "We have asked that address, unless it wants no mail from us. Answer with yes, and the game is yours there, too. \
     Here you can play on meanwhile.",
];
/// It is no address.
pub const NO_ADDRESS: [&str; 2] = ["Not sent.", "That is no mail address that we can write to."];
/// So many were named already.
pub const ENOUGH_SENT: [&str; 2] =
    ["Not sent.", "Three addresses in a day are the most. The question may be in your spam folder."];

/// What was said: `Ann: "Good luck."`
pub fn said(who: &str, words: &str) -> String {
    format!("{who}: \"{words}\"")
}

/// What the board asks at this step of a turn, before the prompt.
pub fn step(prompt: &str) -> String {
    prompt.to_owned()
}
