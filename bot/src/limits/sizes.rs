//! The most that Discord takes: characters of a text, choices of a list.

/// Characters of a message.
pub(crate) const MESSAGE: usize = 2000;
/// Characters of a picture's alt text.
pub(crate) const ALT_TEXT: usize = 1024;
/// Characters of a `custom_id`.
pub(crate) const CUSTOM_ID: usize = 100;
/// Characters of a nonce.
pub(crate) const NONCE: usize = 25;
/// Characters of a thread's name.
pub(crate) const THREAD_NAME: usize = 100;
/// Characters of what describes a slash command or its option.
pub(crate) const DESCRIPTION: usize = 100;
/// What one select holds, and what is offered while somebody types.
pub(crate) const CHOICES: usize = 25;
/// Characters of a choice's label, and of its value.
pub(crate) const CHOICE: usize = 100;
/// Characters of what a select shows before something is chosen.
pub(crate) const PLACEHOLDER: usize = 150;
/// Embeds of a message.
pub(crate) const EMBEDS: usize = 10;
/// Characters of an embed's title.
pub(crate) const EMBED_TITLE: usize = 256;
/// Characters of an embed's text.
pub(crate) const EMBED_DESCRIPTION: usize = 4096;
/// Characters of all embeds of a message.
pub(crate) const EMBEDS_TEXT: usize = 6000;
/// Files of a message.
pub(crate) const FILES: usize = 10;
