//! The words of a message in an export.

use super::{Line, word};
use crate::notice::Notice;

/// The words of a message, line by line, without the board and the small print.
pub(crate) fn words(notice: &Notice) -> Vec<String> {
    let wording = word(notice);
    let lines = std::iter::once(&wording.headline)
        .chain(&wording.second)
        .chain(&wording.comments)
        .chain(&wording.above)
        .chain(&wording.body);
    lines.map(Line::plain).filter(|line| !line.is_empty()).collect()
}
