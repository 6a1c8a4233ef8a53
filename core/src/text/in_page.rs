//! What only pages say. What is the same everywhere, such as why a turn was refused, comes from the other rooms.

use super::{Line, Standing, times, word};
use crate::board::Square;
use crate::clock::moment::Timestamp;
use crate::notice::{Audience, BoardView, Destination, GameHeading, News, Notice, ResultNews, Taste};
use crate::rules::{GameKind, Side};
use crate::scene::Scene;
use crate::text::plural::counted;

pub mod events;
pub mod front;
pub mod labels;
pub mod mine;

/// The link in mails and direct messages, to the page with the board.
pub const OPEN_THE_BOARD: &str = "Open the board";

/// The name of the site.
pub const NAME: &str = "Turnpost";

/// A page that isn't there, or may not be seen: nobody learns which.
pub const NOT_FOUND: [&str; 2] = ["There is nothing here", "There is no such page, or it is not for everybody."];
/// Somebody asks for too much.
pub const TOO_FAST: [&str; 2] = ["A moment, please", "That was a lot at once; wait a few seconds and try again."];
/// The database doesn't answer.
pub const OUT_OF_ORDER: [&str; 2] = ["Turnpost can't do that now", "Nothing was changed. Try again in a minute."];
/// A request that no page of ours makes.
pub const NOT_FROM_HERE: [&str; 2] =
    ["Not done", "That came from another site. Open the board by its link and play there."];
/// A form with more in it than any of ours needs.
pub const TOO_LONG: [&str; 2] = ["Not done", "That is too long for one form. Write less, and try again."];
/// There is no way to the server at the moment.
pub const LOST: &str = "No connection at the moment. This page goes on by itself as soon as there is one.";
/// More wait for turns than are told of them at once.
pub const FULL: &str = "So many are watching that this page can't be told of the next turn at once: it looks for it every \
    few seconds.";
/// The same for whoever asks for the stream itself.
pub const NO_PLACE: [&str; 2] = ["No turns from here now", FULL];
/// A form that is not one of ours.
pub const UNREADABLE: [&str; 2] = ["Not done", "That form could not be read. Go back, and try again."];

/// Guests aren't let in for a while.
pub const TOO_MANY_GUESTS: [&str; 2] =
    ["The house is full", "So many games were begun here in the last hour that it takes no more. Try again later."];
/// Guests aren't let in at all.
pub const NO_HOUSE: [&str; 2] = ["Nobody is in", front::NO_HOUSE];

/// In place of the name of somebody who wants none shown.
pub const PRIVATE: &str = "a private player";

/// A game's page: `Amazons 41: Ben vs Ann`.
pub fn title(heading: &GameHeading) -> String {
    super::in_discord::thread_name(heading)
}

/// How a game ended, in one sentence.
pub fn result(heading: &GameHeading, board: &BoardView, news: &ResultNews) -> String {
    let notice = Notice {
        to: Destination::Console(String::new()),
        name: None,
        taste: Taste { theme: String::new(), zone: "UTC".to_owned(), my_side: false },
        at: 0,
        token: None,
        game: Some(heading.clone()),
        news: News::Result(news.clone()),
        board: Some(BoardView { side: None, ..board.clone() }),
        sheet: Vec::new(),
        tried: Vec::new(),
        last: None,
        secret: None,
        audience: Audience::Everyone,
        page: None,
    };
    word(&notice).headline.plain()
}

/// Who is to move, for anybody: `Ann (Black) to move`.
pub fn to_move(heading: &GameHeading, side: Side) -> String {
    match name(heading, side) {
        // Somebody who wants no name shown.
        name if name == side.to_string() => format!("{side} to move"),
        name => format!("{name} ({side}) to move"),
    }
}

/// The name of a side's player.
pub fn name(heading: &GameHeading, side: Side) -> &str {
    let name = if side == Side::White { &heading.white } else { &heading.black };
    name.as_deref().unwrap_or(if side == Side::White { "White" } else { "Black" })
}

/// Before a moment.
pub const BY: &str = "by";

/// A moment, where nobody knows the reader's zone.
pub fn moment(at: Timestamp, now: Timestamp) -> String {
    let zone = jiff::tz::TimeZone::UTC;
    format!("{}{}", times::absolute(at, now, &zone), times::zone(at, &zone))
}

/// A day.
pub fn day(at: Timestamp) -> String {
    times::day(at, &jiff::tz::TimeZone::UTC)
}

/// An operator stopped the game for a while.
pub const ADJOURNED: &str = "Adjourned by the operator.";

/// Which position is shown: `After turn 3 of 12: d1-d7/g7`.
pub fn shown(after: usize, of: usize) -> String {
    match after {
        0 => "The first position".to_owned(),
        after => format!("After turn {after} of {of}"),
    }
}

/// Both in one line, for previews elsewhere: how it stands, and which position is shown.
pub fn about(status: &str, after: usize, of: usize) -> String {
    format!("{}. {}.", status.trim_end_matches('.'), shown(after, of))
}

/// How the rating of a side changed: `Ben: 1500 → 1662`.
pub fn rated(name: &str, before: Option<i32>, after: i32) -> String {
    match before {
        Some(before) => format!("{name}: rating {before} → {after}"),
        None => format!("{name}: rating {after}"),
    }
}

/// What a square is called, for those who can't see it: `d7, empty`, `d1, White's amazon`.
pub fn square(scene: &Scene, square: Square) -> String {
    let standing: Vec<String> = scene
        .pieces
        .iter()
        .filter(|piece| piece.at == square)
        .map(|piece| match piece.side {
            Some(side) => format!("{side}'s {}", piece.kind.word()),
            None => piece.kind.word().to_owned(),
        })
        .collect();
    match standing.is_empty() {
        true => format!("{square}, empty"),
        false => format!("{square}, {}", standing.join(" and ")),
    }
}

/// Where a board stands, as a string.
pub fn position(standing: &Standing) -> Option<Line> {
    standing.line(true)
}

/// Below a picture: what it shows.
pub fn alt(scene: &Scene) -> String {
    super::describe::spoken(scene)
}

/// Above the ratings of a game.
pub fn ratings_of(game: GameKind) -> String {
    format!("{} ratings", game.title())
}

/// What the page of all ratings is about.
pub const ALL_RATINGS: &str = "The best players of each game.";

/// One player in a list of ratings.
pub fn rating(rating: i32, provisional: bool, games: u32) -> [String; 2] {
    let guess = if provisional { "?" } else { "" };
    [format!("{rating}{guess}"), counted(games.into(), "game")]
}

/// Why some ratings have a question mark.
pub const PROVISIONAL: &str = "A question mark: so few games that it is still a guess.";
/// Nobody is rated.
pub const NOBODY_RATED: &str = "Nobody has finished a rated game yet.";

/// How a finished game ended for its player.
pub fn verdict(side: Side, winner: Option<Side>, aborted: bool) -> &'static str {
    match winner {
        _ if aborted => "aborted",
        None => "drew",
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
    }
}

/// Behind a list that is cut.
pub fn of_all(shown: usize, all: u32) -> String {
    format!("The last {shown} of {all}.")
}

/// A player on vacation; a moment follows.
pub const AWAY_UNTIL: &str = "Away until";

/// A feed's entry: `3. Ann: j7-h7/h3`.
pub fn played(number: u32, who: &str, turn: &str) -> String {
    format!("Turn {number}, {who}: {turn}")
}

/// The rules of a game.
pub fn rules_of(game: GameKind) -> String {
    format!("The rules of {}", game.title())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Course;
    use crate::rules::Setup;

    #[test]
    fn a_square_has_a_name() {
        let game = Course::new(&Setup::new("amazons", None, &[]).unwrap()).unwrap();
        let called = |name: &str| square(&game.scene(), name.parse().unwrap());
        assert_eq!(
            [called("d7"), called("d1"), called("a7")],
            ["d7, empty", "d1, White's amazon", "a7, Black's amazon"]
        );
    }
}
