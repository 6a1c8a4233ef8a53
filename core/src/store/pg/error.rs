//! What PostgreSQL's errors mean to us, by their SQLSTATE.

use std::error::Error;

use postgres::error::SqlState;

use crate::store::StoreError;

impl From<postgres::Error> for StoreError {
    fn from(error: postgres::Error) -> StoreError {
        let text = told(&error);
        let Some(state) = error.code() else {
            // A certificate that we don't trust, or a server that speaks in the clear only, will be no better in a moment.
            if text.starts_with("error performing TLS handshake") && !is_cut(&error) {
                return StoreError::Misconfigured(format!(
                    "the line to PostgreSQL can't be encrypted ({text}); check sslmode and database_ca"
                ));
            }
            // Without an answer from the server: the connection, or a value that can't be converted.
            let of_io = error.source().is_some_and(|source| source.downcast_ref::<std::io::Error>().is_some());
            let unconnected =
                error.is_closed() || of_io || text.starts_with("error connecting") || text.contains("timed out");
            return if unconnected { StoreError::Lost(text) } else { StoreError::Nonsense(text) };
        };
        match *state {
            SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED | SqlState::UNIQUE_VIOLATION => {
                StoreError::Conflict(text)
            }
            // The server stops or starts, or another one took its place and this one only reads now.
            SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::READ_ONLY_SQL_TRANSACTION
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => StoreError::Lost(text),
            SqlState::DISK_FULL => StoreError::Full(text),
            SqlState::TOO_MANY_CONNECTIONS | SqlState::LOCK_NOT_AVAILABLE | SqlState::QUERY_CANCELED => {
                StoreError::Busy(text)
            }
            SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED => StoreError::Corrupt(text),
            SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => StoreError::Misconfigured(
                format!("PostgreSQL doesn't let us in ({text}); check the user and the password"),
            ),
            SqlState::INVALID_CATALOG_NAME => StoreError::Misconfigured(format!(
                "PostgreSQL has no such database ({text}); create it, encoded as UTF8"
            )),
            SqlState::INSUFFICIENT_PRIVILEGE => StoreError::Misconfigured(format!(
                "PostgreSQL doesn't allow it ({text}); the user must own the database"
            )),
            // Class 08: the connection.
            ref state if state.code().starts_with("08") => StoreError::Lost(text),
            _ => StoreError::Engine(text),
        }
    }
}

/// Whether the line broke in the midst of it.
fn is_cut(error: &postgres::Error) -> bool {
    let mut cause = error.source();
    while let Some(source) = cause {
        if let Some(io) = source.downcast_ref::<std::io::Error>() {
            return io.kind() != std::io::ErrorKind::InvalidData;
        }
        cause = source.source();
    }
    false
}

/// What an error says, with its causes.
pub(super) fn told(error: &postgres::Error) -> String {
    let mut text = match error.as_db_error() {
        Some(said) => return format!("{} [{}]", said.message(), said.code().code()),
        None => error.to_string(),
    };
    let mut cause = error.source();
    while let Some(source) = cause {
        text.push_str(": ");
        text.push_str(&source.to_string());
        cause = source.source();
    }
    text
}
