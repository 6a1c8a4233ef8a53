//! Hostile and broken traffic. None of it may move anything or bring the server down.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::dice::Dice;
use crate::post::{Got, letter};
use crate::world::{PLAY, World};

/// Mail that nobody should send.
pub async fn mail(world: Arc<World>, mut dice: Dice) {
    while !world.is_over() {
        world.hostile.fetch_add(1, Ordering::Relaxed);
        match dice.below(8) {
            0 => noise(&world, &mut dice).await,
            1 => hang_up(&world, &mut dice).await,
            2 => too_large(&world).await,
            3 => any_bytes(&world, &mut dice).await,
            4 => stolen_secret(&world, &mut dice).await,
            5 => forged_sender(&world, &mut dice).await,
            6 => automatic(&world, &mut dice).await,
            _ => stranger(&world, &mut dice).await,
        }
        tokio::time::sleep(dice.milliseconds(20, 300)).await;
    }
}

/// Strangers who press, type and talk where they shouldn't.
pub async fn discord(world: Arc<World>, mut dice: Dice) {
    let mallory = world.discord.add_user("mallory");
    let lines = [
        "resign yes",
        "c3-c4",
        "move 1 c3-c4",
        "undo",
        "yes",
        "```",
        "@everyone",
        "accept 1",
        "link AAAAAAAA",
        "\u{202e}",
    ];
    while !world.is_over() {
        world.hostile.fetch_add(1, Ordering::Relaxed);
        let (threads, boards) = world.discord.look(|discord| {
            let threads: Vec<u64> =
                discord.channels.values().filter(|place| place.parent.is_some()).map(|place| place.id).collect();
            // Nobody can press what stands in others' direct messages.
            let within_reach = discord.messages.values().filter(|message| discord.sees(mallory, message.channel));
            let with_buttons = within_reach.filter(|message| !message.components.is_empty());
            (threads, with_buttons.map(|message| message.id).collect::<Vec<u64>>())
        });
        if !threads.is_empty() {
            let line: &str = dice.pick::<&str>(&lines);
            world.discord.say(mallory, *dice.pick(&threads), line);
        }
        if !boards.is_empty() {
            let message = *dice.pick(&boards);
            let components = world.discord.message(message).map(|found| found.components).unwrap_or_default();
            let parts = components.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
            let ids: Vec<String> = parts.filter_map(|part| Some(part["custom_id"].as_str()?.to_owned())).collect();
            let forged = ["", "t", "1:99999:9:x", "💥"].map(str::to_owned);
            let id = if ids.is_empty() || dice.once_in(3) { dice.pick(&forged) } else { dice.pick(&ids) };
            world.discord.press(mallory, message, id);
        }
        tokio::time::sleep(dice.milliseconds(50, 500)).await;
    }
}

/// Bytes that are no SMTP.
async fn noise(world: &World, dice: &mut Dice) {
    let bytes: Vec<u8> = (0..dice.below(3000)).map(|_| u8::try_from(dice.below(256)).unwrap()).collect();
    raw(world, &bytes).await;
}

/// Hangs up in the middle of a conversation.
async fn hang_up(world: &World, dice: &mut Dice) {
    let whole = format!(
        "EHLO x\r\nMAIL FROM:<a@people.test>\r\nRCPT TO:<{PLAY}>\r\nDATA\r\nFrom: a@people.test\r\n\r\nhelp\r\n"
    );
    raw(world, &whole.as_bytes()[..dice.below(whole.len())]).await;
}

async fn raw(world: &World, bytes: &[u8]) {
    if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", world.server.mail)).await {
        _ = tokio::time::timeout(Duration::from_secs(5), stream.write_all(bytes)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn too_large(world: &World) {
    let mail = letter(world.unique(), "big@people.test", PLAY, None, &"all work and no play\n".repeat(60_000));
    assert!(world.try_hand_in("big@people.test", PLAY, &mail).await.is_none(), "it took a mail of 1.2 MB");
}

/// A mail of any bytes.
async fn any_bytes(world: &World, dice: &mut Dice) {
    let mut mail: Vec<u8> = (0..dice.below(4000)).map(|_| u8::try_from(dice.below(256)).unwrap()).collect();
    // The receiver wants lines that end in CR LF, and no NUL.
    mail.retain(|byte| !matches!(byte, b'\r' | b'\n' | 0));
    mail.extend(*b"\r\n");
    if dice.once_in(2) {
        mail.splice(0..0, format!("From: <bytes{}@people.test>\r\n\r\n", world.unique()).into_bytes());
    }
    _ = world.try_hand_in("bytes@people.test", PLAY, &mail).await;
}

/// Somebody else's secret reply address, from an address of one's own.
async fn stolen_secret(world: &World, dice: &mut Dice) {
    if let Some((_, got)) = victim(world, dice) {
        let from = format!("thief{}@people.test", dice.below(5));
        let mail = letter(world.unique(), &from, &got.reply_to, Some(&got), "resign yes");
        _ = world.try_hand_in(&from, &got.reply_to, &mail).await;
    }
}

/// Somebody else's address, without a secret.
async fn forged_sender(world: &World, dice: &mut Dice) {
    if let Some((address, got)) = victim(world, dice) {
        let number = got.subject.chars().filter(char::is_ascii_digit).collect::<String>();
        let mail = letter(world.unique(), &address, PLAY, None, &format!("resign {number} yes"));
        _ = world.try_hand_in("thief@people.test", PLAY, &mail).await;
    }
}

/// An out-of-office answer to a board.
async fn automatic(world: &World, dice: &mut Dice) {
    if let Some((address, got)) = victim(world, dice) {
        let mut mail = letter(world.unique(), &address, &got.reply_to, Some(&got), "resign yes");
        mail.splice(0..0, *b"Auto-Submitted: auto-replied\r\n");
        _ = world.try_hand_in("", &got.reply_to, &mail).await;
    }
}

/// Somebody new who writes nonsense.
async fn stranger(world: &World, dice: &mut Dice) {
    let from = format!("stranger{}@people.test", world.unique());
    let lines =
        ["hello?", "accept 1", "yes", "new amazons vs somebody@people.test", "help", "new chess", "rules dameo"];
    let line = *dice.pick(&lines);
    let mail = letter(world.unique(), &from, PLAY, None, line);
    _ = world.try_hand_in(&from, PLAY, &mail).await;
}

/// A player with a board: the address, and a mail.
fn victim(world: &World, dice: &mut Dice) -> Option<(String, Arc<Got>)> {
    let boxes = world.office.boxes();
    let mut boards: Vec<(&String, &Arc<Got>)> = boxes
        .by_recipient
        .iter()
        .filter_map(|(address, mails)| Some((address, mails.iter().rev().find(|got| got.text.contains("Your turn"))?)))
        .collect();
    boards.sort_by_key(|(address, _)| address.as_str());
    if boards.is_empty() {
        return None;
    }
    let (address, got) = *dice.pick(&boards);
    Some((address.clone(), got.clone()))
}
