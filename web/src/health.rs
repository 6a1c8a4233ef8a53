//! `/healthz` and `/metrics` for the operator's monitoring: two read-only pages on an address of their own, meant for
//! loopback. Anything else is 404.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// How long a page may take, including whatever it has to ask.
const PATIENCE: Duration = Duration::from_secs(5);
const PLAIN: &str = "text/plain; charset=utf-8";

/// What the two pages say, asked anew for each request (on a blocking thread).
pub trait Pages: Send + Sync + 'static {
    /// Whether all is well: `Ok` with a line, or what is wrong.
    fn health(&self) -> Result<String, String>;
    /// The Prometheus text format, or why there is none.
    fn metrics(&self) -> Result<String, String>;
}

/// The two pages.
pub fn router(pages: Arc<dyn Pages>) -> Router {
    let health = |State(pages): State<Arc<dyn Pages>>| async move {
        answer(PLAIN, move || pages.health().map(|line| line + "\n")).await
    };
    let metrics = |State(pages): State<Arc<dyn Pages>>| async move {
        answer("text/plain; version=0.0.4; charset=utf-8", move || pages.metrics()).await
    };
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(|| async { plain(StatusCode::NOT_FOUND, "there are /healthz and /metrics\n".to_owned()) })
        .with_state(pages)
}

async fn answer(kind: &'static str, ask: impl FnOnce() -> Result<String, String> + Send + 'static) -> Response {
    match tokio::time::timeout(PATIENCE, tokio::task::spawn_blocking(ask)).await {
        Ok(Ok(Ok(text))) => ([(header::CONTENT_TYPE, kind)], text).into_response(),
        Ok(Ok(Err(why))) => plain(StatusCode::SERVICE_UNAVAILABLE, why + "\n"),
        Ok(Err(error)) => plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")),
        Err(_) => plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "database: it does not answer; another process may hold it\n".to_owned(),
        ),
    }
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, PLAIN)], text).into_response()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::server::{Bounds, serve};

    struct Fixed;
    impl Pages for Fixed {
        fn health(&self) -> Result<String, String> {
            Err("the database is gone".into())
        }
        fn metrics(&self) -> Result<String, String> {
            Ok("turnpost_turns_total 7\n".into())
        }
    }

    async fn get(request: &str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let server = tokio::spawn(serve(listener, router(Arc::new(Fixed)), Bounds::MONITORING));
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        server.abort();
        reply
    }

    #[tokio::test]
    async fn health_metrics_and_nothing_else() {
        let close = "HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
        let metrics = get(&format!("GET /metrics {close}")).await;
        assert!(metrics.starts_with("HTTP/1.1 200 ") && metrics.ends_with("\r\n\r\nturnpost_turns_total 7\n"));
        let health = get(&format!("GET /healthz {close}")).await;
        assert!(health.starts_with("HTTP/1.1 503 ") && health.ends_with("the database is gone\n"), "{health}");
        assert!(get(&format!("GET /etc/passwd {close}")).await.starts_with("HTTP/1.1 404 "));
        assert!(get(&format!("POST /metrics {close}")).await.starts_with("HTTP/1.1 405 "));
    }
}
