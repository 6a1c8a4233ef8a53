//! What counts as a yes at each stage, and what is known of a mail when its connection breaks.

use super::{SmtpError, relay, server};

/// What comes of one mail to a relay that says this, and whether it may have the mail.
async fn sent(replies: &'static [&'static str]) -> (Result<(), SmtpError>, bool) {
    let port = server(replies).await;
    let mut connection = relay(port, "").connect().await.unwrap();
    let sent = connection.send("a@b", "c@d", b"x").await;
    (sent, connection.may_have_taken())
}

#[tokio::test]
async fn only_the_right_kind_of_yes_is_one() {
    for replies in [
        &["220 hi\r\n", "250 ok\r\n", "354 go\r\n"][..],
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"],
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "250 go\r\n"],
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "354 go on\r\n"],
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "221 bye\r\n"],
    ] {
        let error = sent(replies).await.0.unwrap_err();
        assert!(error.is_general() && !error.is_permanent(), "{replies:?}: {error}");
    }
    for replies in [&["354 hi\r\n", "250 ok\r\n"], &["220 hi\r\n", "354 go\r\n"]] {
        assert!(relay(server(replies).await, "").connect().await.is_err(), "{replies:?}");
    }
    // RFC 5321 §3.4 and §3.5.3: 251 and 252 take the recipient too.
    for replies in [
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "251 will forward\r\n", "354 go\r\n", "250 taken\r\n"],
        &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "252 will try\r\n", "354 go\r\n", "250 taken\r\n"],
    ] {
        assert!(sent(replies).await.0.is_ok(), "{replies:?}");
    }
}

#[tokio::test]
async fn a_login_is_taken_with_235_alone() {
    for replies in [
        &["220 hi\r\n", "250-x\r\n250 AUTH PLAIN\r\n", "334 go on\r\n"][..],
        &["220 hi\r\n", "250-x\r\n250 AUTH LOGIN\r\n", "334 user\r\n", "235 already\r\n"],
        &["220 hi\r\n", "250-x\r\n250 AUTH LOGIN\r\n", "334 user\r\n", "334 password\r\n", "334 again\r\n"],
    ] {
        assert!(relay(server(replies).await, "u:p@").connect().await.is_err(), "{replies:?}");
    }
    for replies in [
        &["220 hi\r\n", "250-x\r\n250 AUTH PLAIN\r\n", "235 welcome\r\n"][..],
        &["220 hi\r\n", "250-x\r\n250 AUTH LOGIN\r\n", "334 user\r\n", "334 password\r\n", "235 welcome\r\n"],
    ] {
        assert!(relay(server(replies).await, "u:p@").connect().await.is_ok(), "{replies:?}");
    }
}

#[tokio::test]
async fn a_mail_that_was_handed_over_may_have_been_taken() {
    assert!(!sent(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n"]).await.1);
    assert!(!sent(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n"]).await.1);
    assert!(sent(&["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n"]).await.1);
}

#[tokio::test]
async fn the_word_auth_may_be_in_any_case() {
    for replies in [
        &["220 hi\r\n", "250-x\r\n250 auth plain\r\n", "235 welcome\r\n"],
        &["220 hi\r\n", "250-x\r\n250 Auth=Plain\r\n", "235 welcome\r\n"],
    ] {
        assert!(relay(server(replies).await, "u:p@").connect().await.is_ok(), "{replies:?}");
    }
}

#[tokio::test]
async fn an_address_that_a_relay_can_not_write_is_not_a_bad_one() {
    let port = server(&["220 hi\r\n", "250 ok\r\n"]).await;
    let error = relay(port, "").connect().await.unwrap().send("a@b", "jörg@example.net", b"x").await.unwrap_err();
    assert!(error.is_permanent() && !error.is_about_address() && !error.is_general(), "{error}");
    // Its domain can be written in ASCII.
    let replies = &["220 hi\r\n", "250 ok\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 taken\r\n"];
    let port = server(replies).await;
    relay(port, "").connect().await.unwrap().send("a@b", "c@bücher.example", b"x").await.unwrap();
}
