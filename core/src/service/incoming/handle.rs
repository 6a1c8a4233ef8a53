//! Handling a request: has it been seen before, who sent it, and then its commands one by one.

use std::cell::RefCell;

use sha2::{Digest, Sha256};

use crate::address::Mailbox;
use crate::request::{Request, Sender};
use crate::service::incoming::identity::Identified;
use crate::service::incoming::strangers::Answer;
use crate::service::incoming::{identity, serving, strangers};
use crate::service::now::Now;
use crate::service::post::fill;
use crate::service::post::outgoing::Outgoing;
use crate::service::requester::{Level, Requester};
use crate::service::time::clocks;
use crate::service::{Handled, Randomness, ServiceError, Settings};
use crate::store::{First, Tx};
use crate::token::{TokenKey, base32};

/// See [`crate::service::Service::handle`].
pub(in crate::service) fn handle(
    tx: &Tx<'_>,
    settings: &Settings,
    key: &TokenKey,
    request: &Request,
    random: Randomness,
) -> Result<Handled, ServiceError> {
    let mailbox = match &request.from {
        Sender::Email { address, .. } => Mailbox::parse(address).ok(),
        Sender::Discord { .. } | Sender::Page { .. } | Sender::Console { .. } => None,
    };
    let (sender, in_place) = match &request.from {
        Sender::Email { .. } => {
            (format!("mail {}", mailbox.as_ref().map(ToString::to_string).unwrap_or_default()), false)
        }
        Sender::Discord { user, .. } => (format!("discord {user}"), true),
        // What a page shows is for the one who looks at it, and is stored nowhere.
        Sender::Page { secret } => (format!("page {secret}"), false),
        Sender::Console { name } => (format!("console {}", name.to_lowercase()), true),
    };
    // The key that recognises a repeat must not reveal who wrote.
    let scope = base32(&Sha256::new().chain_update(sender).chain_update([0]).chain_update(&request.key).finalize());
    let random = RefCell::new(random);
    let now = Now { tx, settings, key, at: request.at, random: &random };
    let out = &mut Outgoing::new(now);
    out.request = in_place.then(|| scope.clone());
    let mut identified = identity::identify(now, request, mailbox.as_ref())?;
    let first = match &identified {
        Identified::Nobody => return Ok(Handled::default()),
        Identified::Stranger { .. } => first_unproven(now, &scope)?,
        Identified::Known(who) if who.level == Level::Unproven => first_unproven(now, &scope)?,
        Identified::Known(who) => first_proven(now, &scope, who)?,
    };
    let known = matches!(&identified, Identified::Known(who) if who.player.is_some());
    let Some(first) = first else {
        let answers = if in_place { fill::fill(tx, tx.answers_to(&scope)?, request.at)? } else { Vec::new() };
        return Ok(Handled { answers, repeated: true, known, ..Handled::default() });
    };
    out.scope.clone_from(&scope);
    out.prose.clone_from(&request.manner.prose);
    // Where clocks were moved, what was read of them is out of date.
    if clocks::after_an_outage(tx, request.at, first.last_tick, first.in_maintenance)?
        && let Identified::Known(who) = &mut identified
    {
        who.at_hand = None;
    }
    let proven = match identified {
        Identified::Nobody => false,
        Identified::Stranger { owner, mut who } => {
            identity::elsewhere(now, out, &owner, &mut who, &request.commands)?;
            false
        }
        Identified::Known(mut who) => {
            let answer = match strangers::is_stranger(&who, &request.manner) {
                true => strangers::may_answer(now, &who, &request.manner)?,
                false => Some(Answer::Free),
            };
            if let Some(answer) = answer {
                who.asked = first.player_asked;
                identity::note_use(now, &mut who)?;
                serving::serve(now, out, &mut who, &request.commands)?;
                if out.owes_any() {
                    strangers::answered(now, answer)?;
                }
            }
            who.level > Level::Unproven
        }
    };
    let answers = fill::fill(tx, out.flush()?, request.at)?;
    let shown = std::mem::take(&mut out.shown_on_page);
    Ok(Handled { answers, shown, repeated: false, proven, known })
}

/// How things stand if this is the first proven copy of a message. Unproven copies don't count, since anybody could have sent them;
/// what was held for one is dropped, so that it is done only once.
fn first_proven(now: Now<'_>, scope: &str, who: &Requester) -> Result<Option<First>, ServiceError> {
    let address = who.address.as_ref().map(|address| address.id);
    let first = now.tx.see_first(scope, now.at, address, who.player.as_ref().map(|player| player.id))?;
    if let Some(address) = address.filter(|_| first.is_some_and(|first| first.address_asked)) {
        now.tx.close_confirmations(address, scope)?;
    }
    Ok(first)
}

/// The same for an unproven message that has never been seen, neither like this nor proven.
fn first_unproven(now: Now<'_>, scope: &str) -> Result<Option<First>, ServiceError> {
    match now.tx.was_seen(scope)? {
        true => Ok(None),
        false => Ok(now.tx.see_first(&format!("{scope} unproven"), now.at, None, None)?),
    }
}
