//! `turnpost config`: the effective configuration, without secrets, in the form of the file.

use std::path::PathBuf;

use super::Failure;
use crate::config::Config;

/// Print the effective configuration, without secrets.
#[derive(clap::Args)]
pub struct Args {
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Every key with its value and meaning.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    let from = match &config.file {
        Some(file) => format!("# From {}, then the environment", file.display()),
        None => "# There is no turnpost.toml here: from the environment".to_owned(),
    };
    Ok(format!("{from}; what neither names has its default.\n{}", config.to_string().trim_end()))
}
