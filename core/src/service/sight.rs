//! Where each player of a game sees its boards: in its place in Discord, or wherever else they are reached.
//!
//! That somebody plays in Discord doesn't mean that they see the game's channel. Whether they do is a fact that the bot
//! asks Discord for and stores here; until it has, a player counts as present.

use crate::clock::moment::Timestamp;
use crate::game::GameNumber;
use crate::notice::News;
use crate::rules::Side;
use crate::service::now::Now;
use crate::service::playing::board;
use crate::service::post::outgoing::Outgoing;
use crate::service::seat::{Seat, home, seat};
use crate::service::seated::Seated;
use crate::service::{Service, ServiceError};
use crate::store::{Door, Heard, Sight};

/// Somebody who plays a game in Discord, and whether they see its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onlooker {
    /// The user.
    pub user: u64,
    /// The channel of the game; a thread is seen by whoever sees its channel.
    pub channel: u64,
    /// What Discord said, if it was asked.
    pub sight: Option<Sight>,
}

impl Service {
    /// The players of a game who are in Discord, while it has a place there.
    pub fn onlookers(&self, number: GameNumber) -> Result<Vec<Onlooker>, ServiceError> {
        self.store().read(|tx| {
            let (Some(place), Some(game)) = (tx.place(number)?, tx.game(number)?) else { return Ok(Vec::new()) };
            let channel = home(place);
            let mut found = Vec::new();
            for player in game.players {
                if let Some(user) = tx.discord_of(player)? {
                    found.push(Onlooker { user, channel, sight: tx.sight(channel, user)? });
                }
            }
            Ok(found)
        })
    }

    /// Stores whether a player sees the place of their game. Whoever turns out not to gets the board at once.
    pub fn set_sight(&self, number: GameNumber, user: u64, sees: bool, at: Timestamp) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            self.without_chance(tx, at, |now| {
                let Some(place) = tx.place(number)? else { return Ok(()) };
                let channel = home(place);
                let before = tx.sight(channel, user)?;
                tx.set_sight(channel, user, Sight { sees, asked: at })?;
                if sees || before.is_some_and(|before| !before.sees) {
                    return Ok(());
                }
                Outgoing::gather(now, |out| tell_of_every_game(now, out, channel, user))
            })
        })
    }

    /// Whether the bot may write in the place of a game.
    pub fn door(&self, number: GameNumber) -> Result<Door, ServiceError> {
        Ok(self.store().read(|tx| tx.door(number))?)
    }

    /// Stores whether the bot may write in the place of a game.
    pub fn set_door(&self, number: GameNumber, door: Door, at: Timestamp) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.set_door(number, door, at))?)
    }

    /// Whether a Discord user sees the boards of a game in its place.
    pub fn sees_place(&self, number: GameNumber, user: u64) -> Result<bool, ServiceError> {
        self.store().read(|tx| {
            let Some(place) = tx.place(number)? else { return Ok(false) };
            Ok(tx.door(number)? == Door::Open && tx.sight(home(place), user)?.is_none_or(|sight| sight.sees))
        })
    }

    /// The channels where running games are played, with the last message handled in each; at most so many.
    pub fn hearing(&self, most: u32) -> Result<Vec<Heard>, ServiceError> {
        Ok(self.store().read(|tx| tx.hearing(most))?)
    }

    /// Begins to remember what was handled in somebody's direct messages.
    pub fn begin_hearing(&self, heard: Heard) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.begin_hearing(heard))?)
    }

    /// Notes the last messages handled: channel and message.
    pub fn heard(&self, messages: &[(u64, u64)]) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| messages.iter().try_for_each(|&(channel, message)| tx.heard(channel, message)))?)
    }
}

/// Tells a player of the games in a channel that they don't see, unless a board is on its way already.
fn tell_of_every_game(now: Now<'_>, out: &mut Outgoing<'_>, channel: u64, user: u64) -> Result<(), ServiceError> {
    let Some(player) = now.tx.discord_player(user)? else { return Ok(()) };
    for row in now.tx.running_games(player)? {
        let here = now.tx.place(row.number)?.is_some_and(|place| home(place) == channel);
        let Some(side) = row.side_of(player).filter(|_| here) else { continue };
        let mut game = Seated::of(now.tx, row)?;
        tell(now, out, &mut game, side)?;
    }
    Ok(())
}

fn tell(now: Now<'_>, out: &mut Outgoing<'_>, game: &mut Seated, side: Side) -> Result<(), ServiceError> {
    let player = game.at(side).clone();
    let Some((to, _)) = now.destination(&player)? else { return Ok(()) };
    // Whoever plays by mail never looked there.
    let looked = now.is_in_discord(&player)?;
    if !looked || now.tx.owes_board(&to, game.row.number)? || seat(now, game.row.number, &player)? != Seat::Elsewhere {
        return Ok(());
    }
    // The last turn is news to them: nobody told them where they are.
    let told = &mut game.row.told[side as usize];
    *told = (*told).min((game.row.revision - 1).max(0));
    let news = board::turn_news(now, game, side, None)?;
    let topic = board::topic(now, game, side, &news)?;
    let news = if game.row.to_move == Some(side) { News::YourTurn(news) } else { News::Receipt(news) };
    out.tell(&player, topic, news)?;
    Ok(now.tx.update_game(&game.row)?)
}
