//! `turnpost gallery`: a page with every game in every theme, to look at and to choose from.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use turnpost_core::rules::Side;
use turnpost_core::scene::Scene;
use turnpost_render::caption::{Caption, Seat};
use turnpost_render::showcase::STUDIES;
use turnpost_render::theme::Theme;
use turnpost_render::{Picture, Renderer, svg};

use super::Failure;
use super::render::failure;

/// Draw every game in every theme into a folder, with an index.html
#[derive(clap::Args)]
pub struct Args {
    /// The folder; made if it isn't there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pictures and the page.
pub fn run(args: &Args) -> Result<String, Failure> {
    let folder = args.folder.as_path();
    std::fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let renderer = Renderer::new();
    let mut page = String::from(HEAD);
    let mut count = 0;
    for (number, study) in STUDIES.iter().enumerate() {
        let scene = study.scene().map_err(|error| Failure::Refused(error.to_string()))?;
        let title = format!("{}, {}: {}", scene.game.title(), study.variant, study.name);
        // Writing to a string cannot fail.
        let _ = write!(page, "<h2>{title}</h2>\n<p>");
        for (place, theme) in Theme::ALL.into_iter().enumerate() {
            let picture = shown(scene.clone(), theme, Side::BOTH[(number + place) % 2]);
            let name = format!("{:02}-{}-{}-{theme}", number + 1, study.game, study.variant);
            let text = svg(&picture).map_err(failure)?;
            write_file(&folder.join(format!("{name}.svg")), text.as_bytes())?;
            write_file(&folder.join(format!("{name}.png")), &renderer.png(&picture).map_err(failure)?)?;
            let _ = write!(
                page,
                r#"<a href="{name}.svg"><img src="{name}.png" width="400" alt="{title}, in the theme {theme}"></a> "#,
            );
            count += 1;
        }
        page.push_str("</p>\n");
    }
    write_file(&folder.join("index.html"), page.as_bytes())?;
    Ok(format!("{count} pictures; open {}", folder.join("index.html").display()))
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Turnpost: boards</title>\n\
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:1680px;background:#8a8f94}\
img{height:auto;margin:0 6px 12px 0}</style>\n<h1>Turnpost: boards</h1>\n";

fn shown(scene: Scene, theme: Theme, side: Side) -> Picture {
    let seat = |name: &str, remark: &str| Seat { name: name.to_owned(), remark: remark.to_owned() };
    let caption = Caption { white: seat("Anna", "6 d 4 h"), black: seat("Björn", "2 d 23 h") };
    Picture { theme, side, caption: Some(caption), ..Picture::new(scene) }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|error| unwritten(path, &error))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Refused(format!("cannot write {}: {error}", path.display()))
}
