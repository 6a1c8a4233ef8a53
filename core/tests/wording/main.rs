//! The wording of every kind of notice, as golden texts; `UPDATE=1` writes them anew.
#![allow(clippy::unwrap_used, missing_docs)]

mod facts;
mod samples;
#[path = "../style/mod.rs"]
mod style;

use std::collections::HashSet;
use std::path::Path;

use turnpost_core::notice::Destination;

#[test]
fn golden_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wording");
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (name, notice) in samples::all() {
        let file = folder.join(format!("{name}.txt"));
        let text = style::shown(&notice);
        if update {
            std::fs::write(&file, &text).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != text {
            wrong.push(format!("--- {name}\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "UPDATE=1 accepts:\n{}", wrong.join("\n"));
}

/// An empty answer to any mail of ours, its Subject as clients write it, asks for nothing.
#[test]
fn no_subject_of_ours_is_a_turn() {
    for (name, notice) in samples::all() {
        let subject = turnpost_core::text::word(&notice).subject;
        for subject in [format!("Re: {subject}"), format!("AW: {subject} d1-d7/g7"), subject] {
            let read = turnpost_core::message::read_reply(&subject, "");
            assert!(read.commands.is_empty(), "{name}: {subject}");
        }
    }
}

#[test]
fn every_sample_keeps_the_style() {
    for (_, notice) in samples::all() {
        style::check(&notice);
        let text = style::shown(&notice);
        assert!(!text.contains(" white") && !text.contains(" black"), "colours are White and Black:\n{text}");
        assert!(!text.replace("-# ", "").contains('#'), "# is only the turn guard:\n{text}");
    }
}

#[test]
fn every_kind_has_a_sample_in_both_worlds() {
    for discord in [false, true] {
        let all = samples::all();
        let here = all.iter().filter(|(_, notice)| {
            matches!(notice.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. }) == discord
        });
        let kinds: HashSet<_> = here.map(|(_, notice)| std::mem::discriminant(&notice.news)).collect();
        // A confirmation is only ever a mail, an aside only ever in Discord.
        assert_eq!(kinds.len(), 12, "{discord}");
    }
}

/// Whatever somebody is called, it is said of them as it would be of anybody else.
#[test]
fn a_name_is_a_name_whatever_it_means() {
    use turnpost_core::notice::told::playing::Why;
    use turnpost_core::notice::{News, Notice};
    let (_, mut opens_with_name) = samples::all().into_iter().find(|(name, _)| *name == "refused").unwrap();
    if let News::Refused { why, .. } = &mut opens_with_name.news {
        *why = Why::NoOfferBy { opponent: "Ann".to_owned() }.into();
    }
    let called = |name: &str, notice: &Notice| -> Notice {
        let renamed = serde_json::to_string(notice).unwrap().replace("Ann", name);
        serde_json::from_str(&renamed).unwrap()
    };
    for (sample, notice) in samples::all().into_iter().chain([("opens with a name", opens_with_name)]) {
        let usual = style::shown(&called("Zyx", &notice));
        for name in ["An", "The", "You", "you", "draw", "White", "Nothing", "It", "Your"] {
            let shown = style::shown(&called(name, &notice));
            assert_eq!(shown, usual.replace("Zyx", name), "{sample} with {name}");
        }
    }
}

#[test]
fn what_players_wrote_is_words_not_markup() {
    use turnpost_core::text::{Line, Span, literal, word};
    let (_, mut notice) = samples::all().into_iter().find(|(name, _)| *name == "your-turn").unwrap();
    if let turnpost_core::notice::News::YourTurn(news) = &mut notice.news {
        news.comments = vec![("Ann".to_owned(), "`yes` <@1> **hi**".to_owned())];
    }
    let spans = word(&notice).comments.into_iter().flat_map(|line| line.0);
    assert!(spans.into_iter().all(|span| matches!(span, Span::Words(_))));
    // Within a line of ours too, beside what we mark.
    let said = literal("Use `d4`, ``e5`` or `");
    let line = Line::marked(&format!("Ann: \"{said}\" Type `yes`."));
    assert_eq!(line.plain(), "Ann: \"Use `d4`, ``e5`` or `\" Type yes.");
    assert_eq!(line.0.iter().filter(|span| matches!(span, Span::Code(_))).count(), 1, "{line:?}");
    assert_eq!(Line::marked(&format!("12:00  {said}")).plain(), "12:00  Use `d4`, ``e5`` or `");
}

/// What the strips above and below a board say: the day in a mail, which ages, and the time left in Discord.
#[test]
fn captions_say_who_plays_and_until_when() {
    use turnpost_core::rules::Side;
    let caption = |name: &str| {
        let (_, notice) = samples::all().into_iter().find(|(sample, _)| *sample == name).unwrap();
        let scene = notice.board.as_ref().unwrap().scene().unwrap();
        let caption = turnpost_core::text::caption::of(&notice, &scene)?;
        Some(Side::BOTH.map(|side| {
            let seat = caption.seat(side).clone();
            (seat.name, seat.remark)
        }))
    };
    let seats =
        |white: &str, black: &str| Some([("Ben".to_owned(), white.to_owned()), ("Ann".to_owned(), black.to_owned())]);
    assert_eq!(caption("your-turn"), seats("by Thu 4 Jun 18:00", ""));
    assert_eq!(caption("your-turn-accepted"), seats("", "by Thu 4 Jun 18:00"));
    assert_eq!(caption("refused"), seats("by Thu 4 Jun 18:00", ""));
    assert_eq!(caption("discord-your-turn"), seats("10 days left", ""));
    assert_eq!(caption("result"), seats("won", "lost"));
    // Nobody has accepted yet.
    assert_eq!(caption("invitation"), None);
}
