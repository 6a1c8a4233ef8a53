//! What two players settle between them: resignations, draws, take-backs, claims; and answers to those questions.

use crate::command::Answer;
use crate::game::history::{has_moved, in_force};
use crate::game::{Ended, EntryKind, Game, GameNumber, TakeBack, take_back};
use crate::notice::told::playing;
use crate::notice::{Beside, News, Preface, Undone};
use crate::rules::{Claim, Reason, Side};
use crate::service::now::Now;
use crate::service::people::{registering, ways};
use crate::service::playing::{announcing, asking, beside, finish, may_play, play, say, timing, turn};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::service::{DAY, ServiceError, whose};
use crate::store::{Happening, Player, Question, QuestionKind};

pub fn answer_in_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    me: &Player,
    question: Question,
    yes: bool,
) -> Result<(), ServiceError> {
    let Some((mut game, _)) = whose::which_game(now, out, who, me, question.game, None)? else { return Ok(()) };
    let Some(side) = may_play::may_play(now, out, who, &mut game, me)? else { return Ok(()) };
    if is_past(now, &question, &game, side)? {
        return out.refuse(who, Some(&game), playing::Why::GoneOn(game.row.number));
    }
    match (question.kind, yes) {
        (QuestionKind::Resign { comment }, true) => {
            who.add_words(comment);
            say::take_comment(now, who, &mut game, side)?;
            finish::lose(now, out, Some(who), game, side, Reason::Resigned)
        }
        (QuestionKind::Draw, true) => {
            say::take_comment(now, who, &mut game, side)?;
            agree_draw(now, out, who, game)
        }
        (QuestionKind::Draw, false) => decline_draw(now, out, who, game, side),
        (QuestionKind::Undo, true) => {
            say::take_comment(now, who, &mut game, side)?;
            take_turn_back(now, out, who, game, side.other())
        }
        (QuestionKind::Undo, false) => {
            let change = game.row.noted(EntryKind::UndoDeclined, Some(side), "", who.via.means(), now.at);
            let refused = Beside::UndoRefused { by: game.at(side).name.clone() };
            turn::keep(now, &mut game, &change)?;
            let words = say::comment_with(now, who, &game, side)?;
            beside::tell_player(now, out, &game, side.other(), refused, words)?;
            beside::say_done(out, who, &game, side, Beside::TurnStands);
            Ok(())
        }
        (QuestionKind::Play(proposal), true) => {
            let number = game.row.number;
            who.add_words(proposal.comment);
            out.doing(Undone::Played, |out| play::play_text(now, out, who, game, side, &proposal.turn))?;
            let goes_on = now.tx.game(number)?.is_some_and(|row| row.ended.is_none());
            if proposal.offers_draw && goes_on && !out.has_refused_turn(number) {
                return out.doing(Undone::Done, |out| draw(now, out, who, Some(number), Answer::Offer));
            }
            Ok(())
        }
        _ => {
            beside::say_done(out, who, &game, side, Beside::NothingDone);
            Ok(())
        }
    }
}

/// Whether a question in a game has been settled otherwise: the game went on or is over.
pub fn is_moot(now: Now<'_>, question: &Question) -> Result<bool, ServiceError> {
    let row = question.game.map(|number| now.tx.game(number)).transpose()?.flatten();
    let Some((row, player)) = row.zip(question.player) else { return Ok(false) };
    let game = Seated::of(now.tx, row)?;
    match game.row.side_of(player) {
        Some(side) => Ok(game.row.ended.is_some() || is_past(now, question, &game, side)?),
        None => Ok(false),
    }
}

/// Whether the game has gone on since that side was asked.
fn is_past(now: Now<'_>, question: &Question, game: &Seated, side: Side) -> Result<bool, ServiceError> {
    Ok(match question.kind {
        QuestionKind::Draw => game.row.draw_by != Some(side.other()),
        _ => has_moved(&now.tx.entries_after(game.row.number, question.revision.unwrap_or(0))?),
    })
}

/// `resign`: asks first, unless given with `yes`.
pub fn resign(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    sure: bool,
) -> Result<(), ServiceError> {
    let Some((mut game, side, _)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    if sure {
        say::take_comment(now, who, &mut game, side)?;
        return finish::lose(now, out, Some(who), game, side, Reason::Resigned);
    }
    if who.via == Via::Page && !ways::may_ask(now, out, who, game.at(side))? {
        return Ok(());
    }
    let comment = who.comment.take().filter(|_| game.house().is_none());
    let id = asking::ask(now, &game, side, QuestionKind::Resign { comment: comment.clone() })?;
    let opponent = game.at(side.other()).name.clone();
    let ask = playing::Ask::Resign { number: game.row.number, opponent, comment }.into();
    let topic = Topic { question: Some(id), ..game.topic(Some(side)) };
    if who.via == Via::Page {
        // Whoever found the page's secret must not give the game away with it: only its player gets the question.
        out.tell(game.at(side), topic, News::Question { ask, id })?;
        out.reply(who, playing::Told::ResignAsked);
        return Ok(());
    }
    out.answer(who, topic, News::Question { ask, id });
    Ok(())
}

/// What `stop` offers: resigns every running game.
pub fn resign_all(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, me: &Player) -> Result<(), ServiceError> {
    for row in now.tx.running_games_to_change(me.id)? {
        let game = Seated::of(now.tx, row)?;
        if let Some(side) = game.side_of(me) {
            finish::lose(now, out, Some(who), game, side, Reason::Resigned)?;
        }
    }
    Ok(())
}

/// `draw`: offers, accepts or declines.
pub fn draw(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    answer: Answer,
) -> Result<(), ServiceError> {
    let Some((mut game, side, _)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    let other = game.at(side.other()).name.clone();
    let offered = game.row.draw_by;
    match answer {
        Answer::Offer | Answer::Accept if offered == Some(side.other()) => {
            say::take_comment(now, who, &mut game, side)?;
            agree_draw(now, out, who, game)
        }
        Answer::Accept => out.refuse(who, Some(&game), playing::Why::NoOfferBy { opponent: other }),
        Answer::Decline if offered == Some(side.other()) => decline_draw(now, out, who, game, side),
        Answer::Decline if offered == Some(side) => {
            let change = game.row.decline_draw(side, who.via.means(), now.at);
            turn::keep(now, &mut game, &change)?;
            beside::say_done(out, who, &game, side, Beside::OfferWithdrawn);
            Ok(())
        }
        Answer::Decline => out.refuse(who, Some(&game), playing::Why::NoOffer),
        Answer::Offer => {
            let once = Happening::DrawOffered { game: game.row.number, side, turn: game.row.turn };
            if !now.tx.allow(&once, now.at, 1, 400 * DAY)? {
                return out.refuse(who, Some(&game), playing::Why::OneOffer);
            }
            let change = game.row.offer_draw(side, who.via.means(), now.at);
            turn::keep(now, &mut game, &change)?;
            if game.house() == Some(side.other()) {
                // The house answers by itself, and soon; by mail only an offer that waits for it is worth a word.
                if !now.settings.house || who.via == Via::Discord {
                    beside::say_done(out, who, &game, side, Beside::DrawAsked { whom: other });
                }
                return Ok(());
            }
            let id = asking::ask(now, &game, side.other(), QuestionKind::Draw)?;
            let comment = say::comment_with(now, who, &game, side)?;
            let ask = playing::Ask::Draw { number: game.row.number, by: game.at(side).name.clone(), comment }.into();
            let topic = Topic { question: Some(id), ..game.topic(Some(side.other())) };
            beside::tell_at_table(now, out, &game, side.other(), topic, News::Question { ask, id })?;
            beside::say_done(out, who, &game, side, Beside::DrawAsked { whom: other });
            Ok(())
        }
    }
}

fn agree_draw(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, mut game: Seated) -> Result<(), ServiceError> {
    let since = game.row.revision;
    let side = who.player.as_ref().and_then(|me| game.side_of(me));
    let change = game.row.note_end(Reason::Agreed, side, who.via.means(), now.at);
    game.keep(now.tx, &change)?;
    let ended = Ended { at: now.at, winner: None, reason: Reason::Agreed, margin: None, aborted: false };
    finish::end(now, out, Some(who), game, ended, None, since)
}

fn decline_draw(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    mut game: Seated,
    side: Side,
) -> Result<(), ServiceError> {
    let change = game.row.decline_draw(side, who.via.means(), now.at);
    let refused = Beside::DrawRefused { by: game.at(side).name.clone() };
    turn::keep(now, &mut game, &change)?;
    let words = say::comment_with(now, who, &game, side)?;
    beside::tell_player(now, out, &game, side.other(), refused, words)?;
    beside::say_done(out, who, &game, side, Beside::DrawDeclined);
    Ok(())
}

/// `undo`: free once per turn until the opponent plays; a request after that.
pub fn undo(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let Some((mut game, side, _)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let mine = match take_back(&entries, side) {
        TakeBack::Nothing => {
            return out.refuse(who, Some(&game), playing::Why::NothingToTakeBack);
        }
        TakeBack::Free => {
            say::take_comment(now, who, &mut game, side)?;
            return take_turn_back(now, out, who, game, side);
        }
        // The house never minds.
        TakeBack::OnRequest(_) if game.house().is_some() => {
            return take_turn_back(now, out, who, game, side);
        }
        TakeBack::OnRequest(mine) => mine,
    };
    let once = Happening::UndoAsked { game: game.row.number, side, turn: game.row.turn };
    if !now.tx.allow(&once, now.at, 1, 400 * DAY)? {
        return out.refuse(who, Some(&game), playing::Why::AskedAlready);
    }
    let (turn, text) = (mine.turn, mine.text.clone());
    let change = game.row.noted(EntryKind::UndoRequest, Some(side), "", who.via.means(), now.at);
    turn::keep(now, &mut game, &change)?;
    let id = asking::ask(now, &game, side.other(), QuestionKind::Undo)?;
    let ask = playing::Ask::Undo {
        number: game.row.number,
        by: game.at(side).name.clone(),
        turn,
        text,
        with: in_force(&entries)
            .filter(|later| later.turn > turn)
            .map(|later| (later.turn, later.text.clone()))
            .collect(),
        to_move: game.row.to_move == Some(side.other()),
        comment: say::comment_with(now, who, &game, side)?,
    };
    let topic = Topic { question: Some(id), ..game.topic(Some(side.other())) };
    beside::tell_at_table(now, out, &game, side.other(), topic, News::Question { ask: ask.into(), id })?;
    let whom = game.at(side.other()).name.clone();
    beside::say_done(out, who, &game, side, Beside::UndoAsked { whom, turn });
    Ok(())
}

/// Takes back everything since that side's last turn, including it.
fn take_turn_back(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &Requester,
    mut game: Seated,
    side: Side,
) -> Result<(), ServiceError> {
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let since = in_force(&entries).rev().take_while(|entry| entry.side != Some(side));
    let mut with: Vec<String> = since.map(|entry| entry.text.clone()).collect();
    with.reverse();
    let Some((change, text)) = game.row.take_back(&entries, side, who.via.means(), now.at)? else {
        return Ok(());
    };
    game.keep(now.tx, &change)?;
    timing::wind(now, &mut game)?;
    let mut prefaces = [None, None];
    let by = game.at(side).name.clone();
    prefaces[side as usize] = Some(Preface::TakenBack { by: None, turn: text.clone(), with: with.clone() });
    prefaces[side.other() as usize] = Some(Preface::TakenBack { by: Some(by), turn: text, with });
    let since = game.row.revision;
    announcing::announce(now, out, &mut game, Some(who), None, prefaces, since)?;
    Ok(now.tx.update_game(&game.row)?)
}

/// `claim`: has a settled position counted.
pub fn claim(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let counted = |row: &Game| row.board().is_ok_and(|position| position.counting().is_some());
    let Some(number) = whose::only_where(now, out, who, &me, number, counted)? else { return Ok(()) };
    let Some((mut game, side, revision)) = may_play::my_game(now, out, who, number, None)? else { return Ok(()) };
    let since = revision.map(|revision| now.tx.entries_after(game.row.number, revision)).transpose()?;
    if since.is_some_and(|entries| has_moved(&entries)) {
        let why = playing::Why::OlderBoard { number: game.row.number, turn: game.row.turn };
        return out.refuse(who, Some(&game), why);
    }
    let position = game.row.board()?;
    let Some(counting) = position.counting() else {
        let why = playing::Why::NoClaims { game: game.row.setup.game.title().to_owned() };
        return out.refuse(who, Some(&game), why);
    };
    match counting.claim() {
        Claim::Decided(_, outcome) => {
            let since = game.row.revision;
            let change = game.row.note_end(Reason::Counted, Some(side), who.via.means(), now.at);
            game.keep(now.tx, &change)?;
            say::take_comment(now, who, &mut game, side)?;
            finish::end_by_rules(now, out, Some(who), game, outcome, since)
        }
        Claim::Over => out.refuse(who, Some(&game), playing::Why::NothingToClaim),
        Claim::NotSettled(_) => {
            let why = playing::Why::Unsettled { why: counting.unsettled().unwrap_or_default() };
            out.refuse(who, Some(&game), why)
        }
        Claim::Undecided(count) => out.refuse(who, Some(&game), playing::Why::Undecided(count)),
    }
}
