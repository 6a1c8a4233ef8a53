//! Looking around: games that others play or have played, and what is known of a player. Nothing changes.

use crate::notice::News;
use crate::notice::told::views;
use crate::notice::told::views::{A_PAGE, Against, Course, FinishedRow, Rated, RunningRow, whole};
use crate::rating::Rating;
use crate::service::ServiceError;
use crate::service::incoming::unread;
use crate::service::now::Now;
use crate::service::people::{names, registering};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::Requester;
use crate::service::seated::Seated;
use crate::service::views::lists::{MOST_ON_A_SHEET, thumbnail};
use crate::store::Player;

/// Games back in which a rating is followed.
const POINTS: u32 = 100;

/// `games anyone`: running games of others that anybody may look at.
pub fn games_of_others(now: Now<'_>, out: &mut Outgoing<'_>, who: &mut Requester) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let (found, all) = now.tx.games_of_others(me.id, A_PAGE)?;
    let (mut rows, mut sheet) = (Vec::new(), Vec::new());
    for row in found {
        let game = Seated::of(now.tx, row)?;
        if sheet.len() < MOST_ON_A_SHEET {
            sheet.push(thumbnail(&game, &me));
        }
        rows.push(RunningRow {
            number: game.row.number,
            title: game.row.setup.title(),
            players: names_of(&game),
            turn: game.row.turn,
            to_move: game.row.to_move,
        });
    }
    let what = views::Told::Others { rows, all }.into();
    out.answer(who, Topic { sheet, ..Topic::default() }, News::Told { what });
    Ok(())
}

/// `finished`, `finished ben`, `finished ben page 2`.
pub fn finished(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    name: Option<&str>,
    page: u32,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let Some(player) = named(now, name, &me)? else {
        return out.refuse(who, None, views::Why::NobodyCalled { name: name.unwrap_or_default().to_owned() });
    };
    let skip = (page - 1).saturating_mul(A_PAGE);
    let (found, all) = match player.id == me.id {
        true => now.tx.finished_games_own(me.id, A_PAGE, skip)?,
        false => now.tx.finished_games_seen(player.id, me.id, A_PAGE, skip)?,
    };
    let whose = player.id;
    let player = (whose != me.id).then_some(player.name);
    if found.is_empty() {
        // The same whether there are none or they are nobody else's business.
        return out.refuse(who, None, views::Why::NoneFinished { player, later: all > 0 });
    }
    let mut rows = Vec::new();
    for row in found {
        rows.extend(finished_row(&Seated::of(now.tx, row)?, whose));
    }
    out.reply(who, views::Told::Finished { player, rows, page, all });
    Ok(())
}

/// `who`: about a player.
pub fn who_is(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    name: Option<&str>,
) -> Result<(), ServiceError> {
    let player = match name {
        Some(name) => match names::player_called(now, name)? {
            Some(player) => player,
            // "Who is this?" in reply to an invitation.
            None if unread::explained_invitation(now, out, who)? => return Ok(()),
            None => return out.refuse(who, None, views::Why::NobodyCalled { name: name.to_owned() }),
        },
        None => registering::need_player(now, who)?,
    };
    // What the asker may not look at might as well not exist.
    let running = now.tx.running_games_seen(player.id, who.player.as_ref().map(|me| me.id))? as usize;
    let rated = now.tx.ratings_of(player.id)?;
    let mut courses = Vec::new();
    for (game, rating) in &rated {
        courses.push(course(now, &player, game, rating)?);
    }
    let ratings = rated.iter().map(|(game, rating)| (game.clone(), Rated::from(rating))).collect();
    let against = match who.player.as_ref().filter(|me| me.id != player.id) {
        Some(me) => now.tx.scores_between(me.id, player.id)?,
        None => Vec::new(),
    };
    let against =
        against.into_iter().map(|(game, score)| Against { game, won: score.won, lost: score.lost, drawn: score.drawn });
    let away = player.away_until.filter(|until| *until > now.at);
    let against = against.collect();
    out.reply(who, views::Told::Player { name: player.name, running, ratings, away, courses, against });
    Ok(())
}

/// A finished game in a player's list.
pub fn finished_row(game: &Seated, whose: i64) -> Option<FinishedRow> {
    let (ended, side) = (game.row.ended?, game.row.side_of(whose)?);
    Some(FinishedRow {
        number: game.row.number,
        title: game.row.setup.title(),
        players: names_of(game),
        side,
        turns: game.row.made.iter().sum(),
        ended: ended.at,
        winner: ended.winner,
        aborted: ended.aborted,
    })
}

/// How a rating went over the last games. Before the first one it is everybody's.
pub fn course(now: Now<'_>, player: &Player, game: &str, rating: &Rating) -> Result<Course, ServiceError> {
    let known = now.tx.rating_history(player.id, game, POINTS)?;
    let from_the_start = known.first().is_some_and(|(games, ..)| *games == 1);
    let start = from_the_start.then(|| (0, whole(Rating::new(now.at).rating)));
    let points = start.into_iter().chain(known.iter().map(|(games, rating, _)| (*games, whole(*rating)))).collect();
    Ok(Course { game: game.to_owned(), now: rating.into(), points })
}

/// Who is meant; the asker, if nobody is named.
fn named(now: Now<'_>, name: Option<&str>, me: &Player) -> Result<Option<Player>, ServiceError> {
    match name {
        Some(name) => Ok(names::player_called(now, name)?),
        None => Ok(Some(me.clone())),
    }
}

fn names_of(game: &Seated) -> [String; 2] {
    game.players.each_ref().map(|player| player.name.clone())
}
