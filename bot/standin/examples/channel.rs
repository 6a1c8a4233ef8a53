//! A Discord in a terminal: one server with a channel, some people, and a bot that is tried by hand.
//!
//! `cargo run --example channel -p turnpost-standin` prints how to point the bot here, then reads lines:
//!
//! ```text
//! ann: text                            ann writes where she is
//! ann in general | 12 | dm             she goes to the channel, to thread 12, or to her direct messages with the bot
//! ann /new game:amazons opponent:@ben  she uses a command (`ann /move turn:d1?` shows what an option completes to)
//! ann click 14 Accept                  she clicks a button of message 14
//! ann choose 14 d7                     she chooses a value of a select
//! ann fill d1-d7/g7                    she fills in the form that was opened last
//! commands                             lists the commands and their options
//! ```
//!
//! Pictures and other files are saved in the current folder.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use serde_json::{Value, json};
use turnpost_standin::Standin;
use turnpost_standin::world::{Message, World};

const TOKEN: &str = "a-token-for-tests";
const PEOPLE: [&str; 4] = ["ann", "ben", "cleo", "dan"];

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let discord = Standin::start(TOKEN).await?;
    let (_, channel) = discord.add_guild();
    let people: BTreeMap<&str, u64> = PEOPLE.iter().map(|name| (*name, discord.add_user(name))).collect();
    println!("TURNPOST_DISCORD__TOKEN={TOKEN}");
    println!("TURNPOST_DISCORD__API={}", discord.api);
    println!("TURNPOST_DISCORD__GATEWAY={}", discord.gateway);
    let (lines, mut typed) = tokio::sync::mpsc::channel(16);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if lines.blocking_send(line).is_err() {
                break;
            }
        }
    });
    let mut room = Room { places: people.values().map(|user| (*user, channel)).collect(), people, discord, channel };
    let mut shown = Shown::default();
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    loop {
        tokio::select! {
            _ = tick.tick() => room.discord.look(|world| shown.show(world))?,
            line = typed.recv() => match line {
                Some(line) => room.does(line.trim()),
                None => return Ok(()),
            },
        }
    }
}

/// The server, who is in it, and where each of them is.
struct Room {
    discord: Standin,
    channel: u64,
    people: BTreeMap<&'static str, u64>,
    places: BTreeMap<u64, u64>,
}

impl Room {
    /// One line that somebody typed.
    fn does(&mut self, line: &str) {
        // What no client would let anybody do panics in the stand-in; here it is somebody's slip.
        if let Err(slip) = catch_unwind(AssertUnwindSafe(|| self.try_to_do(line))) {
            let words = slip.downcast_ref::<String>().map_or("that can't be done", String::as_str);
            println!("!! {words}");
        }
    }

    fn try_to_do(&mut self, line: &str) {
        if line == "commands" {
            return self.discord.look(list_commands);
        }
        let (name, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
        let Some(user) = self.people.get(name).copied() else {
            return println!("!! nobody is called {name:?}; {PEOPLE:?} are here");
        };
        let place = self.places.get(&user).copied().unwrap_or(self.channel);
        let rest = rest.trim();
        let (verb, object) = rest.split_once(' ').unwrap_or((rest, ""));
        if line.starts_with(&format!("{name}:")) {
            self.discord.say(user, place, rest);
        } else if verb == "in" {
            self.go(user, object);
        } else if let Some(command) = rest.strip_prefix('/') {
            self.command(user, place, command);
        } else if let ("click" | "choose", Some((message, what))) = (verb, object.split_once(' ')) {
            let message = message.parse().unwrap_or_default();
            match verb {
                "click" => self.discord.click(user, message, what),
                _ => self.discord.choose(user, message, what),
            };
        } else if verb == "fill" {
            let form = |world: &World| {
                world
                    .interactions
                    .values()
                    .rev()
                    .find(|one| one.user == user && is_form(one.answered))
                    .map(|one| one.id)
            };
            match self.discord.look(form) {
                Some(form) => drop(self.discord.submit(form, &object.replace("\\n", "\n"))),
                None => println!("!! no form is open"),
            }
        } else {
            println!("!! not understood: {line}");
        }
    }

    fn go(&mut self, user: u64, place: &str) {
        let place = match place {
            "general" => Some(self.channel),
            "dm" => Some(self.discord.change(|world| world.direct(user))),
            number => number.parse().ok().filter(|id| self.discord.look(|world| world.channels.contains_key(id))),
        };
        match place {
            Some(place) => drop(self.places.insert(user, place)),
            None => println!("!! there is no such place"),
        }
    }

    /// `new game:amazons opponent:@ben`, or `server channel place:general` with a part of a command.
    fn command(&self, user: u64, place: u64, typed: &str) {
        let (mut called, mut options) = (Vec::new(), Vec::<(String, String)>::new());
        for word in typed.split(' ') {
            match (word.split_once(':'), options.last_mut()) {
                (Some((name, value)), _) if name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') => {
                    options.push((name.to_owned(), value.to_owned()));
                }
                (_, Some((_, value))) => *value = format!("{value} {word}"),
                (_, None) => called.push(word),
            }
        }
        let called = called.join(" ");
        let unfinished = options.last().is_some_and(|(_, value)| value.ends_with('?'));
        let options: Vec<(&str, Value)> =
            options.iter().map(|(name, value)| (name.as_str(), self.value(&called, name, value))).collect();
        match unfinished {
            true => drop(self.discord.typing(user, place, &called, &options)),
            false => drop(self.discord.slash(user, place, &called, &options)),
        }
    }

    /// A member, a number, a yes or no, or a text, as the command's option takes it.
    fn value(&self, called: &str, option: &str, typed: &str) -> Value {
        const TEXT: u8 = 3;
        let typed = typed.trim_end_matches('?');
        let takes = |world: &World| {
            let command = world.commands.iter().find(|command| command["name"] == called)?;
            command["options"].as_array()?.iter().find(|known| known["name"] == option)?["type"].as_u64()
        };
        if self.discord.look(takes) == Some(TEXT.into()) {
            return json!(typed);
        }
        let member = typed.strip_prefix('@').and_then(|name| self.people.get(name));
        match (member, typed.parse::<i64>(), typed.parse::<bool>()) {
            (Some(id), ..) => json!(id.to_string()),
            (_, Ok(number), _) => json!(number),
            (.., Ok(flag)) => json!(flag),
            _ => json!(typed),
        }
    }
}

/// What was shown already, so that each thing is shown once, and again when it changes.
#[derive(Default)]
struct Shown {
    messages: BTreeMap<u64, String>,
    answers: BTreeMap<u64, bool>,
}

impl Shown {
    fn show(&mut self, world: &World) -> std::io::Result<()> {
        for message in world.messages.values().filter(|message| !message.thinking) {
            let text = words(world, message);
            if self.messages.get(&message.id) != Some(&text) {
                println!("{text}");
                for file in &message.files {
                    std::fs::write(format!("{}-{}", message.id, file.name), &file.bytes)?;
                }
                self.messages.insert(message.id, text);
            }
        }
        for one in world.interactions.values().filter(|one| one.answered.is_some()) {
            if self.answers.insert(one.id, true).is_none() && !one.data.is_null() {
                match is_form(one.answered) {
                    true => println!("-- a form for {}: {}", name(world, one.user), form(&one.data)),
                    false if one.data["choices"].is_array() => println!("-- choices: {}", choices(&one.data)),
                    false => {}
                }
            }
        }
        Ok(())
    }
}

/// A message as its readers see it.
fn words(world: &World, message: &Message) -> String {
    let channel = world.channels.get(&message.channel);
    let place = channel.map_or(String::new(), |channel| match channel.recipient {
        Some(user) => format!("direct messages of {}", name(world, user)),
        None => format!("{} ({})", channel.name, channel.id),
    });
    let only = message.only_for.map_or(String::new(), |user| format!(", only {} sees it", name(world, user)));
    let gone = if message.deleted { ", deleted" } else { "" };
    let edited = if message.edits > 0 { ", edited" } else { "" };
    let mut text = format!("-- {} in {place}: {}{only}{edited}{gone}\n", message.id, name(world, message.author));
    text += &message.content;
    for embed in &message.embeds {
        for part in [&embed["author"]["name"], &embed["title"], &embed["description"]] {
            text += &part.as_str().map_or(String::new(), |part| format!("\n| {}", part.replace('\n', "\n| ")));
        }
        for field in embed["fields"].as_array().into_iter().flatten() {
            text += &format!("\n| {}: {}", shown(&field["name"]), shown(&field["value"]));
        }
        text += &embed["footer"]["text"].as_str().map_or(String::new(), |part| format!("\n| {part}"));
    }
    for file in &message.files {
        text +=
            &format!("\n[file {}-{}: {}]", message.id, file.name, file.description.as_deref().unwrap_or("no alt text"));
    }
    for part in message.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten()) {
        let off = if part["disabled"] == true { " (off)" } else { "" };
        text += &match part["options"].as_array() {
            Some(options) => {
                let all: Vec<String> =
                    options.iter().map(|one| format!("{} = {}", shown(&one["value"]), shown(&one["label"]))).collect();
                format!("\n<{}{off}: {}>", shown(&part["placeholder"]), all.join(" | "))
            }
            None => format!(" [{}{off}]", part["label"].as_str().or(part["emoji"]["name"].as_str()).unwrap_or("?")),
        };
    }
    text
}

fn name(world: &World, user: u64) -> String {
    world.users.get(&user).map_or_else(|| "the bot".to_owned(), |user| user.name.clone())
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Whether an interaction was answered with a modal.
fn is_form(answered: Option<(Duration, u64)>) -> bool {
    matches!(answered, Some((_, 9)))
}

fn form(data: &Value) -> String {
    let first = &data["components"][0];
    let input = if first["component"].is_object() { &first["component"] } else { &first["components"][0] };
    format!("{} / {} / {}", shown(&data["title"]), shown(&first["label"]), shown(&input["placeholder"]))
}

fn choices(data: &Value) -> String {
    let all = data["choices"].as_array().into_iter().flatten();
    all.map(|one| format!("{} = {}", shown(&one["value"]), shown(&one["name"]))).collect::<Vec<_>>().join(" | ")
}

fn list_commands(world: &World) {
    for command in &world.commands {
        println!("/{}: {}", shown(&command["name"]), shown(&command["description"]));
        for option in command["options"].as_array().into_iter().flatten() {
            let fixed = option["choices"].as_array().map(|_| choices(option));
            let needed = if option["required"] == true { "" } else { " (may be left out)" };
            println!(
                "    {}{needed}: {} {}",
                shown(&option["name"]),
                shown(&option["description"]),
                fixed.unwrap_or_default()
            );
            for part in option["options"].as_array().into_iter().flatten() {
                println!("        {}: {}", shown(&part["name"]), shown(&part["description"]));
            }
        }
    }
}
