//! The one binary: command line, configuration and wiring; no logic.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
