//! The use cases: everything a front end can ask of Turnpost, each in one transaction. A front end holds one
//! [`Service`] and calls it from threads that may block.

use crate::address::Mailbox;
use crate::clock::ClockRule;
use crate::clock::moment::Timestamp;
use crate::game::Damaged;
use crate::game::GameNumber;
use crate::notice::{Destination, Notice};
use crate::request::{Context, Request, Sender};
use crate::store::{
    Channel, Delivery, Door, FreeSpace, Heard, InMail, InboxBounds, Owed, Place, Shared, Store, StoreError, Verdict,
    Waiting, Woken,
};
use crate::token::TokenKey;

mod events;
mod house;
mod incoming;
mod lobby;
mod now;
mod operator;
mod people;
mod playing;
mod post;
mod random;
mod requester;
mod seat;
mod seated;
mod sharing;
mod sight;
mod time;
mod views;
mod whose;

pub use events::offering::Purpose;
pub use events::pages::{EventPage, GroupTable, Match, Named, Round, Stage};
pub use incoming::taking::Sending;
pub use lobby::guests::NotNow;
pub use lobby::posting::Unseen;
pub use operator::{Refusal, Verdict as OperatorVerdict};
pub use people::names::check as check_name;
pub use random::Randomness;
pub use sight::Onlooker;
pub use views::examine::Examined;
pub use views::glance::{Glance, MyGame};
pub use views::pages::{GamePage, GameState, MyBoard, PlayerPage, Running};
pub use views::spectating::{NotShown, ServerGame, Shown};

/// Turnpost itself, on one database. Several processes may each open the same file.
#[derive(Debug)]
pub struct Service {
    store: Shared,
    settings: Settings,
    key: TokenKey,
    free: FreeSpace,
}

/// What an operator can configure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Days before an open challenge expires.
    pub challenge_days: u32,
    /// Days a question, or a command held for confirmation, can be answered.
    pub question_days: u32,
    /// Days raw mails and settled notices are kept.
    pub keep_days: u32,
    /// The clock of challenges that name none.
    pub clock: ClockRule,
    /// The theme of pictures for players who chose none.
    pub theme: String,
    /// Invitations mailed per day, whoever asks for them: at most a quarter of them in one hour, a fifth from one
    /// domain.
    pub invitations: u32,
    /// The address that mail comes from, if mail is sent.
    pub home: Option<Mailbox>,
    /// Answers per hour to people whom nobody knows, in all.
    pub strangers: u32,
    /// This process's name among those that share the database.
    pub holder: String,
    /// How much mail may wait in the inbox.
    pub inbox: InboxBounds,
    /// Bytes of disk that mail must leave free, so that there is always room to play.
    pub disk_floor: u64,
    /// Where people find our pages, without a stroke at its end; absent, nobody is told of any.
    pub pages: Option<String>,
    /// Whether the computer plays.
    pub house: bool,
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
            home: None,
            strangers: 60,
            holder: "only".to_owned(),
            inbox: InboxBounds::default(),
            disk_floor: 64 << 20,
            pages: None,
            house: true,
        }
    }
}

/// What became of a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handled {
    /// For transports that answer in place (Discord, the console): what to tell the requester, to be delivered and
    /// settled now. It is in the outbox too, leased for a minute, so that nothing is lost if the front end dies. A
    /// mail's answers are only in the outbox.
    pub answers: Vec<Owed>,
    /// For a page: what whoever looks at it is shown at once. It is stored nowhere, and not repeated.
    pub shown: Vec<Notice>,
    /// Whether this request had been handled before; the answers are then those of the first time.
    pub repeated: bool,
    /// Whether the sender's identity was proven.
    pub proven: bool,
    /// Whether they were a player before.
    pub known: bool,
}

/// Infrastructure failed: nothing of the request was stored, and the caller should try again.
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

    /// The same, with its own way of measuring free disk space.
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

    /// Handles a request. Mistakes that people can put right themselves are answers, not errors.
    pub fn handle(&self, request: &Request, randomness: Randomness) -> Result<Handled, ServiceError> {
        self.store().write(|tx| incoming::handle::handle(tx, &self.settings, &self.key, request, randomness.clone()))
    }

    /// Lets time pass: clocks, reminders, expiries, digests. Call it before the first request after a start, then about
    /// once a minute; a long gap does no harm. If several processes call it, one does the work.
    pub fn tick(&self, now: Timestamp, randomness: Randomness) -> Result<(), ServiceError> {
        time::clocks::tick(self.store(), &self.settings, &self.key, now, randomness, usize::MAX)
    }

    /// The same, but it ends after so many transactions, as if the process had died then.
    pub fn tick_some(&self, now: Timestamp, randomness: Randomness, transactions: usize) -> Result<(), ServiceError> {
        time::clocks::tick(self.store(), &self.settings, &self.key, now, randomness, transactions)
    }

    /// Leases the notices due on a channel for `lease` seconds: only each recipient's first, which keeps them in order.
    pub fn pending(&self, channel: Channel, now: Timestamp, lease: i64, limit: u32) -> Result<Vec<Owed>, ServiceError> {
        let store = self.store();
        if !store.glance(|tx| tx.anything_owed(channel, now))? {
            return Ok(Vec::new());
        }
        store.write(|tx| post::fill::fill(tx, tx.lease_owed(self.holder(), channel, None, now, lease, limit)?, now))
    }

    /// Extends the lease on notices still being delivered, before other processes think them abandoned.
    pub fn renew(&self, ids: &[i64], now: Timestamp, lease: i64) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.renew_owed(ids, now.saturating_add(lease)))?)
    }

    /// Frees what other processes leased on a channel and never settled. Only for the sole process serving it.
    pub fn release_others(&self, channel: Channel) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.release_others(channel, self.holder()))?)
    }

    /// Calls this whenever anything was committed that a worker may wait for, in whichever process; a moment later, and on
    /// a database server only. What isn't told is found by looking.
    pub fn on_waking(&self, listener: impl Fn(Woken) + Send + Sync + 'static) {
        self.store().listen(listener);
    }

    /// This process's name among those that share the database.
    pub fn holder(&self) -> &str {
        &self.settings.holder
    }

    /// Days raw mails are kept.
    pub fn keep_days(&self) -> u32 {
        self.settings.keep_days
    }

    /// Shows the other processes that this one is alive, and returns the names of those that are not. Where processes share
    /// a data directory, its locks tell that, and nobody is named here.
    pub fn beat(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store().beat(self.holder())?)
    }

    /// Which other processes run on a database server. Where processes share a data directory, its locks tell that.
    pub fn others(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store().others(self.holder())?)
    }

    /// Which others run, as before; and until this service is dropped no other process starts there.
    pub fn keep_others_out(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store().keep_out(self.holder())?)
    }

    /// Says that this process begins to serve. Fails if the database was moved elsewhere, or is about to be: whoever moves
    /// it either finds this process or is found by it.
    pub fn begin(&self) -> Result<(), ServiceError> {
        let dead = self.beat()?;
        self.store().must_stay()?;
        if dead.is_empty() { Ok(()) } else { self.take_over(&dead) }
    }

    /// Frees what dead processes held.
    pub fn take_over(&self, dead: &[String]) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            for holder in dead {
                tx.drop_leases_of(holder)?;
                tx.release(holder)?;
                tx.inbox_release(holder)?;
            }
            Ok(())
        })
    }

    /// Takes and settles what is due on one player's console.
    pub fn pending_console(&self, name: &str, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
        let recipient = name.to_lowercase();
        let mut found = Vec::new();
        let store = self.store();
        // Settling each one brings the next to the front.
        loop {
            let next = store.write(|tx| -> Result<_, ServiceError> {
                let owed = tx.lease_owed(self.holder(), Channel::Console, Some(&recipient), now, 60, 1)?;
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

    /// Records the outcome of a delivery. Mail to an address that doesn't exist suspends the address, and what waits
    /// for it is rerouted to the player's other address or to Discord. What can't be delivered in the game's Discord
    /// channel goes to direct messages, then to mail, and is otherwise kept: see [`Service::kept_for`].
    pub fn settle(&self, id: i64, delivery: &Delivery, now: Timestamp) -> Result<(), ServiceError> {
        self.store().write(|tx| post::reroute::settle(tx, &self.key, id, delivery, now))
    }

    /// Records that a board was posted, and with it where its game lives in Discord.
    pub fn settle_board(&self, id: i64, number: GameNumber, place: Place, now: Timestamp) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            tx.set_place(number, Some(place))?;
            tx.set_door(number, Door::Open, now)?;
            if let Some(message) = place.message {
                tx.begin_hearing(Heard { channel: place.channel, user: None, message })?;
            }
            post::reroute::settle(tx, &self.key, id, &Delivery::Sent, now)
        })
    }

    /// Keeps the bytes rendered for a notice, so that a retry sends the same ones.
    pub fn store_rendered(&self, id: i64, bytes: &[u8], envelope: &str) -> Result<(), ServiceError> {
        Ok(self.store().change(|tx| tx.store_rendered(id, bytes, envelope))?)
    }

    /// The address a token of ours was sent to, if it is one of ours.
    pub fn address_of(&self, token: &str) -> Result<Option<String>, ServiceError> {
        let Some(token) = self.key.verify(token) else { return Ok(None) };
        Ok(self.store().glance(|tx| tx.address_by_id(token.address))?.map(|row| row.address))
    }

    /// Stores a raw mail before anything is done with it. The same mail again gets the same id. Refused while too much
    /// mail waits or too little disk is free.
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

    /// Leases the mails that have waited longest, up to `limit`, for `lease` seconds.
    pub fn inbox_take(&self, now: Timestamp, lease: i64, limit: u32) -> Result<Vec<InMail>, ServiceError> {
        if !self.store().glance(|tx| tx.inbox_waits(now))? {
            return Ok(Vec::new());
        }
        Ok(self.store().write(|tx| tx.inbox_take(self.holder(), now, lease, limit))?)
    }

    /// Puts back mails that were leased but not started, each to wait until its time.
    pub fn inbox_put_back(&self, mails: &[(i64, Timestamp)]) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| mails.iter().try_for_each(|&(id, until)| tx.inbox_put_back(id, until)))?)
    }

    /// Handles a stored mail and marks it done, both or neither. If its sender is proven, the mail is kept for some
    /// days and can be found by its sender and by the addresses it `names`.
    pub fn handle_mail(
        &self,
        id: i64,
        request: &Request,
        names: &[String],
        randomness: Randomness,
    ) -> Result<(), ServiceError> {
        self.store().write(|tx| {
            let from = match &request.from {
                Sender::Email { address, .. } => Mailbox::parse(address).ok(),
                Sender::Discord { .. } | Sender::Page { .. } | Sender::Console { .. } => None,
            };
            // Marked first: `forget me` empties handled mails, including this one.
            tx.mail_handled(id, names, from.as_ref(), &self.key)?;
            let handled = incoming::handle::handle(tx, &self.settings, &self.key, request, randomness.clone())?;
            // Anybody can write anything in anybody's name, so such a mail is not kept as theirs.
            if !handled.proven {
                return Ok(tx.empty_mail(id)?);
            }
            // Whoever was no player when they wrote may be one now.
            if let Some(mailbox) = from.filter(|_| !handled.known)
                && let Some(player) = tx.known_address(&mailbox)?.and_then(|row| row.player)
            {
                tx.mail_from(id, player)?;
            }
            Ok(())
        })
    }

    /// Records what became of a stored mail.
    pub fn inbox_done(&self, id: i64, verdict: &Verdict) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.inbox_done(id, verdict))?)
    }

    /// Takes or renews a named lease for this process; false if another process holds it.
    pub fn take_lease(&self, name: &str, now: Timestamp, seconds: i64) -> Result<bool, ServiceError> {
        Ok(self.store().write(|tx| tx.take_lease(name, &self.settings.holder, now, seconds))?)
    }

    /// Writes something, to see whether that works now.
    pub fn writes(&self, now: Timestamp) -> Result<(), ServiceError> {
        Ok(self.store().write_now(|tx| tx.take_lease("health", &self.settings.holder, now, 1)).map(drop)?)
    }

    /// Releases a lease.
    pub fn drop_lease(&self, name: &str) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| tx.drop_lease(name, &self.settings.holder))?)
    }

    /// Takes what was kept for a Discord user who could not be reached, now that they have turned up. Leased for a
    /// minute.
    pub fn kept_for(&self, user: u64, now: Timestamp) -> Result<Vec<Owed>, ServiceError> {
        let recipient = Destination::DiscordUser(user).recipient();
        let store = self.store();
        if !store.read(|tx| tx.anything_kept(&recipient))? {
            return Ok(Vec::new());
        }
        store.write(|tx| post::fill::fill(tx, tx.take_kept(self.holder(), &recipient, now + IN_PLACE)?, now))
    }

    /// A challenge was made where only its maker could see it: it goes another way, or is taken back.
    pub fn nobody_saw(&self, number: GameNumber, at: Timestamp) -> Result<Unseen, ServiceError> {
        self.store().write(|tx| {
            self.without_chance(tx, at, |now| {
                post::outgoing::Outgoing::gather(now, |out| lobby::posting::nobody_saw(now, out, number))
            })
        })
    }

    /// Where a game or challenge lives in Discord.
    pub fn place(&self, number: GameNumber) -> Result<Option<Place>, ServiceError> {
        Ok(self.store().read(|tx| tx.place(number))?)
    }

    /// Whether both players of a game sit at the board: their clock gives less than an hour.
    pub fn is_live(&self, number: GameNumber) -> Result<bool, ServiceError> {
        let game = self.store().read(|tx| tx.game(number))?;
        Ok(game.is_some_and(|game| game.clock.rule.is_under_an_hour()))
    }

    /// When the next clock runs out, the next turn is forfeited or an event is to be looked at; for whoever calls [`Service::tick`].
    pub fn next_deadline(&self) -> Result<Option<Timestamp>, ServiceError> {
        Ok(self.store().read(|tx| tx.next_deadline())?)
    }

    /// Sets where a game or challenge lives in Discord; later notices of the game go there.
    pub fn set_place(&self, number: GameNumber, place: Option<Place>) -> Result<(), ServiceError> {
        Ok(self.store().write(|tx| {
            tx.set_place(number, place)?;
            // A thread's own id is older than everything that is said in it.
            let thread = place.filter(|place| place.parent.is_some_and(|parent| parent != place.channel));
            thread.map_or(Ok(()), |Place { channel, .. }| {
                tx.begin_hearing(Heard { channel, user: None, message: channel })
            })
        })?)
    }

    /// What words in a channel or thread are about: the games running there, or else the only one that ended there.
    pub fn context_at(&self, channel: u64) -> Result<Context, ServiceError> {
        let (running, ended) = self.store().read(|tx| tx.games_at(channel))?;
        Ok(match (&running[..], &ended[..]) {
            ([number], _) | ([], [number]) => Context::Game { number: *number, revision: None },
            ([], _) => Context::Fresh,
            _ => Context::Table(running),
        })
    }

    /// Totals since the database was created, for metrics.
    pub fn counters(&self) -> Result<Vec<(String, i64)>, ServiceError> {
        Ok(self.store().read(|tx| tx.counters())?)
    }

    /// Work waiting to be done, for metrics.
    pub fn waiting(&self) -> Result<Waiting, ServiceError> {
        Ok(self.store().read(|tx| tx.waiting())?)
    }

    fn store(&self) -> &Shared {
        &self.store
    }
}

/// How many seconds a front end has to deliver an answer in place before the outbox does it.
const IN_PLACE: i64 = 60;
const HOUR: i64 = 3_600;
const DAY: i64 = 86_400;

/// Days we remember which messages we have seen. Older mails can't be told from repeats.
pub const SEEN_DAYS: i64 = 100;
