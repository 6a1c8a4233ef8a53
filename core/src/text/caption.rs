//! What stands above and below the board of a picture: who plays, whose turn it is, how long it may take.

use super::times;
use crate::clock::moment::{self, Timestamp};
use crate::notice::told::views;
use crate::notice::{Destination, GameHeading, News, Notice, Told};
use crate::rules::Side;
use crate::scene::Scene;

/// What the caption says. All texts may come from players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    /// White's strip.
    pub white: Seat,
    /// Black's strip.
    pub black: Seat,
}

/// One player's strip.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The player's name.
    pub name: String,
    /// A few words at the other end of the strip: until when, or how the game ended.
    pub remark: String,
}

impl Caption {
    /// That side's strip.
    pub fn seat(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    fn remark(mut self, side: Side, remark: impl Into<String>) -> Caption {
        let seat = if side == Side::White { &mut self.white } else { &mut self.black };
        seat.remark = remark.into();
        self
    }
}

/// The caption of a notice's board. Mail ages, so it names the day; in Discord it is the time left when it was posted.
pub fn of(notice: &Notice, scene: &Scene) -> Option<Caption> {
    let caption = names(notice.game.as_ref()?)?;
    if let News::Result(news) = &notice.news {
        let verdict = |side: Side| match news.winner.as_deref() {
            _ if news.aborted => "",
            None => "draw",
            Some(winner) if winner == side.word() => "won",
            Some(_) => "lost",
        };
        return Some(Side::BOTH.into_iter().fold(caption, |caption, side| caption.remark(side, verdict(side))));
    }
    Some(match (scene.to_move, deadline(notice)) {
        (Some(side), Some(at)) => caption.remark(side, until(notice, at)),
        _ => caption,
    })
}

/// The caption of a game that somebody looks at in Discord.
pub fn at_a_glance(game: &GameHeading, scene: &Scene, deadline: Option<Timestamp>, now: Timestamp) -> Option<Caption> {
    let caption = names(game)?;
    Some(match (scene.to_move, deadline) {
        (Some(side), Some(at)) => caption.remark(side, left(at - now)),
        _ => caption,
    })
}

/// None while a player is missing.
fn names(game: &GameHeading) -> Option<Caption> {
    let seat = |name: &Option<String>| Some(Seat { name: name.clone()?, remark: String::new() });
    Some(Caption { white: seat(&game.white)?, black: seat(&game.black)? })
}

/// Until when the player to move has time, if the notice tells.
fn deadline(notice: &Notice) -> Option<Timestamp> {
    match &notice.news {
        News::YourTurn(news) | News::Receipt(news) | News::Watched(news) => news.deadline,
        News::Refused { deadline, .. } | News::Stale { deadline, .. } => *deadline,
        News::Reminder { deadline, .. } => Some(*deadline),
        News::Told { what: Told::Views(views::Told::Standing(standing)) } => match standing.now {
            views::Now::ToMove { deadline, .. } => deadline,
            _ => None,
        },
        _ => None,
    }
}

fn until(notice: &Notice, at: Timestamp) -> String {
    match notice.to {
        Destination::DiscordUser(_) | Destination::DiscordPlace { .. } => left(at - notice.at),
        Destination::Email(_) | Destination::Console(_) => {
            let zone = moment::zone(&notice.taste.zone).unwrap_or(jiff::tz::TimeZone::UTC);
            format!("by {}", times::absolute(at, notice.at, &zone))
        }
    }
}

fn left(seconds: i64) -> String {
    format!("{} left", times::roughly(seconds))
}
