//! From 0.1: spellings of one address become one row, and names get the skeleton that they are compared by.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::Stored;
use crate::address::Mailbox;
use crate::likeness::skeleton;
use crate::store::identities::FORGOTTEN;
use crate::token::TokenKey;

/// Why mail to an address that is none is held back.
const NONE: &str = "it is no address that mail can be sent to";

struct Spelling {
    id: i64,
    text: String,
    player: Option<i64>,
    used: i64,
    stopped: Option<i64>,
}

/// Merges the rows of one mailbox. Whoever said stop by any spelling has said it; the row in the canonical spelling
/// keeps its player, and another player's spelling is no way in any more: nobody can tell whose it is.
pub(super) fn merge(sql: &Connection) -> Stored<()> {
    let key = TokenKey::new(sql.query_row("SELECT value FROM meta WHERE name = 'token_key'", [], |row| row.get(0))?);
    let mut found: BTreeMap<String, (Mailbox, Vec<Spelling>)> = BTreeMap::new();
    for spelling in spellings(sql)? {
        match Mailbox::parse(&spelling.text) {
            Ok(mailbox) => found.entry(mailbox.to_string()).or_insert((mailbox, Vec::new())).1.push(spelling),
            Err(_) => {
                let held = "UPDATE addresses SET suspended = coalesce(suspended, ?2) WHERE id = ?1";
                sql.execute(held, params![spelling.id, NONE])?;
                count(sql, "addresses that are none")?;
            }
        }
    }
    for (text, (mailbox, mut all)) in found {
        // First the one to keep: spelled so, else somebody's, the last used.
        all.sort_by_key(|row| (row.text != text, row.player.is_none(), -row.used, row.id));
        let Some((kept, others)) = all.split_first() else { continue };
        for other in others {
            take_in(sql, kept, other)?;
        }
        let stopped = all.iter().filter_map(|row| row.stopped).min();
        let players: Vec<i64> = all.iter().filter_map(|row| row.player).collect();
        let alone = players.iter().all(|player| Some(player) == players.first());
        let player = kept.player.or(players.first().copied().filter(|_| alone));
        sql.execute(
            "UPDATE addresses SET address = ?2, player = ?3, stopped = ?4, counted = ?5 WHERE id = ?1",
            params![kept.id, text, player, stopped, mailbox.counted_by(&key)],
        )?;
        if stopped.is_some() {
            for row in &all {
                let dropped = "UPDATE outbox SET state = 'superseded', settled = at
                               WHERE state = 'owed' AND channel = 'mail' AND recipient = ?1";
                sql.execute(dropped, [&row.text])?;
            }
        }
    }
    Ok(())
}

/// Gives every name its skeleton.
pub(super) fn skeletons(sql: &Connection) -> Stored<()> {
    let mut statement = sql.prepare("SELECT id, name FROM players WHERE NOT forgotten")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (id, name): (i64, String) = (row.get(0)?, row.get(1)?);
        sql.execute("UPDATE players SET skeleton = ?2 WHERE id = ?1", params![id, skeleton(&name)])?;
    }
    Ok(())
}

fn spellings(sql: &Connection) -> Stored<Vec<Spelling>> {
    let mut statement = sql.prepare("SELECT id, address, player, used, stopped FROM addresses ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok(Spelling {
            id: row.get(0)?,
            text: row.get(1)?,
            player: row.get(2)?,
            used: row.get(3)?,
            stopped: row.get(4)?,
        })
    })?;
    let all: Vec<Spelling> = rows.collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|row| !row.text.starts_with(FORGOTTEN)).collect())
}

/// What refers to one spelling refers to the other, and the row goes.
fn take_in(sql: &Connection, kept: &Spelling, other: &Spelling) -> Stored<()> {
    for refers in [
        "UPDATE challenges SET to_address = ?2 WHERE to_address = ?1",
        "UPDATE questions SET address = ?2 WHERE address = ?1",
        "UPDATE link_codes SET only_address = ?2 WHERE only_address = ?1",
    ] {
        sql.execute(refers, params![other.id, kept.id])?;
    }
    sql.execute("DELETE FROM addresses WHERE id = ?1", [other.id])?;
    count(sql, "spellings of addresses merged")?;
    if other.player.is_some() && other.player != kept.player && kept.player.is_some() {
        count(sql, "players who lost a spelling of an address")?;
    }
    Ok(())
}

fn count(sql: &Connection, name: &str) -> Stored<()> {
    sql.execute("INSERT INTO counters VALUES (?1, 1) ON CONFLICT DO UPDATE SET count = count + 1", [name])?;
    Ok(())
}
