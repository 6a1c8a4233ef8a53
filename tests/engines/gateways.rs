//! Two mail gateways behind one name, as on two machines: whichever takes a mail, it is handled once and answered in
//! order.

use std::collections::BTreeMap;
use std::path::Path;

use turnpost_core::rules::Side;
use turnpost_mailer::tryout::{Seen, outbox};

use crate::cluster::Cluster;
use crate::rig::{Server, begin, block_on, until};
use crate::torture::game;

const ANN: &str = "ann@example.org";
const BEN: &str = "ben@example.org";

/// A gateway with a folder of its own, and the outbox of all.
fn gateway(folder: &Path, database: &str, out: &Path) -> Server {
    let out = out.display().to_string();
    let variables = [("TURNPOST_DATABASE", database), ("TURNPOST_MAIL__OUTBOX", &out)];
    Server::start(folder, &variables, &["--only", "mail"])
}

#[test]
fn a_mail_that_comes_to_both_is_handled_once() {
    let Some(cluster) = Cluster::start() else { return };
    // The first one's folder is where everybody looks for answers.
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let out = folders[0].path().join("outbox");
    let url = cluster.primary.url();
    let servers = [0, 1].map(|n| gateway(folders[n].path(), &url, &out));
    begin(&servers[0], ANN, BEN);
    let game = game(7, 6);
    for (n, (side, _, position, turn)) in game.iter().enumerate() {
        let (who, other) = if *side == Side::White { (BEN, ANN) } else { (ANN, BEN) };
        let last = until("a board to answer", || {
            let mut got = servers[0].client(who).got().ok()?.into_iter();
            got.find(|seen| seen.text.starts_with("Your turn") && seen.text.contains(position))
        });
        // The same bytes to both at once, as when a sender's server gave up waiting for the first answer.
        let raw = format!(
            "From: {who}\r\nTo: {}\r\nMessage-ID: <turn-{n}@example.org>\r\nIn-Reply-To: <{}>\r\nSubject: Re: {}\r\n\r\n{turn}\r\n",
            last.reply_to, last.message_id, last.subject
        );
        std::thread::scope(|scope| {
            for server in &servers {
                scope.spawn(|| block_on(hand_in(&server.mail, who, &last.reply_to, raw.as_bytes())));
            }
        });
        until("the opponent's board", || {
            let got = servers[0].client(other).got().ok()?;
            got.into_iter().find(|seen| seen.text.starts_with("Your turn") && seen.text.contains(turn.as_str()))
        });
    }
    let waiting = "SELECT (SELECT count(*) FROM inbox WHERE verdict IS NULL) + (SELECT count(*) FROM outbox WHERE state = 'owed')";
    until("rest", || (cluster.primary.sql("turnpost", waiting) == "0").then_some(()));

    // The audit: each turn once; each notice in the outbox once, and for each recipient in the order of their ids.
    let played = cluster.primary.sql("turnpost", "SELECT text FROM entries WHERE kind = 'turn' ORDER BY number");
    let turns: Vec<&str> = game.iter().map(|(.., turn)| turn.as_str()).collect();
    assert_eq!(played.lines().collect::<Vec<_>>(), turns);
    let sent = outbox(&out).unwrap();
    let mut texts: BTreeMap<String, Vec<&Seen>> = BTreeMap::new();
    sent.iter().for_each(|seen| texts.entry(seen.to.clone()).or_default().push(seen));
    for (who, seen) in texts {
        let ids: Vec<&str> = seen.iter().map(|seen| seen.message_id.as_str()).collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), ids.len(), "{who} gets no mail twice");
        let boards = turns.iter().filter(|turn| seen.iter().any(|mail| mail.text.contains(*turn))).count();
        assert_eq!(boards, turns.len(), "{who} is told of every turn");
    }
    let owed = cluster.primary.sql("turnpost", "SELECT count(*) FROM outbox WHERE state = 'sent' AND channel = 'mail'");
    assert_eq!(owed.parse::<usize>().unwrap(), sent.len(), "one mail for each notice, and nothing else");
}

async fn hand_in(server: &str, from: &str, to: &str, raw: &[u8]) {
    use turnpost_mailer::{send::smtp::Relay, tls, url::ServerUrl};
    let url = ServerUrl::parse(&format!("smtp://{server}")).unwrap();
    let mut connection = Relay::new(url, tls::connector(None).unwrap(), "example.org").connect().await.unwrap();
    connection.send(from, to, raw).await.unwrap();
}
