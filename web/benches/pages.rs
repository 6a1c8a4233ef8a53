//! Pages a second and how long one takes, beside a plain "hello" on the same server in the same run; and how soon two
//! hundred who watch a game see its next turn. Figures to read, nothing is asserted.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../tests/world/mod.rs"]
mod world;

use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::get;
use futures_util::StreamExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use turnpost_core::rules::Side;
use turnpost_web::server::{Bounds, serve};
use world::World;

const CLIENTS: usize = 8;
const LENGTH: Duration = Duration::from_secs(4);
const WATCHERS: usize = 200;

#[tokio::main]
async fn main() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "none");
    for (side, turn) in [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3"), (Side::White, "g1-e3/e8")] {
        world.by_mail(&table, side, turn);
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hello = listener.local_addr().unwrap().to_string();
    tokio::spawn(serve(listener, Router::new().route("/", get(|| async { "hello" })), Bounds::PAGES));
    let here = world.url.strip_prefix("http://").unwrap().to_owned();
    let mine = table.pages[1].strip_prefix(&world.url).unwrap().to_owned();
    for (name, host, path) in [
        ("hello", &hello, "/".to_owned()),
        ("front page", &here, "/".to_owned()),
        ("a public game", &here, format!("/g/{}", table.number)),
        ("its picture", &here, format!("/g/{}.png", table.number)),
        ("a player's board", &here, mine),
    ] {
        measure(name, host, &path).await;
    }
    watch(&mut world, &table).await;
}

async fn measure(name: &str, host: &str, path: &str) {
    let clients: Vec<_> = (0..CLIENTS).map(|_| tokio::spawn(client(host.to_owned(), path.to_owned()))).collect();
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await.unwrap());
    }
    times.sort_unstable();
    let p99 = times[times.len() * 99 / 100];
    let a_second = times.len() as f64 / LENGTH.as_secs_f64();
    println!("{name:>18}: {a_second:>8.0} a second, 99 % within {:>7.2} ms", p99.as_secs_f64() * 1e3);
}

async fn client(host: String, path: String) -> Vec<Duration> {
    let mut stream = TcpStream::connect(&host).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n\r\n");
    let (end, mut times, mut buffer) = (Instant::now() + LENGTH, Vec::new(), vec![0; 1 << 20]);
    while Instant::now() < end {
        let begun = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        let (mut held, mut whole) = (0, None);
        while whole.is_none_or(|whole| held < whole) {
            held += stream.read(&mut buffer[held..]).await.unwrap();
            let text = String::from_utf8_lossy(&buffer[..held.min(4096)]).to_lowercase();
            if let Some((head, _)) = text.split_once("\r\n\r\n") {
                let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                whole = Some(head.len() + 4 + length.unwrap().parse::<usize>().unwrap());
            }
        }
        assert!(buffer.starts_with(b"HTTP/1.1 200"));
        times.push(begun.elapsed());
    }
    times
}

async fn watch(world: &mut World, table: &world::Table) {
    let client = reqwest::Client::new();
    let live = format!("{}/g/{}/live", world.url, table.number);
    let mut watchers = Vec::new();
    for _ in 0..WATCHERS {
        let mut events = client.get(&live).send().await.unwrap().bytes_stream();
        events.next().await.unwrap().unwrap();
        watchers.push(tokio::spawn(async move {
            events.next().await.unwrap().unwrap();
            Instant::now()
        }));
    }
    let played = Instant::now();
    world.by_mail(table, Side::Black, "a7-a6/a7");
    let mut times = Vec::new();
    for watcher in watchers {
        times.push(watcher.await.unwrap().saturating_duration_since(played));
    }
    times.sort_unstable();
    println!(
        "{WATCHERS} who watch see a turn after it was sent, 99 % within {:.0} ms",
        times[WATCHERS * 99 / 100].as_secs_f64() * 1e3
    );
}
