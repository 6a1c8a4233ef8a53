//! What a reply quotes, and what clients do to it: other forms of it, other line breaks, earlier mails below it.

use crate::chance::Chance;
use crate::originals::Original;
use crate::tables::Language;
use crate::write::{Speaker, escape, filled};

/// What is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Our mail.
    Ours,
    /// Our mail, and below it an earlier mail with a turn alone on its line.
    Nested,
    /// An earlier reply of one's own, with a turn alone on its line, and below it our mail.
    Own,
    /// Somebody else's mail with a turn alone on its line.
    Friends,
}

/// A quote: the lines with how often each was quoted before, and the same as a page.
pub struct Quote {
    pub lines: Vec<(usize, String)>,
    pub page: String,
}

pub fn quote(
    content: Content,
    original: &Original,
    language: &Language,
    speaker: &Speaker,
    chance: &mut Chance,
) -> Quote {
    let ours = lines_of(original, chance);
    let inner = body(&original.html);
    let words = language.word("words");
    let said = |depth: usize| [original.old.as_str(), "", words].map(|line| (depth, line.to_owned()));
    let said_page = format!("<div>{}</div><div><br></div><div>{}</div>", escape(&original.old), escape(words));
    let blank = || (0, String::new());
    let attribution = |speaker: &Speaker, key: &str| filled(&format!("{{{key}}}"), language, speaker);
    let key = *chance.pick(&["gmail", "apple", "thunderbird"]);
    let around = *chance.pick(&["blockquote", "div"]);
    match content {
        Content::Ours => Quote { lines: ours.into_iter().map(|line| (0, line)).collect(), page: inner.to_owned() },
        Content::Nested => {
            let by_user = attribution(&speaker.turned(), key);
            let mut lines: Vec<(usize, String)> = ours.into_iter().map(|line| (0, line)).collect();
            lines.extend([blank(), (0, by_user.clone()), blank()]);
            lines.extend(said(1));
            let below = format!("<div><br></div><div>{}</div><{around}>{said_page}</{around}>", escape(&by_user));
            Quote { lines, page: format!("{inner}{below}") }
        }
        Content::Own => {
            let by_us = attribution(&speaker.turned(), key);
            let mut lines = said(0).to_vec();
            lines.extend([blank(), (0, by_us.clone()), blank()]);
            lines.extend(ours.into_iter().map(|line| (1, line)));
            let below = format!("<div><br></div><div>{}</div><{around}>{inner}</{around}>", escape(&by_us));
            Quote { lines, page: format!("{said_page}{below}") }
        }
        Content::Friends => {
            let lines = ["Hello,", "", "what do you think of this?", "", &original.old, "", "Bob"];
            let page = lines.iter().map(|line| format!("<div>{}</div>", if line.is_empty() { "<br>" } else { line }));
            Quote { page: page.collect(), lines: lines.iter().map(|line| (0, (*line).to_owned())).collect() }
        }
    }
}

/// The lines of our mail as clients take them: from its text, or from its page.
fn lines_of(original: &Original, chance: &mut Chance) -> Vec<String> {
    if chance.below(5) < 3 {
        return original.text.trim_end().lines().map(str::to_owned).collect();
    }
    let bold = if chance.one_in(2) { "*" } else { "" };
    let apart = chance.one_in(2);
    let image = *chance.pick(&["[image: ALT]", "[cid:board0.9@example.org]", "<image.png>", "ALT", ""]);
    let mut blocks = body(&original.html).replace('\n', " ");
    for tag in ["<p", "<h1", "<h2", "<h3", "<li", "<tr", "<div", "<ul", "<ol", "<pre", "<br"] {
        blocks = blocks.replace(tag, &format!("\n{tag}"));
    }
    let mut lines = Vec::new();
    for block in blocks.lines() {
        let line = match block.split_once("alt=\"") {
            Some((_, alt)) => image.replace("ALT", &unescape(alt.split('"').next().unwrap())),
            None => unescape(&without_tags(block)),
        };
        if line.trim().is_empty() {
            continue;
        }
        let marks = if block.contains("font-weight:bold") { bold } else { "" };
        lines.push(format!("{marks}{}{marks}", line.trim()));
        if apart {
            lines.push(String::new());
        }
    }
    lines
}

/// The quote as lines of text, each with its mark.
pub fn marked(lines: &[(usize, String)], mark: &str, shape: Shape) -> Vec<String> {
    let mut out = Vec::new();
    for (depth, line) in lines {
        if shape.no_blanks && line.is_empty() {
            continue;
        }
        let marks = mark.repeat(depth + 1);
        for (number, piece) in pieces(line, shape).iter().enumerate() {
            let marks = if number > 0 && shape.broken && mark.starts_with('>') { "" } else { &marks };
            out.push(format!("{marks}{piece}"));
        }
    }
    out
}

/// What happens to the lines of a quote.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape {
    /// Lines are wrapped at this many columns.
    pub width: Option<usize>,
    /// Lines are also broken around a turn in our first line.
    pub alone: bool,
    /// Blank lines are lost.
    pub no_blanks: bool,
    /// Lines are wrapped after they were marked, so that the second half of each has no mark.
    pub broken: bool,
}

impl Shape {
    pub fn any(chance: &mut Chance) -> Shape {
        let broken = chance.one_in(20);
        Shape {
            width: *chance.pick(&[None, None, Some(60), Some(68), Some(72), Some(76), Some(78), Some(80)]),
            alone: !broken && chance.one_in(8),
            no_blanks: chance.one_in(6),
            broken,
        }
    }
}

fn pieces(line: &str, shape: Shape) -> Vec<String> {
    let width = shape.width.unwrap_or(usize::MAX);
    let headline = shape.alone && line.contains("played");
    if line.chars().count() <= width && !headline {
        return vec![line.to_owned()];
    }
    let turn = |word: &str| headline && word.contains('-') && word.contains(|c: char| c.is_ascii_digit());
    let mut pieces = vec![String::new()];
    for word in line.split_whitespace() {
        let last = pieces.last_mut().unwrap();
        if last.is_empty() {
            last.push_str(word);
        } else if turn(word) || turn(last) || last.chars().count() + 1 + word.chars().count() > width {
            pieces.push(word.to_owned());
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    pieces
}

/// What is in a page's body.
fn body(html: &str) -> &str {
    let start = html.find("<body").and_then(|at| html[at..].find('>').map(|end| at + end + 1)).unwrap_or(0);
    &html[start..html.find("</body>").unwrap_or(html.len())]
}

fn without_tags(html: &str) -> String {
    html.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text)).collect()
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}
