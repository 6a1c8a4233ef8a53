//! The command line: which subcommands there are, and how each ends. Each subcommand is one file in the folder below:
//! its arguments as a struct, and a function that runs it.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::world::Unfit;
use turnpost_core::rules::{MoveError, SetupError};

mod admin;
mod config;
mod console;
mod contest;
mod deliver;
mod demo;
mod doctor;
mod gallery;
mod game_args;
mod games;
mod inspect;
mod mail;
mod moving;
mod perft;
mod render;
mod serve;
mod think;

/// A turn server for abstract board games, by email and in Discord.
#[derive(Parser)]
#[command(name = "turnpost", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Without a subcommand it serves.
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Subcommand)]
enum Command {
    Admin(admin::Args),
    Config(config::Args),
    Console(console::Args),
    Demo(demo::Args),
    Deliver(deliver::Args),
    Doctor(doctor::Args),
    Gallery(gallery::Args),
    Games(games::Args),
    Inspect(inspect::Args),
    Mail(mail::Args),
    Match(contest::Args),
    Perft(perft::Args),
    Render(render::Args),
    Serve(serve::Args),
    Think(think::Args),
}

/// Why a subcommand did not do what it was asked for. The code tells callers which kind it was.
#[derive(Debug)]
pub enum Failure {
    /// It was called or configured wrongly: an unknown game, variant or option. Exit code 2, as for unknown flags.
    Usage(String),
    /// What it was given isn't allowed: an illegal turn, an impossible position. Exit code 1.
    Refused(String),
    /// The caller expects codes of its own: an MTA those of sysexits.h.
    Exit(u8, String),
}

impl Failure {
    /// What is said about it.
    pub fn message(self) -> String {
        let (Failure::Usage(message) | Failure::Refused(message) | Failure::Exit(_, message)) = self;
        message
    }
}

impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Failure {
        match unfit {
            Unfit::Configuration(why) => Failure::Usage(why),
            Unfit::Other(why) => Failure::Refused(why),
        }
    }
}

/// Reads the arguments and runs what they ask for. Results go to stdout, refusals to stderr.
pub fn main() -> ExitCode {
    let (code, message) = match run(Cli::parse()) {
        Ok(output) => return print(&output),
        Err(Failure::Usage(message)) => (2, message),
        Err(Failure::Refused(message)) => (1, message),
        Err(Failure::Exit(code, message)) => (code, message),
    };
    eprintln!("turnpost: {message}");
    ExitCode::from(code)
}

fn run(cli: Cli) -> Result<String, Failure> {
    match cli.command.unwrap_or(Command::Serve(cli.serve)) {
        Command::Admin(args) => admin::run(&args),
        Command::Config(args) => config::run(&args),
        Command::Console(args) => console::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Deliver(args) => deliver::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Gallery(args) => gallery::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Mail(args) => mail::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Think(args) => think::run(&args),
    }
}

/// One line of JSON, keys in the order of the struct's fields.
fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Refused(format!("cannot be put into JSON: {error}")))
}

/// A reader that closes its end early, as `head` does, has what it wanted.
fn print(output: &str) -> ExitCode {
    // Where there is nothing to print, no blank line is left behind.
    if output.is_empty() {
        return ExitCode::SUCCESS;
    }
    match writeln!(io::stdout(), "{output}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("turnpost: cannot write the result: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Failure {
        match error {
            SetupError::Unknown(_) | SetupError::Contradiction(_) => Failure::Usage(error.to_string()),
            SetupError::Position { .. } => Failure::Refused(error.to_string()),
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Failure {
        let near = match &error {
            MoveError::Illegal { near, .. } if !near.is_empty() => format!("; legal: {}", near.join(", ")),
            _ => String::new(),
        };
        Failure::Refused(format!("{error}{near}"))
    }
}
