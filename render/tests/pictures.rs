//! Pictures as their users see them: sizes, escaping, sameness.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_render::caption::{Caption, Seat};
use turnpost_render::showcase::STUDIES;
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, RenderError, Renderer, svg};

fn picture(game: &str, turns: &[&str]) -> Picture {
    let setup = Setup::new(game, None, &[]).unwrap();
    Picture::new(Course::new(&setup).unwrap().replay(turns.iter().copied()).unwrap().scene())
}

#[test]
fn what_a_player_types_stays_text() {
    let hostile = "</title><script>alert('1')</script>\u{0}\u{ffff}\u{202e}&\"<svg onload=x>";
    let mut evil = picture("amazons", &["d1-d7/g7"]);
    let seat = Seat { name: hostile.to_owned(), remark: hostile.to_owned() };
    evil.caption = Some(Caption { white: seat.clone(), black: seat });
    let text = svg(&evil).unwrap();
    assert!(!text.contains("<script") && !text.contains("<svg onload"), "{text}");
    assert_eq!(text.matches("</title>").count(), 1);
    assert!(!text.contains(['\u{0}', '\u{ffff}', '\u{202e}']));
    Renderer::new().png(&evil).expect("what XML forbids is left out");
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    let renderer = Renderer::new();
    for theme in Theme::ALL {
        let mut one = picture("dameo", &["c3-c4", "f6-f5"]);
        one.theme = theme;
        one.side = Side::Black;
        assert_eq!(svg(&one), svg(&one));
        let cold = renderer.png(&one).unwrap();
        assert_eq!(cold, renderer.png(&one).unwrap(), "cached parts give the same bytes");
        assert_eq!(cold, Renderer::new().png(&one).unwrap());
    }
}

#[test]
fn nothing_of_an_earlier_picture_shows_through() {
    let used = Renderer::new();
    for side in Side::BOTH {
        for study in STUDIES.iter() {
            let one = Picture { side, size: 400, ..Picture::new(study.scene().unwrap()) };
            assert!(used.png(&one) == Renderer::new().png(&one), "{} {}", study.game, study.name);
        }
    }
}

#[test]
fn sizes_out_of_bounds_are_refused() {
    let mut one = picture("amazons", &[]);
    for size in [0, 119, 2401, u32::MAX] {
        one.size = size;
        assert_eq!(svg(&one), Err(RenderError::Size(size)));
        assert_eq!(Renderer::new().png(&one), Err(RenderError::Size(size)));
    }
    one.size = 120;
    one.caption = Some(Caption::default());
    Renderer::new().png(&one).expect("the smallest picture");
}

#[test]
fn themes_are_read_by_name() {
    assert_eq!(" Dark ".parse(), Ok(Theme::Dark));
    let error = "neon".parse::<Theme>().unwrap_err().to_string();
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().parse(), Ok(theme));
        assert!(error.contains(theme.name()), "{error}");
    }
}

#[test]
fn the_themes_that_players_can_set_are_the_themes_there_are() {
    let drawn: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
    assert_eq!(turnpost_core::command::THEMES, drawn);
}

#[test]
fn a_name_that_the_font_cannot_write_is_the_colours() {
    let drawn = |name: &str| {
        let seat = |name: &str| Seat { name: name.to_owned(), remark: String::new() };
        let caption = Some(Caption { white: seat(name), black: seat("Ann") });
        // The title names the player all the same.
        let picture = Picture { caption, ..Picture::new(STUDIES[0].scene().unwrap()) };
        svg(&picture).unwrap().replace(&format!("{name} (White)"), "")
    };
    assert_eq!(drawn("王伟"), drawn("White"));
    assert_ne!(drawn("Иван"), drawn("White"));
    assert_ne!(drawn("Ιάσων"), drawn("White"));
}
