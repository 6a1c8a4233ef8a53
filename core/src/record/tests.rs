//! Records come back as they were, and a replay sees what is wrong with them.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use super::*;
use crate::rules::GameKind;

const TEXT: &str = "\
Turnpost record 1
Game: amazons
Variant: standard
Number: 41
White: Ben
Black: Ann
Rated: no
Clock: 10d+36h
Started: 2026-05-25T16:00:00Z
Ended: 2026-05-27T08:00:00Z
Result: white
Reason: resigned

1. white d1-d7/g7 {2026-05-25T18:00:00Z, left 864000}
2. black j7-h7/h3 {2026-05-26T09:30:00Z, left 864000}
";

/// A game of some turns, chosen by `choices` from the legal ones.
fn played(game: GameKind, choices: &[usize]) -> Record {
    let setup = Setup::new(game.name(), None, &[]).unwrap();
    let mut replayed = Course::new(&setup).unwrap();
    let mut turns = Vec::new();
    for (i, choice) in choices.iter().enumerate() {
        let legal = replayed.position().legal();
        let (false, Some(side)) = (legal.is_empty(), replayed.to_move()) else { break };
        let number = replayed.position().turn_number();
        let text = legal[choice % legal.len()].clone();
        replayed.play(&text).unwrap();
        let at = i as i64 * 1000;
        turns.push(RecordedTurn {
            number,
            side,
            text,
            forfeit: false,
            at: Some(at),
            left: (i % 2 == 0).then_some(500 - at),
        });
    }
    let end = replayed.outcome().map(|outcome| End {
        winner: outcome.winner,
        reason: outcome.reason,
        margin: outcome.margin,
        aborted: false,
        at: Some(1),
    });
    let (white, black) = ("Ben".to_owned(), "a former player".to_owned());
    let clock = ClockRule::per_turn(3600);
    Record { setup, first: None, number: None, white, black, rated: true, clock, started: None, turns, end }
}

#[test]
fn the_form() {
    let record: Record = TEXT.parse().unwrap();
    assert_eq!(record.to_string(), TEXT);
    assert_eq!(record.replay().unwrap().turns().len(), 2);
    assert_eq!(record.turns[1].left, Some(864_000));
}

#[test]
fn from_a_position_with_options_and_a_forfeit() {
    let text = "\
Turnpost record 1
Game: desdemona
Variant: cassio
Position: W9/10/10/10/10/10/10/10/10/9B w 7
White: Ben
Black: Ann
Rated: yes
Clock: none
Result: aborted
Reason: adjudicated

7. white a10-a9/a8 {forfeit}
";
    let record: Record = text.parse().unwrap();
    assert_eq!(record.to_string(), text);
    assert!(record.turns[0].forfeit);
    assert!(record.end.is_some_and(|end| end.aborted));
}

#[test]
fn what_cannot_be_read() {
    for (from, to, why) in [
        ("Turnpost record 1", "PGN", "line 1: a record begins with"),
        ("Game: amazons", "Game: chess", "line 2: no game \"chess\""),
        ("Game: amazons\n", "", "the header Game is missing"),
        ("Variant", "Color", "line 3: no header \"Color\""),
        ("Number: 41", "White: Mia", "line 5: White stands there twice"),
        ("Rated: no", "Rated: perhaps", "line 7: it is yes or no"),
        ("10d+36h", "soon", "line 8: a clock is written"),
        ("2026-05-25T16:00:00Z", "Monday", "line 9: a time is written"),
        ("Result: white", "Result: Ben", "line 11: a result is"),
        ("Reason: resigned\n", "", "Result and Reason go together"),
        ("resigned", "boredom", "line 12: no reason \"boredom\""),
        ("1. white", "1. green", "line 14: a turn is written"),
        ("left 864000}", "left 864000", "line 14: the brace is not closed"),
        ("left 864000", "left much", "line 14: the time left"),
    ] {
        let error = TEXT.replacen(from, to, 1).parse::<Record>().unwrap_err().to_string();
        assert!(error.starts_with(why), "{to}: {error}");
    }
    assert_eq!("".parse::<Record>(), Err(RecordError::Missing("the record is empty")));
}

#[test]
fn what_is_no_game() {
    for (from, to, why) in [
        ("d1-d7/g7", "D1-D7/G7", "turn 1: D1-D7/G7 is spelled d1-d7/g7"),
        ("j7-h7/h3", "j7-h7/g7", "turn 2: "),
        ("2. black", "2. white", "turn 2: it is Black's, not White's"),
        ("2. black", "3. black", "turn 3: turn 2 comes here"),
        ("resigned", "no-turn", "the result: the rules don't see"),
        ("resigned", "counted", "the result: the count of the last position"),
    ] {
        let record: Record = TEXT.replacen(from, to, 1).parse().unwrap();
        let error = record.replay().map(|game| game.turns().len()).unwrap_err().to_string();
        assert!(error.starts_with(why), "{to}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn records_come_back(game in proptest::sample::select(GameKind::ALL), choices in proptest::collection::vec(any::<usize>(), 0..150)) {
        let record = played(game, &choices);
        let read: Record = record.to_string().parse().unwrap();
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.replay().unwrap().turns().len(), record.turns.len());
    }

    #[test]
    fn nothing_panics(at in 0..TEXT.len(), text in "\\PC{0,12}") {
        let broken = TEXT.get(..at).map(|start| start.to_owned() + &text + TEXT.get(at..).unwrap_or_default());
        if let Ok(record) = broken.unwrap_or_default().parse::<Record>() {
            let _ = record.replay();
        }
    }
}
