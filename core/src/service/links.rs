//! One player, several ways in: addresses and a Discord account joined by a code shown at one end and typed
//! at the other.

use super::work::{Requester, Topic, Via, Work};
use super::{HOUR, ServiceError};
use crate::notice::{News, Secret};
use crate::store::Player;
use crate::text::secret;

impl Work<'_> {
    /// `link` shows a code; `link CODE` at the other end joins.
    pub fn link(&mut self, who: &mut Requester, code: Option<&str>) -> Result<(), ServiceError> {
        let Some(code) = code else {
            let me = self.need_player(who)?;
            let code = self.link_code();
            let id = self.tx.put_link_code(&code, me.id, None, self.at + HOUR)?;
            let topic = Topic { secret: Some(Secret::Code(id)), ..Topic::default() };
            let subject = "Turnpost: link another account".to_owned();
            self.answer(who, topic, News::Words { subject, lines: secret::link_code(&me.name) });
            return Ok(());
        };
        let code = code.trim().to_lowercase();
        let guesser = match (&who.address, who.discord, &who.player) {
            (Some(address), ..) => format!("link a{}", address.id),
            (_, Some(user), _) => format!("link d{user}"),
            (.., Some(player)) => format!("link p{}", player.id),
            _ => "link".to_owned(),
        };
        if !self.tx.allow(&guesser, self.at, 5, HOUR)? {
            return self.refuse(who, None, vec!["too many codes were tried; wait an hour.".to_owned()]);
        }
        let found = self.tx.take_link_code(&code, self.at)?;
        let bound_elsewhere = |only: Option<i64>| only.is_some() && only != who.address.as_ref().map(|a| a.id);
        match found {
            Some((owner, only)) if !bound_elsewhere(only) => {
                let owner = self.player(owner)?;
                self.join(who, &owner)?;
                self.run_held_elsewhere(who, &owner)
            }
            _ => {
                let why = "that code is unknown or older than an hour; link at the other end shows a new one.";
                self.refuse(who, None, vec![why.to_owned()])
            }
        }
    }

    fn join(&mut self, who: &mut Requester, owner: &Player) -> Result<(), ServiceError> {
        if let Some(other) = &who.player {
            if other.id == owner.id {
                self.words(who, "Turnpost: linked", vec!["No action needed: this is you already.".to_owned()]);
                return Ok(());
            }
            if self.tx.have_met(owner.id, other.id)? {
                let why = "the two play against each other, or have; they can't become one.";
                return self.refuse(who, None, vec![why.to_owned()]);
            }
            if who.via == Via::Discord && self.tx.discord_of(owner.id)?.is_some() {
                let why = "another Discord account is linked there; unlink discord first.";
                return self.refuse(who, None, vec![why.to_owned()]);
            }
            self.tx.merge_players(other.id, owner.id)?;
        }
        if let Some(address) = &mut who.address {
            self.tx.set_address_player(address.id, Some(owner.id), self.at)?;
            address.player = Some(owner.id);
        }
        if let Some(user) = who.discord {
            self.tx.set_discord_player(user, Some(owner.id))?;
        }
        who.player = Some(owner.clone());
        let lines = vec![
            format!("No action needed: you are {} here too. unlink undoes it.", owner.name),
            "set transport mail or set transport discord chooses where you are told.".to_owned(),
        ];
        self.words(who, "Turnpost: linked", lines);
        Ok(())
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

    /// `unlink 2`, `unlink discord`.
    pub fn unlink(&mut self, who: &mut Requester, what: Option<&str>) -> Result<(), ServiceError> {
        let me = self.need_player(who)?;
        let addresses = self.tx.addresses_of(me.id)?;
        let discord = self.tx.discord_of(me.id)?;
        if addresses.len() + usize::from(discord.is_some()) < 2 {
            let why = "you have one way in, and it stays; forget me deletes you.";
            return self.refuse(who, None, vec![why.to_owned()]);
        }
        let what = what.unwrap_or_default().trim().to_lowercase();
        let chosen = what.parse::<usize>().ok().and_then(|n| addresses.get(n.checked_sub(1)?));
        let chosen = chosen.or_else(|| addresses.iter().find(|address| address.address == what));
        match (chosen, discord) {
            (_, Some(user)) if what == "discord" => self.tx.set_discord_player(user, None)?,
            (Some(address), _) => self.tx.set_address_player(address.id, None, self.at)?,
            _ => {
                let why = "say which: unlink discord, or unlink and the number of an address in settings.";
                return self.refuse(who, None, vec![why.to_owned()]);
            }
        }
        self.words(who, "Turnpost: unlinked", vec!["No action needed: it is no longer yours here.".to_owned()]);
        Ok(())
    }
}
