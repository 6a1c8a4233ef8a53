//! Words in a game's own thread that are neither a command nor a turn alone. Whoever is to move and names one turn is
//! asked about it, or told why it can't be played; a question that we can answer is answered; and whoever plays the house
//! speaks to nobody but us. Everything else is chatter.

use turnpost_core::command::Command;
use turnpost_core::command::overheard::{Asks, Beside, Overheard, overheard};
use turnpost_core::command::parse::parse_short;
use turnpost_core::message::{Message, thread};
use turnpost_core::rules::Position;
use turnpost_core::service::Glance;

/// Whether words name a turn or ask something that only we can answer.
pub(super) fn says_something(text: &str) -> bool {
    overheard(text).is_some_and(|said| !said.turns.is_empty() || said.asks.is_some())
}

/// What one of a game's players says in its thread, as far as it is meant for us.
pub(super) fn read(glance: &Glance, text: &str) -> Option<Message> {
    let said = overheard(text)?;
    let alone = glance.against_house;
    let position = glance.board.now().ok();
    if let Some(read) = position.and_then(|position| turn(glance, &position, &said, text)) {
        return Some(read);
    }
    let asked = said.asks.or_else(|| said.wishes.filter(|_| alone));
    match asked {
        Some(Asks::HowToMove) if glance.is_to_move() => Some(thread::not_understood(text)),
        Some(Asks::HowToMove) => Some(of(Command::Help(Some("turn".to_owned())))),
        Some(Asks::Command(command)) => Some(of(*command)),
        // Thanks want no answer.
        None if alone && said.beside != Beside::Courtesy => Some(thread::not_understood(text)),
        None => None,
    }
}

/// The one turn that is named, to be asked about or refused.
fn turn(glance: &Glance, position: &Position, said: &Overheard, text: &str) -> Option<Message> {
    // A square is a turn where nothing else is one.
    let by_square = said.turns.is_empty() && position.legal().first().is_some_and(|turn| parse_short(turn).is_some());
    let named = if by_square { &said.squares } else { &said.turns };
    let [turn] = &named[..] else { return None };
    let refused = || {
        let turn = Command::Turn { game: None, guard: Some(glance.heading.turn), text: turn.clone() };
        Some(of(turn))
    };
    if !glance.is_to_move() {
        // Whoever writes a square and nothing else thinks that it is their turn.
        let plain = by_square && said.beside == Beside::Nothing && !text.contains('?');
        return if plain && glance.to_move.is_some() { refused() } else { None };
    }
    let alone = glance.against_house;
    if said.beside == Beside::Talk && !alone {
        return None;
    }
    if position.read(turn).is_ok() {
        return Some(thread::asking_about(turn));
    }
    // What was just played is spoken of; and squares are named for many reasons.
    let last = glance.board.last.as_ref().is_some_and(|(_, last)| last == turn);
    let unclear = by_square && said.beside == Beside::Words;
    if alone || !(last || unclear) { refused() } else { None }
}

fn of(command: Command) -> Message {
    Message { commands: vec![Ok(command)], comment: None }
}
