//! Clients that take places and give nothing, senders whose domains never answer, floods in somebody's name: others are
//! heard all the same. Clients come by real sockets; that they are from many networks is told by the PROXY protocol.
#![allow(clippy::unwrap_used)]

mod world;

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use turnpost_mailer::address::OurAddress;
use turnpost_mailer::gateway::Gateway;
use turnpost_mailer::receive::listen::Receiver;
use turnpost_mailer::receive::network::Peers;
use turnpost_mailer::receive::{Arrival, Inbox, Via};
use world::{ANN, Got, TODAY, World, clock, dns, surroundings};

/// A receiver, and what it took.
struct Server {
    address: SocketAddr,
    stored: Arc<Mutex<Vec<Arrival>>>,
}

async fn server(peers: Peers) -> Server {
    let stored = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&stored);
    let inbox = Inbox::new(move |arrival| {
        keep.lock().unwrap().push(arrival);
        Ok(())
    });
    let ours = OurAddress::parse("play@example.org").unwrap();
    let receiver = Receiver::bind("127.0.0.1:0", ours, inbox, None, 100_000).await.unwrap().knowing(peers);
    let address = receiver.address().unwrap();
    tokio::spawn(receiver.serve());
    Server { address, stored }
}

fn behind_a_proxy() -> Peers {
    Peers { proxies: "127.0.0.1".parse().unwrap(), ..Peers::default() }
}

struct Client(BufReader<TcpStream>);

impl Server {
    /// Somebody connects, from such an address, and is greeted or turned away.
    async fn greets(&self, from: &str) -> (Client, String) {
        let mut client = Client(BufReader::new(TcpStream::connect(self.address).await.unwrap()));
        client.say(&format!("PROXY TCP4 {from} 192.0.2.1 40000 25\r\n")).await;
        let greeting = client.hears().await;
        (client, greeting)
    }
}

impl Client {
    async fn say(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.unwrap();
    }

    /// The code and the words of the next reply, its last line; empty at the end.
    async fn hears(&mut self) -> String {
        loop {
            let mut line = String::new();
            let length = self.0.read_line(&mut line).await.unwrap_or(0);
            if length == 0 || line.as_bytes().get(3) == Some(&b' ') {
                return line;
            }
        }
    }

    /// Says this and expects a reply that begins so.
    async fn asks(&mut self, text: &str, wanted: &str) {
        self.say(text).await;
        let heard = self.hears().await;
        assert!(heard.starts_with(wanted), "{text}: {heard}");
    }

    /// Goes as far as the mail's own text.
    async fn begins_a_mail(&mut self, hello: &str) {
        self.asks(&format!("{hello} mx.example.net\r\n"), "250").await;
        self.asks("MAIL FROM:<ann@example.net>\r\n", "250").await;
        self.asks("RCPT TO:<play@example.org>\r\n", "250").await;
        self.asks("DATA\r\n", "354").await;
    }
}

#[tokio::test]
async fn idle_sockets_keep_nobody_out() {
    let server = server(behind_a_proxy()).await;
    let mut idle = Vec::new();
    for number in 0..50 {
        let (client, greeting) = server.greets(&format!("192.0.{}.1", number % 5)).await;
        assert!(greeting.starts_with("220"), "{number}: {greeting}");
        idle.push(client);
    }
    let mut here = Vec::new();
    for number in 0..20 {
        let (mut honest, greeting) = server.greets(&format!("198.51.{number}.1")).await;
        assert!(greeting.starts_with("220"), "{number}: {greeting}");
        honest.begins_a_mail("EHLO").await;
        honest.asks("Subject: help\r\n\r\n.\r\n", "250").await;
        here.push(honest);
    }
    assert_eq!(server.stored.lock().unwrap().len(), 20);
    // Whoever had to leave is told so.
    let mut told = 0;
    for client in &mut idle {
        client.0.get_mut().shutdown().await.unwrap();
        let heard = client.hears().await;
        told += usize::from(heard.starts_with("421 4.3.2"));
    }
    assert_eq!(told, 20);
}

#[tokio::test]
async fn a_mail_under_way_is_not_cut_off() {
    let server = server(behind_a_proxy()).await;
    let mut crowd = Vec::new();
    for _ in 0..20 {
        crowd.push(server.greets("192.0.2.1").await.0);
    }
    let mut sending = crowd.swap_remove(7);
    sending.begins_a_mail("EHLO").await;
    sending.say("Subject: help\r\n").await;
    for number in 0..120 {
        crowd.push(server.greets(&format!("198.{number}.0.1")).await.0);
    }
    sending.asks("\r\n.\r\n", "250").await;
}

#[tokio::test]
async fn a_network_is_one_peer_and_is_told_when_it_has_enough() {
    let server = server(behind_a_proxy()).await;
    let mut here = Vec::new();
    for number in 0..25 {
        let (client, greeting) = server.greets(&format!("192.0.2.{number}")).await;
        assert_eq!(greeting.starts_with("220"), number < 20, "{number}: {greeting}");
        assert!(number < 20 || greeting.starts_with("421"), "{number}: {greeting}");
        here.push(client);
    }
    let (_, greeting) = server.greets("192.0.3.1").await;
    assert!(greeting.starts_with("220"), "{greeting}");
}

#[tokio::test]
async fn only_a_proxy_tells_who_is_behind_it() {
    let trusting = server(behind_a_proxy()).await;
    // Whoever comes by way of it is no server of ours, whatever it says.
    for (from, hello, peer) in [
        ("203.0.113.9", "EHLO", "203.0.113.9"),
        ("203.0.113.9", "LHLO", "203.0.113.9"),
        ("127.0.0.1", "LHLO", "0.0.0.0"),
    ] {
        let (mut client, _) = trusting.greets(from).await;
        client.begins_a_mail(hello).await;
        client.asks("Subject: help\r\n\r\n.\r\n", "250").await;
        let via = trusting.stored.lock().unwrap().pop().unwrap().via;
        assert_eq!(via, Via::Smtp { peer: peer.parse().unwrap(), helo: "mx.example.net".into() }, "{from} {hello}");
    }
    // A proxy that tells nothing is hung up on without a word.
    let mut silent = Client(BufReader::new(TcpStream::connect(trusting.address).await.unwrap()));
    silent.say("EHLO mx.example.net\r\n").await;
    assert_eq!(silent.hears().await, "");
    // Who is none is not believed.
    let wary = server(Peers { proxies: "192.0.2.0/24".parse().unwrap(), ..Peers::default() }).await;
    let (mut client, greeting) = wary.greets("203.0.113.9").await;
    assert!(greeting.starts_with("220") && client.hears().await.starts_with("500"));
    client.begins_a_mail("EHLO").await;
    client.asks("Subject: help\r\n\r\n.\r\n", "250").await;
    let via = wary.stored.lock().unwrap().pop().unwrap().via;
    assert_eq!(via, Via::Smtp { peer: "127.0.0.1".parse().unwrap(), helo: "mx.example.net".into() });
}

/// A mail that somebody's server brought from there.
fn brought(from: &str, to: &str, peer: &str, body: &str) -> Arrival {
    let address = from.rsplit('<').next().unwrap().trim_end_matches('>').to_owned();
    let raw = format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <{address}.{peer}>\r\n\r\n{body}\r\n");
    let peer: IpAddr = peer.parse().unwrap();
    Arrival {
        raw: raw.into_bytes(),
        via: Via::Smtp { peer, helo: "mx.example.net".into() },
        sender: Some(address),
        recipients: vec![to.to_owned()],
        at: clock(),
    }
}

/// 400 mails whose domains never answer are in front. Who has a secret waits for none of them, and neither does another
/// stranger from elsewhere: only the few that the flood's network has places for may be done before. The clock stands still, so
/// the others don't come again meanwhile.
#[tokio::test]
async fn domains_that_never_answer_hold_up_nobody_else() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let mut settings = world::settings(&world.folder);
    settings.name_server = Some(dns::silent_about("dead").await);
    let gateway = Gateway::open(settings, Arc::clone(&world.service), surroundings()).await.unwrap();
    let inbox = gateway.inbox().clone();
    for number in 0..400 {
        let from = format!("Dead <someone@dead{number}.example>");
        inbox.store(brought(&from, "play@example.org", &format!("192.0.2.{}", number % 200), "help")).await.unwrap();
    }
    inbox.store(brought("Cy <cy@cy.example>", "play@example.org", "198.51.100.7", "help")).await.unwrap();
    inbox.store(brought(ANN, &to_ann.reply_to, "203.0.113.7", "j7-h7/h3")).await.unwrap();
    let running = tokio::spawn(gateway.run(std::future::pending()));
    let mut got: Vec<Got> = Vec::new();
    let begun = Instant::now();
    let wanted = ["ann@example.com", "ben@example.net", "cy@cy.example"];
    while !wanted.iter().all(|who| got.iter().any(|got| got.to == *who)) {
        assert!(begun.elapsed() < Duration::from_secs(60), "they are not heard");
        tokio::time::sleep(Duration::from_millis(5)).await;
        got.extend(world.new_mails());
    }
    running.abort();
    let first = got.iter().filter(|got| !wanted.contains(&got.to.as_str())).count();
    assert!(first <= 8, "{first} others came first");
    assert_eq!(world.record().turns.len(), 2);
}

/// What others write in Ann's name takes nothing from what she writes: neither with a secret nor with her server's word.
#[tokio::test]
async fn a_flood_in_anns_name_takes_nothing_from_her_genuine_mail() {
    let world = World::with(|settings| {
        settings.mails_per_hour = 10;
        settings.trusted_authserv = Some("mx.example.org".into());
    })
    .await;
    let (_, _) = world.game().await;
    for _ in 0..120 {
        let got = world.say(ANN, "play@example.org", "1 resign yes").await;
        assert!(got.iter().all(|got| got.to == "ann@example.com"));
    }
    let genuine = |number: usize, body: &str| {
        format!(
            "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n\
             From: {ANN}\r\nTo: play@example.org\r\nDate: {TODAY}\r\nMessage-ID: <genuine{number}@x>\r\n\r\n{body}\r\n"
        )
    };
    let got = world.deliver(ANN, "play@example.org", genuine(0, "1 j7-h7/h3").as_bytes()).await;
    assert!(got.iter().any(|got| got.to == "ben@example.net"), "her turn is played");
    // Her own mails are bounded, too.
    let mut answered = 0;
    for number in 1..30 {
        let got = world.deliver(ANN, "play@example.org", genuine(number, "1 show").as_bytes()).await;
        answered += usize::from(!got.is_empty());
    }
    assert!(answered <= 10, "{answered}, and that the rest waits");
}

/// Postfix's pipe writes the null sender so, unless it is told otherwise.
#[tokio::test]
async fn what_comes_from_mailer_daemon_is_not_answered() {
    let world = World::new().await;
    let (to_ann, _) = world.game().await;
    let before = world.record();
    let raw = format!("From: {ANN}\r\nTo: {}\r\n\r\nj7-h7/h3\r\n", to_ann.reply_to);
    for sender in ["MAILER-DAEMON", "mailer-daemon@mx.example.org"] {
        assert!(world.deliver(sender, &to_ann.reply_to, raw.as_bytes()).await.is_empty(), "{sender}");
    }
    assert_eq!(world.record(), before);
}
