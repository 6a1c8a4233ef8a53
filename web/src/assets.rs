//! The files that pages use: the style sheet, the script, the icon. Each has its content's hash in its name, so that it
//! can be kept for ever.

use std::sync::LazyLock;

use crate::sheet::{Care, Sheet};

/// A file under `/a/`.
pub(crate) struct Asset {
    /// Its name, with its hash.
    pub name: String,
    /// Its content.
    pub sheet: Sheet,
}

const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &[u8] = include_bytes!("../assets/board.js");
const ICON: &[u8] = include_bytes!("../assets/icon.svg");

/// How everything looks.
pub(crate) static STYLE_SHEET: LazyLock<Asset> = LazyLock::new(|| {
    let [light, dark] = turnpost_render::page::declarations();
    let style = STYLE.replace("/*light board*/", &light).replace("/*dark board*/", &dark);
    asset("style", "css", "text/css; charset=utf-8", style.into_bytes())
});

/// What makes it comfortable.
pub(crate) static BOARD_SCRIPT: LazyLock<Asset> =
    LazyLock::new(|| asset("board", "js", "text/javascript; charset=utf-8", SCRIPT.to_vec()));

/// The picture beside a page's title.
pub(crate) static PAGE_ICON: LazyLock<Asset> = LazyLock::new(|| asset("icon", "svg", "image/svg+xml", ICON.to_vec()));

/// The file of that name.
pub(crate) fn find(name: &str) -> Option<&'static Asset> {
    [&*STYLE_SHEET, &*BOARD_SCRIPT, &*PAGE_ICON].into_iter().find(|asset| asset.name == name)
}

fn asset(name: &str, end: &str, kind: &'static str, bytes: Vec<u8>) -> Asset {
    // FNV-1a: it only has to differ when the content does.
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    Asset { name: format!("{name}-{hash:016x}.{end}"), sheet: Sheet::new(kind, bytes, Care::Forever) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_small() {
        assert!(SCRIPT.len() <= 8 * 1024, "{} bytes", SCRIPT.len());
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for text in [STYLE.as_bytes(), SCRIPT] {
            let text = String::from_utf8_lossy(text);
            assert!(!text.contains("//") || !text.contains("http"), "an address in a file");
            assert!(!text.contains("@import") && !text.contains("url("));
        }
    }
}
