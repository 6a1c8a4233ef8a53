//! The pages, each from what the service says to markup.

pub(crate) mod article;
pub(crate) mod embed;
pub(crate) mod events;
pub(crate) mod feed;
pub(crate) mod files;
pub(crate) mod front;
pub(crate) mod game;
pub(crate) mod lists;
pub(crate) mod mine;
pub(crate) mod people;
pub(crate) mod play;
pub(crate) mod rules;
