//! Games that both players sit at: one board that changes, one ping a turn, and a clock that strikes at once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::games::pick;
use crate::rig::Rig;

/// A game of Dameo with that clock: its thread and its first board.
async fn live(rig: &Rig, clock: &str) -> (u64, Message) {
    let options = [("game", json!("dameo")), ("opponent", json!(rig.ben.to_string())), ("clock", json!(clock))];
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    rig.discord.answered(asked).await;
    let challenge = rig.discord.posted(rig.channel, asked, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    rig.first_board(challenge.id).await
}

/// The board once it shows a turn.
async fn shows(rig: &Rig, board: u64, turn: &str) -> Message {
    let changed = |world: &World| world.messages.get(&board).filter(|now| now.content.contains(turn)).cloned();
    rig.discord.until(turn, changed).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_game_has_one_board_and_one_ping_a_turn() {
    let rig = Rig::start().await;
    let (thread, board) = live(&rig, "30m+10s").await;
    assert!(board.pinged.contains(&rig.ben), "{:?}", board.content);
    let mut last = board.id;
    for (turn, by, next) in [("c3-c4", rig.ben, rig.ann), ("c6-c5", rig.ann, rig.ben), ("c4xc6", rig.ben, rig.ann)] {
        if turn == "c4xc6" {
            // The board's buttons are those of the position that it shows.
            pick(&rig, by, board.id, turn).await;
        } else {
            rig.discord.slash(by, thread, "move", &[("turn", json!(turn))]);
        }
        let now = shows(&rig, board.id, turn).await;
        assert_eq!(now.files.len(), 1, "the new picture alone");
        let ping = rig.discord.posted(thread, last, "your turn").await;
        assert_eq!((ping.pinged.clone(), ping.files.len()), ([next].into(), 0), "{}", ping.content);
        assert_eq!(ping.answers, Some(board.id), "it leads to the board");
        last = ping.id;
        let only = |world: &World| {
            let here = world.messages.values().filter(|m| m.channel == thread && !m.deleted && m.only_for.is_none());
            let ours: Vec<u64> = here.filter(|m| m.author == world.application).map(|m| m.id).collect();
            (ours == [board.id, last]).then_some(())
        };
        rig.discord.until("one board and one ping", only).await;
    }
    rig.discord.slash(rig.ann, thread, "resign", &[]);
    let resigned = rig.discord.until("the question", |world| {
        let asked = |m: &&Message| {
            m.only_for == Some(rig.ann) && m.components.iter().any(|row| row.to_string().contains("Yes"))
        };
        world.messages.values().find(asked).map(|m| m.id)
    });
    rig.discord.click(rig.ann, resigned.await, "Yes");
    let result = rig.board(thread, last).await;
    assert!(result.content.contains("won"), "{}", result.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_game_still_has_a_board_for_each_turn() {
    let rig = Rig::start().await;
    let (thread, board) = live(&rig, "1h+1m").await;
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let next = rig.board(thread, board.id).await;
    assert_eq!(next.pinged, [rig.ann].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_board_is_shown_anew() {
    let rig = Rig::start().await;
    let (thread, board) = live(&rig, "5m+10s").await;
    rig.discord.change(|world| world.messages.get_mut(&board.id).unwrap().deleted = true);
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let next = rig.board(thread, board.id).await;
    assert_eq!(next.pinged, [rig.ann].into());
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_within_two_seconds() {
    let rig = Rig::start().await;
    let (thread, board) = live(&rig, "1m/turn").await;
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    shows(&rig, board.id, "c3-c4").await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    let now = shows(&rig, board.id, "c6-c5").await;
    let (_, rest) = now.content.split_once("<t:").expect("a deadline");
    let deadline: u64 = rest.split(':').next().unwrap().parse().unwrap();
    let result = rig.discord.posted(thread, board.id, "won").await;
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().saturating_sub(Duration::from_secs(deadline));
    assert!(passed <= Duration::from_secs(2), "{passed:?} after its time was up");
    assert!(result.content.contains("ann"), "{}", result.content);
}
