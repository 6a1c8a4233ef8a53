//! Mail of people that looks like a machine's, or like somebody else's, and is theirs all the same.
#![allow(clippy::unwrap_used)]

mod world;

use world::{Got, World};

const ANN: &str = "Ann <ann@example.com>";

/// Ann is a player; a mail to her.
async fn to_ann(world: &World) -> Got {
    let asked = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    let got = world.reply(ANN, &asked[0], "yes").await;
    got.into_iter().find(|got| got.to == "ann@example.com").unwrap()
}

#[tokio::test]
async fn who_writes_about_a_vacation_is_heard() {
    let world = World::new().await;
    let to_ann = to_ann(&world).await;
    let write = async |id: &str, subject: &str, to: &str, body: &str| {
        let raw = format!("From: {ANN}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{id}@x>\r\n\r\n{body}\r\n");
        !world.deliver(ANN, to, raw.as_bytes()).await.is_empty()
    };
    let (own, bare) = (to_ann.reply_to.as_str(), "play@example.org");
    assert!(write("1", "Vacation", own, "away 7d").await);
    assert!(write("2", "Abwesenheit", own, "away 14d\n\nback\n\n-- \nAnn").await);
    // A robot may say anything else.
    for (id, to, body) in [
        ("3", own, "I am away until Monday."),
        ("4", own, "away 7d\n\nThis is an automatic answer."),
        ("5", own, ""),
        ("6", bare, "away 7d"),
        ("7", "play+aaaabbbbccccddddeeeeffffgggg@example.org", "away 7d"),
    ] {
        assert!(!write(id, "Vacation", to, body).await, "{to}: {body}");
    }
}

#[tokio::test]
async fn a_wrong_reply_address_hides_no_right_secret() {
    let world = World::new().await;
    let to_ann = to_ann(&world).await;
    let wrong = "play+aaaabbbbccccddddeeeeffffgggg@example.org";
    let raw = format!(
        "From: {ANN}\r\nTo: {wrong}\r\nMessage-ID: <1@x>\r\nIn-Reply-To: <{}>\r\n\r\naway 7d\r\n",
        to_ann.message_id
    );
    let got = world.deliver(ANN, wrong, raw.as_bytes()).await;
    assert!(got.iter().all(|got| !got.text.contains("Was this you")), "she has her secret");
    assert!(got.iter().any(|got| got.to == "ann@example.com"));
    let eve = "Eve <eve@evil.example>";
    let stolen = raw.replace(ANN, eve).replace("<1@x>", "<2@x>");
    let got = world.deliver(eve, wrong, stolen.as_bytes()).await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"), "the sender learns nothing");
}
