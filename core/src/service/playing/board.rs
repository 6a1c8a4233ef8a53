//! What a notice about a game says: the turns since its reader last heard, comments and remarks.

use crate::game::history::in_force;
use crate::notice::{PlayedNews, Preface, Remark, TurnNews};
use crate::rules::{Claim, Side};
use crate::service::ServiceError;
use crate::service::now::Now;
use crate::service::playing::asking;
use crate::service::post::outgoing::Topic;
use crate::service::seat::seat_of;
use crate::service::seated::Seated;
use crate::store::{Player, QuestionKind};

/// What a side is told: everything played since it last heard, with the comments that wait for it.
pub fn turn_news(
    now: Now<'_>,
    game: &mut Seated,
    side: Side,
    preface: Option<Preface>,
) -> Result<TurnNews, ServiceError> {
    let reader = game.at(side).clone();
    let news = TurnNews {
        played: played_since(now, game, game.row.told[side as usize], Some(side))?,
        preface: preface.into_iter().collect(),
        comments: comments_for(now, game, &reader)?,
        to_move: game.to_move(),
        deadline: game.row.clock.deadline(),
        forfeit: game.row.forfeit,
        pattern: game.row.setup.game.pattern().to_owned(),
        remarks: remarks(now, game, side)?,
    };
    game.row.told[side as usize] = game.row.revision;
    Ok(news)
}

/// What a board with these news is about. Where it tells its reader of a draw that is offered, a yes in reply agrees.
pub fn topic(now: Now<'_>, game: &Seated, side: Side, news: &TurnNews) -> Result<Topic, ServiceError> {
    let offered = news.remarks.iter().any(|remark| matches!(remark, Remark::DrawOffered { .. }));
    let question = offered.then(|| asking::ask_again(now, game, side, QuestionKind::Draw)).transpose()?;
    Ok(Topic { question, ..game.topic(Some(side)) })
}

/// The turns played since a revision and still in force.
pub fn played_since(
    now: Now<'_>,
    game: &Seated,
    revision: i64,
    reader: Option<Side>,
) -> Result<Vec<PlayedNews>, ServiceError> {
    let entries = game.entries_after(now.tx, revision)?;
    Ok(in_force(&entries)
        .filter_map(|entry| {
            let side = entry.side?;
            Some(PlayedNews {
                who: game.at(side).name.clone(),
                own: reader == Some(side),
                turn: entry.text.clone(),
                by: entry.via,
            })
        })
        .collect())
}

/// The comments waiting for a reader, marked as told.
pub fn comments_for(now: Now<'_>, game: &Seated, reader: &Player) -> Result<Vec<(String, String)>, ServiceError> {
    let mut comments = Vec::new();
    if !game.around.commented {
        return Ok(comments);
    }
    for comment in now.tx.untold_comments(game.row.number, reader.id)? {
        now.tx.comment_told(comment.id)?;
        if !now.tx.blocks(reader.id, comment.player)? {
            let who = game.players.iter().find(|player| player.id == comment.player);
            comments.push((who.map_or_else(String::new, |player| player.name.clone()), comment.text));
        }
    }
    Ok(comments)
}

/// That nothing is left but to fill one's own squares, where that is so. Either player may claim.
pub fn settled(game: &Seated) -> Result<Option<Remark>, ServiceError> {
    let position = game.row.board()?;
    let claim = position.counting().filter(|counting| counting.is_settled()).map(|counting| counting.claim());
    Ok(match claim {
        Some(Claim::Decided(count, _)) => Some(Remark::Settled { count, decided: true }),
        Some(Claim::Undecided(count)) => Some(Remark::Settled { count, decided: false }),
        Some(Claim::Over | Claim::NotSettled(_)) | None => None,
    })
}

/// That the other player's offer of a draw still stands, where a side is to answer it.
pub fn draw_offered(game: &Seated, side: Side) -> Option<Remark> {
    let other = side.other();
    (game.row.draw_by == Some(other)).then(|| Remark::DrawOffered { by: game.at(other).name.clone() })
}

fn remarks(now: Now<'_>, game: &Seated, side: Side) -> Result<Vec<Remark>, ServiceError> {
    let mut remarks = Vec::new();
    let other = game.at(side.other());
    remarks.extend(game.dropped[side as usize].clone());
    if game.row.made[side as usize] == 0 && game.around.place.is_some() && !seat_of(now, game, side)?.is_in_place() {
        remarks.push(Remark::SeenInDiscord { who: other.name.clone() });
    }
    remarks.extend(settled(game)?);
    remarks.extend(draw_offered(game, side));
    if let Some(until) = other.away_until.filter(|until| *until > now.at)
        && game.row.to_move == Some(side.other())
    {
        remarks.push(Remark::Away { who: other.name.clone(), until });
    }
    Ok(remarks)
}
