//! Where each player of a game sees its boards is a fact, and every notice goes by it.
#![allow(clippy::unwrap_used, missing_docs)]

mod engine;

use turnpost_core::command::parse::parse_command;
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::request::{Context, Manner, Proof, Request, Sender, Venue};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery, Door, Obstacle, Owed, Place};

const NOW: i64 = 1_780_315_200;
const CHANNEL: u64 = 70;
const THREAD: u64 = 77;
const ANN: u64 = 1;
const ZED: u64 = 2;

struct Table {
    service: Service,
    asked: u64,
}

impl Table {
    /// Zed accepts Ann's open challenge in a channel, and its thread is open.
    fn with_a_game() -> Table {
        let service = Service::new(engine::fresh(), Settings::default()).unwrap();
        let mut table = Table { service, asked: 0 };
        table.says(ANN, "new dameo");
        table.says(ZED, "accept 1");
        let place = Place { channel: THREAD, parent: Some(CHANNEL), message: None };
        table.service.set_place(1, Some(place)).unwrap();
        table
    }

    fn says(&mut self, user: u64, text: &str) -> Vec<Notice> {
        self.asked += 1;
        let request = Request {
            from: Sender::Discord { user, display: format!("user{user}") },
            proof: Proof::Transport,
            key: format!("key {}", self.asked),
            at: NOW,
            context: Context::Fresh,
            place: Some(Venue { channel: CHANNEL, server: Some(7), at_home: true }),
            commands: parse_command(text).unwrap().0.into_iter().map(Ok).collect(),
            comment: None,
            manner: Manner::default(),
        };
        let handled = self.service.handle(&request, Randomness::fixed(self.asked)).unwrap();
        let mut told: Vec<Notice> = handled.answers.iter().map(|owed| owed.notice.clone()).collect();
        handled.answers.iter().for_each(|owed| self.service.settle(owed.id, &Delivery::Sent, NOW).unwrap());
        told.extend(self.owed().into_iter().map(|owed| owed.notice));
        told
    }

    /// What is owed in Discord, all of it delivered.
    fn owed(&self) -> Vec<Owed> {
        let mut found = Vec::new();
        loop {
            let owed = self.service.pending(Channel::Discord, NOW, 60, 100).unwrap();
            if owed.is_empty() {
                return found;
            }
            owed.iter().for_each(|owed| self.service.settle(owed.id, &Delivery::Sent, NOW).unwrap());
            found.extend(owed);
        }
    }
}

fn mention(notices: &[Notice]) -> Option<u64> {
    notices.iter().find_map(|notice| match notice.to {
        Destination::DiscordPlace { mention, .. } if notice.board.is_some() => Some(mention),
        _ => None,
    })?
}

fn in_messages(notices: &[Notice], user: u64) -> bool {
    let board = |notice: &&Notice| matches!(notice.news, News::YourTurn(_)) && notice.board.is_some();
    notices.iter().filter(board).any(|notice| notice.to == Destination::DiscordUser(user))
}

#[test]
fn whoever_does_not_see_the_place_is_told_elsewhere() {
    let mut table = Table::with_a_game();
    let told = table.says(ZED, "1 c3-c4");
    assert_eq!(mention(&told), Some(ANN));
    // Until Discord was asked, Zed counts as present.
    let told = table.says(ANN, "1 c6-c5");
    assert!(mention(&told) == Some(ZED) && !in_messages(&told, ZED), "{told:?}");
    table.service.set_sight(1, ZED, false, NOW).unwrap();
    let told: Vec<Notice> = table.owed().into_iter().map(|owed| owed.notice).collect();
    assert!(in_messages(&told, ZED), "at once, since he has no board: {told:?}");
    table.service.set_sight(1, ZED, false, NOW).unwrap();
    assert!(table.owed().is_empty(), "once");
    table.says(ZED, "1 c4xc6");
    let told = table.says(ANN, "1 c7xc5");
    assert!(mention(&told).is_none() && in_messages(&told, ZED), "{told:?}");
    assert!(told.iter().any(|notice| matches!(notice.to, Destination::DiscordPlace { .. })), "the others see it");
    // He comes back.
    table.service.set_sight(1, ZED, true, NOW).unwrap();
    table.says(ZED, "1 d3-d4");
    let told = table.says(ANN, "1 d6-d5");
    assert!(mention(&told) == Some(ZED) && !in_messages(&told, ZED), "{told:?}");
}

#[test]
fn a_shut_door_keeps_the_place_and_a_place_that_is_gone_does_not() {
    let mut table = Table::with_a_game();
    let fail = |table: &mut Table, turn: &str, user: u64, obstacle: Obstacle| {
        table.asked += 1;
        let request = Request {
            from: Sender::Discord { user, display: format!("user{user}") },
            proof: Proof::Transport,
            key: format!("key {}", table.asked),
            at: NOW,
            context: Context::Game { number: 1, revision: None },
            place: None,
            commands: parse_command(turn).unwrap().0.into_iter().map(Ok).collect(),
            comment: None,
            manner: Manner::default(),
        };
        let handled = table.service.handle(&request, Randomness::fixed(0)).unwrap();
        handled.answers.iter().for_each(|owed| table.service.settle(owed.id, &Delivery::Sent, NOW).unwrap());
        let owed = table.service.pending(Channel::Discord, NOW, 60, 100).unwrap();
        let board = owed.iter().find(|owed| matches!(owed.notice.to, Destination::DiscordPlace { .. })).unwrap();
        let failed = Delivery::NotInPlace { obstacle, why: "no".to_owned() };
        table.service.settle(board.id, &failed, NOW).unwrap();
        let told: Vec<Notice> = table.owed().into_iter().map(|owed| owed.notice).collect();
        (in_messages(&told, ANN) || in_messages(&told, ZED), table.service.place(1).unwrap().is_some())
    };
    assert_eq!(fail(&mut table, "c3-c4", ZED, Obstacle::Shut), (true, true));
    assert_eq!(table.service.door(1).unwrap(), Door::Shut { told: false });
    assert!(!table.service.sees_place(1, ANN).unwrap(), "nobody sees boards there now");
    assert_eq!(fail(&mut table, "c6-c5", ANN, Obstacle::Absent), (true, true));
    assert_eq!(fail(&mut table, "c4xc6", ZED, Obstacle::Gone), (true, false));
}

#[test]
fn an_export_says_what_is_known_of_it() {
    let mut table = Table::with_a_game();
    table.service.set_sight(1, ZED, true, NOW).unwrap();
    assert!(table.service.onlookers(1).unwrap().iter().any(|one| one.user == ZED && one.sight.is_some()));
    let told = table.says(ZED, "export me");
    assert!(format!("{told:?}").contains("channels of your games"), "{told:?}");
}
