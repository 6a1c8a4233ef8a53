//! What holds in every position: texts and strings round-trip, both sides have the same rules, games end, and no text
//! of any kind makes a reader stumble.

use proptest::prelude::*;
use turnpost_core::game::Course;
use turnpost_core::rules::Position;

use super::random::{Dice, random_turn};
use super::{position, setup, start};

/// A position after some random turns of a quick game.
fn random_position(seed: u64, turns: u32) -> Position {
    let mut dice = Dice(seed);
    let mut position = start("quick", &[]);
    for _ in 0..turns {
        let Some(turn) = random_turn(&position, &mut dice) else { break };
        let mut next = position.clone();
        next.play(&turn).unwrap();
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// The same position with the colours swapped and the board reflected at the river, so that h1 is a8.
fn mirrored(text: &str) -> String {
    let fields: Vec<&str> = text.split(' ').collect();
    let mut cells = vec![vec![String::new(); 8]; 8];
    for (row, rank) in fields[0].split('/').zip((0..8).rev()) {
        let mut file = 0;
        let mut in_brackets = false;
        for c in row.chars() {
            match c {
                '1'..='8' => file += c as usize - '0' as usize,
                '(' => in_brackets = true,
                ')' => {
                    in_brackets = false;
                    file += 1;
                }
                '\'' => cells[if in_brackets { file } else { file - 1 }][rank].push('\''),
                _ => {
                    let swapped = if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
                    cells[file][rank].push(swapped);
                    file += usize::from(!in_brackets);
                }
            }
        }
    }
    // cells[old file][old rank] stands on file `old rank`, rank `old file`.
    let cell = |file: usize, rank: usize| match cells[rank][file].as_str() {
        "" => "1".to_owned(),
        piece if piece.trim_end_matches('\'').len() > 1 => format!("({piece})"),
        piece => piece.to_owned(),
    };
    let rows: Vec<String> = (0..8)
        .rev()
        .map(|rank| {
            let row: Vec<String> = (0..8).map(|file| cell(file, rank)).collect();
            merge_runs(&row)
        })
        .collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    position(&format!("{} {side} {}", rows.join("/"), fields[2..].join(" "))).text()
}

fn merge_runs(row: &[String]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| a == "1" && b == "1") {
        text += &if run[0] == "1" { run.len().to_string() } else { run.concat() };
    }
    text
}

/// Files for ranks and ranks for files.
fn mirrored_turn(text: &str) -> String {
    let swap = |c: char| match c {
        'a'..='h' => char::from(c as u8 - b'a' + b'1'),
        '1'..='8' => char::from(c as u8 - b'1' + b'a'),
        _ => c,
    };
    let chars: Vec<char> = text.chars().collect();
    let mut mirrored = String::new();
    let mut i = 0;
    while i < chars.len() {
        if let Some(rank) = chars.get(i + 1).filter(|c| c.is_ascii_digit()) {
            mirrored.extend([swap(*rank), swap(chars[i])]);
            i += 2;
        } else {
            mirrored.push(chars[i]);
            i += 1;
        }
    }
    mirrored
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn texts_are_unique_and_read_back(seed: u64, turns in 0u32..60) {
        let position = random_position(seed, turns);
        let legal = position.legal();
        prop_assert!(legal.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert_eq!(position.count_turns(), legal.len() as u64);
        for text in legal.iter().step_by(legal.len().div_ceil(25)) {
            prop_assert_eq!(position.read(text), Ok(text.clone()), "{}", position.text());
        }
    }

    #[test]
    fn strings_round_trip(seed: u64, turns in 0u32..80) {
        let text = random_position(seed, turns).text();
        prop_assert_eq!(position(&text).text(), text);
    }

    #[test]
    fn a_turn_built_square_by_square_can_be_read(seed: u64, turns in 0u32..60) {
        let position = random_position(seed, turns);
        let mut dice = Dice(seed);
        let mut text = String::new();
        loop {
            let longer = position.complete(&text);
            prop_assert!(!longer.is_empty(), "{} {text:?}", position.text());
            let next = longer[dice.below(longer.len())].clone();
            if next == text {
                break;
            }
            text = next;
        }
        prop_assert!(position.read(&text).is_ok(), "{} {text:?}", position.text());
    }

    #[test]
    fn both_sides_have_the_same_rules(seed: u64, turns in 0u32..60) {
        let here = random_position(seed, turns);
        let there = position(&mirrored(&here.text()));
        prop_assert_eq!(mirrored(&there.text()), here.text());
        let legal = here.legal();
        prop_assert_eq!(legal.len() as u64, there.count_turns());
        for turn in legal.iter().step_by(legal.len().div_ceil(25)) {
            let (mut here, mut there) = (here.clone(), there.clone());
            here.play(turn).unwrap();
            prop_assert!(there.play(&mirrored_turn(turn)).is_ok(), "{turn} mirrored on {}", there.text());
            prop_assert_eq!(mirrored(&here.text()), there.text(), "{}", turn);
        }
    }

    #[test]
    fn no_text_makes_the_reader_stumble(seed: u64, text in any::<String>()) {
        let _ = start("standard", &[]).read(&text);
        let _ = start("standard", &[]).read_several(&text);
        let _ = random_position(seed, 20).read(&text);
    }

    #[test]
    fn no_position_string_makes_the_reader_stumble(text in any::<String>(), field in "[1-8a-zA-Z/()'! =:,-]{0,60}") {
        let any_setup = setup("standard", &[]);
        let _ = Position::parse(&any_setup, &text);
        for rest in ["w 1 play -", "b 2 setup:w customs=5m"] {
            if let Ok(position) = Position::parse(&any_setup, &format!("{field} {rest}")) {
                prop_assert!(Position::parse(&any_setup, &position.text()) == Ok(position));
            }
        }
        let _ = Position::parse(&any_setup, &format!("t7/8/8/8/8/8/8/7T w 1 play {field}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Texts made of what turns are made of get further into the reader, and into its explanations.
    #[test]
    fn no_half_sensible_text_makes_the_reader_stumble(
        seed in 0u64..8,
        words in prop::collection::vec("[a-h][1-8]|[a-h][1-8][-x^:+,][a-h][1-8]|[cghkorstz]|[-x^:+,@]|spur|pass|and|zi ri|i9", 0..7),
        glue in "|[ ,+]",
    ) {
        let text = words.join(&glue);
        for on in [
            start("standard", &[("customs", "5m")]),
            random_position(seed, 12),
            position("t7/2R5/1(Gz)6/8/3O4/8/8/7T w 1 play customs=5m,handicap=white:1!"),
        ] {
            if let Ok(turn) = on.read(&text) {
                prop_assert_eq!(on.read(&turn), Ok(turn));
            }
        }
    }
}

#[test]
fn random_games_end() {
    for seed in 0..6 {
        let mut dice = Dice(seed);
        let mut game = Course::new(&setup(if seed % 2 == 0 { "quick" } else { "standard" }, &[])).unwrap();
        let mut pieces = usize::MAX;
        while game.outcome().is_none() {
            let turn = random_turn(game.position(), &mut dice).expect("a turn while the game goes on");
            let progress = game.play(&turn).unwrap().progress;
            let now = game.scene().pieces.len();
            assert!(game.turns().len() < 2_300, "at most 22 pieces leave, each within a hundred turns");
            if game.position().repeats() && pieces != usize::MAX {
                assert_eq!(progress, now < pieces, "{turn}");
            }
            pieces = if game.position().repeats() { now } else { usize::MAX };
        }
    }
}
