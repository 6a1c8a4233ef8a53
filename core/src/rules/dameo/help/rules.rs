//! The rules of Dameo in full.

use crate::rules::Study;
use crate::text::article::{Block, heading, list, picture, samples, text};

const TWO_IN_REACH: &str = "1b6/6b1/4b3/3b4/3w4/8/6w1/1w6 w 20";
const FOR_A_KING: &str = "2b5/8/7b/4b3/8/3w4/1W3b2/w7 w 40";
const NEAR_THE_END: &str = "2b5/4w3/1b4b1/8/3w4/2w5/8/5w2 w 30";

/// The rules.
pub(in super::super) fn rules() -> Vec<Block> {
    let study = |name, before, turn| Study::new(name, "dameo", "standard", before, turn);
    vec![
        text(
            "Draughts on 8x8 with men that march in lines. By Christian Freeling, 2000. You win when your opponent, on his \
             turn, has no legal turn left: all his pieces are gone, or none can move.",
        ),
        heading("The start"),
        text(
            "Each side has 18 men: White on a1-h1, b2-g2 and c3-f3, Black on a8-h8, b7-g7 and c6-f6. White moves first.",
        ),
        picture(Study::start("start", "dameo", "standard"), "The start: 18 men on each side."),
        heading("Moving"),
        text("A man moves one square forward, straight or diagonally, onto an empty square."),
        text(
            "A line of your men, side by side without a gap along a file or a diagonal, may move forward as one, each man \
             one square along the line, if the square before its head is empty. Any part of a line that ends at its head \
             may do so. On the board it looks as if the rearmost man had jumped to the front, and that is how it is \
             written.",
        ),
        picture(
            study("a line", "", "c1-c4"),
            "A line marches: the men on c1, c2 and c3 move up one square each. It is written c1-c4.",
        ),
        text("A man that ends its turn on the far rank becomes a king. Of a line, only the head gets there."),
        picture(study("a king", NEAR_THE_END, "e7-e8"), "The man from e7 ends on the far rank and is a king."),
        text(
            "A king moves like a chess queen: any way, any distance over empty squares. Kings take no part in a line.",
        ),
        heading("Capturing"),
        text("Captures go along ranks and files, never along diagonals."),
        text(
            "A man jumps an enemy piece right beside it, forward, backward or sideways, and lands on the empty square just \
             behind it.",
        ),
        picture(
            study("a capture", TWO_IN_REACH, "d4xd6xf6"),
            "d4xd6xf6: the man jumps up over d5 and then aside over e6. Both are taken.",
        ),
        text(
            "A king flies: over empty squares to one enemy piece, over it, and down on any empty square behind it before \
             the next piece.",
        ),
        picture(
            study("a flying king", FOR_A_KING, "b2xh2xh8xb8"),
            "b2xh2xh8xb8: the king comes from afar, lands behind f2 where it can go on, and takes h6 and c8 as well.",
        ),
        list([
            "If you can capture, you must.",
            "If the piece can go on capturing from where it lands, it must.",
            "Of all captures you must choose one that takes the most pieces. Kings and men count the same. If several take \
             the most, choose freely.",
            "Pieces you take leave the board only when the turn is over. Till then they are in the way, and none may be \
             jumped twice.",
            "The square your piece started from counts as empty while it jumps.",
            "A man that passes the far rank while capturing, and does not end there, stays a man.",
        ]),
        heading("When it is a draw"),
        list([
            "The same position, with the same player to move, occurs for the third time.",
            "50 turns in a row, 25 each, without a capture and without a man moved.",
            "One king each, and the player to move cannot capture.",
        ]),
        text("A player without a legal turn has lost, whatever else would be a draw."),
        heading("Writing a turn"),
        samples([
            ("c3-c4", "a man goes from c3 to c4"),
            ("c1-c4", "the men on c1, c2 and c3 move up: the rearmost man, and the square before the head"),
            ("d4xd6", "a capture, with the square where the piece lands"),
            ("d4xd6xf6", "two captures in one turn, with every landing"),
        ]),
        text(
            "Dashes, colons and spaces do as well: `d4:d6:f6`, `d4-d6-f6x`, `d4 f6`. Squares in between may be left out as \
             long as only one legal turn fits. In a position string w and b are men, W and B kings.",
        ),
    ]
}
