//! The schema's versions on PostgreSQL, under the same numbers as SQLite's. It begins with the eighth.

use super::KNOWN;
use crate::store::pg::session::Session;
use crate::store::sql::{OptionalExtension, Sql};
use crate::store::{StoreError, Stored};

/// The steps: each brings a database to its number.
const STEPS: &[(i64, &str)] = &[
    (8, include_str!("../schema/pg/8.sql")),
    (9, include_str!("../schema/pg/9.sql")),
    (10, include_str!("../schema/pg/10.sql")),
    (11, include_str!("../schema/pg/11.sql")),
    (12, include_str!("../schema/pg/12.sql")),
    (13, include_str!("../schema/pg/13.sql")),
    (14, include_str!("../schema/pg/14.sql")),
];

/// Runs the steps that are missing. Of several processes that start at once, one does it and the others wait.
pub(in crate::store) fn up(session: &Session) -> Stored<()> {
    if version(session)? == KNOWN {
        return Ok(());
    }
    session.batch("BEGIN")?;
    session.batch(&format!("SELECT pg_advisory_xact_lock({})", session.lock_number("migration")))?;
    let found = version(session)?;
    if found > KNOWN {
        return Err(StoreError::Newer { found, known: KNOWN });
    }
    if found == 0 {
        session
            .batch("CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT INTO schema_version VALUES (0)")?;
    }
    for (_, sql) in STEPS.iter().filter(|(number, _)| *number > found) {
        session.batch(sql)?;
    }
    session.batch(&format!("UPDATE schema_version SET version = {KNOWN}; COMMIT"))
}

/// The database's schema; 0 if there is none.
fn version(session: &Session) -> Stored<i64> {
    let sql = Sql::Pg(session);
    // By its name in the current schema alone: the path may lead to others.
    let mut statement = sql.prepare_cached(
        "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'",
    )?;
    if !statement.exists([])? {
        return Ok(0);
    }
    let found = sql.prepare_cached("SELECT version FROM schema_version")?.query_row([], |row| row.get(0));
    Ok(found.optional()?.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_engines_end_at_the_same_number() {
        assert_eq!(STEPS.last().map(|(number, _)| *number), Some(KNOWN));
    }
}
