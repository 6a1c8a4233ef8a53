//! From 0.1: what its notices hold and a stored notice no longer may, which is codes, plans, and words that were
//! shown once. The JSON is changed as it is found, whatever else is in it.

use rusqlite::{Connection, params};
use serde_json::Value;

use super::Stored;

/// How version 0.1 began the subjects of mails that are the reader's alone, and the first line of a list of plans.
const SUBJECTS: [&str; 5] = [
    "Turnpost: link another account",
    "Turnpost: did you write from another address",
    "Turnpost: your settings",
    "Turnpost: everything stored about you",
    "Turnpost: your notes on game",
];
const PLANS: &str = "Your plans in game";

/// In their place. Whatever still waits to be sent says so; codes of before an upgrade don't work after it.
const GONE: &str = "No action needed: what was here isn't kept; ask again to see it.";

/// Empties the notices that hold such words, and forgets all bytes that nobody will send any more.
pub(super) fn notices(sql: &Connection) -> Stored<()> {
    sql.execute("UPDATE outbox SET rendered = NULL WHERE state NOT IN ('owed', 'kept')", [])?;
    let mut statement = sql.prepare("SELECT id, notice, state FROM outbox ORDER BY id")?;
    let mut rows = statement.query([])?;
    let mut update = sql.prepare("UPDATE outbox SET notice = ?2, rendered = NULL, envelope = NULL WHERE id = ?1")?;
    while let Some(row) = rows.next()? {
        let (text, state): (String, String) = (row.get(1)?, row.get(2)?);
        let mut notice: Value = serde_json::from_str(&text)?;
        let settled = state != "owed" && state != "kept";
        if scrubbed(&mut notice, settled) {
            update.execute(params![row.get::<_, i64>(0)?, serde_json::to_string(&notice)?])?;
        }
    }
    Ok(())
}

/// Whether a notice held such words. What waits to be sent and is no code or plan still goes out.
fn scrubbed(notice: &mut Value, settled: bool) -> bool {
    let Some(words) = notice.pointer_mut("/news/Words") else { return false };
    let subject = words.get("subject").and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(lines) = words.get_mut("lines").and_then(Value::as_array_mut) else { return false };
    let planned = lines.first().and_then(Value::as_str).is_some_and(|line| line.starts_with(PLANS));
    let subject = SUBJECTS.iter().position(|known| subject.starts_with(known));
    match subject {
        Some(0 | 1) => {}
        Some(_) if settled => {}
        None if planned => {}
        _ => return false,
    }
    *lines = vec![GONE.into()];
    true
}
