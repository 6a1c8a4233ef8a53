//! Whole games: by slash commands, by the picker alone, by text alone.

use serde_json::{Value, json};
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_standin::world::{Message, World};

use crate::rig::{Dice, Rig};

/// As many turns as a game may take here.
pub const MOST: usize = 100;

/// A turn that brings the game to an end some day: one that ends it, else rather an attack than a move.
pub fn choose(game: &Course, dice: &mut Dice) -> String {
    let legal = game.position().legal();
    let attacks: Vec<&String> = legal.iter().filter(|turn| turn.contains(['x', '^'])).collect();
    let ends = |turn: &&&String| {
        let mut after = game.position().clone();
        after.play(turn).is_ok() && after.outcome().is_some()
    };
    if let Some(last) = attacks.iter().find(ends) {
        return (**last).clone();
    }
    match attacks.is_empty() || dice.below(4) == 0 {
        true => legal[dice.below(legal.len())].clone(),
        false => attacks[dice.below(attacks.len())].clone(),
    }
}

/// A game that is being played, and what everybody has seen of it.
pub struct Playing<'a> {
    rig: &'a Rig,
    pub thread: u64,
    pub board: Message,
    pub game: Course,
    begins: Side,
}

impl<'a> Playing<'a> {
    pub async fn begin(rig: &'a Rig, setup: &Setup) -> Playing<'a> {
        let (thread, board) = rig.game(setup.game.name(), Some(setup.variant)).await;
        let game = Course::new(setup).unwrap();
        Playing { rig, thread, board, begins: setup.begins(), game }
    }

    pub fn mover(&self) -> u64 {
        // The invited begins.
        let begins = self.game.to_move() == Some(self.begins);
        if begins { self.rig.ben } else { self.rig.ann }
    }

    /// Plays what was sent, on our side too, and checks what everybody sees.
    pub async fn played(&mut self, turn: &str) {
        let board = self.rig.board(self.thread, self.board.id).await;
        self.game.play(turn).unwrap();
        assert!(board.content.contains(turn), "{turn} in {:?}", board.content);
        assert!(board.explicit, "mentions are always named");
        assert!(board.files.iter().any(|file| file.name.ends_with(".png") && file.description.is_some()), "{board:?}");
        match self.game.to_move() {
            Some(_) => assert_eq!(board.pinged, [self.mover()].into(), "{:?}", board.content),
            None => assert!(board.components.len() == 1, "only what comes next is offered: {:?}", board.components),
        }
        let before = self.board.id;
        let bare = |world: &World| world.messages[&before].components.is_empty().then_some(());
        self.rig.discord.until("the old board loses its buttons", bare).await;
        assert!(!self.rig.discord.message(before).unwrap().files.is_empty(), "but keeps its picture");
        self.board = board;
    }

    pub fn over(&self) -> bool {
        self.game.outcome().is_some()
    }
}

/// How a turn is made.
#[derive(Clone, Copy, Debug)]
enum How {
    Slash,
    Picker,
    Text,
}

/// Every game, each with a server of its own, all at once: in that of its variants, where it has so many.
async fn every_game(how: How, variant: usize) {
    let mut playing = tokio::task::JoinSet::new();
    for &game in GameKind::ALL {
        playing.spawn(whole_game(Setup::new(game.name(), game.variants().get(variant).copied(), &[]).unwrap(), how));
    }
    while let Some(played) = playing.join_next().await {
        played.expect("a whole game");
    }
}

/// The first number whose dice bring the game to an end in time.
pub fn seed(setup: &Setup) -> u64 {
    let ends = |seed: &u64| {
        let (mut course, mut dice) = (Course::new(setup).unwrap(), Dice(*seed));
        for _ in 0..MOST {
            if course.outcome().is_some() {
                return true;
            }
            let turn = choose(&course, &mut dice);
            course.play(&turn).unwrap();
        }
        course.outcome().is_some()
    };
    (1..1000).find(ends).expect("some game ends in time")
}

async fn whole_game(setup: Setup, how: How) {
    let seed = tokio::task::spawn_blocking({
        let setup = setup.clone();
        move || seed(&setup)
    });
    let mut dice = Dice(seed.await.expect("a seed"));
    let rig = Rig::for_the_fast().await;
    let mut playing = Playing::begin(&rig, &setup).await;
    for n in 0..MOST {
        if playing.over() {
            break;
        }
        let turn = choose(&playing.game, &mut dice);
        let (mover, thread) = (playing.mover(), playing.thread);
        match (how, n % 3) {
            (How::Slash, _) => _ = rig.discord.slash(mover, thread, "move", &[("turn", json!(turn))]),
            (How::Picker, _) => pick(&rig, mover, playing.board.id, &turn).await,
            (How::Text, 0) => _ = rig.discord.say(mover, thread, &turn.to_uppercase()),
            (How::Text, 1) => _ = rig.discord.reply(mover, playing.board.id, &turn),
            (How::Text, _) => {
                let us = rig.discord.look(|world| world.application);
                rig.discord.say(mover, thread, &format!("<@{us}> {turn}"));
            }
        }
        playing.played(&turn).await;
    }
    assert!(playing.over(), "{} goes on and on", playing.game.position().text());
    rig.discord.look(|world| {
        let slow = world.interactions.values().find(|one| one.answered.is_none());
        assert!(slow.is_none(), "{slow:?}");
        assert!(world.messages.values().all(|message| !message.everyone));
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_by_slash_commands() {
    every_game(How::Slash, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_by_the_picker_alone() {
    every_game(How::Picker, 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_by_text_alone() {
    every_game(How::Text, 0).await;
}

/// Picks a turn step by step; the last choice plays it, unless it is to be confirmed.
pub async fn pick(rig: &Rig, mover: u64, board: u64, turn: &str) {
    let opened = rig.discord.click(mover, board, "Move");
    let mut view = rig.discord.answer(opened).await;
    assert_eq!(view.only_for, Some(mover), "nobody else sees it");
    loop {
        let parts: Vec<Value> =
            view.components.iter().flat_map(|row| row["components"].as_array().unwrap().clone()).collect();
        let plays = |part: &Value| part["label"] == "Play it" && part["custom_id"].as_str().unwrap().ends_with(turn);
        if parts.iter().any(plays) {
            rig.discord.click(mover, view.id, "Play it");
            return;
        }
        assert!(!view.files.is_empty(), "{view:?}");
        let options = parts.iter().filter_map(|part| part["options"].as_array()).flatten();
        let values = options.map(|option| option["value"].as_str().unwrap());
        // `a1` is no way to `a10-…`, but the longer of two ways is.
        let way = values.filter(|value| turn.starts_with(value)).max_by_key(|value| value.len());
        let way = way.unwrap_or_else(|| panic!("no way to {turn} in {view:?}"));
        rig.discord.choose(mover, view.id, way);
        let (id, edits) = (view.id, view.edits);
        let next = |world: &World| world.messages.get(&id).filter(|view| view.edits > edits).cloned();
        view = rig.discord.until("the next step", next).await;
        if view.content.contains("layed `") || view.deleted {
            return;
        }
    }
}
