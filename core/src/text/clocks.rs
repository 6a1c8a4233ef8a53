//! The words for how much time players have.

use crate::clock::ClockRule;
use crate::clock::duration::{DAY, HOUR, MINUTE};
use crate::notice::Timing;
use crate::text::times;

/// For mails: `10 days, plus 36 hours per turn`.
pub fn in_full(rule: ClockRule) -> String {
    told(rule, ", plus ")
}

/// For headings, where commas separate other things: `10 days + 36 hours per turn`.
pub fn brief(rule: ClockRule) -> String {
    told(rule, " + ")
}

/// The clocks that are offered where one is chosen and not typed: as typed, and in words.
pub fn offered() -> impl Iterator<Item = (String, String)> {
    let rules = [
        ClockRule::default(),
        ClockRule::PerTurn { each: DAY },
        ClockRule::PerTurn { each: 3 * DAY },
        ClockRule::PerTurn { each: 7 * DAY },
        ClockRule::Bank { start: 20 * DAY, add: DAY },
        ClockRule::Bank { start: 30 * DAY, add: 0 },
        ClockRule::Bank { start: HOUR, add: MINUTE },
        ClockRule::Bank { start: 30 * MINUTE, add: 10 },
        ClockRule::Bank { start: 5 * MINUTE, add: 10 },
        ClockRule::PerTurn { each: MINUTE },
        ClockRule::None,
    ];
    rules.into_iter().map(|rule| (rule.to_string(), brief(rule)))
}

/// A challenge's clock as a sentence.
pub(super) fn sentence(timing: &Timing) -> String {
    match timing {
        Timing::Rule(ClockRule::None) => "There is no clock.".to_owned(),
        Timing::Rule(rule) => format!("You have {}.", in_full(*rule)),
        Timing::Words(words) => format!("You have {words}."),
    }
}

/// A challenge's clock as one of its terms.
pub(super) fn term(timing: &Timing) -> String {
    match timing {
        Timing::Rule(rule) => brief(*rule),
        Timing::Words(words) => words.clone(),
    }
}

fn told(rule: ClockRule, plus: &str) -> String {
    match rule {
        ClockRule::Bank { start, add: 0 } => format!("{} for the whole game", times::exactly(start)),
        ClockRule::Bank { start, add } => {
            format!("{}{plus}{} per turn", times::exactly(start), times::exactly(add))
        }
        ClockRule::PerTurn { each } => format!("{} per turn", times::exactly(each)),
        ClockRule::None => "no clock".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn in_words() {
        assert_eq!(in_full(ClockRule::default()), "10 days, plus 36 hours per turn");
        assert_eq!(brief(ClockRule::default()), "10 days + 36 hours per turn");
        assert_eq!(in_full(ClockRule::PerTurn { each: 3 * DAY }), "3 days per turn");
        assert_eq!(in_full(ClockRule::Bank { start: 30 * DAY, add: 0 }), "30 days for the whole game");
        assert_eq!(in_full(ClockRule::None), "no clock");
    }

    proptest! {
        /// What people copy out of a mail is understood.
        #[test]
        fn the_words_can_be_typed(start in MINUTE..=366 * DAY, add in 1..=366 * DAY) {
            for rule in [ClockRule::Bank { start, add }, ClockRule::PerTurn { each: start }] {
                prop_assert_eq!(in_full(rule).parse(), Ok(rule));
            }
        }
    }
}
