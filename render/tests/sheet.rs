//! The sheet of somebody's games.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use turnpost_core::notice::{BoardView, SheetBoard, Taste};
use turnpost_render::showcase::STUDIES;
use turnpost_render::theme::Theme;
use turnpost_render::{RenderError, Renderer};

fn board(number: usize, side: &str) -> SheetBoard {
    let study = STUDIES[number % STUDIES.len()];
    let board = BoardView {
        game: study.game.to_owned(),
        variant: study.variant.to_owned(),
        options: Vec::new(),
        before: None,
        last: None,
        position: study.before.to_owned(),
        over: false,
        side: Some(side.to_owned()),
        about: None,
    };
    let label = format!("{} {} vs <Ann & \"a name that goes on and on and on\">", number + 1, study.game);
    SheetBoard { label, waiting: number < 3, board }
}

fn taste(theme: &str) -> Taste {
    Taste { theme: theme.to_owned(), zone: "UTC".to_owned(), my_side: true }
}

fn size(file: &[u8]) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let info = reader.info();
    assert_eq!(info.color_type, png::ColorType::Indexed);
    (info.width, info.height)
}

#[test]
fn boards_stand_in_columns_whatever_their_number() {
    let renderer = Renderer::new();
    let boards: Vec<SheetBoard> = (0..12).map(|number| board(number, "white")).collect();
    for (count, (columns, rows)) in [(1, (1, 1)), (2, (2, 1)), (4, (2, 2)), (5, (3, 2)), (12, (3, 4))] {
        let (wide, high) = size(&renderer.sheet(&boards[..count], &taste("classic")).unwrap());
        assert_eq!(wide > 600, columns > 1, "{count} boards are {wide} pixels wide");
        // A board with its line is a little higher than wide.
        let (across, down) = (f64::from(wide) / f64::from(columns), f64::from(high) / f64::from(rows));
        assert!((1.05..1.15).contains(&(down / across)), "{count} boards: {wide} x {high}");
    }
}

#[test]
fn a_sheet_is_the_same_every_time_and_as_its_reader_likes_it() {
    let renderer = Renderer::new();
    let [white, black] = ["white", "black"].map(|side| vec![board(0, side), board(10, side)]);
    let mut seen = Vec::new();
    for theme in Theme::ALL {
        let file = renderer.sheet(&white, &taste(theme.name())).unwrap();
        assert_eq!(file, Renderer::new().sheet(&white, &taste(theme.name())).unwrap());
        assert_ne!(file, renderer.sheet(&black, &taste(theme.name())).unwrap(), "Black looks from the other side");
        assert!(!seen.contains(&file));
        seen.push(file);
    }
}

#[test]
fn boards_that_cannot_be_read_are_left_out() {
    let mut broken = board(0, "white");
    broken.board.position = "nonsense".to_owned();
    let renderer = Renderer::new();
    let whole = renderer.sheet(&[board(1, "white")], &taste("dark")).unwrap();
    assert_eq!(renderer.sheet(&[broken.clone(), board(1, "white")], &taste("dark")).unwrap(), whole);
    assert!(matches!(renderer.sheet(&[broken], &taste("dark")), Err(RenderError::Drawing(_))));
}
