//! The house at work beside the mails: a number of games wait for it at once, and one thread takes them up and has a thread
//! of low priority think, as the program does it on two cores. Whoever is answered thinks for longer than this lasts, as
//! people do, or plays on at once, so that all games wait all the time; at the console, so that no mail comes of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use turnpost_core::clock::moment::now;
use turnpost_core::house::{Answer, Task};
use turnpost_core::message;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::GameKind;
use turnpost_core::service::{Randomness, Service};
use turnpost_core::store::Delivery;
use turnpost_house::table;

use crate::turns::some_turn;

/// The program's own low priority of threads that think, and how long something is theirs.
const NICE: i32 = 19;
const LEASE: i64 = 120;

static KEYS: AtomicU64 = AtomicU64::new(0);

/// How its guests go on once they are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guests {
    /// They think.
    Think,
    /// They play at once.
    Play,
}

/// A house whose guests wait for it.
pub struct House {
    thread: JoinHandle<Answered>,
    stop: Arc<AtomicBool>,
    guests: Guests,
}

/// What the house did.
pub struct Answered {
    pub turns: usize,
    /// How long it took until the last of those who waited in the beginning was answered.
    pub all_after: Duration,
}

impl House {
    /// Seats the guests and begins to think.
    pub fn open(service: &Arc<Service>, seats: usize, guests: Guests) -> House {
        for guest in 0..seats {
            begin(service, &format!("guest{guest}"), GameKind::ALL[guest % GameKind::ALL.len()]);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (service, stopped) = (service.clone(), stop.clone());
        House { thread: thread::spawn(move || work(&service, guests, &stopped)), stop, guests }
    }

    /// Ends it, once everybody who thinks was answered.
    pub fn close(self) -> Answered {
        if self.guests == Guests::Play {
            self.stop.store(true, Ordering::SeqCst);
        }
        self.thread.join().unwrap()
    }
}

fn work(service: &Service, guests: Guests, stop: &AtomicBool) -> Answered {
    let (mut done, mut names, began) =
        (Answered { turns: 0, all_after: Duration::ZERO }, HashMap::new(), Instant::now());
    while !stop.load(Ordering::SeqCst) {
        let Some(task) = service.house_task(now(), LEASE).unwrap() else { break };
        let answer = thread::scope(|scope| scope.spawn(|| thought(&task)).join().unwrap());
        assert!(service.house_answers(&task, &answer, now(), chance()).unwrap());
        done.turns += 1;
        let known = names.len();
        let guest = names.entry(task.game).or_insert_with(|| guest(service, &task));
        if guests == Guests::Play {
            go_on(service, guest, task, &answer);
        }
        if names.len() > known {
            done.all_after = began.elapsed();
        }
    }
    done
}

fn thought(task: &Task) -> Answer {
    rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE).unwrap();
    table::answer(task, &mut || true).unwrap().unwrap()
}

/// Who plays that game.
fn guest(service: &Service, task: &Task) -> String {
    let record = service.export_game(task.game).unwrap().unwrap();
    if record.white.starts_with("guest") { record.white } else { record.black }
}

/// The guest's next turn, or its next game.
fn go_on(service: &Service, guest: &str, task: Task, answer: &Answer) {
    let mut course = task.course;
    if let Answer::Play(turn) = answer {
        course.play(turn).unwrap();
        if course.to_move().is_some() {
            return say(service, guest, &some_turn(&course));
        }
    }
    begin(service, guest, course.setup().game);
}

/// The house begins, at its strongest.
fn begin(service: &Service, guest: &str, kind: GameKind) {
    let second = if kind == GameKind::Othello { "white" } else { "black" };
    say(service, guest, &format!("new {} vs house level 8 as {second}", kind.name()));
}

fn say(service: &Service, guest: &str, text: &str) {
    let request = Request {
        from: Sender::Console { name: guest.to_owned() },
        proof: Proof::Transport,
        key: format!("guest {}", KEYS.fetch_add(1, Ordering::Relaxed)),
        at: now(),
        context: Context::Fresh,
        place: None,
        commands: message::read(text).commands,
        comment: None,
        manner: Manner::default(),
    };
    for owed in service.handle(&request, chance()).unwrap().answers {
        service.settle(owed.id, &Delivery::Sent, now()).unwrap();
    }
}

fn chance() -> Randomness {
    Randomness::fixed(KEYS.fetch_add(1, Ordering::Relaxed))
}
