//! The routes of the REST API that a bot of this kind uses.

mod interactions;
mod messages;
mod places;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::error::{ApiError, unknown};
use crate::limits;
use crate::rest::{Reply, Request};
use crate::world::World;

pub(crate) use messages::announce;

/// Finds the route and does what it says.
pub(crate) fn route(world: &mut World, request: &Request) -> Reply {
    let path: Vec<&str> = request.path.iter().map(String::as_str).collect();
    let method = request.method.as_str();
    // An interaction's token is its own authority.
    match (method, path.as_slice()) {
        ("POST", ["interactions", id, token, "callback"]) => {
            return interactions::callback(world, request, number(id)?, token);
        }
        ("POST", ["webhooks", _, token]) => return interactions::follow_up(world, request, token),
        (_, ["webhooks", _, token, "messages", which]) => return interactions::message(world, request, token, which),
        _ => {}
    }
    if !request.authorized {
        return Err(ApiError::new(401, 0, "401: Unauthorized"));
    }
    match (method, path.as_slice()) {
        ("GET", ["gateway"]) => Ok((200, json!({"url": world.gateway_url}))),
        ("GET", ["gateway", "bot"]) => Ok((
            200,
            json!({"url": world.gateway_url, "shards": world.shards,
            "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 1,
                "max_concurrency": world.max_concurrency}}),
        )),
        ("GET", ["users", "@me"]) => Ok((200, world.user_json(world.application))),
        ("GET", ["oauth2", "applications", "@me"]) => {
            // The flag of small applications that may read what people write.
            let flags = u64::from(world.content_granted) << 19;
            Ok((200, json!({"id": world.application.to_string(), "name": "turnpost", "flags": flags})))
        }
        ("POST", ["users", "@me", "channels"]) => places::open_direct(world, request),
        ("GET", ["applications", _, "commands"]) => Ok((200, Value::Array(world.commands.clone()))),
        ("PUT", ["applications", id, "commands"]) => register(world, request, number(id)?),
        ("GET", ["channels", id, "messages"]) => messages::list(world, request, number(id)?),
        ("POST", ["channels", id, "messages"]) => messages::create(world, request, number(id)?),
        ("POST", ["channels", id, "messages", message, "threads"]) => {
            places::open_thread(world, request, number(id)?, Some(number(message)?))
        }
        ("POST", ["channels", id, "threads"]) => places::open_thread(world, request, number(id)?, None),
        ("GET", ["channels", id]) => places::get(world, number(id)?),
        ("PATCH", ["channels", id]) => places::change(world, request, number(id)?),
        ("GET" | "PATCH" | "DELETE", ["channels", _, "messages", message]) => {
            messages::one(world, request, number(message)?)
        }
        ("GET", ["guilds", guild]) => places::guild(world, number(guild)?),
        ("GET", ["channels", thread, "thread-members"]) => places::joined(world, number(thread)?),
        ("PUT" | "DELETE", ["channels", thread, "thread-members", user]) => {
            let user = if *user == "@me" { world.application } else { number(user)? };
            places::join(world, request, number(thread)?, user)
        }
        ("GET", ["guilds", guild, "members", user]) => places::member(world, number(guild)?, number(user)?),
        ("PUT", ["channels", _, "messages", message, "reactions", emoji, "@me"]) => {
            messages::react(world, number(message)?, emoji)
        }
        _ => Err(ApiError::new(404, 0, &format!("404: Not Found: {method} {}", path.join("/")))),
    }
}

fn register(world: &mut World, request: &Request, application: u64) -> Reply {
    if application != world.application {
        return Err(ApiError::new(403, 20012, "You are not authorized to perform this action on this application"));
    }
    limits::commands(&request.body.json)?;
    let mut commands = request.body.json.as_array().cloned().unwrap_or_default();
    for command in &mut commands {
        command["id"] = world.id().to_string().into();
        command["application_id"] = application.to_string().into();
        command["version"] = world.id().to_string().into();
        if command["type"].is_null() {
            command["type"] = 1.into();
        }
        if command["default_member_permissions"].is_null() {
            command["default_member_permissions"] = Value::Null;
        }
    }
    world.commands = commands;
    world.registrations += 1;
    Ok((200, Value::Array(world.commands.clone())))
}

fn number(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| unknown(10008, "snowflake"))
}
