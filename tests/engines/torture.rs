//! Everything at once: players in several processes, two of them at every game with the same turns; the line breaks after
//! commits, processes are killed, the primary is killed and its standby takes over. Afterwards every turn is there once.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_core::service::Randomness;

use crate::cluster::Cluster;
use crate::cut::Line;
use crate::turnpost;

const GAMES: usize = 4;

/// How long it may take in all, on any machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// A random game of Dameo as lines of a script, each turn guarded by its number; and the turns.
fn script(game: usize, turns: usize) -> (String, Vec<String>) {
    let mut random = Randomness::fixed(game as u64);
    let mut course = Course::new(&Setup::new("dameo", None, &[]).unwrap()).unwrap();
    let (mut lines, mut texts) = (Vec::new(), Vec::new());
    while texts.len() < turns && course.outcome().is_none() {
        let legal = course.position().legal();
        let text = legal[usize::try_from(random.draw() % legal.len() as u64).unwrap()].clone();
        let name = if course.position().to_move() == Side::White { format!("ben{game}") } else { format!("ann{game}") };
        lines.push(format!("{name}: move #{} {text}", course.position().turn_number()));
        course.play(&text).unwrap();
        texts.push(text);
    }
    (lines.join("\n"), texts)
}

fn play(folder: &Path, database: &str, script: &str) -> Child {
    turnpost(folder, database)
        .args(["console", "--resume", "--script", script])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn every_turn_is_there_once_whatever_breaks() {
    let Some(cluster) = Cluster::start() else { return };
    let standby = cluster.standby();
    let turns: usize = std::env::var("TORTURE_TURNS").map_or(24, |turns| turns.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut expected: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for game in 0..GAMES {
        let begin = format!("ben{game}: games\nann{game}: new dameo vs ben{game} as black\nben{game}: accept\n");
        std::fs::write(folder.path().join("begin.txt"), begin).unwrap();
        let begun = turnpost(folder.path(), &cluster.primary.url())
            .args(["console", "--script", "begin.txt"])
            .output()
            .unwrap();
        assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
        let (lines, texts) = script(game, turns);
        // The same turns under two names: each is tried by two processes, and played by one.
        for twin in ["one", "two"] {
            std::fs::write(folder.path().join(format!("{twin}-{game}.txt")), &lines).unwrap();
        }
        expected.insert(game, texts);
    }

    let line = Line::to(cluster.primary.port, 7);
    let through = format!("postgres://turnpost@127.0.0.1:{}/turnpost", line.port);
    let mut players: BTreeMap<String, Child> = BTreeMap::new();
    for game in 0..GAMES {
        for twin in ["one", "two"] {
            let script = format!("{twin}-{game}.txt");
            players.insert(script.clone(), play(folder.path(), &through, &script));
        }
    }
    let begun = Instant::now();
    let (mut kills, mut failures, mut failed_over) = (0, 0, false);
    let played = |server: &crate::cluster::Server| -> usize {
        server.sql("turnpost", "SELECT count(*) FROM entries WHERE kind = 'turn'").parse().unwrap()
    };
    while !players.is_empty() {
        assert!(begun.elapsed() < PATIENCE, "it never gets through");
        // Half way through the primary loses its power.
        if !failed_over && played(&cluster.primary) > turns * GAMES / 2 {
            cluster.primary.kill();
            standby.sql("postgres", "ALTER SYSTEM RESET synchronous_standby_names");
            standby.promote();
            line.lead_to(standby.port);
            failed_over = true;
        }
        let mut again = Vec::new();
        for (script, child) in &mut players {
            match child.try_wait().unwrap() {
                Some(status) if status.success() => again.push((script.clone(), false)),
                // The database was away for too long: whoever was told so tries again.
                Some(_) => {
                    failures += 1;
                    again.push((script.clone(), true));
                }
                // Now and then one is killed in the midst of its work.
                None if kills < 6 && begun.elapsed() > Duration::from_millis(400 * (kills + 1)) => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    kills += 1;
                    again.push((script.clone(), true));
                }
                None => {}
            }
        }
        for (script, again) in again {
            players.remove(&script);
            if again {
                players.insert(script.clone(), play(folder.path(), &through, &script));
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    eprintln!("{} cuts after COMMIT, {kills} kills, {failures} starts anew, failed over: {failed_over}", line.cuts());
    assert!(failed_over && kills > 0 && line.cuts() > 0);

    // The audit: every turn once, in order, and nothing else.
    for (game, texts) in expected {
        let sql = format!(
            "SELECT text FROM entries JOIN games ON games.number = entries.game JOIN players ON players.id = white
             WHERE players.name = 'ben{game}' AND kind = 'turn' AND undone = 0 ORDER BY entries.number"
        );
        let found = standby.sql("turnpost", &sql);
        assert_eq!(found.lines().collect::<Vec<_>>(), texts, "game {game}");
    }
    // Of everything tried twice, one was played and one refused; each was acknowledged to whoever asked.
    let answered = "SELECT count(*) FROM seen";
    let asked = standby.sql("turnpost", answered).parse::<usize>().unwrap();
    assert!(asked >= 2 * turns * GAMES, "{asked} requests are known");
    let doctor = turnpost(folder.path(), &standby.url()).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stdout));
}
