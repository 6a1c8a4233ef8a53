//! `turnpost console`: the text language at a prompt, on the same data as the server.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use turnpost_core::service::check_name;

use super::Failure;
use crate::config::Config;
use crate::console::Console;

/// Speak as a player at a prompt (for operators, and to try things).
#[derive(clap::Args)]
pub struct Args {
    /// The player to speak as; made on first use.
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,
    /// Take the lines from a file instead: `name: text`, or just text with --as.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Go on with a script that was interrupted: a line that an earlier run with --resume handled is not done again.
    #[arg(long, requires = "script")]
    resume: bool,
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long)]
    config: Option<PathBuf>,
}

/// Runs until the input ends.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    let console = Console::open(&config)?;
    if let Some(name) = &args.name {
        check_name(name).map_err(|why| Failure::Usage(format!("--as {name:?}: {why}")))?;
    }
    let mut out = std::io::stdout().lock();
    match (&args.script, &args.name) {
        (Some(file), name) => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
            let script = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            for (i, line) in text.lines().enumerate() {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let (name, text) = match (name, line.split_once(':')) {
                    (Some(name), _) => (name.as_str(), line),
                    (None, Some((name, text))) => (name.trim(), text.trim()),
                    (None, None) => return Err(Failure::Usage(format!("{script}, line {}: name: text", i + 1))),
                };
                let key = if args.resume { format!("script {script} {}", i + 1) } else { console.fresh_key() };
                let answer = console.say(name, text, &key).map_err(Failure::Refused)?;
                write_all(&mut out, &format!("{name}> {text}\n{answer}"))?;
            }
        }
        (None, Some(name)) => {
            write_all(&mut out, &console.waiting(name).map_err(Failure::Refused)?)?;
            write_all(&mut out, &format!("{name}> "))?;
            for line in std::io::stdin().lock().lines() {
                let line = line.map_err(|error| Failure::Refused(error.to_string()))?;
                if ["quit", "exit"].contains(&line.trim()) {
                    return Ok(String::new());
                }
                if !line.trim().is_empty() {
                    let answer = console.say(name, &line, &console.fresh_key()).map_err(Failure::Refused)?;
                    write_all(&mut out, &answer)?;
                }
                write_all(&mut out, &format!("{name}> "))?;
            }
        }
        (None, None) => return Err(Failure::Usage("say who speaks: --as NAME".to_owned())),
    }
    Ok(String::new())
}

fn write_all(out: &mut impl Write, text: &str) -> Result<(), Failure> {
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| Failure::Refused(error.to_string()))
}
