//! Messages: created, edited, deleted, reacted to.

use serde_json::Value;

use crate::error::{ApiError, unknown};
use crate::gateway::Event;
use crate::limits::{self, FileSize};
use crate::mentions::mentions;
use crate::multipart::Body;
use crate::rest::{Reply, Request};
use crate::world::{File, Message, World};

const SUPPRESS_EMBEDS: u64 = 1 << 2;

/// POST /channels/{id}/messages
pub(super) fn create(world: &mut World, request: &Request, channel: u64) -> Reply {
    may_send(world, channel)?;
    let body = &request.body;
    check(body, false)?;
    let nonce = body.json.get("nonce").filter(|nonce| !nonce.is_null()).map(shown);
    let enforced = nonce.clone().filter(|_| body.json["enforce_nonce"] == true);
    if let Some(earlier) = enforced.as_ref().and_then(|nonce| world.nonces.get(&(channel, nonce.clone()))) {
        let earlier = world.messages.get(earlier).ok_or_else(|| unknown(10008, "Message"))?;
        return Ok((200, world.message_json(earlier)));
    }
    let mut message = world.blank(channel, world.application);
    message.nonce = nonce;
    fill(world, &mut message, body)?;
    if let Some(nonce) = enforced {
        world.nonces.insert((channel, nonce), message.id);
    }
    if let Some(place) = world.channels.get_mut(&channel) {
        place.archived = false;
    }
    Ok((200, announce(world, message)))
}

/// GET /channels/{id}/messages: the newest first, at most `limit`, all older than `before` or newer than `after`.
pub(super) fn list(world: &World, request: &Request, channel: u64) -> Reply {
    let place = world.visible(channel)?;
    let asked = |name: &str| {
        let pairs = request.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse::<u64>().ok())
    };
    let most = usize::try_from(asked("limit").unwrap_or(50)).unwrap_or_default();
    if !(1..=100).contains(&most) {
        return Err(ApiError::new(400, 50035, "Invalid Form Body: limit: 1 to 100"));
    }
    if asked("before").is_some() && asked("after").is_some() {
        return Err(ApiError::new(400, 50035, "Invalid Form Body: before and after exclude each other"));
    }
    let here = |message: &&Message| {
        message.channel == channel && !message.deleted && message.only_for.is_none() && !message.thinking
    };
    let all = world.messages.values().filter(here).filter(|_| place.allowed.history);
    // Those right after a message, or else the newest; in any case the newest of them first.
    let mut found: Vec<&Message> = match asked("after") {
        Some(after) => all.filter(|message| message.id > after).take(most).collect(),
        None => {
            let before = asked("before").unwrap_or(u64::MAX);
            let mut older: Vec<&Message> = all.filter(|message| message.id < before).collect();
            older.split_off(older.len().saturating_sub(most))
        }
    };
    found.reverse();
    Ok((200, found.into_iter().map(|message| world.message_json(message)).collect()))
}

/// GET, PATCH and DELETE /channels/{id}/messages/{id}
pub(super) fn one(world: &mut World, request: &Request, id: u64) -> Reply {
    let message = world.messages.get(&id).filter(|m| !m.deleted && m.only_for.is_none()).cloned();
    let mut message = message.ok_or_else(|| unknown(10008, "Message"))?;
    world.visible(message.channel)?;
    if request.method == "GET" {
        return Ok((200, world.message_json(&message)));
    }
    if message.author != world.application {
        return Err(ApiError::new(403, 50005, "Cannot edit a message authored by another user"));
    }
    if request.method == "DELETE" {
        message.deleted = true;
        world.messages.insert(id, message);
        return Ok((204, Value::Null));
    }
    if world.channels.get(&message.channel).is_some_and(|place| place.archived) {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    edit(world, message, &request.body).map(|json| (200, json))
}

/// PUT /channels/{id}/messages/{id}/reactions/{emoji}/@me
pub(super) fn react(world: &mut World, id: u64, emoji: &str) -> Reply {
    let message = world.messages.get_mut(&id).ok_or_else(|| unknown(10008, "Message"))?;
    message.reactions.push(emoji.to_owned());
    Ok((204, Value::Null))
}

/// Changes a message as a PATCH does: what isn't named stays; `attachments` names the files to keep.
pub(super) fn edit(world: &mut World, mut message: Message, body: &Body) -> Result<Value, ApiError> {
    check(body, true)?;
    let pinged = message.pinged.clone();
    fill(world, &mut message, body)?;
    // An edit pings nobody.
    message.pinged = pinged;
    message.edits += 1;
    message.thinking = false;
    let json = world.message_json(&message);
    world.messages.insert(message.id, message);
    Ok(json)
}

/// Checks a body's limits.
pub(super) fn check(body: &Body, edit: bool) -> Result<(), ApiError> {
    let sizes: Vec<FileSize<'_>> =
        body.files.iter().map(|(_, name, bytes)| FileSize { name, bytes: bytes.len() }).collect();
    limits::message(&body.json, &sizes, edit)
}

/// Puts what a body says into a message.
pub(super) fn fill(world: &World, message: &mut Message, body: &Body) -> Result<(), ApiError> {
    let json = &body.json;
    if let Some(content) = json.get("content") {
        message.content = content.as_str().unwrap_or_default().to_owned();
    }
    if let Some(components) = json.get("components") {
        message.components = components.as_array().cloned().unwrap_or_default();
    }
    if let Some(embeds) = json.get("embeds") {
        message.embeds = embeds.as_array().cloned().unwrap_or_default();
    }
    let named = json.get("attachments").and_then(Value::as_array);
    if let Some(named) = named {
        let kept = |n: usize| named.iter().any(|a| shown(&a["id"]) == (message.id + 1 + n as u64).to_string());
        let files = std::mem::take(&mut message.files);
        message.files = files.into_iter().enumerate().filter(|(n, _)| kept(*n)).map(|(_, file)| file).collect();
    }
    for (number, name, bytes) in &body.files {
        let about = named.into_iter().flatten().find(|a| shown(&a["id"]) == number.to_string());
        let description = about.and_then(|a| a["description"].as_str()).map(str::to_owned);
        message.files.push(File { name: name.clone(), description, bytes: bytes.clone() });
    }
    if let Some(reference) = json["message_reference"].get("message_id") {
        let id = shown(reference).parse().unwrap_or_default();
        match world.messages.get(&id).filter(|answered| !answered.deleted && answered.only_for.is_none()) {
            Some(_) => message.answers = Some(id),
            None if json["message_reference"]["fail_if_not_exists"] == false => {}
            None => return Err(ApiError::new(400, 50035, "Invalid Form Body: message_reference: Unknown message")),
        }
    }
    if let Some(flags) = json.get("flags").and_then(Value::as_u64) {
        message.suppressed = flags & SUPPRESS_EMBEDS != 0;
    }
    message.explicit = json.get("allowed_mentions").is_some_and(|allowed| !allowed.is_null());
    let replied = message.answers.and_then(|id| world.messages.get(&id)).map(|answered| answered.author);
    let found = mentions(&message.content, json.get("allowed_mentions"), replied);
    if message.edits == 0 && !message.thinking {
        message.pinged = found.pinged;
        message.everyone = found.everyone;
    }
    Ok(())
}

/// Stores a message and tells the gateway's listeners.
pub(crate) fn announce(world: &mut World, message: Message) -> Value {
    let json = world.message_json(&message);
    // The gateway tells of places that the bot sees.
    if message.only_for.is_none() && world.visible(message.channel).is_ok() {
        let guild = world.channels.get(&message.channel).and_then(|channel| channel.guild);
        let mut data = json.clone();
        if let Some(guild) = guild {
            data["guild_id"] = guild.to_string().into();
            data["member"] = world.member_json(message.author);
        }
        world.dispatch(Event { name: "MESSAGE_CREATE", data, guild, message: true });
    }
    world.messages.insert(message.id, message);
    json
}

fn may_send(world: &World, channel: u64) -> Result<(), ApiError> {
    let place = world.visible(channel)?;
    if let Some(user) = place.recipient {
        world.may_write_to(user)?;
    }
    if place.allowed.send { Ok(()) } else { Err(ApiError::new(403, 50013, "Missing Permissions")) }
}

/// An id or nonce, which may be a number or a text.
pub(super) fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
