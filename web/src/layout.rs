//! What all pages have in common: the head, the name of the site, and the place for what a page is about.

use maud::{DOCTYPE, Markup, html};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::text::in_page::{self, NAME, labels};
use turnpost_core::text::{Line, Span};

use crate::assets::{BOARD_SCRIPT, PAGE_ICON, STYLE_SHEET};
use crate::settings::Settings;

/// What stands in a page's head.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    /// Its title.
    pub title: String,
    /// What it is about, for previews.
    pub about: String,
    /// Its path, for previews; none on secret pages.
    pub path: Option<String>,
    /// The path of its picture.
    pub picture: Option<String>,
    /// The path of its feed.
    pub feed: Option<String>,
    /// Whether it has something for the script to do.
    pub script: bool,
}

/// A whole page.
pub(crate) fn page(settings: &Settings, head: &Head, main: &Markup) -> String {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            (self::head(settings, head))
            body {
                header.site {
                    a.skip href="#main" { (labels::SKIP) }
                    a.home href="/" { img src={ "/a/" (PAGE_ICON.name) } width="24" height="24" alt=""; (labels::HOME) }
                    nav aria-label=(labels::SITE) {
                        a href="/t" { (labels::TOURNAMENTS) }
                        a href="/ratings" { (labels::RATINGS) }
                    }
                }
                (main)
            }
        }
    };
    whole.into_string()
}

/// A page that is a board and little else, to be framed.
pub(crate) fn bare(settings: &Settings, head: &Head, main: &Markup) -> String {
    html! { (DOCTYPE) html lang="en" { (self::head(settings, head)) body.bare { (main) } } }.into_string()
}

/// A page of a headline and a sentence.
pub(crate) fn notice(settings: &Settings, [headline, words]: [&str; 2]) -> String {
    let main = html! { main #main { h1 { (headline) } p { (words) } p { a href="/" { (labels::HOME) } } } };
    page(settings, &Head { title: headline.to_owned(), ..Head::default() }, &main)
}

fn head(settings: &Settings, head: &Head) -> Markup {
    let absolute = |path: &String| settings.url.as_ref().map(|url| format!("{url}{path}"));
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            title { (head.title) @if head.title != NAME { " · " (NAME) } }
            link rel="stylesheet" href={ "/a/" (STYLE_SHEET.name) };
            link rel="icon" type="image/svg+xml" href={ "/a/" (PAGE_ICON.name) };
            @if let Some(feed) = &head.feed {
                link rel="alternate" type="application/atom+xml" href=(feed) title=(head.title);
            }
            @if let Some(url) = head.path.as_ref().and_then(absolute) {
                meta name="description" content=(head.about);
                meta property="og:site_name" content=(NAME);
                meta property="og:type" content="website";
                meta property="og:title" content=(head.title);
                meta property="og:description" content=(head.about);
                meta property="og:url" content=(url);
            }
            @if let Some(picture) = head.picture.as_ref().and_then(absolute) {
                meta property="og:image" content=(picture);
                meta property="og:image:alt" content=(head.about);
                meta name="twitter:card" content="summary_large_image";
            }
            @if head.script {
                script type="module" src={ "/a/" (BOARD_SCRIPT.name) } {}
            }
        }
    }
}

/// A moment: in UTC, and with script in the reader's zone.
pub(crate) fn moment(at: Timestamp, now: Timestamp) -> Markup {
    html! { time datetime=(iso(at)) data-at=(at) { (in_page::moment(at, now)) } }
}

/// A line of our words, with what is typed set apart.
pub(crate) fn line(line: &Line) -> Markup {
    html! {
        @for span in &line.0 {
            @match span {
                Span::Words(words) => (words),
                Span::Code(code) => code { (code) },
                Span::Time { at, shown } => time datetime=(iso(*at)) { (shown) },
                Span::Mention { .. } => "",
            }
        }
    }
}

/// `2026-06-04T18:00:00Z`
pub(crate) fn iso(at: Timestamp) -> String {
    jiff::Timestamp::from_second(at).map(|at| at.to_string()).unwrap_or_default()
}
