//! The graph of a player's ratings, or of the chances in a game: what is drawn, with its words, and the same for those who can't see it.

use crate::notice::told::views::{self, Course};
use crate::notice::{News, Notice, Told};
use crate::rules::GameKind;
use crate::text::house;
use crate::text::plural::counted;

/// A graph, to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// One below the other, each with a scale of its own.
    pub panels: Vec<Panel>,
}

/// How the rating in one game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// Above it: which game.
    pub title: String,
    /// At the other end: the rating now.
    pub remark: String,
    /// After how many games, and the rating then; the oldest first, never none.
    pub points: Vec<(u32, i32)>,
    /// Below it on the left: the first of them.
    pub first: String,
    /// Below it on the right: the last. Empty if there is only one.
    pub last: String,
    /// The scale on the left, where it isn't simply that of the numbers.
    pub scale: Option<Scale>,
    /// The points that are pointed out and numbered, by the first of their numbers.
    pub noted: Vec<u32>,
}

/// A scale with words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The heights that have a line, the lowest first, and what each is called.
    pub marks: Vec<(i32, String)>,
}

/// The graph that goes with a notice about a player, if they have played any rated game, or with a review.
pub fn of(notice: &Notice) -> Option<Graph> {
    match &notice.news {
        News::Told { what: Told::Views(views::Told::Player { courses, .. }) } => of_courses(courses),
        News::Told { what: Told::Views(views::Told::Review { players, review, .. }) } => {
            Some(Graph { panels: vec![house::graph(players, review)] })
        }
        _ => None,
    }
}

/// The graph of how these ratings went; none if there is nothing to draw.
pub fn of_courses(courses: &[Course]) -> Option<Graph> {
    let panels: Vec<Panel> = courses.iter().filter_map(panel).collect();
    (!panels.is_empty()).then_some(Graph { panels })
}

/// What it shows, for those who can't see it.
pub fn spoken(graph: &Graph) -> String {
    let chances = |panel: &Panel| {
        let of_white = |(_, chance): &(u32, i32)| chance.to_string();
        let all: Vec<String> = panel.points.iter().map(of_white).collect();
        format!("{}: White's chance to win in per cent, turn by turn: {}", panel.title, all.join(", "))
    };
    if let [panel @ Panel { scale: Some(_), .. }] = &graph.panels[..] {
        return format!("{}.", chances(panel));
    }
    let each = |panel: &Panel| {
        let range = range_of(&panel.points).map(|range| format!(", {range}")).unwrap_or_default();
        format!("{}: {}{range}", panel.title, panel.remark)
    };
    format!("How the ratings went. {}.", graph.panels.iter().map(each).collect::<Vec<_>>().join("; "))
}

/// `between 1490 and 1571`; none where there is nothing between the start and now.
pub(super) fn range(course: &Course) -> Option<String> {
    range_of(&course.points)
}

fn range_of(points: &[(u32, i32)]) -> Option<String> {
    let [(first, _), _, _, ..] = points else { return None };
    let ratings = || points.iter().map(|(_, rating)| *rating);
    let (low, high) = (ratings().min()?, ratings().max()?);
    let since = if *first > 0 { format!("since game {first} ") } else { String::new() };
    Some(format!("{since}between {low} and {high}"))
}

fn panel(course: &Course) -> Option<Panel> {
    let ((first, _), (last, _)) = (course.points.first()?, course.points.last()?);
    let after = |games: u32| if games == 0 { "start".to_owned() } else { format!("game {games}") };
    let title = GameKind::named(&course.game).map_or_else(|_| course.game.clone(), |game| game.title().to_owned());
    let guess = if course.now.provisional { "?" } else { "" };
    let remark = format!("{}{guess} after {}", course.now.rating, counted(course.now.games.into(), "game"));
    let last = if course.points.len() > 1 { after(*last) } else { String::new() };
    Some(Panel {
        title,
        remark,
        points: course.points.clone(),
        first: after(*first),
        last,
        scale: None,
        noted: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notice::told::views::Rated;

    fn course(points: &[(u32, i32)]) -> Course {
        let (games, rating) = points.last().copied().unwrap_or_default();
        let now = Rated { rating, provisional: games < 10, games };
        Course { game: "amazons".to_owned(), now, points: points.to_vec() }
    }

    #[test]
    fn few_games_have_a_graph_and_none_has_none() {
        assert_eq!(panel(&course(&[])), None);
        let one = panel(&course(&[(0, 1500), (1, 1662)])).map(|panel| (panel.remark, panel.first, panel.last));
        assert_eq!(one, Some(("1662? after 1 game".to_owned(), "start".to_owned(), "game 1".to_owned())));
        assert_eq!(range(&course(&[(0, 1500), (1, 1662)])), None, "it says nothing new");
        // Of games before there was a history only the rating is known that they led to.
        let seeded = panel(&course(&[(40, 1610)])).map(|panel| (panel.remark, panel.first, panel.last));
        assert_eq!(seeded, Some(("1610 after 40 games".to_owned(), "game 40".to_owned(), String::new())));
        let later = course(&[(40, 1610), (41, 1590), (42, 1601)]);
        assert_eq!(range(&later).as_deref(), Some("since game 40 between 1590 and 1610"));
    }

    #[test]
    fn whoever_cannot_see_it_is_told_the_same() {
        let graph = Graph { panels: panel(&course(&[(0, 1500), (1, 1662), (2, 1720)])).into_iter().collect() };
        let said = "How the ratings went. Amazons: 1720? after 2 games, between 1500 and 1720.";
        assert_eq!(spoken(&graph), said);
    }
}
