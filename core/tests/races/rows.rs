//! Whatever is read in order to be changed is read as the last who changed it left it, and nobody changes it meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use turnpost_core::address::Mailbox;
use turnpost_core::command::Command;
use turnpost_core::service::Randomness;
use turnpost_core::store::{ChallengeState, Question, QuestionKind, StoreError, Tx};

use crate::engine::Fresh;
use crate::{HOUR, START, ask, at_once, begin, meanwhile, process, request};

/// The whole row of a player is stored; what others changed meanwhile must not be lost.
#[test]
fn changes_of_one_player_are_all_kept() {
    let database = Fresh::new();
    let service = process(&database, "first");
    ask(&service, "ann", "hello", Command::Games);
    let set = [
        "theme dark",
        "zone Europe/Berlin",
        "receipts off",
        "public off",
        "board white",
        "reminders 12h",
        "confirm on",
    ];
    at_once(&database, set.len(), |i, service| {
        let read = turnpost_core::message::read(&format!("set {}", set[i]));
        let command = read.commands.into_iter().next().unwrap().unwrap();
        service.handle(&request("ann", &format!("set {i}"), START, command), Randomness::fixed(1)).unwrap();
    });
    let kept =
        "SELECT count(*) FROM players WHERE theme = 'dark' AND zone = 'Europe/Berlin' AND receipts = 0 AND public = 0
                AND my_side = 0 AND reminders = '12' AND confirm = 1";
    assert_eq!(database.value::<i64>(kept), 1);
}

#[test]
fn what_is_about_to_be_changed_is_read_as_others_left_it() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let number = begin(&service, "game");
    let player = database.value::<i64>("SELECT id FROM players WHERE folded = 'ann'");
    let dark = |tx: &Tx<'_>| {
        let mut ann = tx.player_to_change(player).unwrap();
        ann.theme = Some("dark".to_owned());
        tx.update_player(&ann).unwrap();
    };
    let seen = meanwhile(&database, dark, |tx| tx.player_to_change(player).unwrap().theme);
    assert_eq!(seen.as_deref(), Some("dark"), "a player");
    let quiet = |tx: &Tx<'_>| {
        let mut game = tx.game(number).unwrap().unwrap();
        game.quiet += 7;
        tx.update_game(&game).unwrap();
    };
    assert_eq!(meanwhile(&database, quiet, |tx| tx.game(number).unwrap().unwrap().quiet), 7, "a game");
    let decline = |tx: &Tx<'_>| tx.set_challenge_state(number, ChallengeState::Declined).unwrap();
    let seen = meanwhile(&database, decline, |tx| tx.challenge(number).unwrap().unwrap().state);
    assert_eq!(seen, ChallengeState::Declined, "a challenge");
    let asked = Question {
        id: 0,
        player: Some(player),
        address: None,
        kind: QuestionKind::Forget,
        game: None,
        revision: None,
        asked: START,
        expires: START + HOUR,
    };
    let question = database.open().write(|tx| tx.insert_question(&asked)).unwrap();
    let close = |tx: &Tx<'_>| tx.close_question(question).unwrap();
    let seen = meanwhile(&database, close, |tx| tx.open_question(question, START).unwrap());
    assert_eq!(seen, None, "a question");
}

/// Whoever writes a mail, the game they answer, and what is read beside both of them.
#[test]
fn a_sender_is_read_as_others_left_them() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let number = begin(&service, "game");
    let [ann, ben] =
        ["ann", "ben"].map(|name| database.value::<i64>(&format!("SELECT id FROM players WHERE folded = '{name}'")));
    let mailbox = Mailbox::parse("ann@example.net").unwrap();
    let gets = |tx: &Tx<'_>, player: i64| {
        let row = tx.address(&mailbox).unwrap();
        tx.set_address_player(row.id, Some(player), START).unwrap();
    };
    let wrote = database.open().write(|tx| {
        gets(tx, ann);
        Ok::<_, StoreError>(())
    });
    wrote.unwrap();
    let themed = |tx: &Tx<'_>, player: i64, theme: &str| {
        let mut player = tx.player_to_change(player).unwrap();
        player.theme = Some(theme.to_owned());
        tx.update_player(&player).unwrap();
    };
    let stops = |tx: &Tx<'_>| {
        themed(tx, ann, "wood");
        let row = tx.address(&mailbox).unwrap();
        tx.set_stopped(row.id, Some(START)).unwrap();
    };
    let sender = |tx: &Tx<'_>| tx.sender(&mailbox, Some(number)).unwrap();
    let (table, _) = meanwhile(&database, stops, sender);
    let (found, address) = table.at(&mailbox).unwrap();
    assert_eq!(found.player.theme.as_deref(), Some("wood"), "a sender");
    assert!(address.stopped, "what is read with them");
    let commented = |tx: &Tx<'_>| {
        let mut game = tx.game(number).unwrap().unwrap();
        game.quiet += 7;
        tx.update_game(&game).unwrap();
        tx.insert_comment(number, ann, "a word", START).unwrap();
    };
    let (table, game) = meanwhile(&database, commented, sender);
    assert_eq!(game.unwrap().quiet, 7, "the game that is answered");
    assert!(table.around.commented, "what is read with it");
    // The address becomes Ben's while its mail waits for Ann, and Ben is being changed, too.
    let changed = database.hold("UPDATE players SET theme = 'dark' WHERE folded = 'ben'");
    let moves = |tx: &Tx<'_>| {
        themed(tx, ann, "light");
        gets(tx, ben);
    };
    let over = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let found = scope.spawn(|| {
            let table = meanwhile(&database, moves, sender).0;
            over.store(true, Ordering::SeqCst);
            table.at(&mailbox).unwrap().0.player.clone()
        });
        // First for Ann, then for Ben.
        database.until_waiting(1, || over.load(Ordering::SeqCst));
        let moved = || database.value::<i64>("SELECT player FROM addresses WHERE address = 'ann@example.net'") == ben;
        while database.url().is_some() && !moved() {}
        database.until_waiting(1, || over.load(Ordering::SeqCst));
        if let Some(mut changed) = changed {
            changed.batch_execute("COMMIT").unwrap();
        }
        found.join().unwrap()
    });
    assert_eq!(seen.id, ben, "who has the address now");
    assert_eq!(seen.theme.as_deref(), database.url().map(|_| "dark"), "as others left them");
}
