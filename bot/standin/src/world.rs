//! Everything the stand-in knows: users, places, messages, interactions, commands, and the clock.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::faults::Faults;
use crate::gateway::Sessions;
use crate::guilds::{Allowed, Guild};

/// The moment every message says it was written at; the stand-in's own clock is another.
const WRITTEN: &str = "2026-01-01T00:00:00.000000+00:00";

/// The state of the stand-in.
pub struct World {
    /// The bot's token.
    pub token: String,
    /// The application, and the bot's user.
    pub application: u64,
    /// Whether the application may ask for the content of messages.
    pub content_granted: bool,
    /// How many shards it recommends.
    pub shards: u64,
    /// How many shards may identify at a time, one of each bucket.
    pub max_concurrency: u64,
    /// People and bots.
    pub users: BTreeMap<u64, User>,
    /// Servers, by id.
    pub guilds: BTreeMap<u64, Guild>,
    /// Channels, threads and direct messages.
    pub channels: BTreeMap<u64, Channel>,
    /// Messages, ephemeral ones too.
    pub messages: BTreeMap<u64, Message>,
    /// Interactions.
    pub interactions: BTreeMap<u64, Interaction>,
    /// The application's commands.
    pub commands: Vec<Value>,
    /// How often they were registered.
    pub registrations: u32,
    /// Those who may manage channels and messages, in every server.
    pub moderators: BTreeSet<u64>,
    /// Who may not write in which channel.
    pub muted: BTreeSet<(u64, u64)>,
    /// Nonces with `enforce_nonce`, by channel.
    pub nonces: HashMap<(u64, String), u64>,
    /// Requests that were limited, and until when they must not be made again.
    pub limited: HashMap<(String, String), Duration>,
    /// Requests that break a documented limit: path, and what is wrong.
    pub malformed: Vec<String>,
    /// Every request: method, path, status.
    pub requests: Vec<(String, String, u16)>,
    /// What is to go wrong.
    pub faults: Faults,
    /// The gateway's sessions.
    pub sessions: Sessions,
    /// Where the gateway listens.
    pub gateway_url: String,
    /// Where sessions are resumed, as READY says.
    pub resume_url: String,
    started: Instant,
    skipped: Duration,
    next: u64,
}

/// Somebody.
#[derive(Clone, Debug)]
pub struct User {
    /// The user's id.
    pub id: u64,
    /// The username.
    pub name: String,
    /// The name shown instead of it.
    pub shown: Option<String>,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether the bot may write to this user.
    pub dms_open: bool,
    /// Whether they added the app to their account.
    pub installed: bool,
}

/// A place for messages.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its id.
    pub id: u64,
    /// 0 text, 1 direct, 3 group, 11 public thread.
    pub kind: u64,
    /// The server.
    pub guild: Option<u64>,
    /// A thread's parent.
    pub parent: Option<u64>,
    /// Its name.
    pub name: String,
    /// Who is at the other end of a direct message.
    pub recipient: Option<u64>,
    /// Whether a thread is archived.
    pub archived: bool,
    /// What the bot may do here.
    pub allowed: Allowed,
    /// Members who don't see it.
    pub hidden_from: BTreeSet<u64>,
    /// Who joined a thread.
    pub joined: BTreeSet<u64>,
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: u64,
    /// Where.
    pub channel: u64,
    /// Who wrote it.
    pub author: u64,
    /// The text.
    pub content: String,
    /// Buttons and selects.
    pub components: Vec<Value>,
    /// Embeds.
    pub embeds: Vec<Value>,
    /// Files.
    pub files: Vec<File>,
    /// Who it pinged when it was created.
    pub pinged: BTreeSet<u64>,
    /// Whether it pinged everyone.
    pub everyone: bool,
    /// Whether the request named its allowed mentions.
    pub explicit: bool,
    /// Whether links in it stay folded.
    pub suppressed: bool,
    /// What it answers.
    pub answers: Option<u64>,
    /// The only one who sees it.
    pub only_for: Option<u64>,
    /// Who brought the app along to answer there, if it is a guest.
    pub brought_by: Option<u64>,
    /// Whether it was deleted.
    pub deleted: bool,
    /// How often it was edited.
    pub edits: u32,
    /// Reactions by the bot.
    pub reactions: Vec<String>,
    /// The nonce it came with.
    pub nonce: Option<String>,
    /// Whether a webhook wrote it, in its author's name.
    pub webhook: bool,
    /// Whether it only shows that an answer is being prepared.
    pub thinking: bool,
}

/// A file of a message.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its alt text.
    pub description: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// An interaction and what became of it.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// Its id.
    pub id: u64,
    /// Its token.
    pub token: String,
    /// 2 command, 3 component, 4 autocomplete, 5 modal.
    pub kind: u64,
    /// Who.
    pub user: u64,
    /// Where.
    pub channel: u64,
    /// Who brought the app along, if it is a guest there.
    pub brought_by: u64,
    /// When, by the stand-in's clock.
    pub asked: Duration,
    /// How long the first answer took, and its type.
    pub answered: Option<(Duration, u64)>,
    /// The message whose component was used.
    pub source: Option<u64>,
    /// The message the answer became.
    pub original: Option<u64>,
    /// Messages that followed.
    pub followups: Vec<u64>,
    /// Choices or modal, as answered.
    pub data: Value,
}

impl World {
    /// An empty world with one bot.
    pub fn new(token: &str, gateway_url: &str) -> World {
        let application = 1_000_000_000_000_000_000;
        let name = "turnpost".to_owned();
        let bot = User { id: application, name, shown: None, bot: true, dms_open: false, installed: false };
        World {
            token: token.to_owned(),
            application,
            content_granted: true,
            shards: 1,
            max_concurrency: 1,
            users: BTreeMap::from([(application, bot)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            commands: Vec::new(),
            registrations: 0,
            moderators: BTreeSet::new(),
            muted: BTreeSet::new(),
            nonces: HashMap::new(),
            limited: HashMap::new(),
            malformed: Vec::new(),
            requests: Vec::new(),
            faults: Faults::default(),
            sessions: Sessions::default(),
            gateway_url: gateway_url.to_owned(),
            resume_url: gateway_url.to_owned(),
            started: Instant::now(),
            skipped: Duration::ZERO,
            next: application,
        }
    }

    /// A new id, greater than every other.
    pub fn id(&mut self) -> u64 {
        self.next += 1 << 22;
        self.next
    }

    /// The stand-in's clock.
    pub fn now(&self) -> Duration {
        self.started.elapsed() + self.skipped
    }

    /// Lets time pass.
    pub fn skip(&mut self, time: Duration) {
        self.skipped += time;
    }

    /// A new channel of that kind, with everything allowed.
    pub fn add_channel(&mut self, kind: u64, guild: Option<u64>, name: &str) -> u64 {
        let id = self.id();
        let channel = Channel {
            id,
            kind,
            guild,
            parent: None,
            name: name.to_owned(),
            recipient: None,
            archived: false,
            allowed: Allowed { view: true, send: true, threads: kind == 0, history: true },
            hidden_from: BTreeSet::new(),
            joined: BTreeSet::new(),
        };
        self.channels.insert(id, channel);
        id
    }

    /// The direct messages between the bot and that user.
    pub fn direct(&mut self, user: u64) -> u64 {
        if let Some(channel) = self.channels.values().find(|channel| channel.recipient == Some(user)) {
            return channel.id;
        }
        let id = self.add_channel(1, None, "");
        if let Some(channel) = self.channels.get_mut(&id) {
            channel.recipient = Some(user);
        }
        id
    }

    /// A message with an id and nothing else.
    pub fn blank(&mut self, channel: u64, author: u64) -> Message {
        Message {
            id: self.id(),
            channel,
            author,
            content: String::new(),
            components: Vec::new(),
            embeds: Vec::new(),
            files: Vec::new(),
            pinged: BTreeSet::new(),
            everyone: false,
            explicit: false,
            suppressed: false,
            answers: None,
            only_for: None,
            brought_by: None,
            deleted: false,
            edits: 0,
            reactions: Vec::new(),
            nonce: None,
            webhook: false,
            thinking: false,
        }
    }

    /// A user as JSON.
    pub fn user_json(&self, id: u64) -> Value {
        let user = self.users.get(&id);
        let (name, bot) = user.map_or(("unknown", false), |user| (user.name.as_str(), user.bot));
        let shown = user.and_then(|user| user.shown.as_deref());
        json!({"id": id.to_string(), "username": name, "global_name": shown, "discriminator": "0", "avatar": null, "bot": bot})
    }

    /// A member as JSON.
    pub fn member_json(&self, id: u64) -> Value {
        json!({"user": self.user_json(id), "nick": null, "avatar": null, "roles": [], "joined_at": WRITTEN, "deaf": false,
            "mute": false, "flags": 0, "permissions": "0"})
    }

    /// What somebody may do in a channel, as Discord's bits: everybody sees it and uses commands, most may write there.
    pub fn member_permissions(&self, user: u64, channel: u64) -> u64 {
        let sees = 1 << 10 | 1 << 31;
        let writes = if self.muted.contains(&(user, channel)) { 0 } else { 1 << 11 | 1 << 38 };
        let manages = if self.moderators.contains(&user) { 1 << 4 | 1 << 13 } else { 0 };
        sees | writes | manages
    }

    /// A channel as JSON.
    pub fn channel_json(&self, channel: &Channel) -> Value {
        let mut json = json!({"id": channel.id.to_string(), "type": channel.kind, "name": channel.name, "position": 0});
        if let Some(guild) = channel.guild {
            json["guild_id"] = guild.to_string().into();
        }
        let last = self.messages.values().rev().find(|m| m.channel == channel.id && m.only_for.is_none());
        json["last_message_id"] = last.map(|message| message.id.to_string()).into();
        if channel.guild.is_some() && channel.parent.is_none() {
            json["permission_overwrites"] = self.overwrites_json(channel);
        }
        if let Some(parent) = channel.parent {
            json["parent_id"] = parent.to_string().into();
            json["thread_metadata"] = json!({"archived": channel.archived, "auto_archive_duration": 10080,
                "archive_timestamp": WRITTEN, "locked": false});
        }
        if let Some(user) = channel.recipient {
            json["recipients"] = json!([self.user_json(user)]);
        }
        json
    }

    /// A message as JSON, as the API returns it.
    pub fn message_json(&self, message: &Message) -> Value {
        let mentions: Vec<Value> = message.pinged.iter().map(|&user| self.user_json(user)).collect();
        let files: Vec<Value> =
            message.files.iter().enumerate().map(|(n, file)| file_json(message.id, n, file)).collect();
        let flags = u64::from(message.only_for.is_some()) << 6 | u64::from(message.thinking) << 7;
        let mut json = json!({
            "id": message.id.to_string(), "channel_id": message.channel.to_string(),
            "author": self.user_json(message.author), "content": message.content, "timestamp": WRITTEN,
            "edited_timestamp": null, "tts": false, "mention_everyone": message.everyone, "mentions": mentions,
            "mention_roles": [], "attachments": files, "embeds": message.embeds, "pinned": false,
            "type": if message.answers.is_some() { 19 } else { 0 },
            "components": message.components, "flags": flags,
        });
        if message.webhook {
            json["webhook_id"] = message.author.to_string().into();
        }
        if let Some(nonce) = &message.nonce {
            json["nonce"] = nonce.clone().into();
        }
        if let Some(answered) = message.answers {
            json["message_reference"] =
                json!({"message_id": answered.to_string(), "channel_id": message.channel.to_string(), "type": 0});
            json["referenced_message"] = self.messages.get(&answered).map_or(Value::Null, |m| self.message_json(m));
        }
        json
    }
}

fn file_json(message: u64, n: usize, file: &File) -> Value {
    let url = format!("http://127.0.0.1/{message}/{}", file.name);
    json!({"id": (message + 1 + n as u64).to_string(), "filename": file.name, "description": file.description,
        "size": file.bytes.len(), "url": url, "proxy_url": url})
}
