//! The report of one group in FIDE's format (TRF16, Handbook C.04 annex 2), so that programs for tournaments can read it.
//! Columns are fixed; names are cut to the 33 characters that there are.

use std::fmt::Write as _;

use super::berger;
use super::ranking::Group;
use super::score::Played;
use crate::rules::Side;

/// What a report tells besides the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The event's name.
    pub name: String,
    /// When it began and ended, `2026/11/18`.
    pub dates: [String; 2],
    /// The clock, in words.
    pub clock: String,
}

/// The report. `players` are names and ratings, in the order of the group's list.
pub fn report(heading: &Heading, players: &[(String, Option<i32>)], group: &Group) -> String {
    let mut text = String::new();
    let pairs = berger::pairs(players.len());
    let rounds = pairs.iter().map(|pair| pair.round).max().unwrap_or(0);
    for (tag, value) in [
        ("012", clean(&heading.name)),
        ("042", heading.dates[0].clone()),
        ("052", heading.dates[1].clone()),
        ("062", players.len().to_string()),
        ("072", players.iter().filter(|(_, rating)| rating.is_some()).count().to_string()),
        ("092", "Round robin".to_owned()),
        ("122", clean(&heading.clock)),
        // Not FIDE's, but what programs that pair want to know.
        ("XXR", rounds.to_string()),
    ] {
        let _ = writeln!(text, "{tag} {value}");
    }
    let table = group.table();
    let counts = group.counting();
    for (player, (name, rating)) in players.iter().enumerate() {
        let row = table.iter().find(|row| row.player == player);
        let points = row.map_or(0, |row| row.points);
        let place = row.map_or(players.len(), |row| row.place);
        let rating = rating.map_or_else(String::new, |rating| rating.to_string());
        let _ = write!(
            text,
            "001 {:>4} {:<1}{:<3} {:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {:>4}",
            player + 1,
            "",
            "",
            clean(name).chars().take(33).collect::<String>(),
            rating,
            "",
            "",
            "",
            format!("{}.{}", points / 2, points % 2 * 5),
            place
        );
        for round in 1..=rounds {
            let pair = pairs.iter().find(|pair| pair.round == round && (pair.white == player || pair.black == player));
            let game = pair.and_then(|pair| counts.iter().find(|g| (g.white, g.black) == (pair.white, pair.black)));
            text += &match game {
                // Free, or a game that doesn't count.
                None => "  0000 - Z".to_owned(),
                Some(game) => meeting(game, player),
            };
        }
        text.push('\n');
    }
    text
}

fn meeting(game: &Played, player: usize) -> String {
    let (side, other, colour) =
        if game.white == player { (Side::White, game.black, 'w') } else { (Side::Black, game.white, 'b') };
    // What was lost on time was played: a forfeit in FIDE's sense would be left out of tie-breaks.
    let result = match game.result.map(|result| result.winner) {
        None => ' ',
        Some(None) => '=',
        Some(Some(winner)) if winner == side => '1',
        Some(Some(_)) => '0',
    };
    format!("  {:>4} {colour} {result}", other + 1)
}

/// A text on one line, without what columns could trip over.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::event::ranking::tests::group;
    use crate::event::score::Own;

    #[test]
    fn columns_stand_where_the_format_wants_them() {
        let group = group(5, &[(1, 3), (2, 2), (3, 0), (4, 9), (0, 0)], Own::Margins);
        let players: Vec<(String, Option<i32>)> = ["Ann", "Ben", "Æthelred the Unready of all England", "Dee", "Eve"]
            .map(|n| (n.to_owned(), Some(1_500)))
            .into();
        let heading = Heading {
            name: "Amazons league, season 1".to_owned(),
            dates: ["2027/01/01".to_owned(), "2027/04/15".to_owned()],
            clock: "10d+36h max 45d".to_owned(),
        };
        let text = report(&heading, &players, &group);
        let lines: Vec<Vec<char>> =
            text.lines().filter(|line| line.starts_with("001")).map(|line| line.chars().collect()).collect();
        assert_eq!(lines.len(), 5);
        let column = |line: &[char], from: usize, to: usize| -> String { line[from - 1..to].iter().collect() };
        let table = group.table();
        for (player, line) in lines.iter().enumerate() {
            assert_eq!(column(line, 5, 8).trim(), (player + 1).to_string());
            assert_eq!(column(line, 15, 47).trim(), players[player].0.chars().take(33).collect::<String>().trim());
            assert_eq!(column(line, 49, 52), "1500");
            let row = table.iter().find(|row| row.player == player).unwrap();
            assert_eq!(column(line, 81, 84).trim().parse::<f64>().unwrap(), f64::from(row.points) / 2.0);
            assert_eq!(column(line, 86, 89).trim(), row.place.to_string());
            for round in 1..=5 {
                let at = 92 + 10 * (round - 1);
                let other = column(line, at, at + 3);
                let (colour, result) = (column(line, at + 5, at + 5), column(line, at + 7, at + 7));
                if other == "0000" {
                    assert_eq!((colour.as_str(), result.as_str()), ("-", "Z"));
                    continue;
                }
                // What the other's line says of the same game.
                let theirs = &lines[other.trim().parse::<usize>().unwrap() - 1];
                assert_eq!(column(theirs, at, at + 3).trim(), (player + 1).to_string());
                assert_ne!(column(theirs, at + 5, at + 5), colour);
                let mirrored = match result.as_str() {
                    "1" => "0",
                    "0" => "1",
                    same => same,
                };
                assert_eq!(column(theirs, at + 7, at + 7), mirrored);
            }
        }
        assert!(text.starts_with("012 Amazons league, season 1\n042 2027/01/01\n"));
    }

    /// Reports of many groups beside our own figures, for `.ci/trf` to have other programs read them. Without a folder to
    /// write to they are only made.
    #[test]
    fn reports_for_other_programs() {
        let folder = std::env::var_os("TRF_FOLDER").map(std::path::PathBuf::from);
        for seed in 0..200usize {
            let players = 3 + seed % 14;
            let results: Vec<(u8, u32)> = (0..16usize)
                .map(|n| (1 + ((seed * 7 + n * n * 5 + n * seed) % 5) as u8, (n * seed % 30) as u32))
                .collect();
            let mut group = group(players, &results, Own::Margins);
            // In some of them somebody withdrew early, and none of their games counts.
            if players > 3 && seed % 5 == 4 {
                group.void[seed % players] = true;
            }
            let called = ["Player", "Désirée", "Анна", "七条", "A name that is longer than the format allows"];
            let names: Vec<(String, Option<i32>)> = (0..players)
                .map(|n| (format!("{} {n}", called[n % 5]), (n % 3 > 0).then_some(1_400 + 10 * n as i32)))
                .collect();
            let heading = Heading {
                name: format!("Group {seed}"),
                dates: ["2027/01/01".to_owned(), "2027/04/15".to_owned()],
                clock: "10d+36h max 45d".to_owned(),
            };
            let text = report(&heading, &names, &group);
            let figures: String = group
                .table()
                .iter()
                .map(|row| {
                    let counts = u8::from(!group.void[row.player]);
                    format!("{} {} {} {} {} {counts}\n", row.player + 1, row.points, row.sonneborn, row.wins, row.place)
                })
                .collect();
            assert_eq!(text.lines().filter(|line| line.starts_with("001")).count(), figures.lines().count());
            if let Some(folder) = &folder {
                std::fs::write(folder.join(format!("{seed}.trf")), text).unwrap();
                std::fs::write(folder.join(format!("{seed}.txt")), figures).unwrap();
            }
        }
    }
}
