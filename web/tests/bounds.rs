//! Clients that are slow to ask, slow to read, or too many: each costs little, and others are served.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use turnpost_web::server::{Bounds, serve};

const PATIENCE: Duration = Duration::from_secs(30);
const BOUNDS: Bounds = Bounds {
    connections: 3,
    asking: Duration::from_millis(300),
    reading: Duration::from_millis(300),
    keep_alive: true,
};

/// A server with a page, and with one that is larger than what systems keep for a client.
async fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap().to_string();
    let large = || async { vec![b'x'; 64 << 20] };
    let router = Router::new().route("/", get(|| async { "hello" })).route("/large", get(large));
    tokio::spawn(serve(listener, router, BOUNDS));
    at
}

async fn asked(at: &str, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(at).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Reads to the end; the connection may as well be reset.
async fn ended(stream: &mut TcpStream) -> usize {
    let mut all = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("the server gives up");
    read.unwrap_or(all.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_are_dropped_and_others_served() {
    let at = server().await;
    // All places are taken by those who ask letter by letter, or ask and then don't read.
    let mut slow = Vec::new();
    for request in ["GET / HT", "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", ""] {
        slow.push(asked(&at, request).await);
    }
    let mut other = asked(&at, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    let mut answer = String::new();
    timeout(PATIENCE, other.read_to_string(&mut answer)).await.expect("a place becomes free").unwrap();
    assert!(answer.ends_with("hello"), "{answer}");
    tokio::time::sleep(BOUNDS.reading * 3).await;
    let read = ended(&mut slow[1]).await;
    assert!(read < 64 << 20, "whoever doesn't read gets no more");
    ended(&mut slow[0]).await;
    ended(&mut slow[2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_has_a_length() {
    let at = server().await;
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "y".repeat(64 << 10));
    let mut stream = TcpStream::connect(&at).await.unwrap();
    _ = stream.write_all(long.as_bytes()).await;
    let mut answer = Vec::new();
    _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("it ends");
    assert!(!String::from_utf8_lossy(&answer).contains("hello"));
}
