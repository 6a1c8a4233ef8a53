//! Pictures for messages: a board, or all of somebody's games on one sheet. These functions block.

use turnpost_core::describe;
use turnpost_core::notice::{BoardView, GameHeading, Notice, Taste};
use turnpost_core::rules::Side;
use turnpost_core::scene::Scene;
use turnpost_core::text;
use turnpost_render::Picture as Drawing;

use crate::desk::Desk;
use crate::limits::sizes::ALT_TEXT;
use crate::markdown::cut;
use crate::outgoing::post::Picture;

/// The reader's games on one picture, in the answer to `games`.
pub(super) fn sheet(desk: &Desk, notice: &Notice) -> Option<Picture> {
    let sheet = Some(&notice.sheet).filter(|sheet| !sheet.is_empty())?;
    let png = desk.renderer.sheet(sheet, &notice.taste);
    let png = png.inspect_err(|error| tracing::error!(%error, "a sheet was not drawn")).ok()?;
    Some(Picture { name: "games.png".to_owned(), png, alt: cut(&text::sheet(sheet), ALT_TEXT) })
}

/// The board of a notice or a view.
pub(super) fn board(
    desk: &Desk,
    board: &BoardView,
    taste: &Taste,
    game: Option<&GameHeading>,
    flip: bool,
) -> Option<Picture> {
    let scene = board.scene().ok()?;
    self::scene(desk, scene, board, taste, game, flip)
}

/// The picture of a scene, from the side and in the theme that the reader prefers. If it can't be drawn, the message
/// goes without.
pub(super) fn scene(
    desk: &Desk,
    scene: Scene,
    board: &BoardView,
    taste: &Taste,
    game: Option<&GameHeading>,
    flip: bool,
) -> Option<Picture> {
    let own = if board.side.as_deref() == Some("black") && taste.my_side { Side::Black } else { Side::White };
    let alt = describe::spoken_within(&scene, ALT_TEXT);
    let mut drawing = Drawing::new(scene);
    drawing.side = if flip { own.other() } else { own };
    drawing.theme = taste.theme.parse().unwrap_or_default();
    let png = match desk.album.png(&desk.renderer, &drawing) {
        Ok(png) => png,
        Err(error) => {
            tracing::error!(%error, "a board was not drawn");
            return None;
        }
    };
    let (number, revision) = game.map_or((0, 0), |game| (game.number, game.revision));
    Some(Picture { name: Picture::name(&board.game, number, revision), png, alt })
}
