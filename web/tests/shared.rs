//! What is shared, framed, fed and taken along: previews, feeds, records, pictures; and what tells them apart from older
//! ones.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod http;
mod world;

use std::collections::BTreeSet;

use http::{client, get};
use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use roxmltree::Document;
use serde_json::{Value, json};
use turnpost_core::record::Record;
use turnpost_core::rules::Side;
use world::everything::every;
use world::{Table, World};

const TURNS: [(Side, &str); 3] = [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3"), (Side::White, "g1-e3/e8")];

/// A game of Amazons with some turns.
async fn played(world: &mut World, turns: usize) -> Table {
    let table = world.begin("amazons", None, &[], "10d+36h");
    for (side, turn) in &TURNS[..turns] {
        world.by_mail(&table, *side, turn);
    }
    table
}

/// The content of a `meta` element.
fn meta(page: &str, name: &str) -> Option<String> {
    let (_, rest) = page.split_once(&format!("=\"{name}\" content=\""))?;
    Some(rest.split('"').next()?.replace("&amp;", "&").replace("&quot;", "\""))
}

async fn head_of(url: &str) -> HeaderMap {
    client().head(url).send().await.unwrap().headers().clone()
}

/// Discord and others show a link by these: the words, and a picture that they can show, which is no SVG.
#[tokio::test(flavor = "multi_thread")]
async fn a_shared_link_has_a_preview() {
    let (world, pages) = every().await;
    let named = |name: &str| pages.iter().find(|(page, _)| *page == name).unwrap().1.clone();
    for (name, address) in &pages {
        let (status, page) = get(address).await;
        let secret = address.contains("/b/");
        if secret || !status.is_success() || *name == "embed" {
            assert!(!page.contains("og:") && !page.contains("twitter:"), "{name}: a preview of what nobody may see");
            continue;
        }
        assert_eq!(meta(&page, "og:site_name").as_deref(), Some("Turnpost"), "{name}");
        assert_eq!(meta(&page, "og:url").as_deref(), Some(address.as_str()), "{name}");
        let (title, about) = (meta(&page, "og:title").unwrap(), meta(&page, "og:description").unwrap());
        assert!(title.len() > 2 && about.len() > 2, "{name}: {title:?}, {about:?}");
        assert_eq!(meta(&page, "description"), Some(about), "{name}");
        let picture = meta(&page, "og:image");
        assert_eq!(picture.is_some(), ["front", "rules", "game", "game-over"].contains(name), "{name}: {picture:?}");
        if let Some(picture) = picture {
            assert_eq!(meta(&page, "twitter:card").as_deref(), Some("summary_large_image"), "{name}");
            assert!(picture.starts_with(&world.url), "{picture}");
            let shown = client().get(&picture).send().await.unwrap();
            assert_eq!(
                (shown.status(), &shown.headers()["content-type"]),
                (StatusCode::OK, &"image/png".parse().unwrap())
            );
            assert!(shown.bytes().await.unwrap().starts_with(b"\x89PNG"), "{picture}");
        }
    }
    // The words are about the game, and the picture is of the turn that is shown.
    let (_, game) = get(&named("game")).await;
    assert!(meta(&game, "og:title").unwrap().starts_with("Amazons "));
    let about = meta(&game, "og:description").unwrap();
    assert!(about.ends_with(" to move. After turn 4 of 4."), "{about}");
    let (_, earlier) = get(&format!("{}?t=1", named("game"))).await;
    assert_eq!(meta(&earlier, "og:url"), Some(format!("{}?t=1", named("game"))));
    let pictures = [meta(&game, "og:image").unwrap(), meta(&earlier, "og:image").unwrap()];
    assert_eq!(pictures[1], format!("{}.png?t=1", named("game")));
    let mut shown = BTreeSet::new();
    for picture in &pictures {
        shown.insert(client().get(picture).send().await.unwrap().bytes().await.unwrap());
    }
    assert_eq!(shown.len(), 2, "each turn has its own picture");
    let (_, over) = get(&named("game-over")).await;
    assert!(meta(&over, "og:description").unwrap().contains("resigned"), "{over}");
    // Where nobody knows the address of the server, there are no addresses to give.
    let bare = World::with(|settings| turnpost_web::Settings { url: None, ..settings }).await;
    assert!(!get(&format!("{}/", bare.url)).await.1.contains("og:"));
}

/// What RFC 4287 asks of a feed (§4.1.1, §4.1.2): one id, title and moment each, a link, an author. Gives the entries'
/// titles, links and moments.
async fn feed(url: &str) -> Vec<[String; 3]> {
    let text = get(url).await.1;
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let root = document.root_element();
    let atom = "http://www.w3.org/2005/Atom";
    assert_eq!((root.tag_name().name(), root.tag_name().namespace()), ("feed", Some(atom)));
    let mut ids = BTreeSet::new();
    let mut entries = Vec::new();
    let text_of = |node: roxmltree::Node<'_, '_>, name: &str| {
        let all: Vec<_> = node.children().filter(|child| child.has_tag_name((atom, name))).collect();
        assert_eq!(all.len(), 1, "{name} of {text}");
        all[0].text().unwrap_or_default().to_owned()
    };
    for node in [root].into_iter().chain(root.children().filter(|child| child.has_tag_name((atom, "entry")))) {
        let (id, updated) = (text_of(node, "id"), text_of(node, "updated"));
        assert!(id.starts_with("http") && ids.insert(id.clone()), "{id} twice in {text}");
        assert!(updated.len() == 20 && updated.ends_with('Z'), "{updated}");
        let links = node.children().filter(|child| child.has_tag_name((atom, "link")));
        let link = links.clone().find(|link| link.attribute("rel").is_none()).unwrap().attribute("href").unwrap();
        assert_eq!(get(link).await.0, StatusCode::OK, "{link}");
        if node == root {
            let own = links.clone().find(|link| link.attribute("rel") == Some("self")).unwrap();
            assert_eq!(own.attribute("href"), Some(url));
            assert!(node.descendants().any(|author| author.has_tag_name((atom, "name"))));
        } else {
            entries.push([text_of(node, "title"), link.to_owned(), updated]);
        }
    }
    entries
}

#[tokio::test(flavor = "multi_thread")]
async fn feeds_can_be_read() {
    let mut world = World::new().await;
    let table = played(&mut world, 3).await;
    let game = format!("{}/g/{}", world.url, table.number);
    let (_, page) = get(&game).await;
    assert!(page.contains(&format!("type=\"application/atom+xml\" href=\"/g/{}.atom\"", table.number)), "{page}");
    let entries = feed(&format!("{game}.atom")).await;
    let titles: Vec<&str> = entries.iter().map(|[title, ..]| title.split(": ").last().unwrap()).collect();
    assert_eq!(titles, ["g1-e3/e8", "j7-h7/h3", "d1-d7/g7"], "the newest first");
    assert_eq!(entries[0][1], format!("{game}?t=3"));
    assert!(entries.windows(2).all(|pair| pair[0][2] >= pair[1][2]), "{entries:?}");
    world.mail(&table.players[1], Some(&table.tokens[1]), "resign yes");
    let entries = feed(&format!("{game}.atom")).await;
    assert!(entries.len() == 4 && entries[0][0].contains("resigned"), "{entries:?}");
    let (world, pages) = every().await;
    let event = &pages.iter().find(|(name, _)| *name == "tournament").unwrap().1;
    let (_, page) = get(event).await;
    assert!(page.contains("application/atom+xml"));
    let entries = feed(&format!("{event}.atom")).await;
    assert_eq!(entries.len(), 6, "all games of four players: {entries:?}");
    let number = event.rsplit('T').next().unwrap().parse().unwrap();
    let games = world.ask(|service| service.public_event(number)).unwrap().unwrap().games;
    let ended = games.iter().filter(|game| game.ended.is_some()).count();
    assert!(ended > 0, "{games:?}");
    assert_eq!(entries.iter().filter(|[title, ..]| title.ends_with(" won")).count(), ended, "{entries:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tag_is_of_a_revision() {
    let mut world = World::new().await;
    let table = played(&mut world, 1).await;
    let game = format!("{}/g/{}", world.url, table.number);
    let ends = ["", "?t=0", "/embed", ".png", ".gif", ".txt", ".json", ".atom"];
    let tags = async || {
        let mut tags = Vec::new();
        for end in ends {
            let headers = head_of(&format!("{game}{end}")).await;
            assert_eq!(headers["cache-control"], "no-cache", "{end}: whoever keeps it asks each time");
            tags.push(headers["etag"].to_str().unwrap().to_owned());
        }
        tags
    };
    let first = tags().await;
    assert_eq!(first, tags().await, "the same as long as nothing happens");
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), ends.len(), "each has its own: {first:?}");
    let revision = world.ask(|service| service.public_state(table.number)).unwrap().unwrap().revision;
    assert!(first.iter().all(|tag| tag.starts_with(&format!("W/\"g{}.{revision}.", table.number))), "{first:?}");
    let unchanged = async |tag: &str, end: &str| {
        client().get(format!("{game}{end}")).header("if-none-match", tag).send().await.unwrap().status()
            == StatusCode::NOT_MODIFIED
    };
    for (end, tag) in ends.iter().zip(&first) {
        assert!(unchanged(tag, end).await, "{end}");
    }
    world.by_mail(&table, Side::Black, "j7-h7/h3");
    let second = tags().await;
    for ((end, old), new) in ends.iter().zip(&first).zip(&second) {
        assert!(old != new && !unchanged(old, end).await, "{end}");
    }
    // A vacation moves the deadline, which the page tells, without any turn.
    let deadline = |page: &str| page.split("data-at=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let before = deadline(&get(&game).await.1);
    world.mail(&table.players[0], Some(&table.tokens[0]), "away 7d");
    assert!(!unchanged(&second[0], "").await, "an old deadline");
    assert_ne!(deadline(&get(&game).await.1), before);
    // Secret pages are kept nowhere, so there is nothing to compare.
    let mine = head_of(&table.pages[0]).await;
    assert!(mine.get("etag").is_none() && mine["cache-control"] == "no-store");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_framed_elsewhere_and_nothing_else_is() {
    let (world, pages) = every().await;
    for (name, address) in &pages {
        let policy =
            head_of(address).await.get("content-security-policy").map(|policy| policy.to_str().unwrap().to_owned());
        let Some(policy) = policy else {
            assert_eq!(*name, "ladder", "it only leads on");
            continue;
        };
        let ancestors = if *name == "embed" { "frame-ancestors *" } else { "frame-ancestors 'none'" };
        assert!(policy.starts_with("default-src 'none'") && policy.ends_with(ancestors), "{name}: {policy}");
    }
    let embed = &pages.iter().find(|(name, _)| *name == "embed").unwrap().1;
    let (_, page) = get(embed).await;
    assert!(page.contains("class=\"board\"") && page.contains("/live\""), "it goes on by itself: {page}");
    assert!(page.contains("target=\"_top\"") && !page.contains("class=\"site\""), "{page}");
    assert!(!page.contains("<form") && !page.contains(" href=\"?"), "there is nothing to do in a frame");
    assert_eq!(get(&format!("{}/g/999/embed", world.url)).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_taken_along() {
    let mut world = World::new().await;
    let table = played(&mut world, 3).await;
    let game = format!("{}/g/{}", world.url, table.number);
    let bytes = async |end: &str| client().get(format!("{game}{end}")).send().await.unwrap().bytes().await.unwrap();
    // The record can be read, and is all of the game.
    let record: Record = get(&format!("{game}.txt")).await.1.parse().unwrap();
    let page = world.ask(|service| service.public_game(table.number)).unwrap().unwrap();
    let turns = |record: &Record| record.turns.iter().map(|turn| turn.text.clone()).collect::<Vec<_>>();
    assert_eq!(turns(&record), TURNS.map(|(_, turn)| turn.to_owned()));
    assert_eq!((&record.white, &record.black, record.end), (&page.record.white, &page.record.black, None));
    let told: Value = serde_json::from_slice(&bytes(".json").await).unwrap();
    assert_eq!(
        (&told["number"], &told["game"], &told["to_move"]),
        (&json!(table.number), &json!("amazons"), &json!("black"))
    );
    assert_eq!((&told["position"], &told["result"]), (&json!(page.board.position), &Value::Null));
    assert_eq!(told["turns"][1]["turn"], "j7-h7/h3");
    assert_eq!((&told["turns"][2]["side"], told["turns"].as_array().unwrap().len()), (&json!("white"), 3));
    assert!(told["deadline"].as_str().unwrap().ends_with('Z') && !told.to_string().contains('@'), "{told}");
    // Pictures: of the last turn or of any; a GIF has each of them.
    let (png, first) = (bytes(".png").await, bytes(".png?t=0").await);
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && first.starts_with(b"\x89PNG") && png != first);
    assert_eq!(png, bytes(".png?t=3").await);
    let gif = bytes(".gif").await;
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    // One Graphic Control Extension each.
    assert_eq!(
        gif.windows(3).filter(|start| start == b"\x21\xf9\x04").count(),
        4,
        "the first position and three turns"
    );
    world.mail(&table.players[1], Some(&table.tokens[1]), "resign yes");
    let record: Record = get(&format!("{game}.txt")).await.1.parse().unwrap();
    assert_eq!(record.end.unwrap().winner, Some(Side::White));
    let told: Value = serde_json::from_slice(&bytes(".json").await).unwrap();
    assert_eq!((&told["result"]["winner"], &told["to_move"]), (&json!("white"), &Value::Null), "{told}");
}

/// Search engines list nothing, unless the operator lets them; and never a secret page.
#[tokio::test(flavor = "multi_thread")]
async fn pages_are_not_listed() {
    for index in [false, true] {
        let mut world = World::with(|settings| turnpost_web::Settings { index, ..settings }).await;
        let table = played(&mut world, 1).await;
        let robots = async |path: &str| head_of(&format!("{}{path}", world.url)).await.get("x-robots-tag").cloned();
        for path in ["/", &format!("/g/{}", table.number), &format!("/g/{}.png", table.number), "/rules/amazons", "/t"]
        {
            assert_eq!(robots(path).await.is_none(), index, "{path}");
        }
        for page in &table.pages {
            let told = head_of(page).await;
            assert_eq!(told["x-robots-tag"], "noindex, nofollow");
            assert_eq!(
                (&told["cache-control"], &told["referrer-policy"]),
                (&"no-store".parse().unwrap(), &"no-referrer".parse().unwrap())
            );
        }
        let (_, file) = get(&format!("{}/robots.txt", world.url)).await;
        assert_eq!(file, if index { "User-agent: *\nDisallow: /b/\n" } else { "User-agent: *\nDisallow: /\n" });
    }
}
