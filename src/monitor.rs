//! What the running server tells its operator: whether all parts are well, and the figures for Prometheus.

mod metrics;

use std::collections::BTreeMap;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use turnpost_bot::Link;
use turnpost_core::clock::moment;
use turnpost_core::service::Service;
use turnpost_web::health::Pages;

/// How long Discord may be away before that counts as trouble: it drops connections every day.
const RECONNECTING: Duration = Duration::from_secs(120);
/// Clocks tick every quarter of a minute; after this many seconds without a tick something hangs.
const TICK_LAG: i64 = 300;
/// How long the receiver may take to greet.
const GREETING: Duration = Duration::from_secs(2);

/// Watches over the parts of one process.
pub struct Monitor {
    service: Arc<Service>,
    database: PathBuf,
    down: Mutex<BTreeMap<&'static str, String>>,
    receiver: OnceLock<SocketAddr>,
    discord: OnceLock<Arc<Link>>,
    discord_seen: Mutex<Instant>,
}

impl Monitor {
    /// Watches this service, whose database is that file.
    pub fn new(service: Arc<Service>, database: PathBuf) -> Monitor {
        Monitor {
            service,
            database,
            down: Mutex::default(),
            receiver: OnceLock::new(),
            discord: OnceLock::new(),
            discord_seen: Mutex::new(Instant::now()),
        }
    }

    /// Marks a part as down, for that reason, until it works again.
    pub fn down(&self, part: &'static str, why: String) {
        lock(&self.down).insert(part, why);
    }

    /// Marks a part as working.
    pub fn up(&self, part: &'static str) {
        lock(&self.down).remove(part);
    }

    /// Sets where the built-in receiver listens.
    pub fn watch_receiver(&self, at: SocketAddr) {
        _ = self.receiver.set(at);
    }

    /// Sets where the bot reports how it is connected.
    pub fn watch_discord(&self, link: Arc<Link>) {
        _ = self.discord.set(link);
    }

    /// Everything that is wrong now.
    fn troubles(&self) -> Vec<String> {
        let mut found: Vec<String> = lock(&self.down).iter().map(|(part, why)| format!("{part}: {why}")).collect();
        // A database that can only be read is of no use.
        if let Err(error) = self.service.writes(moment::now()) {
            found.push(format!("database: {error}"));
        } else if let Ok(waiting) = self.service.waiting() {
            let lag = waiting.last_tick.map_or(0, |last| moment::now() - last);
            if lag > TICK_LAG {
                found.push(format!("clocks: nobody has looked at them for {lag} s"));
            }
        }
        // The little space that is left may do for that write, but not for a mail.
        if let Err(error) = self.service.room() {
            found.push(format!("disk: {error}"));
        }
        if let Some(Err(why)) = self.receiver.get().map(|at| greets(*at)) {
            found.push(format!("mail receiver: {why}"));
        }
        found.extend(self.discord_trouble());
        found
    }

    fn discord_trouble(&self) -> Option<String> {
        let well = self.discord.get()?.is_well();
        let mut seen = lock(&self.discord_seen);
        if well {
            *seen = Instant::now();
        }
        let gone = seen.elapsed();
        (gone > RECONNECTING).then(|| format!("Discord: not connected for {} seconds", gone.as_secs()))
    }
}

impl Pages for Monitor {
    fn health(&self) -> Result<String, String> {
        let troubles = self.troubles();
        if troubles.is_empty() { Ok("ok".to_owned()) } else { Err(troubles.join("\n")) }
    }

    fn metrics(&self) -> Result<String, String> {
        let counters = self.service.counters().map_err(|error| error.to_string())?;
        let waiting = self.service.waiting().map_err(|error| error.to_string())?;
        let figures = metrics::Figures {
            counters: counters.into_iter().collect(),
            waiting,
            now: moment::now(),
            rendering: turnpost_render::timing::timing(),
            thinking: crate::house::thinking(),
            discord: self.discord.get().map(|link| (link.is_well() && link.connected() > 0, link.connected())),
            database: match self.service.bytes_at_server().map_err(|error| error.to_string())? {
                Some(bytes) => bytes.unsigned_abs(),
                None => ["", "-wal"].iter().map(|end| size(&self.database, end)).sum(),
            },
            memory: resident_bytes(),
        };
        Ok(figures.to_string())
    }
}

/// Whether the receiver says the 220 of a server that is ready (RFC 5321 §4.2.3).
pub fn greets(at: SocketAddr) -> Result<(), String> {
    let here = match at.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let greeting = || -> std::io::Result<[u8; 3]> {
        let mut stream = TcpStream::connect_timeout(&SocketAddr::new(here, at.port()), GREETING)?;
        stream.set_read_timeout(Some(GREETING))?;
        let mut code = [0; 3];
        stream.read_exact(&mut code)?;
        Ok(code)
    };
    match greeting() {
        Ok(code) if code == *b"220" => Ok(()),
        Ok(_) => Err(format!("{at} is no longer served by it, or is overloaded")),
        Err(error) => Err(format!("{at} does not answer: {error}")),
    }
}

fn size(file: &std::path::Path, end: &str) -> u64 {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    std::fs::metadata(PathBuf::from(name)).map_or(0, |found| found.len())
}

/// The memory that the process uses, where the system tells (Linux).
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use turnpost_core::service::Settings;
    use turnpost_core::store::{FreeSpace, Store};

    use super::*;
    use crate::world;

    fn monitor() -> Monitor {
        let service = Service::new(Store::in_memory().unwrap(), Settings::default()).unwrap();
        Monitor::new(Arc::new(service), PathBuf::from("nowhere.db"))
    }

    #[test]
    fn a_part_that_is_down_is_named_until_it_is_up() {
        let monitor = monitor();
        assert_eq!(monitor.health().unwrap(), "ok");
        monitor.down("mail", "it broke off".to_owned());
        assert_eq!(monitor.health().unwrap_err(), "mail: it broke off");
        monitor.up("mail");
        assert_eq!(monitor.health().unwrap(), "ok");
    }

    #[test]
    fn a_full_disk_is_seen_while_the_database_can_still_be_written() {
        let settings = Settings { disk_floor: 1 << 20, ..Settings::default() };
        let service = Service::new(Store::in_memory().unwrap(), settings).unwrap();
        let service = service.with_free_space(FreeSpace::told_by(|| Some(1_000)));
        let monitor = Monitor::new(Arc::new(service), PathBuf::from("nowhere.db"));
        let why = monitor.health().unwrap_err();
        assert!(why.starts_with("disk: the disk of the data directory is full (0.0 MB free"), "{why}");
    }

    #[test]
    fn a_dead_receiver_is_seen() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let greeter = std::thread::spawn(move || listener.accept().unwrap().0.write_all(b"220 here\r\n").unwrap());
        let monitor = monitor();
        monitor.watch_receiver(at);
        assert_eq!(monitor.health().unwrap(), "ok");
        greeter.join().unwrap();
        let why = monitor.health().unwrap_err();
        assert!(why.starts_with(&format!("mail receiver: {at} does not answer")), "{why}");
    }

    #[test]
    fn clocks_that_nobody_looks_at_are_seen() {
        let monitor = monitor();
        monitor.service.tick(moment::now() - TICK_LAG - 60, world::chance()).unwrap();
        assert!(monitor.health().unwrap_err().starts_with("clocks: "));
    }
}
