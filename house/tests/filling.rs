//! Separated Amazons regions of at most twenty squares are filled with as many turns as the count says there are.
#![allow(clippy::unwrap_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::Setup;
use turnpost_house::{Budget, Dice, think};

/// How many regions: 1,000 of them, or what `HOUSE_REGIONS` says.
fn regions() -> usize {
    std::env::var("HOUSE_REGIONS").ok().and_then(|regions| regions.parse().ok()).unwrap_or(1000)
}

/// A board full of arrows but for one region of White's, grown at random from one square.
fn region(dice: &mut Dice) -> String {
    let size = 4 + dice.below(17);
    let mut squares = vec![(dice.below(10), dice.below(10))];
    while squares.len() < size {
        let &(file, rank) = dice.pick(&squares).unwrap();
        let next = ((file + dice.below(3)).wrapping_sub(1), (rank + dice.below(3)).wrapping_sub(1));
        if next.0 < 10 && next.1 < 10 && !squares.contains(&next) {
            squares.push(next);
        }
    }
    let amazons = 1 + dice.below(2);
    let letter = |file: usize, rank: usize| match squares.iter().position(|&square| square == (file, rank)) {
        None => 'x',
        Some(at) if at < amazons => 'W',
        Some(_) => '1',
    };
    let rows: Vec<String> = (0..10)
        .rev()
        .map(|rank| {
            let row: String = (0..10).map(|file| letter(file, rank)).collect();
            // Runs of empty squares are numbers.
            (2..=10)
                .rev()
                .fold(row, |row, run| row.replace(&"1".repeat(run), &format!("<{run}>")))
                .replace(['<', '>'], "")
        })
        .collect();
    format!("{} w 41", rows.join("/"))
}

#[test]
fn separated_regions_are_filled_without_waste() {
    let setup = Setup::new("amazons", None, &[]).unwrap();
    let mut dice = Dice::new(20);
    let mut filled = 0;
    while filled < regions() {
        let first = region(&mut dice);
        let mut course = Course::from_position(&setup, &first).unwrap();
        let count = course.position().count().unwrap().white;
        assert_eq!(count.min, count.max, "{first}");
        let mut played = 0;
        while course.outcome().is_none() {
            let turn = think(&course, &mut Budget::nodes(1), 0).unwrap().turn;
            let mut position = course.position().clone();
            position.play(&turn).unwrap();
            played += 1;
            // Black has nothing here: it is White's turn again.
            course = Course::from_position(&setup, &position.text().replace(" b ", " w ")).unwrap();
        }
        assert_eq!(played, count.max, "{first}");
        filled += 1;
    }
}
