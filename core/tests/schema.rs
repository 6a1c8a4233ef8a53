//! What holds for every table, on both engines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use engine::Fresh;

/// Names, codes and words are found and sorted alike wherever the database is and whatever language its server was set up for.
#[test]
fn every_text_is_compared_byte_by_byte() {
    let database = Fresh::new();
    drop(database.open());
    let others = match database.url() {
        Some(_) => {
            r#"SELECT coalesce(string_agg(table_name || '.' || column_name, ', '), '') FROM information_schema.columns
               WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"#
        }
        // Nothing but a table's own text says so there, and a table that says nothing compares bytes.
        None => {
            "SELECT coalesce(group_concat(name, ', '), '') FROM sqlite_schema
             WHERE sql LIKE '%COLLATE%' AND sql NOT LIKE '%COLLATE BINARY%'"
        }
    };
    assert_eq!(database.value::<String>(others), "");
}
