//! Mail to people who never played: whoever asks for something clearly gets an answer, and nobody whose name is on spam does.
#![allow(clippy::unwrap_used)]

mod spam;
mod world;

use tokio::sync::Mutex;
use turnpost_mailer::receive::{Arrival, Via};
use world::dns;
use world::relay::Relay;
use world::{ANN, BEN, Got, TODAY, World, clock, pass};

const PLAY: &str = "play@example.org";

/// Time passes in some of the tests, and hours are counted in others: one after the other.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Stores a mail that comes like this; what comes of it.
async fn comes(world: &World, via: Via, sender: Option<&str>, raw: &str) -> Vec<Got> {
    stored(world, via, sender, raw.as_bytes()).await;
    world.gateway.drain().await.unwrap();
    world.new_mails()
}

async fn stored(world: &World, via: Via, sender: Option<&str>, raw: &[u8]) {
    let recipients = if sender.is_some() { vec![PLAY.to_owned()] } else { Vec::new() };
    let arrival = Arrival { raw: raw.to_vec(), via, sender: sender.map(str::to_owned), recipients, at: clock() };
    world.gateway.inbox().store(arrival).await.unwrap();
}

fn elsewhere(host: u8) -> Via {
    Via::Smtp { peer: [203, 0, 113, host].into(), helo: "mx.example".into() }
}

fn letter(trace: &str, from: &str, body: &str) -> String {
    format!("{trace}From: {from}\r\nTo: {PLAY}\r\nDate: {TODAY}\r\nMessage-ID: <{from}>\r\n\r\n{body}\r\n")
}

/// Of three thousand mails that nobody meant for us, in whatever way they come, next to none is answered; people who write
/// in between are.
#[tokio::test]
async fn spam_troubles_nobody() {
    let _alone = ALONE.lock().await;
    let server = dns::silent_about("nobody-is-silent").await;
    let world = World::with(|settings| settings.name_server = Some(server)).await;
    let ways = [Via::Lmtp, elsewhere(1), Via::Pipe];
    for (number, mail) in spam::spam(3000).into_iter().enumerate() {
        let via = match &mail.sender {
            Some(_) => ways[number % ways.len()].clone(),
            None => [Via::Maildir, Via::Imap][number % 2].clone(),
        };
        stored(&world, via, mail.sender.as_deref(), &mail.raw).await;
        if number % 600 == 0 {
            let person = format!("person{number}@example.com");
            stored(&world, Via::Lmtp, Some(&person), letter("", &person, "help").as_bytes()).await;
        }
    }
    // Those that come from one network take turns.
    while world.ask(|service| service.waiting()).unwrap().mails.waiting > 0 {
        world.gateway.drain().await.unwrap();
        pass(1);
    }
    let got = world.new_mails();
    let (people, others): (Vec<&Got>, Vec<&Got>) = got.iter().partition(|got| got.to.starts_with("person"));
    assert_eq!(people.len(), 5, "people are answered");
    let first = others.first().map(|got| got.text.clone()).unwrap_or_default();
    assert!(others.len() <= 5, "{} mails to people who never wrote, such as: {first}", others.len());
    assert!(others.iter().all(|got| got.to != "operator@example.com"));
}

/// The four things that somebody may write first, in all the ways in which a mail can come.
#[tokio::test]
async fn a_first_mail_is_answered_whichever_way_it_comes() {
    let _alone = ALONE.lock().await;
    let server = dns::silent_about("nobody-is-silent").await;
    let world = World::with(|settings| {
        settings.name_server = Some(server);
        settings.trusted_authserv = Some("mx.example.org".into());
    })
    .await;
    let vouched = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n";
    let by_spf =
        "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=example.com; dkim=none; dmarc=none\r\n";
    let nothing =
        "Authentication-Results: mx.example.org; spf=none smtp.mailfrom=example.com; dkim=none; dmarc=none\r\n";
    let ways = [
        ("lmtp", Via::Lmtp, true, ""),
        ("pipe", Via::Pipe, true, ""),
        ("maildir", Via::Maildir, false, ""),
        ("imap", Via::Imap, false, ""),
        ("direct", elsewhere(2), true, ""),
        ("vouched", Via::Imap, false, vouched),
        ("spf", Via::Imap, false, by_spf),
        ("nothing", Via::Imap, false, nothing),
    ];
    for (way, via, told, trace) in ways {
        for (number, body) in
            ["help", "new amazons vs ben@example.net", "games", "rules amazons"].into_iter().enumerate()
        {
            let from = format!("{way}{number}@example.com");
            let got = comes(&world, via.clone(), told.then_some(&from), &letter(trace, &from, body)).await;
            assert!(got.iter().any(|got| got.to == from), "{way}: {body}");
        }
        let from = format!("{way}@example.com");
        let prose = letter(trace, &from, "Dear operator, we met at the fair and talked about parcels.");
        let got = comes(&world, via.clone(), told.then_some(&from), &prose).await;
        let authenticated = ["vouched", "spf"].contains(&way);
        assert_eq!(got.len(), usize::from(authenticated), "{way}: words alone, if something speaks for their sender");
        let from = format!("{way}-newcomer@example.com");
        let prose = letter(trace, &from, "Hello, I would like to play. How does this work?");
        let got = comes(&world, via, told.then_some(&from), &prose).await;
        assert_eq!(got.len(), 1, "{way}: what only somebody asks who wants to play");
    }
}

/// First words are answered once a day and address, to us alone, and so many an hour in all.
#[tokio::test]
async fn first_words_are_answered_once() {
    let _alone = ALONE.lock().await;
    let world = World::new().await;
    let first = world.say("tom@example.com", PLAY, "What games do you have?").await;
    assert_eq!(first.len(), 1);
    assert!(first[0].text.contains("new amazons vs house"), "{}", first[0].text);
    assert!(world.say("tom@example.com", PLAY, "Hello, can I play?").await.is_empty(), "once a day");
    assert_eq!(world.reply("tom@example.com", &first[0], "Hello, can I play?").await.len(), 1, "a reply is proven");
    let trace = "Cc: others@example.net\r\n";
    let others = letter(trace, "gus@example.com", "What games do you have?");
    assert!(comes(&world, Via::Lmtp, Some("gus@example.com"), &others).await.is_empty(), "not to us alone");
    let mut answered = 0;
    for number in 0..30 {
        let from = format!("hello{number}@example.com");
        answered += world.say(&from, PLAY, "hello").await.iter().filter(|got| got.to == from).count();
    }
    assert!((1..=10).contains(&answered), "{answered} of thirty");
}

#[tokio::test]
async fn whom_something_contradicts_is_not_written_to() {
    let _alone = ALONE.lock().await;
    let world = World::with(|settings| settings.trusted_authserv = Some("mx.example.org".into())).await;
    let (to_ann, _) = world.game().await;
    let results = |said: &str| format!("Authentication-Results: mx.example.org; {said}\r\n");
    let failed = [
        results("dmarc=fail (p=none) header.from=example.com"),
        results("spf=softfail smtp.mailfrom=example.com; dkim=none; dmarc=none"),
        results("dkim=fail header.d=example.com"),
        results("spf=pass smtp.mailfrom=bulk@sender.example; dkim=none; dmarc=none")
            + "Return-Path: <bulk@sender.example>\r\n",
        "Return-Path: <bulk@sender.example>\r\n".to_owned(),
    ];
    for (number, trace) in failed.iter().enumerate() {
        let from = format!("victim{number}@example.com");
        assert!(comes(&world, Via::Imap, None, &letter(trace, &from, "help")).await.is_empty(), "{trace}");
    }
    for via in [Via::Lmtp, Via::Pipe] {
        let mail = letter("", "victim@example.com", "new amazons vs ben@example.net");
        assert!(comes(&world, via.clone(), Some("bulk@sender.example"), &mail).await.is_empty(), "{via:?}");
    }
    // The name of a player on it: she is asked, as before; her secret is proof whatever the envelope says.
    let got = comes(&world, Via::Lmtp, Some("bulk@sender.example"), &letter("", "ann@example.com", "1 j7-h7/h3")).await;
    assert!(got.iter().all(|got| got.to == "ann@example.com") && got.len() == 1);
    let reply = world.answer(ANN, &to_ann, "j7-h7/h3");
    assert_eq!(world.deliver("bulk@sender.example", &reply.to, &reply.raw).await.len(), 2);
}

/// Whoever was invited is no stranger.
#[tokio::test]
async fn the_invited_may_write_what_they_like() {
    let _alone = ALONE.lock().await;
    let world = World::new().await;
    let asked = world.say(ANN, PLAY, "new amazons vs ben@example.net").await;
    let sent = world.reply(ANN, &asked[0], "yes").await;
    let invitation = sent.iter().find(|got| got.to == "ben@example.net").unwrap();
    assert_eq!(world.reply(BEN, invitation, "What is this?").await.len(), 1);
    assert_eq!(world.say(BEN, PLAY, "What is this? I got a mail from you.").await.len(), 1, "without its secret, too");
    assert_eq!(world.say(BEN, PLAY, "yes").await.len(), 1);
    let raw = letter("", "ben@example.net", "yes");
    assert!(comes(&world, Via::Lmtp, Some("eve@evil.example"), &raw).await.is_empty(), "but not by another's hand");
}

/// Sixty answers an hour, whoever asks, also across a restart; the operator hears of it, once an hour.
#[tokio::test]
async fn strangers_get_so_many_answers_an_hour() {
    let _alone = ALONE.lock().await;
    let mut world = World::new().await;
    let (to_ann, _) = world.game().await;
    pass(3600);
    let mut alerts = Vec::new();
    for number in 0..70 {
        if number == 40 {
            world.restart().await;
        }
        let from = format!("new{number}@example.com");
        let got = world.say(&from, PLAY, "help").await;
        assert_eq!(got.iter().any(|got| got.to == from), number < 60, "{number}");
        alerts.extend(got.into_iter().filter(|got| got.to == "operator@example.com").map(|got| got.text));
    }
    alerts.extend(alerts_of(&world).await);
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert!(alerts[0].contains("mail.strangers"), "{}", alerts[0]);
    assert_eq!(world.reply(ANN, &to_ann, "show").await.len(), 1, "players are served");
    pass(3601);
    assert_eq!(world.say("late@example.com", PLAY, "help").await.len(), 1);
}

/// What the operator was told beside everything else.
async fn alerts_of(world: &World) -> Vec<String> {
    for _ in 0..200 {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    world.new_mails().into_iter().filter(|got| got.to == "operator@example.com").map(|got| got.text).collect()
}

/// Names that can't be decoded, or written to, are spam's: the operator has better things to do.
#[tokio::test]
async fn a_from_that_cannot_be_read_alerts_nobody() {
    let _alone = ALONE.lock().await;
    let relay = Relay::start().await;
    let url = relay.url();
    let world = World::with(move |settings| settings.smtp = Some(url)).await;
    let from: [&[u8]; 14] = [
        b"\xff\xfe\xfd",
        b"J\xfcrgen <j\xfcrgen@example.net>",
        b"=?utf-8?b?////?= <=?utf-8?b?////?=>",
        b"=?iso-8859-1?q?j=FCrgen?=@example.net",
        "jürgen@example.net".as_bytes(),
        "ann@exämple.net".as_bytes(),
        "почта@пример.рф".as_bytes(),
        b"=?hz-gb-2312?b?fn5+?= <ann@example.net",
        b"undisclosed-recipients:;",
        b"<>",
        b"ann@[192.0.2.1]",
        b"\"a b\"@example.net",
        b"ann@example.net, ben@example.net",
        b"=?unknown-8bit?b?w/w=?=@=?unknown-8bit?b?w/w=?=.example",
    ];
    for (number, from) in from.into_iter().enumerate() {
        let id = format!("\r\nMessage-ID: <f{number}@x>\r\nTo: {PLAY}\r\n\r\nhelp\r\n");
        let raw = [b"From: ", from, id.as_bytes()].concat();
        stored(&world, Via::Maildir, None, &raw).await;
        world.gateway.drain().await.unwrap();
    }
    for _ in 0..200 {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    let alerts: Vec<String> =
        relay.mails().into_iter().filter(|got| got.to == "operator@example.com").map(|got| got.text).collect();
    assert!(alerts.is_empty(), "{alerts:?}");
    let counters = world.ask(|service| service.counters()).unwrap();
    assert!(counters.iter().any(|(name, count)| name == "mails unreadable" && *count >= 5), "{counters:?}");
}
