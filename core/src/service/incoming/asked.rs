//! Describes what was asked for in our words only: a confirmation may go to an address that never wrote to us, and must
//! not carry a stranger's message there.

use crate::command::{Command, Opponent};
use crate::notice::told::incoming::{Against, Asked};
use crate::rules::Setup;

/// What a command asks for, in general terms.
pub(in crate::service) fn asked(command: &Command) -> Asked {
    match command {
        Command::New(new) => Asked::New {
            game: Setup::new(&new.game, new.variant.as_deref(), &[]).ok().map(|setup| setup.title()),
            against: match new.opponent {
                Opponent::Anyone => Against::Anyone,
                Opponent::Email(_) => Against::AFriend,
                Opponent::Player(_) | Opponent::Discord(_) => Against::APlayer,
                Opponent::House(None) => Against::House,
                Opponent::House(Some(level)) => Against::HouseAt(level),
            },
        },
        Command::Turn { .. } | Command::Perhaps { .. } | Command::Nearly(_) | Command::Hint(_) => Asked::Turn,
        Command::Accept(_) | Command::Yes => Asked::Accept,
        Command::Decline(_) | Command::No => Asked::Decline,
        Command::Cancel(_) => Asked::Cancel,
        Command::Rematch(_) => Asked::Rematch,
        Command::House { .. } => Asked::New { game: None, against: Against::House },
        Command::Resign { .. } => Asked::Resign,
        Command::Draw { .. } => Asked::Draw,
        Command::Undo(_) => Asked::Undo,
        Command::Claim(_) => Asked::Claim,
        Command::Say { .. } => Asked::Say,
        Command::Plan { .. } | Command::Plans { .. } => Asked::Plan,
        Command::Note { .. } => Asked::Note,
        Command::Name(_) => Asked::Name,
        Command::Settings(_) => Asked::Settings,
        Command::Away(_) | Command::AwayUntil(_) => Asked::Away,
        Command::Link(Some(_)) => Asked::Join,
        Command::Link(None) | Command::Unlink(_) => Asked::Link,
        Command::Stop => Asked::Stop,
        Command::Start => Asked::Start,
        Command::Block(_) | Command::Unblock(_) => Asked::Block,
        Command::ExportMe => Asked::Export,
        Command::ForgetMe => Asked::Forget,
        Command::Watch(_) | Command::Unwatch(_) => Asked::Watch,
        Command::Invite { .. }
        | Command::Join { .. }
        | Command::Leave(_)
        | Command::Withdraw { .. }
        | Command::Host(_)
        | Command::CancelEvent(_)
        | Command::Ladder { against: Some(_), .. } => Asked::Event,
        Command::ExportEvent(_) => Asked::Export,
        Command::Challenges
        | Command::Tournaments(_)
        | Command::Standings(_)
        | Command::Ladder { against: None, .. }
        | Command::Games
        | Command::GamesAnyone
        | Command::Finished { .. }
        | Command::Show { .. }
        | Command::History(_)
        | Command::Moves { .. }
        | Command::Preview { .. }
        | Command::Count(_)
        | Command::AskHint(_)
        | Command::Review(_)
        | Command::Help(_)
        | Command::Rules(_)
        | Command::Ratings(_)
        | Command::Who(_) => Asked::Information,
    }
}
