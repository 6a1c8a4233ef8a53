//! Whoever is to move is never left without an answer: yes and no in a thread, turns with words around them, and what
//! only looks like a turn.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// The answer below something that was said.
async fn answer(rig: &Rig, thread: u64, said: u64) -> Message {
    rig.discord
        .until("an answer", |world| {
            let fits = |message: &&Message| message.channel == thread && message.answers == Some(said);
            world.messages.values().find(fits).cloned()
        })
        .await
}

/// A game in its own thread; the first board is for Ben in every game.
async fn begun(game: &str, variant: Option<&str>) -> (Rig, u64, Message) {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game(game, variant).await;
    (rig, thread, board)
}

#[tokio::test(flavor = "multi_thread")]
async fn yes_and_no_answer_what_the_thread_asks() {
    let (rig, thread, board) = begun("dameo", None).await;
    // Nothing is asked yet: people say yes to each other.
    rig.discord.say(rig.ben, thread, "yes");
    let question = answer(&rig, thread, rig.discord.say(rig.ben, thread, "resign")).await;
    // It is Ben who was asked.
    rig.discord.say(rig.ann, thread, "no");
    let kept = answer(&rig, thread, rig.discord.say(rig.ben, thread, "no")).await;
    assert!(!kept.content.contains("resigned"), "{:?}", kept.content);
    let plain = |world: &World| world.messages[&question.id].components.is_empty().then_some(());
    rig.discord.until("the question loses its buttons", plain).await;
    rig.discord.say(rig.ben, thread, "draw");
    let offer = rig.discord.posted(thread, board.id, "offers a draw").await;
    rig.discord.say(rig.ann, thread, "accept");
    let result = rig.board(thread, offer.id).await;
    assert!(result.content.contains("draw"), "{:?}", result.content);
    // A rematch in the thread is asked for, and accepted, by a word.
    let again = rig.discord.say(rig.ben, thread, "rematch");
    let challenge = rig.discord.posted(thread, again, "challenges").await;
    rig.discord.say(rig.ann, thread, "yes");
    let (second, _) = rig.first_board(challenge.id).await;
    assert_ne!(second, thread);
    let answers = rig.discord.look(|world| {
        let ours = |message: &&Message| message.channel == thread && message.author == world.application;
        world.messages.values().filter(ours).filter(|message| message.id < question.id).count()
    });
    assert_eq!(answers, 1, "the board alone: the first yes was chatter");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_answers_the_question_that_it_replies_to() {
    let (rig, thread, _) = begun("amazons", None).await;
    let resigns = answer(&rig, thread, rig.discord.say(rig.ben, thread, "resign")).await;
    let plays = answer(&rig, thread, rig.discord.say(rig.ben, thread, "d1-d7/g7 thanks")).await;
    // Two are open: a word alone is not enough.
    let which = answer(&rig, thread, rig.discord.say(rig.ben, thread, "yes")).await;
    assert!(which.content.starts_with("Not "), "{:?}", which.content);
    rig.discord.reply(rig.ben, resigns.id, "no");
    let plain = |world: &World| world.messages[&resigns.id].components.is_empty().then_some(());
    rig.discord.until("the question loses its buttons", plain).await;
    let said = rig.discord.reply(rig.ben, plays.id, "yes");
    rig.discord.posted(thread, said, "ben played `d1-d7/g7`").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exact_turn_with_words_behind_it_is_asked_about() {
    let (rig, thread, _) = begun("othello", None).await;
    for line in ["f5 please", "f5 thanks", "f5!"] {
        let asked = answer(&rig, thread, rig.discord.say(rig.ben, thread, line)).await;
        assert!(asked.content.contains("f5"), "{line}: {:?}", asked.content);
        if line == "f5 thanks" {
            break;
        }
    }
    rig.discord.say(rig.ben, thread, "yes");
    rig.discord.posted(thread, 0, "ben played `f5`").await;

    let (thread, _) = rig.game("amazons", None).await;
    for (line, part) in [
        ("d1-d7/g7 thanks", "Play `d1-d7/g7`?"),
        ("d1-d7/g7 wish me luck", "Play `d1-d7/g7`?"),
        ("ok, d1-d7/g7", "Play `d1-d7/g7`?"),
    ] {
        let asked = answer(&rig, thread, rig.discord.say(rig.ben, thread, line)).await;
        assert!(asked.content.contains(part), "{line}: {:?}", asked.content);
    }
    let said = rig.discord.say(rig.ben, thread, "yes please");
    let board = rig.board(thread, said).await;
    assert!(board.content.contains("ben played `d1-d7/g7`"), "{:?}", board.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_looks_like_a_turn_or_a_command_is_answered() {
    let (rig, thread, board) = begun("amazons", None).await;
    for (line, part) in [
        ("move the queen on d1 to the left", "A turn stands alone on its line, written as `from-to/arrow`"),
        ("d1 to e9 and shoot", "A turn stands alone"),
        ("e5", "Not played"),
        ("pass", "Not played"),
        ("histroy", "did you mean `/history`"),
        ("moves z9", "z9"),
        ("/foo", "A turn stands alone"),
    ] {
        let told = answer(&rig, thread, rig.discord.say(rig.ben, thread, line)).await;
        assert!(told.content.contains(part), "{line}: {:?}", told.content);
        assert_eq!(told.pinged.len(), 0, "{line}");
    }
    // It is Ben's turn, not Ann's; and he may talk.
    rig.discord.say(rig.ann, thread, "move the queen on d10 to the left");
    for line in ["e3-e4 was better", "nice weather", "I'll play tonight", "should I move d1?", "again", "rematch"] {
        rig.discord.say(rig.ben, thread, line);
    }
    let last = rig.discord.say(rig.ben, thread, "d1-d7/g7");
    rig.board(thread, board.id).await;
    let answered = rig.discord.look(|world| {
        let ours = |message: &&Message| message.channel == thread && message.author == world.application;
        world.messages.values().filter(ours).filter(|message| message.answers.is_some() && message.id < last).count()
    });
    assert_eq!(answered, 7);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_alone_is_put_down_in_the_setup() {
    let (rig, thread, _) = begun("diamond", None).await;
    let said = rig.discord.say(rig.ben, thread, "r");
    let board = rig.board(thread, said).await;
    assert!(board.content.contains("ben played `r@g1`"), "{:?}", board.content);
    rig.discord.say(rig.ann, thread, "r@b8");
    rig.board(thread, board.id).await;
    // There is one rassimel.
    let refused = answer(&rig, thread, rig.discord.say(rig.ben, thread, "rassimel")).await;
    assert!(refused.content.starts_with("Not played"), "{:?}", refused.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_shows_a_turn_of_the_present_phase() {
    let rig = Rig::for_the_fast().await;
    for (variant, sign) in [("standard", "@"), ("quick", "-")] {
        let (_, board) = rig.game("diamond", Some(variant)).await;
        let form = rig.discord.answered(rig.discord.click(rig.ben, board.id, "Type")).await;
        let shown = form.data["components"][0]["component"]["placeholder"].as_str().unwrap_or_default().to_owned();
        assert!(shown.contains(sign) && (sign == "@" || !shown.contains('@')), "{variant}: {shown:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn flips_are_told_and_offered_in_desdemona() {
    let (rig, thread, first) = begun("desdemona", None).await;
    rig.discord.say(rig.ben, thread, "d1-d5");
    let board = rig.board(thread, first.id).await;
    assert!(board.content.contains("A shot that flips is written with x: `"), "{:?}", board.content);
    let turn = board.content.split("with x: `").nth(1).and_then(|rest| rest.split('`').next()).unwrap().to_owned();
    let view = rig.discord.answer(rig.discord.click(rig.ann, board.id, "Move")).await;
    let offered = |view: &Message| {
        let selects = view.components.iter().flat_map(|row| row["components"].as_array().unwrap().clone());
        selects.filter_map(|one| one["options"].as_array().cloned()).flatten().collect::<Vec<_>>()
    };
    let labels: Vec<String> =
        offered(&view).iter().map(|one| one["label"].as_str().unwrap_or_default().to_owned()).collect();
    assert!(labels.iter().any(|label| label.contains("flips ")), "{labels:?}");
    rig.discord.say(rig.ann, thread, &turn);
    let next = rig.board(thread, board.id).await;
    assert!(next.content.contains(&turn) && next.content.contains("(turned "), "{:?}", next.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_house_is_asked_for_a_draw_in_words() {
    let rig = Rig::for_the_fast().await;
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &[("game", json!("dameo")), ("level", json!("1"))]);
    let (_, board) = rig.first_board(asked).await;
    let menu = rig.discord.answer(rig.discord.click(rig.ann, board.id, "More")).await;
    let told = rig.discord.answer(rig.discord.click(rig.ann, menu.id, "Draw by agreement")).await;
    assert!(told.content.contains("House 1 (computer) is asked for a draw"), "{:?}", told.content);
}
