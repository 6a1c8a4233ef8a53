//! The way that words take to their reader, and what is worded differently on each. A mail is answered by a reply and
//! says first whether anything has to be done; in Discord there are buttons and slash commands, and whoever reads a
//! message sees what it offers.

use super::clause::capital;
use super::in_discord::labels;
use crate::command::slash;
use crate::notice::Destination;

/// How a text reaches its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By mail.
    Mail,
    /// In Discord, for one person or for all in a place.
    Discord,
    /// At the console, which reads lines as mail does.
    Console,
}

impl Way {
    /// The way to a destination.
    pub(super) const fn to(destination: &Destination) -> Way {
        match destination {
            Destination::Email(_) => Way::Mail,
            Destination::DiscordUser(_) | Destination::DiscordPlace { .. } => Way::Discord,
            Destination::Console(_) => Way::Console,
        }
    }

    /// News that ask for nothing, written as they would follow a colon.
    pub(super) fn settled(self, news: impl AsRef<str>) -> String {
        match self {
            Way::Discord => capital(news.as_ref()),
            Way::Mail | Way::Console => format!("{NO_ACTION} {}", news.as_ref()),
        }
    }

    /// The same where they begin with somebody's name, which stays as it is written.
    pub(super) fn settled_by(self, name: &str, did: impl AsRef<str>) -> String {
        match self {
            Way::Discord => format!("{name}{}", did.as_ref()),
            Way::Mail | Way::Console => format!("{NO_ACTION} {name}{}", did.as_ref()),
        }
    }

    /// How a question is answered, behind a full stop: `Reply yes`, `Press Yes`.
    pub(super) const fn answer(self, yes: bool) -> &'static str {
        match (self, yes) {
            (Way::Discord, true) => "Press Yes",
            (Way::Discord, false) => "Press No",
            (_, true) => "Reply `yes`",
            (_, false) => "Reply `no`",
        }
    }

    /// The same within a sentence.
    pub(super) const fn answering(self, yes: bool) -> &'static str {
        match (self, yes) {
            (Way::Discord, true) => "press Yes",
            (Way::Discord, false) => "press No",
            (_, true) => "reply `yes`",
            (_, false) => "reply `no`",
        }
    }

    /// How a command is given, behind a full stop: ``Reply `cancel` ``, ``Type `/cancel` ``.
    pub(super) fn ask(self, command: &str) -> String {
        match self {
            Way::Discord => format!("Type `{command}`"),
            Way::Mail | Way::Console => format!("Reply `{command}`"),
        }
    }

    /// An argument with its name, as it is typed here: `players 4-8`, in Discord `players:4-8`.
    pub(super) fn argument(self, name: &str, value: &str) -> String {
        match self {
            Way::Discord => format!("{name}:{value}"),
            Way::Mail | Way::Console => format!("{name} {value}"),
        }
    }

    /// In front of a deadline: Discord's time stamps read "in 10 days".
    pub(super) const fn by(self) -> &'static str {
        match self {
            Way::Discord => "until",
            Way::Mail | Way::Console => "by",
        }
    }

    /// What carries the words: `mail`, `message`.
    pub(super) const fn carrier(self) -> &'static str {
        match self {
            Way::Mail => "mail",
            Way::Discord | Way::Console => "message",
        }
    }

    /// Something to type as it is typed here: in Discord a command is a slash command with options, and a question has
    /// buttons.
    pub(super) fn typed(self, text: &str) -> String {
        // What stands in columns is shown, not typed; somebody's own note among it.
        if text.starts_with(' ') || text.contains("  ") {
            return text.to_owned();
        }
        match (self, text) {
            (Way::Mail | Way::Console, _) => text.to_owned(),
            (Way::Discord, "yes") => labels::YES.to_owned(),
            (Way::Discord, "no") => labels::NO.to_owned(),
            (Way::Discord, _) => slash::typed(text).unwrap_or_else(|| text.to_owned()),
        }
    }
}

/// Opens a mail that asks for nothing.
pub(super) const NO_ACTION: &str = "No action needed:";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_its_own_words() {
        let (mail, discord) = (Way::Mail, Way::Discord);
        assert_eq!(mail.settled("it is set."), "No action needed: it is set.");
        assert_eq!(discord.settled("it is set."), "It is set.");
        assert_eq!(discord.settled_by("ann", " is away."), "ann is away.");
        assert_eq!([mail.ask("cancel"), discord.ask("cancel")], ["Reply `cancel`", "Type `cancel`"]);
        assert_eq!([discord.typed("cancel"), discord.typed("export me")], ["/cancel", "/export-me"]);
        assert_eq!([discord.typed("draw accept"), discord.typed("no")], ["/draw answer:accept", "No"]);
        assert_eq!(
            [discord.typed("d1-d7/g7"), discord.typed("from-to"), mail.typed("undo")],
            ["d1-d7/g7", "from-to", "undo"]
        );
    }
}
