//! The computer at the table, as the service knows it: what it owes, what counts of what it answers, and who is told what.
//! Nobody thinks here; the tests answer in its place.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod engine;

use turnpost_core::house::{Advice, Answer, Errand, Moment, Review, Task};
use turnpost_core::message;
use turnpost_core::notice::{News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Side};
use turnpost_core::service::{Randomness, Sending, Service, Settings};
use turnpost_core::store::{Channel, Delivery};
use turnpost_core::text;

const NOON: i64 = 1_780_315_200;

struct Table {
    service: Service,
    asked: u64,
    now: i64,
}

impl Table {
    fn new() -> Table {
        Table::with(Settings::default())
    }

    fn with(settings: Settings) -> Table {
        let service = Service::new(engine::fresh(), settings).unwrap();
        Table { service, asked: 0, now: NOON }
    }

    /// What somebody is told at once; what is held back is not among it.
    fn says(&mut self, name: &str, text: &str) -> Vec<String> {
        self.asked += 1;
        let read = message::read(text);
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: format!("key {}", self.asked),
            at: self.now,
            context: Context::Fresh,
            place: None,
            commands: read.commands,
            comment: read.comment,
            manner: Manner::default(),
        };
        let handled = self.service.handle(&request, Randomness::fixed(self.asked)).unwrap();
        handled.answers.iter().for_each(|owed| self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap());
        let answers = handled.answers.into_iter().map(|owed| owed.notice);
        answers.chain(self.told()).map(|notice| worded(&notice)).collect()
    }

    /// What is due at the console.
    fn told(&self) -> Vec<Notice> {
        let mut told = Vec::new();
        loop {
            let more = self.service.pending(Channel::Console, self.now, 60, 100).unwrap();
            if more.is_empty() {
                return told;
            }
            for owed in more {
                self.service.settle(owed.id, &Delivery::Sent, self.now).unwrap();
                told.push(owed.notice);
            }
        }
    }

    fn task(&self) -> Option<Task> {
        self.service.house_task(self.now, 120).unwrap()
    }

    fn answers(&self, task: &Task, answer: &Answer) -> bool {
        self.service.house_answers(task, answer, self.now, Randomness::fixed(7)).unwrap()
    }

    fn turns(&self, number: i64) -> Vec<String> {
        self.service.export_game(number).unwrap().unwrap().turns.into_iter().map(|turn| turn.text).collect()
    }
}

fn worded(notice: &Notice) -> String {
    text::compose::console(notice, &text::word(notice))
}

fn play(turn: &str) -> Answer {
    Answer::Play(turn.to_owned())
}

#[test]
fn an_exchange_is_told_once_with_both_turns_marked() {
    let mut table = Table::new();
    let begun = table.says("ann", "new amazons vs house").join("\n");
    assert!(begun.starts_with("Your turn. House 3 (computer) plays at level 3 of 8"), "{begun}");
    assert!(table.task().is_none(), "nothing is owed before ann's turn");
    assert_eq!(table.says("ann", "d1-d7/g7"), Vec::<String>::new(), "the receipt waits for the answer");
    let task = table.task().unwrap();
    assert_eq!(task.errand, Errand::Act { level: 3, offered: false, to_move: true });
    assert!(table.answers(&task, &play("a7-b7/b8")));
    let told = table.told();
    assert_eq!(told.len(), 1, "{told:?}");
    let words = worded(&told[0]);
    assert!(words.starts_with("Your turn. You played d1-d7/g7, House 3 (computer) played a7-b7/b8."), "{words}");
    let marks = told[0].board.as_ref().unwrap().scene().unwrap().marks;
    assert_eq!(marks.len(), 4, "two moves and two shots: {marks:?}");
    table.now += 61;
    assert_eq!(table.told(), [], "the receipt was taken over");
}

#[test]
fn a_digest_does_not_keep_the_answer_to_ones_own_turn_waiting() {
    let mut table = Table::new();
    table.says("ann", "digest 8:00");
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    assert!(table.answers(&table.task().unwrap(), &play("a7-b7/b8")));
    assert_eq!(table.told().len(), 1, "both turns at once");
    let said = table.says("ann", "say Good game").join("\n");
    assert!(said.contains("the house is a computer and reads nothing"), "{said}");
}

#[test]
fn a_slow_house_lets_the_receipt_go_alone_and_keeps_nothing_else_waiting() {
    let mut table = Table::new();
    table.says("ann", "new amazons vs house");
    assert!(table.says("ann", "d1-d7/g7").is_empty());
    assert!(table.says("ann", "games").join("\n").contains("House 3 (computer)"), "other answers come at once");
    table.now += 60;
    let told = table.told();
    assert!(worded(&told[0]).starts_with("No action needed: you played d1-d7/g7. House 3 (computer) is to move."));
}

#[test]
fn an_answer_counts_once_and_only_while_the_game_is_where_it_was() {
    let mut table = Table::new();
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    let slow = table.task().unwrap();
    assert!(table.task().is_none(), "it is leased");
    table.now += 121;
    let quick = table.task().unwrap();
    assert_eq!((quick.id, quick.attempts), (slow.id, 1), "a lease runs out");
    assert!(table.answers(&quick, &play("a7-b7/b8")));
    assert!(!table.answers(&slow, &play("a7-b7/b8")), "the second answer comes too late");
    assert_eq!(table.turns(1), ["d1-d7/g7", "a7-b7/b8"]);
    // Both turns are taken back, and what was thought about them is worth nothing.
    table.says("ann", "d7-d6/d7");
    let stale = table.task().unwrap();
    let told = table.says("ann", "undo").join("\n");
    assert!(told.starts_with("Your turn. d7-d6/d7 is taken back."), "{told}");
    assert!(!table.answers(&stale, &play("b7-c7/b7")));
    assert!(table.says("ann", "undo").join("\n").contains("d1-d7/g7 is taken back"), "the house never minds");
    assert_eq!(table.turns(1), Vec::<String>::new());
}

#[test]
fn a_dead_process_gives_back_what_it_had_begun() {
    let mut table = Table::with(Settings { holder: "dead".to_owned(), ..Settings::default() });
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    assert!(table.task().is_some() && table.task().is_none());
    table.service.take_over(&["dead".to_owned()]).unwrap();
    assert!(table.task().is_some(), "at once, not when the lease runs out");
}

#[test]
fn whoever_was_served_longest_ago_goes_first() {
    let mut table = Table::new();
    for _ in 0..4 {
        table.says("ann", "new othello vs house as white");
    }
    table.now += 1;
    table.says("ben", "new othello vs house as white");
    table.says("ben", "new othello vs house as white");
    let served: Vec<i64> = std::iter::from_fn(|| table.task()).map(|task| task.game).collect();
    assert_eq!(served, [1, 5, 2, 6, 3, 4], "by turns, whoever asked first");
}

#[test]
fn offers_are_answered_and_the_house_may_resign_or_claim() {
    let mut table = Table::new();
    table.says("ann", "new dameo vs house");
    assert!(table.says("ann", "draw").is_empty());
    let task = table.task().unwrap();
    assert_eq!(task.errand, Errand::Act { level: 3, offered: true, to_move: false });
    assert!(table.answers(&task, &Answer::DeclineDraw));
    let told: String = table.told().iter().map(worded).collect();
    assert!(told.contains("House 3 (computer) declined the draw"), "{told}");
    table.says("ann", "c3-c4");
    let task = table.task().unwrap();
    assert!(table.answers(&task, &play("f6-f5")));
    table.told();
    table.says("ann", "d3-d4");
    assert!(table.answers(&table.task().unwrap(), &Answer::Resign));
    let told: String = table.told().iter().map(worded).collect();
    assert!(told.starts_with("You won game 1: House 3 (computer) resigned"), "{told}");
    assert!(told.contains("Unrated."), "{told}");
    table.service.tick(table.now, Randomness::fixed(1)).unwrap();
    let ratings = table.says("ann", "ratings dameo").join("\n");
    assert!(ratings.contains("House 3 (computer)") && !ratings.contains("ann"), "only the house is rated: {ratings}");
    assert!(table.says("ann", "who house 3").join("\n").contains("You against House 3 (computer): Dameo 1 won"));
    let again = table.says("ann", "rematch 1").join("\n");
    assert!(again.is_empty(), "the house begins now: {again}");
    assert_eq!(table.task().map(|task| task.game), Some(2));
    table.says("ann", "new dameo vs house");
    table.says("ann", "3 d3-d4\ndraw 3");
    let task = std::iter::from_fn(|| table.task()).find(|task| task.game == 3).unwrap();
    assert_eq!(task.errand, Errand::Act { level: 3, offered: true, to_move: true });
    assert!(table.answers(&task, &Answer::AgreeToDraw));
    let told: String = table.told().iter().map(worded).collect();
    assert!(told.contains("agree"), "{told}");
}

#[test]
fn an_answer_that_is_none_loses_the_game_rather_than_the_player() {
    let mut table = Table::new();
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    let task = table.task().unwrap();
    assert!(table.answers(&task, &play("a1-a2/a3")));
    let told: String = table.told().iter().map(worded).collect();
    assert!(told.starts_with("Game 1 is aborted") && told.contains("House 3 (computer) left"), "{told}");
    assert!(table.task().is_none());
}

#[test]
fn an_open_challenge_becomes_a_game_with_the_house() {
    let mut table = Table::new();
    let open = table.says("ann", "new amazons").join("\n");
    assert!(open.contains("Rather not wait? Reply house: the house, a computer, plays you at once."), "{open}");
    let begun = table.says("ann", "house level 5").join("\n");
    assert!(begun.starts_with("Your turn. House 5 (computer) plays at level 5 of 8"), "{begun}");
    assert!(table.says("ben", "new amazons").join("\n").contains("challenge 2 is open"), "the first one is gone");
    let none = table.says("carl", "house").join("\n");
    assert!(none.contains("you have no challenge open to anyone"), "{none}");
}

#[test]
fn limits_are_stated() {
    let mut table = Table::new();
    for number in 1..=12 {
        let begun = table.says("ann", "new othello vs house").join("\n");
        assert!(begun.contains("Your turn."), "{number}: {begun}");
    }
    let refused = table.says("ann", "new othello vs house").join("\n");
    assert!(refused.contains("you play the house in 12 games already, which is the most"), "{refused}");
    assert!(table.says("ben", "new othello vs house").join("\n").contains("Your turn."), "others still may");
    let rated = table.says("ben", "new othello vs house rated").join("\n");
    assert!(rated.contains("games with the house are never rated"), "{rated}");
    let mut begun = 1;
    for _ in 0..60 {
        let told = table.says("ben", "new othello vs house").join("\n");
        if told.contains("Your turn.") {
            begun += 1;
            table.says("ben", &format!("resign {} yes", 12 + begun));
        } else {
            assert!(told.contains("40 games a day with the house are the most"), "{told}");
        }
    }
    assert_eq!(begun, 40);
}

#[test]
fn the_level_follows_the_results() {
    let mut table = Table::new();
    for expected in [3, 3, 2, 2, 1] {
        let begun = table.says("ann", "new amazons vs house").join("\n");
        assert!(begun.contains(&format!("House {expected} (computer)")), "{begun}");
        table.says("ann", "d1-d7/g7");
        let task = table.task().unwrap();
        assert!(table.answers(&task, &play("a7-b7/b8")));
        table.told();
        table.says("ann", "resign yes");
        table.now += 60;
    }
}

#[test]
fn switched_off_its_guests_are_told_once_and_nobody_loses_on_time() {
    let database = engine::Fresh::new();
    let store = || database.open();
    let mut table = Table { service: Service::new(store(), Settings::default()).unwrap(), asked: 0, now: NOON };
    table.says("ann", "new amazons vs house");
    table.says("ann", "new dameo vs house");
    table.says("ann", "1 d1-d7/g7");
    let off = Settings { house: false, ..Settings::default() };
    table.service = Service::new(store(), off).unwrap();
    table.asked = 100;
    for later in [60, 61, 100] {
        table.now = NOON + later;
        table.service.tick(table.now, Randomness::fixed(1)).unwrap();
    }
    let told: Vec<String> = table.told().iter().map(worded).collect();
    let off = told.iter().filter(|words| words.contains("the house is switched off, and game 1 waits")).count();
    assert_eq!(off, 1, "{told:?}");
    let receipt = table.says("ann", "2 c3-c4").join("\n");
    assert!(receipt.contains("The house is switched off at present"), "{receipt}");
    assert!(table.says("ann", "new amazons vs house").join("\n").contains("the house doesn't play here at present"));
    for days in [20, 40] {
        table.now = NOON + days * 86_400;
        table.service.tick(table.now, Randomness::fixed(1)).unwrap();
    }
    let games = table.says("ann", "games").join("\n");
    assert!(games.contains("1 Amazons") && games.contains("2 Dameo"), "both still run: {games}");
    // Back again, it answers what it owes.
    table.service = Service::new(store(), Settings::default()).unwrap();
    table.service.house_opens().unwrap();
    assert_eq!(std::iter::from_fn(|| table.task()).count(), 2);
}

#[test]
fn hints_are_for_games_with_the_house_alone() {
    let mut table = Table::new();
    table.says("ben", "games");
    table.says("ann", "new amazons vs ben as white");
    table.says("ben", "accept 1");
    let refused = table.says("ann", "hint 1").join("\n");
    assert!(refused.contains("Not shown: hints are for games with the house"), "{refused}");
    assert!(table.task().is_none());
    table.says("ann", "new amazons vs house");
    assert!(table.says("ann", "hint 2").is_empty());
    let task = table.task().unwrap();
    assert_eq!(task.errand, Errand::Hint);
    let advice = Advice { turn: "d1-d7/g7".into(), chance: 61, line: vec!["a7-b7/b8".into()] };
    assert!(table.answers(&task, &Answer::Hint(advice)));
    let told = table.told();
    let words = worded(&told[0]);
    assert!(words.starts_with("The house would play d1-d7/g7. Nothing is played yet."), "{words}");
    assert_eq!(table.turns(2), Vec::<String>::new());
    table.says("ann", "2 d1-d7/g7");
    let refused = table.says("ann", "hint 2").join("\n");
    assert!(refused.contains("it is House 3 (computer)'s turn") || refused.contains("Not shown"), "{refused}");
}

#[test]
fn finished_games_are_reviewed_five_a_day_and_running_ones_never() {
    let mut table = Table::new();
    table.says("ben", "games");
    table.says("ann", "new amazons vs ben as white");
    table.says("ben", "accept 1");
    let running = table.says("ann", "review 1").join("\n");
    assert!(running.contains("Not shown: game 1 still runs, and a review would be help in it"), "{running}");
    assert!(table.says("ben", "review 1").join("\n").contains("still runs"));
    table.says("ann", "d1-d7/g7");
    table.says("ben", "resign yes");
    let asked = table.says("ben", "review 1").join("\n");
    assert!(asked.contains("the house looks at game 1"), "{asked}");
    let task = table.task().unwrap();
    assert_eq!((task.errand, task.course.turns().len()), (Errand::Review, 1));
    let moment = Moment {
        turn: 1,
        after: 0,
        side: Side::White,
        position: task.course.first().text(),
        played: "d1-d7/g7".into(),
        left: 40,
        better: Advice { turn: "d1-d6/g6".into(), chance: 60, line: Vec::new() },
    };
    let review = Review { chances: vec![50, 40], moments: vec![moment] };
    assert!(table.answers(&task, &Answer::Review(review)));
    let told = table.told();
    let News::Told { .. } = &told[0].news else { panic!("{told:?}") };
    assert_eq!(told[0].name.as_deref(), Some("ben"), "nobody else is told");
    assert_eq!(told[0].sheet.len(), 2, "what was played beside what was better");
    assert!(text::graph::of(&told[0]).is_some());
    let words = worded(&told[0]);
    assert!(
        words.contains(
            "1. Turn 1, White played d1-d7/g7: White's chance to win fell from 60 % to 40 %. Better was d1-d6/g6."
        ),
        "{words}"
    );
    for _ in 0..4 {
        assert!(table.says("ben", "review 1").join("\n").contains("looks at game 1"));
        let task = table.task().unwrap();
        assert!(table.answers(&task, &Answer::Review(Review { chances: vec![50, 40], moments: Vec::new() })));
        table.told();
    }
    let enough = table.says("ben", "review 1").join("\n");
    assert!(enough.contains("5 reviews a day are the most"), "{enough}");
    assert!(table.task().is_none());
    table.now += 86_400;
    assert!(table.says("ben", "review 1").join("\n").contains("looks at game 1"), "tomorrow again");
}

/// Whoever thinks about a review serves those at their boards in between, and no other review.
#[test]
fn nobody_at_a_board_waits_for_a_review() {
    let mut table = Table::new();
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    let task = table.task().unwrap();
    assert!(table.answers(&task, &Answer::Resign));
    table.says("ann", "review 1");
    assert_eq!(table.service.house_task_at_boards(table.now, 120).unwrap().map(|task| task.errand), None);
    assert_eq!(table.task().map(|task| task.errand), Some(Errand::Review));
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    let turn = table.service.house_task_at_boards(table.now, 120).unwrap().unwrap();
    assert!(matches!(turn.errand, Errand::Act { .. }), "{:?}", turn.errand);
}

#[test]
fn a_private_game_is_reviewed_for_its_players_alone() {
    let mut table = Table::new();
    table.says("ann", "public off");
    table.says("ann", "new amazons vs house");
    table.says("ann", "d1-d7/g7");
    table.says("ann", "resign yes");
    let other = table.says("eve", "review 1").join("\n");
    assert!(other.contains("no game 1") || other.contains("There is no game 1"), "{other}");
    assert!(table.says("ann", "review 1").join("\n").contains("looks at game 1"));
}

/// A guest of a page plays, takes the game along by mail, or is forgotten with it; on either engine.
#[test]
fn guests_come_and_go() {
    let service = Service::new(engine::fresh(), Settings::default()).unwrap();
    let begin = |at: i64, chance: u64| {
        service.guest_begins(GameKind::ALL[0], 1, at, Randomness::fixed(chance)).unwrap().unwrap()
    };
    let (gone, stays) = (begin(NOON, 1), begin(NOON, 2));
    assert!(service.my_board(&gone, NOON).unwrap().is_some_and(|board| board.guest));
    let sent = service.send_board(&stays, "ann@example.org", NOON, Randomness::fixed(3)).unwrap();
    assert_eq!(sent, Some(Sending::Asked));
    let asked = service.pending(Channel::Mail, NOON, 60, 10).unwrap().pop().unwrap();
    service.settle(asked.id, &Delivery::Sent, NOON).unwrap();
    let yes = Request {
        from: Sender::Email { address: "ann@example.org".into(), display: Some("Ann".into()), offset: None },
        proof: Proof::Transport,
        key: "yes".into(),
        at: NOON,
        context: Context::Token(asked.notice.token.unwrap()),
        place: None,
        commands: message::read("yes").commands,
        comment: None,
        manner: Manner::default(),
    };
    service.handle(&yes, Randomness::fixed(4)).unwrap();
    let board = service.my_board(&stays, NOON).unwrap().unwrap();
    assert!(!board.guest && board.game.heading.white.as_deref() == Some("Ann"), "{:?}", board.game.heading);
    // The first tick cleans up once; a day after a week it does so again.
    service.tick(NOON, Randomness::fixed(5)).unwrap();
    service.tick(NOON + 8 * 86_400, Randomness::fixed(6)).unwrap();
    assert!(service.my_board(&gone, NOON + 8 * 86_400).unwrap().is_none(), "forgotten");
    assert!(service.my_board(&stays, NOON + 8 * 86_400).unwrap().is_some());
    let all = service.public_events().unwrap();
    let ladder = service.public_ladder(GameKind::ALL[0]).unwrap();
    assert!(ladder.is_none_or(|number| service.public_event(number).unwrap().is_some()), "{all:?}");
}
