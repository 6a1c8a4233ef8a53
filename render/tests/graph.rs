//! Graphs of ratings, from none to many games, in every theme, compared with the files in `tests/graphs/`;
//! `UPDATE=1` writes them as they are drawn now, and as pictures into the folder that `LOOK` names.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod drawn;

use turnpost_core::text::graph::{Graph, Panel, Scale};
use turnpost_render::theme::Theme;
use turnpost_render::{Renderer, graph_svg};

fn panel(title: &str, points: &[(u32, i32)]) -> Panel {
    let (games, rating) = points[points.len() - 1];
    let first = if points[0].0 == 0 { "start".to_owned() } else { format!("game {}", points[0].0) };
    let last = if points.len() > 1 { format!("game {games}") } else { String::new() };
    Panel {
        title: title.to_owned(),
        remark: format!("{rating} after {games} game{}", if games == 1 { "" } else { "s" }),
        points: points.to_vec(),
        first,
        last,
        scale: None,
        noted: Vec::new(),
    }
}

/// A rating that goes up and down.
fn course(games: u32) -> Vec<(u32, i32)> {
    let swing = |n: u32| f64::from(n) * 0.37;
    let rating = |n: u32| 1500 + (160.0 * swing(n).sin() + 3.0 * f64::from(n) + 40.0 * (2.7 * swing(n)).sin()) as i32;
    (0..=games).map(|n| (n, if n == 0 { 1500 } else { rating(n) })).collect()
}

/// The chances in a game of sixty turns, in which those turns mattered.
fn chances(noted: &[u32]) -> Graph {
    let swing = |n: u32| 50 + (45.0 * (f64::from(n) * 0.16).sin()) as i32;
    let marks = [(0, "Black"), (50, "even"), (100, "White")].map(|(at, word)| (at, word.to_owned())).to_vec();
    let panel = panel("Ann vs House 3 (computer)", &(0..=60).map(|n| (n, swing(n))).collect::<Vec<_>>());
    Graph {
        panels: vec![Panel {
            remark: "chances to win".to_owned(),
            last: "after turn 60".to_owned(),
            scale: Some(Scale { marks }),
            noted: noted.to_vec(),
            ..panel
        }],
    }
}

fn graphs() -> Vec<(&'static str, Graph)> {
    let one = |panel: Panel| Graph { panels: vec![panel] };
    vec![
        ("one-point", one(panel("Amazons", &[(40, 1612)]))),
        ("one-game", one(panel("Amazons", &[(0, 1500), (1, 1662)]))),
        ("two-games", one(panel("Diamond Chess", &[(0, 1500), (1, 1338), (2, 1423)]))),
        ("hardly-a-change", one(panel("Othello", &[(30, 1511), (31, 1512), (32, 1510)]))),
        ("chances", chances(&[11, 29, 48])),
        ("chances-of-neighbours", chances(&[29, 30, 31])),
        ("chances-at-the-end", chances(&[2, 59, 60])),
        ("many", one(panel("Dameo", &course(80)))),
        (
            "all-games",
            Graph {
                panels: vec![
                    panel("Amazons", &course(12)),
                    panel("Dameo", &course(33)),
                    panel("Desdemona", &[(0, 1500), (1, 1662)]),
                    panel("Diamond Chess", &[(40, 1612)]),
                    panel("Othello", &course(100)),
                ],
            },
        ),
    ]
}

#[test]
fn graphs_are_drawn_as_they_were() {
    for (name, graph) in graphs() {
        drawn::as_before("graphs", name, &graph_svg(&graph, Theme::Classic), |theme| {
            Renderer::new().graph(&graph, theme).unwrap()
        });
    }
}

#[test]
fn a_graph_is_the_same_every_time_and_each_theme_has_its_own() {
    for (name, graph) in graphs() {
        drawn::always_the_same(name, 60_000, |theme| Renderer::new().graph(&graph, theme).unwrap());
    }
}
