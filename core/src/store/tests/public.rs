//! What others may look at, and how ratings went: after an upgrade, and after two players have become one.

use super::*;
use crate::rating::Rating;
use crate::rules::Side;

/// Games of before are nobody else's to look at, new ones are; of a rating of before only its last value is known.
#[test]
fn games_of_before_stay_unlisted_and_ratings_go_on_from_where_they_were() {
    for schema in [1, 2] {
        let folder = folder();
        let file = folder.path().join("old.db");
        std::fs::copy(fixture(schema), &file).unwrap();
        let old = rusqlite::Connection::open(&file).unwrap();
        let rated = "INSERT OR REPLACE INTO ratings SELECT id, 'dameo', 1612.4, 60.0, 0.06, 40, 7 FROM players ORDER BY id LIMIT 1";
        old.execute(rated, []).unwrap();
        drop(old);
        let mut store = Store::open(&file).unwrap();
        assert_eq!(store.integrity().unwrap(), Vec::<String>::new());
        let games = store.read(|tx| tx.games_after(0, 10)).unwrap();
        assert!(games.iter().all(|game| !game.listed));
        assert!(games.iter().all(|game| !store.read(|tx| tx.is_public(game.number)).unwrap()));
        let all = store.read(|tx| tx.games_of_others(-1, 10)).unwrap();
        assert_eq!(all, (Vec::new(), 0));
        let player = store.read(|tx| tx.players_after(0, 1)).unwrap().remove(0);
        assert!(player.public, "until they say otherwise");
        let seen = store.read(|tx| tx.finished_games_seen(player.id, -1, 10, 0)).unwrap();
        assert_eq!(seen, (Vec::new(), 0));
        let history = store.read(|tx| tx.rating_history(player.id, "dameo", 10)).unwrap();
        assert_eq!(history, [(40, 1612.4, 7)]);
        // A new one between the same two.
        let mut new = games[0].clone();
        (new.number, new.listed, new.ended, new.to_move) = (new.number + 1_000, true, None, Some(Side::White));
        store.write(|tx| tx.insert_game(&new)).unwrap();
        let all = store.read(|tx| tx.games_of_others(-1, 10)).unwrap();
        assert_eq!((all.0.len(), all.1), (1, 1));
        assert_eq!(store.read(|tx| tx.games_of_others(new.players[0], 10)).unwrap().1, 0, "it is their own");
    }
}

/// What two players become one in: how a rating went goes with the rating, and whoever wanted to be private is.
#[test]
fn players_who_become_one_keep_one_history_and_stay_private() {
    let mut store = Store::in_memory().unwrap();
    let (from, into) = (player(&mut store, "ann").unwrap(), player(&mut store, "anna").unwrap());
    let rating = |rating: f64, games: u32| Rating { rating, games, ..Rating::new(1) };
    store
        .write(|tx| -> Stored<()> {
            for (id, game, value) in [(from, "amazons", 1600.0), (from, "dameo", 1400.0), (into, "dameo", 1700.0)] {
                tx.set_rating(id, game, &rating(value, 1))?;
                tx.note_rating(id, game, 5, &rating(value, 1))?;
            }
            let mut private = tx.known_player(from)?;
            private.public = false;
            tx.update_player(&private)?;
            tx.merge_players(from, into, 9)
        })
        .unwrap();
    let mut went = |id, game: &str| store.read(|tx| tx.rating_history(id, game, 9)).unwrap();
    assert_eq!((went(into, "amazons"), went(into, "dameo")), (vec![(1, 1600.0, 1)], vec![(1, 1700.0, 1)]));
    assert_eq!((went(from, "amazons"), went(from, "dameo")), (Vec::new(), Vec::new()));
    let mut public = |id| store.read(|tx| tx.known_player(id)).unwrap().public;
    assert!(!public(into) && !public(from));
}
