//! Graphs of ratings, or of the chances in a game: a panel for each, one below the other, on the same grounds and in the same colours as boards.

use std::fmt::Write as _;

use turnpost_core::text::graph::{self, Graph, Panel};

use crate::geometry::px;
use crate::palette::Indexed;
use crate::raster::{blank, render};
use crate::text::{Anchor, drawable, fitted, outline, width};
use crate::theme::{Look, Theme};
use crate::{RenderError, Renderer, png, svg};

/// The width of a graph, as that of a board. Mail shows it at half of that, so nothing is smaller than 24 pixels.
const WIDTH: u32 = 800;
/// Around everything.
const EDGE: u32 = 24;
/// The height of the line above a panel, and of the one below it.
const TITLE: u32 = 52;
const FOOT: u32 = 40;
/// The height of a panel that is alone, and of one among others.
const ALONE: u32 = 220;
const AMONG: u32 = 160;
/// From the frame of a panel to the outermost dots.
const INSET: f32 = 20.0;
/// Room for the numbers on the left.
const SCALE: u32 = 84;
/// The sizes of letters.
const LARGE: f32 = 30.0;
const SMALL: f32 = 24.0;
/// Up to so many points have a dot each.
const DOTS: usize = 25;
/// The radius of a point that is pointed out.
const NOTED: u32 = 17;
/// The least difference that a panel shows from top to bottom: small changes shall look small.
const LEAST: i32 = 100;
/// The most parts that the scales of such panels have.
const PARTS_ALONE: i32 = 4;
const PARTS_AMONG: i32 = 3;

impl Renderer {
    /// The graph as a PNG file.
    pub fn graph(&self, graph: &Graph, theme: Theme) -> Result<Vec<u8>, RenderError> {
        let (wide, high) = (WIDTH, height(graph));
        let mut pixels = blank(wide, high)?;
        render(&mut pixels, &svg::document(&elements(graph, theme.look()), wide, high))?;
        png::encode(&Indexed::new(wide, high, pixels.data()), 1)
    }
}

/// The graph as an SVG document that needs nothing else.
pub(crate) fn draw(graph: &Graph, theme: Theme) -> String {
    let title = format!("<title>{}</title>", svg::escaped(&graph::spoken(graph)));
    svg::document(&(title + &elements(graph, theme.look())), WIDTH, height(graph))
}

/// The height of a panel's own area.
fn area(graph: &Graph) -> u32 {
    if graph.panels.len() > 1 { AMONG } else { ALONE }
}

fn height(graph: &Graph) -> u32 {
    graph.panels.len() as u32 * (TITLE + area(graph) + FOOT) + EDGE
}

fn elements(graph: &Graph, look: &Look) -> String {
    let (wide, high) = (WIDTH, height(graph));
    let mut drawn = format!(
        r#"<path fill="{}" d="M0 0h{wide}v{high}h-{wide}z"/><rect x="1" y="1" width="{}" height="{}" fill="none" stroke="{}" stroke-width="2"/>"#,
        look.surround,
        wide - 2,
        high - 2,
        look.border,
    );
    for (number, panel) in (0..).zip(&graph.panels) {
        let top = EDGE / 2 + number * (TITLE + area(graph) + FOOT);
        Plot::of(panel, top, area(graph)).draw(&mut drawn, panel, look);
    }
    drawn
}

/// Where a panel's points lie.
struct Plot {
    top: f32,
    left: f32,
    right: f32,
    upper: f32,
    lower: f32,
    /// The first number of games, and how many more the last one is.
    games: (u32, u32),
    /// The marks of the scale, from the lowest.
    marks: Vec<i32>,
}

impl Plot {
    fn of(panel: &Panel, top: u32, high: u32) -> Plot {
        let games = |point: Option<&(u32, i32)>| point.map_or(0, |(games, _)| *games);
        let (first, last) = (games(panel.points.first()), games(panel.points.last()));
        let upper = (top + TITLE) as f32;
        Plot {
            top: top as f32,
            left: (EDGE + SCALE) as f32,
            right: (WIDTH - EDGE) as f32,
            upper,
            lower: upper + high as f32,
            games: (first, last - first),
            marks: match &panel.scale {
                Some(scale) => scale.marks.iter().map(|(mark, _)| *mark).collect(),
                None => marks(&panel.points, if high == ALONE { PARTS_ALONE } else { PARTS_AMONG }),
            },
        }
    }

    fn x(&self, games: u32) -> f32 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        match self.games {
            (_, 0) => f32::midpoint(left, right),
            (first, more) => left + (right - left) * (games - first) as f32 / more as f32,
        }
    }

    fn y(&self, rating: i32) -> f32 {
        let (low, high) = (self.marks.first().copied().unwrap_or(0), self.marks.last().copied().unwrap_or(1));
        let (lower, upper) = (self.lower - INSET, self.upper + INSET);
        lower - (lower - upper) * (rating - low) as f32 / (high - low).max(1) as f32
    }

    fn draw(&self, drawn: &mut String, panel: &Panel, look: &Look) {
        // Writing to a string cannot fail.
        let _ = write!(
            drawn,
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="{}" stroke-width="2"/>"#,
            px(self.left),
            px(self.upper),
            px(self.right - self.left),
            px(self.lower - self.upper),
            look.light,
            look.rim,
        );
        let mut words = |text: &str, size: f32, x: f32, y: f32, anchor: Anchor, colour| {
            let _ = write!(drawn, r#"<path fill="{colour}" d="{}"/>"#, outline(text, size, x, y, anchor));
        };
        let middle = self.top + TITLE as f32 / 2.0;
        let remark = fitted(&drawable(&panel.remark), SMALL, (self.right - self.left) / 2.0);
        let most = self.right - self.left - EDGE as f32 - width(&remark, SMALL);
        words(&fitted(&drawable(&panel.title), LARGE, most), LARGE, self.left, middle, Anchor::Start, look.name);
        words(&remark, SMALL, self.right, middle, Anchor::End, look.remark);
        for (number, mark) in self.marks.iter().enumerate() {
            let called = panel.scale.as_ref().and_then(|scale| scale.marks.get(number)).map(|(_, word)| word.clone());
            let called = called.unwrap_or_else(|| mark.to_string());
            words(&called, SMALL, self.left - 14.0, self.y(*mark), Anchor::End, look.coordinates);
        }
        let below = self.lower + FOOT as f32 / 2.0;
        if panel.last.is_empty() {
            words(&panel.first, SMALL, f32::midpoint(self.left, self.right), below, Anchor::Middle, look.coordinates);
        } else {
            words(&panel.first, SMALL, self.left, below, Anchor::Start, look.coordinates);
            words(&panel.last, SMALL, self.right, below, Anchor::End, look.coordinates);
        }
        self.line(drawn, panel, look);
    }

    fn line(&self, drawn: &mut String, panel: &Panel, look: &Look) {
        // On printed boards both kinds of squares are white.
        let ruling = if look.dark == look.light { look.grain_dark } else { look.dark };
        for mark in &self.marks {
            let _ = write!(
                drawn,
                r#"<path stroke="{}" stroke-width="2" d="M{} {}H{}"/>"#,
                ruling,
                px(self.left + 1.0),
                px(self.y(*mark)),
                px(self.right - 1.0),
            );
        }
        let places: Vec<(f32, f32)> =
            panel.points.iter().map(|(games, rating)| (self.x(*games), self.y(*rating))).collect();
        let mut way = String::new();
        for (number, (x, y)) in places.iter().enumerate() {
            let _ = write!(way, "{}{} {}", if number == 0 { 'M' } else { 'L' }, px(*x), px(*y));
        }
        // The line around it keeps it apart from whatever lies below, as on boards.
        for (colour, wide) in [(look.casing, 10), (look.path, 5)] {
            let _ = write!(
                drawn,
                r#"<path fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round" d="{way}"/>"#
            );
        }
        self.notes(drawn, panel, look);
        for (number, (x, y)) in places.iter().enumerate() {
            let last = number + 1 == places.len();
            if panel.noted.is_empty() && (last || places.len() <= DOTS) {
                let _ = write!(
                    drawn,
                    r#"<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="3"/>"#,
                    px(*x),
                    px(*y),
                    if last { 11 } else { 7 },
                    look.path,
                    look.casing,
                );
            }
        }
    }
}

impl Plot {
    /// Points some points out, each with its number. Numbers of neighbours would cover each other: they stand side by side
    /// then, each on a line to its point.
    fn notes(&self, drawn: &mut String, panel: &Panel, look: &Look) {
        let place = |noted: &u32| panel.points.iter().find(|(games, _)| games == noted);
        let points: Vec<(f32, f32)> =
            panel.noted.iter().filter_map(place).map(|(games, height)| (self.x(*games), self.y(*height))).collect();
        let room = (self.left + NOTED as f32 + 3.0, self.right - NOTED as f32 - 3.0);
        let places = apart(&points, 2.0 * NOTED as f32 + 6.0, room);
        for (point, place) in points.iter().zip(&places).filter(|(point, place)| point != place) {
            let way = format!("M{} {}L{} {}", px(point.0), px(point.1), px(place.0), px(place.1));
            for (colour, wide) in [(look.casing, 7), (look.turn_band, 3)] {
                let _ = write!(drawn, r#"<path fill="none" stroke="{colour}" stroke-width="{wide}" d="{way}"/>"#);
            }
            let _ = write!(
                drawn,
                r#"<circle cx="{}" cy="{}" r="6" fill="{}" stroke="{}" stroke-width="3"/>"#,
                px(point.0),
                px(point.1),
                look.turn_band,
                look.casing,
            );
        }
        for (number, (x, y)) in (1u32..).zip(&places) {
            let _ = write!(
                drawn,
                r#"<circle cx="{}" cy="{}" r="{NOTED}" fill="{}" stroke="{}" stroke-width="3"/>"#,
                px(*x),
                px(*y),
                look.turn_band,
                look.casing,
            );
            let digit = outline(&number.to_string(), SMALL, *x, *y, Anchor::Middle);
            let _ = write!(drawn, r#"<path fill="{}" d="{digit}"/>"#, look.turn_name);
        }
    }
}

/// Moves those to the sides, from left to right, that are nearer to each other than that; all stay within the bounds.
fn apart(points: &[(f32, f32)], least: f32, (left, right): (f32, f32)) -> Vec<(f32, f32)> {
    let mut places: Vec<(f32, f32)> = points.iter().map(|(x, y)| (x.clamp(left, right), *y)).collect();
    let near = |one: (f32, f32), two: (f32, f32)| (one.0 - two.0).hypot(one.1 - two.1) < least;
    // A few rounds are enough for the few that there are.
    for _ in 0..20 {
        for at in 1..places.len() {
            if near(places[at - 1], places[at]) || places[at].0 < places[at - 1].0 {
                let high = places[at].1 - places[at - 1].1;
                let wide = (least * least - high * high).max(0.0).sqrt() + 0.5;
                let middle = f32::midpoint(places[at - 1].0, places[at].0).clamp(left + wide / 2.0, right - wide / 2.0);
                (places[at - 1].0, places[at].0) = (middle - wide / 2.0, middle + wide / 2.0);
            }
        }
    }
    places
}

/// The round numbers that a scale shows: all points lie between the first and the last.
fn marks(points: &[(u32, i32)], parts: i32) -> Vec<i32> {
    let ratings = || points.iter().map(|(_, rating)| *rating);
    let (low, high) = (ratings().min().unwrap_or(0), ratings().max().unwrap_or(0));
    let (low, high) = match high.saturating_sub(low) {
        difference if difference < LEAST => (low - (LEAST - difference) / 2, high + (LEAST - difference) / 2),
        _ => (low, high),
    };
    let steps = [25, 50, 100, 200, 250, 500, 1_000, 2_000];
    let bounds = |step: i32| (low.div_euclid(step) * step, -(-high).div_euclid(step) * step);
    let fits = |step: &i32| {
        let (low, high) = bounds(*step);
        (high - low) / step <= parts
    };
    let step = steps.into_iter().find(fits).unwrap_or(5_000);
    let (low, high) = bounds(step);
    (low..=high).step_by(step.unsigned_abs() as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::{apart, marks};

    #[test]
    fn neighbours_stand_side_by_side() {
        let far = |places: &[(f32, f32)], least: f32| {
            places.windows(2).all(|two| (two[1].0 - two[0].0).hypot(two[1].1 - two[0].1) >= least - 0.1)
        };
        for points in [
            vec![(100.0, 50.0), (110.0, 60.0)],
            vec![(100.0, 50.0), (110.0, 60.0), (120.0, 50.0)],
            vec![(0.0, 50.0), (1.0, 50.0), (2.0, 50.0)],
            vec![(398.0, 50.0), (399.0, 50.0), (400.0, 52.0)],
        ] {
            let places = apart(&points, 40.0, (20.0, 380.0));
            assert!(far(&places, 40.0), "{points:?}: {places:?}");
            assert!(places.iter().all(|(x, _)| (20.0..=380.0).contains(x)), "{places:?}");
            assert!(places.is_sorted_by(|one, two| one.0 < two.0), "{places:?}");
        }
        let alone = [(100.0, 50.0), (300.0, 50.0), (310.0, 150.0)];
        assert_eq!(apart(&alone, 40.0, (20.0, 380.0)), alone, "what has room stays on its point");
    }

    #[test]
    fn scales_are_round_and_hold_all_points() {
        let scale = |ratings: &[i32]| marks(&ratings.iter().map(|rating| (1, *rating)).collect::<Vec<_>>(), 4);
        assert_eq!(scale(&[1500]), [1450, 1475, 1500, 1525, 1550]);
        assert_eq!(scale(&[1500, 1662]), [1500, 1550, 1600, 1650, 1700]);
        assert_eq!(scale(&[1338, 1423, 1500]), [1300, 1350, 1400, 1450, 1500]);
        assert_eq!(scale(&[800, 2400]), [500, 1000, 1500, 2000, 2500]);
        for low in (0..3000).step_by(37) {
            for more in (0..2500).step_by(91) {
                let scale = scale(&[low, low + more]);
                assert!(scale.len() <= 5 && scale.len() >= 2, "{scale:?}");
                assert!(scale[0] <= low && scale[scale.len() - 1] >= low + more, "{low} {more} {scale:?}");
            }
        }
    }
}
