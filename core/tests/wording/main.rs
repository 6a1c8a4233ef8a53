//! The wording of every kind of notice, as golden texts (`UPDATE=1` writes them anew), and the rules of style that
//! hold for all of them.
#![allow(clippy::unwrap_used)]

mod samples;

use std::path::PathBuf;

use turnpost_core::command::parse::{Parsed, parse_line};
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::text::{self, Line, Span, compose};

/// The whole of a notice as its front end shows it.
fn shown(notice: &Notice) -> String {
    let wording = text::word(notice);
    match notice.to {
        Destination::Email(_) => {
            format!("From: {}\nSubject: {}\n\n{}", wording.from, wording.subject, compose::mail(notice, &wording))
        }
        Destination::Console(_) => compose::console(notice, &wording),
        Destination::DiscordUser(_) | Destination::DiscordPlace { .. } => {
            let lines = std::iter::once(&wording.headline)
                .chain(&wording.second)
                .chain(&wording.comments)
                .chain(&wording.above)
                .chain(&wording.instruction)
                .chain(&wording.body)
                .map(in_discord);
            let foot = wording.foot.iter().map(|line| format!("-# {}", in_discord(line)));
            lines.chain(foot).collect::<Vec<_>>().join("\n") + "\n"
        }
    }
}

fn in_discord(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Words(words) => words.clone(),
        Span::Code(code) => format!("`{code}`"),
        Span::Time { at, .. } => format!("<t:{at}:R>"),
        Span::Mention { user } => format!("<@{user}>"),
    };
    line.0.iter().map(span).collect()
}

#[test]
fn golden_texts() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/wording");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (name, notice) in samples::all() {
        let file = folder.join(format!("{name}.txt"));
        let text = shown(&notice);
        if update {
            std::fs::write(&file, &text).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != text {
            wrong.push(format!("--- {name}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_kind_has_a_sample_in_both_worlds() {
    let kind = |news: &News| std::mem::discriminant(news);
    for discord in [false, true] {
        let kinds: std::collections::HashSet<_> = samples::all()
            .iter()
            .filter(|(_, notice)| {
                matches!(notice.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. }) == discord
            })
            .map(|(_, notice)| kind(&notice.news))
            .collect();
        // A confirmation is only ever a mail.
        assert_eq!(kinds.len(), if discord { 11 } else { 12 });
    }
}

#[test]
fn line_one_is_the_news() {
    for (name, notice) in samples::all() {
        let headline = text::word(&notice).headline.plain();
        let opener = match &notice.news {
            News::YourTurn(_) | News::Reminder { .. } | News::Digest { .. } => "Your turn",
            News::Refused { .. } | News::Stale { .. } => "Not played: ",
            News::Receipt(_) | News::Watched(_) => "No action needed: ",
            News::Confirm { .. } => "Was this you?",
            News::Result(result) if result.you_won.is_some() => "You ",
            _ => "",
        };
        let discord = matches!(notice.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. });
        if !discord || opener == "Not played: " {
            assert!(headline.starts_with(opener), "{name}: {headline}");
        }
        assert!(!headline.is_empty(), "{name}");
    }
}

#[test]
fn the_tone_is_calm() {
    for (name, notice) in samples::all() {
        let text = shown(&notice);
        for word in ["!", "Oops", "Sorry", "sorry", "Hello,", "  ."] {
            assert!(!text.contains(word), "{name} says {word:?}:\n{text}");
        }
        assert!(!text.contains(" white") && !text.contains(" black"), "{name}: colours are White and Black");
        assert!(!text.replace("-# ", "").contains('#'), "{name}: # is only the turn guard");
    }
}

/// Whatever a client does to the quote, no line of ours is obeyed when it comes back.
#[test]
fn no_line_of_ours_is_a_command() {
    for (name, notice) in samples::all() {
        for line in shown(&notice).lines() {
            assert!(!matches!(parse_line(line), Parsed::Commands { .. }), "{name}: {line}");
        }
    }
}

#[test]
fn the_reply_line_stands_third_or_later() {
    for (name, notice) in samples::all() {
        let text = shown(&notice);
        if let Some(at) = text.lines().position(|line| line.contains("reply above this line")) {
            // Three lines of head, two of the mail itself.
            assert!(at >= 5, "{name}");
        }
    }
}

#[test]
fn nobody_s_address_and_no_discord_id_is_in_a_mail() {
    for (name, notice) in samples::all() {
        let text = shown(&notice);
        if matches!(notice.to, Destination::Email(_)) {
            assert!(!text.contains('@') && !text.contains("<t:"), "{name}:\n{text}");
        }
    }
}
