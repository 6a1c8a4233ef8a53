//! Looking at one game (board, history, legal turns, previews, counts), and at help and rules. Only notes and watching
//! change anything.

use crate::command::{HelpTopic, table};
use crate::comment;
use crate::game::history::in_force;
use crate::game::{Damaged, Entry, GameNumber};
use crate::notice::News;
use crate::notice::told::views;
use crate::notice::told::views::{Replay, Standing, Turns};
use crate::rules::{Claim, Count, GameKind, Side};
use crate::service::now::Now;
use crate::service::people::registering;
use crate::service::playing::play::about;
use crate::service::playing::recording;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Requester, Via};
use crate::service::seated::Seated;
use crate::service::{ServiceError, whose};
use crate::store::Happening;

/// How many legal turns are listed individually.
const MOST_LISTED: usize = 60;
/// How many people may watch one game, and how many games one player may watch. Each turn is sent to all of them.
const MOST_WATCHERS: usize = 50;
const MOST_WATCHED: usize = 20;
/// Animations per player and day.
const MOST_REPLAYS: u32 = 20;
/// Notes per player, game and day.
const MOST_NOTES: u32 = 50;
/// How many characters of notes are shown, the newest.
const NOTES_SHOWN: usize = 12_000;

/// `show`, `show N #turn`.
pub fn show(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    turn: Option<u32>,
) -> Result<(), ServiceError> {
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let side = my_side(who, &game);
    let mut topic = game.topic(side);
    let mut what = views::Told::Standing(standing(&game));
    if let Some(turn) = turn.filter(|turn| *turn != game.row.turn) {
        let entries = now.tx.entries_after(game.row.number, 0)?;
        let mut before: Vec<&Entry> = in_force(&entries).filter(|entry| entry.turn < turn).collect();
        if turn == 0 || turn > game.row.turn {
            let why = views::Why::NoSuchTurn { number: game.row.number, turn, now: game.row.turn };
            return out.refuse(who, Some(&game), why);
        }
        if let Some(board) = &mut topic.board {
            let last = before.pop();
            let mut course = game.row.replayed(before)?;
            board.last = last.map(|last| (course.position().text(), last.text.clone()));
            if let Some(last) = last {
                course = course.replay([last.text.as_str()]).map_err(|error| Damaged(error.to_string()))?;
            }
            board.position = course.position().text();
            board.over = false;
        }
        // The small print names the turn shown, but a reply is still about the current game.
        if let Some(heading) = &mut topic.heading {
            heading.turn = turn;
        }
        let over = game.row.ended.is_some();
        what = views::Told::Before { number: game.row.number, turn, now: game.row.turn, over };
    }
    out.answer(who, topic, News::Told { what: what.into() });
    Ok(())
}

/// `history`.
pub fn history(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let entries = now.tx.entries_after(game.row.number, 0)?;
    let turn = |entry: &Entry| {
        let by = entry.side.map_or_else(String::new, |side| game.at(side).name.clone());
        (entry.turn, by, entry.text.clone())
    };
    let turns = in_force(&entries).map(turn).collect();
    let what = views::Told::History { standing: standing(&game), turns, replay: replay(now, who, &game)? };
    let side = my_side(who, &game);
    out.answer(who, game.topic(side), News::Told { what: what.into() });
    Ok(())
}

/// A finished game to be replayed; as an animation by mail, where there is one, and not too often.
fn replay(now: Now<'_>, who: &Requester, game: &Seated) -> Result<Option<Replay>, ServiceError> {
    if game.row.ended.is_none() {
        return Ok(None);
    }
    let animated = match &who.player {
        Some(me) if who.via == Via::Mail && game.row.last.is_some() => {
            now.tx.allow(&Happening::Replayed { player: me.id }, now.at, MOST_REPLAYS, crate::service::DAY)?
        }
        _ => false,
    };
    Ok(Some(Replay { record: recording::record_of(now.tx, game)?.to_string(), animated }))
}

/// `moves`, `moves N d7`.
pub fn moves(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    from: Option<&str>,
) -> Result<(), ServiceError> {
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let side = my_side(who, &game);
    let mut topic = game.topic(side);
    if game.row.ended.is_some() {
        return out.refuse(who, Some(&game), views::Why::NoTurnLeft { number: game.row.number });
    }
    let position = game.row.board()?;
    let from = from.map(crate::notation::normal).unwrap_or_default();
    let turns: Vec<String> = position.legal().into_iter().filter(|turn| begins(turn, &from)).collect();
    if turns.is_empty() {
        return out.refuse(who, Some(&game), views::Why::NoneBegins { with: from });
    }
    let count = turns.len();
    let is_square = from.parse::<crate::board::Square>().is_ok();
    if let Some(board) = topic.board.as_mut().filter(|_| is_square || count <= MOST_LISTED) {
        board.about = Some(from.clone());
    }
    let turns = if count <= MOST_LISTED {
        Turns::Each(turns)
    } else {
        let stages = position.complete(&from).into_iter().filter(|stage| begins(stage, &from));
        let counted = |stage: String| {
            let count = turns.iter().filter(|turn| begins(turn, &stage)).count();
            (stage, count)
        };
        Turns::Beginnings(stages.map(counted).collect())
    };
    out.answer(who, topic, News::Told { what: views::Told::Moves { count, from, turns }.into() });
    Ok(())
}

/// `preview`: the board after these turns, without playing them.
pub fn preview(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    turns: &[String],
) -> Result<(), ServiceError> {
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let side = my_side(who, &game);
    let mut position = game.row.board()?;
    let mut topic = game.topic(side);
    let mut played = Vec::new();
    for text in turns.iter().take(20) {
        let before = position.text();
        match position.play(text) {
            Ok(turn) => {
                if let Some(board) = &mut topic.board {
                    board.last = Some((before, turn.text.clone()));
                    board.position = position.text();
                }
                played.push(turn.text);
            }
            Err(error) => {
                let why = views::Why::After { played, why: (&error).into() };
                return out.refuse_about(who, Some(&game), why, about(&error));
            }
        }
    }
    if let Some(heading) = &mut topic.heading {
        heading.turn = position.turn_number();
    }
    out.answer(who, topic, News::Told { what: views::Told::Preview { number: game.row.number, after: played }.into() });
    Ok(())
}

/// `count`.
pub fn count_position(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<(), ServiceError> {
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let position = game.row.board()?;
    if let Some(stones) = position.stones() {
        let what = views::Told::Stones { game: game.row.setup.game.name().to_owned(), stones };
        let side = my_side(who, &game);
        out.answer(who, game.topic(side), News::Told { what: what.into() });
        return Ok(());
    }
    let Some(claim) = position.claim() else {
        let title = game.row.setup.game.title().to_owned();
        let what = views::Told::Pieces { title, pieces: position.pieces() };
        out.answer(who, game.topic(my_side(who, &game)), News::Told { what: what.into() });
        return Ok(());
    };
    let side = my_side(who, &game);
    let (count, winner) = match claim {
        Claim::Decided(count, outcome) => {
            let margin = outcome.margin.map(|margin| margin.to_string()).unwrap_or_default();
            (count, outcome.winner.map(|winner| (winner, margin)))
        }
        Claim::NotSettled(count) | Claim::Undecided(count) => (count, None),
        Claim::Over => (position.count().unwrap_or_else(Count::nothing), None),
    };
    let what = views::Told::Counted { count, to_move: position.to_move(), winner }.into();
    out.answer(who, game.topic(side), News::Told { what });
    Ok(())
}

/// `note`: saves one, or shows them all.
pub fn note_to_self(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
    text: Option<&str>,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let Some(game) = shown_game(now, out, who, number)? else { return Ok(()) };
    let number = game.row.number;
    if let Some(text) = text {
        let Some(text) = comment::private_note(text) else {
            return out.refuse(who, None, views::Why::EmptyNote);
        };
        if !now.tx.allow(&Happening::Noted { player: me.id, game: number }, now.at, MOST_NOTES, crate::service::DAY)? {
            return out.refuse(who, None, views::Why::EnoughNotes { most: MOST_NOTES });
        }
        now.tx.insert_note(number, me.id, &text, now.at)?;
    }
    let mut notes = now.tx.notes(number, me.id)?;
    let mut room = NOTES_SHOWN;
    let fits = |(_, text): &&(_, String)| {
        let left = room.checked_sub(text.chars().count());
        room = left.unwrap_or(0);
        left.is_some()
    };
    let shown = notes.iter().rev().take_while(fits).count();
    let older = notes.len() - shown;
    out.reply_once(who, views::Told::Notes { number, notes: notes.split_off(older), older });
    Ok(())
}

/// `help`, `help new`.
pub fn help(out: &mut Outgoing<'_>, who: &Requester, word: Option<&str>) -> Result<(), ServiceError> {
    let entry = |word| table::entry(word).filter(|_| HelpTopic::called(word).is_none());
    let what = match word {
        None => views::Told::Help,
        Some(word) => match (entry(word), GameKind::named(word), HelpTopic::named(word)) {
            (Some(entry), ..) => views::Told::About { command: entry.word.to_owned() },
            (None, Ok(game), _) => views::Told::Rules { game: game.name().to_owned() },
            (None, Err(_), Some(topic)) => views::Told::Topic { topic },
            (None, Err(_), None) if let Some(game) = GameKind::with_piece(word) => {
                views::Told::Rules { game: game.name().to_owned() }
            }
            (None, Err(_), None) => return out.refuse(who, None, views::Why::NoCommand { word: word.to_owned() }),
        },
    };
    out.reply(who, what);
    Ok(())
}

/// `rules amazons`; without a name, those of the game being answered.
pub fn rules(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, game: Option<&str>) -> Result<(), ServiceError> {
    let about = match who.about.game() {
        // A challenge has the number its game will have.
        Some((number, _)) => match whose::challenge_of(now, who, number)? {
            Some(challenge) => Some(challenge.setup.game),
            None => whose::game_answered(now, who)?.map(|game| game.row.setup.game),
        },
        None => None,
    };
    let kind = match (game, about) {
        (Some(name), _) => match GameKind::named(name) {
            Ok(kind) => kind,
            Err(_) => return out.refuse(who, None, views::Why::NoGame { name: name.to_owned() }),
        },
        (None, Some(kind)) => kind,
        (None, None) => return out.refuse(who, None, views::Why::WhichGame),
    };
    out.reply(who, views::Told::Rules { game: kind.name().to_owned() });
    Ok(())
}

/// `watch`, `unwatch`.
pub fn watch(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: GameNumber,
    on: bool,
) -> Result<(), ServiceError> {
    let me = registering::need_player(now, who)?;
    let Some(game) = shown_game(now, out, who, Some(number))? else { return Ok(()) };
    if on && game.side_of(&me).is_some() {
        return out.refuse(who, Some(&game), views::Why::OwnGame);
    }
    if on && game.row.ended.is_some() {
        return out.refuse(who, Some(&game), views::Why::NothingToWatch { number });
    }
    let watching = now.tx.watched_by(me.id)?;
    if on && !watching.contains(&number) {
        if watching.len() >= MOST_WATCHED {
            return out.refuse(who, None, views::Why::WatchesEnough { most: MOST_WATCHED });
        }
        if now.tx.watchers(number)?.len() >= MOST_WATCHERS {
            return out.refuse(who, None, views::Why::WatchedEnough { number, most: MOST_WATCHERS });
        }
    }
    let changed = now.tx.set_watching(number, me.id, on)?;
    out.answer(who, game.topic(None), News::Told { what: views::Told::Watching { number, on, changed }.into() });
    Ok(())
}

/// A game to look at: any, by number, or else one of the requester's own.
fn shown_game(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    number: Option<GameNumber>,
) -> Result<Option<Seated>, ServiceError> {
    let me = registering::need_player(now, who)?;
    Ok(whose::which_game(now, out, who, &me, number, None)?.map(|(game, _)| game))
}

fn my_side(who: &Requester, game: &Seated) -> Option<Side> {
    who.player.as_ref().and_then(|me| game.side_of(me))
}

pub fn standing(game: &Seated) -> Standing {
    let row = &game.row;
    Standing {
        number: row.number,
        title: row.setup.title(),
        players: game.players.each_ref().map(|player| player.name.clone()),
        turn: row.turn,
        now: match (&row.ended, row.to_move) {
            (Some(ended), _) if ended.aborted => views::Now::Aborted,
            (Some(ended), _) => views::Now::Over { winner: ended.winner, reason: ended.reason },
            (None, Some(side)) => views::Now::ToMove { side, deadline: row.clock.deadline() },
            (None, None) => views::Now::Nobody,
        },
    }
}

/// Whether a turn's text begins like this, in whole squares: `d1` doesn't begin `d10-d9`.
fn begins(turn: &str, with: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let rest = turn.strip_prefix(with);
    rest.is_some_and(|rest| !(digit(with.chars().last()) && digit(rest.chars().next())))
}
