//! The house at the table: what it answers besides turns, and its reviews.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use turnpost_core::game::Course;
use turnpost_core::house::{Answer, Errand, Task};
use turnpost_core::rules::{Setup, Side};
use turnpost_house::{Level, random, table, think_at};

fn task(course: Course, errand: Errand) -> Task {
    Task { id: 1, errand, game: 7, revision: 3, course, started: 1_780_315_200, asked: 0, attempts: 0 }
}

fn answer(task: &Task) -> Option<Answer> {
    table::answer(task, &mut || true).unwrap()
}

fn act(offered: bool, to_move: bool) -> Errand {
    Errand::Act { level: 3, offered, to_move }
}

/// Played by two players of that level, or at random where it is 0; at most so many turns.
fn played(game: &str, levels: [u8; 2], most: usize) -> Course {
    let mut course = Course::new(&Setup::new(game, None, &[]).unwrap()).unwrap();
    while course.outcome().is_none() && course.turns().len() < most {
        let level = levels[course.turns().len() % 2];
        let turn = match level {
            0 => random(&course, 5).unwrap(),
            level => think_at(&course, Level::new(level).unwrap(), 5).unwrap().turn,
        };
        course.play(&turn).unwrap();
    }
    course
}

#[test]
fn a_settled_position_is_claimed() {
    let setup = Setup::new("amazons", None, &[]).unwrap();
    let nearly = "B8W/7xx1/7x2/7x2/7x2/7x2/7x2/7x2/7x2/7x2 w 60";
    let mut course = Course::from_position(&setup, nearly).unwrap();
    assert!(matches!(answer(&task(course.clone(), act(false, true))), Some(Answer::Play(_))));
    course.play("j10-j9/i10").unwrap();
    assert_eq!(answer(&task(course, act(false, true))), Some(Answer::Claim));
}

#[test]
fn a_draw_is_declined_at_the_beginning_and_by_whoever_is_ahead() {
    let begun = played("othello", [3, 3], 2);
    assert_eq!(answer(&task(begun, act(true, false))), Some(Answer::DeclineDraw));
    // Black plays well and White at random: White is glad of half, Black is not.
    let later = played("othello", [6, 0], 40);
    assert_eq!(later.position().to_move().word(), "black");
    assert_eq!(answer(&task(later.clone(), act(true, false))), Some(Answer::AgreeToDraw), "it is White that is asked");
    assert!(matches!(answer(&task(later, act(true, true))), Some(Answer::Play(_))), "it is Black that is asked");
}

#[test]
fn the_hopeless_is_given_up() {
    // The house is White, who has played at random against somebody who knows the game.
    let mut course = played("amazons", [0, 6], 60);
    if course.outcome().is_none() && course.position().to_move().word() == "black" {
        let turn = think_at(&course, Level::new(6).unwrap(), 5).unwrap().turn;
        course.play(&turn).unwrap();
    }
    let given_up = |course: &Course| {
        matches!(answer(&task(course.clone(), act(false, true))), Some(Answer::Resign | Answer::Claim))
    };
    assert!(course.outcome().is_some() || given_up(&course));
    assert!(!given_up(&played("amazons", [3, 3], 20)), "nobody gives up an even game");
}

#[test]
fn a_review_names_turns_that_lost_and_better_ones_that_are_legal() {
    for (game, levels) in [("amazons", [3, 0]), ("dameo", [0, 4]), ("othello", [4, 0]), ("diamond", [0, 2])] {
        let course = played(game, levels, 60);
        let reviewed = task(course.clone(), Errand::Review);
        let Some(Answer::Review(review)) = answer(&reviewed) else { panic!("{game}: a review") };
        assert_eq!(review.chances.len(), course.turns().len() + 1, "{game}");
        assert!(!review.moments.is_empty(), "{game}: a random player loses something");
        assert_eq!(answer(&reviewed), Some(Answer::Review(review.clone())), "{game}: the same again");
        for moment in &review.moments {
            assert!(moment.better.chance >= moment.left + 7, "{game}: {moment:?}");
            assert_eq!(course.turns()[moment.after as usize].text, moment.played, "{game}");
            let mut position = Course::from_position(course.setup(), &moment.position).unwrap();
            position.play(&moment.better.turn).unwrap();
            assert_ne!(moment.better.turn, moment.played, "{game}");
            // Whoever looks from the words to the graph finds the same numbers.
            let of_white = |chance: u8| if moment.side == Side::White { chance } else { 100 - chance };
            let told = [moment.better.chance, moment.left].map(of_white);
            assert_eq!(review.chances[moment.after as usize..][..2], told, "{game}: {moment:?}");
        }
    }
}

#[test]
fn whoever_is_told_to_stop_stops() {
    let mut asked = 0;
    let course = played("othello", [2, 2], 30);
    let stopped = table::answer(&task(course, Errand::Review), &mut || {
        asked += 1;
        asked < 5
    });
    assert_eq!((stopped.unwrap(), asked), (None, 5));
}
