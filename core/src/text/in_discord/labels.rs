//! Labels of Discord's buttons, selects, fields and suggestions.

use crate::game::GameNumber;
use crate::notice::told::events::Heading;

/// Accepts a challenge.
pub const ACCEPT: &str = "Accept";
/// Declines a challenge.
pub const DECLINE: &str = "Decline";
/// Plays the computer instead of waiting for somebody.
pub const PLAY_HOUSE: &str = "Play the house";
/// Explains the game.
pub const RULES: &str = "Rules";

/// Opens the picker.
pub const MOVE: &str = "Move";
/// Opens the field for a turn.
pub const TYPE: &str = "Type";
/// Opens the menu.
pub const MORE: &str = "More";

/// Shows the board from the other side.
pub const FLIP: &str = "Flip board";
/// Lists the turns.
pub const HISTORY: &str = "History";
/// Opens the field for turns to try.
pub const PREVIEW: &str = "Preview";
/// Offers a draw.
pub const DRAW: &str = "Draw by agreement";
/// Has a settled position counted.
pub const CLAIM: &str = "Claim";
/// Takes one's last turn back.
pub const UNDO: &str = "Undo";
/// Resigns.
pub const RESIGN: &str = "Resign";

/// Challenges the same opponent again.
pub const REMATCH: &str = "Rematch";

/// The part before this one of a longer text.
pub const PREVIOUS: &str = "Previous";
/// The part behind it.
pub const NEXT: &str = "Next";

/// Plays what was picked, or asked about.
pub const PLAY_IT: &str = "Play it";
/// Goes back to the previous choice.
pub const BACK: &str = "Back";
/// Closes the picker.
pub const CANCEL: &str = "Cancel";

/// Answers a question with yes.
pub const YES: &str = "Yes";
/// Answers a question with no.
pub const NO: &str = "No";

/// Title of the field for a turn.
pub const YOUR_TURN: &str = "Your turn";
/// Label of that field.
pub const TURN_AND_COMMENT: &str = "Turn; words below it go to your opponent";
/// Of a field for a turn alone, where the opponent reads nothing.
pub const TURN_ALONE: &str = "Turn";
/// Title of the field for turns to try.
pub const TRY_TURNS: &str = "Try turns";
/// Label of that field.
pub const TURNS_TO_TRY: &str = "Turns, separated by ;";

/// Describes `/server`.
pub const SERVER: &str = "This server's games.";
/// Describes `/server games`.
pub const SERVER_GAMES: &str = "List the games that run here.";
/// Describes `/server channel`.
pub const SERVER_CHANNEL: &str = "Choose where games open; for those who may manage channels.";
/// Describes its option.
pub const OPENS_IN: &str = "The channel; without one, games open wherever they are asked for";
/// Describes the channel in which a game is watched.
pub const WATCHED_IN: &str = "The channel whose readers see the board; this one, if none is named";

/// Describes the option for a player who isn't in the server.
pub const OR_A_NAME: &str = "Or a player's name";
/// The same where strangers can be invited too.
pub const OR_A_NAME_OR_ADDRESS: &str = "Or a player's name, or a mail address";

/// One of the user's games, suggested while they type.
pub fn own_game(number: GameNumber, title: &str, opponent: &str, my_turn: bool) -> String {
    let turn = if my_turn { ", your turn" } else { "" };
    format!("{number} {title} vs {opponent}{turn}")
}

/// An event suggested while its number is typed.
pub fn event(event: &Heading) -> String {
    let name = crate::text::told::events::name(event);
    let number = format!("T{}", event.number);
    if name.contains(&number) { name } else { format!("{number} {name}") }
}

/// A turn suggested while it is typed: complete, or with more to come; `taken` is the most it can capture.
pub fn stage(text: &str, whole: bool, taken: usize) -> String {
    match (whole, taken) {
        (true, _) => text.to_owned(),
        (false, 2..) => format!("{text}… takes {taken}"),
        (false, _) => format!("{text}…"),
    }
}

/// A select of the picker before anything is chosen: what its choices are called, and how many there are.
pub fn select(name: &str, choices: usize) -> String {
    format!("{name} ({choices})")
}

/// The same where one list takes several selects: from which choice to which.
pub fn select_part(name: &str, first: &str, last: &str) -> String {
    format!("{name}: {first} … {last}")
}

/// What whole turns are called in a list.
pub const TURN: &str = "turn";
