//! Components: buttons and selects of messages, fields of modals.

use serde_json::Value;

use super::{Part, distinct};
use crate::error::{ApiError, Checked, wrong};

const ROW: i64 = 1;
const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;
const TEXT_INPUT: i64 = 4;
const TEXT: i64 = 10;
const LABEL: i64 = 18;

/// Checks the components of a message, and tells how many there are at the top.
pub(super) fn in_message(body: &Part<'_>, newer: bool) -> Result<usize, ApiError> {
    let top = body.bounded("components", 0, if newer { 40 } else { 5 })?;
    let mut ids = Vec::new();
    for part in &top {
        match kind(part)? {
            ROW => row(part, &mut ids)?,
            TEXT if newer => drop(part.needed("content", 4000)?),
            // Sections, galleries, files, separators and containers.
            9 | 12 | 13 | 14 | 17 if newer => {}
            other => return misplaced(part, other),
        }
    }
    distinct("components", ids)?;
    Ok(top.len())
}

/// Checks a modal.
pub fn modal(body: &Value) -> Checked {
    let body = Part::body(body);
    body.only(&["custom_id", "title", "components"])?;
    body.needed("title", 45)?;
    body.needed("custom_id", 100)?;
    let mut ids = Vec::new();
    for part in body.bounded("components", 1, 5)? {
        match kind(&part)? {
            LABEL => {
                part.only(&["type", "id", "label", "description", "component"])?;
                part.needed("label", 45)?;
                part.at_most("description", 100)?;
                let Some(inside) = part.get("component") else {
                    return wrong(&part.path("component"), "BASE_TYPE_REQUIRED", "This field is required");
                };
                match kind(&inside)? {
                    TEXT_INPUT => input(&inside)?,
                    STRING_SELECT => select(&inside)?,
                    // Other selects, uploads, radio buttons and boxes to tick.
                    5..=8 | 19 | 21..=23 => {}
                    other => return misplaced(&inside, other),
                }
                ids.extend(inside.text("custom_id")?);
            }
            TEXT => drop(part.needed("content", 4000)?),
            other => return misplaced(&part, other),
        }
    }
    distinct("components", ids)
}

fn row<'a>(row: &Part<'a>, ids: &mut Vec<&'a str>) -> Checked {
    row.only(&["type", "id", "components"])?;
    let parts = row.bounded("components", 1, 5)?;
    for part in &parts {
        match kind(part)? {
            BUTTON => button(part)?,
            STRING_SELECT if parts.len() == 1 => select(part)?,
            5..=8 if parts.len() == 1 => drop(part.needed("custom_id", 100)?),
            other => return misplaced(part, other),
        }
        ids.extend(part.text("custom_id")?);
    }
    Ok(())
}

fn button(button: &Part<'_>) -> Checked {
    button.only(&["type", "id", "style", "label", "emoji", "custom_id", "sku_id", "url", "disabled"])?;
    button.booleans(&["disabled"])?;
    let label = button.at_most("label", 80)?;
    match button.needed_number("style", 1, 6)? {
        5 => {
            button.needed("url", 512)?;
            button.none_of(&["custom_id", "sku_id"])?;
        }
        6 => {
            button.snowflake("sku_id")?;
            return button.none_of(&["custom_id", "label", "url", "emoji"]);
        }
        _ => {
            button.needed("custom_id", 100)?;
            button.none_of(&["url", "sku_id"])?;
        }
    }
    match label > 0 || button.get("emoji").is_some() {
        true => Ok(()),
        false => wrong(&button.path("label"), "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji."),
    }
}

fn select(select: &Part<'_>) -> Checked {
    select.only(&[
        "type",
        "id",
        "custom_id",
        "options",
        "placeholder",
        "min_values",
        "max_values",
        "required",
        "disabled",
    ])?;
    select.booleans(&["required", "disabled"])?;
    select.needed("custom_id", 100)?;
    select.at_most("placeholder", 150)?;
    let least = select.number("min_values", 0, 25)?.unwrap_or(1);
    let most = select.number("max_values", 1, 25)?.unwrap_or(1);
    let options = select.bounded("options", 1, 25)?;
    let mut chosen = 0;
    for option in &options {
        option.only(&["label", "value", "description", "emoji", "default"])?;
        option.booleans(&["default"])?;
        option.needed("label", 100)?;
        option.needed("value", 100)?;
        option.at_most("description", 100)?;
        chosen += i64::from(option.value["default"] == true);
    }
    let values: Vec<&str> = options.iter().filter_map(|option| option.value["value"].as_str()).collect();
    distinct(&select.path("options"), values)?;
    if least > most || chosen > most || most > i64::try_from(options.len()).unwrap_or(i64::MAX) {
        return wrong(&select.path("max_values"), "NUMBER_TYPE_RANGE", "More than there are, or fewer than chosen.");
    }
    Ok(())
}

fn input(input: &Part<'_>) -> Checked {
    input.only(&[
        "type",
        "id",
        "custom_id",
        "style",
        "label",
        "min_length",
        "max_length",
        "required",
        "value",
        "placeholder",
    ])?;
    input.needed("custom_id", 100)?;
    input.needed_number("style", 1, 2)?;
    input.number("min_length", 0, 4000)?;
    input.number("max_length", 1, 4000)?;
    input.booleans(&["required"])?;
    input.at_most("value", 4000)?;
    input.at_most("placeholder", 100)?;
    // Its label is around it.
    input.none_of(&["label"])
}

fn kind(part: &Part<'_>) -> Result<i64, ApiError> {
    part.number("id", 0, i64::from(i32::MAX))?;
    part.needed_number("type", 1, 23)
}

fn misplaced<T>(part: &Part<'_>, kind: i64) -> Result<T, ApiError> {
    wrong(&part.path("type"), "UNION_TYPE_CHOICES", &format!("A component of type {kind} has no place here."))
}
