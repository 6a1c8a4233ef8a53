//! The mails of a whole game as an independent parser reads them: Python's `email`. What it looks at is in `mime.py`.
//! Without Python the test says so and passes, under CI it fails.
#![allow(clippy::unwrap_used)]

mod world;

use std::path::Path;
use std::process::Command;

use turnpost_mailer::address::OurAddress;
use turnpost_mailer::send::operator::Operator;
use world::{Got, World};

const ANN: &str = "Änne Ü <ann@example.com>";
const BEN: &str = "\"Ben, the 2nd\" <ben@example.net>";

/// How each kind of mail begins, and what it is made of.
const KINDS: &[(&str, &str)] = &[
    ("Was this you?", "alternative plain html"),
    ("No action needed: we write when your friend answers.", "alternative plain html"),
    ("Änne: \"Grüße, 你好", "alternative plain related html png png png png"),
    ("Your turn. Ben accepted and played d1-d7/g7.", "alternative plain related html png"),
    ("No action needed: you played d1-d7/g7.", "alternative plain related html png"),
    ("Not played: j7 cannot reach h6", "alternative plain related html png"),
    ("Not played: your mail answers turn 2, game 1 is at turn 3.", "alternative plain related html png"),
    ("Not played: your mail has two turns for game 1", "alternative plain related html png"),
    ("No action needed: your running game waits", "alternative plain related html png"),
    ("Your turn, 24 hours left", "alternative plain related html png"),
    ("Your turn in 2 games", "alternative plain related html png png"),
    ("You won game 1", "mixed alternative plain related html png plain gif"),
    ("You lost game 1", "mixed alternative plain related html png plain gif"),
    ("No action needed: everything stored about you", "mixed alternative plain html json"),
    ("A mail to postmaster or abuse arrived.", "mixed alternative plain html octet-stream"),
    ("A relay is down.", "alternative plain html"),
];

#[tokio::test]
async fn python_reads_every_mail_of_a_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "python3 is missing");
        eprintln!("skipped: python3 is missing");
        return;
    }
    let world = World::new().await;
    let sent = play(&world).await;
    let operator = Operator {
        address: "operator@example.com".to_owned(),
        ours: OurAddress::parse("play@example.org").unwrap(),
        signer: None,
    };
    let mails = world.folder.join("outbox/cur");
    std::fs::write(mails.join("alert"), operator.alert("A relay is down.\n\n421 später").unwrap()).unwrap();

    let found = read_by_python(&mails);
    assert_eq!(found.len(), sent + 1, "every mail was read");
    for (begins, kinds) in KINDS {
        let of_kind: Vec<_> = found.iter().filter(|(first, _)| first.starts_with(begins)).collect();
        assert!(!of_kind.is_empty(), "no mail begins with {begins:?}: {found:#?}");
        assert!(of_kind.iter().all(|(_, parts)| parts == kinds), "{of_kind:#?}");
    }
}

/// First line and parts of each mail, without the first half of their types.
fn read_by_python(folder: &Path) -> Vec<(String, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mime.py");
    let output = Command::new("python3").arg("-X").arg("utf8").arg(script).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let halved = |kind: &str| kind.split_once('/').map_or(kind, |(_, half)| half).to_owned();
    lines
        .lines()
        .map(|line| line.split_once('\t').unwrap())
        .map(|(first, kinds)| (first.to_owned(), kinds.split(' ').map(halved).collect::<Vec<_>>().join(" ")))
        .collect()
}

/// A game from the first mail to the result, with all that may come between. Gives how many mails were sent.
async fn play(world: &World) -> usize {
    let mut sent = 0;
    let mut count = |got: Vec<Got>| {
        sent += got.len();
        got
    };
    world.tick();
    let asked = count(world.say(ANN, "play@example.org", "new amazons vs ben@example.net\n\nGrüße, 你好 …").await);
    let invited = count(world.reply(ANN, &asked[0], "yes").await);
    let begun = count(world.reply(BEN, to(&invited, "ben@example.net"), "yes d1-d7/g7 Hello, “Änne” <b>&amp;").await);
    let turn = to(&begun, "ann@example.com");
    count(world.reply(ANN, turn, "j7-h6/h3").await);
    count(world.reply(ANN, turn, "j7-h7/h3\na7-a6/a5").await);
    let played = count(world.reply(ANN, turn, "j7-h7/h3").await);
    count(world.reply(ANN, turn, "games").await);
    count(world.reply(BEN, to(&begun, "ben@example.net"), "g1-g4/e4").await);
    count(world.hours(9 * 24).await);
    // A second game, so that two wait for Ann; a digest of both.
    let to_ben = to(&played, "ben@example.net");
    let second = count(world.reply(BEN, to_ben, "new dameo vs ann@example.com").await);
    count(world.reply(BEN, to_ben, "d7-d5/b3").await);
    count(world.reply(ANN, to(&second, "ann@example.com"), "yes").await);
    count(world.reply(ANN, turn, "digest 8:00").await);
    count(world.hours(24).await);
    count(world.reply(ANN, turn, "export me").await);
    count(world.say("Eve <eve@example.net>", "postmaster@example.org", "Your mails are broken: \u{1f426}").await);
    count(world.reply(BEN, to_ben, "resign 1 yes").await);
    sent
}

fn to<'a>(got: &'a [Got], address: &str) -> &'a Got {
    got.iter().find(|got| got.to == address).unwrap_or_else(|| panic!("no mail to {address}"))
}
