//! Several processes on one database, all at once: whatever assumed that there is only one writer. On SQLite the engine
//! itself keeps them apart; on PostgreSQL our locks do.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Duration;

use engine::Fresh;
use turnpost_core::address::Mailbox;
use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::house::Answer;
use turnpost_core::notice::{Destination, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::Side;
use turnpost_core::service::{Handled, Randomness, Service, Settings};
use turnpost_core::store::{
    ChallengeState, Channel, Delivery, Happening, Inviter, OutboxRow, Question, QuestionKind, Store, StoreError, Tx,
    Verdict,
};

const START: i64 = 1_780_000_000;
const HOUR: i64 = 3_600;
const MANY: usize = 8;

fn process(database: &Fresh, name: &str) -> Service {
    Service::new(database.open(), Settings { holder: name.to_owned(), ..Settings::default() }).unwrap()
}

fn request(name: &str, key: &str, at: i64, command: Command) -> Request {
    Request {
        from: Sender::Console { name: name.to_owned() },
        proof: Proof::Transport,
        key: key.to_owned(),
        at,
        context: Context::Fresh,
        place: None,
        commands: vec![Ok(command)],
        comment: None,
        manner: Manner::default(),
    }
}

fn ask(service: &Service, name: &str, key: &str, command: Command) -> Handled {
    let handled = service.handle(&request(name, key, START, command), Randomness::fixed(1)).unwrap();
    for owed in &handled.answers {
        service.settle(owed.id, &Delivery::Sent, START).unwrap();
    }
    handled
}

/// Ann challenges, Ben accepts and is White.
fn begin(service: &Service, key: &str) -> i64 {
    ask(service, "ben", &format!("{key} hello"), Command::Games);
    let new = Command::New(NewGame {
        game: "amazons".to_owned(),
        variant: None,
        opponent: Opponent::Player("ben".to_owned()),
        colour: Some(Colour::Side(Side::Black)),
        clock: None,
        rated: Some(true),
        options: Vec::new(),
    });
    let made = ask(service, "ann", &format!("{key} new"), new);
    let number = made.answers[0].notice.game.as_ref().unwrap().number;
    ask(service, "ben", &format!("{key} accept"), Command::Accept(Some(number)));
    number
}

/// Lets so many processes do something at the same moment.
fn at_once<T: Send>(database: &Fresh, many: usize, work: impl Fn(usize, &Service) -> T + Sync) -> Vec<T> {
    let barrier = Barrier::new(many);
    thread::scope(|scope| {
        let all: Vec<_> = (0..many)
            .map(|i| {
                let (barrier, work) = (&barrier, &work);
                scope.spawn(move || {
                    let service = process(database, &format!("p{i}"));
                    barrier.wait();
                    work(i, &service)
                })
            })
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn one_request_that_reaches_every_process_is_handled_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let number = begin(&service, "game");
    for (round, (name, text)) in
        [("ben", "d1-d7/g7"), ("ann", "d10-d8/f6"), ("ben", "g1-g4/e4")].into_iter().enumerate()
    {
        let turn = Command::Turn { game: Some(number), guard: None, text: text.to_owned() };
        let told = at_once(&database, MANY, |_, service| {
            let asked = request(name, &format!("turn {round}"), START, turn.clone());
            service.handle(&asked, Randomness::fixed(1)).unwrap()
        });
        assert_eq!(told.iter().filter(|handled| !handled.repeated).count(), 1);
        let first = &told[0].answers[0].notice.news;
        assert!(told.iter().all(|handled| handled.answers[0].notice.news == *first), "everybody gets the same answer");
    }
    assert_eq!(database.value::<i64>("SELECT count(*) FROM entries WHERE kind = 'turn'"), 3);
    assert_eq!(service.examine(0, 10, 1).unwrap().problems, Vec::<String>::new());
}

#[test]
fn a_limit_is_kept_by_all_together() {
    let database = Fresh::new();
    drop(process(&database, "first"));
    database.slow_down("happenings");
    let what = Happening::Invited(Inviter::Player(1));
    let allowed = at_once(&database, MANY, |_, _| {
        let mut store = database.open();
        (0..3).filter(|_| store.write(|tx| tx.allow(&what, START, 5, HOUR)).unwrap()).count()
    });
    assert_eq!(allowed.iter().sum::<usize>(), 5);
}

#[test]
fn time_after_an_outage_is_given_back_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    begin(&service, "game");
    // Its clock ran for a while before the outage: what is given back twice would show.
    service.tick(START + 600, Randomness::fixed(1)).unwrap();
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    database.slow_down("meta");
    at_once(&database, MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + 5 * HOUR, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, 5 * HOUR - 600);
}

#[test]
fn a_window_of_maintenance_is_given_back_once() {
    let database = Fresh::new();
    let service = process(&database, "first");
    service.tick(START, Randomness::fixed(1)).unwrap();
    begin(&service, "game");
    service.maintenance(START + 600, START + HOUR / 2).unwrap();
    let deadline = || database.value::<i64>("SELECT deadline FROM games");
    let before = deadline();
    database.slow_down("maintenance");
    at_once(&database, MANY, |i, service| {
        let asked = request(&format!("guest{i}"), "hello", START + HOUR - 60, Command::Games);
        service.handle(&asked, Randomness::fixed(1)).unwrap();
    });
    assert_eq!(deadline() - before, HOUR / 2 - 600);
}

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
fn two_games_that_end_at_once_are_both_rated() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let games: Vec<i64> = (0..4).map(|i| begin(&service, &format!("game {i}"))).collect();
    for &game in &games {
        let turn = |text: &str| Command::Turn { game: Some(game), guard: None, text: text.to_owned() };
        ask(&service, "ben", &format!("{game} a"), turn("d1-d7/g7"));
        ask(&service, "ann", &format!("{game} b"), turn("d10-d8/f6"));
    }
    at_once(&database, games.len(), |i, service| {
        let name = if i % 2 == 0 { "ann" } else { "ben" };
        let resign = Command::Resign { game: Some(games[i]), sure: true };
        service.handle(&request(name, &format!("resign {i}"), START, resign), Randomness::fixed(1)).unwrap();
    });
    assert_eq!(database.value::<i64>("SELECT count(*) FROM games WHERE ended IS NOT NULL"), 4);
    assert_eq!(database.value::<i64>("SELECT min(games) FROM ratings"), 4);
    assert_eq!(database.value::<i64>("SELECT count(*) FROM rating_history"), 8);
}

/// Everybody writes to Ann while workers deliver: she gets everything, each once, in the order of its ids; and no id that
/// is smaller than one she already has appears later.
#[test]
fn a_recipient_is_told_in_order_and_nothing_twice() {
    let database = Fresh::new();
    let service = process(&database, "first");
    ask(&service, "ann", "hello", Command::Games);
    database.slow_down("outbox");
    let told: Mutex<Vec<i64>> = Mutex::new(Vec::new());
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|i| {
                let (database, told, done) = (&database, &told, &done);
                scope.spawn(move || {
                    let service = process(database, &format!("worker{i}"));
                    loop {
                        let last = done.load(Ordering::SeqCst);
                        let owed = service.pending(Channel::Console, START, 60, 10).unwrap();
                        for one in &owed {
                            told.lock().unwrap().push(one.id);
                            service.settle(one.id, &Delivery::Sent, START).unwrap();
                        }
                        if owed.is_empty() && last {
                            return;
                        }
                    }
                })
            })
            .collect();
        at_once(&database, MANY, |i, service| {
            for round in 0..5 {
                let new = Command::New(NewGame {
                    game: "othello".to_owned(),
                    variant: None,
                    opponent: Opponent::Player("ann".to_owned()),
                    colour: None,
                    clock: None,
                    rated: None,
                    options: Vec::new(),
                });
                let asked = request(&format!("friend{i}"), &format!("new {round}"), START, new);
                let handled = service.handle(&asked, Randomness::fixed(1)).unwrap();
                for owed in handled.answers {
                    service.settle(owed.id, &Delivery::Sent, START).unwrap();
                }
            }
        });
        done.store(true, Ordering::SeqCst);
        workers.into_iter().for_each(|worker| worker.join().unwrap());
    });
    let to_ann = |id: &i64| {
        database.value::<i64>(&format!("SELECT count(*) FROM outbox WHERE id = {id} AND recipient = 'ann'")) == 1
    };
    let told: Vec<i64> = told.into_inner().unwrap().into_iter().filter(to_ann).collect();
    assert!(told.len() >= 20, "{}", told.len());
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!(told.iter().collect::<HashSet<_>>().len(), told.len());
    assert_eq!(database.value::<i64>("SELECT count(*) FROM outbox WHERE state = 'owed'"), 0);
}

#[test]
fn names_that_look_alike_are_given_once() {
    let database = Fresh::new();
    drop(process(&database, "first"));
    database.slow_down("players");
    let names = ["nell", "neIl", "ne1l", "nel1"];
    at_once(&database, names.len(), |i, service| {
        let user = 900 + i as u64;
        let request = Request {
            from: Sender::Discord { user, display: names[i].to_owned() },
            ..request("x", &format!("hello {i}"), START, Command::Games)
        };
        service.handle(&request, Randomness::fixed(i as u64)).unwrap();
    });
    let made: i64 = database.value("SELECT count(*) FROM players");
    assert_eq!(database.value::<i64>("SELECT count(DISTINCT skeleton) FROM players"), made);
}

/// What a dead process held is taken over; what a living one holds is not.
#[test]
fn only_the_leases_of_the_dead_are_taken_over() {
    let database = Fresh::new();
    let [dead, alive, heir] = ["dead", "alive", "heir"].map(|name| process(&database, name));
    for i in 0..2 {
        alive.inbox_put(format!("mail {i}").as_bytes(), "{}", None, START).unwrap();
    }
    let taken =
        |service: &Service| service.inbox_take(START, 600, 1).unwrap().iter().map(|mail| mail.id).collect::<Vec<_>>();
    let (first, second) = (taken(&dead), taken(&alive));
    assert!(first != second && taken(&heir).is_empty());
    heir.take_over(&["dead".to_owned()]).unwrap();
    assert_eq!(taken(&heir), first);
    assert!(taken(&heir).is_empty());
}

/// Lets the second happen while the transaction of the first is still open, if nothing makes it wait for that.
fn meanwhile<T>(database: &Fresh, first: impl Fn(&Tx<'_>) + Send, second: impl Fn(&Tx<'_>) -> T) -> T {
    let (begin, begun) = channel();
    let (end, ended) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let written: Result<(), StoreError> = database.open().write(|tx| {
                first(tx);
                begin.send(()).unwrap();
                _ = ended.recv_timeout(Duration::from_millis(500));
                Ok(())
            });
            written.unwrap();
        });
        begun.recv().unwrap();
        let done: Result<T, StoreError> = database.open().write(|tx| Ok(second(tx)));
        _ = end.send(());
        done.unwrap()
    })
}

/// Whatever is read in order to be changed is read as the last who changed it left it, and nobody changes it meanwhile.
#[test]
fn what_is_about_to_be_changed_is_read_as_others_left_it() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let number = begin(&service, "game");
    let player = database.value::<i64>("SELECT id FROM players WHERE folded = 'ann'");
    let mailbox = Mailbox::parse("ann@example.net").unwrap();
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
    // Whoever writes a mail, the game they answer, and what is read beside both of them.
    database
        .open()
        .write(|tx| tx.address(&mailbox).and_then(|row| tx.set_address_player(row.id, Some(player), START)))
        .unwrap();
    let changes = |tx: &Tx<'_>| {
        let mut ann = tx.player_to_change(player).unwrap();
        ann.theme = Some("wood".to_owned());
        tx.update_player(&ann).unwrap();
        let row = tx.address(&mailbox).unwrap();
        tx.set_stopped(row.id, Some(START)).unwrap();
    };
    let (table, _) = meanwhile(&database, changes, |tx| tx.sender(&mailbox, Some(number)).unwrap());
    let (ann, address) = table.at(&mailbox).unwrap();
    assert_eq!(ann.player.theme.as_deref(), Some("wood"), "a sender");
    assert!(address.stopped, "what is read with them");
    let commented = |tx: &Tx<'_>| {
        quiet(tx);
        tx.insert_comment(number, player, "a word", START).unwrap();
    };
    let (table, game) = meanwhile(&database, commented, |tx| tx.sender(&mailbox, Some(number)).unwrap());
    assert_eq!(game.unwrap().quiet, 14, "the game that is answered");
    assert!(table.around.commented, "what is read with it");
}

/// Notices are delivered in the order of their ids: whoever tells somebody something waits for whoever does so already.
#[test]
fn who_tells_somebody_waits_for_others_who_do() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let notice = ask(&service, "ben", "hello", Command::Games).answers[0].notice.clone();
    let to = Destination::Console("ann".to_owned());
    let notice = Notice { to: to.clone(), ..notice };
    let row = OutboxRow { player: None, board: false, request: None, fleeting: false, held: 0, notice };
    let tell = |tx: &Tx<'_>| {
        tx.lock_recipients(std::iter::once(&to)).unwrap();
        let before = tx.owed_to(&to, START).unwrap().len();
        tx.insert_notices(std::slice::from_ref(&row), START, ("", 0)).unwrap();
        before
    };
    assert_eq!(meanwhile(&database, |tx| assert_eq!(tell(tx), 0), tell), 1);
}

/// Somebody begins a game with the house, and both play a turn.
fn begin_with_house(service: &Service, name: &str) -> i64 {
    let read = turnpost_core::message::read("new amazons vs house");
    let new = read.commands.into_iter().next().unwrap().unwrap();
    let number = ask(service, name, &format!("{name} new"), new).answers[0].notice.game.as_ref().unwrap().number;
    let turn = Command::Turn { game: Some(number), guard: None, text: "d1-d7/g7".to_owned() };
    ask(service, name, &format!("{name} turn"), turn);
    let task = service.house_task(START, 60).unwrap().unwrap();
    assert!(service.house_answers(&task, &Answer::Play("a7-b7/b8".to_owned()), START, Randomness::fixed(1)).unwrap());
    number
}

/// Every game with a level of the house ends with that level being rated: nobody waits for anybody else who plays it.
#[test]
fn games_with_one_level_of_the_house_do_not_wait_for_each_other() {
    let database = Fresh::new();
    let service = process(&database, "first");
    let resigns = |name: &str, number: i64| {
        ask(&service, name, &format!("{name} resigns"), Command::Resign { game: Some(number), sure: true });
    };
    let rated = || database.value::<i64>("SELECT coalesce(max(games), 0) FROM ratings");
    let first = begin_with_house(&service, "ann");
    resigns("ann", first);
    service.tick(START, Randomness::fixed(1)).unwrap();
    assert_eq!(rated(), 1);
    // Whoever has to wait is told after ten seconds that it is in vain.
    database.holding(
        "SELECT * FROM players WHERE house = 3 FOR NO KEY UPDATE; SELECT * FROM ratings FOR UPDATE",
        || {
            let second = begin_with_house(&service, "ben");
            resigns("ben", second);
        },
    );
    service.tick(START + 60, Randomness::fixed(1)).unwrap();
    service.tick(START + 120, Randomness::fixed(1)).unwrap();
    assert_eq!(rated(), 2);
    assert_eq!(database.value::<i64>("SELECT count(*) FROM rating_history"), 2);
}

type Clock = fn() -> i64;

fn millis() -> i64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()
}

/// The machines that share a server have clocks of their own. Only the server's says whether a lease is over.
#[test]
fn a_clock_that_is_wrong_takes_and_loses_no_lease() {
    let database = Fresh::new();
    let Some(url) = database.url() else { return };
    let clocks: [(&str, i64, Clock); 3] =
        [("right", 0, millis), ("fast", HOUR, || millis() + HOUR * 1000), ("slow", -HOUR, || millis() - HOUR * 1000)];
    let processes = clocks.map(|(name, wrong, clock)| {
        let store = Store::connect(turnpost_core::store::Database::at(&url).unwrap().with_clock(clock)).unwrap();
        let settings = Settings { holder: name.to_owned(), ..Settings::default() };
        (Service::new(store, settings).unwrap(), wrong)
    });
    for (first, wrong) in &processes {
        let name = format!("lease of {}", first.holder());
        first.inbox_put(name.as_bytes(), "{}", None, START + wrong).unwrap();
        assert!(first.take_lease(&name, START + wrong, 60).unwrap());
        let mails = first.inbox_take(START + wrong, 60, 10).unwrap();
        assert_eq!(mails.len(), 1);
        for (other, wrong) in processes.iter().filter(|(other, _)| other.holder() != first.holder()) {
            let at = |seconds: i64| START + wrong + seconds;
            assert!(!other.take_lease(&name, at(50), 60).unwrap(), "{} takes the {name}", other.holder());
            assert!(other.inbox_take(at(50), 60, 10).unwrap().is_empty());
        }
        let (last, wrong) = processes.iter().rfind(|(other, _)| other.holder() != first.holder()).unwrap();
        assert!(last.take_lease(&name, START + wrong + 70, 60).unwrap(), "{} can't take the {name}", last.holder());
        assert_eq!(last.inbox_take(START + wrong + 70, 60, 10).unwrap().len(), 1);
        last.inbox_done(mails[0].id, &Verdict::Handled).unwrap();
    }
}

/// Whoever opens a new database first makes its tables; the others wait.
#[test]
fn a_new_database_is_made_by_one_of_all_who_start() {
    let database = Fresh::new();
    let keys: Vec<Vec<u8>> = thread::scope(|scope| {
        let open: Vec<_> = (0..MANY).map(|_| scope.spawn(|| database.open())).collect();
        let mut stores: Vec<Store> = open.into_iter().map(|one| one.join().unwrap()).collect();
        stores.iter_mut().map(|store| store.read(|tx| tx.token_key()).unwrap()).collect()
    });
    assert!(keys.iter().all(|key| key == &keys[0] && key.len() == 32));
    let failed: Result<(), StoreError> = database.open().write(|_| Err(StoreError::NoRow));
    assert!(failed.is_err());
}
