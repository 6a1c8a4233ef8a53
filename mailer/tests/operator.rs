//! What reaches the operator: whatever is written to postmaster and abuse, by people and machines, within bounds.
#![allow(clippy::unwrap_used)]

mod world;

use world::World;

/// How many of such mails the operator gets.
async fn forwarded(world: &World, sender: &str, raw: &[u8]) -> usize {
    let got = world.deliver(sender, "abuse@example.org", raw).await;
    got.iter().filter(|got| got.to == "operator@example.com" && got.attachments == ["mail.eml"]).count()
}

#[tokio::test]
async fn machines_and_unreadable_mail_reach_the_operator() {
    let world = World::new().await;
    for raw in [
        "Auto-Submitted: auto-generated\r\nFrom: feedback@example.com\r\n\r\nx",
        "From: MAILER-DAEMON@example.com\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n\r\nx",
        "From: ann@example.com, ben@example.com\r\n\r\nx",
        "Subject: no From\r\n\r\nx",
        "no header at all",
    ] {
        assert_eq!(forwarded(&world, "<>", raw.as_bytes()).await, 1, "{raw}");
    }
}

#[tokio::test]
async fn what_could_go_in_circles_does_not_reach_the_operator() {
    let world = World::new().await;
    let hops = "Received: by x\r\n".repeat(26);
    for raw in [
        "From: play@example.org\r\n\r\nx".to_owned(),
        format!("{hops}From: ann@example.com\r\n\r\nx"),
        format!("{hops}From: ann@example.com, ben@example.com\r\n\r\nx"),
    ] {
        assert_eq!(forwarded(&world, "<>", raw.as_bytes()).await, 0, "{raw}");
    }
}

#[tokio::test]
async fn the_operator_gets_so_many_a_day_from_one_sender_and_in_all() {
    let world = World::new().await;
    let mut got = 0;
    for number in 0..30 {
        let raw = format!("From: eve@evil.example\r\n\r\n{number}");
        got += forwarded(&world, "<eve@evil.example>", raw.as_bytes()).await;
    }
    assert_eq!(got, 20);
    for number in 0..120 {
        let raw = format!("From: eve{number}@evil.example\r\n\r\nx");
        got += forwarded(&world, &format!("<eve{number}@evil.example>"), raw.as_bytes()).await;
    }
    assert_eq!(got, 100);
}
