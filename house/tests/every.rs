//! The house plays every game and edition: legal turns to the end, the same game for the same seed, and better than
//! chance.
#![allow(clippy::unwrap_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_house::contest::{House, opening, play, play_out};
use turnpost_house::{Budget, Level, NoLevel, NoThought, think, think_at};

fn setups() -> Vec<Setup> {
    let of = |game: &GameKind| {
        let name = game.name();
        game.variants().iter().map(move |variant| Setup::new(name, Some(variant), &[]).unwrap())
    };
    GameKind::ALL.iter().flat_map(of).collect()
}

fn level(number: u8) -> House {
    House::Level(Level::new(number).unwrap())
}

/// How many games of the house against itself: 200 over all games and editions, or what `HOUSE_GAMES` says.
fn games() -> usize {
    std::env::var("HOUSE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(200)
}

#[test]
fn the_house_plays_itself_to_the_end_and_alike_for_the_same_seed() {
    let setups = setups();
    let each = games().div_ceil(setups.len());
    for setup in &setups {
        for seed in 0..each as u64 {
            let players = || match seed % 4 {
                0 => (level(1), level(2)),
                1 => (House::Nodes(60), level(3)),
                2 => (level(1), House::Nodes(300)),
                _ => (House::Random, level(1)),
            };
            let once = || {
                let (mut white, mut black) = players();
                let game = play_out(opening(setup, seed).unwrap(), &mut white, &mut black, seed);
                game.unwrap_or_else(|error| panic!("{} {seed}: {error}", setup.title()))
            };
            let game = once();
            assert!(game.outcome().is_some());
            // Playing it all again doubles the time, so it is done for the first few.
            if seed < 2 {
                let texts = |game: &Course| game.turns().iter().map(|turn| turn.text.clone()).collect::<Vec<_>>();
                assert_eq!(texts(&game), texts(&once()), "{} {seed}", setup.title());
            }
        }
    }
}

#[test]
fn the_lowest_level_beats_chance() {
    for setup in setups() {
        let score = play(&setup, &mut level(1), &mut House::Random, 10, 3, |_, _| {}).unwrap();
        assert!(score.mean() >= 0.8, "{}: {score:?}", setup.title());
    }
}

#[test]
fn a_thought_is_a_legal_turn_with_a_chance_and_a_line() {
    for setup in setups() {
        let game = opening(&setup, 11).unwrap();
        let thought = think(&game, &mut Budget::nodes(3000), 1).unwrap();
        assert!(game.position().legal().contains(&thought.turn), "{thought:?}");
        assert!((0.0..=1.0).contains(&thought.chance), "{thought:?}");
        assert_eq!(thought.line.first(), Some(&thought.turn));
        let mut position = game.position().clone();
        for turn in &thought.line {
            assert_eq!(position.play(turn).unwrap().text, *turn);
        }
        assert_eq!(think(&game, &mut Budget::nodes(3000), 1).unwrap(), thought);
    }
}

#[test]
fn openings_vary_with_the_seed() {
    for setup in setups() {
        let game = Course::new(&setup).unwrap();
        let mut turns: Vec<String> =
            (0..12).map(|seed| think_at(&game, Level::new(5).unwrap(), seed).unwrap().turn).collect();
        turns.sort_unstable();
        turns.dedup();
        assert!(turns.len() > 1, "{}: always {turns:?}", setup.title());
    }
}

#[test]
fn what_cannot_be_thought_about_is_refused() {
    let setup = Setup::new("dameo", None, &[]).unwrap();
    let ended = Course::from_position(&setup, "8/8/8/8/8/8/8/3W4 b 8").unwrap();
    let over = NoThought::Over("no legal turn left".to_owned());
    assert_eq!(think(&ended, &mut Budget::nodes(10), 0), Err(over.clone()));
    assert_eq!(think_at(&ended, Level::new(1).unwrap(), 0), Err(over));
    let game = Course::new(&setup).unwrap();
    assert_eq!(think(&game, &mut Budget::nodes(0), 0), Err(NoThought::NoBudget));
    assert_eq!(Level::new(0), Err(NoLevel(0)));
    assert_eq!(Level::new(9).unwrap_err().to_string(), "no level 9; the levels are 1 to 8");
}

#[test]
fn a_bell_ends_a_thought() {
    for setup in setups() {
        let mut asked = 0;
        let mut rings = || {
            asked += 1;
            asked > 2
        };
        let thought = think(&opening(&setup, 2).unwrap(), &mut Budget::until(&mut rings), 0).unwrap();
        assert!(thought.nodes > 0 && thought.nodes < 100_000, "{}: {}", setup.title(), thought.nodes);
    }
}
