//! A player's own board: looking at it changes nothing, however often; only a form that was sent from it does.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use turnpost_core::clock::moment;
use turnpost_core::command::{Answer, Command};
use turnpost_core::notice::Notice;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Sending, ServiceError};
use turnpost_core::text::in_page;

use super::{Asked, see_other};
use crate::guard::{From, is_from_here, not_taken, refused};
use crate::pages::mine::{Answers, Chosen, html};
use crate::sheet::{Care, Sheet};
use crate::site::{Site, Trouble};

/// The longest part of a turn in an address.
const PATH: usize = 200;

/// The board.
pub(super) async fn show(
    State(site): State<Arc<Site>>,
    Extension(from): Extension<From>,
    Path(secret): Path<String>,
    Query(query): Query<Asked>,
    asked: HeaderMap,
) -> Response {
    if !site.may_guess(from.0) {
        return refused(&site, &asked, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_FAST);
    }
    let chosen = Chosen {
        path: query.get("p").filter(|path| path.len() <= PATH).cloned().unwrap_or_default(),
        at: query.get("at").and_then(|at| at.parse().ok()),
    };
    let made = site.ask(move |site| sheet(site, &secret, &chosen, Answers::Notices(&[]))).await;
    if made.as_ref().is_ok_and(Option::is_none) {
        site.guessed(from.0);
    }
    super::answer(&site, &asked, made)
}

/// What a form asks for.
pub(super) async fn act(
    State(site): State<Arc<Site>>,
    Extension(from): Extension<From>,
    Path(secret): Path<String>,
    asked: HeaderMap,
    form: Result<Form<Asked>, FormRejection>,
) -> Response {
    if !is_from_here(&asked) {
        return refused(&site, &asked, StatusCode::FORBIDDEN, in_page::NOT_FROM_HERE);
    }
    if !site.may_guess(from.0) {
        return refused(&site, &asked, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_FAST);
    }
    let form = match form {
        Ok(Form(form)) => form,
        Err(why) => return not_taken(&site, &asked, &why),
    };
    if let Some(address) = form.get("address").filter(|_| form.get("do").is_some_and(|what| what == "send")) {
        return send(&site, from, secret, address.clone(), &asked).await;
    }
    let Some(wish) = Wish::read(&form) else {
        return refused(&site, &asked, StatusCode::BAD_REQUEST, in_page::UNREADABLE);
    };
    let back = format!("/b/{secret}");
    let done = site.ask(move |site| {
        let Some((number, _)) = site.service.my_revision(&secret, moment::now())? else { return Ok(None) };
        let request = Request {
            from: Sender::Page { secret: secret.clone() },
            proof: Proof::Transport,
            // A form counts once, however often it is sent.
            key: format!("{} {} {:?} {:?}", wish.revision, wish.made, wish.command, wish.comment),
            at: moment::now(),
            context: Context::Game { number, revision: Some(wish.revision) },
            place: None,
            commands: vec![Ok(wish.command)],
            comment: wish.comment,
            manner: Manner::default(),
        };
        let handled = site.service.handle(&request, (site.settings.chance)())?;
        if handled.shown.is_empty() {
            return Ok(Some(None));
        }
        let refused = handled.shown.iter().any(is_refusal);
        let status = if refused { StatusCode::CONFLICT } else { StatusCode::OK };
        let shown = sheet(site, &secret, &Chosen::default(), Answers::Notices(&handled.shown))?;
        Ok(shown.map(|shown| Some(shown.with_status(status))))
    });
    match done.await {
        Ok(Some(None)) => see_other(&back),
        Ok(Some(Some(sheet))) => sheet.answer(&asked, false),
        Ok(None) => {
            site.guessed(from.0);
            refused(&site, &asked, StatusCode::NOT_FOUND, in_page::NOT_FOUND)
        }
        Err(Trouble) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

/// A guest wants the board sent to an address.
async fn send(site: &Arc<Site>, from: From, secret: String, address: String, asked: &HeaderMap) -> Response {
    let done = site.ask(move |site| {
        let chance = (site.settings.chance)();
        let Some(sent) = site.service.send_board(&secret, &address, moment::now(), chance)? else { return Ok(None) };
        let (words, status) = match sent {
            Sending::Asked => (in_page::mine::SENT, StatusCode::OK),
            Sending::NoAddress => (in_page::mine::NO_ADDRESS, StatusCode::CONFLICT),
            Sending::Enough => (in_page::mine::ENOUGH_SENT, StatusCode::CONFLICT),
        };
        let shown = sheet(site, &secret, &Chosen::default(), Answers::Words(words))?;
        Ok(shown.map(|shown| shown.with_status(status)))
    });
    match done.await {
        Ok(Some(sheet)) => sheet.answer(asked, false),
        Ok(None) => {
            site.guessed(from.0);
            refused(site, asked, StatusCode::NOT_FOUND, in_page::NOT_FOUND)
        }
        Err(Trouble) => refused(site, asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

/// The revisions of its game.
pub(super) async fn live(
    State(site): State<Arc<Site>>,
    Extension(from): Extension<From>,
    Path(secret): Path<String>,
    asked: HeaderMap,
) -> Response {
    if !site.may_guess(from.0) {
        return refused(&site, &asked, StatusCode::TOO_MANY_REQUESTS, in_page::TOO_FAST);
    }
    match site.ask(move |site| site.service.my_revision(&secret, moment::now())).await {
        Ok(Some((number, revision))) => match site.hub.follow(&site.service, number, revision) {
            Some(mut events) => {
                events.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                events
            }
            None => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::NO_PLACE),
        },
        Ok(None) => {
            site.guessed(from.0);
            refused(&site, &asked, StatusCode::NOT_FOUND, in_page::NOT_FOUND)
        }
        Err(Trouble) => refused(&site, &asked, StatusCode::SERVICE_UNAVAILABLE, in_page::OUT_OF_ORDER),
    }
}

/// A form that was sent.
struct Wish {
    command: Command,
    comment: Option<String>,
    /// The revision of the board that it stands on.
    revision: i64,
    /// When it was made.
    made: i64,
}

impl Wish {
    fn read(form: &Asked) -> Option<Wish> {
        let text = |name: &str| form.get(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let number = |name: &str| form.get(name).and_then(|number| number.parse::<i64>().ok());
        let mut comment = text("comment");
        let command = match form.get("do")?.as_str() {
            "play" => Command::Turn { game: None, guard: None, text: text("turn")? },
            "say" => Command::Say { game: None, text: comment.take()? },
            "draw" => Command::Draw { game: None, answer: Answer::Offer },
            "accept" => Command::Draw { game: None, answer: Answer::Accept },
            "decline" => Command::Draw { game: None, answer: Answer::Decline },
            "resign" => Command::Resign { game: None, sure: false },
            "give-up" => Command::Resign { game: None, sure: true },
            "undo" => Command::Undo(None),
            _ => return None,
        };
        Some(Wish { command, comment, revision: number("revision")?, made: number("made")? })
    }
}

fn sheet(site: &Site, secret: &str, chosen: &Chosen, answers: Answers<'_>) -> Result<Option<Sheet>, ServiceError> {
    let now = moment::now();
    let Some(board) = site.service.my_board(secret, now)? else { return Ok(None) };
    let page = html(&site.settings, &board, chosen, answers, now);
    Ok(page.map(|page| Sheet::html(page, Care::Secret)))
}

fn is_refusal(notice: &Notice) -> bool {
    use turnpost_core::notice::News;
    matches!(notice.news, News::Refused { .. } | News::Stale { .. })
}
