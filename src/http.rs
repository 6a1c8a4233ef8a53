//! `/healthz` and `/metrics` for the operator's monitoring: two read-only pages over plain HTTP/1.1,
//! meant for loopback. Anything else is 404; a slow or long request is dropped.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long a page may take, including whatever it has to ask.
const PATIENCE: Duration = Duration::from_secs(5);
const UNWELL: &str = "503 Service Unavailable";

/// What the two pages say, asked anew for each request (on a blocking thread).
pub trait Pages: Send + Sync + 'static {
    /// Whether all is well: `Ok` with a line, or what is wrong.
    fn health(&self) -> Result<String, String>;
    /// The Prometheus text format, or why there is none.
    fn metrics(&self) -> Result<String, String>;
}

/// Answers until the task is dropped.
pub async fn serve(listener: TcpListener, pages: Arc<impl Pages>) {
    let places = Arc::new(Semaphore::new(16));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (Ok(place), pages) = (places.clone().try_acquire_owned(), pages.clone()) else { continue };
        tokio::spawn(async move {
            let _place = place;
            let _ = tokio::time::timeout(2 * PATIENCE, answer(stream, pages)).await;
        });
    }
}

async fn answer(mut stream: TcpStream, pages: Arc<impl Pages>) -> std::io::Result<()> {
    let mut head = Vec::with_capacity(512);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        if head.len() > 8192 || stream.read_buf(&mut head).await? == 0 {
            return Ok(());
        }
    }
    let line = String::from_utf8_lossy(head.split(|&byte| byte == b'\r').next().unwrap_or_default()).into_owned();
    let page = tokio::task::spawn_blocking(move || page(&line, &*pages));
    let (status, kind, body) = match tokio::time::timeout(PATIENCE, page).await {
        Ok(Ok(page)) => page,
        Ok(Err(error)) => ("500 Internal Server Error", "text/plain", format!("{error}\n")),
        Err(_) => (UNWELL, "text/plain", "database: it does not answer; another process may hold it\n".to_owned()),
    };
    let reply = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(reply.as_bytes()).await?;
    stream.shutdown().await
}

fn page(request: &str, pages: &impl Pages) -> (&'static str, &'static str, String) {
    let mut words = request.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match (method, path) {
        ("GET", "/healthz") => match pages.health() {
            Ok(line) => ("200 OK", "text/plain", line + "\n"),
            Err(why) => (UNWELL, "text/plain", why + "\n"),
        },
        ("GET", "/metrics") => match pages.metrics() {
            Ok(text) => ("200 OK", "text/plain; version=0.0.4", text),
            Err(why) => (UNWELL, "text/plain", why + "\n"),
        },
        ("GET", _) => ("404 Not Found", "text/plain", "there are /healthz and /metrics\n".into()),
        _ => ("405 Method Not Allowed", "text/plain", String::new()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

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
        let server = tokio::spawn(serve(listener, Arc::new(Fixed)));
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).await.unwrap();
        server.abort();
        reply
    }

    #[tokio::test]
    async fn health_metrics_and_nothing_else() {
        assert!(get("GET /metrics HTTP/1.1\r\n\r\n").await.ends_with("\r\n\r\nturnpost_turns_total 7\n"));
        let health = get("GET /healthz HTTP/1.1\r\n\r\n").await;
        assert!(health.starts_with("HTTP/1.1 503 ") && health.ends_with("the database is gone\n"), "{health}");
        assert!(get("GET /etc/passwd HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 404 "));
        assert!(get("POST /metrics HTTP/1.1\r\n\r\n").await.starts_with("HTTP/1.1 405 "));
    }
}
