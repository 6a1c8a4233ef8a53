#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{Dameo, slow};
use crate::board::{Square, SquareSet};
use crate::rules::perft_table::for_slow_rules;
use crate::rules::{Capabilities as _, Outcome, Reason, Rules, Side};
use crate::scene::{Mark, PieceKind};

pub(super) fn start() -> Dameo {
    Dameo::start("standard", &[]).unwrap()
}

pub(super) fn parse(text: &str) -> Dameo {
    Dameo::parse("standard", &[], text).unwrap()
}

fn legal(position: &Dameo) -> Vec<String> {
    let mut texts: Vec<String> = position.legal_turns().iter().map(|turn| position.write(turn)).collect();
    texts.sort();
    texts
}

fn after(position: &str, text: &str) -> String {
    let mut position = parse(position);
    let turn = position.read(text).unwrap();
    position.play(&turn);
    position.position()
}

/// Checks one position against the slow rules.
fn check(position: &Dameo) {
    let (board, player) = slow::board(&position.position());
    let mut expected: Vec<String> = slow::turns(&board, player).into_values().collect();
    expected.sort();
    assert_eq!(legal(position), expected, "{}", position.position());
    assert_eq!(position.count_turns(), expected.len() as u64);
    assert_eq!(position.outcome().is_some(), expected.is_empty());
}

/// A plain generator of numbers below `n`, so that every run sees the same positions.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn the_slow_rules_count_the_tables_again() {
    for (position, depth, count) in for_slow_rules("dameo", "standard") {
        let (board, player) = slow::board(&position);
        assert_eq!(slow::perft(&board, player, depth), count, "{position} {depth}");
    }
}

#[test]
fn played_positions_have_the_turns_of_the_slow_rules() {
    let mut random = Random(7);
    for _ in 0..100 {
        let mut position = start();
        for _ in 0..200 {
            check(&position);
            let turns = position.legal_turns();
            if turns.is_empty() {
                break;
            }
            position.play(&turns[random.below(turns.len())]);
        }
    }
}

#[test]
fn made_up_positions_have_the_turns_of_the_slow_rules() {
    let squares: Vec<Square> = SquareSet::board(8, 8).into_iter().collect();
    let mut random = Random(11);
    for round in 0..6000 {
        let mut position = parse("8/8/8/8/8/8/8/8 w 1");
        let (own, enemies) = (1 + random.below(4), 1 + random.below(8));
        for i in 0..own + enemies {
            let square = squares[random.below(64)];
            let side = if i < own { Side::White } else { Side::Black };
            if position.board.owner(square).is_none() {
                // A man on its far rank is refused and leaves the square empty.
                let _ = position.board.put(square, side, random.below(3) > 0);
            }
        }
        position.board.to_move = Side::BOTH[round % 2];
        check(&position);
    }
}

#[test]
fn lines_move_as_one() {
    let position = parse("8/8/8/8/8/2w5/2w1W3/2wW4 w 1");
    let of = |from: &str| legal(&position).into_iter().filter(|t| t.starts_with(from)).collect::<Vec<_>>();
    assert_eq!(of("c1"), ["c1-b2", "c1-c4", "c1-d2"]);
    assert_eq!(of("c2"), ["c2-b3", "c2-c4", "c2-d3"]);
    assert_eq!(of("c3"), ["c3-b4", "c3-c4", "c3-d4"]);
    assert_eq!(after("8/8/8/8/8/2w5/2w1W3/2wW4 w 1", "c1-c4"), "8/8/8/8/2w5/2w5/2w1W3/3W4 b 2");
}

#[test]
fn only_the_head_of_a_line_becomes_a_king() {
    assert_eq!(after("8/w7/w7/w7/8/8/8/7B w 1", "a5-a8"), "W7/w7/w7/8/8/8/8/7B b 2");
    let position = parse("8/w7/w7/w7/8/8/8/7B w 1");
    let marks = position.marks(&position.read("a5a8").unwrap());
    let (a5, a8) = (Square::at("a5"), Square::at("a8"));
    assert_eq!(marks, [Mark::Path(vec![a5, a8]), Mark::Promoted(a8)]);
}

#[test]
fn kings_are_no_part_of_a_line() {
    let position = parse("8/8/8/8/8/2W5/2w5/8 w 1");
    assert!(!legal(&position).contains(&"c2-c4".to_owned()));
}

#[test]
fn men_capture_in_four_directions_and_not_diagonally() {
    assert_eq!(legal(&parse("8/8/8/3b4/2bwb3/3b4/8/8 w 1")), ["d4xb4", "d4xd2", "d4xd6", "d4xf4"]);
    assert_eq!(legal(&parse("8/8/8/2b1b3/3w4/2b1b3/8/8 w 1")), ["d4-d5"]);
}

#[test]
fn the_most_must_be_taken_and_kings_count_as_men() {
    // a4 could take two men, h4 one king.
    assert_eq!(legal(&parse("8/8/1b6/b7/w7/7B/8/7w w 1")), ["a4xa6xc6"]);
    assert_eq!(legal(&parse("8/8/8/b7/w6w/7B/8/8 w 1")), ["a4xa6", "h4xh2"]);
}

#[test]
fn captured_pieces_stay_and_block() {
    // The coup turc: e3 is saved by d3, which is taken but not yet gone.
    let position = parse("8/8/8/5b2/6b1/3bb3/8/3W4 w 1");
    assert_eq!(legal(&position), ["d1xd5xg5xg1", "d1xd5xg5xg2", "d1xd5xg5xg3"]);
    assert_eq!(after("8/8/8/5b2/6b1/3bb3/8/3W4 w 1", "d1-d5-g5-g3x"), "8/8/8/8/8/4b1W1/8/8 b 2");
}

#[test]
fn no_piece_is_jumped_twice() {
    // From d6 the king sees d4 again, but cannot go back over it.
    assert_eq!(legal(&parse("8/8/8/8/3b4/8/8/3W4 w 1")), ["d1xd5", "d1xd6", "d1xd7", "d1xd8"]);
}

#[test]
fn the_start_counts_as_empty_and_both_ways_round_are_one_turn() {
    let ring = "8/8/4b3/3b1b2/3wb3/8/8/8 w 1";
    assert_eq!(legal(&parse(ring)), ["d4xd6xf6xf4xd4"]);
    assert_eq!(after(ring, "d4xf4xf6xd6xd4"), "8/8/8/8/3w4/8/8/8 b 2");
}

#[test]
fn two_kings_that_can_take_the_same_and_come_back_have_one_turn() {
    let position = "8/4b1W1/3b4/b1b2b2/3b4/5bb1/W4b2/8 w 1";
    let turns = legal(&parse(position));
    assert!(turns.contains(&"a2xa7xf7xf4xc4xc6xg6xg2xa2".to_owned()));
    assert!(!turns.iter().any(|text| text.starts_with("g7") && text.ends_with("g7")));
    assert_eq!(after(position, "g7xa7xa4xf4xf6xc6xc2xg2xg7"), "8/6W1/8/8/8/5b2/W7/8 b 2");
}

#[test]
fn a_man_that_passes_the_far_rank_stays_a_man() {
    assert_eq!(legal(&parse("3b4/2b1b3/2w5/8/8/8/8/8 w 1")), ["c6xc8xe8xe6"]);
    assert_eq!(after("3b4/2b1b3/2w5/8/8/8/8/8 w 1", "c6-e6"), "8/8/4w3/8/8/8/8/8 b 2");
    assert_eq!(after("3b4/2b5/2w5/8/8/8/8/8 w 1", "c6-e8"), "4W3/8/8/8/8/8/8/8 b 2");
}

#[test]
fn ends() {
    let over = |text: &str| parse(text).outcome();
    let wins = |winner| Some(Outcome { winner: Some(winner), reason: Reason::NoTurn, margin: None });
    let draw = Some(Outcome { winner: None, reason: Reason::KingEach, margin: None });
    assert_eq!(over("8/8/8/8/8/8/8/W7 b 1"), wins(Side::White));
    assert_eq!(over("8/8/b7/bb6/w7/8/8/8 w 1"), wins(Side::Black), "a4 is blocked");
    assert_eq!(over("8/8/8/bb6/w7/8/8/8 w 1"), None, "a4 takes a5");
    assert_eq!(over("7B/8/8/8/8/8/8/W7 w 1"), draw);
    assert_eq!(over("7B/8/8/8/8/8/8/W7 b 1"), draw);
    assert_eq!(over("8/B7/8/8/8/8/8/W7 w 1"), None, "a1 takes a7");
    assert_eq!(over("B7/8/8/8/8/8/8/W7 w 1"), draw, "a8 has no square behind it");
    assert_eq!(over("7B/8/8/8/8/8/8/WW6 w 1"), None);
    assert_eq!(over("7B/8/8/8/8/8/7b/W7 w 1"), None);
    assert_eq!(parse("7B/8/8/8/8/8/8/W7 w 1").count_turns(), 0);
    assert_eq!(parse("7B/8/8/8/8/8/8/W7 w 1").scene().to_move, None);
}

#[test]
fn progress_is_a_capture_or_a_man_moved() {
    let progress = |position: &str, text: &str| {
        let position = parse(position);
        position.is_progress(&position.read(text).unwrap())
    };
    assert!(progress("7B/8/8/8/8/8/w7/W7 w 1", "a2-a3"));
    assert!(!progress("7B/8/8/8/8/8/w7/W7 w 1", "a1-b1"));
    assert!(progress("8/8/8/8/8/B7/8/W7 w 1", "a1-a4"));
}

#[test]
fn what_a_capture_marks() {
    let position = parse("8/8/8/5B2/6b1/3bb3/8/3W4 w 1");
    let marks = position.marks(&position.read("d1xd5xg5xg3").unwrap());
    let squares = ["d1", "d5", "g5", "g3"].map(Square::at).to_vec();
    assert_eq!(marks[0], Mark::Path(squares));
    let captured: Vec<_> = marks[1..]
        .iter()
        .map(|mark| match mark {
            Mark::Captured(piece) => (piece.at.to_string(), piece.kind, piece.side),
            other => panic!("{other:?}"),
        })
        .collect();
    let black = Some(Side::Black);
    let expected = [("d3", PieceKind::Man), ("g4", PieceKind::Man), ("f5", PieceKind::King)];
    assert_eq!(captured, expected.map(|(at, kind)| (at.to_owned(), kind, black)));
    assert_eq!(position.targets(Square::at("d1")), SquareSet::named(&["d5", "g5", "g1", "g2", "g3"]));
    assert_eq!(position.targets(Square::at("d3")), SquareSet::EMPTY);
}

#[test]
fn positions_round_trip_and_bad_ones_are_refused() {
    assert_eq!(start().position(), "bbbbbbbb/1bbbbbb1/2bbbb2/8/8/2wwww2/1wwwwww1/wwwwwwww w 1");
    let same = parse("bbbbbbbb/1bbbbbb1/2bbbb2/8/8/2wwww2/1wwwwww1/wwwwwwww w 9");
    assert_eq!((&same, same.turn_number()), (&start(), 9));
    for (text, refusal) in [
        ("8/8/8/8/8/8/8/8 w", "field 3"),
        ("8/8/8/8/8/8/8 w 1", "7 ranks"),
        ("8/8/8/8/8/8/8/9 w 1", "rank 1"),
        ("8/8/8/8/8/8/8/7x w 1", "h1: unknown letter"),
        ("1w6/8/8/8/8/8/8/8 w 1", "b8: a White man on its far rank"),
        ("8/8/8/8/8/8/8/2b5 w 1", "c1: a Black man on its far rank"),
        ("8/8/8/8/8/2wwww2/wwwwwww1/wwwwwwww w 1", "h1: one more White piece"),
        ("8/8/8/8/8/8/8/8 x 1", "field 2"),
        ("8/8/8/8/8/8/8/8 w 0", "field 3"),
    ] {
        let error = Dameo::parse("standard", &[], text).unwrap_err().to_string();
        assert!(error.contains(refusal), "{text}: {error}");
    }
}

#[test]
fn hostile_positions_are_bounded() {
    // Walking every route of these kings one by one would not end; the number is what the layers give.
    let position = parse("2B3B1/1BW1B1WB/3B2B1/B1B2B2/3B2B1/2B3WB/1B1WB1W1/W2B2B1 w 1");
    assert_eq!(position.count_turns(), 110);
    assert!(position.read("a1-a1").is_err());
}

#[test]
fn the_form_of_a_turn_is_that_of_a_capture_where_one_must_be_made() {
    use crate::rules::Guided as _;
    let form = |text: &str| Dameo::parse("standard", &[], text).unwrap().pattern();
    assert_eq!(Dameo::start("standard", &[]).unwrap().pattern(), "from-to");
    assert_eq!(form("8/8/8/3b4/3w4/8/8/8 w 9"), "from x to");
    assert_eq!(form("8/8/4b3/3b4/3w4/8/8/8 w 9"), "from x to x to");
    assert!(Dameo::parse("standard", &[], "8/8/8/3b4/3w4/8/8/8 w 9").unwrap().read("d4 x d6").is_ok());
}
