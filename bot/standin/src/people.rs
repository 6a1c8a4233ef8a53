//! The people of the tests: they write, click, choose, type, and see what is shown to them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::Standin;
use crate::gateway::Event;
use crate::guilds::{Allowed, Guild};
use crate::mentions;
use crate::routes::announce;
use crate::world::{Channel, Interaction, Message, User, World};

impl Standin {
    /// Somebody new.
    pub fn add_user(&self, name: &str) -> u64 {
        self.change(|world| {
            let id = world.id();
            let name = name.to_owned();
            world.users.insert(id, User { id, name, shown: None, bot: false, dms_open: true, installed: false });
            id
        })
    }

    /// How somebody is shown, instead of by their username.
    pub fn show_as(&self, user: u64, shown: &str) {
        self.change(|world| {
            let Some(found) = world.users.get_mut(&user) else { panic!("no such user") };
            found.shown = Some(shown.to_owned());
        });
    }

    /// A server with one text channel: `(server, channel)`.
    pub fn add_guild(&self) -> (u64, u64) {
        self.change(|world| {
            let guild = world.id();
            world.guilds.insert(guild, Guild::default());
            (guild, world.add_channel(0, Some(guild), "games"))
        })
    }

    /// These and nobody else are members of a server.
    pub fn only_members(&self, guild: u64, users: &[u64]) {
        self.guild(guild, |guild| guild.members = users.iter().copied().collect());
    }

    /// Changes a server: its members, whether the bot is one, what guests may do there.
    pub fn guild(&self, guild: u64, change: impl FnOnce(&mut Guild)) {
        self.change(|world| change(world.guilds.entry(guild).or_default()));
    }

    /// Changes what the bot may do in a place.
    pub fn allow(&self, channel: u64, change: impl FnOnce(&mut Allowed)) {
        self.change(|world| match world.channels.get_mut(&channel) {
            Some(place) => change(&mut place.allowed),
            None => panic!("no such channel"),
        });
    }

    /// A member no longer sees a channel, nor its threads. The gateway tells that the channel has changed.
    pub fn hide(&self, channel: u64, user: u64) {
        self.change(|world| {
            let Some(place) = world.channels.get_mut(&channel) else { panic!("no such channel") };
            place.hidden_from.insert(user);
            let (guild, place) = (place.guild, place.clone());
            let data = world.channel_json(&place);
            world.dispatch(Event { name: "CHANNEL_UPDATE", data, guild, message: false });
        });
    }

    /// Somebody adds the app to their account, and can use it anywhere.
    pub fn install(&self, user: u64) {
        self.change(|world| world.users.get_mut(&user).map(|user| user.installed = true));
    }

    /// A moderator deletes a message.
    pub fn delete(&self, message: u64) {
        self.change(|world| world.messages.get_mut(&message).map(|message| message.deleted = true));
    }

    /// Waits until the bot listens.
    pub async fn ready(&self) {
        self.until("the bot connects", |world| world.connected().then_some(())).await;
    }

    /// Somebody writes something; returns the message's id.
    pub fn say(&self, user: u64, channel: u64, content: &str) -> u64 {
        self.write(user, channel, content, None)
    }

    /// Somebody answers a message, which pings its author.
    pub fn reply(&self, user: u64, message: u64, content: &str) -> u64 {
        let channel = self.look(|world| world.messages.get(&message).map_or(0, |found| found.channel));
        self.write(user, channel, content, Some(message))
    }

    fn write(&self, user: u64, channel: u64, content: &str, answers: Option<u64>) -> u64 {
        self.change(|world| {
            assert!(world.sees(user, channel), "{user} doesn't see channel {channel}");
            let mut message = world.blank(channel, user);
            message.content = content.to_owned();
            message.answers = answers;
            let replied = answers.and_then(|id| world.messages.get(&id)).map(|answered| answered.author);
            message.pinged = mentions::users(content).into_iter().chain(replied).collect();
            let id = message.id;
            announce(world, message);
            id
        })
    }

    /// A webhook writes something in that user's name.
    pub fn say_by_webhook(&self, user: u64, channel: u64, content: &str) -> u64 {
        self.change(|world| {
            let mut message = world.blank(channel, user);
            message.content = content.to_owned();
            message.webhook = true;
            let id = message.id;
            announce(world, message);
            id
        })
    }

    /// Somebody changes what they wrote.
    pub fn rewrite(&self, message: u64, content: &str) {
        self.change(|world| {
            let Some(found) = world.messages.get_mut(&message) else { panic!("no such message") };
            content.clone_into(&mut found.content);
            found.edits += 1;
            let found = found.clone();
            let guild = world.channels.get(&found.channel).and_then(|channel| channel.guild);
            let mut data = world.message_json(&found);
            data["edited_timestamp"] = data["timestamp"].clone();
            data["guild_id"] = guild.map(|guild| guild.to_string()).into();
            world.dispatch(Event { name: "MESSAGE_UPDATE", data, guild, message: true });
        });
    }

    /// Something happens that no library knows yet.
    pub fn invent(&self, name: &'static str) {
        self.change(|world| {
            world.dispatch(Event { name, data: json!({"new": true}), guild: None, message: false });
        });
    }

    /// Somebody uses a slash command. Options not registered for it, or of the wrong type, panic.
    pub fn slash(&self, user: u64, channel: u64, command: &str, options: &[(&str, Value)]) -> u64 {
        self.change(|world| {
            let data = command_data(world, user, command, options, None);
            interact(world, Call { kind: 2, user, channel, source: None, data })
        })
    }

    /// Something arrives that no client of Discord's would send: an event made by hand.
    pub fn forge(&self, name: &'static str, data: Value, guild: Option<u64>) {
        self.change(|world| world.dispatch(Event { name, data, guild, message: false }));
    }

    /// Somebody types into an option that completes itself: the last one is the one being typed.
    pub fn typing(&self, user: u64, channel: u64, command: &str, options: &[(&str, Value)]) -> u64 {
        self.change(|world| {
            let focused = options.last().map(|(name, _)| *name);
            let data = command_data(world, user, command, options, focused);
            interact(world, Call { kind: 4, user, channel, source: None, data })
        })
    }

    /// Somebody clicks the button with that label. Panics when there is none.
    pub fn click(&self, user: u64, message: u64, label: &str) -> u64 {
        let found = self.look(|world| {
            components(world, message).into_iter().find(|part| part["label"] == label && part["disabled"] != true)
        });
        let Some(button) = found else { panic!("no button {label:?} on {:?}", self.message(message)) };
        self.press(user, message, button["custom_id"].as_str().unwrap_or_default())
    }

    /// A click on a button of this `custom_id`, which may be a forged one.
    pub fn press(&self, user: u64, message: u64, custom_id: &str) -> u64 {
        self.component(user, message, json!({"custom_id": custom_id, "component_type": 2}))
    }

    /// Somebody chooses a value in whichever select has it. Panics when none has.
    pub fn choose(&self, user: u64, message: u64, value: &str) -> u64 {
        let has =
            |part: &Value| part["options"].as_array().is_some_and(|all| all.iter().any(|one| one["value"] == value));
        let found = self.look(|world| components(world, message).into_iter().find(has));
        let Some(select) = found else { panic!("nothing to choose {value:?} on {:?}", self.message(message)) };
        self.component(user, message, json!({"custom_id": select["custom_id"], "component_type": 3, "values": [value]}))
    }

    fn component(&self, user: u64, message: u64, data: Value) -> u64 {
        self.change(|world| {
            let channel = world.messages.get(&message).map_or(0, |found| found.channel);
            interact(world, Call { kind: 3, user, channel, source: Some(message), data })
        })
    }

    /// Somebody fills a modal in, which an interaction opened, with one text for its first field.
    pub fn submit(&self, opened_by: u64, text: &str) -> u64 {
        self.change(|world| {
            let Some(opener) = world.interactions.get(&opened_by).cloned() else { panic!("no such interaction") };
            // In a label, or in a row as it was done before.
            let first = &opener.data["components"][0];
            let rows = match first["component"].is_object() {
                true => {
                    let id = first["component"]["custom_id"].clone();
                    json!([{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": id, "value": text}}])
                }
                false => {
                    let id = first["components"][0]["custom_id"].clone();
                    json!([{"type": 1, "id": 1, "components": [{"type": 4, "id": 2, "custom_id": id, "value": text}]}])
                }
            };
            let data = json!({"custom_id": opener.data["custom_id"], "components": rows});
            interact(world, Call { kind: 5, user: opener.user, channel: opener.channel, source: opener.source, data })
        })
    }

    /// The interaction once it has its first answer.
    pub async fn answered(&self, interaction: u64) -> Interaction {
        let what = format!("an answer to interaction {interaction}");
        self.until(&what, |world| {
            world.interactions.get(&interaction).filter(|found| found.answered.is_some()).cloned()
        })
        .await
    }

    /// The message that the answer became, once it says something. Where a click was only acknowledged, that is the
    /// message that followed.
    pub async fn answer(&self, interaction: u64) -> Message {
        self.until(&format!("the message that answers interaction {interaction}"), |world| {
            let found = world.interactions.get(&interaction)?;
            let (_, kind) = found.answered?;
            let shown = found.followups.last().copied().or(found.original.filter(|_| kind != 6))?;
            world.messages.get(&shown).filter(|message| !message.thinking).cloned()
        })
        .await
    }

    /// The choices offered for what is being typed.
    pub async fn choices(&self, interaction: u64) -> Vec<String> {
        let found = self.answered(interaction).await;
        let choices = found.data["choices"].as_array().cloned().unwrap_or_default();
        choices.iter().map(|choice| choice["value"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A message as it is now.
    pub fn message(&self, id: u64) -> Option<Message> {
        self.look(|world| world.messages.get(&id).cloned())
    }

    /// What everybody can read in a place, oldest first.
    pub fn messages(&self, channel: u64) -> Vec<Message> {
        let here = |message: &&Message| message.channel == channel && !message.deleted && message.only_for.is_none();
        self.look(|world| world.messages.values().filter(here).cloned().collect())
    }

    /// Waits for a public message by the bot in a place, newer than that one, that contains a text.
    pub async fn posted(&self, channel: u64, after: u64, part: &str) -> Message {
        self.until(&format!("a message with {part:?} in {channel}"), |world| {
            let fits = |message: &&Message| {
                message.channel == channel
                    && message.id > after
                    && !message.deleted
                    && message.only_for.is_none()
                    && message.author == world.application
                    && message.content.contains(part)
            };
            world.messages.values().rev().find(fits).cloned()
        })
        .await
    }

    /// Lets the stand-in's clock run ahead.
    pub fn skip(&self, time: Duration) {
        self.change(|world| world.skip(time));
    }
}

/// What somebody does to the application.
pub(crate) struct Call {
    pub(crate) kind: u64,
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) source: Option<u64>,
    pub(crate) data: Value,
}

/// Makes an interaction and tells the application.
pub(crate) fn interact(world: &mut World, call: Call) -> u64 {
    let id = world.id();
    let token = format!("token-{id}");
    let Some(channel) = world.channels.get(&call.channel).cloned() else { panic!("no such channel") };
    assert!(world.sees(call.user, call.channel), "{} doesn't see channel {}", call.user, call.channel);
    let context = match (channel.guild, channel.recipient) {
        (Some(_), _) => 0,
        (None, Some(_)) => 1,
        (None, None) => 2,
    };
    let owners = owners(world, &channel, &call);
    let mut data = json!({
        "id": id.to_string(), "application_id": world.application.to_string(), "type": call.kind, "token": token,
        "version": 1, "channel_id": call.channel.to_string(), "channel": world.channel_json(&channel), "data": call.data,
        "locale": "en-GB", "entitlements": [], "authorizing_integration_owners": owners, "context": context,
        "app_permissions": world.bot_permissions(&channel).to_string(), "attachment_size_limit": 10_485_760,
    });
    match channel.guild {
        Some(guild) => {
            data["guild_id"] = guild.to_string().into();
            data["member"] = world.member_json(call.user);
            data["member"]["permissions"] = world.member_permissions(call.user, call.channel).to_string().into();
        }
        None => data["user"] = world.user_json(call.user),
    }
    if let Some(message) = call.source.and_then(|id| world.messages.get(&id)) {
        data["message"] = world.message_json(message);
    }
    let interaction = Interaction {
        id,
        token,
        kind: call.kind,
        user: call.user,
        channel: call.channel,
        brought_by: brought_by(world, &call),
        asked: world.now(),
        answered: None,
        source: call.source,
        original: None,
        followups: Vec::new(),
        data: Value::Null,
    };
    world.interactions.insert(id, interaction);
    world.dispatch(Event { name: "INTERACTION_CREATE", data, guild: channel.guild, message: false });
    id
}

/// Whose app it is: that of whoever used the command that this began with.
fn brought_by(world: &World, call: &Call) -> u64 {
    let source = call.source.and_then(|id| world.messages.get(&id));
    source.and_then(|message| message.brought_by).unwrap_or(call.user)
}

/// By whom the app may be used here: the server that it is a member of, or whoever brought it along.
fn owners(world: &World, channel: &Channel, call: &Call) -> Value {
    let mut owners = json!({});
    match channel.guild {
        Some(guild) if world.bot_is_in(channel) => owners["0"] = guild.to_string().into(),
        None if channel.kind == 1 => owners["0"] = "0".into(),
        _ => {}
    }
    let installed = |user: &u64| world.users.get(user).is_some_and(|user| user.installed);
    if let Some(user) = Some(brought_by(world, call)).filter(installed) {
        owners["1"] = user.to_string().into();
    }
    assert!(owners != json!({}), "nobody brought the app along to {}", channel.id);
    owners
}

/// What a client sends of a command, `name` or `name part`.
fn command_data(world: &World, user: u64, called: &str, options: &[(&str, Value)], focused: Option<&str>) -> Value {
    let (name, part) = called.split_once(' ').map_or((called, None), |(name, part)| (name, Some(part)));
    let Some(registered) = world.commands.iter().find(|command| command["name"] == name) else {
        panic!("/{name} is not registered")
    };
    let command = match part {
        Some(part) => registered["options"].as_array().and_then(|all| all.iter().find(|one| one["name"] == part)),
        None => Some(registered),
    };
    let Some(command) = command else { panic!("/{called} is not registered") };
    let mut users = serde_json::Map::new();
    let mut channels = serde_json::Map::new();
    let mut given = Vec::new();
    for (option, value) in options {
        let defined = command["options"].as_array().and_then(|all| all.iter().find(|one| one["name"] == *option));
        let Some(defined) = defined else { panic!("/{name} has no option {option}") };
        // What a client doesn't let anybody send.
        if focused.is_none() {
            let listed = |choices: &Vec<Value>| choices.iter().any(|choice| choice["value"] == *value);
            let choices = defined["choices"].as_array().filter(|choices| !choices.is_empty());
            assert!(choices.is_none_or(listed), "/{name} {option} has no choice {value}");
            let length = value.as_str().map_or(0, |text| text.chars().count() as u64);
            assert!(defined["max_length"].as_u64().is_none_or(|most| length <= most), "/{name} {option} is too long");
            let least = defined["min_value"].as_i64();
            assert!(least.is_none_or(|least| value.as_i64().is_some_and(|n| n >= least)), "/{name} {option} {value}");
        }
        let mut one = json!({"name": option, "type": defined["type"], "value": value});
        if focused == Some(*option) {
            assert_eq!(defined["autocomplete"], true, "/{name} {option} does not complete itself");
            one["focused"] = true.into();
        }
        if defined["type"] == 6 {
            let user = value.as_str().unwrap_or_default();
            users.insert(user.to_owned(), world.user_json(user.parse().unwrap_or_default()));
        }
        if defined["type"] == 7 {
            let id = value.as_str().unwrap_or_default();
            let Some(found) = world.channels.get(&id.parse().unwrap_or_default()) else { panic!("no such channel") };
            let permissions = world.member_permissions(user, found.id).to_string();
            let shown = json!({"id": id, "name": found.name, "type": found.kind, "permissions": permissions});
            channels.insert(id.to_owned(), shown);
        }
        given.push(one);
    }
    let given = match part {
        Some(part) => json!([{"name": part, "type": 1, "options": given}]),
        None => json!(given),
    };
    let resolved = json!({"users": users, "channels": channels});
    json!({"id": registered["id"], "name": name, "type": 1, "options": given, "resolved": resolved})
}

fn components(world: &World, message: u64) -> Vec<Value> {
    let rows = world.messages.get(&message).map(|found| found.components.clone()).unwrap_or_default();
    rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default()).collect()
}
