//! Laws of the picker over positions of random games, and the views that the wording promises.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use turnpost_core::board::Square;
use turnpost_core::rules::{GameKind, Position, Setup};

use super::*;

fn start(game: &str, variant: Option<&str>) -> Position {
    Position::start(&Setup::new(game, variant, &[]).unwrap()).unwrap()
}

fn at(game: &str, text: &str) -> Position {
    Position::parse(&Setup::new(game, None, &[]).unwrap(), text).unwrap()
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// The most interactions that a turn of a game takes, `Move` included.
fn bound(game: GameKind) -> usize {
    match game.name() {
        "dameo" => 3,
        "othello" => 2,
        "diamond" => 5,
        _ => 4,
    }
}

/// Picks at random from the first view to a whole turn, checking every view on the way. Returns the turn, and how many
/// interactions it took.
fn pick(position: &Position, dice: &mut Dice) -> (String, usize) {
    let all = Tree::of(&position.spellings());
    let look = |path: &str| super::at(position, &all, all.at(path).expect("a choice leads on")).expect("a view");
    let mut view = look("");
    for clicks in 2.. {
        check(position, &view);
        if let Some(back) = &view.back {
            assert!(back.len() < view.path.len());
            assert_eq!(look(back).path, *back, "Back leads to a choice");
        }
        let choices: Vec<&Choice> = view.selects.iter().flat_map(|select| &select.choices).collect();
        match &view.whole {
            Some(turn) if choices.is_empty() || dice.below(2) == 0 => return (turn.clone(), clicks),
            _ => {}
        }
        let chosen = choices[dice.below(choices.len())].clone();
        if chosen.plays {
            return (chosen.path, clicks);
        }
        view = look(&chosen.path);
    }
    unreachable!("it ends")
}

fn check(position: &Position, view: &View) {
    assert!(view.selects.len() + usize::from(view.first.is_some()) <= SELECTS, "{view:?}");
    assert!(view.whole.is_some() || !view.selects.is_empty(), "a dead end at {:?} in {}", view.path, position.text());
    for select in view.selects.iter().chain(&view.first) {
        assert!((1..=CHOICES).contains(&select.choices.len()), "{select:?}");
        for choice in &select.choices {
            assert!((1..=100).contains(&choice.label.chars().count()), "{choice:?}");
            assert!(choice.path.len() <= 64, "{choice:?} fits no custom_id");
        }
        let mut labels: Vec<&str> = select.choices.iter().map(|choice| choice.label.as_str()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), select.choices.len(), "no two choices are called the same: {select:?}");
    }
    assert_eq!(view.first.is_some(), !view.path.is_empty(), "what was chosen first can be chosen anew");
}

#[test]
fn any_turn_can_be_picked_in_few_clicks() {
    for (n, &game) in GameKind::ALL.iter().enumerate() {
        for &variant in game.variants() {
            let mut dice = Dice(41 + n as u64);
            let mut position = start(game.name(), Some(variant));
            for _ in 0..60 {
                if position.outcome().is_some() {
                    break;
                }
                let (turn, clicks) = pick(&position, &mut dice);
                assert!(clicks <= bound(game), "{clicks} for {turn} in {}", position.text());
                position.play(&turn).expect("what was picked is legal");
            }
        }
    }
}

/// Not only the turn that the dice choose: how many clicks the longest way takes, whichever turn one wants.
fn longest(position: &Position, path: &str) -> usize {
    let all = Tree::of(&position.spellings());
    fn of(tree: &Tree) -> usize {
        let deepest = branches(tree).into_iter().map(|branch| match branch {
            Branch::Turn(_) => 1,
            Branch::Several(tree) => 1 + of(tree),
        });
        deepest.max().unwrap_or(1)
    }
    1 + of(all.at(path).unwrap())
}

#[test]
fn the_bound_holds_for_every_turn_of_hard_positions() {
    let hard = [
        // Kings that wander through many men in any order.
        ("dameo", "8/1b1b1b2/8/1b1b1b2/8/1b1b1b2/8/W6W w 1"),
        ("dameo", "W6W/1b1b1b2/8/1b1b1b2/8/1b1b1b2/7W/W3W2W w 1"),
        ("dameo", "WWWWWWWW/WWWWWWWW/8/8/8/b7/8/8 w 1"),
        ("amazons", "10/10/10/3W6/6W3/3W6/6W3/10/10/B8B w 1"),
    ];
    for (game, text) in hard {
        let position = at(game, text);
        let most = bound(GameKind::named(game).unwrap());
        assert!(longest(&position, "") <= most, "{} turns in {text}", position.count_turns());
        check(&position, &view(&position, "").unwrap());
    }
}

#[test]
fn amazons_reads_as_the_wording_has_it() {
    let mut position = start("amazons", None);
    position.play("d1-d7/g7").unwrap();
    let first = view(&position, "").unwrap();
    assert_eq!(first.title, "Which amazon?");
    let labels: Vec<&str> = first.selects[0].choices.iter().map(|choice| choice.label.as_str()).collect();
    assert_eq!(
        labels.iter().map(|label| label.split(' ').next().unwrap()).collect::<Vec<_>>(),
        ["a7", "d10", "g10", "j7"]
    );
    assert_eq!((first.back, first.first), (None, None));
    let second = view(&position, "j7").unwrap();
    assert_eq!(second.title, "j7 goes to");
    assert!(
        second.selects[0].placeholder.starts_with("straight (")
            && second.selects[1].placeholder.starts_with("diagonal (")
    );
    let pieces = second.first.unwrap();
    let chosen: Vec<&str> = pieces.choices.iter().filter(|c| c.chosen).map(|c| c.path.as_str()).collect();
    assert_eq!(chosen, ["j7"], "the piece stands above its targets, in the same message");
    assert_eq!(second.back.as_deref(), Some(""));
    assert!(second.selects[0].choices.iter().any(|choice| choice.label.starts_with("to h7 (") && !choice.plays));
    let third = view(&position, "j7-h7").unwrap();
    assert_eq!(third.title, "Arrow from h7 to");
    assert!(third.scene.pieces.iter().any(|piece| piece.at == Square::at("h7")), "the amazon is drawn where it goes");
    assert_eq!(third.back.as_deref(), Some("j7"));
    let shots = third.selects.iter().flat_map(|select| &select.choices);
    let shot: Vec<(&str, bool)> = shots.filter(|c| c.path == "j7-h7/h3").map(|c| (c.label.as_str(), c.plays)).collect();
    assert_eq!(shot, [("shoot h3", true)]);
    let last = confirm(&position, "j7-h7/h3").unwrap();
    assert_eq!((last.title.as_str(), last.whole.as_deref()), ("Play `j7-h7/h3`?", Some("j7-h7/h3")));
    assert_eq!(last.back.as_deref(), Some("j7-h7"));
    assert!(last.selects.is_empty() && !last.scene.marks.is_empty());
}

#[test]
fn choices_say_in_words_what_they_do() {
    let says = |position: &Position, path: &str, way: &str| {
        let view = view(position, path).unwrap();
        let found = view.selects.iter().flat_map(|select| &select.choices).find(|choice| choice.path == way);
        found.unwrap_or_else(|| panic!("{way} in {view:?}")).label.clone()
    };
    let flip = at("desdemona", "3Wwww3/3bbw4/3BwbwBx1/Bx1Wbwbb2/2xbwwwb2/3Wwwb1B1/2xxxb4/10/1x1W6/10 w 27");
    assert_eq!(says(&flip, "d2-e3", "d2-e3xi7"), "shoot i7, flip 3");
    // Where stones can be turned is told from the beginning, and flips have a list of their own.
    assert_eq!(says(&flip, "", "d5"), "d5 (3, flips up to 3)");
    assert_eq!(says(&flip, "", "d2-e3"), "d2 to e3 (11, flips up to 3)");
    let shots = view(&flip, "d2-e3").unwrap();
    let lists: Vec<&str> = shots.selects.iter().map(|select| select.placeholder.as_str()).collect();
    assert!(lists.iter().any(|list| list.starts_with("quiet shot (")), "{lists:?}");
    assert!(lists.iter().any(|list| list.starts_with("flip shot (")), "{lists:?}");
    let pounce = at("diamond", "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -");
    assert_eq!(says(&pounce, "b6", "b6^b7"), "pounce on b7");
    assert!(says(&pounce, "", "b6").starts_with("sleeth b6 ("));
    let line = start("dameo", None);
    assert_eq!(says(&line, "c3", "c3-c4"), "to c4");
    let setup = start("diamond", None);
    assert_eq!(says(&setup, "", "c@"), "cani (10)");
    assert_eq!(says(&setup, "c@", "c@g1"), "on g1");
    let end = at("othello", "8/8/8/3BW3/3WB3/8/8/8 b 1");
    assert_eq!(says(&end, "", "d3"), "d3 (turns 1)");
}

#[test]
fn few_turns_are_offered_whole() {
    let position = at("dameo", "8/3b2b1/8/3b2b1/3w2w1/8/8/8 w 1");
    let first = view(&position, "").unwrap();
    let labels: Vec<(&str, bool)> = first.selects[0].choices.iter().map(|c| (c.label.as_str(), c.plays)).collect();
    assert_eq!(labels, [("d4 takes 2: d6, d8", true), ("g4 takes 2: g6, g8", true)]);
    assert_eq!(first.title, "Which turn?");
}

#[test]
fn paths_that_nobody_can_walk_are_refused() {
    let position = start("amazons", None);
    for path in ["a7", "d1-d1", "d1-d7/g7/g8", "zz", "d", "d1-", "j", "d1-d7/g7 ", "a1"] {
        assert_eq!(view(&position, path).map(|view| view.path), Err(NoView::NoSuchPath), "{path}");
    }
    assert_eq!(chosen(&position, "", "d1-d7/g7"), None, "it isn't offered there");
    assert_eq!(chosen(&position, "d1-d7", "d1-d7/g7"), Some(true));
    assert_eq!(chosen(&position, "zz", "zz"), None);
}
