//! What scanners do that run scripts, look around and press nothing: it changes nothing.

use serde_json::{Value, json};

use crate::accessible::key;
use crate::cdp::{Browser, program};
use crate::world::everything::every;

#[tokio::test(flavor = "multi_thread")]
async fn looking_around_with_script_changes_nothing() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let (world, pages) = every().await;
    let before = world.dump();
    for (page, address) in &pages {
        let mut tab = browser.tab().await;
        tab.size(360, 740, true).await;
        tab.open(address).await;
        let scripted = tab.eval("!!document.querySelector('script')").await == Value::Bool(true);
        assert_eq!(tab.eval("document.documentElement.classList.contains('js')").await, scripted, "{page}");
        tab.eval("scrollTo(0, document.body.scrollHeight)").await;
        for _ in 0..8 {
            key(&mut tab, "Tab").await;
        }
        for x in [60, 180, 300] {
            tab.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": 300 })).await;
        }
        tab.eval("document.querySelectorAll('details').forEach((part) => { part.open = true; })").await;
        // Somebody comes back to it.
        tab.open(address).await;
        tab.call("Page.close", json!({})).await;
    }
    assert_eq!(before, world.dump(), "looking changed something");
}
