//! Everything owed to somebody: written with what caused it, and looked at or replaced while it waits.

use rusqlite::types::ToSql;

use super::sql::{OptionalExtension, params, places};
use super::{Owed, Stored, Tx};
use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::told::people;
use crate::notice::{Destination, News, Notice};

/// The front end that delivers a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Email.
    Mail,
    /// Discord.
    Discord,
    /// The operator's console.
    Console,
}

/// A notice on its way into the outbox.
#[derive(Clone, Debug, PartialEq)]
pub struct OutboxRow {
    /// To which player, if it is one.
    pub player: Option<i64>,
    /// Whether a later board of the same game may take its place.
    pub board: bool,
    /// The request that it answers in place: the front end delivers it at once, the outbox if it dies.
    pub request: Option<String>,
    /// Whether nothing of it stays once it is settled.
    pub fleeting: bool,
    /// Until when it is held back, for what may soon be said along with it; 0 for not at all.
    pub held: Timestamp,
    /// What to deliver.
    pub notice: Notice,
}

impl Channel {
    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Channel::Mail => "mail",
            Channel::Discord => "discord",
            Channel::Console => "console",
        }
    }
}

impl Destination {
    /// Which front end delivers there.
    pub const fn channel(&self) -> Channel {
        match self {
            Destination::Email(_) => Channel::Mail,
            Destination::DiscordUser(_) | Destination::DiscordPlace { .. } => Channel::Discord,
            Destination::Console(_) => Channel::Console,
        }
    }

    /// Whether it is the same line as another, whoever is mentioned.
    pub fn is_same_line(&self, other: &Destination) -> bool {
        self.channel() == other.channel() && self.recipient() == other.recipient()
    }

    /// The line in which order is kept.
    pub fn recipient(&self) -> String {
        match self {
            Destination::Email(address) => address.clone(),
            Destination::DiscordUser(user) => format!("user {user}"),
            Destination::DiscordPlace { channel, .. } => format!("place {channel}"),
            Destination::Console(name) => name.to_lowercase(),
        }
    }
}

impl Tx<'_> {
    /// Makes sure that until this transaction ends nobody else puts anything into the outbox for these recipients: the
    /// order of ids is then the order in which they are to be told. Whoever inserts for several recipients names all of
    /// them at once, so that no two wait for each other.
    pub fn lock_recipients<'n>(&self, to: impl Iterator<Item = &'n Destination>) -> Stored<()> {
        self.sql.lock_names(to.map(|to| format!("to {} {}", to.channel().word(), to.recipient())))
    }

    /// Puts notices into the outbox in this order; their recipients are locked. What is answered in place is leased to the
    /// holder, the front end, until a time, and given back as it is owed.
    pub fn insert_notices(&self, rows: Vec<OutboxRow>, at: Timestamp, lease: (&str, Timestamp)) -> Stored<Vec<Owed>> {
        let mut ids: Vec<i64> = Vec::new();
        for rows in rows.chunks(TOGETHER) {
            let mut values: Vec<Box<dyn ToSql>> = Vec::new();
            for OutboxRow { player, board, request, fleeting, held, notice } in rows {
                self.wakes(notice.to.channel().wakes());
                let (holder, until) = request.as_ref().map(|_| lease).unzip();
                values.extend([
                    Box::new(notice.to.channel().word()) as Box<dyn ToSql>,
                    Box::new(notice.to.recipient()),
                    Box::new(*player),
                    Box::new(notice.game.as_ref().map(|game| game.number)),
                    Box::new(*board),
                    Box::new(serde_json::to_string(notice)?),
                    Box::new(request.clone()),
                    Box::new(at),
                    Box::new(self.shared(until.unwrap_or(0))),
                    Box::new(*fleeting),
                    Box::new(holder.map(str::to_owned)),
                    Box::new(self.shared(*held)),
                ]);
            }
            let text = format!(
                "INSERT INTO outbox (channel, recipient, player, game, board, notice, request, at, leased, fleeting, holder,
                 not_before) VALUES {} RETURNING id",
                places(1, rows.len(), values.len() / rows.len())
            );
            let values: Vec<&dyn ToSql> = values.iter().map(AsRef::as_ref).collect();
            let mut statement = self.sql.prepare_cached(&text)?;
            let inserted = statement.query_map(&values[..], |row| row.get::<_, i64>(0))?;
            ids.extend(inserted.collect::<Stored<Vec<i64>>>()?);
        }
        // Ids follow the order of the rows, whatever order they are given back in.
        ids.sort_unstable();
        let answers = rows.into_iter().zip(ids).filter(|(row, _)| row.request.is_some());
        Ok(answers.map(|(row, id)| Owed { id, notice: row.notice, attempt: 0, rendered: None }).collect())
    }

    /// Marks the boards of a game that are still owed to these recipients, and that nobody has begun to deliver, as replaced
    /// by later ones. Returns them, the latest first.
    pub fn supersede_boards(&self, game: GameNumber, to: &[&Destination], at: Timestamp) -> Stored<Vec<Notice>> {
        let mut found = Vec::new();
        for to in to.chunks(TOGETHER) {
            let mut values: Vec<Box<dyn ToSql>> = vec![Box::new(game), Box::new(at)];
            for to in to {
                values.extend([Box::new(to.channel().word()) as Box<dyn ToSql>, Box::new(to.recipient())]);
            }
            let text = format!(
                "UPDATE outbox SET state = 'superseded', settled = ?2, rendered = NULL, envelope = NULL
                 WHERE state = 'owed' AND game = ?1 AND board = 1 AND attempts = 0 AND leased = 0
                 AND (channel, recipient) IN (VALUES {})
                 RETURNING id, notice, fleeting",
                places(3, to.len(), 2)
            );
            let values: Vec<&dyn ToSql> = values.iter().map(AsRef::as_ref).collect();
            let mut statement = self.sql.prepare_cached(&text)?;
            let rows = statement.query_map(&values[..], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            let rows: Vec<(i64, String, bool)> = rows.collect::<Result<_, _>>()?;
            for (id, text, fleeting) in rows {
                found.push((id, serde_json::from_str(&text)?));
                // As in `blank`, which looks again: hardly any board is either.
                if fleeting || text.contains(r#""secret":"Once""#) {
                    self.blank(id)?;
                }
            }
        }
        found.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
        Ok(found.into_iter().map(|(_, notice)| notice).collect())
    }

    /// Whether a board of a game is on its way to somebody.
    pub fn owes_board(&self, to: &Destination, game: GameNumber) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM outbox WHERE state = 'owed' AND channel = ?1 AND recipient = ?2 AND game = ?3
             AND board = 1)",
        )?;
        statement.query_row(params![to.channel().word(), to.recipient(), game], |row| row.get(0))
    }

    /// What is owed to anybody about a game or challenge and isn't being delivered right now.
    pub fn unsent_of_game(&self, game: GameNumber, now: Timestamp) -> Stored<Vec<(i64, Notice)>> {
        let mut statement = self.sql.prepare_to_change(
            "SELECT id, notice FROM outbox WHERE state = 'owed' AND game = ?1 AND leased <= ?2 ORDER BY id",
        )?;
        let mut rows = statement.query(params![game, self.shared(now)])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let notice: String = row.get(1)?;
            found.push((row.get(0)?, serde_json::from_str(&notice)?));
        }
        Ok(found)
    }

    /// Marks a notice as replaced by a later one, or as no longer to be sent, if it is still owed.
    pub fn supersede(&self, id: i64, at: Timestamp) -> Stored<()> {
        self.sql
            .prepare_cached(
                "UPDATE outbox SET state = 'superseded', settled = ?2, rendered = NULL, envelope = NULL
                 WHERE id = ?1 AND state = 'owed'",
            )?
            .execute(params![id, at])?;
        self.blank(id)
    }

    /// A notice in whatever state, and whose it is.
    pub fn notice(&self, id: i64) -> Stored<Option<(Option<i64>, Notice)>> {
        let mut statement = self.sql.prepare_cached("SELECT player, notice FROM outbox WHERE id = ?1")?;
        let found: Option<(Option<i64>, String)> =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        found.map(|(player, text)| Ok((player, serde_json::from_str(&text)?))).transpose()
    }

    /// What a player was mailed last, or will be.
    pub fn last_mail_to(&self, player: i64) -> Stored<Option<Notice>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT notice FROM outbox WHERE player = ?1 AND channel = 'mail' AND state <> 'superseded'
             ORDER BY id DESC LIMIT 1",
        )?;
        let found: Option<String> = statement.query_row([player], |row| row.get(0)).optional()?;
        found.map(|text| Ok(serde_json::from_str(&text)?)).transpose()
    }

    /// A notice in whatever state, unless it is larger than so many bytes, if the address of that id is this one.
    pub fn small_notice(&self, id: i64, largest: u32, address: i64, mailbox: &Mailbox) -> Stored<Option<Notice>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT notice FROM outbox WHERE id = ?1 AND octet_length(notice) <= ?2
             AND EXISTS (SELECT 1 FROM addresses WHERE id = ?3 AND address = ?4)",
        )?;
        let values = params![id, largest, address, mailbox.to_string()];
        let found: Option<String> = statement.query_row(values, |row| row.get(0)).optional()?;
        found.map(|text| Ok(serde_json::from_str(&text)?)).transpose()
    }

    /// The address that a mail was sent to, unless that was before a time.
    pub fn sent_to(&self, id: i64, since: Timestamp) -> Stored<Option<String>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT recipient FROM outbox WHERE id = ?1 AND channel = 'mail' AND state = 'sent' AND settled >= ?2",
        )?;
        statement.query_row(params![id, since], |row| row.get(0)).optional()
    }

    /// Whether nothing of a notice is to stay once it is settled.
    pub fn is_fleeting(&self, id: i64) -> Stored<bool> {
        let mut statement = self.sql.prepare_cached("SELECT fleeting FROM outbox WHERE id = ?1")?;
        Ok(statement.query_row([id], |row| row.get(0)).optional()?.unwrap_or(false))
    }

    /// What is still owed to a recipient and not being delivered now.
    pub fn owed_to(&self, to: &Destination, now: Timestamp) -> Stored<Vec<i64>> {
        let mut statement = self.sql.prepare_cached(
            "SELECT id FROM outbox WHERE state = 'owed' AND channel = ?1 AND recipient = ?2 AND leased <= ?3 ORDER BY id",
        )?;
        let values = params![to.channel().word(), to.recipient(), self.shared(now)];
        let ids = statement.query_map(values, |row| row.get(0))?;
        ids.collect::<Result<_, _>>()
    }

    /// Drops what is still owed to a recipient.
    pub fn drop_owed(&self, to: &Destination, now: Timestamp) -> Stored<()> {
        let mut statement = self.sql.prepare_cached(
            "UPDATE outbox SET state = 'failed', why = 'stopped', settled = ?3, rendered = NULL, envelope = NULL
             WHERE state = 'owed' AND channel = ?1 AND recipient = ?2 RETURNING id",
        )?;
        let ids = statement.query_map(params![to.channel().word(), to.recipient(), now], |row| row.get(0))?;
        let ids: Vec<i64> = ids.collect::<Result<_, _>>()?;
        ids.into_iter().try_for_each(|id| self.blank(id))
    }

    /// Empties a notice whose text is only for its reader, once it won't be delivered any more, and deletes one of which
    /// nothing may remain.
    pub fn blank(&self, id: i64) -> Stored<()> {
        // Most notices are neither: one look at the row must do, without reading the notice. The quotes of the mark are
        // escaped in anybody's words.
        let mut statement = self.sql.prepare_either(
            r#"SELECT fleeting = 1 AND settled IS NOT NULL,
               CASE WHEN state IN ('sent', 'failed', 'superseded') AND instr(notice, '"secret":"Once"') THEN notice END
             FROM outbox WHERE id = ?1"#,
            r#"SELECT fleeting = 1 AND settled IS NOT NULL,
               CASE WHEN state IN ('sent', 'failed', 'superseded') AND strpos(notice, '"secret":"Once"') > 0 THEN notice END
             FROM outbox WHERE id = ?1"#,
        )?;
        let found: Option<(bool, Option<String>)> =
            statement.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let text = match found {
            Some((true, _)) => {
                self.sql.prepare_cached("DELETE FROM outbox WHERE id = ?1")?.execute([id])?;
                return self.note_leftovers();
            }
            Some((false, Some(text))) => text,
            Some((false, None)) | None => return Ok(()),
        };
        let mut notice: Notice = serde_json::from_str(&text)?;
        if let News::Told { what } = &mut notice.news {
            *what = people::Told::ShownOnce.into();
        }
        self.sql
            .prepare_cached("UPDATE outbox SET notice = ?2 WHERE id = ?1")?
            .execute(params![id, serde_json::to_string(&notice)?])?;
        Ok(())
    }
}

/// How many rows one statement inserts or names at most.
const TOGETHER: usize = 16;
