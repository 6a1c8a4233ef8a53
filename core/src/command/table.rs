//! The one table of commands: what each is called, takes and does. Parser, help, README and slash commands
//! are made from it; a new command is a row here and an arm in `print.rs`.

use super::Command;
use super::fault::Slip;
use super::words::Words;
use crate::comment::{LONGEST_COMMENT, LONGEST_NOTE};

mod asking;
mod events;
mod me;
mod meeting;
mod playing;
mod settings;

pub(crate) use settings::FORMS as SETTING_FORMS;

/// A command of the language.
pub struct Entry {
    /// What it is called, and printed as.
    pub word: &'static str,
    /// Other words for it that take the same arguments.
    pub synonyms: &'static [&'static str],
    /// What it takes, in the order in which it is printed.
    pub arguments: &'static [Argument],
    /// What it does, in one line.
    pub help: &'static str,
    /// What else there is to know; may be empty.
    pub more: &'static str,
    /// A line as somebody would type it.
    pub example: &'static str,
    /// Where it stands in the help.
    pub group: Group,
    /// Whether Discord offers it as a slash command.
    pub slash: bool,
    /// Whether somebody whom nobody knows yet may ask for it: what is about games of one's own makes no sense then.
    pub strangers: bool,
    /// Whether its words are also ordinary language.
    pub everyday: Everyday,
    /// What people say who want it and don't know its name: it is suggested to them, and never done because of these.
    pub wishes: &'static [&'static str],
    /// Reads its arguments; what it leaves is a mistake, or behind a turn a comment.
    pub(super) read: fn(&mut Words<'_>) -> Result<Command, Slip>,
}

/// Whether people also write a command's words when they mean nothing of the kind. A letter is full of lines that happen
/// to begin with `say` or `stop`; this tells where such a line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Everyday {
    /// They don't: with what it takes, nobody writes it by chance. It counts wherever it stands.
    Never,
    /// They do: it counts where commands stand, at the top or directly below another, and not among sentences.
    Word,
    /// They do, and it is also what somebody says at the end of a letter to us: it counts there, and in a paragraph of its
    /// own as the last thing said.
    Alone,
    /// They do, and any words may follow it: among sentences only a number or a colon shows that it is meant.
    Speech,
}

/// Something that a command takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name of the slash command's option.
    pub name: &'static str,
    /// What kind of thing it is.
    pub kind: Kind,
    /// Whether the command makes no sense without it.
    pub required: bool,
    /// The word that stands before it in a line: `vs`, or nothing.
    pub before: &'static str,
    /// How the help shows it: `vs NAME`.
    pub shown: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
}

/// What kind of thing an argument is: what to offer while somebody types it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The number of one of the player's games or challenges.
    GameNumber,
    /// The number of an event, such as T12.
    Event,
    /// The number of a turn of that game.
    TurnNumber,
    /// A turn, completed in stages.
    TurnText,
    /// The name of a game.
    GameName,
    /// The name of a variant of the game named.
    Variant,
    /// A player, by name or mention.
    Player,
    /// A clock.
    Clock,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number of something else.
    Number,
    /// Any text.
    Text,
}

/// The parts of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Finding opponents.
    Meeting,
    /// Playing a game.
    Playing,
    /// Talking, watching, planning.
    Beside,
    /// Tournaments.
    Events,
    /// The player's own affairs.
    Me,
    /// Finding things out.
    Asking,
}

impl Group {
    /// All of them, in the order of the help.
    pub const ALL: [Group; 6] =
        [Group::Meeting, Group::Playing, Group::Beside, Group::Events, Group::Me, Group::Asking];

    /// Its heading.
    pub const fn title(self) -> &'static str {
        match self {
            Group::Meeting => "Finding a game",
            Group::Playing => "Playing",
            Group::Beside => "Around a game",
            Group::Events => "Leagues, cups and ladders",
            Group::Me => "You",
            Group::Asking => "Finding out",
        }
    }
}

/// Phrases that stand for a command with some of its arguments, and whether people also say them otherwise.
const PHRASES: &[(&str, &str, Everyday)] = &[
    ("accept draw", "draw accept", Everyday::Alone),
    ("decline draw", "draw decline", Everyday::Alone),
    ("offer draw", "draw", Everyday::Word),
    ("offer a draw", "draw", Everyday::Word),
    ("i offer a draw", "draw", Everyday::Word),
    ("draw by agreement", "draw", Everyday::Word),
    ("i resign", "resign", Everyday::Alone),
    ("i give up", "resign", Everyday::Alone),
    ("who is ahead", "count", Everyday::Word),
    ("who is winning", "count", Everyday::Word),
    ("back", "away off", Everyday::Word),
    ("i am back", "away off", Everyday::Word),
    ("i'm back", "away off", Everyday::Word),
    ("back already", "away off", Everyday::Word),
    ("back again", "away off", Everyday::Word),
    ("back home", "away off", Everyday::Word),
    ("i am back already", "away off", Everyday::Word),
    ("i am back again", "away off", Everyday::Word),
    ("i am back home", "away off", Everyday::Word),
    ("i'm back already", "away off", Everyday::Word),
    ("i'm back again", "away off", Everyday::Word),
    ("i'm back home", "away off", Everyday::Word),
    ("undo that", "undo", Everyday::Word),
    ("undo it", "undo", Everyday::Word),
    ("undo my move", "undo", Everyday::Word),
    ("undo my last move", "undo", Everyday::Word),
    ("if", "plan if", Everyday::Never),
    ("any", "plan any", Everyday::Never),
    ("whatever", "plan any", Everyday::Never),
    ("digest", "set digest", Everyday::Never),
    ("notices", "set notices", Everyday::Never),
    ("notify", "set notices", Everyday::Never),
    ("at once", "set notices at-once", Everyday::Word),
    ("receipts", "set receipts", Everyday::Never),
    ("receipt", "set receipts", Everyday::Never),
    ("public", "set public", Everyday::Never),
    ("theme", "set theme", Everyday::Never),
    ("board mine", "set board mine", Everyday::Never),
    ("board white", "set board white", Everyday::Word),
    ("reminders", "set reminders", Everyday::Never),
    ("reminder", "set reminders", Everyday::Never),
    ("zone", "set zone", Everyday::Never),
    ("timezone", "set zone", Everyday::Never),
    ("time zone", "set zone", Everyday::Never),
    ("transport", "set transport", Everyday::Never),
    ("confirm on", "set confirm on", Everyday::Never),
    ("confirm off", "set confirm off", Everyday::Never),
    ("page-links", "set page-links", Everyday::Never),
    ("page links", "set page-links", Everyday::Never),
    ("unsubscribe me", "stop", Everyday::Word),
    ("stop sending me mails", "stop", Everyday::Word),
    ("stop sending me mail", "stop", Everyday::Word),
    ("stop sending me emails", "stop", Everyday::Word),
    ("stop writing to me", "stop", Everyday::Word),
    ("stop mailing me", "stop", Everyday::Word),
    ("don't write to me again", "stop", Everyday::Word),
    ("do not write to me again", "stop", Everyday::Word),
    ("don't mail me again", "stop", Everyday::Word),
];

/// All commands, in the order of the help.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    [meeting::ENTRIES, playing::ENTRIES, events::ENTRIES, me::ENTRIES, asking::ENTRIES].into_iter().flatten()
}

/// The command of that name or synonym, or of that name in Discord, any case.
pub fn entry(word: &str) -> Option<&'static Entry> {
    let word = word.trim();
    let called = |entry: &&Entry| entry.names().any(|name| name.eq_ignore_ascii_case(word));
    all().find(called).or_else(|| all().find(|entry| entry.slash && entry.slash_name().eq_ignore_ascii_case(word)))
}

/// What people say who want something, in plain spelling, and the command that they want.
pub(super) fn wishes() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().flat_map(|entry| entry.wishes.iter().map(move |phrase| (*phrase, entry.word)))
}

/// Every single word that begins a command, for "did you mean".
pub(super) fn vocabulary() -> impl Iterator<Item = &'static str> {
    all().flat_map(Entry::names).chain(PHRASES.iter().map(|(phrase, ..)| *phrase)).filter(|name| !name.contains(' '))
}

/// The command that a line begins with.
#[derive(Clone, Copy)]
pub(crate) struct Begun<'a> {
    /// The command.
    pub entry: &'static Entry,
    /// The words that its phrase stands for.
    pub implied: &'static str,
    /// The rest of the line.
    pub rest: &'a str,
    /// Whether people also say this name of it otherwise.
    pub everyday: Everyday,
}

impl Begun<'_> {
    /// Whether one of the words that introduce an argument is there: `vs`, `clock`.
    pub fn introduces(&self) -> bool {
        let introduced = |word: &str| self.entry.arguments.iter().any(|a| !a.before.is_empty() && a.before == word);
        self.rest.split_whitespace().any(introduced)
    }
}

/// The command that a line begins with. The longest name wins: `forget me` before `forget`.
pub(crate) fn begin(line: &str) -> Option<Begun<'_>> {
    let names = all().flat_map(|entry| entry.names().map(move |name| (name, entry, "", entry.everyday)));
    let phrases = PHRASES.iter().filter_map(|&(phrase, meant, everyday)| {
        let (word, implied) = meant.split_once(' ').unwrap_or((meant, ""));
        Some((phrase, entry(word)?, implied, everyday))
    });
    names
        .chain(phrases)
        .filter_map(|(name, entry, implied, everyday)| {
            let mut words = Words::new(line);
            words.take(name).then(|| (name.len(), Begun { entry, implied, rest: words.rest(), everyday }))
        })
        .max_by_key(|&(length, _)| length)
        .map(|(_, begun)| begun)
}

/// Whether somebody whom nobody knows yet may ask for this, in this line. A command that names nothing must stand there by
/// its bare name: "help me" is a sigh.
pub fn suits_strangers(command: &Command, line: &str) -> bool {
    let printed = command.to_string();
    let Some(Begun { entry, .. }) = begin(&printed).filter(|begun| begun.entry.strangers) else { return false };
    let mut words = Words::new(line);
    words.take("please");
    printed != entry.word
        || line.trim() == "?"
        || entry.names().any(|name| {
            let mut words = words;
            words.take(name) && words.is_done()
        })
}

impl Entry {
    /// Its word and synonyms.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.word).chain(self.synonyms.iter().copied())
    }

    /// The command with what it takes: `show [N] [#TURN]`.
    pub fn usage(&self) -> String {
        let mut usage = self.word.to_owned();
        for argument in self.arguments {
            let shown = argument.shown;
            usage += &if argument.required { format!(" {shown}") } else { format!(" [{shown}]") };
        }
        usage
    }

    /// What it takes, as a slash command wants it: what is required comes first.
    pub fn slash_options(&self) -> Vec<Argument> {
        let mut options = self.arguments.to_vec();
        options.sort_by_key(|argument| !argument.required);
        options
    }

    /// Its name as a slash command, which has no spaces. Each has one; where the word alone would tell little, it is
    /// another of its names.
    pub fn slash_name(&self) -> String {
        match self.word {
            "set" => "settings".to_owned(),
            "plan" => "if".to_owned(),
            word => word.replace(' ', "-"),
        }
    }

    /// The line that a slash command's options amount to. Options that are not of this command are left out.
    pub fn line<'a>(&self, values: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
        let values: Vec<(&str, &str)> = values.into_iter().collect();
        let mut line = self.word.to_owned();
        for argument in self.arguments {
            for (_, value) in values.iter().filter(|(name, _)| *name == argument.name) {
                // A bare number would be a game's.
                let digits = !value.trim().is_empty() && value.trim().bytes().all(|b| b.is_ascii_digit());
                let mark = match argument.kind {
                    Kind::TurnNumber if !value.starts_with('#') => "#",
                    Kind::Event if digits => "T",
                    _ => "",
                };
                let value = format!("{mark}{}", value.trim());
                for part in [argument.before, value.as_str()].into_iter().filter(|part| !part.is_empty()) {
                    line.push(' ');
                    line += part;
                }
            }
        }
        line
    }
}

impl Argument {
    /// The most characters that make sense as this argument of that command.
    pub fn longest(&self, entry: &Entry) -> usize {
        match (entry.word, self.name, self.kind) {
            ("say", "text", _) => LONGEST_COMMENT,
            ("note", "text", _) => LONGEST_NOTE,
            ("plan", "line", _) | (_, _, Kind::TurnText) => 600,
            ("new", "options", _) => 200,
            // A name, or the longest address there is.
            (_, _, Kind::Player) => 254,
            _ => 60,
        }
    }
}

/// The optional number of a game that most commands take.
const GAME: Argument = Argument {
    name: "game",
    kind: Kind::GameNumber,
    required: false,
    before: "",
    shown: "N",
    help: "The game's number, where it isn't clear which",
};
