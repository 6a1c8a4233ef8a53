//! Answers to interactions: acknowledged before any work, shown in place once it is done.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serenity::all::{
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage, InteractionId,
    Message, MessageFlags,
};
use serenity::http::Http;
use turnpost_core::clock::moment::now;
use turnpost_core::notice::{Destination, News};
use turnpost_core::service::Handled;
use turnpost_core::store::{Delivery, Owed};
use turnpost_core::text::in_discord::reach::{self, Barred};
use turnpost_core::text::in_discord::{BROKEN, DONE, OUT_OF_ORDER, TOO_FAST};

use crate::desk::Desk;
use crate::outgoing::post::Post;
use crate::outgoing::{deliver, door, pages, phrase, show};
use crate::wire::{NOTHING_IN_COMMON, Trouble, patiently};

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
    pub(crate) async fn respond(&self, response: &impl Serialize) -> bool {
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

    /// Tells the asker that the database doesn't answer, instead of an acknowledgement.
    pub(crate) async fn out_of_order(&self) {
        let words = CreateInteractionResponseMessage::new().content(OUT_OF_ORDER).ephemeral(true);
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
        self.follow(|| post.aside()).await.map(|_| ())
    }

    /// Adds a message that everybody here sees. False if Discord showed it to the asker alone, as it does where guests may
    /// not speak openly; then it is removed.
    pub(crate) async fn add_for_all(&self, post: &Post) -> Result<bool, Trouble> {
        let shown = self.follow(|| post.aside().ephemeral(false)).await?;
        if !shown.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) {
            return Ok(true);
        }
        let removed = patiently(ANSWER, || self.http.delete_followup_message(self.token, shown.id)).await;
        if let Err(trouble) = removed {
            tracing::debug!(%trouble, "a message for the asker alone was not removed");
        }
        Ok(false)
    }

    async fn follow(&self, make: impl Fn() -> CreateInteractionResponseFollowup) -> Result<Message, Trouble> {
        patiently(ANSWER, || {
            let followup = make();
            async move {
                use serenity::builder::Builder as _;
                followup.execute(self.http, (None, self.token)).await
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
        deliver::tidy_up(desk, self.http, &handled).await;
        if handled.answers.is_empty() && how == Acknowledged::Aside {
            let _ = self.show(&Post::text(DONE)).await;
        }
        let about = handled.answers.iter().find_map(|owed| owed.notice.game.as_ref()).map(|game| game.number);
        for (n, owed) in handled.answers.into_iter().enumerate() {
            let id = owed.id;
            let post = match shown(desk, self.http, &owed).await {
                Shown::Here => show::notice(desk, owed).await,
                Shown::InPlace => brief(&owed),
                Shown::AsMessage => {
                    self.send(desk, owed, how, n == 0).await;
                    continue;
                }
            };
            match self.tell(&post, how, n == 0).await {
                Ok(()) => desk.settle(id, Delivery::Sent).await,
                Err(trouble) => self.not_shown(desk, id, &trouble, how, n == 0).await,
            }
        }
        if let Some(number) = about
            && let Some(words) = door::words(desk, self.http, number).await
        {
            let _ = self.add(&Post::text(words)).await;
        }
    }

    /// An answer was not shown: the asker is told if it never will be.
    async fn not_shown(&self, desk: &Arc<Desk>, id: i64, trouble: &Trouble, how: Acknowledged, first: bool) {
        tracing::warn!(%trouble, notice = id, "an answer was not shown");
        deliver::hand_back(desk, id, trouble).await;
        if matches!(trouble, Trouble::Refused(_)) {
            let _ = self.tell(&Post::text(BROKEN), how, first).await;
        }
    }

    /// Shows what could not be delivered to them before, now that they are here. False if there was nothing.
    pub(crate) async fn show_kept(&self, desk: &Arc<Desk>, user: u64) -> bool {
        let kept = desk.change(move |service| service.kept_for(user, now())).await.unwrap_or_default();
        let any = !kept.is_empty();
        for owed in kept {
            let id = owed.id;
            let post = show::notice(desk, owed).await;
            match self.add(&post).await {
                Ok(()) => desk.settle(id, Delivery::Sent).await,
                Err(trouble) => self.not_shown(desk, id, &trouble, Acknowledged::InPlace, false).await,
            }
        }
        any
    }

    /// Sends a board as a message that stays. Whoever gets none sees it here, and learns what works.
    async fn send(&self, desk: &Arc<Desk>, owed: Owed, how: Acknowledged, first: bool) {
        let Destination::DiscordUser(user) = owed.notice.to else { return };
        let barred = match deliver::one(desk, self.http, owed).await {
            Some(Trouble::Unreachable(NOTHING_IN_COMMON)) => Barred::NothingInCommon,
            Some(Trouble::Unreachable(_)) => Barred::Closed,
            // What failed for now is tried again.
            _ => {
                let _ = self.tell(&Post::text(reach::IN_MESSAGES), how, first).await;
                return;
            }
        };
        let words = Post::text(reach::no_messages(barred, &desk.link()));
        if first && how == Acknowledged::Aside {
            let _ = self.show(&words).await;
            if !self.show_kept(desk, user).await {
                let _ = self.show(&Post::text(reach::BY_MAIL)).await;
            }
        } else if self.show_kept(desk, user).await {
            let _ = self.add(&words).await;
        } else {
            let _ = self.add(&Post::text(reach::BY_MAIL)).await;
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

/// Where the asker sees what they are told.
enum Shown {
    /// In the answer.
    Here,
    /// In the game's place, where everybody does.
    InPlace,
    /// In a message that stays: an answer vanishes, and it would be the only board there is.
    AsMessage,
}

async fn shown(desk: &Arc<Desk>, http: &Http, owed: &Owed) -> Shown {
    let (Some(game), Destination::DiscordUser(user)) = (&owed.notice.game, &owed.notice.to) else { return Shown::Here };
    // A receipt is for the moment, except the one that a game begins with.
    let stays = match owed.notice.news {
        News::YourTurn(_) | News::Result(_) => true,
        News::Receipt(_) => game.revision == 0,
        _ => return Shown::Here,
    };
    match deliver::sees_place(desk, http, game.number, *user).await {
        true => Shown::InPlace,
        false if stays => Shown::AsMessage,
        false => Shown::Here,
    }
}

/// An answer without what is posted in the game's place for everybody: one line is enough.
fn brief(owed: &Owed) -> Post {
    Post::text(phrase::news(&owed.notice).replace('\n', " "))
}
