//! The HTTP server under the pages and under `/healthz`: HTTP/1.1 within bounds. TLS and other versions of HTTP are a
//! reverse proxy's.
//!
//! A client that is slow to ask, slow to read or sends too much is dropped; so many connections are served at a time,
//! and others wait in the system's queue.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tower_service::Service;

/// How much a server does at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Connections that are served at the same time.
    pub connections: usize,
    /// How long a client may take to send the head of a request, or to ask again.
    pub asking: Duration,
    /// How long it may take to read a part of an answer.
    pub reading: Duration,
    /// Whether a connection may ask more than once.
    pub keep_alive: bool,
}

impl Bounds {
    /// For pages.
    pub const PAGES: Bounds = Bounds {
        connections: 1024,
        asking: Duration::from_secs(15),
        reading: Duration::from_secs(30),
        keep_alive: true,
    };
    /// For an operator's monitoring.
    pub const MONITORING: Bounds = Bounds {
        connections: 16,
        asking: Duration::from_secs(10),
        reading: Duration::from_secs(10),
        keep_alive: false,
    };
}

/// Where a connection comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// The largest head of a request.
const HEAD: usize = 16 * 1024;

/// Answers until the task is dropped.
pub async fn serve(listener: TcpListener, router: Router, bounds: Bounds) {
    let places = Arc::new(Semaphore::new(bounds.connections));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Ok((stream, peer)) = listener.accept().await else {
            // No more files, most likely.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let router = router.clone();
        tokio::spawn(async move {
            let _place = place;
            // Whatever went wrong, the client is gone.
            let _ = connection(stream, peer, router, bounds).await;
        });
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, router: Router, bounds: Bounds) -> hyper::Result<()> {
    _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut router = router.clone();
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            let answer: Result<_, Infallible> = router.call(request).await;
            answer
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.asking)
        .keep_alive(bounds.keep_alive)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream, bounds.reading)), answer)
        .await
}

/// A stream whose other end must go on reading.
struct Patient {
    stream: TcpStream,
    patience: Duration,
    until: Pin<Box<Sleep>>,
    waiting: bool,
}

impl Patient {
    fn new(stream: TcpStream, patience: Duration) -> Patient {
        Patient { stream, patience, until: Box::pin(sleep(patience)), waiting: false }
    }

    /// Passes on what became of a write; one that waits for too long has failed.
    fn bounded<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = false;
            return done;
        }
        if !self.waiting {
            self.waiting = true;
            let until = Instant::now() + self.patience;
            self.until = Box::pin(sleep_until(until));
        }
        ready!(self.until.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bounded(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.bounded(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        self.bounded(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(context);
        self.bounded(context, done)
    }
}
