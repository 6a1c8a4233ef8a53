//! What the bot says where it can't do what is asked in the usual way: what is possible, and the way that works.

use crate::game::GameNumber;
use crate::service::Unseen;

/// While a challenge is being posted in place of an answer.
pub const POSTING: &str = "One moment …";
/// To a player whose board is a message of its own.
pub const IN_MESSAGES: &str = "Your board is in our direct messages.";
/// To a player whose board goes by mail.
pub const BY_MAIL: &str = "I can't send you direct messages, so your boards come by mail.";

/// Something that the bot may be allowed to do in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// See it.
    View,
    /// Write in it.
    Send,
    /// Write in its threads.
    SendInThreads,
    /// Attach pictures.
    Attach,
}

/// Why somebody gets no direct messages from the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// They don't take any, or block it.
    Closed,
    /// They neither share a server with it nor have it in their account.
    NothingInCommon,
}

/// To a player who gets no direct messages and has no mail address, below the only board there is. The link adds the
/// bot.
pub fn no_messages(why: Barred, link: &str) -> String {
    let (cause, ways) = match why {
        Barred::Closed => (
            "you don't take them from me",
            "allow direct messages in the privacy settings of a server that we share, or `/link` your mail address"
                .to_owned(),
        ),
        Barred::NothingInCommon => (
            "nothing connects us",
            format!(
                "add me to your account ({link}), and boards come as direct messages; `/link` then also adds your \
                 mail address"
            ),
        ),
    };
    format!(
        "I can't send you direct messages: {cause}. You can play on the board below, but it won't stay, and nobody \
         tells you when it is your turn. What works: {ways}; or play in a server that I am in."
    )
}

/// To the maker of a challenge that nobody else could see. The link adds the bot.
pub fn only_you(fate: Unseen, link: &str) -> String {
    let fate = match fate {
        Unseen::Open => "The challenge stays open for whoever asks for such a game.".to_owned(),
        Unseen::SentToThem => "I sent it to them by direct message or mail.".to_owned(),
        Unseen::Withdrawn => format!(
            "They have never used me, so I can't write to them, and the challenge is taken back. What works: somebody \
             who runs this server adds me ({link}); you challenge them in a server that I am in; or you invite them \
             by mail, with their address as `name`."
        ),
    };
    format!("Only you see what I say here: I am no member of this server, and guests may not speak openly. {fate}")
}

/// In the channel around a game's thread, or to whoever acts there: what is missing, and where the game goes on.
pub fn missing(place: u64, game: GameNumber, permission: Permission) -> String {
    let named = match permission {
        Permission::View => "View Channel",
        Permission::Send => "Send Messages",
        Permission::SendInThreads => "Send Messages in Threads",
        Permission::Attach => "Attach Files",
    };
    format!(
        "I can't post in <#{place}>: I need the permission **{named}**, which those who run this server can give me. \
         Until then the boards of game {game} come as direct messages; turns typed there still count."
    )
}
