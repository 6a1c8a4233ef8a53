//! `turnpost inspect`: plays turns and prints the resulting position as one JSON object. Other programs read it, so the
//! names and the order of its keys are a contract.

use serde::Serialize;
use turnpost_core::game::Course;
use turnpost_core::rules::{Bounds, Count, Outcome, Side};

use super::game_args::GameArgs;
use super::{Failure, json};

/// Play turns and print the position, the legal turns and the result as JSON
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The turns to play, each one argument
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
}

#[derive(Serialize)]
struct Report {
    position: String,
    to_move: Option<&'static str>,
    turn: u32,
    legal: Vec<String>,
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<CountReport>,
}

#[derive(Serialize)]
struct GameResult {
    winner: &'static str,
    reason: String,
    margin: Option<f64>,
}

#[derive(Serialize)]
struct CountReport {
    settled: bool,
    white: BoundsReport,
    black: BoundsReport,
}

#[derive(Serialize)]
struct BoundsReport {
    min: u32,
    max: u32,
}

/// Plays the turns and reports.
pub fn run(args: &Args) -> Result<String, Failure> {
    let mut game = args.game.begin()?;
    play(&mut game, &args.turns)?;
    json(&report(&game))
}

/// Plays turns, and names the one that can't be played.
pub fn play(game: &mut Course, turns: &[String]) -> Result<(), Failure> {
    for turn in turns {
        let number = game.position().turn_number();
        if let Err(error) = game.play(turn) {
            let why = Failure::from(error).message();
            return Err(Failure::Refused(format!("turn {number}, {turn:?}: {why}")));
        }
    }
    Ok(())
}

fn report(game: &Course) -> Report {
    let position = game.position();
    let to_move = game.to_move();
    Report {
        position: position.text(),
        to_move: to_move.map(Side::word),
        turn: position.turn_number(),
        legal: if to_move.is_some() { position.legal() } else { Vec::new() },
        result: game.outcome().map(GameResult::from),
        count: position.count().map(CountReport::from),
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult {
            winner: outcome.winner.map_or("draw", Side::word),
            reason: outcome.reason.to_string(),
            margin: outcome.margin.map(|margin| margin.number()),
        }
    }
}

impl From<Count> for CountReport {
    fn from(Count { settled, white, black }: Count) -> CountReport {
        CountReport { settled, white: white.into(), black: black.into() }
    }
}

impl From<Bounds> for BoundsReport {
    fn from(Bounds { min, max }: Bounds) -> BoundsReport {
        BoundsReport { min, max }
    }
}
