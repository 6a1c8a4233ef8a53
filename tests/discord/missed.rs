//! What is typed while nobody listens is read afterwards, and played once.

use turnpost_standin::world::World;

use crate::rig::Rig;

fn boards(rig: &Rig, thread: u64, turn: &str) -> usize {
    rig.discord.messages(thread).iter().filter(|m| m.content.contains(&format!("played `{turn}`"))).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_typed_while_the_program_is_down_are_played_once() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.kill().await;
    rig.discord.say(rig.ben, thread, "c3-c4\nhello");
    rig.discord.say(rig.ann, thread, "nice one");
    rig.discord.say(rig.ann, thread, "c6-c5");
    rig.run().await;
    let last = rig.discord.posted(thread, board.id, "`c6-c5`").await;
    assert_eq!(last.pinged, [rig.ben].into(), "{:?}", last.content);
    // Nothing is read twice.
    rig.restart().await;
    rig.discord.say(rig.ben, thread, "c4xc6");
    rig.discord.posted(thread, last.id, "`c4xc6`").await;
    assert_eq!(boards(&rig, thread, "c6-c5"), 1);
    let refused = rig.discord.messages(thread).iter().filter(|m| m.content.contains("Not played")).count();
    assert_eq!(refused, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_handled_before_is_not_answered_again() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let wrong = rig.discord.say(rig.ben, thread, "c3-c7");
    rig.discord.posted(thread, wrong, "Not played").await;
    // Too early, and so only chatter; it must not be played when it has become legal.
    rig.discord.say(rig.ann, thread, "c6-c5");
    rig.discord.say(rig.ben, thread, "c3-c4");
    let next = rig.discord.posted(thread, board.id, "`c3-c4`").await;
    tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
    rig.restart().await;
    rig.discord.say(rig.ann, thread, "d6-d5");
    let last = rig.discord.posted(thread, next.id, "`d6-d5`").await;
    assert_eq!(last.pinged, [rig.ben].into());
    assert_eq!(boards(&rig, thread, "c6-c5"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_typed_while_the_connection_is_dead_are_played() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(World::end_sessions);
    rig.discord.say(rig.ben, thread, "c3-c4");
    let next = rig.discord.posted(thread, board.id, "`c3-c4`").await;
    assert_eq!(next.pinged, [rig.ann].into());
    rig.discord.look(|world| assert_eq!((world.sessions.identified, world.sessions.identified_there), (2, 0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_in_direct_messages_are_read_too() {
    let mut rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.allow(thread, |allowed| allowed.send = false);
    rig.discord.say(rig.ben, thread, "c3-c4");
    let (ann, ben) = rig.discord.change(|world| (world.direct(rig.ann), world.direct(rig.ben)));
    let hers = rig.board(ann, board.id).await;
    rig.kill().await;
    rig.discord.say(rig.ann, ann, "c6-c5");
    rig.run().await;
    assert!(rig.board(ben, hers.id).await.content.contains("c6-c5"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_resumed_where_discord_says() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let resumed = |world: &World| (world.sessions.resumed, world.sessions.resumed_there);
    rig.discord.change(|world| world.drop_sockets(None));
    rig.discord.say(rig.ben, thread, "c3-c4");
    let next = rig.discord.posted(thread, board.id, "`c3-c4`").await;
    assert_eq!(rig.discord.look(resumed), (1, 1));
    // So it goes on: the address holds for the next time.
    rig.discord.change(|world| world.drop_sockets(Some(4000)));
    rig.discord.say(rig.ann, thread, "c6-c5");
    let next = rig.discord.posted(thread, next.id, "`c6-c5`").await;
    assert_eq!(rig.discord.look(resumed), (2, 2));
    // Where nobody answers there, the main address does.
    rig.discord.change(|world| {
        world.sessions.resume_is_dead = true;
        world.drop_sockets(None);
    });
    rig.discord.say(rig.ben, thread, "c4xc6");
    rig.discord.posted(thread, next.id, "`c4xc6`").await;
    rig.discord.look(|world| assert_eq!(world.sessions.identified_there, 0));
}
