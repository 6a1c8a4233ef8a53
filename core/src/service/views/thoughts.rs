//! What people ask the house to think about besides its own turns: a hint in a game against it, a review of a finished
//! game. Both are asked for here and told here; in between somebody thinks.

use crate::game::{Game, GameNumber};
use crate::house::{Advice, Review, Shown};
use crate::notice::told::{playing, views};
use crate::notice::{BoardView, News, SheetBoard, Told};
use crate::rules::Position;
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::playing::{asking, may_play};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seat::{Seat, seat};
use crate::service::seated::Seated;
use crate::service::{DAY, ServiceError, whose};
use crate::store::{Happening, HouseKind, HouseWork, Proposal, QuestionKind};

/// Reviews that one player may ask for in a day.
const REVIEWS: u32 = 5;
/// How many seconds the news that a review follows waits for the review itself.
const REVIEW_FOLLOWS: i64 = 60;

/// `hint`: only against the house, and only at one's own turn.
pub fn hint(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let hinted = |row: &Game| row.house().is_some() && row.event.is_none();
    let Some(number) = whose::only_where(now, out, who, &me, number, hinted)? else { return Ok(()) };
    let Some((game, side, _)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    if game.house().is_none() {
        return out.refuse(who, Some(&game), views::Why::NoHints);
    }
    if game.row.event.is_some() {
        return out.refuse(who, Some(&game), views::Why::NoHintsInEvents);
    }
    if !now.settings.house {
        return out.refuse(who, Some(&game), views::Why::HouseIsOff);
    }
    if game.row.to_move != Some(side) {
        let opponent = game.at(side.other()).name.clone();
        return out.refuse(who, Some(&game), playing::Why::TheirTurn { opponent, undo: None });
    }
    now.tx.ask_house(HouseKind::Hint, &game.row, game.at(side).id, address(who), now.at)?;
    Ok(())
}

/// `review`: of a game that is over and that the requester may look at, so often a day.
pub fn review(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let context = who.about.game().map(|(number, _)| number);
    let Some(number) = number.or(context).or(now.tx.finished_games(me.id, 1)?.pop().map(|row| row.number)) else {
        return out.refuse(who, None, views::Why::NoneFinished { player: None, later: false });
    };
    let Some((game, _)) = whose::which_game(now, out, who, &me, Some(number), None)? else { return Ok(()) };
    if game.row.ended.is_none() {
        return out.refuse(who, Some(&game), views::Why::ReviewLater { number });
    }
    if game.row.made.iter().sum::<u32>() == 0 {
        return out.refuse(who, Some(&game), views::Why::NothingToReview { number });
    }
    if !now.settings.house {
        return out.refuse(who, Some(&game), views::Why::HouseIsOff);
    }
    if !now.tx.ask_house(HouseKind::Review, &game.row, me.id, address(who), now.at)? {
        return tell_to_wait(now, out, who, &game);
    }
    if !now.tx.allow(&Happening::Reviewed { player: me.id }, now.at, REVIEWS, DAY)? {
        now.tx.unask_house(HouseKind::Review, number, me.id)?;
        return out.refuse(who, Some(&game), views::Why::EnoughReviews { most: REVIEWS });
    }
    tell_to_wait(now, out, who, &game)
}

/// By mail only if it takes long: otherwise the review says enough.
fn tell_to_wait(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, game: &Seated) -> Result<(), ServiceError> {
    let held = if who.via == Via::Mail { now.at + REVIEW_FOLLOWS } else { 0 };
    let topic = Topic { heading: Some(game.heading()), held, ..Topic::default() };
    let what = views::Told::Reviewing { number: game.row.number }.into();
    out.answer(who, topic, News::Told { what });
    Ok(())
}

/// Tells what the house would play. Nothing is played.
pub fn tell_hint(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    work: &HouseWork,
    game: &Seated,
    advice: &Advice,
) -> Result<(), ServiceError> {
    let side = game.row.side_of(work.player);
    let mut topic = game.topic(side);
    topic.board =
        played_out(game, &game.row.position, &advice.turn).map(|board| BoardView { side: side.map(word), ..board });
    // A yes plays it.
    if let Some(side) = side.filter(|side| game.row.to_move == Some(*side)) {
        let proposal = Proposal { turn: advice.turn.clone(), comment: None, offers_draw: false };
        topic.question = Some(asking::ask(now, game, side, QuestionKind::Play(proposal))?);
    }
    let what = views::Told::Hint { number: game.row.number, advice: advice.clone() }.into();
    tell_asker(now, out, work, game, topic, what)
}

/// Tells how a finished game went: in words, as a graph, and on boards, what was played beside what was better.
pub fn tell_review(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    work: &HouseWork,
    game: &Seated,
    review: &Review,
) -> Result<(), ServiceError> {
    let side = game.row.side_of(work.player);
    let mut sheet = Vec::new();
    for (number, moment) in (1..).zip(&review.moments) {
        for (what, turn) in [(Shown::Played, &moment.played), (Shown::Better, &moment.better.turn)] {
            if let Some(board) = played_out(game, &moment.position, turn) {
                let label = crate::text::house::label(number, what, turn);
                sheet.push(SheetBoard { label, waiting: false, board: BoardView { side: side.map(word), ..board } });
            }
        }
    }
    let (number, players) = (game.row.number, game.players.each_ref().map(|player| player.name.clone()));
    let winner = game.row.ended.as_ref().and_then(|ended| ended.winner);
    let what = views::Told::Review { number, players, winner, review: review.clone() };
    out.withhold_waiting(number, work.player)?;
    let topic = Topic { heading: Some(game.heading()), sheet, ..Topic::default() };
    tell_asker(now, out, work, game, topic, what.into())
}

/// Tells whoever asked, where they asked: by mail from their address, or else where they see the game.
fn tell_asker(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    work: &HouseWork,
    game: &Seated,
    topic: Topic,
    what: Told,
) -> Result<(), ServiceError> {
    let (player, news) = (now.player(work.player)?, News::Told { what });
    if let Some(address) = work.address.map(|id| now.tx.address_by_id(id)).transpose()?.flatten() {
        return out.tell_address(&address, topic, news);
    }
    let plays = game.row.side_of(player.id).is_some();
    match seat(now, game.row.number, &player)? {
        Seat::InPlace { channel, user } if plays => {
            out.tell_place(channel, Some(user), topic, news);
            Ok(())
        }
        _ => out.tell(&player, topic, news),
    }
}

/// The board after a turn that may never have been played, with it marked.
fn played_out(game: &Seated, position: &str, turn: &str) -> Option<BoardView> {
    let board = game.board(None);
    let mut after: Position = BoardView { position: position.to_owned(), ..board.clone() }.now().ok()?;
    after.play(turn).ok()?;
    let last = Some((position.to_owned(), turn.to_owned()));
    Some(BoardView { before: None, last, position: after.text(), over: false, ..board })
}

fn address(who: &Requester) -> Option<i64> {
    who.address.as_ref().filter(|_| who.via == Via::Mail).map(|address| address.id)
}

fn word(side: crate::rules::Side) -> String {
    side.word().to_owned()
}
