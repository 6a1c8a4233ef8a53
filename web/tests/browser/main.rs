//! The pages in real Chromium: every square is hit where it is drawn, and whole games played by taps are the same as by
//! mail. `BROWSER=all` plays whole games of every variant from both sides; otherwise it is a short set. `AXE=file` has
//! axe-core look at every page, `LIGHTHOUSE=program` has that do so, and `SHOTS=folder` takes pictures to look at.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod accessible;
mod cdp;
mod comfort;
mod crawler;
mod live;
mod shots;
mod taps;
#[path = "../world/mod.rs"]
mod world;

use cdp::{Browser, Tab};
use serde_json::Value;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use world::World;

/// Widths of a small phone, a phone and a desk.
const WIDTHS: [u32; 3] = [320, 360, 1280];

fn all() -> bool {
    std::env::var("BROWSER").as_deref() == Ok("all")
}

/// The games and variants that are looked at.
fn games() -> Vec<(&'static str, &'static str)> {
    let every = GameKind::ALL.iter().flat_map(|game| game.variants().iter().map(|variant| (game.name(), *variant)));
    every.filter(|(game, variant)| all() || GameKind::named(game).unwrap().variants()[0] == *variant).collect()
}

/// Numbers that look random, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_square_is_hit_where_it_is_drawn() {
    let Some(program) = cdp::program() else { return };
    let browser = Browser::start(program).await;
    let mut tab = browser.tab().await;
    let mut world = World::new().await;
    for (game, variant) in games() {
        let table = world.begin(game, Some(variant), &[], "none");
        let start = Course::new(&Setup::new(game, Some(variant), &[]).unwrap()).unwrap();
        let begins = start.position().to_move();
        for side in [begins, begins.other()] {
            if side != begins {
                world.by_mail(&table, begins, &start.position().legal()[0]);
            }
            for width in WIDTHS {
                tab.size(width, 800, width < 1000).await;
                tab.open(&table.pages[side as usize]).await;
                let wrong = tab.eval(HITS).await;
                let told = wrong.as_str().unwrap_or("no answer");
                assert!(told.starts_with("ok"), "{game} {variant}, {side}, {width} px: {told}");
            }
        }
    }
}

/// Each square's centre and eight points around it; says what is wrong, or how many were hit.
const HITS: &str = r"(() => {
    const squares = [...document.querySelectorAll('.places path')];
    if (!squares.length) return 'no squares: ' + document.body.innerText;
    let hit = 0, least = 1e9;
    for (const square of squares) {
        square.scrollIntoView({ block: 'center' });
        const to = square.getScreenCTM();
        const [, x, y] = square.getAttribute('d').match(/^M(\d+) (\d+)/).map(Number);
        least = Math.min(least, Math.hypot(to.a, to.b) * 100);
        for (const dx of [10, 50, 90]) for (const dy of [10, 50, 90]) {
            const point = new DOMPoint(x + dx, y + dy).matrixTransform(to);
            const found = document.elementFromPoint(point.x, point.y);
            if (found !== square) return `${square.dataset.s} at ${point.x},${point.y}: ${found && found.outerHTML.slice(0, 80)}`;
            hit++;
        }
    }
    if (least < 24) return `squares of ${least} px`;
    if (document.documentElement.scrollWidth > innerWidth) return `wider than the window: ${document.documentElement.scrollWidth}`;
    return `ok ${hit}, ${least} px`;
})()";

/// Taps something and waits for the next step.
async fn step(tab: &mut Tab, what: &str, script: bool) {
    tab.eval("window.before = document.querySelector('main')").await;
    if script {
        tab.eval("window.kept = true").await;
    }
    press(tab, what).await;
    tab.until("document.readyState === 'complete' && !!document.querySelector('main') && document.querySelector('main') !== window.before").await;
    if script {
        assert_eq!(tab.eval("window.kept").await, Value::Bool(true), "the page was reloaded");
    }
}

/// Taps the middle of something, as a finger would: whatever is there gets it.
async fn press(tab: &mut Tab, what: &str) {
    let what = what.replace('\\', "\\\\").replace('\'', "\\'");
    let at = tab
        .eval(&format!(
            "(() => {{ const it = document.querySelector('{what}'); if (!it) return null;
               it.scrollIntoView({{ block: 'center' }}); const box = it.getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ))
        .await;
    let [x, y] = [0, 1].map(|n| at[n].as_f64().unwrap_or_else(|| panic!("no {what}")));
    tab.tap(x, y).await;
}
