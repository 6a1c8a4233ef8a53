//! `turnpost doctor`: is everything in order?

use std::net::SocketAddr;
use std::path::PathBuf;

use turnpost_core::text::plural::counted;

use super::Failure;
use crate::config::Config;
use crate::doctor::{self, State};

/// Check the database, the mail servers, DNS, Discord, disk and clock, and say what to do.
#[derive(clap::Args)]
pub struct Args {
    /// Only look at what is stored; ask nothing of the network.
    #[arg(long)]
    offline: bool,
    /// Replay one game in N instead of all: quicker on a large database.
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
    /// Ask this name server instead of the system's: 9.9.9.9:53.
    #[arg(long, value_name = "ADDRESS:PORT")]
    nameserver: Option<SocketAddr>,
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Prints every finding; fails if one is a fault.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    let mut found = doctor::offline(&config, args.every.max(1));
    if !args.offline {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::Refused(error.to_string()))?;
        found.extend(runtime.block_on(doctor::online(&config, args.nameserver)));
    }
    let count = |state: State| found.iter().filter(|finding| finding.state == state).count();
    let mut report: Vec<String> = found.iter().map(ToString::to_string).collect();
    let (faults, warnings) = (count(State::Fault), count(State::Warning));
    if faults > 0 {
        // The findings go to stdout like any answer; only the verdict goes to stderr.
        super::print(&report.join("\n"));
        return Err(Failure::Refused(format!("{}, {}", told(faults, "fault"), told(warnings, "warning"))));
    }
    report.push(match warnings {
        0 => "all is well".to_owned(),
        warnings => format!("no faults, {}", told(warnings, "warning")),
    });
    Ok(report.join("\n"))
}

fn told(count: usize, what: &str) -> String {
    counted(count as i64, what)
}
