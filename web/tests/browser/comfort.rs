//! What makes it comfortable: the slider, keys and swipes through a game; paper; and what stays behind on the way out.

use serde_json::json;
use turnpost_core::rules::Side;

use crate::accessible::key;
use crate::cdp::{Browser, Tab, program};
use crate::world::World;
use crate::{press, step};

async fn shown(tab: &mut Tab, turn: usize) {
    tab.until(&format!("document.querySelector('.walk').dataset.turn === '{turn}'")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_gone_through() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let turns = [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3"), (Side::White, "g1-e3/e8")];
    for (side, turn) in &turns[..2] {
        world.by_mail(&table, *side, turn);
    }
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&format!("{}/g/{}", world.url, table.number)).await;
    shown(&mut tab, 2).await;
    key(&mut tab, "ArrowLeft").await;
    shown(&mut tab, 1).await;
    key(&mut tab, "ArrowRight").await;
    shown(&mut tab, 2).await;
    swipe(&mut tab, 80.0, 280.0).await;
    shown(&mut tab, 1).await;
    swipe(&mut tab, 280.0, 80.0).await;
    shown(&mut tab, 2).await;
    // Up and down is scrolling.
    let slide = "(() => { const it = document.querySelector('.walk input'); it.value = 0; it.dispatchEvent(new Event('change')); })()";
    tab.eval(slide).await;
    shown(&mut tab, 0).await;
    assert_eq!(tab.eval("location.search").await, "?t=0", "the address is of what is shown");
    tab.eval("history.back()").await;
    shown(&mut tab, 2).await;
    press(&mut tab, ".walk a[rel=prev]").await;
    shown(&mut tab, 1).await;
    // Whoever looks back is left there; whoever looks at the last turn sees the next.
    world.by_mail(&table, turns[2].0, turns[2].1);
    tab.until("document.querySelector('.walk').dataset.turns === '3'").await;
    shown(&mut tab, 1).await;
    press(&mut tab, ".walk a:last-of-type").await;
    shown(&mut tab, 3).await;
    world.by_mail(&table, Side::Black, "d10-d8/b6");
    shown(&mut tab, 4).await;
}

async fn swipe(tab: &mut Tab, from: f64, to: f64) {
    tab.eval("document.querySelector('.board').scrollIntoView({ block: 'center' })").await;
    let touch = |kind: &str, x: Option<f64>| {
        let points: Vec<_> = x.into_iter().map(|x| json!({ "x": x, "y": 400 })).collect();
        json!({ "type": kind, "touchPoints": points })
    };
    tab.call("Input.dispatchTouchEvent", touch("touchStart", Some(from))).await;
    tab.call("Input.dispatchTouchEvent", touch("touchMove", Some(to))).await;
    tab.call("Input.dispatchTouchEvent", touch("touchEnd", None)).await;
}

/// Escape chooses afresh; a comment that was begun survives.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_chosen_with_second_thoughts() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&table.pages[0]).await;
    step(&mut tab, ".places path[data-s=d1]", true).await;
    key(&mut tab, "Escape").await;
    tab.until("!document.querySelector('.places a[href*=\"d1-d7\"]')").await;
    step(&mut tab, ".places path[data-s=d1]", true).await;
    // Another piece may be tapped instead.
    step(&mut tab, ".places path[data-s=g1]", true).await;
    tab.until("document.querySelector('.places a[href*=\"g1-\"]') !== null").await;
}

/// On paper there are the board and the words, and nothing to press.
#[tokio::test(flavor = "multi_thread")]
async fn it_prints_well() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    world.by_mail(&table, Side::White, "d1-d7/g7");
    for address in [format!("{}/g/{}", world.url, table.number), table.pages[1].clone()] {
        let mut tab = browser.tab().await;
        tab.size(794, 1123, false).await;
        tab.dark(true).await;
        tab.open(&address).await;
        let media = json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
        tab.call("Emulation.setEmulatedMedia", media).await;
        let seen = "(what) => [...document.querySelectorAll(what)].some((it) => it.getClientRects().length)";
        assert_eq!(tab.eval(&format!("({seen})('button, input, textarea, .walk, .site')")).await, false, "{address}");
        assert_eq!(tab.eval(&format!("({seen})('.board')")).await, true);
        let colours = "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color].join()";
        assert_eq!(tab.eval(colours).await, "rgb(255, 255, 255),rgb(0, 0, 0)", "dark ink on white paper");
        let high = tab.eval("document.querySelector('.board').getBoundingClientRect().height").await;
        assert!(high.as_f64().unwrap() < 1123.0, "the board fits on a sheet");
    }
}

/// Whoever goes on from a secret page doesn't tell where they came from.
#[tokio::test(flavor = "multi_thread")]
async fn the_secret_stays_behind() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let mut tab = browser.tab().await;
    tab.call("Network.enable", json!({})).await;
    tab.size(1280, 800, false).await;
    tab.open(&table.pages[0]).await;
    let secret = world.secret(&table.pages[0]);
    let html = tab.eval("document.documentElement.outerHTML").await;
    assert!(!html.as_str().unwrap().contains(&secret), "in the page itself");
    press(&mut tab, "a[href^='/g/']").await;
    tab.until("location.pathname.startsWith('/g/') && document.readyState === 'complete'").await;
    assert_eq!(tab.eval("document.referrer").await, "");
    let sent = tab.headers_sent().await;
    assert!(!sent.is_empty() && !sent.iter().any(|headers| headers.contains(&secret)), "{sent:?}");
}

/// Somebody asks for too much: the board stays, and what happened is said above it.
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_leaves_the_board() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::with(|settings| turnpost_web::Settings { pace: 3, ..settings }).await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    for (side, turn) in [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3")] {
        world.by_mail(&table, side, turn);
    }
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&format!("{}/g/{}", world.url, table.number)).await;
    let told = "document.querySelector('.note')?.textContent.startsWith('A moment, please. ')";
    tab.eval("for (let n = 0; n < 40; n++) document.querySelector('.walk a').click(); 0").await;
    tab.until(&format!("{told} === true")).await;
    assert_eq!(tab.eval("!!document.querySelector('.board')").await, true, "the board stays");
    // What was asked for comes with the next try.
    let tried = "(() => { if (!(performance.now() - window.last < 700)) {
        window.last = performance.now(); document.querySelector('.walk a[rel=prev]')?.click(); }
        return !document.querySelector('.note'); })()";
    tab.until(tried).await;
}

/// Where no more may wait for turns, the page says so and looks for them now and then.
#[tokio::test(flavor = "multi_thread")]
async fn one_watcher_too_many_still_sees_the_turn() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::with(|settings| turnpost_web::Settings { watchers: 0, ..settings }).await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&table.pages[1]).await;
    tab.until("document.querySelector('.note')?.textContent.startsWith('So many are watching') === true").await;
    world.by_mail(&table, Side::White, "d1-d7/g7");
    tab.until("'mine' in document.querySelector('main').dataset").await;
}
