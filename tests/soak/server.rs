//! The server process: started, killed, started again on the same folder and ports.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The server and its folder.
pub struct Server {
    pub folder: PathBuf,
    pub mail: u16,
    variables: Vec<(String, String)>,
    child: Mutex<Option<Child>>,
    /// The most memory that any of its lives had, in kilobytes.
    pub most_memory: AtomicU64,
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
            most_memory: AtomicU64::new(0),
            most_log: AtomicU64::new(0),
        }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.join("turnpost.db")
    }

    /// Starts it.
    pub fn start(&self) {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join("log")).unwrap();
        let child = self
            .command()
            .arg("serve")
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        *self.child.lock().unwrap() = Some(child);
    }

    /// The program with this server's configuration.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_turnpost"));
        command
            .current_dir(&self.folder)
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

    /// Asks it to stop, and waits; whether it ended well.
    pub fn stop(&self) -> bool {
        let Some(mut child) = self.child.lock().unwrap().take() else { return true };
        let asked = Command::new("kill").arg(child.id().to_string()).status().unwrap();
        asked.success() && child.wait().unwrap().success()
    }

    /// Notes how much memory and log it has now. Panics when it has ended by itself.
    pub fn sample(&self) {
        if let Some(child) = self.child.lock().unwrap().as_mut() {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
            let kilobytes = line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0);
            self.most_memory.fetch_max(kilobytes, Ordering::Relaxed);
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself:\n{}", self.last_log());
        }
        let log = std::fs::metadata(self.folder.join("turnpost.db-wal")).map_or(0, |file| file.len());
        self.most_log.fetch_max(log, Ordering::Relaxed);
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
