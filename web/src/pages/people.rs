//! A player, and the best players of a game, as anybody may see them.

use maud::{Markup, PreEscaped, html};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::told::views::Rated;
use turnpost_core::rules::GameKind;
use turnpost_core::service::PlayerPage;
use turnpost_core::text::graph;
use turnpost_core::text::in_page::{self, labels};
use turnpost_render::graph_svg;
use turnpost_render::theme::Theme;

use crate::layout::{Head, moment, page};
use crate::pages::{game, lists};
use crate::settings::Settings;

/// Players of a game on the page of all ratings.
const FEW: usize = 5;

/// A player's page.
pub(crate) fn player(settings: &Settings, player: &PlayerPage, now: Timestamp) -> String {
    let title = |name: &str| GameKind::named(name).map_or_else(|_| name.to_owned(), |game| game.title().to_owned());
    let drawn = graph::of_courses(&player.courses);
    let path = format!("/p/{}", game::encoded(&player.name));
    let main = html! {
        main #main {
            h1 { (player.name) }
            @if let Some(until) = player.away { p.status { (in_page::AWAY_UNTIL) " " (moment(until, now)) } }
            @if !player.ratings.is_empty() {
                h2 { (labels::RATINGS) }
                ul.games {
                    @for (name, rated) in &player.ratings {
                        @let [rating, games] = in_page::rating(rated.rating, rated.provisional, rated.games);
                        li { a href={ "/ratings/" (name) } { (title(name)) } " " strong { (rating) } " " span.quiet { (games) } }
                    }
                }
                @if let Some(graph) = &drawn {
                    figure.graph role="img" aria-label=(graph::spoken(graph)) {
                        span.light { (PreEscaped(graph_svg(graph, Theme::Classic))) }
                        span.dark { (PreEscaped(graph_svg(graph, Theme::Dark))) }
                    }
                }
            }
            @if !player.running.is_empty() {
                h2 { (labels::RUNNING) }
                (lists::running(&player.running))
            }
            @if !player.finished.is_empty() {
                h2 { (labels::FINISHED) }
                (lists::finished(&player.finished))
                @if player.all as usize > player.finished.len() {
                    p.quiet { (in_page::of_all(player.finished.len(), player.all)) }
                }
            }
        }
    };
    let head = Head {
        title: player.name.clone(),
        about: player.name.clone(),
        path: Some(path),
        script: true,
        ..Head::default()
    };
    page(settings, &head, &main)
}

/// The best players of a game.
pub(crate) fn ratings(settings: &Settings, kind: GameKind, best: &[(String, Rated)]) -> String {
    let title = in_page::ratings_of(kind);
    let main = html! {
        main #main {
            h1 { (title) }
            @if best.is_empty() { p { (in_page::NOBODY_RATED) } } @else {
                (table(best))
                p.quiet { (in_page::PROVISIONAL) }
            }
            p.row { @for other in GameKind::ALL { @if *other != kind { a href={ "/ratings/" (other.name()) } { (other.title()) } " " } } }
        }
    };
    let path = Some(format!("/ratings/{}", kind.name()));
    page(settings, &Head { about: title.clone(), title, path, ..Head::default() }, &main)
}

/// The best few players of each game.
pub(crate) fn all_ratings(settings: &Settings, games: &[(GameKind, Vec<(String, Rated)>)]) -> String {
    let main = html! {
        main #main {
            h1 { (labels::RATINGS) }
            div.columns {
                @for (kind, best) in games {
                    section {
                        h2 { a href={ "/ratings/" (kind.name()) } { (kind.title()) } }
                        @if best.is_empty() { p.quiet { (in_page::NOBODY_RATED) } }
                        @else { (table(best.get(..FEW).unwrap_or(best))) }
                    }
                }
            }
        }
    };
    let (title, path) = (labels::RATINGS.to_owned(), Some("/ratings".to_owned()));
    page(settings, &Head { about: in_page::ALL_RATINGS.to_owned(), title, path, ..Head::default() }, &main)
}

fn table(best: &[(String, Rated)]) -> Markup {
    html! {
        table.ratings {
            thead {
                tr {
                    th scope="col" { (labels::PLAYER) }
                    th.number scope="col" { (labels::RATING) }
                    th.number scope="col" { (labels::OF_GAMES) }
                }
            }
            tbody {
                @for (name, rated) in best {
                    @let [rating, _] = in_page::rating(rated.rating, rated.provisional, rated.games);
                    tr {
                        th scope="row" { a href={ "/p/" (game::encoded(name)) } { (name) } }
                        td.number { (rating) }
                        td.number { (rated.games) }
                    }
                }
            }
        }
    }
}
