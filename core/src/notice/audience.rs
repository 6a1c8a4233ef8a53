//! Who may read an answer where others can: decided here and nowhere else, by what was asked and what is told. Both
//! matches name every kind, so that a new one must decide.

use serde::{Deserialize, Serialize};

use super::News;
use crate::command::{Command, NewGame, Opponent};
use crate::store::QuestionKind;

/// Who may read a notice. The narrower one is the smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Audience {
    /// Only whoever it is for. What doesn't say otherwise is private.
    #[default]
    Asker,
    /// Everybody who is there: it tells nothing that each of them could not ask for.
    Everyone,
}

impl Audience {
    /// Of what answers a command. What tells something of a person that others can't look up is for that person.
    pub const fn of_command(command: &Command) -> Audience {
        match command {
            // Whose an address is shows in the answer: "one can't play against oneself".
            Command::New(NewGame { opponent: Opponent::Email(_), .. }) => Audience::Asker,
            Command::New(NewGame { opponent: Opponent::Anyone | Opponent::Player(_) | Opponent::Discord(_), .. })
            | Command::Accept(_)
            | Command::Decline(_)
            | Command::Cancel(_)
            | Command::Rematch(_)
            | Command::Turn { .. }
            | Command::Perhaps { .. }
            | Command::Show { .. }
            | Command::History(_)
            | Command::Moves { .. }
            | Command::Preview { .. }
            | Command::Resign { .. }
            | Command::Draw { .. }
            | Command::Undo(_)
            | Command::Claim(_)
            | Command::Count(_)
            | Command::Say { .. }
            // A question narrows it: see below.
            | Command::Yes
            | Command::No
            | Command::Name(_)
            | Command::Help(_)
            | Command::Rules(_)
            | Command::Ratings(_)
            | Command::Who(_) => Audience::Everyone,
            Command::Challenges
            | Command::Games
            | Command::Note { .. }
            | Command::Plan { .. }
            | Command::Plans { .. }
            | Command::Watch(_)
            | Command::Unwatch(_)
            | Command::Settings(_)
            | Command::Away(_)
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

    /// Of what a yes or no to a question brings.
    pub const fn of_question(question: &QuestionKind) -> Audience {
        match question {
            QuestionKind::Resign | QuestionKind::Draw | QuestionKind::Undo | QuestionKind::Play(_) => {
                Audience::Everyone
            }
            QuestionKind::Confirm { .. }
            | QuestionKind::Elsewhere { .. }
            | QuestionKind::Forget
            | QuestionKind::Unlink(_)
            | QuestionKind::Keep { .. }
            | QuestionKind::ResignAll => Audience::Asker,
        }
    }

    /// As wide as what is told allows: a board that is meant for one player holds comments and what became of plans.
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
