//! What stands on Discord's buttons, selects, fields and offered choices.

use crate::game::GameNumber;

/// Accepts a challenge.
pub const ACCEPT: &str = "Accept";
/// Declines it.
pub const DECLINE: &str = "Decline";
/// Explains the game.
pub const RULES: &str = "Rules";

/// Opens the picker.
pub const MOVE: &str = "Move";
/// Opens the field for a turn.
pub const TYPE: &str = "Type";
/// Opens the menu.
pub const MORE: &str = "More";

/// Shows the board from the other side.
pub const FLIP: &str = "Flip";
/// Lists the turns.
pub const HISTORY: &str = "History";
/// Opens the field for turns to try.
pub const PREVIEW: &str = "Preview";
/// Offers a draw.
pub const DRAW: &str = "Draw by agreement";
/// Has a settled position counted.
pub const CLAIM: &str = "Claim";
/// Resigns.
pub const RESIGN: &str = "Resign";

/// Plays what was picked, or what is asked about.
pub const PLAY_IT: &str = "Play it";
/// Goes back to the last choice.
pub const BACK: &str = "Back";
/// Closes the picker.
pub const CANCEL: &str = "Cancel";

/// Answers a question.
pub const YES: &str = "Yes";
/// Answers it the other way.
pub const NO: &str = "No";

/// Above the field for a turn.
pub const YOUR_TURN: &str = "Your turn";
/// Beside that field.
pub const TURN_AND_COMMENT: &str = "Turn; words below it go to your opponent";
/// Above the field for turns to try.
pub const TRY_TURNS: &str = "Try turns";
/// Beside that field.
pub const TURNS_TO_TRY: &str = "Turns, separated by ;";

/// What describes the option for a player who isn't here.
pub const OR_A_NAME: &str = "Or a player's name";
/// The same where strangers can be invited, too.
pub const OR_A_NAME_OR_ADDRESS: &str = "Or a player's name, or a mail address";

/// One of the asker's games, offered while they type.
pub fn own_game(number: GameNumber, title: &str, opponent: &str, my_turn: bool) -> String {
    let turn = if my_turn { ", your turn" } else { "" };
    format!("{number} {title} vs {opponent}{turn}")
}

/// A turn as far as it is offered while it is typed: whole, or with more to come; `taken` is the most that it can capture.
pub fn stage(text: &str, whole: bool, taken: usize) -> String {
    match (whole, taken) {
        (true, _) => text.to_owned(),
        (false, 2..) => format!("{text}… takes {taken}"),
        (false, _) => format!("{text}…"),
    }
}

/// A select of the picker, before something is chosen: what its choices are called, and how many they are.
pub fn select(name: &str, choices: usize) -> String {
    format!("{name} ({choices})")
}
