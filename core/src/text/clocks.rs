//! The words for how much time players have.

use crate::clock::ClockRule;
use crate::clock::duration::{DAY, HOUR, MINUTE};
use crate::notice::Timing;
use crate::text::times;

/// For mails: `10 days, plus 36 hours per turn`.
pub fn in_full(rule: ClockRule) -> String {
    let bound = rule.max().map_or_else(String::new, |max| format!(", at most {} in all", times::exactly(max)));
    format!("{}{bound}", told(rule, ", plus "))
}

/// For headings, where commas separate other things: `10 days + 36 hours per turn`.
pub fn brief(rule: ClockRule) -> String {
    let bound = rule.max().map_or_else(String::new, |max| format!(" ({} at most)", times::exactly(max)));
    format!("{}{bound}", told(rule, " + "))
}

/// The clocks that are offered where one is chosen and not typed: as typed, and in words.
pub fn offered() -> impl Iterator<Item = (String, String)> {
    let rules = [
        ClockRule::default(),
        ClockRule::default().at_most(45 * DAY),
        ClockRule::bank(5 * DAY, DAY).at_most(21 * DAY),
        ClockRule::per_turn(DAY),
        ClockRule::per_turn(3 * DAY),
        ClockRule::per_turn(7 * DAY),
        ClockRule::bank(20 * DAY, DAY),
        ClockRule::bank(30 * DAY, 0),
        ClockRule::bank(HOUR, MINUTE),
        ClockRule::bank(30 * MINUTE, 10),
        ClockRule::bank(5 * MINUTE, 10),
        ClockRule::per_turn(MINUTE),
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
        ClockRule::Bank { start, add: 0, .. } => format!("{} for the whole game", times::exactly(start)),
        ClockRule::Bank { start, add, .. } => {
            format!("{}{plus}{} per turn", times::exactly(start), times::exactly(add))
        }
        ClockRule::PerTurn { each, .. } => format!("{} per turn", times::exactly(each)),
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
        assert_eq!(in_full(ClockRule::per_turn(3 * DAY)), "3 days per turn");
        assert_eq!(in_full(ClockRule::bank(30 * DAY, 0)), "30 days for the whole game");
        assert_eq!(in_full(ClockRule::None), "no clock");
        let bounded = ClockRule::default().at_most(45 * DAY);
        assert_eq!(in_full(bounded), "10 days, plus 36 hours per turn, at most 45 days in all");
        assert_eq!(brief(bounded), "10 days + 36 hours per turn (45 days at most)");
    }

    proptest! {
        /// What people copy out of a mail is understood.
        #[test]
        fn the_words_can_be_typed(start in MINUTE..=366 * DAY, add in 1..=366 * DAY) {
            for rule in [ClockRule::bank(start, add), ClockRule::per_turn(start)] {
                prop_assert_eq!(in_full(rule).parse(), Ok(rule));
                let bounded = rule.at_most(366 * DAY);
                prop_assert_eq!(in_full(bounded).parse(), Ok(bounded));
                prop_assert_eq!(brief(bounded).parse(), Ok(bounded));
            }
        }
    }
}
