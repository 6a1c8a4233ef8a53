//! Killed in the midst of its work again and again, and two of it at once.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_core::service::{Randomness, Service, Settings};

use crate::database;
use crate::rig::turnpost;

/// A random game of Dameo as a script of two players, each turn guarded by its number.
fn script(turns: usize) -> (Vec<String>, Vec<String>) {
    let mut random = Randomness::fixed(11);
    let mut game = Course::new(&Setup::new("dameo", None, &[]).unwrap()).unwrap();
    let mut lines = Vec::new();
    let mut texts = Vec::new();
    while texts.len() < turns && game.outcome().is_none() {
        let legal = game.position().legal();
        let text = legal[usize::try_from(random.draw() % legal.len() as u64).unwrap()].clone();
        let name = if game.position().to_move() == Side::White { "ben" } else { "ann" };
        lines.push(format!("{name}: move 1 #{} {text}", game.position().turn_number()));
        game.play(&text).unwrap();
        texts.push(text);
    }
    (lines, texts)
}

fn begin(folder: &Path) {
    let file = folder.join("begin.txt");
    std::fs::write(&file, "ben: games\nann: new dameo vs ben as black\nben: accept 1\n").unwrap();
    assert!(turnpost(folder).args(["console", "--resume", "--script"]).arg(&file).output().unwrap().status.success());
}

fn run(folder: &Path, script: &str) -> Child {
    turnpost(folder).args(["console", "--resume", "--script", script]).stdout(Stdio::piped()).spawn().unwrap()
}

/// Every turn of the script is in the record once, in order, and the doctor finds nothing.
fn check(folder: &Path, texts: &[String]) {
    let service = Service::new(database::open(folder), Settings::default()).expect("a database");
    let record = service.export_game(1).unwrap().unwrap();
    let played: Vec<&str> = record.turns.iter().map(|turn| turn.text.as_str()).collect();
    assert_eq!(played, texts);
    let doctor = turnpost(folder).args(["doctor", "--offline"]).output().unwrap();
    assert!(doctor.status.success(), "{}", String::from_utf8_lossy(&doctor.stderr));
}

#[test]
fn killed_again_and_again_it_loses_and_doubles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path());
    let (lines, texts) = script(60);
    std::fs::write(folder.path().join("play.txt"), lines.join("\n")).unwrap();
    let mut kills = 0;
    let mut told = 0;
    for attempt in 1.. {
        assert!(attempt < 200, "it never gets through");
        let mut child = run(folder.path(), "play.txt");
        let out = BufReader::new(child.stdout.take().unwrap());
        // Killed at another point of its work each time: the moment when so many lines of output have come.
        let most = 30 + attempt * 37 % 400;
        let mut seen = 0;
        let mut cut = false;
        for line in out.lines().map_while(Result::ok) {
            seen += 1;
            told += usize::from(line.starts_with("No action needed: you played"));
            if seen == most {
                child.kill().unwrap();
                cut = true;
                break;
            }
        }
        let status = child.wait().unwrap();
        if !cut && status.success() {
            break;
        }
        kills += 1;
    }
    assert!(kills >= 3, "it was killed {kills} times");
    assert!(told > 0);
    check(folder.path(), &texts);
}

#[test]
fn two_processes_at_the_same_game_play_each_turn_once() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path());
    let (lines, texts) = script(40);
    // The same turns under different keys: each process tries all of them.
    for name in ["one.txt", "two.txt"] {
        std::fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    }
    let outputs: Vec<String> = ["one.txt", "two.txt"]
        .map(|name| run(folder.path(), name))
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success());
            String::from_utf8(output.stdout).unwrap()
        })
        .collect();
    // Whoever comes second is told that it was played, or, once more was, that it can't be.
    let second = |output: &String| output.matches("Not played:").count() + output.matches("Already played").count();
    let second: usize = outputs.iter().map(second).sum();
    assert_eq!(second, texts.len(), "of two tries one comes second");
    check(folder.path(), &texts);
}
