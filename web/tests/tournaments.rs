//! Tournaments on pages: tables with the games behind them, ladders, feeds; nothing of what is by invitation.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use http::{client, get};
use reqwest::StatusCode;
use turnpost_core::clock::moment;
use turnpost_core::command::Command;
use turnpost_core::service::Randomness;
use world::{World, database};

/// A round robin of three that has begun, hosted by the first; gives its number.
fn begun(world: &mut World, code: &str) -> i64 {
    let hosted = world.mail("ann@example.org", None, &format!("host othello roundrobin players 3{code}"));
    let text = format!("{hosted:?}");
    let number: i64 = text.split("number: ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    let code = code.strip_prefix(" code").unwrap_or_default();
    for who in ["ann", "ben", "zoe"] {
        world.mail(&format!("{who}@example.org"), None, &format!("join T{number}{code}"));
    }
    for step in 0..5 {
        world.ask(|service| service.tick(moment::now() + 60 * step, Randomness::fixed(5))).unwrap();
    }
    number
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_a_page() {
    let mut world = World::new().await;
    let number = begun(&mut world, "");
    let page = format!("{}/t/T{number}", world.url);
    let (status, text) = get(&page).await;
    assert_eq!(status, StatusCode::OK);
    for name in ["ann", "ben", "zoe"] {
        assert!(text.contains(&format!("href=\"/p/{name}\"")), "{name}");
    }
    let games = text.matches(", ann against").count();
    assert_eq!(games, 2, "each cell leads to its game");
    let game: i64 = text.split("href=\"/g/").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    assert_eq!(get(&format!("{}/g/{game}", world.url)).await.0, StatusCode::OK);
    // A result changes the page and its feed; without one nothing is sent again.
    let tag = client().get(&page).send().await.unwrap().headers()["etag"].clone();
    let again = client().get(&page).header("if-none-match", tag.clone()).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    let (_, feed) = get(&format!("{page}.atom")).await;
    assert!(feed.contains("being played") && !feed.contains(" won"), "{feed}");
    let black = world.ask(|service| service.public_game(game)).unwrap().unwrap().record.black;
    let shown = world.mail(&format!("{black}@example.org"), None, &format!("show {game}"));
    let shown: Vec<_> = shown.into_iter().filter(|(to, _)| to.starts_with(&black)).collect();
    let resign = Command::Resign { game: Some(game), sure: true };
    world.commands(&format!("{black}@example.org"), shown[0].1.token.as_deref(), vec![resign], None);
    let (_, feed) = get(&format!("{page}.atom")).await;
    assert!(feed.contains("White won"), "{feed}");
    let changed = client().get(&page).header("if-none-match", tag).send().await.unwrap();
    assert_eq!(changed.status(), StatusCode::OK);
    assert!(get(&format!("{}/t", world.url)).await.1.contains(&format!("/t/T{number}")));
    // Whoever wants to be private is so here, too.
    let shown = world.mail("zoe@example.org", None, "set");
    let token = shown.iter().find(|(to, _)| to.starts_with("zoe")).unwrap().1.token.clone();
    world.mail("zoe@example.org", token.as_deref(), "set public off");
    for path in [page.clone(), format!("{page}.atom")] {
        let (_, text) = get(&path).await;
        assert!(!text.contains("zoe") && text.contains("a private player"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_by_invitation_has_no_page() {
    let mut world = World::new().await;
    let number = begun(&mut world, " code tuesday");
    for path in [format!("/t/T{number}"), format!("/t/T{number}.atom"), format!("/t/{number}"), "/t/T0".into()] {
        assert_eq!(get(&format!("{}{path}", world.url)).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert!(!get(&format!("{}/t", world.url)).await.1.contains(&format!("/t/T{number}\"")));
}

/// The server's own ladders are there without anybody asking for them.
#[tokio::test(flavor = "multi_thread")]
async fn a_ladder_has_an_address() {
    let mut world = World::new().await;
    assert_eq!(get(&format!("{}/ladder/chess", world.url)).await.0, StatusCode::NOT_FOUND);
    world.ask(|service| service.tick(moment::now(), Randomness::fixed(5))).unwrap();
    for step in 0..3 {
        world.ask(|service| service.tick(moment::now() + 60 * step, Randomness::fixed(5))).unwrap();
    }
    let answer = client().get(format!("{}/ladder/amazons", world.url)).send().await.unwrap();
    if answer.status() == StatusCode::NOT_FOUND {
        return; // None is held.
    }
    let to = answer.headers()["location"].to_str().unwrap().to_owned();
    let number = to.trim_start_matches("/t/T").to_owned();
    world.mail("ann@example.org", None, "set");
    // Whoever enters has finished some games before, which would take long here.
    database::execute(
        world.folder.path(),
        &format!(
            "INSERT INTO entrants (event, player, entered, state, rank)
             SELECT {number}, id, 0, 'in', 1 FROM players WHERE name = 'ann'"
        ),
    );
    let (status, page) = get(&format!("{}{to}", world.url)).await;
    assert!(status == StatusCode::OK && page.contains("/p/ann"));
}
