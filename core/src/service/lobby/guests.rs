//! Guests: whoever opens our pages may begin a game with the house, without a name, an address or an account.

use std::cell::RefCell;

use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::command::{NewGame, Opponent};
use crate::rules::GameKind;
use crate::service::lobby::challenge;
use crate::service::now::Now;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{About, Requester, Via};
use crate::service::{HOUR, Randomness, Service, ServiceError};
use crate::store::Happening;
use crate::text::house::guest;
use crate::token::PageSecret;

/// Guests who are let in within an hour, wherever they come from: the house has other guests, too.
const AN_HOUR: u32 = 120;

/// Why a guest isn't let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotNow {
    /// The house doesn't play.
    NoHouse,
    /// So many came within the last hour.
    TooMany,
}

impl Service {
    /// Whether the computer plays.
    pub fn house_plays(&self) -> bool {
        self.settings.house
    }

    /// Lets a new guest begin a game with the house at a level: gives the secret of the guest's page. There is no clock;
    /// a guest who stays away for long is forgotten, with the game.
    pub fn guest_begins(
        &self,
        game: GameKind,
        level: u8,
        at: Timestamp,
        randomness: Randomness,
    ) -> Result<Result<String, NotNow>, ServiceError> {
        if !self.settings.house {
            return Ok(Err(NotNow::NoHouse));
        }
        self.store().write(|tx| {
            let random = RefCell::new(randomness.clone());
            let now = Now { tx, settings: &self.settings, key: &self.key, at, random: &random };
            if !tx.allow(&Happening::GuestCame, at, AN_HOUR, HOUR)? {
                return Ok(Err(NotNow::TooMany));
            }
            let player = tx.insert_guest(&free_name(now)?, at)?;
            let mut who = Requester::plain(Via::Page, now.player(player)?, About::Nothing);
            let new = NewGame {
                game: game.name().to_owned(),
                variant: None,
                opponent: Opponent::House(Some(level)),
                colour: None,
                clock: Some(ClockRule::None),
                rated: Some(false),
                options: Vec::new(),
            };
            Outgoing::gather(now, |out| challenge::new_game(now, out, &mut who, &new))?;
            let begun = tx.running_games(player)?.pop();
            let secret = begun.map(|game| self.key.sign_page(PageSecret { player, game: game.number }));
            Ok(secret.ok_or(NotNow::NoHouse))
        })
    }
}

/// A name for somebody who gave none.
fn free_name(now: Now<'_>) -> Result<String, ServiceError> {
    loop {
        let name = guest(1000 + now.chance() % 9_999_000);
        if !now.tx.name_taken(&name, None)? {
            return Ok(name);
        }
    }
}
