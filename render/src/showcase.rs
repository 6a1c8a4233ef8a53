//! Positions with something to show, each chosen for what is drawn in it: for galleries, tests and measurements.

use turnpost_core::board::Square;
use turnpost_core::game::Course;
use turnpost_core::rules::{MoveError, Setup, SetupError};
use turnpost_core::scene::Scene;

/// A position of one game, the turn last played in it, and perhaps a piece somebody is about to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Study {
    /// What it shows, in one or two words; no two of one variant have the same.
    pub name: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// The variant's name.
    pub variant: &'static str,
    /// The position before the last turn.
    pub before: &'static str,
    /// The last turn, if one was played.
    pub turn: Option<&'static str>,
    /// The square of a chosen piece, whose targets are dotted.
    pub chosen: Option<&'static str>,
}

/// Why there is no scene; the tests see to it that there always is one.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StudyError {
    /// The position.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// The turn.
    #[error(transparent)]
    Turn(#[from] MoveError),
}

impl Study {
    /// The game with the turn played.
    pub fn play(&self) -> Result<Course, StudyError> {
        let setup = Setup::new(self.game, Some(self.variant), &[])?;
        Ok(Course::from_position(&setup, self.before)?.replay(self.turn)?)
    }

    /// What to draw.
    pub fn scene(&self) -> Result<Scene, StudyError> {
        let game = self.play()?;
        let mut scene = game.scene();
        if let Some(square) = self.chosen.and_then(|name| name.parse::<Square>().ok()) {
            scene.chosen = Some(square);
            scene.targets = game.position().targets(square);
        }
        Ok(scene)
    }
}

/// All studies; every variant of every game has one at least.
pub const STUDIES: [Study; 16] = [
    study(
        "a long shot",
        "amazons",
        "standard",
        "3B2B3/1x3xx3/2W1x2x2/B3xx4/x1x2x1x1B/2xW1xx3/x2x2x3/1xx1xx1x2/2x1W1x1W1/10 b 24",
        "j6-e1/b1",
    ),
    Study {
        chosen: Some("c8"),
        ..study(
            "targets",
            "amazons",
            "standard",
            "3B2B3/1x3xx3/2W1x2x2/B3xx4/x1x2x1x1B/2xW1xx3/x2x2x3/1xx1xx1x2/2x1W1x1W1/10 b 24",
            "j6-j8/j5",
        )
    },
    study(
        "territories",
        "amazons",
        "standard",
        "xx2BBx1x1/xxxxxxxx1x/1xxBx2W1x/xxxBx1xx2/xxxxx3x1/1x1xxWx3/2xxx1x1W1/4xx1xxx/4xWxx1x/1x4xxx1 w 51",
        "h8-j6/j4",
    ),
    study(
        "a flip shot",
        "desdemona",
        "desdemona",
        "3Wwww3/3bbw4/3BwbwBx1/Bx1Wbwbb2/2xbwwwb2/3Wwwb1B1/2xxxb4/10/1x1W6/10 w 27",
        "d2-e3xi7",
    ),
    study(
        "a quiet shot",
        "desdemona",
        "cassio",
        "5B1x2/5x4/1x2x2W1x/x2xxxx1xx/2xxbw2x1/x2xwbBx2/4x2W2/3x4xW/xx1Bxx1x2/1W1xxBx3 w 31",
        "h8-f8/d10",
    ),
    study(
        "stones of one's own",
        "desdemona",
        "classic",
        "1xbB6/xx1wxxx3/1bx1Bbx3/W9/x3x1x1x1/bW3bxbW1/3BBx1xx1/1xWbx5/xbxx6/x1xw4bx w 37",
        "b5-c4xe2",
    ),
    study(
        "a special rim",
        "desdemona",
        "border",
        "6bb1w/5bwWbb/4B1Wwb1/7w2/7Bbb/4w5/2Wwww4/1BbwwwBW2/2wbwbw3/1w1bbw4 w 31",
        "h3-j5xj7",
    ),
    study(
        "a capture that promotes",
        "dameo",
        "standard",
        "1b4b1/2b3b1/3b4/2b1b2b/2w3w1/1w1w3w/3w1w2/w1w3w1 w 19",
        "c4xc6xc8xa8",
    ),
    study("a king's way", "dameo", "standard", "4b2b/2w2b2/1b6/4b2W/1bw5/4w2w/2B3w1/w3w3 w 41", "h5xb5xb2xf2xf8xb8xb5"),
    Study {
        chosen: Some("d1"),
        ..study(
            "a line's targets",
            "dameo",
            "standard",
            "1b3b1b/1bb2bbb/b1b1bb2/4b3/3w2ww/4w2w/2ww3w/wwww2ww b 26",
            "b8-d6",
        )
    },
    study("the setup", "diamond", "standard", "ts6/z1r5/8/h7/8/8/5SCG/4ZH1T b 10 setup:b -", "k@b7"),
    study("a pounce", "diamond", "standard", "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -", "b6^b7"),
    study(
        "an attack resisted",
        "diamond",
        "quick",
        "t2gC3/1r'cc4/o3hk2/1H1c3C/5(Zs)KR/2O3S1/4(Gz)2C/7T w 48 play -",
        "e8xd8",
    ),
    study(
        "a pack",
        "diamond",
        "quick",
        "trg5/h(oz)6/ksc3C1/2c5/2c3C1/4Z2G/4S1OH/4CKRT b 6 play -",
        "c4-a4+c5-f5+c6-c5 b6-b4",
    ),
    study("blows", "diamond", "quick", "tz1g4/1rcc4/o3hk2/1H1c2ZC/5sKR/2O3S1/4G2C/5C1T w 48 play -", "g4xf4"),
    Study {
        chosen: Some("g3"),
        turn: None,
        ..study("targets", "diamond", "quick", "tz1g4/1rcc4/o3hk2/1H1c2ZC/5sKR/2O3S1/4G2C/5C1T w 48 play -", "")
    },
];

const fn study(
    name: &'static str,
    game: &'static str,
    variant: &'static str,
    before: &'static str,
    turn: &'static str,
) -> Study {
    Study { name, game, variant, before, turn: Some(turn), chosen: None }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use turnpost_core::rules::GameKind;

    #[test]
    fn every_study_can_be_played_and_every_variant_has_one() {
        for study in STUDIES {
            let scene = study.scene().unwrap_or_else(|error| panic!("{study:?}: {error}"));
            assert_eq!(scene.chosen.is_some(), study.chosen.is_some(), "{study:?}");
            assert_eq!(scene.targets.is_empty(), study.chosen.is_none(), "{study:?}");
        }
        for &kind in GameKind::ALL {
            for &variant in kind.variants() {
                let names: Vec<&str> = STUDIES
                    .iter()
                    .filter(|study| study.game == kind.name() && study.variant == variant)
                    .map(|study| study.name)
                    .collect();
                assert!(!names.is_empty(), "{kind:?}, {variant}");
                assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
            }
        }
    }
}
