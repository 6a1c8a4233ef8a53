//! Limits on mail to people who never asked for it: how many invitations go out per person, per domain and in total,
//! and whose may carry words of their own.

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::notice::told::lobby::Bound;
use crate::service::now::Now;
use crate::service::requester::{Requester, Via};
use crate::service::{DAY, HOUR, Service, ServiceError};
use crate::store::{Counter, Happening, Inviter, Player};

/// Invitations by mail per person per day.
const MOST_OF_ONE: u32 = 5;
/// The fractions of a day's invitations that may come from one domain, and go out in one hour.
const PART_OF_A_DOMAIN: u32 = 5;
const PART_OF_AN_HOUR: u32 = 4;
/// All invitations.
const ALL: Happening = Happening::Invited(Inviter::Anybody);

/// Counts an invitation by mail, or says why no more may be sent; the same whether or not the address is a player's.
/// The counters are keyed hashes that outlive the player, so `forget me` resets nothing.
pub fn may_invite(now: Now<'_>, who: &Requester, me: &Player) -> Result<Result<(), Bound>, ServiceError> {
    let (day, hour) = (now.at - DAY, now.at - HOUR);
    let most = now.settings.invitations;
    let (own, domains) = inviters(now, who, me)?;
    for key in &own {
        if now.tx.happened(key, day)? >= MOST_OF_ONE {
            return Ok(Err(Bound::OfOne { most: MOST_OF_ONE }));
        }
    }
    let mut why = None;
    for key in &domains {
        if now.tx.happened(key, day)? >= (most / PART_OF_A_DOMAIN).max(1) {
            why = Some(Bound::OfDomain);
        }
    }
    if now.tx.happened(&ALL, hour)? >= (most / PART_OF_AN_HOUR).max(1) || now.tx.happened(&ALL, day)? >= most {
        why = Some(Bound::OfAll);
    }
    if let Some(why) = why {
        now.tx.count(Counter::InvitationsWithheld)?;
        now.tx.allow(&Happening::InvitationsCapped, now.at, 1, HOUR)?;
        return Ok(Err(why));
    }
    for key in own.iter().chain(&domains).chain([&ALL]) {
        now.tx.note_happening(key, now.at)?;
    }
    Ok(Ok(()))
}

/// Whether someone's own words may go into an invitation: only if they have answered a mail of ours, so they can be
/// traced.
pub fn may_greet(now: Now<'_>, who: &Requester, me: &Player) -> Result<bool, ServiceError> {
    let answered = who.via == Via::Console
        || who.address.as_ref().is_some_and(|address| address.answered)
        || now.tx.addresses_of(me.id)?.iter().any(|address| address.answered);
    Ok(answered)
}

/// A person's invitations, and those of their domains: every address of theirs and their Discord account,
/// whichever they write from.
fn inviters(now: Now<'_>, who: &Requester, me: &Player) -> Result<(Vec<Happening>, Vec<Happening>), ServiceError> {
    let mut addresses = now.tx.addresses_of(me.id)?;
    addresses.extend(who.address.clone());
    let mut own = vec![Inviter::Player(me.id)];
    let mut domains = Vec::new();
    for address in addresses {
        own.push(Inviter::Sender(address.counted));
        if let Ok(mailbox) = Mailbox::parse(&address.address) {
            let domain = now.key.hash(&format!("domain {}", mailbox.organisation()));
            domains.push(Inviter::Domain(domain));
        }
    }
    let discord = match who.discord {
        Some(user) => Some(user),
        None => now.tx.discord_of(me.id)?,
    };
    if let Some(user) = discord {
        own.push(Inviter::DiscordUser(now.key.hash(&format!("discord {user}"))));
        domains.push(Inviter::Discord);
    }
    let each_once = |mut inviters: Vec<Inviter>| {
        inviters.sort_unstable();
        inviters.dedup();
        inviters.into_iter().map(Happening::Invited).collect()
    };
    Ok((each_once(own), each_once(domains)))
}

impl Service {
    /// Whether a domain's or the server's limit on invitations was reached since a time, for the operator to know.
    pub fn invitations_capped(&self, since: Timestamp) -> Result<bool, ServiceError> {
        Ok(self.store().glance(|tx| tx.happened(&Happening::InvitationsCapped, since))? > 0)
    }
}
