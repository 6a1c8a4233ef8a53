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
    /// Below so many rows the line of those who go down begins; none for 0.
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
    /// What is left out, in words below the groups; empty if nothing is.
    pub rest: String,
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
    /// At the other end: which part of a long one it is.
    pub remark: String,
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

/// What stands for a name that the pictures' font has no letters for.
pub const ELSEWHERE: &str = "(name in the text)";
/// What stands above the points.
pub const POINTS: &str = "Pts";
/// How results are drawn where there is no room for signs.
pub const LEGEND: &str = "up won · down lost · middle drawn";

/// Larger tables are only told. No event has more in one group.
const MOST_ROWS: usize = 64;
/// In larger ones names have less room: no mark of a computer is cut off.
const BROAD: usize = 9;
/// So many rungs are drawn, from the top or around the reader.
const RUNGS: usize = 15;
/// So many rows of each group stand in a cup's way, and fewer where there are more groups than that.
const OF_A_GROUP: usize = 3;
const FEWER: usize = 2;
const FEW_GROUPS: usize = 6;
/// So many groups of a round.
const GROUPS: usize = 12;
/// So many rounds, the last ones.
const ROUNDS: usize = 3;

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
        Events::Ladder { event, rungs, .. } if !rungs.is_empty() => Some(Chart::Ladder(ladder(event, rungs))),
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
        name: if table.rows.len() > BROAD { super::house::short(&row.name) } else { row.name.clone() },
        you: row.you,
        gone: row.gone,
        cells: row.cells.iter().map(|cell| Mark { sign: sign(*cell), cell: *cell }).collect(),
        points: points(row.points),
    };
    let (up, down) = lines(event.kind, table);
    let fits = (1..=MOST_ROWS).contains(&table.rows.len());
    fits.then(|| {
        Chart::Cross(Cross {
            title: super::clause::capital(&name(event)),
            remark: title(event.kind, table).unwrap_or_default(),
            rows: table.rows.iter().map(row).collect(),
            up,
            down,
        })
    })
}

/// Below how many rows the lines are drawn. Who has withdrawn takes nobody's place; at the end of a season a tie across a
/// line is not parted by it: whoever shares a place goes up, and doesn't go down.
fn lines(kind: EventKind, table: &Table) -> (usize, usize) {
    let rows = &table.rows;
    let stay: Vec<usize> = (0..rows.len()).filter(|at| rows.get(*at).is_some_and(|row| !row.gone)).collect();
    let ended = kind == EventKind::League && !rows.iter().any(|row| row.cells.contains(&Cell::Open));
    // The staying row with that index is the first one below the line.
    let below = |first: usize| {
        let mut first = first;
        let place = |at: usize| stay.get(at).and_then(|row| rows.get(*row)).map(|row| row.place);
        while ended && first > 0 && place(first).is_some() && place(first) == place(first - 1) {
            first += 1;
        }
        stay.get(first).copied().filter(|_| first > 0).unwrap_or(0)
    };
    let (up, down) = (table.up as usize, table.down as usize);
    let safe = if down > 0 { stay.len().saturating_sub(down) } else { 0 };
    (if up > 0 { below(up) } else { 0 }, below(safe))
}

fn way(event: &Heading, before: &[Vec<Table>], tables: &[Table]) -> Way {
    let all = before.len() + 1;
    let rounds = before.iter().map(Vec::as_slice).chain([tables]).enumerate();
    let round = |(number, tables): (usize, &[Table])| {
        let mut tables: Vec<&Table> = tables.iter().collect();
        tables.sort_by_key(|table| table.group);
        let last = tables.first().is_some_and(|table| table.is_final);
        let decided = number + 1 < all;
        let shown = shown(&tables);
        WayRound {
            title: if last {
                title(event.kind, tables[0]).unwrap_or_default()
            } else {
                super::told::events::round(number + 1)
            },
            rest: match tables.len() - shown.len() {
                0 => String::new(),
                left_out => super::told::events::more_groups(left_out),
            },
            groups: shown.iter().map(|table| group(event, table, tables.len(), decided)).collect(),
        }
    };
    let rounds = rounds.skip(all.saturating_sub(ROUNDS)).map(round).collect();
    Way { title: super::clause::capital(&name(event)), rounds }
}

/// The groups that are drawn: the first ones, and the reader's own.
fn shown<'t>(tables: &[&'t Table]) -> Vec<&'t Table> {
    let is_own = |table: &&Table| table.rows.iter().any(|row| row.you);
    let mut shown: Vec<&Table> = tables.iter().take(GROUPS).copied().collect();
    if let Some(own) = tables.iter().skip(GROUPS).find(|table| is_own(table)) {
        shown.pop();
        shown.push(own);
    }
    shown
}

fn group(event: &Heading, table: &Table, groups: usize, decided: bool) -> (String, Vec<WayRow>) {
    let few = if groups > FEW_GROUPS { FEWER } else { OF_A_GROUP };
    let shown = if table.is_final { table.rows.len() } else { few };
    let on = if table.is_final { 1 } else { table.up as usize };
    let leads = |place: usize| {
        let ahead = table.rows.iter().take(place).filter(|row| !row.gone).count();
        ahead < on && table.rows.get(place).is_some_and(|row| !row.gone && row.finished > 0)
    };
    // A lot may have sent on somebody further down.
    let is_shown = |(place, row): &(usize, &Row)| *place < shown || row.you || decided && row.on;
    let rows = table.rows.iter().enumerate().filter(is_shown).map(|(place, row)| WayRow {
        name: super::house::short(&row.name),
        points: points(row.points),
        on: if decided { row.on } else { leads(place) },
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
    let shown: Vec<LadderRung> = shown.collect();
    let part =
        (shown.len() < rungs.len()).then(|| super::told::events::part(first + 1, first + shown.len(), rungs.len()));
    Ladder { title, remark: part.unwrap_or_default(), rungs: shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(group: u32, rows: Vec<Row>, up: u32, down: u32) -> Table {
        Table { group, groups: 9, is_final: false, rows, up, down }
    }

    /// Rows by their places; those that are shared several times are ties. `gone` have withdrawn.
    fn rows(places: &[u32], gone: &[usize], open: bool) -> Vec<Row> {
        let row = |(at, place): (usize, &u32)| Row {
            place: *place,
            shared: places.iter().filter(|other| *other == place).count() > 1,
            name: format!("Player {at}"),
            you: false,
            gone: gone.contains(&at),
            on: false,
            points: 2,
            finished: 3,
            sonneborn: 0,
            cells: vec![if open { Cell::Open } else { Cell::Drawn }],
        };
        places.iter().enumerate().map(row).collect()
    }

    #[test]
    fn lines_count_those_who_stay_and_part_no_tie() {
        let of =
            |places: &[u32], gone: &[usize], open| lines(EventKind::League, &table(1, rows(places, gone, open), 2, 2));
        assert_eq!(of(&[1, 2, 3, 4, 5, 6, 7], &[], false), (2, 5));
        assert_eq!(of(&[1, 2, 3, 4, 5, 6, 7], &[0, 6], false), (3, 4), "who has withdrawn takes nobody's place");
        assert_eq!(of(&[1, 2, 2, 4, 5, 5, 7], &[], false), (3, 6), "a tie goes up, and stays");
        assert_eq!(of(&[1, 2, 2, 4, 5, 5, 7], &[], true), (2, 5), "as long as games are open it may be parted");
        assert_eq!(of(&[1, 1, 1, 1, 1], &[], false), (0, 0), "all share the first place");
        assert_eq!(lines(EventKind::Cup, &table(1, rows(&[1, 2, 2], &[], false), 2, 0)), (2, 0), "a lot parts a cup's");
    }

    fn heading() -> Heading {
        Heading { number: 5, kind: EventKind::Cup, official: true, title: "Dameo".to_owned(), edition: 5 }
    }

    #[test]
    fn a_cups_way_shows_who_went_on_and_leaves_nobody_out_silently() {
        // The third went on by lot; the first has withdrawn.
        let mut first = rows(&[1, 2, 2, 4, 5], &[0], false);
        (first[1].on, first[2].on) = (true, true);
        let last = Table { is_final: true, groups: 1, ..table(1, rows(&[1, 1], &[], true), 0, 0) };
        let drawn = way(&heading(), &[vec![table(1, first, 2, 0)]], &[last]);
        let on: Vec<bool> = drawn.rounds[0].groups[0].1.iter().map(|row| row.on).collect();
        assert_eq!(on, [false, true, true]);
        // Of twenty groups the reader's own is among those that are drawn.
        let mut groups: Vec<Table> = (1..=20).map(|group| table(group, rows(&[1, 2, 3], &[], true), 2, 0)).collect();
        groups[17].rows[2].you = true;
        let drawn = way(&heading(), &[], &groups);
        let round = &drawn.rounds[0];
        assert_eq!((round.groups.len(), round.rest.as_str()), (12, "and 8 more groups"));
        assert_eq!((round.groups[11].0.as_str(), round.groups[11].1.len()), ("Group 18", 3), "with the reader in it");
    }

    #[test]
    fn a_long_ladder_is_drawn_around_the_reader() {
        let rung = |at: usize| Rung { name: format!("Player {at}"), you: at == 60, in_reach: false, playing: 0 };
        let drawn = ladder(&Heading { kind: EventKind::Ladder, ..heading() }, &(1..=80).map(rung).collect::<Vec<_>>());
        assert_eq!((drawn.rungs.len(), drawn.remark.as_str()), (15, "places 53 to 67 of 80"));
        assert!(drawn.rungs.iter().any(|rung| rung.you));
    }
}
