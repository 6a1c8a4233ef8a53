//! The use cases: what the front ends ask of Turnpost, each in one transaction. Front ends hold one
//! [`Service`] and call it from threads that may block.

use crate::address::Mailbox;
use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::game::Damaged;
use crate::game::GameNumber;
use crate::notice::Destination;
use crate::request::{Request, Sender};
use crate::store::{
    Channel, Delivery, FreeSpace, InMail, InboxBounds, Owed, Place, Shared, Store, StoreError, Verdict, Waiting,
};
use crate::token::TokenKey;

mod incoming;
mod lobby;
mod now;
mod operator;
mod people;
mod playing;
mod post;
mod random;
mod requester;
mod seated;
mod time;
mod views;
mod whose;

pub use operator::{Refusal, Verdict as OperatorVerdict};
pub use people::names::check as check_name;
pub use random::Randomness;
pub use views::examine::Examined;
pub use views::glance::{Glance, MyGame};

/// Turnpost itself, on one database. Several processes may each have one on the same file.
#[derive(Debug)]
pub struct Service {
    store: Shared,
    settings: Settings,
    key: TokenKey,
    free: FreeSpace,
}

/// What an operator may choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Days after which an open challenge ends.
    pub challenge_days: u32,
    /// Days for which a question, and what is held for a confirmation, can be answered.
    pub question_days: u32,
    /// Days for which raw mails and settled notices are kept.
    pub keep_days: u32,
    /// The clock of challenges that name none.
    pub clock: ClockRule,
    /// The theme of pictures for players who chose none.
    pub theme: String,
    /// Invitations by mail that are sent in a day, whoever asks for them. A quarter of them in one hour, a fifth of them
    /// from one domain.
    pub invitations: u32,
    /// Names this process among those that share the database.
    pub holder: String,
    /// How much mail may wait to be handled.
    pub inbox: InboxBounds,
    /// Bytes that mail leaves free on the disk: what is played still finds room there.
    pub disk_floor: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            challenge_days: 14,
            question_days: 7,
            keep_days: 14,
            clock: ClockRule::default(),
            theme: "classic".to_owned(),
            invitations: 200,
            holder: "only".to_owned(),
            inbox: InboxBounds::default(),
            disk_floor: 64 << 20,
        }
    }
}

/// What became of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handled {
    /// For transports that answer in place (Discord, the console): what the requester is told, to be delivered and
    /// settled now. They are in the outbox too, leased for a minute, so that nothing is lost if the front end dies.
    /// A mail's answers are only in the outbox.
    pub answers: Vec<Owed>,
    /// Whether this request had been handled before; the answers are those of the first time.
    pub repeated: bool,
    /// Whether its sender was known for who they say they are.
    pub proven: bool,
}

/// Infrastructure failed; nothing of the request is stored, and the caller tries again.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Damaged> for ServiceError {
    fn from(damaged: Damaged) -> ServiceError {
        ServiceError::Store(damaged.into())
    }
}

impl Service {
    /// A service on an open database.
    pub fn new(mut store: Store, settings: Settings) -> Result<Service, ServiceError> {
        let key = store.read(|tx| tx.token_key())?;
        let store = Shared::new(store);
        let free = store.free_space();
        Ok(Service { store, settings, key: TokenKey::new(key), free })
    }

    /// The same, on a disk whose free space is told by somebody else.
    #[must_use]
    pub fn with_free_space(self, free: FreeSpace) -> Service {
        Service { free, ..self }
    }

    /// Whether there is room on the disk for more mail.
    pub fn room(&self) -> Result<(), ServiceError> {
        let floor = self.settings.disk_floor;
        match self.free.bytes().filter(|free| *free < floor) {
            Some(free) => {
                let megabytes = |bytes: u64| format!("{}.{} MB", bytes >> 20, ((bytes % (1 << 20)) * 10) >> 20);
                let why = format!("{} free, {} stay free of mail", megabytes(free), megabytes(floor));
                Err(StoreError::Full(why).into())
            }
            None => Ok(()),
        }
    }

    /// Does what somebody asks for. What they can put right themselves is an answer, not an error.
    pub fn handle(&self, request: &Request, randomness: Randomness) -> Result<Handled, ServiceError> {
        self.store().write(|tx| incoming::handle::handle(tx, &self.settings, &self.key, request, randomness))
    }

    /// Lets time pass: clocks, reminders, expiries, digests. Call it before the first request after a start, and
    /// then every minute or so; how long it was not called doesn't matter. Of several processes one does the work.
    pub fn tick(&self, now: Timestamp, randomness: Randomness) -> Result<(), ServiceError> {
        time::clocks::tick(self.store(), &self.settings, &self.key, now, randomness)
    }

    /// Leases the notices due on a channel for so many seconds: the first of each recipient, so that order is kept.
    pub fn pending(&self, channel: Channel, now: Timestamp, lease: i64, limit: u32) -> Result<Vec<Owed>, ServiceError> {
        let store = self.store();
        if !store.read(|tx| tx.anything_owed(channel, now))? {
            return Ok(Vec::new());
        }
        store.write(|tx| post::fill::fill(tx, tx.lease_owed(channel, None, now, lease, limit)?, now))
    }

    /// Holds the notices that are being delivered for so many seconds more, before others take them for left undone.
    pub fn renew(&self, ids: &[i64], now: Timestamp, lease: i64) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.renew_owed(ids, now.saturating_add(lease)))?)
    }

    /// Frees what an earlier process had taken on a channel and left undone. For the only one that serves it now.
    pub fn release(&self, channel: Channel) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.release(channel))?)
    }

    /// This process's name among those that share the database.
    pub fn holder(&self) -> &str {
        &self.settings.holder
    }

    /// For how many days mails are kept as they came.
    pub fn keep_days(&self) -> u32 {
        self.settings.keep_days
    }

    /// Frees what dead processes held. What is taken row by row has no name on it: it is freed only where `alone` says
    /// that whoever took it can't be alive.
    pub fn take_over(&self, dead: &[String], alone: bool) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            for holder in dead {
                tx.drop_leases_of(holder)?;
            }
            if alone {
                tx.release(Channel::Mail)?;
                tx.inbox_release()?;
            }
            Ok(())
        })
    }

    /// What is due on the console of one player, taken and settled.
    pub fn pending_console(&self, name: &str, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
        let recipient = name.to_lowercase();
        let mut found = Vec::new();
        let store = self.store();
        // Settling each as it is taken brings the next one to the front.
        loop {
            let next = store.write(|tx| -> Result<_, ServiceError> {
                let owed = tx.lease_owed(Channel::Console, Some(&recipient), now, 60, 1)?;
                let owed = post::fill::fill(tx, owed, now)?.pop();
                if let Some(owed) = &owed {
                    tx.settle(owed.id, &Delivery::Sent, now)?;
                    tx.blank(owed.id)?;
                }
                Ok(owed)
            })?;
            match next {
                Some(owed) => found.push(owed),
                None => return Ok(found),
            }
        }
    }

    /// Says what became of a delivery. A mail to an address that nobody has suspends it, and what waits for it goes
    /// elsewhere too: to the player's other address, or to Discord. What can't be delivered in Discord goes from the
    /// game's place to direct messages, from there to mail, and is otherwise kept: see [`Service::kept_for`].
    pub fn settle(&self, id: i64, delivery: &Delivery, now: Timestamp) -> Result<(), ServiceError> {
        self.store().write(|tx| post::reroute::settle(tx, &self.key, id, delivery, now))
    }

    /// Says that a board was posted, and where its game lives in Discord with it.
    pub fn settle_board(&self, id: i64, number: GameNumber, place: Place, now: Timestamp) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            tx.set_place(number, Some(place))?;
            post::reroute::settle(tx, &self.key, id, &Delivery::Sent, now)
        })
    }

    /// Keeps the bytes rendered for a notice, so that a repeat sends the same ones.
    pub fn store_rendered(&self, id: i64, bytes: &[u8], envelope: &str) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.store_rendered(id, bytes, envelope))?)
    }

    /// The address that a secret of ours was sent to, if it is one.
    pub fn address_of(&self, token: &str) -> Result<Option<String>, ServiceError> {
        let Some(token) = self.key.verify(token) else { return Ok(None) };
        Ok(self.store().read(|tx| tx.address_by_id(token.address))?.map(|row| row.address))
    }

    /// Stores a mail as it came, before anything is done with it. The same mail again gets the same id. It is refused
    /// while too much waits, or too little of the disk is free.
    pub fn inbox_put(
        &self,
        raw: &[u8],
        envelope: &str,
        peer: Option<&str>,
        at: Timestamp,
    ) -> Result<i64, ServiceError> {
        self.room()?;
        Ok(self.store().write(|tx| tx.inbox_put(raw, envelope, peer, at, self.settings.inbox))?)
    }

    /// Takes the stored mails that wait longest, so many of them, for so many seconds.
    pub fn inbox_take(&self, now: Timestamp, lease: i64, limit: u32) -> Result<Vec<InMail>, ServiceError> {
        if !self.store().read(|tx| tx.inbox_waits(now))? {
            return Ok(Vec::new());
        }
        Ok(self.store().write(|tx| tx.inbox_take(now, lease, limit))?)
    }

    /// Gives stored mails back that were taken but not begun with, each until its time.
    pub fn inbox_put_back(&self, mails: &[(i64, Timestamp)]) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| mails.iter().try_for_each(|&(id, until)| tx.inbox_put_back(id, until)))?)
    }

    /// Does what a stored mail asks for, and notes that it is done: both or neither. A mail whose sender is proven is kept
    /// for some days, and found again by whoever it is from and by the addresses that it `names`.
    pub fn handle_mail(
        &self,
        id: i64,
        request: &Request,
        names: &[String],
        randomness: Randomness,
    ) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            // Noted first: `forget me` empties the mails that are handled, this one among them.
            tx.inbox_done(id, &Verdict::Handled)?;
            tx.mail_names(id, names)?;
            let handled = incoming::handle::handle(tx, &self.settings, &self.key, request, randomness)?;
            // Anybody may write whatever they want in as many names as they want: nobody keeps that for them.
            if !handled.proven {
                return Ok(tx.empty_mail(id)?);
            }
            if let Sender::Email { address, .. } = &request.from
                && let Ok(mailbox) = Mailbox::parse(address)
                && let Some(player) = tx.known_address(&mailbox)?.and_then(|row| row.player)
            {
                tx.mail_from(id, player)?;
            }
            Ok(())
        })
    }

    /// Says what became of a stored mail.
    pub fn inbox_done(&self, id: i64, verdict: &Verdict) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.inbox_done(id, verdict))?)
    }

    /// Takes or renews a lease by name for this process; false if another one holds it.
    pub fn take_lease(&self, name: &str, now: Timestamp, seconds: i64) -> Result<bool, ServiceError> {
        Ok(self.store().write(|tx| tx.take_lease(name, &self.settings.holder, now, seconds))?)
    }

    /// Gives a lease back.
    pub fn drop_lease(&self, name: &str) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.drop_lease(name, &self.settings.holder))?)
    }

    /// Takes what was kept for a Discord user who could not be reached, now that they are here, for a minute.
    pub fn kept_for(&self, user: u64, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
        let recipient = Destination::DiscordUser(user).recipient();
        let store = self.store();
        if !store.read(|tx| tx.anything_kept(&recipient))? {
            return Ok(Vec::new());
        }
        store.write(|tx| post::fill::fill(tx, tx.take_kept(&recipient, now + IN_PLACE)?, now))
    }

    /// Where a game or challenge lives in Discord.
    pub fn place(&self, number: GameNumber) -> Result<Option<Place>, ServiceError> {
        Ok(self.store().read(|tx| tx.place(number))?)
    }

    /// Stores where a game or challenge lives in Discord. Later notices of the game go there.
    pub fn set_place(&self, number: GameNumber, place: Option<Place>) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.set_place(number, place))?)
    }

    /// The game that is meant by what is said in a channel or thread: the only one that runs there, or else the only
    /// one that ended there.
    pub fn game_at(&self, channel: u64) -> Result<Option<GameNumber>, ServiceError> {
        let (running, ended) = self.store().read(|tx| tx.games_at(channel))?;
        let here = if running.is_empty() { ended } else { running };
        Ok(if let [only] = here[..] { Some(only) } else { None })
    }

    /// What was counted since the database was made, for metrics.
    pub fn counters(&self) -> Result<Vec<(String, i64)>, ServiceError> {
        Ok(self.store().read(|tx| tx.counters())?)
    }

    /// What waits to be done, for metrics.
    pub fn waiting(&self) -> Result<Waiting, ServiceError> {
        Ok(self.store().read(|tx| tx.waiting())?)
    }

    fn store(&self) -> &Shared {
        &self.store
    }
}

/// A minute: how long a front end may take to deliver an answer in place before the outbox does.
const IN_PLACE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// For so many days it is known what was seen: a mail that was written before can't be told from its repeat.
pub const SEEN_DAYS: i64 = 100;
