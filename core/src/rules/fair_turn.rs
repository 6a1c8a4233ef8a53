//! A turn to show to somebody who doesn't know how turns are written. It is legal, and it shouldn't be a blunder: people
//! copy examples. So it is chosen among a few by what the opponent can do next, in any game.

use super::{Guided, Side};

/// How many turns are compared, and how many of the opponent's answers to each.
const COMPARED: usize = 12;
const ANSWERS: usize = 60;

/// A turn after which the opponent can take or turn as few pieces as possible, and then has few turns.
pub(super) fn find<G: Guided>(position: &G) -> Option<G::Turn> {
    let turns = simplest(position, position.legal_turns());
    let me = position.to_move();
    spread(&turns, COMPARED).min_by_key(|turn| badness(position, turn, me)).cloned()
}

/// Those that are written plainly, without lists and packs, if there are any.
fn simplest<G: Guided>(position: &G, turns: Vec<G::Turn>) -> Vec<G::Turn> {
    let plain = |turn: &&G::Turn| !position.write(turn).contains(['+', ',', ':']);
    let found: Vec<G::Turn> = turns.iter().filter(plain).cloned().collect();
    if found.is_empty() { turns } else { found }
}

/// The fewer the better: whether it loses at once, what it costs, how free the opponent is.
fn badness<G: Guided>(position: &G, turn: &G::Turn, me: Side) -> (bool, i64, u64) {
    let mut after = position.clone();
    after.play(turn);
    let loses = after.outcome().is_some_and(|outcome| outcome.winner == Some(me.other()));
    let now = balance(&after, me);
    let answers = after.legal_turns();
    // Where no turn changes the number of pieces, nothing can be lost.
    let changes = after.changes();
    let still = changes.own == (0..=0) && changes.enemy == (0..=0);
    let worst = spread(&answers, if still { 0 } else { ANSWERS }).map(|answer| {
        let mut then = after.clone();
        then.play(answer);
        let lost = then.outcome().is_some_and(|outcome| outcome.winner == Some(me.other()));
        if lost { i64::from(i32::MAX) } else { now - balance(&then, me) }
    });
    (loses, worst.max().unwrap_or(0), answers.len() as u64)
}

/// How many more pieces one side has.
fn balance<G: Guided>(position: &G, me: Side) -> i64 {
    position
        .scene()
        .pieces
        .iter()
        .map(|piece| match piece.side {
            Some(side) if side == me => 1,
            Some(_) => -1,
            None => 0,
        })
        .sum()
}

/// At most so many, from all over the list.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    let step = if most == 0 { list.len().max(1) } else { list.len().div_ceil(most).max(1) };
    list.iter().skip(step / 2).step_by(step).take(most)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::rules::{GameKind, Position, Setup};

    fn start(game: GameKind) -> Position {
        Position::start(&Setup { game, variant: game.variants()[0], options: Vec::new() }).unwrap()
    }

    #[test]
    fn examples_are_legal_in_every_game() {
        for game in GameKind::ALL {
            let mut position = start(*game);
            for step in 0..20_usize {
                let legal = position.legal();
                assert_eq!(position.fair_turn().is_some(), !legal.is_empty(), "{}", position.text());
                assert!(position.fair_turn().is_none_or(|turn| legal.contains(&turn)), "{}", position.text());
                let Some(turn) = legal.get(step * 17 % legal.len().max(1)) else { break };
                position.play(turn).unwrap();
            }
        }
    }

    #[test]
    fn an_example_gives_no_man_away() {
        // One step of White's is safe, the others are captured.
        let setup = Setup { game: GameKind::Dameo, variant: "standard", options: Vec::new() };
        let position = Position::parse(&setup, "8/8/8/3b4/8/3w4/8/w7 w 1").unwrap();
        let taken = |turn: &str| {
            let mut after = position.clone();
            after.play(turn).unwrap();
            after.legal().iter().any(|answer| answer.contains('x'))
        };
        assert!(position.legal().iter().any(|turn| taken(turn)), "{:?}", position.legal());
        assert!(!taken(&position.fair_turn().unwrap()), "{:?}", position.fair_turn());
    }

    #[test]
    fn an_example_has_no_pack_in_it() {
        let setup = Setup { game: GameKind::Diamond, variant: "quick", options: Vec::new() };
        let mut position = Position::start(&setup).unwrap();
        for _ in 0..6 {
            let shown = position.fair_turn().unwrap();
            assert!(!shown.contains(['+', ',']), "{shown}");
            position.play(&shown).unwrap();
        }
    }

    #[test]
    fn at_the_start_it_is_the_one_that_the_game_names() {
        for game in GameKind::ALL {
            assert_eq!(start(*game).fair_turn().as_deref(), start(*game).example());
        }
    }
}
