//! A relay of the tests' own: Postfix's `smtp-sink`.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use super::{Got, World};

/// A relay as a process, with the mails that it took.
pub struct Sink {
    process: Child,
    pub folder: PathBuf,
}

impl Sink {
    /// Starts one; the options make it misbehave.
    pub fn start(world: &World, port: u16, options: &[&str]) -> Sink {
        let folder = world.folder.join(format!("sink-{}", options.join("")));
        std::fs::create_dir_all(&folder).unwrap();
        // Run by root it changes to this user, who must be able to write there.
        let user = std::env::var("USER").unwrap_or_else(|_| "root".into());
        let template = folder.join("%M.");
        let mut process = Command::new("smtp-sink")
            .args(["-u", &user])
            .args(options)
            .arg("-d")
            .arg(&template)
            .arg(format!("127.0.0.1:{port}"))
            .arg("100")
            .spawn()
            .unwrap();
        // It listens once a connection can be made.
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(process.try_wait().unwrap().is_none(), "smtp-sink does not run");
            std::thread::yield_now();
        }
        Sink { process, folder }
    }

    pub fn mails(&self) -> Vec<Got> {
        mails_in(&self.folder)
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What smtp-sink dumped: the mails behind its own headers.
fn mails_in(folder: &Path) -> Vec<Got> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    files.filter(|raw| raw.windows(12).any(|part| part == b"Message-ID: ")).map(Got::read).collect()
}

pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

pub fn is_there() -> bool {
    let there = Command::new("smtp-sink").output().is_ok();
    assert!(there || std::env::var("CI").is_err(), "smtp-sink (Debian package postfix) is missing");
    if !there {
        eprintln!("skipped: smtp-sink (Debian package postfix) is missing");
    }
    there
}
