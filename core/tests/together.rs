//! Several at once on one database, and the stored games against the rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use std::path::Path;
use std::sync::Barrier;

use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::game::Course;
use turnpost_core::notice::News;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_core::service::{Handled, Randomness, Refusal, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Store};

use engine::Fresh;

const START: i64 = 1_780_000_000;

/// A file of SQLite's, for what is about files.
fn open_file(file: &Path) -> Service {
    Service::new(Store::open(file).unwrap(), Settings::default()).unwrap()
}

fn open(database: &Fresh) -> Service {
    Service::new(database.open(), Settings::default()).unwrap()
}

fn ask(service: &Service, name: &str, key: &str, command: Command) -> Handled {
    let request = Request {
        from: Sender::Console { name: name.to_owned() },
        proof: Proof::Transport,
        key: key.to_owned(),
        at: START,
        context: Context::Fresh,
        place: None,
        commands: vec![Ok(command)],
        comment: None,
        manner: Manner::default(),
    };
    let handled = service.handle(&request, Randomness::fixed(1)).unwrap();
    for owed in &handled.answers {
        service.settle(owed.id, &Delivery::Sent, START).unwrap();
    }
    handled
}

fn turn(game: i64, text: &str) -> Command {
    Command::Turn { game: Some(game), guard: None, text: text.to_owned() }
}

/// Ann challenges, Ben accepts and is White.
fn begin(service: &Service, kind: GameKind, variant: Option<&str>, key: &str) -> i64 {
    ask(service, "ben", &format!("{key} hello"), Command::Games);
    let new = Command::New(NewGame {
        game: kind.name().to_owned(),
        variant: variant.map(str::to_owned),
        opponent: Opponent::Player("ben".to_owned()),
        colour: Some(Colour::Side(Side::Black)),
        clock: None,
        rated: None,
        options: Vec::new(),
    });
    let made = ask(service, "ann", &format!("{key} new"), new);
    let number = made.answers[0].notice.game.as_ref().unwrap().number;
    ask(service, "ben", &format!("{key} accept"), Command::Accept(Some(number)));
    number
}

fn clean(service: &Service) {
    let examined = service.examine(0, 10_000, 1).unwrap();
    assert_eq!(examined.problems, Vec::<String>::new());
    assert_eq!(service.integrity().unwrap(), Vec::<String>::new());
}

#[test]
fn of_two_turns_at_once_one_is_played() {
    let database = Fresh::new();
    let service = open(&database);
    let number = begin(&service, GameKind::Dameo, None, "game");
    let mut mirror = Course::new(&Setup::new("dameo", None, &[]).unwrap()).unwrap();
    let barrier = Barrier::new(2);
    for round in 0..40 {
        let legal = mirror.position().legal();
        if mirror.outcome().is_some() {
            break;
        }
        let white = mirror.position().to_move() == Side::White;
        let name = if white { "ben" } else { "ann" };
        let texts = [legal[0].clone(), legal[legal.len() - 1].clone()];
        let accepted: Vec<bool> = std::thread::scope(|scope| {
            let tries: Vec<_> = texts
                .iter()
                .enumerate()
                .map(|(i, text)| {
                    let (database, barrier) = (&database, &barrier);
                    scope.spawn(move || {
                        let service = open(database);
                        barrier.wait();
                        let handled = ask(&service, name, &format!("{round} {i}"), turn(number, text));
                        // Where there is one legal turn, both try that, and the later one is told that it was played.
                        !matches!(handled.answers[0].notice.news, News::Refused { .. } | News::Told { .. })
                    })
                })
                .collect();
            tries.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert_eq!(accepted.iter().filter(|accepted| **accepted).count(), 1, "round {round}: {texts:?}");
        let played = accepted.iter().position(|accepted| *accepted).unwrap();
        mirror.play(&texts[played]).unwrap();
    }
    let row = &service.games(0, 1).unwrap()[0];
    assert_eq!(row.position, mirror.position().text());
    clean(&service);
}

#[test]
fn of_two_who_accept_at_once_one_plays() {
    let database = Fresh::new();
    let service = open(&database);
    for round in 0..10 {
        let open_to_all = Command::New(NewGame {
            game: "amazons".to_owned(),
            variant: None,
            opponent: Opponent::Anyone,
            colour: None,
            clock: None,
            rated: None,
            options: Vec::new(),
        });
        let made = ask(&service, "ann", &format!("new {round}"), open_to_all);
        let number = made.answers[0].notice.game.as_ref().unwrap().number;
        let barrier = Barrier::new(2);
        let accepted: usize = std::thread::scope(|scope| {
            let tries: Vec<_> = ["ben", "carl"]
                .map(|name| {
                    let (database, barrier) = (&database, &barrier);
                    scope.spawn(move || {
                        let service = open(database);
                        barrier.wait();
                        let handled = ask(&service, name, &format!("{round}"), Command::Accept(Some(number)));
                        usize::from(matches!(handled.answers[0].notice.news, News::YourTurn(_)))
                    })
                })
                .into_iter()
                .collect();
            tries.into_iter().map(|t| t.join().unwrap()).sum()
        });
        assert_eq!(accepted, 1);
    }
    clean(&service);
}

/// Random games through the service end exactly as the rules say, also by repetition and by counts of turns.
#[test]
fn stored_games_are_what_the_rules_say() {
    let variants = |kind: &'static GameKind| kind.variants().iter().map(move |variant| (*kind, Some(*variant)));
    for (kind, variant) in GameKind::ALL.iter().flat_map(variants) {
        let service = Service::new(engine::fresh(), Settings::default()).unwrap();
        let elsewhere = Service::new(engine::fresh(), Settings::default()).unwrap();
        // Of several random games one at least ends by repetition, where that can be.
        for seed in 0..if kind.variants().len() == 1 { 6 } else { 1 } {
            let number = begin(&service, kind, variant, &format!("game {seed}"));
            let mut random = Randomness::fixed(seed);
            let mut mirror = Course::new(&Setup::new(kind.name(), variant, &[]).unwrap()).unwrap();
            for i in 0..250 {
                if mirror.outcome().is_some() {
                    break;
                }
                let legal = mirror.position().legal();
                let text = legal[usize::try_from(random.draw() % legal.len() as u64).unwrap()].clone();
                let name = if mirror.position().to_move() == Side::White { "ben" } else { "ann" };
                ask(&service, name, &format!("{seed} {i}"), turn(number, &text));
                mirror.play(&text).unwrap();
            }
            let row = service.games(number - 1, 1).unwrap().remove(0);
            assert_eq!(row.position, mirror.position().text(), "{kind:?}");
            let outcome = mirror.outcome().map(|o| (o.winner, o.reason, o.margin));
            assert_eq!(row.ended.map(|e| (e.winner, e.reason, e.margin)), outcome, "{kind:?}");
            // What is exported comes back, and is the same game.
            let record = service.export_game(number).unwrap().unwrap();
            let read: turnpost_core::record::Record = record.to_string().parse().unwrap();
            assert_eq!(read, record);
            let again = elsewhere.import_game(&read, START).unwrap().unwrap();
            let imported = elsewhere.games(again - 1, 1).unwrap().remove(0);
            assert_eq!(imported.position, row.position);
            // Where it is already, it is not stored twice.
            for (there, stored) in [(&service, number), (&elsewhere, again)] {
                let why = there.import_game(&read, START).unwrap().unwrap_err();
                assert_eq!(why, Refusal::StoredAlready(stored));
            }
        }
        clean(&service);
        clean(&elsewhere);
    }
}

/// A king shuffles to and fro: the third time is a draw, and an undo takes an occurrence back.
#[test]
fn repetition_is_seen_without_the_history_in_memory() {
    let service = Service::new(engine::fresh(), Settings::default()).unwrap();
    let record: turnpost_core::record::Record = {
        let mut record = {
            let number = begin(&service, GameKind::Dameo, None, "pattern");
            service.export_game(number).unwrap().unwrap()
        };
        record.first = Some("B7/8/8/8/8/8/8/W5W1 w 1".to_owned());
        record
    };
    let number = service.import_game(&record, START).unwrap().unwrap();
    service.adjourn(number, false, START).unwrap().unwrap();
    let shuffle = ["g1-g2", "a8-b8", "g2-g1", "b8-a8"];
    let mut played = 0;
    for i in 0..12 {
        let text = shuffle[i % 4];
        let name = if i % 2 == 0 { "ben" } else { "ann" };
        let handled = ask(&service, name, &format!("r{i}"), turn(number, text));
        match &handled.answers[0].notice.news {
            News::Refused { why, .. } => panic!("{text}: {why:?}"),
            _ => played += 1,
        }
        if service.games(number - 1, 1).unwrap()[0].ended.is_some() {
            break;
        }
    }
    // The first position occurs at the start, after four turns and after eight.
    assert_eq!(played, 8);
    let ended = service.games(number - 1, 1).unwrap()[0].ended.unwrap();
    assert_eq!(ended.reason, turnpost_core::rules::Reason::Repetition);
    clean(&service);
}

#[test]
fn everything_owed_is_delivered_in_order_and_once_settled_stays_so() {
    let database = Fresh::new();
    let service = open(&database);
    let number = begin(&service, GameKind::Dameo, None, "game");
    ask(&service, "ben", "1", turn(number, "c3-c4"));
    // Two workers share what is owed.
    let other = open(&database);
    let first = service.pending(Channel::Console, START, 60, 10).unwrap();
    let second = other.pending(Channel::Console, START, 60, 10).unwrap();
    assert!(!first.is_empty());
    for owed in &second {
        assert!(first.iter().all(|mine| mine.id != owed.id), "leased twice");
    }
    // One that takes long keeps what it has, and that is still its first try.
    service.renew(&first.iter().map(|owed| owed.id).collect::<Vec<_>>(), START + 40, 60).unwrap();
    assert!(other.pending(Channel::Console, START + 99, 60, 10).unwrap().is_empty());
    // A worker that dies gives its lease back by time; one that fails says when to try again.
    let again = other.pending(Channel::Console, START + 101, 60, 10).unwrap();
    assert!(again.iter().all(|owed| owed.attempt == 1));
    assert_eq!(again.iter().map(|o| o.id).collect::<Vec<_>>(), first.iter().map(|o| o.id).collect::<Vec<_>>());
    let retry = Delivery::Retry { at: START + 500, why: "busy".to_owned() };
    other.settle(again[0].id, &retry, START + 101).unwrap();
    other.renew(&[again[0].id], START + 101, 1000).unwrap();
    assert!(other.pending(Channel::Console, START + 400, 60, 10).unwrap().iter().all(|o| o.id != again[0].id));
    let owed = other.pending(Channel::Console, START + 500, 60, 10).unwrap();
    assert!(owed.iter().any(|o| o.id == again[0].id && o.attempt == 2));
    other.store_rendered(again[0].id, b"bytes", "envelope").unwrap();
    other.store_rendered(again[0].id, b"others", "envelope").unwrap();
    let owed = other.pending(Channel::Console, START + 600, 60, 10).unwrap();
    let mine = owed.iter().find(|o| o.id == again[0].id).unwrap();
    assert_eq!(mine.rendered, Some((b"bytes".to_vec(), "envelope".to_owned())), "a repeat sends the same");
    other.settle(mine.id, &Delivery::Sent, START + 600).unwrap();
    assert!(other.pending(Channel::Console, START + 10_000, 60, 10).unwrap().iter().all(|o| o.id != again[0].id));
}

/// The second notice to somebody waits for the first, which is being retried; nobody else waits for it.
#[test]
fn a_retry_holds_up_its_recipient_and_nobody_else() {
    let service = Service::new(engine::fresh(), Settings::default()).unwrap();
    let number = begin(&service, GameKind::Dameo, None, "game");
    ask(&service, "carl", "hello", Command::Games);
    let due = |now: i64| {
        let owed = service.pending(Channel::Console, now, 60, 10).unwrap();
        owed.into_iter().map(|owed| (owed.notice.to.recipient(), owed.id)).collect::<Vec<_>>()
    };
    for (_, id) in due(START) {
        service.settle(id, &Delivery::Sent, START).unwrap();
    }
    ask(&service, "ben", "turn", turn(number, "c3-c4"));
    let [(_, first)] = due(START)[..] else { panic!("one notice, to Ann") };
    service.settle(first, &Delivery::Retry { at: START + 500, why: "busy".to_owned() }, START).unwrap();
    for other in ["ann", "carl"] {
        let new = Command::New(NewGame {
            game: "amazons".to_owned(),
            variant: None,
            opponent: Opponent::Player(other.to_owned()),
            colour: None,
            clock: None,
            rated: None,
            options: Vec::new(),
        });
        ask(&service, "ben", other, new);
    }
    let now = due(START + 499);
    assert!(matches!(&now[..], [(to, _)] if to == "carl"), "{now:?}");
    service.settle(now[0].1, &Delivery::Sent, START + 499).unwrap();
    assert_eq!(due(START + 500), [("ann".to_owned(), first)], "the older one first, and alone");
    assert_eq!(due(START + 501), [], "also while it is under way");
    service.settle(first, &Delivery::Sent, START + 501).unwrap();
    let then = due(START + 501);
    assert!(matches!(&then[..], [(to, second)] if to == "ann" && *second > first), "{then:?}");
}

#[test]
fn mails_are_stored_once_and_worked_off_in_order() {
    let service = Service::new(engine::fresh(), Settings::default()).unwrap();
    let one = service.inbox_put(b"mail", "{}", Some("127.0.0.1"), START).unwrap();
    assert_eq!(service.inbox_put(b"mail", "{}", Some("127.0.0.1"), START + 5).unwrap(), one);
    // A copy from elsewhere may be forged, and must not take the place of the genuine one.
    let elsewhere = service.inbox_put(b"mail", "{}", Some("192.0.2.1"), START + 5).unwrap();
    assert_ne!(elsewhere, one);
    service.inbox_done(elsewhere, &turnpost_core::store::Verdict::Handled).unwrap();
    let two = service.inbox_put(b"another", "{}", None, START).unwrap();
    let first = service.inbox_take(START, 60, 1).unwrap().pop().unwrap();
    assert_eq!((first.id, first.raw.as_slice()), (one, &b"mail"[..]));
    assert_eq!(service.inbox_take(START, 60, 1).unwrap().pop().unwrap().id, two);
    assert_eq!(service.inbox_take(START, 60, 1).unwrap().pop(), None);
    // The worker died: it comes again, and says so.
    assert_eq!(service.inbox_take(START + 60, 60, 1).unwrap().pop().map(|m| (m.id, m.attempts)), Some((one, 1)));
    service.inbox_done(one, &turnpost_core::store::Verdict::Handled).unwrap();
    service.inbox_done(two, &turnpost_core::store::Verdict::Later(START + 900)).unwrap();
    assert_eq!(service.inbox_take(START + 800, 60, 1).unwrap().pop(), None);
    assert_eq!(service.inbox_take(START + 900, 60, 1).unwrap().pop().map(|m| m.id), Some(two));
}

/// Databases of all schemas so far go on. Makes that of the schema of today with `FIXTURE=1`, when it is released.
#[test]
fn fixtures_of_the_released_schemas() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    if std::env::var_os("FIXTURE").is_some() {
        let folder = tempfile::tempdir().unwrap();
        let service = open_file(&folder.path().join("fixture.db"));
        let over = begin(&service, GameKind::Dameo, None, "one");
        ask(&service, "ben", "1", turn(over, "c3-c4"));
        ask(&service, "ann", "2", turn(over, "c6-c5"));
        ask(&service, "ben", "3", Command::Resign { game: Some(over), sure: true });
        let running = begin(&service, GameKind::Amazons, None, "two");
        ask(&service, "ben", "4", turn(running, "d1-d7/g7"));
        let path = fixtures.join("schema-2.db");
        let _ = std::fs::remove_file(&path);
        service.backup(&path).unwrap();
    }
    for schema in ["schema-1.db", "schema-2.db"] {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("old.db");
        std::fs::copy(fixtures.join(schema), &copy).unwrap();
        let service = open_file(&copy);
        clean(&service);
        let running = service.games(0, 10).unwrap().into_iter().find(|row| row.ended.is_none()).unwrap();
        let handled = ask(&service, "ann", "next", turn(running.number, "j7-h7/h3"));
        assert!(matches!(handled.answers[0].notice.news, News::Receipt(_)), "{schema}");
        clean(&service);
    }
}
