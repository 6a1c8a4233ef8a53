//! Tournaments: all of them, one by its number, a game's ladder.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use turnpost_core::clock::moment;
use turnpost_core::text::in_page;

use super::{answer, exactly, kept, missing, numbered, see_other, tag};
use crate::guard::refused;
use crate::pages::events;
use crate::sheet::{Care, Sheet};
use crate::site::{Site, Trouble};

/// What there is.
pub(super) async fn all(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let made = site.ask(|site| {
        let listed = site.service.public_events()?;
        let key = tag("events", &format!("{listed:?}"));
        Ok(Some(kept(site, &key, || {
            Some(Sheet::html(events::list(&site.settings, &listed, moment::now()), Care::Public))
        })))
    });
    answer(&site, &asked, made.await)
}

/// `/t/T12` and `/t/T12.atom`.
pub(super) async fn one(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    let (name, feed) = name.strip_suffix(".atom").map_or((name.as_str(), false), |name| (name, true));
    let Some(number) = name.strip_prefix('T').and_then(numbered) else { return missing(State(site), asked).await };
    let made = site.ask(move |site| {
        let Some(event) = site.service.public_event(number)? else { return Ok(None) };
        let key = tag(&format!("t{number}"), &(feed, format!("{event:?}")));
        let make = || match feed {
            true => {
                Sheet::new("application/atom+xml; charset=utf-8", events::atom(&site.settings, &event), Care::Public)
            }
            false => Sheet::html(events::html(&site.settings, &event, moment::now()), Care::Public),
        };
        Ok(Some(kept(site, &key, || Some(make()))))
    });
    answer(&site, &asked, made.await)
}

/// A game's ladder is an event like others.
pub(super) async fn ladder(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    let Some(game) = exactly(&name) else { return missing(State(site), asked).await };
    match site.ask(move |site| site.service.public_ladder(game)).await {
        Ok(Some(number)) => see_other(&format!("/t/T{number}")),
        Ok(None) => missing(State(site), asked).await,
        Err(Trouble) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}
