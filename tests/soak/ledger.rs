//! What the world knows against what the server has: every mail, every notice, every game. Each function says in
//! sentences what does not fit.

use std::collections::{BTreeMap, HashMap, HashSet};

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::play::Played;
use crate::world::World;

/// Every mail that was acknowledged is there once, and was dealt with.
pub fn mails(world: &World, database: &Connection) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut stored: HashMap<[u8; 32], u32> = HashMap::new();
    let mut statement = database.prepare("SELECT id, came.raw, verdict FROM inbox JOIN came USING (id)").unwrap();
    let mut all = statement.query([]).unwrap();
    while let Some(row) = all.next().unwrap() {
        let (id, raw): (i64, Vec<u8>) = (row.get(0).unwrap(), row.get(1).unwrap());
        match row.get::<_, Option<String>>(2).unwrap() {
            None => wrong.push(format!("mail {id} is stored and not handled")),
            Some(why) if why.contains("can't be handled") => wrong.push(format!("mail {id} broke something: {why}")),
            Some(_) => {}
        }
        *stored.entry(Sha256::digest(&raw).into()).or_default() += 1;
    }
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
pub fn notices(world: &World, database: &Connection) -> Vec<String> {
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
    let mut statement = database.prepare(sql).unwrap();
    let mut all = statement.query([]).unwrap();
    let mut next = 1;
    while let Some(row) = all.next().unwrap() {
        let id: i64 = row.get(0).unwrap();
        wrong.extend((next..id).map(|id| format!("notice {id} is gone from the outbox")));
        next = id + 1;
        let [channel, recipient, state, why]: [String; 4] = [1, 2, 3, 5].map(|column| row.get(column).unwrap());
        let in_place: bool = row.get(4).unwrap();
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
    }
    wrong.extend(came.keys().filter(|id| **id >= next).map(|id| format!("notice {id} came and is not in the outbox")));
    wrong
}

/// The records say what the players know, no more and no less, and every turn was told.
pub fn games(world: &World, database: &Connection, played: &[Played]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut records: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    let mut statement = database.prepare("SELECT number FROM games").unwrap();
    for number in statement.query_map([], |row| row.get(0)).unwrap() {
        records.insert(number.unwrap(), Vec::new());
    }
    let sql = "SELECT game, text FROM entries WHERE kind = 'turn' AND NOT undone ORDER BY game, number";
    let mut statement = database.prepare(sql).unwrap();
    let mut all = statement.query([]).unwrap();
    while let Some(row) = all.next().unwrap() {
        records.entry(row.get(0).unwrap()).or_default().push(row.get(1).unwrap());
    }
    let books = Books::read(database);
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
    fn read(database: &Connection) -> Books {
        let mut books = Books::default();
        let sql = "SELECT game, board, recipient, channel, notice FROM outbox WHERE game IS NOT NULL";
        let mut statement = database.prepare(sql).unwrap();
        let mut all = statement.query([]).unwrap();
        while let Some(row) = all.next().unwrap() {
            let (game, board): (i64, bool) = (row.get(0).unwrap(), row.get(1).unwrap());
            if board {
                for column in [2, 3] {
                    *books.boards.entry((game, row.get(column).unwrap())).or_default() += 1;
                }
            } else {
                books.words.entry(game).or_default().push(row.get(4).unwrap());
            }
        }
        let mut statement = database.prepare("SELECT game, text FROM comments").unwrap();
        let mut all = statement.query([]).unwrap();
        while let Some(row) = all.next().unwrap() {
            *books.comments.entry((row.get(0).unwrap(), row.get(1).unwrap())).or_default() += 1;
        }
        let mut statement = database.prepare("SELECT number FROM games WHERE ended IS NOT NULL").unwrap();
        books.over = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
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
