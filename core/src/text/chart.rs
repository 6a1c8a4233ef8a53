//! The pictures of tournaments: what is drawn, with its words, and the same for those who can't see it.

use super::told::events::{name, ordinal, points, sign, title};
use crate::notice::told::events::{Cell, Heading, Row, Rung, Table, Told as Events};
use crate::notice::{News, Notice, Told};
use crate::store::EventKind;

/// A picture of an event, to be drawn. All names may come from players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Who met whom.
    Cross(Cross),
    /// A cup from its groups to the final.
    Way(Way),
    /// A ladder.
    Ladder(Ladder),
}

/// A cross table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cross {
    /// Above it.
    pub title: String,
    /// At the other end.
    pub remark: String,
    /// The rows, in the order of their places.
    pub rows: Vec<CrossRow>,
    /// Below so many rows the line of those who go on or up is drawn; none for 0.
    pub up: usize,
    /// Above so many of the last rows the line of those who go down.
    pub down: usize,
}

/// A row of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossRow {
    /// The place, with a sign where it is shared.
    pub place: String,
    /// Who.
    pub name: String,
    /// Whether it is the reader's.
    pub you: bool,
    /// Whether they have withdrawn.
    pub gone: bool,
    /// What stands in each cell.
    pub cells: Vec<Mark>,
    /// The points.
    pub points: String,
}

/// What stands in a cell, and how it is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The sign.
    pub sign: &'static str,
    /// What it means.
    pub cell: Cell,
}

/// A cup's way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// Above it.
    pub title: String,
    /// The rounds, the first one on the left.
    pub rounds: Vec<WayRound>,
}

/// A round of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayRound {
    /// Above it.
    pub title: String,
    /// Its groups: what each is called, and its players in their order.
    pub groups: Vec<(String, Vec<WayRow>)>,
}

/// A player in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayRow {
    /// Who.
    pub name: String,
    /// The points.
    pub points: String,
    /// Whether they went on, or lead the final.
    pub on: bool,
    /// Whether it is the reader.
    pub you: bool,
}

/// A ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Above it.
    pub title: String,
    /// From the top: the place, who, a few words, whether it is the reader, whether the reader can challenge them.
    pub rungs: Vec<LadderRung>,
}

/// A rung of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderRung {
    /// The place.
    pub place: usize,
    /// Who.
    pub name: String,
    /// A few words at the other end.
    pub remark: String,
    /// Whether it is the reader.
    pub you: bool,
    /// Whether the reader can challenge them.
    pub in_reach: bool,
}

/// Larger tables are only told.
const MOST_ROWS: usize = 12;
/// So many rungs are drawn, from the top or around the reader.
const RUNGS: usize = 15;
/// So many rows of each group stand in a cup's way.
const OF_A_GROUP: usize = 3;
/// So many groups of a round.
const GROUPS: usize = 6;

/// The picture that goes with a notice about an event.
pub fn of(notice: &Notice) -> Option<Chart> {
    let News::Told { what: Told::Events(told) } = &notice.news else { return None };
    match told {
        Events::Standings { event, tables, before, .. } if event.kind == EventKind::Cup && !before.is_empty() => {
            Some(Chart::Way(way(event, before, tables)))
        }
        Events::Standings { event, tables, .. } => cross(event, tables.first()?),
        Events::RoundBegins { event, table, .. }
        | Events::Weekly { event, table, .. }
        | Events::RoundOver { event, table, .. }
        | Events::Over { event, table, .. } => cross(event, table),
        Events::Post { event, tables } => cross(&event.event, tables.first()?),
        Events::Ladder { event, rungs } if !rungs.is_empty() => Some(Chart::Ladder(ladder(event, rungs))),
        _ => None,
    }
}

/// What it shows, for those who can't see it.
pub fn spoken(chart: &Chart) -> String {
    match chart {
        Chart::Cross(cross) => {
            let row = |row: &CrossRow| format!("{} {}, {}", row.place, row.name, row.points);
            let rows: Vec<String> = cross.rows.iter().map(row).collect();
            format!("The table of {}. Place, player, points: {}.", cross.title, rows.join("; "))
        }
        Chart::Way(way) => {
            let on = |(group, rows): &(String, Vec<WayRow>)| {
                let names: Vec<&str> = rows.iter().filter(|row| row.on).map(|row| row.name.as_str()).collect();
                format!("{group}: {}", if names.is_empty() { "open".to_owned() } else { names.join(", ") })
            };
            let round = |round: &WayRound| {
                let groups: Vec<String> = round.groups.iter().map(on).collect();
                format!("{}: {}", round.title, groups.join("; "))
            };
            let rounds: Vec<String> = way.rounds.iter().map(round).collect();
            format!("The way of {}, and who went on. {}.", way.title, rounds.join(". "))
        }
        Chart::Ladder(ladder) => {
            let rung = |rung: &LadderRung| format!("{} {}", rung.place, rung.name);
            let rungs: Vec<String> = ladder.rungs.iter().map(rung).collect();
            format!("{}, from the top: {}.", ladder.title, rungs.join(", "))
        }
    }
}

fn cross(event: &Heading, table: &Table) -> Option<Chart> {
    let row = |row: &Row| CrossRow {
        place: format!("{}{}", row.place, if row.shared { "=" } else { "" }),
        name: row.name.clone(),
        you: row.you,
        gone: row.gone,
        cells: row.cells.iter().map(|cell| Mark { sign: sign(*cell), cell: *cell }).collect(),
        points: points(row.points),
    };
    let stay = table.rows.iter().filter(|row| !row.gone).count();
    let fits = (1..=MOST_ROWS).contains(&table.rows.len());
    fits.then(|| {
        Chart::Cross(Cross {
            title: super::clause::capital(&name(event)),
            remark: title(event.kind, table).unwrap_or_default(),
            rows: table.rows.iter().map(row).collect(),
            up: (table.up as usize).min(stay),
            down: (table.down as usize).min(stay),
        })
    })
}

fn way(event: &Heading, before: &[Vec<Table>], tables: &[Table]) -> Way {
    let rounds = before.iter().map(Vec::as_slice).chain([tables]).enumerate();
    let round = |(number, tables): (usize, &[Table])| {
        let mut tables: Vec<&Table> = tables.iter().collect();
        tables.sort_by_key(|table| table.group);
        let last = tables.first().is_some_and(|table| table.is_final);
        WayRound {
            title: if last {
                title(event.kind, tables[0]).unwrap_or_default()
            } else {
                super::told::events::round(number + 1)
            },
            groups: tables.iter().take(GROUPS).map(|table| group(event, table)).collect(),
        }
    };
    Way { title: super::clause::capital(&name(event)), rounds: rounds.map(round).collect() }
}

fn group(event: &Heading, table: &Table) -> (String, Vec<WayRow>) {
    let shown = if table.is_final { table.rows.len() } else { OF_A_GROUP };
    let rows = table.rows.iter().take(shown).enumerate().map(|(place, row)| WayRow {
        name: super::house::short(&row.name),
        points: points(row.points),
        on: !row.gone && place < if table.is_final { 1 } else { table.up as usize },
        you: row.you,
    });
    let called = if table.is_final { String::new() } else { title(event.kind, table).unwrap_or_default() };
    (called, rows.collect())
}

fn ladder(event: &Heading, rungs: &[Rung]) -> Ladder {
    // Around the reader where the ladder is long.
    let mine = rungs.iter().position(|rung| rung.you).unwrap_or(0);
    let first = mine.saturating_sub(RUNGS / 2).min(rungs.len().saturating_sub(RUNGS));
    let shown = rungs.iter().enumerate().skip(first).take(RUNGS).map(|(place, rung)| LadderRung {
        place: place + 1,
        name: rung.name.clone(),
        remark: super::told::events::playing(rung.playing),
        you: rung.you,
        in_reach: rung.in_reach,
    });
    let place = rungs.iter().position(|rung| rung.you).map(|place| ordinal(u32::try_from(place + 1).unwrap_or(0)));
    let title = super::clause::capital(&name(event));
    let title = place.map_or(title.clone(), |place| format!("{title}: {place}"));
    Ladder { title, rungs: shown.collect() }
}
