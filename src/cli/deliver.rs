//! `turnpost deliver`: takes one mail from an MTA's pipe.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::Notify;
use turnpost_mailer::decide::door::Door;
use turnpost_mailer::receive::pipe::{self, Exit};
use turnpost_mailer::receive::store::storing_inbox;

use super::Failure;
use crate::config::Config;
use crate::{mail, world};

/// Take one mail from standard input, for an MTA's pipe: exit 0 when it is safely stored, 75 to try again.
#[derive(clap::Args)]
pub struct Args {
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
    /// The envelope sender; empty for a report.
    #[arg(long)]
    sender: Option<String>,
    /// The envelope recipient, as often as there are any.
    #[arg(long)]
    recipient: Vec<String>,
}

/// Stores the mail; the running server handles it. Whatever is wrong with the set-up, the MTA keeps the mail.
pub fn run(args: &Args) -> Result<String, Failure> {
    let later = |why: String| Failure::Exit(Exit::Later as u8, why);
    let config = Config::load(args.config.as_deref()).map_err(|error| later(error.to_string()))?;
    let service = world::open(&config).map_err(|unfit| later(unfit.into()))?;
    let door = Door::counting_nobody(Arc::clone(&service), config.mail.address.clone());
    let inbox = storing_inbox(service, Arc::new(Notify::new())).behind(move |arrival| door.turns_away(arrival));
    let stdin = std::io::stdin().lock();
    match pipe::take(stdin, args.sender.clone(), args.recipient.clone(), &inbox, mail::max_size(&config)) {
        Exit::Stored => Ok(String::new()),
        Exit::Refused => Err(Failure::Exit(Exit::Refused as u8, "the mail is empty or too large".to_owned())),
        Exit::Later => Err(later("the mail could not be stored; try again".to_owned())),
    }
}
