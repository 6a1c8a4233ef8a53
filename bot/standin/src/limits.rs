//! The documented limits of what an application may send: pure checks of JSON bodies. Whatever the documentation doesn't
//! name is refused, though Discord itself ignores much of it: a field that is never read is a mistake.

mod commands;
mod components;
mod embeds;
mod message;

pub use commands::{choices, commands};
pub use components::modal;
pub use message::{FileSize, message, thread};

use serde_json::Value;

use crate::error::{ApiError, Checked, wrong};

/// A part of a body, and where in it that is: `embeds.0.footer`.
#[derive(Clone)]
struct Part<'a> {
    value: &'a Value,
    at: String,
}

impl<'a> Part<'a> {
    fn body(value: &'a Value) -> Part<'a> {
        Part { value, at: String::new() }
    }

    fn path(&self, name: &str) -> String {
        if self.at.is_empty() { name.to_owned() } else { format!("{}.{name}", self.at) }
    }

    /// A field, if it is there and not null.
    fn get(&self, name: &str) -> Option<Part<'a>> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(Part { value, at: self.path(name) })
    }

    /// An object with these fields and no others.
    fn only(&self, known: &[&str]) -> Checked {
        let Some(fields) = self.value.as_object() else {
            return wrong(&self.at, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        };
        match fields.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => wrong(&self.path(name), "UNKNOWN_FIELD", "The documentation names no such field."),
            None => Ok(()),
        }
    }

    /// The parts of a list; none if it isn't there.
    fn list(&self, name: &str) -> Result<Vec<Part<'a>>, ApiError> {
        let Some(found) = self.get(name) else { return Ok(Vec::new()) };
        let Some(values) = found.value.as_array() else {
            return wrong(&found.at, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
        };
        Ok(values.iter().enumerate().map(|(n, value)| Part { value, at: found.path(&n.to_string()) }).collect())
    }

    /// A list of a bounded length.
    fn bounded(&self, name: &str, least: usize, most: usize) -> Result<Vec<Part<'a>>, ApiError> {
        let list = self.list(name)?;
        if (least..=most).contains(&list.len()) {
            return Ok(list);
        }
        let words = format!("Must be between {least} and {most} in length.");
        wrong(&self.path(name), "BASE_TYPE_BAD_LENGTH", &words)
    }

    /// A text, if it is there.
    fn text(&self, name: &str) -> Result<Option<&'a str>, ApiError> {
        let Some(found) = self.get(name) else { return Ok(None) };
        match found.value.as_str() {
            Some(text) => Ok(Some(text)),
            None => wrong(&found.at, "STRING_TYPE_CONVERT", "Could not interpret value as string."),
        }
    }

    /// The characters of a text; 0 if it isn't there.
    fn at_most(&self, name: &str, most: usize) -> Result<usize, ApiError> {
        let count = self.text(name)?.map_or(0, |text| text.chars().count());
        if count <= most {
            return Ok(count);
        }
        wrong(&self.path(name), "BASE_TYPE_MAX_LENGTH", &format!("Must be {most} or fewer in length."))
    }

    /// The same for a text that must be there.
    fn needed(&self, name: &str, most: usize) -> Result<usize, ApiError> {
        match self.at_most(name, most)? {
            0 => wrong(&self.path(name), "BASE_TYPE_REQUIRED", "This field is required"),
            count => Ok(count),
        }
    }

    /// A whole number within bounds, if it is there.
    fn number(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, ApiError> {
        let Some(found) = self.get(name) else { return Ok(None) };
        match found.value.as_i64() {
            Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
            Some(_) => wrong(
                &found.at,
                "NUMBER_TYPE_RANGE",
                &format!("int value should be between {least} and {most} inclusive."),
            ),
            None => wrong(&found.at, "NUMBER_TYPE_COERCE", "Value is not int."),
        }
    }

    /// The same for a number that must be there.
    fn needed_number(&self, name: &str, least: i64, most: i64) -> Result<i64, ApiError> {
        match self.number(name, least, most)? {
            Some(number) => Ok(number),
            None => wrong(&self.path(name), "BASE_TYPE_REQUIRED", "This field is required"),
        }
    }

    /// Fields that are true or false, if they are there.
    fn booleans(&self, names: &[&str]) -> Checked {
        for found in names.iter().filter_map(|name| self.get(name)) {
            if !found.value.is_boolean() {
                return wrong(&found.at, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
            }
        }
        Ok(())
    }

    /// A snowflake, as a text or a number, if it is there.
    fn snowflake(&self, name: &str) -> Checked {
        let Some(found) = self.get(name) else { return Ok(()) };
        let text = found.value.as_str().map_or_else(|| found.value.to_string(), str::to_owned);
        match text.parse::<u64>() {
            Ok(_) => Ok(()),
            Err(_) => wrong(&found.at, "NUMBER_TYPE_COERCE", &format!("Value {text:?} is not snowflake.")),
        }
    }

    /// Fields that have no place here.
    fn none_of(&self, names: &[&str]) -> Checked {
        match names.iter().find(|name| self.get(name).is_some()) {
            Some(name) => wrong(&self.path(name), "BASE_TYPE_FORBIDDEN", "This field has no place here."),
            None => Ok(()),
        }
    }
}

/// No two of these are the same.
fn distinct<'a>(at: &str, values: impl IntoIterator<Item = &'a str>) -> Checked {
    let mut seen = std::collections::HashSet::new();
    for value in values {
        if !seen.insert(value) {
            return wrong(at, "SET_TYPE_ALREADY_CONTAINS_VALUE", &format!("{value:?} is there twice."));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
