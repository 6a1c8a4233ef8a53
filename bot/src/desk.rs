//! What all parts of the bot share: the service, the pictures, and small things kept in memory. Blocking work runs on
//! threads of its own.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::{Notify, Semaphore, watch};
use turnpost_core::clock::moment::now;
use turnpost_core::game::GameNumber;
use turnpost_core::request::Request;
use turnpost_core::service::{Handled, Randomness, Service, ServiceError};
use turnpost_core::store::{self, Delivery, StoreError};
use turnpost_render::album::Album;

use crate::limits::heard::Heard;
use crate::limits::order::Order;
use crate::limits::pace::{Pace, Verdict};
use crate::limits::recent::Recent;
use crate::limits::throttle::Throttle;
use crate::settings::Settings;

/// Attempts at a request while the database fails, and the pause between them.
const TRIES: u32 = 3;
const BETWEEN_TRIES: Duration = Duration::from_millis(300);

/// Deliveries a second. Each is a message and usually an edit of the one before it, and Discord allows 50 requests a
/// second. With another base URL, limiting is that server's business.
const DELIVERIES: u32 = 20;

/// Challenges by mention in one server: this many at once, then one every 20 seconds.
const MENTIONS_SAVED: f64 = 30.0;
const MENTIONS_A_SECOND: f64 = 0.05;

/// Refusals in a game that are deleted when its next board is shown; any beyond that stay.
const REFUSALS: usize = 10;

/// Requests that a user may make in a day, for each one allowed per second: every answer is stored for days.
const A_DAY: f64 = 400.0;

/// How long to wait for the list of a position's turns.
const SPELLED_WITHIN: Duration = Duration::from_millis(1_500);

/// Questions whose places are remembered.
const QUESTIONS: usize = 1000;

/// Where a question was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedHere {
    /// The question.
    pub question: i64,
    /// The channel.
    pub channel: u64,
    /// The message.
    pub message: u64,
}

/// The shared state of the bot.
pub(crate) struct Desk {
    /// Turnpost itself.
    pub service: Arc<Service>,
    /// Draws boards, and has the pictures that were drawn last: many may watch one game.
    pub album: &'static Album,
    /// Rung when something may be owed.
    pub owed: Notify,
    /// Rung when a game may have gone on.
    pub gone_on: Notify,
    /// Keeps the events of each place in order.
    pub order: Arc<Order>,
    /// Keeps what is posted of each game in order, though it may be for different places.
    pub posting: Arc<Order>,
    /// Paces deliveries.
    pub throttle: Throttle,
    /// Limits what each user asks for.
    pace: Pace,
    /// The same over a day.
    daily: Pace,
    /// Limits autocompletion for each user.
    typing: Pace,
    /// Limits challenges by mention in each server.
    mentions: Pace,
    /// When we asked whether a user sees a channel.
    pub looked: Recent<(u64, u64), Instant>,
    /// How far the places of games were read.
    pub heard: Heard,
    /// Whether what was missed is being read; what is said meanwhile waits.
    pub catching_up: watch::Sender<bool>,
    /// Events that were handled already: the gateway may deliver one twice.
    pub seen_events: Recent<u64>,
    /// The legal turns, as text, of positions for which somebody is typing one.
    pub spelled: Recent<(GameNumber, i64, String), Arc<Vec<String>>>,
    /// The newest board of a game in a user's direct messages. One that was forgotten is looked for there.
    pub newest_boards: Recent<(GameNumber, u64), u64>,
    /// Refusals shown below a board until its turn is played: channel and message.
    pub refusals: Mutex<HashMap<GameNumber, Vec<(u64, u64)>>>,
    /// Whether the database answered the last time.
    database: watch::Sender<bool>,
    drawing: Semaphore,
    spelling: Semaphore,
    me: AtomicU64,
    hears: AtomicBool,
    hears_all: AtomicBool,
    posts: AtomicBool,
    asked: Mutex<Vec<AskedHere>>,
    application: AtomicU64,
    random: fn() -> Randomness,
}

impl Desk {
    /// A desk for this service. Randomness comes from the caller.
    pub(crate) fn new(service: Arc<Service>, random: fn() -> Randomness, settings: &Settings) -> Desk {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Desk {
            service,
            album: Album::shared(),
            owed: Notify::new(),
            gone_on: Notify::new(),
            order: Arc::default(),
            posting: Arc::default(),
            pace: Pace::new(settings.pace),
            daily: Pace::saving(f64::from(settings.pace) * A_DAY / 86_400.0, f64::from(settings.pace) * A_DAY),
            typing: Pace::new(settings.pace),
            mentions: Pace::saving(MENTIONS_A_SECOND, MENTIONS_SAVED),
            looked: Recent::new(4096),
            heard: Heard::default(),
            catching_up: watch::Sender::new(false),
            seen_events: Recent::new(4096),
            spelled: Recent::new(32),
            newest_boards: Recent::new(4096),
            refusals: Mutex::default(),
            throttle: Throttle::new(settings.api.is_none().then_some(DELIVERIES)),
            database: watch::Sender::new(true),
            drawing: Semaphore::new(cores.saturating_sub(1).max(1)),
            spelling: Semaphore::new(1),
            me: AtomicU64::new(0),
            hears: AtomicBool::new(true),
            hears_all: AtomicBool::new(true),
            posts: AtomicBool::new(false),
            asked: Mutex::default(),
            application: AtomicU64::new(0),
            random,
        }
    }

    /// Whether we hear what people type in servers: the message content intent is granted.
    pub(crate) fn hears(&self) -> bool {
        self.hears.load(Ordering::Relaxed)
    }

    /// Notes whether it is.
    pub(crate) fn set_hears(&self, hears: bool) {
        self.hears.store(hears, Ordering::Relaxed);
    }

    /// Whether the events of all servers come to this process: no other one has any shards.
    pub(crate) fn hears_all(&self) -> bool {
        self.hears_all.load(Ordering::Relaxed)
    }

    /// Notes whether they do.
    pub(crate) fn set_hears_all(&self, all: bool) {
        self.hears_all.store(all, Ordering::Relaxed);
    }

    /// Whether this process posts what is owed.
    pub(crate) fn posts(&self) -> bool {
        self.posts.load(Ordering::Relaxed)
    }

    /// Notes whether it does.
    pub(crate) fn set_posts(&self, posts: bool) {
        self.posts.store(posts, Ordering::Relaxed);
    }

    /// Whether the database answered the last time.
    pub(crate) fn database_answers(&self) -> bool {
        *self.database.borrow()
    }

    /// Tells whenever the database is lost or answers again.
    pub(crate) fn database(&self) -> watch::Receiver<bool> {
        self.database.subscribe()
    }

    /// Remembers where a question stands with its buttons, for when it is settled otherwise.
    pub(crate) fn note_question(&self, asked: AskedHere) {
        let mut all = lock(&self.asked);
        // One that is forgotten keeps its buttons; they say then that it is settled.
        if all.len() >= QUESTIONS {
            all.remove(0);
        }
        all.push(asked);
    }

    /// Takes those of the questions that are settled by now.
    pub(crate) async fn settled_questions(self: &Arc<Desk>) -> Vec<AskedHere> {
        let ids: Vec<i64> = lock(&self.asked).iter().map(|asked| asked.question).collect();
        if ids.is_empty() {
            return Vec::new();
        }
        let settled = self.look_up(move |service| service.settled_questions(&ids, now())).await.unwrap_or_default();
        lock(&self.asked).extract_if(.., |asked| settled.contains(&asked.question)).collect()
    }

    /// The bot's own user id; 0 until the gateway has told us.
    pub(crate) fn me(&self) -> u64 {
        self.me.load(Ordering::Relaxed)
    }

    /// The URL by which people add the bot to a server or to their account.
    pub(crate) fn link(&self) -> String {
        let application = self.application.load(Ordering::Relaxed);
        format!("<https://discord.com/oauth2/authorize?client_id={application}>")
    }

    /// Sets the application's id.
    pub(crate) fn set_application(&self, application: u64) {
        self.application.store(application, Ordering::Relaxed);
    }

    /// Begins to keep track of what is said in a channel, from a message on.
    pub(crate) async fn hear(self: &Arc<Desk>, channel: u64, user: Option<u64>, message: u64) {
        if self.heard.watch(channel) {
            self.change(move |service| service.begin_hearing(store::Heard { channel, user, message })).await;
        }
    }

    /// Stores how far the places of games were read.
    pub(crate) async fn remember_heard(self: &Arc<Desk>) {
        let heard = self.heard.take();
        if !heard.is_empty() {
            self.change(move |service| service.heard(&heard)).await;
        }
    }

    /// Sets the bot's own user id.
    pub(crate) fn set_me(&self, user: u64) {
        self.me.store(user, Ordering::Relaxed);
    }

    /// Whether a user may ask for one more thing now.
    pub(crate) fn may_ask(&self, user: u64) -> Verdict {
        match self.pace.take(user, seconds()) {
            Verdict::Go => self.daily.take(user, seconds()),
            too_much => too_much,
        }
    }

    /// Whether a user may be offered completions now.
    pub(crate) fn may_complete(&self, user: u64) -> bool {
        self.typing.take(user, seconds()) == Verdict::Go
    }

    /// Whether one more challenge by mention may be made in a server now.
    pub(crate) fn may_challenge(&self, server: u64) -> bool {
        self.mentions.take(server, seconds()) == Verdict::Go
    }

    /// Runs something that may block.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Desk>,
        work: impl FnOnce(&Desk) -> T + Send + 'static,
    ) -> Option<T> {
        let desk = Arc::clone(self);
        match tokio::task::spawn_blocking(move || work(&desk)).await {
            Ok(done) => Some(done),
            Err(error) => {
                tracing::error!(%error, "a request broke off");
                None
            }
        }
    }

    /// Runs work that draws, which keeps a core busy. Where there are several cores one is left free, so that clicks
    /// are answered in time.
    pub(crate) async fn draw<T: Send + 'static>(
        self: &Arc<Desk>,
        work: impl FnOnce(&Desk) -> T + Send + 'static,
    ) -> Option<T> {
        let _room = self.drawing.acquire().await.ok()?;
        self.blocking(work).await
    }

    /// The legal turns of a position, as text, for completion. One position is worked out at a time, and whoever would
    /// wait too long gets nothing: Discord wouldn't show it any more.
    pub(crate) async fn spell(
        self: &Arc<Desk>,
        key: (GameNumber, i64, String),
        spell: impl FnOnce() -> Option<Vec<String>> + Send + 'static,
    ) -> Option<Arc<Vec<String>>> {
        if let Some(spelled) = self.spelled.get(&key) {
            return Some(spelled);
        }
        let _room = tokio::time::timeout(SPELLED_WITHIN, self.spelling.acquire()).await.ok()?.ok()?;
        // Somebody else may have asked for the same position while we waited.
        if let Some(spelled) = self.spelled.get(&key) {
            return Some(spelled);
        }
        let spelled = Arc::new(self.blocking(move |_| spell()).await.flatten()?);
        self.spelled.put(key, Arc::clone(&spelled));
        Some(spelled)
    }

    /// Asks the service. While the database fails the request is repeated, which its key makes harmless; in the end it
    /// is given up.
    pub(crate) async fn ask(self: &Arc<Desk>, request: Request) -> Option<Handled> {
        let request = Arc::new(request);
        for attempt in 1..=TRIES {
            let asked = Arc::clone(&request);
            let handled = self.blocking(move |desk| desk.noted(desk.service.handle(&asked, (desk.random)())));
            match self.while_it_answers(handled).await?? {
                Ok(handled) => {
                    self.owed.notify_one();
                    return Some(handled);
                }
                Err(error) => tracing::error!(%error, attempt, "a request failed"),
            }
            tokio::time::sleep(BETWEEN_TRIES * attempt).await;
        }
        None
    }

    /// Records what became of a delivery.
    pub(crate) async fn settle(self: &Arc<Desk>, id: i64, delivery: Delivery) {
        let settled = self.blocking(move |desk| desk.noted(desk.service.settle(id, &delivery, now()))).await;
        if let Some(Err(error)) = settled {
            tracing::error!(%error, notice = id, "a delivery was not noted; it may be repeated");
        }
    }

    /// Reads something from the database; trouble is reported and gives nothing.
    pub(crate) async fn look_up<T: Send + 'static>(
        self: &Arc<Desk>,
        read: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Option<T> {
        let found = self.while_it_answers(self.blocking(move |desk| desk.noted(read(&desk.service)))).await??;
        found.inspect_err(|error| tracing::error!(%error, "a look-up failed")).ok()
    }

    /// Changes something in the database besides what is asked for: leases, places, what is taken from the outbox. Trouble
    /// is reported and gives nothing.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Desk>,
        write: impl FnOnce(&Service) -> Result<T, ServiceError> + Send + 'static,
    ) -> Option<T> {
        let done = self.blocking(move |desk| desk.noted(write(&desk.service))).await?;
        done.inspect_err(|error| tracing::error!(%error, "a change was not stored")).ok()
    }

    /// Notes whether the database answered.
    fn noted<T>(&self, done: Result<T, ServiceError>) -> Result<T, ServiceError> {
        let answers = !matches!(done, Err(ServiceError::Store(StoreError::Lost(_))));
        let changed = |known: &mut bool| std::mem::replace(known, answers) != answers;
        if self.database.send_if_modified(changed) {
            tracing::warn!(answers, "whether the database answers has changed");
        }
        done
    }

    /// Waits for the database as long as it answers: once it is known to be lost, people are told at once. Work that was
    /// begun is finished, and repeated by its key if it is asked for again.
    async fn while_it_answers<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut database = self.database.subscribe();
        tokio::select! {
            biased;
            _ = database.wait_for(|answers| !answers) => None,
            done = work => Some(done),
        }
    }

    /// Remembers a refusal, to be deleted once the turn is played.
    pub(crate) fn note_refusal(&self, game: GameNumber, channel: u64, message: u64) {
        let mut refusals = lock(&self.refusals);
        // One that is forgotten merely stays where it is; memory must not grow without bound.
        if refusals.len() > 1000 {
            refusals.clear();
        }
        // Deleting each costs a request before the next board is shown.
        let here = refusals.entry(game).or_default();
        if here.len() < REFUSALS {
            here.push((channel, message));
        }
    }

    /// Takes the refusals of a game, which may be deleted now.
    pub(crate) fn take_refusals(&self, game: GameNumber) -> Vec<(u64, u64)> {
        lock(&self.refusals).remove(&game).unwrap_or_default()
    }
}

/// Seconds since 1970 with fractions, for rates.
fn seconds() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
