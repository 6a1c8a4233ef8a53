//! What people do in Discord, and what they ask for by it: slash commands, buttons, modals, messages. Each becomes a
//! request to the service (`asking`).

mod asking;
mod complete;
mod hearing;
pub(crate) mod missed;
pub(crate) mod modal;
mod overheard;
pub(crate) mod press;
pub(crate) mod register;
pub(crate) mod said;
mod server;
pub(crate) mod slash;
