//! Nobody is stranded: whoever can't see a game's place gets its boards elsewhere, and learns what is possible.

use serde_json::json;
use turnpost_standin::world::{Message, World};

use crate::rig::Rig;

/// Two servers: Ann and Ben are in the first, Zed alone in the other. Returns Zed, and the channel of his.
fn two_servers(rig: &Rig) -> (u64, u64) {
    let here = rig.discord.look(|world| world.channels[&rig.channel].guild.unwrap());
    let (there, elsewhere) = rig.discord.add_guild();
    let zed = rig.discord.add_user("zed");
    rig.discord.only_members(here, &[rig.ann, rig.ben]);
    rig.discord.only_members(there, &[zed]);
    (zed, elsewhere)
}

fn direct(rig: &Rig, user: u64) -> u64 {
    rig.discord.change(|world| world.direct(user))
}

/// Waits for the next board in somebody's direct messages that can be played on.
async fn playable(rig: &Rig, user: u64, after: u64) -> Message {
    let channel = direct(rig, user);
    let fits = |message: &&Message| {
        message.channel == channel
            && message.id > after
            && message.only_for.is_none()
            && !message.files.is_empty()
            && message.components.iter().any(|row| row.to_string().contains("Move"))
    };
    rig.discord.until("a board to play on", |world| world.messages.values().find(fits).cloned()).await
}

/// Whether anything in a server names somebody.
fn named(rig: &Rig, user: u64, channel: u64) -> bool {
    let within = |world: &World, message: &Message| {
        message.channel == channel || world.channels[&message.channel].parent == Some(channel)
    };
    let id = user.to_string();
    rig.discord.look(|world| world.messages.values().any(|m| within(world, m) && m.content.contains(&id)))
}

async fn across_servers(colour: Option<&str>) {
    let rig = Rig::start().await;
    let (zed, elsewhere) = two_servers(&rig);
    let mut options = vec![("game", json!("dameo"))];
    options.extend(colour.map(|colour| ("colour", json!(colour))));
    let asked = rig.discord.slash(rig.ann, rig.channel, "new", &options);
    let open = rig.discord.posted(rig.channel, asked, "anyone").await;
    rig.discord.slash(zed, elsewhere, "new", &[("game", json!("dameo"))]);
    let (thread, mut board) = rig.first_board(open.id).await;
    let mut last = open.id;
    // The one who asked to be White begins, or else the one who accepted.
    let mut anns_turn = colour.is_some();
    for turn in ["c3-c4", "c6-c5", "c4xc6", "c7xc5"] {
        if anns_turn {
            assert_eq!(board.pinged, [rig.ann].into(), "{:?}", board.content);
            rig.discord.say(rig.ann, thread, turn);
        } else {
            let his = playable(&rig, zed, last).await;
            assert!(!his.content.contains("channel") || last == open.id, "{:?}", his.content);
            last = his.id;
            crate::games::pick(&rig, zed, his.id, turn).await;
        }
        board = rig.discord.posted(thread, board.id, &format!("`{turn}`")).await;
        assert!(!board.files.is_empty(), "those in the server see every board");
        anns_turn = !anns_turn;
    }
    assert!(!named(&rig, zed, rig.channel), "he isn't there");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_of_another_server_gets_every_board_in_direct_messages() {
    across_servers(None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_does_one_who_has_to_wait_for_the_first_turn() {
    across_servers(Some("white")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_see_the_channel_any_more_gets_the_boards_elsewhere() {
    for leaves in [true, false] {
        let mut rig = Rig::start().await;
        let (thread, board) = rig.game("dameo", None).await;
        rig.discord.say(rig.ben, thread, "c3-c4");
        let next = rig.board(thread, board.id).await;
        if leaves {
            let here = rig.discord.look(|world| world.channels[&rig.channel].guild.unwrap());
            rig.discord.only_members(here, &[rig.ann]);
            // They still share another server with the bot.
            let (there, _) = rig.discord.add_guild();
            rig.discord.only_members(there, &[rig.ben]);
            // Discord doesn't tell of members who leave; it is asked again now and then, and after a restart.
            rig.restart().await;
        } else {
            rig.discord.hide(rig.channel, rig.ben);
        }
        rig.discord.say(rig.ann, thread, "c6-c5");
        let his = playable(&rig, rig.ben, next.id).await;
        assert!(his.content.contains("c6-c5"), "{:?}", his.content);
        let shown = rig.discord.posted(thread, next.id, "`c6-c5`").await;
        assert!(shown.pinged.is_empty() && !shown.content.contains(&rig.ben.to_string()), "{:?}", shown.content);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn open_challenges_pair_within_a_server_first() {
    let rig = Rig::start().await;
    let (zed, elsewhere) = two_servers(&rig);
    let cat = rig.discord.add_user("cat");
    let there = rig.discord.look(|world| world.channels[&elsewhere].guild.unwrap());
    rig.discord.only_members(there, &[zed, cat]);
    // Both want White, so they don't suit each other.
    let options = [("game", json!("dameo")), ("colour", json!("white"))];
    for (who, place) in [(rig.ann, rig.channel), (cat, elsewhere)] {
        let asked = rig.discord.slash(who, place, "new", &options);
        rig.discord.posted(place, asked, "anyone").await;
    }
    rig.discord.slash(zed, elsewhere, "new", &[("game", json!("dameo"))]);
    let begun = |world: &World| world.channels.values().find(|place| place.parent.is_some()).map(|place| place.parent);
    assert_eq!(rig.discord.until("a thread", begun).await, Some(elsewhere));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_opponent_without_the_app_has_a_board_and_learns_what_works() {
    let rig = Rig::start().await;
    let here = rig.discord.look(|world| world.channels[&rig.channel].guild.unwrap());
    rig.discord.only_members(here, &[rig.ann]);
    let challenge = rig.game_among_friends().await;
    let for_ben = |world: &World| {
        let mine: Vec<Message> =
            world.messages.values().filter(|m| m.only_for == Some(rig.ben) && !m.thinking).cloned().collect();
        let board = mine.iter().find(|m| !m.files.is_empty() && !m.components.is_empty()).cloned();
        let told = mine.iter().find(|m| m.content.contains("/link") && m.content.contains("add")).cloned();
        board.zip(told)
    };
    let (board, told) = rig.discord.until("a board for Ben, and what he can do", for_ben).await;
    assert!(told.content.contains("direct messages"), "{:?}", told.content);
    // It works: he plays on what he has, and Ann gets hers.
    crate::games::pick(&rig, rig.ben, board.id, "c3-c4").await;
    assert!(playable(&rig, rig.ann, challenge.id).await.content.contains("c3-c4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_nobody_else_sees_is_not_called_posted() {
    let rig = Rig::start().await;
    rig.discord.install(rig.ann);
    let (guild, channel) = rig.discord.add_guild();
    rig.discord.guild(guild, |guild| {
        guild.bot = false;
        guild.guests_answer_openly = false;
    });
    let stranger = rig.discord.add_user("eve");
    let ask = |who: Option<u64>| {
        let mut options = vec![("game", json!("dameo"))];
        options.extend(who.map(|who| ("opponent", json!(who.to_string()))));
        rig.discord.slash(rig.ann, channel, "new", &options)
    };
    let told = |asked: u64| {
        let discord = rig.discord.clone();
        async move {
            let said = |world: &World| {
                let found = world.interactions.get(&asked)?;
                let all = found.original.iter().chain(&found.followups).filter_map(|id| world.messages.get(id));
                all.filter(|m| !m.thinking && !m.deleted).find(|m| m.content.contains("Only you")).cloned()
            };
            discord.until("that only she sees it", said).await
        }
    };
    // Somebody we never met gets no messages from us: the challenge is taken back.
    let words = told(ask(Some(stranger))).await.content;
    assert!(words.contains("taken back") && !words.contains("posted"), "{words:?}");
    // Somebody who has used the bot gets it in direct messages.
    rig.discord.answer(rig.discord.slash(rig.ben, rig.channel, "games", &[])).await;
    let words = told(ask(Some(rig.ben))).await.content;
    assert!(words.contains("direct message"), "{words:?}");
    let ben = direct(&rig, rig.ben);
    let challenge = rig.discord.posted(ben, 0, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    playable(&rig, rig.ben, challenge.id).await;
    // One for anyone stays open for whoever asks for such a game.
    let words = told(ask(None)).await.content;
    assert!(words.contains("stays open"), "{words:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn accepting_in_direct_messages_leaves_a_board_there() {
    let rig = Rig::start().await;
    rig.discord.answer(rig.discord.slash(rig.ben, rig.channel, "games", &[])).await;
    let (ann, ben) = (direct(&rig, rig.ann), direct(&rig, rig.ben));
    rig.discord.say(rig.ann, ann, "new dameo vs ben");
    let challenge = rig.discord.posted(ben, 0, "challenges").await;
    rig.discord.click(rig.ben, challenge.id, "Accept");
    let board = playable(&rig, rig.ben, challenge.id).await;
    assert_eq!(board.channel, ben);
    let done = |world: &World| world.messages[&challenge.id].components.is_empty().then_some(());
    rig.discord.until("the challenge loses its buttons", done).await;
    let boards = rig.discord.look(|world| {
        let mine = |m: &&Message| m.channel == ben && m.id > challenge.id && !m.files.is_empty() && !m.deleted;
        world.messages.values().filter(mine).count()
    });
    assert_eq!(boards, 1, "one board, which stays");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_permission_is_told_once_and_the_game_comes_back() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.allow(thread, |allowed| allowed.send = false);
    rig.discord.say(rig.ben, thread, "c3-c4");
    let hers = playable(&rig, rig.ann, board.id).await;
    assert!(hers.content.contains("c3-c4"));
    let told = rig.discord.posted(rig.channel, board.id, "Send Messages in Threads").await;
    assert!(told.content.contains(&format!("<#{thread}>")) && told.pinged.is_empty(), "{:?}", told.content);
    // What is typed in the thread still counts.
    rig.discord.say(rig.ann, thread, "c6-c5");
    let his = playable(&rig, rig.ben, hers.id).await;
    assert!(his.content.contains("c6-c5"));
    rig.discord.allow(thread, |allowed| allowed.send = true);
    rig.discord.say(rig.ben, thread, "c4xc6");
    let back = rig.board(thread, board.id).await;
    assert!(back.content.contains("c4xc6") && back.pinged == [rig.ann].into(), "{:?}", back.content);
    let explained = rig.discord.messages(rig.channel).iter().filter(|m| m.content.contains("Send Messages")).count();
    assert_eq!(explained, 1, "once is enough");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_can_be_posted_the_next_answer_tells_why() {
    let rig = Rig::start().await;
    let (thread, board) = rig.game("dameo", None).await;
    for place in [thread, rig.channel] {
        rig.discord.allow(place, |allowed| allowed.view = false);
    }
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    playable(&rig, rig.ann, board.id).await;
    rig.discord.slash(rig.ann, thread, "move", &[("turn", json!("c6-c5"))]);
    let told = |world: &World| {
        let fits = |m: &&Message| m.only_for == Some(rig.ann) && m.content.contains("View Channel");
        world.messages.values().find(fits).map(|_| ())
    };
    rig.discord.until("Ann is told which permission is missing", told).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_challenge_still_gets_a_thread() {
    let rig = Rig::start().await;
    let challenge = rig.challenge("dameo", None).await;
    rig.discord.delete(challenge.id);
    rig.discord.slash(rig.ben, rig.channel, "accept", &[("game", json!(1))]);
    let (thread, board) = rig.first_board(challenge.id).await;
    assert!(board.pinged.contains(&rig.ben), "{:?}", board.content);
    assert!(thread != challenge.id);
    let in_public = rig.discord.messages(rig.channel).iter().filter(|m| !m.files.is_empty()).count();
    assert_eq!(in_public, 0, "no board in the channel");
}
