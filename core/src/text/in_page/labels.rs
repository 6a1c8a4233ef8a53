//! Labels of links, buttons and fields on pages.

/// To the first position of a game.
pub const FIRST: &str = "First";
/// One turn back.
pub const PREVIOUS: &str = "Previous";
/// One turn on.
pub const NEXT: &str = "Next";
/// To the current position.
pub const LAST: &str = "Last";
/// What those links are for.
pub const WALK: &str = "Go through the turns";
/// The list of turns.
pub const TURNS: &str = "Turns";
/// The position in sentences.
pub const IN_WORDS: &str = "The position in words";
/// What can be taken along.
pub const TAKE_ALONG: &str = "Take it along";
/// The record.
pub const RECORD: &str = "Record";
/// The picture.
pub const PICTURE: &str = "Picture";
/// The animation.
pub const ANIMATION: &str = "Animation";
/// For programs.
pub const JSON: &str = "JSON";
/// For feed readers.
pub const FEED: &str = "Feed";
/// For other pages.
pub const EMBED: &str = "Board alone";
/// A game's rules.
pub const RULES: &str = "Rules";
/// A game's ratings.
pub const RATINGS: &str = "Ratings";
/// The list of games.
pub const GAMES: &str = "Games";
/// Running games.
pub const RUNNING: &str = "Running games";
/// Finished games.
pub const FINISHED: &str = "Finished games";
/// The way to what a page is about, for keyboards.
pub const SKIP: &str = "Skip to the content";
/// What the links at the top of each page are for.
pub const SITE: &str = "Turnpost";
/// The list of events.
pub const TOURNAMENTS: &str = super::events::TOURNAMENTS;
/// The front page.
pub const HOME: &str = "Turnpost";
/// Back to the whole page.
pub const WHOLE_PAGE: &str = "Open the game";
/// Plays what was chosen.
pub const PLAY_IT: &str = "Play it";
/// One step back.
pub const BACK: &str = "Back";
/// From the beginning.
pub const AFRESH: &str = "Choose afresh";
/// The field for a typed turn.
pub const TYPED: &str = "Or type your turn";
/// The button beside it.
pub const PLAY: &str = "Play";
/// The field for words to the opponent.
pub const COMMENT: &str = "Say something with it (optional)";
/// The field for words alone.
pub const SAY: &str = "Say something";
/// The button beside it.
pub const SEND: &str = "Send";
/// Offers a draw.
pub const OFFER_DRAW: &str = "Offer a draw";
/// Takes the offer back.
pub const WITHDRAW_DRAW: &str = "Withdraw the offer";
/// Agrees.
pub const ACCEPT_DRAW: &str = "Agree to a draw";
/// Declines.
pub const DECLINE_DRAW: &str = "Decline";
/// Asks to resign.
pub const RESIGN: &str = "Resign …";
/// Resigns at once.
pub const GIVE_UP: &str = "Resign";
/// The box that must be ticked first.
pub const SURE: &str = "Yes, I resign this game";
/// Takes the last turn back.
pub const UNDO: &str = "Take my last turn back";
/// A new game for a guest.
pub const PLAY_AGAIN: &str = "Play again";
/// What is rarely needed.
pub const MORE: &str = "More";
/// A list of players.
pub const PLAYER: &str = "Player";
/// Their rating.
pub const RATING: &str = "Rating";
/// How many games.
pub const OF_GAMES: &str = "Games";
/// The game everybody may look at.
pub const PUBLIC_PAGE: &str = "The page for everybody";
/// The slider through the turns.
pub const SLIDER: &str = "Turn";
