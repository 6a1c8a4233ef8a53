//! Answers to interactions: acknowledged before any work, shown in place once it is done.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage, InteractionId,
};
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::notice::News;
use turnpost_core::service::Handled;
use turnpost_core::store::{Delivery, Owed};
use turnpost_core::text::in_discord::{DONE, OUT_OF_ORDER, TOO_FAST};

use crate::desk::Desk;
use crate::outgoing::post::Post;
use crate::outgoing::{pages, phrase, show};
use crate::wire::{Trouble, patiently};

/// Discord waits three seconds for the first answer; what comes later is refused.
const FIRST_ANSWER: Duration = Duration::from_millis(2_700);
/// How long an answer is tried; after a minute the outbox takes over.
const ANSWER: Duration = Duration::from_secs(40);

/// An interaction that has not been answered yet.
pub(crate) struct Waiting<'a> {
    /// How to reach Discord.
    pub http: &'a Http,
    /// Its id.
    pub id: InteractionId,
    /// Its token.
    pub token: &'a str,
}

/// How an interaction is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acknowledged {
    /// An answer follows that only the asker sees.
    Aside,
    /// The message that was clicked may change.
    InPlace,
}

impl Waiting<'_> {
    /// Acknowledges the interaction, before any work. If that fails the asker sees an error, but what they asked for is
    /// done all the same: a turn that was not played would be missed for longer. What they are told then comes as a
    /// direct message.
    pub(crate) async fn acknowledge(&self, how: Acknowledged) {
        let response = match how {
            Acknowledged::Aside => {
                CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))
            }
            Acknowledged::InPlace => CreateInteractionResponse::Acknowledge,
        };
        self.respond(&response).await;
    }

    /// Answers at once. False if that failed.
    pub(crate) async fn respond(&self, response: &CreateInteractionResponse) -> bool {
        let sent = patiently(FIRST_ANSWER, || {
            self.http.create_interaction_response(self.id, self.token, response, Vec::new())
        });
        match sent.await {
            Ok(()) => true,
            Err(trouble) => {
                tracing::warn!(%trouble, interaction = self.id.get(), "an interaction was not answered");
                false
            }
        }
    }

    /// Tells the asker to slow down, instead of an acknowledgement.
    pub(crate) async fn slow_down(&self) {
        let words = CreateInteractionResponseMessage::new().content(TOO_FAST).ephemeral(true);
        self.respond(&CreateInteractionResponse::Message(words)).await;
    }

    /// Shows the answer in place of the acknowledgement.
    pub(crate) async fn show(&self, post: &Post) -> Result<(), Trouble> {
        patiently(ANSWER, || {
            let edit = post.edit();
            async move {
                use serenity::builder::Builder as _;
                edit.execute(self.http, self.token).await.map(|_| ())
            }
        })
        .await
    }

    /// Adds a message that only the asker sees.
    pub(crate) async fn add(&self, post: &Post) -> Result<(), Trouble> {
        self.follow(|| post.aside()).await
    }

    /// Adds a message that everybody here sees.
    pub(crate) async fn add_for_all(&self, post: &Post) -> Result<(), Trouble> {
        self.follow(|| post.aside().ephemeral(false)).await
    }

    async fn follow(&self, make: impl Fn() -> CreateInteractionResponseFollowup) -> Result<(), Trouble> {
        patiently(ANSWER, || {
            let followup = make();
            async move {
                use serenity::builder::Builder as _;
                followup.execute(self.http, (None, self.token)).await.map(|_| ())
            }
        })
        .await
    }

    /// Removes what was shown.
    pub(crate) async fn remove(&self) {
        let removed = patiently(ANSWER, || self.http.delete_original_interaction_response(self.token)).await;
        if let Err(trouble) = removed {
            tracing::debug!(%trouble, "an answer was not removed");
        }
    }

    /// Shows what became of a request: the first answer in place of the acknowledgement, the others below it.
    pub(crate) async fn answer(&self, desk: &Arc<Desk>, handled: Option<Handled>, how: Acknowledged) {
        let Some(handled) = handled else {
            let _ = self.tell(&Post::text(OUT_OF_ORDER), how, true).await;
            return;
        };
        if handled.answers.is_empty() && how == Acknowledged::Aside {
            let _ = self.show(&Post::text(DONE)).await;
        }
        for (n, owed) in handled.answers.into_iter().enumerate() {
            let id = owed.id;
            let post = brief(desk, owed).await;
            match self.tell(&post, how, n == 0).await {
                Ok(()) => desk.settle(id, Delivery::Sent).await,
                // It stays in the outbox, which sends it as a direct message.
                Err(trouble) => tracing::warn!(%trouble, notice = id, "an answer was not shown"),
            }
        }
    }

    /// Shows what could not be delivered to them before, now that they are here.
    pub(crate) async fn show_kept(&self, desk: &Arc<Desk>, user: u64) {
        let kept = desk.change(move |service| service.kept_for(user, now())).await.unwrap_or_default();
        for owed in kept {
            let id = owed.id;
            let post = show::notice(desk, owed).await;
            if self.add(&post).await.is_ok() {
                desk.settle(id, Delivery::Sent).await;
            }
        }
    }

    async fn tell(&self, post: &Post, how: Acknowledged, first: bool) -> Result<(), Trouble> {
        for (n, part) in pages::in_parts(post).iter().enumerate() {
            match first && n == 0 && how == Acknowledged::Aside {
                true => self.show(part).await?,
                false => self.add(part).await?,
            }
        }
        Ok(())
    }
}

/// An answer in place. Where the same is posted in the game's thread for everybody, the asker gets only the words.
async fn brief(desk: &Arc<Desk>, owed: Owed) -> Post {
    let told = matches!(owed.notice.news, News::Receipt(_) | News::YourTurn(_) | News::Result(_));
    let place = match owed.notice.game.as_ref().map(|game| game.number).filter(|_| told) {
        Some(number) => desk.look_up(move |service| service.place(number)).await.flatten(),
        None => None,
    };
    if place.is_none() {
        return show::notice(desk, owed).await;
    }
    // One line is enough for what everybody can see.
    Post::text(phrase::news(&owed.notice).replace('\n', " "))
}
