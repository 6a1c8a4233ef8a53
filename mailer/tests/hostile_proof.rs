//! Mail that pretends to be proven, or to be somebody's: forged by its domain's own word, vouched for by a server that
//! never did, a copy of a real one, a real one kept for months.
#![allow(clippy::unwrap_used)]

mod world;

use world::{ANN, BEN, Got, TODAY, World};

async fn trusting() -> World {
    World::with(|settings| settings.trusted_authserv = Some("mx.example.org".into())).await
}

/// A mail of Ann's to play, with that trace above it.
fn anns(trace: &str, id: &str, date: &str, to: &str, body: &str) -> Vec<u8> {
    let date = if date.is_empty() { String::new() } else { format!("Date: {date}\r\n") };
    format!("{trace}From: {ANN}\r\nTo: {to}\r\n{date}Message-ID: <{id}@x>\r\n\r\n{body}\r\n").into_bytes()
}

fn people(got: &[Got]) -> Vec<&str> {
    let mut people: Vec<&str> = got.iter().map(|got| got.to.as_str()).collect();
    people.sort_unstable();
    people
}

const PASS: &str = "dmarc=pass header.from=example.com\r\n";
const BOTH: [&str; 2] = ["ann@example.com", "ben@example.net"];
const PLAY: &str = "play@example.org";

#[tokio::test]
async fn what_fails_its_domains_policy_bothers_nobody() {
    for (policy, asked) in [("p=none", true), ("p=reject", false), ("p=quarantine", false)] {
        let world = trusting().await;
        let (to_ann, to_ben) = world.game().await;
        let trace =
            format!("Authentication-Results: mx.example.org; dmarc=fail ({policy}) header.from=example.com\r\n");
        for (number, body) in ["new amazons vs ben@example.net", "help", "what is this?"].into_iter().enumerate() {
            let got = world.deliver(ANN, PLAY, &anns(&trace, &format!("{policy}{number}"), TODAY, PLAY, body)).await;
            assert_eq!(people(&got), if asked { vec!["ann@example.com"] } else { vec![] }, "{policy}: {body}");
        }
        // Somebody else's secret makes it no better; with her own she is asked, since a list may have changed her mail.
        let wrong = anns(&trace, &format!("{policy} other"), TODAY, &to_ben.reply_to, "1 j7-h7/h3");
        let got = world.deliver(ANN, &to_ben.reply_to, &wrong).await;
        assert_eq!(got.is_empty(), !asked, "{policy}: {:?}", people(&got));
        let own = anns(&trace, &format!("{policy} own"), TODAY, &to_ann.reply_to, "show");
        let got = world.deliver(ANN, &to_ann.reply_to, &own).await;
        assert_eq!(people(&got), ["ann@example.com"], "{policy}");
        assert_eq!(got[0].first_line().starts_with("Was this you?"), !asked, "{policy}");
    }
}

/// A guide that had `^Authentication-Results:[[:space:]]*mx…` removed left all of these in.
#[tokio::test]
async fn a_quoted_server_vouches_for_nobody() {
    let world = trusting().await;
    for (number, name) in
        ["\"mx.example.org\"", "\"m\\x.example.org\"", "(it is) mx.example.org", "\u{a0}mx.example.org"]
            .into_iter()
            .enumerate()
    {
        let trace = format!("Authentication-Results: {name}; {PASS}");
        let invited = format!("b{number}@example.net");
        let mail = anns(&trace, &number.to_string(), TODAY, PLAY, &format!("new amazons vs {invited}"));
        let got = world.deliver(ANN, PLAY, &mail).await;
        assert!(!people(&got).contains(&invited.as_str()), "{name}");
    }
}

/// A copy with her Message-ID doesn't make her own mail a repeat, and what was held for it isn't done as well.
#[tokio::test]
async fn a_forged_copy_hides_no_genuine_mail() {
    let world = trusting().await;
    let (to_ann, _) = world.game().await;
    let turns = || world.record().turns.len();
    let before = turns();
    let forged = anns("", "same", TODAY, PLAY, "1 j7-h7/h3");
    let asked = world.deliver("eve@evil.example", PLAY, &forged).await;
    assert_eq!(people(&asked), ["ann@example.com"], "she is asked");
    assert!(world.deliver("eve@evil.example", PLAY, &[b"X: y\r\n", &forged[..]].concat()).await.is_empty(), "once");
    let genuine = anns("", "same", TODAY, &to_ann.reply_to, "j7-h7/h3");
    assert_eq!(people(&world.deliver(ANN, &to_ann.reply_to, &genuine).await), BOTH, "the genuine one is played");
    assert_eq!(turns(), before + 1);
    let again = [b"X: y\r\n", &genuine[..]].concat();
    assert!(world.deliver(ANN, &to_ann.reply_to, &again).await.is_empty(), "and only once");
    assert!(world.deliver("eve@evil.example", PLAY, &[b"X: z\r\n", &forged[..]].concat()).await.is_empty());
    world.reply(ANN, &asked[0], "yes").await;
    assert_eq!(turns(), before + 1, "what was held for the copy is not done as well");
}

/// One that she said yes to is done; the same mail by a way that vouches for it comes too late.
#[tokio::test]
async fn what_was_confirmed_is_not_done_again() {
    let world = trusting().await;
    let (_, to_ben) = world.game().await;
    let plain = anns("", "twice", TODAY, PLAY, "1 j7-h7/h3");
    let asked = world.deliver(ANN, PLAY, &plain).await;
    assert_eq!(people(&world.reply(ANN, &asked[0], "yes").await), BOTH);
    world.reply(BEN, &to_ben, "1 undo").await;
    let vouched = anns(&format!("Authentication-Results: mx.example.org; {PASS}"), "twice", TODAY, PLAY, "1 j7-h7/h3");
    assert!(world.deliver(ANN, PLAY, &vouched).await.is_empty());
}

/// What was signed once is signed for ever; but what was here is known for so many days only.
#[tokio::test]
async fn an_old_mail_is_not_played_again() {
    let world = trusting().await;
    let (to_ann, _) = world.game().await;
    let before = world.record();
    let vouched = format!("Authentication-Results: mx.example.org; {PASS}");
    for (number, date) in ["Sun, 01 Feb 2026 12:00:00 +0000", "Mon, 15 Jun 2026 12:00:00 +0000"].into_iter().enumerate()
    {
        let old = anns(&vouched, &format!("old{number}"), date, PLAY, "1 j7-h7/h3");
        assert!(world.deliver(ANN, PLAY, &old).await.is_empty(), "whoever brings it learns nothing: {date}");
        let own = anns("", &format!("own{number}"), date, &to_ann.reply_to, "j7-h7/h3");
        let got = world.deliver(ANN, &to_ann.reply_to, &own).await;
        assert_eq!(people(&got), ["ann@example.com"], "{date}");
        assert!(got[0].first_line().contains(": the date of your mail is months old"), "{}", got[0].text);
    }
    assert_eq!(world.record(), before);
    // Without a date it could be kept as long as anybody likes.
    let undated = anns(&vouched, "undated", "", PLAY, "1 j7-h7/h3");
    let got = world.deliver(ANN, PLAY, &undated).await;
    assert!(got[0].first_line().starts_with("Was this you?"), "{}", got[0].text);
    // Mail waits for days, and clocks go wrong by hours.
    for (number, date) in ["Sun, 10 May 2026 12:00:00 +0000", "Tue, 02 Jun 2026 12:00:00 +0000"].into_iter().enumerate()
    {
        let shown = anns(&vouched, &format!("late{number}"), date, PLAY, "show 1");
        let got = world.deliver(ANN, PLAY, &shown).await;
        assert!(got.iter().any(|got| got.pictures == 1), "{date}");
    }
}
