//! This board against core's rules: what it plays is legal and leads where core says.
#![allow(clippy::unwrap_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::Setup;

use super::*;
use crate::dice::Dice;

#[test]
fn turns_are_legal_and_lead_where_the_rules_say() {
    let setup = Setup::new("diamond", Some("quick"), &[]).unwrap();
    let mut packs = 0;
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        let mut game = Course::new(&setup).unwrap();
        while game.outcome().is_none() && game.turns().len() < 80 {
            let board = Board::read(&game.position().text()).unwrap();
            let mut seeds = Vec::new();
            board.expand(true, &mut seeds);
            assert!(!seeds.is_empty(), "{}", game.position().text());
            for seed in &seeds {
                let mut after = board.clone();
                after.make(seed.turn);
                let mut position = game.position().clone();
                let text = board.write(seed.turn);
                packs += usize::from(text.contains('+'));
                let played = position.play(&text);
                assert!(played.is_ok(), "{text} in {}: {played:?}", position.text());
                assert_eq!(Board::read(&position.text()).unwrap(), after, "{text} in {}", game.position().text());
            }
            // Every attack of the rules is there.
            let mut attacks = Vec::new();
            board.attacks(|turn| attacks.push(board.write(turn)));
            for turn in game.position().legal().iter().filter(|turn| turn.contains(['x', '^'])) {
                let same = |text: &String| game.position().read(text).is_ok_and(|read| read == *turn);
                assert!(attacks.iter().any(same), "{turn} in {}", game.position().text());
            }
            let turn = if dice.below(3) == 0 {
                dice.pick(&game.position().legal()).unwrap().clone()
            } else {
                board.write(dice.pick(&seeds).unwrap().turn)
            };
            game.play(&turn).unwrap();
        }
    }
    assert!(packs > 100, "only {packs} moves of packs");
}
