//! What happens to a notice that can't be delivered: it goes another way to the same person, or waits until they are
//! heard from again.

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::notice::told::people;
use crate::notice::{Destination, News, Notice};
use crate::service::now::Now;
use crate::service::post::merging::supersedable;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::seat::home;
use crate::service::{DAY, ServiceError};
use crate::store::{AddressRow, Counter, Delivery, Door, Obstacle, OutboxRow, Tx};
use crate::token::{Subject, Token, TokenKey};

/// See [`crate::service::Service::settle`].
pub(in crate::service) fn settle(
    tx: &Tx<'_>,
    key: &TokenKey,
    id: i64,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<(), ServiceError> {
    // Only now, since rerouting may have needed its content.
    if forward(tx, key, id, delivery, now)? { Ok(tx.blank(id)?) } else { Ok(()) }
}

/// Settles a notice, and reroutes it if it failed. Whether less than it holds may remain of it.
fn forward(tx: &Tx<'_>, key: &TokenKey, id: i64, delivery: &Delivery, now: Timestamp) -> Result<bool, ServiceError> {
    let Some((channel, leaves_less)) = tx.settle(id, delivery, now)? else { return Ok(true) };
    tx.count_delivery(&channel, delivery)?;
    if !matches!(delivery, Delivery::Sent | Delivery::Retry { .. })
        && let Some((player, notice)) = tx.notice(id)?
    {
        reroute(tx, key, id, Lost { notice, player, fleeting: tx.is_fleeting(id)? }, delivery, now)?;
    }
    Ok(leaves_less)
}

fn reroute(
    tx: &Tx<'_>,
    key: &TokenKey,
    id: i64,
    lost: Lost,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<(), ServiceError> {
    match (lost.notice.to.clone(), delivery) {
        (Destination::Email(address), Delivery::Unreachable { why }) => {
            let known = known(tx, &address)?;
            known.as_ref().map_or(Ok(()), |row| suspend(tx, row, why))?;
            by_another_way(tx, key, lost, now)?;
            known.map_or(Ok(()), |row| reroute_queue(tx, key, &row, why, now))
        }
        (Destination::Email(_), _) => by_another_way(tx, key, lost, now).map(|_| ()),
        // Direct messages are closed: what can go no other way is kept until they speak to us again.
        (Destination::DiscordUser(_), _) => match by_another_way(tx, key, lost, now)? {
            true => Ok(()),
            false => Ok(tx.keep(id)?),
        },
        (Destination::DiscordPlace { mention, .. }, Delivery::NotInPlace { obstacle, .. }) => {
            by_person(tx, &lost, mention, *obstacle, now)
        }
        (Destination::DiscordPlace { mention, .. }, _) => by_person(tx, &lost, mention, Obstacle::Absent, now),
        (Destination::Console(_), _) => Ok(()),
    }
}

/// A notice that could not be delivered as intended.
#[derive(Clone)]
struct Lost {
    notice: Notice,
    player: Option<i64>,
    /// Whether it is erased once settled, whichever way it goes.
    fleeting: bool,
}

/// See [`crate::service::Service::came_back`].
pub(in crate::service) fn bounced(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    address: &str,
    permanent: bool,
    why: &str,
) -> Result<(), ServiceError> {
    let Some(row) = known(now.tx, address)? else { return Ok(()) };
    let bounces = now.tx.count_bounce(row.id)?;
    if !(permanent || bounces >= 5) || row.suspended.is_some() {
        return Ok(());
    }
    suspend(now.tx, &row, why)?;
    reroute_queue(now.tx, now.key, &row, why, now.at)?;
    let Some(player) = row.player else { return Ok(()) };
    let player = now.player(player)?;
    out.tell(&player, Topic::default(), News::Told { what: people::Told::MailComesBack.into() })
}

/// The row of the address, if we know it.
fn known(tx: &Tx<'_>, address: &str) -> Result<Option<AddressRow>, ServiceError> {
    Ok(Mailbox::parse(address).ok().map(|mailbox| tx.known_address(&mailbox)).transpose()?.flatten())
}

/// Stops sending to an address.
fn suspend(tx: &Tx<'_>, row: &AddressRow, why: &str) -> Result<(), ServiceError> {
    if row.suspended.is_none() {
        tx.set_suspended(row.id, Some(why))?;
        tx.count(Counter::AddressesSuspended)?;
    }
    Ok(())
}

/// Reroutes what waits for a suspended address too. What is being sent there right now will fail or arrive by itself.
fn reroute_queue(tx: &Tx<'_>, key: &TokenKey, row: &AddressRow, why: &str, now: Timestamp) -> Result<(), ServiceError> {
    let failed = Delivery::Failed { why: why.to_owned() };
    for id in tx.owed_to(&Destination::Email(row.address.clone()), now)? {
        settle(tx, key, id, &failed, now)?;
    }
    Ok(())
}

/// The notice goes to whomever it is for. If its place is gone, the game lives in direct messages from now on; if only
/// its door is shut, the next board is tried there again.
fn by_person(
    tx: &Tx<'_>,
    lost: &Lost,
    mention: Option<u64>,
    obstacle: Obstacle,
    now: Timestamp,
) -> Result<(), ServiceError> {
    let Some(number) = lost.notice.game.as_ref().map(|game| game.number) else { return Ok(()) };
    let channel = tx.place(number)?.map(home);
    match obstacle {
        Obstacle::Gone => tx.set_place(number, None)?,
        Obstacle::Shut if tx.door(number)? == Door::Open => tx.set_door(number, Door::Shut { told: false }, now)?,
        Obstacle::Shut | Obstacle::Absent => {}
    }
    let Some(game) = tx.game(number)? else { return Ok(()) };
    for player in game.players {
        let Some(user) = tx.discord_of(player)? else { continue };
        // Whoever doesn't see the place was told elsewhere.
        let sees = |channel| tx.sight(channel, user).map(|sight| sight.is_none_or(|sight| sight.sees));
        let concerns_all = matches!(lost.notice.news, News::Result(_)) && channel.map_or(Ok(true), sees)?;
        if concerns_all || mention == Some(user) {
            let mut lost = Lost { player: Some(player), ..lost.clone() };
            if let Some(board) = &mut lost.notice.board {
                board.side = game.side_of(player).map(|side| side.word().to_owned());
            }
            by_discord(tx, lost, user, now)?;
        }
    }
    Ok(())
}

fn by_discord(tx: &Tx<'_>, mut lost: Lost, user: u64, now: Timestamp) -> Result<(), ServiceError> {
    lost.notice.to = Destination::DiscordUser(user);
    lost.notice.token = None;
    put(tx, lost, now)
}

/// Owes a notice to its player by a way not yet tried: another address, else Discord. False if there is none.
fn by_another_way(tx: &Tx<'_>, key: &TokenKey, mut lost: Lost, now: Timestamp) -> Result<bool, ServiceError> {
    let Some(id) = lost.player else { return Ok(false) };
    let notice = &mut lost.notice;
    notice.tried.push(notice.to.clone());
    let fresh = |to: &Destination| !notice.tried.contains(to);
    let mut addresses = tx.addresses_of(id)?.into_iter().filter(|row| !row.stopped && row.suspended.is_none());
    if let Some(row) = addresses.find(|row| fresh(&Destination::Email(row.address.clone()))) {
        // A new secret, so that a bounce is counted against this address.
        let issued = Some(now.div_euclid(DAY));
        notice.token = Some(key.sign(Token { address: row.id, subject: subject(key, notice), issued }));
        notice.to = Destination::Email(row.address);
        put(tx, lost, now)?;
        return Ok(true);
    }
    match tx.discord_of(id)?.filter(|user| fresh(&Destination::DiscordUser(*user))) {
        Some(user) => by_discord(tx, lost, user, now).map(|()| true),
        None => Ok(false),
    }
}

/// What a reply to the notice refers to: what its secret said, if it had one.
fn subject(key: &TokenKey, notice: &Notice) -> Subject {
    if let Some(token) = notice.token.as_deref().and_then(|token| key.verify(token)) {
        return token.subject;
    }
    match (&notice.news, &notice.game) {
        (News::Question { id, .. } | News::Stale { question: Some(id), .. }, _) => Subject::Question(*id),
        (_, Some(game)) => Subject::Game { number: game.number, revision: game.revision },
        _ => Subject::Person,
    }
}

fn put(tx: &Tx<'_>, lost: Lost, now: Timestamp) -> Result<(), ServiceError> {
    let Lost { notice, player, fleeting } = lost;
    let board = notice.game.is_some() && supersedable(&notice.news);
    tx.lock_recipients(std::iter::once(&notice.to))?;
    let row = OutboxRow { player, board, request: None, fleeting, held: 0, notice };
    tx.insert_notices(vec![row], now, ("", 0))?;
    Ok(())
}
