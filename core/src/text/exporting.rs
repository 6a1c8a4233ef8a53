//! What somebody is told with all that is stored about them.

use super::{Line, word};
use crate::notice::Notice;

/// The subject of that mail.
pub(crate) const SUBJECT: &str = "Turnpost: everything stored about you";

/// All of it, below the news.
pub(crate) fn everything(json: Vec<String>) -> Vec<String> {
    let news = "Everything stored about you, as JSON; times are UTC:".to_owned();
    std::iter::once(news).chain(json).collect()
}

/// The words of a message, a line each: without the board and the small print.
pub(crate) fn words(notice: &Notice) -> Vec<String> {
    let wording = word(notice);
    let lines = std::iter::once(&wording.headline)
        .chain(&wording.second)
        .chain(&wording.comments)
        .chain(&wording.above)
        .chain(&wording.body);
    lines.map(Line::plain).filter(|line| !line.is_empty()).collect()
}
