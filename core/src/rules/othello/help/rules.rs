//! The rules of Othello in full.

use crate::rules::Study;
use crate::text::article::{Block, dotted, heading, list, picture, samples, text};

const MIDDLE: &str = "2B5/2W5/2WBB3/1WWWBB2/2WWWB2/3WBB2/2W2B2/8 b 21";
const LAST: &str = "WWWWWWWW/WBBBBBWW/WBWBBWBW/WBBWWBBW/WBBWBWBW/WBWBBWBW/WWBBBBBW/WWWWBBW1 b 60";

/// The rules.
pub(in super::super) fn rules() -> Vec<Block> {
    let study = |name, before, turn| Study::new(name, "othello", "standard", before, turn);
    vec![
        text(
            "Two players, Black and White, a board of 8x8, and discs that are black on one side and white on the other. A \
             disc belongs to whoever's colour shows. You win by having more discs when nobody can go on.",
        ),
        heading("The start"),
        text("Four discs in the middle: White on d4 and e5, Black on d5 and e4. Black begins, with d3, c4, f5 or e6."),
        dotted(
            Study::start("start", "othello", "standard"),
            &["d3", "c4", "f5", "e6"],
            "The start. Black puts the first disc on one of the dots.",
        ),
        heading("A turn"),
        text("Put a disc of your colour on an empty square, so that it encloses enemy discs:"),
        list([
            "in a straight line from your new disc (along a rank, a file or a diagonal) stand one or more enemy discs \
             without a gap,",
            "and right behind the last of them stands a disc of your own.",
        ]),
        picture(study("a turn", "", "d3"), "Black put a disc on d3: with d5 it encloses d4, which turns."),
        text(
            "All enemy discs enclosed in this way turn and are yours, in every direction in which a row is enclosed. You \
             can't choose to leave one unturned.",
        ),
        picture(
            study("several rows", MIDDLE, "c3"),
            "A disc on c3 encloses rows in three directions at once. All of them turn.",
        ),
        text(
            "Only what the new disc encloses turns: discs that come to stand between two of yours because others turned \
             stay as they are. A square where nothing turns is not allowed.",
        ),
        heading("Passing"),
        text(
            "If no square turns anything, you pass, and your opponent goes on. You may not pass otherwise. Type `pass`; \
             nothing else can be played then.",
        ),
        heading("The end"),
        text(
            "When neither player has a square left, usually because the board is full, the discs are counted. More discs \
             win, and the difference is the margin; as many on both sides is a draw.",
        ),
        picture(
            study("the end", LAST, "h1"),
            "The last disc falls on h1. The board is full, and the discs are counted.",
        ),
        text("A player whose last disc was turned has lost: he has no discs, and nobody has a square."),
        heading("Hints"),
        text(
            "A disc in a corner can never be turned. The squares beside an empty corner often give it to the other player. \
             In the middle of the game it helps to have few discs and many squares to choose from, rather than the other \
             way round.",
        ),
        heading("Writing a turn"),
        samples([("d3", "a disc on d3"), ("pass", "no square turns anything")]),
        text("Where a position is written as text, as `show` does, W and B are discs."),
    ]
}
