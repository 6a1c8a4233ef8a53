//! Answers to interactions: the first within 3 seconds, the rest within 15 minutes.

use std::time::Duration;

use serde_json::{Value, json};

use crate::error::{ApiError, unknown};
use crate::limits;
use crate::multipart::Body;
use crate::rest::{Reply, Request};
use crate::world::{Interaction, World};

use super::messages;

const FIRST_ANSWER: Duration = Duration::from_secs(3);
const TOKEN_LIVES: Duration = Duration::from_secs(15 * 60);
const EPHEMERAL: u64 = 1 << 6;

/// POST /interactions/{id}/{token}/callback
pub(super) fn callback(world: &mut World, request: &Request, id: u64, token: &str) -> Reply {
    let now = world.now();
    let found = world.interactions.get(&id).filter(|found| found.token == token).cloned();
    let mut interaction = found.ok_or_else(|| unknown(10062, "interaction"))?;
    if interaction.answered.is_some() {
        return Err(ApiError::new(400, 40060, "Interaction has already been acknowledged."));
    }
    let took = now.saturating_sub(interaction.asked);
    if took > FIRST_ANSWER {
        return Err(unknown(10062, "interaction"));
    }
    let kind = request.body.json["type"].as_u64().unwrap_or_default();
    let body = Body { json: request.body.json["data"].clone(), files: request.body.files.clone() };
    respond(world, &mut interaction, kind, &body)?;
    interaction.answered = Some((took, kind));
    world.interactions.insert(id, interaction);
    Ok((204, Value::Null))
}

fn respond(world: &mut World, interaction: &mut Interaction, kind: u64, body: &Body) -> Result<(), ApiError> {
    let component = interaction.source.is_some();
    match (kind, interaction.kind) {
        (4, 2 | 3 | 5) => {
            messages::check(body, false)?;
            interaction.original = Some(post(world, interaction, body, ephemeral(&body.json))?);
        }
        (5, 2 | 3 | 5) => {
            let mut message = world.blank(interaction.channel, world.application);
            message.thinking = true;
            let alone = ephemeral(&body.json) || world.hushed(interaction.channel);
            message.only_for = alone.then_some(interaction.user);
            message.brought_by = Some(interaction.brought_by);
            interaction.original = Some(message.id);
            world.messages.insert(message.id, message);
        }
        (6, 3 | 5) if component => interaction.original = interaction.source,
        (7, 3 | 5) if component => {
            interaction.original = interaction.source;
            let source = interaction.source.and_then(|id| world.messages.get(&id)).cloned();
            messages::edit(world, source.ok_or_else(|| unknown(10008, "Message"))?, body)?;
        }
        (8, 4) => {
            limits::choices(&body.json)?;
            interaction.data = body.json.clone();
        }
        (9, 2 | 3) => {
            limits::modal(&body.json)?;
            interaction.data = body.json.clone();
        }
        _ => return Err(ApiError::new(400, 50035, "Invalid Form Body: type: not for this interaction")),
    }
    Ok(())
}

/// POST /webhooks/{application}/{token}
pub(super) fn follow_up(world: &mut World, request: &Request, token: &str) -> Reply {
    let mut interaction = alive(world, token)?;
    messages::check(&request.body, false)?;
    let id = post(world, &interaction, &request.body, ephemeral(&request.body.json))?;
    interaction.followups.push(id);
    let json = world.messages.get(&id).map(|message| world.message_json(message)).unwrap_or_default();
    world.interactions.insert(interaction.id, interaction);
    Ok((200, json))
}

/// GET, PATCH and DELETE /webhooks/{application}/{token}/messages/{which}
pub(super) fn message(world: &mut World, request: &Request, token: &str, which: &str) -> Reply {
    let interaction = alive(world, token)?;
    let id = if which == "@original" { interaction.original } else { which.parse().ok() };
    let mut message = id
        .and_then(|id| world.messages.get(&id))
        .filter(|m| !m.deleted)
        .cloned()
        .ok_or_else(|| unknown(10008, "Message"))?;
    match request.method.as_str() {
        "GET" => Ok((200, world.message_json(&message))),
        "DELETE" => {
            message.deleted = true;
            world.messages.insert(message.id, message);
            Ok((204, Value::Null))
        }
        _ => messages::edit(world, message, &request.body).map(|json| (200, json)),
    }
}

fn alive(world: &World, token: &str) -> Result<Interaction, ApiError> {
    let found = world.interactions.values().find(|found| found.token == token);
    let interaction = found.filter(|found| found.answered.is_some()).ok_or_else(|| unknown(10015, "Webhook"))?;
    if world.now().saturating_sub(interaction.asked) > TOKEN_LIVES {
        return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
    }
    Ok(interaction.clone())
}

fn post(world: &mut World, interaction: &Interaction, body: &Body, only_for_user: bool) -> Result<u64, ApiError> {
    let mut message = world.blank(interaction.channel, world.application);
    message.only_for = (only_for_user || world.hushed(interaction.channel)).then_some(interaction.user);
    message.brought_by = Some(interaction.brought_by);
    messages::fill(world, &mut message, body)?;
    let id = message.id;
    messages::announce(world, message);
    Ok(id)
}

fn ephemeral(json: &Value) -> bool {
    json.get("flags").unwrap_or(&json!(0)).as_u64().unwrap_or_default() & EPHEMERAL != 0
}
