//! Reports of failures that were never sent by a mail server: whoever knows a secret silences nobody by inventing one.
#![allow(clippy::unwrap_used)]

mod world;

use world::{BEN, Got, World, pass};

const REPORT: &str = "From: MAILER-DAEMON@mx.example\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/report; report-type=delivery-status; boundary=B\r\n\r\n--B\r\n\r\nsorry\r\n--B\r\n\
    Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n\
    Final-Recipient: rfc822; ann@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--B--\r\n";

/// Both tests look at the same clock, and one lets days pass: the other's invitation would run out meanwhile.
static ONE_AT_A_TIME: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// A mail's secret and its number, as everybody knows them who has its Message-ID.
fn known(got: &Got) -> (&str, i64) {
    let (token, id) = got.message_id.split_once('@').unwrap().0.split_once('.').unwrap();
    (token, id.parse().unwrap())
}

/// What a mail comes back to.
fn return_path(world: &World, got: &Got) -> String {
    let (_, id) = known(got);
    format!("play+b-{}.{id}@example.org", world.service.return_mark(id))
}

/// The same words of Ben's reach Ann, or don't: it hangs only on the address that the report of a failure came to.
#[tokio::test]
async fn a_bounce_suspends_only_by_the_return_path_of_a_mail() {
    let _alone = ONE_AT_A_TIME.lock().await;
    for (whose, heard) in [
        ("nobody's", true),
        ("made up", true),
        ("her secret alone", true),
        ("her secret and the mail's number", true),
        ("another mail's mark", true),
        ("Ben's", true),
        ("the mail's own", false),
    ] {
        let world = World::new().await;
        let (to_ann, to_ben) = world.game().await;
        let (token, id) = known(&to_ann);
        let address = match whose {
            "nobody's" => "play@example.org".to_owned(),
            "made up" => format!("play+b-aaaabbbbccccddddeeee.{id}@example.org"),
            "her secret alone" => format!("play+b-{token}@example.org"),
            "her secret and the mail's number" => format!("play+b-{token}.{id}@example.org"),
            "another mail's mark" => return_path(&world, &to_ann).replace(&format!(".{id}@"), &format!(".{}@", id - 1)),
            "Ben's" => return_path(&world, &to_ben),
            _ => return_path(&world, &to_ann),
        };
        assert!(world.deliver("<>", &address, REPORT.as_bytes()).await.is_empty(), "{whose}");
        let got = world.reply(BEN, &to_ben, "say are you there?").await;
        let told = got.iter().any(|got| got.to == "ann@example.com" && got.text.contains("are you there?"));
        assert_eq!(told, heard, "{whose}");
        // Whoever spoke is told that it was said, or that she can't be reached.
        let to: Vec<&str> = got.iter().map(|got| got.to.as_str()).collect();
        let both = ["ann@example.com", "ben@example.net"];
        assert_eq!(to, if heard { &both[..] } else { &both[1..] }, "{whose}");
    }
}

/// A report about a mail of long ago is invented, or of no more use.
#[tokio::test]
async fn an_old_mail_comes_back_no_more() {
    let _alone = ONE_AT_A_TIME.lock().await;
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    pass(11 * 86_400);
    world.deliver("<>", &return_path(&world, &to_ann), REPORT.as_bytes()).await;
    let got = world.reply(BEN, &to_ben, "say are you there?").await;
    assert!(got.iter().any(|got| got.to == "ann@example.com"));
}
