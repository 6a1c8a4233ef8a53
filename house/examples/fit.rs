//! Fits the weights of a game's judgement from games that the house plays against itself, and writes them:
//! `cargo run --release -p turnpost-house --example fit -- GAME[/VARIANT] [GAMES [NODES [SEED [DRAW]]]]`.
//! DRAW says how strongly the weights are drawn to the earlier ones, in hundredths: 200 unless given.
//! The new weights count from the next build on, so it is run again until they no longer change much.

use std::process::ExitCode;

use turnpost_core::rules::Setup;
use turnpost_house::fitting;

fn main() -> ExitCode {
    match run() {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("fit: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<String, String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().ok_or("fit GAME[/VARIANT] [GAMES [NODES [SEED [DRAW]]]]")?;
    let number = |at: usize, usual: u64| match args.get(at) {
        None => Ok(usual),
        Some(text) => text.parse::<u64>().map_err(|error| format!("{text:?}: {error}")),
    };
    let (games, nodes, seed, draw) = (number(1, 1000)?, number(2, 2000)?, number(3, 1)?, number(4, 200)?);
    let (game, variant) = name.split_once('/').map_or((name.as_str(), None), |(game, variant)| (game, Some(variant)));
    let setup = Setup::new(game, variant, &[]).map_err(|error| error.to_string())?;
    let shape = fitting::shape(&setup).ok_or("its judgement isn't fitted")?;
    let samples = fitting::samples(&setup, games, nodes, seed)?;
    let file = fitting::file(&setup);
    let path = format!("{}/weights/{file}", env!("CARGO_MANIFEST_DIR"));
    let earlier = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let (weights, bits) = fitting::fit(&samples, shape, &earlier, draw as f64 / 100.0);
    let text = format!(
        "# Made by: fit {name} {games} {nodes} {seed} {draw}. A line for each stage, the terms in the code's order.\n{weights}"
    );
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("{file}: {} positions of {games} games, {bits:.4} bits off on average", samples.len()))
}
