//! What one address, one form and one secret may ask for; and whoever asks for more is told so in words.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use std::net::IpAddr;

use futures_util::future::join_all;
use http::{client, get, hidden, post};
use reqwest::StatusCode;
use turnpost_core::service::Randomness;
use turnpost_web::{Settings, Trust};
use world::World;

/// A world whose limits are the usual ones, behind a proxy that says who asks.
async fn usual() -> World {
    World::with(|settings| Settings {
        url: settings.url,
        proxies: Trust::of(|peer: IpAddr| peer.is_loopback()),
        ..Settings::new(|| Randomness::fixed(7))
    })
    .await
}

/// Somebody asks from that address.
async fn from(address: &str, url: &str) -> (StatusCode, String) {
    let answer = client().get(url).header("x-forwarded-for", address).send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_asks_for_so_much() {
    let world = usual().await;
    let page = format!("{}/robots.txt", world.url);
    for number in 0..40 {
        assert_eq!(from("192.0.2.1", &page).await.0, StatusCode::OK, "{number}");
    }
    // Ten more come every second, so many more must be asked for at once.
    let (status, told) = loop {
        let asked = join_all((0..60).map(|_| from("192.0.2.1", &page))).await;
        if let Some(refused) = asked.into_iter().find(|(status, _)| *status != StatusCode::OK) {
            break refused;
        }
    };
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(told.contains("A moment, please") && told.contains("wait a few seconds and try again"), "{told}");
    assert_eq!(from("192.0.2.2", &page).await.0, StatusCode::OK, "others are served");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_guesses_secrets_is_stopped_before_the_right_one() {
    let mut world = usual().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let (url, guesser) = (world.url.clone(), "192.0.2.1");
    // A reply address is as wrong as anything else, and so is a wrong stream.
    let wrong = [format!("/b/{}", table.tokens[0]), "/b/aaaa".to_owned(), "/b/aaaa/live".to_owned()];
    let mut guesses = 0;
    while from(guesser, &format!("{url}{}", wrong[guesses % 3])).await.0 == StatusCode::NOT_FOUND {
        guesses += 1;
    }
    // Another one comes every three seconds.
    assert!((20..30).contains(&guesses), "{guesses}");
    for end in ["", "?p=d1", "/live"] {
        let (status, told) = from(guesser, &format!("{}{end}", table.pages[0])).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{end}");
        assert!(told.contains("A moment, please"), "{told}");
    }
    let form =
        client().post(&table.pages[0]).header("x-forwarded-for", guesser).header("sec-fetch-site", "same-origin");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    let sent = form.body("do=play&turn=d1-d7%2Fg7&revision=0&made=1").send().await.unwrap();
    assert_eq!(sent.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(from("192.0.2.2", &table.pages[0]).await.0, StatusCode::OK, "its player is not the guesser");
    assert_eq!(from(guesser, &format!("{url}/")).await.0, StatusCode::OK, "what is public stays so");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_has_a_length() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let (revision, made) = hidden(&get(&table.pages[0]).await.1);
    let say = async |words: &str| {
        let form = [("do", "say"), ("comment", words), ("revision", &revision), ("made", &made)];
        let answer = post(&table.pages[0], &form).await;
        (answer.status(), answer.text().await.unwrap())
    };
    // The rest of the form has some bytes, too.
    let rest = format!("do=say&comment=&revision={revision}&made={made}").len();
    let (status, told) = say(&"x".repeat(4096 - rest + 1)).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(told.contains("Not done") && told.contains("Write less"), "{told}");
    assert!(!get(&table.pages[0]).await.1.contains("xxx"));
    let (status, told) = say(&"y".repeat(4096 - rest)).await;
    assert!(!status.is_server_error() && status != StatusCode::PAYLOAD_TOO_LARGE, "{status} {told}");
    assert!(told.contains("class=\"board\""), "the service answers that: {told}");
    let begin = post(&format!("{}/play", world.url), &[("game", "othello"), ("level", &"1".repeat(5000))]).await;
    assert_eq!(begin.status(), StatusCode::PAYLOAD_TOO_LARGE);
    // What is no form of ours is told apart from that.
    let odd = client().post(&table.pages[0]).header("sec-fetch-site", "same-origin").body("{}").send().await.unwrap();
    assert_eq!(odd.status(), StatusCode::BAD_REQUEST);
    assert!(odd.text().await.unwrap().contains("could not be read"));
}

/// Whoever found a page's secret must not fill its player's mailbox with it.
#[tokio::test(flavor = "multi_thread")]
async fn asking_to_resign_floods_nobody() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let (revision, _) = hidden(&get(&table.pages[0]).await.1);
    let mut last = String::new();
    for made in 0..14 {
        let form = [("do", "resign"), ("revision", revision.as_str()), ("made", &made.to_string())];
        last = post(&table.pages[0], &form).await.text().await.unwrap();
    }
    assert!(last.contains("which is enough; answer one of our questions"), "{last}");
    let sent = world.delivered();
    assert!((1..=10).contains(&sent.len()) && sent.iter().all(|(to, _)| *to == table.players[0]), "{}", sent.len());
    world.mail(&table.players[0], sent[0].1.token.as_deref(), "yes");
    assert!(!get(&table.pages[0]).await.1.contains("<form"), "the game is over");
}

/// A person who would be one too many is told so where it can be read; the page that waits falls back to asking.
#[tokio::test(flavor = "multi_thread")]
async fn so_many_wait_for_turns() {
    let mut world = World::with(|settings| Settings { watchers: 1, ..settings }).await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let live = format!("{}/g/{}/live", world.url, table.number);
    let first = client().get(&live).send().await.unwrap();
    assert_eq!(first.status(), StatusCode::OK);
    for stream in [live.clone(), format!("{}/live", table.pages[0])] {
        let (status, told) = get(&stream).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(told.contains("So many are watching"), "{told}");
    }
    for page in [format!("{}/g/{}", world.url, table.number), table.pages[0].clone()] {
        let (status, page) = get(&page).await;
        assert!(status == StatusCode::OK && page.contains("data-full=\"So many are watching"), "{page}");
    }
    drop(first);
    assert_eq!(Settings::new(|| Randomness::fixed(1)).watchers, 500);
}
