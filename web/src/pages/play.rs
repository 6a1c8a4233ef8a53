//! The form that begins a game with the house: a guest needs nothing else.

use maud::{Markup, html};
use turnpost_core::house::LEVELS;
use turnpost_core::rules::GameKind;
use turnpost_core::text::in_page::front;

/// The form, for any game or for one; or why there is none.
pub(crate) fn form(game: Option<GameKind>, house: bool) -> Markup {
    html! {
        section.panel #play {
            h2 { (front::PLAY_NOW) }
            @if house {
                p { (front::AGAINST_THE_HOUSE) }
                form.now method="post" action="/play" {
                    @match game {
                        Some(game) => input type="hidden" name="game" value=(game.name());,
                        None => label {
                            (front::WHICH_GAME)
                            select name="game" {
                                @for game in GameKind::ALL { option value=(game.name()) { (game.title()) } }
                            }
                        }
                    }
                    label {
                        (front::WHICH_LEVEL)
                        select name="level" {
                            @for level in LEVELS {
                                option value=(level) selected[level == front::USUAL_LEVEL] { (front::level(level)) }
                            }
                        }
                    }
                    button.main { (front::PLAY_NOW) }
                }
            } @else {
                p { (front::NO_HOUSE) }
            }
        }
    }
}
