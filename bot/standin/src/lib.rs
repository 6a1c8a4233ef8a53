//! A stand-in Discord on loopback, for tests: REST, gateway, interactions, threads and direct messages.
//! It enforces the documented limits and can be told to fail. Tests play the people: see [`people`].

pub mod error;
pub mod faults;
pub mod gateway;
pub mod guilds;
pub mod limits;
pub mod mentions;
pub mod multipart;
pub mod people;
mod rest;
mod routes;
pub mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::gateway::Door;
use crate::world::World;

/// How long a test waits for something before it fails.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running stand-in. It lives as long as the runtime it was started in.
#[derive(Clone)]
pub struct Standin {
    shared: Arc<Shared>,
    /// The base URL of the REST API.
    pub api: String,
    /// The URL of the gateway.
    pub gateway: String,
}

pub(crate) struct Shared {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn change<T>(&self, what: impl FnOnce(&mut World) -> T) -> T {
        let result = what(&mut self.lock());
        self.changed.send_modify(|count| *count += 1);
        result
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Standin {
    /// Starts one on three free ports, for a bot with this token.
    pub async fn start(token: &str) -> std::io::Result<Standin> {
        let rest = TcpListener::bind("127.0.0.1:0").await?;
        let sockets = TcpListener::bind("127.0.0.1:0").await?;
        let api = format!("http://{}", rest.local_addr()?);
        let gateway = format!("ws://{}", sockets.local_addr()?);
        let resumes = TcpListener::bind("127.0.0.1:0").await?;
        let mut world = World::new(token, &gateway);
        world.resume_url = format!("ws://{}", resumes.local_addr()?);
        let world = Mutex::new(world);
        let shared = Arc::new(Shared { world, changed: watch::Sender::new(0) });
        tokio::spawn(rest::serve(rest, Arc::clone(&shared)));
        tokio::spawn(gateway::serve(sockets, Arc::clone(&shared), Door::Main));
        tokio::spawn(gateway::serve(resumes, Arc::clone(&shared), Door::Resume));
        Ok(Standin { shared, api, gateway })
    }

    /// Looks at the world.
    pub fn look<T>(&self, what: impl FnOnce(&World) -> T) -> T {
        what(&self.shared.lock())
    }

    /// Changes the world.
    pub fn change<T>(&self, what: impl FnOnce(&mut World) -> T) -> T {
        self.shared.change(what)
    }

    /// Waits until the world shows something, and returns it. Panics with `what` when it never does.
    pub async fn until<T>(&self, what: &str, mut shows: impl FnMut(&World) -> Option<T>) -> T {
        let mut changes = self.shared.changed.subscribe();
        let wait = async {
            loop {
                if let Some(found) = self.look(&mut shows) {
                    return found;
                }
                if changes.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        match tokio::time::timeout(PATIENCE, wait).await {
            Ok(found) => found,
            Err(_) => panic!("waited in vain: {what}\n{}", self.look(summary)),
        }
    }
}

/// The last of what happened, for a test that failed.
fn summary(world: &World) -> String {
    let requests =
        world.requests.iter().rev().take(12).map(|(method, path, status)| format!("{method} {path} {status}"));
    let messages =
        world.messages.values().rev().take(8).map(|m| format!("{} in {}: {:?}", m.author, m.channel, m.content));
    let malformed = world.malformed.iter().map(|wrong| format!("malformed: {wrong}"));
    requests.chain(messages).chain(malformed).collect::<Vec<_>>().join("\n")
}
