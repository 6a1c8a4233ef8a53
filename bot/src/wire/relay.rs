//! A relay on loopback to another base URL than Discord's. Serenity's rate limiter knows only Discord's own URL; without
//! it, how long a 429 asks to wait never reaches us. So what goes elsewhere goes through here, where it waits.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::time::Instant;

/// How long a request is held back in all; whoever made it has given it up by then.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where requests go, and until when they may not.
struct Relay {
    api: String,
    client: reqwest::Client,
    /// By method and path; [`ALL`] for everything.
    closed: Mutex<HashMap<String, Instant>>,
}

const ALL: &str = "";

/// Starts a relay to a base URL, and returns its own. It lives as long as the program.
pub(crate) async fn start(api: &str) -> std::io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let own = format!("http://{}", listener.local_addr()?);
    let api = api.trim_end_matches('/').to_owned();
    let relay = Arc::new(Relay { api, client: reqwest::Client::new(), closed: Mutex::default() });
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            let relay = Arc::clone(&relay);
            tokio::spawn(async move {
                let service = service_fn(move |request| pass(Arc::clone(&relay), request));
                let served = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                if let Err(error) = served.await {
                    tracing::debug!(%error, "a relayed connection broke off");
                }
            });
        }
    });
    Ok(own)
}

async fn pass(relay: Arc<Relay>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let answer = relay.pass(request).await.unwrap_or_else(|error| {
        tracing::debug!(%error, "a request was not passed on");
        let mut answer = Response::new(Full::default());
        *answer.status_mut() = StatusCode::BAD_GATEWAY;
        answer
    });
    Ok(answer)
}

impl Relay {
    /// Passes a request on, again and again while it is to wait.
    async fn pass(
        &self,
        request: Request<Incoming>,
    ) -> Result<Response<Full<Bytes>>, Box<dyn std::error::Error + Send + Sync>> {
        let (head, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        let route = format!("{} {}", head.method, head.uri.path());
        let mut headers = head.headers;
        headers.remove(hyper::header::HOST);
        let end = Instant::now() + PATIENCE;
        loop {
            while let Some(until) = self.closed_until(&route).filter(|until| *until < end) {
                tokio::time::sleep_until(until).await;
            }
            let url = format!("{}{path}", self.api);
            let sent = self.client.request(head.method.clone(), url).headers(headers.clone()).body(body.clone());
            let answer = sent.send().await?;
            let (status, headers) = (answer.status(), answer.headers().clone());
            let bytes = answer.bytes().await?;
            if let Some((pause, global)) = limited(status, &headers, &bytes) {
                let until = Instant::now() + pause;
                self.close(if global { ALL } else { &route }, until);
                if until < end {
                    continue;
                }
            }
            let mut passed = Response::new(Full::new(bytes));
            *passed.status_mut() = status;
            if let Some(kind) = headers.get(hyper::header::CONTENT_TYPE) {
                passed.headers_mut().insert(hyper::header::CONTENT_TYPE, kind.clone());
            }
            return Ok(passed);
        }
    }
}

impl Relay {
    /// Until when a request of this route must wait.
    fn closed_until(&self, route: &str) -> Option<Instant> {
        let closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        [ALL, route].iter().filter_map(|name| closed.get(*name)).filter(|until| **until > now).max().copied()
    }

    fn close(&self, route: &str, until: Instant) {
        let mut closed = self.closed.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        closed.retain(|_, until| *until > now);
        closed.insert(route.to_owned(), until);
    }
}

/// How long a 429 asks to wait, and whether for everything. The body is exact; the header is in whole seconds.
fn limited(status: StatusCode, headers: &hyper::HeaderMap, body: &[u8]) -> Option<(Duration, bool)> {
    if status != StatusCode::TOO_MANY_REQUESTS {
        return None;
    }
    let body: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let header = || headers.get("retry-after")?.to_str().ok()?.parse::<f64>().ok();
    let seconds = body["retry_after"].as_f64().or_else(header).unwrap_or(1.0);
    Some((Duration::try_from_secs_f64(seconds).unwrap_or(PATIENCE), body["global"] == true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_says_how_long() {
        let asked = |body: &str| limited(StatusCode::TOO_MANY_REQUESTS, &hyper::HeaderMap::new(), body.as_bytes());
        assert_eq!(asked(r#"{"retry_after": 0.25, "global": true}"#), Some((Duration::from_millis(250), true)));
        assert_eq!(asked("nonsense"), Some((Duration::from_secs(1), false)));
        assert_eq!(asked(r#"{"retry_after": -1}"#), Some((PATIENCE, false)));
        assert_eq!(limited(StatusCode::OK, &hyper::HeaderMap::new(), b"{}"), None);
    }
}
