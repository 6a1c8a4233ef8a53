//! `turnpost admin event`: tournaments by hand.

use clap::Subcommand;
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::service::Service;
use turnpost_core::store::{EntrantState, Event, EventState};

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
        /// The event's number: the 12 of T12.
        event: i64,
    },
    /// Cancel an event; who entered it is told. Games that run go on.
    Cancel {
        /// The event's number.
        event: i64,
    },
    /// Remove somebody from an event; their running games in it are resigned, and they are told.
    Remove {
        /// The event's number.
        event: i64,
        /// The player's name.
        name: String,
    },
    /// Let somebody else play in a player's place, before the first turn.
    Replace {
        /// The event's number.
        event: i64,
        /// Who is replaced.
        name: String,
        /// Who plays instead.
        by: String,
    },
    /// Print the reports of an event's groups in FIDE's format.
    Export {
        /// The event's number.
        event: i64,
    },
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
        What::Export { event } => match service.event_files(*event, now).map_err(failed)? {
            Ok(files) => {
                Ok(files.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n").trim_end().to_owned())
            }
            Err(why) => Err(Failure::Refused(why.to_string())),
        },
    }
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
