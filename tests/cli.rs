//! The command line from outside: `games`, `inspect` and `perft` as other programs call them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::process::Command;

use serde_json::{Value, json};
use turnpost_core::rules::GameKind;

/// Exit code, stdout and stderr.
fn turnpost(args: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_turnpost")).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn inspect(args: &[&str]) -> Value {
    let (code, stdout, stderr) = turnpost(&[&["inspect"], args].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&stdout).unwrap()
}

/// It fails with that code, prints nothing to stdout, and says all of these on stderr.
fn refused(args: &[&str], code: i32, said: &[&str]) {
    let (got, stdout, stderr) = turnpost(args);
    assert_eq!((got, stdout.as_str()), (code, ""), "{args:?}: {stderr}");
    for phrase in said {
        assert!(stderr.contains(phrase), "{args:?}: {phrase:?} is not in {stderr:?}");
    }
}

#[test]
fn games_are_listed() {
    let (code, stdout, _) = turnpost(&["games", "--json"]);
    assert_eq!(code, 0);
    let games: Value = serde_json::from_str(&stdout).unwrap();
    let names: Vec<&str> = games.as_array().unwrap().iter().map(|row| row["game"].as_str().unwrap()).collect();
    let table: Vec<&str> = GameKind::ALL.iter().map(|game| game.name()).collect();
    assert_eq!(names, table);
    assert!(["amazons", "desdemona", "dameo", "diamond", "othello"].iter().all(|name| table.contains(name)));
    assert_eq!(games[2], json!({"game": "dameo", "variants": ["standard"], "options": []}));
    assert!(stdout.starts_with(r#"[{"game":"amazons","variants":["standard"],"options":[]}"#), "{stdout}");

    let (code, stdout, _) = turnpost(&["games"]);
    assert_eq!(code, 0);
    assert!(stdout.contains("diamond: Diamond Chess"), "{stdout}");
}

#[test]
fn inspect_prints_one_object_with_keys_in_order() {
    let position = "8/8/8/8/8/3b4/8/3W4 w 7";
    let (code, stdout, stderr) = turnpost(&["inspect", "dameo", "--position", position]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let legal = r#"["d1xd4","d1xd5","d1xd6","d1xd7","d1xd8"]"#;
    let expected = format!(r#"{{"position":"{position}","to_move":"white","turn":7,"legal":{legal},"result":null}}"#);
    assert_eq!(stdout, expected + "\n");
}

#[test]
fn inspect_plays_the_turns_it_is_given() {
    let report = inspect(&["dameo", "c1-c4", " F6 – f5. "]);
    assert_eq!(report["position"], "bbbbbbbb/1bbbbbb1/2bbb3/5b2/2w5/2wwww2/1wwwwww1/ww1wwwww w 3");
    assert_eq!((&report["to_move"], &report["turn"]), (&json!("white"), &json!(3)));
}

#[test]
fn amazons_adds_its_count_behind_the_result() {
    let (_, stdout, _) = turnpost(&["inspect", "amazons", "d1-d7/g7"]);
    let keys = r#""result":null,"count":{"settled":false,"white":{"min":"#;
    assert!(stdout.contains(keys), "{stdout}");
}

#[test]
fn a_spur_is_taken_and_never_listed() {
    let waiting = ["diamond", "--position", "t7/8/8/3s4/3K4/8/8/7T b 40 play customs=1d"];
    let report = inspect(&[&waiting[..], &["spur d4-e4"]].concat());
    assert_eq!(report["position"], "t7/8/8/3s4/4K3/8/8/7T b 40 play customs=1d!");
    assert_eq!((&report["to_move"], &report["turn"]), (&json!("black"), &json!(40)));
    let legal = report["legal"].as_array().unwrap();
    assert!(!legal.iter().any(|turn| turn.as_str().unwrap().starts_with("spur")));
    assert!(!legal.contains(&json!("pass")));
}

#[test]
fn a_finished_game_has_a_result_and_no_turns() {
    let report = inspect(&["dameo", "--position", "8/8/8/8/8/3b4/8/3W4 w 7", "d1-d8"]);
    assert_eq!(report["to_move"], Value::Null);
    assert_eq!(report["legal"], json!([]));
    assert_eq!(report["result"], json!({"winner": "white", "reason": "no legal turn left", "margin": null}));
}

#[test]
fn draws_that_only_the_history_shows_count() {
    let shuffle = ["a1-a2", "h8-h7", "a2-a1", "h7-h8"];
    let start = ["dameo", "--position", "7B/8/8/8/8/8/8/WW6 w 1"];
    let report = inspect(&[&start[..], &shuffle, &shuffle].concat());
    assert_eq!(
        report["result"],
        json!({"winner": "draw", "reason": "third occurrence of the position", "margin": null})
    );
    assert_eq!((&report["to_move"], &report["legal"]), (&Value::Null, &json!([])));
    refused(&[&["inspect"], &start[..], &shuffle, &shuffle, &["a1-a2"]].concat(), 1, &["turn 9", "the game is over"]);
}

#[test]
fn what_is_not_allowed_ends_with_1() {
    refused(&["inspect", "dameo", "c1-c5"], 1, &["turn 1, \"c1-c5\""]);
    refused(&["inspect", "dameo", "c1-c4", "nonsense"], 1, &["turn 2, \"nonsense\""]);
    // What stands behind a turn is no part of it, and no comment here.
    for junk in ["d1-d7/d8x", "d1-d7/g7/", "d1-d7/g7-", "d1-d7/g7 hello", "d1-d7/g7 a1"] {
        refused(&["inspect", "amazons", junk], 1, &["turn 1", junk, "from-to/arrow"]);
    }
    refused(&["inspect", "desdemona", "d1-d5x"], 1, &["turn 1 is a move alone"]);
    for junk in ["c3-c4x", "c3-c4-", "c3-c4/"] {
        refused(&["inspect", "dameo", junk], 1, &["a turn is written c3-c4"]);
    }
    refused(&["inspect", "dameo", "--position", "8/8 w 1"], 1, &["position", "rank"]);
    refused(&["perft", "dameo", "1", "--position", "w7/8/8/8/8/8/8/8 w 1"], 1, &["a8", "man"]);
}

#[test]
fn wrong_usage_ends_with_2_and_lists_the_right_names() {
    refused(&["inspect", "chess"], 2, &["chess", "amazons, desdemona, dameo, diamond"]);
    refused(&["perft", "dameo", "1", "--variant", "giant"], 2, &["giant", "standard"]);
    refused(&["inspect", "dameo", "--option", "pounce=adjacent"], 2, &["pounce", "none"]);
    refused(&["inspect", "dameo", "--option", "pounce"], 2, &["NAME=VALUE"]);
    refused(&["inspect", "diamond", "--option", "pounce=far"], 2, &["pounce", "adjacent"]);
    let adjacent = "t7/8/8/3s4/3K4/8/8/7T b 40 play pounce=adjacent";
    let contradicting = ["inspect", "diamond", "--option", "handicap=white:2", "--position", adjacent];
    refused(&contradicting, 2, &["handicap=white:2", "pounce=adjacent"]);
    refused(&["perft", "dameo"], 2, &["DEPTH"]);
    refused(&["perft", "dameo", "-1"], 2, &[]);
    refused(&["frobnicate"], 2, &["frobnicate"]);
    refused(&["serve", "--only", "pigeons"], 2, &["mail, discord"]);
}

#[test]
fn perft_prints_the_count_alone() {
    assert_eq!(turnpost(&["perft", "dameo", "0"]), (0, "1\n".to_owned(), String::new()));
    assert_eq!(turnpost(&["perft", "dameo", "2"]), (0, "2704\n".to_owned(), String::new()));
}

#[test]
fn perft_divides() {
    let position = "8/8/8/8/8/3b4/8/3W4 w 7";
    let (code, stdout, _) = turnpost(&["perft", "dameo", "1", "--divide", "--position", position]);
    assert_eq!((code, stdout.as_str()), (0, "d1xd4 1\nd1xd5 1\nd1xd6 1\nd1xd7 1\nd1xd8 1\n5\n"));
    assert_eq!(turnpost(&["perft", "dameo", "0", "--divide"]).1, "1\n");
}

#[test]
fn pictures_are_written() {
    let folder = std::env::temp_dir().join(format!("turnpost-render-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (file, starts) in [("a.svg", &b"<svg "[..]), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a")] {
        let path = folder.join(file);
        let args = ["render", "amazons", "--side", "black", "--theme", "dark", "--size", "200", "d1-d7/g7", "-o"];
        let (code, _, stderr) = turnpost(&[&args[..], &[path.to_str().unwrap()]].concat());
        assert_eq!((code, stderr.as_str()), (0, ""));
        assert!(std::fs::read(&path).unwrap().starts_with(starts), "{file}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
    refused(&["render", "amazons", "-o", "a.jpg"], 2, &[".svg, .png or .gif"]);
    refused(&["render", "amazons", "--theme", "neon", "-o", "a.png"], 2, &["classic, dark, contrast and paper"]);
    refused(&["render", "amazons", "--size", "9", "-o", "a.png"], 2, &["120 to 2400"]);
    refused(&["render", "amazons", "d1-d1/g7", "-o", "a.png"], 1, &["turn 1"]);
}

fn think(args: &[&str]) -> Value {
    let (code, stdout, stderr) = turnpost(&[&["think"], args].concat());
    assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn thinking_prints_one_object_with_keys_in_order() {
    let args = ["dameo", "--position", "8/8/8/8/8/3b4/8/3W4 w 7", "--nodes", "50", "--seed", "3"];
    let (code, stdout, stderr) = turnpost(&[&["think"], &args[..]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(stdout.starts_with(r#"{"turn":"d1xd"#), "{stdout}");
    let keys: Vec<usize> = ["turn", "chance", "nodes", "cpu_ms", "line"]
        .iter()
        .map(|key| stdout.find(&format!("\"{key}\":")).unwrap())
        .collect();
    assert!(keys.is_sorted(), "{stdout}");
    let thought = think(&args);
    assert_eq!(thought["chance"], json!(1.0));
    assert_eq!(thought["line"][0], thought["turn"]);
}

#[test]
fn thinking_goes_on_from_the_turns_and_repeats_itself() {
    let alike = |args: &[&str]| {
        let (one, two) = (think(args), think(args));
        assert_eq!((&one["turn"], &one["chance"], &one["line"]), (&two["turn"], &two["chance"], &two["line"]));
        one
    };
    let thought = alike(&["amazons", "--level", "2", "--seed", "5", "d1-d7/g7"]);
    let turn = thought["turn"].as_str().unwrap();
    let legal = inspect(&["amazons", "d1-d7/g7"])["legal"].clone();
    assert!(legal.as_array().unwrap().contains(&json!(turn)), "{turn}");
    alike(&["desdemona", "--variant", "border", "--nodes", "3000"]);
    assert!(think(&["dameo", "--cpu-ms", "20"])["cpu_ms"].as_u64().unwrap() >= 20);
}

#[test]
fn what_cannot_be_thought_about_is_refused() {
    refused(&["think", "dameo", "--level", "9"], 2, &["no level 9", "1 to 8"]);
    refused(&["think", "dameo", "--nodes", "0"], 2, &["budget of 0"]);
    refused(&["think", "dameo", "--cpu-ms", "0"], 2, &["budget of 0"]);
    refused(&["think", "dameo", "--nodes", "5", "--level", "1"], 2, &["--level"]);
    refused(&["think", "chess"], 2, &["chess", "amazons, desdemona"]);
    refused(&["think", "dameo", "c1-c5"], 1, &["turn 1, \"c1-c5\""]);
    refused(&["think", "dameo", "--position", "8/8/8/8/8/8/8/3W4 b 8"], 1, &["the game is over", "no legal turn left"]);
    refused(&["match", "dameo", "level:9", "random"], 2, &["no level 9"]);
    refused(&["match", "dameo", "nodes:0", "random"], 2, &["whole number from 1"]);
    refused(&["match", "dameo", "strong", "random"], 2, &["level:L, nodes:N"]);
    refused(&["match", "dameo", "random", "cmd:/nowhere/at/all"], 1, &["/nowhere/at/all"]);
    refused(&["match", "dameo", "random", "cmd:true", "--games", "1"], 1, &["true: "]);
}

#[test]
fn a_serving_mind_answers_line_by_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_turnpost"))
        .args(["think", "dameo", "--serve"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines: &[(&[u8], &str)] = &[
        (b"new 8/8/8/8/8/3b4/8/3W4 w 7", "ok"),
        (b"go nodes 100", "bestmove d1xd"),
        (b"  move d1-d8  ", "ok"),
        (b"move d1-d2", "error the game is over"),
        (b"go nodes 100", "error the game is over"),
        (b"new nonsense", "error position"),
        (b"new", "ok"),
        (b"move c3-c9", "error "),
        (b"move", "error move TURN"),
        (b"go", "error go nodes N"),
        (b"go nodes 0", "error go nodes N"),
        (b"go nodes -5", "error go nodes N"),
        (b"go fast 5", "error go nodes N"),
        (b"\xff\xfe", "error the lines are"),
        (b"move c3-c4", "ok"),
        (b"go cpu-ms 5", "bestmove "),
        (b"quit", ""),
    ];
    let mut said: Vec<u8> = Vec::new();
    for (line, _) in lines {
        said.extend_from_slice(line);
        said.push(b'\n');
    }
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &said).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), lines.len() - 1, "{answers:?}");
    for (answer, (line, expected)) in answers.iter().zip(lines) {
        assert!(answer.starts_with(expected), "{:?}: {answer}", String::from_utf8_lossy(line));
    }
}

#[test]
fn matches_print_the_score_and_repeat_themselves() {
    let args = ["match", "amazons", "level:1", "random", "--games", "4", "--seed", "2"];
    let (code, stdout, stderr) = turnpost(&args);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let keys: Vec<&str> = stdout.lines().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(keys, ["wins", "draws", "losses", "score", "interval"], "{stdout}");
    assert_eq!(turnpost(&args).1, stdout);
    // Another program that speaks the same lines: here it is this one.
    let program = format!("cmd:{} think dameo --serve", env!("CARGO_BIN_EXE_turnpost"));
    let (code, stdout, stderr) = turnpost(&["match", "dameo", "nodes:60", &program, "--games", "2"]);
    assert_eq!((code, stderr.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("interval: "), "{stdout}");
}
