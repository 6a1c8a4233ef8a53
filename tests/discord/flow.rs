//! What players meet on the way: challenges, completions, refusals, chatter, menus.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_becomes_a_thread() {
    let rig = Rig::start().await;
    let challenge = rig.challenge("amazons", None).await;
    assert!(challenge.pinged.contains(&rig.ben) && !challenge.pinged.contains(&rig.ann), "{challenge:?}");
    // Ann can't accept her own challenge; nobody but her sees that.
    let own = rig.discord.click(rig.ann, challenge.id, "Accept");
    assert_eq!(rig.discord.answer(own).await.only_for, Some(rig.ann));
    let rules = rig.discord.click(rig.ben, challenge.id, "Rules");
    assert!(rig.discord.answer(rules).await.content.to_lowercase().contains("amazon"));
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, board) = rig.first_board(challenge.id).await;
    let pointer = |world: &World| world.messages[&challenge.id].content.contains(&format!("<#{thread}>")).then_some(());
    rig.discord.until("the challenge points to the thread", pointer).await;
    rig.discord.look(|world| assert_eq!(world.channels[&thread].name, "Amazons 1: ben vs ann"));
    assert_eq!(board.pinged, [rig.ben, rig.ann].into(), "who is to move, and once the challenger");
    assert!(board.content.contains("<t:"), "{:?}", board.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_complete_in_stages() {
    let rig = Rig::start().await;
    let (thread, _) = rig.game("amazons", None).await;
    let typed = |text: &str| rig.discord.typing(rig.ben, thread, "move", &[("turn", json!(text))]);
    assert_eq!(rig.discord.choices(typed("")).await, ["a4", "d1", "g1", "j4"]);
    assert!(rig.discord.choices(typed("d1-d7/")).await.contains(&"d1-d7/g7".to_owned()));
    let mine = rig.discord.typing(rig.ann, rig.channel, "show", &[("game", json!(""))]);
    rig.discord.answered(mine).await;
    let variants =
        rig.discord.typing(rig.ann, rig.channel, "new", &[("game", json!("desdemona")), ("variant", json!("ca"))]);
    assert_eq!(rig.discord.choices(variants).await, ["cassio"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_in_the_channel_is_not_taken_by_a_move_in_another_game() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let eve = rig.discord.add_user("eve");
    let asked = rig.discord.slash(eve, rig.channel, "new", &[("game", json!("dameo"))]);
    let open = rig.discord.posted(rig.channel, asked, "anyone").await;
    // Ben's only game is meant, though he says it beside Eve's challenge.
    rig.discord.slash(rig.ben, rig.channel, "move", &[("turn", json!("c3-c4"))]);
    assert!(rig.board(thread, board.id).await.content.contains("c3-c4"));
    assert!(!rig.discord.message(open.id).unwrap().components.is_empty(), "the challenge is still open");
}

#[tokio::test(flavor = "multi_thread")]
async fn chatter_is_left_alone_and_a_wrong_turn_is_explained() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("amazons", None).await;
    for chatter in ["k", "yes", "d1-d7/g7 was my idea", "nice", "again"] {
        rig.discord.say(rig.ben, thread, chatter);
    }
    let wrong = rig.discord.say(rig.ben, thread, "d1-e7/g7");
    let refusal = rig.discord.posted(thread, wrong, "Not played").await;
    assert_eq!((refusal.answers, refusal.pinged.len()), (Some(wrong), 0), "a reply that pings nobody");
    assert!(!refusal.files.is_empty(), "with the picture");
    rig.discord.say(rig.ben, thread, "d1-d7/g7\nhello");
    let next = rig.board(thread, refusal.id).await;
    assert!(next.content.contains("d1-d7/g7") && next.content.contains("hello"), "{:?}", next.content);
    let gone = |world: &World| world.messages[&refusal.id].deleted.then_some(());
    rig.discord.until("the refusal goes once the turn is played", gone).await;
    // Nothing else was said: the board, the refusal, and the board.
    let said = rig.discord.look(|world| {
        world
            .messages
            .values()
            .filter(|m| m.channel == thread && m.id >= board.id && m.author == world.application)
            .count()
    });
    assert_eq!(said, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_modal_and_the_menu() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("amazons", None).await;
    let opened = rig.discord.click(rig.ben, board.id, "Type");
    rig.discord.answered(opened).await;
    rig.discord.submit(opened, "d1-d7/g7");
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("d1-d7/g7"));
    let menu = rig.discord.answer(rig.discord.click(rig.ben, next.id, "More")).await;
    assert_eq!(labels(&menu), ["Flip board", "History", "Preview", "Draw by agreement", "Claim", "Resign"]);
    let preview = rig.discord.click(rig.ben, menu.id, "Preview");
    rig.discord.answered(preview).await;
    let seen = rig.discord.answer(rig.discord.submit(preview, "a7-a5/b5")).await;
    assert!(!seen.files.is_empty() && seen.only_for == Some(rig.ben), "{:?}", seen.content);
    let claimed = rig.discord.answer(rig.discord.click(rig.ben, menu.id, "Claim")).await;
    assert!(claimed.content.contains("isn't settled"), "{:?}", claimed.content);
    let flipped = rig.discord.answer(rig.discord.click(rig.ben, menu.id, "Flip board")).await;
    assert!(!flipped.files.is_empty() && flipped.only_for == Some(rig.ben));
    let history = rig.discord.answer(rig.discord.click(rig.ben, menu.id, "History")).await;
    assert!(history.content.contains("d1-d7/g7"), "{:?}", history.content);
    let asked = rig.discord.answer(rig.discord.click(rig.ben, menu.id, "Resign")).await;
    rig.discord.click(rig.ben, asked.id, "Yes");
    let result = rig.board(thread, next.id).await;
    assert!(labels(&result) == ["Rematch"] && result.content.contains("ben resigned"), "{:?}", result.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_agreed_under_more() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let menu = rig.discord.answer(rig.discord.click(rig.ben, board.id, "More")).await;
    assert_eq!(
        labels(&menu),
        ["Flip board", "History", "Preview", "Draw by agreement", "Resign"],
        "nothing to claim in Dameo"
    );
    rig.discord.answer(rig.discord.click(rig.ben, menu.id, "Draw by agreement")).await;
    let offer = rig.discord.posted(thread, board.id, "draw").await;
    assert_eq!(offer.pinged, [rig.ann].into(), "{:?}", offer.content);
    rig.discord.click(rig.ann, offer.id, "Yes");
    let result = rig.board(thread, offer.id).await;
    assert!(result.content.contains("draw") && labels(&result) == ["Rematch"], "{:?}", result.content);
}

/// What the buttons of a message say.
fn labels(message: &Message) -> Vec<String> {
    let parts = message.components.iter().flat_map(|row| row["components"].as_array().unwrap());
    parts.map(|part| part["label"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_click_gets_the_board_as_it_is() {
    let rig = Rig::start().await;
    let (thread, first) = rig.game("amazons", None).await;
    let old = first.components[0]["components"][0]["custom_id"].as_str().unwrap().to_owned();
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("d1-d7/g7"))]);
    let second = rig.board(thread, first.id).await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("a7-a5/b5"))]);
    rig.board(thread, second.id).await;
    let stale = rig.discord.answer(rig.discord.press(rig.ben, first.id, &old)).await;
    assert!(stale.content.contains("changed") && !stale.files.is_empty(), "{:?}", stale.content);
    // A reply to the old board is stale as well, and says what was played since.
    let late = rig.discord.reply(rig.ben, first.id, "g1-g4/e4");
    let told = rig.discord.posted(thread, late, "Not played").await;
    assert!(told.content.contains("a7-a5/b5"), "{:?}", told.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_once() {
    let mut rig = Rig::start().await;
    rig.restart().await;
    // A command after the restart shows that the start was over.
    let asked = rig.discord.slash(rig.ann, rig.channel, "help", &[]);
    rig.discord.answer(asked).await;
    rig.discord.look(|world| assert_eq!(world.registrations, 1));
    assert!(rig.log().contains("client_id="), "the invite is printed: {}", rig.log());
}
