//! A public game: the board after any of its turns, the turns, who plays, how it stands.

use maud::{Markup, PreEscaped, html};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::rules::Side;
use turnpost_core::service::GamePage;
use turnpost_core::text::{clocks, in_page, in_page::labels};

use crate::drawing;
use crate::layout::{Head, moment, page};
use crate::settings::Settings;

/// The whole page, after so many turns. Blocks. None if the game can't be replayed.
pub(crate) fn html(settings: &Settings, game: &GamePage, turns: usize, now: Timestamp) -> Option<String> {
    let number = game.heading.number;
    let course = drawing::after(&game.record, turns)?;
    let mut scene = course.scene();
    let all = game.record.turns.len();
    if turns == all && game.result.is_some() {
        scene.to_move = None;
    }
    let title = in_page::title(&game.heading);
    let words = in_page::alt(&scene);
    let main = html! {
        main.game #main data-live={ "/g/" (number) "/live" } data-lost=(in_page::LOST) data-full=(in_page::FULL)
            data-revision=(game.heading.revision) {
            h1 { (title) }
            p.status role="status" { (status(game, now)) }
            div.with-side {
                figure.board-frame {
                    (PreEscaped(drawing::element(&scene, Side::White, &[], None)))
                    figcaption { (shown(game, turns)) }
                    (walk(turns, all))
                }
                div.side {
                    (players(game))
                    (turn_list(game, turns))
                    details { summary { (labels::IN_WORDS) } p { (words) } p { code.position { (course.position().text()) } } }
                    (files(game, turns))
                }
            }
        }
    };
    let last = if turns == all { String::new() } else { format!("?t={turns}") };
    let head = Head {
        title,
        about: in_page::about(&plain_status(game), turns, all),
        path: Some(format!("/g/{number}{last}")),
        picture: Some(format!("/g/{number}.png{last}")),
        feed: Some(format!("/g/{number}.atom")),
        script: true,
    };
    Some(page(settings, &head, &main))
}

/// Who is to move until when, or how it ended.
pub(crate) fn status(game: &GamePage, now: Timestamp) -> Markup {
    html! {
        (plain_status(game))
        @if let Some(deadline) = game.deadline.filter(|_| game.to_move.is_some() && game.result.is_none()) {
            " " (in_page::BY) " " (moment(deadline, now))
        }
    }
}

fn plain_status(game: &GamePage) -> String {
    match (&game.result, game.to_move) {
        (Some(result), _) => in_page::result(&game.heading, &game.board, result),
        (None, _) if game.adjourned => in_page::ADJOURNED.to_owned(),
        (None, Some(side)) => in_page::to_move(&game.heading, side),
        (None, None) => String::new(),
    }
}

/// Which position is shown, and the turn that led there.
fn shown(game: &GamePage, turns: usize) -> Markup {
    let last = turns.checked_sub(1).and_then(|last| game.record.turns.get(last));
    html! {
        (in_page::shown(turns, game.record.turns.len()))
        @if let Some(last) = last { ": " (in_page::name(&game.heading, last.side)) " " code { (last.text) } }
    }
}

/// First, previous, next, last; those that lead nowhere are no links.
fn walk(turns: usize, all: usize) -> Markup {
    let step = |label: &str, rel: Option<&str>, to: Option<usize>| {
        html! {
            @match to {
                Some(to) => a href={ "?t=" (to) } rel=[rel] data-step { (label) },
                None => span aria-disabled="true" { (label) },
            }
        }
    };
    html! {
        nav.walk aria-label=(labels::WALK) data-turn=(turns) data-turns=(all) data-slider=(labels::SLIDER) {
            (step(labels::FIRST, None, (turns > 0).then_some(0)))
            (step(labels::PREVIOUS, Some("prev"), turns.checked_sub(1)))
            (step(labels::NEXT, Some("next"), Some(turns + 1).filter(|next| *next <= all)))
            (step(labels::LAST, None, (turns < all).then_some(all)))
        }
    }
}

fn players(game: &GamePage) -> Markup {
    html! {
        ul.players {
            @for side in Side::BOTH {
                @let (name, known) = (in_page::name(&game.heading, side), game.known[side as usize]);
                li {
                    span.side-name { (side.to_string()) }
                    @if known { a href={ "/p/" (encoded(name)) } { (name) } } @else if name != side.to_string() { (name) }
                    @if let Some((before, after)) = game.ratings[side as usize] {
                        " " span.quiet { (in_page::rated(name, before, after)) }
                    }
                }
            }
            li { span.quiet { (clocks::brief(game.record.clock)) } }
            li { a href={ "/rules/" (game.record.setup.game.name()) } { (in_page::rules_of(game.record.setup.game)) } }
        }
    }
}

/// The turns, each a link to the position that it led to.
fn turn_list(game: &GamePage, shown: usize) -> Markup {
    html! {
        h2 { (labels::TURNS) }
        ol.turns {
            @for (number, turn) in (1..).zip(&game.record.turns) {
                li { a href={ "?t=" (number) } aria-current=[(number == shown).then_some("true")] data-step { (turn.text) } }
            }
        }
    }
}

fn files(game: &GamePage, turns: usize) -> Markup {
    let path = format!("/g/{}", game.heading.number);
    html! {
        h2 { (labels::TAKE_ALONG) }
        p.row {
            a href={ (path) ".txt" } { (labels::RECORD) } " "
            a href={ (path) ".png?t=" (turns) } { (labels::PICTURE) } " "
            @if !game.record.turns.is_empty() { a href={ (path) ".gif" } { (labels::ANIMATION) } " " }
            a href={ (path) ".json" } { (labels::JSON) } " "
            a href={ (path) ".atom" } { (labels::FEED) } " "
            a href={ (path) "/embed" } { (labels::EMBED) }
        }
    }
}

/// A name as a part of a path.
pub(crate) fn encoded(name: &str) -> String {
    let mut path = String::new();
    for byte in name.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => path.push(char::from(byte)),
            other => path.push_str(&format!("%{other:02X}")),
        }
    }
    path
}
