//! Each limit at its edge.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use super::*;

fn code(body: &Value) -> Option<u64> {
    message(body, &[], false).err().map(|error| error.code)
}

fn select_of(options: usize) -> Value {
    let options: Vec<Value> = (0..options).map(|n| json!({"label": "x", "value": n.to_string()})).collect();
    json!({"content": "x", "components": [{"type": 1, "components": [{"type": 3, "custom_id": "a", "options": options}]}]})
}

#[test]
fn limits_hold_exactly() {
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
fn what_nobody_documented_is_refused() {
    for body in [
        json!({"content": "x", "colour": 1}),
        json!({"content": "x", "flags": 1 << 20}),
        json!({"content": "x", "allowed_mentions": {"parse": ["all"]}}),
        json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
        json!({"embeds": [{"title": "x", "image": {"url": "attachment://none.png"}}]}),
        json!({"embeds": [{}]}),
        json!({"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
        json!({"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "y"}]}]}),
        json!({"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 9, "label": "x", "custom_id": "y"}]}]}),
        json!({"content": 7}),
    ] {
        assert_eq!(code(&body), Some(50035), "{body}");
    }
    assert!(thread(&json!({"name": "x", "type": 11}), false).is_ok());
    assert!(thread(&json!({"name": "x", "type": 11}), true).is_err(), "a message's thread has no type to choose");
    assert!(thread(&json!({"name": "x", "auto_archive_duration": 5}), true).is_err());
}

#[test]
fn an_error_says_where_it_is() {
    let error = message(&json!({"embeds": [{"footer": {"text": "x".repeat(2049)}}]}), &[], false).unwrap_err();
    let found = &error.body()["errors"]["embeds"]["0"]["footer"]["text"]["_errors"][0];
    assert_eq!(found["code"], "BASE_TYPE_MAX_LENGTH");
    assert_eq!(error.body()["message"], "Invalid Form Body");
}

#[test]
fn modals_have_labels() {
    let input = json!({"type": 4, "custom_id": "text", "style": 2, "max_length": 600});
    let labelled = json!({"type": 18, "label": "Your turn", "component": input});
    let modal_of = |component: Value| modal(&json!({"title": "x", "custom_id": "y", "components": [component]}));
    assert!(modal_of(labelled).is_ok());
    assert!(modal_of(json!({"type": 18, "component": input})).is_err(), "a label says something");
    assert!(modal_of(json!({"type": 18, "label": "x".repeat(46), "component": input})).is_err());
    let own = json!({"type": 4, "custom_id": "text", "style": 2, "label": "x"});
    assert!(modal_of(json!({"type": 18, "label": "x", "component": own})).is_err(), "not twice");
    assert!(modal_of(json!({"type": 1, "components": [own]})).is_err(), "deprecated");
}

#[test]
fn commands_are_checked() {
    let command = |name: &str, options: Value| json!([{"name": name, "description": "d", "options": options}]);
    let option = |more: Value| {
        let mut option = json!({"type": 3, "name": "a", "description": "d"});
        more.as_object().into_iter().flatten().for_each(|(name, value)| option[name] = value.clone());
        commands(&command("new", json!([option])))
    };
    assert!(commands(&command("new", json!([]))).is_ok());
    assert!(commands(&command("New", json!([]))).is_err());
    let optional_first = json!([{"type": 3, "name": "a", "description": "d"}, {"type": 3, "name": "b", "description": "d", "required": true}]);
    assert!(commands(&command("new", optional_first)).is_err());
    assert!(option(json!({"max_length": 6000})).is_ok());
    assert!(option(json!({"max_length": 6001})).is_err());
    assert!(option(json!({"min_value": 1})).is_err(), "a text has no least value");
    assert!(option(json!({"type": 4, "min_value": 1})).is_ok());
    assert!(option(json!({"choices": [{"name": "x", "value": 1}]})).is_err(), "a text's choices are texts");
    assert!(option(json!({"choices": [{"name": "x", "value": "y"}], "autocomplete": true})).is_err());
    assert!(commands(&json!([{"name": "a", "description": "d", "contexts": [3]}])).is_err());
    assert!(commands(&json!([{"name": "a", "description": "d", "dm_permission": true}])).is_err(), "deprecated");
    assert!(choices(&json!({"choices": [{"name": "x", "value": "v".repeat(101)}]})).is_err());
}
