//! Reading `host`: the game's name, how it is played, then how many, when, with which clock, in any order.

use super::arguments::{named_game, short};
use super::day::{Day, number};
use super::fault::{Missing, Once, Slip};
use super::words::Words;
use super::{Command, HostEvent, HostStart};
use crate::clock::ClockRule;
use crate::rules::GameKind;

/// Words that say nothing: "host an Amazons cup for 8 players, please".
const FILLERS: &[&str] =
    &["a", "an", "the", "of", "in", "for", "and", "please", "with", "event", "tournament", "on", "at"];

/// Codes are words that can be told over a table.
const CODE: std::ops::RangeInclusive<usize> = 3..=20;

/// `GAME roundrobin|cup [players A-B] [start 1 Dec | when full] [clock …] [code WORD] [rated|unrated]`.
pub(super) fn read(words: &mut Words<'_>) -> Result<Command, Slip> {
    let mut host = Draft::default();
    while !words.is_done() {
        host.take(words)?;
    }
    let game = match (host.game, host.unknown) {
        (Some(game), None) => game,
        (None, Some(word)) => named_game(&word)?,
        (Some(_), Some(word)) => return Err(Slip::SaysNothing(short(&word))),
        (None, None) => return Err(Missing::Game.into()),
    };
    let cup = host.cup.ok_or(Missing::Format)?;
    let HostEvent { variant, players, start, clock, code, rated, .. } = host.event;
    Ok(Command::Host(HostEvent { game: game.to_owned(), variant, cup, players, start, clock, code, rated }))
}

struct Draft {
    game: Option<&'static str>,
    cup: Option<bool>,
    unknown: Option<String>,
    event: HostEvent,
}

impl Default for Draft {
    fn default() -> Draft {
        let (variant, players, start, clock, code, rated) = (None, None, None, None, None, None);
        let event = HostEvent { game: String::new(), variant, cup: false, players, start, clock, code, rated };
        Draft { game: None, cup: None, unknown: None, event }
    }
}

impl Draft {
    fn take(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        let event = &mut self.event;
        if words.take_any(&["roundrobin", "round robin", "round-robin", "all play all", "league"]) {
            return once(&mut self.cup, false, Once::Format);
        }
        if words.take("cup") {
            return once(&mut self.cup, true, Once::Format);
        }
        if words.take_any(&["unrated", "not rated", "casual", "friendly"]) {
            return once(&mut event.rated, false, Once::Rated);
        }
        if words.take_any(&["rated", "ranked"]) {
            return once(&mut event.rated, true, Once::Rated);
        }
        if words.take_any(&["start when full", "starts when full", "when full"]) {
            return once(&mut event.start, HostStart::WhenFull, Once::Start);
        }
        if words.take_any(&["start", "starts", "starting"]) {
            words.take("on");
            let said = short(words.peek().unwrap_or_default());
            let start = match Day::read(words).ok_or(Slip::NoDay(said))? {
                Day::Date { day, month, year } => HostStart::Day { day, month, year },
                named => HostStart::Named(named),
            };
            return once(&mut event.start, start, Once::Start);
        }
        if words.take_any(&["players", "player"]) {
            let players = players(words).ok_or_else(|| Slip::NoPlayers(short(words.rest())))?;
            return once(&mut event.players, players, Once::Players);
        }
        if words.take_any(&["clock", "time"]) {
            let clock = clock(words).ok_or(Slip::NoClock)?;
            return once(&mut event.clock, clock, Once::Clock);
        }
        if words.take("code") {
            let word = words.next().unwrap_or_default();
            let fits = CODE.contains(&word.chars().count()) && word.chars().all(char::is_alphanumeric);
            return if fits { once(&mut event.code, word.to_lowercase(), Once::Code) } else { Err(Slip::NoEventCode) };
        }
        if let Some(game) = GameKind::ALL.iter().find(|game| words.take_any(&[game.title(), game.name()])) {
            return once(&mut self.game, game.name(), Once::Game);
        }
        if words.take_any(FILLERS) {
            return Ok(());
        }
        let Some(word) = words.next() else { return Ok(()) };
        if let Some(variant) = GameKind::ALL.iter().flat_map(|g| g.variants()).find(|v| v.eq_ignore_ascii_case(word)) {
            return once(&mut event.variant, (*variant).to_owned(), Once::Variant);
        }
        match &self.unknown {
            _ if word.is_empty() => Ok(()),
            None => {
                self.unknown = Some(word.to_owned());
                Ok(())
            }
            Some(_) => Err(Slip::SaysNothing(short(word))),
        }
    }
}

/// `8-16`, `8 to 16`, `16`.
fn players(words: &mut Words<'_>) -> Option<(u32, u32)> {
    let word = words.next()?;
    let (fewest, most) = match word.split_once(['-', '–', '—']) {
        Some((fewest, most)) => (fewest, most),
        None if words.take("to") => (word, words.next()?),
        None => (word, word),
    };
    Some((number(fewest)?, number(most)?))
}

/// The longest run of words that is a clock.
fn clock(words: &mut Words<'_>) -> Option<ClockRule> {
    let text = words.rest();
    let ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i).chain([text.len()]).take(16);
    let (end, clock) =
        ends.filter_map(|end| Some((end, text[..end].trim_end_matches([',', '.', ';']).parse().ok()?))).last()?;
    words.go_on_at(&text[end..]);
    Some(clock)
}

fn once<T: PartialEq>(place: &mut Option<T>, value: T, what: Once) -> Result<(), Slip> {
    match place {
        Some(before) if *before != value => Err(Slip::Twice(what)),
        _ => {
            *place = Some(value);
            Ok(())
        }
    }
}
