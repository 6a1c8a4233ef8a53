//! A settled position is announced to the player to move, and `count` says who would win.
#![allow(clippy::unwrap_used, missing_docs)]

mod engine;

use turnpost_core::message;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::service::{Randomness, Service, Settings};
use turnpost_core::store::{Channel, Delivery};
use turnpost_core::text;

/// White shoots himself off from Black: two files for him, all of the left for Black.
const NEARLY: &str = "Turnpost record 1\nGame: amazons\nVariant: standard\n\
    Position: B8W/7xx1/7x2/7x2/7x2/7x2/7x2/7x2/7x2/7x2 w 60\n\
    White: ann\nBlack: ben\nRated: no\nClock: 10d+36h\n\n";

struct Table {
    service: Service,
    asked: u64,
}

impl Table {
    fn says(&mut self, name: &str, text: &str) -> Vec<String> {
        self.asked += 1;
        let read = message::read(text);
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: format!("key {}", self.asked),
            at: 1_780_315_200,
            context: Context::Fresh,
            place: None,
            commands: read.commands,
            comment: read.comment,
            manner: Manner::default(),
        };
        let handled = self.service.handle(&request, Randomness::fixed(self.asked)).unwrap();
        let mut owed = handled.answers;
        owed.iter().for_each(|owed| self.service.settle(owed.id, &Delivery::Sent, request.at).unwrap());
        loop {
            let more = self.service.pending(Channel::Console, request.at, 60, 100).unwrap();
            more.iter().for_each(|owed| self.service.settle(owed.id, &Delivery::Sent, request.at).unwrap());
            if more.is_empty() {
                break;
            }
            owed.extend(more);
        }
        owed.iter().map(|owed| text::compose::console(&owed.notice, &text::word(&owed.notice))).collect()
    }
}

#[test]
fn a_settled_position_is_announced_and_counted() {
    let service = Service::new(engine::fresh(), Settings::default()).unwrap();
    let mut table = Table { service, asked: 0 };
    table.says("ann", "games");
    table.says("ben", "games");
    let number = table.service.import_game(&NEARLY.parse().unwrap(), 1_780_315_200).unwrap().unwrap();
    table.service.adjourn(number, false, 1_780_315_200).unwrap().unwrap();
    let told = table.says("ann", "j10-j9/i10").join("\n");
    assert!(told.contains("All regions are settled: White has "), "{told}");
    assert!(told.contains("claim ends the game."), "{told}");
    let counted = table.says("ben", "count").join("\n");
    assert!(counted.contains("The position is settled."), "{counted}");
    assert!(counted.contains("Black would win by "), "{counted}");
    assert!(counted.contains("½ is taken off Black's, who is to move"), "{counted}");
}
