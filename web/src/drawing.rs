//! Boards for pages, as elements and as files. All of it blocks.

use turnpost_core::game::Course;
use turnpost_core::record::Record;
use turnpost_core::rules::Side;
use turnpost_core::scene::Scene;
use turnpost_core::text::caption::{Caption, Seat};
use turnpost_render::Picture;
use turnpost_render::album::Album;
use turnpost_render::page::{Colours, Place, board};
use turnpost_render::theme::Theme;

/// The width of an animation, and the most bytes of one.
const ANIMATED: (u32, usize) = (400, 1_000_000);

/// The game after so many of its turns.
pub(crate) fn after(record: &Record, turns: usize) -> Option<Course> {
    let first = match &record.first {
        Some(position) => Course::from_position(&record.setup, position),
        None => Course::new(&record.setup),
    };
    let begun = first.inspect_err(|error| tracing::error!(%error, "a game's first position can't be read")).ok()?;
    let played = begun.replay(record.turns.iter().take(turns).map(|turn| turn.text.as_str()));
    played.inspect_err(|error| tracing::error!(%error, "a game can't be replayed")).ok()
}

/// A board as an element of a page. Where it can't be drawn there is none.
pub(crate) fn element(scene: &Scene, side: Side, places: &[Place], theme: Option<Theme>) -> String {
    let picture = Picture { side, theme: theme.unwrap_or_default(), ..Picture::new(scene.clone()) };
    let colours = if theme.is_some() { Colours::OfTheme } else { Colours::OfPage };
    let drawn = board(&picture, places, colours);
    drawn.inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).unwrap_or_default()
}

/// A board as a file of its own, without grain, which is most of a drawing's bytes.
pub(crate) fn drawing(scene: Scene, size: u32, theme: Theme) -> Option<String> {
    let drawn = board(&Picture { size, theme, ..Picture::new(scene) }, &[], Colours::OfTheme);
    let drawn = drawn.inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).ok()?;
    Some(drawn.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1))
}

/// A board as a small file of its own.
pub(crate) fn emblem(scene: Scene, size: u32) -> Option<String> {
    let drawn = turnpost_render::page::emblem(&Picture { size, ..Picture::new(scene) });
    drawn.inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).ok()
}

/// A board as a picture with the players' names.
pub(crate) fn picture(scene: Scene, names: [&str; 2]) -> Option<Vec<u8>> {
    let seat = |name: &str| Seat { name: name.to_owned(), remark: String::new() };
    let caption = Some(Caption { white: seat(names[0]), black: seat(names[1]) });
    let drawn = Album::shared().png(&Picture { caption, ..Picture::new(scene) });
    drawn.inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).ok()
}

/// A board as a picture alone, for previews elsewhere: most that show one take no drawings.
pub(crate) fn preview(scene: Scene) -> Option<Vec<u8>> {
    let drawn = Album::shared().png(&Picture::new(scene));
    drawn.inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).ok()
}

/// A whole game as an animation.
pub(crate) fn animation(record: &Record) -> Option<Vec<u8>> {
    let picture = |game: &Course| Picture { size: ANIMATED.0, ..Picture::new(game.scene()) };
    let mut game = after(record, 0)?;
    let mut pictures = vec![picture(&game)];
    for turn in &record.turns {
        game.play(&turn.text).ok()?;
        pictures.push(picture(&game));
    }
    let drawn = Album::shared().renderer.gif(&pictures, ANIMATED.1);
    drawn.inspect_err(|error| tracing::error!(%error, "a game can't be drawn")).ok()
}
