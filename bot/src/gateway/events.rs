//! Passes each event from the gateway on to the part of the bot that deals with it. All that is decided here is whether
//! it was handled before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serenity::all::{
    ConnectionStage, Context, Event, EventHandler, GuildChannel, GuildId, Interaction, Message, RawEventHandler, Ready,
    Role, RoleId, ShardStageUpdateEvent,
};
use serenity::async_trait;

use crate::desk::Desk;
use crate::incoming::missed::{self, Where};
use crate::incoming::said::{self, Came, Said};
use crate::incoming::{modal, press, register, slash};
use crate::outgoing::answer::Waiting;
use crate::settings::Settings;

/// The permissions that the bot asks for: see channels, write, attach pictures, read earlier messages, react, open
/// threads and write in them.
pub(crate) const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 6 | 1 << 35 | 1 << 38;

/// The URL by which a server's owner invites the bot, with no more permissions than it needs.
pub(crate) fn invite_url(application: u64) -> String {
    let base = "https://discord.com/oauth2/authorize";
    format!("{base}?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}")
}

/// How long what is said waits for what was said before it.
const CAUGHT_UP: Duration = Duration::from_secs(20);

/// Handles events.
pub(super) struct Events {
    desk: Arc<Desk>,
    settings: Settings,
    shard: u32,
    greeted: AtomicBool,
}

impl Events {
    /// For this desk, from that shard.
    pub(super) fn new(desk: Arc<Desk>, settings: Settings, shard: u32) -> Events {
        Events { desk, settings, shard, greeted: AtomicBool::new(false) }
    }

    /// Reads what was written before this session; what is written meanwhile waits for it.
    async fn catch_up(&self, context: &Context) {
        self.desk.catching_up.send_replace(true);
        // Direct messages come by the first shard.
        let places = if self.shard == 0 { Where::Everywhere } else { Where::InServers };
        missed::catch_up(&self.desk, &context.http, places).await;
        self.desk.catching_up.send_replace(false);
    }

    async fn caught_up(&self) {
        let mut catching_up = self.desk.catching_up.subscribe();
        let done = catching_up.wait_for(|catching_up| !catching_up);
        if tokio::time::timeout(CAUGHT_UP, done).await.is_err() {
            tracing::info!("what was missed is still being read");
        }
    }
}

#[async_trait]
impl EventHandler for Events {
    async fn ready(&self, context: Context, ready: Ready) {
        self.desk.set_me(ready.user.id.get());
        self.desk.set_application(ready.application.id.get());
        self.catch_up(&context).await;
        self.settings.link.note(self.shard, true);
        self.desk.owed.notify_one();
        if self.greeted.swap(true, Ordering::Relaxed) {
            return;
        }
        (self.settings.announce)(&invite_url(ready.application.id.get()));
        match register::register(&context.http).await {
            Ok(true) => tracing::info!("slash commands registered"),
            Ok(false) => tracing::info!("slash commands are up to date"),
            Err(trouble) => {
                self.greeted.store(false, Ordering::Relaxed);
                tracing::warn!(%trouble, "slash commands could not be registered; tried again at the next connection");
            }
        }
    }

    async fn shard_stage_update(&self, _: Context, update: ShardStageUpdateEvent) {
        self.settings.link.note(self.shard, update.new == ConnectionStage::Connected);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        // Discord would refuse a second answer to the same event.
        if !self.desk.seen_events.put(interaction.id().get(), ()) {
            return;
        }
        // Discord waits three seconds: nobody asks the database first.
        if !self.desk.database_answers() && !matches!(interaction, Interaction::Autocomplete(_)) {
            let waiting = Waiting { http: &context.http, id: interaction.id(), token: interaction.token() };
            return waiting.out_of_order().await;
        }
        match interaction {
            Interaction::Command(command) => slash::command(&self.desk, &context.http, &command).await,
            Interaction::Autocomplete(typing) => slash::complete(&self.desk, &context.http, &typing).await,
            Interaction::Component(component) => press::component(&self.desk, &context.http, &component).await,
            Interaction::Modal(filled) => modal::filled(&self.desk, &context.http, &filled).await,
            _ => {}
        }
    }

    async fn message(&self, context: Context, message: Message) {
        let (channel, id) = (message.channel_id.get(), message.id.get());
        if message.guild_id.is_none() && !message.author.bot {
            self.desk.hear(channel, Some(message.author.id.get()), id - 1).await;
        }
        self.desk.heard.begin(channel, id);
        self.caught_up().await;
        if self.desk.seen_events.put(id, ()) {
            let came = Came { direct: message.guild_id.is_none(), late: false };
            if said::message(&self.desk, &context.http, &message, came).await == Said::Unheard {
                // It is read again when the database answers.
                return self.desk.seen_events.forget(&id);
            }
        }
        self.desk.heard.done(channel, id);
    }

    // Who sees a channel may have changed.
    async fn channel_update(&self, _: Context, _: Option<GuildChannel>, _: GuildChannel) {
        self.desk.looked.clear();
    }

    async fn guild_role_update(&self, _: Context, _: Option<Role>, _: Role) {
        self.desk.looked.clear();
    }

    async fn guild_role_delete(&self, _: Context, _: GuildId, _: RoleId, _: Option<Role>) {
        self.desk.looked.clear();
    }
}

/// Logs events that serenity could not read, which would vanish otherwise.
pub(super) struct UnreadableEvents;

#[async_trait]
impl RawEventHandler for UnreadableEvents {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(unknown) = event {
            // Only its name, since its content may be somebody's message.
            tracing::warn!(kind = %unknown.kind, "an event that can't be read");
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_invite_asks_for_little() {
        let url = super::invite_url(7);
        assert!(url.contains("client_id=7") && url.contains("permissions=309237746752"), "{url}");
        assert_eq!(super::PERMISSIONS & (1 << 3), 0, "never administrator");
    }
}
