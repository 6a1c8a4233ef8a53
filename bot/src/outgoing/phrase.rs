//! The wording of a notice set in Discord's markup: turns monospaced, times as Discord's own timestamps, people's words
//! made harmless.

use turnpost_core::notice::{Destination, Notice};
use turnpost_core::text::{Line, Span, word};

use crate::markdown::{code, plain};

/// The whole text of the message.
pub(super) fn text(notice: &Notice) -> String {
    let wording = word(notice);
    let mut lines = vec![wording.headline];
    lines.extend(wording.second);
    lines.extend(wording.comments);
    lines.extend(wording.above);
    lines.extend(wording.instruction);
    lines.extend(wording.body);
    let standing = wording.standing.iter().filter_map(|standing| standing.line(false));
    let small = standing.chain(wording.foot).map(|line| format!("-# {}", set(&line)));
    let content = lines.iter().filter(|line| !line.is_empty()).map(set).chain(small).collect::<Vec<_>>().join("\n");
    // A question in a game's thread mentions the player it is for.
    match mention(notice).map(|user| format!("<@{user}>")) {
        Some(named) if !content.contains(&named) => format!("{named} {content}"),
        _ => content,
    }
}

/// The news alone: what happened, and who is to move.
pub(super) fn news(notice: &Notice) -> String {
    let wording = word(notice);
    std::iter::once(wording.headline).chain(wording.second).map(|line| set(&line)).collect::<Vec<_>>().join("\n")
}

/// Who is pinged: the user whom the notice mentions, and nobody else.
pub(super) fn mention(notice: &Notice) -> Option<u64> {
    match notice.to {
        Destination::DiscordPlace { mention, .. } => mention,
        _ => None,
    }
}

/// A line in Discord's markup.
pub(super) fn set(line: &Line) -> String {
    let span = |span: &Span| match span {
        Span::Words(words) => plain(words),
        Span::Code(text) => code(text),
        Span::Time { at, .. } => format!("<t:{at}:R>"),
        Span::Mention { user } => format!("<@{user}>"),
    };
    line.0.iter().map(span).collect()
}
