//! A whole season of a league on the real program, with players by mail and in Discord. What each was sent is counted,
//! printed, and nothing besides what they must know.

use std::time::Duration;

use serde_json::json;
use turnpost_core::clock::moment::now;
use turnpost_core::command::parse::parse_command;
use turnpost_core::game::Game;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::Position;
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Delivery, EventKind, EventState};
use turnpost_mailer::tryout::{Client, Seen};

use crate::database;
use crate::rig::Rig;
use crate::tournament::mail;

/// The operator's hand on the same database, for what came before the season.
struct Hand {
    service: Service,
    asked: u64,
}

impl Hand {
    /// Not on this thread, which is one of a runtime and must not wait.
    fn ask<T: Send>(&self, ask: impl FnOnce(&Service) -> T + Send) -> T {
        database::apart(|| ask(&self.service))
    }

    fn says(&mut self, name: &str, line: &str) {
        self.asked += 1;
        let (commands, comment) = parse_command(line).unwrap();
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: format!("hand {}", self.asked),
            at: now(),
            context: Context::Fresh,
            place: None,
            commands: commands.into_iter().map(Ok).collect(),
            comment,
            manner: Manner::default(),
        };
        let random = Randomness::fixed(self.asked);
        self.ask(|service| {
            let handled = service.handle(&request, random).unwrap();
            handled.answers.iter().for_each(|owed| service.settle(owed.id, &Delivery::Sent, now()).unwrap());
        });
    }

    fn games(&self) -> Vec<Game> {
        self.ask(|service| service.games(0, 500)).unwrap()
    }

    /// A rated game of two players, over after a turn by each.
    fn met(&mut self, one: &str, other: &str) {
        self.says(one, &format!("new othello vs {other} rated"));
        let number = self.games().last().map_or(0, |game| game.number);
        self.says(other, "accept");
        for _ in 0..2 {
            let game = self.games().pop().unwrap();
            assert!(game.number > number, "{one} and {other} play");
            let legal = Position::parse(&game.setup, &game.position).unwrap().legal();
            let mover = self.ask(|service| service.name_of(game.player(game.to_move.unwrap()))).unwrap();
            self.says(&mover, &format!("{} {}", game.number, legal[0]));
        }
        let number = self.games().pop().unwrap().number;
        self.says(one, &format!("resign {number} yes"));
    }

    /// Until everything owed is delivered.
    async fn quiet(&self) {
        let settled = async {
            while self.ask(|service| service.waiting()).unwrap().owed.iter().any(|(_, queue)| queue.waiting > 0) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), settled).await.expect("everything is delivered");
    }
}

/// Somebody new by mail, who learns what a league wants.
async fn newcomer(rig: &Rig, from: &str, number: i64) -> Client {
    let client = rig.mail_client(from);
    client.send(&format!("join T{number}"), None).await.unwrap();
    let asked = mail(&client, "that asks", |seen| seen.text.contains("Was this you?")).await;
    client.send("yes", Some(&asked)).await.unwrap();
    mail(&client, "that refuses", |seen| seen.text.contains("3 finished rated games")).await;
    client
}

/// What a mail of the season is, or that it should not be there.
fn kind(seen: &Seen) -> &'static str {
    let text = seen.text.as_str();
    let about = [
        ("No action needed: you are in the Othello league", "entered"),
        ("Its last day is", "the round"),
        ("You won", "result"),
        ("You lost", "result"),
        ("season 1 is over.", "the end"),
    ];
    about.iter().find(|(part, _)| text.contains(part)).map_or_else(|| panic!("why this? {text}"), |(_, kind)| kind)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_by_mail_and_in_discord() {
    let mut rig = Rig::without_bot().await;
    (rig.mail, rig.fast) = (true, true);
    rig.run().await;
    let cyd = rig.discord.add_user("cyd");
    let members = [("ann", rig.ann), ("ben", rig.ben), ("cyd", cyd)];
    for (_, user) in members {
        rig.discord.answered(rig.discord.slash(user, rig.channel, "games", &[])).await;
    }
    let store = database::open(&rig.database());
    let service = database::apart(|| Service::new(store, Settings::default()).unwrap());
    let mut hand = Hand { service, asked: 0 };
    let league = hand.ask(|service| service.events(0, 1_000)).unwrap().into_iter();
    let number = { league }
        .find(|event| event.kind == EventKind::League && event.setup.game.name() == "othello")
        .expect("a league")
        .number;
    let by_mail = [
        ("Mia", newcomer(&rig, "Mia <mia@example.net>", number).await),
        ("Nora", newcomer(&rig, "Nora <nora@example.net>", number).await),
    ];
    // Everybody has met everybody before.
    let names = ["ann", "ben", "cyd", "Mia", "Nora"];
    for (n, one) in names.iter().enumerate() {
        names[n + 1..].iter().for_each(|other| hand.met(one, other));
    }
    hand.quiet().await;
    let before: Vec<usize> = by_mail.iter().map(|(_, client)| client.got().unwrap().len()).collect();
    let direct = |user: u64| {
        let channel = rig.discord.change(|world| world.direct(user));
        rig.discord.messages(channel)
    };
    let told_before: Vec<usize> = members.iter().map(|(_, user)| direct(*user).len()).collect();
    // They enter, each where they are.
    for (_, user) in members {
        let options = [("event", json!(format!("T{number}")))];
        let joined = rig.discord.answer(rig.discord.slash(user, rig.channel, "join", &options)).await;
        assert!(joined.content.contains("ou are in the Othello league"), "{}", joined.content);
    }
    for (_, client) in &by_mail {
        let last = client.got().unwrap().pop().unwrap();
        client.send(&format!("join T{number}"), Some(&last)).await.unwrap();
        mail(client, "that they are in", |seen| seen.text.contains("you are in the Othello league")).await;
    }
    // The first of January comes.
    let day = format!("UPDATE events SET starts = {day}, due = {day} WHERE number = {number}", day = now() - 1);
    database::execute(&rig.database(), &day);
    let mut rounds = Vec::new();
    for (_, client) in &by_mail {
        let round = mail(client, "with the round", |seen| seen.text.contains("Its last day is")).await;
        assert!(round.text.contains(" against ") && !round.pictures.is_empty(), "{}", round.text);
        rounds.push(round);
    }
    // Of each pair whoever came later resigns, by mail or in Discord.
    let games: Vec<Game> = hand.games().into_iter().filter(|game| game.event == Some(number)).collect();
    assert_eq!(games.len(), 10);
    for game in &games {
        let loser = hand.ask(|service| service.name_of(game.players.into_iter().max().unwrap())).unwrap();
        match members.iter().find(|(name, _)| *name == loser) {
            Some((_, user)) => {
                let options = [("game", json!(game.number)), ("sure", json!("yes"))];
                rig.discord.answered(rig.discord.slash(*user, rig.channel, "resign", &options)).await;
            }
            None => {
                let n = by_mail.iter().position(|(name, _)| *name == loser).expect("a player");
                by_mail[n].1.send(&format!("resign {} yes", game.number), Some(&rounds[n])).await.unwrap();
            }
        }
    }
    for (_, client) in &by_mail {
        mail(client, "that it is over", |seen| seen.text.contains("season 1 is over.")).await;
    }
    let ended = async {
        while hand.games().iter().any(|game| game.event == Some(number) && game.ended.is_none()) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(120), ended).await.expect("all games end");
    hand.quiet().await;
    let event = hand.ask(|service| service.event(number)).unwrap().unwrap();
    assert_eq!(event.state, EventState::Over);
    assert!(event.ended.unwrap() <= event.last.unwrap(), "not later than announced");
    // One mail on entering, one with the round, one a result, one at the end.
    for ((name, client), before) in by_mail.iter().zip(before) {
        let got = client.got().unwrap();
        let kinds: Vec<&str> = got[before..].iter().map(kind).collect();
        println!("{name} got {} mails in the season: {kinds:?}", kinds.len());
        let count = |wanted: &str| kinds.iter().filter(|kind| **kind == wanted).count();
        assert_eq!(
            [count("entered"), count("the round"), count("result"), count("the end")],
            [1, 1, 4, 1],
            "{kinds:?}"
        );
        for seen in &got {
            assert!(members.iter().all(|(_, user)| !seen.text.contains(&user.to_string())), "no id in mail");
        }
    }
    for ((name, user), before) in members.iter().zip(told_before) {
        let messages = direct(*user);
        let said: Vec<String> = messages[before..].iter().map(|message| message.content.clone()).collect();
        println!("{name} got {} messages in the season", said.len());
        let count = |part: &str| said.iter().filter(|text| text.contains(part)).count();
        assert_eq!([count("Its last day is"), count("season 1 is over")], [1, 1], "{said:#?}");
        // Boards of the games that they begin, and results that others made.
        assert!(said.len() <= 2 + 4 + 4, "{said:#?}");
    }
}
