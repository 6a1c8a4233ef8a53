//! `turnpost demo`: a server of its own plays a short game between two people through real SMTP, and leaves
//! what both saw in a folder. It never touches real data: its folder, port and Maildir are its own.

mod page;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use turnpost_mailer::gateway::Gateway;
use turnpost_mailer::tryout::{Client, Seen, TryoutError, outbox};

use crate::config::Config;
use crate::{mail, world};

/// How long to wait for an answer, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// Marks a folder as one that a demo made and may empty.
const MARKER: &str = "made-by-turnpost-demo";

/// One thing said in the demo: who writes what, and which mail it answers.
struct Line {
    who: &'static str,
    text: &'static str,
    answers: Answers,
    /// What the page says about it.
    because: &'static str,
}

enum Answers {
    /// A fresh mail to the server.
    Nothing,
    /// The last mail that this person got.
    Last,
    /// The mail with the board before this turn, though the game has gone on.
    OldBoard(&'static str),
}

const ANN: &str = "Ann <ann@example.org>";
const BEN: &str = "Ben <ben@example.net>";

/// The play in one act.
const SCRIPT: &[Line] = &[
    Line {
        who: ANN,
        text: "new amazons vs ben@example.net\n\nHi Ben, Ann from the Tuesday club.",
        answers: Answers::Nothing,
        because: "Ann writes to the server for the first time.",
    },
    Line { who: ANN, text: "yes", answers: Answers::Last, because: "It was her: the invitation goes out." },
    Line {
        who: BEN,
        text: "yes d1-d7/g7 Hello Ann",
        answers: Answers::Last,
        because: "Ben accepts and plays, in one line.",
    },
    Line {
        who: ANN,
        text: "j7-h7/h3\n\nGood luck.",
        answers: Answers::Last,
        because: "A move is a reply, nothing else.",
    },
    Line {
        who: BEN,
        text: "d7-h7/h5",
        answers: Answers::Last,
        because: "A move that isn't legal: the reason, and the squares that are.",
    },
    Line { who: BEN, text: "d7-d5/b3\n\nnice shot", answers: Answers::Last, because: "A legal one, with a comment." },
    Line { who: ANN, text: "h7-h4/f6", answers: Answers::Last, because: "Ann plays on." },
    Line {
        who: BEN,
        text: "g1-g4/e4",
        answers: Answers::OldBoard("Turn 3 "),
        because: "Ben answers an old mail by mistake: nothing is played, he gets the board as it is.",
    },
    Line { who: BEN, text: "yes", answers: Answers::Last, because: "He meant it all the same." },
    Line { who: ANN, text: "resign yes", answers: Answers::Last, because: "Ann gives up." },
];

/// One step as it went.
pub struct Step {
    who: String,
    text: String,
    because: &'static str,
    got: Vec<Seen>,
}

/// Plays the demo in a folder and says where to look. Each step is printed as it happens.
pub async fn run(folder: &Path) -> Result<String, String> {
    prepare(folder)?;
    let config = configuration(folder)?;
    let service = world::open(&config)?;
    let gateway = Gateway::open(mail::settings(&config), service, mail::SURROUNDINGS).await;
    let gateway = gateway.map_err(|error| error.to_string())?;
    let server = gateway.listening().ok_or("the demo's server does not listen")?.to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(gateway.run(async move { _ = stopped.await }));

    let begun = Instant::now();
    let steps = play(&config, &server).await;
    let took = begun.elapsed();
    _ = stop.send(());
    _ = running.await;
    let steps = steps.map_err(|error| error.to_string())?;
    page::write(folder, &steps).map_err(|error| format!("{}: {error}", folder.display()))?;

    let mails: usize = steps.iter().map(|step| step.got.len()).sum();
    let boards = steps.iter().flat_map(|step| &step.got).filter(|seen| !seen.pictures.is_empty()).count();
    let index = folder.join("index.html");
    Ok(format!("{mails} mails, {boards} boards, {:.1} s. Open {}", took.as_secs_f64(), index.display()))
}

async fn play(config: &Config, server: &str) -> Result<Vec<Step>, TryoutError> {
    let mut steps = Vec::new();
    for line in SCRIPT {
        let client = Client {
            server: server.to_owned(),
            play: config.mail.address.plain(),
            outbox: config.outbox(),
            from: line.who.to_owned(),
        };
        let got = client.got()?;
        let answered = match line.answers {
            Answers::Nothing => None,
            Answers::Last => got.last(),
            Answers::OldBoard(foot) => got.iter().find(|seen| seen.text.contains(foot)),
        };
        let name = line.who.split(' ').next().unwrap_or_default().to_lowercase();
        println!("{name:<5} > {}", line.text.lines().next().unwrap_or_default());
        let before = outbox(&client.outbox)?;
        client.send(line.text, answered).await?;
        let got = client.wait(&before, PATIENCE).await?;
        for seen in &got {
            let to = seen.to.split('@').next().unwrap_or_default();
            println!("      < {to}: {}", seen.text.lines().next().unwrap_or_default());
        }
        steps.push(Step { who: name, text: line.text.to_owned(), because: line.because, got });
    }
    Ok(steps)
}

/// An empty folder of the demo's own. One that it didn't make is left alone.
fn prepare(folder: &Path) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        let ours = folder.join(MARKER).exists();
        let empty = std::fs::read_dir(folder).map_err(fail)?.next().is_none();
        if !ours && !empty {
            return Err(format!("{} is not empty and not a demo's: name another folder", folder.display()));
        }
        std::fs::remove_dir_all(folder).map_err(fail)?;
    }
    std::fs::create_dir_all(folder).map_err(fail)?;
    std::fs::write(folder.join(MARKER), "turnpost demo empties this folder when it runs again.\n").map_err(fail)
}

/// A configuration of its own: nothing from files or the environment, any free port.
fn configuration(folder: &Path) -> Result<Config, String> {
    let data: PathBuf = folder.join("data");
    let text = format!(
        "data_dir = {}\n[mail]\naddress = \"play@turnpost.example\"\nlisten = \"127.0.0.1:0\"\n",
        toml::Value::from(data.display().to_string())
    );
    Config::check("demo", &text, std::iter::empty()).map_err(|error| error.to_string())
}
