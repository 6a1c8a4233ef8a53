//! The rules of Diamond Chess in full.

use crate::rules::Study;
use crate::text::article::{Block, heading, list, picture, samples, table, text};

const POUNCE: &str = "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -";
const PACK: &str = "trg5/h(oz)6/ksc3C1/2c5/2c3C1/4Z2G/4S1OH/4CKRT b 6 play -";
const RESISTED: &str = "t2gC3/1r'cc4/o3hk2/1H1c3C/5(Zs)KR/2O3S1/4(Gz)2C/7T w 48 play -";

/// The rules.
pub(in super::super::super) fn rules() -> Vec<Block> {
    let study = |name, variant, before, turn| Study::new(name, "diamond", variant, before, turn);
    vec![
        text(
            "Two armies face each other across a river, a1 b2 c3 d4 e5 f6 g7 h8. The board is turned by 45 degrees: \
             White's corner h1 at the bottom, Black's corner a8 at the top. Seven fords join two squares each, diagonally \
             across the river: from a2-b1 and b3-c2 over c4-d3, d5-e4, e6-f5 to f7-g6 and g8-h7. Capture the enemy's town \
             to win.",
        ),
        picture(
            Study::start("start", "diamond", "quick"),
            "Both armies in the order of the variant quick, the towns in their corners, the river between them.",
        ),
        heading("Setup"),
        text(
            "The towns stand in their corners. Each side has ten more pieces: three cani and one of every other kind. In \
             turn, White first, each puts one piece of his choice down on his own numbered squares, in this order:",
        ),
        list(["White: g1 g2 h2 f1 f2 f3 g3 h3 h4 e1", "Black: b8 b7 a7 a6 b6 c6 c7 c8 d8 a5"]),
        text(
            "A piece may go on a later square while a number before it is empty; if the player who is to move first does \
             that, the other one moves first. \
             No idea yet? `r o h k s c c g z c` puts all ten down in a good order. The variant quick skips the setup: both \
             sides stand like that at the start.",
        ),
        picture(
            Study::start("setup", "diamond", "standard"),
            "The setup begins: the numbers show the order in which each side fills its squares.",
        ),
        heading("A turn"),
        text(
            "A turn is two moves by two different pieces, one after the other, or one attack. Who can make two moves or \
             attack must; a single move is for when neither is possible, and a pass for when nothing is.",
        ),
        heading("The pieces"),
        table(
            ["piece", "moves", "attack", "resists"],
            [
                ["t town", "1 any way, on its side's edge", "none", "nothing"],
                ["c cani", "1 straight; packs more", "weapon", "nothing"],
                ["g gormoror", "1-3 straight", "weapon", "one weapon attack"],
                ["k khtsoyis", "1 any way", "weapon, 1-3×", "nothing"],
                ["h herethroy", "1-3 any way", "weapon", "weapons"],
                ["o orren", "1-3 straight; river", "magic", "weapons, in river"],
                ["r rassimel", "1-2 straight; fords", "weapon, magic", "one magic attack"],
                ["s sleeth", "1-3 any way", "pounce", "nothing"],
                ["z zi ri", "a chess knight's leap", "magic", "magic"],
            ],
        ),
        text(
            "Straight is along ranks and files. Nothing but a zi ri leaps over pieces. The river: k o s z may stop in it; \
             c g h cross it but never stop there; the rassimel crosses only by one step at a ford; the town stays off \
             it. An orren in the river may go to any empty river square.",
        ),
        heading("Packs and sharing"),
        text(
            "Each side has three cani. A cani goes one square further for each own cani beside it. Cani joined beside each \
             other may move at once, as one move, to different squares. Own cani are not in a cani's way; all else is. \
             Trading places is no move.",
        ),
        picture(
            study("a pack", "quick", PACK, "c4-a4+c5-f5+c6-c5 b6-b4"),
            "A pack: all three cani of Black move at once, and then another piece, from b6 to b4.",
        ),
        text(
            "A zi ri may land on a square with one other piece, of either side. No other piece moves onto a zi ri's \
             square.",
        ),
        heading("Attacks"),
        text(
            "Weapons strike beside the attacker (rank or file), magic diagonally next to it; the attacker stays. The \
             khtsoyis strikes up to three times. The herethroy strikes only while on its own side.",
        ),
        text(
            "An attack resisted once leaves a mark; the next one takes. What resists all attacks of a kind cannot be \
             attacked that way. A glorious sacrifice: when you attack, an enemy zi ri that shares a square with any of \
             your pieces is taken as well.",
        ),
        picture(
            study("an attack resisted", "quick", RESISTED, "e8xd8"),
            "The cani on e8 struck at the gormoror on d8, which resisted and is marked: the next blow takes it.",
        ),
        text(
            "The sleeth pounces: it moves onto an enemy up to 3 squares away and takes all enemies there, and nothing \
             resists that.",
        ),
        picture(
            study("a pounce", "standard", POUNCE, "b6^b7"),
            "A pounce: the sleeth leaps from b6 onto b7 and takes.",
        ),
        heading("When it is a draw"),
        text(
            "The third time a position comes up with the same player to move, or 100 turns in a row with no piece leaving \
             the board. The setup doesn't count.",
        ),
        heading("Options"),
        samples([
            ("pounce=adjacent", "the sleeth pounces one square only"),
            (
                "handicap=white:2",
                "White must twice give checkmate (Black's town is attacked and no turn of his saves it) and release it \
                 again before she may capture the town; `black:N` likewise",
            ),
            (
                "customs=5m",
                "a player who waits longer than that may be spurred on: his opponent moves one piece one square (a zi ri \
                 leaps), once in a turn; after twice the time it is forfeited",
            ),
        ]),
        heading("Writing a turn"),
        samples([
            ("e1-e3 g2-g4", "two moves, from and to"),
            ("d6-b6+e6-c6 g2-g4", "a pack move and another one"),
            ("f4xf5", "an attack; `d4xc4,d5,d5` three strikes of the khtsoyis"),
            ("d4xd5:z", "attacks the zi ri, where two enemies stand on d5"),
            ("e4^f7", "a pounce"),
            ("c, or c@g3", "setup: a cani on the next square, or on g3"),
            ("r o h k s c c g z c", "setup: all ten at once, planned in this order"),
            ("spur c3-c4", "where customs are kept"),
        ]),
    ]
}
