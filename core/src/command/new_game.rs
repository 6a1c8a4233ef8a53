//! Reading `new`: the game's name, then whom, which colour, what clock, in any order and with filler words.

use super::arguments::{named_game, short};
use super::fault::{Missing, Once, Slip};
use super::nearest::nearest;
use super::words::Words;
use super::{Colour, Command, NewGame, Opponent};
use crate::address::Mailbox;
use crate::clock::ClockRule;
use crate::house::LEVELS;
use crate::rules::{GameKind, Side};

/// Words that say nothing: "a game of Amazons, please".
const FILLERS: &[&str] =
    &["a", "an", "the", "game", "of", "to", "me", "please", "play", "playing", "in", "at", "i", "and"];

/// How people call the computer player.
const HOUSE: &[&str] = &["house", "computer"];

/// `GAME [VARIANT] [vs …] [as …] [clock …] [rated|unrated] [option=value…]`.
pub(super) fn read(words: &mut Words<'_>) -> Result<Command, Slip> {
    let mut draft = Draft::default();
    while !words.is_done() {
        draft.take(words)?;
    }
    draft.finish().map(Command::New)
}

#[derive(Default)]
struct Draft {
    game: Option<&'static str>,
    variant: Option<String>,
    opponent: Option<Opponent>,
    level: Option<u8>,
    colour: Option<Colour>,
    clock: Option<ClockRule>,
    rated: Option<bool>,
    options: Vec<(String, String)>,
    /// Words that are not ours, in order: a mistyped game, a variant, a name without `vs`.
    unknown: Vec<String>,
}

impl Draft {
    /// Takes one thing off the front.
    fn take(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        if words.take_any(&["vs", "v", "versus", "against", "with", "opponent"]) {
            return self.take_opponent(words);
        }
        if words.take_any(&["anyone", "anybody", "everyone", "open"]) {
            return self.set_opponent(Opponent::Anyone);
        }
        if let Some(level) = take_level(words)? {
            return set(&mut self.level, level, Once::Level);
        }
        if let Some(colour) = take_colour(words) {
            return set(&mut self.colour, colour, Once::Colour);
        }
        if words.take_any(&["unrated", "not rated", "casual", "friendly"]) {
            return set(&mut self.rated, false, Once::Rated);
        }
        if words.take_any(&["rated", "ranked"]) {
            return set(&mut self.rated, true, Once::Rated);
        }
        if words.take_any(&["clock", "time"]) {
            return self.take_clock(words, true);
        }
        if words.rest().starts_with(|c: char| c.is_ascii_digit())
            || words.peek().is_some_and(|w| w.eq_ignore_ascii_case("no"))
        {
            return self.take_clock(words, false);
        }
        if let Some(game) = GameKind::ALL.iter().find(|game| words.take_any(&[game.title(), game.name()])) {
            return set(&mut self.game, game.name(), Once::Game);
        }
        if words.take_any(FILLERS) {
            return Ok(());
        }
        let Some(word) = words.next() else { return Ok(()) };
        self.take_word(word)
    }

    fn take_word(&mut self, word: &str) -> Result<(), Slip> {
        if let Some((name, value)) = word.split_once('=') {
            if name.is_empty() || value.is_empty() {
                return Err(Slip::NoOption(short(word)));
            }
            self.options.push((name.to_ascii_lowercase(), value.to_ascii_lowercase()));
            return Ok(());
        }
        if word.contains('@') {
            return self.set_opponent(somebody(word)?);
        }
        if let Some(variant) = GameKind::ALL.iter().flat_map(|g| g.variants()).find(|v| v.eq_ignore_ascii_case(word)) {
            return set(&mut self.variant, (*variant).to_owned(), Once::Variant);
        }
        if !word.is_empty() {
            self.unknown.push(word.to_owned());
        }
        Ok(())
    }

    fn take_opponent(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        if words.take_any(&["anyone", "anybody", "everyone", "all"]) {
            return self.set_opponent(Opponent::Anyone);
        }
        let mut behind = *words;
        behind.take("the");
        if behind.take_any(HOUSE) {
            *words = behind;
            return self.set_opponent(Opponent::House(None));
        }
        let word = words.next().filter(|word| !word.is_empty()).ok_or(Missing::Opponent)?;
        // Mail clients turn an address into `Ben <ben@example.net>`.
        let behind = words.peek().filter(|next| next.starts_with('<') && next.contains('@') && !word.contains('@'));
        if let Some(address) = behind {
            words.next();
            return self.set_opponent(somebody(address)?);
        }
        self.set_opponent(somebody(word)?)
    }

    fn set_opponent(&mut self, opponent: Opponent) -> Result<(), Slip> {
        set(&mut self.opponent, opponent, Once::Opponent)
    }

    /// The longest run of words that is a clock, so that `10 days, plus 36 hours per turn` is one. After the word
    /// `clock` there must be one.
    fn take_clock(&mut self, words: &mut Words<'_>, must: bool) -> Result<(), Slip> {
        let text = words.rest();
        let ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i).chain([text.len()]).take(16);
        let clock =
            ends.filter_map(|end| Some((end, text[..end].trim_end_matches([',', '.', ';']).parse().ok()?))).last();
        match clock {
            Some((end, clock)) => {
                words.go_on_at(&text[end..]);
                set(&mut self.clock, clock, Once::Clock)
            }
            None if must || text.starts_with(|c: char| c.is_ascii_digit()) => Err(Slip::NoClock),
            None => self.take_word(words.next().unwrap_or_default()),
        }
    }

    fn finish(mut self) -> Result<NewGame, Slip> {
        let mut unknown = std::mem::take(&mut self.unknown).into_iter();
        let game = match self.game.or_else(|| only_game_with(self.variant.as_deref()?)) {
            Some(game) => game,
            None => match unknown.next() {
                Some(word) => named_game(&word)?,
                None => return Err(Missing::Game.into()),
            },
        };
        let variants = GameKind::named(game).map(GameKind::variants).unwrap_or_default();
        for word in unknown {
            // One more word is a misspelled variant or an opponent without `vs`.
            if let Some(near) = nearest(&word, variants.iter().copied()).filter(|_| self.variant.is_none()) {
                return Err(Slip::NoVariant { word: short(&word), near: near.to_owned() });
            }
            if self.opponent.is_some() {
                return Err(Slip::SaysNothing(short(&word)));
            }
            self.set_opponent(somebody(&word)?)?;
        }
        // Only the house has levels.
        let opponent = match (self.opponent, self.level) {
            (None | Some(Opponent::House(_)), Some(level)) => Opponent::House(Some(level)),
            (Some(_), Some(_)) => return Err(Slip::LevelOfAPerson),
            (opponent, None) => opponent.unwrap_or(Opponent::Anyone),
        };
        Ok(NewGame {
            game: game.to_owned(),
            variant: self.variant,
            opponent,
            colour: self.colour,
            clock: self.clock,
            rated: self.rated,
            options: self.options,
        })
    }
}

/// Sets what may be said only once.
fn set<T: PartialEq>(place: &mut Option<T>, value: T, what: Once) -> Result<(), Slip> {
    match place {
        Some(before) if *before != value => Err(Slip::Twice(what)),
        _ => {
            *place = Some(value);
            Ok(())
        }
    }
}

fn take_colour(words: &mut Words<'_>) -> Option<Colour> {
    let mut ahead = *words;
    let _ = ahead.take_any(&["as", "i am", "i play", "colour", "color", "playing"]);
    let colour = if ahead.take_any(&["white", "first"]) {
        Colour::Side(Side::White)
    } else if ahead.take_any(&["black", "second"]) {
        Colour::Side(Side::Black)
    } else if ahead.take_any(&["random", "any colour", "any color", "either"]) {
        Colour::Random
    } else {
        return None;
    };
    *words = ahead;
    Some(colour)
}

/// `level 5`: the level of the house.
pub(super) fn take_level(words: &mut Words<'_>) -> Result<Option<u8>, Slip> {
    if !words.take("level") {
        return Ok(None);
    }
    let word = words.next().unwrap_or_default();
    match word.parse().ok().filter(|level| LEVELS.contains(level)) {
        Some(level) => Ok(Some(level)),
        None => Err(Slip::NoLevel(short(word))),
    }
}

/// The game that alone has a variant of that name: `new cassio` is understood.
fn only_game_with(variant: &str) -> Option<&'static str> {
    let mut games = GameKind::ALL.iter().filter(|game| game.variants().contains(&variant));
    games.next().filter(|_| games.next().is_none()).map(|game| game.name())
}

/// A mention, an address or a name.
fn somebody(word: &str) -> Result<Opponent, Slip> {
    let inner = word.trim_start_matches('<').trim_end_matches('>');
    let inner = inner.strip_prefix("mailto:").unwrap_or(inner);
    if let Some(id) = inner.strip_prefix('@') {
        let id = id.trim_start_matches('!');
        return match id.parse() {
            Ok(id) if word.starts_with('<') => Ok(Opponent::Discord(id)),
            _ => player(id),
        };
    }
    if !inner.contains('@') {
        return player(inner);
    }
    match Mailbox::parse(inner) {
        Ok(mailbox) => Ok(Opponent::Email(mailbox.to_string())),
        Err(why) => Err(Slip::NoAddress { word: short(word), why }),
    }
}

fn player(name: &str) -> Result<Opponent, Slip> {
    let fits =
        (1..=32).contains(&name.chars().count()) && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if fits { Ok(Opponent::Player(name.to_owned())) } else { Err(Slip::NoName(short(name))) }
}
