//! What is logged at the usual level: enough to see what goes on, and nobody's address or secret.

use turnpost_mailer::tryout::outbox;

use crate::relay::{Mood, Relay};
use crate::rig::{Server, begin, block_on, until};

const ANN: &str = "ann.secretname@private.example.org";
const BEN: &str = "ben.secretname@private.example.net";

#[test]
fn a_game_leaves_no_address_and_no_secret_in_the_log() {
    for format in ["human", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::start(folder.path(), &[("TURNPOST_LOG__FORMAT", format)], &[]);
        begin(&server, ANN, BEN);
        server.says(BEN, "c3-c4\n\nGood luck.", true);
        server.says(BEN, "z9-z9", true);
        server.says(ANN, "c6-c5", true);
        // Somebody else with Ben's secret, a mail from two people, and a bounce that isn't one.
        let board = server.client(BEN).got().unwrap().pop().unwrap();
        let before = server.client(BEN).got().unwrap().len();
        block_on(server.client("thief.secretname@private.example.com").send("resign yes", Some(&board))).unwrap();
        until("the offer to add that address", || {
            server.client(BEN).got().ok().filter(|got| got.len() > before).map(drop)
        });
        block_on(server.client("mailer-daemon@private.example.com").send("undeliverable", Some(&board))).unwrap();
        until("it is logged", || server.log().contains("dropped").then_some(()));
        let secrets: Vec<String> =
            outbox(&folder.path().join("outbox")).unwrap().into_iter().map(|seen| seen.reply_to).collect();
        server.signal("TERM");
        server.ended();
        let log = server.log();
        for secret in secrets.iter().map(|reply_to| reply_to.split(['+', '@']).nth(1).unwrap()) {
            assert!(secret == "localhost" || !log.contains(secret), "{secret} in\n{log}");
        }
        assert!(!log.contains("secretname") && !log.contains("private.example"), "{log}");
    }
}

#[test]
fn a_relay_that_names_the_recipient_is_not_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::start();
    relay.set_mood(Mood::Busy);
    let url = relay.url();
    let server = Server::start(folder.path(), &[("TURNPOST_MAIL__SMTP", &url)], &[]);
    block_on(server.client(ANN).send("help", None)).unwrap();
    let log = until("it is logged", || Some(server.log()).filter(|log| log.contains("not now")));
    assert!(!log.contains("secretname"), "{log}");
}
