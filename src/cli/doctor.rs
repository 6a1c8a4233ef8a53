//! `turnpost doctor`: is everything in order?

use std::path::PathBuf;

use super::Failure;
use crate::config::Config;
use crate::world;

/// Examine the database, and replay the stored games against the rules.
#[derive(clap::Args)]
pub struct Args {
    /// Only look at what is stored; ask nothing of the network.
    #[arg(long)]
    offline: bool,
    /// Replay only every so-manieth game.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
}

/// How many games are looked at in one go.
const BATCH: u32 = 500;

/// Says what was looked at, or what is wrong.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    if !config.database().exists() {
        return Ok(format!("there is no database at {} yet; the server makes it.", config.database().display()));
    }
    let service = world::open(&config).map_err(Failure::Refused)?;
    let failed = |error: turnpost_core::service::ServiceError| Failure::Refused(error.to_string());
    let mut problems = service.integrity().map_err(failed)?;
    let (mut after, mut games) = (0, 0);
    loop {
        let examined = service.examine(after, BATCH, args.every).map_err(failed)?;
        games += examined.games;
        problems.extend(examined.problems);
        match examined.last {
            Some(last) => after = last,
            None => break,
        }
    }
    let mut lines = vec![format!("{games} games replayed")];
    lines.extend(service.counts().map_err(failed)?.rows.iter().map(|(what, count)| format!("{count} {what}")));
    if !args.offline {
        lines.push("the network was not asked; serve says at its start what it reaches".to_owned());
    }
    if problems.is_empty() {
        lines.push("all is well".to_owned());
        Ok(lines.join("\n"))
    } else {
        Err(Failure::Refused(format!("{}\n{} problems", problems.join("\n"), problems.len())))
    }
}
