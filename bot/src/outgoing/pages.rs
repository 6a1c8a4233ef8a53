//! Texts that are longer than a message: in pages with buttons where they can be asked for again, else in parts.

use turnpost_core::command::Command;
use turnpost_core::notice::told::{events, playing, views};
use turnpost_core::notice::{News, Notice, Told};
use turnpost_core::text::in_discord::{self, labels};

use crate::custom_id::Press;
use crate::limits::sizes::MESSAGE;
use crate::outgoing::post::{Button, Look, Post, Row};

/// Room for the line that says which page it is.
const FOOT: usize = 40;

/// The page of a post that is asked for, or the one to begin with, if its text is too long for one message and the
/// notice says how to ask for it again.
pub(super) fn page(post: Post, notice: &Notice, wanted: Option<usize>) -> Post {
    let Some(asked) = again(notice).filter(|_| post.content.chars().count() > MESSAGE) else { return post };
    let pages = parts(&post.content, MESSAGE - FOOT);
    let last = pages.len().saturating_sub(1);
    // Of what grows the newest is wanted first.
    let first = if newest_is_last(notice) { last } else { 0 };
    let at = wanted.map_or(first, |wanted| wanted.min(last));
    let button = |label, page| Button { label, press: Press::Page(page, asked.to_string()), look: Look::Plain };
    let before = at.checked_sub(1).map(|page| button(labels::PREVIOUS, page));
    let behind = (at < last).then(|| button(labels::NEXT, at + 1));
    let mut rows = post.rows;
    rows.push(Row::Buttons(before.into_iter().chain(behind).collect()));
    let content = format!("{}\n-# {}", pages[at], in_discord::page(at + 1, pages.len()));
    Post { content, rows, ..post }
}

/// A post whose text is too long, as several: the last has the picture and the buttons.
pub(crate) fn in_parts(post: &Post) -> Vec<Post> {
    let mut texts = parts(&post.content, MESSAGE);
    let last = texts.pop().unwrap_or_default();
    let before =
        texts.into_iter().map(|content| Post { mention: post.mention, also: post.also, ..Post::text(content) });
    before.chain([Post { content: last, ..post.clone() }]).collect()
}

/// A text broken between its lines, or within one that is too long by itself.
fn parts(text: &str, most: usize) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut room = 0;
    for line in text.split('\n') {
        let mut rest: Vec<char> = line.chars().collect();
        loop {
            let piece: String = rest.drain(..rest.len().min(most)).collect();
            let length = piece.chars().count();
            match parts.last_mut().filter(|_| length < room) {
                Some(part) => {
                    part.push('\n');
                    part.push_str(&piece);
                    room -= length + 1;
                }
                None => {
                    parts.push(piece);
                    room = most - length;
                }
            }
            if rest.is_empty() {
                break;
            }
        }
    }
    parts
}

/// The command that shows the same again, for the button of another page.
fn again(notice: &Notice) -> Option<Command> {
    let News::Told { what } = &notice.news else { return None };
    Some(match what {
        Told::Events(events::Told::Events { game, .. }) => Command::Tournaments(game.clone()),
        Told::Playing(playing::Told::Plans { game, .. }) => Command::Plans { game: Some(*game), cancel: None },
        Told::Views(told) => match told {
            views::Told::History { standing, .. } => Command::History(Some(standing.number)),
            views::Told::Moves { from, .. } => {
                let from = Some(from.clone()).filter(|from| !from.is_empty());
                Command::Moves { game: Some(notice.game.as_ref()?.number), from }
            }
            views::Told::Notes { number, .. } => Command::Note { game: Some(*number), text: None },
            views::Told::Help => Command::Help(None),
            views::Told::Topic { topic } => Command::Help(Some(topic.word().to_owned())),
            views::Told::About { command } => Command::Help(Some(command.clone())),
            views::Told::Rules { game } => Command::Rules(Some(game.to_string())),
            views::Told::Games { .. } => Command::Games,
            views::Told::Challenges { .. } => Command::Challenges,
            views::Told::Player { name, .. } => Command::Who(Some(name.clone())),
            views::Told::Ratings(games) => Command::Ratings(match &games[..] {
                [(game, _)] => Some(game.clone()),
                _ => None,
            }),
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether the end is wanted first: while a game runs. One that is over is read from its beginning.
fn newest_is_last(notice: &Notice) -> bool {
    let News::Told { what: Told::Views(told) } = &notice.news else { return false };
    match told {
        views::Told::History { standing, .. } => matches!(standing.now, views::Now::ToMove { .. } | views::Now::Nobody),
        views::Told::Notes { .. } => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_between_parts() {
        let text: String = (0..500).map(|n| format!("line {n}\n")).collect();
        for most in [10, 50, 2000] {
            let parts = parts(&text, most);
            assert!(parts.iter().all(|part| part.chars().count() <= most), "{most}");
            assert_eq!(parts.join("\n").replace('\n', ""), text.replace('\n', ""));
        }
        let long = "x".repeat(4500);
        assert_eq!(parts(&long, 2000).iter().map(String::len).collect::<Vec<_>>(), [2000, 2000, 500]);
        assert_eq!(parts("short", 2000), ["short"]);
    }

    #[test]
    fn the_last_part_has_the_rest() {
        let post = Post {
            also: Some(7),
            records: vec![("a.txt".to_owned(), String::new())],
            ..Post::text("x\n".repeat(3000))
        };
        let all = in_parts(&post);
        assert!(all.len() > 2 && all.iter().all(|part| part.content.chars().count() <= MESSAGE));
        assert_eq!(all.iter().filter(|part| !part.records.is_empty()).count(), 1);
        assert!(all.last().is_some_and(|last| !last.records.is_empty()));
    }
}
