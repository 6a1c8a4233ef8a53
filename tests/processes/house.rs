//! The computer player in the real program, by mail: the first board, one mail an exchange, whole games, kills, two
//! processes, and switched off.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_core::service::{Service, Settings};
use turnpost_house::{Level, think_at};
use turnpost_mailer::tryout::Seen;

use crate::database;
use crate::rig::{Server, turnpost, until};

/// The position that a mail's board shows.
fn position(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("Turn ")?.split_once(" · ").map(|(_, position)| position.trim()))
}

/// What a good player answers to the board in a mail.
fn turn(setup: &Setup, text: &str, level: u8) -> String {
    let position = position(text).unwrap_or_else(|| panic!("a board in {text}"));
    let course = Course::from_position(setup, position).unwrap();
    think_at(&course, Level::new(level).unwrap(), 5).unwrap().turn
}

/// The mails to somebody, and the turns of a game.
fn mails(server: &Server, who: &str) -> Vec<Seen> {
    server.client(who).got().unwrap_or_default()
}

fn turns(data: &Path, number: i64) -> Vec<String> {
    let service = Service::new(database::open(data), Settings::default()).unwrap();
    service.export_game(number).unwrap().unwrap().turns.into_iter().map(|turn| turn.text).collect()
}

fn healthy(folder: &Path) {
    let doctor = turnpost(folder).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stderr));
}

#[test]
fn from_a_fresh_folder_the_first_board_comes_after_two_mails_and_each_exchange_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let ann = "ann@example.org";
    let asked = server.says(ann, "new amazons vs house", false);
    assert!(asked.text.starts_with("Was this you?") && asked.text.contains("against the house"), "{}", asked.text);
    let board = server.says(ann, "yes", true);
    assert!(board.text.starts_with("Your turn. House 3 (computer) plays at level 3 of 8"), "{}", board.text);
    let answer = server.says(ann, "d1-d7/g7", true);
    let both = "Your turn. You played d1-d7/g7, House 3 (computer) played ";
    assert!(answer.text.starts_with(both), "{}", answer.text);
    assert_eq!(mails(&server, ann).len(), 3, "nothing else was sent");
    let hint = server.says(ann, "hint", true);
    assert!(hint.text.starts_with("The house would play "), "{}", hint.text);
    let undone = server.says(ann, "undo", true);
    assert!(undone.text.contains("d1-d7/g7 is taken back") && undone.text.contains("w 1"), "{}", undone.text);
    let (_, metrics) = server.get("/metrics");
    for figure in ["house_waiting 0", "house_oldest_seconds 0", "house_turns_total 1", "house_thinking_seconds_count 2"]
    {
        assert!(metrics.contains(&format!("turnpost_{figure}\n")), "{figure} in {metrics}");
    }
}

/// Every game and every variant, each with a server of its own: the guests play well and the house at its lowest level. At
/// a time there are as many as the machine has cores: the house gives way to everything else, and a review that shares a
/// core with eight others and their databases takes longer than anybody waits.
#[test]
fn whole_games_of_every_kind_are_played_by_mail_and_reviewed() {
    let kinds = GameKind::ALL.iter().flat_map(|game| game.variants().iter().map(move |variant| (*game, *variant)));
    let left = Mutex::new(kinds.collect::<Vec<_>>());
    let next = || left.lock().unwrap().pop();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some((game, variant)) = next() {
                    whole_game(&Setup::new(game.name(), Some(variant), &[]).unwrap());
                }
            });
        }
    });
}

fn whole_game(setup: &Setup) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[("TURNPOST_HOUSE__THREADS", "1")], &[]);
    let (game, variant) = (setup.game.name(), setup.variant);
    exchange(&server, &format!("new {game} {variant} vs house level 1"), false);
    let mut last = exchange(&server, "yes", true);
    for number in 0.. {
        assert!(number < 150, "{variant} goes on for ever: {}", last.text);
        if !last.text.starts_with("Your turn") {
            break;
        }
        last = exchange(&server, &turn(setup, &last.text, 4), true);
    }
    let over = ["You won", "You lost", "Game", "A draw", "Draw"];
    assert!(over.iter().any(|word| last.text.starts_with(word)), "{variant}: {}", last.text);
    let mut review = exchange(&server, "review", true);
    // On a busy machine it takes longer than the receipt waits for it.
    if review.text.contains("its review follows") {
        review = until("the review", || {
            server.client("ann@example.org").got().ok()?.pop().filter(|got| got.name > review.name)
        });
    }
    assert!(review.text.contains("Review of game "), "{variant}: {}", review.text);
    healthy(folder.path());
}

/// One mail to the server, and the one mail that answers it: nobody else writes. Counting files is all that is done while
/// it thinks.
fn exchange(server: &Server, text: &str, answers: bool) -> Seen {
    let client = server.client("ann@example.org");
    let count = || std::fs::read_dir(client.outbox.join("new")).map_or(0, Iterator::count);
    let known = count();
    crate::rig::block_on(client.write(text, answers)).unwrap();
    until(&format!("an answer to {text:?}"), || (count() > known).then_some(()));
    let got = until("the mail", || client.got().ok()?.pop());
    assert_eq!(count(), known + 1, "one mail answers {text:?}");
    got
}

/// Killed while it thinks, again and again: it thinks anew and plays once.
#[test]
fn killed_in_mid_thought_it_plays_each_turn_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &[], &[]);
    let ann = "ann@example.org";
    server.says(ann, "new desdemona vs house level 8", false);
    let mut board = server.says(ann, "yes", true);
    let setup = Setup::new("desdemona", None, &[]).unwrap();
    let mut kills = 0;
    for exchange in 1..=4_usize {
        let known = mails(&server, ann).len();
        let mine = turn(&setup, &board.text, 3);
        crate::rig::block_on(server.client(ann).write(&mine, true)).unwrap();
        let thinks = || {
            let leased = "SELECT count(*) FROM house_work WHERE leased > 0";
            let played = "SELECT count(*) FROM entries WHERE game = 1";
            let count = |sql: &str| database::number(folder.path(), sql);
            match (count(leased) > 0, usize::try_from(count(played)).unwrap_or(0)) {
                (true, _) => Some(true),
                (false, played) if played >= 2 * exchange => Some(false),
                _ => None,
            }
        };
        if until("the house to think", thinks) {
            kills += 1;
        }
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        server = Server::start(folder.path(), &[], &[]);
        board = until("the answer", || {
            mails(&server, ann).into_iter().skip(known).find(|seen| seen.text.contains("House 8 (computer) played"))
        });
    }
    assert!(kills > 0, "it was never caught thinking");
    assert_eq!(turns(folder.path(), 1).len(), 8);
    healthy(folder.path());
}

/// Two processes on one folder: a hundred games wait at once and each gets one answer; then it is switched off.
#[test]
fn two_processes_answer_a_hundred_games_once_each_and_switched_off_they_wait() {
    let folder = tempfile::tempdir().unwrap();
    // By a process that never thinks, so that all of them wait.
    let service =
        Service::new(database::open(folder.path()), Settings { holder: "nobody".to_owned(), ..Settings::default() })
            .unwrap();
    begin_all(&service);
    drop(service);
    let one = Server::start(folder.path(), &[], &["--only", "mail"]);
    let two = Server::start(folder.path(), &[], &["--only", "mail"]);
    let service = Service::new(database::open(folder.path()), Settings::default()).unwrap();
    until("all answers", || (service.waiting().unwrap().house.waiting == 0).then_some(()));
    let mut made = BTreeMap::new();
    for number in 1..=100 {
        *made.entry(service.export_game(number).unwrap().unwrap().turns.len()).or_insert(0) += 1;
    }
    assert_eq!(made, BTreeMap::from([(1, 100)]), "one turn in each game");
    drop((one, two));
    healthy(folder.path());
}

/// Ten guests begin ten games each; the house begins.
fn begin_all(service: &Service) {
    use turnpost_core::message;
    use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
    use turnpost_core::service::Randomness;
    for number in 0..100_u64 {
        let read = message::read("new othello vs house level 5 as white");
        let request = Request {
            from: Sender::Console { name: format!("guest{}", number % 10) },
            proof: Proof::Transport,
            key: number.to_string(),
            at: turnpost_core::clock::moment::now(),
            context: Context::Fresh,
            place: None,
            commands: read.commands,
            comment: None,
            manner: Manner::default(),
        };
        service.handle(&request, Randomness::fixed(number)).unwrap();
    }
}

#[test]
fn with_no_threads_games_wait_and_their_player_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let ann = "ann@example.org";
    {
        let server = Server::start(folder.path(), &[], &[]);
        server.says(ann, "new amazons vs house", false);
        server.says(ann, "yes", true);
    }
    let server = Server::start(folder.path(), &[("TURNPOST_HOUSE__THREADS", "0")], &[]);
    let receipt = server.says(ann, "d1-d7/g7", true);
    assert!(receipt.text.contains("The house is switched off at present"), "{}", receipt.text);
    let refused = server.says(ann, "new dameo vs house", true);
    assert!(refused.text.contains("the house doesn't play here at present"), "{}", refused.text);
    drop(server);
    let known = {
        let server = Server::start(folder.path(), &[("TURNPOST_HOUSE__THREADS", "1")], &[]);
        let answered = until("the answer", || {
            mails(&server, ann).into_iter().find(|seen| seen.text.contains("House 3 (computer) played"))
        });
        assert!(answered.text.starts_with("Your turn."), "{}", answered.text);
        mails(&server, ann).iter().filter(|seen| seen.text.contains("switched off")).count()
    };
    assert_eq!(known, 1, "told once, with the receipt");
}
