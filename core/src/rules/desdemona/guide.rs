//! How somebody is guided through a turn of Desdemona, and what pictures and laws are told about it.

use super::{Desdemona, help};
use crate::rules::guided::{last_square, piece_chosen};
use crate::rules::shooting::{self, Shooting as _, guide};
use crate::rules::{Changes, Guided, Offer, Rules as _, Step, Study, Symmetry, Way};
use crate::scene::PieceKind;
use crate::text::article::Block;
use crate::text::rules as text;

impl Guided for Desdemona {
    const PATTERN: &'static str = help::PATTERN;
    const EXAMPLE: [&'static str; 2] = ["d1-d5", "d10-d6/f8"];
    const BLURB: &'static str = help::BLURB;
    const EMBLEM: PieceKind = PieceKind::Stone;
    const STUDIES: &'static [Study] = &[
        Study::new(
            "a flip shot",
            "desdemona",
            "desdemona",
            "3Wwww3/3bbw4/3BwbwBx1/Bx1Wbwbb2/2xbwwwb2/3Wwwb1B1/2xxxb4/10/1x1W6/10 w 27",
            "d2-e3xi7",
        ),
        Study::new(
            "a quiet shot",
            "desdemona",
            "cassio",
            "5B1x2/5x4/1x2x2W1x/x2xxxx1xx/2xxbw2x1/x2xwbBx2/4x2W2/3x4xW/xx1Bxx1x2/1W1xxBx3 w 31",
            "h8-f8/d10",
        ),
        Study::new(
            "stones of one's own",
            "desdemona",
            "classic",
            "1xbB6/xx1wxxx3/1bx1Bbx3/W9/x3x1x1x1/bW3bxbW1/3BBx1xx1/1xWbx5/xbxx6/x1xw4bx w 37",
            "b5-c4xe2",
        ),
        Study::new(
            "a special rim",
            "desdemona",
            "border",
            "6bb1w/5bwWbb/4B1Wwb1/7w2/7Bbb/4w5/2Wwww4/1BbwwwBW2/2wbwbw3/1w1bbw4 w 31",
            "h3-j5xj7",
        ),
    ];
    const SYNONYMS: &'static [(&'static str, &'static str)] = shooting::help::SYNONYMS;

    fn rules() -> Vec<Block> {
        help::rules::rules()
    }

    fn variant_explained(variant: &str) -> Option<&'static str> {
        help::variant(variant)
    }

    fn pattern(&self) -> &'static str {
        if self.moves_alone() { help::MOVE_ALONE } else { Self::PATTERN }
    }

    fn missing(&self, path: &str) -> Option<String> {
        guide::missing::<Desdemona>(path)
    }

    fn prompt(&self, path: &str, _: &[String]) -> String {
        guide::prompt::<Desdemona>(path)
    }

    /// Whoever has moved chooses between the two ways to shoot.
    fn groups(&self, path: &str, _: &[String]) -> [&'static str; 2] {
        if has_moved(path) { help::SHOTS } else { guide::groups(path) }
    }

    fn in_second(&self, path: &str, way: &str) -> bool {
        if has_moved(path) { way.contains('x') } else { guide::is_diagonal(path, way) }
    }

    /// Long before the shot it is told where stones can be turned over.
    fn label(&self, offer: &Offer<'_>) -> String {
        let said = self.said(offer);
        if offer.more <= 1 {
            return said;
        }
        let turns = offer.turns.iter().filter(|turn| turn.contains('x')).filter_map(|turn| self.read(turn).ok());
        match turns.map(|turn| self.jumped(&turn).len()).max() {
            Some(most) => help::with_flips(&said, offer.more, most),
            None => text::with_ways(&said, offer.more),
        }
    }

    fn written_too(&self) -> Option<String> {
        // The first, since the best would be advice.
        let turn = self.legal_turns().into_iter().find(|turn| !self.jumped(turn).is_empty())?;
        Some(help::flip_is_written(&self.write(&turn), self.jumped(&turn).len()))
    }

    fn step(&self, step: &Step<'_>) -> String {
        let over = step.from().zip(step.square()).map(|(from, to)| from.between(to).len());
        match (step.sign, over) {
            (Some('x'), Some(stones)) => help::flips(step.name, stones),
            _ => guide::quiet_shot(step).unwrap_or_else(|| step.plainly()),
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        const LATER: &[Symmetry] =
            &[Symmetry::swapping(Way::LeftRight), Symmetry::swapping(Way::Transposed), Symmetry::of(Way::Turned)];
        // White's very first turn has no counterpart of Black's.
        const FIRST: &[Symmetry] = &[Symmetry::of(Way::LeftRight), Symmetry::of(Way::Transposed)];
        if self.turn_number() == 1 { FIRST } else { LATER }
    }

    fn changes(&self) -> Changes {
        // One stone a turn, but none on the first; what is turned over trades sides.
        let stones = i32::from(!self.moves_alone());
        Changes { all: stones..=stones, own: 0..=99, enemy: -99..=0, kept: &[PieceKind::Amazon] }
    }
}

/// Whether a path leads up to the shot.
fn has_moved(path: &str) -> bool {
    last_square(path).is_some() && !piece_chosen(path)
}
