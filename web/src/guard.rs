//! What every request passes before it reaches a page: how much its address may ask for, and how long it may take.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use turnpost_core::text::in_page;

use crate::layout::notice;
use crate::network;
use crate::sheet::{Care, Sheet};
use crate::site::Site;

/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// Whom a request is counted for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub IpAddr);

/// Lets a request through if its address hasn't asked for too much.
pub(crate) async fn bounded(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let from = network::counted(&headers, request.extensions(), &site.settings.proxies);
    let from = from.unwrap_or(IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED));
    if !site.may_ask(from) {
        return refused(&site, &headers, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_FAST);
    }
    request.extensions_mut().insert(From(from));
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(answer) => answer,
        Err(_) => refused(&site, &headers, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

/// A short page that says why there is no other.
pub(crate) fn refused(site: &Site, asked: &HeaderMap, status: StatusCode, words: [&str; 2]) -> Response {
    Sheet::html(notice(&site.settings, words), Care::Secret).with_status(status).answer(asked, false)
}

/// The same for a form that can't be taken as it is.
pub(crate) fn not_taken(site: &Site, asked: &HeaderMap, why: &FormRejection) -> Response {
    match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => refused(site, asked, StatusCode::PAYLOAD_TOO_LARGE, in_page::TOO_LONG),
        _ => refused(site, asked, StatusCode::BAD_REQUEST, in_page::UNREADABLE),
    }
}

/// Whether a form was sent from one of our own pages. Browsers say so themselves (Fetch Metadata); those that are too
/// old for that name at least the origin.
pub(crate) fn is_from_here(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => match (text(header::ORIGIN.as_str()), text(header::HOST.as_str())) {
            (None | Some("null"), _) => true,
            (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, from)| from == host),
            (Some(_), None) => false,
        },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_send_forms() {
        let sent = |headers: &[(&'static str, &'static str)]| {
            let map = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
            is_from_here(&map)
        };
        assert!(sent(&[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        for site in ["cross-site", "same-site", "none", "nonsense"] {
            assert!(!sent(&[("sec-fetch-site", site)]), "{site}");
        }
        assert!(sent(&[("origin", "https://play.example.org"), ("host", "play.example.org")]));
        assert!(!sent(&[("origin", "https://evil.example"), ("host", "play.example.org")]));
        assert!(!sent(&[("origin", "https://evil.example")]));
    }
}
