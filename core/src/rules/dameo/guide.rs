//! How somebody is guided through a turn of Dameo, and what pictures and laws are told about it.

use super::{Dameo, captures, help};
use crate::rules::guided::{last_square, piece_chosen};
use crate::rules::{Changes, Guided, Offer, Rules as _, Side, Step, Study, Symmetry, Way};
use crate::scene::PieceKind;
use crate::text::article::Block;
use crate::text::rules as text;

impl Guided for Dameo {
    const PATTERN: &'static str = help::PATTERN;
    const EXAMPLE: [&'static str; 2] = ["c3-c4", "f6-f5"];
    const BLURB: &'static str = help::BLURB;
    const EMBLEM: PieceKind = PieceKind::Man;
    const STUDIES: &'static [Study] = &[
        Study::new(
            "a capture that promotes",
            "dameo",
            "standard",
            "1b4b1/2b3b1/3b4/2b1b2b/2w3w1/1w1w3w/3w1w2/w1w3w1 w 19",
            "c4xc6xc8xa8",
        ),
        Study::new(
            "a king's way",
            "dameo",
            "standard",
            "4b2b/2w2b2/1b6/4b2W/1bw5/4w2w/2B3w1/w3w3 w 41",
            "h5xb5xb2xf2xf8xb8xb5",
        ),
        Study {
            chosen: Some("d1"),
            ..Study::new(
                "a line's targets",
                "dameo",
                "standard",
                "1b3b1b/1bb2bbb/b1b1bb2/4b3/3w2ww/4w2w/2ww3w/wwww2ww b 26",
                "b8-d6",
            )
        },
    ];
    const SYNONYMS: &'static [(&'static str, &'static str)] = help::SYNONYMS;

    fn rules() -> Vec<Block> {
        help::rules::rules()
    }

    fn pattern(&self) -> &'static str {
        let captures = captures::turns(&self.board);
        help::pattern(captures.first().map_or(0, |turn| turn.taken().len()))
    }

    fn beside_the_board(&self, reader: Option<Side>) -> Vec<String> {
        let captures = captures::turns(&self.board);
        let mover = self.to_move();
        let told = captures.first().filter(|_| reader.is_none_or(|reader| reader == mover) && self.outcome().is_none());
        told.map(|turn| help::must_capture(reader.is_none().then_some(mover), &self.write(turn), captures.len()))
            .into_iter()
            .collect()
    }

    fn prompt(&self, path: &str, _: &[String]) -> String {
        match last_square(path) {
            None => text::first(true).to_owned(),
            Some(last) if piece_chosen(path) => text::goes_to(last),
            Some(last) => help::jumps_on_to(last),
        }
    }

    fn label(&self, offer: &Offer<'_>) -> String {
        let taken = offer.turns.iter().map(|turn| turn.matches('x').count()).max().unwrap_or(0);
        let steps: Vec<Step<'_>> = offer.steps().collect();
        let (piece, jumps): (Vec<Step<'_>>, Vec<Step<'_>>) = steps.iter().partition(|step| step.is_piece());
        let piece = piece.first().map(|step| step.name);
        match taken {
            0 if offer.more > 1 => text::with_ways(&self.said(offer), offer.more),
            0 => self.said(offer),
            taken => help::takes(piece, taken, &jumps.iter().map(|step| step.name).collect::<Vec<_>>()),
        }
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        const { &[Symmetry::of(Way::LeftRight), Symmetry::swapping(Way::Turned)] }
    }

    fn changes(&self) -> Changes {
        // Nobody loses pieces by their own turn.
        Changes { own: 0..=0, enemy: -99..=0, ..Changes::ANY }
    }
}
