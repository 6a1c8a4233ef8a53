//! The rules that the stand-in holds an application to, each at its edge.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use serde_json::{Value, json};

use super::route;
use crate::multipart::Body;
use crate::people::{Call, interact};
use crate::rest::Request;
use crate::world::{User, World};

fn world() -> (World, u64, u64) {
    let mut world = World::new("secret", "ws://127.0.0.1:1");
    let user = world.id();
    let name = "ann".to_owned();
    let ann = User { id: user, name, shown: None, bot: false, dms_open: true, installed: true };
    world.users.insert(user, ann);
    let guild = world.id();
    let channel = world.add_channel(0, Some(guild), "games");
    (world, user, channel)
}

/// The status of a request, or its error code.
fn ask(world: &mut World, method: &str, path: &str, json: Value) -> Result<Value, u64> {
    let path = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let body = Body { json, files: Vec::new() };
    let request = Request { method: method.to_owned(), path, query: String::new(), authorized: true, body };
    route(world, &request).map(|(_, json)| json).map_err(|error| error.code)
}

fn slash(world: &mut World, user: u64, channel: u64) -> u64 {
    interact(world, Call { kind: 2, user, channel, source: None, data: json!({"name": "help"}) })
}

#[test]
fn an_interaction_is_answered_once_and_in_time() {
    let (mut world, user, channel) = world();
    let message = json!({"type": 4, "data": {"content": "x"}});
    let (first, late) = (slash(&mut world, user, channel), slash(&mut world, user, channel));
    let callback = |id: u64| format!("/interactions/{id}/token-{id}/callback");
    assert!(ask(&mut world, "POST", &callback(first), message.clone()).is_ok());
    assert_eq!(ask(&mut world, "POST", &callback(first), message.clone()), Err(40060));
    assert_eq!(ask(&mut world, "POST", &format!("/interactions/{first}/other/callback"), message.clone()), Err(10062));
    world.skip(Duration::from_secs(4));
    assert_eq!(ask(&mut world, "POST", &callback(late), message), Err(10062));
    let edit = format!("/webhooks/1/token-{first}/messages/@original");
    assert!(ask(&mut world, "PATCH", &edit, json!({"content": "y"})).is_ok());
    world.skip(Duration::from_secs(15 * 60));
    assert_eq!(ask(&mut world, "PATCH", &edit, json!({"content": "z"})), Err(50027));
}

#[test]
fn doors_can_be_closed() {
    let (mut world, user, channel) = world();
    let post = format!("/channels/{channel}/messages");
    let body = || json!({"content": "x"});
    assert!(ask(&mut world, "POST", &post, body()).is_ok());
    world.channels.get_mut(&channel).unwrap().allowed.send = false;
    assert_eq!(ask(&mut world, "POST", &post, body()), Err(50013));
    world.channels.get_mut(&channel).unwrap().allowed.view = false;
    assert_eq!(ask(&mut world, "POST", &post, body()), Err(50001));
    let direct = ask(&mut world, "POST", "/users/@me/channels", json!({"recipient_id": user.to_string()})).unwrap();
    let post = format!("/channels/{}/messages", direct["id"].as_str().unwrap());
    assert!(ask(&mut world, "POST", &post, body()).is_ok());
    world.users.get_mut(&user).unwrap().dms_open = false;
    assert_eq!(ask(&mut world, "POST", &post, body()), Err(50007));
    let threads = format!("/channels/{}/threads", direct["id"].as_str().unwrap());
    assert_eq!(ask(&mut world, "POST", &threads, json!({"name": "x"})), Err(50024), "no threads in direct messages");
}

#[test]
fn a_nonce_is_posted_once() {
    let (mut world, _, channel) = world();
    let post = format!("/channels/{channel}/messages");
    let body = |enforce: bool| json!({"content": "x", "nonce": "n1", "enforce_nonce": enforce});
    let first = ask(&mut world, "POST", &post, body(true)).unwrap();
    assert_eq!(ask(&mut world, "POST", &post, body(true)).unwrap()["id"], first["id"]);
    assert_ne!(ask(&mut world, "POST", &post, body(false)).unwrap()["id"], first["id"]);
}

#[test]
fn an_edit_without_attachments_loses_the_files_only_if_it_says_so() {
    let (mut world, _, channel) = world();
    let mut message = world.blank(channel, world.application);
    message.files.push(crate::world::File { name: "a.png".to_owned(), description: None, bytes: vec![1] });
    let id = message.id;
    world.messages.insert(id, message);
    let path = format!("/channels/{channel}/messages/{id}");
    ask(&mut world, "PATCH", &path, json!({"components": []})).unwrap();
    assert_eq!(world.messages[&id].files.len(), 1);
    ask(&mut world, "PATCH", &path, json!({"attachments": []})).unwrap();
    assert!(world.messages[&id].files.is_empty());
}
