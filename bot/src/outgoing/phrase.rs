//! The wording of a notice set in Discord's markup: turns monospaced, times as Discord's own timestamps, people's words
//! made harmless.

use turnpost_core::notice::{Destination, Notice};
use turnpost_core::text::in_page::OPEN_THE_BOARD;
use turnpost_core::text::{Line, Span, in_discord, word};

use crate::markdown::{code, plain};

/// The whole text of the message. Where nobody hears what people type, nobody is told to.
pub(super) fn text(notice: &Notice, hears: bool) -> String {
    let mut wording = word(notice);
    if let (false, Destination::DiscordPlace { .. }, Some(line)) = (hears, &notice.to, &mut wording.instruction) {
        let pattern = line.0.iter().find_map(|span| match span {
            Span::Code(pattern) => Some(pattern.clone()),
            _ => None,
        });
        *line = Line::marked(&in_discord::press_only(&pattern.unwrap_or_default()));
    }
    let mut lines = vec![wording.headline];
    lines.extend(wording.second);
    lines.extend(wording.comments);
    lines.extend(wording.above);
    lines.extend(wording.instruction);
    let open = |page: String| format!("[{OPEN_THE_BOARD}](<{page}>)");
    let before = lines.len();
    lines.extend(wording.body);
    let page = wording.page.map(open);
    // Each game of a digest has its own.
    let mut pages = wording.pages.into_iter();
    let set = |(at, line): (usize, &Line)| {
        let own = if at < before { None } else { pages.next().flatten() };
        [Some(set(line)), own.map(open)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    let standing = wording.standing.iter().filter_map(|standing| standing.line(false));
    let small = standing.chain(wording.foot).map(|line| format!("-# {}", self::set(&line)));
    let content = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.is_empty())
        .map(set)
        .chain(page)
        .chain(small)
        .collect::<Vec<_>>()
        .join("\n");
    // A question in a game's thread mentions the player it is for, a result those who did not end the game.
    let named = mention(notice).into_iter().chain(also(notice)).map(|user| format!("<@{user}> "));
    let missing: String = named.filter(|named| !content.contains(named.trim_end())).collect();
    missing + &content
}

/// The news alone: what happened, and who is to move.
pub(super) fn news(notice: &Notice) -> String {
    let wording = word(notice);
    std::iter::once(wording.headline).chain(wording.second).map(|line| set(&line)).collect::<Vec<_>>().join("\n")
}

/// Who else is.
pub(super) fn also(notice: &Notice) -> Option<u64> {
    match notice.to {
        Destination::DiscordPlace { also, .. } => also,
        _ => None,
    }
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
