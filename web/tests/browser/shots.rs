//! Pictures of each page at three widths, light and dark, for somebody to look at.

use std::path::PathBuf;

use crate::WIDTHS;
use crate::cdp::{Browser, program};
use crate::world::everything::every;

#[tokio::test(flavor = "multi_thread")]
async fn pictures_to_look_at() {
    let Some(folder) = std::env::var_os("SHOTS").map(PathBuf::from) else { return };
    let Some(program) = program() else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let browser = Browser::start(program).await;
    let (_world, pages) = every().await;
    for (page, address) in pages {
        for width in WIDTHS {
            for dark in [false, true] {
                let mut tab = browser.tab().await;
                tab.size(width, if width < 1000 { 740 } else { 800 }, width < 1000).await;
                tab.dark(dark).await;
                tab.open(&address).await;
                // Pictures further down are loaded when somebody comes to them.
                tab.eval(
                    "Promise.all([...document.images].map((it) => { it.loading = 'eager'; return it.decode().catch(() => 0); }))",
                )
                .await;
                let picture = tab.picture().await;
                let shade = if dark { "dark" } else { "light" };
                std::fs::write(folder.join(format!("{page}-{width}-{shade}.png")), picture).unwrap();
                tab.call("Page.close", serde_json::json!({})).await;
            }
        }
    }
}
