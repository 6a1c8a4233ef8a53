//! The program is killed at awkward moments: nothing is lost, and old buttons work.

use serde_json::json;
use turnpost_standin::world::World;

use crate::games::pick;
use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_survives() {
    let mut rig = Rig::start().await;
    let challenge = rig.challenge("dameo", None).await;
    rig.restart().await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (_, board) = rig.first_board(challenge.id).await;
    assert!(board.pinged.contains(&rig.ben));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_found_again_if_it_was_posted_but_not_noted() {
    let mut rig = Rig::start().await;
    // It is posted, but the program never learns that: it is killed before.
    rig.discord.change(|world| world.faults.silence(&format!("/channels/{}/messages", rig.channel)));
    let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string()))];
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    let challenge = rig.discord.posted(rig.channel, asked, "challenges").await;
    rig.restart().await;
    let again = |world: &World| {
        let posts = |(method, path, _): &&(String, String, u16)| {
            method == "POST" && *path == format!("/channels/{}/messages", rig.channel)
        };
        (world.requests.iter().filter(posts).count() == 2).then_some(())
    };
    rig.discord.until("it is posted once more", again).await;
    assert_eq!(rig.discord.messages(rig.channel).len(), 1, "the nonce found the first one");
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, board) = rig.first_board(challenge.id).await;
    assert_eq!((thread, board.pinged), (challenge.id, [rig.ann, rig.ben].into()), "the thread begins at the challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_not_doubled_if_it_was_posted_but_not_noted() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| world.faults.silence(&format!("/channels/{thread}/messages")));
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let next = rig.board(thread, board.id).await;
    rig.restart().await;
    let bare = |world: &World| world.messages[&board.id].components.is_empty().then_some(());
    rig.discord.until("the old board loses its buttons", bare).await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    rig.board(thread, next.id).await;
    let boards = rig.discord.messages(thread).iter().filter(|message| message.content.contains("`c3-c4`")).count();
    assert_eq!(boards, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_boards_in_direct_messages_lose_their_buttons() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| world.channels.get_mut(&thread).unwrap().allowed.send = false);
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let (ann, ben) = rig.discord.change(|world| (world.direct(rig.ann), world.direct(rig.ben)));
    let old = rig.board(ann, board.id).await;
    assert!(!old.components.is_empty());
    rig.restart().await;
    rig.discord.say(rig.ann, ann, "c6-c5");
    let next = rig.board(ben, old.id).await;
    rig.discord.say(rig.ben, ben, "c4xc6");
    rig.board(ann, next.id).await;
    let bare = |world: &World| world.messages[&old.id].components.is_empty().then_some(());
    rig.discord.until("the old board loses its buttons", bare).await;
    assert!(!rig.discord.message(old.id).unwrap().files.is_empty(), "but keeps its picture");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picker_survives() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let view = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.restart().await;
    let chosen = rig.discord.choose(rig.ben, view.id, "c3");
    rig.discord.answered(chosen).await;
    let on = |world: &World| {
        world.messages.get(&view.id).filter(|now| now.edits > view.edits).map(|now| now.content.clone())
    };
    assert!(rig.discord.until("the picker goes on", on).await.contains("c3"));
    pick(&rig, rig.ben, board.id, "c3-c4").await;
    assert!(rig.board(thread, board.id).await.content.contains("c3-c4"));
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
