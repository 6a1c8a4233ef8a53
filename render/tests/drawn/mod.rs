//! Pictures compared with the files of a folder; `UPDATE=1` writes them as they are drawn now, and as pictures into the folder
//! that `LOOK` names.

use std::path::Path;

use turnpost_render::theme::Theme;

/// A drawing is as it was when somebody last looked at it.
pub fn as_before(folder: &str, name: &str, svg: &str, png: impl Fn(Theme) -> Vec<u8>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let file = folder.join(format!("{name}.svg"));
    let now = svg.replace("><", ">\n<");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&file, &now).unwrap();
    }
    assert!(std::fs::read_to_string(&file).unwrap_or_default() == now, "UPDATE=1 accepts {name}; look at it then");
    if let Some(look) = std::env::var_os("LOOK") {
        for theme in Theme::ALL {
            std::fs::write(Path::new(&look).join(format!("{name}-{theme}.png")), png(theme)).unwrap();
        }
    }
}

/// It is the same every time, each theme has its own, and none is large.
pub fn always_the_same(name: &str, most: usize, png: impl Fn(Theme) -> Vec<u8>) {
    let mut seen = Vec::new();
    for theme in Theme::ALL {
        let file = png(theme);
        assert_eq!(file, png(theme), "{name}");
        assert!(!seen.contains(&file), "{name} in {theme}");
        assert!(file.len() < most, "{name}: {} bytes", file.len());
        seen.push(file);
    }
}
