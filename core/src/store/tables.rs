//! The people at a table, read at once: players with the ways to reach them, and what else a game's news depend on.

use super::identities::AddressRow;
use super::players::{Player, read_player};
use super::sql::{OptionalExtension, Row, params};
use super::upkeep::{Place, read_place};
use super::{StoreError, Stored, Tx};
use crate::address::Mailbox;
use crate::game::{Game, GameNumber};

/// The ways to reach a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Their Discord account.
    pub discord: Option<u64>,
    /// Their addresses, the one last used first.
    pub addresses: Vec<AddressRow>,
}

/// A player and the ways to reach them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who.
    pub player: Player,
    /// How.
    pub reach: Reach,
}

/// What there is around a game's board. Where it says that there is something, that may have gone by now; but what it says
/// there isn't, there isn't until this transaction makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Where the game lives in Discord.
    pub place: Option<Place>,
    /// Whether anybody watches.
    pub watched: bool,
    /// Whether anybody has plans.
    pub planned: bool,
    /// Whether anything was said that its reader wasn't told.
    pub commented: bool,
}

/// Who sits at a table, and what is around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Everybody who was asked for, in no order.
    pub people: Vec<Person>,
    /// Around the game's board, if one was named.
    pub around: Around,
}

impl Table {
    /// Whoever has that address.
    pub fn at(&self, mailbox: &Mailbox) -> Option<(&Person, &AddressRow)> {
        let address = mailbox.to_string();
        self.people
            .iter()
            .find_map(|person| Some((person, person.reach.addresses.iter().find(|a| a.address == address)?)))
    }

    /// The person with that id.
    pub fn person(&self, id: i64) -> Stored<&Person> {
        let found = self.people.iter().find(|person| person.player.id == id);
        found.ok_or_else(|| StoreError::Nonsense(format!("player {id} is missing")))
    }
}

impl Tx<'_> {
    /// Whoever has an address, if it is a player's, and the game they write about with its players. Until this transaction
    /// ends nobody else changes that player or that game.
    pub fn sender(&self, mailbox: &Mailbox, game: Option<GameNumber>) -> Stored<(Table, Option<Game>)> {
        let locked = self.lock_sender(mailbox)?;
        // The game's row is locked as it is read.
        let row = game.map(|number| self.game(number)).transpose()?.flatten();
        let players = row.as_ref().map(|row| (row.number, row.players));
        let table = self.table(players, Some(mailbox))?;
        let owner = table.at(mailbox).map(|(person, _)| person.player.id);
        match owner.filter(|_| self.sql.is_postgres() && owner != locked) {
            None => Ok((table, row)),
            // It became somebody else's while we waited.
            Some(owner) => {
                self.player_to_change(owner)?;
                Ok((self.table(players, Some(mailbox))?, row))
            }
        }
    }

    /// The lock comes first, and what it protects is read by a later statement: one that waits for a lock sees all but the
    /// locked row as it was before.
    fn lock_sender(&self, mailbox: &Mailbox) -> Stored<Option<i64>> {
        if !self.sql.is_postgres() {
            return Ok(None);
        }
        let mut statement = self.sql.prepare_cached(
            "SELECT players.id FROM players JOIN addresses ON addresses.player = players.id
             WHERE addresses.address = ?1 FOR NO KEY UPDATE OF players",
        )?;
        statement.query_row([mailbox.to_string()], |row| row.get(0)).optional()
    }

    /// The two players of a game, and whoever has an address, if it is a player's.
    pub fn table(&self, game: Option<(GameNumber, [i64; 2])>, mailbox: Option<&Mailbox>) -> Stored<Table> {
        let mut statement = self.sql.prepare_cached(
            "SELECT players.*, d.account, a.id AS address_id, a.address, a.stopped AS address_stopped,
               a.suspended AS address_suspended, a.counted, a.answered, a.bounces,
               places.channel, places.parent, places.message,
               EXISTS (SELECT 1 FROM watchers WHERE game = ?1) AS watched,
               EXISTS (SELECT 1 FROM plans WHERE game = ?1) AS planned,
               EXISTS (SELECT 1 FROM comments WHERE game = ?1 AND told = 0) AS commented
             FROM players LEFT JOIN discord_users AS d ON d.player = players.id
             LEFT JOIN addresses AS a ON a.player = players.id LEFT JOIN places ON places.number = ?1
             WHERE players.id IN (?2, ?3, (SELECT player FROM addresses WHERE address = ?4))
             ORDER BY players.id, a.used DESC, a.id",
        )?;
        let (number, [white, black]) = match game {
            Some((number, players)) => (Some(number), players.map(Some)),
            None => (None, [None, None]),
        };
        let mut rows = statement.query(params![number, white, black, mailbox.map(ToString::to_string)])?;
        let mut table = Table::default();
        while let Some(row) = rows.next()? {
            let id: i64 = row.get("id")?;
            if table.people.last().is_none_or(|person| person.player.id != id) {
                let reach = Reach { discord: discord(row)?, addresses: Vec::new() };
                table.people.push(Person { player: read_player(row)?, reach });
                table.around = read_around(row)?;
            }
            if let Some(person) = table.people.last_mut() {
                person.reach.addresses.extend(read_way(row, id)?);
            }
        }
        Ok(table)
    }

    /// The ways to reach a player.
    pub fn reach_of(&self, player: i64) -> Stored<Reach> {
        let mut statement = self.sql.prepare_cached(
            "SELECT d.account, a.id AS address_id, a.address, a.stopped AS address_stopped,
               a.suspended AS address_suspended, a.counted, a.answered, a.bounces
             FROM players LEFT JOIN discord_users AS d ON d.player = players.id
             LEFT JOIN addresses AS a ON a.player = players.id WHERE players.id = ?1 ORDER BY a.used DESC, a.id",
        )?;
        let mut rows = statement.query([player])?;
        let mut ways = Reach::default();
        while let Some(row) = rows.next()? {
            ways.discord = discord(row)?;
            ways.addresses.extend(read_way(row, player)?);
        }
        Ok(ways)
    }
}

fn discord(row: Row<'_>) -> Stored<Option<u64>> {
    Ok(row.get::<_, Option<i64>>("account")?.map(i64::cast_unsigned))
}

fn read_around(row: Row<'_>) -> Stored<Around> {
    let lives = row.get::<_, Option<i64>>("channel")?.is_some();
    Ok(Around {
        place: if lives { Some(read_place(row)?) } else { None },
        watched: row.get("watched")?,
        planned: row.get("planned")?,
        commented: row.get("commented")?,
    })
}

/// An address beside its player.
fn read_way(row: Row<'_>, player: i64) -> Stored<Option<AddressRow>> {
    let Some(id) = row.get("address_id")? else { return Ok(None) };
    Ok(Some(AddressRow {
        id,
        address: row.get("address")?,
        player: Some(player),
        stopped: row.get::<_, Option<i64>>("address_stopped")?.is_some(),
        suspended: row.get("address_suspended")?,
        counted: row.get::<_, Option<String>>("counted")?.unwrap_or_default(),
        answered: row.get::<_, Option<i64>>("answered")?.is_some(),
        bounces: row.get("bounces")?,
    }))
}
