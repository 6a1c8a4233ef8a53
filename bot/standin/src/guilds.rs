//! Servers: who is a member, who sees which channel, and what the bot may do there.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::error::{ApiError, Checked, unknown};
use crate::world::{Channel, World};

/// Permissions, as in the documentation.
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// See [`VIEW_CHANNEL`].
pub const SEND_MESSAGES: u64 = 1 << 11;
const READ_MESSAGE_HISTORY: u64 = 1 << 16;
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
/// What everybody may do in a server, the bot included, unless a channel says otherwise.
const EVERYONE: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | READ_MESSAGE_HISTORY
    | CREATE_PUBLIC_THREADS
    | SEND_MESSAGES_IN_THREADS
    | 1 << 6
    | 1 << 14
    | 1 << 15;

/// A server.
#[derive(Clone, Debug)]
pub struct Guild {
    /// Its members; where none are named, everybody is one.
    pub members: BTreeSet<u64>,
    /// Whether the bot is one.
    pub bot: bool,
    /// Whether apps that are no members, which people bring along, may answer openly there.
    pub guests_answer_openly: bool,
}

impl Default for Guild {
    fn default() -> Guild {
        Guild { members: BTreeSet::new(), bot: true, guests_answer_openly: true }
    }
}

/// What the bot may do in a place.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// See it: otherwise 50001.
    pub view: bool,
    /// Send: otherwise 50013.
    pub send: bool,
    /// Open threads: otherwise 50013.
    pub threads: bool,
    /// Read what was written before: otherwise nothing is listed.
    pub history: bool,
}

impl Guild {
    /// Whether somebody is a member.
    pub fn has(&self, user: u64) -> bool {
        self.members.is_empty() || self.members.contains(&user)
    }
}

impl World {
    /// The place, if the bot may see it.
    pub fn visible(&self, channel: u64) -> Result<&Channel, ApiError> {
        let found = self.channels.get(&channel).ok_or_else(|| unknown(10003, "Channel"))?;
        let around = found.parent.and_then(|parent| self.channels.get(&parent));
        let view = found.allowed.view && around.is_none_or(|around| around.allowed.view);
        if view && self.bot_is_in(found) { Ok(found) } else { Err(ApiError::new(403, 50001, "Missing Access")) }
    }

    /// Whether the bot is a member where that place is. It never is in a group of friends.
    pub fn bot_is_in(&self, place: &Channel) -> bool {
        match place.guild {
            Some(guild) => self.guilds.get(&guild).is_none_or(|guild| guild.bot),
            None => place.kind == 1,
        }
    }

    /// Whether a person sees a place.
    pub fn sees(&self, user: u64, channel: u64) -> bool {
        let Some(place) = self.channels.get(&channel) else { return false };
        let member = place.guild.and_then(|guild| self.guilds.get(&guild)).is_none_or(|guild| guild.has(user));
        let recipient = place.recipient.is_none_or(|recipient| recipient == user || user == self.application);
        let around = place.parent.is_none_or(|parent| self.sees(user, parent));
        member && recipient && around && !place.hidden_from.contains(&user)
    }

    /// Whether the bot may write to somebody: otherwise 50278 without anything in common, 50007 behind closed doors.
    pub fn may_write_to(&self, user: u64) -> Checked {
        let Some(person) = self.users.get(&user) else { return Err(unknown(10013, "User")) };
        let in_common = person.installed || self.guilds.values().any(|guild| guild.bot && guild.has(user));
        if !in_common {
            let why = "Cannot send messages to this user due to having no mutual guilds";
            return Err(ApiError::new(403, 50278, why));
        }
        if person.dms_open { Ok(()) } else { Err(ApiError::new(403, 50007, "Cannot send messages to this user")) }
    }

    /// Whether an answer to an interaction in a place is shown to its asker alone, whatever its flags ask for: where the
    /// app is a guest and guests may not answer openly.
    pub fn hushed(&self, channel: u64) -> bool {
        let guild = self.channels.get(&channel).and_then(|place| place.guild).and_then(|id| self.guilds.get(&id));
        guild.is_some_and(|guild| !guild.bot && !guild.guests_answer_openly)
    }

    /// What the bot may do in a place, in bits.
    pub fn bot_permissions(&self, place: &Channel) -> u64 {
        EVERYONE & !denied(place.allowed)
    }

    /// The exceptions of a channel: for the bot, and for those it is hidden from.
    pub fn overwrites_json(&self, place: &Channel) -> Value {
        let hidden = place.hidden_from.iter().map(|user| overwrite(*user, VIEW_CHANNEL));
        let bot = Some(denied(place.allowed)).filter(|denied| *denied != 0);
        let bot = bot.map(|denied| overwrite(self.application, denied));
        hidden.chain(bot).collect()
    }

    /// A server as JSON, with its roles.
    pub fn guild_json(&self, id: u64) -> Value {
        let everyone = json!({"id": id.to_string(), "name": "@everyone", "color": 0, "hoist": false, "position": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "permissions": EVERYONE.to_string(), "managed": false, "mentionable": false, "flags": 0});
        json!({"id": id.to_string(), "name": "a server", "icon": null, "splash": null, "discovery_splash": null,
            "owner_id": "1", "afk_channel_id": null, "afk_timeout": 60, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": [everyone], "emojis": [],
            "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null,
            "system_channel_flags": 0, "rules_channel_id": null, "vanity_url_code": null, "description": null,
            "banner": null, "premium_tier": 0, "preferred_locale": "en-US", "public_updates_channel_id": null,
            "nsfw_level": 0, "stickers": [], "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null})
    }
}

fn denied(allowed: Allowed) -> u64 {
    let bits = [
        (allowed.view, VIEW_CHANNEL),
        (allowed.send, SEND_MESSAGES | SEND_MESSAGES_IN_THREADS),
        (allowed.threads, CREATE_PUBLIC_THREADS),
        (allowed.history, READ_MESSAGE_HISTORY),
    ];
    bits.into_iter().filter(|(may, _)| !may).map(|(_, bit)| bit).sum()
}

fn overwrite(user: u64, denied: u64) -> Value {
    json!({"id": user.to_string(), "type": 1, "allow": "0", "deny": denied.to_string()})
}
