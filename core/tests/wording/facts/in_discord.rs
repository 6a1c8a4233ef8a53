//! Whatever somebody in Discord is told to type, Discord has it: the slash command, and each option by its name.

use std::path::Path;

use turnpost_core::command::{slash, table};
use turnpost_core::notice::{Destination, Notice};
use turnpost_core::text::article::Block;
use turnpost_core::text::{self, Line, Span, Wording};

use super::{explains, notices, only_by_mail, rooms};
use crate::samples;

#[test]
fn what_discord_is_told_to_type_is_there() {
    let facts = rooms().into_iter().flat_map(|(_, room)| notices(&room).collect::<Vec<_>>());
    let help = help_on_everything();
    let mut wrong = Vec::new();
    for notice in facts.chain(samples::all().into_iter().map(|(_, notice)| notice)).chain(help) {
        if only_by_mail(&notice.news) && !explains(&notice.news) {
            continue;
        }
        for to in [Destination::DiscordUser(7), Destination::DiscordPlace { channel: 9, mention: None, also: None }] {
            for code in codes(&text::word(&Notice { to, ..notice.clone() })) {
                wrong.extend(flaw(&code));
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The help on each command and topic, as it is asked for.
fn help_on_everything() -> Vec<Notice> {
    use turnpost_core::command::HelpTopic;
    use turnpost_core::notice::News;
    use turnpost_core::notice::told::views::Told;
    let about = table::all().map(|entry| Told::About { command: entry.word.to_owned() });
    let topics = HelpTopic::all().map(|topic| Told::Topic { topic });
    let rules = turnpost_core::rules::GameKind::ALL.iter().map(|game| Told::Rules { game: game.name().to_owned() });
    let told = about.chain(topics).chain(rules).chain([Told::Help]);
    told.map(|told| samples::mail(News::Told { what: told.into() }, 1)).collect()
}

#[test]
fn what_the_bot_itself_says_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/text");
    let mut files = vec![folder.join("in_discord.rs")];
    files.extend(std::fs::read_dir(folder.join("in_discord")).unwrap().map(|file| file.unwrap().path()));
    let mut seen = 0;
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        let comments = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        for code in comments.flat_map(|line| line.split('`').skip(1).step_by(2)).filter(|code| code.starts_with('/')) {
            seen += 1;
            assert_eq!(flaw(code), None, "{}", file.display());
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn the_check_finds_what_it_should() {
    for code in ["/moves a7", "moves a7", "/plans 1 cancel", "/moves square:a7", "/set theme dark", "/place"] {
        assert!(flaw(code).is_some(), "{code}");
    }
    for code in ["/moves from:a7", "/if line:d1-d7/g7 then d10-d5/f5", "/games", "/new [game:] [options:]", "d1-d7/g7"]
    {
        assert_eq!(flaw(code), None, "{code}");
    }
}

/// What is wrong with something to type.
fn flaw(code: &str) -> Option<String> {
    let Some(said) = code.strip_prefix('/') else {
        return slash::typed(code).map(|typed| format!("{code:?} is {typed:?} in Discord"));
    };
    let mut words = said.split_whitespace().map(|word| word.trim_matches(['[', ']']));
    let name = words.next().unwrap_or_default();
    let Some(entry) = table::all().find(|entry| entry.slash && entry.slash_name() == name) else {
        return (name != "server").then(|| format!("there is no {code:?}"));
    };
    // What stands before the first option is none; words behind one may be its value.
    let first = words.clone().next();
    let options = slash::options(entry);
    let named = |word: &str| word.split_once(':').map(|(name, _)| name.to_owned());
    if first.is_some_and(|word| named(word).is_none()) {
        return Some(format!("{code:?} names no option"));
    }
    let plain = |name: &String| name.bytes().all(|b| b.is_ascii_lowercase());
    words
        .filter_map(named)
        .filter(plain)
        .find(|name| !options.contains(&name.as_str()))
        .map(|name| format!("{code:?}: no option {name:?}"))
}

/// All that a wording sets as something to type.
fn codes(wording: &Wording) -> Vec<String> {
    let Wording { headline, second, comments, above, instruction, body, article, .. } = wording;
    let lines = [headline].into_iter().chain(second).chain(comments).chain(above).chain(instruction).chain(body);
    let below = article.iter().flat_map(|block| -> Vec<&Line> {
        match block {
            Block::Text(line) => vec![line],
            Block::List(items) | Block::Steps(items) => items.iter().collect(),
            Block::Samples(samples) => samples.iter().map(|(_, meaning)| meaning).collect(),
            _ => Vec::new(),
        }
    });
    let code = |span: &Span| match span {
        // What stands in columns is shown, not typed.
        Span::Code(code) if !code.contains("  ") && !code.starts_with(' ') => Some(code.clone()),
        _ => None,
    };
    lines.chain(below).flat_map(|line| &line.0).filter_map(code).collect()
}
