//! The line to the gateway: a relay on loopback between serenity and Discord. Serenity drops what it doesn't know, and it
//! doesn't know labels, in which modals have their fields by now; on the way, labels become rows, which it reads. Whoever
//! else is on this machine can reach it too, and gets no farther than to the gateways that serenity was sent to.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const IDENTIFY: u64 = 2;
const MODAL_SUBMIT: u64 = 5;
const ROW: u64 = 1;
const LABEL: u64 = 18;

/// A relay that listens.
#[derive(Clone, Debug)]
pub(super) struct Line {
    own: String,
    known: Known,
}

/// The gateways that this program means.
type Known = Arc<Mutex<HashSet<String>>>;

impl Line {
    /// Starts one. It lives as long as the program.
    pub(super) async fn start() -> std::io::Result<Line> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let own = format!("ws://{}", listener.local_addr()?);
        let known = Known::default();
        let meant = Arc::clone(&known);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let _ = stream.set_nodelay(true);
                tokio::spawn(connect(stream, Arc::clone(&meant)));
            }
        });
        Ok(Line { own, known })
    }

    /// The URL under which serenity reaches this one. What it appends is never sent, behind a `#`.
    pub(super) fn to(&self, gateway: &str) -> String {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(gateway.to_owned());
        let hex: String = gateway.bytes().map(|byte| format!("{byte:02x}")).collect();
        format!("{}/{hex}#", self.own)
    }
}

/// The gateway's URL with all that its documentation asks for.
fn documented(gateway: &str) -> String {
    format!("{}/?v=10&encoding=json", gateway.trim_end_matches('/'))
}

/// The URL in a path.
fn target(path: &str) -> Option<String> {
    let hex = path.trim_matches('/');
    let bytes = (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok());
    String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()
}

async fn connect(stream: TcpStream, known: Known) {
    let mut wanted = None;
    #[allow(clippy::result_large_err)]
    let look = |request: &Request, response: Response| -> Result<Response, ErrorResponse> {
        wanted = target(request.uri().path());
        Ok(response)
    };
    let Ok(near) = tokio_tungstenite::accept_hdr_async(stream, look).await else { return };
    let is_known = |gateway: &String| known.lock().unwrap_or_else(PoisonError::into_inner).contains(gateway);
    let Some(gateway) = wanted.filter(is_known) else { return };
    match tokio_tungstenite::connect_async(documented(&gateway)).await {
        Ok((far, _)) => pass(near, far).await,
        // Serenity finds its connection closed, and tries again.
        Err(error) => tracing::warn!(%error, "the gateway can't be reached"),
    }
}

/// Passes everything on until one of the two ends. What isn't said with a close frame isn't here either.
async fn pass(mut near: WebSocketStream<TcpStream>, mut far: WebSocketStream<MaybeTlsStream<TcpStream>>) {
    loop {
        tokio::select! {
            said = near.next() => {
                let Some(Ok(frame)) = said else { return };
                let last = frame.is_close();
                let frame = match frame {
                    Frame::Text(text) => Frame::Text(uncompressed(text)),
                    other => other,
                };
                if far.send(frame).await.is_err() || last {
                    return;
                }
            }
            heard = far.next() => {
                let Some(Ok(frame)) = heard else { return };
                let last = frame.is_close();
                let frame = match frame {
                    Frame::Text(text) => Frame::Text(readable(text)),
                    other => other,
                };
                if near.send(frame).await.is_err() || last {
                    return;
                }
            }
        }
    }
}

/// What serenity says, but that it asks for compressed events: those could not be read here.
fn uncompressed(text: String) -> String {
    let Ok(mut said) = serde_json::from_str::<Value>(&text) else { return text };
    if said["op"] != IDENTIFY {
        return text;
    }
    said["d"]["compress"] = json!(false);
    said.to_string()
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
    fn a_url_survives_the_way() {
        let line = Line { own: "ws://127.0.0.1:1".to_owned(), known: Known::default() };
        let url = line.to("wss://gateway.discord.gg");
        let path = url.strip_prefix("ws://127.0.0.1:1/").unwrap().strip_suffix('#').unwrap();
        assert_eq!(target(path).unwrap(), "wss://gateway.discord.gg");
        assert!(line.known.lock().unwrap().contains("wss://gateway.discord.gg"));
        assert_eq!(target("zz"), None);
        assert_eq!(documented("ws://127.0.0.1:7"), "ws://127.0.0.1:7/?v=10&encoding=json");
    }

    #[tokio::test]
    async fn nobody_else_gets_anywhere() {
        let line = Line::start().await.unwrap();
        let elsewhere = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stranger = Line { own: line.own.clone(), known: Known::default() };
        let url = stranger.to(&format!("ws://{}", elsewhere.local_addr().unwrap()));
        let (mut near, _) = tokio_tungstenite::connect_async(url.trim_end_matches('#')).await.unwrap();
        assert!(!matches!(near.next().await, Some(Ok(Frame::Text(_)))), "it is closed");
        let waited = tokio::time::timeout(std::time::Duration::from_millis(50), elsewhere.accept()).await;
        assert!(waited.is_err(), "it was connected to");
    }

    #[test]
    fn nothing_comes_compressed() {
        let identify = r#"{"op":2,"d":{"compress":true,"token":"t"}}"#;
        let said: Value = serde_json::from_str(&uncompressed(identify.to_owned())).unwrap();
        assert_eq!(said, json!({"op": 2, "d": {"compress": false, "token": "t"}}));
        let heartbeat = r#"{"op":1,"d":7}"#;
        assert_eq!(uncompressed(heartbeat.to_owned()), heartbeat);
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
