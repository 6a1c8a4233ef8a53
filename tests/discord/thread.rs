//! What players say in their game's thread: the game hears what is said to it, and nothing else.

use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

#[tokio::test(flavor = "multi_thread")]
async fn commands_of_the_game_are_heard() {
    let rig = Rig::for_the_fast().await;
    let (thread, _) = rig.game("amazons", None).await;
    for (line, part) in [
        ("help", "To begin"),
        ("show", "to move"),
        ("moves d1", "d1-"),
        ("count", "settled"),
        ("history", "turn"),
        ("draw", "is asked for a draw"),
    ] {
        let said = rig.discord.say(rig.ben, thread, line);
        let answer = answer(&rig, thread, said).await;
        assert!(answer.content.contains(part), "{line}: {:?}", answer.content);
        assert_eq!(answer.pinged.len(), 0, "{line}");
    }
    // What is nobody else's business is answered aside.
    for line in ["games", "if d1-d7/g7 then d10-d9/e9"] {
        let said = rig.discord.say(rig.ben, thread, line);
        let signed = |world: &World| (!world.messages[&said].reactions.is_empty()).then_some(());
        rig.discord.until("a sign that the answer is elsewhere", signed).await;
    }
    // Giving up is asked about first.
    let said = rig.discord.say(rig.ben, thread, "resign");
    let question = answer(&rig, thread, said).await;
    assert!(question.content.contains("Resign game 1"), "{:?}", question.content);
    rig.discord.click(rig.ann, question.id, "Yes");
    rig.discord.click(rig.ben, question.id, "No");
    let plain = |world: &World| world.messages[&question.id].components.is_empty().then_some(());
    rig.discord.until("the question loses its buttons", plain).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_players_speak_to_a_game() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("amazons", None).await;
    let eve = rig.discord.add_user("eve");
    for line in ["help", "show", "my move is d1-d7/g7", "d1-d7/g7", "d1-d7/z7"] {
        rig.discord.say(eve, thread, line);
    }
    rig.discord.say(rig.ann, thread, "my move is d10-d5/g5");
    for line in ["e3-e4 was better", "stop", "start", "d1-d7/g7 would hurt", "yes", "help me", "again"] {
        rig.discord.say(rig.ben, thread, line);
    }
    // Elsewhere these are words like any others.
    for line in ["help", "undo", "my move is d1-d7/g7"] {
        rig.discord.say(rig.ben, rig.channel, line);
    }
    let played = rig.discord.say(rig.ben, thread, "d1-d7/g7");
    let next = rig.board(thread, board.id).await;
    assert!(next.id > played && next.content.contains("d1-d7/g7"), "{:?}", next.content);
    let said = rig.discord.look(|world| {
        let ours = |m: &&Message| m.author == world.application && m.id > board.id && m.id < next.id;
        world.messages.values().filter(ours).map(|m| m.content.clone()).collect::<Vec<_>>()
    });
    assert_eq!(said, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_turn_in_a_sentence_is_asked_about() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("amazons", None).await;
    let said = rig.discord.say(rig.ben, thread, "hi ann! my move is d1-d7/g7. good luck!");
    let question = answer(&rig, thread, said).await;
    assert!(question.content.contains("Play `d1-d7/g7`?"), "{:?}", question.content);
    rig.discord.click(rig.ben, question.id, "Yes");
    let next = rig.board(thread, question.id).await;
    assert!(next.id > board.id && next.content.contains("ben played `d1-d7/g7`"), "{:?}", next.content);
    // With a kind word behind it; and one that can't be played, for its reason.
    let said = rig.discord.say(rig.ann, thread, "d10-d8/d9 and thanks for the game");
    let question = answer(&rig, thread, said).await;
    assert!(question.content.contains("Play `d10-d8/d9`?"), "{:?}", question.content);
    let said = rig.discord.say(rig.ann, thread, "I play d10-d6/d9");
    let refusal = answer(&rig, thread, said).await;
    assert!(refusal.content.starts_with("Not played:"), "{:?}", refusal.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_of_the_finger_is_explained() {
    let rig = Rig::for_the_fast().await;
    let (thread, _) = rig.game("amazons", None).await;
    let said = rig.discord.say(rig.ben, thread, "d1-d7/z4");
    let refusal = answer(&rig, thread, said).await;
    assert!(refusal.content.starts_with("Not played: there is no square z4"), "{:?}", refusal.content);
}

/// The answer below something that was said.
async fn answer(rig: &Rig, thread: u64, said: u64) -> Message {
    rig.discord
        .until("an answer", |world| {
            let fits = |message: &&Message| message.channel == thread && message.answers == Some(said);
            world.messages.values().find(fits).cloned()
        })
        .await
}
