//! Which address leads to which page.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use turnpost_core::clock::moment;
use turnpost_core::game::GameNumber;
use turnpost_core::rules::GameKind;
use turnpost_core::service::ServiceError;
use turnpost_core::text::in_page;

use crate::guard::{bounded, refused};
use crate::pages::{embed, feed, files, front, game, people, rules};
use crate::sheet::{Care, Sheet};
use crate::site::{Site, Trouble};
use crate::{assets, drawing};

mod events;
mod guests;
mod mine;

/// The largest form.
const FORM: usize = 4 * 1024;
/// Changes with each version, so that no browser keeps pages of another.
const VERSION: &str = env!("CARGO_PKG_VERSION");

type Asked = HashMap<String, String>;

/// All pages.
pub fn router(site: Arc<Site>) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/play", post(guests::begin))
        .route("/rules/{game}", get(game_rules))
        .route("/rules/{game}/{picture}", get(rules_picture))
        .route("/pictures/{picture}", get(emblem))
        .route("/g/{file}", get(game_file))
        .route("/g/{number}/embed", get(embedded))
        .route("/g/{number}/live", get(live))
        .route("/p/{name}", get(player))
        .route("/ratings", get(all_ratings))
        .route("/ratings/{game}", get(ratings))
        .route("/t", get(events::all))
        .route("/t/{event}", get(events::one))
        .route("/ladder/{game}", get(events::ladder))
        .route("/a/{name}", get(asset))
        .route("/robots.txt", get(robots))
        .route("/b/{secret}", get(mine::show).post(mine::act))
        .route("/b/{secret}/live", get(mine::live))
        .fallback(missing)
        .layer(DefaultBodyLimit::max(FORM))
        .layer(from_fn_with_state(site.clone(), bounded))
        .with_state(site)
}

async fn home(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let made = site.ask(|site| {
        let running = site.service.public_games()?;
        let shown: Vec<_> = running.iter().map(|game| (game.row.number, game.revision, &game.row.players)).collect();
        let house = site.service.house_plays();
        let key = tag("front", &(shown, house));
        let page = || Some(Sheet::html(front::html(&site.settings, &running, house), Care::Public));
        Ok(Some(kept(site, &key, page)))
    });
    answer(&site, &asked, made.await)
}

async fn game_rules(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    let made = site.ask(move |site| {
        let Some(kind) = exactly(&name) else { return Ok(None) };
        let house = site.service.house_plays();
        let key = tag(&format!("rules.{name}"), &house);
        Ok(Some(kept(site, &key, || Some(Sheet::html(rules::html(&site.settings, kind, house), Care::Public)))))
    });
    answer(&site, &asked, made.await)
}

async fn rules_picture(
    State(site): State<Arc<Site>>,
    Path((name, file)): Path<(String, String)>,
    asked: HeaderMap,
) -> Response {
    let made = site.ask(move |site| {
        let number = file.strip_suffix(".svg").and_then(|number| number.parse().ok());
        let Some((kind, number)) = exactly(&name).zip(number) else { return Ok(None) };
        let key = tag(&format!("rules.{name}.{number}"), &());
        Ok(Some(kept(site, &key, || Some(Sheet::new("image/svg+xml", rules::picture(kind, number)?, Care::Public)))))
    });
    answer(&site, &asked, made.await)
}

/// `/pictures/amazons.svg` for our own pages, `.png` for previews elsewhere.
async fn emblem(State(site): State<Arc<Site>>, Path(file): Path<String>, asked: HeaderMap) -> Response {
    let Some((kind, end)) = file.split_once('.').and_then(|(name, end)| Some((exactly(name)?, end.to_owned()))) else {
        return missing(State(site), asked).await;
    };
    let drawing = if end == "png" { site.drawing.acquire().await.ok() } else { None };
    let made = site.ask(move |site| {
        let make = || match end.as_str() {
            "svg" => Some(Sheet::new("image/svg+xml", rules::emblem(kind)?, Care::Public)),
            "png" => Some(Sheet::new("image/png", rules::preview(kind)?, Care::Public)),
            _ => None,
        };
        Ok(Some(kept(site, &tag(&format!("emblem.{file}"), &()), make)))
    });
    let made = made.await;
    drop(drawing);
    answer(&site, &asked, made)
}

/// `/g/41`, `/g/41.png`, and so on.
async fn game_file(
    State(site): State<Arc<Site>>,
    Path(file): Path<String>,
    Query(query): Query<Asked>,
    asked: HeaderMap,
) -> Response {
    let (number, end) = file.split_once('.').map_or((file.as_str(), ""), |(number, end)| (number, end));
    let Some(number) = numbered(number) else { return missing(State(site), asked).await };
    let turns = query.get("t").and_then(|turns| turns.parse::<usize>().ok());
    let kind = match end {
        "" => Form::Page,
        "png" => Form::Picture,
        "gif" => Form::Animation,
        "txt" => Form::Record,
        "json" => Form::Json,
        "atom" => Form::Feed,
        _ => return missing(State(site), asked).await,
    };
    // Pictures take their time; so many are drawn at once.
    let drawing = match kind {
        Form::Picture | Form::Animation => site.drawing.acquire().await.ok(),
        _ => None,
    };
    let made = site.ask(move |site| public(site, number, turns, kind)).await;
    drop(drawing);
    answer(&site, &asked, made)
}

async fn embedded(State(site): State<Arc<Site>>, Path(number): Path<String>, asked: HeaderMap) -> Response {
    let Some(number) = numbered(&number) else { return missing(State(site), asked).await };
    let made = site.ask(move |site| public(site, number, None, Form::Embed));
    answer(&site, &asked, made.await)
}

/// What a public game can be had as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Form {
    Page,
    Embed,
    Picture,
    Animation,
    Record,
    Json,
    Feed,
}

fn public(site: &Site, number: GameNumber, turns: Option<usize>, form: Form) -> Result<Option<Sheet>, ServiceError> {
    let Some(state) = site.service.public_state(number)? else { return Ok(None) };
    let key = tag(&format!("g{number}.{}", state.revision), &(form, turns, &state));
    if let Some(sheet) = site.shelf.find(&key) {
        return Ok(Some(sheet));
    }
    let Some(page) = site.service.public_game(number)? else { return Ok(None) };
    // It may have gone on since; then this is kept under the wrong name for nobody but this request.
    let same = page.heading.revision == state.revision && page.deadline == state.deadline;
    let all = page.record.turns.len();
    let shown = turns.unwrap_or(all).min(all);
    let now = moment::now();
    let sheet = match form {
        Form::Page => game::html(&site.settings, &page, shown, now).map(|page| Sheet::html(page, Care::Public)),
        Form::Embed => embed::html(&site.settings, &page, now).map(|page| Sheet::html(page, Care::Framed)),
        Form::Picture => drawing::after(&page.record, shown).and_then(|course| {
            let mut scene = course.scene();
            if shown == all && page.result.is_some() {
                scene.to_move = None;
            }
            let names = state.names.each_ref().map(String::as_str);
            drawing::picture(scene, names).map(|png| Sheet::new("image/png", png, Care::Public))
        }),
        Form::Animation => drawing::animation(&page.record).map(|gif| Sheet::new("image/gif", gif, Care::Public)),
        Form::Record => Some(Sheet::new("text/plain; charset=utf-8", page.record.to_string(), Care::Public)),
        Form::Json => Some(Sheet::new("application/json", files::json(&page), Care::Public)),
        Form::Feed => {
            Some(Sheet::new("application/atom+xml; charset=utf-8", feed::atom(&site.settings, &page), Care::Public))
        }
    };
    let sheet = sheet.map(|sheet| sheet.tagged(&key));
    if let Some(sheet) = sheet.as_ref().filter(|_| same) {
        site.shelf.keep(key, sheet);
    }
    Ok(sheet)
}

async fn live(State(site): State<Arc<Site>>, Path(number): Path<String>, asked: HeaderMap) -> Response {
    let Some(number) = numbered(&number) else { return missing(State(site), asked).await };
    match site.ask(move |site| site.service.public_state(number)).await {
        Ok(Some(state)) => match site.hub.follow(&site.service, number, state.revision) {
            Some(events) => events,
            None => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::NO_PLACE),
        },
        Ok(None) => missing(State(site), asked).await,
        Err(Trouble) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

async fn player(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    let made = site.ask(move |site| {
        let now = moment::now();
        let Some(player) = site.service.public_player(&name, now)? else { return Ok(None) };
        // Whether somebody is away depends on the day.
        let key = tag("player", &(format!("{player:?}"), player.away.is_some()));
        Ok(Some(kept(site, &key, || Some(Sheet::html(people::player(&site.settings, &player, now), Care::Public)))))
    });
    answer(&site, &asked, made.await)
}

async fn ratings(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    let made = site.ask(move |site| {
        let Some(kind) = exactly(&name) else { return Ok(None) };
        let best = site.service.public_ratings(kind)?;
        let key = tag(&format!("ratings.{name}"), &format!("{best:?}"));
        Ok(Some(kept(site, &key, || Some(Sheet::html(people::ratings(&site.settings, kind, &best), Care::Public)))))
    });
    answer(&site, &asked, made.await)
}

/// The best few of each game.
async fn all_ratings(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let made = site.ask(|site| {
        let mut best = Vec::new();
        for kind in GameKind::ALL {
            best.push((*kind, site.service.public_ratings(*kind)?));
        }
        let key = tag("ratings", &format!("{best:?}"));
        Ok(Some(kept(site, &key, || Some(Sheet::html(people::all_ratings(&site.settings, &best), Care::Public)))))
    });
    answer(&site, &asked, made.await)
}

async fn asset(State(site): State<Arc<Site>>, Path(name): Path<String>, asked: HeaderMap) -> Response {
    match assets::find(&name) {
        Some(asset) => asset.sheet.answer(&asked, site.settings.index),
        None => missing(State(site), asked).await,
    }
}

/// Secret pages are nobody's to crawl, and public ones only if the operator says so.
async fn robots(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    let rules = match site.settings.index {
        true => "User-agent: *\nDisallow: /b/\n",
        false => "User-agent: *\nDisallow: /\n",
    };
    Sheet::new("text/plain; charset=utf-8", rules, Care::Public).answer(&asked, false)
}

async fn missing(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    refused(&site, &asked, StatusCode::NOT_FOUND, in_page::NOT_FOUND)
}

/// What was made, or why nothing was.
fn answer(site: &Site, asked: &HeaderMap, made: Result<Option<Sheet>, Trouble>) -> Response {
    match made {
        Ok(Some(sheet)) => sheet.answer(asked, site.settings.index),
        Ok(None) => refused(site, asked, StatusCode::NOT_FOUND, in_page::NOT_FOUND),
        Err(Trouble) => refused(site, asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

/// The sheet of that tag, made if it isn't there; nothing can be made of what can't be drawn.
fn kept(site: &Site, key: &str, make: impl FnOnce() -> Option<Sheet>) -> Sheet {
    if let Some(sheet) = site.shelf.find(key) {
        return sheet;
    }
    match make() {
        Some(sheet) => {
            let sheet = sheet.tagged(key);
            site.shelf.keep(key.to_owned(), &sheet);
            sheet
        }
        None => {
            let page = crate::layout::notice(&site.settings, in_page::NOT_FOUND);
            Sheet::html(page, Care::Secret).with_status(StatusCode::NOT_FOUND)
        }
    }
}

/// What a sheet shows, in a word.
fn tag(what: &str, also: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    (VERSION, &assets::STYLE_SHEET.name, &assets::BOARD_SCRIPT.name, also).hash(&mut hasher);
    format!("{what}.{:x}", hasher.finish())
}

/// A game by its exact name: each page has one address.
fn exactly(name: &str) -> Option<GameKind> {
    GameKind::ALL.iter().copied().find(|kind| kind.name() == name)
}

/// A game's number, written as we write it.
fn numbered(text: &str) -> Option<GameNumber> {
    text.parse::<GameNumber>().ok().filter(|number| *number > 0 && number.to_string() == text)
}

/// Shows another page, by GET.
fn see_other(to: &str) -> Response {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(header::LOCATION, to);
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}
