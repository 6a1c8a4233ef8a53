//! A league's divisions end one by one, as soon as nothing can change; what still runs goes on.

use turnpost_core::store::{EventGame, EventState};

use crate::world::{HOUR, World};

/// The games of a division that one of these plays in, first; then the others.
fn ordered(world: &World, number: i64, team: u32, first: &[i64]) -> Vec<(i64, [i64; 2])> {
    let (groups, games) = world.round(number, 1);
    let slots = &groups[team as usize - 1];
    let player = |slot: i64| slots[usize::try_from(slot).unwrap()].player;
    let pair = |game: &EventGame| (game.game, [player(game.white), player(game.black)]);
    let mut games: Vec<(i64, [i64; 2])> = games.iter().filter(|game| game.team == team).map(pair).collect();
    games.sort_by_key(|(_, pair)| !pair.iter().any(|player| first.contains(player)));
    games
}

#[test]
fn a_division_ends_as_soon_as_it_is_decided() {
    let mut world = World::new(21);
    let names: Vec<String> = (0..12).map(|n| format!("player{n}")).collect();
    let number = world.league(&names);
    let (groups, _) = world.round(number, 1);
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [7, 5]);
    let mut lower: Vec<i64> = groups[1].iter().map(|slot| slot.player).collect();
    lower.sort_unstable();
    let placed = |world: &World| -> usize {
        let places = world.service.event_places(number).unwrap();
        places.iter().filter(|(player, place)| lower.contains(player) && place.is_some()).count()
    };
    // The two first win all their games: seven of ten decide who goes up.
    let games = ordered(&world, number, 2, &lower[..2]);
    for (n, (game, pair)) in games.iter().take(7).enumerate() {
        assert_eq!(placed(&world), 0, "after {n} games");
        world.lose(*game, pair.iter().max().copied().unwrap());
        world.wait(HOUR);
    }
    assert_eq!(placed(&world), 5, "three games are left, and it has ended");
    assert_eq!(world.event(number).state, EventState::Running, "the first division goes on");
    let told = |world: &World, player: i64| -> Vec<String> {
        let all = world.inbox(&world.name(player)).into_iter();
        all.filter(|mail| mail.contains("is decided")).collect()
    };
    let best = told(&world, lower[0]);
    assert_eq!(best.len(), 1, "{best:?}");
    assert!(best[0].contains("division 2 of the Othello league, season 1 is decided."), "{best:?}");
    assert!(best[0].contains("You are 1st of 5, with 4 points from 4 games, and go up."), "{best:?}");
    assert!(best[0].contains("3 games of it still run"), "{best:?}");
    assert!(told(&world, lower[4])[0].contains(", and stay."));
    assert!(told(&world, *groups[0].iter().map(|slot| &slot.player).min().unwrap()).is_empty());
    // Withdrawing from what has ended strikes nothing out; the rest fills the table, and nobody is told again.
    let last = world.name(lower[4]);
    world.say(&last, &format!("withdraw T{number} yes"));
    assert!(world.round(number, 1).0[1].iter().all(|slot| slot.fate.is_none()));
    let (game, pair) =
        games.iter().find(|(_, pair)| *pair == [lower[2], lower[3]] || *pair == [lower[3], lower[2]]).unwrap();
    world.lose(*game, pair.iter().max().copied().unwrap());
    world.wait(HOUR);
    let places = world.service.event_places(number).unwrap();
    let place = |player: i64| places.iter().find(|(one, _)| *one == player).unwrap().1;
    assert_eq!(lower.iter().map(|player| place(*player)).collect::<Vec<_>>(), [8, 9, 10, 11, 12].map(Some));
    assert!(told(&world, lower[0]).is_empty(), "once is enough");
    // The first division ends, and with it the season.
    for (game, pair) in ordered(&world, number, 1, &[]) {
        if world.event(number).state == EventState::Running {
            world.lose(game, pair.iter().max().copied().unwrap());
            world.wait(HOUR);
        }
    }
    assert_eq!(world.event(number).state, EventState::Over);
    let winner = groups[0].iter().map(|slot| slot.player).min().unwrap();
    assert!(told(&world, winner)[0].contains("and have won the league."));
}
