//! `turnpost admin`: what an operator does by hand, also while the server runs.

use std::io::Write;
use std::path::PathBuf;
use turnpost_core::text::times;

use clap::{Subcommand, ValueEnum};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::clock::{duration, moment};
use turnpost_core::game::Game;
use turnpost_core::record::Record;
use turnpost_core::rules::Side;
use turnpost_core::service::{OperatorVerdict, Refusal, Service, ServiceError, Settings};
use turnpost_core::store::{Store, StoreError};
use turnpost_core::text::plural::counted;

mod event;

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
    /// Give a player another name; they are told.
    Rename {
        /// The name that the player has now.
        name: String,
        /// The new one: 2 to 20 letters, digits, - or _.
        new: String,
    },
    /// Refuse whatever a player sends.
    Suspend {
        /// The player's name.
        name: String,
    },
    /// Let a suspended player play again.
    Unsuspend {
        /// The player's name.
        name: String,
    },
    /// Stop a game's clock; no turn is taken until it is resumed.
    Adjourn {
        /// The game's number.
        game: i64,
    },
    /// Let an adjourned game go on.
    Resume {
        /// The game's number.
        game: i64,
    },
    /// End a game with a result; both players are told.
    End {
        /// The game's number.
        game: i64,
        /// Who wins, or how else it ends.
        result: Ending,
    },
    /// Give a player of a game more time.
    Give {
        /// The game's number.
        game: i64,
        /// Whose time it is.
        side: Colour,
        /// How much more: 3d, 12h.
        time: String,
    },
    /// Let all clocks stand still, from now on for so long: before the server is stopped for some work.
    Maintenance {
        /// How long: 90m, 2h. Everybody gets that time back.
        time: String,
    },
    /// Tournaments: list them, cancel one, remove or replace somebody.
    Event {
        #[command(subcommand)]
        what: event::What,
    },
    /// Copy the database to a new file, while the server runs.
    Backup {
        /// The file to make; one that exists is not overwritten.
        file: PathBuf,
    },
    /// Move everything to the other engine while no server runs; the old database is kept, and marked as moved.
    MoveTo {
        /// `postgres://…`, a new database; or `sqlite`, from there back to a file in the data directory.
        #[arg(value_name = "postgres://…|sqlite")]
        to: String,
    },
    /// Check that a backup can be restored.
    Check {
        /// The backup.
        file: PathBuf,
    },
    /// Print a game's record.
    Export {
        /// The game's number.
        game: i64,
    },
    /// Store a game from its record, under a number of its own.
    Import {
        /// The record, as `export` prints it.
        file: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Ending {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// Nobody wins.
    Draw,
    /// It counts for nothing.
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
    if let What::MoveTo { to } = &args.what {
        return super::moving::run(&config, to);
    }
    let service = world::open_existing(&config)?;
    let now = moment::now();
    match &args.what {
        What::Players => players(&service),
        What::Games { all, player } => games(&service, *all, player.as_deref()),
        What::Counts => {
            let counts = service.counts().map_err(failed)?;
            let row = |(what, count): &(String, i64)| format!("{what:<24}{count:>10}");
            Ok(counts.rows.iter().map(row).collect::<Vec<_>>().join("\n"))
        }
        What::Rename { name, new } => done(service.rename_player(name, new, now), || {
            Ok(format!("{name} is called {new} from now on, and is told"))
        }),
        What::Suspend { name } => done(service.suspend_player(name, true, now), || {
            Ok(format!("{name} is suspended: whatever they send is refused; unsuspend ends it"))
        }),
        What::Unsuspend { name } => {
            done(service.suspend_player(name, false, now), || Ok(format!("{name} may play again")))
        }
        What::Adjourn { game } => done(service.adjourn(*game, true, now), || {
            Ok(format!("game {game} is adjourned: its clock stands still, no turn is taken; both players are told"))
        }),
        What::Resume { game } => done(service.adjourn(*game, false, now), || {
            Ok(format!("game {game} goes on: {}; both players are told", state(&row(&service, *game)?, now)))
        }),
        What::End { game, result } => {
            let verdict = match result {
                Ending::White => OperatorVerdict::Won(Side::White),
                Ending::Black => OperatorVerdict::Won(Side::Black),
                Ending::Draw => OperatorVerdict::Draw,
                Ending::Aborted => OperatorVerdict::Aborted,
            };
            done(service.adjudicate(*game, verdict, now), || {
                let how = match verdict {
                    OperatorVerdict::Won(side) => format!("{side} won"),
                    OperatorVerdict::Draw => "a draw".to_owned(),
                    OperatorVerdict::Aborted => "aborted".to_owned(),
                };
                Ok(format!("game {game} is over, {how}; both players are told"))
            })
        }
        What::Give { game, side, time } => {
            let side = match side {
                Colour::White => Side::White,
                Colour::Black => Side::Black,
            };
            let more = seconds(time)?;
            done(service.give_time(*game, side, i64::from(more), now), || {
                given(&row(&service, *game)?, side, now)
                    .ok_or_else(|| Failure::Refused(format!("game {game} has no clock")))
            })
        }
        What::Maintenance { time } => {
            let length = seconds(time)?;
            let until = now + i64::from(length);
            service.maintenance(now, until).map_err(failed)?;
            Ok(format!("all clocks stand still for {}, until {}", times::exactly(length), utc(until)))
        }
        What::Event { what } => event::run(&service, what, now),
        What::Backup { file } => {
            if file.exists() {
                return Err(Failure::Usage(format!("{} exists already", file.display())));
            }
            if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
                return Err(Failure::Usage(format!("there is no folder {} to put the backup in", folder.display())));
            }
            let unwritable =
                |error: std::io::Error| Failure::Refused(format!("cannot write {}: {error}", file.display()));
            world::private_file(file).map_err(unwritable)?;
            if let Err(error) = service.backup(file) {
                // Nothing is in it.
                let _ = std::fs::remove_file(file);
                return Err(failed(error));
            }
            Ok(format!("{} holds everything, also the key of the secrets: keep it safe", file.display()))
        }
        What::MoveTo { to } => super::moving::run(&config, to),
        What::Check { file } => check(file),
        What::Export { game } => match service.export_game(*game).map_err(failed)? {
            Some(record) => Ok(record.to_string().trim_end().to_owned()),
            None => Err(Failure::Refused(format!("there is no game {game}"))),
        },
        What::Import { file } => {
            let named = |what: String| format!("{}: {what}", file.display());
            let bytes = std::fs::read(file).map_err(|error| Failure::Usage(named(error.to_string())))?;
            let text = String::from_utf8(bytes)
                .map_err(|_| Failure::Refused(named("it is no text in UTF-8, so it is no record".to_owned())))?;
            let record: Record = text
                .parse()
                .map_err(|error: turnpost_core::record::RecordError| Failure::Refused(named(error.to_string())))?;
            match service.import_game(&record, now).map_err(failed)? {
                Ok(number) if record.end.is_none() => {
                    Ok(format!("stored as game {number}, adjourned; resume lets it go on"))
                }
                Ok(number) => Ok(format!("stored as game {number}")),
                Err(why) => Err(Failure::Refused(named(why.to_string()))),
            }
        }
    }
}

fn players(service: &Service) -> Result<String, Failure> {
    let mut lines = Vec::new();
    let mut after = 0;
    loop {
        let batch = service.players(after, 500).map_err(failed)?;
        let Some(last) = batch.last() else {
            return Ok(if lines.is_empty() { "no players yet".to_owned() } else { lines.join("\n") });
        };
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
    if let Some(name) = player
        && !service.is_player(name).map_err(failed)?
    {
        return Err(Failure::Refused(format!("nobody is called {name}")));
    }
    let mut after = 0;
    let mut printed = false;
    loop {
        let batch = service.games(after, 500).map_err(failed)?;
        let Some(last) = batch.last() else {
            let none = if all { "no games" } else { "no running games; --all lists those that are over" };
            return Ok(if printed { String::new() } else { none.to_owned() });
        };
        after = last.number;
        for game in batch.iter().filter(|game| all || game.ended.is_none()) {
            let [white, black] = game.players.map(|id| service.name_of(id));
            let (white, black) = (white.map_err(failed)?, black.map_err(failed)?);
            if player.is_some_and(|name| !name.eq_ignore_ascii_case(&white) && !name.eq_ignore_ascii_case(&black)) {
                continue;
            }
            let setup = &game.setup;
            let what = if setup.is_usual() {
                setup.game.name().to_owned()
            } else {
                format!("{} {}", setup.game.name(), setup.variant)
            };
            let line = format!("{:>6} {what:<16} {white} vs {black} · {}", game.number, state(game, moment::now()));
            writeln!(out, "{line}").map_err(|error| Failure::Refused(error.to_string()))?;
            printed = true;
        }
    }
}

/// `turn 3, White to move by 2026-06-04 18:00 UTC (10 days)`
fn state(game: &Game, now: Timestamp) -> String {
    let by =
        || game.clock.deadline().map_or_else(|| ", no clock runs".to_owned(), |at| format!(" by {}", left(at, now)));
    match (&game.ended, game.to_move) {
        (Some(ended), _) if ended.aborted => "over: aborted".to_owned(),
        (Some(ended), _) => match ended.winner {
            Some(side) => format!("over: {side} won, {}", ended.reason),
            None => format!("over: draw, {}", ended.reason),
        },
        (None, _) if game.adjourned => format!("turn {}, adjourned", game.turn),
        (None, Some(side)) => format!("turn {}, {side} to move{}", game.turn, by()),
        (None, None) => "nobody to move".to_owned(),
    }
}

/// The time that a player has: until when, or how much once their clock runs again. Nothing without a clock.
fn given(game: &Game, side: Side, now: Timestamp) -> Option<String> {
    let time = game.clock.left(side, now)?;
    let runs = game.clock.running.is_some_and(|running| running.side == side);
    Some(match game.clock.deadline().filter(|_| runs) {
        Some(at) => format!("{side} has until {}; both players are told", left(at, now)),
        None => {
            format!("{side} has {} from when their clock runs again; both players are told", times::roughly(time))
        }
    })
}

/// `2026-06-04 18:00 UTC (10 days)`
fn left(at: Timestamp, now: Timestamp) -> String {
    let left = if at > now { times::roughly(at - now) } else { "it has run out".to_owned() };
    format!("{} ({left})", utc(at))
}

fn utc(at: Timestamp) -> String {
    moment::stamp(at, &jiff::tz::TimeZone::UTC) + " UTC"
}

fn row(service: &Service, number: i64) -> Result<Game, Failure> {
    let found = service.games(number - 1, 1).map_err(failed)?.pop();
    found.ok_or_else(|| Failure::Refused(format!("there is no game {number}")))
}

/// Opens a backup without changing it, examines the file and replays its games.
fn check(file: &std::path::Path) -> Result<String, Failure> {
    let refused = |why: String| Failure::Refused(format!("{}: {why}", file.display()));
    if !file.is_file() {
        return Err(refused("there is no such file".to_owned()));
    }
    // Errors about the live database advise restoring a backup, which makes no sense about a backup.
    let broken = |error: StoreError| match error {
        StoreError::Corrupt(why) => {
            refused(format!("it is no database, or a damaged one, so it can't be restored ({why})"))
        }
        error => refused(error.to_string()),
    };
    let failed = |error: ServiceError| match error {
        ServiceError::Store(error) => broken(error),
    };
    let store = Store::open_read_only(file).map_err(broken)?;
    let service = Service::new(store, Settings::default()).map_err(failed)?;
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
        let replayed = format!("{} replayed", counted(games as i64, "game"));
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

/// Says what was done, if it was; only then are the words made.
fn done(
    result: Result<Result<(), Refusal>, ServiceError>,
    words: impl FnOnce() -> Result<String, Failure>,
) -> Result<String, Failure> {
    match result.map_err(failed)? {
        Ok(()) => words(),
        Err(why) => Err(Failure::Refused(why.to_string())),
    }
}

fn failed(error: ServiceError) -> Failure {
    Failure::Refused(error.to_string())
}
