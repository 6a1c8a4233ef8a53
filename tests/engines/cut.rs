//! A line to a PostgreSQL server that breaks just after a COMMIT went out: whoever sent it can't know what became of it.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::thread;

/// The line.
pub struct Line {
    pub port: u16,
    /// The server that new connections lead to.
    to: Arc<AtomicU16>,
    /// How often it broke.
    cuts: Arc<AtomicU32>,
}

impl Line {
    /// A line to that port. Of so many commits one breaks it.
    pub fn to(port: u16, every: u32) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let line = Line {
            port: listener.local_addr().unwrap().port(),
            to: Arc::new(AtomicU16::new(port)),
            cuts: Arc::default(),
        };
        let (to, cuts, commits) = (line.to.clone(), line.cuts.clone(), Arc::new(AtomicU32::new(0)));
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(("127.0.0.1", to.load(Ordering::SeqCst))) else { continue };
                let (cuts, commits) = (cuts.clone(), commits.clone());
                thread::spawn(move || carry(&client, &server, every, &commits, &cuts));
            }
        });
        line
    }

    /// New connections lead there from now on.
    pub fn lead_to(&self, port: u16) {
        self.to.store(port, Ordering::SeqCst);
    }

    pub fn cuts(&self) -> u32 {
        self.cuts.load(Ordering::SeqCst)
    }
}

fn carry(client: &TcpStream, server: &TcpStream, every: u32, commits: &AtomicU32, cuts: &AtomicU32) {
    let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
    thread::spawn(move || {
        let (mut from, mut to) = back;
        let _ = std::io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
    let (mut from, mut to) = (client, server);
    let mut bytes = vec![0; 64 << 10];
    while let Ok(read @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..read]).is_err() {
            break;
        }
        let commit = bytes[..read].windows(8).any(|window| window == b"; COMMIT");
        if commit && (commits.fetch_add(1, Ordering::SeqCst) + 1).is_multiple_of(every) {
            cuts.fetch_add(1, Ordering::SeqCst);
            break;
        }
    }
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Write);
}
