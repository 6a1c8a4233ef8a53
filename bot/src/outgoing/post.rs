//! A message to be shown, as plain data, and its forms for serenity: as a new message, as an answer to an interaction,
//! as an edit of that answer. Only the user named as its mention is pinged, and no link unfolds.

use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed,
    CreateInteractionResponseFollowup, CreateMessage, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditAttachments, EditInteractionResponse, EditMessage,
};
use serenity::model::application::ButtonStyle;
use serenity::model::channel::{Message, MessageFlags, MessageReference, Nonce};
use serenity::model::id::UserId;

use crate::custom_id::Press;
use crate::limits::sizes::{ALT_TEXT, MESSAGE, NONCE};
use crate::markdown::cut;

/// What a message shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Post {
    /// The text, with markup.
    pub content: String,
    /// The picture of the board.
    pub picture: Option<Picture>,
    /// A longer text, in sections.
    pub embeds: Vec<Embed>,
    /// The pictures that these show.
    pub diagrams: Vec<Picture>,
    /// Buttons and selects.
    pub rows: Vec<Row>,
    /// The user who is pinged.
    pub mention: Option<u64>,
    /// Another one.
    pub also: Option<u64>,
    /// Text files: a game's record, or the report of an event.
    pub records: Vec<(String, String)>,
}

/// A picture with its alt text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Picture {
    /// The file's name, which also says which game and revision it shows: [`Picture::name`].
    pub name: String,
    /// The PNG.
    pub png: Vec<u8>,
    /// The position in words.
    pub alt: String,
}

/// A section of a longer text.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Embed {
    /// Its heading.
    pub title: Option<String>,
    /// Its text, with markup.
    pub description: String,
    /// The file of the picture below it.
    pub image: Option<String>,
    /// The words below that.
    pub footer: Option<String>,
}

impl Embed {
    /// How many characters Discord counts.
    pub(crate) fn characters(&self) -> usize {
        let texts = [self.title.as_deref(), Some(&self.description), self.footer.as_deref()];
        texts.into_iter().flatten().map(|text| text.chars().count()).sum()
    }
}

/// A row below a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Row {
    /// At most five buttons.
    Buttons(Vec<Button>),
    /// A select of at most 25: label and value.
    Select {
        /// What it means.
        press: Press,
        /// What it shows before something is chosen.
        placeholder: String,
        /// Labels and values.
        options: Vec<(String, String)>,
        /// The value of the one that is chosen already.
        chosen: Option<String>,
    },
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Button {
    /// What it says.
    pub label: &'static str,
    /// What it means.
    pub press: Press,
    /// How it looks.
    pub look: Look,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// What one usually wants.
    Main,
    /// Everything else.
    Plain,
    /// What can't be taken back.
    Danger,
}

impl Picture {
    /// The name of the picture of a game at a revision, by which a reply to an old board is recognised.
    pub(crate) fn name(game: &str, number: i64, revision: i64) -> String {
        format!("{game}-{number}-{revision}.png")
    }

    /// The game and revision in such a name.
    pub(crate) fn named(name: &str) -> Option<(i64, i64)> {
        let mut parts = name.strip_suffix(".png")?.rsplit('-');
        let revision = parts.next()?.parse().ok()?;
        Some((parts.next()?.parse().ok()?, revision))
    }
}

impl Post {
    /// Text alone.
    pub(crate) fn text(content: impl Into<String>) -> Post {
        Post { content: content.into(), ..Post::default() }
    }

    /// As a new message. The nonce is made of the notice's id, so that Discord posts a repeat only once.
    pub(crate) fn message(&self, notice: i64) -> CreateMessage {
        self.named(format!("t{notice}"))
    }

    /// As a message that goes before the one of a notice, because that would be too long.
    pub(crate) fn part(&self, notice: i64, part: usize) -> CreateMessage {
        self.named(format!("t{notice}p{part}"))
    }

    /// As a reply to a message where no notice is involved.
    pub(crate) fn remark(&self, to: &Message) -> CreateMessage {
        let reference = MessageReference::from(to).fail_if_not_exists(false);
        self.named(format!("r{}", to.id)).reference_message(reference)
    }

    /// As a message of its own where no notice is involved, posted once.
    pub(crate) fn apart(&self, nonce: String) -> CreateMessage {
        self.named(nonce.chars().take(NONCE).collect())
    }

    fn named(&self, nonce: String) -> CreateMessage {
        // Nothing that people write unfolds; what we set in embeds must.
        let flags = if self.embeds.is_empty() { MessageFlags::SUPPRESS_EMBEDS } else { MessageFlags::empty() };
        CreateMessage::new()
            .content(cut(&self.content, MESSAGE))
            .allowed_mentions(self.allowed())
            .components(self.components())
            .add_files(self.files())
            .nonce(Nonce::String(nonce))
            .enforce_nonce(true)
            .embeds(self.embeds())
            .flags(flags)
    }

    /// As a reply to a message, which pings nobody.
    pub(crate) fn reply(&self, to: impl Into<MessageReference>, notice: i64) -> CreateMessage {
        self.message(notice).reference_message(to.into().fail_if_not_exists(false))
    }

    /// As the final answer to an acknowledged interaction, in place of what it showed before.
    pub(crate) fn edit(&self) -> EditInteractionResponse {
        let mut attachments = EditAttachments::new();
        for file in self.files() {
            attachments = attachments.add(file);
        }
        EditInteractionResponse::new()
            .content(cut(&self.content, MESSAGE))
            .allowed_mentions(self.allowed())
            .components(self.components())
            .embeds(self.embeds())
            .attachments(attachments)
    }

    /// As a change of a message of the bot's, in place of all that it showed before.
    pub(crate) fn rewrite(&self) -> EditMessage {
        let mut attachments = EditAttachments::new();
        for file in self.files() {
            attachments = attachments.add(file);
        }
        EditMessage::new()
            .content(cut(&self.content, MESSAGE))
            .allowed_mentions(self.allowed())
            .components(self.components())
            .embeds(self.embeds())
            .attachments(attachments)
    }

    /// As a follow-up that only the asker sees.
    pub(crate) fn aside(&self) -> CreateInteractionResponseFollowup {
        CreateInteractionResponseFollowup::new()
            .content(cut(&self.content, MESSAGE))
            .allowed_mentions(self.allowed())
            .components(self.components())
            .add_files(self.files())
            .embeds(self.embeds())
            .ephemeral(true)
    }

    fn allowed(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new()
            .users(self.mention.into_iter().chain(self.also).map(UserId::new))
            .replied_user(false)
    }

    fn files(&self) -> Vec<CreateAttachment> {
        let picture = self.picture.iter().chain(&self.diagrams).map(|picture| {
            CreateAttachment::bytes(picture.png.clone(), picture.name.clone()).description(cut(&picture.alt, ALT_TEXT))
        });
        let records =
            self.records.iter().map(|(name, text)| CreateAttachment::bytes(text.clone().into_bytes(), name.clone()));
        picture.chain(records).collect()
    }

    fn embeds(&self) -> Vec<CreateEmbed> {
        self.embeds.iter().map(embed).collect()
    }

    fn components(&self) -> Vec<CreateActionRow> {
        self.rows.iter().map(row).collect()
    }
}

/// An embed for serenity, whose own builder would also name its type, which is not ours to choose.
fn embed(embed: &Embed) -> CreateEmbed {
    let mut made = serde_json::json!({});
    let described = (!embed.description.is_empty()).then_some(&embed.description);
    for (name, text) in [("title", embed.title.as_ref()), ("description", described)] {
        if let Some(text) = text {
            made[name] = text.as_str().into();
        }
    }
    if let Some(name) = &embed.image {
        made["image"] = serde_json::json!({"url": format!("attachment://{name}")});
    }
    if let Some(words) = &embed.footer {
        made["footer"] = serde_json::json!({"text": words});
    }
    serde_json::from_value::<serenity::model::channel::Embed>(made).map(CreateEmbed::from).unwrap_or_default()
}

fn row(row: &Row) -> CreateActionRow {
    match row {
        Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(button).collect()),
        Row::Select { press, placeholder, options, chosen } => {
            let options = options.iter().map(|(label, value)| {
                let option = CreateSelectMenuOption::new(label.clone(), value.clone());
                if chosen.as_ref() == Some(value) { option.default_selection(true) } else { option }
            });
            let kind = CreateSelectMenuKind::String { options: options.collect() };
            CreateActionRow::SelectMenu(CreateSelectMenu::new(press.to_string(), kind).placeholder(placeholder.clone()))
        }
    }
}

fn button(button: &Button) -> CreateButton {
    let style = match button.look {
        Look::Main => ButtonStyle::Primary,
        Look::Plain => ButtonStyle::Secondary,
        Look::Danger => ButtonStyle::Danger,
    };
    CreateButton::new(button.press.to_string()).label(button.label).style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_tells_its_game_and_revision() {
        assert_eq!(Picture::named(&Picture::name("amazons", 41, 9)), Some((41, 9)));
        for other in ["board.png", "amazons-41-9.gif", "amazons-x-9.png", ""] {
            assert_eq!(Picture::named(other), None);
        }
    }
}
