//! What is sent because time passes: reminders and digests, as whole mails.
#![allow(clippy::unwrap_used)]

mod world;

use world::{Got, World};

const ANN: &str = "Ann <ann@example.com>";

/// A game against somebody, who is White and has begun; the mail to Ann.
async fn game(world: &World, ben: &str, turn: &str) -> Got {
    let asked = world.say(ANN, "play@example.org", &format!("new amazons vs {ben} clock 4d+1d")).await;
    let mut sent = world.reply(ANN, &asked[0], "yes").await;
    sent.retain(|got| got.to == ben);
    let mut got = world.reply(&format!("Ben <{ben}>"), &sent[0], &format!("yes {turn}")).await;
    got.retain(|got| got.to == "ann@example.com");
    got.remove(0)
}

#[tokio::test]
async fn reminders_and_digests_are_whole_mails_with_boards() {
    let world = World::new().await;
    world.tick();
    let first = game(&world, "ben@example.net", "d1-d7/g7").await;
    let second = game(&world, "ben@example.org", "g1-g7/d7").await;
    world.reply(ANN, &first, "digest 8:00").await;
    let mut digests = Vec::new();
    for _ in 0..25 {
        digests.extend(world.hours(1).await.into_iter().filter(|got| got.subject.contains("wait for you")));
        if !digests.is_empty() {
            break;
        }
    }
    let digest = &digests[0];
    assert_eq!(digest.subject, "Turnpost: 2 games wait for you");
    assert_eq!((digest.pictures, digest.html.matches("width=\"200\"").count()), (2, 2));
    let links = digest.html.split(">Reply for this game<");
    let address = |before: &str| before.rsplit("mailto:").next().unwrap().split('?').next().unwrap().to_owned();
    let mut addresses: Vec<String> = links.map(address).collect();
    addresses.pop();
    assert!(addresses.iter().all(|address| address.starts_with("play%2B")), "{addresses:?}");
    addresses.dedup();
    assert_eq!(addresses.len(), 2, "each has an address of its own");
    assert_eq!(digest.html.matches("Amazons vs Ben").count(), 2, "and is named once\n{}", digest.html);

    // One answer serves both games.
    let number = |got: &Got| got.subject.split([' ', ':']).nth(1).unwrap().to_owned();
    let body = format!("{} j7-h7/h3\n{} a7-a6/a5", number(&first), number(&second));
    let got = world.reply(ANN, digest, &body).await;
    let mut told: Vec<&str> = got.iter().map(|got| got.to.as_str()).filter(|to| to.starts_with("ben")).collect();
    told.sort_unstable();
    assert_eq!(told, ["ben@example.net", "ben@example.org"]);

    let got = world.hours(3 * 24 + 1).await;
    let reminder = got.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert!(reminder.first_line().starts_with("Your turn, 2"), "{}", reminder.text);
    assert!(reminder.text.contains("Ann played j7-h7/h3") && reminder.text.contains("away 7d"), "{}", reminder.text);
    assert_eq!(reminder.pictures, 1);
}
