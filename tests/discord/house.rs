//! The computer player in Discord: one post an exchange, buttons, and whole games.

use serde_json::json;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup};
use turnpost_house::{Level, think_at};
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// Ann begins a game with the house: its thread and the first board.
async fn begin(rig: &Rig, game: &str, variant: Option<&str>, level: &str) -> (u64, Message) {
    let mut options = vec![("game", json!(game)), ("level", json!(level))];
    options.extend(variant.map(|variant| ("variant", json!(variant))));
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    rig.first_board(asked).await
}

/// The boards posted in a thread so far.
fn boards(world: &World, thread: u64) -> usize {
    let board = |message: &&Message| message.channel == thread && message.author == world.application;
    world.messages.values().filter(board).filter(|message| !message.files.is_empty()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exchange_is_one_post_and_undo_takes_both_turns_back() {
    let rig = Rig::start().await;
    let (thread, board) = begin(&rig, "amazons", None, "3").await;
    assert!(board.content.contains("House 3 (computer) plays at level 3 of 8"), "{}", board.content);
    assert_eq!(board.pinged, [rig.ann].into());
    rig.discord.say(rig.ann, thread, "d1-d7/g7");
    let board = rig.board(thread, board.id).await;
    assert!(board.content.contains("ann played"), "{}", board.content);
    assert!(board.content.contains("House 3 (computer) played"), "{}", board.content);
    assert_eq!(board.pinged, [rig.ann].into());
    assert_eq!(rig.discord.look(|world| boards(world, thread)), 2, "one post for both turns");
    rig.discord.click(rig.ann, board.id, "Undo");
    let board = rig.board(thread, board.id).await;
    assert!(board.content.contains("d1-d7/g7"), "{}", board.content);
    rig.discord.say(rig.ann, thread, "d1-d6/g6");
    let board = rig.board(thread, board.id).await;
    assert!(board.content.contains("d1-d6/g6") && board.content.contains("House 3 (computer) played"));
    let asked = rig.discord.slash(rig.ann, thread, "hint", &[]);
    rig.discord.answered(asked).await;
    let hint = rig.discord.posted(thread, asked, "The house would play").await;
    assert!(!hint.files.is_empty(), "with a picture");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_challenge_offers_the_house_to_its_challenger_alone() {
    let rig = Rig::start().await;
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &[("game", json!("dameo"))]);
    let challenge = rig.discord.posted(rig.channel, asked, "challenges").await;
    let refused = rig.discord.answer(rig.discord.click(rig.ben, challenge.id, "Play the house")).await;
    assert!(refused.content.contains("you have no challenge open to anyone"), "{}", refused.content);
    rig.discord.click(rig.ann, challenge.id, "Play the house");
    let (_, board) = rig.first_board(challenge.id).await;
    assert!(board.content.contains("House 3 (computer)"), "{}", board.content);
    let asked = rig.discord.slash(rig.ben, rig.channel, "new", &[("game", json!("dameo")), ("name", json!("house"))]);
    let told = rig.discord.answer(asked).await;
    assert!(!told.content.contains("Not"), "{}", told.content);
}

/// Every game, each with a server of its own, all at once.
#[tokio::test(flavor = "multi_thread")]
async fn whole_games_of_every_kind_are_played_in_threads() {
    let mut playing = tokio::task::JoinSet::new();
    for &game in GameKind::ALL {
        let variant = game.variants().last().copied();
        playing.spawn(whole_game(Setup::new(game.name(), variant, &[]).unwrap()));
    }
    while let Some(played) = playing.join_next().await {
        played.expect("a whole game");
    }
}

async fn whole_game(setup: Setup) {
    let rig = Rig::for_the_fast().await;
    let (thread, mut board) = begin(&rig, setup.game.name(), Some(setup.variant), "1").await;
    let mut course = Course::new(&setup).unwrap();
    for exchange in 0.. {
        assert!(exchange < 150, "{} goes on for ever", setup.title());
        // What stands in backticks is what was played, in order; the first of it may be told already.
        let now = course.clone();
        let mine = tokio::task::spawn_blocking(move || think_at(&now, Level::new(4).unwrap(), 5).unwrap().turn);
        let mine = mine.await.expect("a turn");
        course.play(&mine).unwrap();
        rig.discord.say(rig.ann, thread, &mine);
        board = rig.board(thread, board.id).await;
        for line in board.content.lines().filter(|line| line.contains("House 1 (computer) ")) {
            let turn = line.split('`').nth(1).map(str::to_owned);
            let turn = turn.or_else(|| line.contains("passed").then(|| "pass".to_owned()));
            if let Some(turn) = turn.filter(|turn| course.position().read(turn).is_ok() && course.outcome().is_none()) {
                course.play(&turn).unwrap();
            }
        }
        if !board.content.contains("your turn") || course.outcome().is_some() {
            break;
        }
    }
    let over = ["won", "lost", "raw"];
    assert!(over.iter().any(|word| board.content.contains(word)), "{}", board.content);
    let asked = rig.discord.slash(rig.ann, thread, "review", &[]);
    rig.discord.answered(asked).await;
    let review = rig.discord.posted(thread, asked, "Review of game").await;
    assert!(review.files.iter().any(|file| file.name == "ratings.png"), "{review:?}");
}
