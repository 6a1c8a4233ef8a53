//! People are called what they are called, in every script, and can be named by others.
#![allow(clippy::unwrap_used, missing_docs)]

mod world;

use world::{BEN, World};

#[tokio::test]
async fn a_name_of_any_script_is_a_players_name() {
    for (number, name) in ["Иван", "王伟", "علي", "सुनील", "たろう"].into_iter().enumerate() {
        let world = World::new().await;
        let from = format!("{name} <somebody{number}@example.com>");
        let asked = world.say(&from, "play@example.org", "new amazons vs ben@example.net").await;
        assert!(asked[0].text.contains(&format!("You will appear as {name}.")), "{}", asked[0].text);
        let sent = world.reply(&from, &asked[0], "yes").await;
        let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
        let got = world.reply(BEN, invitation, "yes d1-d7/g7").await;
        let told = got.iter().find(|got| got.to == "ben@example.net").unwrap();
        assert_eq!(told.subject, format!("Amazons 1: Ben vs {name}"));
        let told = world.reply(BEN, told, &format!("who {name}")).await;
        assert!(
            told[0].text.starts_with(&format!("{name}:")) || told[0].subject == format!("Turnpost: {name}"),
            "{}",
            told[0].text
        );
    }
}
