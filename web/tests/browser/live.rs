//! Two people play live; one of them loses the connection, and a guest is answered by the house.

use turnpost_core::clock::moment;
use turnpost_core::game::Course;
use turnpost_core::house::Answer;
use turnpost_core::rules::Setup;
use turnpost_core::service::Randomness;

use crate::cdp::{Browser, Tab, program};
use crate::world::World;
use crate::{Dice, all, press, step};

/// Two people play a live game; one loses the connection twice.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_live() {
    let Some(program) = program() else { return };
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
            tabs[1].call("Page.bringToFront", serde_json::json!({})).await;
            tabs[1].until("document.querySelector('.note')?.textContent.startsWith('No connection') === true").await;
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
    let page = world.ask(|service| service.public_game(table.number)).unwrap().unwrap();
    assert_eq!(page.board.position, course.position().text());
    let mails = world.delivered();
    let turns = mails.iter().filter(|(_, notice)| notice.board.as_ref().is_some_and(|board| !board.over)).count();
    assert!(turns <= 2, "{turns} mails about turns in a live game");
}

async fn network(tab: &mut Tab, on: bool) {
    let state = serde_json::json!({ "offline": !on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    tab.call("Network.emulateNetworkConditions", state).await;
}

/// A guest plays, and the house's answer appears by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_guest_is_answered() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let world = World::new().await;
    let mut tab = browser.tab().await;
    tab.size(360, 740, true).await;
    tab.open(&format!("{}/", world.url)).await;
    tab.eval("document.querySelector('select[name=game]').value = 'othello'").await;
    press(&mut tab, "#play button").await;
    tab.until("location.pathname.startsWith('/b/') && document.readyState === 'complete'").await;
    step(&mut tab, ".places path[data-s=d3]", true).await;
    press(&mut tab, ".play button").await;
    tab.until("!('mine' in document.querySelector('main').dataset)").await;
    let task = world.ask(|service| service.house_task(moment::now(), 60)).unwrap().expect("a turn is owed");
    let answer = Answer::Play(task.course.position().legal()[0].clone());
    assert!(world.ask(|service| service.house_answers(&task, &answer, moment::now(), Randomness::fixed(1))).unwrap());
    tab.until("'mine' in document.querySelector('main').dataset").await;
}

/// Browsers allow six connections to one server where there is no HTTP/2. Whoever has many boards open can still play.
#[tokio::test(flavor = "multi_thread")]
async fn many_boards_are_open_at_once() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    let mut world = World::new().await;
    let mut tabs = Vec::new();
    for _ in 0..9 {
        let table = world.begin("othello", None, &[], "10d+36h");
        let mut tab = browser.tab().await;
        tab.call("Page.bringToFront", serde_json::json!({})).await;
        tab.open(&table.pages[1]).await;
        tabs.push(tab);
    }
    for tab in &mut tabs {
        tab.call("Page.bringToFront", serde_json::json!({})).await;
        step(tab, ".places path[data-s=d3]", true).await;
    }
}
