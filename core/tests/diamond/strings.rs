//! Position strings: what is refused, where and why.

use turnpost_core::rules::Position;

use super::{position, setup};

fn refusal(text: &str) -> String {
    match Position::parse(&setup("standard", &[]), text) {
        Err(error) => error.to_string(),
        Ok(position) => panic!("{text} was read as {}", position.text()),
    }
}

#[test]
fn strings_round_trip() {
    for text in [
        "t7/8/8/8/8/8/8/7T w 1 setup:w -",
        "tc6/1g'6/8/k7/8/8/7Z/4K1CT b 5 setup:b customs=36h",
        "trgz4/hoc5/ksc5/c7/7Z/5CCG/5SOH/4CKRT w 21 play -",
        "(Zt)7/1(G'z)6/8/8/8/8/8/7T b 4294967295 play customs=1d12h!,handicap=white:0,pounce=adjacent",
        "t7/8/2(Zz)5/8/8/5r'2/8/7T w 3 play handicap=black:2!",
        "8/8/8/8/8/8/8/7T w 1 play -",
    ] {
        assert_eq!(position(text).text(), text);
    }
    // Sharers, options and spaces in another order.
    let loose = " (zR)t6/8/8/8/8/8/8/7T  w 1 play pounce=adjacent,customs=5m";
    assert_eq!(position(loose).text(), "(Rz)t6/8/8/8/8/8/8/7T w 1 play customs=5m,pounce=adjacent");
}

#[test]
fn boards_that_make_no_sense() {
    for (board, says) in [
        ("t7/8/8/8/8/8/7T", "board: it has 7 ranks"),
        ("t7/8/8/8/8/8/8/8T", "rank 1: it has more than 8"),
        ("t7/8/8/8/8/8/8/6T", "rank 1: it has 7 squares"),
        ("t7/8/8/3q4/8/8/8/7T", "d5: unknown letter 'q'"),
        ("t7/8/8/3c4/8/8/8/1CCCC2T", "e1: White has more than 3 cani"),
        ("t7/8/8/8/8/8/g1g5/7T", "c2: Black has more than 1 gormoror"),
        ("tt6/8/8/8/8/8/8/7T", "b8: Black has more than 1 town"),
        ("8/1t6/8/8/8/8/8/7T", "b7: Black's town stays on the edge"),
        ("7T/8/8/8/8/8/8/7T", "h8: White's town stays on the edge"),
        ("T7/8/8/8/8/8/8/7T", "a8: White's town stays on the edge"),
        ("t7/8/8/4c3/8/8/8/7T", "e5: a cani can't stand in the river"),
        ("t7/8/8/4G3/8/8/8/7T", "e5: a gormoror can't"),
        ("t7/8/8/4h3/8/8/8/7T", "e5: a herethroy can't"),
        ("t7/8/8/4R3/8/8/8/7T", "e5: a rassimel can't"),
        ("t7/8/8/3(Rk)4/8/8/8/7T", "d5: of two pieces that share a square one is a zi ri"),
        ("t7/8/8/3(Rzk)4/8/8/8/7T", "d5: at most two pieces share"),
        ("t7/8/8/3(R)4/8/8/8/7T", "d5: brackets are for two"),
        ("t7/8/8/3(Rz4/8/8/8/7T", "d5: at most two pieces share a square, and a bracket closes them"),
        ("t7/8/8/3k'4/8/8/8/7T", "d5: a khtsoyis has no resistance"),
        ("t7/8/8/3'4/8/8/8/7T", "d5: unknown letter '\\''"),
        ("8/8/8/8/8/8/8/8", "board: neither side has a town"),
    ] {
        let said = refusal(&format!("{board} w 1 play -"));
        assert!(said.contains(&format!("position: {says}")), "{board}: {said}");
    }
}

#[test]
fn fields_that_make_no_sense() {
    let board = "t7/8/8/8/8/8/8/7T";
    for (fields, says) in [
        ("w 1 play", "field 5 (options): missing"),
        ("w 1 play - -", "field 6: too many"),
        ("x 1 play -", "field 2 (side to move): it must be w or b"),
        ("w 0 play -", "field 3 (turn number)"),
        ("w 1 setup -", "field 4 (phase): it must be setup:w, setup:b or play"),
        ("w 1 play speed=1", "field 5 (options): no option \"speed\""),
        ("w 1 play pounce", "field 5 (options): \"pounce\" is not name=value"),
        ("w 1 play pounce=adjacent,pounce=adjacent", "pounce is given twice"),
        ("w 1 play pounce=far", "the only value is adjacent"),
        ("w 1 play handicap=white:0!", "nothing is owed"),
        ("w 1 play customs=5", "a time is written like"),
        ("w 1 setup:w customs=5m!", "in the setup there is neither a spur nor a checkmate"),
    ] {
        let said = refusal(&format!("{board} {fields}"));
        assert!(said.contains(says), "{fields}: {said}");
    }
}

#[test]
fn setups_that_make_no_sense() {
    for (board, says) in [
        ("t7/8/8/8/8/8/8/6T1", "g1: in the setup White's town stands on h1"),
        ("t7/8/8/8/4C3/8/8/7T", "e4: in the setup White's pieces stand on his numbered squares"),
        ("tC6/8/8/8/8/8/8/7T", "b8: in the setup White's"),
        ("t7/8/8/8/8/8/8/6(CZ)T", "g1: in the setup no pieces share"),
    ] {
        let said = refusal(&format!("{board} w 1 setup:w -"));
        assert!(said.contains(says), "{board}: {said}");
    }
}
