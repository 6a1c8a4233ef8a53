//! Several games in one place, and commands beside a game that are not about it.

use serde_json::json;

use crate::rig::Rig;

/// Starts a game of Ann's with Ben where there are no threads, so that all of them are in the channel.
async fn in_channel(rig: &Rig, game: &str) -> u64 {
    let challenge = rig.challenge(game, None).await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    rig.board(rig.channel, challenge.id).await.id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_fits_one_game_only_is_played_there() {
    let rig = Rig::start().await;
    rig.discord.allow(rig.channel, |allowed| allowed.threads = false);
    in_channel(&rig, "dameo").await;
    let last = in_channel(&rig, "amazons").await;
    rig.discord.say(rig.ben, rig.channel, "d1-d7/g7");
    let amazons = rig.discord.posted(rig.channel, last, "`d1-d7/g7`").await;
    rig.discord.say(rig.ben, rig.channel, "c3-c4");
    let dameo = rig.discord.posted(rig.channel, amazons.id, "`c3-c4`").await;
    // By slash command as well.
    rig.discord.slash(rig.ann, rig.channel, "move", &[("turn", json!("c6-c5"))]);
    rig.discord.posted(rig.channel, dameo.id, "`c6-c5`").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_several_games_fit_it_is_asked_which() {
    let rig = Rig::start().await;
    rig.discord.allow(rig.channel, |allowed| allowed.threads = false);
    in_channel(&rig, "dameo").await;
    let last = in_channel(&rig, "dameo").await;
    let said = rig.discord.say(rig.ben, rig.channel, "c3-c4");
    let asked = rig.discord.posted(rig.channel, last, "could be for 2 games").await;
    assert_eq!(asked.answers, Some(said));
    assert!(asked.content.contains("1 is Dameo vs ann, 2 is Dameo vs ann"), "{:?}", asked.content);
    rig.discord.reply(rig.ben, asked.id, "2 c3-c4");
    let second = rig.discord.posted(rig.channel, asked.id, "`c3-c4`").await;
    assert!(second.files.iter().any(|file| file.name.starts_with("dameo-2-")), "{second:?}");
    // Now only one waits for him.
    rig.discord.say(rig.ben, rig.channel, "c3-c4");
    let first = rig.discord.posted(rig.channel, second.id, "`c3-c4`").await;
    assert!(first.files.iter().any(|file| file.name.starts_with("dameo-1-")), "{first:?}");
    // Chatter stays chatter.
    let before = rig.discord.messages(rig.channel).len();
    rig.discord.say(rig.ben, rig.channel, "d3");
    rig.discord.answer(rig.discord.slash(rig.ben, rig.channel, "help", &[])).await;
    assert_eq!(rig.discord.messages(rig.channel).len(), before + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn accept_decline_and_cancel_in_a_thread_mean_the_open_challenge() {
    let rig = Rig::start().await;
    let (thread, _) = rig.game("dameo", None).await;
    let challenge = rig.challenge("amazons", None).await;
    rig.discord.slash(rig.ben, thread, "accept", &[]);
    rig.first_board(challenge.id).await;
    rig.challenge("amazons", None).await;
    let told = rig.discord.answer(rig.discord.slash(rig.ben, thread, "decline", &[])).await;
    assert!(told.content.contains('3') && !told.content.contains("Not"), "{:?}", told.content);
    rig.challenge("amazons", None).await;
    let told = rig.discord.answer(rig.discord.slash(rig.ann, thread, "cancel", &[])).await;
    assert!(told.content.contains('4') && !told.content.contains("Not"), "{:?}", told.content);
}
