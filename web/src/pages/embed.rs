//! The current board of a public game alone, for other pages to frame.

use maud::{PreEscaped, html};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::rules::Side;
use turnpost_core::service::GamePage;
use turnpost_core::text::in_page::{self, labels};

use crate::drawing;
use crate::layout::{Head, bare};
use crate::pages::game;
use crate::settings::Settings;

/// The whole page. Blocks.
pub(crate) fn html(settings: &Settings, page: &GamePage, now: Timestamp) -> Option<String> {
    let mut scene = drawing::after(&page.record, page.record.turns.len())?.scene();
    if page.result.is_some() {
        scene.to_move = None;
    }
    let number = page.heading.number;
    let title = in_page::title(&page.heading);
    let main = html! {
        main.embed #main data-live={ "/g/" (number) "/live" } data-lost=(in_page::LOST) data-full=(in_page::FULL)
            data-revision=(page.heading.revision) {
            (PreEscaped(drawing::element(&scene, Side::White, &[], None)))
            h1 { a href={ "/g/" (number) } target="_top" title=(labels::WHOLE_PAGE) { (title) } }
            p role="status" { (game::status(page, now)) }
        }
    };
    Some(bare(settings, &Head { title, script: true, ..Head::default() }, &main))
}
