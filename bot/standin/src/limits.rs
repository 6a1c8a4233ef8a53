//! The documented limits of what an application may send: pure checks of JSON bodies.

use serde_json::Value;

use crate::error::{ApiError, Checked, invalid};

const FILE_BYTES: usize = 10 * 1024 * 1024;

/// A file of a message: its name and size.
pub struct FileSize<'a> {
    /// The name.
    pub name: &'a str,
    /// Its bytes.
    pub bytes: usize,
}

/// Checks the body of a message about to be created, or (`edit`) changed.
pub fn message(body: &Value, files: &[FileSize<'_>], edit: bool) -> Checked {
    length(body, "content", 0, 2000)?;
    let embeds = list(body, "embeds");
    at_most("embeds", embeds.len(), 10)?;
    let total: usize = embeds.iter().map(embed).sum::<Result<usize, _>>()?;
    at_most("embeds (characters in all)", total, 6000)?;
    components(list(body, "components"))?;
    at_most("files", files.len(), 10)?;
    for file in files {
        if file.bytes > FILE_BYTES {
            return Err(ApiError::new(413, 40005, "Request entity too large"));
        }
        if file.name.is_empty() {
            return invalid("files: a file without a name");
        }
    }
    for attachment in list(body, "attachments") {
        length(attachment, "description", 0, 1024)?;
    }
    if let Some(nonce) = body.get("nonce").filter(|nonce| !nonce.is_null()) {
        let shown = nonce.as_str().map_or_else(|| nonce.to_string(), str::to_owned);
        at_most("nonce", shown.chars().count(), 25)?;
    }
    allowed_mentions(body)?;
    let says_something = text(body, "content").is_some_and(|content| !content.trim().is_empty());
    if !edit && !says_something && embeds.is_empty() && files.is_empty() && list(body, "components").is_empty() {
        return Err(ApiError::new(400, 50006, "Cannot send an empty message"));
    }
    Ok(())
}

/// Checks a modal.
pub fn modal(body: &Value) -> Checked {
    needed(body, "title", 45)?;
    needed(body, "custom_id", 100)?;
    let rows = list(body, "components");
    if rows.is_empty() || rows.len() > 5 {
        return invalid("components: a modal has 1 to 5 rows");
    }
    for row in rows {
        let inputs = list(row, "components");
        let [input] = inputs else { return invalid("components: one text input a row") };
        if number(input, "type") != 4 {
            return invalid("components: only text inputs in a modal");
        }
        needed(input, "custom_id", 100)?;
        needed(input, "label", 45)?;
        length(input, "placeholder", 0, 100)?;
        length(input, "value", 0, 4000)?;
    }
    Ok(())
}

/// Checks the choices of an autocomplete answer.
pub fn choices(body: &Value) -> Checked {
    let choices = list(body, "choices");
    at_most("choices", choices.len(), 25)?;
    for choice in choices {
        needed(choice, "name", 100)?;
        if choice["value"].is_string() {
            length(choice, "value", 0, 100)?;
        }
    }
    Ok(())
}

/// Checks the application's commands.
pub fn commands(body: &Value) -> Checked {
    let Some(commands) = body.as_array() else { return invalid("a list of commands is wanted") };
    at_most("commands", commands.len(), 100)?;
    distinct("command names", commands.iter().map(|command| text(command, "name").unwrap_or_default()))?;
    for command in commands {
        command_name(command)?;
        let mut total = needed(command, "description", 100)?;
        total += options(list(command, "options"))?;
        at_most("a command's characters in all", total, 8000)?;
    }
    Ok(())
}

fn options(options: &[Value]) -> Result<usize, ApiError> {
    at_most("options", options.len(), 25)?;
    distinct("option names", options.iter().map(|option| text(option, "name").unwrap_or_default()))?;
    let mut total = 0;
    let mut optional_seen = false;
    for option in options {
        command_name(option)?;
        total += needed(option, "description", 100)?;
        let required = option["required"] == true;
        if required && optional_seen {
            return invalid("options: required options come first");
        }
        optional_seen |= !required && number(option, "type") > 2;
        choices(option)?;
        if option["autocomplete"] == true && !list(option, "choices").is_empty() {
            return invalid("options: autocomplete and choices exclude each other");
        }
        total += self::options(list(option, "options"))?;
    }
    Ok(total)
}

fn components(rows: &[Value]) -> Checked {
    at_most("components", rows.len(), 5)?;
    let mut ids = Vec::new();
    for row in rows {
        if number(row, "type") != 1 {
            return invalid("components: action rows at the top");
        }
        let parts = list(row, "components");
        if parts.is_empty() || parts.len() > 5 {
            return invalid("components: a row has 1 to 5 components");
        }
        for part in parts {
            match number(part, "type") {
                2 => button(part)?,
                3 if parts.len() == 1 => select(part)?,
                3 => return invalid("components: a select fills its row"),
                other => return invalid(&format!("components: type {other} has no place in a message")),
            }
            ids.extend(text(part, "custom_id"));
        }
    }
    distinct("custom_ids", ids.into_iter())
}

fn button(button: &Value) -> Checked {
    length(button, "label", 0, 80)?;
    if number(button, "style") == 5 {
        return if text(button, "url").is_some() { Ok(()) } else { invalid("a link button needs a url") };
    }
    needed(button, "custom_id", 100).map(|_| ())
}

fn select(select: &Value) -> Checked {
    needed(select, "custom_id", 100)?;
    length(select, "placeholder", 0, 150)?;
    let options = list(select, "options");
    if options.is_empty() || options.len() > 25 {
        return invalid("a select has 1 to 25 options");
    }
    for option in options {
        needed(option, "label", 100)?;
        needed(option, "value", 100)?;
        length(option, "description", 0, 100)?;
    }
    distinct("option values", options.iter().map(|option| text(option, "value").unwrap_or_default()))
}

fn embed(embed: &Value) -> Result<usize, ApiError> {
    let mut total = length(embed, "title", 0, 256)? + length(embed, "description", 0, 4096)?;
    total += length(&embed["footer"], "text", 0, 2048)? + length(&embed["author"], "name", 0, 256)?;
    let fields = list(embed, "fields");
    at_most("embed fields", fields.len(), 25)?;
    for field in fields {
        total += needed(field, "name", 256)? + needed(field, "value", 1024)?;
    }
    Ok(total)
}

fn allowed_mentions(body: &Value) -> Checked {
    let allowed = &body["allowed_mentions"];
    let users = list(allowed, "users");
    at_most("allowed_mentions.users", users.len(), 100)?;
    if !users.is_empty() && list(allowed, "parse").iter().any(|kind| kind == "users") {
        return invalid("allowed_mentions: users and parse users exclude each other");
    }
    Ok(())
}

fn command_name(value: &Value) -> Checked {
    needed(value, "name", 32)?;
    let name = text(value, "name").unwrap_or_default();
    let fine = name.chars().all(|c| c == '-' || c == '_' || (c.is_alphanumeric() && !c.is_uppercase()));
    if fine { Ok(()) } else { invalid(&format!("name: {name:?} does not fit ^[-_'\\p{{L}}\\p{{N}}]{{1,32}}$")) }
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name).and_then(Value::as_str)
}

fn number(value: &Value, name: &str) -> u64 {
    value.get(name).and_then(Value::as_u64).unwrap_or_default()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn needed(value: &Value, name: &str, most: usize) -> Result<usize, ApiError> {
    length(value, name, 1, most)
}

/// The length of a text field in characters, if it is within bounds; a missing one has length 0.
fn length(value: &Value, name: &str, least: usize, most: usize) -> Result<usize, ApiError> {
    let count = text(value, name).map_or(0, |text| text.chars().count());
    if (least..=most).contains(&count) {
        return Ok(count);
    }
    Err(ApiError::new(400, 50035, &format!("Invalid Form Body: {name}: {count} characters, {least} to {most} allowed")))
}

fn at_most(what: &str, count: usize, most: usize) -> Checked {
    if count <= most { Ok(()) } else { invalid(&format!("{what}: {count}, at most {most} allowed")) }
}

fn distinct<'a>(what: &str, values: impl Iterator<Item = &'a str>) -> Checked {
    let mut seen = std::collections::HashSet::new();
    for value in values {
        if !seen.insert(value) {
            return invalid(&format!("{what}: {value:?} twice"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn select_of(options: usize) -> Value {
        let options: Vec<Value> = (0..options).map(|n| json!({"label": "x", "value": n.to_string()})).collect();
        json!({"content": "x", "components": [{"type": 1, "components": [{"type": 3, "custom_id": "a", "options": options}]}]})
    }

    #[test]
    fn limits_hold_exactly() {
        let code = |body: &Value| message(body, &[], false).err().map(|error| error.code);
        assert_eq!(code(&json!({"content": "é".repeat(2000)})), None);
        assert_eq!(code(&json!({"content": "é".repeat(2001)})), Some(50035));
        assert_eq!(code(&json!({"content": " "})), Some(50006));
        assert_eq!(code(&select_of(25)), None);
        assert_eq!(code(&select_of(26)), Some(50035));
        assert_eq!(code(&select_of(0)), Some(50035));
        let row = json!({"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "y"}]});
        assert_eq!(code(&json!({"content": "x", "components": [row]})), None);
        assert_eq!(code(&json!({"content": "x", "components": [row, row]})), Some(50035), "the same custom_id twice");
        let long = json!({"description": "x".repeat(4000)});
        assert_eq!(code(&json!({"embeds": [long, long]})), Some(50035), "6000 in all");
        assert_eq!(code(&json!({"content": "x", "nonce": "n".repeat(26)})), Some(50035));
    }

    #[test]
    fn commands_are_checked() {
        let command = |name: &str, options: Value| json!([{"name": name, "description": "d", "options": options}]);
        assert!(commands(&command("new", json!([]))).is_ok());
        assert!(commands(&command("New", json!([]))).is_err());
        let optional_first = json!([{"type": 3, "name": "a", "description": "d"}, {"type": 3, "name": "b", "description": "d", "required": true}]);
        assert!(commands(&command("new", optional_first)).is_err());
    }
}
