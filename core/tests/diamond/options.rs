//! The handicap, customs, and the options' texts.

use turnpost_core::game::Course;
use turnpost_core::rules::{MoveError, Position, Setup, Side};

use super::{position, setup, start};

fn played(on: &str, turns: &[&str]) -> Position {
    let mut position = position(on);
    for turn in turns {
        position.play(turn).unwrap_or_else(|error| panic!("{turn} on {}: {error}", position.text()));
    }
    position
}

fn options_of(position: &Position) -> String {
    position.text().rsplit(' ').next().unwrap().to_owned()
}

fn why(position: &Position, text: &str) -> String {
    match position.read(text) {
        Err(MoveError::Illegal { why, .. }) => why,
        other => panic!("{text}: {other:?}"),
    }
}

/// A rassimel on b7 strikes a8, a7 and b8: a lone town in the corner is in checkmate.
const BEFORE_MATE: &str = "t7/2R5/8/8/8/8/8/7T w 1 play handicap=white:1";

#[test]
fn a_checkmate_is_given_and_released_before_the_town_may_be_captured() {
    let mated = played(BEFORE_MATE, &["c7-b7 h1-h2"]);
    assert_eq!(options_of(&mated), "handicap=white:1!");
    let answered = played(&mated.text(), &["a8-a7"]);
    assert_eq!(options_of(&answered), "handicap=white:1!");
    // She could capture, but must release.
    assert!(answered.legal().iter().all(|turn| !turn.contains('x')), "{:?}", answered.legal());
    assert_eq!(why(&answered, "b7xa7"), "b7xa7: your checkmate stands: play a turn that releases it");
    let released = played(&answered.text(), &["b7-d7 h2-h1"]);
    assert_eq!(options_of(&released), "handicap=white:0");
    let free = played(&released.text(), &["a7-a8", "d7-c7 h1-h2", "a8-b8"]);
    assert!(free.legal().contains(&"c7xb8".to_owned()));
}

#[test]
fn a_turn_that_keeps_the_checkmate_is_not_legal_while_another_releases_it() {
    let mated = "t7/1R6/8/8/8/8/8/7T w 5 play handicap=white:2!";
    // From a7 or b8 the rassimel still mates a town on a8.
    for turn in ["b7-a7 h1-h2", "b7-b8 h1-h2"] {
        assert!(!position(mated).legal().contains(&turn.to_owned()), "{turn}");
        assert_eq!(why(&position(mated), turn), "your checkmate stands: play a turn that releases it", "{turn}");
    }
    assert_eq!(options_of(&played(mated, &["b7-b6 h1-h2"])), "handicap=white:1");
}

#[test]
fn where_no_turn_releases_it_any_may_be_played_and_it_stands_on() {
    let boxed = "t7/1Ro5/1z6/8/8/8/8/7T w 5 play handicap=white:1!";
    let turns = position(boxed).legal();
    assert!(turns.contains(&"b7xc7".to_owned()) && turns.contains(&"b7-a7 h1-g1".to_owned()), "{turns:?}");
    for turn in turns {
        assert_eq!(options_of(&played(boxed, &[&turn])), "handicap=white:1!", "{turn}");
    }
}

#[test]
fn before_the_debt_is_paid_captures_of_the_town_are_not_legal() {
    let on = "t7/1R6/8/8/8/8/8/7T w 1 play handicap=white:2";
    assert!(position(on).legal().iter().all(|turn| !turn.contains('x')));
    assert_eq!(
        why(&position(on), "b7xa8"),
        "b7xa8: before you may capture the town you must give checkmate and release it 2 times"
    );
    // The other player is not bound.
    assert!(position(&on.replace("white", "black")).legal().contains(&"b7xa8".to_owned()));
    // A pounce that would take the town with what stands on it isn't either, nor is a khtsoyis's last strike.
    let on = "(Zt)7/8/8/S7/8/8/8/7T w 1 play handicap=white:1";
    assert!(position(on).legal().iter().all(|turn| !turn.contains('^')));
    let on = "t7/Kc6/8/8/8/8/8/7T w 1 play handicap=white:1";
    assert!(position(on).legal().iter().filter(|turn| turn.contains('x')).all(|turn| turn == "a7xb7"));
}

#[test]
fn a_capture_that_is_not_legal_leaves_room_for_a_single_move() {
    // Her gormoror can't move, and its only attack is on the town.
    assert_eq!(position("8/8/8/8/8/t7/Go6/7T w 1 play -").legal(), ["a2xa3"]);
    assert_eq!(position("8/8/8/8/8/t7/Go6/7T w 1 play handicap=white:1").legal(), ["h1-g1", "h1-h2"]);
}

#[test]
fn no_checkmate_where_he_can_save_the_town_or_capture_hers() {
    // Black's cani takes the rassimel.
    assert_eq!(
        options_of(&played("t7/2R5/1c6/8/8/8/8/7T w 1 play handicap=white:1", &["c7-b7 h1-h2"])),
        "handicap=white:1"
    );
    // Black's khtsoyis takes White's town first.
    assert_eq!(
        options_of(&played("t7/2R5/8/8/8/7k/8/7T w 1 play handicap=white:1", &["c7-b7 h1-h2"])),
        "handicap=white:1"
    );
    // No threat is no checkmate, whatever he can't do.
    assert_eq!(options_of(&played(BEFORE_MATE, &["c7-d7 h1-h2"])), "handicap=white:1");
    // A far sleeth's threat can be blocked.
    let far = "t7/8/k7/8/2S5/8/8/7T w 1 play handicap=white:1";
    assert_eq!(options_of(&played(far, &["c4-b5 h1-h2"])), "handicap=white:1");
}

#[test]
fn a_spur_takes_one_small_move_of_the_opponent_and_leaves_the_turn() {
    let on = "t7/1k6/2c5/2c5/8/8/8/4G2T w 9 play customs=5m";
    let mut game = Course::from_position(&setup("standard", &[]), on).unwrap();
    assert_eq!(game.position().customs().map(|c| (c.seconds, c.spurred)), Some((300, false)));
    let spur = game.play("Spur c6–d6").unwrap().clone();
    assert_eq!((spur.text.as_str(), spur.by), ("spur c6-d6", Side::Black));
    assert_eq!(game.position().text(), "t7/1k6/3c4/2c5/8/8/8/4G2T w 9 play customs=5m!");
    assert_eq!(why(game.position(), "spur d6-d7"), "the player to move has been spurred on once in this turn already");
    game.play("e1-e2 h1-h2").unwrap();
    assert_eq!(game.position().text(), "t7/1k6/3c4/2c5/8/8/4G2T/8 b 10 play customs=5m");
    assert!(game.play("spur e2-e3").is_ok(), "and now White may");
}

#[test]
fn what_a_spur_may_be() {
    let on = "t7/1k6/2cc4/4o3/8/z7/8/4GT2 w 9 play customs=1d12h";
    let on = position(on);
    for text in
        ["spur c6-c7", "spur e5-f6", "spur e5-d4", "spur e5-e4", "spur a3-b5", "spur b7-a6", "spur k c7", "spur a8-a7"]
    {
        assert!(on.read(text).is_ok(), "{text}: {:?}", on.read(text));
    }
    for (text, says) in [
        ("spur c6-c8", "one square only"),
        ("spur e5-g7", "one square only"),
        ("spur a3-a4", "leaps like a chess knight"),
        ("spur c6-d6", "stays there"),
        ("spur e1-e2", "is White's"),
        ("spur a1-a2", "nothing stands on a1"),
        ("spur", "one piece's move by one square"),
        ("spur c6-c7+d6-d7", "one piece's move by one square"),
    ] {
        assert!(why(&on, text).contains(says), "{text}: {}", why(&on, text));
    }
    assert!(on.legal().iter().all(|turn| !turn.contains("spur")));
    let setup = start("standard", &[("customs", "30s")]);
    assert!(why(&setup, "spur b8-b7").contains("in the setup"));
}

#[test]
fn a_forfeited_turn_is_a_pass() {
    let on = "t7/1k6/8/8/8/8/8/4G2T w 9 play customs=5m!";
    let next = played(on, &["pass"]);
    assert_eq!(next.text(), "t7/1k6/8/8/8/8/8/4G2T b 10 play customs=5m");
    assert!(!position(on).legal().contains(&"pass".to_owned()));
    // In the setup the forfeit loses time, not a piece: who is left behind goes on placing while the other passes.
    let mut setup = start("standard", &[("customs", "5m")]);
    setup.play("pass").unwrap();
    for piece in ["r", "o", "h", "k", "s", "c", "c", "g", "z", "c"] {
        setup.play(piece).unwrap();
        setup.play(piece).unwrap();
    }
    assert_eq!(setup.text().split_once(' ').unwrap().1, "w 22 play customs=5m");
}

#[test]
fn a_spur_counts_for_no_draw() {
    let mut game = Course::from_position(&setup("standard", &[]), "t7/8/8/8/8/8/1o1K4/7T w 1 play customs=1h").unwrap();
    let mut seed = 3u64;
    let mut turns = 0;
    while game.outcome().is_none() {
        let spur = if game.position().to_move() == Side::White { "spur b2-c3" } else { "spur d2-e3" };
        let _ = game.play(spur);
        let legal = game.position().legal();
        let quiet: Vec<&String> = legal.iter().filter(|text| !text.contains('x')).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        game.play(quiet[(seed >> 33) as usize % quiet.len()]).unwrap();
        turns += 1;
    }
    assert_eq!(turns, 100);
    assert!(game.turns().len() > 100);
}

#[test]
fn option_texts() {
    let pair = |name: &str, value: &str| [(name.to_owned(), value.to_owned())];
    let refusal = |name: &str, value: &str| Setup::new("diamond", None, &pair(name, value)).unwrap_err().to_string();
    for (name, value, says) in [
        ("handicap", "2", "names no colour"),
        ("handicap", "white:0", "at least one"),
        ("handicap", "white:100", "at most 99"),
        ("handicap", "white:-1", "at most 99"),
        ("handicap", "white:2!", "position strings only"),
        ("handicap", "red:1", "white or black"),
        ("pounce", "far", "only value is adjacent"),
        ("customs", "5", "30s, 5m, 36h or 1d12h"),
        ("customs", "0m", "30s, 5m, 36h or 1d12h"),
        ("customs", "5m1h", "30s, 5m, 36h or 1d12h"),
        ("customs", "400d", "up to a year"),
        ("customs", "", "30s, 5m, 36h or 1d12h"),
        ("speed", "5", "no option"),
    ] {
        assert!(refusal(name, value).contains(says), "{name}={value}: {}", refusal(name, value));
    }
    for value in ["30s", "5m", "36h", "2d", "1d12h", "1h30m"] {
        assert_eq!(options_of(&start("quick", &[("customs", value)])), format!("customs={value}"));
    }
    let all = start("quick", &[("pounce", "adjacent"), ("handicap", "black:3"), ("customs", "36H")]);
    assert_eq!(options_of(&all), "customs=36h,handicap=black:3,pounce=adjacent");
}

#[test]
fn options_must_not_contradict_the_position() {
    let on = |field: &str| format!("t7/8/8/8/8/8/8/7T w 1 play {field}");
    let check = |name: &str, value: &str, field: &str| {
        Position::parse(&setup("standard", &[(name, value)]), &on(field)).map(|_| ()).map_err(|error| error.to_string())
    };
    assert!(check("pounce", "adjacent", "pounce=adjacent").is_ok());
    assert!(check("handicap", "white:2", "handicap=white:2!").is_ok());
    assert!(check("customs", "60s", "customs=1m!").is_ok());
    for (name, value, field) in
        [("pounce", "adjacent", "-"), ("handicap", "white:2", "handicap=black:2"), ("customs", "5m", "customs=6m")]
    {
        assert!(check(name, value, field).unwrap_err().contains("contradicts"), "{name}={value} {field}");
    }
}
