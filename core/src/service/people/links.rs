//! One player, several ways in: addresses and a Discord account joined by a code shown at one end and typed
//! at the other.

use crate::command::Command;
use crate::notice::told::people::{Told, Why};
use crate::notice::{News, Secret};
use crate::service::incoming::requester::{Requester, Via};
use crate::service::post::outgoing::Topic;
use crate::service::post::work::Work;
use crate::service::{HOUR, ServiceError};
use crate::store::Player;

impl Work<'_> {
    /// `link` shows a code; `link CODE` at the other end joins.
    pub fn link(&mut self, who: &mut Requester, code: Option<&str>) -> Result<(), ServiceError> {
        let Some(code) = code else {
            let me = self.need_player(who)?;
            // Whoever joined yesterday brings nobody else along.
            if self.too_fresh(who)? {
                return Ok(());
            }
            let code = self.link_code();
            let id = self.tx.put_link_code(&code, me.id, None, self.at + HOUR)?;
            let topic = Topic { secret: Some(Secret::Code(id)), ..Topic::default() };
            let what = Told::LinkCode { name: me.name, code: None }.into();
            self.answer(who, topic, News::Told { what });
            return Ok(());
        };
        let code = code.trim().to_lowercase();
        let guesser = match (&who.address, who.discord, &who.player) {
            (Some(address), ..) => format!("link a{}", address.counted),
            (_, Some(user), _) => format!("link d{user}"),
            (.., Some(player)) => format!("link p{}", player.id),
            _ => "link".to_owned(),
        };
        if !self.tx.allow(&guesser, self.at, 5, HOUR)? {
            return self.refuse(who, None, Why::TooManyCodes);
        }
        // Whoever joined yesterday doesn't carry the whole account over to another one.
        if self.too_fresh(who)? {
            return Ok(());
        }
        // A secret in an old mail may be known to others: the address is asked back before it joins anybody.
        if who.via == Via::Mail && !who.confirmed && self.tx.link_code_works(&code, self.at)? {
            return self.hold(who, vec![Command::Link(Some(code))]);
        }
        let found = self.tx.take_link_code(&code, self.at)?;
        let bound_elsewhere = |only: Option<i64>| only.is_some() && only != who.address.as_ref().map(|a| a.id);
        match found {
            Some((owner, only)) if !bound_elsewhere(only) => {
                let owner = self.player(owner)?;
                if !self.may_join(who, &owner)? {
                    return Ok(());
                }
                self.join(who, &owner)?;
                self.run_held_elsewhere(who, &owner)
            }
            _ => self.refuse(who, None, Why::NoSuchCode),
        }
    }

    /// Whether somebody may become the same as a player; if not, they are told why.
    fn may_join(&mut self, who: &Requester, owner: &Player) -> Result<bool, ServiceError> {
        let other = who.player.as_ref();
        if other.is_some_and(|other| other.id == owner.id) {
            self.reply(who, Told::AlreadyYou);
            return Ok(false);
        }
        let theirs = other.map(|other| self.tx.discord_of(other.id)).transpose()?.flatten().or(who.discord);
        let met = other.map(|other| self.tx.have_met(owner.id, other.id)).transpose()?.unwrap_or_default();
        let why = if met {
            Why::HaveMet
        } else if theirs.is_some() && self.tx.discord_of(owner.id)?.is_some() {
            Why::OtherDiscordLinked
        } else {
            return Ok(true);
        };
        self.refuse(who, None, why)?;
        Ok(false)
    }

    /// Does what the player asked for from there before it was known to be theirs.
    fn run_held_elsewhere(&mut self, who: &mut Requester, owner: &Player) -> Result<(), ServiceError> {
        let joined = who.player.as_ref().is_some_and(|player| player.id == owner.id);
        let Some(address) = who.address.as_ref().filter(|_| joined) else { return Ok(()) };
        for held in self.tx.take_held_elsewhere(owner.id, address.id, self.at)? {
            who.about = self.about(&held)?;
            who.comment = held.comment;
            let commands: Vec<_> = held.commands.into_iter().map(Ok).collect();
            self.serve(who, &commands)?;
        }
        Ok(())
    }
}
