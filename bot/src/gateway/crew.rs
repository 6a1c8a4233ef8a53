//! All shards of this process, and whoever posts what is owed. What is ours changes while others come, go and die.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use serenity::all::GatewayIntents;
use serenity::http::Http;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::desk::Desk;
use crate::gateway::lease::Leases;
use crate::gateway::patience::stopped;
use crate::gateway::shard::{Ended, Shard};
use crate::incoming::missed;
use crate::outgoing::{deliver, spectators};
use crate::settings::Settings;
use crate::wire::http;

/// How often leases are renewed, and asked for again while the database doesn't answer or others may give something up.
const RENEWED: Duration = Duration::from_secs(4);
const ASKED_AGAIN: Duration = Duration::from_secs(1);
/// How often it is stored how far the places of games were read.
const REMEMBERED: Duration = Duration::from_secs(1);

/// The shards that run in this process.
pub(super) struct Crew<'a> {
    settings: &'a Settings,
    desk: &'a Arc<Desk>,
    leases: Leases,
    intents: GatewayIntents,
    http: Arc<Http>,
    /// Those that run, and how each is told to stop.
    running: BTreeMap<u32, watch::Sender<bool>>,
    tasks: JoinSet<(u32, Ended)>,
    posting: Option<JoinHandle<()>>,
}

impl<'a> Crew<'a> {
    /// Nobody yet.
    pub(super) fn new(
        settings: &'a Settings,
        desk: &'a Arc<Desk>,
        leases: Leases,
        intents: GatewayIntents,
    ) -> Crew<'a> {
        let http = Arc::new(http(settings));
        let (running, tasks) = (BTreeMap::new(), JoinSet::new());
        Crew { settings, desk, leases, intents, http, running, tasks, posting: None }
    }

    /// Runs what is ours until told to stop, until another process is the bot, or until it is of no use to go on.
    pub(super) async fn work(mut self, mut stop: watch::Receiver<bool>) -> Ended {
        let mut database = self.desk.database();
        let mut remembering = tokio::time::interval(REMEMBERED);
        let mut look_again = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        let ended = loop {
            tokio::select! {
                () = &mut look_again => {
                    let (lost, pause) = self.look(&stop).await;
                    if lost {
                        break Ended::Lost("another process took over".to_owned());
                    }
                    look_again.as_mut().reset(tokio::time::Instant::now() + pause);
                }
                Some(ended) = self.tasks.join_next(), if !self.tasks.is_empty() => {
                    if let Some(ended) = self.shard_ended(ended).await {
                        break ended;
                    }
                }
                _ = remembering.tick() => self.desk.remember_heard().await,
                Ok(()) = database.changed() => {
                    let answers = *database.borrow_and_update();
                    self.database_is(answers);
                }
                () = stopped(&mut stop) => break Ended::Stopped,
            }
        };
        self.end(matches!(ended, Ended::Stopped)).await;
        ended
    }

    /// Starts what is ours and doesn't run yet, and stops what runs and is no longer ours. True if nothing is, and waiting
    /// for that is somebody else's business.
    async fn look(&mut self, stop: &watch::Receiver<bool>) -> (bool, Duration) {
        let Some(ours) = self.leases.ours(self.desk).await else { return (false, ASKED_AGAIN) };
        if ours.shards.is_empty() && !self.leases.shared {
            return (true, RENEWED);
        }
        self.settings.link.set_ours(Some(ours.shards.clone()));
        self.desk.set_hears_all(ours.shards.len() == self.leases.shards as usize);
        for (shard, tell) in &self.running {
            if !ours.shards.contains(shard) {
                tell.send_replace(true);
            }
        }
        for number in &ours.shards {
            if !self.running.contains_key(number) {
                self.start(*number);
            }
        }
        self.post(ours.posts, stop);
        let all_of_it = ours.shards.len() == self.leases.shards as usize && ours.posts;
        (false, if all_of_it { RENEWED } else { ASKED_AGAIN })
    }

    fn start(&mut self, number: u32) {
        let (tell, told) = watch::channel(false);
        let shard = Shard {
            settings: self.settings.clone(),
            desk: Arc::clone(self.desk),
            intents: self.intents,
            number,
            of: self.leases.shards,
        };
        self.running.insert(number, tell);
        self.tasks.spawn(async move { (number, shard.keep(told).await) });
    }

    /// A shard has ended: others may have it, or everything ends with it.
    async fn shard_ended(&mut self, ended: Result<(u32, Ended), tokio::task::JoinError>) -> Option<Ended> {
        match ended {
            Ok((number, Ended::Stopped)) => {
                self.running.remove(&number);
                self.leases.give_back(self.desk, number).await;
                None
            }
            Ok((_, ended)) => Some(ended),
            Err(error) => Some(Ended::Lost(error.to_string())),
        }
    }

    /// Begins or ceases to post what is owed.
    fn post(&mut self, ours: bool, stop: &watch::Receiver<bool>) {
        self.desk.set_posts(ours);
        match (&self.posting, ours) {
            (None, true) => {
                let (desk, http, stop) = (Arc::clone(self.desk), Arc::clone(&self.http), stop.clone());
                self.posting = Some(tokio::spawn(async move {
                    tokio::select! {
                        () = deliver::run(&desk, &http, stop) => {}
                        () = spectators::run(&desk, &http) => {}
                    }
                }));
            }
            (Some(posting), false) => {
                posting.abort();
                self.posting = None;
            }
            _ => {}
        }
    }

    /// Once the database answers again, what was written meanwhile is read.
    fn database_is(&self, answers: bool) {
        if answers && !self.running.is_empty() {
            let (desk, http) = (Arc::clone(self.desk), Arc::clone(&self.http));
            tokio::spawn(async move { missed::catch_up(&desk, &http, missed::Where::Everywhere).await });
        }
    }

    /// Ends everything, in good order if there is time for it.
    async fn end(mut self, in_order: bool) {
        if let Some(mut posting) = self.posting.take() {
            if in_order {
                // It was told to stop as well, and finishes what it is at.
                _ = (&mut posting).await;
            }
            posting.abort();
        }
        self.desk.set_posts(false);
        self.running.values().for_each(|tell| _ = tell.send_replace(true));
        while let Some(ended) = self.tasks.join_next().await {
            if let Ok((number, _)) = ended {
                self.leases.give_back(self.desk, number).await;
            }
        }
        self.desk.remember_heard().await;
        self.settings.link.set_ours(Some(BTreeSet::new()));
    }
}
