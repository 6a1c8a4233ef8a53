//! Looking at games of others, and at players.

use serde_json::json;

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn who_shows_a_graph_to_whoever_asks_and_nobody_else() {
    let rig = Rig::start().await;
    let opponent = json!(rig.ben.to_string());
    let options = [("game", json!("dameo")), ("opponent", opponent.clone()), ("rated", json!("rated"))];
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    rig.discord.answered(asked).await;
    let challenge = rig.discord.posted(rig.channel, asked, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let (thread, board) = rig.first_board(challenge.id).await;
    // Colours are by lot: whoever is pinged begins.
    let (first, second) = if board.pinged == [rig.ann].into() { (rig.ann, rig.ben) } else { (rig.ben, rig.ann) };
    rig.discord.say(first, thread, "c3-c4");
    let board = rig.board(thread, board.id).await;
    rig.discord.say(second, thread, "c6-c5");
    let board = rig.board(thread, board.id).await;
    rig.discord.reply(second, board.id, "resign yes");
    rig.board(thread, board.id).await;
    let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "who", &[("player", opponent)])).await;
    assert_eq!(told.only_for, Some(rig.ann), "{told:?}");
    assert!(told.content.contains("You against") && told.content.contains("Dameo 1 "), "{}", told.content);
    let graph = told.files.iter().find(|file| file.name == "ratings.png").unwrap();
    let spoken = graph.description.as_deref().unwrap_or_default();
    assert!(spoken.starts_with("How the ratings went. Dameo: "), "{spoken}");
}
