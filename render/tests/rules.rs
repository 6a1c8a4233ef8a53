//! The pages of rules in `docs/rules/`, with their pictures, are what the games say of themselves.
//! `UPDATE=1 cargo test -p turnpost-render --test rules` writes them anew; look at them then.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use turnpost_core::rules::GameKind;
use turnpost_core::text::article::{self, markdown};
use turnpost_render::{Picture, Renderer};

/// The width of a picture: sharp, and small beside the text.
const WIDTH: u32 = 440;

#[test]
fn the_pages_are_what_the_games_say() {
    let renew = std::env::var_os("UPDATE").is_some();
    let renderer = Renderer::new();
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for &game in GameKind::ALL {
        files.push((format!("{}.md", game.name()), page(game).into_bytes()));
        for diagram in article::pictures(&game.rules()) {
            let picture = Picture { size: WIDTH, ..Picture::new(diagram.scene().unwrap()) };
            files.push((markdown::file(game, diagram), renderer.png(&picture).unwrap()));
        }
    }
    let mut changed = Vec::new();
    for (name, now) in &files {
        let file = folder().join(name);
        if renew {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, now).unwrap();
        }
        if fs::read(&file).unwrap_or_default() != *now {
            changed.push(name.as_str());
        }
    }
    assert!(changed.is_empty(), "UPDATE=1 writes them anew: {}", changed.join(", "));
    let known: BTreeSet<PathBuf> = files.iter().map(|(name, _)| folder().join(name)).collect();
    let kept: BTreeSet<PathBuf> = all(&folder()).into_iter().collect();
    assert_eq!(kept, known, "a file is left of what is gone");
}

fn page(game: GameKind) -> String {
    let source = format!("core/src/rules/{}/help/rules.rs", game.name());
    format!(
        "<!-- Made from {source}; `UPDATE=1 cargo test -p turnpost-render --test rules` -->\n\n{}",
        markdown::rules(game)
    )
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules")
}

fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        } else {
            found.push(path);
        }
    }
    found
}
