//! People who click, write and forge what isn't theirs.

use serde_json::json;

use turnpost_standin::world::World;

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_for_another() {
    let rig = Rig::start().await;
    let eve = rig.discord.add_user("eve");
    let challenge = rig.challenge("amazons", None).await;
    // A challenge to Ben is not Eve's to take.
    let taken = rig.discord.answer(rig.discord.click(eve, challenge.id, "Accept")).await;
    assert_eq!(taken.only_for, Some(eve));
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, board) = rig.first_board(challenge.id).await;
    for label in ["Move", "More"] {
        let told = rig.discord.answer(rig.discord.click(eve, board.id, label)).await;
        assert_eq!((told.only_for, told.components.len()), (Some(eve), 0), "{:?}", told.content);
    }
    // It is Ben's turn, not Ann's.
    let told = rig.discord.answer(rig.discord.click(rig.ann, board.id, "Move")).await;
    assert!(told.content.contains("isn't your turn"), "{:?}", told.content);
    let told = rig.discord.answer(rig.discord.slash(eve, thread, "move", &[("turn", json!("d1-d7/g7"))])).await;
    assert!(told.content.contains("Not played"), "{:?}", told.content);
    rig.discord.say(eve, thread, "d1-d7/g7");
    // Bots and webhooks play nothing, either.
    let robot = rig.discord.add_user("robot");
    rig.discord.change(|world| world.users.get_mut(&robot).unwrap().bot = true);
    rig.discord.say(robot, thread, "d1-d7/g7");
    rig.discord.say_by_webhook(rig.ben, thread, "d1-d7/g7");
    // Nor does an edit, even Ben's own.
    let chatter = rig.discord.say(rig.ben, thread, "let me think");
    rig.discord.rewrite(chatter, "d1-d7/g7");
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("g1-g7/g8"))]);
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("g1-g7/g8") && !next.content.contains("d1-d7"), "{:?}", next.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_ids_are_refused() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("amazons", None).await;
    let before = rig.discord.message(board.id).unwrap();
    let forged = [
        "",
        "x",
        "1",
        "1z",
        "1b:1:0:q",
        "1c:999:a",
        "1b:999:1:m",
        "1p:1:0:0:e5",
        "1s:1:0:zz",
        "1y:1:0:a1-a2/a3",
        "1q:1:y",
        "1q:999:y",
        "1t:1:0",
        "1x",
        "9b:1:0:m",
        "1b:-1:0:m",
        "1b:1:99999999999999999999:m",
    ];
    for id in forged {
        let pressed = rig.discord.press(rig.ann, board.id, id);
        rig.discord.answered(pressed).await;
    }
    // After all that, Ben's turn is as it was.
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("d1-d7/g7"))]);
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("d1-d7/g7"), "{:?}", next.content);
    let after = rig.discord.message(board.id).unwrap();
    assert_eq!((before.content, before.files.len(), false), (after.content, after.files.len(), after.deleted));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clicks_at_once_play_once() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let view = rig.discord.answer(rig.discord.click(rig.ben, board.id, "Move")).await;
    rig.discord.choose(rig.ben, view.id, "c3");
    let next = |world: &World| world.messages.get(&view.id).filter(|now| now.edits > view.edits).cloned();
    let view = rig.discord.until("the next step", next).await;
    for _ in 0..5 {
        rig.discord.choose(rig.ben, view.id, "c3-c4");
    }
    let next = rig.board(thread, board.id).await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    rig.board(thread, next.id).await;
    let played =
        rig.discord.messages(thread).iter().filter(|message| message.content.contains("played `c3-c4`")).count();
    assert_eq!(played, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_accept_at_once_one_plays() {
    let rig = Rig::start().await;
    let eve = rig.discord.add_user("eve");
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &[("game", json!("dameo"))]);
    let challenge = rig.discord.posted(rig.channel, asked, "anyone").await;
    let clicks = [rig.ben, eve, rig.ben, eve].map(|user| (user, rig.discord.click(user, challenge.id, "Accept")));
    let (thread, board) = rig.first_board(challenge.id).await;
    let winner = *board.pinged.iter().find(|user| **user != rig.ann).unwrap();
    let loser = clicks.into_iter().find(|(user, _)| *user != winner).unwrap().1;
    let told = rig.discord.answer(loser).await;
    assert!(told.content.contains("accepted already"), "{:?}", told.content);
    rig.discord.slash(winner, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.board(thread, board.id).await;
    let threads = rig.discord.look(|world| world.channels.values().filter(|place| place.parent.is_some()).count());
    assert_eq!(threads, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_bounded() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let eve = rig.discord.add_user("eve");
    for n in 0..500 {
        rig.discord.say(eve, thread, &format!("<@{}> nonsense {n}", rig.discord.look(|world| world.application)));
    }
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.board(thread, board.id).await;
    let answers = rig
        .discord
        .look(|world| world.messages.values().filter(|m| m.channel == thread && m.author == world.application).count());
    assert!(answers < 100, "{answers} answers to 500 messages");
}
