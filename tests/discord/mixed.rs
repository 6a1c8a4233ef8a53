//! Games that don't live in one thread: by email against Discord, where the bot is a guest, and with closed doors.

use std::time::Duration;

use serde_json::json;
use turnpost_core::game::Course;
use turnpost_core::rules::{Setup, Side};
use turnpost_mailer::tryout::{Client, Seen};
use turnpost_standin::world::{Message, World};

use crate::games::{MOST, choose};
use crate::rig::{Dice, Rig};

/// How long a mail is waited for, and how often it is looked for.
const PATIENCE: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);

/// Waits for a mail to somebody, newer than so many, that fits.
async fn mail(client: &Client, after: usize, what: &str, fits: impl Fn(&Seen) -> bool) -> (usize, Seen) {
    let wait = async {
        loop {
            let got = client.got().expect("the outbox");
            if let Some((n, seen)) = got.iter().enumerate().skip(after).find(|(_, seen)| fits(seen)) {
                return (n + 1, seen.clone());
            }
            tokio::time::sleep(LOOK).await;
        }
    };
    match tokio::time::timeout(PATIENCE, wait).await {
        Ok(found) => found,
        Err(_) => {
            let got: Vec<String> = client.got().unwrap().into_iter().map(|seen| seen.text).collect();
            panic!("no mail {what} after {after} of {got:#?}")
        }
    }
}

/// One plays by mail, through the real mail receiver and outbox, the other in a thread, to the end of the game.
#[tokio::test(flavor = "multi_thread")]
async fn email_against_discord() {
    let mut rig = Rig::without_bot().await;
    rig.mail = true;
    rig.fast = true;
    rig.run().await;
    let mia = rig.mail_client("Mia <mia@example.net>");
    // Ben opens a game to anyone, in the channel; Mia takes it by mail, and is White.
    let asked = rig.discord.slash(rig.ben, rig.channel, "new", &[("game", json!("dameo"))]);
    let challenge = rig.discord.posted(rig.channel, asked, "anyone").await;
    mia.send("accept 1", None).await.unwrap();
    let (read, confirm) = mail(&mia, 0, "that asks her", |seen| seen.text.contains("Was this you?")).await;
    mia.send("yes", Some(&confirm)).await.unwrap();
    let (thread, mut board) = rig.first_board(challenge.id).await;
    assert_eq!(
        board.pinged,
        [rig.ben].into(),
        "Mia is not in Discord; he hears that she accepted: {:?}",
        board.content
    );
    let (mut read, mut turn_mail) = mail(&mia, read, "with the board", |seen| seen.text.contains("our turn")).await;
    assert!(turn_mail.text.contains("Discord channel"), "she is told who sees her: {}", turn_mail.text);

    let mut game = Course::new(&Setup::new("dameo", None, &[]).unwrap()).unwrap();
    let mut dice = Dice(1);
    for n in 0..MOST {
        let Some(side) = game.to_move() else { break };
        let turn = choose(&game, &mut dice);
        game.play(&turn).unwrap();
        let comment = format!("comment {n} of {}", side.word());
        if side == Side::White {
            mia.send(&format!("{turn}\n\n{comment}"), Some(&turn_mail)).await.unwrap();
            board = rig.board(thread, board.id).await;
            let told = format!("(by mail) played `{turn}`");
            assert!(board.content.contains(&told) && board.content.contains(&comment), "{:?}", board.content);
            assert!(game.to_move().is_none() || board.pinged == [rig.ben].into(), "{:?}", board.content);
        } else {
            let said = rig.discord.say(rig.ben, thread, &format!("{turn}\n{comment}"));
            board = rig.board(thread, board.id).await;
            let envelope = |world: &World| (!world.messages[&said].reactions.is_empty()).then_some(());
            rig.discord.until("an envelope for the comment that goes by mail", envelope).await;
            let told = |seen: &Seen| seen.text.contains(&comment);
            (read, turn_mail) = mail(&mia, read, "with Ben's turn", told).await;
            assert!(turn_mail.text.contains(&turn) && !turn_mail.pictures.is_empty(), "{}", turn_mail.text);
        }
    }
    assert!(game.outcome().is_some());
    let over = |seen: &Seen| seen.text.starts_with("You won") || seen.text.starts_with("You lost");
    let (_, result) = mail(&mia, 0, "with the result", over).await;
    assert!(result.files.iter().any(|(name, _)| name.ends_with(".txt")), "with the record");
    let board = rig.discord.message(board.id).unwrap();
    assert!(board.content.contains(" won "), "the last board is the result: {:?}", board.content);
    for seen in mia.got().unwrap() {
        assert!(!seen.text.contains(&rig.ben.to_string()), "no Discord id in mail: {}", seen.text);
    }
    let all = rig.discord.messages(thread);
    assert!(all.iter().all(|message| !message.content.contains("example.net")), "no address in Discord");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_answers_in_place_and_plays_in_direct_messages() {
    let rig = Rig::start().await;
    let challenge = rig.game_among_friends().await;
    let ben = rig.discord.change(|world| world.direct(rig.ben));
    let board = rig.board(ben, challenge.id).await;
    rig.discord.click(rig.ben, board.id, "Move");
    rig.discord.say(rig.ben, ben, "c3-c4");
    let ann = rig.discord.change(|world| world.direct(rig.ann));
    rig.discord.posted(ann, board.id, "`c3-c4`").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_closed_doors_it_goes_by_mail() {
    let mut rig = Rig::without_bot().await;
    rig.mail = true;
    rig.run().await;
    // Ann links her address: the code is shown in Discord and typed in a mail.
    let shown = rig.discord.answer(rig.discord.slash(rig.ann, rig.channel, "link", &[])).await;
    let code = shown.content.split("Your code: ").nth(1).and_then(|rest| rest.split('.').next()).unwrap();
    let ann = rig.mail_client("Ann <ann@example.net>");
    ann.send(&format!("link {code}"), None).await.unwrap();
    let (read, confirm) = mail(&ann, 0, "that asks her", |seen| seen.text.contains("Was this you?")).await;
    ann.send("yes", Some(&confirm)).await.unwrap();
    let (read, _) = mail(&ann, read, "that says so", |seen| seen.subject.contains("linked")).await;

    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| {
        world.channels.get_mut(&thread).unwrap().allowed.view = false;
        world.users.get_mut(&rig.ann).unwrap().dms_open = false;
    });
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let (_, told) = mail(&ann, read, "with Ben's turn", |seen| seen.text.contains("c3-c4")).await;
    assert!(told.text.starts_with("Your turn") && !told.pictures.is_empty(), "{}", told.text);
    rig.discord.look(|world| {
        let refused: Vec<u16> = world.requests.iter().map(|(_, _, status)| *status).filter(|s| *s == 403).collect();
        assert!(refused.len() >= 2, "the thread and her direct messages: {refused:?}");
    });
    ann.send("c6-c5", Some(&told)).await.unwrap();
    let ben = rig.discord.change(|world| world.direct(rig.ben));
    assert!(rig.board(ben, board.id).await.content.contains("(by mail) played `c6-c5`"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_told_is_told_at_the_next_command() {
    let rig = Rig::start().await;
    unreachable_ann(&rig).await;
    told_by(&rig, || rig.discord.slash(rig.ann, rig.channel, "help", &[])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_told_is_told_at_the_next_click() {
    let rig = Rig::start().await;
    let board = unreachable_ann(&rig).await;
    let more = board.components[0]["components"][2]["custom_id"].as_str().unwrap().to_owned();
    told_by(&rig, || rig.discord.press(rig.ann, board.id, &more)).await;
}

/// Ben plays `c3-c4`, and Ann can't be told: neither in the thread nor in direct messages. Returns the first board.
async fn unreachable_ann(rig: &Rig) -> Message {
    let (thread, board) = rig.game("dameo", None).await;
    rig.discord.change(|world| {
        world.channels.get_mut(&thread).unwrap().allowed.send = false;
        world.users.get_mut(&rig.ann).unwrap().dms_open = false;
    });
    rig.discord.slash(rig.ben, thread, "move", &[("turn", json!("c3-c4"))]);
    let refused = |world: &World| world.requests.iter().filter(|(_, _, status)| *status == 403).nth(1).map(|_| ());
    rig.discord.until("both doors are closed", refused).await;
    board
}

/// Whatever Ann does, she is told of the turn where only she sees it, as soon as the program has given up on the doors.
async fn told_by(rig: &Rig, acts: impl Fn() -> u64) {
    let told = |world: &World| {
        let mine = |message: &&Message| message.only_for == Some(rig.ann) && message.content.contains("`c3-c4`");
        world.messages.values().find(mine).map(|_| ())
    };
    let acts_until_told = async {
        while rig.discord.look(told).is_none() {
            rig.discord.answer(acts()).await;
        }
    };
    tokio::time::timeout(PATIENCE, acts_until_told).await.expect("Ann is told of the turn");
}
