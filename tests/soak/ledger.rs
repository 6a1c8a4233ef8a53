//! What the world knows against what the server has: every mail, every notice, every game. Each function says in
//! sentences what does not fit.

use std::collections::{BTreeMap, HashMap, HashSet};

use sha2::{Digest, Sha256};

use crate::database;
use crate::play::Played;
use crate::world::World;

/// Every mail that was acknowledged is there once, and was dealt with.
pub fn mails(world: &World) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut stored: HashMap<[u8; 32], u32> = HashMap::new();
    world.each("SELECT id, came.raw, verdict FROM inbox JOIN came USING (id)", |row| {
        let (id, raw): (i64, Vec<u8>) = (row.get(0), row.get(1));
        match row.get::<Option<String>>(2) {
            None => wrong.push(format!("mail {id} is stored and not handled")),
            Some(why) if why.contains("can't be handled") => wrong.push(format!("mail {id} broke something: {why}")),
            Some(_) => {}
        }
        *stored.entry(Sha256::digest(&raw).into()).or_default() += 1;
    });
    let mut known = HashSet::new();
    for mail in world.acknowledged.lock().unwrap().iter() {
        let digest: [u8; 32] = Sha256::digest(&mail.raw).into();
        let times = stored.get(&digest).copied().unwrap_or(0);
        if known.insert(digest) && times != 1 {
            let (from, text) = (&mail.from, String::from_utf8_lossy(&mail.raw));
            wrong.push(format!("a mail of {from} was acknowledged and is stored {times} times:\n{text}"));
        }
    }
    wrong
}

/// Every notice that ever was is there, counts as delivered, and came: by mail at least once and always with the same
/// bytes, in Discord once.
pub fn notices(world: &World) -> Vec<String> {
    let boxes = world.office.boxes();
    let mut wrong = boxes.wrong.clone();
    let number = |message_id: &String| message_id.split('@').next()?.rsplit('.').next()?.parse::<i64>().ok();
    let mut came: HashMap<i64, &String> = HashMap::new();
    for (message_id, (recipient, _, _)) in &boxes.copies {
        match number(message_id) {
            Some(id) => _ = came.insert(id, recipient),
            None => wrong.push(format!("a mail came that is no notice: {message_id}")),
        }
    }
    let posted: HashMap<String, u32> = world.discord.look(|discord| {
        let mut counts = HashMap::new();
        for nonce in discord.messages.values().filter_map(|message| message.nonce.clone()) {
            *counts.entry(nonce).or_default() += 1;
        }
        counts
    });
    let sql = "SELECT id, channel, recipient, state, request IS NOT NULL, coalesce(why, '') FROM outbox ORDER BY id";
    let mut next = 1;
    world.each(sql, |row| {
        let id: i64 = row.get(0);
        // On PostgreSQL whatever came to nothing leaves a gap.
        if !database::is_postgres() {
            wrong.extend((next..id).map(|id| format!("notice {id} is gone from the outbox")));
        }
        next = id + 1;
        let [channel, recipient, state, why]: [String; 4] = [1, 2, 3, 5].map(|column| row.get(column));
        let in_place: bool = row.get(4);
        let about = format!("notice {id} to {recipient} by {channel}");
        match (state.as_str(), channel.as_str()) {
            ("superseded", _) => {}
            ("sent", "mail") => match came.get(&id) {
                None => wrong.push(format!("{about} counts as sent and never came")),
                Some(other) if **other != recipient => wrong.push(format!("{about} went to {other}")),
                Some(_) => {}
            },
            // Answers in place are no messages with a nonce.
            ("sent", _) if in_place => {}
            ("sent", _) => match posted.get(&format!("t{id}")).copied().unwrap_or(0) {
                0 => wrong.push(format!("{about} counts as sent and never came")),
                1 => {}
                times => wrong.push(format!("{about} came {times} times")),
            },
            (state, _) => wrong.push(format!("{about} is {state}: {why}")),
        }
    });
    wrong.extend(came.keys().filter(|id| **id >= next).map(|id| format!("notice {id} came and is not in the outbox")));
    wrong
}

/// The records say what the players know, no more and no less, and every turn was told.
pub fn games(world: &World, played: &[Played]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut records: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    world.each("SELECT number FROM games", |row| _ = records.insert(row.get(0), Vec::new()));
    let sql = "SELECT game, text FROM entries WHERE kind = 'turn' AND undone = 0 ORDER BY game, number";
    world.each(sql, |row| records.entry(row.get(0)).or_default().push(row.get(1)));
    let books = Books::read(world);
    for game in played {
        let number = game.number;
        match records.remove(&number) {
            None => wrong.push(format!("game {number} is gone")),
            Some(record) if record != game.turns => {
                wrong.push(format!("game {number} was played {:?} and is recorded {record:?}", game.turns));
            }
            Some(_) => {}
        }
        wrong.extend(told(&books, game));
        wrong.extend(said(world, &books, game));
    }
    wrong.extend(records.keys().map(|number| format!("nobody plays game {number}")));
    wrong
}

/// What the database has on games, read once: half an hour has too many to ask one by one.
#[derive(Default)]
struct Books {
    /// Boards by game and by recipient, and by channel.
    boards: HashMap<(i64, String), usize>,
    /// Other notices by game.
    words: HashMap<i64, Vec<String>>,
    /// Comments by game and text.
    comments: HashMap<(i64, String), usize>,
    over: HashSet<i64>,
}

impl Books {
    fn read(world: &World) -> Books {
        let mut books = Books::default();
        let sql = "SELECT game, board, recipient, channel, notice FROM outbox WHERE game IS NOT NULL";
        world.each(sql, |row| {
            let (game, board): (i64, bool) = (row.get(0), row.get(1));
            if board {
                for column in [2, 3] {
                    *books.boards.entry((game, row.get(column))).or_default() += 1;
                }
            } else {
                books.words.entry(game).or_default().push(row.get(4));
            }
        });
        world.each("SELECT game, text FROM comments", |row| {
            *books.comments.entry((row.get(0), row.get(1))).or_default() += 1;
        });
        world.each("SELECT number FROM games WHERE ended IS NOT NULL", |row| _ = books.over.insert(row.get(0)));
        books
    }
}

/// Both players are told of the beginning and of every turn, the mover too.
fn told(books: &Books, game: &Played) -> Vec<String> {
    let count = |who: &str| books.boards.get(&(game.number, who.to_owned())).copied().unwrap_or(0);
    let everybody = game.mailboxes.iter().map(String::as_str).chain(game.in_discord.then_some("discord"));
    let expected = game.turns.len() + 1;
    let short = everybody.map(|who| (who, count(who))).filter(|(_, boards)| *boards < expected);
    short.map(|(who, boards)| format!("{boards} boards of game {} for {who}, not {expected}", game.number)).collect()
}

/// What was said is said once.
fn said(world: &World, books: &Books, game: &Played) -> Vec<String> {
    let number = game.number;
    let with_turns = |words: &String| books.comments.get(&(number, words.clone())).copied().unwrap_or(0);
    let at_once = |words: &String| {
        // As it stands in a notice, which is JSON.
        let quoted = format!(r#""words":"{words}""#);
        books.words.get(&number).map_or(0, |all| all.iter().filter(|notice| notice.contains(&quoted)).count())
    };
    let mut wrong = Vec::new();
    for remark in &game.remarks {
        let times = with_turns(remark);
        if times != 1 {
            wrong.push(format!("{remark:?} in game {number} is recorded {times} times"));
        }
    }
    for (words, interaction) in &game.said {
        // It is recorded, and told at once where somebody can be told.
        let times = with_turns(words).max(at_once(words));
        let heard = interaction.is_none_or(|id| heard(world, id));
        // In Discord it may be lost, and after the end of a game it may be refused.
        if times > 1 || (times == 0 && heard && !books.over.contains(&number)) {
            wrong.push(format!("{words:?} in game {number} was said {times} times"));
        }
    }
    wrong
}

/// Whether somebody in Discord was told that it went.
fn heard(world: &World, interaction: u64) -> bool {
    world.discord.look(|discord| {
        let original = discord.interactions.get(&interaction).and_then(|found| found.original);
        original.and_then(|id| discord.messages.get(&id)).is_some_and(|answer| answer.content.contains(" is told"))
    })
}
