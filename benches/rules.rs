//! How fast the rules are: perft, the list of legal turns and reading a text, for every game, from opening, middle
//! and end positions; and counting settled Amazons positions. `cargo bench --bench rules`
#![allow(clippy::unwrap_used)]

use turnpost_core::rules::amazons::Amazons;
use turnpost_core::rules::dameo::Dameo;
use turnpost_core::rules::desdemona::Desdemona;
use turnpost_core::rules::diamond::Diamond;
use turnpost_core::rules::{Rules, perft};

mod measure;

fn main() {
    game::<Amazons>(&[
        ("opening", "start", 2),
        ("middle", "3B2B3/1x3xx3/2W1x2x2/B3xx4/x1x2x1x1B/2xW1xx3/x2x2x3/1xx1xx1x2/2x1W1x1W1/10 b 24", 2),
        ("end", "xx2BBx1x1/xxxxxxxx1x/1xxBx2W1x/xxxBx1xx2/xxxxx3x1/1x1xxWx3/2xxx1x1W1/4xx1xxx/4xWxx1x/1x4xxx1 w 51", 3),
    ]);
    game::<Desdemona>(&[
        ("opening", "start", 2),
        ("middle", "6W3/2w4b2/W2bb2x2/3w4B1/2xwbw4/3bb1x3/1B2wwx3/2x2b1w2/3WB2bW1/3B2x3 w 25", 2),
        (
            "end",
            "10/1xxx2xxx1/1xxxxxx2W/1xxxxxx1x1/1xxxbwxxx1/WxBxwbxx2/1xxxxx1xx1/1xxxB1xx2/1xxxxxxxxW/2B2W2B1 w 51",
            4,
        ),
    ]);
    game::<Dameo>(&[
        ("opening", "start", 4),
        ("middle", "1b3b1b/1bb2bbb/b1b1bb2/4b3/3w2ww/4w2w/2ww3w/wwww2ww b 26", 4),
        ("end", "7B/2b5/4w3/1B6/5b2/2w3W1/3b4/W7 b 60", 3),
        ("a hostile capture", "2B3B1/1BW1B1WB/3B2B1/B1B2B2/3B2B1/2B3WB/1B1WB1W1/W2B2B1 w 1", 1),
    ]);
    game::<Diamond>(&[
        ("setup", "start", 3),
        ("opening", "trgz4/hoc5/ksc5/c7/7Z/5CCG/5SOH/4CKRT w 1 play -", 2),
        ("middle", "tz1g4/1rcc4/o3hk2/1H1c2ZC/5sKR/2O3S1/4G2C/5C1T w 48 play -", 2),
        ("end", "1kz2c2/1s6/t6O/2c2cC1/8/5RCK/h3HGZ1/6CT b 34 play -", 2),
    ]);
    counting();
}

/// Positions by name, each with the depth that perft goes to.
fn game<R: Rules>(positions: &[(&str, &str, u32)]) {
    for &(name, text, depth) in positions {
        let position = match text {
            "start" => R::start(R::VARIANTS[0], &[]).unwrap(),
            text => R::parse(R::VARIANTS[0], &[], text).unwrap(),
        };
        let name = |what: &str| format!("{}, {name}: {what}", R::TITLE);
        measure::rate(&name(&format!("perft {depth}")), "leaves", || perft(&position, depth));
        measure::time(&name("legal turns"), || position.legal_turns());
        let turns = position.legal_turns();
        if let Some(turn) = turns.get(turns.len() / 2) {
            let text = position.write(turn);
            measure::time(&name("read a legal text"), || position.read(&text));
        }
        measure::time(&name("read an illegal text"), || position.read("e4-e4"));
    }
}

/// Settled Amazons positions, two amazons a side in regions of both sizes.
fn counting() {
    let wall = "xxxxxxxxxx";
    let rest = [wall; 5].join("/");
    for (name, text) in [
        ("20 squares with two amazons", format!("{rest}/B8B/10/{wall}/10/2W4W2 w 70")),
        ("40 squares with two amazons", format!("{wall}/B8B/10/10/10/{wall}/10/10/10/2W4W2 w 40")),
    ] {
        let position = Amazons::parse("standard", &[], &text).unwrap();
        measure::time(&format!("Amazons, count {name} a side"), || position.count());
    }
}
