//! One mail or message where several would be about the same game: the newest board takes over what the older ones
//! would have said.

use crate::notice::{Destination, News, Notice, Remark, ResultNews};
use crate::store::OutboxRow;

/// Merges boards of one game for one recipient: the last one stays and says what the earlier ones would have.
pub(super) fn merged(drafts: Vec<OutboxRow>) -> Vec<OutboxRow> {
    let mut kept: Vec<OutboxRow> = Vec::with_capacity(drafts.len());
    for mut row in drafts {
        let same = |other: &OutboxRow| {
            other.board
                && other.notice.to.recipient() == row.notice.to.recipient()
                && other.notice.game.as_ref().map(|g| g.number) == row.notice.game.as_ref().map(|g| g.number)
        };
        if supersedes(&row.notice.news)
            && let Some(at) = kept.iter().position(same)
        {
            let older = kept.remove(at);
            row.request = row.request.or(older.request);
            absorb(&mut row.notice, older.notice);
        } else if let Some(older) = kept.iter_mut().find(|other| same(other))
            && asks_with(&mut older.notice, &row.notice)
        {
            continue;
        }
        kept.push(row);
    }
    kept
}

/// A question that came with a turn is asked in the same mail, whose secret names the question. In Discord a question
/// has its own buttons.
fn asks_with(board: &mut Notice, question: &Notice) -> bool {
    let in_discord = matches!(board.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. });
    let (News::YourTurn(turn), News::Question { ask, .. }, false) = (&mut board.news, &question.news, in_discord)
    else {
        return false;
    };
    turn.remarks.push(Remark::Question(ask.clone()));
    board.token.clone_from(&question.token);
    board.game.clone_from(&question.game);
    true
}

/// Takes over what an older board would have said.
pub(super) fn absorb(newer: &mut Notice, older: Notice) {
    let turn = |notice: &Notice| notice.game.as_ref().map(|game| game.turn);
    // After a take-back, turns played before are no longer news; comments always stay.
    let taken_back = turn(newer) < turn(&older);
    let (News::YourTurn(older) | News::Receipt(older) | News::Watched(older)) = older.news else { return };
    match &mut newer.news {
        News::YourTurn(news) | News::Receipt(news) | News::Watched(news) => {
            news.comments.splice(0..0, older.comments);
            if taken_back {
                return;
            }
            if news.played.is_empty() && !older.played.is_empty() {
                // Next to a turn, other events become remarks.
                let beside = std::mem::replace(&mut news.preface, older.preface);
                news.remarks.splice(0..0, older.remarks.into_iter().chain(beside.into_iter().map(Remark::Beside)));
            } else {
                news.preface.splice(0..0, older.preface);
            }
            news.played.splice(0..0, older.played);
        }
        News::Result(ResultNews { played, comments, .. }) => {
            comments.splice(0..0, older.comments);
            if !played.is_empty() {
                played.splice(0..0, older.played);
            }
        }
        _ => {}
    }
}

/// Whether a later board of the game may replace it.
pub(in crate::service) const fn supersedable(news: &News) -> bool {
    matches!(news, News::YourTurn(_) | News::Receipt(_) | News::Watched(_) | News::Reminder { .. })
}

/// Whether it replaces earlier boards of the game.
pub(super) const fn supersedes(news: &News) -> bool {
    matches!(news, News::YourTurn(_) | News::Receipt(_) | News::Watched(_) | News::Result(_))
}
