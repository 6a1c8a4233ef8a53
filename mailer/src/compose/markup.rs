//! The smallest parts of an HTML page: a line with its spans, an escaped text, a picture.

use std::fmt::Write as _;

use turnpost_core::text::{Line, Span, in_mail};

use super::mailto::Replies;

/// A picture on the page.
pub(crate) struct Shown {
    /// The content id of the picture.
    pub id: String,
    /// The position in words, for readers who can't see it.
    pub alt: String,
    /// How wide it is shown, in CSS pixels.
    pub width: u32,
    /// The line that goes with it.
    pub caption: Option<Line>,
    /// Answers about this board alone.
    pub reply: Option<Replies>,
    /// The page with this board.
    pub page: Option<String>,
}

/// A turn stays on one line: half of it at the end of a line reads as another move. Longer ones don't fit on a phone.
const LONG: usize = 24;

/// Position strings start on the current line and may break anywhere.
const BROKEN: &str = "white-space:pre-wrap;word-break:break-all";

/// A paragraph; nothing if the line is empty. Words that do something if they are sent alone are links that send them.
pub(super) fn paragraph(page: &mut String, style: &str, line: &Line, replies: Option<&Replies>) {
    if !line.is_empty() {
        // Writing to a string cannot fail; so throughout this module.
        let _ = writeln!(page, "<p style=\"{style}\">{}</p>", spans(line, replies));
    }
}

/// The spans of a line.
pub(super) fn spans(line: &Line, replies: Option<&Replies>) -> String {
    let mut out = String::new();
    for span in &line.0 {
        match span {
            Span::Words(text) => out.push_str(&escape(text)),
            Span::Code(text) => match replies.filter(|_| in_mail::is_reply(text)) {
                Some(replies) => out.push_str(&link(&replies.with(text), text)),
                None => code(&mut out, text),
            },
            Span::Time { shown, .. } => out.push_str(&escape(shown)),
            // Nobody is mentioned by mail.
            Span::Mention { .. } => {}
        }
    }
    out
}

/// Something to type.
pub(super) fn code(out: &mut String, text: &str) {
    let long = |text: &str| text.chars().count() > LONG;
    let breaks = match (long(text), text.split(' ').any(long)) {
        (false, _) => "white-space:nowrap",
        (true, false) => "white-space:pre-wrap",
        (true, true) => BROKEN,
    };
    let _ = write!(out, "<code style=\"font-size:inherit;{breaks}\">{}</code>", escape(text));
}

/// A link. It keeps the colour of the text around it: no single blue is legible on white and on black.
pub(super) fn link(to: &str, words: &str) -> String {
    format!("<a href=\"{}\" style=\"color:inherit\">{}</a>", escape(to), escape(words))
}

/// A picture alone.
pub(super) fn image(shown: &Shown) -> String {
    let (id, width) = (escape(&shown.id), shown.width);
    format!(
        "<img src=\"cid:{id}\" width=\"{width}\" style=\"width:{width}px;max-width:100%;height:auto;border:0\" alt=\"{}\">",
        escape(&shown.alt)
    )
}

/// A small picture and the words under it. Several stand side by side where there is room, and below each other on a
/// phone.
pub(super) fn figure(page: &mut String, shown: Option<&Shown>, width: u32, words: &Line) {
    let image = shown.map(|shown| image(shown) + "<br>").unwrap_or_default();
    let _ = writeln!(
        page,
        "<div style=\"display:inline-block;width:{width}px;max-width:100%;margin:4px 12px 12px 0;vertical-align:top;font-size:14px\">{image}{}</div>",
        spans(words, None)
    );
}

/// A text inside HTML, also inside an attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
