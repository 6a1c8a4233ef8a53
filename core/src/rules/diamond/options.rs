//! The options of a game and their state in a position: how far a sleeth pounces, what the stronger player still
//! owes, and customs.

use std::fmt;

use super::attacks::Pounce;
use super::help::positions::wrong_option;
use crate::rules::{Customs, SetupError, Side};

/// The most checkmates that can be owed.
const MOST_OWED: u8 = 99;
/// The longest T: a year.
const LONGEST_WAIT: u64 = 365 * 86_400;

/// The options' state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// How far a sleeth pounces.
    pub pounce: Pounce,
    /// The handicap, if there is one.
    pub handicap: Option<Handicap>,
    /// Customs, if on.
    pub waiting: Option<Waiting>,
}

impl Default for Options {
    fn default() -> Options {
        Options { pounce: Pounce::Far, handicap: None, waiting: None }
    }
}

/// What the stronger player owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handicap {
    /// The stronger player.
    pub side: Side,
    /// How many checkmates with their release she still owes.
    pub owed: u8,
    /// Whether a checkmate stands that she has not released yet.
    pub stands: bool,
}

/// Customs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// T, as it was written.
    pub time: WaitingTime,
    /// Whether the player to move has been spurred in this turn.
    pub spurred: bool,
}

/// A time in the units it was written in, so that a position string keeps its spelling (`36h` stays `36h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitingTime {
    /// Days, hours, minutes, seconds.
    units: [u32; 4],
}

const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

impl WaitingTime {
    /// In seconds.
    pub fn seconds(self) -> u64 {
        self.units.into_iter().zip(UNITS).map(|(count, (_, seconds))| u64::from(count) * seconds).sum()
    }

    /// Reads numbers with units in falling order: `30s`, `5m`, `36h`, `1d12h`.
    pub fn parse(text: &str) -> Option<WaitingTime> {
        let mut units = [0; 4];
        let mut rest = text;
        for (count, (unit, _)) in units.iter_mut().zip(UNITS) {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, behind) = rest.split_at(digits);
            if let Some(behind) = behind.strip_prefix(unit) {
                *count = number.parse().ok().filter(|_| !number.starts_with('0'))?;
                rest = behind;
            }
        }
        let time = WaitingTime { units };
        (rest.is_empty() && (1..=LONGEST_WAIT).contains(&time.seconds())).then_some(time)
    }
}

impl fmt::Display for WaitingTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut written = self.units.into_iter().zip(UNITS).filter(|(count, _)| *count > 0);
        written.try_for_each(|(count, (unit, _))| write!(f, "{count}{unit}"))
    }
}

/// What stands against an option; the texts are as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainstOption<'a> {
    /// The pounce has no such value.
    Pounce { value: &'a str },
    /// The handicap has no such value.
    Handicap { value: &'a str, why: AgainstHandicap },
    /// That is no time.
    Customs { value: &'a str },
    /// There is no such option.
    Unknown { name: &'a str },
    /// A new game's handicap asks for nothing.
    NothingOwed,
    /// A new game's option has the mark of a passing state.
    Marked { name: &'a str, value: &'a str },
    /// It has no `=`.
    Unpaired { option: &'a str },
    /// It was given before.
    Twice { name: &'a str },
    /// The position has other options.
    Contradicts { name: &'a str, value: &'a str, options: &'a Options },
}

/// What stands against a handicap's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgainstHandicap {
    /// It has no `:`.
    NoColour,
    /// What stands before the `:` is no colour.
    OtherColour,
    /// What stands behind it is no number, or too large.
    Number { most: u8 },
    /// A checkmate stands, but none is owed.
    NothingToRelease,
}

impl Options {
    /// The options of a new game.
    pub fn new(given: &[(String, String)]) -> Result<Options, SetupError> {
        let mut options = Options::default();
        for (name, value) in given {
            options.set_at_start(name, value).map_err(|why| SetupError::Unknown(why.to_string()))?;
        }
        Ok(options)
    }

    /// Reads the last field of a position string.
    pub fn parse(field: &str) -> Result<Options, SetupError> {
        let mut options = Options::default();
        if field == "-" {
            return Ok(options);
        }
        let mut seen: Vec<&str> = Vec::new();
        for option in field.split(',') {
            let unpaired = || wrong_option(&AgainstOption::Unpaired { option });
            let (name, value) = option.split_once('=').ok_or_else(unpaired)?;
            if seen.contains(&name) {
                return Err(wrong_option(&AgainstOption::Twice { name }));
            }
            seen.push(name);
            options.set(name, value).map_err(|why| wrong_option(&why))?;
        }
        Ok(options)
    }

    /// What the rest of the program needs to know of customs.
    pub fn customs(&self) -> Option<Customs> {
        self.waiting.map(|Waiting { time, spurred }| Customs { seconds: time.seconds(), spurred })
    }

    /// Whether a position with this state can belong to a game with those options: what isn't given may be
    /// anything, what is given must be the same but for the passing `!`.
    pub fn agree_with(&self, given: &[(String, String)]) -> Result<(), SetupError> {
        let wanted = Options::new(given)?;
        let disagrees = |name: &str| match name {
            "pounce" => self.pounce != wanted.pounce,
            "handicap" => self.handicap.map(|h| (h.side, h.owed)) != wanted.handicap.map(|h| (h.side, h.owed)),
            _ => self.waiting.map(|w| w.time.seconds()) != wanted.waiting.map(|w| w.time.seconds()),
        };
        match given.iter().find(|(name, _)| disagrees(name)) {
            None => Ok(()),
            Some((name, value)) => {
                let why = AgainstOption::Contradicts { name, value, options: self };
                Err(SetupError::Contradiction(why.to_string()))
            }
        }
    }

    /// Sets one option of a new game from its text (untrusted).
    fn set_at_start<'a>(&mut self, name: &'a str, value: &'a str) -> Result<(), AgainstOption<'a>> {
        self.set(name, value)?;
        if self.handicap.is_some_and(|handicap| handicap.owed == 0) {
            return Err(AgainstOption::NothingOwed);
        }
        if value.ends_with('!') {
            return Err(AgainstOption::Marked { name, value });
        }
        Ok(())
    }

    /// Sets one option from its text (untrusted).
    fn set<'a>(&mut self, name: &'a str, value: &'a str) -> Result<(), AgainstOption<'a>> {
        let (plain, mark) = match value.strip_suffix('!') {
            Some(plain) => (plain, true),
            None => (value, false),
        };
        match name {
            "pounce" if value == "adjacent" => self.pounce = Pounce::Adjacent,
            "pounce" => return Err(AgainstOption::Pounce { value }),
            "handicap" => {
                self.handicap = Some(handicap(plain, mark).map_err(|why| AgainstOption::Handicap { value, why })?);
            }
            "customs" => {
                let time = WaitingTime::parse(plain).ok_or(AgainstOption::Customs { value })?;
                self.waiting = Some(Waiting { time, spurred: mark });
            }
            _ => return Err(AgainstOption::Unknown { name }),
        }
        Ok(())
    }
}

fn handicap(text: &str, stands: bool) -> Result<Handicap, AgainstHandicap> {
    let (side, owed) = text.split_once(':').ok_or(AgainstHandicap::NoColour)?;
    let side = Side::BOTH.into_iter().find(|known| known.word() == side).ok_or(AgainstHandicap::OtherColour)?;
    let plain = owed == "0" || (!owed.starts_with('0') && owed.bytes().all(|byte| byte.is_ascii_digit()));
    let owed = owed.parse().ok().filter(|owed| plain && *owed <= MOST_OWED);
    let owed = owed.ok_or(AgainstHandicap::Number { most: MOST_OWED })?;
    if stands && owed == 0 {
        return Err(AgainstHandicap::NothingToRelease);
    }
    Ok(Handicap { side, owed, stands })
}

/// As the last field of a position string.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = |set: bool| if set { "!" } else { "" };
        let customs = self.waiting.map(|w| format!("customs={}{}", w.time, mark(w.spurred)));
        let handicap = self.handicap.map(|h| format!("handicap={}:{}{}", h.side.word(), h.owed, mark(h.stands)));
        let pounce = (self.pounce == Pounce::Adjacent).then(|| "pounce=adjacent".to_owned());
        let set: Vec<String> = [customs, handicap, pounce].into_iter().flatten().collect();
        f.write_str(if set.is_empty() { "-".to_owned() } else { set.join(",") }.as_str())
    }
}
