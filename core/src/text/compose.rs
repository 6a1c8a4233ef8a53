//! The whole text of a mail or of a console answer: the words, the board in letters, the small print.

use super::article::{Block, plain};
use super::in_page::OPEN_THE_BOARD;
use super::{Line, Wording};
use crate::describe::{ascii, letters};
use crate::notice::Notice;

/// The text part of a mail, without anything only a picture shows.
pub fn mail(notice: &Notice, wording: &Wording) -> String {
    let mut parts = Parts::default();
    parts.words(wording);
    if let Some(pattern) = &wording.pattern {
        parts.line(&format!("--- reply above this line: {pattern} ---"));
    }
    parts.board(notice);
    if let Some(page) = &wording.page {
        parts.line(&format!("{OPEN_THE_BOARD}: {page}"));
    }
    for (at, line) in wording.body.iter().enumerate() {
        parts.lines([line]);
        if let Some(Some(page)) = wording.pages.get(at) {
            parts.line(&format!("  {OPEN_THE_BOARD}: {page}"));
        }
    }
    parts.article(&wording.article);
    parts.standing(wording);
    parts.lines(&wording.foot);
    parts.0
}

/// What the console prints.
pub fn console(notice: &Notice, wording: &Wording) -> String {
    let mut parts = Parts::default();
    parts.words(wording);
    parts.board(notice);
    parts.lines(&wording.body);
    parts.article(&wording.article);
    // The words that always work belong in mails; at a prompt they are only in the way.
    parts.standing(wording);
    parts.0
}

#[derive(Default)]
struct Parts(String);

impl Parts {
    /// The news, then the deadline with what people said: one line for a phone's preview.
    fn words(&mut self, wording: &Wording) {
        self.line(&wording.headline.plain());
        let second = wording.second.iter().chain(&wording.comments);
        if let Some(second) = super::joined(second.cloned()) {
            self.line(&second.plain());
        }
        self.lines(&wording.above);
    }

    fn board(&mut self, notice: &Notice) {
        // A board that this version can't read is left out; the position string is in the foot.
        if let Some(board) = &notice.board
            && let Ok(scene) = board.scene()
        {
            self.line(ascii(&scene, board.bottom(notice.taste.my_side)).trim_end());
            letters(&scene).iter().for_each(|line| self.line(line));
        }
    }

    /// The longer text, with a blank line above and below.
    fn article(&mut self, article: &[Block]) {
        if !article.is_empty() {
            self.line("");
            plain::lines(article).iter().for_each(|line| self.line(line));
            self.line("");
        }
    }

    fn standing(&mut self, wording: &Wording) {
        self.lines(wording.standing.iter().filter_map(|standing| standing.line(true)).collect::<Vec<_>>().iter());
    }

    fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a Line>) {
        for line in lines {
            self.line(&line.plain());
        }
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }
}
