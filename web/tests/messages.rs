//! Whoever plays by direct messages has a page of their own as well, and what it can't do itself it asks there.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use http::{get, hidden, play, post};
use reqwest::StatusCode;
use turnpost_core::clock::moment;
use turnpost_core::command::parse::parse_command;
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::Randomness;
use turnpost_core::store::{Channel, Delivery};
use world::World;

/// Somebody writes to the bot alone.
fn says(world: &World, user: u64, text: &str, context: Context) -> Vec<Notice> {
    let request = Request {
        from: Sender::Discord { user, display: format!("user{user}") },
        proof: Proof::Transport,
        key: format!("{user} {text} {context:?}"),
        at: moment::now(),
        context,
        place: None,
        commands: parse_command(text).unwrap().0.into_iter().map(Ok).collect(),
        comment: None,
        manner: Manner::default(),
    };
    let handled = world.ask(|service| service.handle(&request, Randomness::fixed(user))).unwrap();
    for owed in &handled.answers {
        world.ask(|service| service.settle(owed.id, &Delivery::Sent, moment::now())).unwrap();
    }
    handled.answers.into_iter().map(|owed| owed.notice).chain(owed(world)).collect()
}

/// What is owed in Discord, all of it delivered.
fn owed(world: &World) -> Vec<Notice> {
    let owed = world.ask(|service| service.pending(Channel::Discord, moment::now(), 60, 100)).unwrap();
    for owed in &owed {
        world.ask(|service| service.settle(owed.id, &Delivery::Sent, moment::now())).unwrap();
    }
    owed.into_iter().map(|owed| owed.notice).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_asks_in_a_direct_message() {
    let world = World::new().await;
    says(&world, 1, "new amazons", Context::Fresh);
    let begun = says(&world, 2, "accept 1", Context::Fresh);
    let page = |notices: &[Notice], user: u64| {
        let mine = notices.iter().find(|notice| notice.to == Destination::DiscordUser(user) && notice.page.is_some());
        mine.and_then(|notice| notice.page.clone())
    };
    let pages = [1, 2].map(|user| page(&begun, user).unwrap_or_else(|| panic!("no page for {user}: {begun:#?}")));
    let shown = [get(&pages[0]).await.1, get(&pages[1]).await.1];
    let to_move = usize::from(shown[1].contains("Your turn."));
    let (mover, user) = (&pages[to_move], to_move as u64 + 1);
    assert_eq!(play(mover, "d1-d7/g7", "").await.status(), StatusCode::SEE_OTHER);
    let told = owed(&world);
    let to = |user: u64| told.iter().filter(|notice| notice.to == Destination::DiscordUser(user)).collect::<Vec<_>>();
    assert!(to(user).iter().any(|notice| matches!(notice.news, News::Receipt(_))), "a receipt: {told:?}");
    assert!(to(3 - user).iter().any(|notice| matches!(notice.news, News::YourTurn(_))), "a turn: {told:?}");
    // The page only asks; the message does it.
    let (revision, made) = hidden(&get(mover).await.1);
    let asked = post(mover, &[("do", "resign"), ("revision", &revision), ("made", &made)]).await;
    assert!(asked.text().await.unwrap().contains("Nothing is done yet"));
    let told = owed(&world);
    let question = told.iter().find_map(|notice| match notice.news {
        News::Question { id, .. } if notice.to == Destination::DiscordUser(user) => Some(id),
        _ => None,
    });
    let question = Context::Question(question.unwrap_or_else(|| panic!("no question: {told:?}")));
    assert!(get(mover).await.1.contains("<form"), "nothing is done yet");
    says(&world, 3 - user, "yes", question.clone());
    assert!(get(mover).await.1.contains("<form"), "somebody else's yes");
    says(&world, user, "yes", question);
    assert!(!get(mover).await.1.contains("<form"), "the game is over");
}
