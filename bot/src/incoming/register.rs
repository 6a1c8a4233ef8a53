//! The slash commands, made from the one table of commands, and registered only when they changed.

use serde_json::{Value, json};
use serenity::http::Http;
pub(crate) use turnpost_core::command::slash::BY_NAME;
use turnpost_core::command::table::{self, Argument, Entry, Kind};
use turnpost_core::rules::GameKind;
use turnpost_core::text::clocks;
use turnpost_core::text::in_discord::labels;

use crate::limits::sizes::DESCRIPTION;
use crate::markdown::cut;
use crate::wire::{Trouble, patiently};

/// Types of options, as Discord numbers them.
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const USER: u8 = 6;
const CHANNEL: u8 = 7;
/// A part of a command.
const PART: u8 = 1;
/// Kinds of channels that messages are written in: text, announcements, their threads.
const WRITTEN_IN: [u8; 5] = [0, 5, 10, 11, 12];
/// Those in which games open: text and announcements.
const OPENED_IN: [u8; 2] = [0, 5];

/// The command for a server as a whole.
pub(crate) const SERVER: &str = "server";

/// All of them in Discord's form, for servers, for direct messages, and for users who install the bot for themselves.
pub(crate) fn commands() -> Vec<Value> {
    table::all().filter(|entry| entry.slash).map(command).chain([server()]).collect()
}

/// The table's entry for a slash command.
pub(crate) fn entry(name: &str) -> Option<&'static Entry> {
    table::all().find(|entry| entry.slash && entry.slash_name() == name)
}

/// Registers the commands, unless exactly these are registered already. True if it had to.
pub(crate) async fn register(http: &Http) -> Result<bool, Trouble> {
    let wanted = commands();
    let time = std::time::Duration::from_secs(120);
    let there = patiently(time, || http.get_global_commands()).await?;
    let there = serde_json::to_value(there).unwrap_or_default();
    if same(&wanted, &there) {
        return Ok(false);
    }
    patiently(time, || http.create_global_commands(&wanted)).await?;
    Ok(true)
}

fn command(entry: &Entry) -> Value {
    let mut options: Vec<Value> = entry.slash_options().iter().flat_map(|argument| options(entry, argument)).collect();
    if ["watch", "unwatch"].contains(&entry.word) {
        options.push(channel(labels::WATCHED_IN, &WRITTEN_IN));
    }
    json!({
        "name": entry.slash_name(), "description": short(entry.help), "type": 1, "options": options,
        "integration_types": [0, 1], "contexts": [0, 1, 2],
    })
}

/// What concerns a server as a whole, and nobody else.
fn server() -> Value {
    let part = |name: &str, help: &str, options: &[Value]| json!({"name": name, "description": short(help), "type": PART, "options": options});
    let parts = [
        part("games", labels::SERVER_GAMES, &[]),
        part("channel", labels::SERVER_CHANNEL, &[channel(labels::OPENS_IN, &OPENED_IN)]),
    ];
    json!({
        "name": SERVER, "description": short(labels::SERVER), "type": 1, "options": parts,
        "integration_types": [0], "contexts": [0],
    })
}

fn channel(help: &str, kinds: &[u8]) -> Value {
    json!({"name": "channel", "description": short(help), "type": CHANNEL, "required": false, "channel_types": kinds})
}

fn options(entry: &Entry, argument: &Argument) -> Vec<Value> {
    let mut option = json!({
        "name": argument.name, "description": short(argument.help), "required": argument.required, "type": STRING,
    });
    let choices = |words: &[&str]| words.iter().map(|word| json!({"name": word, "value": word})).collect::<Vec<_>>();
    match argument.kind {
        Kind::GameNumber => {
            option["type"] = INTEGER.into();
            option["autocomplete"] = true.into();
            option["min_value"] = 1.into();
        }
        Kind::TurnNumber | Kind::Number => {
            option["type"] = INTEGER.into();
            option["min_value"] = 1.into();
        }
        Kind::TurnText | Kind::Variant | Kind::Event => {
            option["autocomplete"] = true.into();
            option["max_length"] = argument.longest(entry).into();
        }
        Kind::GameName => {
            option["choices"] =
                GameKind::ALL.iter().map(|game| json!({"name": game.title(), "value": game.name()})).collect();
        }
        Kind::Choice(words) => option["choices"] = choices(words).into(),
        Kind::Player => return by_member_or_name(entry, argument),
        Kind::Clock => {
            let offered = clocks::offered().map(|(typed, words)| json!({"name": words, "value": typed}));
            option["choices"] = offered.collect();
        }
        Kind::Text => option["max_length"] = argument.longest(entry).into(),
    }
    vec![option]
}

/// Members are picked, anybody else is typed. Neither option can be required, since the other one may be used.
fn by_member_or_name(entry: &Entry, argument: &Argument) -> Vec<Value> {
    let member = json!({"name": argument.name, "description": short(argument.help), "required": false, "type": USER});
    let typed = if entry.word == "new" { labels::OR_A_NAME_OR_ADDRESS } else { labels::OR_A_NAME };
    let name = json!({
        "name": BY_NAME, "description": typed, "required": false, "type": STRING, "max_length": argument.longest(entry),
    });
    vec![member, name]
}

fn short(help: &str) -> String {
    cut(help, DESCRIPTION)
}

/// Whether exactly the commands that we want are registered, with their options in the same order.
fn same(wanted: &[Value], there: &Value) -> bool {
    let Some(there) = there.as_array() else { return false };
    wanted.len() == there.len()
        && wanted.iter().all(|command| {
            there.iter().find(|known| known["name"] == command["name"]).is_some_and(|known| says(known, command))
        })
}

/// Whether a registered value is the one that we want. Discord leaves out what is false or empty, and adds fields of
/// its own.
fn says(known: &Value, wanted: &Value) -> bool {
    match (known, wanted) {
        (Value::Null, Value::Bool(false)) => true,
        (Value::Null, Value::Array(list)) => list.is_empty(),
        (Value::Object(known), Value::Object(wanted)) => {
            wanted.iter().all(|(name, value)| says(known.get(name).unwrap_or(&Value::Null), value))
        }
        (Value::Array(known), Value::Array(wanted)) => {
            known.len() == wanted.len() && known.iter().zip(wanted).all(|(known, wanted)| says(known, wanted))
        }
        _ => known == wanted,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use turnpost_core::command::slash;

    use super::*;

    #[test]
    fn commands_keep_the_limits() {
        turnpost_standin::limits::commands(&Value::Array(commands())).unwrap();
    }

    #[test]
    fn the_commands_that_players_know_are_there() {
        let all = commands();
        let names: Vec<&str> = all.iter().map(|command| command["name"].as_str().unwrap()).collect();
        let wanted = "new accept move show games preview moves history resign draw undo claim count if watch link settings rules ratings help";
        for name in wanted.split(' ') {
            assert!(names.contains(&name), "/{name}");
            assert!(entry(name).is_some(), "/{name}");
        }
    }

    /// What our texts say to type is made from the same names.
    #[test]
    fn the_options_are_those_that_texts_name() {
        for command in commands() {
            let Some(entry) = entry(command["name"].as_str().unwrap()) else { continue };
            let options = command["options"].as_array().unwrap();
            let names = options.iter().map(|option| option["name"].as_str().unwrap());
            let names: Vec<&str> = names.filter(|name| *name != "channel").collect();
            assert_eq!(names, slash::options(entry), "/{}", entry.slash_name());
        }
    }

    #[test]
    fn no_command_is_there_twice_and_every_option_is_bounded() {
        let all = commands();
        for (one, other) in [("set", "settings"), ("plan", "if")] {
            let there = |name: &str| all.iter().any(|command| command["name"] == name);
            assert!(!there(one) && there(other), "/{one} is /{other}");
        }
        for command in &all {
            for option in command["options"].as_array().unwrap() {
                let has = |field: &str| !option[field].is_null();
                let bounded = match option["type"].as_u64() {
                    Some(3) => has("max_length") || has("choices"),
                    Some(4) => has("min_value"),
                    _ => true,
                };
                assert!(bounded, "/{} {}", command["name"], option["name"]);
            }
        }
        let new = all.iter().find(|command| command["name"] == "new").unwrap();
        let clock = new["options"].as_array().unwrap().iter().find(|option| option["name"] == "clock").unwrap();
        for choice in clock["choices"].as_array().unwrap() {
            let line = format!("new dameo clock {}", choice["value"].as_str().unwrap());
            assert!(turnpost_core::command::parse::parse_command(&line).is_ok(), "{line}");
        }
    }

    #[test]
    fn what_is_registered_is_recognised() {
        let all = commands();
        assert!(same(&all, &Value::Array(all.clone())));
        let mut changed = all.clone();
        changed[0]["options"][0]["description"] = "another".into();
        assert!(!same(&all, &Value::Array(changed)));
        assert!(!same(&all, &Value::Array(all[1..].to_vec())));
        // As Discord gives them back: without what is false, with ids.
        let mut back = all.clone();
        for command in &mut back {
            command["id"] = "7".into();
            for option in command["options"].as_array_mut().unwrap() {
                if option["required"] == false {
                    option.as_object_mut().unwrap().remove("required");
                }
            }
        }
        assert!(same(&all, &Value::Array(back)));
    }
}
