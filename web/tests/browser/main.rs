//! The pages in real Chromium: every square is hit where it is drawn, and whole games played by taps are the same as by
//! mail. `BROWSER=all` plays every game and variant from both sides; otherwise it is a short set. `SHOTS=folder` takes
//! pictures of each page to look at.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod cdp;
#[path = "../world/mod.rs"]
mod world;

use std::path::PathBuf;

use cdp::{Browser, Tab};
use serde_json::Value;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup, Side};
use world::{Table, World};

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

#[tokio::test(flavor = "multi_thread")]
async fn games_by_taps_are_games_by_mail() {
    let Some(program) = cdp::program() else { return };
    let browser = Browser::start(program).await;
    let most = if all() { usize::MAX } else { 3 };
    for script in [false, true] {
        let mut world = World::new().await;
        for (number, (game, variant)) in games().into_iter().enumerate() {
            let table = world.begin(game, Some(variant), &[], "none");
            let by_mail = world.begin(game, Some(variant), &[], "none");
            let mut tab = browser.tab().await;
            tab.size(360, 740, true).await;
            tab.scripts(script).await;
            let turns = tapped(&mut tab, &table, game, variant, script, most, number as u64 + 1).await;
            for (side, turn) in &turns {
                world.by_mail(&by_mail, *side, turn);
            }
            let record = |table: &Table| {
                let page = world.service.public_game(table.number).unwrap().unwrap();
                let turns = page.record.turns.iter().map(|turn| (turn.number, turn.side, turn.text.clone()));
                (turns.collect::<Vec<_>>(), page.record.end.map(|end| (end.winner, end.reason)), page.board.position)
            };
            assert_eq!(record(&table), record(&by_mail), "{game} {variant}, script {script}");
            assert!(!turns.is_empty());
        }
    }
}

/// Plays a random game, or its beginning, by taps on squares and buttons.
async fn tapped(
    tab: &mut Tab,
    table: &Table,
    game: &str,
    variant: &str,
    script: bool,
    most: usize,
    seed: u64,
) -> Vec<(Side, String)> {
    let mut dice = Dice(seed);
    let mut course = Course::new(&Setup::new(game, Some(variant), &[]).unwrap()).unwrap();
    let mut turns = Vec::new();
    while let Some(side) = course.to_move().filter(|_| turns.len() < most) {
        let legal = course.position().legal();
        let turn = legal[dice.below(legal.len())].clone();
        tab.open(&table.pages[side as usize]).await;
        let mut path = String::new();
        loop {
            let fork = turnpost_core::steps::fork(course.position(), &path).unwrap();
            // A turn may be whole and still go on: then it is played as it stands only if it is this one.
            if fork.whole.as_ref() == Some(&turn) {
                break;
            }
            let way = chosen(course.position(), &fork, &turn);
            let alone = fork.ways.iter().filter(|other| other.square == way.square).count() == 1;
            if let Some(square) = way.square {
                step(tab, &format!(".places path[data-s={square}]"), script).await;
            }
            if way.square.is_none() || !alone {
                let href = format!("?p={}", encoded(&way.path));
                step(tab, &format!(".ways a[href=\"{href}\"]"), script).await;
            }
            path = way.path.clone();
        }
        let revision = tab.eval("document.querySelector('main').dataset.revision").await;
        press(tab, ".play button").await;
        tab.until(&format!(
            "document.readyState === 'complete' && document.querySelector('main').dataset.revision !== {revision}"
        ))
        .await;
        course.play(&turn).unwrap();
        turns.push((side, turn));
    }
    turns
}

/// The way that leads to a turn: one of its spellings begins so.
fn chosen<'f>(
    position: &turnpost_core::rules::Position,
    fork: &'f turnpost_core::steps::Fork,
    turn: &str,
) -> &'f turnpost_core::steps::Way {
    let leads = |way: &&turnpost_core::steps::Way| reaches(position, &way.path, turn);
    // Mostly its text says it, and the longest that fits is meant: `a1` begins no `a10`.
    let plain = fork.ways.iter().filter(|way| turn.starts_with(&way.path)).max_by_key(|way| way.path.len());
    plain
        .or_else(|| fork.ways.iter().find(leads))
        .unwrap_or_else(|| panic!("{turn} can't be reached from {:?}", fork.path))
}

fn reaches(position: &turnpost_core::rules::Position, path: &str, turn: &str) -> bool {
    let Some(fork) = turnpost_core::steps::fork(position, path) else { return false };
    fork.whole.as_deref() == Some(turn) || fork.ways.iter().any(|way| reaches(position, &way.path, turn))
}

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

fn encoded(path: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    path.chars().map(|c| if keep(c) { c.to_string() } else { format!("%{:02X}", c as u32) }).collect()
}

/// Two people play a live game; one loses the connection twice.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_live() {
    let Some(program) = cdp::program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let table = world.begin("othello", None, &[], "10m+10s");
    let mut tabs = [browser.tab().await, browser.tab().await];
    for (side, tab) in tabs.iter_mut().enumerate() {
        tab.size(360, 740, true).await;
        tab.call("Network.enable", serde_json::json!({})).await;
        tab.open(&table.pages[side]).await;
    }
    let mut course = Course::new(&Setup::new("othello", None, &[]).unwrap()).unwrap();
    let most = if all() { usize::MAX } else { 12 };
    let (mut dice, mut played) = (Dice(9), 0);
    while let Some(side) = course.to_move().filter(|_| played < most) {
        let turn = {
            let legal = course.position().legal();
            legal[dice.below(legal.len())].clone()
        };
        // Twice Black doesn't hear of White's turn until the network is back.
        if played == 3 || played == 7 {
            network(&mut tabs[1], false).await;
        }
        if played == 4 || played == 8 {
            network(&mut tabs[1], true).await;
        }
        let tab = &mut tabs[side as usize];
        tab.call("Page.bringToFront", serde_json::json!({})).await;
        // Nobody reloads anything: the board comes by itself.
        tab.until("'mine' in document.querySelector('main').dataset").await;
        match turn.as_str() {
            "pass" => step(tab, ".ways a", true).await,
            square => step(tab, &format!(".places path[data-s={square}]"), true).await,
        }
        press(tab, ".play button").await;
        tab.until("!('mine' in document.querySelector('main').dataset)").await;
        course.play(&turn).unwrap();
        played += 1;
    }
    let page = world.service.public_game(table.number).unwrap().unwrap();
    assert_eq!(page.board.position, course.position().text());
    let mails = world.delivered();
    let turns = mails.iter().filter(|(_, notice)| notice.board.as_ref().is_some_and(|board| !board.over)).count();
    assert!(turns <= 2, "{turns} mails about turns in a live game");
}

async fn network(tab: &mut Tab, on: bool) {
    let state = serde_json::json!({ "offline": !on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tab.call("Network.emulateNetworkConditions", state).await;
}

/// Pictures of each page at three widths, light and dark, for somebody to look at.
#[tokio::test(flavor = "multi_thread")]
async fn pictures_to_look_at() {
    let Some(folder) = std::env::var_os("SHOTS").map(PathBuf::from) else { return };
    let Some(program) = cdp::program() else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let browser = Browser::start(program).await;
    let mut world = World::with(|settings| turnpost_web::Settings {
        mail: Some("play@example.org".into()),
        discord: true,
        ..settings
    })
    .await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    for (side, turn) in
        [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3"), (Side::White, "g1-e3/e8"), (Side::Black, "d10-d8/b6")]
    {
        world.by_mail(&table, side, turn);
    }
    let diamond = world.begin("diamond", None, &[], "10d+36h");
    let dameo = world.begin("dameo", None, &[], "10m+10s");
    let name = table.players[0].split('@').next().unwrap().to_owned();
    let [url, mine] = [world.url.clone(), table.pages[0].clone()];
    let pages = [
        ("front", format!("{url}/")),
        ("rules", format!("{url}/rules/amazons")),
        ("game", format!("{url}/g/{}", table.number)),
        ("embed", format!("{url}/g/{}/embed", table.number)),
        ("player", format!("{url}/p/{name}")),
        ("ratings", format!("{url}/ratings/amazons")),
        ("mine-first", mine.clone()),
        ("mine-target", format!("{mine}?p=d7")),
        ("mine-arrow", format!("{mine}?p=d7-d5")),
        ("mine-whole", format!("{mine}?p=d7-d5%2Fb3")),
        ("mine-diamond", diamond.pages[0].clone()),
        ("mine-dameo", dameo.pages[0].clone()),
        ("mine-waiting", table.pages[1].clone()),
        ("missing", format!("{url}/nothing")),
    ];
    for (page, address) in pages {
        for width in WIDTHS {
            for dark in [false, true] {
                let mut tab = browser.tab().await;
                tab.size(width, if width < 1000 { 740 } else { 800 }, width < 1000).await;
                tab.dark(dark).await;
                tab.open(&address).await;
                let picture = tab.picture().await;
                let shade = if dark { "dark" } else { "light" };
                std::fs::write(folder.join(format!("{page}-{width}-{shade}.png")), picture).unwrap();
                tab.call("Page.close", serde_json::json!({})).await;
            }
        }
    }
}
