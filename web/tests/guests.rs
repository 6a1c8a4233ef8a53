//! Guests: whoever opens our pages plays against the house at once, and can take the game along by mail.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use http::{client, get, hidden, play, post};
use reqwest::StatusCode;
use turnpost_core::clock::moment;
use turnpost_core::house::Answer;
use turnpost_core::notice::News;
use turnpost_core::rules::GameKind;
use turnpost_core::service::Randomness;
use world::World;

/// A guest begins a game as the front page's form does; gives the guest's page.
async fn begin(world: &World, game: &str) -> String {
    let answer = post(&format!("{}/play", world.url), &[("game", game), ("level", "1")]).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{}", answer.text().await.unwrap());
    format!("{}{}", world.url, answer.headers()["location"].to_str().unwrap())
}

/// The house plays whatever comes first.
fn house_plays(world: &World) -> bool {
    let Some(task) = world.ask(|service| service.house_task(moment::now(), 60)).unwrap() else { return false };
    let answer = Answer::Play(task.course.position().legal()[0].clone());
    world.ask(|service| service.house_answers(&task, &answer, moment::now(), Randomness::fixed(1))).unwrap()
}

async fn act(page: &str, fields: &[(&str, &str)]) -> (StatusCode, String) {
    let (revision, made) = hidden(&get(page).await.1);
    let form: Vec<(&str, &str)> = fields.iter().copied().chain([("revision", &*revision), ("made", &*made)]).collect();
    let answer = post(page, &form).await;
    (answer.status(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_needs_nothing() {
    let world = World::new().await;
    let (_, front) = get(&format!("{}/", world.url)).await;
    assert!(front.contains("action=\"/play\"") && front.contains("Play now"), "{front}");
    // Whoever GETs changes nothing.
    let before = world.dump();
    assert_eq!(get(&format!("{}/play?game=othello&level=1", world.url)).await.0, StatusCode::METHOD_NOT_ALLOWED);
    let elsewhere = client().post(format!("{}/play", world.url)).header("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.body("game=othello&level=1").send().await.unwrap().status(), StatusCode::FORBIDDEN);
    for wrong in [[("game", "chess"), ("level", "1")], [("game", "othello"), ("level", "9")], [("a", "b"), ("c", "d")]]
    {
        assert_eq!(post(&format!("{}/play", world.url), &wrong).await.status(), StatusCode::BAD_REQUEST);
    }
    assert_eq!(before, world.dump());
    for game in GameKind::ALL.iter().take(5) {
        let page = begin(&world, game.name()).await;
        let (status, board) = get(&page).await;
        assert!(status == StatusCode::OK && board.contains("Your turn."), "{}: {board}", game.name());
        assert!(board.contains("You are a guest") && !board.contains("value=\"resign\""));
    }
    let page = begin(&world, "othello").await;
    assert_eq!(play(&page, "d3", "").await.status(), StatusCode::SEE_OTHER);
    assert!(get(&page).await.1.contains("House 1 (computer) is to move"));
    while house_plays(&world) {}
    let (_, board) = get(&page).await;
    assert!(board.contains("Your turn.") && board.contains("House 1 (computer) played"), "{board}");
    // The game is nobody else's, and nobody was told of it.
    let number = world.ask(|service| service.my_revision(&world.secret(&page), moment::now())).unwrap().unwrap().0;
    assert_eq!(get(&format!("{}/g/{number}", world.url)).await.0, StatusCode::NOT_FOUND);
    let (_, front) = get(&format!("{}/", world.url)).await;
    assert!(!front.contains("guest-"), "{front}");
    assert!(world.delivered().is_empty());
    assert!(!world.dump().lines().any(|line| line.starts_with("outbox")), "a notice to nobody");
    // A turn is taken back, and the game given up, without any mail.
    assert_eq!(act(&page, &[("do", "undo")]).await.0, StatusCode::SEE_OTHER);
    assert!(get(&page).await.1.contains("You are Black."));
    act(&page, &[("do", "give-up")]).await;
    let (_, over) = get(&page).await;
    assert!(over.contains("Play again") && over.contains("resign"), "{over}");
}

/// Nobody but a guest can resign on a page.
#[tokio::test(flavor = "multi_thread")]
async fn players_still_resign_by_mail_alone() {
    let mut world = World::new().await;
    let table = world.begin("othello", None, &[], "10d+36h");
    for what in ["give-up", "undo", "send"] {
        let (status, page) = act(&table.pages[0], &[("do", what), ("address", "eve@example.org")]).await;
        assert!(status.is_client_error(), "{what}: {status} {page}");
    }
    assert!(!get(&table.pages[0]).await.1.contains("won"));
    assert!(world.delivered().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_bounded_and_go() {
    let world = World::new().await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        let form = [("game", "othello"), ("level", "1")];
        statuses.push(post(&format!("{}/play", world.url), &form).await.status());
    }
    assert_eq!(statuses[..6], [StatusCode::SEE_OTHER; 6]);
    assert_eq!(statuses[6..], [StatusCode::TOO_MANY_REQUESTS; 2], "from one address");
    let now = moment::now();
    let more: Vec<bool> = (0..200)
        .map(|n| {
            world.ask(|service| service.guest_begins(GameKind::ALL[0], 1, now, Randomness::fixed(n))).unwrap().is_ok()
        })
        .collect();
    assert!(more[0] && !more[199], "from everywhere");
    assert!(
        world
            .ask(|service| service.guest_begins(GameKind::ALL[0], 1, now + 3601, Randomness::fixed(999)))
            .unwrap()
            .is_ok()
    );
    // One plays on, the others are gone after a week with all that they left.
    world.ask(|service| service.tick(now, Randomness::fixed(3))).unwrap();
    let kept = world
        .ask(|service| service.guest_begins(GameKind::ALL[0], 1, now + 5 * 86_400, Randomness::fixed(1000)))
        .unwrap()
        .unwrap();
    assert!(world.dump().lines().filter(|line| line.contains("guest-")).count() > 100);
    world.ask(|service| service.tick(now + 8 * 86_400, Randomness::fixed(4))).unwrap();
    let dump = world.dump();
    let count = |table: &str| dump.lines().filter(|line| line.starts_with(&format!("{table} "))).count();
    assert_eq!((count("games"), count("challenges"), count("house_work")), (1, 1, 0), "{dump}");
    assert_eq!(dump.lines().filter(|line| line.starts_with("players ") && line.contains("guest-")).count(), 1);
    assert!(world.ask(|service| service.my_board(&kept, now + 8 * 86_400)).unwrap().is_some());
    // Without the house nobody is let in, and the front page says so.
    let closed = World::closed().await;
    assert!(get(&format!("{}/", closed.url)).await.1.contains("is not in at the moment"));
    let form = [("game", "othello"), ("level", "1")];
    assert_eq!(post(&format!("{}/play", closed.url), &form).await.status(), StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_is_taken_along() {
    let mut world =
        World::with(|settings| turnpost_web::Settings { mail: Some("play@example.com".into()), ..settings }).await;
    let page = begin(&world, "othello").await;
    play(&page, "d3", "").await;
    while house_plays(&world) {}
    assert!(get(&page).await.1.contains("Send my board to"));
    let (status, wrong) = act(&page, &[("do", "send"), ("address", "nonsense")]).await;
    assert!(status == StatusCode::CONFLICT && wrong.contains("no mail address"), "{wrong}");
    let (status, sent) = act(&page, &[("do", "send"), ("address", "ann@example.org")]).await;
    assert!(status == StatusCode::OK && sent.contains("Look into your mail"), "{sent}");
    let question = world.delivered();
    assert_eq!((question.len(), question[0].0.as_str()), (1, "ann@example.org"));
    let mail = turnpost_core::text::compose::mail(&question[0].1, &turnpost_core::text::word(&question[0].1));
    assert!(mail.contains("Was this you?") && mail.contains("Othello with the house"), "{mail}");
    assert!(!mail.contains(&world.secret(&page)), "somebody who may not have asked gets no secret");
    // A no drops it; somebody else's yes does nothing.
    let token = question[0].1.token.clone().unwrap();
    world.mail("eve@example.org", Some(&token), "yes");
    assert!(get(&page).await.1.contains("You are a guest"));
    let board = world.mail("ann@example.org", Some(&token), "yes");
    let (to, notice) = &board[0];
    assert_eq!(to, "ann@example.org");
    assert_eq!(notice.page.as_deref(), Some(page.as_str()), "the page goes on");
    assert_eq!(notice.name.as_deref(), Some("ann"));
    assert!(!format!("{notice:?}").contains("guest-"), "{notice:?}");
    let (_, mine) = get(&page).await;
    assert!(mine.contains("Your turn.") && !mine.contains("You are a guest"), "{mine}");
    // It is played by mail and on the page.
    let legal = notice.board.as_ref().unwrap().now().unwrap().legal()[0].clone();
    world.mail("ann@example.org", notice.token.as_deref(), &legal);
    while house_plays(&world) {}
    assert!(get(&page).await.1.contains("Your turn."));
    // A known player takes another one along: the page that is open is theirs from then on.
    let other = begin(&world, "amazons").await;
    act(&other, &[("do", "send"), ("address", "ann@example.org")]).await;
    let asked = world.delivered();
    let confirm = asked.iter().find(|(_, notice)| matches!(notice.news, News::Confirm { .. })).unwrap();
    let token = confirm.1.token.clone().unwrap();
    world.mail("ann@example.org", Some(&token), "yes d1-d7/g7");
    let (status, mine) = get(&other).await;
    assert!(status == StatusCode::OK && mine.contains("You played d1-d7/g7."), "{status} {mine}");
    while house_plays(&world) {}
    let board = world.delivered();
    assert!(
        board.iter().any(|(_, notice)| notice.game.as_ref().is_some_and(|game| game.title == "Amazons")),
        "{board:?}"
    );
    assert!(!world.dump().contains("\"guest-"), "no guest is left");
}

/// Whoever names addresses of others can't have them flooded.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_flooded() {
    let mut world = World::new().await;
    let now = moment::now();
    let mut mails = 0;
    for guest in 0..6 {
        let secret = world
            .ask(|service| service.guest_begins(GameKind::ALL[0], 1, now, Randomness::fixed(guest)))
            .unwrap()
            .unwrap();
        for _ in 0..5 {
            world
                .ask(|service| service.send_board(&secret, "ben@example.org", now, Randomness::fixed(9)))
                .unwrap()
                .unwrap();
        }
        mails += world.delivered().len();
    }
    assert_eq!(mails, 3, "three open questions are the most");
    let secret =
        world.ask(|service| service.guest_begins(GameKind::ALL[0], 1, now, Randomness::fixed(77))).unwrap().unwrap();
    let asked = world.mail("cat@example.org", None, "stop");
    world.mail("cat@example.org", asked[0].1.token.as_deref(), "yes");
    world.ask(|service| service.send_board(&secret, "cat@example.org", now, Randomness::fixed(9))).unwrap();
    assert!(!world.delivered().iter().any(|(to, _)| to == "cat@example.org"), "who said stop is left alone");
}
