//! The one binary: command line, configuration and wiring; no logic.

mod cli;
#[allow(dead_code)] // The server, which uses the rest, is wired next.
mod config;

fn main() -> std::process::ExitCode {
    cli::main()
}
