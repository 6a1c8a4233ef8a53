//! The Discord bot: slash commands, buttons, guided turns and text, on serenity.

pub mod custom_id;
pub mod hearing;
pub mod markdown;
pub mod picker;
pub mod post;
pub mod wire;
