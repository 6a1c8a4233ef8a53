//! One of each fact about time.

use turnpost_core::clock::ClockRule;
use turnpost_core::notice::told::time::{Told, Why};

use super::Room;
use crate::samples::{DAY, NOW};

pub fn room() -> Room {
    let until = NOW + 7 * DAY;
    Room {
        source: include_str!("../../../src/notice/told/time.rs"),
        ask: Vec::new(),
        told: vec![
            Told::Back.into(),
            Told::Away { until, days_left: 1 }.into(),
            Told::AwayByItself { number: 41, until }.into(),
            Told::OtherAway { who: "Ann".into(), until }.into(),
            Told::HouseIsOff { games: vec![41] }.into(),
            Told::HouseIsOff { games: vec![41, 43] }.into(),
            Told::ChallengeEnded { number: 41, terms: Some(super::lobby::terms("white", ClockRule::default())) }.into(),
        ],
        why: vec![
            Why::NotAway.into(),
            Why::DayIsPast.into(),
            Why::TooLong { days_left: 1, away: false }.into(),
            Why::TooOften { most: 3, away: true }.into(),
        ],
    }
}
