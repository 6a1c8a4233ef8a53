//! Passes each event from the gateway on to the part of the bot that deals with it. All that is decided here is whether
//! it was handled before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serenity::all::{
    ConnectionStage, Context, Event, EventHandler, Interaction, Message, RawEventHandler, Ready, ShardStageUpdateEvent,
};
use serenity::async_trait;

use crate::desk::Desk;
use crate::incoming::{modal, press, register, said, slash};
use crate::settings::Settings;

/// The permissions that the bot asks for: see channels, write, attach pictures, read earlier messages, react, open
/// threads and write in them.
pub(crate) const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 15 | 1 << 16 | 1 << 6 | 1 << 35 | 1 << 38;

/// The URL by which a server's owner invites the bot, with no more permissions than it needs.
pub(crate) fn invite_url(application: u64) -> String {
    let base = "https://discord.com/oauth2/authorize";
    format!("{base}?client_id={application}&scope=bot+applications.commands&permissions={PERMISSIONS}")
}

/// Handles events.
pub(crate) struct Events {
    desk: Arc<Desk>,
    settings: Settings,
    greeted: AtomicBool,
}

impl Events {
    /// For this desk.
    pub(crate) fn new(desk: Arc<Desk>, settings: Settings) -> Events {
        Events { desk, settings, greeted: AtomicBool::new(false) }
    }
}

#[async_trait]
impl EventHandler for Events {
    async fn ready(&self, context: Context, ready: Ready) {
        self.desk.set_me(ready.user.id.get());
        self.settings.connected.store(true, Ordering::Relaxed);
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
        self.settings.connected.store(update.new == ConnectionStage::Connected, Ordering::Relaxed);
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        // Discord would refuse a second answer to the same event.
        if !self.desk.seen_events.put(interaction.id().get(), ()) {
            return;
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
        if self.desk.seen_events.put(message.id.get(), ()) {
            said::message(&self.desk, &context.http, &message).await;
        }
    }
}

/// Logs events that serenity could not read, which would vanish otherwise.
pub(crate) struct UnreadableEvents;

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
