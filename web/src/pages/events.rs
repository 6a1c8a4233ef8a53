//! Tournaments: what there is, the tables of one with the games behind them, its ladder, and its feed.

use maud::{Markup, html};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::told::events::{Cell, Listed};
use turnpost_core::service::{EventPage, GroupTable, Match, Named, Stage};
use turnpost_core::text::in_page::{self, events, labels};

use crate::layout::{Head, iso, moment, page};
use crate::pages::feed::leaf;
use crate::pages::game::encoded;
use crate::settings::Settings;

/// Entries of a feed.
const ENTRIES: usize = 30;

/// The page of an event.
pub(crate) fn html(settings: &Settings, event: &EventPage, now: Timestamp) -> String {
    let (heading, title) = (&event.heading, events::title(&event.heading));
    let path = format!("/t/T{}", heading.number);
    let enters = match event.stage {
        Stage::Open => true,
        Stage::Running => events::can_be_entered(heading, true),
        Stage::Over | Stage::Cancelled => false,
    };
    let main = html! {
        main #main {
            h1 { (title) }
            p.status {
                (events::stage(event))
                @if let Some(at) = event.starts.or(event.last) { " " (moment(at, now)) }
            }
            p {
                a href={ "/rules/" (event.game.name()) } { (in_page::rules_of(event.game)) } " · " (events::terms(event))
                @if enters { " " (events::ENTER) " " code { (events::enter(heading)) } "." }
            }
            @for round in &event.rounds {
                section {
                    @if event.rounds.len() > 1 { h2 { (events::round(round.number)) } }
                    @for group in &round.groups {
                        @if let Some(title) = events::group(heading, &group.table) { h3 { (title) } }
                        (cross(&title, group))
                    }
                }
            }
            @if event.rounds.is_empty() { (entrants(event)) }
            @if !event.games.is_empty() {
                h2 { (events::GAMES) }
                (games(&event.games))
            }
            p.row { a href={ (path) ".atom" } { (labels::FEED) } " " a href="/t" { (events::TOURNAMENTS) } }
        }
    };
    let head = Head {
        about: events::terms(event),
        feed: Some(format!("{path}.atom")),
        path: Some(path),
        script: true,
        title,
        ..Head::default()
    };
    page(settings, &head, &main)
}

/// All events, game by game.
pub(crate) fn list(settings: &Settings, [open, over]: &[Vec<Listed>; 2], now: Timestamp) -> String {
    let mut games: Vec<&str> = Vec::new();
    for row in open {
        if !games.contains(&row.event.title.as_str()) {
            games.push(&row.event.title);
        }
    }
    let main = html! {
        main #main {
            h1 { (events::TOURNAMENTS) }
            p.measure { (if open.is_empty() { events::NONE } else { events::HOW }) }
            div.columns {
                @for game in games {
                    section {
                        h2 { (game) }
                        ul.games { @for row in open.iter().filter(|row| row.event.title == game) { li { (listed(row, now)) } } }
                    }
                }
            }
            @if !over.is_empty() {
                h2 { (events::OVER) }
                ul.games { @for row in over { li { (titled(row)) } } }
            }
        }
    };
    let title = events::TOURNAMENTS.to_owned();
    page(
        settings,
        // Without script: times in the reader's zone would break its many lines elsewhere, after they were read.
        &Head { about: title.clone(), title, path: Some("/t".to_owned()), ..Head::default() },
        &main,
    )
}

/// Its games as an Atom feed: a game's end is news, and that it has begun.
pub(crate) fn atom(settings: &Settings, event: &EventPage) -> String {
    let here = settings.url.clone().unwrap_or_default();
    let own = format!("{here}/t/T{}", event.heading.number);
    let at = |game: &Match| game.ended.map_or(game.began, |(at, _)| at);
    let updated = event.games.iter().map(at).max().unwrap_or(event.changed);
    let feed = html! {
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { (own) }
            title { (events::title(&event.heading)) }
            updated { (iso(updated)) }
            author { name { (in_page::NAME) } }
            (leaf(&own, None))
            (leaf(&format!("{own}.atom"), Some("self")))
            @for game in event.games.iter().take(ENTRIES) {
                @let page = format!("{here}/g/{}", game.number);
                entry {
                    id { (page) @if game.ended.is_some() { "#end" } }
                    title { (events::stands(game)) }
                    updated { (iso(at(game))) }
                    (leaf(&page, None))
                }
            }
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{}\n", feed.into_string())
}

fn titled(row: &Listed) -> Markup {
    html! { a href={ "/t/T" (row.event.number) } { (events::title(&row.event)) } }
}

fn listed(row: &Listed, now: Timestamp) -> Markup {
    html! {
        (titled(row))
        @if events::can_be_entered(&row.event, row.running) { " " code { (events::enter(&row.event)) } }
        div.quiet {
            (events::listed(row))
            @if let Some(at) = if row.running { row.last } else { row.starts } { " " (moment(at, now)) }
            " · " (events::clock(row))
        }
    }
}

fn cross(title: &str, group: &GroupTable) -> Markup {
    let rows = &group.table.rows;
    let (up, down) = (group.table.up as usize, rows.len().saturating_sub(group.table.down as usize));
    html! {
        div.wide tabindex="0" role="region" aria-label=(title) {
            table.cross {
                thead {
                    tr {
                        th scope="col" { span.unseen { (events::PLACE) } }
                        th scope="col" { (labels::PLAYER) }
                        @for row in rows { th.cell scope="col" title=(row.name) { (row.place) } }
                        th.cell scope="col" { (events::POINTS) }
                        th.cell scope="col" { abbr title=(events::SONNEBORN_BERGER) { (events::SONNEBORN) } }
                    }
                }
                tbody {
                    @for (at, row) in rows.iter().enumerate() {
                        tr.line[up > 0 && at == up || down < rows.len() && at == down] {
                            td { (row.place) @if row.shared { "=" } }
                            th scope="row" {
                                (named(&row.name, group.known.get(at).copied().unwrap_or(false)))
                                @if row.gone { " " span.quiet { (events::WITHDRAWN) } }
                            }
                            @for (other, cell) in row.cells.iter().enumerate() {
                                @let game = group.games.get(at).and_then(|games| *games.get(other)?);
                                td.cell.same[*cell == Cell::Same] {
                                    @match (game, rows.get(other)) {
                                        (Some(game), Some(against)) if *cell != Cell::Same => {
                                            a href={ "/g/" (game) } aria-label=(events::heard(*cell, &row.name, &against.name, game)) {
                                                (events::seen(*cell))
                                            }
                                        }
                                        _ => {}
                                    }
                                }
                            }
                            td.cell { strong { (events::points(row.points)) } }
                            td.cell { (events::sonneborn(row.sonneborn)) }
                        }
                    }
                }
            }
        }
    }
}

fn entrants(event: &EventPage) -> Markup {
    let ladder = event.heading.kind == turnpost_core::store::EventKind::Ladder;
    html! {
        h2 { (if ladder { events::LADDER } else { events::ENTERED }) }
        @if event.entrants.is_empty() { p { (events::NOBODY) } }
        @else if ladder { ol.rungs { @for one in &event.entrants { li { (one_named(one)) } } } }
        @else { ul.games { @for one in &event.entrants { li { (one_named(one)) } } } }
    }
}

fn games(games: &[Match]) -> Markup {
    html! {
        ul.games {
            @for game in games {
                li {
                    a href={ "/g/" (game.number) } { (events::stands(game)) }
                    @if let Some((at, _)) = game.ended { " " span.quiet { (in_page::day(at)) } }
                }
            }
        }
    }
}

fn one_named(one: &Named) -> Markup {
    named(&one.name, one.known)
}

fn named(name: &str, known: bool) -> Markup {
    html! { @if known { a href={ "/p/" (encoded(name)) } { (name) } } @else { (name) } }
}
