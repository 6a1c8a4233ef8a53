//! The pages over HTTP: what anybody sees, what only a player sees, and what each can do.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use std::time::Duration;

use futures_util::StreamExt;
use http::{client, get, hidden, play, post};
use reqwest::StatusCode;
use turnpost_core::clock::moment;
use turnpost_core::command::Command;
use turnpost_core::notice::{News, Notice};
use turnpost_core::rules::{GameKind, Side};
use world::World;

#[tokio::test(flavor = "multi_thread")]
async fn anybody_sees_public_pages() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    world.by_mail(&table, Side::White, "d1-d7/g7");
    let (url, number) = (world.url.clone(), table.number);
    for path in ["/".to_owned(), format!("/g/{number}"), format!("/g/{number}?t=0"), format!("/g/{number}/embed")] {
        let (status, page) = get(&format!("{url}{path}")).await;
        assert!(status == StatusCode::OK && page.contains("ann"), "{path}: {status}\n{page}");
        assert!(!page.contains("example.org"), "{path}: an address");
        assert!(!page.contains("/b/"), "{path}: a secret page");
    }
    for game in GameKind::ALL {
        for path in [
            format!("/rules/{}", game.name()),
            format!("/ratings/{}", game.name()),
            format!("/pictures/{}.svg", game.name()),
        ] {
            assert_eq!(get(&format!("{url}{path}")).await.0, StatusCode::OK, "{path}");
        }
    }
    for (end, kind) in [
        ("png", "image/png"),
        ("gif", "image/gif"),
        ("txt", "text/plain; charset=utf-8"),
        ("json", "application/json"),
        ("atom", "application/atom+xml; charset=utf-8"),
    ] {
        let answer = client().get(format!("{url}/g/{number}.{end}")).send().await.unwrap();
        assert_eq!((answer.status(), answer.headers()["content-type"].to_str().unwrap()), (StatusCode::OK, kind));
        let tag = answer.headers()["etag"].clone();
        assert!(!answer.bytes().await.unwrap().is_empty());
        let again = client().get(format!("{url}/g/{number}.{end}")).header("if-none-match", tag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
    let (_, record) = get(&format!("{url}/g/{number}.txt")).await;
    assert!(record.contains("1. white d1-d7/g7"), "{record}");
    for path in
        ["/g/999", "/g/0", "/g/01", "/g/x", "/g/1.exe", "/p/nobody", "/ratings/chess", "/rules/AMAZONS", "/nonsense"]
    {
        assert_eq!(get(&format!("{url}{path}")).await.0, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_wants_to_be_private_is_so_at_once() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let name = table.players[0].split('@').next().unwrap().to_owned();
    let pages = [format!("{}/g/{}", world.url, table.number), format!("{}/p/{name}", world.url)];
    for page in &pages {
        assert_eq!(get(page).await.0, StatusCode::OK, "{page}");
    }
    world.mail(&table.players[0], Some(&table.tokens[0]), "set public off");
    let (status, page) = get(&pages[0]).await;
    assert!(status == StatusCode::OK && page.contains("White vs ben") && page.contains("White to move"), "{page}");
    for end in ["", ".txt", ".json", ".atom", "/embed"] {
        let (status, text) = get(&format!("{}{end}", pages[0])).await;
        assert!(status == StatusCode::OK && !text.contains(&name) && text.contains("White"), "{end}: {text}");
    }
    assert_eq!(get(&format!("{}.png", pages[0])).await.0, StatusCode::OK);
    assert_eq!(get(&pages[1]).await.0, StatusCode::NOT_FOUND, "no page of the player");
    assert!(!get(&format!("{}/", world.url)).await.1.contains(&name));
    // Whoever is forgotten is gone at once, with the game.
    let asked = world.mail(&table.players[1], Some(&table.tokens[1]), "forget me");
    let question = asked.iter().find_map(|(_, notice)| notice.token.clone()).unwrap();
    world.mail(&table.players[1], Some(&question), "yes");
    assert_eq!(get(&pages[0]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(get(&table.pages[0]).await.0, StatusCode::OK, "their own board is theirs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_chosen_step_by_step_and_played() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let [white, black] = table.pages.clone();
    let (_, first) = get(&white).await;
    assert!(first.contains("Your turn.") && first.contains("href=\"?p=d1\""), "{first}");
    assert!(first.contains("aria-label=\"d1, White&#39;s amazon\""));
    let (_, second) = get(&format!("{white}?p=d1")).await;
    assert!(second.contains("href=\"?p=d1-d7\"") && second.contains("aria-label=\"d7, empty\""));
    let (_, third) = get(&format!("{white}?p=d1-d7")).await;
    assert!(third.contains("href=\"?p=d1-d7%2Fg7\""));
    let (_, whole) = get(&format!("{white}?p=d1-d7%2Fg7")).await;
    assert!(whole.contains("Nothing is played yet") && whole.contains("value=\"d1-d7/g7\""));
    let (_, waiting) = get(&black).await;
    assert!(!waiting.contains("href=\"?p="), "not their turn");
    for page in [&first, &second, &third, &whole, &waiting] {
        assert!(!page.contains(&world.secret(&white)) && !page.contains(&world.secret(&black)), "a secret in a page");
    }
    let played = play(&white, "d1-d7/g7", "Hello").await;
    assert_eq!(
        (played.status(), played.headers()["location"].to_str().unwrap()),
        (StatusCode::SEE_OTHER, white.strip_prefix(&world.url).unwrap())
    );
    let sent = world.delivered();
    let to = |at: usize| sent.iter().filter(|(to, _)| *to == table.players[at]).count();
    assert_eq!((to(0), to(1)), (1, 1), "a receipt and a turn");
    for (address, notice) in &sent {
        let mail = turnpost_core::text::compose::mail(notice, &turnpost_core::text::word(notice));
        let own = table.players.iter().position(|player| player == address).unwrap();
        assert!(mail.contains(&world.secret(&table.pages[own])), "{mail}");
        assert!(!mail.contains(&world.secret(&table.pages[1 - own])), "somebody else's secret");
    }
    let (_, page) = get(&black).await;
    assert!(page.contains("played d1-d7/g7.") && page.contains("Hello"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_right_secret_and_the_present_board_play() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let other = world.begin("amazons", None, &[], "10d+36h");
    let [white, black] = table.pages.clone();
    let form = |revision: &str, turn: &str| {
        [("do", "play"), ("turn", turn), ("revision", revision), ("made", "1")]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
    };
    let send = |page: String, fields: [(String, String); 4]| async move {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        post(&page, &fields).await.status()
    };
    // Altered in each letter, and a reply address in its place.
    let secret = world.secret(&white);
    let mut wrong: Vec<String> = (0..secret.len().min(8))
        .map(|at| {
            secret.char_indices().map(|(i, c)| if i == at { if c == 'a' { 'b' } else { 'a' } } else { c }).collect()
        })
        .collect();
    wrong.extend(table.tokens.clone());
    for wrong in wrong {
        assert_eq!(send(format!("{}/b/{wrong}", world.url), form("0", "d1-d7/g7")).await, StatusCode::NOT_FOUND);
    }
    // The other side's page, another game's page.
    assert_eq!(send(black.clone(), form("0", "d1-d7/g7")).await, StatusCode::CONFLICT);
    let foreign = client().post(&white).header("sec-fetch-site", "cross-site").body("do=play").send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    assert!(get(&format!("{}/g/{}.txt", world.url, table.number)).await.1.lines().all(|line| !line.starts_with("1. ")));
    // A secret of a page is no reply address.
    let before = world.dump();
    let answered = world.mail("mallory@example.org", Some(&secret), "resign yes");
    assert!(!answered.iter().any(|(to, _)| table.players.contains(to)), "{answered:?}");
    assert!(
        before.contains("amazons") && world.ask(|service| service.my_board(&secret, moment::now())).unwrap().is_some()
    );
    // An illegal turn is refused with its reason; an old form is stale.
    let refused = play(&white, "d1-d8/d1x", "").await;
    assert_eq!(refused.status(), StatusCode::CONFLICT);
    assert!(refused.text().await.unwrap().contains("Not played"));
    let (revision, made) = hidden(&get(&white).await.1);
    assert_eq!(play(&white, "d1-d7/g7", "").await.status(), StatusCode::SEE_OTHER);
    let old = post(&white, &[("do", "play"), ("turn", "g1-g2/g1"), ("revision", &revision), ("made", &made)]).await;
    assert_eq!(old.status(), StatusCode::CONFLICT);
    let (_, record) = get(&format!("{}/g/{}.txt", world.url, table.number)).await;
    assert!(record.contains("1. white d1-d7/g7") && !record.contains("g1-g2"));
    assert_eq!(get(&other.pages[0]).await.0, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_forms_at_once_play_one_turn() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let (revision, made) = hidden(&get(&table.pages[0]).await.1);
    let turns = ["d1-d7/g7", "g1-g7/d7", "d1-d7/g7", "g1-g7/d7"];
    let sent = turns.map(|turn| {
        let (page, revision, made) = (table.pages[0].clone(), revision.clone(), made.clone());
        tokio::spawn(async move {
            post(&page, &[("do", "play"), ("turn", turn), ("revision", &revision), ("made", &made)]).await.status()
        })
    });
    let mut statuses = Vec::new();
    for sent in sent {
        statuses.push(sent.await.unwrap());
    }
    let (_, record) = get(&format!("{}/g/{}.txt", world.url, table.number)).await;
    assert_eq!(record.lines().filter(|line| line.starts_with("1. ") || line.starts_with("2. ")).count(), 1, "{record}");
    assert!(statuses.contains(&StatusCode::SEE_OTHER), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn besides_turns_a_page_can_do_little() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let [white, black] = table.pages.clone();
    let act = |page: String, action: &'static str| async move {
        let (revision, made) = hidden(&get(&page).await.1);
        let answer = post(&page, &[("do", action), ("comment", "hi"), ("revision", &revision), ("made", &made)]).await;
        (answer.status(), answer.text().await.unwrap())
    };
    let (status, said) = act(white.clone(), "say").await;
    assert!(status == StatusCode::OK && said.contains("hi"), "{status} {said}");
    // Resigning asks by mail; only the answer to that resigns.
    let (_, asked) = act(white.clone(), "resign").await;
    assert!(asked.contains("Nothing is done yet"), "{asked}");
    let question = world.delivered().into_iter().find(|(to, _)| *to == table.players[0]).unwrap().1;
    assert!(get(&white).await.1.contains("Your turn."));
    act(white.clone(), "draw").await;
    assert!(get(&black).await.1.contains("offers a draw"));
    act(black.clone(), "decline").await;
    assert!(!get(&black).await.1.contains("offers a draw"));
    world.mail(&table.players[0], question.token.as_deref(), "yes");
    let (_, over) = get(&white).await;
    assert!(!over.contains("<form") && !over.contains("href=\"?p="), "{over}");
    // No links, no pages.
    let table = world.begin("amazons", None, &[], "10d+36h");
    world.mail(&table.players[0], Some(&table.tokens[0]), "set page-links off");
    assert_eq!(get(&table.pages[0]).await.0, StatusCode::NOT_FOUND);
    let shown = world.mail(&table.players[0], Some(&table.tokens[0]), "d1-d7/g7");
    assert!(shown.iter().filter(|(to, _)| *to == table.players[0]).all(|(_, notice)| notice.page.is_none()));
    assert!(shown.iter().filter(|(to, _)| *to == table.players[1]).all(|(_, notice)| notice.page.is_some()));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_watch_a_game_and_see_the_turn() {
    let mut world = World::with(|settings| turnpost_web::Settings { watchers: 200, ..settings }).await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let live = format!("{}/g/{}/live", world.url, table.number);
    let client = client();
    let mut watchers = Vec::new();
    for _ in 0..200 {
        let answer = client.get(&live).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let mut events = answer.bytes_stream();
        let first = events.next().await.unwrap().unwrap();
        assert!(first.starts_with(b"data: "), "{first:?}");
        watchers.push(events);
    }
    let full = client.get(&live).send().await.unwrap();
    assert_eq!(full.status(), StatusCode::SERVICE_UNAVAILABLE, "one too many");
    world.by_mail(&table, Side::White, "d1-d7/g7");
    for mut events in watchers {
        let next = tokio::time::timeout(Duration::from_secs(20), events.next()).await.unwrap().unwrap().unwrap();
        assert!(next.starts_with(b"data: "), "{next:?}");
    }
}

/// A first visit costs at most 20 KB without script, with everything that the page shows, however far somebody scrolls.
#[tokio::test(flavor = "multi_thread")]
async fn pages_are_light() {
    let mut world = World::new().await;
    let table = world.begin("diamond", None, &[], "10d+36h");
    let amazons = world.begin("amazons", None, &[], "10d+36h");
    let paths = [
        format!("{}/", world.url),
        format!("{}/g/{}", world.url, table.number),
        format!("{}/g/{}", world.url, amazons.number),
        table.pages[0].clone(),
        amazons.pages[0].clone(),
        format!("{}?p=d1", amazons.pages[0]),
    ];
    for path in paths {
        let weigh = async |url: String| {
            let answer = client().get(url).header("accept-encoding", "gzip").send().await.unwrap();
            answer.bytes().await.unwrap().len()
        };
        let (_, page) = get(&path).await;
        let mut bytes = vec![("page".to_owned(), weigh(path.clone()).await)];
        let links = page
            .split("<link rel=\"stylesheet\" href=\"")
            .chain(page.split("<link rel=\"icon\" type=\"image/svg+xml\" href=\""));
        let shown = page.split("<img src=\"").skip(1);
        for file in
            links.skip(1).chain(shown).filter_map(|rest| rest.split('"').next()).filter(|file| file.starts_with('/'))
        {
            bytes.push((file.to_owned(), weigh(format!("{}{file}", world.url)).await));
        }
        let all: usize = bytes.iter().map(|(_, bytes)| bytes).sum();
        assert!(all <= 20 * 1024, "{path}: {all} bytes, {bytes:?}");
    }
}

/// A digest has the link of each board; without links, none.
#[tokio::test(flavor = "multi_thread")]
async fn digests_have_links() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    let digest = |world: &mut World, day: i64| {
        let now = moment::now() + day * 86_400;
        world.ask(|service| service.tick(now, turnpost_core::service::Randomness::fixed(1))).unwrap();
        let owed = world.delivered_at(now);
        let found = owed.into_iter().find(|(_, notice)| matches!(notice.news, News::Digest { .. }));
        let (to, notice) = found.expect("a digest");
        assert_eq!(to, table.players[0]);
        turnpost_core::text::compose::mail(&notice, &turnpost_core::text::word(&notice))
    };
    world.mail(&table.players[0], Some(&table.tokens[0]), "set digest 8:00");
    let first = digest(&mut world, 1);
    assert!(first.contains(&format!("Open the board: {}", table.pages[0])), "{first}");
    assert!(!first.contains(&world.secret(&table.pages[1])));
    world.mail(&table.players[0], Some(&table.tokens[0]), "set page-links off");
    assert!(!digest(&mut world, 2).contains("/b/"));
}

/// A turn on a page gets its receipt even where receipts are off: the page alone would be no proof. Whoever sits at the
/// board with a clock of minutes gets only the result.
#[tokio::test(flavor = "multi_thread")]
async fn a_turn_on_a_page_has_a_receipt() {
    let mut world = World::new().await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    world.mail(&table.players[0], Some(&table.tokens[0]), "set receipts off");
    play(&table.pages[0], "d1-d7/g7", "").await;
    let mine =
        |sent: Vec<(String, Notice)>, who: &str| sent.into_iter().filter(|(to, _)| to == who).collect::<Vec<_>>();
    let sent = mine(world.delivered(), &table.players[0]);
    assert!(sent.len() == 1 && matches!(sent[0].1.news, News::Receipt(_)), "{sent:?}");
    // From which the turn is taken back.
    let undone = world.mail(&table.players[0], sent[0].1.token.as_deref(), "undo");
    assert!(!undone.is_empty() && get(&table.pages[0]).await.1.contains("Your turn."));
    let live = world.begin("amazons", None, &[], "10m+10s");
    play(&live.pages[0], "d1-d7/g7", "").await;
    play(&live.pages[1], "j7-h7/h3", "").await;
    world.delivered();
    play(&live.pages[0], "g1-e3/e8", "").await;
    assert!(world.delivered().is_empty(), "both sit at the board");
    let resigns = Command::Resign { game: Some(live.number), sure: true };
    let told = world.commands(&live.players[1], Some(&live.tokens[1]), vec![resigns], None);
    for player in &live.players {
        assert!(told.iter().any(|(to, notice)| to == player && matches!(notice.news, News::Result(_))), "{told:?}");
    }
}
