//! The schema's versions on SQLite, forward only. A released file is never edited; a change is a new one.

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, Stored};

pub(super) mod pg;
mod scrub;
mod spellings;

/// What brings a database to the next schema: statements, and then what SQL alone can't do.
struct Step {
    sql: &'static str,
    then: &'static [fn(&Connection) -> Stored<()>],
}

/// The steps: number N (from 1) brings a database from schema N-1 to N.
const STEPS: &[Step] = &[
    Step { sql: include_str!("schema/1.sql"), then: &[] },
    Step { sql: include_str!("schema/2.sql"), then: &[] },
    Step { sql: include_str!("schema/3.sql"), then: &[scrub::notices, spellings::merge, spellings::skeletons] },
    Step { sql: include_str!("schema/4.sql"), then: &[] },
    Step { sql: include_str!("schema/5.sql"), then: &[] },
    Step { sql: include_str!("schema/6.sql"), then: &[] },
    Step { sql: include_str!("schema/7.sql"), then: &[] },
    Step { sql: include_str!("schema/8.sql"), then: &[] },
    Step { sql: include_str!("schema/9.sql"), then: &[] },
    Step { sql: include_str!("schema/10.sql"), then: &[] },
    Step { sql: include_str!("schema/11.sql"), then: &[] },
    Step { sql: include_str!("schema/12.sql"), then: &[] },
    Step { sql: include_str!("schema/13.sql"), then: &[] },
    Step { sql: include_str!("schema/14.sql"), then: &[] },
];

/// The schema this program works with.
pub(super) const KNOWN: i64 = STEPS.len() as i64;

/// Refuses a database from the future, or one that isn't up to date.
pub(super) fn check(connection: &Connection) -> Stored<()> {
    match version(connection)? {
        KNOWN => Ok(()),
        found if found > KNOWN => Err(StoreError::Newer { found, known: KNOWN }),
        found => Err(StoreError::CannotOpen(format!("schema {found} is older than {KNOWN}; start the server once"))),
    }
}

/// Runs the steps that are missing, each in its own transaction.
pub(super) fn up(connection: &mut Connection) -> Stored<()> {
    loop {
        let found = version(connection)?;
        if found == KNOWN {
            return Ok(());
        }
        // Two processes may start at once: what counts is the version seen under the write lock.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = version(&transaction)?;
        let step = usize::try_from(found).ok().and_then(|n| STEPS.get(n));
        match step {
            Some(step) => {
                transaction.execute_batch(step.sql)?;
                for then in step.then {
                    then(&transaction)?;
                }
                transaction.pragma_update(None, "user_version", found + 1)?;
                transaction.commit()?;
            }
            None if found == KNOWN => return Ok(()),
            None => return Err(StoreError::Newer { found, known: KNOWN }),
        }
    }
}

fn version(connection: &Connection) -> Stored<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}
