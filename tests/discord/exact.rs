//! Nothing is cut and nothing is wrong: long answers, members that are picked, words that fit, buttons that end.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// What the buttons of a message say.
fn labels(message: &Message) -> Vec<String> {
    let parts = message.components.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    parts.filter_map(|part| part["label"].as_str().map(str::to_owned)).collect()
}

/// Waits until a message has lost its buttons, and returns it.
async fn without_buttons(rig: &Rig, message: u64) -> Message {
    let gone = |world: &World| world.messages.get(&message).filter(|found| found.components.is_empty()).cloned();
    rig.discord.until("the buttons go", gone).await
}

/// What only one user was shown, oldest first.
fn shown_to(rig: &Rig, user: u64, after: u64) -> Vec<Message> {
    let hers = |m: &&Message| m.only_for == Some(user) && m.id > after && !m.deleted && !m.thinking;
    rig.discord.look(|world| world.messages.values().filter(hers).cloned().collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_has_pages_and_the_newest_turns_come_first() {
    let rig = Rig::for_the_fast().await;
    let (thread, mut board) = rig.game("amazons", None).await;
    // Long names make long lines.
    for (user, name) in [(rig.ann, "Anneliese-Margarethe"), (rig.ben, "Benjamin-Alexander")] {
        let named = rig.discord.slash(user, thread, "name", &[("name", json!(name))]);
        rig.discord.answered(named).await;
    }
    let setup = turnpost_core::rules::Setup::new("amazons", None, &[]).unwrap();
    let mut position = turnpost_core::rules::Position::start(&setup).unwrap();
    let mut last = String::new();
    for n in 0..60 {
        let spelled = position.spellings();
        last = spelled[(n * 7) % spelled.len()].clone();
        last = position.play(&last).unwrap().text;
        rig.discord.say(if n % 2 == 0 { rig.ben } else { rig.ann }, thread, &last);
        board = rig.board(thread, board.id).await;
    }
    let asked = rig.discord.slash(rig.ann, thread, "history", &[]);
    let told = rig.discord.answer(asked).await;
    assert!(told.content.contains(&last) && told.content.contains(" 60."), "{:?}", told.content);
    assert!(labels(&told).contains(&"Previous".to_owned()) && told.content.chars().count() <= 2000);
    rig.discord.click(rig.ann, told.id, "Previous");
    let earlier = |world: &World| {
        let content = &world.messages[&told.id].content;
        content.contains("  1. ").then(|| content.clone())
    };
    let first = rig.discord.until("the page before", earlier).await;
    assert!(!first.contains(" 60."), "{first:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_is_a_file() {
    let rig = Rig::start().await;
    rig.game("dameo", None).await;
    let asked = rig.discord.slash(rig.ann, rig.channel, "export-me", &[]);
    let told = rig.discord.answer(asked).await;
    let [file] = &told.files[..] else { panic!("{told:?}") };
    assert_eq!(file.name, "turnpost-export.json");
    let json: serde_json::Value = serde_json::from_slice(&file.bytes).unwrap();
    assert_eq!(json["you"]["name"], "ann");
    assert!(told.content.contains("attached"), "{:?}", told.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bystander_declines_nothing() {
    let rig = Rig::start().await;
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &[("game", json!("dameo"))]);
    let open = rig.discord.posted(rig.channel, asked, "anyone").await;
    assert_eq!(labels(&open), ["Accept", "Play the house", "Rules"], "what is for anyone is nobody's to decline");
    let told = rig.discord.answer(rig.discord.slash(rig.ben, rig.channel, "decline", &[("game", json!(1))])).await;
    assert!(told.content.starts_with("Not done: challenge 1 is open to all"), "{:?}", told.content);
    assert!(!rig.discord.message(open.id).unwrap().components.is_empty(), "it is still open");
    rig.discord.click(rig.ben, open.id, "Accept");
    rig.first_board(open.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_can_be_picked() {
    let rig = Rig::start().await;
    rig.game("dameo", None).await;
    let ben = [("player", json!(rig.ben.to_string()))];
    for (command, told) in [
        ("who", "ben: 1 running game."),
        ("block", "Challenges and comments of ben don't reach you any more."),
        ("unblock", "ben can challenge you and write to you again."),
    ] {
        let asked = rig.discord.slash(rig.ann, rig.channel, command, &ben);
        assert_eq!(rig.discord.answer(asked).await.content, told, "/{command}");
    }
    // Somebody who was never here can be blocked, too; they come later.
    let eve = rig.discord.add_user("eve");
    let her = [("player", json!(eve.to_string()))];
    let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "who", &her)).await;
    assert_eq!(told.content, "Not shown: that member doesn't play here yet.");
    rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "block", &her)).await;
    let ann = [("game", json!("dameo")), ("opponent", json!(rig.ann.to_string()))];
    let before = rig.discord.messages(rig.channel).len();
    rig.discord.answer(rig.discord.slash(eve, rig.channel, "new", &ann)).await;
    assert_eq!(rig.discord.messages(rig.channel).len(), before, "nobody is mentioned by somebody they block");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_to_type_where_nobody_listens() {
    let mut rig = Rig::without_bot().await;
    rig.discord.change(|world| world.content_granted = false);
    rig.run().await;
    let (_, board) = rig.game("dameo", None).await;
    assert!(!board.content.contains("here"), "{:?}", board.content);
    assert!(board.content.contains("Press Move, or press Type"), "{:?}", board.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_settled_otherwise_loses_its_buttons() {
    let rig = Rig::start().await;
    let challenge = rig.challenge("dameo", None).await;
    rig.discord.slash(rig.ann, rig.channel, "cancel", &[]);
    assert_eq!(without_buttons(&rig, challenge.id).await.content, "ann took the challenge to Dameo back.");
    let challenge = rig.challenge("dameo", None).await;
    rig.discord.slash(rig.ben, rig.channel, "decline", &[("game", json!(2))]);
    assert_eq!(without_buttons(&rig, challenge.id).await.content, "ben declined ann's challenge to Dameo.");
    // A draw that is answered with a command.
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.slash(rig.ann, thread, "draw", &[]);
    let offer = rig.discord.posted(thread, board.id, "offers a draw").await;
    rig.discord.slash(rig.ben, thread, "draw", &[("answer", json!("decline"))]);
    let kept = without_buttons(&rig, offer.id).await;
    assert!(kept.content.contains("offers a draw"), "its words stay: {:?}", kept.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decline_tells_who_declined_what() {
    let rig = Rig::start().await;
    let challenge = rig.challenge("dameo", None).await;
    let clicked = rig.discord.click(rig.ben, challenge.id, "Decline");
    let closed = without_buttons(&rig, challenge.id).await;
    assert_eq!(closed.content, "ben declined ann's challenge to Dameo.");
    let ann = rig.discord.change(|world| world.direct(rig.ann));
    let told = rig.discord.posted(ann, challenge.id, "declined your challenge").await;
    assert!(told.content.starts_with("ben declined your challenge 1."), "{:?}", told.content);
    assert!(shown_to(&rig, rig.ben, clicked).is_empty(), "all see it already");
    // One's own is taken back.
    let own = rig.challenge("dameo", None).await;
    let clicked = rig.discord.click(rig.ann, own.id, "Decline");
    assert_eq!(without_buttons(&rig, own.id).await.content, "ann took the challenge to Dameo back.");
    assert!(shown_to(&rig, rig.ann, clicked).iter().all(|told| !told.content.contains("withdrawn")));
}

#[tokio::test(flavor = "multi_thread")]
async fn completion_goes_on_from_what_it_showed() {
    let rig = Rig::start().await;
    let (thread, _) = rig.game("dameo", None).await;
    let typed = |user: u64, command: &str, option: &str, text: &str| {
        rig.discord.typing(user, thread, command, &[(option, json!(text))])
    };
    let stages = rig.discord.choices(typed(rig.ben, "move", "turn", "c3… takes 3")).await;
    assert!(!stages.is_empty() && stages.iter().all(|stage| stage.starts_with("c3-")), "{stages:?}");
    // Only who is to move has a turn to complete; anybody may try one out.
    assert!(rig.discord.choices(typed(rig.ann, "move", "turn", "c3")).await.is_empty());
    assert!(!rig.discord.choices(typed(rig.ann, "preview", "turns", "c3")).await.is_empty());
    // Every turn of a preview completes, and goes on from those before.
    let second = rig.discord.choices(typed(rig.ben, "preview", "turns", "c3-c4; c6")).await;
    assert!(second.contains(&"c3-c4; c6-c5".to_owned()), "{second:?}");
    let asked = rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3…"))]);
    let told = rig.discord.answer(asked).await;
    assert!(told.content.contains("only the beginning"), "{:?}", told.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_opens_only_for_who_may_fill_it() {
    let rig = Rig::start().await;
    let (_, board) = rig.game("dameo", None).await;
    let eve = rig.discord.add_user("eve");
    for user in [rig.ann, eve] {
        let clicked = rig.discord.click(user, board.id, "Type");
        let told = rig.discord.answer(clicked).await;
        assert_eq!(told.only_for, Some(user));
        assert_ne!(rig.discord.answered(clicked).await.answered.unwrap().1, 9, "no modal");
    }
    assert_eq!(rig.discord.answered(rig.discord.click(rig.ben, board.id, "Type")).await.answered.unwrap().1, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_say_what_was_not_done() {
    let rig = Rig::start().await;
    let (thread, _) = rig.game("dameo", None).await;
    for name in ["d3 x", "a", "Turnpost"] {
        let told = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "name", &[("name", json!(name))])).await;
        assert!(told.content.starts_with("Not changed: "), "{name}: {:?}", told.content);
    }
    let long = "word ".repeat(130);
    let direct = rig.discord.change(|world| world.direct(rig.ann));
    let said = rig.discord.say(rig.ann, direct, &format!("say {long}"));
    let told = rig.discord.posted(direct, said, "Not sent").await;
    assert!(told.content.contains("649 characters, and 500 fit"), "{:?}", told.content);
    assert!(rig.discord.messages(thread).iter().all(|message| !message.content.contains("word word")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_in_a_thread_keeps_its_words() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.answer(rig.discord.slash(rig.ben, thread, "draw", &[])).await;
    let offer = rig.discord.posted(thread, board.id, "offers a draw").await;
    // Somebody else's question is nobody's to answer, and wasn't answered already.
    let eve = rig.discord.add_user("eve");
    let told = rig.discord.answer(rig.discord.click(eve, offer.id, "Yes")).await;
    assert!(told.content.contains("not open to you") && !told.content.contains("already"), "{:?}", told.content);
    rig.discord.click(rig.ann, offer.id, "Yes");
    let result = rig.discord.posted(thread, offer.id, "is a draw").await;
    let kept = without_buttons(&rig, offer.id).await;
    assert_eq!(kept.content, offer.content);
    let public = rig.discord.messages(thread);
    assert!(public.iter().all(|message| !message.content.contains("You said")), "{public:?}");
    // The end offers what may come next, where the game was.
    assert_eq!(labels(&result), ["Rematch"]);
    rig.discord.click(rig.ben, result.id, "Rematch");
    let again = rig.discord.posted(thread, result.id, "challenges").await;
    assert_eq!(again.pinged, [rig.ann].into());
    rig.discord.click(rig.ann, again.id, "Accept");
    let (second, _) = rig.first_board(again.id).await;
    rig.discord.look(|world| assert_eq!(world.channels[&second].parent, Some(rig.channel), "beside the first"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_that_fails_keeps_nothing_back() {
    let rig = Rig::start().await;
    let (thread, mut board) = rig.game("dameo", None).await;
    for (n, turn) in ["a1-a2", "a8-a7", "h1-h2"].into_iter().enumerate() {
        let mover = if n % 2 == 0 { rig.ben } else { rig.ann };
        rig.discord.change(|world| world.faults.refuse("/callback", 429, 0, 1000));
        rig.discord.slash(mover, thread, "move", &[("turn", json!(turn))]);
        board = rig.board(thread, board.id).await;
        assert!(board.content.contains(turn), "{:?}", board.content);
        rig.discord.change(|world| world.faults.refusals.clear());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_private_line_after_a_turn_and_the_challenger_hears_of_the_game() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    assert!(board.content.contains(&format!("<@{}>, ben accepted.", rig.ann)), "{:?}", board.content);
    assert_eq!(board.pinged, [rig.ann, rig.ben].into());
    let asked = rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    rig.board(thread, board.id).await;
    let told = rig.discord.answer(asked).await;
    assert_eq!(told.content, "You played `c3-c4`. ann is to move. `/undo` works until ann plays.");
    assert_eq!(shown_to(&rig, rig.ben, asked).len(), 1);
}
