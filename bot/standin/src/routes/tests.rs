//! The rules that the stand-in holds an application to, each at its edge.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use serde_json::{Value, json};

use super::route;
use crate::guilds::Guild;
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
fn servers_have_members_of_their_own() {
    let (mut world, user, channel) = world();
    let guild = world.channels[&channel].guild.unwrap();
    let stranger = world.id();
    world.guilds.insert(guild, Guild { members: [user].into(), ..Guild::default() });
    let member = |user: u64| format!("/guilds/{guild}/members/{user}");
    assert!(ask(&mut world, "GET", &member(user), Value::Null).is_ok());
    assert_eq!(ask(&mut world, "GET", &member(stranger), Value::Null), Err(10007));
    assert_eq!(ask(&mut world, "GET", &format!("/guilds/{stranger}"), Value::Null), Err(10004));
    // A channel hidden from somebody says so in its exceptions.
    world.channels.get_mut(&channel).unwrap().hidden_from.insert(user);
    assert!(!world.sees(user, channel));
    let shown = ask(&mut world, "GET", &format!("/channels/{channel}"), Value::Null).unwrap();
    assert_eq!(shown["permission_overwrites"][0]["deny"], "1024");
    world.guilds.get_mut(&guild).unwrap().bot = false;
    assert_eq!(ask(&mut world, "GET", &member(user), Value::Null), Err(50001));
    assert_eq!(ask(&mut world, "GET", &format!("/channels/{channel}"), Value::Null), Err(50001));
}

#[test]
fn without_anything_in_common_there_are_no_direct_messages() {
    let (mut world, user, _) = world();
    let direct = world.direct(user);
    let post = format!("/channels/{direct}/messages");
    assert!(ask(&mut world, "POST", &post, json!({"content": "x"})).is_ok());
    world.users.get_mut(&user).unwrap().installed = false;
    assert_eq!(ask(&mut world, "POST", &post, json!({"content": "x"})), Err(50278));
}

#[test]
fn a_guest_may_be_hushed() {
    let (mut world, user, channel) = world();
    let guild = world.channels[&channel].guild.unwrap();
    world.guilds.insert(guild, Guild { bot: false, guests_answer_openly: false, ..Guild::default() });
    let asked = slash(&mut world, user, channel);
    let callback = format!("/interactions/{asked}/token-{asked}/callback");
    ask(&mut world, "POST", &callback, json!({"type": 5, "data": {"flags": 64}})).unwrap();
    let shown = ask(&mut world, "POST", &format!("/webhooks/1/token-{asked}"), json!({"content": "x"})).unwrap();
    assert_eq!(shown["flags"], 64, "whatever was asked for");
}

#[test]
fn history_is_read_from_either_side() {
    let (mut world, _, channel) = world();
    let post = format!("/channels/{channel}/messages");
    let ids: Vec<u64> = (0..5)
        .map(|n| {
            let sent = ask(&mut world, "POST", &post, json!({"content": n.to_string()})).unwrap();
            sent["id"].as_str().unwrap().parse().unwrap()
        })
        .collect();
    let read = |world: &mut World, query: String| {
        let path = ["channels".to_owned(), channel.to_string(), "messages".to_owned()].into();
        let (method, body) = ("GET".to_owned(), Body { json: Value::Null, files: Vec::new() });
        let listed =
            route(world, &Request { method, path, query, authorized: true, body }).map_err(|error| error.code)?;
        let said = listed.1.as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap().to_owned());
        Ok::<_, u64>(said.collect::<Vec<_>>().concat())
    };
    assert_eq!(read(&mut world, String::new()).unwrap(), "43210");
    assert_eq!(read(&mut world, format!("after={}&limit=2", ids[1])).unwrap(), "32", "right after it");
    assert_eq!(read(&mut world, format!("before={}&limit=2", ids[3])).unwrap(), "21");
    assert_eq!(read(&mut world, "limit=101".to_owned()), Err(50035));
    world.channels.get_mut(&channel).unwrap().allowed.history = false;
    assert_eq!(read(&mut world, String::new()).unwrap(), "");
}

#[test]
fn a_thread_begins_at_no_deleted_message() {
    let (mut world, user, channel) = world();
    let sent = ask(&mut world, "POST", &format!("/channels/{channel}/messages"), json!({"content": "x"})).unwrap();
    let id: u64 = sent["id"].as_str().unwrap().parse().unwrap();
    world.messages.get_mut(&id).unwrap().deleted = true;
    let at = format!("/channels/{channel}/messages/{id}/threads");
    assert_eq!(ask(&mut world, "POST", &at, json!({"name": "x"})), Err(10008));
    let opened = ask(&mut world, "POST", &format!("/channels/{channel}/threads"), json!({"name": "x", "type": 11}));
    let thread = opened.unwrap()["id"].as_str().unwrap().to_owned();
    ask(&mut world, "PUT", &format!("/channels/{thread}/thread-members/{user}"), Value::Null).unwrap();
    let joined = ask(&mut world, "GET", &format!("/channels/{thread}/thread-members"), Value::Null).unwrap();
    assert_eq!(joined[0]["user_id"], user.to_string());
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
