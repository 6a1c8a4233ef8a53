//! The front page: what this is, the games, and what is being played.

use maud::{Markup, html};
use turnpost_core::rules::GameKind;
use turnpost_core::service::Running;
use turnpost_core::text::in_page::{NAME, front, labels};

use crate::layout::{Head, page};
use crate::pages::{lists, play};
use crate::settings::Settings;

/// The whole page.
pub(crate) fn html(settings: &Settings, running: &[Running], house: bool) -> String {
    let main = html! {
        main #main {
            h1 { (front::HEADLINE) }
            p.lead { (front::LEAD) }
            p.measure { (front::ABOUT) }
            div.start {
                (play::form(None, house))
                @if settings.mail.is_some() || settings.discord { (how_to_start(settings)) }
            }
            section {
                h2 { (front::THE_GAMES) }
                ul.cards {
                    @for (number, game) in GameKind::ALL.iter().enumerate() {
                        li {
                            a href={ "/rules/" (game.name()) } {
                                img src={ "/pictures/" (game.name()) ".svg" } width="240" height="240" alt=""
                                    loading=[(number > 1).then_some("lazy")];
                                strong { (game.title()) }
                            }
                            p { (game.blurb()) }
                        }
                    }
                }
            }
            section {
                h2 { (labels::RUNNING) }
                @if running.is_empty() { p { (front::NONE_RUNS) } }
                (lists::running(running.iter().map(|game| &game.row)))
            }
        }
    };
    let picture = Some("/pictures/amazons.png".to_owned());
    let (title, about, path) = (NAME.to_owned(), front::IN_SHORT.to_owned(), Some("/".to_owned()));
    page(settings, &Head { title, about, path, picture, ..Head::default() }, &main)
}

/// How somebody begins who wants to play with people.
fn how_to_start(settings: &Settings) -> Markup {
    html! {
        section.panel {
            h2 { (front::HOW_TO_START) }
            @if let Some(address) = &settings.mail {
                p {
                    (front::BY_MAIL[0])
                    a href={ "mailto:" (address) "?body=" (front::FIRST_MAIL.replace(' ', "%20")) } { (address) }
                    (front::BY_MAIL[1]) code { (front::FIRST_MAIL) } (front::BY_MAIL[2])
                }
            }
            @if settings.discord {
                p { (front::IN_DISCORD[0]) code { (front::FIRST_COMMAND) } (front::IN_DISCORD[1]) }
            }
        }
    }
}
