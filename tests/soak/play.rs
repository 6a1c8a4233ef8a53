//! Tables at which people play: by mail, in Discord, one by each. They are careless, but they know what they played:
//! at the end the record must say the same.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use turnpost_core::describe;
use turnpost_core::game::Course;
use turnpost_core::rules::{GameKind, Setup, Side};
use turnpost_standin::world::Message;

use crate::dice::Dice;
use crate::post::{Got, letter};
use crate::world::{AGAIN, PLAY, World, within};

/// How a table's people play.
#[derive(Clone, Copy)]
pub enum Kind {
    Mail,
    Discord,
    Mixed,
}

/// A game as its players know it.
pub struct Played {
    pub number: i64,
    pub turns: Vec<String>,
    /// What was said with a turn, by mail.
    pub remarks: Vec<String>,
    /// What was said on its own: the words, and the interaction where it was in Discord.
    pub said: Vec<(String, Option<u64>)>,
    /// Who is told of every turn by mail, and whether Discord is.
    pub mailboxes: Vec<String>,
    pub in_discord: bool,
}

/// Somebody at the table.
enum Person {
    Mail { address: String },
    Discord { user: u64, place: u64 },
}

/// Plays one game after the other until the time is over.
pub async fn table(world: Arc<World>, kind: Kind, mut dice: Dice) -> Vec<Played> {
    let mut all = Vec::new();
    while !world.is_over() {
        all.push(Table::play(&world, kind, &mut dice).await);
    }
    all
}

struct Table<'a> {
    world: &'a World,
    dice: &'a mut Dice,
    game: Course,
    number: i64,
    white: Person,
    black: Person,
    remarks: Vec<String>,
    said: Vec<(String, Option<u64>)>,
}

impl<'a> Table<'a> {
    async fn play(world: &'a World, kind: Kind, dice: &'a mut Dice) -> Played {
        let kind_of_game = *dice.pick(GameKind::ALL);
        let (name, variant) = (kind_of_game.name(), Some(*dice.pick(kind_of_game.variants())));
        let setup = Setup::new(name, variant, &[]).unwrap();
        let game = Course::new(&setup).unwrap();
        let second = setup.begins().other();
        let asked = [Some(name), variant, Some("as"), Some(second.word())].into_iter().flatten();
        let asked = asked.collect::<Vec<_>>().join(" ");
        let id = world.unique();
        let first = game.position().text();
        let (number, begins, follows) = match kind {
            Kind::Mail => by_mail(world, dice, id, &asked, &first).await,
            Kind::Discord => in_discord(world, id, name, variant).await,
            Kind::Mixed => mixed(world, dice, id, &asked, &first).await,
        };
        let (white, black) = if second == Side::Black { (begins, follows) } else { (follows, begins) };
        let mut table = Table { world, dice, game, number, white, black, remarks: Vec::new(), said: Vec::new() };
        let most = 4 + table.dice.below(12);
        for _ in 0..most {
            if table.game.outcome().is_some() || world.is_over() {
                break;
            }
            table.turn().await;
        }
        let turns = table.game.turns().iter().map(|turn| turn.text.clone()).collect();
        let people = [table.white, table.black];
        let in_discord = people.iter().any(|person| matches!(person, Person::Discord { .. }));
        let mailboxes = people.into_iter().filter_map(|person| match person {
            Person::Mail { address } => Some(address),
            Person::Discord { .. } => None,
        });
        let mailboxes = mailboxes.collect();
        Played { number, turns, remarks: table.remarks, said: table.said, mailboxes, in_discord }
    }

    /// One turn, with some nonsense before it; done when whoever is next has the new board.
    async fn turn(&mut self) {
        let legal = self.game.position().legal();
        let turn = self.dice.pick(&legal).clone();
        let (position, count) = (self.game.position().text(), self.game.position().turn_number());
        let (mover, other) = match self.game.to_move().unwrap() {
            Side::White => (&self.white, &self.black),
            Side::Black => (&self.black, &self.white),
        };
        let world = self.world;
        if self.dice.once_in(6) {
            nonsense(world, mover, &position, "z9-z0").await;
        }
        if self.dice.once_in(6) {
            nonsense(world, other, "Turn", &turn).await;
        }
        self.game.play(&turn).unwrap();
        let after = self.game.position().text();
        let over = self.game.outcome().is_some();
        if !over && self.dice.once_in(3) {
            let words = format!("Word {}.", world.unique());
            let interaction = say(world, self.dice, mover, &position, &words).await;
            self.said.push((words, interaction));
        }
        match mover {
            Person::Mail { address } => {
                let board = board_mail(world, address, &position).await;
                let mut text = turn.clone();
                if self.dice.once_in(3) {
                    let remark = format!("Remark {}.", world.unique());
                    text = format!("{text}\n\n{remark}");
                    self.remarks.push(remark);
                }
                write(world, self.dice, address, Some(&board), &text).await;
                let what = || format!("{turn} by mail in game {}: {after}", self.number);
                world.repeatedly(what, || self.shown(&after, over)).await;
            }
            Person::Discord { user, place } => {
                let text = format!("#{count} {turn}");
                let what = || format!("{text} is not shown; {after} in\n{}", last_words(world, *place));
                let mut aloud = self.dice.once_in(2);
                let attempt = || {
                    if aloud {
                        world.discord.say(*user, *place, &text);
                    } else {
                        world.discord.slash(*user, *place, "move", &[("turn", json!(turn))]);
                    }
                    aloud = !aloud;
                    self.shown(&after, over)
                };
                world.repeatedly(what, attempt).await;
            }
        }
    }

    /// Waits a while until the one to move is shown this position, or until the game has ended.
    async fn shown(&self, position: &str, over: bool) -> Option<()> {
        let next = match self.game.to_move() {
            Some(Side::White) => &self.white,
            Some(Side::Black) | None => &self.black,
        };
        let there = || match next {
            _ if over => self.has_ended(),
            Person::Mail { address } => self.world.office.newest(address, |got| is_board(got, position)).is_some(),
            Person::Discord { place, .. } => bot_message(self.world, *place, |said| shows(said, &self.game)).is_some(),
        };
        within(AGAIN, &|| there().then_some(())).await
    }

    fn has_ended(&self) -> bool {
        let sql = format!("SELECT count(*) FROM games WHERE number = {} AND ended IS NOT NULL", self.number);
        self.world.number(&sql) > 0
    }
}

/// Ann invites Ben, both strangers: question, invitation, first board. Ben begins.
async fn by_mail(world: &World, dice: &mut Dice, id: u64, game: &str, first: &str) -> (i64, Person, Person) {
    let (ann, ben) = (format!("ann{id}@people.test"), format!("ben{id}@people.test"));
    write(world, dice, &ann, None, &format!("new {game} vs {ben}")).await;
    let asked = mail(world, &ann, "the question", |got| got.text.starts_with("Was this you?")).await;
    write(world, dice, &ann, Some(&asked), "yes").await;
    let invited = mail(world, &ben, "the invitation", |got| got.subject.contains("invites you")).await;
    write(world, dice, &ben, Some(&invited), "yes").await;
    let board = board_mail(world, &ben, first).await;
    (number_in(&board.subject), Person::Mail { address: ben }, Person::Mail { address: ann })
}

/// Ann challenges Ben in the channel; he begins, and the game gets a thread.
async fn in_discord(world: &World, id: u64, game: &str, variant: Option<&str>) -> (i64, Person, Person) {
    let (ann, ben) = (format!("anna{id}"), format!("benn{id}"));
    let (ann_id, ben_id) = (world.discord.add_user(&ann), world.discord.add_user(&ben));
    let mut options = vec![("game", json!(game)), ("opponent", json!(ben_id.to_string()))];
    options.extend(variant.map(|variant| ("variant", json!(variant))));
    let mention = format!("<@{ben_id}>");
    let challenged = || bot_message(world, world.channel, |said| said.content.contains(&mention) && has_accept(said));
    let challenge = || {
        world.discord.slash(ann_id, world.channel, "new", &options);
        within(AGAIN, &challenged)
    };
    let challenge = world.repeatedly(|| format!("the challenge of {ben}"), challenge).await;
    let thread = || {
        world.discord.look(|discord| {
            let ours =
                |name: &str| [(&ben, &ann), (&ann, &ben)].iter().any(|(w, b)| name.contains(&format!("{w} vs {b}")));
            let found =
                discord.channels.values().find(|place| place.parent == Some(world.channel) && ours(&place.name));
            found.map(|place| (place.id, place.name.clone()))
        })
    };
    let accept = || {
        press_accept(world, ben_id, challenge.id);
        within(AGAIN, &thread)
    };
    let (place, name) = world.repeatedly(|| format!("the thread of {ben}"), accept).await;
    let board = || bot_message(world, place, |said| !said.files.is_empty());
    world.wait(|| format!("the first board of {name}"), board).await;
    (number_in(&name), Person::Discord { user: ben_id, place }, Person::Discord { user: ann_id, place })
}

/// Mia writes mail and challenges Dora by the name she has in Discord. Dora begins and plays in direct messages.
async fn mixed(world: &World, dice: &mut Dice, id: u64, game: &str, first: &str) -> (i64, Person, Person) {
    let (dora, mia) = (format!("dora{id}"), format!("mia{id}@people.test"));
    let user = world.discord.add_user(&dora);
    let place = world.discord.change(|discord| discord.direct(user));
    let answered = || bot_message(world, place, |_| true);
    let greet = || {
        world.discord.say(user, place, "games");
        within(AGAIN, &answered)
    };
    world.repeatedly(|| format!("an answer to {dora}"), greet).await;
    write(world, dice, &mia, None, &format!("new {game} vs {dora}")).await;
    let asked = mail(world, &mia, "the question", |got| got.text.starts_with("Was this you?")).await;
    write(world, dice, &mia, Some(&asked), "yes").await;
    let challenged = || bot_message(world, place, has_accept);
    let challenge = world.wait(|| format!("the challenge of {dora}"), challenged).await;
    let begun =
        || bot_message(world, place, |said| said.id > challenge.id && !said.files.is_empty() && !has_accept(said));
    let accept = || {
        press_accept(world, user, challenge.id);
        within(AGAIN, &begun)
    };
    let board = world.repeatedly(|| format!("the first board of {dora}"), accept).await;
    assert!(board.pinged.is_empty());
    let told = mail(world, &mia, "the first board", |got| got.text.contains(first)).await;
    (number_in(&told.subject), Person::Discord { user, place }, Person::Mail { address: mia })
}

/// Says something that must change nothing: an illegal turn, or one out of turn.
async fn nonsense(world: &World, who: &Person, about: &str, text: &str) {
    match who {
        Person::Mail { address } => {
            if let Some(board) = world.office.newest(address, |got| got.text.contains(about)) {
                let raw = letter(world.unique(), address, &board.reply_to, Some(&board), text);
                world.hand_in(address, &board.reply_to, &raw).await;
            }
        }
        Person::Discord { user, place } => _ = world.discord.say(*user, *place, text),
    }
}

/// Says something that is no turn. In Discord it is said once, heard or not; gives that interaction.
async fn say(world: &World, dice: &mut Dice, who: &Person, position: &str, words: &str) -> Option<u64> {
    match who {
        Person::Mail { address } => {
            let board = board_mail(world, address, position).await;
            write(world, dice, address, Some(&board), &format!("say {words}")).await;
            None
        }
        Person::Discord { user, place } => Some(world.discord.slash(*user, *place, "say", &[("text", json!(words))])),
    }
}

/// Writes a mail; now and then the mail system brings it twice, the same or by another way.
async fn write(world: &World, dice: &mut Dice, from: &str, answered: Option<&Got>, text: &str) {
    let to = answered.map_or(PLAY, |got| &got.reply_to);
    let mut raw = letter(world.unique(), from, to, answered, text);
    world.hand_in(from, to, &raw).await;
    if dice.once_in(6) {
        world.repeats.fetch_add(1, Ordering::Relaxed);
        if dice.once_in(2) {
            let way = format!("Received: from way{}.people.test\r\n", world.unique());
            raw.splice(0..0, way.into_bytes());
        }
        world.hand_in(from, to, &raw).await;
    }
}

async fn mail(world: &World, to: &str, what: &str, fits: impl Fn(&Got) -> bool) -> Arc<Got> {
    world.wait(|| format!("{what} for {to}"), || world.office.newest(to, &fits)).await
}

async fn board_mail(world: &World, to: &str, position: &str) -> Arc<Got> {
    mail(world, to, position, |got| is_board(got, position)).await
}

fn is_board(got: &Got, position: &str) -> bool {
    got.text.starts_with("Your turn") && got.text.contains(position)
}

/// Whether a message shows the game as it is now: its picture says so to those who can't see it.
fn shows(message: &Message, game: &Course) -> bool {
    let position = describe::spoken_within(&game.scene(), 1024);
    message.files.iter().any(|file| file.description.as_deref() == Some(&position))
}

/// The newest message of the bot's in a place that fits.
fn bot_message(world: &World, place: u64, fits: impl Fn(&Message) -> bool) -> Option<Message> {
    world.discord.look(|discord| {
        let by_bot = |message: &&Message| {
            message.channel == place && message.author == discord.application && !message.deleted && !message.thinking
        };
        discord.messages.values().rev().filter(by_bot).find(|message| fits(message)).cloned()
    })
}

/// The last of what stands in a place, for a table that waits in vain.
fn last_words(world: &World, place: u64) -> String {
    world.discord.look(|discord| {
        let here = discord.messages.values().rev().filter(|message| message.channel == place).take(8);
        here.map(|message| format!("{}: {:?}\n", message.author, message.content)).collect()
    })
}

fn accept_button(message: &Message) -> Option<String> {
    let parts = message.components.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    let accept = parts.into_iter().find(|part| part["label"] == "Accept")?;
    Some(accept["custom_id"].as_str()?.to_owned())
}

fn has_accept(message: &Message) -> bool {
    accept_button(message).is_some()
}

/// Presses it, if it is still there.
fn press_accept(world: &World, user: u64, message: u64) {
    if let Some(button) = world.discord.message(message).and_then(|message| accept_button(&message)) {
        world.discord.press(user, message, &button);
    }
}

/// The number of a game in a subject or a thread's name: `Dameo 7: Ben vs Ann`.
fn number_in(title: &str) -> i64 {
    let head = title.split(':').find(|part| part.ends_with(|c: char| c.is_ascii_digit())).unwrap_or_default();
    head.rsplit(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no number in {title:?}"))
}
