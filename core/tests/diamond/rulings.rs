//! Every rule and ruling of play, by at least one position that shows it.

use turnpost_core::board::Square;
use turnpost_core::game::Course;
use turnpost_core::rules::{Reason, Side};
use turnpost_core::scene::Mark;

use super::{position, setup, start};

fn legal(on: &str) -> Vec<String> {
    position(on).legal()
}

/// The legal turns that contain this text.
fn with(on: &str, part: &str) -> Vec<String> {
    legal(on).into_iter().filter(|text| text.contains(part)).collect()
}

fn can(on: &str, turn: &str) -> bool {
    legal(on).iter().any(|text| text == turn)
}

/// The board after a canonical turn.
fn after(on: &str, turn: &str) -> String {
    assert!(can(on, turn), "{turn} on {on}");
    let mut next = position(on);
    next.play(turn).unwrap();
    next.text().split(' ').next().unwrap().to_owned()
}

// The setup.

#[test]
fn placements_in_order_and_out_of_order() {
    let mut game = start("standard", &[]);
    assert_eq!(game.text(), "t7/8/8/8/8/8/8/7T w 1 setup:w -");
    game.play("c@g1").unwrap();
    assert_eq!(game.text(), "t7/8/8/8/8/8/8/6CT b 2 setup:w -");
    game.play("c@b7").unwrap();
    assert_eq!(game.text(), "t7/1c6/8/8/8/8/8/6CT w 3 setup:w -", "Black wasn't to move first anyway");
    game.play("k@e1").unwrap();
    assert_eq!(game.text(), "t7/1c6/8/8/8/8/8/4K1CT b 4 setup:b -", "White now moves second");
    game.play("k@a5").unwrap();
    assert_eq!(game.text(), "t7/1c6/8/k7/8/8/8/4K1CT w 5 setup:w -", "and Black's turn it is again to move second");
}

#[test]
fn play_begins_after_twenty_placements() {
    let order = ["r", "o", "h", "k", "s", "c", "c", "g", "z", "c"];
    let mut game = start("standard", &[]);
    for piece in order {
        game.play(piece).unwrap();
        game.play(piece).unwrap();
    }
    let quick = start("quick", &[]).text();
    assert_eq!(quick, "trgz4/hoc5/ksc5/c7/7Z/5CCG/5SOH/4CKRT w 1 play -");
    assert_eq!(game.text(), quick.replace("w 1", "w 21"));
    // White's slip on turn 1 gives Black the turns 20 and 21.
    let mut game = start("standard", &[]);
    game.play("r@g2").unwrap();
    for piece in order {
        game.play(piece).unwrap();
        if game.turn_number() < 20 {
            game.play(order[usize::try_from(game.turn_number()).unwrap() / 2 % 10]).unwrap();
        }
    }
    assert_eq!(game.text().split_once(' ').unwrap().1, "b 21 play -");
}

#[test]
fn made_up_setups_go_on_as_they_can() {
    // White has everything down while Black has not: White passes.
    let behind = "trgz4/hoc5/ksc5/8/7Z/5CCG/5SOH/4CKRT w 20 setup:b -";
    assert_eq!(legal(behind), ["pass"]);
    let mut game = position(behind);
    game.play("pass").unwrap();
    assert_eq!(game.legal(), ["c@a5"]);
    game.play("c").unwrap();
    assert_eq!(game.text().split_once(' ').unwrap().1, "b 22 play -");
    // All twenty are down already: whoever is to move passes, and play begins.
    let mut game = position("trgz4/hoc5/ksc5/c7/7Z/5CCG/5SOH/4CKRT w 20 setup:w -");
    assert_eq!(game.legal(), ["pass"]);
    game.play("pass").unwrap();
    assert_eq!(game.text().split_once(' ').unwrap().1, "w 21 play -");
}

// Turns.

#[test]
fn a_turn_is_two_moves_of_different_pieces() {
    let on = "t7/8/8/8/8/8/8/1R4KT w 1 play -";
    assert!(can(on, "b1-c1 g1-g2") && !can(on, "b1-c1") && !can(on, "b1-c1 c1-d1"));
    // The second move is judged on the board the first leaves: only after the khtsoyis has gone can the town.
    assert!(can(on, "g1-g2 h1-g1") && !can(on, "h1-g1 g1-g2"));
    assert!(with(on, "pass").is_empty());
}

#[test]
fn one_move_alone_only_where_two_and_attacks_are_impossible() {
    let on = "t7/8/8/8/8/8/8/7T w 1 play -";
    assert_eq!(legal(on), ["h1-g1", "h1-h2"]);
    // With an attack there is no single move.
    let on = "t7/8/8/8/8/8/6oG/6cT w 1 play -";
    assert!(legal(on).iter().all(|text| text.contains('x') || text.contains(' ')), "{:?}", legal(on));
}

#[test]
fn a_pass_only_where_nothing_is_possible() {
    let on = "t7/8/8/8/8/8/7h/6oT w 1 play -";
    assert_eq!(legal(on), ["pass"]);
    assert_eq!(after(on, "pass"), on.split(' ').next().unwrap());
    let mut passed = position(on);
    passed.play("pass").unwrap();
    assert_eq!((passed.to_move(), passed.turn_number()), (Side::Black, 2));
}

// Moves.

fn goes(on: &str, from: &str) -> String {
    let mut squares: Vec<String> = position(on).targets(Square::at(from)).into_iter().map(|s| s.to_string()).collect();
    squares.sort();
    squares.join(" ")
}

#[test]
fn gormoror_cross_the_river_and_do_not_stop_in_it() {
    assert_eq!(goes("t7/8/8/8/4G3/8/8/7T w 1 play -", "e4"), "b4 c4 e1 e2 e3 e6 e7 f4 g4 h4");
    // A piece on the river blocks the crossing.
    assert!(!goes("t7/8/8/4k3/4G3/8/8/7T w 1 play -", "e4").contains("e6"));
}

#[test]
fn herethroy_cross_by_fords_and_over_the_river() {
    assert_eq!(goes("t7/8/3h4/8/8/8/8/7T b 1 play -", "d6"), "a3 a6 b4 b6 b8 c5 c6 c7 d3 d5 d7 d8 e6 e7 f4 f8 g3 g6");
    // d6-e5-f4 passes a river square, a step over a ford does not.
    assert!(!goes("t7/8/3h4/4K3/8/8/8/7T b 1 play -", "d6").contains("f4"));
    assert!(goes("t7/8/8/3hK3/3S4/8/8/7T b 1 play -", "d5").contains("e4"));
}

#[test]
fn orren_in_the_river_go_to_any_empty_square_of_it() {
    let on = "t7/6s1/8/4z3/3O4/8/8/7T w 1 play -";
    assert_eq!(goes(on, "d4"), "a1 a4 b2 b4 c3 c4 d1 d2 d3 d5 d6 d7 e4 f4 f6 g4 h8");
}

#[test]
fn rassimel_cross_at_fords_only() {
    assert_eq!(goes("t7/8/8/8/4R3/8/8/7T w 1 play -", "e4"), "d5 e2 e3 f4 g4");
    assert_eq!(goes("t7/8/8/8/8/8/4R3/7T w 1 play -", "e2"), "c2 d2 e1 e3 e4 f2 g2");
}

#[test]
fn khtsoyis_and_sleeth_may_stop_in_the_river() {
    assert!(goes("t7/8/8/8/4K3/8/8/7T w 1 play -", "e4").contains("e5"));
    assert!(goes("t7/8/8/8/4S3/8/8/7T w 1 play -", "e4").contains("d4"));
}

#[test]
fn a_zi_ri_lands_on_any_one_piece() {
    // Own pieces on b1 and e2, enemies on d1 and a2, nothing on a4, d5 and e4, two pieces on b5.
    let on = "8/8/8/1(kz)6/8/2Z5/t3C3/1G1h3T w 1 play -";
    assert_eq!(goes(on, "c3"), "a2 a4 b1 d1 d5 e2 e4");
    assert_eq!(after(on, "c3-a2 h1-g1"), "8/8/8/1(kz)6/8/8/(Zt)3C3/1G1h2T1", "also on a town");
    let on = "t7/8/8/1z6/8/2Z5/8/7T w 1 play -";
    assert_eq!(after(on, "c3-b5 h1-g1"), "t7/8/8/1(Zz)6/8/8/8/6T1", "and on the other zi ri");
}

#[test]
fn nothing_else_moves_onto_a_zi_ri() {
    assert!(with("t7/8/8/8/8/8/4z3/4K2T w 1 play -", "e1-e2").is_empty());
    let on = "t7/8/8/8/8/8/4Z3/4K2T w 1 play -";
    assert!(!can(on, "e1-e2 h1-g1") && can(on, "e2-g3 e1-e2"), "nor onto the own, before it has gone");
}

// Packs.

#[test]
fn cani_that_trade_places_have_not_moved() {
    let on = "t7/8/3cc3/8/8/8/8/7T b 1 play -";
    assert!(with(on, "d6-e6+e6-d6").is_empty());
    // The fewest parts: one cani jumps the other instead of both shifting.
    assert!(can(on, "a8-a7 e6-c6") && with(on, "d6-c6+e6-d6").is_empty());
    assert!(position(on).read("d6-c6+e6-d6 a8-a7").is_ok_and(|text| text == "a8-a7 e6-c6"));
}

#[test]
fn a_zi_ri_on_a_cani_stops_the_others() {
    let free = "t7/8/3cc3/8/8/8/8/7T b 1 play -";
    let shared = "t7/8/3(Zc)c3/8/8/8/8/7T b 1 play -";
    assert!(!with(free, "e6-c6").is_empty() && with(shared, "e6-c6").is_empty());
    // The cani that shares still counts for the other's reach, and may go itself, but its square stays shut.
    assert!(!with(shared, "e6-e8").is_empty() && !with(shared, "d6-d8").is_empty());
    assert!(with(shared, "+e6-d6").is_empty());
}

#[test]
fn other_pieces_block_packs() {
    let on = "t7/8/2Kcc3/8/8/8/8/7T b 1 play -";
    assert!(with(on, "e6-c6").is_empty() && with(on, "d6-b6").is_empty());
    let on = "t7/8/2kcc3/8/8/8/8/7T b 1 play -";
    assert!(!can(on, "a8-a7 d6-b6") && can(on, "c6-c7 d6-b6"), "an own khtsoyis too, before it has gone");
}

#[test]
fn a_cani_that_has_moved_counts_for_the_others_but_moves_no_more() {
    let on = "t7/8/2c1c3/8/8/8/8/7T b 1 play -";
    // c6 and e6 are apart; once c6 has come beside e6, e6 reaches two squares.
    assert!(can(on, "c6-d6 e6-e8"));
    assert!(with(on, "c6-d6 d6").is_empty() && !can(on, "a8-a7 e6-e8"));
    // Cani of the pack that took no part may make the second move.
    assert!(can("t7/8/3cc3/3c4/8/8/8/7T b 1 play -", "d5-c5 e6-e7"));
}

#[test]
fn packs_are_joined_beside_each_other() {
    let on = "t7/2c5/3c4/8/8/8/8/7T b 1 play -";
    assert!(with(on, "+").is_empty(), "diagonal neighbours are no pack");
    assert!(!can(on, "a8-a7 c7-c5") && can(on, "d6-c6 c7-c5"));
}

// Attacks.

#[test]
fn the_first_weapon_attack_on_a_gormoror_leaves_a_mark() {
    let on = "t7/8/8/8/8/8/4gK2/7T w 1 play -";
    assert_eq!(after(on, "f2xe2"), "t7/8/8/8/8/8/4g'K2/7T");
    assert_eq!(after(on, "f2xe2,e2"), "t7/8/8/8/8/8/5K2/7T");
    assert!(!can(on, "f2xe2,e2,e2"));
    assert_eq!(after("t7/8/8/8/8/8/4g'C2/7T w 1 play -", "f2xe2"), "t7/8/8/8/8/8/5C2/7T");
    // Magic takes it at once, and the mark goes with the piece as it moves.
    assert_eq!(after("t7/8/8/8/8/4g3/5O2/7T w 1 play -", "f2xe3"), "t7/8/8/8/8/8/5O2/7T");
    assert_eq!(after("t7/8/8/8/8/8/4G'3/7T w 1 play -", "e2-e4 h1-h2"), "t7/8/8/8/4G'3/8/7T/8");
}

#[test]
fn the_first_magic_attack_on_a_rassimel_leaves_a_mark() {
    assert_eq!(after("t7/8/8/8/8/4r3/5O2/7T w 1 play -", "f2xe3"), "t7/8/8/8/8/4r'3/5O2/7T");
    assert_eq!(after("t7/8/8/8/8/4r'3/5Z2/7T w 1 play -", "f2xe3"), "t7/8/8/8/8/8/5Z2/7T");
    assert_eq!(after("t7/8/8/8/8/8/4rR2/7T w 1 play -", "f2xe2"), "t7/8/8/8/8/8/5R2/7T", "weapons take it at once");
}

#[test]
fn attacks_on_what_resists_them_all_are_not_legal() {
    assert!(with("t7/8/8/8/8/8/4hC2/7T w 1 play -", "x").is_empty());
    assert!(with("t7/8/8/8/8/4z3/5O2/7T w 1 play -", "x").is_empty());
    assert!(with("t7/8/8/8/3oC3/8/8/7T w 1 play -", "x").is_empty(), "an orren in the river");
    assert!(can("t7/8/8/8/8/8/4oC2/7T w 1 play -", "f2xe2"), "an orren on land");
    assert!(can("t7/8/8/8/3o4/4R3/8/7T w 1 play -", "e3xd4"), "magic on an orren in the river");
}

#[test]
fn herethroy_attack_from_their_own_side_only() {
    assert!(can("t7/8/8/8/3kH3/8/8/7T w 1 play -", "e4xd4"), "the target may be in the river");
    assert!(with("t7/8/2cH4/8/8/8/8/7T w 1 play -", "x").is_empty());
    assert!(can("t7/8/2Ch4/8/8/8/8/7T b 1 play -", "d6xc6"));
}

#[test]
fn magic_works_across_a_ford() {
    assert!(can("t7/8/8/3O4/4k3/8/8/7T w 1 play -", "d5xe4"));
}

#[test]
fn the_khtsoyis_strikes_up_to_three_times() {
    let on = "t7/8/8/8/8/5c2/4gKc1/5c1T w 1 play -";
    assert_eq!(after(on, "f2xe2,e2,f1"), "t7/8/8/8/8/5c2/5Kc1/7T");
    // Sequences with the same result are one turn, named by the first text.
    assert!(can(on, "f2xe2,f1,f3") && with(on, "f2xf3,f1").is_empty() && with(on, "f2xf1,e2").is_empty());
    assert_eq!(with(on, "x").len(), 4 + 6 + 1 + 4 + 3, "one, two (and twice e2), three (and twice e2 with one more)");
}

#[test]
fn nothing_follows_the_towns_capture() {
    let on = "8/8/8/8/8/t7/Kk6/7T w 1 play -";
    assert_eq!(with(on, "x"), ["a2xa3", "a2xb2", "a2xb2,a3"].map(str::to_owned).to_vec());
}

#[test]
fn one_of_two_enemies_on_a_square_is_named() {
    let on = "t7/8/8/8/8/8/4(gz)K2/7T w 1 play -";
    assert_eq!(after(on, "f2xe2:z"), "t7/8/8/8/8/8/4gK2/7T");
    assert_eq!(after(on, "f2xe2:g,e2:g,e2"), "t7/8/8/8/8/8/5K2/7T");
    assert!(!can(on, "f2xe2"));
    // A square that an enemy shares with an own zi ri holds one target.
    assert!(can("t7/8/8/8/8/8/4(Zc)K2/7T w 1 play -", "f2xe2"));
    // Also where the other resists everything.
    assert_eq!(with("t7/8/8/8/8/8/4(hz)C2/7T w 1 play -", "x"), ["f2xe2:z"]);
}

#[test]
fn a_pounce_goes_as_far_as_the_sleeth_and_cannot_be_resisted() {
    assert_eq!(with("t7/8/8/4k3/8/6h1/8/4S2T w 1 play -", "^"), ["e1^g3"], "four squares are too far");
    let on = "t7/8/8/8/4g3/8/8/4S2T w 1 play -";
    assert_eq!(after(on, "e1^e4"), "t7/8/8/8/4S3/8/8/7T");
    assert!(with("t7/8/8/8/4g3/4k3/8/4S2T w 1 play -", "e1^e4").is_empty(), "nothing stands between");
    assert!(with("t7/8/8/8/4g3/8/8/4S2T w 1 play pounce=adjacent", "^").is_empty());
    assert!(can("t7/8/8/8/8/8/4g3/4S2T w 1 play pounce=adjacent", "e1^e2"));
}

#[test]
fn a_pounce_takes_all_enemies_on_the_square() {
    assert_eq!(after("t7/8/8/8/4(gz)3/8/8/4S2T w 1 play -", "e1^e4"), "t7/8/8/8/4S3/8/8/7T");
    assert_eq!(
        after("t7/8/8/8/4(Zg)3/8/8/4S2T w 1 play -", "e1^e4"),
        "t7/8/8/8/4(SZ)3/8/8/7T",
        "it joins the own zi ri"
    );
    assert_eq!(after("t7/8/8/8/4(Zz)3/8/8/4S2T w 1 play -", "e1^e4"), "t7/8/8/8/4(SZ)3/8/8/7T");
    assert!(with("t7/8/8/8/4(Gz)3/8/8/4S2T w 1 play -", "^").is_empty(), "an own gormoror is there");
}

#[test]
fn a_glorious_sacrifice() {
    // Black's zi ri shares a square with White's gormoror: any attack of White's takes it too.
    let on = "t7/8/8/8/8/1(Gz)6/4gC2/7T w 1 play -";
    assert_eq!(after(on, "f2xe2"), "t7/8/8/8/8/1G6/4g'C2/7T", "even if resisted");
    assert_eq!(after(on, "b3-b4 h1-h2"), "t7/8/8/8/1G6/1z6/4gC1T/8", "but moving doesn't");
    // Till then it may be named as a target, which changes nothing; then it is the same turn.
    let on = "t7/8/8/8/8/3(Gz)4/3Kc3/7T w 1 play -";
    assert_eq!(with(on, "d2x"), ["d2xd3", "d2xd3,e2"]);
    assert_eq!(after(on, "d2xd3,e2"), "t7/8/8/8/8/3G4/3K4/7T");
    assert_eq!(after(on, "d2xd3"), "t7/8/8/8/8/3G4/3Kc3/7T");
    assert_eq!(position(on).read("d2xe2").unwrap(), "d2xd3,e2");
    // Two zi ri share: whoever attacks takes the other's.
    assert_eq!(after("t7/8/8/8/8/3(Zz)4/8/3cC2T w 1 play -", "e1xd1"), "t7/8/8/8/8/3Z4/8/4C2T");
}

#[test]
fn the_own_zi_ri_and_its_host_attack_as_one_square() {
    let on = "t7/8/8/8/8/4k3/3(OZ)4/7T w 1 play -";
    assert_eq!(with(on, "x"), ["d2xe3"]);
}

// The end.

#[test]
fn the_towns_capture_ends_the_game() {
    let mut game = Course::from_position(&setup("standard", &[]), "8/8/8/8/8/t7/C7/7T w 7 play -").unwrap();
    game.play("a2xa3").unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::White), Reason::TownCaptured));
    assert!(game.to_move().is_none() && game.position().legal().is_empty());
    assert!(matches!(&game.turns()[0].marks[..], [Mark::Attack { .. }, Mark::Captured(town)] if town.letter == 't'));
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut game = Course::from_position(&setup("standard", &[]), "t7/k7/8/8/8/8/7K/7T w 1 play -").unwrap();
    for turn in ["h2-h3 h1-h2", "a7-a6 a8-a7", "h2-h1 h3-h2", "a7-a8 a6-a7"].iter().cycle().take(8) {
        assert!(game.outcome().is_none());
        game.play(turn).unwrap();
    }
    assert_eq!(game.outcome().map(|outcome| (outcome.winner, outcome.reason)), Some((None, Reason::Repetition)));
}

#[test]
fn a_hundred_turns_without_a_loss_are_a_draw() {
    let mut game = Course::from_position(&setup("standard", &[]), "t7/8/8/8/8/8/1o1K4/7T w 1 play -").unwrap();
    // The orren walks through the river while the khtsoyis and the towns walk too; positions hardly repeat.
    let mut seed = 7u64;
    while game.outcome().is_none() {
        let legal = game.position().legal();
        let quiet: Vec<&String> = legal.iter().filter(|text| !text.contains('x')).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        game.play(quiet[(seed >> 33) as usize % quiet.len()]).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.reason, game.turns().len()), (Reason::NoProgress, 100));
}

#[test]
fn setup_turns_count_for_no_draw() {
    let mut game = Course::new(&setup("standard", &[])).unwrap();
    for piece in ["r", "o", "h", "k", "s", "c", "c", "g", "z", "c"] {
        assert!(!game.position().repeats());
        assert!(game.play(piece).unwrap().progress);
        game.play(piece).unwrap();
    }
    assert!(game.position().repeats());
    assert!(!game.play("e1-e2 f1-e1").unwrap().progress);
}
