//! The server process: started, killed, started again on the same folder and ports.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::database;

/// However slow the machine is, it starts and stops in this time.
const PATIENCE: Duration = Duration::from_secs(300);
const SECOND: Duration = Duration::from_secs(1);

/// The server and its folder.
pub struct Server {
    pub folder: PathBuf,
    pub mail: u16,
    variables: Vec<(String, String)>,
    child: Mutex<Option<Child>>,
    /// How long the log was when it was last started.
    logged: AtomicU64,
    /// The most memory that any of its lives had, in kilobytes.
    pub most_memory: AtomicU64,
    /// How much it had in its present life, second by second.
    memory: Mutex<Vec<(Instant, u64)>>,
    /// The longest its write-ahead log became, in bytes.
    pub most_log: AtomicU64,
}

impl Server {
    /// A server that is not running yet.
    pub fn new(folder: &Path, mail: u16, variables: Vec<(String, String)>) -> Server {
        Server {
            folder: folder.to_owned(),
            mail,
            variables,
            child: Mutex::default(),
            logged: AtomicU64::new(0),
            most_memory: AtomicU64::new(0),
            memory: Mutex::default(),
            most_log: AtomicU64::new(0),
        }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.join("turnpost.db")
    }

    /// Starts it.
    pub fn start(&self) {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("log")).unwrap();
        self.logged.store(log.metadata().unwrap().len(), Ordering::Relaxed);
        let child = self
            .command()
            .arg("serve")
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        self.memory.lock().unwrap().clear();
        *self.child.lock().unwrap() = Some(child);
    }

    /// The program with this server's configuration.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnpost"));
        command
            .current_dir(&self.folder)
            .env_remove(database::SERVER)
            .envs(self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        command
    }

    /// Kills it as a power failure would.
    pub fn kill(&self) {
        if let Some(mut child) = self.child.lock().unwrap().take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Kills it whatever else goes on, for the end of a run that failed.
    pub fn abandon(&self) {
        if let Ok(mut child) = self.child.try_lock()
            && let Some(child) = child.as_mut()
        {
            _ = child.kill();
        }
    }

    /// Asks it to stop once it has said that it runs, and waits. Panics unless it ends well.
    pub fn stop(&self) {
        let Some(mut child) = self.child.lock().unwrap().take() else { return };
        let ended = self.stop_child(&mut child);
        if ended != "exit status: 0" {
            _ = child.kill();
            panic!("it was asked to stop: {ended}");
        }
    }

    fn stop_child(&self, child: &mut Child) -> String {
        let begun = Instant::now();
        while !self.says_it_runs() {
            if let Some(status) = child.try_wait().unwrap() {
                return format!("it ended by itself before: {status}");
            }
            if begun.elapsed() > PATIENCE {
                return "it never said that it runs".to_owned();
            }
            thread::sleep(Duration::from_millis(20));
        }
        let asked = Command::new("kill").arg(child.id().to_string()).status().unwrap();
        assert!(asked.success(), "kill: {asked}");
        let begun = Instant::now();
        loop {
            match child.try_wait().unwrap() {
                Some(status) => return status.to_string(),
                None if begun.elapsed() > PATIENCE => return format!("it still runs after {PATIENCE:?}"),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Whether it has come as far as its first words since it was last started. Before, a signal just ends it.
    fn says_it_runs(&self) -> bool {
        let log = std::fs::read(self.folder.join("log")).unwrap();
        let since = usize::try_from(self.logged.load(Ordering::Relaxed)).unwrap();
        String::from_utf8_lossy(&log[since..]).contains(" is running.")
    }

    /// Notes how much memory and log it has now. Panics when it has ended by itself.
    pub fn sample(&self) {
        if let Some(child) = self.child.lock().unwrap().as_mut() {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
            let kilobytes = line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0);
            self.most_memory.fetch_max(kilobytes, Ordering::Relaxed);
            let mut memory = self.memory.lock().unwrap();
            if memory.last().is_none_or(|(at, _)| at.elapsed() >= SECOND) {
                memory.push((Instant::now(), kilobytes));
            }
            if let Some(status) = child.try_wait().unwrap() {
                panic!("it ended by itself: {status}");
            }
        }
        let log = std::fs::metadata(self.folder.join("turnpost.db-wal")).map_or(0, |file| file.len());
        self.most_log.fetch_max(log, Ordering::Relaxed);
    }

    /// How much memory it had in its present life, second by second, in kilobytes.
    pub fn memory(&self) -> Vec<u64> {
        self.memory.lock().unwrap().iter().map(|(_, kilobytes)| *kilobytes).collect()
    }

    /// The end of what it wrote.
    pub fn last_log(&self) -> String {
        let log = std::fs::read(self.folder.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log[log.len().saturating_sub(6000)..]).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
