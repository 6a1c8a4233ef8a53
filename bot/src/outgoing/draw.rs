//! Pictures for messages: a board, all of somebody's games on one sheet, a player's ratings, the boards of a game's rules. These functions
//! block.

use turnpost_core::clock::moment::now;
use turnpost_core::describe;
use turnpost_core::notice::{BoardView, GameHeading, Notice, Taste};
use turnpost_core::rules::{Diagram, Side};
use turnpost_core::scene::Scene;
use turnpost_core::service::Glance;
use turnpost_core::text;
use turnpost_core::text::caption::{self, Caption};
use turnpost_render::Picture as Drawing;

use crate::desk::Desk;
use crate::limits::sizes::ALT_TEXT;
use crate::markdown::cut;
use crate::outgoing::post::Picture;

/// The name of the file with several boards.
pub(super) const SHEET: &str = "games.png";

/// The width of a board that explains a rule.
const SMALL: u32 = 480;

/// The reader's games on one picture, in the answer to `games`.
pub(super) fn sheet(desk: &Desk, notice: &Notice) -> Option<Picture> {
    let sheet = Some(&notice.sheet).filter(|sheet| !sheet.is_empty())?;
    let png = desk.album.renderer.sheet_in(sheet, &notice.taste, text::columns(notice));
    let png = png.inspect_err(|error| tracing::error!(%error, "a sheet was not drawn")).ok()?;
    Some(Picture { name: SHEET.to_owned(), png, alt: cut(&text::sheet(sheet), ALT_TEXT) })
}

/// How a player's ratings went, in the answer to `who`.
pub(super) fn graph(desk: &Desk, notice: &Notice) -> Option<Picture> {
    let graph = text::graph::of(notice)?;
    let png = desk.album.renderer.graph(&graph, notice.taste.theme.parse().unwrap_or_default());
    let png = png.inspect_err(|error| tracing::error!(%error, "a graph was not drawn")).ok()?;
    Some(Picture { name: "ratings.png".to_owned(), png, alt: cut(&text::graph::spoken(&graph), ALT_TEXT) })
}

/// The table of an event, in what is told of it.
pub(super) fn chart(desk: &Desk, notice: &Notice) -> Option<Picture> {
    let chart = text::chart::of(notice)?;
    let png = desk.album.renderer.chart(&chart, notice.taste.theme.parse().unwrap_or_default());
    let png = png.inspect_err(|error| tracing::error!(%error, "a table was not drawn")).ok()?;
    Some(Picture { name: "table.png".to_owned(), png, alt: cut(&text::chart::spoken(&chart), ALT_TEXT) })
}

/// The board of a notice.
pub(super) fn board(desk: &Desk, notice: &Notice, board: &BoardView) -> Option<Picture> {
    let scene = board.scene().ok()?;
    let caption = caption::of(notice, &scene);
    drawn(desk, scene, &View { board, taste: &notice.taste, game: notice.game.as_ref(), flip: false, caption })
}

/// A game as somebody looks at it.
pub(super) fn glance(desk: &Desk, glance: &Glance, flip: bool) -> Option<Picture> {
    scene(desk, glance.board.scene().ok()?, glance, flip)
}

/// The same with something pointed out on it.
pub(super) fn scene(desk: &Desk, scene: Scene, glance: &Glance, flip: bool) -> Option<Picture> {
    let Glance { heading, board, taste, deadline, .. } = glance;
    let caption = caption::at_a_glance(heading, &scene, *deadline, now());
    drawn(desk, scene, &View { board, taste, game: Some(heading), flip, caption })
}

/// A board that explains a rule.
pub(super) fn diagram(desk: &Desk, diagram: &Diagram, taste: &Taste) -> Option<Picture> {
    let scene = diagram.scene().inspect_err(|error| tracing::error!(%error, "a rule's board can't be read")).ok()?;
    let alt = describe::spoken_within(&scene, ALT_TEXT);
    let theme = taste.theme.parse().unwrap_or_default();
    let png = png(desk, &Drawing { size: SMALL, theme, ..Drawing::new(scene) })?;
    Some(Picture { name: file(diagram), png, alt })
}

/// The name of such a picture's file.
pub(super) fn file(diagram: &Diagram) -> String {
    format!("rules-{}.png", diagram.name())
}

/// How a board is seen.
struct View<'a> {
    board: &'a BoardView,
    taste: &'a Taste,
    game: Option<&'a GameHeading>,
    flip: bool,
    caption: Option<Caption>,
}

/// The picture of a scene, from the side and in the theme that the reader prefers. If it can't be drawn, the message
/// goes without.
fn drawn(desk: &Desk, scene: Scene, view: &View<'_>) -> Option<Picture> {
    let View { board, taste, game, flip, caption } = view;
    let own = if board.side.as_deref() == Some("black") && taste.my_side { Side::Black } else { Side::White };
    let alt = describe::spoken_within(&scene, ALT_TEXT);
    let mut drawing = Drawing::new(scene);
    drawing.side = if *flip { own.other() } else { own };
    drawing.theme = taste.theme.parse().unwrap_or_default();
    drawing.caption = caption.clone();
    let (number, revision) = game.map_or((0, 0), |game| (game.number, game.revision));
    Some(Picture { name: Picture::name(&board.game, number, revision), png: png(desk, &drawing)?, alt })
}

fn png(desk: &Desk, drawing: &Drawing) -> Option<Vec<u8>> {
    let png = desk.album.png(drawing);
    png.inspect_err(|error| tracing::error!(%error, "a board was not drawn")).ok()
}
