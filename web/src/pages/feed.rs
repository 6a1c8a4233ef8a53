//! A public game as an Atom feed (RFC 4287): its last turns, the newest first, and its end.

use maud::{Markup, PreEscaped, html};
use turnpost_core::service::GamePage;
use turnpost_core::text::in_page;

use crate::layout::iso;
use crate::settings::Settings;

/// How many turns it has.
const ENTRIES: usize = 20;

/// The whole feed.
pub(crate) fn atom(settings: &Settings, game: &GamePage) -> String {
    let (record, number) = (&game.record, game.heading.number);
    let here = settings.url.clone().unwrap_or_default();
    let page = format!("{here}/g/{number}");
    let moments = record.turns.iter().filter_map(|turn| turn.at).chain(record.end.and_then(|end| end.at));
    let updated = moments.max().or(record.started).unwrap_or_default();
    let entry = |id: String, title: String, at: i64, link: String| -> Markup {
        html! { entry { id { (id) } title { (title) } updated { (iso(at)) } (leaf(&link, None)) } }
    };
    let turns = record.turns.iter().enumerate().rev().take(ENTRIES);
    let feed = html! {
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { (page) }
            title { (in_page::title(&game.heading)) }
            updated { (iso(updated)) }
            author { name { (in_page::NAME) } }
            (leaf(&page, None))
            (leaf(&format!("{page}.atom"), Some("self")))
            @if let (Some(result), Some(end)) = (&game.result, record.end) {
                (entry(
                    format!("{page}#end"),
                    in_page::result(&game.heading, &game.board, result),
                    end.at.unwrap_or(updated),
                    page.clone(),
                ))
            }
            @for (before, turn) in turns {
                (entry(
                    format!("{page}#turn-{}", before + 1),
                    in_page::played(turn.number, in_page::name(&game.heading, turn.side), &turn.text),
                    turn.at.unwrap_or(updated),
                    format!("{page}?t={}", before + 1),
                ))
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{}\n", feed.into_string())
}

/// A link; in XML it must be closed, which HTML's own `link` isn't.
pub(crate) fn leaf(to: &str, rel: Option<&str>) -> Markup {
    let rel = rel.map(|rel| format!(" rel=\"{rel}\"")).unwrap_or_default();
    html! { (PreEscaped("<link")) (PreEscaped(rel)) (PreEscaped(" href=\"")) (to) (PreEscaped("\"/>")) }
}
