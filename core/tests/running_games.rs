//! A running game and the replay of its record are the same, whatever was played, taken back or spurred on.

#![allow(clippy::unwrap_used)]

use std::convert::Infallible;

use turnpost_core::clock::ClockRule;
use turnpost_core::clock::running::{Clock, Running};
use turnpost_core::game::history::in_force;
use turnpost_core::game::{Change, Damaged, Entry, EntryKind, Game, Means, TakeBack, take_back};
use turnpost_core::rules::{GameKind, Outcome, Position, Reason, Setup, Side};
use turnpost_core::service::Randomness;

/// A game at a table of its own, with its record.
struct Table {
    game: Game,
    entries: Vec<Entry>,
}

/// Nothing is asked of a database here.
#[derive(Debug)]
struct Never;

impl From<Damaged> for Never {
    fn from(damaged: Damaged) -> Never {
        panic!("{damaged}");
    }
}

impl From<Infallible> for Never {
    fn from(never: Infallible) -> Never {
        match never {}
    }
}

impl Table {
    fn new(setup: &Setup, first: Option<&str>) -> Table {
        let position = match first {
            Some(text) => Position::parse(setup, text).unwrap(),
            None => Position::start(setup).unwrap(),
        };
        let mut clock = Clock::new(ClockRule::default());
        clock.running = Some(Running { side: position.to_move(), since: 0 });
        let game = Game::new(1, setup.clone(), &position, [1, 2], clock, 0);
        Table { game: Game { first: first.map(str::to_owned), ..game }, entries: Vec::new() }
    }

    fn keep(&mut self, change: Change) -> Option<Outcome> {
        for entry in &mut self.entries {
            entry.undone |= change.undone.contains(&entry.number);
        }
        self.entries.push(change.entry);
        change.outcome
    }

    fn play(&mut self, text: &str) -> Option<Outcome> {
        let entries = &self.entries;
        let seen = |mark| Ok::<_, Never>(in_force(entries).filter(|entry| entry.hash == Some(mark)).count() as u32);
        let change = self.game.play(text, Means::Mail, 60, seen).unwrap().unwrap();
        self.keep(change)
    }

    fn take_back(&mut self, side: Side) {
        let (change, _) = self.game.take_back(&self.entries, side, Means::Mail, 90).unwrap().unwrap();
        self.keep(change);
    }

    fn sound(&self) {
        assert_eq!(self.game.problems(&self.entries), Vec::<String>::new(), "{:?}", self.game.position);
    }
}

#[test]
fn every_game_is_what_its_replay_gives_also_after_take_backs() {
    let mut random = Randomness::fixed(14);
    for kind in GameKind::ALL {
        for variant in kind.variants() {
            let mut table = Table::new(&Setup::new(kind.name(), Some(variant), &[]).unwrap(), None);
            for _ in 0..40 {
                let legal = table.game.board().unwrap().legal();
                let text = &legal[usize::try_from(random.draw() % legal.len() as u64).unwrap()];
                if table.play(text).is_some() {
                    break;
                }
                table.sound();
                let side = Side::BOTH[(random.draw() & 1) as usize];
                if random.draw().is_multiple_of(4) && take_back(&table.entries, side) != TakeBack::Nothing {
                    table.take_back(side);
                    table.sound();
                }
            }
        }
    }
}

/// Two towns that only walk: nothing ever leaves the board.
const WALKING: &str = "t7/1k6/2c5/2c5/8/8/8/4G2T w 21 play customs=5m";

#[test]
fn a_spur_is_no_quiet_turn() {
    let setup = Setup::new("diamond", None, &[]).unwrap();
    let mut table = Table::new(&setup, Some(WALKING));
    table.game.quiet = 98;
    assert_eq!(table.play("spur c6-d6"), None);
    assert_eq!(table.game.quiet, 98, "the turn is still to be played");
    assert_eq!(table.play("e1-e2 h1-h2"), None);
    let outcome = table.play("a8-a7 b7-b6").unwrap();
    assert_eq!(outcome.reason, Reason::NoProgress);
}

#[test]
fn a_spur_is_kept_in_the_record_and_the_replay_agrees_about_quiet_turns() {
    let setup = Setup::new("diamond", None, &[]).unwrap();
    let mut table = Table::new(&setup, Some(WALKING));
    for text in ["spur c6-d6", "e1-e2 h1-h2", "spur e2-e3", "a8-a7 b7-b6"] {
        assert_eq!(table.play(text), None);
        table.sound();
    }
    assert_eq!(table.game.quiet, 2);
    assert_eq!(table.entries.iter().filter(|entry| entry.kind == EntryKind::Spur).count(), 2);
    table.take_back(Side::Black);
    table.sound();
    assert_eq!(table.game.quiet, 1);
}

#[test]
fn a_spur_cant_be_taken_back_but_a_turn_below_it_can() {
    let setup = Setup::new("diamond", None, &[]).unwrap();
    let mut table = Table::new(&setup, Some(WALKING));
    table.play("spur c6-d6");
    assert_eq!(take_back(&table.entries, Side::Black), TakeBack::Nothing);
    table.play("e1-e2 h1-h2");
    assert_eq!(take_back(&table.entries, Side::White), TakeBack::Free);
    table.play("a8-a7 b7-b6");
    assert!(matches!(take_back(&table.entries, Side::White), TakeBack::OnRequest(entry) if entry.turn == 21));
}

#[test]
fn a_turn_is_taken_back_freely_only_once() {
    let mut table = Table::new(&Setup::new("dameo", None, &[]).unwrap(), None);
    table.play("c3-c4");
    table.take_back(Side::White);
    table.play("d3-d4");
    assert!(matches!(take_back(&table.entries, Side::White), TakeBack::OnRequest(_)));
}
