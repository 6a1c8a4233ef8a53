//! Commands for finding things out.

use super::{Argument, Entry, Everyday, Group, Kind};
use crate::command::{Command, arguments};

const ANY_GAME: Argument =
    Argument { name: "game", kind: Kind::GameName, required: false, before: "", shown: "GAME", help: "Which game" };

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        word: "help",
        synonyms: &["commands"],
        arguments: &[Argument {
            name: "command",
            kind: Kind::Text,
            required: false,
            before: "",
            shown: "COMMAND",
            help: "About this command or topic",
        }],
        help: "Explain the commands, or one of them.",
        more: "Also `help clock`, and other things that are no commands: turnpost, turn, colours, rated, variants, mail, \
               discord, privacy, invitations, pictures.",
        example: "help new",
        group: Group::Asking,
        slash: true,
        strangers: true,
        everyday: Everyday::Word,
        wishes: &[],
        read: |words| arguments::topic(words).map(Command::Help),
    },
    Entry {
        word: "rules",
        synonyms: &["how to play"],
        arguments: &[ANY_GAME],
        help: "Explain the rules of a game.",
        more: "",
        example: "rules dameo",
        group: Group::Asking,
        slash: true,
        strangers: true,
        everyday: Everyday::Word,
        wishes: &[
            "rules",
            "how does this game work",
            "how does this work",
            "how do i play",
            "how to play",
            "explain the game",
            "do i have to",
            "what does",
            "am i allowed",
        ],
        read: |words| arguments::game_name(words).map(Command::Rules),
    },
    Entry {
        word: "ratings",
        synonyms: &["rating", "ranking", "rankings"],
        arguments: &[ANY_GAME],
        help: "Show the ratings of a game.",
        more: "A `?` marks ratings of players with few games.",
        example: "ratings amazons",
        group: Group::Asking,
        slash: true,
        strangers: true,
        everyday: Everyday::Word,
        wishes: &[],
        read: |words| arguments::game_name(words).map(Command::Ratings),
    },
    Entry {
        word: "who",
        synonyms: &["whois", "profile", "who is", "stats", "statistics"],
        arguments: &[Argument {
            name: "player",
            kind: Kind::Player,
            required: false,
            before: "",
            shown: "NAME",
            help: "The player's name",
        }],
        help: "Tell about a player; you, if you name nobody.",
        more: "",
        example: "who ben",
        group: Group::Asking,
        slash: true,
        strangers: true,
        everyday: Everyday::Word,
        wishes: &[],
        read: |words| match words.peek() {
            None => Ok(Command::Who(None)),
            Some(_) => arguments::player(words).map(|name| Command::Who(Some(name))),
        },
    },
];
