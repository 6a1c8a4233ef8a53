//! `turnpost perft`: counts the leaves of the tree of turns.

use super::Failure;
use super::game_args::GameArgs;

/// Count the leaves of the tree of distinct turns
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many turns deep
    // Each turn is one call deeper; no count of that many turns ever ends.
    #[arg(value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,
    /// Print each turn with the leaves behind it first
    #[arg(long)]
    divide: bool,
}

/// The count, with `--divide` after a line for each turn.
pub fn run(args: &Args) -> Result<String, Failure> {
    let game = args.game.begin()?;
    let position = game.position();
    if !args.divide || args.depth == 0 {
        return Ok(position.perft(args.depth).to_string());
    }
    let rows = position.divide(args.depth);
    let total: u64 = rows.iter().map(|(_, count)| count).sum();
    let lines = rows.iter().map(|(turn, count)| format!("{turn} {count}"));
    Ok(lines.chain([total.to_string()]).collect::<Vec<_>>().join("\n"))
}
