//! `turnpost render`: plays turns and draws the resulting position, or an animation of them.

use std::path::PathBuf;

use turnpost_core::game::Course;
use turnpost_core::rules::Side;
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, RenderError, Renderer, svg};

use super::Failure;
use super::game_args::GameArgs;

/// A replay is sent by mail and to Discord: it stays well below what those take.
const GIF_BYTES: usize = 4 << 20;

/// Draw a position as SVG or PNG, or the turns played as an animated GIF
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The side at the bottom: white or black
    #[arg(long, default_value = "white", value_parser = side)]
    side: Side,
    /// The theme: classic, dark, contrast or paper
    #[arg(long, default_value_t)]
    theme: Theme,
    /// The picture's width
    #[arg(long, value_name = "PX", default_value_t = 800)]
    size: u32,
    /// The turns to play, each one argument
    #[arg(value_name = "TURN")]
    turns: Vec<String>,
    /// The file to write: its name ends in .svg, .png or .gif
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: PathBuf,
}

/// Plays, draws and writes the file.
pub fn run(args: &Args) -> Result<String, Failure> {
    let form = args.output.extension().map(|form| form.to_string_lossy().to_ascii_lowercase());
    let mut game = args.game.begin()?;
    let mut pictures = vec![picture(args, &game)];
    for turn in &args.turns {
        let number = game.position().turn_number();
        if let Err(error) = game.play(turn) {
            let (Failure::Usage(why) | Failure::Refused(why) | Failure::Exit(_, why)) = error.into();
            return Err(Failure::Refused(format!("turn {number}, {turn:?}: {why}")));
        }
        pictures.push(picture(args, &game));
    }
    let now = picture(args, &game);
    let bytes = match form.as_deref() {
        Some("svg") => svg(&now).map(String::into_bytes),
        Some("png") => Renderer::new().png(&now),
        Some("gif") => Renderer::new().gif(&pictures, GIF_BYTES),
        _ => return Err(Failure::Usage("-o names a file that ends in .svg, .png or .gif".to_owned())),
    };
    let bytes = bytes.map_err(failure)?;
    std::fs::write(&args.output, &bytes)
        .map_err(|error| Failure::Refused(format!("cannot write {}: {error}", args.output.display())))?;
    Ok(format!("{}: {} bytes", args.output.display(), bytes.len()))
}

/// A wrong size is a wrong call; anything else is ours.
pub fn failure(error: RenderError) -> Failure {
    match error {
        RenderError::Size(_) => Failure::Usage(error.to_string()),
        RenderError::Bound(_) | RenderError::Drawing(_) => Failure::Refused(error.to_string()),
    }
}

fn picture(args: &Args, game: &Course) -> Picture {
    Picture { side: args.side, theme: args.theme, size: args.size, ..Picture::new(game.scene()) }
}

fn side(text: &str) -> Result<Side, String> {
    let named = |side: &Side| side.word().eq_ignore_ascii_case(text.trim());
    Side::BOTH.into_iter().find(named).ok_or_else(|| "a side is white or black".to_owned())
}
