//! What was asked for, in words that repeat no text of the sender's: a confirmation goes to an address that
//! may not have written, and must not carry anybody's message there.

use crate::command::{Command, Opponent};
use crate::rules::Setup;

/// One command in a few words.
pub(in crate::service) fn words(command: &Command) -> String {
    match command {
        Command::New(new) => {
            let setup = Setup::new(&new.game, new.variant.as_deref(), &[]);
            let game = setup.map_or_else(|_| "a new game".to_owned(), |setup| setup.title());
            match new.opponent {
                Opponent::Anyone => format!("{game}, against anyone"),
                Opponent::Email(_) => format!("{game}, inviting one friend"),
                Opponent::Player(_) | Opponent::Discord(_) => format!("{game}, challenging one player"),
            }
        }
        Command::Turn { .. } | Command::Perhaps { .. } => "to play a turn".to_owned(),
        Command::Accept(_) | Command::Yes => "to accept a challenge".to_owned(),
        Command::Decline(_) | Command::No => "to decline a challenge".to_owned(),
        Command::Cancel(_) => "to withdraw a challenge".to_owned(),
        Command::Rematch(_) => "a rematch".to_owned(),
        Command::Resign { .. } => "to resign a game".to_owned(),
        Command::Draw { .. } => "a draw".to_owned(),
        Command::Undo(_) => "to take a turn back".to_owned(),
        Command::Claim(_) => "to have a position counted".to_owned(),
        Command::Say { .. } => "to say something to an opponent".to_owned(),
        Command::Plan { .. } | Command::Plans { .. } => "to plan turns".to_owned(),
        Command::Note { .. } => "a private note".to_owned(),
        Command::Name(_) => "another name".to_owned(),
        Command::Settings(_) => "your settings".to_owned(),
        Command::Away(_) => "a vacation".to_owned(),
        Command::Link(Some(_)) => "to join this address, and your games, to the account that gave the code".to_owned(),
        Command::Link(None) | Command::Unlink(_) => "to link or unlink an account".to_owned(),
        Command::Stop => "no more mail".to_owned(),
        Command::Start => "mail again".to_owned(),
        Command::Block(_) | Command::Unblock(_) => "to block or unblock a player".to_owned(),
        Command::ExportMe => "everything stored about you".to_owned(),
        Command::ForgetMe => "to be deleted".to_owned(),
        Command::Watch(_) | Command::Unwatch(_) => "to watch a game".to_owned(),
        Command::Challenges
        | Command::Games
        | Command::Show { .. }
        | Command::History(_)
        | Command::Moves { .. }
        | Command::Preview { .. }
        | Command::Count(_)
        | Command::Help(_)
        | Command::Rules(_)
        | Command::Ratings(_)
        | Command::Who(_) => "some information".to_owned(),
    }
}
