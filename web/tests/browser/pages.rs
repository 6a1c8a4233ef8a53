//! A server with one of everything, and the address of every page of it.

use turnpost_core::clock::moment;
use turnpost_core::rules::{GameKind, Side};
use turnpost_core::service::Randomness;

use crate::world::World;

/// The server, and each page by a short name.
pub async fn every() -> (World, Vec<(&'static str, String)>) {
    let mut world = World::with(|settings| turnpost_web::Settings {
        mail: Some("play@example.org".into()),
        discord: true,
        ..settings
    })
    .await;
    let table = world.begin("amazons", None, &[], "10d+36h");
    for (side, turn) in
        [(Side::White, "d1-d7/g7"), (Side::Black, "j7-h7/h3"), (Side::White, "g1-e3/e8"), (Side::Black, "d10-d8/b6")]
    {
        world.by_mail(&table, side, turn);
    }
    let (diamond, dameo) = (world.begin("diamond", None, &[], "10d+36h"), world.begin("dameo", None, &[], "10m+10s"));
    let over = world.begin("othello", None, &[], "10d+36h");
    for (side, turn) in [(Side::Black, "d3"), (Side::White, "c3"), (Side::Black, "c4")] {
        world.by_mail(&over, side, turn);
    }
    world.mail(&over.players[0], Some(&over.tokens[0]), "resign yes");
    let event = tournament(&mut world);
    let secret = world
        .ask(|service| service.guest_begins(GameKind::ALL[0], 2, moment::now(), Randomness::fixed(3)))
        .unwrap()
        .unwrap();
    let name = table.players[0].split('@').next().unwrap().to_owned();
    let (url, mine) = (world.url.clone(), table.pages[0].clone());
    let pages = vec![
        ("front", format!("{url}/")),
        ("rules", format!("{url}/rules/amazons")),
        ("game", format!("{url}/g/{}", table.number)),
        ("game-over", format!("{url}/g/{}", over.number)),
        ("embed", format!("{url}/g/{}/embed", table.number)),
        ("player", format!("{url}/p/{name}")),
        ("ratings", format!("{url}/ratings/amazons")),
        ("tournaments", format!("{url}/t")),
        ("tournament", format!("{url}/t/T{event}")),
        ("guest", format!("{url}/b/{secret}")),
        ("mine-first", mine.clone()),
        ("mine-target", format!("{mine}?p=d7")),
        ("mine-arrow", format!("{mine}?p=d7-d5")),
        ("mine-whole", format!("{mine}?p=d7-d5%2Fb3")),
        ("mine-diamond", diamond.pages[0].clone()),
        ("mine-dameo", dameo.pages[0].clone()),
        ("mine-waiting", table.pages[1].clone()),
        ("mine-over", over.pages[0].clone()),
        ("missing", format!("{url}/nothing")),
    ];
    (world, pages)
}

/// A round robin that has begun, with a result.
fn tournament(world: &mut World) -> i64 {
    let hosted = world.mail("dora@example.org", None, "host othello roundrobin players 4");
    let text = format!("{hosted:?}");
    let number: i64 = text.split("number: ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    for who in ["dora", "emil", "frida", "gustav"] {
        world.mail(&format!("{who}@example.org"), None, &format!("join T{number}"));
    }
    for step in 0..5 {
        world.ask(|service| service.tick(moment::now() + 60 * step, Randomness::fixed(5))).unwrap();
    }
    let page = world.ask(|service| service.public_event(number)).unwrap().unwrap();
    for game in page.games.iter().take(3) {
        let loser = format!("{}@example.org", game.players[1].name);
        let shown = world.mail(&loser, None, &format!("show {}", game.number));
        let token = shown.iter().find(|(to, _)| *to == loser).and_then(|(_, notice)| notice.token.clone());
        world.mail(&loser, token.as_deref(), "resign yes");
    }
    number
}
