//! `turnpost admin`: what an operator does by hand, also while the server runs.

use std::io::Write;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use turnpost_core::clock::duration;
use turnpost_core::record::Record;
use turnpost_core::rules::Side;
use turnpost_core::service::{OperatorVerdict, Refusal, Service, ServiceError, Settings};
use turnpost_core::store::Store;

use super::Failure;
use crate::config::Config;
use crate::world;

/// The operator's commands.
#[derive(clap::Args)]
pub struct Args {
    /// The configuration file (default: turnpost.toml, if there is one).
    #[arg(long, global = true)]
    config: Option<PathBuf>,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List the players.
    Players,
    /// List the running games.
    Games {
        /// Those that are over as well.
        #[arg(long)]
        all: bool,
        /// Only this player's.
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
    },
    /// How much there is of everything.
    Counts,
    /// Give a player another name.
    Rename { name: String, new: String },
    /// Refuse whatever a player sends.
    Suspend { name: String },
    /// Let a suspended player play again.
    Unsuspend { name: String },
    /// Stop a game's clock; no turn is taken until it is resumed.
    Adjourn { game: i64 },
    /// Let an adjourned game go on.
    Resume { game: i64 },
    /// End a game with a result.
    End { game: i64, result: Ending },
    /// Give a player of a game more time: 3d, 12h.
    Give { game: i64, side: Colour, time: String },
    /// Announce that clocks stand still, from now for so long.
    Maintenance { time: String },
    /// Copy the database to a new file, while the server runs.
    Backup { file: PathBuf },
    /// Check that a backup can be restored.
    Check { file: PathBuf },
    /// Print a game's record.
    Export { game: i64 },
    /// Store a game from its record.
    Import { file: PathBuf },
}

#[derive(Clone, Copy, ValueEnum)]
enum Ending {
    White,
    Black,
    Draw,
    Aborted,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colour {
    White,
    Black,
}

/// Does it and says so.
pub fn run(args: &Args) -> Result<String, Failure> {
    let config = Config::load(args.config.as_deref()).map_err(|error| Failure::Usage(error.to_string()))?;
    if let What::Check { file } = &args.what {
        return check(file);
    }
    let service = world::open(&config).map_err(Failure::Refused)?;
    let now = world::now();
    match &args.what {
        What::Players => players(&service),
        What::Games { all, player } => games(&service, *all, player.as_deref()),
        What::Counts => {
            let counts = service.counts().map_err(failed)?;
            Ok(counts.rows.iter().map(|(what, count)| format!("{count:>9} {what}")).collect::<Vec<_>>().join("\n"))
        }
        What::Rename { name, new } => done(service.rename_player(name, new, now)),
        What::Suspend { name } => done(service.suspend_player(name, true, now)),
        What::Unsuspend { name } => done(service.suspend_player(name, false, now)),
        What::Adjourn { game } => done(service.adjourn(*game, true, now)),
        What::Resume { game } => done(service.adjourn(*game, false, now)),
        What::End { game, result } => {
            let verdict = match result {
                Ending::White => OperatorVerdict::Won(Side::White),
                Ending::Black => OperatorVerdict::Won(Side::Black),
                Ending::Draw => OperatorVerdict::Draw,
                Ending::Aborted => OperatorVerdict::Aborted,
            };
            done(service.adjudicate(*game, verdict, now))
        }
        What::Give { game, side, time } => {
            let side = match side {
                Colour::White => Side::White,
                Colour::Black => Side::Black,
            };
            done(service.give_time(*game, side, i64::from(seconds(time)?), now))
        }
        What::Maintenance { time } => {
            service.maintenance(now, now + i64::from(seconds(time)?)).map_err(failed)?;
            Ok(format!("clocks stand still for {}", duration::words(seconds(time)?)))
        }
        What::Backup { file } => {
            if file.exists() {
                return Err(Failure::Usage(format!("{} exists already", file.display())));
            }
            let unwritable = |error: std::io::Error| Failure::Refused(format!("{}: {error}", file.display()));
            world::private_file(file).map_err(unwritable)?;
            service.backup(file).map_err(failed)?;
            Ok(format!("{} holds everything, also the key of the secrets: keep it safe", file.display()))
        }
        What::Check { file } => check(file),
        What::Export { game } => match service.export_game(*game).map_err(failed)? {
            Some(record) => Ok(record.to_string().trim_end().to_owned()),
            None => Err(Failure::Refused(format!("there is no game {game}"))),
        },
        What::Import { file } => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
            let record: Record = text
                .parse()
                .map_err(|error: turnpost_core::record::RecordError| Failure::Refused(error.to_string()))?;
            match service.import_game(&record, now).map_err(failed)? {
                Ok(number) => Ok(format!("stored as game {number}")),
                Err(why) => Err(Failure::Refused(why)),
            }
        }
    }
}

fn players(service: &Service) -> Result<String, Failure> {
    let mut lines = Vec::new();
    let mut after = 0;
    loop {
        let batch = service.players(after, 500).map_err(failed)?;
        let Some(last) = batch.last() else { return Ok(lines.join("\n")) };
        after = last.id;
        for player in &batch {
            let marks = [(player.suspended, "suspended"), (player.away_until.is_some(), "away")];
            let marks: Vec<&str> = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
            lines.push(format!("{:>6} {} {}", player.id, player.name, marks.join(" ")).trim_end().to_owned());
        }
    }
}

/// Prints as it goes: there may be a million of them.
fn games(service: &Service, all: bool, player: Option<&str>) -> Result<String, Failure> {
    let mut out = std::io::stdout().lock();
    let mut after = 0;
    loop {
        let batch = service.games(after, 500).map_err(failed)?;
        let Some(last) = batch.last() else { return Ok(String::new()) };
        after = last.number;
        for game in batch.iter().filter(|game| all || game.ended.is_none()) {
            let [white, black] = game.players.map(|id| service.name_of(id));
            let (white, black) = (white.map_err(failed)?, black.map_err(failed)?);
            if player.is_some_and(|name| !name.eq_ignore_ascii_case(&white) && !name.eq_ignore_ascii_case(&black)) {
                continue;
            }
            let state = match (&game.ended, game.to_move) {
                (Some(ended), _) => format!("over: {}", ended.reason),
                (None, _) if game.adjourned => format!("turn {}, adjourned", game.turn),
                (None, Some(side)) => format!("turn {}, {side} to move", game.turn),
                (None, None) => "nobody to move".to_owned(),
            };
            let line = format!("{:>6} {:<10} {white} vs {black} · {state}", game.number, game.setup.game.name());
            writeln!(out, "{line}").map_err(|error| Failure::Refused(error.to_string()))?;
        }
    }
}

/// Opens a backup without changing it, examines the file and replays its games.
fn check(file: &std::path::Path) -> Result<String, Failure> {
    let refused = |why: String| Failure::Refused(format!("{}: {why}", file.display()));
    let store = Store::open_read_only(file).map_err(|error| refused(error.to_string()))?;
    let service = Service::new(store, Settings::default()).map_err(|error| refused(error.to_string()))?;
    let mut problems = service.integrity().map_err(failed)?;
    let (mut after, mut games) = (0, 0);
    loop {
        let examined = service.examine(after, 500, 1).map_err(failed)?;
        games += examined.games;
        problems.extend(examined.problems);
        match examined.last {
            Some(last) => after = last,
            None => break,
        }
    }
    if problems.is_empty() {
        let replayed = format!("{games} games replayed");
        Ok(format!(
            "{} can be restored ({replayed}): stop the server and put it in the database's place",
            file.display()
        ))
    } else {
        Err(refused(problems.join("\n")))
    }
}

fn seconds(text: &str) -> Result<u32, Failure> {
    duration::read(text).ok_or_else(|| Failure::Usage(format!("{text:?} is no length of time; write 3d or 12h")))
}

fn done(result: Result<Result<(), Refusal>, ServiceError>) -> Result<String, Failure> {
    match result.map_err(failed)? {
        Ok(()) => Ok("done".to_owned()),
        Err(why) => Err(Failure::Refused(why)),
    }
}

fn failed(error: ServiceError) -> Failure {
    Failure::Refused(error.to_string())
}
