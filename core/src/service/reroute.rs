//! What becomes of a notice that can't be delivered: another way to the same person, or it waits until they are
//! heard of again.

use super::ServiceError;
use super::work::{Topic, Work, supersedable};
use crate::notice::{Destination, News, Notice};
use crate::request::Timestamp;
use crate::store::{Delivery, OutboxRow, Tx};
use crate::token::{Subject, Token, TokenKey};

/// See [`super::Service::settle`].
pub(super) fn settle(
    tx: &Tx<'_>,
    key: &TokenKey,
    id: i64,
    delivery: &Delivery,
    now: Timestamp,
) -> Result<(), ServiceError> {
    if let Some(channel) = tx.settle(id, delivery, now)? {
        let outcome = match delivery {
            Delivery::Sent => "sent",
            Delivery::Retry { .. } => "postponed",
            Delivery::Failed { .. } | Delivery::Unreachable { .. } => "failed",
        };
        tx.count(&format!("{channel} {outcome}"))?;
    }
    let (Delivery::Failed { why } | Delivery::Unreachable { why }) = delivery else { return Ok(()) };
    let Some((player, notice)) = tx.notice(id)? else { return Ok(()) };
    match notice.to.clone() {
        Destination::Email(address) => {
            if let (Delivery::Unreachable { .. }, Some(row)) = (delivery, tx.known_address(&address)?) {
                tx.set_suspended(row.id, Some(why))?;
            }
            let user = player.map(|player| tx.discord_of(player)).transpose()?.flatten();
            user.map_or(Ok(()), |user| by_discord(tx, notice, player, user, now))
        }
        Destination::DiscordUser(_) => by_mail_or_kept(tx, key, id, player, notice, now),
        Destination::DiscordPlace { mention, .. } => by_person(tx, notice, mention, now),
        Destination::Console(_) => Ok(()),
    }
}

/// See [`super::Service::bounced`].
pub(super) fn bounced(work: &mut Work<'_>, address: &str, permanent: bool, why: &str) -> Result<(), ServiceError> {
    let Some(row) = work.tx.known_address(address)? else { return Ok(()) };
    let bounces = work.tx.count_bounce(row.id)?;
    if !(permanent || bounces >= 5) || row.suspended.is_some() {
        return Ok(());
    }
    work.tx.set_suspended(row.id, Some(why))?;
    work.tx.count("addresses suspended")?;
    let Some(player) = row.player else { return Ok(()) };
    let player = work.player(player)?;
    let lines = vec![
        "Mail to you comes back, so we write to you here.".to_owned(),
        "Something may have been missed: `games` shows what waits for you. A mail from that address turns it on again."
            .to_owned(),
    ];
    work.tell(&player, Topic::default(), News::Words { subject: "Turnpost: mail to you comes back".to_owned(), lines })
}

/// The place is lost: from now on the game lives in direct messages. This notice goes to whoever it is for.
fn by_person(tx: &Tx<'_>, notice: Notice, mention: Option<u64>, now: Timestamp) -> Result<(), ServiceError> {
    let Some(number) = notice.game.as_ref().map(|game| game.number) else { return Ok(()) };
    tx.set_place(number, None)?;
    let Some(game) = tx.game(number)? else { return Ok(()) };
    for player in game.players {
        let Some(user) = tx.discord_of(player)? else { continue };
        let concerns_all = matches!(notice.news, News::Result(_));
        if concerns_all || mention == Some(user) {
            let mut notice = notice.clone();
            if let Some(board) = &mut notice.board {
                board.side = game.side_of(player).map(|side| side.word().to_owned());
            }
            by_discord(tx, notice, Some(player), user, now)?;
        }
    }
    Ok(())
}

fn by_discord(
    tx: &Tx<'_>,
    mut notice: Notice,
    player: Option<i64>,
    user: u64,
    now: Timestamp,
) -> Result<(), ServiceError> {
    notice.to = Destination::DiscordUser(user);
    notice.token = None;
    put(tx, notice, player, now)
}

/// Direct messages are closed: by mail, if that is possible; else it is kept until they speak to us again.
fn by_mail_or_kept(
    tx: &Tx<'_>,
    key: &TokenKey,
    id: i64,
    player: Option<i64>,
    mut notice: Notice,
    now: Timestamp,
) -> Result<(), ServiceError> {
    let addresses = player.map(|player| tx.addresses_of(player)).transpose()?.unwrap_or_default();
    let Some(address) = addresses.into_iter().find(|address| !address.stopped && address.suspended.is_none()) else {
        return Ok(tx.keep(id)?);
    };
    let subject = match (&notice.news, &notice.game) {
        (News::Question { id, .. } | News::Stale { question: Some(id), .. }, _) => Subject::Question(*id),
        (_, Some(game)) => Subject::Game { number: game.number, revision: game.revision },
        _ => Subject::Person,
    };
    notice.token = Some(key.sign(Token { address: address.id, subject }));
    notice.to = Destination::Email(address.address);
    put(tx, notice, player, now)
}

fn put(tx: &Tx<'_>, notice: Notice, player: Option<i64>, now: Timestamp) -> Result<(), ServiceError> {
    let board = notice.game.is_some() && supersedable(&notice.news);
    tx.insert_notice(&OutboxRow { player, board, request: None, notice }, now, 0)?;
    Ok(())
}
