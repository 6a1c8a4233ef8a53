//! Direct messages and threads.

use serde_json::{Value, json};

use crate::error::{ApiError, unknown};
use crate::guilds::Guild;
use crate::limits;
use crate::rest::{Reply, Request};
use crate::world::World;

use super::messages::shown;

/// POST /users/@me/channels
pub(super) fn open_direct(world: &mut World, request: &Request) -> Reply {
    let user = shown(&request.body.json["recipient_id"]).parse().unwrap_or_default();
    if !world.users.contains_key(&user) {
        return Err(unknown(10013, "User"));
    }
    let id = world.direct(user);
    get(world, id)
}

/// GET /channels/{id}
pub(super) fn get(world: &World, channel: u64) -> Reply {
    world.visible(channel).map(|found| (200, world.channel_json(found)))
}

/// GET /guilds/{id}/members/{id}
pub(super) fn member(world: &World, guild: u64, user: u64) -> Reply {
    let found = known(world, guild)?;
    if !found.has(user) {
        return Err(unknown(10007, "Member"));
    }
    let mut json = world.member_json(user);
    json["guild_id"] = guild.to_string().into();
    Ok((200, json))
}

/// GET /guilds/{id}
pub(super) fn guild(world: &World, guild: u64) -> Reply {
    known(world, guild).map(|_| (200, world.guild_json(guild)))
}

/// The server, if the bot is a member.
fn known(world: &World, guild: u64) -> Result<&Guild, ApiError> {
    let found = world.guilds.get(&guild).ok_or_else(|| unknown(10004, "Guild"))?;
    if found.bot { Ok(found) } else { Err(ApiError::new(403, 50001, "Missing Access")) }
}

/// PUT and DELETE /channels/{id}/thread-members/{id}
pub(super) fn join(world: &mut World, request: &Request, thread: u64, user: u64) -> Reply {
    let place = world.visible(thread)?;
    if place.parent.is_none() {
        return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
    }
    if place.archived {
        return Err(ApiError::new(400, 50083, "Thread is archived"));
    }
    if !world.sees(user, thread) {
        return Err(ApiError::new(403, 50001, "Missing Access"));
    }
    if let Some(place) = world.channels.get_mut(&thread) {
        match request.method.as_str() {
            "PUT" => place.joined.insert(user),
            _ => place.joined.remove(&user),
        };
    }
    Ok((204, Value::Null))
}

/// GET /channels/{id}/thread-members
pub(super) fn joined(world: &World, thread: u64) -> Reply {
    let place = world.visible(thread)?;
    let member = |user: &u64| {
        json!({"id": thread.to_string(), "user_id": user.to_string(), "flags": 0,
        "join_timestamp": "2026-01-01T00:00:00.000000+00:00"})
    };
    Ok((200, place.joined.iter().map(member).collect()))
}

/// POST /channels/{id}/threads and /channels/{id}/messages/{id}/threads. A thread that begins at a message has its id.
pub(super) fn open_thread(world: &mut World, request: &Request, parent: u64, message: Option<u64>) -> Reply {
    let place = world.visible(parent)?.clone();
    if place.kind != 0 {
        return Err(ApiError::new(400, 50024, "Cannot execute action on this channel type"));
    }
    if !place.allowed.threads {
        return Err(ApiError::new(403, 50013, "Missing Permissions"));
    }
    limits::thread(&request.body.json, message.is_some())?;
    let name = request.body.json["name"].as_str().unwrap_or_default();
    if let Some(message) = message {
        if !world
            .messages
            .get(&message)
            .is_some_and(|found| found.channel == parent && found.only_for.is_none() && !found.deleted)
        {
            return Err(unknown(10008, "Message"));
        }
        if world.channels.contains_key(&message) {
            return Err(ApiError::new(400, 160_004, "A thread has already been created for this message"));
        }
    }
    let fresh = world.add_channel(11, place.guild, name);
    let Some(mut thread) = world.channels.remove(&fresh) else { return Err(unknown(10003, "Channel")) };
    thread.id = message.unwrap_or(fresh);
    thread.parent = Some(parent);
    thread.allowed = place.allowed;
    let json = world.channel_json(&thread);
    world.channels.insert(thread.id, thread);
    Ok((201, json))
}

/// PATCH /channels/{id}: archiving and renaming of threads.
pub(super) fn change(world: &mut World, request: &Request, channel: u64) -> Reply {
    world.visible(channel)?;
    let body = &request.body.json;
    if let Some(place) = world.channels.get_mut(&channel) {
        place.archived = body["archived"].as_bool().unwrap_or(place.archived);
        if let Some(name) = body["name"].as_str() {
            place.name = name.to_owned();
        }
    }
    get(world, channel)
}
