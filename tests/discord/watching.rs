//! Watching in a channel: a board that follows a game, a server's games, and where they open.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// A second channel in the same server.
fn other_channel(rig: &Rig) -> u64 {
    rig.discord.change(|world| {
        let guild = world.channels[&rig.channel].guild;
        world.add_channel(0, guild, "spectators")
    })
}

/// The one board in a channel, once it shows something.
async fn follows(rig: &Rig, channel: u64, part: &str) -> Message {
    rig.discord
        .until(part, |world| {
            let here = |m: &&Message| m.channel == channel && !m.deleted && m.only_for.is_none();
            let mut ours = world.messages.values().filter(here).filter(|m| m.author == world.application);
            match (ours.next(), ours.next()) {
                (Some(board), None) if board.content.contains(part) => Some(board.clone()),
                _ => None,
            }
        })
        .await
}

async fn asked(rig: &Rig, user: u64, channel: u64, command: &str, options: &[(&str, serde_json::Value)]) -> String {
    let asked = rig.discord.slash(user, channel, command, options);
    let told = rig.discord.answer(asked).await;
    assert_eq!(told.only_for, Some(user), "answered in private");
    told.content
}

fn watch(channel: u64) -> [(&'static str, serde_json::Value); 2] {
    [("game", json!(1)), ("channel", json!(channel.to_string()))]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_follows_a_game_in_a_channel_of_choice() {
    let mut rig = Rig::start().await;
    let eve = rig.discord.add_user("eve");
    let (thread, board) = rig.game("dameo", None).await;
    let there = other_channel(&rig);
    let told = asked(&rig, eve, rig.channel, "watch", &watch(there)).await;
    assert!(told.contains(&format!("<#{there}>")), "{told}");
    let first = follows(&rig, there, "ben is to move").await;
    assert!(first.content.contains("Dameo 1: ben vs ann") && first.files.len() == 1, "{}", first.content);
    assert!(first.components.is_empty() && first.pinged.is_empty(), "it is only looked at");
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let second = rig.board(thread, board.id).await;
    let changed = follows(&rig, there, "ben played `c3-c4`").await;
    assert_eq!((changed.id, changed.files.len()), (first.id, 1), "the same message, with the new picture alone");
    // It goes on after a restart, and shows how it ended.
    rig.restart().await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    rig.board(thread, second.id).await;
    assert_eq!(follows(&rig, there, "ann played `c6-c5`").await.id, first.id);
    let asked = rig.discord.slash(rig.ben, thread, "resign", &[("sure", json!("yes"))]);
    rig.discord.answered(asked).await;
    assert_eq!(follows(&rig, there, "ann won").await.id, first.id);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_game_is_shown_to_no_onlooker() {
    let rig = Rig::start().await;
    let eve = rig.discord.add_user("eve");
    let (thread, _) = rig.game("dameo", None).await;
    let there = other_channel(&rig);
    asked(&rig, eve, rig.channel, "watch", &watch(there)).await;
    let before = follows(&rig, there, "ben is to move").await;
    asked(&rig, rig.ann, rig.channel, "settings", &[("what", json!("public")), ("value", json!("off"))]).await;
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let hidden = follows(&rig, there, "no longer shown").await;
    assert_eq!((hidden.id, hidden.files.len()), (before.id, 0), "the picture is gone, too");
    let told = asked(&rig, eve, there, "watch", &watch(there)).await;
    assert!(told.contains("there is no game 1"), "{told}");
    let games = asked(&rig, eve, there, "server games", &[]).await;
    assert!(games.contains("No game"), "{games}");
    // Those who are in the channel of its thread see it anyway.
    let games = asked(&rig, eve, rig.channel, "server games", &[]).await;
    assert!(games.contains("Dameo 1: ben vs ann"), "{games}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_posted_and_ended_by_those_who_may() {
    let rig = Rig::start().await;
    let (eve, mia) = (rig.discord.add_user("eve"), rig.discord.add_user("mia"));
    let (thread, _) = rig.game("dameo", None).await;
    let there = other_channel(&rig);
    rig.discord.change(|world| world.muted.insert((eve, there)));
    let told = asked(&rig, eve, rig.channel, "watch", &watch(there)).await;
    assert!(told.contains("you may not write"), "{told}");
    let told = asked(&rig, eve, thread, "watch", &[("game", json!(1))]).await;
    assert!(told.contains("is played in"), "{told}");
    rig.discord.change(|world| world.muted.clear());
    // Without a channel it is this one.
    asked(&rig, eve, there, "watch", &[("game", json!(1))]).await;
    let board = follows(&rig, there, "ben is to move").await;
    let told = asked(&rig, mia, there, "unwatch", &[("game", json!(1))]).await;
    assert!(told.contains("whoever asked for that board"), "{told}");
    rig.discord.change(|world| world.moderators.insert(mia));
    asked(&rig, mia, there, "unwatch", &[("game", json!(1))]).await;
    let gone = |world: &World| world.messages[&board.id].deleted.then_some(());
    rig.discord.until("the board goes", gone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moderators_choose_where_games_open() {
    let rig = Rig::start().await;
    let there = other_channel(&rig);
    let chosen = [("channel", json!(there.to_string()))];
    let told = asked(&rig, rig.ann, rig.channel, "server channel", &chosen).await;
    assert!(told.contains("Not changed"), "{told}");
    rig.discord.change(|world| world.moderators.insert(rig.ann));
    let told = asked(&rig, rig.ann, rig.channel, "server channel", &chosen).await;
    assert!(told.contains(&format!("<#{there}>")), "{told}");
    let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string()))];
    let told = asked(&rig, rig.ann, rig.channel, "new", &options).await;
    assert!(told.contains(&format!("<#{there}>")), "{told}");
    let challenge = rig.discord.posted(there, 0, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, _) = rig.first_board(challenge.id).await;
    assert_eq!(rig.discord.look(|world| world.channels[&thread].parent), Some(there));
    assert!(rig.discord.messages(rig.channel).is_empty(), "nothing stands where it was asked for");
    let games = asked(&rig, rig.ben, rig.channel, "server games", &[]).await;
    assert!(games.contains("One game runs here") && games.contains(&format!("<#{thread}>")), "{games}");
    // Without a channel everything is as it was.
    asked(&rig, rig.ann, rig.channel, "server channel", &[]).await;
    rig.challenge("amazons", None).await;
}
