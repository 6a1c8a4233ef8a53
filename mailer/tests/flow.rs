//! The mail flow of the outside contract, from raw mails to raw mails.
#![allow(clippy::unwrap_used)]

mod world;

use world::{Got, World};

const ANN: &str = "Ann <ann@example.com>";
const BEN: &str = "Ben <ben@example.net>";

fn to<'a>(got: &'a [Got], address: &str) -> &'a Got {
    got.iter().find(|got| got.to == address).unwrap_or_else(|| panic!("no mail to {address}"))
}

#[tokio::test]
async fn two_strangers_play_by_replying() {
    let world = World::new().await;
    // (a) An unproven challenge causes exactly one mail, to its sender.
    let got = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    assert_eq!(got.len(), 1);
    let question = to(&got, "ann@example.com");
    assert!(question.first_line().starts_with("Was this you?"), "{}", question.text);
    assert!(!question.text.contains("ben") && question.pictures == 0);
    // (b) Her yes makes her a player and sends one invitation, with the start board.
    let got = world.reply(ANN, question, "yes").await;
    assert_eq!(got.len(), 2);
    let invitation = to(&got, "ben@example.net");
    assert_eq!(invitation.pictures, 4, "the start board, and how to move, shoot and block");
    assert!(invitation.subject.contains("Ann invites you"), "{}", invitation.subject);
    assert!(!String::from_utf8_lossy(&invitation.raw).contains("ann@example.com"));
    // (c) A yes with a first turn starts the game and plays it.
    let got = world.reply(BEN, invitation, "yes d1-d7/g7 Hello Ann").await;
    assert_eq!(got.len(), 2);
    let (turn, receipt) = (to(&got, "ann@example.com"), to(&got, "ben@example.net"));
    assert!(turn.first_line().starts_with("Your turn"), "{}", turn.text);
    assert!(turn.text.contains("Hello Ann") && turn.text.contains("d1-d7/g7"), "{}", turn.text);
    assert!(receipt.first_line().starts_with("No action needed"), "{}", receipt.text);
    assert_eq!((turn.pictures, receipt.pictures), (1, 1));
    assert_eq!(turn.subject, receipt.subject);
    // (e) A refusal goes to the sender only, with the picture.
    let got = world.reply(ANN, turn, "j7-h7/g7").await;
    assert_eq!(got.len(), 1);
    let refusal = to(&got, "ann@example.com");
    assert!(refusal.first_line().starts_with("Not played:") && refusal.pictures == 1, "{}", refusal.text);
    // (d) After a turn the opponent gets one turn mail, the mover one receipt.
    let quoted: String = refusal.text.lines().map(|line| format!("> {line}\n")).collect();
    let body = format!("j7-h7/h3\n\nGood luck.\n\nOn Mon, 1 Jun 2026 at 18:00, Ben via Turnpost wrote:\n{quoted}");
    let got = world.reply(ANN, refusal, &body).await;
    assert_eq!(got.len(), 2);
    assert!(to(&got, "ben@example.net").text.contains("Good luck."));
    // The list of games comes with all boards on one picture.
    let got = world.reply(ANN, refusal, "games").await;
    let games = to(&got, "ann@example.com");
    assert!(games.text.contains("your running game waits for your opponent") && games.pictures == 1, "{}", games.text);
    assert!(games.html.contains("alt=\"1 Amazons vs Ben\""), "{}", games.html);
    // A reply to an old mail is stale.
    let got = world.reply(BEN, invitation, "g1-g4/e4").await;
    assert!(to(&got, "ben@example.net").first_line().starts_with("Not played:"));
    let got = world.reply(BEN, receipt, "resign yes").await;
    let result = to(&got, "ann@example.com");
    assert!(result.first_line().starts_with("You won"), "{}", result.text);
    assert_eq!(result.attachments, ["amazons-1.txt", "amazons-1.gif"]);
}

#[tokio::test]
async fn the_subject_counts_where_nothing_else_does() {
    let world = World::new().await;
    let raw = "From: Ann <ann@example.com>\r\nTo: play@example.org\r\nSubject: new amazons vs ben@example.net\r\n\r\nHi Ben, Ann from the club.\r\n";
    let got = world.deliver(ANN, "play@example.org", raw.as_bytes()).await;
    assert!(to(&got, "ann@example.com").first_line().starts_with("Was this you?"));
    let got = world.reply(ANN, &got[0], "yes").await;
    assert!(to(&got, "ben@example.net").text.contains("Ann from the club"), "{}", to(&got, "ben@example.net").text);
}

#[tokio::test]
async fn mails_thread_and_say_how_to_stop() {
    let world = World::new().await;
    let got = world.say(ANN, "play@example.org", "help").await;
    let raw = String::from_utf8_lossy(&got[0].raw).into_owned();
    for header in ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All", "List-Id: ", "MIME-Version: 1.0"]
    {
        assert!(raw.contains(header), "{header}\n{raw}");
    }
    let asked = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    let sent = world.reply(ANN, &asked[0], "yes").await;
    let got = world.reply(BEN, to(&sent, "ben@example.net"), "yes").await;
    for got in &got {
        let raw = String::from_utf8_lossy(&got.raw).into_owned();
        assert!(raw.contains("References: <game.1@example.org>"), "{raw}");
        assert!(raw.contains("List-Unsubscribe: <mailto:play+"), "{raw}");
        assert!(raw.contains("via Turnpost\" <play@example.org>"), "{raw}");
        assert!(got.html.contains("width=\"400\"") && got.html.contains("alt=\""), "{}", got.html);
    }
    let (ben, ann) = (to(&got, "ben@example.net"), to(&got, "ann@example.com"));
    let said = world.reply(ANN, ann, "say Are you there?").await;
    assert!(to(&said, "ben@example.net").text.contains("Are you there?"), "what she says reaches him");
    // The button of his mail client.
    world.unsubscribe(BEN, ben).await;
    world.hours(2).await;
    let said = world.reply(ANN, ann, "say Hello?").await;
    assert!(said.iter().all(|got| got.to != "ben@example.net"), "he said stop");
    let got = world.reply(ANN, ann, "resign yes").await;
    assert!(got.iter().any(|got| got.to == "ann@example.com") && got.iter().all(|got| got.to != "ben@example.net"));
}

#[tokio::test]
async fn an_export_is_a_file_and_has_what_was_said() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let got = world.reply(ANN, &to_ann, "say Hello Ben").await;
    assert!(got.iter().any(|got| got.to == "ann@example.com"), "what is said is confirmed");
    let got = world.reply(ANN, &to_ann, "export me").await;
    let export = to(&got, "ann@example.com");
    assert_eq!(export.attachments, ["turnpost-export.json"], "{}", export.text);
    assert!(!export.text.contains("Hello Ben"), "{}", export.text);
    let json: serde_json::Value = serde_json::from_str(&export.file()).unwrap();
    assert!(json["comments"].to_string().contains("Hello Ben"), "{json}");
}

#[tokio::test]
async fn a_game_without_turns_has_no_animation() {
    let world = World::new().await;
    let asked = world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    let got = world.reply(ANN, &asked[0], "yes").await;
    let got = world.reply(BEN, to(&got, "ben@example.net"), "yes").await;
    let got = world.reply(BEN, to(&got, "ben@example.net"), "resign yes").await;
    let result = to(&got, "ann@example.com");
    assert_eq!(result.attachments, ["amazons-1.txt"], "{}", result.text);
    assert!(!result.text.contains(".gif"), "{}", result.text);
}
