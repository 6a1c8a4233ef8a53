//! A cursor over the words of a line, with what most commands take from it: a game's number, a turn's, a name.

use crate::event::EventNumber;
use crate::game::GameNumber;

/// What is left of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        Words { rest: text.trim() }
    }

    /// Everything that is left.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Takes everything that is left.
    pub(super) fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Goes on at a later place of the same line.
    pub(super) fn go_on_at(&mut self, rest: &'a str) {
        self.rest = rest.trim();
    }

    /// Whether nothing is left but punctuation, politeness and little pictures.
    pub(super) fn is_done(&self) -> bool {
        let mut words = *self;
        let mut left = None;
        while left != Some(words.rest) {
            left = Some(words.rest);
            words.take_any(&["please", "pls", "plz", "thanks", "thx", "thank you", "many thanks", "then"]);
            words.rest = words.rest.trim_start_matches(|c: char| is_picture(c) || c.is_whitespace());
        }
        words.rest.chars().all(is_punctuation)
    }

    /// The next word as it stands, without the punctuation around it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        let word = self.rest.split_whitespace().next()?;
        Some(word.trim_matches(is_punctuation))
    }

    /// Takes the next word.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        self.rest = self.rest[end..].trim_start();
        Some(word)
    }

    /// Takes the next words if they are these, in any case. More words of the phrase are separated by one space.
    pub(super) fn take(&mut self, phrase: &str) -> bool {
        let mut words = *self;
        let all = phrase.split(' ').all(|wanted| words.next().is_some_and(|word| word.eq_ignore_ascii_case(wanted)));
        if all {
            *self = words;
        }
        all
    }

    /// Takes the next words if they are one of these.
    pub(super) fn take_any(&mut self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    /// Takes a game's number: `41`, `game 41`, `41:`; of `41#12` only the first part.
    pub(super) fn game(&mut self) -> Option<GameNumber> {
        let mut words = *self;
        words.take("game");
        let number = words.digits()?;
        *self = words;
        Some(number)
    }

    /// Takes an event's number: `T12`, `event 12`, `tournament 12`.
    pub(super) fn event(&mut self) -> Option<EventNumber> {
        let mut words = *self;
        let named = words.take_any(&["event", "tournament"]);
        let word = words.next()?;
        let digits = word.strip_prefix(['T', 't']).or(named.then_some(word))?;
        let fits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| fits && *number > 0)?;
        *self = words;
        Some(number)
    }

    /// Takes the number of a turn: `#12`.
    pub(super) fn guard(&mut self) -> Option<u32> {
        let mut words = Words { rest: self.rest.strip_prefix('#')? };
        let number = u32::try_from(words.digits()?).ok()?;
        *self = words;
        Some(number)
    }

    /// Takes a number that ends its word, or is followed by `#`.
    fn digits(&mut self) -> Option<i64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok().filter(|&number| number > 0)?;
        let behind = self.rest[end..].trim_start_matches([':', ',']);
        if !(behind.is_empty() || behind.starts_with('#') || behind.starts_with(char::is_whitespace)) {
            // `41.` at the end of a line is a number with a full stop; `7.` before a turn is a move number.
            return behind.chars().all(is_punctuation).then(|| {
                self.rest = "";
                number
            });
        }
        self.rest = behind.trim_start();
        Some(number)
    }
}

/// What may stand around a word without being part of it. `@`, `#`, `<`, `+`, `/`, `=`, `-` and `_` belong to words.
fn is_punctuation(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '"'
            | '\''
            | '`'
            | '*'
            | '('
            | ')'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '«'
            | '»'
    )
}

/// Smiles, hearts and thumbs, with what colours and joins them.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}' | '\u{200d}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words() {
        let mut words = Words::new(" Game 41: #12  Hello, you. ");
        assert_eq!((words.game(), words.guard(), words.next()), (Some(41), Some(12), Some("Hello")));
        assert!(words.take_any(&["me", "YOU"]) && words.is_done());
        assert_eq!(Words::new("41#12").game(), Some(41));
        assert_eq!(Words::new("41.").game(), Some(41));
        for text in ["7. d1", "0", "-1", "41st", "99999999999999999999", "", "größe"] {
            assert_eq!(Words::new(text).game(), None, "{text}");
        }
        for text in ["T12", "t12,", "event 12", "Tournament T12"] {
            assert_eq!(Words::new(text).event(), Some(12), "{text}");
        }
        for text in ["12", "T", "T0", "Tom", "T12x", "T+1", "the T12", "T99999999999999999999"] {
            assert_eq!(Words::new(text).event(), None, "{text}");
        }
        assert!(Words::new("please, thank you!").is_done());
        assert!(!Words::new("please stop").is_done());
    }
}
