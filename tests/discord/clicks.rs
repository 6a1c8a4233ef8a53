//! What a turn costs a player with the picker: whole games of every kind, with interactions and messages counted.
//! `cargo test --test discord clicks -- --nocapture` prints the figures of `docs/performance.md`.

use std::time::Duration;

use serde_json::{Value, json};
use turnpost_core::rules::{GameKind, Setup};
use turnpost_standin::world::{Message, World};

use crate::games::{MOST, Playing, choose, pick, seed};
use crate::rig::{Dice, Rig};

/// What each turn of a game cost.
#[derive(Default)]
struct Cost {
    interactions: Vec<usize>,
    messages: Vec<usize>,
    pings: Vec<usize>,
}

impl Cost {
    fn most(&self) -> usize {
        self.interactions.iter().copied().max().unwrap_or(0)
    }

    fn line(&self, setup: &Setup) -> String {
        let column = |counts: &[usize]| {
            let sum: usize = counts.iter().sum();
            format!("{:.2} / {}", sum as f64 / counts.len().max(1) as f64, counts.iter().max().unwrap_or(&0))
        };
        let columns = [&self.interactions, &self.messages, &self.pings].map(|counts| column(counts));
        format!(
            "| {} `{}` | {} | {} |",
            setup.game.title(),
            setup.variant,
            self.interactions.len(),
            columns.join(" | ")
        )
    }
}

/// Interactions, messages of the bot's, seen by all or by one, and pings by these, all since that id.
fn counted(world: &World, since: u64) -> [usize; 3] {
    let ours = || world.messages.range(since..).map(|(_, message)| message).filter(|m| m.author == world.application);
    let pings = ours().map(|message| message.pinged.len()).sum();
    [world.interactions.range(since..).count(), ours().count(), pings]
}

async fn cost(setup: &Setup) -> Cost {
    let found = tokio::task::spawn_blocking({
        let setup = setup.clone();
        move || seed(&setup)
    });
    let mut dice = Dice(found.await.expect("a seed"));
    let rig = Rig::for_the_fast().await;
    let mut playing = Playing::begin(&rig, setup).await;
    let mut cost = Cost::default();
    for _ in 0..MOST {
        if playing.over() {
            break;
        }
        let since = rig.discord.change(|world| world.id());
        let turn = choose(&playing.game, &mut dice);
        pick(&rig, playing.mover(), playing.board.id, &turn).await;
        playing.played(&turn).await;
        // The private answer may come after the board.
        tokio::time::sleep(Duration::from_millis(60)).await;
        let [interactions, messages, pings] = rig.discord.look(|world| counted(world, since));
        cost.interactions.push(interactions);
        cost.messages.push(messages);
        cost.pings.push(pings);
    }
    assert!(playing.over());
    cost
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_takes_few_clicks() {
    let mut lines = Vec::new();
    for &game in GameKind::ALL {
        let mut playing = tokio::task::JoinSet::new();
        for &variant in game.variants() {
            let setup = Setup::new(game.name(), Some(variant), &[]).unwrap();
            playing.spawn(async move { (cost(&setup).await, setup) });
        }
        while let Some(played) = playing.join_next().await {
            let (cost, setup) = played.expect("a whole game");
            println!("{}", cost.line(&setup));
            lines.push((setup.game, cost.most(), cost.line(&setup)));
        }
    }
    for (game, most, line) in lines {
        let bound = match game.name() {
            "amazons" | "desdemona" => 4,
            "dameo" => 3,
            "othello" => 2,
            _ => 5,
        };
        assert!(most <= bound, "{line}");
    }
}

/// The messages that a press on a private or public message leads to: the same message, once it is edited again.
async fn edited(rig: &Rig, message: &Message) -> Message {
    let next = |world: &World| world.messages.get(&message.id).filter(|now| now.edits > message.edits).cloned();
    rig.discord.until("an edit", next).await
}

fn labels(message: &Message) -> Vec<String> {
    let rows = message.components.iter().flat_map(|row| row["components"].as_array().unwrap());
    rows.filter_map(|part| part["label"].as_str()).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn piece_and_target_stand_in_one_message_and_the_last_choice_plays() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("amazons", None).await;
    let first = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.discord.choose(rig.ben, first.id, "d1");
    let second = edited(&rig, &first).await;
    let options: Vec<&Value> =
        second.components.iter().filter_map(|row| row["components"][0]["options"].as_array()).flatten().collect();
    let chosen: Vec<&Value> = options.iter().filter(|one| one["default"] == true).map(|one| &one["value"]).collect();
    assert_eq!(chosen, ["d1"], "the amazon stays above its squares");
    assert!(options.iter().any(|one| one["value"] == "g1"), "and another can be chosen");
    rig.discord.choose(rig.ben, second.id, "g1");
    let other = edited(&rig, &second).await;
    assert!(other.content.starts_with("g1 goes to"), "{}", other.content);
    rig.discord.choose(rig.ben, other.id, "d1");
    let again = edited(&rig, &other).await;
    rig.discord.choose(rig.ben, again.id, "d1-d7");
    let third = edited(&rig, &again).await;
    assert!(third.components.iter().any(|row| row.to_string().contains("shoot g7")), "{third:?}");
    rig.discord.choose(rig.ben, third.id, "d1-d7/g7");
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("d1-d7/g7"), "{}", next.content);
    assert_eq!(next.pinged, [rig.ann].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_can_be_taken_back_from_its_board() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    assert!(!labels(&board).contains(&"Undo".to_owned()), "nothing was played yet");
    pick(&rig, rig.ben, board.id, "c3-c4").await;
    let played = rig.board(thread, board.id).await;
    assert!(labels(&played).contains(&"Undo".to_owned()), "{played:?}");
    let told = rig.discord.answer(rig.discord.click(rig.ann, played.id, "Undo")).await;
    assert!(told.content.contains("whoever played"), "{}", told.content);
    rig.discord.click(rig.ben, played.id, "Undo");
    let back = rig.board(thread, played.id).await;
    assert!(back.content.contains("back") && back.pinged == [rig.ben].into(), "{}", back.content);
    // Once the opponent has answered, the button of the old board is of no more use.
    pick(&rig, rig.ben, back.id, "d3-d4").await;
    let second = rig.board(thread, back.id).await;
    let undo = second.components[0]["components"].as_array().unwrap().iter().find(|part| part["label"] == "Undo");
    let id = undo.unwrap()["custom_id"].as_str().unwrap().to_owned();
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    let third = rig.board(thread, second.id).await;
    let late = rig.discord.answer(rig.discord.press(rig.ben, second.id, &id)).await;
    assert!(late.content.contains("The board has changed"), "{}", late.content);
    let now = rig.discord.messages(thread).last().cloned().unwrap();
    assert_eq!(now.id, third.id, "nobody was asked anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_private_line_takes_a_turn_back_too() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let view = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.discord.choose(rig.ben, view.id, "c3");
    let view = edited(&rig, &view).await;
    rig.discord.choose(rig.ben, view.id, "c3-c4");
    let played = rig.board(thread, board.id).await;
    let line = rig
        .discord
        .until("the private line", |world| world.messages.get(&view.id).filter(|now| labels(now) == ["Undo"]).cloned())
        .await;
    rig.discord.click(rig.ben, line.id, "Undo");
    let back = rig.board(thread, played.id).await;
    assert_eq!(back.pinged, [rig.ben].into(), "{}", back.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_is_asked_first() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let set = rig.discord.slash(rig.ben, thread, "settings", &[("what", json!("confirm")), ("value", json!("on"))]);
    let told = rig.discord.answer(set).await;
    assert!(told.content.contains("asked about before they are played"), "{}", told.content);
    let view = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.discord.choose(rig.ben, view.id, "c3");
    let view = edited(&rig, &view).await;
    rig.discord.choose(rig.ben, view.id, "c3-c4");
    let asked = edited(&rig, &view).await;
    assert!(asked.content.contains("Play `c3-c4`?") && labels(&asked).contains(&"Play it".to_owned()), "{asked:?}");
    rig.discord.click(rig.ben, asked.id, "Play it");
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("c3-c4"), "{}", next.content);
}
