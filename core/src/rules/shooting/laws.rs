//! Laws of Amazons and the four Desdemonas: they agree with the slow rules, their texts are read back, and nothing
//! that is typed panics.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::slow::slow;
use crate::rules::perft_table::for_slow_rules;
use crate::rules::{Position, Setup};

const GAMES: [(&str, &str); 5] = [
    ("amazons", "standard"),
    ("desdemona", "desdemona"),
    ("desdemona", "cassio"),
    ("desdemona", "classic"),
    ("desdemona", "border"),
];

fn setup((game, variant): (&str, &str)) -> Setup {
    Setup::new(game, Some(variant), &[]).unwrap()
}

fn start(game: (&str, &str)) -> Position {
    Position::start(&setup(game)).unwrap()
}

fn after(position: &Position, turn: &str) -> String {
    let mut next = position.clone();
    next.play(turn).unwrap();
    next.text()
}

/// Plays turns chosen by these numbers, as long as there are any.
fn wander(mut position: Position, choices: &[prop::sample::Index]) -> Position {
    for choice in choices {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        position.play(&legal[choice.index(legal.len())]).unwrap();
    }
    position
}

/// Any board with up to four amazons a side and as many other letters as it happens to get.
fn study() -> impl Strategy<Value = (usize, String)> {
    let squares = prop::collection::vec(0..100usize, 8);
    let others = prop::collection::vec(prop::sample::select(vec!['.', '.', '.', 'w', 'b', 'b', 'x']), 100);
    (0..GAMES.len(), squares, others, prop::sample::select(vec!["w", "b"]), 1..4u32).prop_map(
        |(game, squares, mut board, side, turn)| {
            if game == 0 {
                board.iter_mut().for_each(|c| *c = if *c == '.' || *c == 'b' { '.' } else { 'x' });
            }
            squares.iter().enumerate().for_each(|(i, &square)| board[square] = if i % 2 == 0 { 'W' } else { 'B' });
            let ranks: Vec<String> = board.chunks(10).map(|rank| rank.iter().collect()).collect();
            let text = ranks.join("/").replace("..........", "10");
            let text = (1..10).rev().fold(text, |text, n| text.replace(&".".repeat(n), &n.to_string()));
            (game, format!("{text} {side} {turn}"))
        },
    )
}

fn check_against_slow(game: (&str, &str), position: &Position) {
    let wanted = slow(game.1).turns(&position.text());
    let found: BTreeMap<String, String> =
        position.legal().into_iter().map(|turn| (turn.clone(), after(position, &turn))).collect();
    assert_eq!(found, wanted, "{game:?} {}", position.text());
    assert_eq!(position.count_turns(), wanted.len() as u64);
    assert_eq!(position.outcome().is_some(), wanted.is_empty());
    assert_eq!(position.scene().to_move.is_none(), wanted.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Two statements of the rules agree, on made-up boards ...
    #[test]
    fn turns_agree_with_the_slow_rules((game, text) in study()) {
        let position = Position::parse(&setup(GAMES[game]), &text).unwrap();
        prop_assert_eq!(position.text(), text);
        check_against_slow(GAMES[game], &position);
    }

    /// ... and in the course of games, which also end.
    #[test]
    fn games_agree_with_the_slow_rules(game in 0..GAMES.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 20..100)) {
        let position = wander(start(GAMES[game]), &choices);
        check_against_slow(GAMES[game], &position);
        if choices.len() > 96 {
            prop_assert!(position.outcome().is_some());
        }
    }

    /// What is printed is read back, whatever is done to it that people do.
    #[test]
    fn texts_are_read_back(game in 0..GAMES.len(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60), pick: prop::sample::Index) {
        let position = wander(start(GAMES[game]), &choices);
        let legal = position.legal();
        if !legal.is_empty() {
            let turn = &legal[pick.index(legal.len())];
            let squares = turn.replace(['-', '/', 'x'], " ");
            for text in [turn.clone(), turn.to_uppercase(), squares.clone(), squares.replace(' ', ""), squares.replace(' ', "–"),
                turn.replace('-', " - ").replace(['/', 'x'], ","), format!("12. {turn}!"), format!("#3 {}", squares.replace(' ', "→"))] {
                prop_assert_eq!(position.read(&text), Ok(turn.clone()), "{}", text);
            }
        }
    }

    /// Any text at all is read or refused.
    #[test]
    fn no_text_panics(game in 0..GAMES.len(), text in "\\PC*|[a-k0-9 x/,(-]{0,14}", place in "\\PC*|[WBwbx0-9/]{0,40} [wb] [0-9]{1,11}") {
        let position = start(GAMES[game]);
        if let Ok(turn) = position.read(&text) {
            prop_assert!(position.legal().contains(&turn));
        }
        if let Ok(position) = Position::parse(&setup(GAMES[game]), &place) {
            prop_assert_eq!(position.text(), place);
        }
    }

    /// A position seen in a mirror has the mirrored turns.
    #[test]
    fn mirrored_positions_have_mirrored_turns((game, text) in study()) {
        let mirrored = |text: &str| text.chars().map(|c| if c.is_ascii_lowercase() && c <= 'j' { char::from(b'a' + b'j' - c as u8) } else { c }).collect::<String>();
        let (board, rest) = text.split_once(' ').unwrap();
        let ranks: Vec<String> = board.split('/').map(|rank| rank.replace("10", "T").chars().rev().collect::<String>().replace('T', "10")).collect();
        let there = Position::parse(&setup(GAMES[game]), &format!("{} {rest}", ranks.join("/"))).unwrap();
        let here = Position::parse(&setup(GAMES[game]), &text).unwrap();
        let mut turns: Vec<String> = here.legal().iter().map(|turn| mirrored(turn)).collect();
        turns.sort_unstable();
        prop_assert_eq!(turns, there.legal());
    }
}

#[test]
fn the_slow_rules_count_the_tables_again() {
    for game in GAMES {
        for (position, depth, count) in for_slow_rules(game.0, game.1) {
            assert_eq!(slow(game.1).perft(&position, depth), count, "{game:?} {position} {depth}");
        }
    }
}
