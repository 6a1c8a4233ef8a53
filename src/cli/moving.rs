//! `turnpost admin move-to`: a whole database to the other engine, and back. The old one is kept, marked as moved.

use turnpost_core::clock::moment;
use turnpost_core::service::{Service, Settings};
use turnpost_core::store::{Store, StoreError};
use turnpost_core::text::plural::counted;

use super::Failure;
use crate::config::Config;
use crate::{alive, world};

/// How many games are replayed at a time.
const BATCH: u32 = 500;

/// Moves it and says so.
pub fn run(config: &Config, to: &str) -> Result<String, Failure> {
    // Until this ends no server can start in the data directory.
    let (_alive, found) = alive::announce(&config.data_dir, &format!("move-{}", std::process::id()))
        .map_err(|error| Failure::Refused(format!("{}: {error}", config.data_dir.display())))?;
    if found.others {
        return Err(Failure::Refused("not moved: a server runs in this data directory; stop it first".to_owned()));
    }
    match (to, &config.database.url) {
        ("sqlite", Some(_)) => to_sqlite(config),
        ("sqlite", None) => Err(Failure::Usage("the database is SQLite's already".to_owned())),
        (_, Some(_)) => {
            Err(Failure::Usage("the database is PostgreSQL's already; `move-to sqlite` moves it back".to_owned()))
        }
        (url, None) => to_postgres(config, url),
    }
}

fn to_postgres(config: &Config, url: &str) -> Result<String, Failure> {
    let file = config.database_file();
    if !file.exists() {
        return Err(Failure::Refused(format!("there is no database at {}", file.display())));
    }
    let mut there = config.clone();
    there.database.url = Some(url.to_owned());
    let database = world::database(&there).map_err(Failure::Usage)?;
    let database = database.ok_or_else(|| Failure::Usage("it is no postgres:// address".to_owned()))?;
    let place = database.place();
    let mut from =
        Store::open(&file).and_then(Store::must_be_in_use).map_err(|error| failed(&file.display(), error))?;
    let mut to = Store::connect(database.clone()).map_err(|error| failed(&place, error))?;
    let moved = from.copy_into(&mut to).map_err(|error| failed(&place, error))?;
    let games = replayed(Store::connect(database).map_err(|error| failed(&place, error))?)?;
    from.mark_as_moved(moment::now()).map_err(|error| failed(&file.display(), error))?;
    Ok(format!(
        "{} moved to {place}, {games} replayed.\nNow set `database` in the configuration and start the server; {} is kept, and \
         no server starts on it any more",
        told(&moved),
        file.display()
    ))
}

fn to_sqlite(config: &Config) -> Result<String, Failure> {
    let file = config.database_file();
    let service = world::open(config)?;
    // From here on nobody else starts there, until this ends.
    let others = service.keep_others_out().map_err(|error| Failure::Refused(error.to_string()))?;
    if !others.is_empty() {
        return Err(Failure::Refused(format!(
            "not moved: {} other processes run on that database; stop them first",
            others.len()
        )));
    }
    let database = world::database(config).map_err(Failure::Usage)?;
    let database = database.ok_or_else(|| Failure::Usage("no database is configured".to_owned()))?;
    let place = database.place();
    if file.exists() {
        let old = Store::open(&file).map_err(|error| failed(&file.display(), error))?;
        if old.must_be_in_use().is_ok() {
            let why = format!("{} is in use; move it away first", file.display());
            return Err(Failure::Refused(why));
        }
        let aside = file.with_extension(format!("db.moved-{}", moment::now()));
        std::fs::rename(&file, &aside).map_err(|error| Failure::Refused(format!("{}: {error}", aside.display())))?;
    }
    world::private_file(&file).map_err(|error| Failure::Refused(format!("{}: {error}", file.display())))?;
    let mut from = Store::connect(database).map_err(|error| failed(&place, error))?;
    let mut to = Store::open(&file).map_err(|error| failed(&file.display(), error))?;
    let moved = from.copy_into(&mut to).map_err(|error| failed(&file.display(), error))?;
    let games = replayed(to)?;
    from.mark_as_moved(moment::now()).map_err(|error| failed(&place, error))?;
    drop(service);
    Ok(format!(
        "{} moved to {}, {games} replayed.\nNow remove `database` from the configuration and start the server; the database \
         there is kept, and no server starts on it any more",
        told(&moved),
        file.display()
    ))
}

/// Replays every game of the new database.
fn replayed(store: Store) -> Result<String, Failure> {
    let refused = |why: String| Failure::Refused(format!("not moved: the copy isn't sound: {why}"));
    let service = Service::new(store, Settings::default()).map_err(|error| refused(error.to_string()))?;
    let (mut after, mut games) = (0, 0);
    loop {
        let examined = service.examine(after, BATCH, 1).map_err(|error| refused(error.to_string()))?;
        if let Some(problem) = examined.problems.first() {
            return Err(refused(problem.clone()));
        }
        games += examined.games;
        match examined.last {
            Some(last) => after = last,
            None => return Ok(counted(games as i64, "game")),
        }
    }
}

fn told(moved: &[(&'static str, i64)]) -> String {
    let rows = |table: &str| moved.iter().find(|(name, _)| *name == table).map_or(0, |(_, rows)| *rows);
    let all: i64 = moved.iter().map(|(_, rows)| rows).sum();
    format!(
        "{}, {} and {} entries of their records ({} in all) are",
        counted(rows("players"), "player"),
        counted(rows("games"), "game"),
        rows("entries"),
        counted(all, "row")
    )
}

fn failed(place: &dyn std::fmt::Display, error: StoreError) -> Failure {
    Failure::Refused(format!("not moved: {place}: {error}"))
}
