//! `turnpost games`: the games with their variants and options.

use serde::Serialize;
use turnpost_core::rules::GameKind;

use super::{Failure, json};

/// List the games, their variants and options
#[derive(clap::Args)]
pub struct Args {
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    variants: &'static [&'static str],
    options: Vec<&'static str>,
}

/// The list, as text or JSON.
pub fn run(args: &Args) -> Result<String, Failure> {
    if args.json {
        let rows = GameKind::ALL.iter().map(|game| Row {
            game: game.name(),
            variants: game.variants(),
            options: game.options().iter().map(|option| option.name).collect(),
        });
        return json(&rows.collect::<Vec<_>>());
    }
    Ok(GameKind::ALL.iter().map(|&game| paragraph(game)).collect::<Vec<_>>().join("\n"))
}

fn paragraph(game: GameKind) -> String {
    let mut text = format!("{}: {}", game.name(), game.title());
    if let [default, others @ ..] = game.variants()
        && !others.is_empty()
    {
        text += &format!("\n  variants: {default} (default), {}", others.join(", "));
    }
    for option in game.options() {
        text += &format!("\n  --option {}={}  {}", option.name, option.values, option.help);
    }
    text
}
