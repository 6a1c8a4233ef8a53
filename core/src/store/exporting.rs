//! Everything that is stored about a player, for their own eyes and nobody else's.

use super::sql::params;
use super::{Stored, Tx};
use crate::clock::moment::Timestamp;
use crate::notice::Notice;

/// A message to a player, as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct PastNotice {
    /// When it was written.
    pub at: Timestamp,
    /// How it was sent.
    pub channel: String,
    /// What became of it.
    pub state: String,
    /// What it said; `None` beyond the limit.
    pub notice: Option<Notice>,
}

impl Tx<'_> {
    /// Everything that is stored about a player, in sections of rows with named fields, for their own eyes.
    pub fn told_about(&self, player: i64) -> Stored<Vec<Section>> {
        let mut found = Vec::new();
        for (name, sql) in ABOUT_A_PLAYER {
            let mut statement = self.sql.prepare_cached(sql)?;
            let columns: Vec<String> = statement.column_names();
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

    /// The kept messages to a player, the latest first: at most so many, and the text of as many as fit into the given
    /// bytes.
    pub fn messages_to(&self, player: i64, most: u32, bytes: usize) -> Stored<Vec<PastNotice>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT at, channel, state, notice FROM outbox WHERE player = ?1 ORDER BY id DESC LIMIT ?2",
        )?;
        let mut rows = statement.query(params![player, most])?;
        let (mut found, mut left) = (Vec::new(), bytes);
        while let Some(row) = rows.next()? {
            let notice: String = row.get(3)?;
            left = left.saturating_sub(notice.len());
            let notice = (left > 0).then(|| serde_json::from_str(&notice)).transpose()?;
            found.push(PastNotice { at: row.get(0)?, channel: row.get(1)?, state: row.get(2)?, notice });
        }
        Ok(found)
    }
}

/// A heading, and rows of named values in their order.
pub type Section = (&'static str, Vec<Vec<(String, serde_json::Value)>>);

/// What a player is told of themselves. Where a column isn't plain, its name says after a colon what it is: a `time`,
/// `yes` or no, `json`, an `id` too long for a JSON number, a `minute` of the day, a fraction to the
/// `tenth`.
const ABOUT_A_PLAYER: [(&str, &str); 22] = [
    (
        "you",
        "SELECT name, created AS \"since:time\", zone AS \"time zone\", mail_offset AS \"minutes east of UTC in your last mail\",
         theme, CASE my_side WHEN 1 THEN 'your side at the bottom' ELSE 'White at the bottom' END AS board,
         CASE mode WHEN 'now' THEN 'at once' WHEN 'digest' THEN 'a digest a day' ELSE 'only reminders' END AS notices,
         CASE WHEN mode = 'digest' THEN digest_minute END AS \"digest at:minute\",
         reminders AS \"reminders, hours before your time runs out\", receipts AS \"receipts:yes\",
         confirm AS \"picked turns are asked about:yes\",
         public AS \"public:yes\", page_links AS \"links to pages:yes\",
         transport AS \"transport chosen\", last_transport AS \"transport last used\", away_until AS \"away until:time\",
         CAST(vacation_used AS DOUBLE PRECISION) / 86400 AS \"days of vacation taken:tenth\", nullif(vacation_year, 0) AS \"in the year\",
         suspended AS \"suspended:yes\" FROM players WHERE id = ?1",
    ),
    (
        "addresses",
        "SELECT address, nullif(used, 0) AS \"last used:time\", stopped AS \"stopped:time\",
         suspended AS \"held back because\" FROM addresses WHERE player = ?1",
    ),
    ("discord", "SELECT account AS \"user:id\" FROM discord_users WHERE player = ?1"),
    (
        "channels of your games",
        "SELECT channel AS \"channel:id\", sees AS \"seen by you:yes\", asked AS \"asked:time\" FROM sights
         JOIN discord_users ON discord_users.account = sights.account WHERE player = ?1",
    ),
    (
        "direct messages",
        "SELECT channel AS \"channel:id\", message AS \"read up to:id\" FROM heard
         JOIN discord_users ON discord_users.account = heard.account WHERE player = ?1",
    ),
    ("blocked", "SELECT name FROM blocks JOIN players ON players.id = blocked WHERE blocks.player = ?1"),
    (
        "ratings",
        "SELECT game, rating AS \"rating:tenth\", deviation AS \"deviation:tenth\", volatility, games,
         at AS \"changed:time\" FROM ratings WHERE player = ?1",
    ),
    (
        "ratings after each game",
        "SELECT game, games, rating AS \"rating:tenth\", number AS \"after game\", at AS \"changed:time\"
         FROM rating_history WHERE player = ?1",
    ),
    (
        "challenges",
        "SELECT number, state, game, variant, options AS \"options:json\", colour AS \"your colour\", rated AS \"rated:yes\",
         greeting, created AS \"made:time\", expires AS \"expires:time\" FROM challenges WHERE challenger = ?1",
    ),
    (
        "games",
        "SELECT number, game, variant, options AS \"options:json\", w.name AS white, b.name AS black, rated AS \"rated:yes\",
         listed AS \"listed:yes\", position, turn, started AS \"started:time\", ended AS \"ended:time\", winner, reason
         FROM games JOIN players w ON w.id = white JOIN players b ON b.id = black
         WHERE white = ?1 OR black = ?1 ORDER BY number",
    ),
    ("comments", "SELECT game, text, at AS \"written:time\" FROM comments WHERE player = ?1"),
    ("notes", "SELECT game, text, at AS \"written:time\" FROM notes WHERE player = ?1"),
    ("plans", "SELECT game, line AS \"their turn (null: any), yours, and so on:json\" FROM plans WHERE player = ?1"),
    (
        "asked of the house",
        "SELECT game, kind AS what, asked AS \"asked:time\" FROM house_work WHERE player = ?1 ORDER BY id",
    ),
    (
        "events",
        "SELECT event AS number, kind, game, entered AS \"entered:time\", entrants.state, place, timeouts, gone AS \"withdrew:time\"
         FROM entrants JOIN events ON number = event WHERE player = ?1 ORDER BY event",
    ),
    ("watching", "SELECT game FROM watchers WHERE player = ?1"),
    ("boards you had posted", "SELECT game, channel AS \"channel:id\" FROM spectacles
         WHERE account IN (SELECT account FROM discord_users WHERE player = ?1)"),
    (
        "challenges to you",
        "SELECT number, state, game, variant, name AS \"from\", challenges.created AS \"made:time\", expires AS \"expires:time\"
         FROM challenges JOIN players ON players.id = challenger
         WHERE to_player = ?1 OR to_address IN (SELECT id FROM addresses WHERE player = ?1)",
    ),
    (
        // What somebody else asked for from an address that may be yours is theirs until it is.
        "questions to you",
        "SELECT CASE WHEN kind LIKE '{\"Elsewhere\"%' THEN '\"something from an address that is not yours yet\"'
         ELSE kind END AS \"about:json\", game, asked AS \"asked:time\", expires AS \"expires:time\", state FROM questions
         WHERE player = ?1 OR address IN (SELECT id FROM addresses WHERE player = ?1)",
    ),
    ("link codes", "SELECT expires AS \"works until:time\" FROM link_codes WHERE player = ?1"),
    ("digests", "SELECT games AS \"games and their states:json\", at AS \"sent:time\" FROM digests WHERE player = ?1"),
    (
        "your mails",
        "SELECT at AS \"received:time\", peer AS \"from the network address\", envelope AS \"envelope:json\",
         length(raw) AS bytes,
         CASE WHEN sum(length(raw)) OVER (ORDER BY id DESC) <= 300000 THEN raw END AS mail
         FROM inbox WHERE id IN (SELECT mail FROM inbox_about WHERE what = 'by ' || ?1) ORDER BY id DESC LIMIT 1000",
    ),
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
        (ValueRef::Integer(minute), "minute") => format!("{}:{:02}", minute / 60, minute % 60).into(),
        (ValueRef::Integer(number), _) => number.into(),
        (ValueRef::Real(number), "tenth") => ((number * 10.0).round() / 10.0).into(),
        (ValueRef::Real(number), _) => number.into(),
        (ValueRef::Text(text) | ValueRef::Blob(text), "json") => {
            serde_json::from_slice(text).unwrap_or_else(|_| String::from_utf8_lossy(text).into_owned().into())
        }
        (ValueRef::Text(text) | ValueRef::Blob(text), _) => String::from_utf8_lossy(text).into_owned().into(),
    }
}
