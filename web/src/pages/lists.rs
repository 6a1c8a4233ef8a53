//! Lists of games.

use maud::{Markup, html};
use turnpost_core::notice::told::views::{FinishedRow, RunningRow};
use turnpost_core::text::in_page::{self, front};

/// Running games, with links.
pub(crate) fn running<'a>(rows: impl IntoIterator<Item = &'a RunningRow>) -> Markup {
    html! {
        ul.games {
            @for row in rows {
                li { a href={ "/g/" (row.number) } { (front::game(row)) } " " span.quiet { (front::stage(row)) } }
            }
        }
    }
}

/// A player's finished games.
pub(crate) fn finished(rows: &[FinishedRow]) -> Markup {
    let title = |row: &FinishedRow| {
        let [white, black] = &row.players;
        format!("{} {}: {white} vs {black}", row.title, row.number)
    };
    html! {
        ul.games {
            @for row in rows {
                li {
                    a href={ "/g/" (row.number) } { (title(row)) } " "
                    span.quiet { (in_page::verdict(row.side, row.winner, row.aborted)) ", " (in_page::day(row.ended)) }
                }
            }
        }
    }
}
