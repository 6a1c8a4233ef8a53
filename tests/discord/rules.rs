//! Rules and help in one message each, whole, with the boards that explain them.

use serde_json::{Value, json};
use turnpost_core::rules::GameKind;

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_shown_with_pictures() {
    let rig = Rig::start().await;
    for &game in GameKind::ALL {
        let asked = rig.discord.slash(rig.ann, rig.channel, "rules", &[("game", json!(game.name()))]);
        let told = rig.discord.answer(asked).await;
        assert!(told.content.starts_with(&format!("The rules of {}.", game.title())), "{:?}", told.content);
        assert!((3..=6).contains(&told.files.len()), "{}: {} files", game.name(), told.files.len());
        let shown: Vec<&str> = told.embeds.iter().filter_map(|embed| embed["image"]["url"].as_str()).collect();
        let files: Vec<String> = told.files.iter().map(|file| format!("attachment://{}", file.name)).collect();
        assert_eq!(shown, files);
        assert!(told.files.iter().all(|file| file.description.is_some()), "each is described");
        let title = |embed: &Value| embed["title"].as_str() == Some("Writing a turn");
        assert!(told.embeds.iter().any(title), "nothing is cut: {:?}", told.embeds);
    }
    let asked = rig.discord.slash(rig.ann, rig.channel, "help", &[]);
    let told = rig.discord.answer(asked).await;
    let all = told.embeds.iter().map(|embed| embed["description"].as_str().unwrap_or_default()).collect::<String>();
    assert!(
        all.contains("`/ratings`") && all.contains("`/new game:`"),
        "nothing is cut: {:?} {:?}",
        told.embeds,
        told.content
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_string_is_shown_to_those_who_ask() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    assert!(!board.content.contains("wwwwwwww w 1"), "{:?}", board.content);
    let asked = rig.discord.slash(rig.ann, thread, "show", &[]);
    let told = rig.discord.answer(asked).await;
    assert!(told.content.contains("wwwwwwww w 1"), "{:?}", told.content);
}
