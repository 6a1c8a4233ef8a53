//! `turnpost demo`: a short game through real SMTP, left as a page.

use std::path::PathBuf;

use super::Failure;
use crate::demo;

/// Play a short game between two people by mail and leave all mails and pictures as a page.
#[derive(clap::Args)]
pub struct Args {
    /// The folder to leave it in; one that an earlier demo made is emptied first.
    #[arg(default_value = "turnpost-demo")]
    folder: PathBuf,
}

/// Plays it.
pub fn run(args: &Args) -> Result<String, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Refused(error.to_string()))?;
    runtime.block_on(demo::run(&args.folder)).map_err(Failure::Refused)
}
