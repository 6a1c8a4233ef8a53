//! The rules of style that every notice keeps, whoever made it: a notice as its front end shows it, and the check.

use turnpost_core::command::parse::{Parsed, parse_line};
use turnpost_core::notice::{Destination, News, Notice};
use turnpost_core::text::{self, Line, Span, Wording, compose};

/// The whole of a notice as its front end shows it.
pub fn shown(notice: &Notice) -> String {
    composed(notice, &text::word(notice))
}

fn composed(notice: &Notice, wording: &Wording) -> String {
    match notice.to {
        Destination::Email(_) => {
            format!("From: {}\nSubject: {}\n\n{}", wording.from, wording.subject, compose::mail(notice, wording))
        }
        Destination::Console(_) => compose::console(notice, wording),
        Destination::DiscordUser(_) | Destination::DiscordPlace { .. } => {
            let lines = std::iter::once(&wording.headline)
                .chain(&wording.second)
                .chain(&wording.comments)
                .chain(&wording.above)
                .chain(&wording.instruction)
                .chain(&wording.body)
                .map(in_discord);
            let below = text::article::plain::lines(&wording.article);
            let standing = wording.standing.iter().filter_map(|standing| standing.line(false));
            let foot = standing.chain(wording.foot.clone()).map(|line| format!("-# {}", in_discord(&line)));
            lines.chain(below).chain(foot).collect::<Vec<_>>().join("\n") + "\n"
        }
    }
}

/// One of something, said as if there were several.
const ONE_AS_MANY: [&str; 6] = [" 1 games", " 1 turns", " 1 days", " 1 hours", " 1 running games", " 1 legal turns"];

/// Everything that holds for all notices.
pub fn check(notice: &Notice) {
    let text = shown(notice);
    opener(notice);
    // A board's dots and a position's marks are no punctuation, and what people said may be in any tone.
    let mut bare = composed(&Notice { board: None, ..notice.clone() }, &text::word(notice));
    if let Some(board) = &notice.board {
        bare = bare.replace(&board.position, "");
    }
    let ours = without_quotes(&bare);
    for word in ["!", "Oops", "Sorry", "sorry", "..", " .", ",,", "\t"] {
        assert!(!ours.contains(word), "says {word:?}:\n{text}");
    }
    for line in text.lines() {
        let obeyed = matches!(parse_line(line), Parsed::Commands { .. });
        assert!(!obeyed, "a line would be obeyed when it is quoted: {line:?}\n{text}");
        assert!(line == line.trim_end(), "{line:?}");
    }
    if let Some(at) = text.lines().position(|line| line.contains("reply above this line")) {
        // Three lines of head, two of the mail itself.
        assert!(at >= 5, "the reply line stands too high:\n{text}");
    }
    for plural in ONE_AS_MANY {
        // A range, `0 to 1 turns`, is none.
        let counted = ours.replace(" to 1 ", " to one ").replace('\n', " ");
        assert!(!counted.contains(plural), "one is no plural:\n{text}");
    }
    if matches!(notice.to, Destination::Email(_)) {
        let subject = text::word(notice).subject;
        assert!(
            !["", "Turnpost", "Turnpost: a message"].contains(&subject.as_str()),
            "a subject that says nothing:\n{text}"
        );
        assert!(!text.contains("<@") && !text.contains("<t:"), "Discord's markup in a mail:\n{text}");
    }
}

fn opener(notice: &Notice) {
    let headline = text::word(notice).headline.plain();
    let opener = match &notice.news {
        News::YourTurn(_) | News::Reminder { .. } | News::Digest { .. } => "Your turn",
        News::Refused { .. } => "Not ",
        News::Stale { .. } => "Not played: ",
        News::Receipt(_) | News::Watched(_) => "No action needed: ",
        News::Confirm { .. } => "Was this you?",
        News::Result(result) if result.you_won.is_some() => "You ",
        _ => "",
    };
    let discord = matches!(notice.to, Destination::DiscordUser(_) | Destination::DiscordPlace { .. });
    assert!(headline.starts_with(opener) || (discord && opener != "Not played: "), "{headline}");
    assert!(!headline.trim().is_empty(), "no news: {notice:?}");
    for capital in [": The ", ": You ", ": No ", ": Which ", ": It "] {
        assert!(!headline.contains(capital) || matches!(notice.news, News::Challenge(_)), "{headline}");
    }
}

fn without_quotes(text: &str) -> String {
    text.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
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
