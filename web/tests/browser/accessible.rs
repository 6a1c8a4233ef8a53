//! For everybody: what a screen reader finds, what a keyboard can do, and what tools that look for barriers say.

use std::process::Command;

use serde_json::{Value, json};
use turnpost_core::rules::Side;

use crate::WIDTHS;
use crate::cdp::{Browser, Tab, program};
use crate::world::World;
use crate::world::everything::every;

/// The roles and names of all that assistive technology is told of.
async fn tree(tab: &mut Tab) -> Vec<(String, String)> {
    let told = tab.call("Accessibility.getFullAXTree", json!({})).await;
    let nodes = told["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != Value::Bool(true));
    let text = |node: &Value, what: &str| node[what]["value"].as_str().unwrap_or_default().to_owned();
    nodes.map(|node| (text(node, "role"), text(node, "name"))).collect()
}

/// The squares among them.
async fn squares(tab: &mut Tab) -> Vec<String> {
    let is_square = |name: &str| name.split_once(", ").is_some_and(|(square, _)| square.len() < 4);
    let links = tree(tab).await.into_iter().filter(|(role, name)| role == "link" && is_square(name));
    links.map(|(_, name)| name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_reader_finds_what_can_be_played() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&table.pages[0]).await;
    // Only legal squares are links.
    let amazons = ["a4", "d1", "g1", "j4"].map(|square| format!("{square}, White's amazon"));
    let mut found = squares(&mut tab).await;
    found.sort();
    assert_eq!(found, amazons);
    tab.open(&format!("{}?p=d1", table.pages[0])).await;
    let found = squares(&mut tab).await;
    assert!(found.contains(&"d7, empty".to_owned()) && !found.iter().any(|name| name.starts_with("e3")), "{found:?}");
    // The step is announced: it stands in a region that is read out when it changes.
    tab.open(&table.pages[0]).await;
    let status = "document.querySelector('[role=status]')";
    let first = tab.eval(&format!("{status}.innerText")).await;
    keyed(&mut tab, "Tab", 40, "document.activeElement.closest('.places') !== null").await;
    key(&mut tab, "Enter").await;
    tab.until(&format!("{status}.innerText !== {first} && document.activeElement === {status}")).await;
    assert!(tree(&mut tab).await.iter().any(|(role, _)| role == "status"));
    // A whole turn by keys alone.
    for _ in 0..2 {
        let before = tab.eval("location.href").await;
        keyed(&mut tab, "Tab", 40, "document.activeElement.closest('.places') !== null").await;
        let at = tab.eval("document.activeElement.getAttribute('aria-label')").await;
        key(&mut tab, "ArrowUp").await;
        let next = tab.eval("document.activeElement.getAttribute('aria-label')").await;
        assert!(next.as_str().is_some(), "from {at} an arrow leads nowhere");
        let on =
            "(document.activeElement.closest('.places a')?.getAttribute('href').length ?? 0) > location.search.length";
        keyed(&mut tab, "Tab", 120, on).await;
        key(&mut tab, "Enter").await;
        tab.until(&format!("location.href !== {before} && document.activeElement.id === 'step'")).await;
    }
    keyed(&mut tab, "Tab", 120, "document.activeElement.matches('.play button')").await;
    key(&mut tab, "Enter").await;
    tab.until("!('mine' in document.querySelector('main').dataset)").await;
    let record = world.ask(|service| service.public_game(table.number)).unwrap().unwrap().record;
    assert_eq!((record.turns.len(), record.turns[0].side), (1, Side::White));
}

/// Presses a key.
pub async fn key(tab: &mut Tab, key: &str) {
    let code = match key {
        "Tab" => 9,
        "Enter" => 13,
        "Escape" => 27,
        "ArrowLeft" => 37,
        "ArrowUp" => 38,
        "ArrowRight" => 39,
        _ => 40,
    };
    for kind in ["keyDown", "keyUp"] {
        let mut event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
        if key == "Enter" && kind == "keyDown" {
            event["text"] = json!("\r");
        }
        tab.call("Input.dispatchKeyEvent", event).await;
    }
}

/// Presses a key until something is true.
async fn keyed(tab: &mut Tab, what: &str, most: usize, there: &str) {
    for _ in 0..most {
        key(tab, what).await;
        if tab.eval(there).await == Value::Bool(true) {
            return;
        }
    }
    panic!("{what} never leads to {there}");
}

/// Nothing moves once it is there, nothing is wider than the window, and what is tapped is large enough.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_moves_or_is_too_small() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let (_world, pages) = every().await;
    for (page, address) in &pages {
        for width in WIDTHS {
            let mut tab = browser.tab().await;
            tab.size(width, 740, width < 1000).await;
            tab.open(address).await;
            let shifted = tab.eval(SHIFTED).await;
            assert_eq!(shifted.as_f64(), Some(0.0), "{page} at {width} px: {shifted}");
            let wide = tab.eval("document.documentElement.scrollWidth - innerWidth").await;
            assert!(wide.as_i64().unwrap() <= 0, "{page} at {width} px is {wide} px too wide");
            let small = tab.eval(SMALL).await;
            assert_eq!(small.as_str(), Some(""), "{page} at {width} px");
            tab.call("Page.close", json!({})).await;
        }
    }
}

const SHIFTED: &str = "new Promise((done) => { let sum = 0;
    new PerformanceObserver((list) => { for (const it of list.getEntries()) if (!it.hadRecentInput) sum += it.value; })
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 150); })";

/// Buttons, fields and links that stand alone; links within a sentence are as high as its line.
const SMALL: &str = "[...document.querySelectorAll('button, .button, .walk > a, select, input:not([type=hidden]), textarea, summary, .turns a, .places a path')]
    .filter((it) => it.checkVisibility?.() !== false && it.getClientRects().length)
    .map((it) => [it, it.getBoundingClientRect()])
    .filter(([, box]) => box.width < 24 || box.height < 23.5)
    .map(([it, box]) => `${it.outerHTML.slice(0, 60)} ${box.width}x${box.height}`).slice(0, 5).join('; ')";

/// `AXE=node_modules/axe-core/axe.min.js`: no violation on any page, light and dark, narrow and wide.
#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing() {
    let Some(axe) = std::env::var_os("AXE").map(|file| std::fs::read_to_string(file).unwrap()) else { return };
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let (_world, pages) = every().await;
    let mut found = Vec::new();
    for (page, address) in &pages {
        for (width, dark) in [(320, false), (360, true), (1280, false), (1280, true)] {
            let mut tab = browser.tab().await;
            tab.call("Page.setBypassCSP", json!({ "enabled": true })).await;
            tab.size(width, 740, width < 1000).await;
            tab.dark(dark).await;
            tab.open(address).await;
            tab.eval(&format!("{axe};0")).await;
            let told = tab
                .eval("axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 120)).join(' | ')}`))")
                .await;
            for one in told.as_array().unwrap() {
                found.push(format!(
                    "{page} {width} {}: {}",
                    if dark { "dark" } else { "light" },
                    one.as_str().unwrap()
                ));
            }
            tab.call("Page.close", json!({})).await;
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// `LIGHTHOUSE=node_modules/.bin/lighthouse`: accessibility 100, performance at least 95 on every kind of page.
#[tokio::test(flavor = "multi_thread")]
async fn lighthouse_is_content() {
    let Some(lighthouse) = std::env::var_os("LIGHTHOUSE") else { return };
    let Some(program) = program() else { return };
    let (_world, pages) = every().await;
    let mut poor = Vec::new();
    for (page, address) in pages.iter().filter(|(page, _)| !["missing", "mine-arrow", "embed"].contains(page)) {
        let (lighthouse, address) = (lighthouse.clone(), address.clone());
        let told = tokio::task::spawn_blocking(move || {
            Command::new(&lighthouse)
                .env("CHROME_PATH", program)
                .args([&address, "--quiet", "--output=json", "--only-categories=accessibility,performance"])
                .arg("--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage")
                .output()
                .unwrap()
        });
        let told = told.await.unwrap();
        let report: Value = serde_json::from_slice(&told.stdout)
            .unwrap_or_else(|_| panic!("{page}: {}", String::from_utf8_lossy(&told.stderr)));
        let score = |what: &str| (report["categories"][what]["score"].as_f64().unwrap_or_default() * 100.0).round();
        let (accessible, fast) = (score("accessibility"), score("performance"));
        eprintln!("{page}: accessibility {accessible}, performance {fast}");
        if accessible < 100.0 || fast < 95.0 {
            let audits = report["audits"].as_object().unwrap().iter();
            let failed = audits.filter(|(_, audit)| audit["score"].as_f64().is_some_and(|score| score < 0.9));
            let names: Vec<&str> = failed.map(|(name, _)| name.as_str()).collect();
            poor.push(format!("{page}: accessibility {accessible}, performance {fast}: {}", names.join(", ")));
        }
    }
    assert!(poor.is_empty(), "{}", poor.join("\n"));
}
