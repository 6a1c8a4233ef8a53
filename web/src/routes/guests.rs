//! Guests: a form of the front page begins a game with the house.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use turnpost_core::clock::moment;
use turnpost_core::house::LEVELS;
use turnpost_core::service::NotNow;
use turnpost_core::text::in_page;

use super::{Asked, exactly, see_other};
use crate::guard::{From, is_from_here, not_taken, refused};
use crate::site::{Site, Trouble};

/// Begins a game, and shows the guest's board.
pub(super) async fn begin(
    State(site): State<Arc<Site>>,
    Extension(from): Extension<From>,
    asked: HeaderMap,
    form: Result<Form<Asked>, FormRejection>,
) -> Response {
    if !is_from_here(&asked) {
        return refused(&site, &asked, StatusCode::FORBIDDEN, in_page::NOT_FROM_HERE);
    }
    let form = match form {
        Ok(Form(form)) => form,
        Err(why) => return not_taken(&site, &asked, &why),
    };
    let level = form.get("level").and_then(|level| level.parse().ok()).filter(|level| LEVELS.contains(level));
    let Some((game, level)) = form.get("game").and_then(|game| exactly(game)).zip(level) else {
        return refused(&site, &asked, StatusCode::BAD_REQUEST, in_page::UNREADABLE);
    };
    if !site.may_begin(from.0) {
        return refused(&site, &asked, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_MANY_GUESTS);
    }
    let begun = site.ask(move |site| site.service.guest_begins(game, level, moment::now(), (site.settings.chance)()));
    match begun.await {
        Ok(Ok(secret)) => see_other(&format!("/b/{secret}")),
        Ok(Err(NotNow::TooMany)) => refused(&site, &asked, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_MANY_GUESTS),
        Ok(Err(NotNow::NoHouse)) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::NO_HOUSE),
        Err(Trouble) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}
