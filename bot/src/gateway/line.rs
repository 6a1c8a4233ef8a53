//! The line to the gateway: a relay on loopback between serenity and Discord, for one shard. Serenity drops what it doesn't
//! know, and it doesn't know labels, in which modals have their fields by now; on the way, labels become rows, which it
//! reads. Nor does it know that READY names an address for resuming its session; here the next connection goes there. And
//! whoever identifies waits here for its turn. Whoever else is on this machine can reach this relay, and gets no farther
//! than to Discord.

use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::gateway::gate::Gate;

const IDENTIFY: u64 = 2;
const INVALID_SESSION: u64 = 9;
const MODAL_SUBMIT: u64 = 5;
const ROW: u64 = 1;
const LABEL: u64 = 18;

/// A relay that listens, for as long as this lives.
pub(super) struct Line {
    own: String,
    _relay: JoinSet<()>,
}

impl Line {
    /// Starts one to the gateway's main address, with the gate of its shard.
    pub(super) async fn start(main: String, gate: Gate) -> std::io::Result<Line> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let own = format!("ws://{}", listener.local_addr()?);
        let (address, gate) = (Arc::new(Address::new(main)), Arc::new(gate));
        let mut relay = JoinSet::new();
        relay.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                connections.spawn(connect(stream, Arc::clone(&address), Arc::clone(&gate)));
            }
        });
        Ok(Line { own, _relay: relay })
    }

    /// The URL under which serenity reaches it.
    pub(super) fn url(&self) -> &str {
        &self.own
    }
}

/// Where the gateway is.
struct Address {
    main: String,
    /// Where the session is resumed.
    resume: Mutex<Option<String>>,
}

impl Address {
    fn new(main: String) -> Address {
        Address { main, resume: Mutex::default() }
    }

    /// Where the next connection goes.
    fn next(&self) -> String {
        self.resume.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_else(|| self.main.clone())
    }

    /// Notes where the session is resumed.
    fn note(&self, ready: &Value) {
        if let Some(url) = ready["resume_gateway_url"].as_str() {
            *self.resume.lock().unwrap_or_else(PoisonError::into_inner) = Some(url.to_owned());
        }
    }

    /// Forgets where to resume: there is nobody, or nothing to resume.
    fn forget(&self) {
        *self.resume.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// An address with all that Discord's documentation asks for.
fn documented(gateway: &str) -> String {
    format!("{}/?v=10&encoding=json", gateway.trim_end_matches('/'))
}

async fn connect(stream: TcpStream, address: Arc<Address>, gate: Arc<Gate>) {
    let Ok(near) = tokio_tungstenite::accept_async(stream).await else { return };
    let mut far = tokio_tungstenite::connect_async(documented(&address.next())).await;
    if far.is_err() {
        address.forget();
        far = tokio_tungstenite::connect_async(documented(&address.main)).await;
    }
    match far {
        Ok((far, _)) => {
            if !pass(near, far, &address, &gate).await {
                address.forget();
            }
        }
        // Serenity finds its connection closed, and tries again.
        Err(error) => tracing::warn!(%error, "the gateway can't be reached"),
    }
}

/// Passes everything on until one of the two ends. What isn't said with a close frame isn't here either. False if there
/// was never a session.
async fn pass(
    mut near: WebSocketStream<TcpStream>,
    mut far: WebSocketStream<MaybeTlsStream<TcpStream>>,
    address: &Address,
    gate: &Gate,
) -> bool {
    let mut greeted = false;
    // Who is about to identify; heartbeats go on meanwhile.
    let mut waiting: Option<Frame> = None;
    let mut turn = Box::pin(gate.pass());
    loop {
        tokio::select! {
            () = &mut turn, if waiting.is_some() => {
                turn = Box::pin(gate.pass());
                let Some(identify) = waiting.take() else { continue };
                if far.send(identify).await.is_err() {
                    return greeted;
                }
            }
            said = near.next() => {
                let Some(Ok(frame)) = said else { return greeted };
                let last = frame.is_close();
                let frame = match frame {
                    Frame::Text(text) => match identifying(text) {
                        Ok(identify) => {
                            waiting = Some(Frame::Text(identify));
                            continue;
                        }
                        Err(other) => Frame::Text(other),
                    },
                    other => other,
                };
                if far.send(frame).await.is_err() || last {
                    return greeted;
                }
            }
            heard = far.next() => {
                let Some(Ok(frame)) = heard else { return greeted };
                let last = frame.is_close();
                let frame = match frame {
                    Frame::Text(text) => {
                        greeted |= greets(&text, address);
                        Frame::Text(readable(text))
                    }
                    other => other,
                };
                if near.send(frame).await.is_err() || last {
                    return greeted;
                }
            }
        }
    }
}

/// Whether an event begins a session, or goes on with one. Notes what it says about resuming.
fn greets(text: &str, address: &Address) -> bool {
    // Few events say something about sessions, and only they are worth the work.
    if !["READY", "RESUMED", "\"op\":9"].iter().any(|sign| text.contains(sign)) {
        return false;
    }
    let Ok(event) = serde_json::from_str::<Value>(text) else { return false };
    if event["op"] == INVALID_SESSION && event["d"] == false {
        address.forget();
    }
    if event["t"] == "READY" {
        address.note(&event["d"]);
    }
    event["t"] == "READY" || event["t"] == "RESUMED"
}

/// What serenity says when it identifies, but that it asks for compressed events: those could not be read here. Anything
/// else comes back as it is.
fn identifying(text: String) -> Result<String, String> {
    let Ok(mut said) = serde_json::from_str::<Value>(&text) else { return Err(text) };
    if said["op"] != IDENTIFY {
        return Err(text);
    }
    said["d"]["compress"] = json!(false);
    Ok(said.to_string())
}

/// An event as serenity reads it.
fn readable(text: String) -> String {
    // Few events have one, and only they are worth the work.
    if !text.contains("INTERACTION_CREATE") || !text.contains("component") {
        return text;
    }
    let Ok(mut event) = serde_json::from_str::<Value>(&text) else { return text };
    if event["t"] != "INTERACTION_CREATE" || event["d"]["type"] != MODAL_SUBMIT {
        return text;
    }
    for part in event["d"]["data"]["components"].as_array_mut().into_iter().flatten() {
        if part["type"] == LABEL {
            *part = json!({"type": ROW, "components": [part["component"].take()]});
        }
    }
    event.to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_session_is_resumed_where_it_was_told() {
        let ready = json!({"op": 0, "t": "READY", "d": {"resume_gateway_url": "there", "shard": [1, 2]}}).to_string();
        let address = Address::new("main".to_owned());
        assert_eq!(address.next(), "main");
        assert!(greets(&ready, &address));
        assert_eq!(address.next(), "there");
        assert!(greets(r#"{"op":0,"t":"RESUMED","d":{}}"#, &address));
        assert!(!greets(r#"{"op":0,"t":"MESSAGE_CREATE","d":{"content":"READY"}}"#, &address));
        assert!(!greets(r#"{"op":9,"d":true}"#, &address));
        assert_eq!(address.next(), "there");
        assert!(!greets(r#"{"op":9,"d":false}"#, &address));
        assert_eq!(address.next(), "main");
        assert_eq!(documented("wss://gateway.discord.gg"), "wss://gateway.discord.gg/?v=10&encoding=json");
    }

    #[test]
    fn nothing_comes_compressed() {
        let identify = r#"{"op":2,"d":{"compress":true,"token":"t"}}"#;
        let said: Value = serde_json::from_str(&identifying(identify.to_owned()).unwrap()).unwrap();
        assert_eq!(said, json!({"op": 2, "d": {"compress": false, "token": "t"}}));
        let heartbeat = r#"{"op":1,"d":7}"#;
        assert_eq!(identifying(heartbeat.to_owned()).unwrap_err(), heartbeat);
    }

    #[test]
    fn labels_become_rows() {
        let field = json!({"type": 4, "id": 2, "custom_id": "text", "value": "d1-d7/g7"});
        let modal = json!({"op": 0, "s": 3, "t": "INTERACTION_CREATE", "d": {"type": 5, "data": {"custom_id": "x",
            "components": [{"type": 18, "id": 1, "component": field}]}}});
        let read: Value = serde_json::from_str(&readable(modal.to_string())).unwrap();
        assert_eq!(read["d"]["data"]["components"], json!([{"type": 1, "components": [field]}]));
        assert_eq!(read["s"], 3);
        let other = r#"{"op":0,"t":"INTERACTION_CREATE","d":{"type":3,"data":{"component_type":2}}}"#;
        assert_eq!(readable(other.to_owned()), other);
    }
}
