//! Messages, the files that come with them, and threads.

use serde_json::Value;

use super::{Part, components, distinct, embeds};
use crate::error::{ApiError, Checked, wrong};

const FILE_BYTES: usize = 10 * 1024 * 1024;
/// Flags that an application may set: embeds stay folded, only for one user, no push, newer components.
const SUPPRESS_EMBEDS: i64 = 1 << 2;
const EPHEMERAL: i64 = 1 << 6;
const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
const COMPONENTS_V2: i64 = 1 << 15;
const FLAGS: i64 = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2;

/// What a new message may have, in a channel or as an answer to an interaction.
const NEW: &[&str] = &[
    "content",
    "nonce",
    "tts",
    "embeds",
    "allowed_mentions",
    "message_reference",
    "components",
    "sticker_ids",
    "attachments",
    "flags",
    "enforce_nonce",
    "poll",
    "username",
    "avatar_url",
];
/// What can be changed about one.
const EDIT: &[&str] = &["content", "embeds", "flags", "allowed_mentions", "components", "attachments", "poll"];

/// A file of a message: its name and size.
pub struct FileSize<'a> {
    /// The name.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: usize,
}

/// Checks the body of a message about to be created, or (`edit`) changed.
pub fn message(body: &Value, files: &[FileSize<'_>], edit: bool) -> Checked {
    if body.is_null() {
        // An acknowledgement needs no data.
        return Ok(());
    }
    let body = Part::body(body);
    body.only(if edit { EDIT } else { NEW })?;
    body.booleans(&["tts", "enforce_nonce"])?;
    let content = body.at_most("content", 2000)?;
    let flags = body.number("flags", 0, i64::MAX)?.unwrap_or_default();
    if flags & !FLAGS != 0 {
        return wrong("flags", "BASE_TYPE_CHOICES", "Only flags that an application may set.");
    }
    let embeds = embeds::all(&body, files)?;
    let parts = components::in_message(&body, flags & COMPONENTS_V2 != 0)?;
    if flags & COMPONENTS_V2 != 0 && (content > 0 || embeds > 0) {
        return wrong("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "Not with newer components.");
    }
    uploads(&body, files)?;
    nonce(&body)?;
    mentions(&body)?;
    reference(&body)?;
    body.bounded("sticker_ids", 0, 3)?;
    let says = body.text("content")?.is_some_and(|content| !content.trim().is_empty());
    if !edit && !says && embeds == 0 && files.is_empty() && parts == 0 && body.get("poll").is_none() {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    Ok(())
}

/// Checks the body of a thread about to be opened, at a message or without one.
pub fn thread(body: &Value, at_message: bool) -> Checked {
    let body = Part::body(body);
    let known: &[&str] = match at_message {
        true => &["name", "auto_archive_duration", "rate_limit_per_user"],
        false => &["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"],
    };
    body.only(known)?;
    body.needed("name", 100)?;
    body.number("rate_limit_per_user", 0, 21_600)?;
    body.number("type", 10, 12)?;
    body.booleans(&["invitable"])?;
    match body.number("auto_archive_duration", 0, i64::MAX)? {
        None | Some(60 | 1440 | 4320 | 10080) => Ok(()),
        Some(_) => wrong("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of {60, 1440, 4320, 10080}."),
    }
}

fn uploads(body: &Part<'_>, files: &[FileSize<'_>]) -> Checked {
    if files.len() > 10 {
        return wrong("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
    for file in files {
        if file.bytes > FILE_BYTES {
            return Err(ApiError::new(413, 40005, "Request entity too large"));
        }
        if file.name.is_empty() {
            return wrong("files", "BASE_TYPE_REQUIRED", "A file needs a name.");
        }
    }
    let attachments = body.bounded("attachments", 0, 10)?;
    for attachment in &attachments {
        attachment.only(&["id", "filename", "title", "description", "duration_secs", "waveform", "is_spoiler"])?;
        attachment.snowflake("id")?;
        attachment.at_most("description", 1024)?;
        attachment.at_most("filename", 1024)?;
        // Small numbers name the files that come along; others those that are there already.
        let id = attachment.value["id"].as_str().and_then(|id| id.parse().ok()).or(attachment.value["id"].as_u64());
        if id.is_some_and(|id| id < 1000 && usize::try_from(id).is_ok_and(|id| id >= files.len())) {
            return wrong(&attachment.path("id"), "ATTACHMENT_NOT_FOUND", "No such file came along.");
        }
    }
    Ok(())
}

fn nonce(body: &Part<'_>) -> Checked {
    let Some(nonce) = body.get("nonce") else { return Ok(()) };
    let shown = nonce.value.as_str().map_or_else(|| nonce.value.to_string(), str::to_owned);
    if nonce.value.is_string() || nonce.value.is_i64() || nonce.value.is_u64() {
        return match shown.chars().count() {
            0..=25 => Ok(()),
            _ => wrong("nonce", "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length."),
        };
    }
    wrong("nonce", "STRING_TYPE_CONVERT", "Could not interpret value as string.")
}

fn mentions(body: &Part<'_>) -> Checked {
    let Some(allowed) = body.get("allowed_mentions") else { return Ok(()) };
    allowed.only(&["parse", "roles", "users", "replied_user"])?;
    allowed.booleans(&["replied_user"])?;
    let parse = allowed.list("parse")?;
    for kind in &parse {
        if !["roles", "users", "everyone"].iter().any(|known| kind.value == known) {
            return wrong(&kind.at, "BASE_TYPE_CHOICES", "Value must be one of {'roles', 'users', 'everyone'}.");
        }
    }
    for list in ["users", "roles"] {
        let named = allowed.bounded(list, 0, 100)?;
        let texts: Vec<String> = named.iter().map(|one| one.value.to_string()).collect();
        distinct(&allowed.path(list), texts.iter().map(String::as_str))?;
        if !named.is_empty() && parse.iter().any(|kind| kind.value == list) {
            let words = format!("parse:[\"{list}\"] and {list}: [ids...] are mutually exclusive.");
            return wrong(&allowed.at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &words);
        }
    }
    Ok(())
}

fn reference(body: &Part<'_>) -> Checked {
    let Some(reference) = body.get("message_reference") else { return Ok(()) };
    reference.only(&["type", "message_id", "channel_id", "guild_id", "fail_if_not_exists"])?;
    reference.booleans(&["fail_if_not_exists"])?;
    reference.number("type", 0, 1)?;
    ["message_id", "channel_id", "guild_id"].iter().try_for_each(|name| reference.snowflake(name))
}
