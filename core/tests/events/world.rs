//! A server with people at its console, in virtual time.

use turnpost_core::command::parse::parse_command;
use turnpost_core::game::Game;
use turnpost_core::notice::Notice;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender, Venue};
use turnpost_core::rules::{Position, Side};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Event, EventGame, EventKind, Slot};
use turnpost_core::text;

use crate::engine;

pub const HOUR: i64 = 3_600;
pub const DAY: i64 = 24 * HOUR;
/// 2026-11-18 00:00 UTC.
pub const START: i64 = 1_794_960_000;

pub struct World {
    pub service: Service,
    pub now: i64,
    pub random: Randomness,
    pub keys: u64,
    /// The secret of the last mail.
    pub mailed: Option<String>,
}

impl World {
    pub fn new(seed: u64) -> World {
        let service = Service::new(engine::fresh(), Settings::default()).unwrap();
        let mut world = World { service, now: START, random: Randomness::fixed(seed), keys: 0, mailed: None };
        world.tick();
        world
    }

    pub fn dice(&mut self, sides: u64) -> u64 {
        self.random.draw() % sides
    }

    /// What somebody types, and what they are answered, as one text.
    pub fn say(&mut self, name: &str, line: &str) -> String {
        self.ask(Sender::Console { name: name.to_owned() }, None, line)
    }

    /// The same from wherever somebody writes.
    pub fn ask(&mut self, from: Sender, place: Option<Venue>, line: &str) -> String {
        self.keys += 1;
        let (commands, comment) = match parse_command(line) {
            Ok((commands, comment)) => (commands.into_iter().map(Ok).collect(), comment),
            Err(error) => (vec![Err(error)], None),
        };
        // What comes by mail answers the last mail to its sender, if there was one.
        let mailed = matches!(from, Sender::Email { .. });
        let token = if mailed { self.mailed.take() } else { None };
        let request = Request {
            from,
            proof: if mailed { Proof::Dmarc } else { Proof::Transport },
            key: self.keys.to_string(),
            at: self.now,
            context: token.map_or(Context::Fresh, Context::Token),
            place,
            commands,
            comment,
            manner: Manner::default(),
        };
        let seed = self.random.draw();
        let handled = self.service.handle(&request, Randomness::fixed(seed)).unwrap();
        let shown = handled.answers.iter().map(|owed| text::compose::console(&owed.notice, &text::word(&owed.notice)));
        let shown = shown.collect::<Vec<_>>().join("\n");
        for owed in handled.answers {
            self.service.settle(owed.id, &turnpost_core::store::Delivery::Sent, self.now).unwrap();
        }
        if mailed {
            self.mailed = self.mails().into_iter().rev().find_map(|notice| notice.token);
        }
        shown
    }

    /// What is due by mail, delivered.
    pub fn mails(&self) -> Vec<Notice> {
        let mut mails = Vec::new();
        loop {
            let owed = self.service.pending(Channel::Mail, self.now, 60, 100).unwrap();
            if owed.is_empty() {
                return mails;
            }
            for owed in owed {
                self.service.settle(owed.id, &turnpost_core::store::Delivery::Sent, self.now).unwrap();
                mails.push(owed.notice);
            }
        }
    }

    pub fn tick(&mut self) {
        let seed = self.random.draw();
        self.service.tick(self.now, Randomness::fixed(seed)).unwrap();
    }

    /// What waits for somebody at the console.
    pub fn inbox(&self, name: &str) -> Vec<String> {
        let owed = self.service.pending_console(name, self.now).unwrap();
        owed.iter().map(|owed| text::compose::console(&owed.notice, &text::word(&owed.notice))).collect()
    }

    pub fn wait(&mut self, seconds: i64) {
        let end = self.now + seconds;
        while self.now < end {
            self.now = (self.now + HOUR - 60).min(end);
            self.tick();
        }
    }

    pub fn event(&self, number: i64) -> Event {
        self.service.event(number).unwrap().unwrap()
    }

    pub fn round(&self, number: i64, round: u32) -> (Vec<Vec<Slot>>, Vec<EventGame>) {
        self.service.event_round(number, round).unwrap()
    }

    pub fn games(&self) -> Vec<Game> {
        let mut all = Vec::new();
        loop {
            let more = self.service.games(all.last().map_or(0, |game: &Game| game.number), 500).unwrap();
            if more.is_empty() {
                return all;
            }
            all.extend(more);
        }
    }

    pub fn name(&self, player: i64) -> String {
        self.service.name_of(player).unwrap()
    }

    /// Some legal turn of a game.
    pub fn turn(&mut self, game: &Game) -> String {
        let position =
            Position::parse(&turnpost_core::rules::Setup { options: Vec::new(), ..game.setup.clone() }, &game.position)
                .unwrap();
        let legal = position.legal();
        legal[usize::try_from(self.dice(legal.len() as u64)).unwrap()].clone()
    }

    pub fn mover(&self, game: &Game) -> Option<i64> {
        game.to_move.map(|side: Side| game.player(side))
    }

    /// Both make a turn in a game, then one of them resigns.
    pub fn lose(&mut self, number: i64, loser: i64) {
        for _ in 0..2 {
            let game = self.games().into_iter().find(|game| game.number == number).unwrap();
            let (name, turn) = (self.name(self.mover(&game).unwrap()), self.turn(&game));
            self.say(&name, &format!("{number} {turn}"));
        }
        let name = self.name(loser);
        let said = self.say(&name, &format!("resign {number} yes"));
        assert!(said.contains("You lost"), "{said}");
    }

    /// A league of Othello whose first season these have entered, just begun: its number.
    pub fn league(&mut self, names: &[String]) -> i64 {
        for name in names {
            self.meet(name);
            self.seasoned(name);
        }
        let league = |event: &Event| event.kind == EventKind::League && event.setup.game.name() == "othello";
        let event = self.service.events(0, 1_000).unwrap().into_iter().find(league).unwrap();
        for name in names {
            let said = self.say(name, &format!("join T{}", event.number));
            assert!(said.contains("you are in the Othello league"), "{said}");
        }
        // Nothing runs that the time between could matter to.
        self.now = event.starts.unwrap() + HOUR;
        self.tick();
        names.iter().for_each(|name| _ = self.inbox(name));
        event.number
    }

    /// Makes somebody known.
    pub fn meet(&mut self, name: &str) {
        self.say(name, "games");
    }

    /// Gives somebody three finished rated games against two others, as official events want.
    pub fn seasoned(&mut self, name: &str) {
        for (round, helper) in ["helper1", "helper2", "helper1"].into_iter().enumerate() {
            self.meet(helper);
            self.say(helper, &format!("new othello vs {name} rated"));
            self.say(name, "accept");
            for _ in 0..2 {
                let game = self.games().pop().unwrap();
                let (mover, turn) = (self.name(self.mover(&game).unwrap()), self.turn(&game));
                self.say(&mover, &format!("{} {turn}", game.number));
            }
            let game = self.games().pop().unwrap();
            let said = self.say(if round == 0 { name } else { helper }, &format!("resign {} yes", game.number));
            assert!(said.contains("game"), "{said}");
        }
        self.inbox(name);
    }
}

/// The number of the event that somebody is told how to join.
pub fn number_in(said: &str) -> i64 {
    let behind = said.split("join T").nth(1).unwrap_or_else(|| panic!("{said}"));
    behind.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}
