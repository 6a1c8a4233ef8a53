//! Everything at once: players in several processes, two of them at every game with the same turns, others by mail to two
//! servers, and two who accept the same challenges. The line breaks after commits, processes and servers are killed or
//! stand still, the primary is killed and its standby takes over. Afterwards every turn is there once, and every notice came.

mod audit;
mod mail;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_core::service::Randomness;

use crate::cluster::{Cluster, Server as Database};
use crate::cut::Line;
use crate::turnpost;
use mail::Post;

const GAMES: usize = 4;
/// Games by mail, and challenges that two want to accept.
const BY_MAIL: usize = 2;
const CHALLENGES: usize = 6;

/// How long it may take in all, on any machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// A random game of Dameo: whose turn it is, the position before it, and the turn.
pub fn game(seed: usize, turns: usize) -> Vec<(Side, u32, String, String)> {
    let mut random = Randomness::fixed(seed as u64);
    let mut course = Course::new(&Setup::new("dameo", None, &[]).unwrap()).unwrap();
    let mut played = Vec::new();
    while played.len() < turns && course.outcome().is_none() {
        let position = course.position();
        let legal = position.legal();
        let text = legal[usize::try_from(random.draw() % legal.len() as u64).unwrap()].clone();
        played.push((position.to_move(), position.turn_number(), position.text(), text.clone()));
        course.play(&text).unwrap();
    }
    played
}

/// The lines of a script, each turn guarded by its number.
fn script(number: usize, turns: &[(Side, u32, String, String)]) -> String {
    let line = |(side, turn, _, text): &(Side, u32, String, String)| {
        let name = if *side == Side::White { "ben" } else { "ann" };
        format!("{name}{number}: move #{turn} {text}\n")
    };
    turns.iter().map(line).collect()
}

/// Somebody at a console, who goes through a script; what was done before isn't done again.
fn play(folder: &Path, database: &str, script: &str) -> Child {
    turnpost(folder, database)
        .args(["console", "--resume", "--script", script])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Runs a script while nothing is broken.
fn prepare(folder: &Path, database: &Database, script: &str) {
    std::fs::write(folder.join("begin.txt"), script).unwrap();
    let begun = turnpost(folder, &database.url()).args(["console", "--script", "begin.txt"]).output().unwrap();
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
}

/// Those at consoles: each is started again until they got through.
struct Players<'a> {
    folder: &'a Path,
    database: &'a str,
    running: BTreeMap<String, Child>,
    /// How often the database was away for too long, and whoever was told so began again.
    failures: u32,
}

impl Players<'_> {
    fn start(&mut self, script: &str) {
        self.running.insert(script.to_owned(), play(self.folder, self.database, script));
    }

    /// Kills one of them in the midst of its work.
    fn kill_one(&mut self) -> bool {
        let Some((script, child)) = self.running.iter_mut().next() else { return false };
        child.kill().unwrap();
        child.wait().unwrap();
        let script = script.clone();
        self.start(&script);
        true
    }

    /// Whether all got through; starts those again who were told that it doesn't work now.
    fn are_done(&mut self) -> bool {
        let ended: Vec<(String, bool)> = self
            .running
            .iter_mut()
            .filter_map(|(script, child)| Some((script.clone(), child.try_wait().unwrap()?.success())))
            .collect();
        for (script, good) in ended {
            self.running.remove(&script);
            if !good {
                self.failures += 1;
                self.start(&script);
            }
        }
        self.running.is_empty()
    }
}

#[test]
fn every_turn_is_there_once_whatever_breaks() {
    let Some(cluster) = Cluster::start() else { return };
    let standby = cluster.standby();
    let turns: usize = std::env::var("TORTURE_TURNS").map_or(24, |turns| turns.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let games: Vec<_> = (0..GAMES).map(|number| game(number, turns)).collect();
    let mut scripts = Vec::new();
    for (number, turns) in games.iter().enumerate() {
        let begin =
            format!("ben{number}: games\nann{number}: new dameo vs ben{number} as black\nben{number}: accept\n");
        prepare(folder.path(), &cluster.primary, &begin);
        // The same turns under two names: each is tried by two processes, and played by one.
        for twin in ["one", "two"] {
            let name = format!("{twin}-{number}.txt");
            std::fs::write(folder.path().join(&name), script(number, turns)).unwrap();
            scripts.push(name);
        }
    }
    // Rob and Sue both want each of Zed's challenges.
    prepare(
        folder.path(),
        &cluster.primary,
        &format!("rob: games\nsue: games\n{}", "zed: new othello\n".repeat(CHALLENGES)),
    );
    let open = cluster.primary.sql("turnpost", "SELECT number FROM challenges WHERE state = 'open' ORDER BY number");
    let open: Vec<&str> = open.lines().collect();
    assert_eq!(open.len(), CHALLENGES);
    for who in ["rob", "sue"] {
        let name = format!("{who}.txt");
        let lines: String = open.iter().map(|number| format!("{who}: accept {number}\n")).collect();
        std::fs::write(folder.path().join(&name), lines).unwrap();
        scripts.push(name);
    }

    let line = Line::to(cluster.primary.port, 7);
    let through = format!("postgres://turnpost@127.0.0.1:{}/turnpost", line.port);
    let post = Post::open(&through);
    let mut players = Players { folder: folder.path(), database: &through, running: BTreeMap::new(), failures: 0 };
    scripts.iter().for_each(|script| players.start(script));
    let begun = Instant::now();
    let (mut kills, mut rounds, mut failed_over) = (0, 0, false);
    let played = |server: &Database| -> usize {
        server.sql("turnpost", "SELECT count(*) FROM entries WHERE kind = 'turn'").parse().unwrap()
    };
    let all = turns * GAMES + post.turns(turns) * BY_MAIL;
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..BY_MAIL)
            .map(|number| {
                let post = &post;
                scope.spawn(move || post.play(number, &game(100 + number, post.turns(turns))))
            })
            .collect();
        loop {
            let done = players.are_done();
            if done && writers.iter().all(|writer| writer.is_finished()) {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "it never gets through");
            // Half way through the primary loses its power.
            if !failed_over && played(&cluster.primary) > all / 2 {
                cluster.primary.kill();
                standby.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
                standby.promote();
                line.lead_to(standby.port);
                failed_over = true;
            }
            rounds += 1;
            if kills < 6 && begun.elapsed() > Duration::from_millis(400 * (kills + 1)) && players.kill_one() {
                kills += 1;
            }
            post.break_something(rounds);
            std::thread::sleep(Duration::from_millis(50));
        }
        for writer in writers {
            writer.join().unwrap();
        }
    });
    post.come_to_rest(&standby);
    eprintln!(
        "{} cuts after COMMIT, {kills} kills, {} starts anew, {} in {:?}",
        line.cuts(),
        players.failures,
        post.told(),
        begun.elapsed()
    );
    assert!(failed_over && kills > 0 && line.cuts() > 0 && post.was_broken());

    for (number, turns) in games.iter().enumerate() {
        audit::record(&standby, &format!("ben{number}"), turns);
    }
    for number in 0..BY_MAIL {
        audit::record(&standby, &format!("noa{number}@people.test"), &game(100 + number, post.turns(turns)));
    }
    audit::challenges(&standby, &open);
    audit::mails(&standby, &post.acknowledged());
    audit::notices(&standby, &post.taken());
    let text = |name: &String| (name.clone(), std::fs::read_to_string(folder.path().join(name)).unwrap());
    audit::keys(&standby, &scripts.iter().map(text).collect::<Vec<_>>());
    let doctor = turnpost(folder.path(), &standby.url()).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));
}
