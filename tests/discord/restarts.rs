//! The program is killed at awkward moments: nothing is lost, and old buttons work.

use serde_json::json;

use crate::games::pick;
use crate::rig::{Dice, Rig};

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_survives() {
    let mut rig = Rig::start().await;
    let challenge = rig.challenge("dameo", None).await;
    rig.restart().await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (_, board) = rig.first_board(challenge.id).await;
    assert_eq!(board.pinged, [rig.ben].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picker_survives() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let view = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.restart().await;
    let chosen = rig.discord.choose(rig.ben, view.id, "c3");
    rig.discord.answered(chosen).await;
    let on = |world: &turnpost_standin::world::World| {
        world.messages.get(&view.id).filter(|now| now.edits > view.edits).map(|now| now.content.clone())
    };
    assert!(rig.discord.until("the picker goes on", on).await.contains("c3"));
    let turn = pick(&rig, rig.ben, board.id, &mut Dice(1)).await;
    assert!(rig.board(thread, board.id).await.content.contains(&turn));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_neither_lost_nor_doubled() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    // The board after the turn can't be posted: the program is killed while it owes it.
    rig.discord.change(|world| world.faults.refuse(&format!("/channels/{thread}/messages"), 503, 0, u32::MAX));
    let asked = rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.discord.answer(asked).await;
    rig.kill().await;
    rig.discord.change(|world| world.faults.refusals.clear());
    // The lease of what was being delivered runs out by itself; nothing has to be done for it.
    rig.run().await;
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("c3-c4") && next.pinged == [rig.ann].into(), "{:?}", next.content);
    let boards = rig.discord.messages(thread).iter().filter(|message| message.content.contains("c3-c4")).count();
    assert_eq!(boards, 1);
}
