//! Linking a player's ways in: addresses and a Discord account are joined by a code shown at one end and typed at the
//! other.

use crate::command::Command;
use crate::notice::told::people;
use crate::notice::{News, Secret};
use crate::service::now::Now;
use crate::service::people::{holding, registering, ways};
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{Requester, Via};
use crate::service::{HOUR, ServiceError};
use crate::store::{Guesser, Happening, Player};
use crate::token::base32;

/// `link` shows a code; `link CODE` at the other end joins the two, and returns the player the requester has become.
pub fn link(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    code: Option<&str>,
) -> Result<Option<Player>, ServiceError> {
    let Some(code) = code else {
        let me = registering::need_player(now, who)?;
        // A way in that has just joined can't bring in others.
        if ways::too_fresh(now, out, who)? {
            return Ok(None);
        }
        let code = link_code(now);
        let id = now.tx.put_link_code(&code, me.id, None, now.at + HOUR)?;
        let topic = Topic { secret: Some(Secret::Code(id)), ..Topic::default() };
        let what = people::Told::LinkCode { name: me.name, code: None }.into();
        out.answer(who, topic, News::Told { what });
        return Ok(None);
    };
    let code = code.trim().to_lowercase();
    let guesser = match (&who.address, who.discord, &who.player) {
        (Some(address), ..) => Guesser::Sender(address.counted.clone()),
        (_, Some(user), _) => Guesser::DiscordUser(user),
        (.., Some(player)) => Guesser::Player(player.id),
        _ => Guesser::Nobody,
    };
    if !now.tx.allow(&Happening::CodeTried(guesser), now.at, 5, HOUR)? {
        out.refuse(who, None, people::Why::TooManyCodes)?;
        return Ok(None);
    }
    // A way in that has just joined can't take the whole account over to another.
    if ways::too_fresh(now, out, who)? {
        return Ok(None);
    }
    // The secret of an old mail may have leaked: the address must confirm before it joins anybody.
    if who.via == Via::Mail && !who.confirmed && now.tx.link_code_works(&code, now.at)? {
        holding::hold(now, out, who, vec![Command::Link(Some(code))])?;
        return Ok(None);
    }
    let found = now.tx.take_link_code(&code, now.at)?;
    let bound_elsewhere = |only: Option<i64>| only.is_some() && only != who.address.as_ref().map(|a| a.id);
    match found {
        Some((owner, only)) if !bound_elsewhere(only) => {
            let owner = now.player(owner)?;
            if !may_join(now, out, who, &owner)? {
                return Ok(None);
            }
            ways::join(now, out, who, &owner)?;
            Ok(Some(owner))
        }
        _ => {
            out.refuse(who, None, people::Why::NoSuchCode)?;
            Ok(None)
        }
    }
}

/// Whether the requester may be joined to a player; if not, tells them why.
fn may_join(now: Now<'_>, out: &mut Outgoing<'_>, who: &Requester, owner: &Player) -> Result<bool, ServiceError> {
    let other = who.player.as_ref();
    if other.is_some_and(|other| other.id == owner.id) {
        out.reply(who, people::Told::AlreadyYou);
        return Ok(false);
    }
    let theirs = other.map(|other| now.tx.discord_of(other.id)).transpose()?.flatten().or(who.discord);
    let met = other.map(|other| now.tx.have_met(owner.id, other.id)).transpose()?.unwrap_or_default();
    let why = if met {
        people::Why::HaveMet
    } else if theirs.is_some() && now.tx.discord_of(owner.id)?.is_some() {
        people::Why::OtherDiscordLinked
    } else {
        return Ok(true);
    };
    out.refuse(who, None, why)?;
    Ok(false)
}

/// Eight characters that are easy to type.
pub fn link_code(now: Now<'_>) -> String {
    let code = base32(&now.chance().to_be_bytes());
    code.chars().take(8).collect()
}
