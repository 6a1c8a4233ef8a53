//! Announcing a new board to everybody concerned: both players, the game's place in Discord, the watchers.

use crate::clock::moment::Timestamp;
use crate::game::history::in_force;
use crate::game::{EntryKind, Means, TakeBack, take_back};
use crate::notice::{Beside, News, Preface, Remark, TurnNews};
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::now::{Now, reached};
use crate::service::playing::board;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::seat::seat_of;
use crate::service::seated::Seated;
use crate::store::Mode;

/// How many seconds a receipt waits for the answer of the house.
const HOUSE_ANSWERS: i64 = 60;

/// Announces a board to the player to move, the one who acted, the game's place in Discord and the watchers. `since` is
/// the revision before. A preface is extra news for its side. If nobody asked for it (`who` is none: time has passed),
/// both players are told.
pub fn announce(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &mut Seated,
    who: Option<&Requester>,
    actor: Option<Side>,
    prefaces: [Option<Preface>; 2],
    since: i64,
) -> Result<(), ServiceError> {
    let held = until_house_answers(now, game);
    if let Some(place) = game.around.place {
        announce_in_place(now, out, game, place.channel, &prefaces, since)?;
    }
    for side in Side::BOTH {
        let (player, ways) = (game.at(side).clone(), game.reach[side as usize].clone());
        let to_move = game.row.to_move == Some(side);
        let requester = who.filter(|who| who.player.as_ref().is_some_and(|me| me.id == player.id));
        let preface = prefaces[side as usize].clone();
        let in_discord = seat_of(now, game, side)?.is_in_place();
        // News already gathered for this message is brought up to date, even if the player mutes such news.
        let told = out.owes_board(&player, game.row.number);
        // What can't be told now, comments included, waits for a later board.
        let destination = reached(&player, &ways);
        let reached = destination.is_some();
        // So is the receipt that waits for the answer of the house.
        let told = told
            || match &destination {
                Some((to, _)) if who.is_some_and(|who| who.via == Via::House) => {
                    now.tx.owes_board(to, game.row.number)?
                }
                _ => false,
            };
        // Whoever plays on a page sees the board there, and is told of it as anybody else.
        let on_page = requester.is_some_and(|who| who.via == Via::Page);
        if to_move {
            if sits_at_page(now, game, side)? {
                game.row.told[side as usize] = game.row.revision;
            } else if let Some(who) = requester.filter(|who| !on_page && (who.via != Via::Mail || !in_discord)) {
                let news = board::turn_news(now, game, side, preface)?;
                out.answer(who, board::topic(now, game, side, &news)?, News::YourTurn(news));
            } else if in_discord {
                game.row.told[side as usize] = game.row.revision;
            } else if reached && (player.mode == Mode::Now || preface.is_some() || told) {
                // A digest replaces the news of others' turns, but not answers such as an accepted challenge.
                let news = board::turn_news(now, game, side, preface)?;
                out.tell_by(&player, &ways, board::topic(now, game, side, &news)?, News::YourTurn(news));
            }
        } else if let Some(who) = requester.filter(|_| actor == Some(side) || preface.is_some()) {
            if on_page {
                // The page alone would be no proof: its mail is a receipt, whatever the player thinks of others.
                if reached && !in_discord && !game.row.clock.rule.is_under_an_hour() {
                    let mut news = board::turn_news(now, game, side, preface)?;
                    receipt_remarks(now, game, side, actor.is_some(), &mut news)?;
                    let topic = Topic { held, ..game.topic(Some(side)) };
                    out.tell_by(&player, &ways, topic, News::Receipt(news));
                }
                continue;
            }
            // Players who turn receipts off need no news of their own turn, but that a game has started is news.
            if who.via != Via::Mail || player.receipts || actor.is_none() || told {
                let mut news = board::turn_news(now, game, side, preface)?;
                receipt_remarks(now, game, side, actor.is_some(), &mut news)?;
                let topic = Topic { held, ..game.topic(Some(side)) };
                // What is answered in place can't wait for the house; where the place shows it, it needn't.
                match held > 0 && who.via != Via::Mail && !in_discord {
                    true => out.tell_by(&player, &ways, topic, News::Receipt(news)),
                    false => out.answer(who, topic, News::Receipt(news)),
                }
            }
        } else if reached && !in_discord && (preface.is_some() || who.is_none()) {
            let news = board::turn_news(now, game, side, preface)?;
            out.tell_by(&player, &ways, game.topic(Some(side)), News::Receipt(news));
        }
    }
    tell_watchers(now, out, game, since)
}

/// Whether a player sits at a page and watches the board there: a clock of minutes runs, and their last turn came from
/// it. A mail for each turn would be too many and too late.
fn sits_at_page(now: Now<'_>, game: &Seated, side: Side) -> Result<bool, ServiceError> {
    if !game.row.clock.rule.is_under_an_hour() {
        return Ok(false);
    }
    let entries = game.entries_from_turn(now.tx, game.row.turn.saturating_sub(4))?;
    let last = entries.iter().rev().find(|entry| entry.side == Some(side));
    Ok(last.is_some_and(|last| last.via == Means::Page))
}

/// Until when the news of a turn may wait for the answer of the house, so that both are told at once; 0 where it isn't the
/// house that answers.
fn until_house_answers(now: Now<'_>, game: &Seated) -> Timestamp {
    let answers = now.settings.house && game.house().is_some() && game.house() == game.row.to_move;
    if answers { now.at + HOUSE_ANSWERS } else { 0 }
}

/// Posts a board in the game's place in Discord alone.
pub fn in_place(now: Now<'_>, out: &mut Outgoing<'_>, game: &Seated, since: i64) -> Result<(), ServiceError> {
    match game.around.place {
        Some(place) => announce_in_place(now, out, game, place.channel, &[None, None], since),
        None => Ok(()),
    }
}

/// Posts the board in the game's place in Discord.
fn announce_in_place(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    game: &Seated,
    channel: u64,
    prefaces: &[Option<Preface>; 2],
    since: i64,
) -> Result<(), ServiceError> {
    let mention = match game.row.to_move {
        Some(side) => seat_of(now, game, side)?.mention(),
        None => None,
    };
    let comments = comments_in_place(now, game)?;
    let (preface, also) = preface_in_place(now, game, prefaces)?;
    // An offer that stands is repeated below the newest board, so that nobody says yes to it unawares.
    let offered = game.row.to_move.filter(|_| game.house().is_none()).and_then(|side| board::draw_offered(game, side));
    let news = TurnNews {
        played: board::played_since(now, game, since, None)?,
        preface: preface.into_iter().collect(),
        comments,
        to_move: game.to_move(),
        deadline: game.row.clock.deadline(),
        forfeit: game.row.forfeit,
        pattern: game.row.setup.game.pattern().to_owned(),
        remarks: board::settled(game)?.into_iter().chain(offered).collect(),
    };
    let held = until_house_answers(now, game);
    // The house needs no board turned to it.
    let seen_by = game.house().map_or(game.row.to_move, |house| Some(house.other()));
    let topic = Topic { held, ..game.topic(seen_by) };
    out.tell_both(channel, mention, also, topic, News::YourTurn(news));
    Ok(())
}

/// What is news to those in the game's place, and whom it concerns: a challenger who isn't to move hears of the
/// acceptance only there.
fn preface_in_place(
    now: Now<'_>,
    game: &Seated,
    prefaces: &[Option<Preface>; 2],
) -> Result<(Option<Preface>, Option<u64>), ServiceError> {
    for side in Side::BOTH {
        if let Some(Preface::Accepted { by }) = &prefaces[side as usize]
            && game.row.to_move != Some(side)
            && let Some(whom) = seat_of(now, game, side)?.mention()
        {
            return Ok((Some(Preface::Beside(Beside::Accepted { by: by.clone() })), Some(whom)));
        }
    }
    Ok((prefaces.iter().flatten().next().cloned(), None))
}

/// The comments not yet shown in the game's place, where everybody will see them. Whoever isn't there still gets them
/// with their own board.
pub fn comments_in_place(now: Now<'_>, game: &Seated) -> Result<Vec<(String, String)>, ServiceError> {
    let mut comments = Vec::new();
    if !game.around.commented {
        return Ok(comments);
    }
    for side in Side::BOTH {
        for comment in now.tx.untold_comments(game.row.number, game.at(side).id)? {
            if !now.tx.blocks(game.at(side).id, comment.player)? {
                comments.push((game.at(side.other()).name.clone(), comment.text));
            }
            if seat_of(now, game, side)?.is_in_place() {
                now.tx.comment_told(comment.id)?;
            }
        }
    }
    Ok(comments)
}

/// Tells the watchers what was played since a revision.
fn tell_watchers(now: Now<'_>, out: &mut Outgoing<'_>, game: &Seated, since: i64) -> Result<(), ServiceError> {
    let watchers = if game.around.watched { now.tx.watchers(game.row.number)? } else { Vec::new() };
    let played = if watchers.is_empty() { Vec::new() } else { board::played_since(now, game, since, None)? };
    if played.is_empty() {
        return Ok(());
    }
    let news = TurnNews {
        played,
        preface: Vec::new(),
        comments: Vec::new(),
        to_move: game.to_move(),
        deadline: None,
        forfeit: None,
        pattern: String::new(),
        remarks: Vec::new(),
    };
    for id in watchers {
        let watcher = now.player(id)?;
        out.tell(&watcher, game.topic(None), News::Watched(news.clone()))?;
    }
    Ok(())
}

/// Adds to a receipt what its reader can do next.
fn receipt_remarks(
    now: Now<'_>,
    game: &Seated,
    side: Side,
    acted: bool,
    news: &mut TurnNews,
) -> Result<(), ServiceError> {
    let other = &game.at(side.other()).name;
    if acted && game.row.made[side as usize] == 1 {
        news.remarks.push(Remark::YouAre { name: game.at(side).name.clone() });
    }
    if acted {
        if game.house().is_some() {
            if game.house() == game.row.to_move && !now.settings.house {
                now.tx.told_house_is_off(game.at(side).id)?;
                news.remarks.push(Remark::HouseIsOff);
            }
        } else if undo_is_free(now, game, side)? {
            news.remarks.push(Remark::UndoUntil { plays: other.clone() });
        }
        if game.around.planned && !now.tx.plans(game.row.number, game.at(side).id)?.is_empty() {
            news.remarks.push(Remark::HasPlans);
        }
    }
    Ok(())
}

/// Whether a side's last act was a turn that `undo` takes back without asking.
fn undo_is_free(now: Now<'_>, game: &Seated, side: Side) -> Result<bool, ServiceError> {
    let entries = game.entries_from_turn(now.tx, game.row.turn.saturating_sub(2))?;
    let last = in_force(&entries).next_back();
    let is_turn = last.is_some_and(|last| last.kind == EntryKind::Turn && last.side == Some(side));
    Ok(is_turn && take_back(&entries, side) == TakeBack::Free)
}
