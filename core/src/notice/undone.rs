//! What a refusal says was not done. It follows from what was asked for, and is decided only here, so that
//! `Not played:` always means a turn.

use serde::{Deserialize, Serialize};

use crate::command::{Command, table};

/// What was not done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Undone {
    /// A turn was not played.
    #[default]
    Played,
    /// A challenge, a comment, a file was not sent.
    Sent,
    /// A challenge was not accepted.
    Accepted,
    /// A setting, a name, a list was not changed.
    Changed,
    /// An event was not entered.
    Entered,
    /// A plan was not saved.
    Planned,
    /// Something was not shown.
    Shown,
    /// Anything else.
    Done,
    /// No command was recognised.
    Understood,
}

impl Undone {
    /// For a refused command.
    pub const fn by_command(command: &Command) -> Undone {
        match command {
            Command::Turn { .. } | Command::Perhaps { .. } | Command::Nearly(_) | Command::Hint(_) => Undone::Played,
            Command::New(_) | Command::Rematch(_) | Command::House { .. } | Command::Say { .. } | Command::ExportMe => {
                Undone::Sent
            }
            Command::Accept(_) => Undone::Accepted,
            Command::Plan { .. } => Undone::Planned,
            Command::Note { text: Some(_), .. }
            | Command::Plans { cancel: Some(_), .. }
            | Command::Settings(Some(_))
            | Command::Name(_)
            | Command::Away(_)
            | Command::AwayUntil(_)
            | Command::Link(_)
            | Command::Unlink(_)
            | Command::Block(_)
            | Command::Unblock(_)
            | Command::Watch(_)
            | Command::Unwatch(_)
            | Command::Stop
            | Command::Start => Undone::Changed,
            Command::Join { .. } => Undone::Entered,
            Command::Tournaments(_) | Command::Standings(_) | Command::Ladder { against: None, .. } => Undone::Shown,
            Command::Ladder { against: Some(_), .. } | Command::ExportEvent(_) => Undone::Sent,
            Command::Invite { .. }
            | Command::Leave(_)
            | Command::Withdraw { .. }
            | Command::Host(_)
            | Command::CancelEvent(_) => Undone::Done,
            Command::Note { text: None, .. }
            | Command::Plans { cancel: None, .. }
            | Command::Settings(None)
            | Command::Challenges
            | Command::Show { .. }
            | Command::History(_)
            | Command::Moves { .. }
            | Command::Preview { .. }
            | Command::Count(_)
            | Command::AskHint(_)
            | Command::Review(_)
            | Command::Games
            | Command::GamesAnyone
            | Command::Finished { .. }
            | Command::Help(_)
            | Command::Rules(_)
            | Command::Ratings(_)
            | Command::Who(_) => Undone::Shown,
            Command::Decline(_)
            | Command::Cancel(_)
            | Command::Resign { .. }
            | Command::Draw { .. }
            | Command::Undo(_)
            | Command::Claim(_)
            | Command::Yes
            | Command::No
            | Command::ForgetMe => Undone::Done,
        }
    }

    /// For an unreadable line: its first word tells what it was meant to be.
    pub fn by_line(line: &str) -> Undone {
        match table::begin(line).map(|begun| begun.entry.word) {
            Some("move" | "place" | "spur" | "pass") => Undone::Played,
            Some("new" | "rematch" | "house" | "say" | "export me") => Undone::Sent,
            Some("accept") => Undone::Accepted,
            Some("join") => Undone::Entered,
            Some("plan") => Undone::Planned,
            Some(
                "name" | "set" | "away" | "link" | "unlink" | "block" | "unblock" | "watch" | "unwatch" | "stop"
                | "start" | "note" | "plans",
            ) => Undone::Changed,
            Some(
                "show" | "history" | "moves" | "preview" | "count" | "hint" | "review" | "games" | "finished"
                | "challenges" | "help" | "rules" | "ratings" | "who" | "tournaments" | "standings" | "ladder",
            ) => Undone::Shown,
            Some(_) => Undone::Done,
            None if names_a_square(line) => Undone::Played,
            None => Undone::Understood,
        }
    }
}

/// Whether some word begins like a square, `d1`, and was probably meant as a turn.
fn names_a_square(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next().is_some_and(|c| c.is_ascii_digit())
    })
}
