//! What was requested, in a few words each.

use crate::notice::told::incoming::{Against, Asked};

/// What was requested, one wish after the other.
pub(in crate::text) fn asked_for(asked: &[Asked]) -> String {
    asked.iter().map(wish).collect::<Vec<_>>().join("; ")
}

fn wish(asked: &Asked) -> String {
    match asked {
        Asked::New { game, against } => {
            let against = match against {
                Against::Anyone => "against anyone".to_owned(),
                Against::AFriend => "inviting one friend".to_owned(),
                Against::APlayer => "challenging one player".to_owned(),
                Against::House => "against the house, a computer".to_owned(),
                Against::HouseAt(level) => format!("against the house, a computer, at level {level}"),
            };
            return format!("{}, {against}", game.as_deref().unwrap_or("a new game"));
        }
        Asked::TakeAlong { title } => {
            return format!("a game of {title} with the house, begun on our page, to go on by mail");
        }
        Asked::Turn => "to play a turn",
        Asked::Accept => "to accept a challenge",
        Asked::Decline => "to decline a challenge",
        Asked::Cancel => "to withdraw a challenge",
        Asked::Rematch => "a rematch",
        Asked::Resign => "to resign a game",
        Asked::Draw => "a draw",
        Asked::Undo => "to take a turn back",
        Asked::Claim => "to have a position counted",
        Asked::Say => "to say something to an opponent",
        Asked::Plan => "to plan turns",
        Asked::Note => "a private note",
        Asked::Name => "another name",
        Asked::Settings => "your settings",
        Asked::Away => "a vacation",
        Asked::Join => "to join this address, and your games, to the account that gave the code",
        Asked::Link => "to link or unlink an account",
        Asked::Stop => "no more mail",
        Asked::Start => "mail again",
        Asked::Block => "to block or unblock a player",
        Asked::Export => "everything stored about you",
        Asked::Forget => "to be deleted",
        Asked::Event => "something about a tournament",
        Asked::Watch => "to watch a game",
        Asked::Information => "some information",
        Asked::Words(words) => words,
    }
    .to_owned()
}
