//! What people write around their turns in a game's thread: whoever is to move is asked or told, questions to the program
//! are answered, and what two people say to each other stays between them.

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

/// What each of these lines is answered with has such a part.
async fn answered_with(rig: &Rig, thread: u64, user: u64, lines: &[(&str, &str)]) {
    for (line, part) in lines {
        let told = answer(rig, thread, rig.discord.say(user, thread, line)).await;
        assert!(told.content.contains(part), "{line}: {:?}", told.content);
        assert_eq!(told.pinged.len(), 0, "{line}");
    }
}

/// How many answers stand in a thread.
fn answers(rig: &Rig, thread: u64) -> usize {
    let ours = |world: &World| {
        let ours = |m: &&Message| m.channel == thread && m.author == world.application && m.answers.is_some();
        world.messages.values().filter(ours).count()
    };
    rig.discord.look(ours)
}

#[tokio::test(flavor = "multi_thread")]
async fn one_turn_among_words_is_asked_about_or_refused() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("amazons", None).await;
    let asks = "Play `d1-d7/g7`?";
    let lines = [
        ("thanks, d1-d7/g7", asks),
        ("d1-d7/g7 ok?", asks),
        ("d1-d7/g7?", asks),
        ("d1-d7/g7, what now?", asks),
        ("d1-d7/g7 is that allowed?", asks),
        ("well d1-d7/g7 i guess?", asks),
        ("what about d1-d7/g7", asks),
        ("d1-e3/e4 i think", "Not played: "),
        ("let's try d1-e3/e4", "Not played: "),
        ("d1-d7/d8 (my first arrow!)", "Play `d1-d7/d8`?"),
        ("thanks d1-d5/e7", "Not played: "),
    ];
    answered_with(&rig, thread, rig.ben, &lines).await;
    // It is Ben's turn, and people also talk.
    rig.discord.say(rig.ann, thread, "what about d1-d7/g7?");
    for line in ["d1-d7/g7 would hurt", "you should play d1-d7/g7", "d1-d7/g7 or d1-d7/h7?", "should I move d1?"] {
        rig.discord.say(rig.ben, thread, line);
    }
    rig.discord.say(rig.ben, thread, "d1-d7/g7");
    rig.board(thread, board.id).await;
    // What was just played is spoken of, too.
    rig.discord.say(rig.ann, thread, "wow d1-d7/g7");
    let last = rig.discord.say(rig.ann, thread, "d10-d8/d9");
    rig.discord.posted(thread, last, "ann played `d10-d8/d9`").await;
    assert_eq!(answers(&rig, thread), lines.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_square_is_a_turn_where_nothing_else_is_one() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("othello", None).await;
    let turn = ["f5", "e6", "d3", "c4", "f4", "e3", "d6", "c5"];
    rig.discord.say(rig.ann, thread, "D3");
    let said = rig.discord.say(rig.ann, thread, "d3");
    let told = answer(&rig, thread, said).await;
    assert!(
        told.content.contains("It is ben's turn") || told.content.contains("it is ben's turn"),
        "{:?}",
        told.content
    );
    for (line, part) in [("e4 please", "Not played: "), ("d4 nice", "Not played: ")] {
        let told = answer(&rig, thread, rig.discord.say(rig.ben, thread, line)).await;
        assert!(told.content.contains(part), "{line}: {:?}", told.content);
    }
    for line in ["b4 we go", "A4 paper", "see you at d3", "i like e4"] {
        rig.discord.say(rig.ben, thread, line);
    }
    // One of them is legal, whoever begins.
    let mut asked = 0;
    for square in turn {
        let told = answer(&rig, thread, rig.discord.say(rig.ben, thread, &format!("thanks, {square}!"))).await;
        asked += usize::from(told.content.contains(&format!("Play `{square}`?")));
    }
    assert_eq!(asked, 4, "four turns begin the game");
    assert_eq!(answers(&rig, thread), 12);
    assert!(board.id < said);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_to_the_program_are_answered_among_people() {
    let rig = Rig::for_the_fast().await;
    let (thread, _) = rig.game("amazons", None).await;
    let lines = [
        ("whose turn is it?", "is to move"),
        ("turn?", "is to move"),
        ("is it my turn?", "is to move"),
        ("can I undo?", "Take your last turn back"),
        ("oops undo", "Not done"),
        ("how do i shoot?", "A turn stands alone on its line"),
        ("am i winning?", "left"),
    ];
    answered_with(&rig, thread, rig.ben, &lines).await;
    for line in ["help me", "board", "your turn", "can I call you?", "what now?", "ok draw", "nice weather"] {
        rig.discord.say(rig.ben, thread, line);
    }
    let last = rig.discord.say(rig.ben, thread, "d1-d7/g7");
    rig.discord.posted(thread, last, "ben played `d1-d7/g7`").await;
    assert_eq!(answers(&rig, thread), lines.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_said_to_us_where_only_the_house_is() {
    let rig = Rig::for_the_fast().await;
    let options = [("game", json!("amazons")), ("level", json!("1")), ("colour", json!("white"))];
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    let (thread, board) = rig.first_board(asked).await;
    let asks = "Play `d1-d7/g7`?";
    let lines = [
        ("help me", "To begin"),
        ("board", "is to move"),
        ("what now?", "A turn stands alone on its line"),
        ("nice weather today", "A turn stands alone on its line"),
        ("i'd like a draw", "Offer a draw"),
        ("would d1-d7/g7 be better?", asks),
        ("is d1-e3/e4 legal?", "Not played"),
    ];
    answered_with(&rig, thread, rig.ann, &lines).await;
    // Thanks want no answer, and words go nowhere.
    rig.discord.say(rig.ann, thread, "thanks!");
    let asked = answer(&rig, thread, rig.discord.say(rig.ann, thread, "d1-d7/h7 and good luck")).await;
    assert!(!asked.content.contains("Your words go along"), "{:?}", asked.content);
    assert_eq!(answers(&rig, thread), lines.len() + 1);
    let form = rig.discord.answered(rig.discord.click(rig.ann, board.id, "Type")).await;
    assert_eq!(form.data["components"][0]["label"], "Turn");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_stands_is_named_below_the_newest_board() {
    let rig = Rig::for_the_fast().await;
    let (thread, board) = rig.game("amazons", None).await;
    rig.discord.say(rig.ben, thread, "draw?");
    let offer = rig.discord.posted(thread, board.id, "offers a draw").await;
    rig.discord.say(rig.ben, thread, "d1-d7/g7");
    let next = rig.board(thread, offer.id).await;
    assert!(
        next.content.contains("ben offers a draw: `/draw answer:accept` agrees, a move declines."),
        "{:?}",
        next.content
    );
    // A question about a turn of hers stands beside it: a yes alone is not clear.
    let question = answer(&rig, thread, rig.discord.say(rig.ann, thread, "d10-d8/d9 hmm, is this good?")).await;
    assert!(question.content.contains("Play `d10-d8/d9`?"), "{:?}", question.content);
    let which = answer(&rig, thread, rig.discord.say(rig.ann, thread, "yes")).await;
    assert!(which.content.contains("several questions wait for you"), "{:?}", which.content);
    // Declined in her own words.
    rig.discord.reply(rig.ann, question.id, "no");
    let said = rig.discord.say(rig.ann, thread, "nope");
    rig.discord.posted(thread, said, "declined").await;
}
