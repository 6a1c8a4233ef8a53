//! The HTTP side: reads requests, lets faults hit, and hands the rest to the routes.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::Shared;
use crate::error::ApiError;
use crate::multipart::{self, Body};
use crate::routes;
use crate::world::World;

/// How long a client is told to wait after a 429, in seconds.
const RETRY_AFTER: f64 = 0.3;

/// How long a request may have been on its way.
const IN_FLIGHT: Duration = Duration::from_millis(50);

/// A request, taken apart.
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path's parts after `/api/v10`.
    pub(crate) path: Vec<String>,
    pub(crate) query: String,
    pub(crate) authorized: bool,
    pub(crate) body: Body,
}

/// A status and a JSON body.
pub(crate) type Reply = Result<(u16, Value), ApiError>;

/// Accepts connections forever.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let service = service_fn(move |request| answer(Arc::clone(&shared), request));
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn answer(
    shared: Arc<Shared>,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let bytes = body.collect().await.map(|all| all.to_bytes()).unwrap_or_default();
    let header =
        |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let body = multipart::read(&header("content-type"), &bytes);
    let authorization = header("authorization");
    let method = head.method.as_str().to_owned();
    let path = head.uri.path().trim_start_matches("/api/v10").to_owned();
    let query = head.uri.query().unwrap_or_default().to_owned();
    let (status, json, silenced) = shared.change(|world| {
        let asked = (method.clone(), path.clone());
        // One that was on its way when the other was limited could not know.
        let hasty = |until: Duration| world.now() + Duration::from_secs_f64(RETRY_AFTER) > until + IN_FLIGHT;
        if world.limited.get(&asked).is_some_and(|until| world.now() < *until && hasty(*until)) {
            world.malformed.push(format!("{method} {path}: before it may be tried again"));
        }
        let authorized = authorization == format!("Bot {}", world.token);
        let reply = match (world.faults.hits(&method, &path), body) {
            (Some(fault), _) => Err(fault),
            (None, None) => Err(ApiError::new(400, 50109, "The request body contains invalid JSON.")),
            (None, Some(body)) => {
                let parts = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
                routes::route(world, &Request { method: method.clone(), path: parts, query, authorized, body })
            }
        };
        if let Err(ApiError { detail: Some((at, code, words)), .. }) = &reply {
            world.malformed.push(format!("{method} {path}: {at}: {code}: {words}"));
        }
        let (status, json) = reply.unwrap_or_else(|error| (error.status, error_body(&error)));
        if status == 429 {
            let until = world.now() + Duration::from_secs_f64(RETRY_AFTER);
            world.limited.insert(asked, until);
        }
        note(world, &method, &path, status);
        (status, json, world.faults.silenced(&path))
    });
    if silenced {
        std::future::pending::<()>().await;
    }
    let mut response = hyper::Response::builder().status(status).header("content-type", "application/json");
    if status == 429 {
        response = response.header("retry-after", "1").header("x-ratelimit-reset-after", RETRY_AFTER.to_string());
    }
    let body = if status == 204 { Bytes::new() } else { json.to_string().into() };
    Ok(response.body(Full::new(body)).unwrap_or_default())
}

fn error_body(error: &ApiError) -> Value {
    if error.status == 429 {
        return json!({"message": error.message, "retry_after": RETRY_AFTER, "global": false, "code": 0});
    }
    error.body()
}

fn note(world: &mut World, method: &str, path: &str, status: u16) {
    world.requests.push((method.to_owned(), path.to_owned(), status));
}
