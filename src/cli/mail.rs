//! `turnpost mail`: writes to the running server as a mail client would, and prints the answer.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use turnpost_mailer::tryout::{Client, Seen, outbox};

use super::Failure;
use crate::config::Config;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

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
    /// What to write.
    text: Vec<String>,
}

/// Writes, waits, prints.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    let server = config.set("mail.listen").ok_or_else(|| Failure::Refused("mail.listen is off".to_owned()))?;
    if config.set("mail.smtp").is_some() {
        return Err(Failure::Refused(
            "the server sends by mail.smtp, so its answers are not in an outbox here".to_owned(),
        ));
    }
    let client = Client {
        server: server.to_owned(),
        play: config.get("mail.address").to_owned(),
        outbox: config.outbox(),
        from: args.from.clone(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Refused(error.to_string()))?;
    let answers = runtime.block_on(async {
        let before = outbox(&client.outbox)?;
        client.write(&args.text.join(" "), args.reply_to_last).await?;
        client.wait(&before, PATIENCE).await
    });
    let answers = answers.map_err(|error| Failure::Refused(error.to_string()))?;
    if answers.is_empty() {
        return Err(Failure::Refused(format!("no answer within {} seconds", PATIENCE.as_secs())));
    }
    Ok(answers.iter().map(|seen| shown(seen, client.address())).collect::<Vec<_>>().join("\n"))
}

/// A mail as a reader sees it; of one to somebody else only that it went.
fn shown(seen: &Seen, reader: &str) -> String {
    if !seen.to.eq_ignore_ascii_case(reader) {
        return format!("(also sent: \"{}\" to {})", seen.subject, seen.to);
    }
    let mut text = format!("To: {}\nSubject: {}\n\n{}", seen.to, seen.subject, seen.text.trim_end());
    let pictures = seen.pictures.iter().map(|_| "a picture");
    let attached: Vec<&str> = pictures.chain(seen.files.iter().map(|(name, _)| name.as_str())).collect();
    if !attached.is_empty() {
        let _ = write!(text, "\n[{}: {}]", attached.join(", "), seen.path.display());
    }
    text
}
