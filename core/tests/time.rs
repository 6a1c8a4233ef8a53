//! Laws of time: how often the server ticks doesn't matter, an outage takes nobody's time, and a maintenance window
//! isn't given twice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod engine;

use turnpost_core::clock::ClockRule;
use turnpost_core::command::{Colour, Command, NewGame, Opponent};
use turnpost_core::game::Game;
use turnpost_core::request::{Context, Manner, Proof, Request, Sender};
use turnpost_core::rules::{GameKind, Position, Setup, Side};
use turnpost_core::service::{Randomness, Service, Settings};

const START: i64 = 1_780_000_000;
const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

struct World {
    service: Service,
    now: i64,
    every: i64,
    keys: u32,
}

impl World {
    /// Ann (Black) and Ben (White) at Dameo, with a server that ticks every so many seconds.
    fn new(every: i64, clock: ClockRule) -> World {
        let service = Service::new(engine::fresh(), Settings::default()).unwrap();
        let mut world = World { service, now: START, every, keys: 0 };
        world.service.tick(START, Randomness::fixed(0)).unwrap();
        world.ask("ben", Command::Games);
        world.ask(
            "ann",
            Command::New(NewGame {
                game: GameKind::Dameo.name().to_owned(),
                variant: None,
                opponent: Opponent::Player("ben".to_owned()),
                colour: Some(Colour::Side(Side::Black)),
                clock: Some(clock),
                rated: None,
                options: Vec::new(),
            }),
        );
        world.ask("ben", Command::Accept(None));
        world
    }

    fn ask(&mut self, name: &str, command: Command) {
        self.keys += 1;
        let request = Request {
            from: Sender::Console { name: name.to_owned() },
            proof: Proof::Transport,
            key: self.keys.to_string(),
            at: self.now,
            context: Context::Fresh,
            place: None,
            commands: vec![Ok(command)],
            comment: None,
            manner: Manner::default(),
        };
        self.service.handle(&request, Randomness::fixed(1)).unwrap();
    }

    fn wait(&mut self, seconds: i64) {
        let end = self.now + seconds;
        // A clock on the wall ticks at fixed times, whatever happens in between.
        let mut next = START + ((self.now - START) / self.every + 1) * self.every;
        while next <= end {
            self.service.tick(next, Randomness::fixed(0)).unwrap();
            next += self.every;
        }
        self.now = end;
    }

    fn row(&self) -> Game {
        self.service.games(0, 1).unwrap().remove(0)
    }

    /// The player to move plays some turn.
    fn play(&mut self, pick: usize) {
        let row = self.row();
        let Some(side) = row.to_move else { return };
        let position = Position::parse(&Setup::new("dameo", None, &[]).unwrap(), &row.position).unwrap();
        let legal = position.legal();
        let text = legal[pick % legal.len()].clone();
        let name = if side == Side::White { "ben" } else { "ann" };
        self.ask(name, Command::Turn { game: Some(1), guard: None, text });
    }
}

#[test]
fn how_often_the_server_ticks_does_not_matter() {
    let clocks = [ClockRule::bank(3 * 86_400, 43_200), ClockRule::per_turn(2 * 86_400)];
    for (seed, clock) in (0..6).zip(clocks.into_iter().cycle()) {
        let outcomes: Vec<_> = [900, 1_700, 3_500]
            .map(|every| {
                let mut random = Randomness::fixed(seed);
                let mut world = World::new(every, clock);
                for _ in 0..12 {
                    let wait = i64::try_from(random.draw() % (2 * DAY as u64)).unwrap();
                    let pick = usize::try_from(random.draw() % 1_000).unwrap();
                    world.wait(wait);
                    world.play(pick);
                    if random.draw().is_multiple_of(7) {
                        let name = if random.draw().is_multiple_of(2) { "ann" } else { "ben" };
                        world.ask(name, Command::Away(Some(2)));
                    }
                }
                let row = world.row();
                let ended = row.ended.map(|ended| (ended.winner, ended.reason, ended.aborted));
                (row.position, row.clock.white, row.clock.black, row.clock.deadline(), ended)
            })
            .into_iter()
            .collect();
        // A vacation that begins by itself does so at the tick; all else is the same.
        assert_eq!(outcomes[0].0, outcomes[1].0, "seed {seed}");
        assert_eq!(outcomes[0].4, outcomes[1].4, "seed {seed}");
        assert_eq!(outcomes[1].4, outcomes[2].4, "seed {seed}");
    }
}

#[test]
fn an_outage_takes_nobodys_time() {
    let mut world = World::new(600, ClockRule::per_turn(86_400));
    world.wait(6 * HOUR);
    let before = world.row().clock.deadline().unwrap();
    // The server is down for a month; then a request comes before the first tick.
    world.now += 30 * DAY;
    world.ask("ann", Command::Games);
    let given = world.row().clock.deadline().unwrap() - before;
    assert!((30 * DAY..=30 * DAY + 600).contains(&given), "{given}");
    // The tick that follows gives nothing again.
    world.service.tick(world.now, Randomness::fixed(0)).unwrap();
    assert_eq!(world.row().clock.deadline().unwrap() - before, given);
    world.wait(19 * HOUR);
    assert!(world.row().ended.is_some(), "the rest of the day was theirs, and no more");
}

#[test]
fn maintenance_is_given_once_also_when_the_server_was_down_in_it() {
    for down in [false, true] {
        let mut world = World::new(600, ClockRule::per_turn(86_400));
        world.wait(6 * HOUR);
        let before = world.row().clock.deadline().unwrap();
        world.service.maintenance(world.now + HOUR, world.now + 11 * HOUR).unwrap();
        if down {
            world.wait(2 * HOUR);
            world.now += 6 * HOUR;
            world.service.tick(world.now, Randomness::fixed(0)).unwrap();
            world.wait(12 * HOUR);
        } else {
            world.wait(20 * HOUR);
        }
        let given = world.row().clock.deadline().unwrap() - before;
        assert_eq!(given, 10 * HOUR, "down: {down}");
        assert!(world.row().ended.is_none());
    }
}

#[test]
fn nobody_times_out_during_maintenance() {
    let mut world = World::new(600, ClockRule::per_turn(86_400));
    world.service.maintenance(world.now + HOUR, world.now + 3 * DAY).unwrap();
    world.wait(2 * DAY);
    world.play(0);
    assert_eq!(world.row().turn, 2, "a turn in the window counts");
}

/// A game ends when one player has used up the whole, however short each turn was; and time given back after an outage
/// isn't used.
#[test]
fn a_bound_on_the_whole_ends_a_game() {
    let mut world = World::new(600, ClockRule::per_turn(86_400).at_most(3 * 86_400));
    for turn in 0..4 {
        world.wait(if turn % 2 == 0 { 20 * HOUR } else { HOUR });
        world.play(turn);
    }
    // White has used 40 hours of 72, so that his next turn has a day, and the one after it twelve hours.
    assert_eq!(world.row().clock.used, [40 * HOUR, 2 * HOUR]);
    assert_eq!(world.row().clock.deadline(), Some(world.now + DAY));
    world.wait(20 * HOUR);
    world.play(0);
    world.play(0);
    assert_eq!(world.row().clock.deadline(), Some(world.now + 12 * HOUR));
    // Down for a day: nobody's time.
    world.now += DAY;
    world.service.tick(world.now, Randomness::fixed(0)).unwrap();
    let left = world.row().clock.deadline().unwrap() - world.now;
    assert!((12 * HOUR - 600..=12 * HOUR).contains(&left), "{left}");
    world.wait(13 * HOUR);
    let ended = world.row().ended.unwrap();
    assert_eq!((ended.winner, ended.reason), (Some(Side::Black), turnpost_core::rules::Reason::Timeout));
}
