//! A finished game as an animation, from the record that comes with its result.

use turnpost_core::game::Course;
use turnpost_core::record::{Record, RecordError};
use turnpost_core::rules::{MoveError, SetupError, Side};
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, RenderError, Renderer};

/// The width of the board in the mail.
const WIDTH: u32 = 400;

/// A mail of this size gets through every server; the animation is shrunk until it fits.
const MOST_BYTES: usize = 1_000_000;

/// Why there is no animation; the mail goes without.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReplayError {
    /// The record can't be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its first position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// It can't be played again.
    #[error(transparent)]
    Turn(#[from] MoveError),
    /// It can't be drawn.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// The whole game as a GIF, seen from one side.
pub(crate) fn gif(renderer: &Renderer, record: &str, side: Side, theme: Theme) -> Result<Vec<u8>, ReplayError> {
    let record: Record = record.parse()?;
    let picture = |game: &Course| Picture { side, theme, size: WIDTH, ..Picture::new(game.scene()) };
    let mut game = match &record.first {
        Some(position) => Course::from_position(&record.setup, position)?,
        None => Course::new(&record.setup)?,
    };
    let mut pictures = vec![picture(&game)];
    for turn in &record.turns {
        game.play(&turn.text)?;
        pictures.push(picture(&game));
    }
    Ok(renderer.gif(&pictures, MOST_BYTES)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const RECORD: &str = "Turnpost record 1\nGame: amazons\nVariant: standard\nWhite: Ben\nBlack: Ann\nRated: no\n\
        Clock: 10d+36h\nResult: white\nReason: resigned\n\n1. white d1-d7/g7\n2. black j7-h7/h3\n";

    #[test]
    fn a_record_becomes_an_animation() {
        let renderer = Renderer::new();
        let bytes = gif(&renderer, RECORD, Side::Black, Theme::default()).unwrap();
        assert!(bytes.starts_with(b"GIF89a") && bytes.len() < MOST_BYTES);
        // Each frame has a graphic control extension (GIF89a §23).
        assert_eq!(bytes.windows(3).filter(|part| part == b"\x21\xf9\x04").count(), 3, "the start and two turns");
        assert!(gif(&renderer, "nonsense", Side::Black, Theme::default()).is_err());
    }
}
