//! What goes to many is drawn once. Alone in its program, since it counts all pictures that are drawn.
#![allow(clippy::unwrap_used)]

use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_render::Picture;
use turnpost_render::album::Album;
use turnpost_render::theme::Theme;
use turnpost_render::timing::timing;

#[test]
fn two_hundred_watchers_cost_a_picture_per_theme_and_side() {
    let scene = Course::new(&Setup::new("amazons", None, &[]).unwrap()).unwrap().scene();
    let album = Album::default();
    for _ in 0..200 {
        for theme in Theme::ALL {
            for side in Side::BOTH {
                let picture = Picture { side, theme, size: 120, ..Picture::new(scene.clone()) };
                assert!(!album.png(&picture).unwrap().is_empty());
            }
        }
    }
    assert_eq!(timing().pictures, 2 * Theme::ALL.len() as u64);
}
