//! Reading `new`: the game's name, then whom, which colour, what clock, in any order and with filler words.

use super::arguments::{named_game, short};
use super::courtesy::plain_words;
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
const HOUSE: &[&str] = &["house", "computer", "machine", "robot", "engine"];

/// And anyone.
#[rustfmt::skip]
const ANYONE: &[&str] = &[
    "anyone", "anybody", "everyone", "all", "someone", "somebody", "whoever", "human", "humans", "human being", "person", "real person", "people",
];

/// Levels of the house in words.
#[rustfmt::skip]
const LEVELS_IN_WORDS: &[(&str, u8)] = &[
    ("easiest", 1), ("lowest", 1), ("weakest", 1), ("beginner", 1), ("beginner's", 1), ("beginners", 1), ("easy", 2), ("medium", 4), ("middle", 4),
    ("hard", 6), ("highest", 8), ("hardest", 8), ("strongest", 8),
];

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
        if let Some(colour) = take_pieces(words) {
            return set(&mut self.colour, colour, Once::Colour);
        }
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
        let mut behind = *words;
        behind.take_any(&["the", "a", "an"]);
        if behind.take_any(ANYONE) {
            *words = behind;
            return self.set_opponent(Opponent::Anyone);
        }
        // Whoever writes to us and says "you" means the house; "with me" says nothing.
        if behind.take_any(HOUSE) || behind.take("you") {
            *words = behind;
            self.take_number_of_house(words)?;
            return self.set_opponent(Opponent::House(None));
        }
        if words.take_any(&["me", "us"]) {
            return Ok(());
        }
        if let Some(level) = take_level(&mut behind)? {
            *words = behind;
            set(&mut self.level, level, Once::Level)?;
            return self.set_opponent(Opponent::House(None));
        }
        if take_relation(words) && !words.peek().is_some_and(|word| word.contains('@')) {
            return Err(Missing::Opponent.into());
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

    /// `house 2`, as its players are called: "House 2 (computer)". Before a unit a number is a clock's.
    fn take_number_of_house(&mut self, words: &mut Words<'_>) -> Result<(), Slip> {
        let mut behind = *words;
        let number = behind.next().filter(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()));
        let is_unit = |word: &str| {
            ["d", "h", "m"].contains(&word)
                || ["day", "hour", "week", "minute"].iter().any(|unit| word.starts_with(unit))
        };
        if let Some(number) = number.filter(|_| !behind.peek().is_some_and(is_unit)) {
            let level = number.parse().ok().filter(|level| LEVELS.contains(level));
            set(&mut self.level, level.ok_or_else(|| Slip::NoLevel(short(number)))?, Once::Level)?;
            *words = behind;
        }
        words.take("computer");
        Ok(())
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

/// `with black pieces`: a colour, and not whom to play.
fn take_pieces(words: &mut Words<'_>) -> Option<Colour> {
    let mut ahead = *words;
    let with = ahead.take_any(&["with the", "with"]);
    let colour = take_colour(&mut ahead)?;
    let pieces = ahead.take_any(&["pieces", "stones", "men", "side"]);
    (with || pieces).then(|| {
        *words = ahead;
        colour
    })
}

/// "My brother", "a friend of mine", as far as the address behind it.
fn take_relation(words: &mut Words<'_>) -> bool {
    const MOST_WORDS: usize = 5;
    let mut ahead = *words;
    if !ahead.take_any(&["my", "our", "a", "the"]) {
        return false;
    }
    for _ in 0..MOST_WORDS {
        if ahead.peek().is_none_or(|word| word.contains('@')) {
            break;
        }
        ahead.next();
    }
    if ahead.peek().is_some() {
        *words = ahead;
    }
    true
}

/// `level 5`, or "the easiest level": the level of the house.
pub(super) fn take_level(words: &mut Words<'_>) -> Result<Option<u8>, Slip> {
    let mut ahead = *words;
    ahead.take_any(&["at the", "at", "the", "on"]);
    if let Some((_, level)) = LEVELS_IN_WORDS.iter().find(|(word, _)| ahead.take(word)) {
        ahead.take_any(&["level", "one"]);
        *words = ahead;
        return Ok(Some(*level));
    }
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
        return house_by_name(inner).map_or_else(|| player(inner), Ok);
    }
    match Mailbox::parse(inner) {
        Ok(mailbox) => Ok(Opponent::Email(mailbox.to_string())),
        Err(why) => Err(Slip::NoAddress { word: short(word), why }),
    }
}

/// `house-2`, as the house's players are called in tournaments.
fn house_by_name(name: &str) -> Option<Opponent> {
    let (house, level) = name.split_once('-')?;
    let level = level.parse().ok().filter(|level| LEVELS.contains(level));
    level.filter(|_| house.eq_ignore_ascii_case("house")).map(|level| Opponent::House(Some(level)))
}

/// A game that was asked for in a sentence, with what the rest of the text says of it: whoever wants to play the computer may
/// say only later how strong it shall be.
pub(super) fn completed(mut new: NewGame, text: &str) -> NewGame {
    let said = plain_words(text);
    let at = |wanted: &[&str]| said.iter().position(|word| wanted.contains(&word.as_str()));
    let follows = |at: usize, wanted: &[&str]| said.get(at + 1).is_some_and(|word| wanted.contains(&word.as_str()));
    let before = |at: usize| at.checked_sub(1).and_then(|at| said.get(at)).map_or("", String::as_str);
    if new.opponent == Opponent::Anyone && at(ANYONE).is_none() && at(&["computer", "robot", "machine"]).is_some() {
        new.opponent = Opponent::House(None);
    }
    if new.opponent == Opponent::House(None) {
        let numbered = || said.windows(2).filter(|pair| pair[0] == "level").find_map(|pair| pair[1].parse().ok());
        let in_words = || LEVELS_IN_WORDS.iter().find(|(word, _)| at(&[word]).is_some()).map(|(_, level)| *level);
        new.opponent = Opponent::House(numbered().filter(|level| LEVELS.contains(level)).or_else(in_words));
    }
    let variants = GameKind::named(&new.game).map(GameKind::variants).unwrap_or_default();
    if new.variant.is_none() {
        let named = variants.iter().skip(1).find(|variant| at(&[variant]).is_some());
        new.variant = named.map(|variant| (*variant).to_owned());
    }
    for (word, side) in [("black", Side::Black), ("white", Side::White)] {
        if let (None, Some(found)) = (new.colour, at(&[word])) {
            let mine = ["as", "with", "play", "playing", "take", "have", "be"].contains(&before(found));
            let named = mine || follows(found, &["pieces", "stones", "men"]);
            new.colour = named.then_some(Colour::Side(side));
        }
    }
    new
}

fn player(name: &str) -> Result<Opponent, Slip> {
    let fits =
        (1..=32).contains(&name.chars().count()) && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if fits { Ok(Opponent::Player(name.to_owned())) } else { Err(Slip::NoName(short(name))) }
}
