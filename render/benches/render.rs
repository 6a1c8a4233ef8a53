//! How fast pictures are, beside the plain way that parses the SVG, draws it whole and encodes it.
//! `cargo bench -p turnpost-render --bench render`
//!
//! Every study of the showcase at the usual size, in every theme, with a caption. What is drawn anew for every turn is
//! timed: the caches hold the board and the pieces, as they do in a running server.
#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use turnpost_render::caption::{Caption, Seat};
use turnpost_render::showcase::{STUDIES, Study};
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, Renderer, svg};

fn main() {
    let renderer = Renderer::new();
    let mut worst = Worst::default();
    println!("{:<44} {:>8} {:>8} {:>9} {:>9} {:>6}", "800 px", "SVG ms", "PNG ms", "PNG KB", "plain ms", "times");
    for study in STUDIES.iter() {
        for theme in Theme::ALL {
            let picture = picture(study, theme);
            let bytes = renderer.png(&picture).unwrap().len();
            let text = median(&mut || svg(&picture));
            let fast = median(&mut || renderer.png(&picture));
            let plain = median(&mut || plain(&picture));
            let name = format!("{} {}, {}, {theme}", study.game, study.variant, study.name);
            println!(
                "{name:<44} {:>8.3} {:>8.2} {:>9.1} {:>9.1} {:>6.1}",
                ms(text),
                ms(fast),
                bytes as f64 / 1e3,
                ms(plain),
                ms(plain) / ms(fast)
            );
            worst.note(text, fast, bytes, ms(plain) / ms(fast));
        }
    }
    println!(
        "the slowest: SVG {:.3} ms, PNG {:.2} ms; the largest {:.1} KB; the least gain {:.1} times",
        ms(worst.text),
        ms(worst.fast),
        worst.bytes as f64 / 1e3,
        worst.gain
    );
    let cold = picture(&STUDIES[0], Theme::Classic);
    println!("with empty caches, as after a start: {:.1} ms", ms(median(&mut || Renderer::new().png(&cold))));
}

/// How many times a measurement is repeated.
const SAMPLES: usize = 9;
/// How long one of them should take at least.
const LONG_ENOUGH: Duration = Duration::from_millis(8);

/// The worst of each column.
struct Worst {
    text: Duration,
    fast: Duration,
    bytes: usize,
    gain: f64,
}

impl Default for Worst {
    fn default() -> Worst {
        Worst { text: Duration::ZERO, fast: Duration::ZERO, bytes: 0, gain: f64::INFINITY }
    }
}

impl Worst {
    fn note(&mut self, text: Duration, fast: Duration, bytes: usize, gain: f64) {
        self.text = self.text.max(text);
        self.fast = self.fast.max(fast);
        self.bytes = self.bytes.max(bytes);
        self.gain = self.gain.min(gain);
    }
}

/// The median time of some runs. Numbers are output, never assertions, so a loaded machine fails nothing.
fn median<T>(run: &mut impl FnMut() -> T) -> Duration {
    let mut sample = |times: u32| {
        let began = Instant::now();
        (0..times).for_each(|_| drop(black_box(run())));
        began.elapsed()
    };
    // Twice as often until the clock can see it.
    let mut times = 1;
    while sample(times) < LONG_ENOUGH {
        times *= 2;
    }
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| sample(times) / times).collect();
    samples.sort_unstable();
    samples[samples.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn picture(study: &Study, theme: Theme) -> Picture {
    let seat = |name: &str, remark: &str| Seat { name: name.to_owned(), remark: remark.to_owned() };
    let caption = Caption { white: seat("Anna", "6 d 4 h"), black: seat("Björn", "2 d 23 h") };
    Picture { theme, caption: Some(caption), ..Picture::new(study.scene().unwrap()) }
}

/// What one would write without thinking of speed.
fn plain(picture: &Picture) -> Vec<u8> {
    let tree = Tree::from_str(&svg(picture).unwrap(), &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size.width(), size.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(pixels.data()).unwrap();
    file
}
