//! What new players ask about that isn't a command: `help clock`.

use serde::{Deserialize, Serialize};

use crate::command::table;

/// Something to be explained. The words are in `text/help/topics.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum HelpTopic {
    Turnpost,
    Commands,
    Clock,
    Turns,
    Colours,
    Rated,
    Variants,
    Mail,
    Discord,
    Privacy,
    Invitations,
    Pictures,
}

/// What each goes by; the first is what it is called.
const NAMES: &[(HelpTopic, &[&str])] = &[
    (HelpTopic::Turnpost, &["turnpost", "this", "about", "server", "introduction", "intro"]),
    (HelpTopic::Commands, &["commands", "all", "everything", "list"]),
    (HelpTopic::Clock, &["clock", "clocks", "time", "times", "deadline", "deadlines", "timeout"]),
    (HelpTopic::Turns, &["turn", "notation", "syntax", "moving", "format", "squares"]),
    (HelpTopic::Colours, &["colours", "colour", "colors", "color", "white", "black", "sides"]),
    (HelpTopic::Rated, &["rated", "unrated", "elo", "glicko"]),
    (HelpTopic::Variants, &["variants", "variant", "options", "option", "handicap", "customs", "pounce"]),
    (HelpTopic::Mail, &["mail", "email", "e-mail", "mails", "reply", "replies", "address", "addresses"]),
    (HelpTopic::Discord, &["discord", "thread", "threads", "bot"]),
    (HelpTopic::Privacy, &["privacy", "data", "account", "password"]),
    (HelpTopic::Invitations, &["invitations", "invitation", "friend", "friends", "opponent", "opponents"]),
    (HelpTopic::Pictures, &["pictures", "picture", "images", "legend"]),
];

impl HelpTopic {
    /// All of them.
    pub fn all() -> impl Iterator<Item = HelpTopic> {
        NAMES.iter().map(|(topic, _)| *topic)
    }

    /// The topic of that name, any case.
    pub fn named(word: &str) -> Option<HelpTopic> {
        let word = word.trim();
        let found = NAMES.iter().find(|(_, names)| names.iter().any(|name| name.eq_ignore_ascii_case(word)));
        found.map(|(topic, _)| *topic)
    }

    /// That word, if a topic is called so: it goes before a command that is only understood by it, too.
    pub fn called(word: &str) -> Option<&'static str> {
        HelpTopic::all()
            .map(HelpTopic::word)
            .find(|name| *name == word && table::entry(name).is_none_or(|entry| entry.word != *name))
    }

    /// What it is called.
    pub fn word(self) -> &'static str {
        let names = NAMES.iter().find(|(topic, _)| *topic == self).map(|(_, names)| *names);
        names.and_then(|names| names.first().copied()).unwrap_or_default()
    }
}
