//! One of each fact about tournaments.

use turnpost_core::clock::ClockRule;
use turnpost_core::event::league::Moves;
use turnpost_core::notice::told::events::{
    Ask, By, Cause, Cell, Heading, Listed, Pairing, Report, Row, Rung, Table, Told, Why,
};
use turnpost_core::rules::Side;
use turnpost_core::store::EventKind;

use super::Room;
use crate::samples::{DAY, NOW};

pub fn league() -> Heading {
    Heading { number: 12, kind: EventKind::League, official: true, title: "Amazons".into(), edition: 3 }
}

fn cup() -> Heading {
    Heading { number: 14, kind: EventKind::Cup, official: false, title: "Dameo".into(), edition: 1 }
}

fn ladder() -> Heading {
    Heading { number: 15, kind: EventKind::Ladder, official: true, title: "Othello".into(), edition: 1 }
}

fn listed(event: Heading, starts: Option<i64>, running: bool) -> Listed {
    Listed {
        event,
        entered: 4,
        players: (5, 8),
        starts,
        last: running.then_some(NOW + 40 * DAY),
        clock: ClockRule::bank(5 * 86_400, 86_400).at_most(21 * 86_400),
        code: false,
        yours: running,
        running,
        wants: None,
    }
}

fn table(up: u32, down: u32) -> Table {
    use Cell::{Drawn, Lost, LostByForfeit, Open, Same, Void, Won, WonByForfeit};
    let row = |place, name: &str, points, cells: Vec<Cell>| Row {
        place,
        shared: place == 2,
        name: name.into(),
        you: name == "Ben",
        gone: name == "Eve",
        on: false,
        points,
        finished: 3,
        sonneborn: 5 * points,
        cells,
    };
    Table {
        group: 1,
        groups: 2,
        is_final: false,
        rows: vec![
            row(1, "Ann", 5, vec![Same, Won, Drawn, Won, Void]),
            row(2, "Ben", 3, vec![Lost, Same, WonByForfeit, Open, Void]),
            row(2, "Cyd", 3, vec![Drawn, LostByForfeit, Same, Won, Void]),
            row(4, "Dee", 0, vec![Lost, Open, Lost, Same, Void]),
            row(5, "Eve", 0, vec![Void, Void, Void, Void, Same]),
        ],
        up,
        down,
    }
}

/// Eighty players, of whom Ben is the sixtieth.
fn long_ladder() -> Vec<Rung> {
    let name = |place: usize| if place == 60 { "Ben".to_owned() } else { format!("Player{place}") };
    let rung = |place: usize| Rung {
        name: name(place),
        you: place == 60,
        in_reach: (52..60).contains(&place),
        playing: u32::from(place.is_multiple_of(9)),
    };
    (1..=80).map(rung).collect()
}

fn over(event: Heading, table: Table, moves: Option<Moves>, running: u32) -> turnpost_core::notice::Told {
    Told::Over { event, table, moves, running }.into()
}

pub fn room() -> Room {
    let (last, starts) = (NOW + 104 * DAY, NOW + 14 * DAY);
    let clock = ClockRule::default().at_most(45 * 86_400);
    let pairing = |game, opponent: &str, side, begins| Pairing { game, opponent: opponent.into(), side, begins };
    let rung = |name: &str, in_reach| Rung { name: name.into(), you: name == "Ben", in_reach, playing: 1 };
    let begins = |games| Told::RoundBegins {
        event: league(),
        round: 1,
        games,
        last,
        clock,
        pause: 7 * 86_400,
        pattern: "from-to/arrow".into(),
        table: table(0, 2),
    };
    Room {
        source: include_str!("../../../src/notice/told/events.rs"),
        told: vec![
            Told::Events {
                game: None,
                rows: vec![
                    listed(league(), Some(starts), false),
                    listed(cup(), None, false),
                    Listed { wants: Some((3, 2)), ..listed(cup(), None, false) },
                    listed(cup(), None, true),
                    listed(ladder(), None, true),
                ],
            }
            .into(),
            Told::Events {
                game: Some("amazons".into()),
                rows: vec![listed(league(), Some(starts), false), listed(ladder(), None, true)],
            }
            .into(),
            Told::Events { game: Some("amazons".into()), rows: Vec::new() }.into(),
            Told::Joined { event: listed(league(), Some(starts), false), renewed: true }.into(),
            Told::Joined { event: listed(cup(), None, false), renewed: false }.into(),
            Told::Joined { event: listed(ladder(), None, true), renewed: false }.into(),
            Told::Invited { event: listed(cup(), None, false), name: "House 3 (computer)".into() }.into(),
            Told::Left { event: cup() }.into(),
            Told::Withdrawn { event: cup(), resigned: 3, void: true, until: starts, cause: Cause::Asked }.into(),
            Told::Withdrawn { event: cup(), resigned: 1, void: false, until: starts, cause: Cause::Silent }.into(),
            Told::Withdrawn { event: cup(), resigned: 0, void: false, until: starts, cause: Cause::Operator }.into(),
            Told::Withdrawn { event: cup(), resigned: 0, void: false, until: starts, cause: Cause::Linked }.into(),
            Told::Hosted { event: listed(cup(), Some(starts), false), code: None, posted: true }.into(),
            Told::Hosted { event: listed(cup(), None, false), code: Some("tuesday".into()), posted: false }.into(),
            Told::Cancelled { event: cup(), by: By::Host }.into(),
            Told::Cancelled { event: cup(), by: By::Operator }.into(),
            Told::Cancelled { event: cup(), by: By::TooFew }.into(),
            Told::PutOff { event: cup(), entered: 3, fewest: 5, starts }.into(),
            begins(vec![pairing(41, "Ann", Side::White, true), pairing(42, "Cyd", Side::Black, false)]).into(),
            begins(vec![pairing(41, "Ann", Side::White, true), pairing(42, "Cyd", Side::White, true)]).into(),
            begins(vec![pairing(41, "Ann", Side::Black, false)]).into(),
            Told::Renewed { event: league(), starts }.into(),
            Told::Standings {
                event: league(),
                round: 1,
                tables: vec![table(2, 2)],
                last: Some(last),
                before: Vec::new(),
            }
            .into(),
            Told::Weekly { event: league(), table: table(2, 2), last: Some(last) }.into(),
            Told::RoundOver { event: cup(), round: 1, on: false, lot: false, table: table(2, 0) }.into(),
            Told::RoundOver { event: cup(), round: 2, on: false, lot: true, table: table(2, 0) }.into(),
            over(cup(), Table { is_final: true, ..table(0, 0) }, None, 0),
            over(league(), table(2, 2), Some(Moves::Up), 2),
            over(league(), table(2, 2), Some(Moves::Down), 1),
            over(league(), table(2, 2), Some(Moves::Stays), 0),
            Told::Ladder {
                event: ladder(),
                rungs: vec![rung("Ann", true), rung("Ben", false), rung("Cyd", false)],
                wants: None,
            }
            .into(),
            Told::Ladder { event: ladder(), rungs: vec![rung("Ann", false)], wants: Some((3, 2)) }.into(),
            Told::Ladder { event: ladder(), rungs: Vec::new(), wants: None }.into(),
            Told::Ladder { event: ladder(), rungs: long_ladder(), wants: None }.into(),
            Told::Replaced { event: cup(), old: "Ben".into(), new: "Cyd".into(), game: None }.into(),
            Told::Replaced { event: cup(), old: "Ann".into(), new: "Cyd".into(), game: Some(41) }.into(),
            Told::NotBegun { event: listed(league(), Some(starts), true) }.into(),
            Told::NotBegun { event: listed(cup(), None, false) }.into(),
            Told::NotBegun { event: Listed { wants: Some((3, 2)), ..listed(cup(), None, false) } }.into(),
            Told::LadderGame { event: ladder(), game: 41, opponent: "Ann".into(), mine: true }.into(),
            Told::LadderGame { event: ladder(), game: 41, opponent: "Ann".into(), mine: false }.into(),
            Told::OffLadder { event: ladder() }.into(),
            Told::Export {
                report: Report {
                    event: cup(),
                    rounds: vec![vec![table(2, 0)]],
                    trf: vec![("t14-round1-group1.trf".into(), "012 Dameo\n001    1 x\n".into())],
                },
            }
            .into(),
            Told::Stays { event: cup() }.into(),
            Told::Post { event: listed(cup(), Some(starts), false), tables: Vec::new() }.into(),
        ],
        ask: vec![
            Ask::Withdraw { event: cup(), games: 0, days: 30 }.into(),
            Ask::Withdraw { event: cup(), games: 1, days: 30 }.into(),
            Ask::Withdraw { event: cup(), games: 4, days: 90 }.into(),
            Ask::StillThere { event: league(), until: NOW + 3 * DAY }.into(),
            Ask::Renew { event: league(), starts }.into(),
        ],
        why: vec![
            Why::NoEvent { number: 99 }.into(),
            Why::NoneOfYours.into(),
            Why::NotOpen { event: cup() }.into(),
            Why::Full { event: cup(), most: 8 }.into(),
            Why::WrongCode { event: cup(), given: false }.into(),
            Why::WrongCode { event: cup(), given: true }.into(),
            Why::ElsewhereOnly { event: cup() }.into(),
            Why::Already { event: cup() }.into(),
            Why::NotIn { event: cup() }.into(),
            Why::Begun { event: cup() }.into(),
            Why::NotBegun { event: cup() }.into(),
            Why::TooManyGames { most: 1, would: 8 }.into(),
            Why::TooNew { games: 3, opponents: 2, title: "Dameo".into() }.into(),
            Why::KeptOut { until: NOW + 30 * DAY }.into(),
            Why::NoComputer { number: 14 }.into(),
            Why::NoComputers { event: league() }.into(),
            Why::InvitedAlready { event: cup() }.into(),
            Why::HouseIsOff.into(),
            Why::NoTable { event: cup() }.into(),
            Why::NotHost { event: cup() }.into(),
            Why::Players { fewest: 3, most: 64 }.into(),
            Why::Day.into(),
            Why::NoBound.into(),
            Why::TooFast.into(),
            Why::TooManyHosted { most: 5 }.into(),
            Why::NoLadder.into(),
            Why::NotOnLadder { event: ladder(), wants: None }.into(),
            Why::NotOnLadder { event: ladder(), wants: Some((3, 2)) }.into(),
            Why::NobodyThere { event: ladder() }.into(),
            Why::OutOfReach { reach: 3 }.into(),
            Why::Busy { most: 2, you: true }.into(),
            Why::Busy { most: 2, you: false }.into(),
            Why::OtherIsFull.into(),
            Why::TooSoon { days: 14 }.into(),
        ],
    }
}
