//! `turnpost mail`: writes to the running server as a mail client would, and prints the answer.

use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use turnpost_core::store::Channel;
use turnpost_mailer::tryout::{Client, Seen, TryoutError, outbox};

use super::Failure;
use crate::config::Config;
use crate::world;

/// How long to wait for an answer, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait for an answer that nothing shows to be owed.
const AFTERTHOUGHT: Duration = Duration::from_secs(10);
/// How often the database is checked.
const PAUSE: Duration = Duration::from_millis(50);

/// Send one mail to the running server and print the answer that it writes into its outbox.
#[derive(clap::Args)]
pub struct Args {
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
    /// Who writes: ann@example.com, or "Ann <ann@example.com>".
    #[arg(long = "as", value_name = "ADDRESS")]
    from: String,
    /// Answer the last mail to that address, as its Reply button would.
    #[arg(long)]
    reply_to_last: bool,
    /// What to write: a command or a move, and below it, in a paragraph of its own, words for the opponent.
    text: Vec<String>,
}

/// Writes, waits, prints.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    let server = config
        .mail
        .listen
        .clone()
        .ok_or_else(|| Failure::Refused("mail.listen is off, so the server takes no mail here".to_owned()))?;
    if config.mail.smtp.is_some() {
        return Err(Failure::Refused(
            "the server sends by mail.smtp, so its answers are not in an outbox here".to_owned(),
        ));
    }
    let client = Client { server, play: config.mail.address.plain(), outbox: config.outbox(), from: args.from.clone() };
    check(args, &client)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Refused(error.to_string()))?;
    let failed = |error: TryoutError| Failure::Refused(error.to_string());
    let before = outbox(&client.outbox).map_err(|error| failed(error.into()))?;
    runtime.block_on(client.write(&args.text.join(" "), args.reply_to_last)).map_err(failed)?;
    wait_until_done(&config)?;
    let answered = || -> Result<Vec<Seen>, Failure> {
        let mut answers = outbox(&client.outbox).map_err(|error| failed(error.into()))?;
        answers.retain(|seen| before.iter().all(|old| old.name != seen.name));
        Ok(answers)
    };
    let mut answers = answered()?;
    // What the house is asked comes when it has thought: a hint, a review, its word on a draw.
    let begun = Instant::now();
    while answers.is_empty() && begun.elapsed() < AFTERTHOUGHT {
        std::thread::sleep(PAUSE);
        answers = answered()?;
    }
    if answers.is_empty() {
        return Err(Failure::Refused(format!(
            "the server took the mail and wrote no answer to {}. It is silent after three refusals in a turn, and to \
             what a stranger repeats; or it runs with another data directory",
            client.outbox.display()
        )));
    }
    let got = client.got().map_err(failed)?;
    let (mine, others): (Vec<&Seen>, Vec<&Seen>) =
        answers.iter().partition(|seen| turnpost_mailer::address::same(&seen.to, client.address()));
    let mut shown = Vec::new();
    for seen in mine {
        let number = got.iter().position(|mail| mail.name == seen.name).map_or(0, |at| at + 1);
        let unpacked = unpack(seen, &config.data_dir.join("unpacked"), &format!("{}-{number}", seen.to));
        shown.push(mail(seen, &unpacked.map_err(|error| Failure::Refused(error.to_string()))?));
    }
    // What others got comes last: the reader's own mail is the answer.
    let also = if shown.is_empty() { "sent" } else { "also sent" };
    shown.extend(others.iter().map(|seen| format!("({also}: \"{}\" to {})", seen.subject, seen.to)));
    Ok(shown.join("\n"))
}

/// Waits until the server has handled all mail and written every answer that it owes: its database tells.
fn wait_until_done(config: &Config) -> Result<(), Failure> {
    let service = world::open_existing(config)?;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let waiting = service.waiting().map_err(|error| Failure::Refused(error.to_string()))?;
        let owed = waiting.owed.iter().filter(|(channel, _)| *channel == Channel::Mail).map(|(_, queue)| queue.waiting);
        if waiting.mails.waiting + owed.sum::<i64>() == 0 {
            break;
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// Catches what would fail without a clear reason later: no address, no text, no server, no outbox here.
fn check(args: &Args, client: &Client) -> Result<(), Failure> {
    let address = client.address();
    if !turnpost_mailer::address::is_sane(address) {
        let form = "write ann@example.org, or \"Ann <ann@example.org>\"";
        return Err(Failure::Usage(format!("--as {:?} is no mail address; {form}", args.from)));
    }
    if args.text.iter().all(|text| text.trim().is_empty()) {
        return Err(Failure::Usage(
            "there is nothing to write; for example: turnpost mail --as ann@example.org help".to_owned(),
        ));
    }
    let reached = client.server.to_socket_addrs().and_then(|mut all| {
        let at = all.next().ok_or_else(|| std::io::Error::other("it is no address"))?;
        TcpStream::connect_timeout(&at, PATIENCE)
    });
    if let Err(error) = reached {
        let start = "start it in another terminal: turnpost, or cargo run --release";
        return Err(Failure::Refused(format!("no server listens on {} ({error}); {start}", client.server)));
    }
    if !client.outbox.is_dir() {
        return Err(Failure::Refused(format!(
            "a server listens on {}, but there is no outbox at {}: run this in the folder where the server was started, \
             or name its configuration by --config",
            client.server,
            client.outbox.display()
        )));
    }
    Ok(())
}

/// Puts a mail's pictures and attachments into files that can be opened.
fn unpack(seen: &Seen, folder: &Path, name: &str) -> std::io::Result<Vec<PathBuf>> {
    let pictures = seen.pictures.iter().enumerate().map(|(i, (_, bytes))| match i {
        0 => (format!("{name}.png"), bytes),
        _ => (format!("{name}-{i}.png"), bytes),
    });
    let attached = seen.files.iter().map(|(file, bytes)| (format!("{name}-{file}"), bytes));
    let mut made = Vec::new();
    for (file, bytes) in pictures.chain(attached) {
        std::fs::create_dir_all(folder)?;
        // Whatever a mail says, its files stay in this folder.
        let path = folder.join(file.replace(['/', '\\'], "_"));
        std::fs::write(&path, bytes)?;
        made.push(path);
    }
    Ok(made)
}

/// A mail as a reader sees it, and the files that came with it.
fn mail(seen: &Seen, files: &[PathBuf]) -> String {
    let mut text = format!("To: {}\nSubject: {}\n\n{}\n", seen.to, seen.subject, seen.text.trim_end());
    for file in files {
        let what = if file.extension().is_some_and(|end| end == "png") { "picture" } else { "attached" };
        text += &format!("[{what}: {}]\n", file.display());
    }
    text
}
