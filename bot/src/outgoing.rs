//! From what is owed to what Discord shows. `show` makes a message of a notice or a view, from words (`phrase`) and
//! pictures (`draw`); `answer` replies to an interaction with it, and `deliver` works off the outbox.

pub(crate) mod answer;
mod article;
pub(crate) mod deliver;
mod door;
mod draw;
mod live;
pub(crate) mod pages;
mod phrase;
mod place;
pub(crate) mod post;
pub(crate) mod show;
mod sight;
pub(crate) mod spectators;
