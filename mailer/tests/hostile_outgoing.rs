//! People who want us to write to others: spam by invitation, other spellings of an address that said stop, mails that
//! ask for many times their size. And games with many watchers.
#![allow(clippy::unwrap_used)]

mod world;

use world::{ANN, BEN, Got, World};

/// A world that believes what its server says about a mail's sender.
async fn world() -> World {
    World::with(|settings| settings.trusted_authserv = Some("mx.example.org".into())).await
}

/// A mail whose domain vouches for it.
async fn signed(world: &World, from: &str, id: &str, text: &str) -> Vec<Got> {
    let domain = from.trim_end_matches('>').rsplit('@').next().unwrap();
    let raw = format!(
        "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom={domain}; dmarc=pass header.from={domain}\r\n\
         From: {from}\r\nTo: play@example.org\r\nDate: Mon, 1 Jun 2026 12:00:00 +0000\r\nMessage-ID: <{id}@{domain}>\r\n\r\n{text}\r\n"
    );
    world.deliver(from, "play@example.org", raw.as_bytes()).await
}

fn invitations(got: &[Got]) -> usize {
    got.iter().filter(|got| got.subject.contains("invites you")).count()
}

#[tokio::test]
async fn forty_senders_of_one_domain_are_no_relay() {
    let world = world().await;
    let (mut sent, mut told, mut alerts) = (0, 0, 0);
    for who in 0..40 {
        for friend in 0..5 {
            let from = format!("Eve <eve{who}@evil.example>");
            let text = format!("new amazons vs friend{friend}@of{who}.example\r\n\r\nBuy at evil.com now");
            let got = signed(&world, &from, &format!("{who}.{friend}"), &text).await;
            sent += invitations(&got);
            told += got.iter().filter(|got| got.first_line().starts_with("Not sent:")).count();
            alerts += got.iter().filter(|got| got.to == "operator@example.com").count();
            assert!(got.iter().all(|got| !got.text.contains("Buy at")), "no words of somebody who never answered");
        }
    }
    assert_eq!(sent, 40, "of 200");
    assert!(told >= 30, "each who hears of it first is told: {told}");
    // Alerts are sent beside everything else.
    for _ in 0..100_000 {
        if alerts > 0 {
            break;
        }
        tokio::task::yield_now().await;
        alerts += world.new_mails().iter().filter(|got| got.to == "operator@example.com").count();
    }
    assert_eq!(alerts, 1, "the operator hears of it");
}

#[tokio::test]
async fn stop_is_passed_by_no_other_spelling() {
    let world = world().await;
    let got = signed(&world, ANN, "first", "new amazons vs victim@victim.example").await;
    let invitation = got.iter().find(|got| got.to == "victim@victim.example").unwrap();
    world.reply("victim@victim.example", invitation, "stop").await;
    for (number, spelling) in
        ["victim@ｖictim.example", "VICTIM@victim.EXAMPLE.", "victim@victim。example", "victim+x@victim.example"]
            .into_iter()
            .enumerate()
    {
        for time in 0..20 {
            let from = format!("Eve <eve{time}@evil{number}.example>");
            let got = signed(&world, &from, &format!("{number}.{time}"), &format!("new amazons vs {spelling}")).await;
            assert!(got.iter().all(|got| !got.to.contains("victim")), "{spelling}");
        }
    }
}

#[tokio::test]
async fn a_small_mail_asks_for_no_large_answer() {
    let world = World::new().await;
    let (mut to_ann, _) = world.game().await;
    for number in 0..40 {
        let got = world.reply(ANN, &to_ann, &format!("note 1 {number} {}", "long ".repeat(390))).await;
        to_ann = got.into_iter().next().unwrap_or(to_ann);
    }
    let asked = "note 1\r\n".repeat(20);
    let got = world.reply(ANN, &to_ann, &asked).await;
    let bytes: usize = got.iter().map(|got| got.raw.len()).sum();
    assert!(got.len() == 1 && bytes < 100_000, "{} mails, {bytes} bytes", got.len());
}

#[tokio::test]
async fn watchers_get_no_animation() {
    let world = world().await;
    let (to_ann, _) = world.game().await;
    for number in 0..60 {
        signed(&world, &format!("Fan <fan{number}@fans{number}.example>"), &number.to_string(), "watch 1").await;
    }
    let got = world.reply(ANN, &to_ann, "resign yes").await;
    let (played, watched): (Vec<&Got>, Vec<&Got>) =
        got.iter().partition(|got| ["ann@example.com", "ben@example.net"].contains(&got.to.as_str()));
    assert!(played.iter().all(|got| got.attachments.iter().any(|name| name.ends_with(".gif"))));
    assert_eq!((played.len(), watched.len()), (2, 50), "{BEN} and {ANN}, and so many more");
    for got in watched {
        assert_eq!(got.attachments, ["amazons-1.txt"]);
        assert!(got.raw.len() < 200_000, "{} bytes", got.raw.len());
    }
}
