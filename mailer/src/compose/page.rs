//! A notice's words as an HTML page: bold headline, second line, comments, picture, one instruction, grey footer. It must
//! look right on a phone, light and dark, in clients that drop all but the plainest styles.

use std::fmt::Write;

use turnpost_core::text::{Line, Span, Wording, in_mail};

/// A picture on the page.
pub(crate) struct Shown {
    /// The content id of the picture.
    pub id: String,
    /// The position in words, for readers who can't see it.
    pub alt: String,
    /// How wide it is shown, in CSS pixels.
    pub width: u32,
    /// The line above it.
    pub caption: Option<Line>,
    /// Where an answer about this board alone goes.
    pub reply: Option<String>,
}

/// The whole document. The strip's pictures stand side by side, their captions below them.
pub(crate) fn html(wording: &Wording, pictures: &[Shown], strip: &[Shown]) -> String {
    let mut page = String::from(HEAD);
    paragraph(&mut page, "margin:0 0 6px;font-size:17px;font-weight:bold", &wording.headline);
    for line in wording.second.iter().chain(&wording.comments).chain(&wording.above) {
        paragraph(&mut page, "margin:0 0 6px", line);
    }
    for shown in pictures {
        picture(&mut page, shown);
    }
    side_by_side(&mut page, strip);
    match (&wording.pattern, &wording.instruction) {
        (Some(pattern), _) => {
            paragraph(&mut page, "margin:0 0 6px", &in_mail::reply_with(pattern));
        }
        (None, Some(line)) => paragraph(&mut page, "margin:0 0 6px", line),
        (None, None) => {}
    }
    // A digest's rows are already above their boards.
    let told = |line: &&Line| !pictures.iter().any(|shown| shown.caption.as_ref() == Some(*line));
    for line in unwrapped(wording.body.iter().filter(told)) {
        paragraph(&mut page, "margin:0 0 6px", &line);
    }
    // Half transparent text is grey on white and on black; no single grey is legible on both.
    for line in &wording.foot {
        paragraph(&mut page, "margin:6px 0 0;font-size:13px;opacity:.65", line);
    }
    page.push_str("</div></body></html>\n");
    page
}

const HEAD: &str = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\">\
    <meta name=\"color-scheme\" content=\"light dark\"></head>\n\
    <body style=\"margin:0;padding:12px\"><div style=\"max-width:560px;font:16px/1.4 sans-serif;overflow-wrap:break-word\">\n";

/// A turn stays on one line: half of it at the end of a line reads as another move. Longer ones don't fit on a phone.
const LONG: usize = 24;

/// Position strings start on the current line and may break anywhere.
const BROKEN: &str = "white-space:pre-wrap;word-break:break-all";

/// Joins lines that were wrapped for plain text into sentences: a line that begins in lower case continues the one before,
/// unless that one ended.
fn unwrapped<'a>(lines: impl Iterator<Item = &'a Line>) -> Vec<Line> {
    let mut whole: Vec<Line> = Vec::new();
    for line in lines {
        let goes_on = line.plain().starts_with(char::is_lowercase);
        match whole.last_mut().filter(|last| goes_on && !last.plain().ends_with(['.', '!', '?', ':'])) {
            Some(last) => *last = std::mem::take(last).then(line.clone()),
            None => whole.push(line.clone()),
        }
    }
    whole
}

fn paragraph(page: &mut String, style: &str, line: &Line) {
    if line.is_empty() {
        return;
    }
    let _ = write!(page, "<p style=\"{style}\">");
    for span in &line.0 {
        match span {
            Span::Words(text) => page.push_str(&escape(text)),
            Span::Code(text) => {
                let breaks = if text.chars().count() > LONG { BROKEN } else { "white-space:nowrap" };
                let _ = write!(page, "<code style=\"font-size:inherit;{breaks}\">{}</code>", escape(text));
            }
            Span::Time { shown, .. } => page.push_str(&escape(shown)),
            // Nobody is mentioned by mail.
            Span::Mention { .. } => {}
        }
    }
    page.push_str("</p>\n");
}

fn picture(page: &mut String, shown: &Shown) {
    if let Some(caption) = &shown.caption {
        paragraph(page, "margin:14px 0 4px", caption);
    }
    let (id, width) = (escape(&shown.id), shown.width);
    let _ = writeln!(
        page,
        "<p style=\"margin:10px 0\"><img src=\"cid:{id}\" width=\"{width}\" style=\"width:{width}px;max-width:100%;height:auto;border:0\" alt=\"{}\"></p>",
        escape(&shown.alt)
    );
    if let Some(address) = &shown.reply {
        let _ = writeln!(
            page,
            "<p style=\"margin:0 0 10px\"><a href=\"mailto:{}\">{}</a></p>",
            escape(address),
            escape(in_mail::REPLY_FOR_THIS_GAME)
        );
    }
}

/// A table, since some clients know no other way to lay things out side by side.
fn side_by_side(page: &mut String, strip: &[Shown]) {
    if strip.is_empty() {
        return;
    }
    page.push_str("<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"width:100%;max-width:400px;margin:0 0 10px\"><tr>\n");
    for shown in strip {
        let (id, width) = (escape(&shown.id), shown.width);
        let _ = write!(
            page,
            "<td style=\"width:33%;padding:0 6px 0 0;vertical-align:top;font-size:13px\"><img src=\"cid:{id}\" width=\"{width}\" style=\"width:100%;max-width:{width}px;height:auto;border:0\" alt=\"{}\">",
            escape(&shown.alt)
        );
        if let Some(caption) = &shown.caption {
            paragraph(page, "margin:2px 0 0", caption);
        }
        page.push_str("</td>\n");
    }
    page.push_str("</tr></table>\n");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_sentences_are_joined_and_others_are_not() {
        let lines = ["Move one amazon,", "then shoot.", "no = decline", "Turn 3"].map(Line::words);
        let joined: Vec<String> = unwrapped(lines.iter()).iter().map(Line::plain).collect();
        assert_eq!(joined, ["Move one amazon, then shoot.", "no = decline", "Turn 3"]);
    }

    #[test]
    fn turns_stay_whole_and_positions_do_not() {
        let foot = vec![Line::words("Turn 3 · ").code("3B2B3/10/10/B2W2xB2/10/10/W8W/7x2/10/6W3 w 3")];
        let page = html(&Wording { headline: Line::default().code("g1-g4/e4"), foot, ..Wording::default() }, &[], &[]);
        assert!(page.contains("white-space:nowrap\">g1-g4/e4<"), "{page}");
        assert!(page.contains("word-break:break-all\">3B2B3/"), "{page}");
    }

    #[test]
    fn what_people_typed_is_no_markup() {
        let wording = Wording { headline: Line::words("<b onclick=\"x\">&"), ..Wording::default() };
        assert!(html(&wording, &[], &[]).contains("&lt;b onclick=&quot;x&quot;&gt;&amp;</p>"));
    }
}
