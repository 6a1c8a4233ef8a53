//! The Discord bot.
