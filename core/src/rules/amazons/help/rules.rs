//! The rules of Amazons in full.

use crate::rules::Study;
use crate::text::article::{Block, heading, list, picture, samples, steps, text};

/// The amazon of d1 has gone to d7, and is about to shoot.
const MOVED: &str = "3B2B3/10/10/B2W5B/10/10/W8W/10/10/6W3 w 1";
const END: &str = "xx2BBx1x1/xxxxxxxx1x/1xxBx2W1x/xxxBx1xx2/xxxxx3x1/1x1xxWx3/2xxx1x1W1/4xx1xxx/4xWxx1x/1x4xxx1 w 51";

const fn board(name: &'static str, position: &'static str) -> Study {
    Study::at(name, "amazons", "standard", position)
}

/// The rules.
pub(in super::super) fn rules() -> Vec<Block> {
    vec![
        text(
            "Two players, White and Black, four amazons each, a board of 10 by 10 squares. White stands on a4, d1, g1 and \
             j4, Black on a7, d10, g10 and j7. White begins.",
        ),
        picture(board("start", ""), "The start. White is about to play."),
        heading("A turn"),
        text("A turn has two parts, and both must be made:"),
        steps([
            "Move. One of your amazons goes like a chess queen: any number of squares, at least one, along a rank, a file \
             or a diagonal. Every square it passes and the one it stops on must be empty.",
            "Shoot. From where it now stands the same amazon shoots an arrow, again like a queen: over empty squares, \
             onto an empty square. The square it has just left is empty by now, so it may shoot back there, or through \
             it.",
        ]),
        picture(board("move", "").choosing("d1"), "First the move: the amazon on d1 can go to any of the dots."),
        picture(board("shot", MOVED).choosing("d7"), "Then the shot: it went to d7, and can hit any of the dots."),
        heading("Arrows"),
        text(
            "The square the arrow hits is blocked for the rest of the game. Nobody moves onto it or through it, and no \
             arrow flies over it. Amazons block in the same way, your own too. Nothing is ever captured.",
        ),
        picture(
            Study::new("blocked", "amazons", "standard", "", "d1-d7/g7"),
            "After d1-d7/g7 the arrow lies on g7 for good.",
        ),
        text("Whoever cannot make a turn when it is his turn loses. There are no draws, unless both agree to one."),
        heading("What it is about"),
        text(
            "Arrows build walls. Sooner or later the walls cut the board into regions, and whoever has more room to go on \
             playing in wins. Keep your amazons mobile, shut the other side's in, and wall off large regions for \
             yourself.",
        ),
        heading("Writing a turn"),
        samples([
            ("d1-d7/g7", "the amazon on d1 goes to d7 and shoots at g7"),
            ("d1-d7/d1", "it shoots back at the square it came from"),
        ]),
        text(
            "Also understood: `D1-D7-G7`, `d1d7g7`, `d1-d7(g7)`, `d1 d7 g7`, `d1-d5,g8`, and a part of a turn, such as \
             `d7/g7`, as long as only one legal turn fits.",
        ),
        heading("Counting the end"),
        text(
            "Join all squares without an arrow to their neighbours, diagonals too. When no such region holds amazons of \
             both colours, the position is settled: each player only fills regions of his own, and the rest can be \
             counted.",
        ),
        picture(
            Study::new("settled", "amazons", "standard", END, "h8-j6/j4"),
            "A settled position: every region is tinted in the colour of those who live there.",
        ),
        list([
            "Your moves left are the most turns you could still make in your regions. Usually that is the number of empty \
             squares there. A crooked region may give fewer, so the server searches for the true number.",
            "The player to move has half a move taken off. The larger number wins, and the difference is the margin: with \
             12 left and White to move against 8 left, White wins by 3½.",
        ]),
        samples([
            ("count", "shows the numbers at any time, or bounds on them"),
            (
                "claim",
                "asks for the result; in a settled position either player may, and the game ends if the numbers decide it",
            ),
        ]),
        text(
            "If you would rather play on to the last move, the margin is ½ plus the moves the winner still has. Margins \
             break ties in tournaments.",
        ),
    ]
}
