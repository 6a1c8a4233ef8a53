//! Whether a player sees the boards of a game in its place in Discord.

use crate::game::GameNumber;
use crate::rules::Side;
use crate::service::ServiceError;
use crate::service::now::{Now, wants_mail};
use crate::service::seated::Seated;
use crate::store::{Place, Player};

/// Where a player sees the boards of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// In its place in Discord.
    InPlace {
        channel: u64,
        /// Who is mentioned there.
        user: u64,
    },
    /// Where they are reached, by direct message or mail.
    Elsewhere,
}

/// Where a player sees the boards of a game.
pub(super) fn seat(now: Now<'_>, number: GameNumber, player: &Player) -> Result<Seat, ServiceError> {
    let Some(place) = now.tx.place(number)? else { return Ok(Seat::Elsewhere) };
    seen(now, Some(place), player, now.tx.discord_of(player.id)?)
}

/// Where one side of a game sees its boards.
pub(super) fn seat_of(now: Now<'_>, game: &Seated, side: Side) -> Result<Seat, ServiceError> {
    seen(now, game.around.place, game.at(side), game.reach[side as usize].discord)
}

fn seen(now: Now<'_>, place: Option<Place>, player: &Player, user: Option<u64>) -> Result<Seat, ServiceError> {
    let (Some(place), Some(user)) = (place, user) else { return Ok(Seat::Elsewhere) };
    if player.forgotten || wants_mail(player) {
        return Ok(Seat::Elsewhere);
    }
    let sees = now.tx.sight(home(place), user)?.is_none_or(|sight| sight.sees);
    Ok(if sees { Seat::InPlace { channel: place.channel, user } } else { Seat::Elsewhere })
}

/// The channel whose onlookers see a place: a thread is seen by whoever sees its channel.
pub(super) fn home(place: Place) -> u64 {
    place.parent.unwrap_or(place.channel)
}

impl Seat {
    /// Whether it is in the game's place.
    pub const fn is_in_place(self) -> bool {
        matches!(self, Seat::InPlace { .. })
    }

    /// Who is mentioned in the game's place.
    pub const fn mention(self) -> Option<u64> {
        match self {
            Seat::InPlace { user, .. } => Some(user),
            Seat::Elsewhere => None,
        }
    }
}
