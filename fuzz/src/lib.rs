//! What every fuzz target checks. Inputs are lines of text, or raw mails, so that seeds can be read and written by hand.

mod mail;

pub use mail::mail;

use turnpost_core::describe;
use turnpost_core::rules::{GameKind, Position, Setup, Side};

/// A game, a variant, a position string and a text typed there, on a line each. The first byte of another game's name
/// chooses one; an unknown variant is the default one, and a bad position the start. What is read must be legal, and
/// be read back.
pub fn read(input: &str) {
    let mut lines = input.splitn(4, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (game, variant, position, text) = (line(), line(), line(), line());
    let chosen = usize::from(game.bytes().next().unwrap_or(0)) % GameKind::ALL.len();
    let game = GameKind::named(game).unwrap_or(GameKind::ALL[chosen]).name();
    let Ok(setup) = Setup::new(game, Some(variant), &[]).or_else(|_| Setup::new(game, None, &[])) else { return };
    let Ok(position) = Position::parse(&setup, position).or_else(|_| Position::start(&setup)) else { return };
    let _ = position.read_several(text);
    let Ok(turn) = position.read(text) else { return };
    // A spur, and a pass of customs, are never listed.
    let listed = position.customs().is_none();
    assert!(!listed || position.legal().binary_search(&turn).is_ok(), "{text:?} gave {turn:?}");
    assert_eq!(position.read(&turn).as_ref(), Ok(&turn), "from {text:?}");
}

/// A game, a variant and a position string, on a line each. What is parsed must be printed and parsed back, and
/// have turns, pictures and words.
pub fn position(input: &str) {
    let mut lines = input.splitn(3, '\n');
    let mut line = || lines.next().unwrap_or_default();
    let (game, variant, text) = (line(), line(), line());
    let Ok(setup) = Setup::new(game, Some(variant), &[]) else { return };
    let Ok(position) = Position::parse(&setup, text) else { return };
    assert_eq!(Position::parse(&setup, &position.text()).as_ref(), Ok(&position));
    let legal = position.legal();
    assert_eq!(legal.len() as u64, position.count_turns());
    assert_eq!(legal.is_empty(), position.outcome().is_some());
    if let Some(turn) = legal.first() {
        let mut next = position.clone();
        assert!(next.play(turn).is_ok(), "{turn}");
    }
    let scene = position.scene();
    let _ = Side::BOTH.map(|side| describe::ascii(&scene, side));
    let _ = (describe::spoken(&scene), position.count());
}
