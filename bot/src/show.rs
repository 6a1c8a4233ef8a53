//! From a notice, or a game as somebody sees it, to a message: words, picture and buttons.

use std::sync::Arc;

use turnpost_core::describe;
use turnpost_core::notice::{BoardView, GameHeading, News, Notice, SheetBoard, Taste};
use turnpost_core::rules::Side;
use turnpost_core::scene::Scene;
use turnpost_core::service::Glance;
use turnpost_core::store::Owed;
use turnpost_render::Picture as Drawing;

use crate::custom_id::{At, Button as Means, Press, Reply};
use crate::desk::Desk;
use crate::markdown::{code, cut};
use crate::phrase;
use crate::picker::View;
use crate::post::{Button, CONTENT, Look, Picture, Post, Row};

/// Discord's most for an alt text.
const ALT: usize = 1024;

/// The message that a notice becomes.
pub async fn notice(desk: &Arc<Desk>, owed: Owed) -> Post {
    let done = match owed.notice.board {
        Some(_) => desk.draw(move |desk| of_notice(desk, &owed.notice)).await,
        None => desk.work(move |desk| of_notice(desk, &owed.notice)).await,
    };
    done.unwrap_or_else(|| Post::words("Something went wrong with this message; `/games` shows your games."))
}

/// The name of a game's thread.
pub fn thread_name(game: &GameHeading) -> String {
    let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "anyone".to_owned());
    let open = || format!("{} {}: {} vs {}", game.title, game.number, name(&game.white), name(&game.black));
    cut(&game.thread_name().unwrap_or_else(open), 100)
}

/// The board as it is now, for a click on an old one, with what can be done with it.
pub async fn as_it_is(desk: &Arc<Desk>, glance: Glance, words: &str) -> Post {
    let content = format!("{words}\n-# {}", code(&glance.board.position));
    let work = move |desk: &Desk| {
        let picture = draw_board(desk, &glance.board, &glance.taste, Some(&glance.heading), false);
        let mine = glance.to_move.is_some() && glance.to_move == glance.side;
        let rows = if mine { board_buttons(at(&glance.heading)) } else { Vec::new() };
        Post { content, picture, rows, ..Post::default() }
    };
    desk.draw(work).await.unwrap_or_default()
}

/// The board from the other side.
pub async fn flipped(desk: &Arc<Desk>, glance: Glance) -> Post {
    let work = move |desk: &Desk| {
        let picture = draw_board(desk, &glance.board, &glance.taste, Some(&glance.heading), true);
        Post { content: "From the other side:".to_owned(), picture, ..Post::default() }
    };
    desk.draw(work).await.unwrap_or_default()
}

/// The menu behind `More`.
pub fn menu(glance: &Glance) -> Post {
    let at = at(&glance.heading);
    let plain = |label, button| Button { label, press: Press::Board(at, button), look: Look::Plain };
    let mut first = vec![plain("Flip", Means::Flip), plain("History", Means::History)];
    let mut rows = Vec::new();
    if glance.to_move.is_some() {
        first.push(plain("Preview", Means::Preview));
        let mut second = vec![plain("Draw by agreement", Means::Draw)];
        if glance.board.now().is_ok_and(|position| position.counting().is_some()) {
            second.push(plain("Claim", Means::Claim));
        }
        second.push(Button { look: Look::Danger, ..plain("Resign", Means::Resign) });
        rows.push(Row::Buttons(second));
    }
    rows.insert(0, Row::Buttons(first));
    Post { content: format!("Game {}, turn {}", glance.heading.number, glance.heading.turn), rows, ..Post::default() }
}

/// A step of the picker. Blocks.
pub fn picker(desk: &Desk, at: At, glance: &Glance, view: View) -> Post {
    let View { path, title, selects, whole, back, scene } = view;
    let mut rows: Vec<Row> = Vec::new();
    for (n, select) in (0..).zip(selects) {
        let options = select.choices.into_iter().map(|choice| (cut(&choice.label, 100), choice.path)).collect();
        rows.push(Row::Select { press: Press::Pick(at, n, path.clone()), placeholder: select.placeholder, options });
    }
    let mut buttons = Vec::new();
    if let Some(turn) = whole {
        buttons.push(Button { label: "Play it", press: Press::Play(at, turn), look: Look::Main });
    }
    if let Some(back) = back {
        buttons.push(Button { label: "Back", press: Press::Show(at, back), look: Look::Plain });
    }
    buttons.push(Button { label: "Cancel", press: Press::Close, look: Look::Plain });
    rows.push(Row::Buttons(buttons));
    let picture = draw(desk, scene, &glance.board, &glance.taste, Some(&glance.heading), false);
    Post { content: title, picture, rows, ..Post::default() }
}

fn of_notice(desk: &Desk, notice: &Notice) -> Post {
    let picture = match &notice.board {
        Some(board) => draw_board(desk, board, &notice.taste, notice.game.as_ref(), false),
        None => draw_sheet(desk, notice),
    };
    let content = phrase::of(notice);
    let record = match (&notice.news, &notice.game, &notice.board) {
        // What a message can't hold comes whole beside it: an export, or many notes.
        (News::Told { .. }, ..) if content.chars().count() > CONTENT => {
            turnpost_core::text::said(notice).map(|said| ("answer.txt".to_owned(), said.lines.join("\n")))
        }
        (News::Result(result), Some(game), Some(board)) => {
            let name = format!("{}-{}.txt", board.game, game.number);
            Some((name, result.record.clone()))
        }
        _ => None,
    };
    Post { content, picture, rows: rows(notice), mention: phrase::mention(notice), record }
}

fn rows(notice: &Notice) -> Vec<Row> {
    let question = |id, yes, no| {
        vec![Row::Buttons(vec![
            Button { label: yes, press: Press::Answer(id, true), look: Look::Main },
            Button { label: no, press: Press::Answer(id, false), look: Look::Plain },
        ])]
    };
    match (&notice.news, &notice.game) {
        (News::Challenge(_), Some(game)) => {
            let button = |label, reply, look| Button { label, press: Press::Challenge(game.number, reply), look };
            vec![Row::Buttons(vec![
                button("Accept", Reply::Accept, Look::Main),
                button("Decline", Reply::Decline, Look::Plain),
                button("Rules", Reply::Rules, Look::Plain),
            ])]
        }
        (News::YourTurn(_) | News::Reminder { .. }, Some(game)) => board_buttons(at(game)),
        (News::Question { id, .. }, _) => question(*id, "Yes", "No"),
        (News::Stale { question: Some(id), .. }, _) => question(*id, "Play it", "No"),
        _ => Vec::new(),
    }
}

fn board_buttons(at: At) -> Vec<Row> {
    let button = |label, button, look| Button { label, press: Press::Board(at, button), look };
    vec![Row::Buttons(vec![
        button("Move", Means::Move, Look::Main),
        button("Type", Means::Type, Look::Plain),
        button("More", Means::More, Look::Plain),
    ])]
}

fn at(heading: &GameHeading) -> At {
    At { game: heading.number, revision: heading.revision }
}

/// The reader's games on one picture, in the answer to `games`.
fn draw_sheet(desk: &Desk, notice: &Notice) -> Option<Picture> {
    let sheet = Some(&notice.sheet).filter(|sheet| !sheet.is_empty())?;
    let png = desk.renderer.sheet(sheet, &notice.taste);
    let png = png.inspect_err(|error| tracing::error!(%error, "a sheet was not drawn")).ok()?;
    Some(Picture { name: "games.png".to_owned(), png, alt: cut(&SheetBoard::words(sheet), ALT) })
}

fn draw_board(
    desk: &Desk,
    board: &BoardView,
    taste: &Taste,
    game: Option<&GameHeading>,
    flip: bool,
) -> Option<Picture> {
    let scene = board.scene().ok()?;
    draw(desk, scene, board, taste, game, flip)
}

/// The picture of a scene, from the reader's side as they like it. Trouble with drawing costs the picture only.
fn draw(
    desk: &Desk,
    scene: Scene,
    board: &BoardView,
    taste: &Taste,
    game: Option<&GameHeading>,
    flip: bool,
) -> Option<Picture> {
    let own = if board.side.as_deref() == Some("black") && taste.my_side { Side::Black } else { Side::White };
    let alt = describe::words_within(&scene, ALT);
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
