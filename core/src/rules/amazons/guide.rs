//! How somebody is guided through a turn of Amazons, and what pictures and laws are told about it.

use super::{Amazons, help};
use crate::rules::shooting::{self, Shooting, Turn, guide};
use crate::rules::{Changes, Guided, Lesson, Rules, Step, Study, Symmetry, Way};
use crate::scene::{PieceKind, Scene};
use crate::text::article::Block;

const MIDDLE: &str = "3B2B3/1x3xx3/2W1x2x2/B3xx4/x1x2x1x1B/2xW1xx3/x2x2x3/1xx1xx1x2/2x1W1x1W1/10 b 24";
const END: &str = "xx2BBx1x1/xxxxxxxx1x/1xxBx2W1x/xxxBx1xx2/xxxxx3x1/1x1xxWx3/2xxx1x1W1/4xx1xxx/4xWxx1x/1x4xxx1 w 51";

impl Guided for Amazons {
    const PATTERN: &'static str = help::PATTERN;
    const EXAMPLE: [&'static str; 2] = ["d1-d7/g7", "a7-a5/b5"];
    const BLURB: &'static str = help::BLURB;
    const EMBLEM: PieceKind = PieceKind::Amazon;
    const STUDIES: &'static [Study] = &[
        Study::new("a long shot", "amazons", "standard", MIDDLE, "j6-e1/b1"),
        Study { chosen: Some("c8"), ..Study::new("targets", "amazons", "standard", MIDDLE, "j6-j8/j5") },
        Study::new("territories", "amazons", "standard", END, "h8-j6/j4"),
    ];
    const SYNONYMS: &'static [(&'static str, &'static str)] = shooting::help::SYNONYMS;

    fn rules() -> Vec<Block> {
        help::rules::rules()
    }

    fn missing(&self, path: &str) -> Option<String> {
        guide::missing::<Amazons>(path)
    }

    fn prompt(&self, path: &str, _: &[String]) -> String {
        guide::prompt::<Amazons>(path)
    }

    fn groups(&self, path: &str, _: &[String]) -> [&'static str; 2] {
        guide::groups(path)
    }

    fn in_second(&self, path: &str, way: &str) -> bool {
        guide::is_diagonal(path, way)
    }

    fn step(&self, step: &Step<'_>) -> String {
        guide::quiet_shot(step).unwrap_or_else(|| step.plainly())
    }

    fn lesson(&self, turn: &Turn) -> Option<[Lesson; 3]> {
        let &Turn { from, to, shot: Some(_) } = turn else { return None };
        let walk = Scene { chosen: Some(from), targets: self.targets(from), ..self.scene() };
        let (_, blocked) = self.shown(turn);
        // The amazon has moved, and could shoot there.
        let mut moved = self.clone();
        moved.play(&Turn { shot: None, ..*turn });
        let shots = self.shots(from, to);
        let shot = Scene { chosen: Some(to), targets: shots, ..moved.scene() };
        let [move_words, shot_words, blocked_words] = help::LESSON;
        Some([(move_words, walk), (shot_words, shot), (blocked_words, blocked)].map(Lesson::from))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        const { &[Symmetry::of(Way::LeftRight), Symmetry::swapping(Way::Turned)] }
    }

    fn changes(&self) -> Changes {
        // One arrow a turn.
        Changes { all: 1..=1, own: 0..=0, enemy: 0..=0, kept: &[PieceKind::Amazon] }
    }
}
