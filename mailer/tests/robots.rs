//! Machines that answer mail: bounces, lists, people's out-of-office programs. They move nothing, and no storm lasts.
#![allow(clippy::unwrap_used)]

mod world;

use std::collections::BTreeMap;

use world::{ANN, BEN, World, pass};

#[tokio::test]
async fn machines_get_no_answer() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let before = world.record();
    let headers = [
        "Auto-Submitted: auto-replied\r\n",
        "Precedence: bulk\r\n",
        "List-Id: <list.example>\r\n",
        "X-Autoreply: yes\r\n",
        "Subject: Out of office: back on Monday\r\n",
    ];
    for header in headers {
        let raw =
            format!("{header}From: {ANN}\r\nTo: {}\r\n\r\nI am away. resign yes\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
        assert!(world.deliver(ANN, &to_ann.reply_to, raw.as_bytes()).await.is_empty(), "{header}");
    }
    let bounce = format!("From: MAILER-DAEMON@example.com\r\nTo: {}\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
    assert!(world.deliver("<>", &to_ann.reply_to, bounce.as_bytes()).await.is_empty());
    let ourselves = format!("From: play@example.org\r\nTo: {}\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
    assert!(world.deliver("<play@example.org>", &to_ann.reply_to, ourselves.as_bytes()).await.is_empty());
    assert_eq!(world.record(), before);
    assert_eq!(world.reply(ANN, &to_ann, "j7-h7/h3").await.len(), 2, "she herself is heard");
}

/// A stranger's robot that answers every mail with no header that says so: the storm dies down by itself.
#[tokio::test]
async fn a_storm_with_a_strangers_robot_dies_down() {
    let world = World::with(|settings| settings.mails_per_hour = 30).await;
    let robot = "Robot <robot@example.com>";
    assert!(world.say(robot, "play@example.org", "I got your mail, thank you.").await.is_empty());
    let mut got = world.say(robot, "play@example.org", "help").await;
    let mut answers = 0;
    for _ in 0..100 {
        let Some(last) = got.pop() else { break };
        answers += 1;
        got = world.reply("Robot <robot@example.com>", &last, "I got your mail, thank you.").await;
    }
    assert!((1..=3).contains(&answers), "{answers} answers to a robot");
}

/// Ann and Ben went on holiday in the middle of a game: whatever mail they get is answered so many seconds later, if
/// need be so often. Gives how many mails each got because of that.
async fn storm(world: &World, header: &str, later: u32, rounds: usize) -> BTreeMap<String, usize> {
    let (to_ann, to_ben) = world.game().await;
    let mut unanswered = vec![to_ann, to_ben];
    let mut counts = BTreeMap::new();
    for _ in 0..rounds {
        pass(later);
        let mut got = Vec::new();
        for mail in unanswered {
            let from = if mail.to == "ann@example.com" { ANN } else { BEN };
            let raw = format!(
                "{header}From: {from}\r\nTo: {}\r\nSubject: Re: {}\r\nMessage-ID: <away.{}>\r\nIn-Reply-To: <{}>\r\n\r\nI am away\r\n",
                mail.reply_to, mail.subject, mail.message_id, mail.message_id
            );
            got.extend(world.deliver(from, &mail.reply_to, raw.as_bytes()).await);
        }
        for mail in &got {
            *counts.entry(mail.to.clone()).or_default() += 1;
        }
        if got.is_empty() {
            break;
        }
        unanswered = got;
    }
    counts
}

/// Nothing says that these are robots. Three refusals in a turn are what anybody gets at once, so the fourth answer
/// stays without one, and nobody writes any more. Robots that take longer than an hour get one an hour.
#[tokio::test]
async fn a_storm_between_two_players_robots_dies_down() {
    for (later, rounds, each) in [(0, 200, 3), (20 * 60, 200, 3), (61 * 60, 12, 12)] {
        let world = World::new().await;
        let counts = storm(&world, "", later, rounds).await;
        let expected = ["ann@example.com", "ben@example.net"].map(|address| (address.to_owned(), each));
        assert_eq!(counts, BTreeMap::from(expected), "answered {later} seconds later");
        assert_eq!(world.record().turns.len(), 1);
    }
}

#[tokio::test]
async fn robots_that_say_so_get_no_answer_at_all() {
    let world = World::new().await;
    let counts = storm(&world, "Auto-Submitted: auto-replied\r\n", 0, 200).await;
    assert_eq!(counts, BTreeMap::new());
    assert_eq!(world.record().turns.len(), 1);
}
