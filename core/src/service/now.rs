//! What every use case works with: the transaction, the time, the settings and keys; and what follows from these about
//! a player.

use std::cell::RefCell;

use crate::clock::moment;
use crate::clock::moment::Timestamp;
use crate::command::Transport;
use crate::notice::{Destination, Taste};
use crate::service::random::Randomness;
use crate::service::{DAY, Service, ServiceError, Settings};
use crate::store::{AddressRow, Player, Reach, Tx};
use crate::token::{Subject, Token, TokenKey};

/// The surroundings of one request or one tick.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    pub tx: &'a Tx<'a>,
    pub settings: &'a Settings,
    pub key: &'a TokenKey,
    pub at: Timestamp,
    pub random: &'a RefCell<Randomness>,
}

impl Service {
    /// Does something in a transaction in which nothing is left to chance.
    pub(super) fn without_chance<T>(&self, tx: &Tx<'_>, at: Timestamp, work: impl FnOnce(Now<'_>) -> T) -> T {
        let random = RefCell::new(Randomness::fixed(0));
        work(Now { tx, settings: &self.settings, key: &self.key, at, random: &random })
    }

    /// Reads something, with nothing left to chance.
    pub(super) fn reading<T>(&self, read: impl Fn(Now<'_>) -> Result<T, ServiceError>) -> Result<T, ServiceError> {
        self.store().read(|tx| self.without_chance(tx, 0, &read))
    }
}

impl Now<'_> {
    /// The next random number.
    pub fn chance(&self) -> u64 {
        self.random.borrow_mut().draw()
    }

    /// The player a row refers to.
    pub fn player(&self, id: i64) -> Result<Player, ServiceError> {
        Ok(self.tx.known_player(id)?)
    }

    /// How a player wants things displayed.
    pub fn taste(&self, player: Option<&Player>, offset: Option<i16>) -> Taste {
        let offset = player.and_then(|p| p.mail_offset).or(offset);
        let zone = player.and_then(|p| p.zone.clone()).or_else(|| offset.map(moment::offset_name));
        Taste {
            theme: player.and_then(|p| p.theme.clone()).unwrap_or_else(|| self.settings.theme.clone()),
            zone: zone.unwrap_or_else(|| "UTC".to_owned()),
            my_side: player.is_none_or(|p| p.my_side),
        }
    }

    /// Where to reach a player now; none if they stopped all mail and have nothing else.
    pub fn destination(&self, player: &Player) -> Result<Option<(Destination, Option<AddressRow>)>, ServiceError> {
        Ok(reached(player, &self.tx.reach_of(player.id)?))
    }

    /// A secret for an address, dated today.
    pub fn secret(&self, address: i64, subject: Subject) -> String {
        self.key.sign(Token { address, subject, issued: Some(self.at.div_euclid(DAY)) })
    }

    /// Whether a player is reached in Discord rather than by mail.
    pub fn is_in_discord(&self, player: &Player) -> Result<bool, ServiceError> {
        Ok(!wants_mail(player) && self.tx.discord_of(player.id)?.is_some())
    }
}

/// Where a player is reached, who has these ways; none if they stopped all mail and have nothing else.
pub(super) fn reached(player: &Player, ways: &Reach) -> Option<(Destination, Option<AddressRow>)> {
    if player.forgotten || player.house.is_some() || player.guest.is_some() {
        return None;
    }
    let mail = ways.addresses.iter().find(|a| !a.stopped && a.suspended.is_none()).cloned();
    let wants_mail = player.transport.or(player.last_transport) != Some(Transport::Discord);
    match (ways.discord, mail) {
        (Some(user), None) => Some((Destination::DiscordUser(user), None)),
        (Some(user), Some(_)) if !wants_mail => Some((Destination::DiscordUser(user), None)),
        (_, Some(address)) => Some((Destination::Email(address.address.clone()), Some(address))),
        (None, None) if ways.addresses.is_empty() => Some((Destination::Console(player.name.clone()), None)),
        (None, None) => None,
    }
}

/// Whether a player is reached by mail even if they are in Discord.
pub(super) fn wants_mail(player: &Player) -> bool {
    player.transport.or(player.last_transport) == Some(Transport::Mail)
}
