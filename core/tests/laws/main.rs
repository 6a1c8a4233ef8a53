//! The laws that hold for every game and variant, tried on positions that random play leads to.
//!
//! A new row in the table of games is tested by all of this without a change here.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use turnpost_core::board::SquareSet;
use turnpost_core::describe;
use turnpost_core::game::Course;
use turnpost_core::notation;
use turnpost_core::rules::{GameKind, Position, Setup, Side};
use turnpost_core::text::article::{self, plain};

mod counting;
mod every;
mod mirror;

use every::{every_setup, start, wander};

/// Enough turns to reach middle and end games.
fn choices() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..70)
}

/// How many of a position's turns are tried one by one, where it has more.
const TRIED: usize = 12;

fn some<'a>(turns: &'a [String], pick: &[Index]) -> Vec<&'a String> {
    if turns.is_empty() { Vec::new() } else { pick.iter().take(TRIED).map(|index| index.get(turns)).collect() }
}

#[test]
fn texts_are_unique_and_sorted_and_as_many_as_counted() {
    every_setup(16, choices, |setup, choices| {
        let position = wander(start(setup), &choices);
        let legal = position.legal();
        assert!(legal.is_sorted_by(|a, b| a < b), "{legal:?}");
        assert_eq!(position.count_turns(), legal.len() as u64);
        assert_eq!(position.perft(1), legal.len() as u64);
        assert_eq!(position.outcome().is_some(), legal.is_empty());
    });
}

#[test]
fn different_turns_lead_to_different_positions() {
    every_setup(8, choices, |setup, choices| {
        let position = wander(start(setup), &choices);
        let turns = position.turns_apart();
        let results: BTreeSet<String> = turns.iter().map(|text| every::after(&position, text).text()).collect();
        assert_eq!(results.len(), turns.len());
    });
}

#[test]
fn what_is_written_is_read_back_in_many_spellings() {
    let strategy = || (choices(), vec(any::<Index>(), TRIED));
    every_setup(16, strategy, |setup, (choices, pick)| {
        let position = wander(start(setup), &choices);
        for text in some(&position.legal(), &pick) {
            let loose: String =
                text.chars().flat_map(|c| if "-/x+,".contains(c) { vec![' ', c, ' '] } else { vec![c] }).collect();
            for spelling in [
                text.clone(),
                text.to_uppercase(),
                loose,
                format!("  {text} . "),
                format!("7. {text}"),
                format!("#12 {text}"),
                text.replace('-', "\u{2013}"),
                text.replace('x', "×"),
                text.chars().map(full_width).collect(),
            ] {
                assert_eq!(position.read(&spelling).as_ref(), Ok(text), "{spelling:?} in {}", position.text());
            }
            assert!(position.read(&format!("{text} was better")).is_err(), "{text}");
        }
    });
}

fn full_width(c: char) -> char {
    if c.is_ascii_graphic() { char::from_u32(c as u32 + 0xfee0).unwrap_or(c) } else { c }
}

#[test]
fn positions_round_trip() {
    every_setup(24, choices, |setup, choices| {
        let position = wander(start(setup), &choices);
        let again = Position::parse(setup, &position.text()).unwrap();
        assert_eq!(again, position);
        assert_eq!(again.text(), position.text());
        assert_eq!(again.turn_number(), position.turn_number());
        assert_eq!(again.legal(), position.legal());
    });
}

#[test]
fn a_turn_counts_one_and_pieces_behave() {
    every_setup(16, choices, |setup, choices| {
        let mut position = start(setup);
        for choice in choices {
            let legal = position.legal();
            if legal.is_empty() {
                break;
            }
            let next = every::after(&position, &legal[choice.index(legal.len())]);
            assert_eq!(next.turn_number(), position.turn_number() + 1);
            counting::check(&position, &next);
            position = next;
        }
    });
}

#[test]
fn random_games_end_and_then_nothing_is_legal() {
    every_setup(4, any::<u64>, |setup, mut state| {
        let mut game = Course::new(setup).unwrap();
        while game.outcome().is_none() {
            let legal = game.position().legal();
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            game.play(&legal[(state >> 33) as usize % legal.len()]).unwrap();
            assert!(game.turns().len() < 15_000, "this game goes on and on");
        }
        assert_eq!(game.to_move(), None);
        assert_eq!(game.scene().to_move, None);
        let last = game.turns().last().unwrap().text.clone();
        assert!(game.play(&last).is_err());
    });
}

#[test]
fn completion_leads_to_every_turn() {
    let strategy = || (choices(), vec(any::<Index>(), 4));
    every_setup(8, strategy, |setup, (choices, pick)| {
        let position = wander(start(setup), &choices);
        for text in some(&position.legal(), &pick) {
            let mut typed = String::new();
            while typed != *text {
                let offers = position.complete(&typed);
                let next = offers.iter().find(|offer| text.starts_with(*offer) && offer.len() > typed.len());
                typed = next.unwrap_or_else(|| panic!("{text}: {typed:?} is offered {offers:?}")).clone();
            }
        }
    });
}

#[test]
fn no_text_panics_and_only_legal_turns_are_accepted() {
    let strategy = || (choices(), any::<Index>(), vec((any::<Index>(), any_letter()), 0..4), ".{0,40}");
    every_setup(32, strategy, |setup, (choices, pick, edits, noise)| {
        let position = wander(start(setup), &choices);
        let legal = position.legal();
        if legal.is_empty() {
            return;
        }
        let edited = edit(&legal[pick.index(legal.len())], &edits);
        for text in [noise.clone(), edited.clone(), format!("{edited}{noise}")] {
            if let Ok(turn) = position.read(&text) {
                // A spur, and a pass by customs, are taken but never listed.
                let listed = legal.binary_search(&turn).is_ok();
                assert!(listed || position.customs().is_some(), "{text:?} gave {turn}");
            }
            let _ = position.read_several(&text);
            let _ = position.complete(&text);
        }
    });
}

#[test]
fn no_position_string_panics() {
    let strategy = || (choices(), vec((any::<Index>(), any_letter()), 0..3), ".{0,60}");
    every_setup(32, strategy, |setup, (choices, edits, noise)| {
        let text = wander(start(setup), &choices).text();
        for text in [noise, edit(&text, &edits)] {
            let Ok(position) = Position::parse(setup, &text) else { continue };
            assert_eq!(Position::parse(setup, &position.text()).as_ref(), Ok(&position), "{text:?}");
            let legal = position.legal();
            assert_eq!(legal.len() as u64, position.count_turns(), "{text:?}");
            if let Some(first) = legal.first() {
                every::after(&position, first);
            }
            let _ = (position.outcome(), position.claim());
            let _ = describe::spoken(&position.scene());
        }
    });
}

#[test]
fn pictures_and_words_show_what_stands_there() {
    every_setup(12, choices, |setup, choices| {
        let mut game = Course::new(setup).unwrap();
        for choice in choices {
            let legal = game.position().legal();
            if game.outcome().is_some() {
                break;
            }
            game.play(&legal[choice.index(legal.len())]).unwrap();
        }
        let scene = game.scene();
        let board = SquareSet::board(scene.files, scene.ranks);
        assert!(scene.pieces.iter().all(|piece| board.contains(piece.at)));
        let field = game.position().text();
        let letters = field.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
        assert_eq!(scene.pieces.len(), letters);
        for side in Side::BOTH {
            let text = describe::ascii(&scene, side);
            assert!(text.lines().count() <= usize::from(scene.ranks) + 2, "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 78), "{text}");
        }
        let words = describe::spoken(&scene);
        assert!(words.chars().count() <= 1024, "{words}");
        assert_eq!(describe::spoken_within(&scene, 1024), words);
        for text in game.position().legal().iter().take(3) {
            let from = notation::squares(text).first().map(|(_, square)| *square);
            assert!(from.is_none_or(|from| !game.position().targets(from).is_empty()), "{text}");
        }
    });
}

#[test]
fn every_game_explains_itself() {
    for &game in GameKind::ALL {
        let rules = game.rules();
        let lines = plain::lines(&rules);
        assert!((40..=110).contains(&lines.len()), "{game:?}: {} lines", lines.len());
        assert!(lines.iter().all(|line| line.chars().count() <= 78), "{game:?}");
        let shown: Vec<_> = article::pictures(&rules).collect();
        assert!((3..=6).contains(&shown.len()), "{game:?}: {} pictures", shown.len());
        for (number, picture) in shown.iter().enumerate() {
            let scene = picture.scene().unwrap_or_else(|error| panic!("{game:?}, {}: {error}", picture.name()));
            assert_eq!(scene.game, game);
            let named_twice = shown[..number].iter().any(|other| other.name() == picture.name());
            assert!(!named_twice && picture.caption.ends_with('.'), "{picture:?}");
        }
        assert!(
            shown.iter().any(|picture| picture.study.before.is_empty() && picture.study.turn.is_none()),
            "{game:?}"
        );
        for variant in game.variants() {
            assert!(shown.iter().any(|picture| picture.study.variant == *variant), "{game:?}, {variant}");
        }
        assert!((2..=3).contains(&game.blurb().lines().count()), "{game:?}");
        let mut example = Course::new(&Setup::new(game.name(), None, &[]).unwrap()).unwrap();
        for turn in game.example() {
            assert_eq!(example.play(turn).map(|played| played.text.as_str()), Ok(turn), "{game:?}");
        }
    }
}

#[test]
fn mirrored_positions_have_mirrored_turns() {
    let strategy = || (choices(), vec(any::<Index>(), TRIED));
    every_setup(12, strategy, |setup, (choices, pick)| {
        let position = wander(start(setup), &choices);
        let legal = position.legal();
        for map in mirror::maps(&position) {
            // The image carries its own options: a handicap changes sides too.
            let plain = Setup { options: Vec::new(), ..setup.clone() };
            let image = Position::parse(&plain, &map.position(&position.text())).unwrap();
            assert_eq!(image.count_turns(), legal.len() as u64, "{}", position.text());
            for turn in some(&legal, &pick) {
                let wanted = map.position(&every::after(&position, turn).text());
                assert_eq!(every::after(&image, &map.turn(turn)).text(), wanted, "{turn} in {}", position.text());
            }
        }
    });
}

/// A letter as likely to matter as not.
fn any_letter() -> impl Strategy<Value = char> {
    prop_oneof![
        proptest::sample::select("abcdefghjkrstowzWBTZ12345678910/-x+^:,@'() ".chars().collect::<Vec<_>>()),
        any::<char>()
    ]
}

/// The text with some characters replaced, doubled or cut.
fn edit(text: &str, edits: &[(Index, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (n, (at, letter)) in edits.iter().enumerate() {
        if letters.is_empty() {
            break;
        }
        let at = at.index(letters.len());
        match n % 3 {
            0 => letters[at] = *letter,
            1 => letters.insert(at, *letter),
            _ => drop(letters.remove(at)),
        }
    }
    letters.into_iter().collect()
}
