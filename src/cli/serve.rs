//! `turnpost serve`: runs the server; also what happens without a subcommand.

use std::path::PathBuf;

use clap::ValueEnum;

use super::Failure;
use crate::config::Config;
use crate::log;
use crate::server::{self, Parts};

/// Run the server (also the default).
#[derive(clap::Args)]
pub struct Args {
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
    /// Run only one front end; another process on the same data directory may run the other.
    #[arg(long)]
    only: Option<Only>,
}

#[derive(Clone, Copy, ValueEnum, PartialEq)]
enum Only {
    Mail,
    Discord,
}

/// Serves until it is stopped.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    log::start(&config);
    if args.only == Some(Only::Discord) && config.discord.token.is_none() {
        return Err(Failure::Refused("--only discord needs DISCORD_TOKEN (or discord.token)".to_owned()));
    }
    let parts = Parts { mail: args.only != Some(Only::Discord), discord: args.only != Some(Only::Mail) };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Refused(error.to_string()))?;
    runtime.block_on(server::run(config, parts))?;
    // A blocking call that hangs must not keep the process alive: everything that matters is safe in the database.
    runtime.shutdown_background();
    Ok("turnpost has stopped.".to_owned())
}
