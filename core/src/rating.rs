//! Ratings: Glicko-2, one per player and game. Each rated game is a rating period of its own, and whoever stays away
//! becomes less certain.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::clock::moment::Timestamp;
use crate::rules::Side;

/// A player's rating in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The number.
    pub rating: f64,
    /// How unsure it is: about two thirds of its true value lies this close.
    pub deviation: f64,
    /// How much it moves.
    pub volatility: f64,
    /// How many rated games made it.
    pub games: u32,
    /// When it last changed.
    pub at: Timestamp,
}

/// Fewer games than this, or a greater deviation than that, and a rating is provisional.
const SETTLED_GAMES: u32 = 10;
const SETTLED_DEVIATION: f64 = 110.0;
/// An absence this long counts as a rating period without games. At the usual volatility a settled rating is back near
/// the beginner's deviation after some years.
const PERIOD: i64 = 30 * 86_400;
/// A deviation has reached its limit after this many periods.
const MOST_PERIODS: i64 = 600;

impl Rating {
    /// Before the first game.
    pub fn new(at: Timestamp) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0, at }
    }

    /// Whether few games or a long absence make it a guess; such ratings carry a `?`.
    pub fn is_provisional(&self) -> bool {
        self.games < SETTLED_GAMES || self.deviation > SETTLED_DEVIATION
    }

    /// `1512`, or `1512?` while provisional.
    pub fn shown(&self) -> String {
        format!("{:.0}{}", self.rating, if self.is_provisional() { "?" } else { "" })
    }

    fn glicko(&self, now: Timestamp) -> Glicko2Rating {
        let mut glicko = Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility };
        for _ in 0..((now - self.at) / PERIOD).clamp(0, MOST_PERIODS) {
            glicko = decay_deviation(&glicko);
        }
        glicko
    }

    fn after(&self, new: Glicko2Rating, now: Timestamp) -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = new;
        // A game that tells nothing new adds a period's uncertainty, but nobody is less certain than a beginner.
        let deviation = deviation.min(Glicko2Rating::new().deviation);
        Rating { rating, deviation, volatility, games: self.games.saturating_add(1), at: now.max(self.at) }
    }
}

/// Both ratings, White's first, after a game that this side won (`None`: a draw).
pub fn rate(white: &Rating, black: &Rating, winner: Option<Side>, now: Timestamp) -> (Rating, Rating) {
    let outcome = match winner {
        Some(Side::White) => Outcomes::WIN,
        Some(Side::Black) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (new_white, new_black) = glicko2(&white.glicko(now), &black.glicko(now), &outcome, &Glicko2Config::new());
    (white.after(new_white, now), black.after(new_black, now))
}

/// What a game did to a rating: `1500? → 1662? (+162)`.
pub fn change(before: &Rating, after: &Rating) -> String {
    let difference = after.rating.round() - before.rating.round();
    format!("{} → {} ({difference:+.0})", before.shown(), after.shown())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn settled(rating: f64) -> Rating {
        Rating { rating, deviation: 60.0, volatility: 0.06, games: 40, at: 0 }
    }

    #[test]
    fn the_first_game() {
        let new = Rating::new(0);
        let (winner, loser) = rate(&new, &new, Some(Side::White), 5);
        assert_eq!(change(&new, &winner), "1500? → 1662? (+162)");
        assert_eq!(change(&new, &loser), "1500? → 1338? (-162)");
        assert_eq!((winner.games, winner.at), (1, 5));
        assert!(winner.deviation < 350.0);
        let (white, black) = rate(&new, &new, None, 5);
        assert_eq!((white.shown(), black.shown()), ("1500?".to_owned(), "1500?".to_owned()));
    }

    #[test]
    fn a_settled_rating_has_no_mark_and_absence_unsettles_it() {
        assert_eq!(settled(1700.0).shown(), "1700");
        let (back, _) = rate(&settled(1700.0), &settled(1700.0), None, 4 * 365 * 86_400);
        assert!(back.deviation > settled(1700.0).deviation);
    }

    proptest! {
        /// The winner never loses points, the loser never wins any, and everything stays finite.
        #[test]
        fn winning_pays(a in 500.0..3000.0f64, b in 500.0..3000.0f64, da in 30.0..350.0f64, db in 30.0..350.0f64, away in 0..100_000_000_000i64) {
            let white = Rating { deviation: da, ..settled(a) };
            let black = Rating { deviation: db, ..settled(b) };
            let (after_white, after_black) = rate(&white, &black, Some(Side::White), away);
            prop_assert!(after_white.rating >= white.rating && after_black.rating <= black.rating);
            for rating in [after_white, after_black] {
                prop_assert!(rating.rating.is_finite() && rating.volatility.is_finite());
                prop_assert!((0.0..=350.0).contains(&rating.deviation));
            }
        }
    }
}
