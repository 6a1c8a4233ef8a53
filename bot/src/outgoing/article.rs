//! A longer text in embeds: a section each, with a picture below it. Discord shows an embed's picture under its text, so
//! a section with several is several embeds.

use turnpost_core::text::article::{Block, sections};

use crate::limits::sizes::{EMBED_DESCRIPTION, EMBED_TITLE, EMBEDS, EMBEDS_TEXT};
use crate::markdown::{code, cut, plain};
use crate::outgoing::draw;
use crate::outgoing::phrase::set;
use crate::outgoing::post::Embed;

/// The embeds of a text; none if it is too long for one message.
pub(super) fn embeds(article: &[Block]) -> Option<Vec<Embed>> {
    let mut embeds = Vec::new();
    for (heading, blocks) in sections(article) {
        let mut embed = Embed { title: heading.map(|words| cut(&plain(words), EMBED_TITLE)), ..Embed::default() };
        for block in blocks {
            if let Block::Picture(diagram) = block {
                if embed.image.is_some() {
                    embeds.push(std::mem::take(&mut embed));
                }
                embed.image = Some(draw::file(diagram));
                embed.footer = Some(diagram.caption.to_owned());
                continue;
            }
            if embed.image.is_some() && more_pictures(blocks, block) {
                embeds.push(std::mem::take(&mut embed));
            }
            if !embed.description.is_empty() {
                embed.description.push_str("\n\n");
            }
            embed.description.push_str(&text(block));
        }
        embeds.push(embed);
    }
    // Discord refuses a message with an embed that says nothing, such as a table in which nobody is yet.
    embeds.retain(|embed| embed.title.is_some() || embed.image.is_some() || !embed.description.is_empty());
    let whole = embeds.iter().all(|embed| embed.description.chars().count() <= EMBED_DESCRIPTION);
    let total: usize = embeds.iter().map(Embed::characters).sum();
    (whole && embeds.len() <= EMBEDS && total <= EMBEDS_TEXT).then_some(embeds)
}

/// Whether another picture follows that block.
fn more_pictures(blocks: &[Block], block: &Block) -> bool {
    let after = blocks.iter().skip_while(|other| !std::ptr::eq(*other, block));
    after.into_iter().any(|block| matches!(block, Block::Picture(_)))
}

fn text(block: &Block) -> String {
    let lines: Vec<String> = match block {
        Block::Heading(words) => vec![plain(words)],
        Block::Text(line) => vec![set(line)],
        Block::List(items) => items.iter().map(|item| format!("- {}", set(item))).collect(),
        Block::Steps(items) => (1..).zip(items).map(|(number, item)| format!("{number}. {}", set(item))).collect(),
        // Columns would be torn apart on a phone.
        Block::Table { head, rows } => rows.iter().map(|row| self::row(head, row)).collect(),
        Block::Samples(samples) => {
            samples.iter().map(|(typed, meaning)| format!("{} {}", code(typed), set(meaning))).collect()
        }
        Block::Picture(_) => Vec::new(),
    };
    lines.join("\n")
}

/// `**cani** moves: 1 straight · attack: weapon`.
fn row(head: &[String], row: &[String]) -> String {
    let Some((name, cells)) = row.split_first() else { return String::new() };
    // What only fills a place in a table says nothing beside its column's name.
    let says = |(_, cell): &(&String, &String)| !["", "·", "×"].contains(&cell.as_str());
    let cells =
        head.iter().skip(1).zip(cells).filter(says).map(|(head, cell)| format!("{}: {}", plain(head), plain(cell)));
    format!("**{}** {}", plain(name), cells.collect::<Vec<_>>().join(" · "))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use turnpost_core::rules::GameKind;
    use turnpost_core::text::article;

    use super::*;

    #[test]
    fn the_rules_of_every_game_fit_into_one_message() {
        for &game in GameKind::ALL {
            let rules = game.rules();
            let embeds = embeds(&rules).unwrap_or_else(|| panic!("the rules of {} are too long", game.name()));
            let shown: Vec<&String> = embeds.iter().filter_map(|embed| embed.image.as_ref()).collect();
            let drawn: Vec<String> = article::pictures(&rules).map(draw::file).collect();
            assert_eq!(shown, drawn.iter().collect::<Vec<_>>(), "{}", game.name());
            for embed in &embeds {
                assert!(embed.title.is_some() || embed.image.is_some() || !embed.description.is_empty(), "{embed:?}");
            }
        }
    }

    #[test]
    fn a_row_says_what_its_columns_hold() {
        let head = ["piece", "moves", "attack"].map(str::to_owned);
        let cells = ["c cani", "1 straight", "weapon"].map(str::to_owned);
        assert_eq!(row(&head, &cells), "**c cani** moves: 1 straight · attack: weapon");
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        let nobody = article::table(["", "Player"], []);
        assert_eq!(embeds(&[nobody]), Some(Vec::new()));
        let head = ["", "Player", "1", "2", "Points"].map(str::to_owned);
        assert_eq!(row(&head, &["1", "ann", "×", "·", "0"].map(str::to_owned)), "**1** Player: ann · Points: 0");
    }

    #[test]
    fn what_is_too_long_is_no_embed() {
        let long = article::text(&"word ".repeat(1_000));
        assert_eq!(embeds(std::slice::from_ref(&long)), None);
        let heading = article::heading("One");
        assert_eq!(embeds(&vec![heading; EMBEDS + 1]), None);
    }
}
