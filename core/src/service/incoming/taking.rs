//! A guest takes the game along: the board is sent to an address, and once that address says yes, the guest is whoever
//! reads there. Until then nobody learns more than that somebody asked.

use std::cell::RefCell;

use crate::address::Mailbox;
use crate::clock::moment::Timestamp;
use crate::command::Command;
use crate::notice::told::incoming::{Asked, Told};
use crate::notice::{News, Preface};
use crate::request::CommandError;
use crate::service::incoming::pages;
use crate::service::now::Now;
use crate::service::people::{blocks, names};
use crate::service::playing::board;
use crate::service::post::outgoing::{Outgoing, Topic};
use crate::service::requester::{About, Requester};
use crate::service::seated::Seated;
use crate::service::{DAY, HOUR, Randomness, Service, ServiceError};
use crate::store::{AddressRow, Counter, Happening, Player, Question, QuestionKind};

/// Addresses that a guest may name in a day.
const A_DAY: u32 = 3;
/// Questions that wait for an answer from one address, and that are sent to it in a day, whoever asks.
const OPEN: u32 = 3;
const ASKED: u32 = 5;

/// What became of a guest's wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// The address is asked, if it may be: nobody learns whether it is known, or wants no mail.
    Asked,
    /// That is no address.
    NoAddress,
    /// This guest has named enough of them.
    Enough,
}

impl Service {
    /// A guest wants the board of their page sent to an address; none if the secret opens no guest's page.
    pub fn send_board(
        &self,
        secret: &str,
        address: &str,
        at: Timestamp,
        randomness: Randomness,
    ) -> Result<Option<Sending>, ServiceError> {
        self.store().write(|tx| {
            let random = RefCell::new(randomness.clone());
            let now = Now { tx, settings: &self.settings, key: &self.key, at, random: &random };
            let Some((guest, row)) = pages::whose(now, secret)?.filter(|(player, _)| player.guest.is_some()) else {
                return Ok(None);
            };
            let home = self.settings.home.as_ref();
            let reached = |mailbox: Mailbox| mailbox.reached_from(home).map(|()| mailbox);
            let Ok(mailbox) = Mailbox::parse(address.trim()).and_then(reached) else {
                return Ok(Some(Sending::NoAddress));
            };
            if !tx.allow(&Happening::SentBoard { guest: guest.id }, at, A_DAY, DAY)? {
                return Ok(Some(Sending::Enough));
            }
            tx.guest_is_here(guest.id, at)?;
            let address = tx.address(&mailbox)?;
            let title = row.setup.title();
            Outgoing::gather(now, |out| ask(now, out, &guest, &address, title))?;
            Ok(Some(Sending::Asked))
        })
    }
}

/// Asks the address, within the limits that hold for every question to somebody who may not have asked for it.
fn ask(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    guest: &Player,
    address: &AddressRow,
    title: String,
) -> Result<(), ServiceError> {
    let stopped = address.stopped || (address.player.is_none() && now.tx.said_stop(&address.counted)?);
    let (open, today) = now.tx.confirmations(&address.counted, now.at, now.at - DAY)?;
    let asked = Happening::AskedToConfirm { sender: address.counted.clone() };
    if stopped
        || open >= OPEN
        || today >= ASKED
        || !now.tx.allow(&asked, now.at, ASKED, DAY)?
        || !now.tx.allow(&Happening::StrangerAnswered, now.at, now.settings.strangers, HOUR)?
    {
        return Ok(now.tx.count(Counter::ConfirmationsWithheld)?);
    }
    let owner = address.player.map(|id| now.player(id)).transpose()?;
    let name = match owner {
        Some(owner) => owner.name,
        None => names::free_name(now, (None, None))?,
    };
    let id = now.tx.insert_question(&Question {
        id: 0,
        player: None,
        address: Some(address.id),
        kind: QuestionKind::TakeAlong { guest: guest.id },
        game: None,
        revision: None,
        asked: now.at,
        expires: now.at + DAY * i64::from(now.settings.question_days),
    })?;
    let unowned = AddressRow { player: None, ..address.clone() };
    let topic = Topic { question: Some(id), ..Topic::default() };
    out.tell_address(&unowned, topic, News::Confirm { asked: vec![Asked::TakeAlong { title }], name, late: false })
}

/// An address answers whether a guest's board is to be sent there. True if it did, and the commands left to serve.
pub(super) fn answered<'c>(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    commands: &'c [Result<Command, CommandError>],
) -> Result<Option<&'c [Result<Command, CommandError>]>, ServiceError> {
    let About::Question { id, .. } = who.about else { return Ok(None) };
    let Some(question) = now.tx.open_question(id, now.at)? else { return Ok(None) };
    let QuestionKind::TakeAlong { guest } = question.kind else { return Ok(None) };
    let Some(address) = who.address.clone().filter(|address| question.address == Some(address.id)) else {
        return Ok(None);
    };
    match commands {
        [Ok(Command::Yes), rest @ ..] => {
            now.tx.close_question(id)?;
            who.about = About::Nothing;
            let Some(guest) = now.tx.player(guest)?.filter(|guest| guest.guest.is_some()) else {
                out.reply(who, Told::TooLate);
                return Ok(Some(rest));
            };
            let guest = now.tx.player_to_change(guest.id)?;
            take_along(now, out, who, &address, guest)?;
            Ok(Some(rest))
        }
        [Ok(Command::No), ..] => {
            now.tx.close_question(id)?;
            out.reply(who, Told::Dropped);
            Ok(Some(&[]))
        }
        rest @ [Ok(Command::Stop), ..] => {
            now.tx.close_question(id)?;
            who.about = About::Nothing;
            Ok(Some(rest))
        }
        _ => Ok(None),
    }
}

/// The guest is whoever has that address; the game goes on there, and on its page.
fn take_along(
    now: Now<'_>,
    out: &mut Outgoing<'_>,
    who: &mut Requester,
    address: &AddressRow,
    mut guest: Player,
) -> Result<(), ServiceError> {
    let games = now.tx.running_games_to_change(guest.id)?;
    match &who.player {
        Some(me) => {
            now.tx.merge_players(guest.id, me.id, now.at)?;
            now.tx.guest_became(guest.id, me.id)?;
        }
        None => {
            guest.name = names::free_name(now, who.known_as())?;
            guest.last_transport = who.via.transport();
            guest.mail_offset = who.offset;
            now.tx.update_player(&guest)?;
            now.tx.guest_stays(guest.id)?;
            now.tx.set_address_player(address.id, Some(guest.id), now.at)?;
            who.address = Some(AddressRow { player: Some(guest.id), ..address.clone() });
            blocks::restore_blocks(now, &guest)?;
            who.player = Some(now.player(guest.id)?);
        }
    }
    let Some(me) = who.player.clone() else { return Ok(()) };
    for row in games {
        let Some(row) = now.tx.game(row.number)? else { continue };
        let mut game = Seated::of(now.tx, row)?;
        let Some(side) = game.side_of(&me) else { continue };
        who.about = About::Game { number: game.row.number, revision: Some(game.row.revision) };
        let preface = game.at(side.other()).house.map(|level| Preface::House { level });
        let news = board::turn_news(now, &mut game, side, preface)?;
        let news = if game.row.to_move == Some(side) { News::YourTurn(news) } else { News::Receipt(news) };
        out.answer(who, game.topic(Some(side)), news);
        now.tx.update_game(&game.row)?;
    }
    Ok(())
}
