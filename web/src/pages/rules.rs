//! The rules of a game, with their pictures.

use maud::html;
use turnpost_core::rules::GameKind;
use turnpost_core::text::article::pictures;
use turnpost_core::text::in_page::{self, labels};
use turnpost_render::theme::Theme;

use crate::drawing;
use crate::layout::{Head, page};
use crate::pages::{article, play};
use crate::settings::Settings;

/// The width of a picture, in pixels.
const WIDTH: u32 = 480;

/// The whole page.
pub(crate) fn html(settings: &Settings, game: GameKind, house: bool) -> String {
    let title = in_page::rules_of(game);
    let path = format!("/rules/{}", game.name());
    let main = html! {
        main.text #main {
            h1 { (title) }
            p.lead { (game.blurb()) }
            (article::markup(&game.rules(), &path))
            (play::form(Some(game), house))
            p { a href={ "/ratings/" (game.name()) } { (in_page::ratings_of(game)) } " · " a href="/" { (labels::GAMES) } }
        }
    };
    let picture = Some(format!("/pictures/{}.png", game.name()));
    let head = Head { title, about: game.blurb().to_owned(), path: Some(path), picture, ..Head::default() };
    page(settings, &head, &main)
}

/// One of its pictures, counted from 1.
pub(crate) fn picture(game: GameKind, number: usize) -> Option<String> {
    let article = game.rules();
    let diagram = pictures(&article).nth(number.checked_sub(1)?)?;
    drawing::drawing(diagram.scene().ok()?, WIDTH, Theme::default())
}

/// The picture that stands for a game.
pub(crate) fn emblem(game: GameKind) -> Option<String> {
    drawing::emblem(game.studies().first()?.scene().ok()?, WIDTH)
}

/// The same for previews elsewhere.
pub(crate) fn preview(game: GameKind) -> Option<Vec<u8>> {
    drawing::preview(game.studies().first()?.scene().ok()?)
}
