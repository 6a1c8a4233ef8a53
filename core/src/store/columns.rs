//! The columns of SQLite's queries by their names. Asking SQLite for a name takes as long as reading a value: so it is asked
//! for each text's names once a connection, and whoever reads the columns in their order finds each at once.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use rusqlite::{Row, Statement};

use super::{StoreError, Stored};

/// The names of the columns of all queries that a connection has run.
#[derive(Debug, Default)]
pub(super) struct Columns(RefCell<HashMap<String, Arc<Names>>>);

/// In their order; of several columns of one name only the first has it.
type Names = Vec<String>;

/// The columns of one query that is being read.
pub(super) struct Places<'a> {
    columns: &'a Columns,
    text: &'a str,
    names: OnceCell<Arc<Names>>,
    /// The one behind that which was read last.
    next: Cell<usize>,
}

impl Columns {
    pub fn of<'a>(&'a self, text: &'a str) -> Places<'a> {
        Places { columns: self, text, names: OnceCell::new(), next: Cell::new(0) }
    }

    fn names(&self, text: &str, statement: &Statement<'_>) -> Arc<Names> {
        let mut known = self.0.borrow_mut();
        match known.get(text) {
            // A newer program may have added some to a table meanwhile.
            Some(names) if names.len() == statement.column_count() => Arc::clone(names),
            _ => {
                let names = Arc::new(names_of(statement));
                known.insert(text.to_owned(), Arc::clone(&names));
                names
            }
        }
    }
}

impl Places<'_> {
    /// Where the column of that name is.
    pub fn find(&self, row: &Row<'_>, name: &str) -> Stored<usize> {
        let names = self.names.get_or_init(|| self.columns.names(self.text, row.as_ref()));
        let next = self.next.get();
        let found = match names.get(next) {
            Some(known) if known == name => Some(next),
            _ => names.iter().position(|known| known == name),
        };
        let found = found.ok_or_else(|| StoreError::Engine(format!("there is no column {name}")))?;
        self.next.set(found + 1);
        Ok(found)
    }
}

fn names_of(statement: &Statement<'_>) -> Names {
    let mut names = Names::new();
    for name in statement.column_names() {
        let again = names.iter().any(|known| known == name);
        names.push(if again { String::new() } else { name.to_owned() });
    }
    names
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_column_is_found_by_its_whole_name_in_any_order() {
        let (connection, columns) = (Connection::open_in_memory().unwrap(), Columns::default());
        let text = "SELECT 1 AS told_white, 2 AS told, 3 AS white, 4 AS told";
        for order in [["told_white", "told", "white", "told"], ["white", "told", "told", "told_white"]] {
            let mut statement = connection.prepare_cached(text).unwrap();
            let mut rows = statement.query([]).unwrap();
            let (row, places) = (rows.next().unwrap().unwrap(), columns.of(text));
            for name in order {
                let expected = ["told_white", "told", "white"].iter().position(|known| *known == name).unwrap();
                assert_eq!(places.find(row, name).unwrap(), expected, "{name}");
            }
            assert!(places.find(row, "told_").is_err());
        }
    }

    #[test]
    fn a_table_may_get_more_columns() {
        let (connection, columns) = (Connection::open_in_memory().unwrap(), Columns::default());
        connection.execute_batch("CREATE TABLE a (one INTEGER); INSERT INTO a VALUES (1)").unwrap();
        let text = "SELECT a.*, 2 AS two FROM a";
        for (added, place) in [("", 1), ("ALTER TABLE a ADD COLUMN other INTEGER", 2)] {
            connection.execute_batch(added).unwrap();
            let mut statement = connection.prepare_cached(text).unwrap();
            let mut rows = statement.query([]).unwrap();
            assert_eq!(columns.of(text).find(rows.next().unwrap().unwrap(), "two").unwrap(), place);
        }
    }
}
