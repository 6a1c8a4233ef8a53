//! A longer text as markup, from the same typed blocks as everywhere.

use maud::{Markup, html};
use turnpost_core::text::article::Block;

use crate::layout::line;

/// All of it; pictures are found by their number at this path.
pub(crate) fn markup(article: &[Block], pictures: &str) -> Markup {
    let mut number = 0;
    html! {
        @for block in article {
            @match block {
                Block::Heading(words) => h2 { (words) },
                Block::Text(words) => p { (line(words)) },
                Block::List(items) => ul { @for item in items { li { (line(item)) } } },
                Block::Steps(items) => ol { @for item in items { li { (line(item)) } } },
                Block::Table { head, rows } => {
                    div.wide tabindex="0" role="region" aria-label=(head.join(", ")) {
                        table {
                            thead { tr { @for cell in head { th scope="col" { (cell) } } } }
                            tbody {
                                @for row in rows {
                                    tr {
                                        @for (column, cell) in row.iter().enumerate() {
                                            @if column == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                Block::Samples(samples) => {
                    dl { @for (typed, meaning) in samples { dt { code { (typed) } } dd { (line(meaning)) } } }
                }
                Block::Picture(diagram) => {
                    @let shown = { number += 1; number };
                    figure {
                        img src={ (pictures) "/" (shown) ".svg" } width="320" height="320" loading="lazy"
                            alt=(diagram.caption);
                        figcaption { (diagram.caption) }
                    }
                }
            }
        }
    }
}
