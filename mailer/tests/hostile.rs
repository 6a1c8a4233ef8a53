//! Mail from people who mean harm, and from machines that mean nothing: nothing is played, nobody is mailed who
//! shouldn't be.
#![allow(clippy::unwrap_used)]

mod bombs;
mod world;

use mail_parser::{HeaderName, MessageParser};
use world::{ANN, BEN, Got, TODAY, World};

const EVE: &str = "Eve <eve@evil.example>";

/// Whether Ann's turn is still to be played: her own answer is taken.
async fn still_anns_turn(world: &World, to_ann: &Got) -> bool {
    let got = world.reply(ANN, to_ann, "j7-h7/h3").await;
    got.iter().any(|got| got.to == "ben@example.net")
}

#[tokio::test]
async fn a_forged_from_moves_nothing() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let got = world.say(ANN, "play@example.org", "1 j7-h7/h3").await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"), "at most Ann is asked");
    let got = world.say(ANN, "play@example.org", "1 resign yes").await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"));
    let two = "From: eve@evil.example\r\nFrom: ann@example.com\r\nTo: play@example.org\r\n\r\n1 j7-h7/h3\r\n";
    assert!(world.deliver(EVE, &to_ann.reply_to, two.as_bytes()).await.is_empty());
    let list = "From: ann@example.com, eve@evil.example\r\nTo: play@example.org\r\n\r\n1 j7-h7/h3\r\n";
    assert!(world.deliver(EVE, &to_ann.reply_to, list.as_bytes()).await.is_empty());
    assert!(still_anns_turn(&world, &to_ann).await);
}

#[tokio::test]
async fn anothers_or_a_made_up_secret_moves_nothing() {
    let world = World::new().await;
    let (to_ann, to_ben) = world.game().await;
    let got = world.reply(EVE, &to_ann, "j7-h7/h3").await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"), "Ann is offered to add the address, Eve learns nothing");
    let got = world.reply(BEN, &to_ann, "j7-h7/h3").await;
    assert!(got.iter().all(|got| got.to != "eve@evil.example"));
    let made_up = "play+aaaabbbbccccddddeeeeffffgggg@example.org";
    let raw = format!("From: {ANN}\r\nTo: {made_up}\r\n\r\nj7-h7/h3\r\n");
    let got = world.deliver(ANN, made_up, raw.as_bytes()).await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"));
    assert!(!to_ben.text.contains(&to_ann.reply_to));
    assert!(still_anns_turn(&world, &to_ann).await);
}

/// A server of ours writes Delivered-To on top; what a sender wrote below it names nobody's secret.
#[tokio::test]
async fn a_forged_delivered_to_moves_nothing() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let before = world.record();
    let mail = |trace: [&str; 2], from: &str| {
        let [first, second] = trace.map(|to| format!("Delivered-To: {to}\r\n"));
        format!("{first}{second}From: {from}\r\nTo: play@example.org\r\n\r\nj7-h7/h3\r\n")
    };
    let forged = ["play@example.org", &to_ann.reply_to];
    let got = world.find(mail(forged, ANN).as_bytes()).await;
    assert_eq!(people(&got), ["ann@example.com"]);
    assert!(got[0].first_line().starts_with("Was this you?"), "{}", got[0].text);
    let got = world.find(mail(forged, BEN).as_bytes()).await;
    assert_eq!(people(&got), ["ben@example.net"], "to the one it names, and only as a question");
    assert!(world.find(mail(forged, EVE).as_bytes()).await.is_empty(), "a stranger without a game asks for nothing");
    assert_eq!(world.record(), before);
    let [plain, secret] = forged;
    let got = world.find(mail([secret, plain], ANN).as_bytes()).await;
    assert_eq!(people(&got), ["ann@example.com", "ben@example.net"], "on top it is our server's word");
    assert_eq!(world.record().turns.len(), before.turns.len() + 1);
}

#[tokio::test]
async fn an_old_secret_moves_nothing_and_shows_the_board_of_now() {
    let world = World::new().await;
    let (old, _) = world.game().await;
    let played = world.reply(ANN, &old, "j7-h7/h3").await;
    let to_ben = played.iter().find(|got| got.to == "ben@example.net").unwrap();
    world.reply(BEN, to_ben, "d7-d5/b3").await;
    let before = world.record();
    let (to_move, revision) =
        world.ask(|service| service.games(0, 1)).map(|games| (games[0].to_move, games[0].revision)).unwrap();
    let got = world.reply(ANN, &old, "a7-a6/a5").await;
    assert_eq!(people(&got), ["ann@example.com"]);
    let first = got[0].first_line();
    assert!(first.starts_with("Not played:") && first.contains("answers turn 2, game 1 is at turn 4"), "{first}");
    assert_eq!(got[0].pictures, 1);
    assert!(got[0].text.contains("d7-d5/b3") && got[0].text.contains("\nTurn 4"), "{}", got[0].text);
    assert_eq!(world.record(), before);
    let now = world.ask(|service| service.games(0, 1)).unwrap();
    assert_eq!((now[0].to_move, now[0].revision), (to_move, revision), "nothing at all was entered");
}

#[tokio::test]
async fn forged_trace_headers_prove_nothing() {
    let world = World::with(|settings| settings.trusted_authserv = Some("mx.example.org".into())).await;
    let forged = |id: &str, trace: &str| {
        format!(
            "{trace}From: {ANN}\r\nTo: play@example.org\r\nDate: {TODAY}\r\nMessage-ID: <{id}@x>\r\n\r\nnew amazons vs ben@example.net\r\n"
        )
    };
    let pass = "dmarc=pass header.from=example.com\r\n";
    let other = forged("1", &format!("Authentication-Results: mx.evil.example; {pass}"));
    assert!(world.deliver(EVE, "play@example.org", other.as_bytes()).await.is_empty(), "the envelope is another's");
    let below = forged(
        "2",
        &format!(
            "Authentication-Results: mx.example.org; dmarc=fail header.from=example.com\r\nAuthentication-Results: mx.example.org; {pass}"
        ),
    );
    let got = world.deliver(EVE, "play@example.org", below.as_bytes()).await;
    assert!(got.iter().all(|got| got.to == "ann@example.com"));
    let trusted = forged("3", &format!("Authentication-Results: mx.example.org; {pass}"));
    let got = world.deliver(ANN, "play@example.org", trusted.as_bytes()).await;
    assert!(got.iter().any(|got| got.to == "ben@example.net"), "this one is proven");
}

/// All headers that a mail of ours may have, each once.
const HEADERS: [&str; 14] = [
    "auto-submitted",
    "content-type",
    "date",
    "from",
    "in-reply-to",
    "list-id",
    "list-unsubscribe",
    "message-id",
    "mime-version",
    "references",
    "reply-to",
    "subject",
    "to",
    "x-auto-response-suppress",
];

/// What a mail has beside what it should: headers that aren't ours, or are there twice; other people in them; markup.
fn injected(got: &Got) -> Vec<String> {
    let message = MessageParser::default().parse(&got.raw).unwrap();
    let mut names: Vec<String> = message.headers_raw().map(|(name, _)| name.to_lowercase()).collect();
    names.sort_unstable();
    let expected = HEADERS.into_iter().filter(|name| names.iter().any(|found| found == name));
    let mut wrong = if expected.eq(names.iter().map(String::as_str)) { Vec::new() } else { names.clone() };
    for (name, wanted) in [(HeaderName::From, "play@example.org"), (HeaderName::To, got.to.as_str())] {
        let people: Vec<&str> = message
            .header(name)
            .and_then(|value| value.as_address())
            .map(|list| list.iter().filter_map(|person| person.address()).collect())
            .unwrap_or_default();
        if people != [wanted] {
            wrong.extend(people.into_iter().map(str::to_owned));
        }
    }
    let shown = got.html.to_lowercase();
    wrong.extend(["<script", "<img src=x"].into_iter().filter(|it| shown.contains(it)).map(str::to_owned));
    let told = [&got.subject, &got.text, &got.html].into_iter().find(|told| told.contains("victim@"));
    wrong.extend(told.cloned());
    wrong
}

/// Names and Subjects that want to be more than that, in a game that is begun and played.
#[tokio::test]
async fn names_and_subjects_inject_nothing() {
    let names = [
        "=?utf-8?q?Ann=0D=0ABcc=3A_victim=40example.com=0D=0A?=",
        "=?utf-8?b?QW5uDQoNCkJjYzogdmljdGltQGV4YW1wbGUuY29t?=",
        "=?utf-8?q?Ann=0ABcc=3A_victim=40example.com=E2=80=A8Cc=3A_victim=40example.com?=",
        "\"Ann\r\n Bcc: victim@example.com\"",
        "\"Ann\rBcc: victim@example.com\"",
        "\"Ann\\\" <victim@example.com>, \\\"x\"",
        "\"<script>alert(1)</script>\"",
    ];
    let subjects = [
        "=?utf-8?q?Hello=0D=0ABcc=3A_victim=40example.com?=",
        "=?utf-8?q?Hello=0D=0A=0D=0A<script>alert=281=29</script>?=",
        "Hello\r\n Bcc: victim@example.com",
    ];
    let said = "<script>alert(1)</script> <img src=x onerror=alert(1)> victim@example.com";
    for (name, subject) in names.iter().zip(subjects.iter().cycle()) {
        let world = World::new().await;
        let (ann, ben) = (format!("{name} <ann@example.com>"), format!("{name} <ben@example.net>"));
        let first = format!(
            "From: {ann}\r\nTo: play@example.org\r\nSubject: {subject}\r\n\r\nnew amazons vs ben@example.net\r\n{said}\r\n"
        );
        let asked = world.deliver(ANN, "play@example.org", first.as_bytes()).await;
        assert_eq!(people(&asked), ["ann@example.com"], "{name}");
        let sent = world.reply(&ann, &asked[0], "yes").await;
        assert_eq!(people(&sent), ["ann@example.com", "ben@example.net"], "{name}");
        let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
        let begun = world.reply(&ben, invitation, &format!("yes d1-d7/g7\r\n\r\n{said}")).await;
        assert_eq!(people(&begun), ["ann@example.com", "ben@example.net"], "{name}");
        let to_ann = begun.iter().find(|got| got.to == "ann@example.com").unwrap();
        assert!(invitation.html.contains("&lt;script") && to_ann.html.contains("&lt;script"), "it is said, as text");
        let played = world.reply(&ann, to_ann, "j7-h7/h3").await;
        assert_eq!(people(&played), ["ann@example.com", "ben@example.net"], "{name}");
        for got in [asked, sent, begun, played].iter().flatten() {
            assert_eq!(injected(got), Vec::<String>::new(), "{name}\n{}", got.text);
        }
    }
}

#[tokio::test]
async fn a_subject_of_two_lines_is_no_command() {
    let world = World::new().await;
    let subject = "=?utf-8?q?new_amazons_vs_ben=40example.net=0D=0ABcc=3A_victim=40example.com?=";
    let raw = format!("From: {ANN}\r\nTo: play@example.org\r\nSubject: {subject}\r\n\r\nHello\r\n");
    assert!(world.deliver(ANN, "play@example.org", raw.as_bytes()).await.is_empty(), "nor is it a request");
    world.game().await;
    let got = world.deliver(ANN, "play@example.org", &[b"X: y\r\n", raw.as_bytes()].concat()).await;
    assert_eq!(people(&got), ["ann@example.com"]);
    assert!(!got[0].text.contains("Was this you?"), "{}", got[0].text);
    assert_eq!(injected(&got[0]), Vec::<String>::new(), "{}", got[0].text);
}

/// Who got the mails, by the alphabet.
fn people(got: &[Got]) -> Vec<&str> {
    let mut people: Vec<&str> = got.iter().map(|got| got.to.as_str()).collect();
    people.sort_unstable();
    people
}

/// Somebody who sends a lot in Ann's name doesn't keep her from playing.
#[tokio::test]
async fn a_flood_in_anns_name_does_not_silence_her() {
    let world = World::with(|settings| settings.mails_per_hour = 10).await;
    let (to_ann, _) = world.game().await;
    for _ in 0..15 {
        let got = world.say(ANN, "play@example.org", "1 resign yes").await;
        assert!(got.iter().all(|got| got.to == "ann@example.com"));
    }
    assert!(still_anns_turn(&world, &to_ann).await);
}

#[tokio::test]
async fn a_second_from_that_only_some_readers_see_is_seen() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    for second in ["From : eve@evil.example", "FROM\t: eve@evil.example", "from: eve@evil.example"] {
        let raw = format!("{second}\r\nFrom: {ANN}\r\nTo: {}\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
        assert!(world.deliver(ANN, &to_ann.reply_to, raw.as_bytes()).await.is_empty(), "{second}");
    }
    assert!(still_anns_turn(&world, &to_ann).await);
}

#[tokio::test]
async fn broken_mail_costs_nothing() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    for (what, bomb) in bombs::all() {
        let got = world.deliver(EVE, "play@example.org", &bomb).await;
        assert!(got.iter().all(|got| got.to == "ann@example.com"), "{what}");
    }
    assert!(still_anns_turn(&world, &to_ann).await);
}

#[tokio::test]
async fn the_same_mail_twice_acts_once() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let raw = format!("From: {ANN}\r\nTo: {}\r\nMessage-ID: <once@x>\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
    assert_eq!(world.deliver(ANN, &to_ann.reply_to, raw.as_bytes()).await.len(), 2);
    assert!(world.deliver(ANN, &to_ann.reply_to, raw.as_bytes()).await.is_empty());
    let relayed = format!("Received: by another way\r\n{raw}");
    assert!(world.deliver(ANN, &to_ann.reply_to, relayed.as_bytes()).await.is_empty());
}

#[tokio::test]
async fn postmaster_mail_goes_to_the_operator_whole() {
    let world = World::new().await;
    let raw = format!("From: {EVE}\r\nTo: postmaster@example.org\r\n\r\nnew amazons vs ben@example.net\r\n");
    let got = world.deliver(EVE, "postmaster@example.org", raw.as_bytes()).await;
    assert_eq!(got.iter().map(|got| got.to.as_str()).collect::<Vec<_>>(), ["operator@example.com"]);
    assert_eq!(got[0].attachments, ["mail.eml"]);
}
