//! How many positions the house judges in a second, on one core. Amazons must do a million.

use std::time::Instant;

use turnpost_core::rules::{GameKind, Setup};
use turnpost_house::contest::opening;
use turnpost_house::{Budget, think};

fn main() {
    for game in GameKind::ALL {
        for variant in game.variants() {
            match rate(game.name(), variant) {
                Ok(rate) => {
                    println!("{:24} {:5.2} million positions a second", format!("{} {variant}", game.name()), rate)
                }
                Err(why) => println!("{} {variant}: {why}", game.name()),
            }
        }
    }
}

/// Millions of nodes a second over a few positions of the middle game.
fn rate(game: &str, variant: &str) -> Result<f64, String> {
    let setup = Setup::new(game, Some(variant), &[]).map_err(|error| error.to_string())?;
    let mut nodes = 0;
    let mut seconds = 0.0;
    for seed in 0..3 {
        let mut course = opening(&setup, seed)?;
        // Beyond the setup of Diamond Chess, which is not searched.
        for _ in 0..20 {
            let turn = think(&course, &mut Budget::nodes(1), seed).map_err(|error| error.to_string())?.turn;
            let mut next = course.clone();
            next.play(&turn).map_err(|error| error.to_string())?;
            if next.outcome().is_some() {
                break;
            }
            course = next;
        }
        let begun = Instant::now();
        nodes += think(&course, &mut Budget::nodes(400_000), seed).map_err(|error| error.to_string())?.nodes;
        seconds += begun.elapsed().as_secs_f64();
    }
    Ok(nodes as f64 / seconds / 1e6)
}
