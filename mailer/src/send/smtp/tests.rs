//! The client against scripted servers and against our own receiver.

mod stages;

use std::sync::{Arc, Mutex};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use super::*;
use crate::address::OurAddress;
use crate::receive::Inbox;
use crate::receive::listen::Receiver;

fn relay(port: u16, login: &str) -> Relay {
    let url = ServerUrl::parse(&format!("smtp://{login}127.0.0.1:{port}")).unwrap();
    Relay::new(url, tls::connector(None).unwrap(), "example.org")
}

/// A server that answers each line with the next of these replies.
async fn server(replies: &'static [&'static str]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        for reply in replies {
            stream.write_all(reply.as_bytes()).await.unwrap();
            let mut line = String::new();
            while stream.read_line(&mut line).await.unwrap_or(0) > 0 {
                // Of a mail's lines only the last one is answered.
                if !reply.starts_with("354") || line.ends_with("\r\n.\r\n") {
                    break;
                }
            }
        }
    });
    port
}

#[tokio::test]
async fn our_receiver_takes_what_it_sends() {
    let got = Arc::new(Mutex::new(Vec::new()));
    let keep = Arc::clone(&got);
    let inbox = Inbox::new(move |arrival| {
        keep.lock().unwrap().push(arrival);
        Ok(())
    });
    let ours = OurAddress::parse("play@example.org").unwrap();
    let receiver = Receiver::bind("127.0.0.1:0", ours, inbox, None, 1 << 20).await.unwrap();
    let port = receiver.address().unwrap().port();
    tokio::spawn(receiver.serve());
    let mut connection = relay(port, "").connect().await.unwrap();
    for mail in [".\r\n..a\r\nno line end", "second\r\n"] {
        connection.send("", "play+x@example.org", mail.as_bytes()).await.unwrap();
    }
    connection.quit().await;
    let got = got.lock().unwrap();
    assert_eq!(got[0].raw, b".\r\n..a\r\nno line end\r\n");
    assert_eq!((got[1].raw.as_slice(), got[1].sender.as_deref()), (&b"second\r\n"[..], Some("")));
}

#[tokio::test]
async fn a_refusal_says_whom_it_concerns() {
    let port = server(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "550 5.1.1 no such\r\n"]).await;
    let error = relay(port, "").connect().await.unwrap().send("a@b", "c@d", b"x").await.unwrap_err();
    assert!(error.is_permanent() && !error.is_general(), "{error}");
    let port = server(&["220 hi\r\n", "250 ok\r\n", "550 not you\r\n"]).await;
    let error = relay(port, "").connect().await.unwrap().send("a@b", "c@d", b"x").await.unwrap_err();
    assert!(!error.is_permanent() && error.is_general(), "{error}");
    let port = server(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "451 later\r\n"]).await;
    let error = relay(port, "").connect().await.unwrap().send("a@b", "c@d", b"x").await.unwrap_err();
    assert!(!error.is_permanent() && !error.is_general(), "{error}");
}

#[tokio::test]
async fn a_login_is_answered_or_everything_waits() {
    let port = server(&["220 hi\r\n", "250-x\r\n250 AUTH LOGIN PLAIN\r\n", "535 wrong\r\n"]).await;
    let error = relay(port, "u:p@").connect().await.err().unwrap();
    assert!(error.is_general() && !error.is_permanent(), "{error}");
    let port = server(&["220 hi\r\n", "250 x\r\n"]).await;
    assert!(matches!(relay(port, "u:p@").connect().await, Err(SmtpError::Unfit(_))));
}

#[tokio::test]
async fn a_server_that_dies_or_babbles_is_an_error() {
    let port = server(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"]).await;
    let error = relay(port, "").connect().await.unwrap().send("a@b", "c@d", b"x").await.unwrap_err();
    assert!(matches!(error, SmtpError::Io(_)), "{error}");
    let port = server(&["hello there\r\n"]).await;
    assert!(relay(port, "").connect().await.is_err());
}

/// A server that takes a mail up to where these bytes have come, and from then on neither reads nor says anything. With
/// it time flies: nothing but the client's patience is left to wait for.
async fn silent_after(bytes: &'static [u8]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        for reply in ["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n"] {
            stream.write_all(reply.as_bytes()).await.unwrap();
            stream.read_line(&mut String::new()).await.unwrap();
        }
        stream.write_all(b"354 go\r\n").await.unwrap();
        let mut got = Vec::new();
        while !got.ends_with(bytes) {
            got.push(stream.read_u8().await.unwrap());
        }
        tokio::time::pause();
        std::future::pending::<()>().await;
    });
    port
}

#[tokio::test]
async fn a_server_that_stalls_on_a_mail_is_given_up_for_now() {
    // More than the system takes over before anybody reads it, and a mail that is taken over at once.
    let long = b"line\r\n".repeat(8 << 20);
    for (mail, silent) in [(long.as_slice(), &b"l"[..]), (b"line", b"\r\n.\r\n")] {
        let port = silent_after(silent).await;
        let begun = tokio::time::Instant::now();
        let error = relay(port, "").connect().await.unwrap().send("a@b", "c@d", mail).await.unwrap_err();
        assert!(matches!(error, SmtpError::Timeout(_)), "{error}");
        assert!(!error.is_permanent() && error.is_general());
        assert!((LAST_DOT..LAST_DOT * 2).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        tokio::time::resume();
    }
}

#[test]
fn base64_is_as_in_the_rfc() {
    for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
        assert_eq!(base64(plain.as_bytes()), coded);
    }
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_is_given_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let error = relay(port, "").connect().await.err().unwrap();
    assert!(matches!(error, SmtpError::Timeout(_)) && error.is_general(), "{error}");
}
