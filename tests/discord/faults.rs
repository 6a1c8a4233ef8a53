//! Discord at its worst: rate limits, outages, closed doors, lost, doubled and reordered events.

use serde_json::json;
use turnpost_standin::world::World;

use crate::rig::Rig;

/// Turns of a short game, Ben's and Ann's by turns.
const TURNS: [&str; 6] = ["a1-a2", "a8-a7", "h1-h2", "h8-h7", "b2-b3", "b7-b6"];

async fn play_some(rig: &Rig) -> (u64, u64) {
    let (thread, mut board) = rig.game("dameo", None).await;
    for (n, turn) in TURNS.iter().enumerate() {
        let mover = if n % 2 == 0 { rig.ben } else { rig.ann };
        rig.discord.slash(mover, thread, "move", &[("turn", json!(turn))]);
        board = rig.board(thread, board.id).await;
        assert!(board.content.contains(turn), "{turn} in {:?}", board.content);
    }
    (thread, board.id)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_third_request_is_limited() {
    let rig = Rig::start().await;
    rig.discord.change(|world| world.faults.limit_every = Some(3));
    let (thread, _) = play_some(&rig).await;
    let boards = rig.discord.messages(thread).len();
    assert_eq!(boards, TURNS.len() + 1, "one board a turn, none lost, none doubled");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_passes() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| world.faults.refuse(&format!("/channels/{thread}/messages"), 500, 0, 3));
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.board(thread, board.id).await;
    rig.discord.look(|world| assert!(world.requests.iter().any(|(_, _, status)| *status == 500)));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_threads_the_game_stays_in_the_channel() {
    let rig = Rig::start().await;
    rig.discord.change(|world| world.channels.get_mut(&rig.channel).unwrap().allowed.threads = false);
    let challenge = rig.challenge("dameo", None).await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let board = rig.board(rig.channel, challenge.id).await;
    rig.discord.slash(rig.ben, rig.channel, "move", &[("turn", json!("c3-c4"))]);
    assert!(rig.board(rig.channel, board.id).await.content.contains("c3-c4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_thread_sends_the_game_to_direct_messages() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| world.channels.get_mut(&thread).unwrap().allowed.send = false);
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let ann = rig.discord.change(|world| world.direct(rig.ann));
    let told = rig.board(ann, board.id).await;
    assert!(told.content.contains("c3-c4"), "{:?}", told.content);
    // It goes on there.
    rig.discord.say(rig.ann, ann, "c6-c5");
    let ben = rig.discord.change(|world| world.direct(rig.ben));
    assert!(rig.board(ben, told.id).await.content.contains("c6-c5"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_socket_is_resumed() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| world.drop_sockets(None));
    // Said while nobody listens: it comes with the resume.
    rig.discord.say(rig.ben, thread, "c3-c4");
    rig.board(thread, board.id).await;
    rig.discord.look(|world| assert_eq!((world.sessions.identified, world.sessions.resumed), (1, 1)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_session_is_begun_anew() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(World::end_sessions);
    rig.discord.until("a new session", |world| (world.sessions.identified == 2).then_some(())).await;
    rig.discord.ready().await;
    rig.discord.say(rig.ben, thread, "c3-c4");
    rig.board(thread, board.id).await;
    rig.discord.look(|world| assert_eq!(world.registrations, 1, "the commands had not changed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_at_the_start_passes() {
    let mut rig = Rig::without_bot().await;
    rig.discord.change(|world| world.faults.refuse("/gateway/bot", 503, 0, 4));
    rig.run().await;
    rig.game("dameo", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_shards_serve_their_servers() {
    let mut rig = Rig::without_bot().await;
    // Servers belong to shards by their ids, and every second id is even.
    rig.discord.add_user("eve");
    let (other, channel) = rig.discord.add_guild();
    rig.discord.change(|world| world.shards = 2);
    rig.run().await;
    rig.discord.until("both shards connect", |world| (world.sessions.identified == 2).then_some(())).await;
    let guilds = rig.discord.look(|world| world.guilds.keys().map(|guild| (guild >> 22) % 2).collect::<Vec<_>>());
    assert!(guilds.contains(&0) && guilds.contains(&1), "{other} and the first: {guilds:?}");
    for place in [rig.channel, channel] {
        let asked = rig.discord.slash(rig.ann, place, "help", &[]);
        assert!(!rig.discord.answer(asked).await.content.is_empty());
    }
    // Direct messages come by the first shard.
    let direct = rig.discord.change(|world| world.direct(rig.ben));
    let said = rig.discord.say(rig.ben, direct, "help");
    rig.discord.posted(direct, said, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_nobody_knows_are_reported() {
    let rig = Rig::start().await;
    rig.discord.invent("SOMETHING_NEW");
    rig.logs("SOMETHING_NEW").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn doubled_and_reordered_events_play_once() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| {
        world.faults.duplicate_events = true;
        world.faults.reorder_events = true;
    });
    // Ann's answer overtakes Ben's turn on its way, and both arrive twice.
    rig.discord.say(rig.ben, thread, "c3-c4");
    rig.discord.say(rig.ann, thread, "c6-c5");
    rig.discord.posted(thread, board.id, "played `c3-c4`").await;
    rig.discord.change(|world| world.faults.reorder_events = false);
    // Whether hers waited for his or was refused: in the end each is played once.
    let answered = |world: &World| {
        let mut ours = world.messages.values().filter(|m| m.channel == thread && m.author == world.application);
        ours.find(|m| m.content.contains("Not played") || m.content.contains("`c6-c5`")).map(|m| m.content.clone())
    };
    if rig.discord.until("what became of Ann's turn", answered).await.contains("Not played") {
        rig.discord.say(rig.ann, thread, "c6-c5");
    }
    let last = rig.discord.posted(thread, board.id, "played `c6-c5`").await;
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c4xc6"))]);
    rig.board(thread, last.id).await;
    for turn in ["c3-c4", "c6-c5", "c4xc6"] {
        let played = format!("played `{turn}`");
        let boards = rig.discord.messages(thread).iter().filter(|m| m.content.contains(&played)).count();
        assert_eq!(boards, 1, "{turn}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_program_with_words() {
    let mut rig = Rig::without_bot().await;
    rig.discord.change(|world| world.sessions.close_next = Some(4004));
    rig.spawn();
    let status = rig.ended().await;
    assert!(!status.success() && rig.log().contains("token"), "{status}: {}", rig.log());
    assert!(!rig.log().contains(crate::rig::TOKEN), "and the token is not in the log");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_message_content_mentions_and_replies_do() {
    let mut rig = Rig::without_bot().await;
    rig.discord.change(|world| world.content_granted = false);
    rig.run().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.look(|world| assert_eq!(world.intents().unwrap() & (1 << 15), 0));
    rig.discord.say(rig.ben, thread, "a1-a2");
    rig.discord.reply(rig.ben, board.id, "c3-c4");
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains("c3-c4"), "{:?}", next.content);
    rig.discord.say(rig.ann, thread, &format!("<@{}> c6-c5", rig.discord.look(|world| world.application)));
    assert!(rig.board(thread, next.id).await.content.contains("c6-c5"));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_comments_are_only_words() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.say(rig.ben, thread, &format!("c3-c4\n**@everyone** <@{}> [x](https://example.net)", rig.ann));
    let next = rig.board(thread, board.id).await;
    assert!(!next.everyone && next.pinged == [rig.ann].into());
    assert!(!next.content.contains("**@everyone**") && !next.content.contains("](http"), "{:?}", next.content);
    let all_named = |world: &World| {
        world
            .messages
            .values()
            .filter(|m| m.author == world.application && !m.thinking)
            .all(|m| m.explicit || m.content.is_empty())
    };
    rig.discord.look(|world| assert!(all_named(world)));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_discord_never_takes_holds_nothing_up() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    // From now on boards come as direct messages, in one line with the answers to whoever gets them.
    rig.discord.change(|world| world.channels.get_mut(&thread).unwrap().allowed.send = false);
    rig.discord.change(|world| world.faults.refuse("/messages/@original", 400, 50035, 1));
    let asked = rig.discord.slash(rig.ann, rig.channel, "help", &[]);
    let told = rig.discord.answer(asked).await;
    assert!(told.content.starts_with("Something went wrong"), "{:?}", told.content);
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let ann = rig.discord.change(|world| world.direct(rig.ann));
    rig.board(ann, board.id).await;
    let first = &rig.discord.messages(ann)[0];
    assert!(first.content.contains("c3-c4"), "the board is the first that comes: {:?}", first.content);
}
