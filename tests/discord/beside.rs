//! What happens beside the turns: offers, take-backs, notes and the end leave the players with a board that works.

use serde_json::json;
use turnpost_standin::world::Message;

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_leaves_the_board_as_it_is() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.answer(rig.discord.slash(rig.ben, thread, "draw", &[])).await;
    let offer = rig.discord.posted(thread, board.id, "offers a draw").await;
    // The board that was there before still works.
    let again = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    assert!(!again.content.contains("changed"), "{:?}", again.content);
    // Whoever is told that it is their turn can play there.
    rig.discord.click(rig.ann, offer.id, "No");
    let declined = rig.discord.posted(thread, offer.id, "Your turn").await;
    assert!(labels(&declined).contains(&"Move".to_owned()) && !declined.files.is_empty(), "{declined:?}");
    // Whoever isn't to move needs no board to be told so.
    let early = rig.discord.say(rig.ann, thread, "c6-c5");
    let refusal = rig.discord.posted(thread, early, "it is ben's turn").await;
    assert!(refusal.files.is_empty() && refusal.content.contains("`/if line:TURN then TURN`"), "{refusal:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_two_turns_says_so() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.say(rig.ben, thread, "c3-c4");
    let second = rig.board(thread, board.id).await;
    rig.discord.say(rig.ann, thread, "c6-c5");
    let third = rig.board(thread, second.id).await;
    rig.discord.say(rig.ben, thread, "undo");
    let asked = rig.discord.posted(thread, third.id, "asks to take turn 1").await;
    assert!(asked.content.contains("and with it your turn 2 (c6-c5)"), "{:?}", asked.content);
    rig.discord.click(rig.ann, asked.id, "Yes");
    let back = rig.discord.posted(thread, asked.id, "`c3-c4`").await;
    assert!(back.content.contains("and with it `c6-c5`"), "{:?}", back.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_is_told_to_whoever_did_not_bring_it_about() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.say(rig.ben, thread, "c3-c4");
    let second = rig.board(thread, board.id).await;
    rig.discord.slash(rig.ann, thread, "resign", &[("sure", json!("yes"))]);
    let result = rig.board(thread, second.id).await;
    assert_eq!(result.pinged, [rig.ben].into(), "{:?}", result.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn options_mean_what_they_are_called() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.say(rig.ben, thread, "c3-c4");
    rig.board(thread, board.id).await;
    let shown = rig.discord.answer(rig.discord.slash(rig.ann, thread, "show", &[("turn", json!(1))])).await;
    assert!(shown.content.contains("Game 1 before turn 1"), "{:?}", shown.content);
    // One's own words stay one's own.
    rig.discord.answer(rig.discord.slash(rig.ann, thread, "note", &[("text", json!("watch d5"))])).await;
    let notes = rig.discord.answer(rig.discord.slash(rig.ann, thread, "note", &[])).await;
    assert!(notes.content.contains(": watch d5"), "{:?}", notes.content);
    let about = rig.discord.answer(rig.discord.slash(rig.ann, thread, "help", &[("command", json!("if"))])).await;
    assert!(about.content.contains("About `/if"), "{:?}", about.content);
    // A ladder that nobody is on is a list of nobody, and still an answer.
    let ladder = rig.discord.answer(rig.discord.slash(rig.ann, thread, "ladder", &[("game", json!("othello"))])).await;
    assert!(!ladder.content.is_empty());
    for words in ["well played", "and again"] {
        rig.discord.answer(rig.discord.slash(rig.ann, thread, "say", &[("text", json!(words))])).await;
        let said = rig.discord.posted(thread, board.id, words).await;
        assert!(said.files.is_empty(), "{said:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_square_that_is_no_turn_is_explained() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("othello", None).await;
    assert!(board.content.contains("such as `"), "{:?}", board.content);
    let mover = if board.pinged.contains(&rig.ben) && board.content.contains(&format!("<@{}>, your turn", rig.ben)) {
        rig.ben
    } else {
        rig.ann
    };
    for (line, part) in [("a1", "Not played"), ("pass", "Not played"), ("d3 :)", "Play `d3`?")] {
        let said = rig.discord.say(mover, thread, line);
        let told = rig.discord.posted(thread, said, part).await;
        assert_eq!(told.answers, Some(said), "{line}");
    }
}

/// What the buttons of a message say.
fn labels(message: &Message) -> Vec<String> {
    let parts = message.components.iter().flat_map(|row| row["components"].as_array().unwrap());
    parts.filter_map(|part| part["label"].as_str().map(str::to_owned)).collect()
}
