//! The house at work: threads that take what the computer player owes, have it thought about by others of low priority, and
//! hand the answer in. Whoever thinks never touches the database: a thread of low priority that is put off while it holds a
//! lock there would let everybody wait. Whatever happens to them, what is owed is in the database and is taken up again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use turnpost_core::clock::moment::now;
use turnpost_core::house::{Answer, Task};
use turnpost_core::service::{Service, ServiceError};
use turnpost_house::table;

use crate::world;

/// How long something is ours once taken, in seconds; what takes longer is renewed.
const LEASE: i64 = 120;
/// How often it is renewed during something long.
const RENEW: Duration = Duration::from_secs(30);
/// How often it is looked for work while there is none.
const LOOK: Duration = Duration::from_millis(250);
/// The pause after the database failed.
const AGAIN: Duration = Duration::from_secs(2);
/// Who thinks gives way to whatever else the machine has to do.
const NICE: i32 = 19;
/// How long somebody at the console waits for the house, if another process thinks.
const AT_THE_CONSOLE: Duration = Duration::from_secs(20);

/// The threads that think.
pub struct House {
    threads: Vec<JoinHandle<()>>,
    stop: Arc<AtomicBool>,
}

/// How long thinking took in this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// How many answers there were.
    pub answers: u64,
    /// How long all of them took together.
    pub total: Duration,
}

impl House {
    /// Opens the house with so many threads.
    pub fn open(service: &Arc<Service>, threads: usize) -> House {
        if threads > 0
            && let Err(error) = service.house_opens()
        {
            tracing::error!(%error, "the guests of the house may not be told should it close");
        }
        let stop = Arc::new(AtomicBool::new(false));
        // One looks for work at a time; while that one thinks, another looks.
        let looking = Arc::new(Mutex::new(()));
        let spawn = |number| {
            let (service, stop, looking) = (service.clone(), stop.clone(), looking.clone());
            let work = move || work(&service, &stop, &looking);
            thread::Builder::new().name(format!("house-{number}")).spawn(work)
        };
        let spawned = (0..threads).map(spawn).filter_map(|thread| {
            thread.inspect_err(|error| tracing::error!(%error, "the house has a thread less to think with")).ok()
        });
        let threads: Vec<JoinHandle<()>> = spawned.collect();
        let sleepers: Vec<thread::Thread> = threads.iter().map(|thread| thread.thread().clone()).collect();
        service.on_waking(move |woken| sleepers.iter().filter(|_| woken.house).for_each(thread::Thread::unpark));
        House { threads, stop }
    }

    /// Lets each finish what it is thinking about, or give it back. Blocks.
    pub fn close(self) {
        self.stop.store(true, Ordering::SeqCst);
        for thread in self.threads {
            thread.thread().unpark();
            _ = thread.join();
        }
    }
}

/// What thinking took so far.
pub fn thinking() -> Thinking {
    Thinking {
        answers: ANSWERS.load(Ordering::Relaxed),
        total: Duration::from_nanos(NANOSECONDS.load(Ordering::Relaxed)),
    }
}

/// Thinks here and now until nothing is owed to a player at the console, or somebody else has thought too long about it.
pub fn serve_at_once(service: &Service, name: &str) -> Result<(), ServiceError> {
    let began = Instant::now();
    while service.waits_for_house(name)? && began.elapsed() < AT_THE_CONSOLE {
        match service.house_task(now(), LEASE)? {
            Some(task) => answer(service, &task, &AtomicBool::new(false))?,
            None => thread::sleep(LOOK / 5),
        }
    }
    Ok(())
}

static ANSWERS: AtomicU64 = AtomicU64::new(0);
static NANOSECONDS: AtomicU64 = AtomicU64::new(0);

fn work(service: &Service, stop: &AtomicBool, looking: &Mutex<()>) {
    while !stop.load(Ordering::SeqCst) {
        let found = next(service, stop, looking);
        let done = found.and_then(|task| match task {
            Some(task) => answer(service, &task, stop),
            None => Ok(()),
        });
        if let Err(error) = done {
            tracing::error!(%error, "the house could not be served; trying again");
            thread::park_timeout(AGAIN);
        }
    }
}

/// Waits for something to think about; none once the house closes.
fn next(service: &Service, stop: &AtomicBool, looking: &Mutex<()>) -> Result<Option<Task>, ServiceError> {
    let _mine = looking.lock().unwrap_or_else(PoisonError::into_inner);
    while !stop.load(Ordering::SeqCst) {
        if let Some(task) = service.house_task(now(), LEASE)? {
            return Ok(Some(task));
        }
        thread::park_timeout(LOOK);
    }
    Ok(None)
}

fn answer(service: &Service, task: &Task, stop: &AtomicBool) -> Result<(), ServiceError> {
    let began = Instant::now();
    let thought = thought(service, task, stop);
    ANSWERS.fetch_add(1, Ordering::Relaxed);
    NANOSECONDS.fetch_add(u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    let Some(answer) = thought else { return service.house_leaves(task) };
    let counted = service.house_answers(task, &answer, now(), world::chance())?;
    tracing::debug!(game = task.game, counted, "the house has answered");
    Ok(())
}

/// What is heard from a thread that thinks.
enum Heard {
    /// It is between two positions of a review, and waits to be told whether to go on.
    Between,
    /// What it found; none if it was interrupted.
    Thought(Option<Answer>),
}

/// What the house thinks, on a thread of low priority; none if it was interrupted. Its lease is renewed meanwhile, and where
/// a review pauses, one of those who wait at their boards is answered.
fn thought(service: &Service, task: &Task, stop: &AtomicBool) -> Option<Answer> {
    thread::scope(|scope| {
        let ((tell, told), (allow, allowed)) = (mpsc::channel(), mpsc::channel());
        let mind = move || {
            give_way();
            let mut goes_on = || tell.send(Heard::Between).is_ok() && allowed.recv().unwrap_or(false);
            let thought = think(task, &mut goes_on);
            _ = tell.send(Heard::Thought(thought));
        };
        if let Err(error) = thread::Builder::new().name("house-mind".to_owned()).spawn_scoped(scope, mind) {
            tracing::error!(%error, "the house has no thread to think with, and thinks in the way of others");
            return think(task, &mut || !stop.load(Ordering::SeqCst));
        }
        let mut renewed = Instant::now();
        loop {
            let heard = told.recv_timeout(RENEW.saturating_sub(renewed.elapsed()));
            if renewed.elapsed() >= RENEW {
                renewed = Instant::now();
                // A lease that can't be renewed may run out: then somebody else thinks as well, and one answer counts.
                _ = service.house_goes_on(task, now(), LEASE);
            }
            match heard {
                Ok(Heard::Thought(thought)) => return thought,
                Ok(Heard::Between) => {
                    if let Err(error) = in_between(service, stop) {
                        tracing::error!(%error, "a turn has to wait for a review");
                    }
                    _ = allow.send(!stop.load(Ordering::SeqCst));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    })
}

/// Thinks here and now. A mind that fails loses the game, or says nothing, rather than let somebody wait for ever.
fn think(task: &Task, goes_on: &mut dyn FnMut() -> bool) -> Option<Answer> {
    match catch_unwind(AssertUnwindSafe(|| table::answer(task, goes_on))) {
        Ok(Ok(answer)) => answer,
        Ok(Err(why)) => {
            tracing::error!(game = task.game, %why, "the house finds nothing to say and gives up");
            Some(Answer::Resign)
        }
        Err(_) => {
            tracing::error!(game = task.game, revision = task.revision, "the house's mind broke off; it gives up");
            Some(Answer::Resign)
        }
    }
}

/// In the middle of a review, answers one of those who wait at their boards: they never wait for somebody who looks back,
/// even where one thread thinks; and as it is one at a time, the review ends all the same.
fn in_between(service: &Service, stop: &AtomicBool) -> Result<(), ServiceError> {
    match service.house_task_at_boards(now(), LEASE)? {
        Some(task) => answer(service, &task, stop),
        None => Ok(()),
    }
}

/// Lowers this thread's priority. On Linux that of one thread can be set; elsewhere it stays as it is.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(Some(rustix::thread::gettid()), NICE) {
        tracing::debug!(%error, "the house thinks with the priority of everything else");
    }
}
