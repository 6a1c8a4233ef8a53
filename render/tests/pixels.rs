//! The PNGs themselves: what kind of file they are, that everything stands where it should, and that the fast way
//! to pixels draws what resvg draws from our own SVG.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use turnpost_core::board::Square;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_core::scene::{Layout, PieceKind};
use turnpost_render::caption::{Caption, Seat};
use turnpost_render::showcase::STUDIES;
use turnpost_render::theme::{Colour, Theme};
use turnpost_render::{Picture, Renderer, svg};

/// Channels differ by no more than this in a pixel that is drawn the same: 256 colours are fewer than resvg uses.
const NEAR: u8 = 40;
/// One pixel in so many may differ by more, on the edge of something.
const EXCEPTIONS: usize = 1000;
/// All channels of all pixels together differ by no more than this on average.
const MEAN: f64 = 1.2;

/// A PNG as its reader sees it.
struct Image {
    width: u32,
    height: u32,
    colour_type: png::ColorType,
    palette: Vec<[u8; 3]>,
    transparent: bool,
    rgb: Vec<[u8; 3]>,
}

fn read(file: &[u8]) -> Image {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let mut indices = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut indices).unwrap();
    let info = reader.info();
    let palette: Vec<[u8; 3]> = info.palette.as_ref().unwrap().chunks_exact(3).map(|c| c.try_into().unwrap()).collect();
    Image {
        width: info.width,
        height: info.height,
        colour_type: info.color_type,
        transparent: info.trns.is_some(),
        rgb: indices.iter().map(|&index| palette[usize::from(index)]).collect(),
        palette,
    }
}

fn caption() -> Option<Caption> {
    let seat = |name: &str, remark: &str| Seat { name: name.to_owned(), remark: remark.to_owned() };
    Some(Caption { white: seat("Anna", "6 d 4 h"), black: seat("Björn", "2 d 23 h") })
}

/// The middle of a square, in squares from the board's upper left corner; the diamond's squares lie askew.
fn pixel(picture: &Picture, image: &Image, square: Square, (right, down): (f64, f64)) -> [u8; 3] {
    let scene = &picture.scene;
    let (mut file, mut rank) = (f64::from(square.file()) + 0.5, f64::from(square.rank()) + 0.5);
    let (files, ranks) = (f64::from(scene.files), f64::from(scene.ranks));
    if picture.side == Side::Black {
        (file, rank) = (files - file, ranks - rank);
    }
    let wide = f64::from(image.width);
    let (x, y) = match scene.layout {
        Layout::Square => {
            let cell = ((wide - 2.0 * (wide * 42.0 / 1000.0).floor()) / files).floor();
            let margin = ((wide - cell * files) / 2.0).floor();
            (margin + cell * (file + right), margin + cell * (ranks - rank + down))
        }
        Layout::Diamond => {
            let cell = ((wide - 2.0 * (wide * 6.0 / 1000.0).floor()) / (files + ranks)).floor();
            let margin = ((wide - cell * (files + ranks)) / 2.0).floor();
            (margin + cell * (file + rank + right), margin + cell * (files + file - rank + down))
        }
    };
    image.rgb[y as usize * image.width as usize + x as usize]
}

fn near(one: [u8; 3], other: Colour) -> bool {
    one.iter().zip(other.rgb()).all(|(a, b)| a.abs_diff(b) <= 12)
}

#[test]
fn every_game_and_theme_is_an_opaque_palette_png_with_pieces_where_they_stand() {
    let renderer = Renderer::new();
    for &kind in GameKind::ALL {
        for &variant in kind.variants() {
            let game = Course::new(&Setup::new(kind.name(), Some(variant), &[]).unwrap()).unwrap();
            for theme in Theme::ALL {
                for side in Side::BOTH {
                    let picture = Picture { theme, side, size: 1000, ..Picture::new(game.scene()) };
                    let what = format!("{} {variant}, {theme}, {side}", kind.name());
                    let image = read(&renderer.png(&picture).unwrap());
                    assert_eq!((image.width, image.height), (1000, 1000), "{what}");
                    assert_eq!(image.colour_type, png::ColorType::Indexed, "{what}");
                    assert!(!image.transparent && (4..=256).contains(&image.palette.len()), "{what}");
                    pieces_stand(&picture, &image, &what);
                    framed(&image, theme, &what);
                }
            }
        }
    }
}

/// The colours at one point of each piece that shows its surface, and of the empty squares.
fn pieces_stand(picture: &Picture, image: &Image, what: &str) {
    let look = picture.theme.look();
    for piece in &picture.scene.pieces {
        let ink = look.ink(piece.side);
        // Where that drawing shows nothing but its surface, from the middle of its square.
        let at = match piece.kind {
            PieceKind::Amazon => (-0.12, 0.0),
            PieceKind::Stone => (0.27, 0.0),
            PieceKind::Man => (0.31, 0.0),
            _ => (-0.567, -0.252),
        };
        let seen = pixel(picture, image, piece.at, at);
        assert!(near(seen, ink.fill), "{what}: {:?} on {} is {seen:?}, not {}", piece.kind, piece.at, ink.fill);
    }
    let is_free = |at: Square| !picture.scene.pieces.iter().any(|piece| piece.at == at);
    let empty = ["a3", "d4", "e4", "e5"].map(|name| name.parse::<Square>().unwrap());
    for at in empty.into_iter().filter(|&at| is_free(at) && !picture.scene.river.contains(at)) {
        let ground = [look.light, look.dark, look.grain_light, look.grain_dark];
        let seen = pixel(picture, image, at, (0.11, 0.13));
        let veiled = ground.map(|colour| colour.under(look.rim, 0.1));
        assert!(ground.into_iter().chain(veiled).any(|colour| near(seen, colour)), "{what}: {at} is {seen:?}");
    }
}

fn framed(image: &Image, theme: Theme, what: &str) {
    let (wide, high) = (image.width as usize, image.height as usize);
    for corner in [0, wide - 1, wide * (high - 1), wide * high - 1] {
        assert!(near(image.rgb[corner], theme.look().border), "{what}: no border at {corner}");
    }
}

#[test]
fn fast_pictures_are_what_resvg_draws_from_our_svg() {
    let renderer = Renderer::new();
    for (number, study) in STUDIES.iter().enumerate() {
        for (place, theme) in Theme::ALL.into_iter().enumerate() {
            let picture = Picture {
                theme,
                side: Side::BOTH[(number + place) % 2],
                size: [400, 533, 800][(number + place) % 3],
                caption: caption().filter(|_| number % 2 == 0),
                ..Picture::new(study.scene().unwrap())
            };
            let what = format!("{} {}, {}, {theme}, {} px", study.game, study.variant, study.name, picture.size);
            compare(&read(&renderer.png(&picture).unwrap()), &drawn_by_resvg(&picture), &what);
        }
    }
}

fn drawn_by_resvg(picture: &Picture) -> Pixmap {
    let tree = Tree::from_str(&svg(picture).unwrap(), &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
}

fn compare(fast: &Image, slow: &Pixmap, what: &str) {
    assert_eq!((fast.width, fast.height), (slow.width(), slow.height()), "{what}");
    let mut sum = 0;
    let mut far = 0;
    for (fast, slow) in fast.rgb.iter().zip(slow.pixels()) {
        assert_eq!(slow.alpha(), 255, "{what}: resvg leaves something transparent");
        let channels = [slow.red(), slow.green(), slow.blue()];
        let differences = [0, 1, 2].map(|i| fast[i].abs_diff(channels[i]));
        sum += differences.iter().map(|&d| u64::from(d)).sum::<u64>();
        far += usize::from(differences.iter().any(|&d| d > NEAR));
    }
    let mean = sum as f64 / (fast.rgb.len() * 3) as f64;
    assert!(
        far * EXCEPTIONS <= fast.rgb.len() && mean <= MEAN,
        "{what}: {far} pixels differ much, {mean:.2} on average"
    );
}

#[test]
fn what_is_kept_in_memory_is_bounded() {
    let renderer = Renderer::new();
    let scene = STUDIES[0].scene().unwrap();
    let mut most = 0;
    for size in (1200..2400).step_by(300) {
        for theme in Theme::ALL {
            let picture = Picture { theme, size, caption: caption(), ..Picture::new(scene.clone()) };
            renderer.png(&picture).unwrap();
            most = most.max(renderer.cached_bytes());
        }
    }
    assert!(most <= Renderer::MOST_CACHED_BYTES, "{most} bytes");
    assert!(most > Renderer::MOST_CACHED_BYTES / 4, "{most} bytes: the caches were never full");
}
