//! Application commands, and what is offered while somebody types.

use serde_json::Value;

use super::{Part, distinct};
use crate::error::{ApiError, Checked, wrong};

const SUB_COMMANDS: [i64; 2] = [1, 2];
const STRING: i64 = 3;
const INTEGER: i64 = 4;
const CHANNEL: i64 = 7;
const NUMBER: i64 = 10;

/// Checks the choices of an autocomplete answer.
pub fn choices(body: &Value) -> Checked {
    let body = Part::body(body);
    body.only(&["choices"])?;
    offered(&body, None).map(|_| ())
}

/// Checks the application's commands.
pub fn commands(body: &Value) -> Checked {
    let Some(commands) = body.as_array() else {
        return wrong("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
    };
    let of_kind = |kind: i64| commands.iter().filter(move |command| command["type"].as_i64().unwrap_or(1) == kind);
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        if of_kind(kind).count() > most {
            return Err(ApiError::new(400, 30032, &format!("Maximum number of application commands reached ({most})")));
        }
        distinct("name", of_kind(kind).filter_map(|command| command["name"].as_str()))?;
    }
    let each = commands.iter().enumerate().map(|(n, value)| Part { value, at: n.to_string() });
    each.into_iter().try_for_each(|command| self::command(&command))
}

fn command(command: &Part<'_>) -> Checked {
    // `dm_permission` and `default_permission` are deprecated.
    command.only(&[
        "id",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "type",
        "nsfw",
        "integration_types",
        "contexts",
        "handler",
    ])?;
    command.number("type", 1, 4)?;
    command.booleans(&["nsfw"])?;
    each_of(command, "integration_types", 1)?;
    each_of(command, "contexts", 2)?;
    let mut total = named(command)? + command.needed("description", 100)?;
    total += options(command)?;
    if total > 8000 {
        return wrong(&command.at, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)");
    }
    Ok(())
}

/// The characters of all options, with their names and choices.
fn options(parent: &Part<'_>) -> Result<usize, ApiError> {
    let options = parent.bounded("options", 0, 25)?;
    distinct(&parent.path("options"), options.iter().filter_map(|option| option.value["name"].as_str()))?;
    let mut total = 0;
    let mut optional_seen = false;
    for option in &options {
        option.only(&[
            "type",
            "name",
            "name_localizations",
            "description",
            "description_localizations",
            "required",
            "choices",
            "options",
            "channel_types",
            "min_value",
            "max_value",
            "min_length",
            "max_length",
            "autocomplete",
        ])?;
        option.booleans(&["required", "autocomplete"])?;
        total += named(option)? + option.needed("description", 100)?;
        let kind = option.needed_number("type", 1, 11)?;
        let required = option.value["required"] == true;
        if required && optional_seen {
            let words = "Required options must be placed before non-required options";
            return wrong(&option.at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words);
        }
        optional_seen |= !required && !SUB_COMMANDS.contains(&kind);
        bounds(option, kind)?;
        let chosen = offered(option, Some(kind))?;
        if option.value["autocomplete"] == true && chosen > 0 {
            return wrong(&option.at, "APPLICATION_COMMAND_AUTOCOMPLETE_NO_CHOICES", "Autocomplete excludes choices.");
        }
        total += chosen;
        if !SUB_COMMANDS.contains(&kind) {
            option.none_of(&["options"])?;
        }
        total += self::options(option)?;
    }
    Ok(total)
}

/// What only some types of options have.
fn bounds(option: &Part<'_>, kind: i64) -> Checked {
    if kind == STRING {
        option.number("min_length", 0, 6000)?;
        option.number("max_length", 1, 6000)?;
    } else {
        option.none_of(&["min_length", "max_length"])?;
    }
    if kind != INTEGER && kind != NUMBER {
        option.none_of(&["min_value", "max_value"])?;
    }
    if kind != CHANNEL {
        option.none_of(&["channel_types"])?;
    }
    if ![STRING, INTEGER, NUMBER].contains(&kind) {
        option.none_of(&["choices", "autocomplete"])?;
    }
    Ok(())
}

/// The characters of choices, each with a value of the option's type.
fn offered(parent: &Part<'_>, kind: Option<i64>) -> Result<usize, ApiError> {
    let mut total = 0;
    for choice in parent.bounded("choices", 0, 25)? {
        choice.only(&["name", "name_localizations", "value"])?;
        total += choice.needed("name", 100)?;
        let value = &choice.value["value"];
        let fits = match kind {
            Some(STRING) => value.is_string(),
            Some(INTEGER) => value.is_i64() || value.is_u64(),
            Some(NUMBER) => value.is_number(),
            _ => value.is_string() || value.is_number(),
        };
        if !fits {
            return wrong(&choice.path("value"), "BASE_TYPE_CONVERT", "The value is of another type.");
        }
        if value.is_string() {
            total += choice.needed("value", 100)?;
        }
    }
    Ok(total)
}

/// A list of small numbers, each once.
fn each_of(part: &Part<'_>, name: &str, most: i64) -> Checked {
    let mut seen = Vec::new();
    for one in part.list(name)? {
        match one.value.as_i64() {
            Some(number) if (0..=most).contains(&number) && !seen.contains(&number) => seen.push(number),
            _ => return wrong(&one.at, "BASE_TYPE_CHOICES", &format!("Each of 0 to {most} once.")),
        }
    }
    Ok(())
}

fn named(part: &Part<'_>) -> Result<usize, ApiError> {
    let count = part.needed("name", 32)?;
    let name = part.text("name")?.unwrap_or_default();
    let fits = |c: char| matches!(c, '-' | '_' | '\'') || (c.is_alphanumeric() && c.to_lowercase().eq([c]));
    match name.chars().all(fits) {
        true => Ok(count),
        false => wrong(&part.path("name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"),
    }
}
