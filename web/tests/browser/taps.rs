//! Whole games by taps, without script and with it, are the same as by mail.

use std::time::Instant;

use turnpost_core::game::Course;
use turnpost_core::rules::{Position, Setup, Side};
use turnpost_core::steps::{Fork, Way, fork};

use crate::cdp::{Browser, Tab, program};
use crate::world::{Table, World};
use crate::{Dice, all, games, press, step};

/// Turns of a whole game, at most: of so many random games the shortest is played, and a longer one is cut here.
const LONGEST: usize = 160;
/// Games that it is chosen from.
const TRIED: u64 = 24;

#[tokio::test(flavor = "multi_thread")]
async fn games_by_taps_are_games_by_mail() {
    let Some(program) = program() else { return };
    let browser = Browser::start(program).await;
    for script in [false, true] {
        let mut world = World::new().await;
        for (number, (game, variant)) in games().into_iter().enumerate() {
            let table = world.begin(game, Some(variant), &[], "none");
            let by_mail = world.begin(game, Some(variant), &[], "none");
            let mut tab = browser.tab().await;
            tab.size(360, 740, true).await;
            tab.scripts(script).await;
            let planned = planned(game, variant, number as u64 + 1);
            let begun = Instant::now();
            let turns = tapped(&mut tab, &table, game, variant, script, &planned).await;
            eprintln!("{game} {variant}, script {script}: {} turns in {:?}", turns.len(), begun.elapsed());
            for (side, turn) in &turns {
                world.by_mail(&by_mail, *side, turn);
            }
            let record = |table: &Table| {
                let page = world.ask(|service| service.public_game(table.number)).unwrap().unwrap();
                let turns = page.record.turns.iter().map(|turn| (turn.number, turn.side, turn.text.clone()));
                (turns.collect::<Vec<_>>(), page.record.end.map(|end| (end.winner, end.reason)), page.board.position)
            };
            assert_eq!(record(&table), record(&by_mail), "{game} {variant}, script {script}");
            assert!(!turns.is_empty());
            tab.call("Page.close", serde_json::json!({})).await;
        }
    }
}

/// The turns of a random game: all of a short one, or the beginning of any.
fn planned(game: &str, variant: &str, seed: u64) -> Vec<String> {
    let most = if all() { LONGEST } else { 3 };
    let random = |seed: u64, most: usize| {
        let mut dice = Dice(seed);
        let mut course = Course::new(&Setup::new(game, Some(variant), &[]).unwrap()).unwrap();
        let mut turns = Vec::new();
        while course.to_move().is_some() && turns.len() < most {
            let legal = course.position().legal();
            let turn = legal[dice.below(legal.len())].clone();
            course.play(&turn).unwrap();
            turns.push(turn);
        }
        turns
    };
    let first = random(seed, most);
    let others = if all() { 1..TRIED } else { 0..0 };
    // None is played on that is longer than the shortest so far.
    others.fold(first, |best, more| {
        let next = random(seed + 1000 * more, best.len());
        if next.len() < best.len() { next } else { best }
    })
}

/// Plays these turns by taps on squares and buttons.
async fn tapped(
    tab: &mut Tab,
    table: &Table,
    game: &str,
    variant: &str,
    script: bool,
    planned: &[String],
) -> Vec<(Side, String)> {
    let mut course = Course::new(&Setup::new(game, Some(variant), &[]).unwrap()).unwrap();
    let mut turns = Vec::new();
    for turn in planned {
        let (turn, side) = (turn.clone(), course.to_move().unwrap());
        tab.open(&table.pages[side as usize]).await;
        let mut path = String::new();
        loop {
            let here = fork(course.position(), &path).unwrap();
            // A turn may be whole and still go on: then it is played as it stands only if it is this one.
            if here.whole.as_ref() == Some(&turn) {
                break;
            }
            let way = chosen(course.position(), &here, &turn);
            let alone = here.ways.iter().filter(|other| other.square == way.square).count() == 1;
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
fn chosen<'f>(position: &Position, fork: &'f Fork, turn: &str) -> &'f Way {
    let leads = |way: &&Way| reaches(position, &way.path, turn);
    // Mostly its text says it, and the longest that fits is meant: `a1` begins no `a10`.
    let plain = fork.ways.iter().filter(|way| turn.starts_with(&way.path)).max_by_key(|way| way.path.len());
    plain
        .or_else(|| fork.ways.iter().find(leads))
        .unwrap_or_else(|| panic!("{turn} can't be reached from {:?}", fork.path))
}

fn reaches(position: &Position, path: &str, turn: &str) -> bool {
    let Some(here) = fork(position, path) else { return false };
    here.whole.as_deref() == Some(turn) || here.ways.iter().any(|way| reaches(position, &way.path, turn))
}

fn encoded(path: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    path.chars().map(|c| if keep(c) { c.to_string() } else { format!("%{:02X}", c as u32) }).collect()
}
