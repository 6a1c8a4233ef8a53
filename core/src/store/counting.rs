//! For tests: the statements that go to the engine, each of which is a round trip where that is a server. A release build
//! knows nothing of it.

/// What is noted of a statement: its text.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    #[cfg(debug_assertions)]
    text: String,
}

impl Noted {
    pub fn of(text: &str) -> Noted {
        #[cfg(not(debug_assertions))]
        let _ = text;
        Noted {
            #[cfg(debug_assertions)]
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// It is run.
    pub fn run(&self) {
        #[cfg(debug_assertions)]
        recording::note(&self.text);
    }
}

/// Something that isn't prepared is run: the beginning or the end of a transaction.
pub(super) fn run(text: &str) {
    #[cfg(not(debug_assertions))]
    let _ = text;
    #[cfg(debug_assertions)]
    recording::note(text);
}

/// A transaction is run, whose beginning and end are no statements of ours.
pub(super) fn transaction<T>(work: impl FnOnce() -> T) -> T {
    run("BEGIN");
    let done = work();
    run("COMMIT");
    done
}

/// Does something and returns the statements that the whole process ran meanwhile.
#[cfg(debug_assertions)]
pub fn statements_of<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    recording::begin();
    let done = work();
    (done, recording::end())
}

#[cfg(debug_assertions)]
mod recording {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Mutex, PoisonError};

    static ON: AtomicBool = AtomicBool::new(false);
    static NOTED: Mutex<Vec<String>> = Mutex::new(Vec::new());

    pub fn begin() {
        end();
        ON.store(true, Ordering::SeqCst);
    }

    pub fn end() -> Vec<String> {
        ON.store(false, Ordering::SeqCst);
        std::mem::take(&mut *NOTED.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn note(text: &str) {
        if ON.load(Ordering::SeqCst) {
            NOTED.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
        }
    }
}
