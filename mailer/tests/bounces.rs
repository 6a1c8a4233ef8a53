//! Mails that come back: each of ours has a return path of its own, which tells whose mail it was and which.
#![allow(clippy::unwrap_used)]

mod world;

use world::relay::Relay;
use world::{Got, World};

const ANN: &str = "Ann <ann@example.com>";
const BEN: &str = "Ben <ben@example.net>";

const REPORT: &str = "From: MAILER-DAEMON@mx.example\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/report; report-type=delivery-status; boundary=B\r\n\r\n--B\r\n\r\nsorry\r\n--B\r\n\
    Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n\
    Final-Recipient: rfc822; ann@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--B--\r\n";

/// What Ann's mails come back to, as their relay is told; the last first.
fn return_paths(relay: &Relay) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for said in relay.said() {
        match (said.strip_prefix("MAIL FROM:<"), said.strip_prefix("RCPT TO:<")) {
            (Some(path), _) => paths.insert(0, path.trim_end_matches('>').to_owned()),
            (_, Some(to)) if !to.starts_with("ann@") => drop(paths.remove(0)),
            _ => {}
        }
    }
    paths
}

fn to(got: Vec<Got>, address: &str) -> Option<Got> {
    got.into_iter().find(|got| got.to == address)
}

#[tokio::test]
async fn a_bounce_counts_for_the_mail_that_it_is_about() {
    let relay = Relay::start().await;
    let url = relay.url();
    let world = World::with(move |settings| settings.smtp = Some(url)).await;
    world.say(ANN, "play@example.org", "new amazons vs ben@example.net").await;
    world.reply(ANN, &relay.mails()[0], "yes").await;
    let invitation = to(relay.mails(), "ben@example.net").unwrap();
    world.reply(BEN, &invitation, "yes d1-d7/g7").await;
    let turn = to(relay.mails(), "ann@example.com").unwrap();
    world.reply(ANN, &turn, "show").await;
    let paths = return_paths(&relay);
    let (shown, turn) = (&paths[0], &paths[1]);
    // Both are about the same game at the same revision.
    assert_ne!(shown, turn);
    assert!(paths.iter().all(|path| path.split('@').next().unwrap().len() <= 64), "{paths:?}");
    // The secret of one mail with the number of somebody else's is no return path of ours.
    let (secret, _) = turn.split_once('.').unwrap();
    let bens = invitation.message_id.split_once('.').unwrap().1;
    world.deliver("<>", &format!("{secret}.{bens}"), REPORT.as_bytes()).await;
    let still = world.reply(BEN, &invitation, "1 say Are you there?").await;
    assert!(still.is_empty() && to(relay.mails(), "ann@example.com").is_some());
    world.deliver("<>", shown, REPORT.as_bytes()).await;
    world.reply(BEN, &invitation, "1 undo").await;
    assert!(to(relay.mails(), "ann@example.com").is_none(), "nothing more goes to a dead address");
}
