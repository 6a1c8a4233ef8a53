//! Every study of the showcase from both sides as SVG, compared with the files in `tests/goldens/`.
//! `UPDATE=1 cargo test -p turnpost-render --test goldens` writes them as they are drawn now; look at them then.
//! The files have one element a line, so that a difference can be read.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use turnpost_core::rules::Side;
use turnpost_render::showcase::STUDIES;
use turnpost_render::{Picture, svg};

#[test]
fn every_study_is_drawn_as_it_was() {
    let renew = std::env::var_os("UPDATE").is_some();
    let mut names = BTreeSet::new();
    let mut changed = Vec::new();
    for study in STUDIES.iter() {
        for side in Side::BOTH {
            let picture = Picture { side, size: 400, ..Picture::new(study.scene().unwrap()) };
            let now = svg(&picture).unwrap().replace("><", ">\n<");
            let name = format!("{}-{}-{}-{}.svg", study.game, study.variant, dashed(study.name), side.word());
            let file = folder().join(&name);
            if renew {
                fs::create_dir_all(folder()).unwrap();
                fs::write(&file, &now).unwrap();
            }
            let before = fs::read_to_string(&file).unwrap_or_default();
            if let Some(difference) = difference(&before, &now) {
                changed.push(format!("{name}, {difference}"));
            }
            names.insert(name);
        }
    }
    assert!(
        changed.is_empty(),
        "{} pictures are drawn differently. Look at them with `turnpost gallery`; if that is how they should be, run \
         this test with UPDATE=1.\n{}",
        changed.len(),
        changed.join("\n")
    );
    let kept: BTreeSet<String> =
        fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(kept, names, "a file is left of a study that is gone");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens")
}

fn dashed(name: &str) -> String {
    name.replace('\'', "").replace(' ', "-")
}

/// The first line that differs, before and now.
fn difference(before: &str, now: &str) -> Option<String> {
    if before == now {
        return None;
    }
    let (mut old, mut new) = (before.lines(), now.lines());
    for line in 1.. {
        let (was, is) = (old.next(), new.next());
        if was != is || was.is_none() {
            let shown = |line: Option<&str>| line.unwrap_or("the end").chars().take(300).collect::<String>();
            return Some(format!("line {line}:\n  before: {}\n  now:    {}", shown(was), shown(is)));
        }
    }
    None
}
