//! How people are called who never chose a name: as Discord shows them, or else by their username.

use serde_json::json;

use crate::rig::Rig;

/// What a game's thread is called in which Ben and Ann play who are shown so.
async fn thread_of(ben: &str, ann: &str) -> String {
    let rig = Rig::start().await;
    rig.discord.show_as(rig.ben, ben);
    rig.discord.show_as(rig.ann, ann);
    let (thread, _) = rig.game("amazons", None).await;
    rig.discord.look(|world| world.channels[&thread].name.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_shown_as_no_name_goes_by_their_username() {
    assert_eq!(thread_of("✨🎲✨", "Ann Lee").await, "Amazons 1: ben vs Ann");
    assert_eq!(thread_of("王", "Иван Петров").await, "Amazons 1: ben vs Иван");
    assert_eq!(thread_of("김철수", "たろう").await, "Amazons 1: 김철수 vs たろう");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_only_mentioned_is_known_by_what_discord_calls_them() {
    let rig = Rig::start().await;
    rig.discord.show_as(rig.ben, "✨");
    let challenge = rig.challenge("amazons", None).await;
    assert!(!challenge.content.contains("player-"), "{}", challenge.content);
    // What Ann sees of him before he has answered.
    let games = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "games", &[])).await;
    assert!(!games.content.contains("player-") && games.content.contains("ben"), "{}", games.content);
    let eve = rig.discord.add_user("eve.adams");
    rig.discord.show_as(eve, "…");
    let asked = rig.discord.slash(
        rig.ann,
        rig.channel,
        "new",
        &[("game", json!("dameo")), ("opponent", json!(eve.to_string()))],
    );
    rig.discord.answered(asked).await;
    rig.discord.posted(rig.channel, asked, "challenges").await;
    let games = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "games", &[])).await;
    assert!(games.content.contains("eveadams"), "{}", games.content);
}
