//! A notice's words as an HTML page: bold headline, second line, comments, picture, one instruction, grey footer. It must
//! look right on a phone, light and dark, in clients that drop all but the plainest styles.

use std::fmt::Write;

use turnpost_core::text::{Line, Wording, in_mail, in_page};

use super::article;
use super::mailto::Replies;
use super::markup::{Shown, code, escape, figure, image, link, paragraph};

/// Everything that a page is made of.
pub(crate) struct Page<'a> {
    /// The words.
    pub wording: &'a Wording,
    /// The board, or those of a digest.
    pub boards: &'a [Shown],
    /// Small boards that show how a game goes; their captions stand below them.
    pub strip: &'a [Shown],
    /// The pictures of the longer text, in order.
    pub diagrams: &'a [Option<Shown>],
    /// The replies that its words can be.
    pub replies: Option<&'a Replies>,
}

impl<'a> Page<'a> {
    /// A page of words alone.
    pub(crate) fn of(wording: &'a Wording) -> Page<'a> {
        Page { wording, boards: &[], strip: &[], diagrams: &[], replies: None }
    }

    /// The whole document.
    pub(crate) fn html(&self) -> String {
        let Page { wording, boards, strip, replies, .. } = *self;
        let mut page = String::from(HEAD);
        let line = |page: &mut String, line: &Line| paragraph(page, "margin:0 0 6px", line, replies);
        paragraph(&mut page, "margin:0 0 6px;font-size:17px;font-weight:bold", &wording.headline, replies);
        for told in wording.second.iter().chain(&wording.comments).chain(&wording.above) {
            line(&mut page, told);
        }
        for shown in boards {
            board(&mut page, shown);
        }
        for shown in strip {
            figure(&mut page, Some(shown), shown.width, shown.caption.as_ref().unwrap_or(&Line::default()));
        }
        match (&wording.pattern, &wording.instruction) {
            (Some(pattern), _) => reply_with(&mut page, pattern, replies),
            (None, Some(told)) => line(&mut page, told),
            (None, None) => {}
        }
        if let Some(address) = &wording.page {
            let open = link(address, in_page::OPEN_THE_BOARD);
            let _ = writeln!(page, "<p style=\"margin:0 0 6px\">{open}</p>");
        }
        // A digest's rows are already above their boards.
        let told = |line: &&Line| !boards.iter().any(|shown| shown.caption.as_ref() == Some(*line));
        for told in unwrapped(wording.body.iter().filter(told)) {
            line(&mut page, &told);
        }
        article::html(&mut page, &wording.article, self.diagrams);
        let standing = wording.standing.as_ref().and_then(|standing| standing.line(false));
        // Half transparent text is grey on white and on black; no single grey is legible on both.
        for told in standing.iter().chain(&wording.foot) {
            paragraph(&mut page, "margin:6px 0 0;font-size:13px;opacity:.65", told, replies);
        }
        page.push_str("</div></body></html>\n");
        page
    }
}

const HEAD: &str = "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\">\
    <meta name=\"viewport\" content=\"width=device-width\">\
    <meta name=\"color-scheme\" content=\"light dark\"></head>\n\
    <body style=\"margin:0;padding:12px\"><div style=\"max-width:640px;font:16px/1.4 sans-serif;overflow-wrap:break-word\">\n";

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

/// What to do next; the words begin an empty reply.
fn reply_with(page: &mut String, pattern: &str, replies: Option<&Replies>) {
    let words = in_mail::REPLY_WITH_MOVE;
    let words = replies.map_or_else(|| escape(words), |replies| link(&replies.with(""), words));
    let mut form = String::new();
    code(&mut form, pattern);
    // Writing to a string cannot fail.
    let _ = writeln!(page, "<p style=\"margin:0 0 6px\">{words}: {form}.</p>");
}

fn board(page: &mut String, shown: &Shown) {
    if let Some(caption) = &shown.caption {
        paragraph(page, "margin:14px 0 4px", caption, None);
    }
    let _ = writeln!(page, "<p style=\"margin:10px 0\">{}</p>", image(shown));
    let reply = shown.reply.as_ref().map(|replies| link(&replies.with(""), in_mail::REPLY_FOR_THIS_GAME));
    let open = shown.page.as_ref().map(|address| link(address, in_page::OPEN_THE_BOARD));
    let links: Vec<String> = reply.into_iter().chain(open).collect();
    if !links.is_empty() {
        let _ = writeln!(page, "<p style=\"margin:0 0 10px\">{}</p>", links.join(" · "));
    }
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
        let wording = Wording { headline: Line::default().code("g1-g4/e4"), foot, ..Wording::default() };
        let page = Page::of(&wording).html();
        assert!(page.contains("white-space:nowrap\">g1-g4/e4<"), "{page}");
        assert!(page.contains("word-break:break-all\">3B2B3/"), "{page}");
    }

    #[test]
    fn what_people_typed_is_no_markup() {
        let wording = Wording { headline: Line::words("<b onclick=\"x\">&"), ..Wording::default() };
        assert!(Page::of(&wording).html().contains("&lt;b onclick=&quot;x&quot;&gt;&amp;</p>"));
    }
}
