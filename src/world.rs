//! The real world for a core that has none: chance, and the database.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;

use turnpost_core::address::Mailbox;
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Database, Store, StoreError};

use crate::config::Config;

/// Fresh random bytes for one request.
///
/// # Panics
/// When the operating system has none: secrets could then be guessed, so nothing may go on.
pub fn chance() -> Randomness {
    let mut bytes = [0; 32];
    #[allow(clippy::expect_used)]
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    Randomness::seeded(bytes)
}

/// What an operator must mend before anything can be done.
#[derive(Debug)]
pub enum Unfit {
    /// `database` leads to none that can be used.
    Configuration(String),
    /// Anything else.
    Other(String),
}

impl From<String> for Unfit {
    fn from(why: String) -> Unfit {
        Unfit::Other(why)
    }
}

impl From<Unfit> for String {
    fn from(unfit: Unfit) -> String {
        let (Unfit::Configuration(why) | Unfit::Other(why)) = unfit;
        why
    }
}

/// Opens the database: PostgreSQL's where one is configured, else the data directory's, creating both if need be.
pub fn open(config: &Config) -> Result<Arc<Service>, Unfit> {
    opened(config).map_err(|why| match config.database.url {
        Some(_) => Unfit::Configuration(why),
        None => Unfit::Other(why),
    })
}

fn opened(config: &Config) -> Result<Arc<Service>, String> {
    let folder = &config.data_dir;
    private_folder(folder).map_err(|error| format!("data_dir {}: {error}", folder.display()))?;
    let (store, place) = match database(config)? {
        Some(database) => {
            let place = database.place();
            (Store::connect(database), place)
        }
        None => {
            let file = config.database_file();
            if !file.exists() {
                private_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            }
            (Store::open(&file), file.display().to_string())
        }
    };
    let store = store.and_then(Store::must_be_in_use).map_err(|error| format!("{place}: {error}"))?;
    let settings = Settings {
        keep_days: config.mail.keep_days,
        disk_floor: u64::from(config.mail.disk_floor) << 20,
        invitations: config.mail.invitations,
        strangers: config.mail.strangers,
        clock: config.clock,
        pages: config.web.address(),
        house: config.house() > 0,
        home: Mailbox::parse(&config.mail.address.plain()).ok(),
        // Unique among the processes that share the directory, also after a restart.
        holder: format!("{}-{:x}", std::process::id(), chance().draw()),
        ..Settings::default()
    };
    Ok(Arc::new(Service::new(store, settings).map_err(|error| format!("{place}: {error}"))?))
}

/// The PostgreSQL database that is configured, if one is.
pub fn database(config: &Config) -> Result<Option<Database>, String> {
    let keys = &config.database;
    let Some(url) = &keys.url else { return Ok(None) };
    let wrong = |error: StoreError| format!("database: {error}");
    let mut database = Database::at(url).map_err(wrong)?;
    if keys.connections > 0 {
        database = database.with_connections(keys.connections as usize);
    }
    if let Some(file) = &keys.password_file {
        let read = std::fs::read_to_string(file);
        let password = read.map_err(|error| format!("database_password_file {}: {error}", file.display()))?;
        database = database.with_password(password.trim_end_matches(['\n', '\r']));
    }
    if let Some(password) = &keys.password {
        database = database.with_password(password);
    }
    if let Some(file) = &keys.authority {
        database = database.with_authorities(file).map_err(|error| format!("database_ca: {error}"))?;
    }
    Ok(Some(database))
}

/// Opens the database, which must exist: looking in the wrong folder must not create one.
pub fn open_existing(config: &Config) -> Result<Arc<Service>, Unfit> {
    let file = config.database_file();
    if config.database.url.is_none() && !file.exists() {
        return Err(Unfit::Other(format!(
            "there is no database at {}: run this where the server runs, or name its configuration by --config",
            file.display()
        )));
    }
    open(config)
}

/// Creates an empty file that nobody else can read: a database holds the key of all secret addresses. SQLite gives the
/// files beside it the same permissions.
pub fn private_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        // Another process was quicker.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        opened => opened.map(drop),
    }
}

/// Creates a folder that nobody else can look into, if there is none.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
