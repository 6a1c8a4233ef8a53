//! Positions with something to show, of all games: for galleries, tests and measurements. Each game chose its own.

use std::sync::LazyLock;

use turnpost_core::rules::GameKind;
pub use turnpost_core::rules::{Study, StudyError};

/// All studies; every variant of every game has at least one.
pub static STUDIES: LazyLock<Vec<Study>> =
    LazyLock::new(|| GameKind::ALL.iter().flat_map(|game| game.studies()).copied().collect());

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_study_can_be_played_and_every_variant_has_one() {
        for study in STUDIES.iter() {
            let scene = study.scene().unwrap_or_else(|error| panic!("{study:?}: {error}"));
            assert_eq!(scene.chosen.is_some(), study.chosen.is_some(), "{study:?}");
            assert_eq!(scene.targets.is_empty(), study.chosen.is_none(), "{study:?}");
        }
        for &kind in GameKind::ALL {
            assert!(kind.studies().iter().all(|study| study.game == kind.name()), "{kind:?}");
            for &variant in kind.variants() {
                let names: Vec<&str> =
                    kind.studies().iter().filter(|study| study.variant == variant).map(|study| study.name).collect();
                assert!(!names.is_empty(), "{kind:?}, {variant}");
                assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
            }
        }
    }
}
