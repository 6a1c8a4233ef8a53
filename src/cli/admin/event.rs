//! `turnpost admin event`: tournaments by hand.

use std::path::{Path, PathBuf};

use clap::Subcommand;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::told::events::Report;
use turnpost_core::service::Service;
use turnpost_core::store::{EntrantState, Event, EventState};
use turnpost_core::text::report;

use super::{Failure, done, failed, utc};

#[derive(Subcommand)]
pub enum What {
    /// List the events that can be entered or are played.
    List {
        /// Those that are over or cancelled as well.
        #[arg(long)]
        all: bool,
    },
    /// Show who is in an event.
    Show {
        /// The event's number, T12 or 12.
        #[arg(value_parser = number)]
        event: i64,
    },
    /// Cancel an event; who entered it is told. Games that run go on.
    Cancel {
        /// The event's number.
        #[arg(value_parser = number)]
        event: i64,
    },
    /// Remove somebody from an event; their running games in it are resigned, and they are told.
    Remove {
        /// The event's number.
        #[arg(value_parser = number)]
        event: i64,
        /// The player's name.
        name: String,
    },
    /// Let somebody else play in a player's place, before the first turn.
    Replace {
        /// The event's number.
        #[arg(value_parser = number)]
        event: i64,
        /// Who is replaced.
        name: String,
        /// Who plays instead.
        by: String,
    },
    /// Print an event's tables.
    Export {
        /// The event's number.
        #[arg(value_parser = number)]
        event: i64,
        /// FIDE's report of each group instead, for programs that manage tournaments.
        #[arg(long)]
        trf: bool,
        /// Write all of it to files in this folder.
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
    },
}

/// The number of an event, as it is listed or bare.
fn number(text: &str) -> Result<i64, String> {
    let bare = text.strip_prefix(['T', 't']).unwrap_or(text);
    bare.parse().map_err(|_| format!("{text} is no event's number, such as T12"))
}

/// Does it and says so.
pub fn run(service: &Service, what: &What, now: Timestamp) -> Result<String, Failure> {
    match what {
        What::List { all } => list(service, *all),
        What::Show { event } => show(service, *event),
        What::Cancel { event } => {
            done(service.cancel_event(*event, now), || Ok(format!("T{event} is cancelled; who entered it is told")))
        }
        What::Remove { event, name } => done(service.remove_entrant(*event, name, now), || {
            Ok(format!("{name} is no longer in T{event}, and is told"))
        }),
        What::Replace { event, name, by } => done(service.replace_entrant(*event, name, by, now), || {
            Ok(format!("{by} plays in T{event} in place of {name}"))
        }),
        What::Export { event, trf, to } => match service.event_report(*event, now).map_err(failed)? {
            Ok(report) => export(&report, *trf, to.as_deref()),
            Err(why) => Err(Failure::Refused(why.to_string())),
        },
    }
}

fn export(report: &Report, trf: bool, to: Option<&Path>) -> Result<String, Failure> {
    let Some(folder) = to else {
        let reports = report.trf.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        return Ok(if trf { reports } else { report::tables(report) }.trim_end().to_owned());
    };
    let failed = |error: std::io::Error| Failure::Refused(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut written = Vec::new();
    for (name, text) in report::files(report) {
        let file = folder.join(name);
        std::fs::write(&file, text).map_err(failed)?;
        written.push(file.display().to_string());
    }
    Ok(written.join("\n"))
}

fn list(service: &Service, all: bool) -> Result<String, Failure> {
    let (mut lines, mut after) = (Vec::new(), 0);
    loop {
        let batch = service.events(after, 500).map_err(failed)?;
        let Some(last) = batch.last() else {
            return Ok(if lines.is_empty() { "no events".to_owned() } else { lines.join("\n") });
        };
        after = last.number;
        let shown = |event: &&Event| all || matches!(event.state, EventState::Open | EventState::Running);
        for event in batch.iter().filter(shown) {
            let entered = service.event_entrants(event.number).map_err(failed)?.len();
            lines.push(format!("{} · {entered} in", line(event)));
        }
    }
}

fn show(service: &Service, number: i64) -> Result<String, Failure> {
    let event = service.event(number).map_err(failed)?;
    let event = event.ok_or_else(|| Failure::Refused(format!("there is no event T{number}")))?;
    let mut lines = vec![line(&event)];
    for (player, state) in service.event_entrants(number).map_err(failed)? {
        let state = match state {
            EntrantState::In => "",
            EntrantState::Withdrawn => " withdrawn",
            EntrantState::Unsure => " must say yes",
        };
        lines.push(format!("{:>6} {}{state}", player.id, player.name));
    }
    Ok(lines.join("\n"))
}

/// `T12 amazons Cup, round 1, until 2026-06-04 18:00 UTC`
fn line(event: &Event) -> String {
    let when = match (event.state, event.starts, event.last) {
        (EventState::Open, Some(starts), _) => format!("begins {}", utc(starts)),
        (EventState::Open, None, _) => "begins when full".to_owned(),
        (EventState::Running, _, Some(last)) => format!("round {}, until {}", event.round, utc(last)),
        (EventState::Running, ..) => "runs".to_owned(),
        (EventState::Over, ..) => "over".to_owned(),
        (EventState::Cancelled, ..) => "cancelled".to_owned(),
    };
    format!("T{:<5} {:<10} {:?}, {when}", event.number, event.setup.game.name(), event.kind)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn an_event_is_named_as_it_is_listed() {
        assert_eq!([number("T12"), number("t12"), number("12")], [Ok(12), Ok(12), Ok(12)]);
        assert!(number("Tom").is_err() && number("").is_err());
    }
}
