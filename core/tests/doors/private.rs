//! Games that are nobody else's business: because a player says so, or because they are from before anybody could.

use turnpost_core::notice::{News, Notice};
use turnpost_core::request::{Context, Proof, Venue};

use crate::numbers::{ANSWERS, COMMANDS, NOTHING, all, world};
use crate::world::{World, mailbox, user, words};

/// What Carl, a stranger to Ann and Ben, is told about game 1, and what he would be told if there were none.
fn as_if_not_there(world: &mut World) {
    for command in COMMANDS {
        let said = |number: i64| command.replace('N', &number.to_string());
        let theirs = all(&world.dm(3, &said(1))).replace('1', "N");
        let nothing = all(&world.dm(3, &said(NOTHING))).replace("99", "N").replace('1', "N");
        assert_eq!(theirs, nothing, "{command} tells of a private game");
    }
    for (i, answer) in ANSWERS.into_iter().enumerate() {
        let mut told = |number| {
            let game = Context::Game { number, revision: None };
            let click = all(&world.say(user(3), Proof::Transport, game, answer));
            let carl = format!("carl-{number}-{i}");
            let hint = all(&world.say(mailbox(&carl), Proof::Dmarc, Context::Hint(number), answer));
            format!("{click}\n{hint}").replace(&number.to_string(), "N")
        };
        assert_eq!(told(1), told(NOTHING), "{answer} in reply to a private game");
    }
    for (list, private) in [
        ("games anyone", "Amazons"),
        ("finished Ann", "Amazons"),
        ("finished Ben", "Amazons"),
        ("who Ann", "1 running"),
        ("who Ben", "1 running"),
    ] {
        let told = all(&world.dm(3, list));
        assert!(!told.contains(private), "{list}: {told}");
    }
    let glance = world.service.glance(1, 880_000_003).unwrap();
    assert!(glance.is_none(), "not even while he types");
}

fn looks(world: &mut World) -> String {
    all(&world.dm(3, "show 1"))
}

#[test]
fn a_private_game_is_as_if_it_were_not_there() {
    for (name, other) in [("ann", "ben"), ("ben", "ann")] {
        let mut world = world();
        assert!(looks(&mut world).contains("Amazons"), "it is public until somebody says otherwise");
        let [secret, their_secret] = [name, other].map(|name| world.last(name).token.clone().unwrap());
        world.with(name, &secret, "set public off");
        as_if_not_there(&mut world);
        // Its players look at it as ever.
        for (name, secret) in [(name, &secret), (other, &their_secret)] {
            let shown = all(&world.with(name, secret, "show 1"));
            assert!(shown.contains("Game 1: Amazons"), "{name}: {shown}");
        }
        world.with(name, &secret, "set public on");
        assert!(looks(&mut world).contains("Amazons"));
    }
}

#[test]
fn a_game_of_before_is_as_if_it_were_not_there() {
    let mut world = world();
    world.database.execute("UPDATE games SET listed = 0");
    as_if_not_there(&mut world);
    // Both say that they are public: it stays as it was.
    let secret = world.last("ann").token.clone().unwrap();
    world.with("ann", &secret, "set public on");
    as_if_not_there(&mut world);
    // Whoever watched it goes on watching, until a player wants it otherwise.
    world.database.execute("INSERT INTO watchers SELECT 1, player FROM discord_users WHERE account = 880000003");
    assert!(looks(&mut world).contains("Amazons"));
    world.with("ann", &secret, "public off");
    as_if_not_there(&mut world);
}

#[test]
fn whoever_watched_hears_nothing_more_of_a_private_game() {
    let mut world = world();
    world.dm(3, "watch 1");
    let watched = |told: &[Notice]| told.iter().any(|notice| matches!(notice.news, News::Watched(_)));
    let secret = world.last("ann").token.clone().unwrap();
    let played = world.with("ann", &secret, "j7-h7/h3\nthis is for Ben alone");
    assert!(watched(&played));
    for notice in played.iter().filter(|notice| matches!(notice.news, News::Watched(_) | News::Result(_))) {
        assert!(!format!("{notice:?}").contains("Ben alone"), "{notice:?}");
    }
    world.with("ann", &secret, "public off");
    let ben = world.last("ben").token.clone().unwrap();
    assert!(!watched(&world.with("ben", &ben, "g1-g4/e4")));
    let ended = world.with("ann", &secret, "resign 1 yes");
    assert!(!ended.iter().any(|notice| notice.to == turnpost_core::notice::Destination::DiscordUser(880_000_003)));
}

/// Where a game is played in a Discord channel everybody there sees it anyway; from anywhere else it is private.
#[test]
fn a_private_game_is_seen_where_it_is_played() {
    let mut world = world();
    let secret = world.last("ann").token.clone().unwrap();
    world.with("ann", &secret, "public off");
    world.database.execute("INSERT INTO places (number, channel, parent) VALUES (1, 77, 70)");
    let mut shown = |channel: Option<u64>| {
        let mut request = world.request(user(3), Proof::Transport, Context::Fresh, "show 1");
        request.place = channel.map(|channel| Venue { channel, server: None, at_home: true });
        let handled = world.service.handle(&request, turnpost_core::service::Randomness::fixed(0)).unwrap();
        words(&handled.answers[0].notice).contains("Amazons")
    };
    assert_eq!([Some(77), Some(70), Some(71), None].map(&mut shown), [true, true, false, false]);
}

#[test]
fn finished_lists_leave_out_what_is_private_and_what_others_said() {
    let mut world = world();
    let secret = world.last("ann").token.clone().unwrap();
    world.with("ann", &secret, "j7-h7/h3\nokapi");
    world.with("ann", &secret, "resign 1 yes");
    let told = all(&world.dm(3, "finished Ben"));
    assert!(told.contains("1 Amazons, Ben vs Ann · Ben won"), "{told}");
    let history = all(&world.dm(3, "history 1"));
    assert!(history.contains("j7-h7/h3"), "{history}");
    for private in ["okapi", "zebra", "@example.net"] {
        assert!(!told.contains(private) && !history.contains(private));
    }
    world.with("ann", &secret, "public off");
    as_if_not_there(&mut world);
    // It is both players' own.
    let own = all(&world.with("ann", &secret, "finished"));
    let ben = world.last("ben").token.clone().unwrap();
    let theirs = all(&world.with("ben", &ben, "finished Ann"));
    assert!(own.contains("1 Amazons vs Ben · you lost") && theirs.contains("1 Amazons, Ben vs Ann"), "{own}\n{theirs}");
}

/// Twenty are a page, and what can be looked at is counted by who looks.
#[test]
fn finished_games_come_in_pages() {
    let mut world = world();
    world.database.execute("UPDATE games SET ended = 1000, winner = 'white', reason = 'resigned', to_move = NULL");
    for number in 101..=144 {
        let copy = format!(
            "INSERT INTO games (number, game, variant, options, white, black, rated, position, turn, left_white, left_black,
               started, ended, winner, reason, listed) SELECT {number}, game, variant, options, white, black, rated, position,
               turn, left_white, left_black, started, {number} + 1000, winner, reason, {number} % 2 FROM games WHERE number = 1"
        );
        world.database.execute(&copy);
    }
    let numbers = |told: &[Notice]| -> Vec<i64> {
        all(told).lines().filter_map(|line| line.split_once(" Amazons")?.0.parse().ok()).collect()
    };
    let first = world.dm(3, "finished Ann");
    assert!(all(&first).starts_with("23 finished games of Ann to look at, the latest first:"), "{}", all(&first));
    assert!(all(&first).contains("`finished Ann page 2`"));
    assert_eq!(numbers(&first), (105..=143).rev().step_by(2).collect::<Vec<_>>());
    assert_eq!(numbers(&world.dm(3, "finished Ann page 2")), [103, 101, 1]);
    assert!(all(&world.dm(3, "finished Ann page 3")).contains("no older games"));
    assert_eq!(numbers(&world.signed("ann", "finished page 3")), [104, 103, 102, 101, 1], "one's own are all of them");
}

#[test]
fn players_who_are_forgotten_leave_nothing_to_look_at_and_no_history() {
    let mut world = world();
    world.database.execute("UPDATE games SET rated = 1");
    let secret = world.last("ann").token.clone().unwrap();
    world.with("ann", &secret, "j7-h7/h3");
    world.with("ann", &secret, "resign 1 yes");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM rating_history"), 2);
    let export = format!("{:?}", world.with("ann", &secret, "export me"));
    assert!(export.contains("ratings after each game") && export.contains("1338"), "{export}");
    world.with("ann", &secret, "forget me");
    world.reply("ann", "yes");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM players WHERE forgotten = 1"), 1);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM rating_history"), 1, "Ben's is his own");
    as_if_not_there(&mut world);
    let ben = world.last("ben").token.clone().unwrap();
    let own = all(&world.with("ben", &ben, "finished"));
    assert!(own.contains("1 Amazons vs a former player · you won"), "{own}");
}
