//! The rules of Desdemona in full, and those of its other editions.

use crate::rules::Study;
use crate::text::article::{Block, heading, picture, samples, steps, table, text};

/// Two Black stones stand in a row, with an empty square behind them.
const BEFORE_FLIP: &str = "3B2W3/10/10/W8B/4bw4/3bwb4/B2b5W/10/10/3W2B3 w 5";
const AFTER_A_MOVE: &str = "3B2W3/10/10/W8B/4bw4/3Wwb4/B8W/10/10/6B3 b 2";
const WITHOUT_STONES: &str = "3B2W3/10/10/W8B/10/3W6/B8W/10/10/6B3 b 2";

/// The rules.
pub(in super::super) fn rules() -> Vec<Block> {
    let study = |name, variant, before, turn| Study::new(name, "desdemona", variant, before, turn);
    vec![
        text(
            "Two players, White and Black, four amazons each, a board of 10 by 10 squares. White's amazons begin on a7, \
             d1, g10 and j4, Black's on a4, d10, g1 and j7. Besides the amazons there are stones: White ones, Black ones \
             and neutral ones. Stones never move. White begins.",
        ),
        picture(
            Study::start("start", "desdemona", "desdemona"),
            "The start, with two stones each. The outermost ring is set apart: no quiet shot lands there.",
        ),
        heading("A turn"),
        text("A turn has two parts, and both must be made:"),
        steps([
            "Move. One of your amazons goes like a chess queen: any number of squares, at least one, over and onto empty \
             squares.",
            "Shoot. The same amazon shoots from where it now stands, in one of two ways.",
        ]),
        text(
            "A quiet shot flies like a queen over empty squares onto an empty square. The square the amazon has just left \
             is empty by now.",
        ),
        picture(
            study("a quiet shot", "desdemona", AFTER_A_MOVE, "d10-d6/f8"),
            "A quiet shot: Black went from d10 to d6, and the shot leaves a neutral stone on f8.",
        ),
        text(
            "A flip shot jumps a row of one or more enemy stones. The row begins right beside the amazon, in a straight \
             line and without a gap, and the shot lands on the empty square right behind it. Every stone it jumped turns \
             to your colour.",
        ),
        picture(
            study("a flip shot", "desdemona", BEFORE_FLIP, "d1-d3xd6"),
            "A flip shot: from d3 over d4 and d5 to d6. Both stones turn White, and another one is left on d6.",
        ),
        text(
            "The shot leaves a stone where it lands. Which one, and where a quiet shot may land, depends on the variant. \
             Stones and amazons block all moves and quiet shots. Neutral stones never turn, and nothing jumps them.",
        ),
        text(
            "The very first turn of the game is a move alone: White moves an amazon and does not shoot. After that, a \
             move that leaves the amazon no shot at all is not allowed.",
        ),
        heading("The end"),
        text(
            "The game ends when the player to move has no complete turn. Whoever then has more stones of his colour wins; \
             equal numbers are a draw. Amazons and neutral stones count for nobody.",
        ),
        heading("Variants"),
        table(
            ["variant", "quiet leaves", "on the edge", "flip leaves", "first stones"],
            [
                ["desdemona", "neutral", "no", "your own", "White e5 f6, Black e6 f5"],
                ["cassio", "neutral", "yes", "neutral", "the same"],
                ["classic", "your own", "yes", "neutral", "none"],
                ["border", "your own", "no", "your own", "none"],
            ],
        ),
        text(
            "What a quiet shot leaves, and whether it may land on the edge, the outermost ring of squares; what a flip shot \
             leaves, which may land there in every variant; and the stones at the start.",
        ),
        picture(
            study("cassio", "cassio", AFTER_A_MOVE, "d10-d6/a9"),
            "Cassio: a quiet shot may land on the edge, here on a9, and leaves a neutral stone.",
        ),
        picture(
            study("classic", "classic", WITHOUT_STONES, "d10-d6/a9"),
            "Classic: no stones at the start, and a quiet shot leaves a stone of one's own.",
        ),
        picture(
            study("border", "border", WITHOUT_STONES, "d10-d6/f8"),
            "Border: the same stones of one's own, but no quiet shot onto the edge.",
        ),
        heading("What it is about"),
        text(
            "Flip shots change the count by two for each stone they turn, so a row of stones with an empty square behind \
             it is in danger as soon as an enemy amazon can come to stand beside it. Rows that end at neutral stones, at \
             amazons or at the edge of the board are safe from that side.",
        ),
        heading("Writing a turn"),
        samples([
            ("d1-d5/g8", "the amazon on d1 goes to d5 and shoots quietly at g8"),
            ("d1-d5xg8", "the same with a flip shot over the stones between"),
            ("d1-d5", "the first turn, a move alone"),
        ]),
        text(
            "Also understood: `D1-D5-G8`, `d1d5g8`, `d1-d5(g8)`, `d1 d5 g8`, and a part of a turn, such as `d5/g8`, as \
             long as only one legal turn fits. You need not say whether the shot flips.",
        ),
    ]
}
