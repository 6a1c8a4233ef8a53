//! What is for one person alone: asked for where everybody reads, forged, or tried by number from another server.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// What the bot wrote for all to read in a place.
fn public(rig: &Rig, channel: u64) -> Vec<Message> {
    let bot = rig.discord.look(|world| world.application);
    rig.discord.messages(channel).into_iter().filter(|message| message.author == bot).collect()
}

/// Ann asks for something in the channel.
fn asked(rig: &Rig, what: &str) -> u64 {
    rig.discord.say(rig.ann, rig.channel, &format!("<@{}> {what}", rig.discord.look(|world| world.application)))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_private_is_answered_in_private() {
    let rig = Rig::start().await;
    let direct = rig.discord.change(|world| world.direct(rig.ann));
    for (what, told) in [
        ("link", "Your code"),
        ("link 12345678", "that code is unknown"),
        ("settings", "Time zone"),
        ("set theme dark", "It is set"),
        ("export me", "verything stored about you"),
        ("games", "no running game"),
        ("forget me", "Delete you"),
    ] {
        let said = asked(&rig, what);
        rig.discord.posted(direct, said, told).await;
        let signed = |world: &World| (!world.messages[&said].reactions.is_empty()).then_some(());
        rig.discord.until("a sign that the answer is elsewhere", signed).await;
    }
    let shown = public(&rig, rig.channel);
    assert!(shown.is_empty(), "{shown:?}");
    // What anybody may know is answered where it was asked.
    let said = asked(&rig, "ratings dameo");
    rig.discord.posted(rig.channel, said, "Dameo").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_doors_are_told_of_and_nothing_else() {
    let rig = Rig::start().await;
    rig.discord.change(|world| world.users.get_mut(&rig.ann).unwrap().dms_open = false);
    let said = asked(&rig, "link");
    let told = rig.discord.posted(rig.channel, said, "for you alone").await;
    assert!(told.content.contains("slash command") && !told.content.contains("code"), "{:?}", told.content);
    assert_eq!(told.answers, Some(said));
    assert!(told.pinged.is_empty(), "a word below her message is enough");
    // The next slash command shows what could not be told.
    rig.discord.slash(rig.ann, rig.channel, "help", &[]);
    let mine = |world: &World| {
        let hers = |message: &&Message| message.only_for == Some(rig.ann) && message.content.contains("Your code");
        world.messages.values().find(hers).map(|_| ())
    };
    rig.discord.until("the code, for her alone", mine).await;
    assert_eq!(public(&rig, rig.channel).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_and_plans_stay_out_of_the_thread() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    let direct = rig.discord.change(|world| world.direct(rig.ann));
    rig.discord.reply(rig.ann, board.id, "if c3-c4 then c6-c5");
    rig.discord.posted(direct, board.id, "Your plans").await;
    rig.discord.reply(rig.ann, board.id, "note the left side is weak");
    rig.discord.posted(direct, board.id, "left side").await;
    let told = public(&rig, thread);
    assert!(told.iter().all(|message| !message.content.contains("c6-c5") && !message.content.contains("left side")));
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_others_open_nothing() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    // Ben has a note, Ann a plan, and Ben is asked for a draw.
    rig.discord.answer(rig.discord.slash(rig.ben, thread, "note", &[("text", json!("my secret note"))])).await;
    rig.discord.answer(rig.discord.slash(rig.ann, thread, "if", &[("line", json!("c3-c4 then c6-c5"))])).await;
    rig.discord.answer(rig.discord.slash(rig.ann, thread, "draw", &[])).await;
    let question = rig.discord.posted(thread, board.id, "offers a draw").await;
    // Eve plays in another server, with a board and a picker of her own.
    let (_, elsewhere) = rig.discord.add_guild();
    let (eve, dan) = (rig.discord.add_user("eve"), rig.discord.add_user("dan"));
    let options = [("game", json!("dameo")), ("opponent", json!(eve.to_string()))];
    let asked = rig.discord.slash(dan, elsewhere, "new", &options);
    let challenge = rig.discord.posted(elsewhere, asked, "challenges").await;
    rig.discord.click(eve, challenge.id, "Accept");
    let hers = rig
        .discord
        .until("her thread", |world| {
            world.channels.values().find(|place| place.parent == Some(elsewhere)).map(|place| place.id)
        })
        .await;
    let own = rig.board(hers, challenge.id).await;
    let picker = rig.discord.answer(rig.discord.click(eve, own.id, "Move")).await;
    let before = rig.discord.messages(thread).len();
    let ids = |message: &Message| {
        let rows = message.components.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        rows.filter_map(|part| part["custom_id"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let mut forged = ids(&board);
    forged.extend(ids(&question));
    forged.extend(["1p:1:1:0:".to_owned(), "1s:1:1:".to_owned(), "1y:1:1:c3-c4".to_owned(), "1c:1:d".to_owned()]);
    for id in &forged {
        for message in [own.id, picker.id] {
            let told = rig.discord.answer(rig.discord.press(eve, message, id)).await;
            assert_eq!(told.only_for, Some(eve), "{id}");
            assert!(told.files.is_empty() && told.components.is_empty(), "{id}: {told:?}");
        }
        // Nor does the real button do anything for her.
        let on = if ids(&board).contains(id) { board.id } else { question.id };
        rig.discord.answered(rig.discord.press(eve, on, id)).await;
    }
    for (command, options) in [
        ("note", vec![("game", json!(1))]),
        ("plans", vec![("game", json!(1))]),
        ("resign", vec![("game", json!(1))]),
        ("draw", vec![("game", json!(1))]),
        ("undo", vec![("game", json!(1))]),
        ("say", vec![("text", json!("hello")), ("game", json!(1))]),
        ("move", vec![("turn", json!("c3-c4")), ("game", json!(1))]),
    ] {
        let told = rig.discord.answer(rig.discord.slash(eve, hers, command, &options)).await;
        assert_eq!(told.only_for, Some(eve), "/{command}");
        assert!(!told.content.contains("secret") && !told.content.contains("c6-c5"), "/{command}: {:?}", told.content);
    }
    let after = rig.discord.messages(thread);
    assert_eq!(after.len(), before, "nobody is told anything in the other server");
    assert_eq!(rig.discord.message(question.id).unwrap().content, question.content);
    assert_eq!(rig.discord.message(own.id).unwrap().content, own.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_between_two_servers_names_nobody_where_they_are_not() {
    let rig = Rig::start().await;
    let here = rig.discord.look(|world| world.channels[&rig.channel].guild.unwrap());
    let (there, elsewhere) = rig.discord.add_guild();
    let eve = rig.discord.add_user("eve");
    rig.discord.only_members(here, &[rig.ann, rig.ben]);
    rig.discord.only_members(there, &[eve]);
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &[("game", json!("dameo"))]);
    let open = rig.discord.posted(rig.channel, asked, "anyone").await;
    rig.discord.slash(eve, elsewhere, "accept", &[("game", json!(1))]);
    let direct = rig.discord.change(|world| world.direct(eve));
    let board = rig.board(direct, asked).await;
    rig.discord.say(eve, direct, "c3-c4");
    let (thread, _) = rig.first_board(open.id).await;
    rig.discord.posted(thread, board.id, "`c3-c4`").await;
    let named = |message: &Message| message.content.contains(&eve.to_string());
    let mut here = rig.discord.messages(rig.channel);
    here.extend(rig.discord.messages(thread));
    assert!(!here.iter().any(named));
}
