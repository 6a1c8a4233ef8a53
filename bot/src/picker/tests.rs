//! Laws of the picker over positions of random games, and the views that the wording promises.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use turnpost_core::rules::{GameKind, Position, Setup};

use super::*;

fn start(game: &str, variant: Option<&str>) -> Position {
    Position::start(&Setup::new(game, variant, &[]).unwrap()).unwrap()
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Picks at random from the first view to a whole turn, checking every view on the way.
fn pick(position: &Position, dice: &mut Dice) -> String {
    let mut view = view(position, "").expect("a first view");
    loop {
        check(position, &view);
        let choices: Vec<&Choice> = view.selects.iter().flat_map(|select| &select.choices).collect();
        match &view.whole {
            Some(turn) if choices.is_empty() || dice.below(2) == 0 => return turn.clone(),
            _ => {}
        }
        let chosen = choices[dice.below(choices.len())].path.clone();
        view = super::view(position, &chosen).expect("a choice leads on");
    }
}

fn check(position: &Position, view: &View) {
    assert!(view.selects.len() <= 2, "{view:?}");
    assert!(view.whole.is_some() || !view.selects.is_empty(), "a dead end at {:?} in {}", view.path, position.text());
    for select in &view.selects {
        assert!((1..=CHOICES).contains(&select.choices.len()), "{select:?}");
        for choice in &select.choices {
            assert!((1..=100).contains(&choice.label.chars().count()), "{choice:?}");
            assert!(choice.path.len() <= 64, "{choice:?} fits no custom_id");
        }
    }
    if let Some(back) = &view.back {
        assert!(back.len() < view.path.len());
        assert_eq!(super::view(position, back).unwrap().path, *back, "Back leads to a choice");
    }
}

#[test]
fn any_position_can_be_picked_with_two_selects() {
    for (n, &game) in GameKind::ALL.iter().enumerate() {
        for &variant in game.variants() {
            let mut dice = Dice(41 + n as u64);
            let mut position = start(game.name(), Some(variant));
            for _ in 0..60 {
                if position.outcome().is_some() {
                    break;
                }
                let turn = pick(&position, &mut dice);
                position.play(&turn).expect("what was picked is legal");
            }
        }
    }
}

#[test]
fn amazons_reads_as_the_wording_has_it() {
    let mut position = start("amazons", None);
    position.play("d1-d7/g7").unwrap();
    let first = view(&position, "").unwrap();
    assert_eq!(first.title, "1/3 Which amazon?");
    let labels: Vec<&str> = first.selects[0].choices.iter().map(|choice| choice.label.as_str()).collect();
    assert_eq!(
        labels.iter().map(|label| label.split(' ').next().unwrap()).collect::<Vec<_>>(),
        ["a7", "d10", "g10", "j7"]
    );
    assert_eq!(first.back, None);
    let second = view(&position, "j7").unwrap();
    assert_eq!(second.title, "2/3 j7 goes to");
    assert!(
        second.selects[0].placeholder.starts_with("straight (")
            && second.selects[1].placeholder.starts_with("diagonal (")
    );
    assert_eq!(second.back.as_deref(), Some(""));
    let third = view(&position, "j7-h7").unwrap();
    assert_eq!(third.title, "3/3 Arrow from h7 to");
    assert!(third.scene.pieces.iter().any(|piece| piece.at == Square::at("h7")), "the amazon is drawn where it goes");
    assert_eq!(third.back.as_deref(), Some("j7"));
    let last = view(&position, "j7-h7/h3").unwrap();
    assert_eq!((last.title.as_str(), last.whole.as_deref()), ("Play `j7-h7/h3`?", Some("j7-h7/h3")));
    assert!(last.selects.is_empty() && !last.scene.marks.is_empty());
}

#[test]
fn paths_that_nobody_can_walk_are_refused() {
    let position = start("amazons", None);
    for path in ["a7", "d1-d1", "d1-d7/g7/g8", "zz", "d", "d1-", "j", "d1-d7/g7 "] {
        let found = view(&position, path);
        assert!(found.is_err() || found.as_ref().is_ok_and(|view| begins(&view.path, path)), "{path}: {found:?}");
    }
    assert_eq!(view(&position, "a7"), Err(NoView::NoSuchPath));
    assert_eq!(view(&position, "a1"), Err(NoView::NoSuchPath), "a1 is not the beginning of a10");
}

#[test]
fn dameo_captures_tell_how_many_they_take() {
    let setup = Setup::new("dameo", None, &[]).unwrap();
    let position = Position::parse(&setup, "8/3b2b1/8/3b2b1/3w2w1/8/8/8 w 1").unwrap();
    let first = view(&position, "").unwrap();
    let labels: Vec<&str> = first.selects[0].choices.iter().map(|choice| choice.label.as_str()).collect();
    assert_eq!(labels, ["d4 (takes 2)", "g4 (takes 2)"]);
    assert_eq!(view(&position, "d4").unwrap().whole.as_deref(), Some("d4xd6xd8"), "a single way on is taken at once");
}
