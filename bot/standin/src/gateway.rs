//! The gateway: websocket sessions with identify, heartbeat, resume and the dispatch of events.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request as Handshake, Response as Accepted};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::Shared;
use crate::world::World;

/// Intents, as in the documentation.
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const MESSAGE_CONTENT: u64 = 1 << 15;
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | MESSAGE_CONTENT;
const KNOWN: u64 = (1 << 26) - 1;

/// Of each bucket one shard may identify in so long.
const PACE: Duration = Duration::from_secs(5);

/// The sessions that were ever opened.
#[derive(Default)]
pub struct Sessions {
    all: Vec<Session>,
    /// How often somebody identified.
    pub identified: u32,
    /// How often somebody resumed.
    pub resumed: u32,
    /// How often somebody resumed where READY had said.
    pub resumed_there: u32,
    /// How often somebody identified where sessions are only resumed.
    pub identified_there: u32,
    /// Whether the address where sessions are resumed is dead.
    pub resume_is_dead: bool,
    /// The next identify is closed with this code.
    pub close_next: Option<u16>,
    /// When a shard of each bucket last identified.
    paced: BTreeMap<u64, Duration>,
    held: Option<Event>,
}

struct Session {
    id: String,
    intents: u64,
    shard: (u64, u64),
    log: Vec<Value>,
    wire: Option<UnboundedSender<Order>>,
}

/// Which of its addresses somebody came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// The one for everybody.
    Main,
    /// The one that READY names, for resuming.
    Resume,
}

enum Order {
    Send(Value),
    Close(Option<u16>),
}

/// Something that happened, for whoever may hear of it.
#[derive(Clone)]
pub struct Event {
    /// Its name.
    pub name: &'static str,
    /// Its data.
    pub data: Value,
    /// The server it happened in.
    pub guild: Option<u64>,
    /// Whether it is a message, which some intents gate.
    pub message: bool,
}

impl World {
    /// Sends an event to the sessions that may hear of it.
    pub fn dispatch(&mut self, event: Event) {
        let mut due = vec![event];
        if self.faults.reorder_events {
            match self.sessions.held.take() {
                None => {
                    self.sessions.held = due.pop();
                    return;
                }
                Some(held) => due.push(held),
            }
        } else if let Some(held) = self.sessions.held.take() {
            due.insert(0, held);
        }
        for event in due {
            for _ in 0..if self.faults.duplicate_events { 2 } else { 1 } {
                let bot = self.application;
                self.sessions.all.iter_mut().for_each(|session| session.hear(&event, bot));
            }
        }
    }

    /// Drops every connection, without a close frame or with this code.
    pub fn drop_sockets(&mut self, code: Option<u16>) {
        for session in &mut self.sessions.all {
            if let Some(wire) = session.wire.take() {
                let _ = wire.send(Order::Close(code));
            }
        }
    }

    /// Drops every connection and forgets the sessions: none can be resumed.
    pub fn end_sessions(&mut self) {
        self.drop_sockets(None);
        self.sessions.all.iter_mut().for_each(|session| session.id.clear());
    }

    /// Whether somebody listens now.
    pub fn connected(&self) -> bool {
        self.sessions.all.iter().any(|session| session.is_open())
    }

    /// The shards for which somebody listens now, each as often as somebody does.
    pub fn shards_heard(&self) -> Vec<u64> {
        let open = self.sessions.all.iter().filter(|session| session.is_open());
        let mut shards: Vec<u64> = open.map(|session| session.shard.0).collect();
        shards.sort_unstable();
        shards
    }

    /// The intents of the newest session.
    pub fn intents(&self) -> Option<u64> {
        self.sessions.all.last().map(|session| session.intents)
    }
}

impl Session {
    fn is_open(&self) -> bool {
        self.wire.as_ref().is_some_and(|wire| !wire.is_closed())
    }

    fn hear(&mut self, event: &Event, bot: u64) {
        let shard = event.guild.map_or(0, |guild| (guild >> 22) % self.shard.1);
        let needed = if event.guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        if shard != self.shard.0 || (event.message && self.intents & needed == 0) {
            return;
        }
        let mut data = event.data.clone();
        if event.message && event.guild.is_some() && self.intents & MESSAGE_CONTENT == 0 {
            let bot = bot.to_string();
            let named = data["mentions"].as_array().is_some_and(|users| users.iter().any(|user| user["id"] == *bot));
            if !named && data["author"]["id"] != *bot {
                data["content"] = "".into();
                data["components"] = json!([]);
                data["attachments"] = json!([]);
            }
        }
        self.say(event.name, data);
    }

    fn say(&mut self, name: &str, data: Value) {
        let payload = json!({"op": 0, "t": name, "s": self.log.len() + 1, "d": data});
        self.log.push(payload.clone());
        if let Some(wire) = &self.wire {
            let _ = wire.send(Order::Send(payload));
        }
    }
}

/// Accepts connections forever.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>, door: Door) {
    while let Ok((stream, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        if door == Door::Resume && shared.lock().sessions.resume_is_dead {
            continue;
        }
        tokio::spawn(async move {
            if let Ok(socket) = tokio_tungstenite::accept_hdr_async(stream, documented).await {
                connection(socket, &shared, door).await;
                // Whoever waits for the end of a connection looks again.
                shared.change(|_| ());
            }
        });
    }
}

/// A connection says which version of the API it speaks, and how it is encoded.
#[allow(clippy::result_large_err)]
fn documented(request: &Handshake, response: Accepted) -> Result<Accepted, ErrorResponse> {
    let query = request.uri().query().unwrap_or_default();
    let says = |wanted: &str| query.split('&').any(|parameter| parameter == wanted);
    if says("v=10") && says("encoding=json") {
        return Ok(response);
    }
    let mut refusal = ErrorResponse::new(Some(format!("v=10 and encoding=json are needed, not {query:?}")));
    *refusal.status_mut() = StatusCode::BAD_REQUEST;
    Err(refusal)
}

async fn connection(mut socket: WebSocketStream<TcpStream>, shared: &Shared, door: Door) {
    let (wire, mut orders) = unbounded_channel();
    let hello = json!({"op": 10, "d": {"heartbeat_interval": 41_250}});
    let _ = wire.send(Order::Send(hello));
    loop {
        let order = tokio::select! {
            order = next_order(&mut orders) => order,
            frame = socket.next() => match frame {
                Some(Ok(Frame::Text(text))) => {
                    let reply = serde_json::from_str(&text).ok().and_then(|payload| shared.change(|world| hear(world, &payload, &wire, door)));
                    match reply { Some(order) => order, None => continue }
                }
                Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
        };
        match order {
            Order::Send(payload) => {
                if socket.send(Frame::Text(payload.to_string())).await.is_err() {
                    return;
                }
            }
            Order::Close(None) => return,
            Order::Close(Some(code)) => {
                let _ = socket.close(Some(CloseFrame { code: code.into(), reason: "".into() })).await;
                return;
            }
        }
    }
}

async fn next_order(orders: &mut UnboundedReceiver<Order>) -> Order {
    orders.recv().await.unwrap_or(Order::Close(None))
}

/// What the gateway says to one payload of the client.
fn hear(world: &mut World, payload: &Value, wire: &UnboundedSender<Order>, door: Door) -> Option<Order> {
    let there = u32::from(door == Door::Resume);
    match payload["op"].as_u64()? {
        1 => Some(Order::Send(json!({"op": 11}))),
        2 => {
            world.sessions.identified_there += there;
            identify(world, &payload["d"], wire)
        }
        6 => {
            world.sessions.resumed_there += there;
            resume(world, &payload["d"], wire)
        }
        _ => None,
    }
}

fn identify(world: &mut World, data: &Value, wire: &UnboundedSender<Order>) -> Option<Order> {
    world.sessions.identified += 1;
    let intents = data["intents"].as_u64().unwrap_or(u64::MAX);
    let refusal = if let Some(code) = world.sessions.close_next.take() {
        Some(code)
    } else if !token_fits(world, data) {
        Some(4004)
    } else if intents & !KNOWN != 0 {
        Some(4013)
    } else if intents & PRIVILEGED & !MESSAGE_CONTENT != 0 || (intents & MESSAGE_CONTENT != 0 && !world.content_granted)
    {
        Some(4014)
    } else {
        None
    };
    if refusal.is_some() {
        return Some(Order::Close(refusal));
    }
    let shard = (data["shard"][0].as_u64().unwrap_or(0), data["shard"][1].as_u64().unwrap_or(1).max(1));
    if shard.0 >= shard.1 {
        return Some(Order::Close(Some(4010)));
    }
    // A bot with one shard is started and killed here more often than anybody would.
    if shard.1 > 1 {
        let (bucket, now) = (shard.0 % world.max_concurrency.max(1), world.now());
        let last = world.sessions.paced.insert(bucket, now);
        if let Some(since) = last.map(|last| now.saturating_sub(last)).filter(|since| *since < PACE) {
            world.malformed.push(format!("IDENTIFY of shard {} came {since:?} after another of its bucket", shard.0));
            return Some(Order::Send(json!({"op": 9, "d": false})));
        }
    }
    let id = format!("session-{}", world.sessions.identified);
    // A client that had this shard and is gone won't resume; otherwise every event would be kept for each one that
    // died.
    world.sessions.all.retain(|session| session.shard != shard || session.is_open());
    let url = world.resume_url.clone();
    let guilds: Vec<Value> =
        world.guilds.keys().map(|guild| json!({"id": guild.to_string(), "unavailable": true})).collect();
    let ready = json!({"v": 10, "user": world.user_json(world.application), "guilds": guilds, "session_id": id,
        "resume_gateway_url": url, "shard": [shard.0, shard.1],
        "application": {"id": world.application.to_string(), "flags": 0}});
    world.sessions.all.push(Session { id, intents, shard, log: Vec::new(), wire: Some(wire.clone()) });
    world.sessions.all.last_mut()?.say("READY", ready);
    None
}

fn resume(world: &mut World, data: &Value, wire: &UnboundedSender<Order>) -> Option<Order> {
    let fits = token_fits(world, data);
    let found = world.sessions.all.iter_mut().find(|session| session.id == data["session_id"]);
    let Some(session) = found.filter(|_| fits) else {
        return Some(Order::Send(json!({"op": 9, "d": false})));
    };
    let heard = usize::try_from(data["seq"].as_u64().unwrap_or_default()).unwrap_or_default();
    for missed in session.log.iter().skip(heard) {
        let _ = wire.send(Order::Send(missed.clone()));
    }
    session.wire = Some(wire.clone());
    session.say("RESUMED", json!({}));
    world.sessions.resumed += 1;
    None
}

fn token_fits(world: &World, data: &Value) -> bool {
    data["token"].as_str().is_some_and(|token| token.trim_start_matches("Bot ") == world.token)
}
