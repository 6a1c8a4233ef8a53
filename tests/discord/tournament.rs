//! A whole round robin and a whole cup with players in Discord and by mail, on the real program. What each was sent is
//! counted and printed.

use std::time::Duration;

use serde_json::json;
use turnpost_mailer::tryout::{Client, Seen};
use turnpost_standin::world::Message;

use crate::events::number_in;
use crate::rig::Rig;

/// How long anything is waited for, and how often it is looked for.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(50);

pub async fn mail(client: &Client, what: &str, fits: impl Fn(&Seen) -> bool) -> Seen {
    let wait = async {
        loop {
            if let Some(seen) = client.got().expect("the outbox").into_iter().find(&fits) {
                return seen;
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    match tokio::time::timeout(PATIENCE, wait).await {
        Ok(found) => found,
        Err(_) => {
            let got: Vec<String> = client.got().unwrap().into_iter().map(|seen| seen.text).collect();
            panic!("no mail {what} in {got:#?}")
        }
    }
}

async fn tournament(format: &str) {
    let mut rig = Rig::without_bot().await;
    rig.mail = true;
    rig.fast = true;
    rig.run().await;
    let mia = rig.mail_client("Mia <mia@example.net>");
    let options =
        [("game", json!("dameo")), ("format", json!(format)), ("players", json!("3-3")), ("code", json!("tuesday"))];
    let hosted = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "host", &options)).await;
    let number = number_in(&hosted.content);
    let join = [("event", json!(format!("T{number}"))), ("code", json!("tuesday"))];
    for user in [rig.ann, rig.ben] {
        let joined = rig.discord.answer(rig.discord.slash(user, rig.channel, "join", &join)).await;
        assert!(joined.content.contains("You are in Dameo"), "{}", joined.content);
    }
    mia.send(&format!("join T{number} code tuesday"), None).await.unwrap();
    let asked = mail(&mia, "that asks her", |seen| seen.text.contains("Was this you?")).await;
    mia.send("yes", Some(&asked)).await.unwrap();
    mail(&mia, "that she is in", |seen| seen.text.contains("you are in Dameo")).await;
    // The round begins by itself: one mail with opponents, colours, the last day, and the table as a picture.
    let round = mail(&mia, "with the round", |seen| seen.text.contains("Its last day is")).await;
    assert!(round.text.contains(" against ") && !round.pictures.is_empty(), "{}", round.text);
    // Everybody resigns what they have: Mia by mail, the others in Discord.
    let numbers: Vec<i64> =
        round.text.lines().filter_map(|line| line.strip_prefix("Game ")?.split(':').next()?.parse().ok()).collect();
    assert_eq!(numbers.len(), 2);
    for game in &numbers {
        mia.send(&format!("resign {game} yes"), Some(&round)).await.unwrap();
    }
    let third = numbers.iter().max().copied().unwrap_or(0).max(3);
    for game in 1..=third {
        if !numbers.contains(&game) {
            rig.discord.slash(rig.ben, rig.channel, "resign", &[("game", json!(game)), ("sure", json!("yes"))]);
        }
    }
    let over = mail(&mia, "that it is over", |seen| seen.text.contains("is over.")).await;
    assert!(over.text.contains("3 of 3") || over.text.contains("of 3"), "{}", over.text);
    let got = mia.got().unwrap();
    let direct = |user: u64| -> Vec<Message> {
        let channel = rig.discord.change(|world| world.direct(user));
        rig.discord.messages(channel)
    };
    println!(
        "{format}: Mia got {} mails, Ann {} messages, Ben {}",
        got.len(),
        direct(rig.ann).len(),
        direct(rig.ben).len()
    );
    // Was this you, you are in, the round, two results, it is over; nothing besides.
    assert!(got.len() <= 6, "{:#?}", got.iter().map(|seen| &seen.text).collect::<Vec<_>>());
    for seen in &got {
        assert!(!seen.text.contains(&rig.ben.to_string()), "no Discord id in mail: {}", seen.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_robin_by_mail_and_in_discord() {
    tournament("roundrobin").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cup_by_mail_and_in_discord() {
    tournament("cup").await;
}
