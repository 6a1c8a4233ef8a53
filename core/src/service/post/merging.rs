//! One mail or message where several would be about the same game: the newest board takes over what the older ones
//! would have said.

use crate::notice::told::{people, playing, views};
use crate::notice::{Ask, Audience, Destination, News, Notice, Remark, ResultNews, Secret, Told};
use crate::store::OutboxRow;

/// Merges boards of one game for one recipient: the last one stays and says what the earlier ones would have.
pub(super) fn merged(drafts: Vec<OutboxRow>) -> Vec<OutboxRow> {
    let mut kept: Vec<OutboxRow> = Vec::with_capacity(drafts.len());
    for mut row in drafts {
        if let Some(at) = kept.iter().position(|other| says_of_draw(&row.notice, &other.notice)) {
            let question = kept.remove(at);
            take_words(&mut row.notice, question.notice);
        }
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
    answers_together(kept)
}

/// Puts the short answers to several lines of one mail into one: twenty settings are no twenty mails.
fn answers_together(rows: Vec<OutboxRow>) -> Vec<OutboxRow> {
    let mut kept: Vec<OutboxRow> = Vec::with_capacity(rows.len());
    for row in rows {
        let same = |other: &&mut OutboxRow| {
            is_short_answer(other) && other.notice.to == row.notice.to && other.notice.token == row.notice.token
        };
        match kept.iter_mut().find(same).filter(|_| is_short_answer(&row)) {
            Some(first) => answer_with(&mut first.notice, row.notice),
            None => kept.push(row),
        }
    }
    kept
}

/// Whether it is an answer by mail of a few lines about no game, and holds nothing that is filled in later.
fn is_short_answer(row: &OutboxRow) -> bool {
    let notice = &row.notice;
    let short = match &notice.news {
        News::Told { what: Told::People(told) } => {
            matches!(told, people::Told::Renamed { .. } | people::Told::Settings { .. } | people::Told::Blocked { .. })
        }
        News::Told { what } => matches!(what, Told::Views(views::Told::Notes { .. }) | Told::Several(_)),
        _ => false,
    };
    let by_mail = row.request.is_none() && matches!(notice.to, Destination::Email(_));
    let hides = !matches!(notice.secret, None | Some(Secret::Once));
    short && by_mail && !hides && !row.fleeting && notice.game.is_none() && notice.board.is_none()
}

/// Whether an answer says all that an older one does.
fn renews(newer: &Told, older: &Told) -> bool {
    match (newer, older) {
        (Told::Views(views::Told::Notes { number, .. }), Told::Views(views::Told::Notes { number: other, .. })) => {
            number == other
        }
        (Told::People(people::Told::Settings { .. }), Told::People(people::Told::Settings { .. })) => true,
        _ => newer == older,
    }
}

/// Adds another answer. One that lists the same thing anew replaces the older list.
fn answer_with(first: &mut Notice, next: Notice) {
    let (News::Told { what }, News::Told { what: next_one }) = (&mut first.news, next.news) else { return };
    let mut parts = match std::mem::replace(what, Told::Several(Vec::new())) {
        Told::Several(parts) => parts,
        only => vec![only],
    };
    parts.retain(|part| !renews(&next_one, part));
    parts.push(next_one);
    *what = match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => Told::Several(parts.into_iter().chain(last).collect()),
    };
    first.secret = first.secret.or(next.secret);
    if first.secret.is_some() {
        first.audience = Audience::Asker;
    }
}

/// A question that came with a turn is asked in the same mail, whose secret names the question. In Discord a question
/// has its own buttons.
fn asks_with(board: &mut Notice, question: &Notice) -> bool {
    let in_discord = matches!(board.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. });
    let (News::YourTurn(turn), News::Question { ask, .. }, false) = (&mut board.news, &question.news, in_discord)
    else {
        return false;
    };
    if matches!(ask, Ask::Playing(playing::Ask::Draw { .. })) {
        // One way to agree is enough.
        turn.remarks.retain(|remark| !matches!(remark, Remark::DrawOffered { .. }));
    }
    turn.remarks.push(Remark::Question(ask.clone()));
    board.token.clone_from(&question.token);
    board.game.clone_from(&question.game);
    true
}

/// Whether a board by mail says itself what a question that was asked before it would: that a draw is offered. The
/// question's secret names the board before it, so that this one keeps its own.
fn says_of_draw(board: &Notice, question: &Notice) -> bool {
    let (News::YourTurn(turn), News::Question { ask: Ask::Playing(playing::Ask::Draw { .. }), .. }) =
        (&board.news, &question.news)
    else {
        return false;
    };
    let number = |notice: &Notice| notice.game.as_ref().map(|game| game.number);
    let offered = turn.remarks.iter().any(|remark| matches!(remark, Remark::DrawOffered { .. }));
    offered && matches!(board.to, Destination::Email(_)) && board.to == question.to && number(board) == number(question)
}

/// Takes over what was said with an offer.
fn take_words(board: &mut Notice, question: Notice) {
    if let (News::YourTurn(turn), News::Question { ask: Ask::Playing(playing::Ask::Draw { by, comment, .. }), .. }) =
        (&mut board.news, question.news)
    {
        turn.comments.splice(0..0, comment.map(|comment| (by, comment)));
    }
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
                // How the reader's own turn was read is still news with the answer to it.
                let read = |remark: &Remark| matches!(remark, Remark::TakesNothing { .. });
                news.remarks.splice(0..0, older.remarks.into_iter().filter(read));
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
