//! Who may read an answer where others could see it, decided only here, by what was asked and what is told. Both
//! matches name every kind, so that a new one forces a decision.

use serde::{Deserialize, Serialize};

use super::News;
use crate::command::{Command, NewGame, Opponent};
use crate::store::QuestionKind;

/// Who may read a notice. Narrower is smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Audience {
    /// Only the person it is for. Private unless something says otherwise.
    #[default]
    Asker,
    /// Everybody present: it says nothing they could not ask for themselves.
    Everyone,
}

impl Audience {
    /// The audience of a command's answer. What others can't look up about a person is for that person alone.
    pub const fn of_command(command: &Command) -> Audience {
        match command {
            // The answer can reveal whose an address is: "one can't play against oneself".
            Command::New(NewGame { opponent: Opponent::Email(_), .. }) => Audience::Asker,
            Command::New(NewGame {
                opponent: Opponent::Anyone | Opponent::Player(_) | Opponent::Discord(_) | Opponent::House(_),
                ..
            })
            | Command::House { .. }
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Cancel(_)
            | Command::Rematch(_)
            | Command::Turn { .. }
            | Command::Perhaps { .. }
            | Command::Nearly(_)
            | Command::Hint(_)
            | Command::Show { .. }
            | Command::History(_)
            | Command::Moves { .. }
            | Command::Preview { .. }
            | Command::Resign { .. }
            | Command::Draw { .. }
            | Command::Undo(_)
            | Command::Claim(_)
            | Command::Count(_)
            | Command::AskHint(_)
            | Command::Review(_)
            | Command::Say { .. }
            // A question narrows it: see below.
            | Command::Yes
            | Command::No
            | Command::Name(_)
            | Command::Help(_)
            | Command::Rules(_)
            | Command::Ratings(_)
            | Command::Tournaments(_)
            | Command::Invite { .. }
            | Command::Join { code: None, .. }
            | Command::Leave(_)
            | Command::Withdraw { .. }
            | Command::Standings(_)
            | Command::Ladder { .. }
            | Command::CancelEvent(_) => Audience::Everyone,
            // A code is for those who were told it.
            Command::Join { code: Some(_), .. } | Command::Host(_) | Command::ExportEvent(_) => Audience::Asker,
            // How the asker fared against somebody, and whom they block, is their own affair.
            Command::Who(_)
            | Command::Challenges
            | Command::Games
            | Command::GamesAnyone
            | Command::Finished { .. }
            | Command::Note { .. }
            | Command::Plan { .. }
            | Command::Plans { .. }
            | Command::Watch(_)
            | Command::Unwatch(_)
            | Command::Settings(_)
            | Command::Away(_)
            | Command::AwayUntil(_)
            | Command::Link(_)
            | Command::Unlink(_)
            | Command::Stop
            | Command::Start
            | Command::Block(_)
            | Command::Unblock(_)
            | Command::ExportMe
            | Command::ForgetMe => Audience::Asker,
        }
    }

    /// The audience of what a yes or no to a question leads to.
    pub const fn of_question(question: &QuestionKind) -> Audience {
        match question {
            QuestionKind::Resign { .. }
            | QuestionKind::Draw
            | QuestionKind::Undo
            | QuestionKind::Play(_)
            | QuestionKind::Begun { .. }
            | QuestionKind::OneOf { .. } => Audience::Everyone,
            QuestionKind::Mean { command, .. } => Audience::of_command(command),
            QuestionKind::Confirm { .. }
            | QuestionKind::TakeAlong { .. }
            | QuestionKind::Elsewhere { .. }
            | QuestionKind::Forget
            | QuestionKind::Unlink(_)
            | QuestionKind::Keep { .. }
            | QuestionKind::Withdraw { .. }
            | QuestionKind::StillThere { .. }
            | QuestionKind::ResignAll => Audience::Asker,
        }
    }

    /// No wider than the news allows: a board meant for one player includes comments and the fate of plans.
    pub fn of_news(self, news: &News) -> Audience {
        self.min(match news {
            News::Told { .. }
            | News::Aside { .. }
            | News::Question { .. }
            | News::Challenge(_)
            | News::Refused { .. }
            | News::Stale { .. } => Audience::Everyone,
            News::Confirm { .. }
            | News::YourTurn(_)
            | News::Receipt(_)
            | News::Watched(_)
            | News::Reminder { .. }
            | News::Result(_)
            | News::Digest { .. } => Audience::Asker,
        })
    }
}
