//! Whether everything can be told apart in every theme, also by the colour-blind: computed, not judged by eye.
//!
//! The measure is WCAG's contrast ratio, which knows lightness only, so that no pair passes by its hue. It is
//! taken as it is and as people without one of the three kinds of cones see both colours. Things are compared
//! with what they can lie on in some game, and with nothing else.

use super::{Colour, Look, Texture, Theme, Tint};

/// Red, green and blue of what is seen instead, from those of what is shown, in linear light; after Machado,
/// Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009).
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// How well two things must be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// To read: AA in every theme (WCAG 2.2, 1.4.3).
    Text,
    /// Shapes without which the position is not understood: AA in every theme (1.4.11).
    Shape,
    /// What the board itself shows: AA in the theme that promises it, plain to see in the others.
    Ground,
    /// A tone that only helps where shapes say the same: visible.
    Tone,
}

impl Need {
    fn least(self, theme: Theme) -> f64 {
        match self {
            Need::Text => 4.5,
            Need::Shape => 3.0,
            Need::Ground if theme == Theme::Contrast => 3.0,
            Need::Ground => 1.25,
            Need::Tone => 1.1,
        }
    }
}

/// At least one of these colours must stand out against the ground: a piece has a surface and an outline, a
/// mark its colour and its casing.
struct Pair {
    what: String,
    need: Need,
    colours: Vec<Colour>,
    ground: Colour,
}

#[test]
fn everything_stands_out_in_every_theme_for_every_eye() {
    let mut faults = Vec::new();
    for theme in Theme::ALL {
        for Pair { what, need, colours, ground } in pairs(theme.look()) {
            for (vision, matrix) in &VISIONS {
                let seen = |colour| seen(colour, matrix);
                let best = colours.iter().map(|&colour| ratio(seen(colour), seen(ground))).fold(0.0, f64::max);
                if best < need.least(theme) {
                    faults.push(format!("{theme}, {vision}: {what}: {best:.2}, {need:?}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_measure_is_that_of_wcag() {
    let plain = |one, other| ratio(seen(Colour(one), &VISIONS[0].1), seen(Colour(other), &VISIONS[0].1));
    assert!((plain(0x000000, 0xffffff) - 21.0).abs() < 0.001);
    assert!((plain(0x777777, 0xffffff) - 4.48).abs() < 0.005, "the well-known grey that just fails");
    assert!((plain(0xff0000, 0xffffff) - 3.998).abs() < 0.005);
}

#[test]
fn the_colour_blind_see_greys_as_they_are_and_some_hues_alike() {
    for (vision, matrix) in &VISIONS {
        for grey in [0x000000, 0x808080, 0xffffff] {
            let [red, green, blue] = seen(Colour(grey), matrix);
            assert!((red - green).abs() < 0.001 && (green - blue).abs() < 0.001, "{vision} {grey:06x}");
        }
    }
    let far = |vision: usize, one, other| {
        let (one, other) = (seen(Colour(one), &VISIONS[vision].1), seen(Colour(other), &VISIONS[vision].1));
        (0..3).map(|i| (one[i] - other[i]).abs()).fold(0.0, f64::max)
    };
    // A red and a green that one kind of eye confuses, and another does not.
    assert!(far(2, 0xb05a00, 0x7f7f00) < 0.12 && far(0, 0xb05a00, 0x7f7f00) > 0.2);
}

/// The board whose pieces have letters.
const LETTERED: &str = "a river";

/// A colour and what it is called in a report.
type Named = (String, Colour);

fn pairs(look: &Look) -> Vec<Pair> {
    let mut pairs = Vec::new();
    around_the_board(&mut pairs, look);
    grounds_apart(&mut pairs, look);
    let plain = with(squares(look), "recent", look.recent);
    let territories = [("White's", look.white_land), ("Black's", look.black_land)]
        .into_iter()
        .flat_map(|(whose, tint)| with(squares(look), &format!("{whose} territory on"), tint).split_off(2));
    let settled: Vec<Named> = plain.iter().cloned().chain(with(territories.collect(), "recent", look.recent)).collect();
    let rim = with(squares(look), "rim of", Tint { colour: look.rim, percent: 10 });
    let river = with([squares(look), vec![("water".to_owned(), look.water)]].concat(), "recent", look.recent);
    on_a_board(&mut pairs, look, "territories", &settled, &["arrow"]);
    on_a_board(&mut pairs, look, "a rim", &with(rim, "recent", look.recent), &["neutral stone"]);
    on_a_board(&mut pairs, look, "plain squares", &plain, &[]);
    on_a_board(&mut pairs, look, LETTERED, &river, &[]);
    pairs
}

fn around_the_board(pairs: &mut Vec<Pair>, look: &Look) {
    let mut pair = |need, what: &str, colour, ground| {
        pairs.push(Pair { what: what.to_owned(), need, colours: vec![colour], ground });
    };
    // Numbers of a setup are drawn with these two as well.
    pair(Need::Text, "coordinates", look.coordinates, look.surround);
    pair(Need::Text, "name", look.name, look.surround);
    pair(Need::Text, "remark", look.remark, look.surround);
    pair(Need::Text, "name of the player to move", look.turn_name, look.turn_band);
    pair(Need::Shape, "band of the player to move", look.turn_band, look.surround);
}

/// Squares, water and territories beside each other.
fn grounds_apart(pairs: &mut Vec<Pair>, look: &Look) {
    let mut pair = |need, what: String, colours: &[Colour], ground| {
        pairs.push(Pair { what, need, colours: colours.to_vec(), ground });
    };
    // Ruled squares are told by their ruling, and lines between squares tell them apart as well.
    let dark = if look.texture == Texture::Ruled { look.grain_dark } else { look.dark };
    let between: Vec<Colour> = look.grid.into_iter().chain([dark]).collect();
    pair(Need::Ground, "light beside dark".to_owned(), &between, look.light);
    if let Some(grid) = look.grid {
        pair(Need::Ground, "lines beside dark".to_owned(), &[grid], look.dark);
    }
    pair(Need::Ground, "waves on water".to_owned(), &[look.wave], look.water);
    pair(Need::Ground, "ford on water".to_owned(), &[look.ford, look.rim], look.water);
    for (name, ground) in squares(look) {
        pair(Need::Tone, format!("recent {name}"), &[tinted(ground, look.recent)], ground);
        pair(Need::Tone, format!("water beside {name}"), &[look.water], ground);
        for (other_name, other) in squares(look) {
            let (white, black) = (tinted(ground, look.white_land), tinted(other, look.black_land));
            pair(Need::Tone, format!("White's territory on {name}, Black's on {other_name}"), &[white], black);
        }
    }
}

/// Pieces, marks and signs on the grounds of one kind of board.
fn on_a_board(pairs: &mut Vec<Pair>, look: &Look, board: &str, grounds: &[Named], nobodys: &[&str]) {
    let mut pair = |need, what: String, colours: &[Colour], ground| {
        pairs.push(Pair { what: format!("{board}: {what}"), need, colours: colours.to_vec(), ground });
    };
    let all = [("White", look.white), ("Black", look.black), ("neutral stone", look.neutral), ("arrow", look.arrow)];
    let inks = all.iter().filter(|(name, _)| ["White", "Black"].contains(name) || nobodys.contains(name));
    let marks = [("path", look.path), ("shot", look.shot), ("target", look.target), ("chosen", look.chosen)];
    for (name, ink) in inks.clone() {
        for (ground_name, ground) in grounds {
            pair(Need::Shape, format!("{name} on {ground_name}"), &[ink.fill, ink.line], *ground);
        }
        // The letter of a piece is such a drawing too.
        let need = if board == LETTERED { Need::Text } else { Need::Shape };
        pair(need, format!("drawing on {name}"), &[ink.detail], ink.fill);
        for (mark, colour) in marks {
            pair(Need::Shape, format!("{mark} on {name}"), &[colour, look.casing], ink.fill);
        }
        for (other_name, other) in inks.clone().filter(|(other, _)| other != name) {
            let need = if nobodys.iter().any(|nobody| [name, other_name].contains(&nobody)) {
                Need::Ground
            } else {
                Need::Text
            };
            pair(need, format!("{name} beside {other_name}"), &[ink.fill, ink.line, ink.detail], other.fill);
        }
    }
    for (mark, colour) in marks {
        pair(Need::Shape, format!("{mark} on its casing"), &[colour], look.casing);
        for (ground_name, ground) in grounds {
            pair(Need::Shape, format!("{mark} on {ground_name}"), &[colour, look.casing], *ground);
        }
    }
}

fn squares(look: &Look) -> Vec<Named> {
    vec![("light squares".to_owned(), look.light), ("dark squares".to_owned(), look.dark)]
}

/// These grounds, then the same under a tint.
fn with(mut grounds: Vec<Named>, name: &str, tint: Tint) -> Vec<Named> {
    let more: Vec<Named> =
        grounds.iter().map(|(ground, colour)| (format!("{name} {ground}"), tinted(*colour, tint))).collect();
    grounds.extend(more);
    grounds
}

fn tinted(ground: Colour, tint: Tint) -> Colour {
    ground.under(tint.colour, tint.opacity())
}

/// Linear red, green and blue of a colour as such an eye sees it.
fn seen(colour: Colour, matrix: &[[f64; 3]; 3]) -> [f64; 3] {
    let linear = colour.rgb().map(|channel| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    matrix.map(|row| row.iter().zip(linear).map(|(part, channel)| part * channel).sum::<f64>().clamp(0.0, 1.0))
}

/// WCAG's contrast ratio, 1 to 21.
fn ratio(one: [f64; 3], other: [f64; 3]) -> f64 {
    let luminance = |[red, green, blue]: [f64; 3]| 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    let (one, other) = (luminance(one), luminance(other));
    one.max(other) / one.min(other)
}
