//! Which PostgreSQL, and how it is reached: several hosts, TLS, a password from elsewhere.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use postgres::config::{Host, SslMode};
use postgres::{Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::clock::{self, Clock};
use super::error::told;
use super::session::Session;
use crate::store::{StoreError, Stored};

/// A database by its address.
#[derive(Clone)]
pub struct Database {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    /// How many connections one process opens at most.
    pub(super) connections: usize,
    clock: Arc<Clock>,
}

/// How many connections a process opens at most for each core of its machine, unless told otherwise. A database has work for
/// few at a time: more of them take turns on its cores, which costs all of them time; whoever waits for one here costs nothing.
const CONNECTIONS_A_CORE: usize = 4;

impl Database {
    /// The database of a `postgres://` address: several hosts behind commas, `target_session_attrs=read-write`,
    /// `sslmode=disable|prefer|require` (certificates are always checked).
    pub fn at(url: &str) -> Stored<Database> {
        let mut config: Config = url.parse().map_err(|error| wrong(told(&error)))?;
        let has = |host: &Host| matches!(host, Host::Tcp(_));
        if config.get_ssl_mode() != SslMode::Disable && !config.get_hosts().iter().any(has) {
            config.ssl_mode(SslMode::Disable);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(3));
        }
        if config.get_application_name().is_none() {
            config.application_name("turnpost");
        }
        // A machine that vanishes without a word is noticed before people are.
        config
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(3);
        config.tcp_user_timeout(Duration::from_secs(20));
        let tls = match config.get_ssl_mode() {
            SslMode::Disable => None,
            _ => Some(tls(None)?),
        };
        Ok(Database { config, tls, connections: usual_connections(), clock: Arc::new(Clock::new(clock::own)) })
    }

    /// With that password.
    #[must_use]
    pub fn with_password(mut self, password: &str) -> Database {
        self.config.password(password);
        self
    }

    /// With authorities of one's own beside the system's, in a PEM file.
    pub fn with_authorities(mut self, file: &Path) -> Stored<Database> {
        if self.tls.is_some() {
            self.tls = Some(tls(Some(file))?);
        }
        Ok(self)
    }

    /// For a process with that clock, in milliseconds since 1970.
    #[must_use]
    pub fn with_clock(self, own: fn() -> i64) -> Database {
        Database { clock: Arc::new(Clock::new(own)), ..self }
    }

    /// Notes what the database's clock said when it was asked, in milliseconds.
    pub(super) fn saw_clock(&self, said: i64, asked: Instant) {
        self.clock.saw(said, asked);
    }

    /// With that many connections at most.
    #[must_use]
    pub fn with_connections(self, connections: usize) -> Database {
        Database { connections: connections.max(1), ..self }
    }

    /// Where it is, for people: no password.
    pub fn place(&self) -> String {
        let hosts: Vec<String> = self.config.get_hosts().iter().map(host).collect();
        let database = self.config.get_dbname().or_else(|| self.config.get_user()).unwrap_or_default();
        format!("PostgreSQL, database {database} on {}", hosts.join(", "))
    }

    /// A new connection, looked over before it is used.
    pub(in crate::store) fn connect(&self) -> Stored<Session> {
        let connected = match &self.tls {
            Some(tls) => self.config.connect(tls.clone()),
            None => self.config.connect(NoTls),
        };
        let mut client = connected.map_err(|error| match told(&error).contains("does not allow writes") {
            true => StoreError::Lost("every server that answers only reads".to_owned()),
            false => StoreError::from(error),
        })?;
        // Whoever stands still in the middle of a transaction must not keep others from theirs.
        client.batch_execute(
            "SET idle_in_transaction_session_timeout = '20s'; SET lock_timeout = '10s'; SET statement_timeout = '60s';
             SET synchronous_commit TO DEFAULT; SET client_min_messages = warning",
        )?;
        let asked = Instant::now();
        let row = client.query_one(
            "SELECT current_setting('server_encoding'), coalesce(current_schema(), ''), pg_is_in_recovery(),
               CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
            &[],
        )?;
        self.saw_clock(row.get(3), asked);
        let (encoding, schema, reads_only): (&str, &str, bool) = (row.get(0), row.get(1), row.get(2));
        if encoding != "UTF8" {
            return Err(wrong(format!("the database is encoded as {encoding}; create it with ENCODING 'UTF8'")));
        }
        if schema.is_empty() {
            return Err(wrong("the user's search_path names no schema that exists".to_owned()));
        }
        if reads_only {
            return Err(wrong(
                "this server is a standby and only reads; name the primary, or all servers and target_session_attrs=read-write"
                    .to_owned(),
            ));
        }
        let space = schema.to_owned();
        Ok(Session::new(client, space, Arc::clone(&self.clock)))
    }
}

/// How many connections are opened at most where nobody says how many.
fn usual_connections() -> usize {
    CONNECTIONS_A_CORE * std::thread::available_parallelism().map_or(2, usize::from)
}

fn wrong(what: String) -> StoreError {
    StoreError::Misconfigured(what)
}

fn host(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => PathBuf::from(path).display().to_string(),
    }
}

/// TLS by the system's certificate authorities, and those in a PEM file.
fn tls(further: Option<&Path>) -> Stored<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = further {
        let bad = |error: &dyn fmt::Display| wrong(format!("{}: {error}", path.display()));
        for certificate in CertificateDer::pem_file_iter(path).map_err(|error| bad(&error))? {
            roots.add(certificate.map_err(|error| bad(&error))?).map_err(|error| bad(&error))?;
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Database({})", self.place())
    }
}
