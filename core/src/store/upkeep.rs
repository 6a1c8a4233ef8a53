//! The server's own affairs: leases, the last tick, maintenance windows, places in Discord, cleaning up,
//! and forgetting a player.

use rusqlite::{OptionalExtension, params};

use super::{Stored, Tx};
use crate::command::GameNumber;
use crate::request::Timestamp;

/// Where a game is played in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The channel or thread of the game.
    pub channel: u64,
    /// The channel that the thread is in.
    pub parent: Option<u64>,
    /// The last board's message, or the challenge's.
    pub message: Option<u64>,
}

/// How much there is of everything, for the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// `(what, how many)`.
    pub rows: Vec<(String, i64)>,
}

/// The happening that is noted when the database was cleaned up.
pub(crate) const CLEANED_UP: &str = "cleaned up";

impl Tx<'_> {
    /// The key of the secrets.
    pub fn token_key(&self) -> Stored<Vec<u8>> {
        let mut statement = self.sql.prepare_cached("SELECT value FROM meta WHERE name = 'token_key'")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }

    /// When the server last ticked.
    pub fn last_tick(&self) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached("SELECT value FROM meta WHERE name = 'last_tick'")?;
        Ok(statement.query_row([], |row| row.get(0)).optional()?)
    }

    /// Notes that it ticks.
    pub fn set_last_tick(&self, now: Timestamp) -> Stored<()> {
        self.sql.prepare_cached("INSERT OR REPLACE INTO meta VALUES ('last_tick', ?1)")?.execute([now])?;
        self.sql.prepare_cached("INSERT OR IGNORE INTO meta VALUES ('dated_since', ?1)")?.execute([now])?;
        Ok(())
    }

    /// When this database began to write the day into its secrets.
    pub fn dated_since(&self) -> Stored<Option<Timestamp>> {
        let mut statement = self.sql.prepare_cached("SELECT value FROM meta WHERE name = 'dated_since'")?;
        Ok(statement.query_row([], |row| row.get(0)).optional()?)
    }

    /// Whether a tick has anything to do.
    pub fn anything_due(&self, now: Timestamp) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM games WHERE deadline <= ?1) OR EXISTS (SELECT 1 FROM games WHERE reminder <= ?1)
             OR EXISTS (SELECT 1 FROM games WHERE forfeit <= ?1) OR EXISTS (SELECT 1 FROM players WHERE digest_due <= ?1)
             OR EXISTS (SELECT 1 FROM players WHERE away_until <= ?1)
             OR EXISTS (SELECT 1 FROM challenges WHERE state = 'open' AND expires <= ?1)
             OR NOT EXISTS (SELECT 1 FROM happenings WHERE what = ?2 AND at > ?1 - 86400)",
        )?;
        Ok(statement.query_row(params![now, CLEANED_UP], |row| row.get(0))?)
    }

    /// Takes or renews a lease; false if somebody else holds it.
    pub fn take_lease(&self, name: &str, holder: &str, now: Timestamp, seconds: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "INSERT INTO leases VALUES (?1, ?2, ?3 + ?4)
             ON CONFLICT DO UPDATE SET holder = ?2, until = ?3 + ?4 WHERE holder = ?2 OR until <= ?3",
        )?;
        Ok(statement.execute(params![name, holder, now, seconds])? > 0)
    }

    /// Gives a lease back.
    pub fn drop_lease(&self, name: &str, holder: &str) -> Stored<()> {
        self.sql
            .prepare_cached("DELETE FROM leases WHERE name = ?1 AND holder = ?2")?
            .execute(params![name, holder])?;
        Ok(())
    }

    /// Ends the leases of a process that is dead.
    pub fn drop_leases_of(&self, holder: &str) -> Stored<()> {
        self.sql.prepare_cached("DELETE FROM leases WHERE holder = ?1")?.execute([holder])?;
        Ok(())
    }

    /// Announces a time when clocks stand still.
    pub fn insert_maintenance(&self, begins: Timestamp, ends: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("INSERT INTO maintenance (begins, ends) VALUES (?1, ?2)")?
            .execute(params![begins, ends])?;
        Ok(())
    }

    /// The windows whose time was not given back yet, `(id, begins, ends)`.
    pub fn open_maintenance(&self) -> Stored<Vec<(i64, Timestamp, Timestamp)>> {
        let mut statement =
            self.sql.prepare_cached("SELECT id, begins, ends FROM maintenance WHERE NOT given ORDER BY begins")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A window's time was given back up to now; what is left of it begins now.
    pub fn maintenance_given(&self, id: i64, now: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached("UPDATE maintenance SET begins = ?2, given = (ends <= ?2) WHERE id = ?1")?
            .execute(params![id, now])?;
        Ok(())
    }

    /// Where a game or challenge lives in Discord.
    pub fn place(&self, number: GameNumber) -> Stored<Option<Place>> {
        let mut statement = self.sql.prepare_cached("SELECT channel, parent, message FROM places WHERE number = ?1")?;
        let unsigned = |id: Option<i64>| id.map(i64::cast_unsigned);
        let place = statement.query_row([number], |row| {
            Ok(Place {
                channel: row.get::<_, i64>(0)?.cast_unsigned(),
                parent: unsigned(row.get(1)?),
                message: unsigned(row.get(2)?),
            })
        });
        Ok(place.optional()?)
    }

    /// Stores where a game or challenge lives.
    pub fn set_place(&self, number: GameNumber, place: Option<Place>) -> Stored<()> {
        let signed = |id: Option<u64>| id.map(u64::cast_signed);
        match place {
            Some(Place { channel, parent, message }) => self
                .sql
                .prepare_cached("INSERT OR REPLACE INTO places VALUES (?1, ?2, ?3, ?4)")?
                .execute(params![number, channel.cast_signed(), signed(parent), signed(message)])?,
            None => self.sql.prepare_cached("DELETE FROM places WHERE number = ?1")?.execute([number])?,
        };
        Ok(())
    }

    /// The games of a channel or thread: those that run, and those that ended.
    pub fn games_at(&self, channel: u64) -> Stored<(Vec<GameNumber>, Vec<GameNumber>)> {
        let mut statement = self.sql.prepare_cached(
            "SELECT places.number, games.ended IS NULL FROM places JOIN games ON games.number = places.number
             WHERE places.channel = ?1",
        )?;
        let rows = statement.query_map([channel.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let all: Vec<(GameNumber, bool)> = rows.collect::<Result<_, _>>()?;
        let (running, ended): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, runs)| *runs);
        let numbers = |games: Vec<(GameNumber, bool)>| games.into_iter().map(|(number, _)| number).collect();
        Ok((numbers(running), numbers(ended)))
    }

    /// Removes what is of no more use: settled notices and raw mails before one time, seen requests,
    /// happenings and closed questions before another.
    pub fn clean(&self, mails: Timestamp, marks: Timestamp) -> Stored<()> {
        for sql in [
            "DELETE FROM outbox WHERE settled < ?1",
            "DELETE FROM inbox WHERE at < ?1 AND verdict IS NOT NULL",
            "DELETE FROM link_codes WHERE expires < ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute([mails])?;
        }
        for sql in [
            "DELETE FROM seen WHERE at < ?1",
            "DELETE FROM happenings WHERE at < ?1",
            // An answer to an old question still means its game, as long as that runs.
            "DELETE FROM questions WHERE expires < ?1
             AND NOT EXISTS (SELECT 1 FROM games WHERE number = questions.game AND ended IS NULL)",
            "DELETE FROM digests WHERE at < ?1",
            "DELETE FROM maintenance WHERE given AND ends < ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute([marks])?;
        }
        Ok(())
    }

    /// How much there is of everything.
    pub fn counts(&self) -> Stored<Counts> {
        let mut rows = Vec::new();
        for (what, sql) in [
            ("players", "SELECT count(*) FROM players WHERE NOT forgotten"),
            ("games running", "SELECT count(*) FROM games WHERE ended IS NULL"),
            ("games finished", "SELECT count(*) FROM games WHERE ended IS NOT NULL"),
            ("challenges open", "SELECT count(*) FROM challenges WHERE state = 'open'"),
            ("notices owed", "SELECT count(*) FROM outbox WHERE state = 'owed'"),
            ("notices failed", "SELECT count(*) FROM outbox WHERE state = 'failed'"),
            ("mails waiting", "SELECT count(*) FROM inbox WHERE verdict IS NULL"),
        ] {
            rows.push((what.to_owned(), self.sql.query_row(sql, [], |row| row.get(0))?));
        }
        rows.extend(self.counters()?);
        Ok(Counts { rows })
    }

    /// Deletes all that is a player's alone. Their games stay, under whatever name the player's row has.
    pub fn erase_belongings(&self, player: i64) -> Stored<()> {
        for sql in [
            "DELETE FROM discord_users WHERE player = ?1",
            "DELETE FROM link_codes WHERE player = ?1",
            "DELETE FROM changes WHERE player = ?1",
            "DELETE FROM blocks WHERE player = ?1 OR blocked = ?1",
            "DELETE FROM ratings WHERE player = ?1",
            "DELETE FROM notes WHERE player = ?1",
            "DELETE FROM comments WHERE player = ?1",
            "DELETE FROM plans WHERE player = ?1",
            "DELETE FROM watchers WHERE player = ?1",
            "DELETE FROM questions WHERE player = ?1",
            "DELETE FROM digests WHERE player = ?1",
            "DELETE FROM outbox WHERE player = ?1",
            "UPDATE challenges SET greeting = NULL WHERE challenger = ?1",
        ] {
            self.sql.prepare_cached(sql)?.execute([player])?;
        }
        Ok(())
    }

    /// Everything that is stored about a player, in sections of rows with named fields, for their own eyes.
    pub fn told_about(&self, player: i64) -> Stored<Vec<Section>> {
        let mut found = Vec::new();
        for (name, sql) in ABOUT_A_PLAYER {
            let mut statement = self.sql.prepare_cached(sql)?;
            let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut rows = statement.query([player])?;
            let mut values = Vec::new();
            while let Some(row) = rows.next()? {
                let field = |(i, column): (usize, &String)| -> Stored<(String, serde_json::Value)> {
                    let (name, kind) = column.split_once(':').unwrap_or((column, ""));
                    Ok((name.to_owned(), json_of(row.get_ref(i)?, kind)))
                };
                values.push(columns.iter().enumerate().map(field).collect::<Stored<_>>()?);
            }
            found.push((name, values));
        }
        Ok(found)
    }
}

/// A heading, and rows of named values in their order.
pub type Section = (&'static str, Vec<Vec<(String, serde_json::Value)>>);

/// What a player is told of themselves. A column's name says behind a colon what it is, where it isn't plain: a `time`,
/// `yes` or no, `json`, an `id` too long for a number of JSON.
const ABOUT_A_PLAYER: [(&str, &str); 12] = [
    (
        "you",
        "SELECT name, created AS 'since:time', zone AS 'time zone', mail_offset AS 'minutes east of UTC in your last mail',
         theme, CASE my_side WHEN 1 THEN 'your side at the bottom' ELSE 'White at the bottom' END AS board,
         CASE mode WHEN 'now' THEN 'at once' WHEN 'digest' THEN 'a digest a day' ELSE 'only reminders' END AS notices,
         CASE WHEN mode = 'digest' THEN printf('%d:%02d', digest_minute / 60, digest_minute % 60) END AS 'digest at',
         reminders AS 'reminders, hours before your time runs out', receipts AS 'receipts:yes',
         transport AS 'transport chosen', last_transport AS 'transport last used', away_until AS 'away until:time',
         round(vacation_used / 86400.0, 1) AS 'days of vacation taken', nullif(vacation_year, 0) AS 'in the year',
         suspended AS 'suspended:yes' FROM players WHERE id = ?1",
    ),
    (
        "addresses",
        "SELECT address, nullif(used, 0) AS 'last used:time', stopped AS 'stopped:time',
         suspended AS 'held back because' FROM addresses WHERE player = ?1",
    ),
    ("discord", "SELECT user AS 'user:id' FROM discord_users WHERE player = ?1"),
    ("blocked", "SELECT name FROM blocks JOIN players ON players.id = blocked WHERE blocks.player = ?1"),
    (
        "ratings",
        "SELECT game, round(rating, 1) AS rating, round(deviation, 1) AS deviation, volatility, games,
         at AS 'changed:time' FROM ratings WHERE player = ?1",
    ),
    (
        "challenges",
        "SELECT number, state, game, variant, options AS 'options:json', colour AS 'your colour', rated AS 'rated:yes',
         greeting, created AS 'made:time', expires AS 'expires:time' FROM challenges WHERE challenger = ?1",
    ),
    (
        "games",
        "SELECT number, game, variant, options AS 'options:json', w.name AS white, b.name AS black, rated AS 'rated:yes',
         position, turn, started AS 'started:time', ended AS 'ended:time', winner, reason
         FROM games JOIN players w ON w.id = white JOIN players b ON b.id = black
         WHERE white = ?1 OR black = ?1 ORDER BY number",
    ),
    ("comments", "SELECT game, text, at AS 'written:time' FROM comments WHERE player = ?1"),
    ("notes", "SELECT game, text, at AS 'written:time' FROM notes WHERE player = ?1"),
    ("plans", "SELECT game, line AS 'their turn (null: any), yours, and so on:json' FROM plans WHERE player = ?1"),
    ("watching", "SELECT game FROM watchers WHERE player = ?1"),
    ("messages to you", "SELECT at AS 'written:time', channel AS by, game, state FROM outbox WHERE player = ?1"),
];

fn json_of(value: rusqlite::types::ValueRef<'_>, kind: &str) -> serde_json::Value {
    use rusqlite::types::ValueRef;
    match (value, kind) {
        (ValueRef::Null, _) => serde_json::Value::Null,
        (ValueRef::Integer(number), "yes") => (number != 0).into(),
        (ValueRef::Integer(number), "id") => number.cast_unsigned().to_string().into(),
        (ValueRef::Integer(seconds), "time") => {
            jiff::Timestamp::from_second(seconds).map_or(seconds.into(), |time| time.to_string().into())
        }
        (ValueRef::Integer(number), _) => number.into(),
        (ValueRef::Real(number), _) => number.into(),
        (ValueRef::Text(text) | ValueRef::Blob(text), "json") => {
            serde_json::from_slice(text).unwrap_or_else(|_| String::from_utf8_lossy(text).into_owned().into())
        }
        (ValueRef::Text(text) | ValueRef::Blob(text), _) => String::from_utf8_lossy(text).into_owned().into(),
    }
}
