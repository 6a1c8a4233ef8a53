//! What only the Discord bot says: where it can't answer, and why it doesn't ask us.

/// To somebody who asks for too much.
pub const TOO_FAST: &str = "That was a lot at once; wait a moment and try again.";

/// In a channel, to somebody whose answer is for them alone and who takes no direct messages. It says nothing of what was
/// asked for.
pub const CLOSED: &str = "The answer is for you alone, and you take no direct messages from me. Allow them in this \
    server's privacy settings, or use a slash command such as `/games`: it shows you the answer where only you see it.";

/// Why somebody isn't challenged by a mention.
pub const NOT_HERE: &str = "nobody here is known by that mention; pick a member, or challenge a player by name.";
/// Nor a bot.
pub const A_BOT: &str = "that is a bot, and bots don't play here; challenge a person.";
/// Nor anybody for now.
pub const TOO_MANY_HERE: &str = "there were too many challenges in this server just now; try again in a few minutes.";
