//! Whole conversations: what a client says, what it is told, what is stored.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, BufStream, duplex};
use tokio::time::Instant;

use super::super::network::Peers;
use super::super::places::Places;
use super::*;

/// Lets a client say all of this at once, and gives the codes of the replies and what was stored.
async fn talk(said: &str, works: bool) -> (Vec<String>, Vec<Arrival>) {
    talk_from(Ipv4Addr::LOCALHOST, said, works).await
}

async fn talk_from(peer: Ipv4Addr, said: &str, works: bool) -> (Vec<String>, Vec<Arrival>) {
    let (heard, stored) = hear(peer, said, works).await;
    let codes = heard.lines().filter(|line| line.as_bytes()[3] == b' ').map(|line| line[..3].to_owned()).collect();
    (codes, stored)
}

/// The same, but gives all that the client is told.
async fn hear(peer: Ipv4Addr, said: &str, works: bool) -> (String, Vec<Arrival>) {
    let stored = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&stored);
    let inbox = Inbox::new(move |arrival| {
        keep.lock().unwrap().push(arrival);
        if works { Ok(()) } else { Err(NotStored::Failed("the database is busy".into())) }
    });
    let limits = Limits { size: 1000, recipients: 2, mails: 2, errors: 3, ..Limits::default() };
    let standing = Peers::default().standing(peer.into());
    let host = Host { limits, peer: peer.into(), standing, ..host(inbox) };
    let (client, server) = duplex(1 << 20);
    let (mut from_server, mut to_server) = tokio::io::split(client);
    to_server.write_all(said.as_bytes()).await.unwrap();
    to_server.shutdown().await.unwrap();
    let _ = hold(&host, &mut BufStream::new(server), true).await;
    let mut heard = String::new();
    from_server.read_to_string(&mut heard).await.unwrap();
    let stored = stored.lock().unwrap().clone();
    (heard, stored)
}

fn host(inbox: Inbox) -> Host {
    let ours = OurAddress::parse("play@example.org").unwrap();
    let (peer, standing) = (Ipv4Addr::LOCALHOST.into(), Standing::Here);
    let seat = Arc::new(Places::default().take(peer).unwrap());
    Host { ours, inbox, limits: Limits::default(), peer, standing, offers_tls: false, seat }
}

#[tokio::test]
async fn a_mail_is_stored_with_its_envelope() {
    let said = "EHLO mx.example.net\r\nMAIL FROM:<ann@example.net> SIZE=20\r\nRCPT TO:<Play+abc@example.org>\r\nDATA\r\nhi\r\n.\r\nQUIT\r\n";
    let (codes, stored) = talk(said, true).await;
    assert_eq!(codes, ["220", "250", "250", "250", "354", "250", "221"]);
    assert_eq!(stored[0].raw, b"hi\r\n");
    assert_eq!(stored[0].sender.as_deref(), Some("ann@example.net"));
    assert_eq!(stored[0].recipients, ["Play+abc@example.org"]);
    assert_eq!(stored[0].via, Via::Smtp { peer: Ipv4Addr::LOCALHOST.into(), helo: "mx.example.net".into() });
}

#[tokio::test]
async fn lmtp_answers_for_each_recipient() {
    let said = "LHLO here\r\nMAIL FROM:<>\r\nRCPT TO:<play@example.org>\r\nRCPT TO:<postmaster@example.org>\r\nDATA\r\nhi\r\n.\r\n";
    let (codes, stored) = talk(said, true).await;
    assert_eq!(codes, ["220", "250", "250", "250", "250", "354", "250", "250"]);
    assert_eq!((stored.len(), stored[0].sender.as_deref()), (1, Some("")));
    assert_eq!(stored[0].via, Via::Lmtp);
    let peer = Ipv4Addr::new(192, 0, 2, 1);
    let (codes, stored) = talk_from(peer, said, true).await;
    assert_eq!(codes.len(), 8);
    assert_eq!(stored[0].via, Via::Smtp { peer: peer.into(), helo: "here".into() }, "a word makes nobody ours");
}

#[tokio::test]
async fn what_is_not_stored_is_not_acknowledged() {
    let said = "EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<play@example.org>\r\nDATA\r\nhi\r\n.\r\n";
    assert_eq!(talk(said, false).await.0.last().unwrap(), "451");
    let host = host(Inbox::new(|_| Err(NotStored::NoRoom("the disk is full".into()))));
    let (client, server) = duplex(1 << 20);
    let (mut from_server, mut to_server) = tokio::io::split(client);
    to_server.write_all(said.as_bytes()).await.unwrap();
    to_server.shutdown().await.unwrap();
    let _ = hold(&host, &mut BufStream::new(server), true).await;
    let mut heard = String::new();
    from_server.read_to_string(&mut heard).await.unwrap();
    assert!(heard.lines().last().unwrap().starts_with("452 4.3.1 "), "{heard}");
}

#[tokio::test]
async fn others_mail_and_large_mail_are_refused() {
    let said = "EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<someone@example.org>\r\nRCPT TO:<play@example.net>\r\nDATA\r\n";
    assert_eq!(talk(said, true).await.0, ["220", "250", "250", "550", "550", "503"]);
    let said = "EHLO a\r\nMAIL FROM:<a@b> SIZE=1001\r\nMAIL FROM:<a@b>\r\nRCPT TO:<play@example.org>\r\nDATA\r\n";
    let large = format!("{said}{}\r\n.\r\nNOOP\r\n", "x".repeat(1001));
    let (codes, stored) = talk(&large, true).await;
    assert_eq!(codes, ["220", "250", "552", "250", "250", "354", "552", "250"]);
    assert!(stored.is_empty());
}

#[tokio::test]
async fn hostile_clients_are_hung_up_on() {
    let (codes, _) = talk(&"X\r\n".repeat(100), true).await;
    assert_eq!(codes, ["220", "500", "500", "500", "421"]);
    let (codes, _) = talk(&"x".repeat(5000), true).await;
    assert_eq!(codes, ["220", "500"]);
    let (codes, _) = talk("MAIL FROM:<a@b>\r\nRCPT TO:<play@example.org>\r\nDATA\r\n", true).await;
    assert_eq!(codes, ["220", "503", "503", "503"]);
}

#[tokio::test]
async fn the_largest_mail_is_announced() {
    for hello in ["EHLO", "LHLO"] {
        let (heard, _) = hear(Ipv4Addr::LOCALHOST, &format!("{hello} a\r\n"), true).await;
        assert!(heard.contains("\r\n250-SIZE 1000\r\n"), "{heard}");
    }
}

#[tokio::test]
async fn a_mail_has_so_many_recipients_and_a_connection_so_many_mails() {
    let to = "RCPT TO:<play@example.org>\r\n";
    let (codes, stored) =
        talk(&format!("EHLO a\r\nMAIL FROM:<a@b>\r\n{}DATA\r\nhi\r\n.\r\n", to.repeat(3)), true).await;
    assert_eq!(codes, ["220", "250", "250", "250", "250", "452", "354", "250"]);
    assert_eq!(stored[0].recipients.len(), 2, "those that were taken get it");
    let mail = format!("MAIL FROM:<a@b>\r\n{to}DATA\r\nhi\r\n.\r\n");
    let (codes, stored) = talk(&format!("EHLO a\r\n{}", mail.repeat(3)), true).await;
    assert_eq!(codes, ["220", "250", "250", "250", "354", "250", "250", "250", "354", "250", "421"]);
    assert_eq!(stored.len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_silent_client_is_hung_up_on() {
    let (mut client, server) = duplex(1024);
    let (host, begun) = (host(Inbox::new(|_| Ok(()))), Instant::now());
    assert_eq!(hold(&host, &mut BufStream::new(server), true).await.unwrap(), Ending::Closed);
    assert_eq!(begun.elapsed().as_secs(), host.limits.command.as_secs());
    let mut heard = String::new();
    client.read_to_string(&mut heard).await.unwrap();
    assert!(heard.ends_with("421 4.4.2 you took too long\r\n"), "{heard}");
}

/// In the middle of a mail the time is for all of it: neither silence nor a byte now and then wins more.
#[tokio::test(start_paused = true)]
async fn a_mail_that_never_ends_is_not_waited_for() {
    for pause in [Duration::MAX, Duration::from_secs(10)] {
        let (mut client, server) = duplex(1024);
        let client = tokio::spawn(async move {
            let mut said = "EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<play@example.org>\r\nDATA\r\nhi";
            while client.write_all(said.as_bytes()).await.is_ok() {
                tokio::time::sleep(pause).await;
                said = "x";
            }
        });
        let (host, begun) = (host(Inbox::new(|_| panic!("half a mail"))), Instant::now());
        let ended = hold(&host, &mut BufStream::new(server), true).await;
        assert_eq!(ended.unwrap_err().kind(), std::io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed().as_secs(), host.limits.data.as_secs());
        client.abort();
    }
}

#[tokio::test]
async fn postmaster_is_known_without_a_domain() {
    let said = "EHLO a\r\nMAIL FROM:<a@b>\r\nRCPT TO:<Postmaster>\r\nRCPT TO:<play>\r\nDATA\r\nhi\r\n.\r\n";
    let (codes, stored) = talk(said, true).await;
    assert_eq!(codes, ["220", "250", "250", "250", "500", "354", "250"]);
    assert_eq!(stored[0].recipients, ["postmaster@example.org"]);
}

#[tokio::test]
async fn recipients_beyond_the_limit_are_no_errors() {
    let said = format!(
        "EHLO a\r\nMAIL FROM:<a@b>\r\n{}DATA\r\nhi\r\n.\r\nQUIT\r\n",
        "RCPT TO:<play@example.org>\r\n".repeat(10)
    );
    let (codes, stored) = talk(&said, true).await;
    assert_eq!(codes[3..], [&["250"; 2][..], &["452"; 8], &["354", "250", "221"]].concat());
    assert_eq!(stored[0].recipients.len(), 2, "it is taken for those there was room for");
    assert_eq!(Limits::default().recipients, 100);
}

#[tokio::test]
async fn a_size_beyond_all_numbers_is_too_large() {
    for size in
        ["99999999999999999999999", "18446744073709551616", "18446744073709551615", "000000000000000000000000009999"]
    {
        let said = format!("EHLO a\r\nMAIL FROM:<a@b> BODY=8BITMIME SIZE={size}\r\n");
        assert_eq!(talk(&said, true).await.0, ["220", "250", "552"], "{size}");
    }
}

/// Binary mail has no lines to count on (RFC 3030); what isn't offered is refused (RFC 5321 §4.1.1.11).
#[tokio::test]
async fn binary_mail_is_refused() {
    let said = "EHLO a\r\nMAIL FROM:<a@b> BODY=BINARYMIME\r\nRCPT TO:<play@example.org>\r\n\
                MAIL FROM:<a@b> BODY=8BITMIME\r\nMAIL FROM:<a@b> SIZE=9 body=binarymime\r\n";
    assert_eq!(talk(said, true).await.0, ["220", "250", "555", "503", "250", "555"]);
    let (heard, _) = hear(Ipv4Addr::LOCALHOST, said, true).await;
    assert!(!heard.contains("BINARYMIME") && !heard.contains("CHUNKING"), "{heard}");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_brings_no_mail_is_hung_up_on() {
    let (mut client, server) = duplex(1 << 20);
    let host = host(Inbox::new(|_| Ok(())));
    let begun = Instant::now();
    tokio::spawn(async move {
        while client.write_all(b"NOOP\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    });
    assert_eq!(hold(&host, &mut BufStream::new(server), true).await.unwrap(), Ending::Closed);
    assert_eq!(begun.elapsed().as_secs(), 300);
}
