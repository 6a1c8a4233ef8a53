//! A server with one of everything: games of each kind and state, a tournament of each kind, a guest, somebody private,
//! somebody forgotten; and the address of every kind of page.

use turnpost_core::clock::moment;
use turnpost_core::command::Command;
use turnpost_core::rules::{GameKind, Side};
use turnpost_core::service::Randomness;

use super::World;

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
    let offered = world.begin("desdemona", None, &[], "10d+36h");
    world.mail(&offered.players[0], Some(&offered.tokens[0]), "draw");
    let event = tournament(&mut world);
    let guest = |kind, level, chance| {
        let begun = world.ask(|service| service.guest_begins(kind, level, moment::now(), Randomness::fixed(chance)));
        begun.unwrap().unwrap()
    };
    let (secret, left) = (guest(GameKind::ALL[0], 2, 3), guest(GameKind::ALL[1], 1, 4));
    world.page_command(&left, Command::Resign { game: None, sure: true });
    let name = table.players[0].split('@').next().unwrap().to_owned();
    let (url, mine) = (world.url.clone(), table.pages[0].clone());
    let pages = vec![
        ("front", format!("{url}/")),
        ("rules", format!("{url}/rules/amazons")),
        ("game", format!("{url}/g/{}", table.number)),
        ("game-over", format!("{url}/g/{}", over.number)),
        ("embed", format!("{url}/g/{}/embed", table.number)),
        ("player", format!("{url}/p/{name}")),
        ("player-rated", format!("{url}/p/dora")),
        ("ratings-all", format!("{url}/ratings")),
        ("ratings", format!("{url}/ratings/amazons")),
        ("ratings-some", format!("{url}/ratings/othello")),
        ("tournaments", format!("{url}/t")),
        ("tournament", format!("{url}/t/T{event}")),
        ("ladder", format!("{url}/ladder/amazons")),
        ("guest", format!("{url}/b/{secret}")),
        ("guest-over", format!("{url}/b/{left}")),
        ("mine-first", mine.clone()),
        ("mine-target", format!("{mine}?p=d7")),
        ("mine-arrow", format!("{mine}?p=d7-d5")),
        ("mine-whole", format!("{mine}?p=d7-d5%2Fb3")),
        ("mine-diamond", diamond.pages[0].clone()),
        ("mine-dameo", dameo.pages[0].clone()),
        ("mine-offered", offered.pages[1].clone()),
        ("mine-waiting", table.pages[1].clone()),
        ("mine-over", over.pages[0].clone()),
        ("missing", format!("{url}/nothing")),
    ];
    (world, pages)
}

/// A round robin that has begun, with results; and a ladder of three.
fn tournament(world: &mut World) -> i64 {
    let number = world.hosted("dora@example.org", "host othello roundrobin players 4");
    for who in ["dora", "emil", "frida", "gustav"] {
        world.mail(&format!("{who}@example.org"), None, &format!("join T{number}"));
    }
    for step in 0..5 {
        world.ask(|service| service.tick(moment::now() + 60 * step, Randomness::fixed(5))).unwrap();
    }
    let page = world.ask(|service| service.public_event(number)).unwrap().unwrap();
    // Each has had a turn, so that the result is rated.
    for game in page.games.iter().take(3) {
        let [white, black] = [0, 1].map(|side| format!("{}@example.org", game.players[side].name));
        for (who, words) in [(&black, "d3"), (&white, "c3"), (&black, "resign yes")] {
            let shown = world.mail(who, None, &format!("show {}", game.number));
            let token = shown.iter().rfind(|(to, _)| to == who).and_then(|(_, notice)| notice.token.clone());
            world.mail(who, token.as_deref(), words);
        }
    }
    world.on_the_ladder(GameKind::ALL[0], &["dora", "emil", "frida"]);
    number
}
