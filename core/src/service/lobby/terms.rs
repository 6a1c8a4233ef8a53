//! What a challenge is for: its sides and options, as far as they are known, and its terms as they are told.

use crate::command::{Colour, NewGame};
use crate::notice::Terms;
use crate::rules::{GameKind, Position, Setup, SetupError, Side};
use crate::store::Challenge;

/// The terms, as its challenger or the other player is told.
pub(in crate::service) fn terms(challenge: &Challenge, challenger: bool) -> Terms {
    let side = challengers_side(challenge);
    Terms {
        game: challenge.setup.game.name().to_owned(),
        title: challenge.setup.title(),
        you_play: if challenger { side } else { side.map(Side::other) },
        clock: challenge.clock,
        rated: challenge.rated,
        options: options(challenge),
    }
}

/// The starting position, as far as it is known before the sides are.
pub(in crate::service) fn start_position(challenge: &Challenge) -> Option<Position> {
    let options = options(challenge).into_iter().filter(|(_, value)| !is_number(value)).collect();
    Position::start(&Setup { options, ..challenge.setup.clone() }).ok()
}

/// The options, with the challenger's side where it is known.
pub(in crate::service) fn options(challenge: &Challenge) -> Vec<(String, String)> {
    match challengers_side(challenge) {
        Some(side) => sided(&challenge.setup, side).options,
        None => challenge.setup.options.clone(),
    }
}

/// The challenger's side in a settled challenge; none if it is drawn by lot on acceptance.
pub(in crate::service) fn challengers_side(challenge: &Challenge) -> Option<Side> {
    match (challenge.colour, challenge.rated) {
        (Some(Colour::Side(side)), _) => Some(side),
        // The invited player begins.
        (None, Some(false)) => Some(challenge.setup.begins().other()),
        (Some(Colour::Random) | None, _) => None,
    }
}

/// Validates what was asked for; one-sided options go to the challenger's side.
pub(in crate::service) fn setup_for(new: &NewGame, challenger: Side) -> Result<Setup, SetupError> {
    let game = GameKind::named(&new.game)?;
    let options: Vec<_> = new.options.iter().map(|option| with_side(game, option, challenger)).collect();
    Setup::new(&new.game, new.variant.as_deref(), &options)
}

/// The options as stored until the colours are known.
pub(in crate::service) fn raw_options(checked: &Setup, new: &NewGame) -> Vec<(String, String)> {
    let mut options = checked.options.clone();
    for (name, value) in &mut options {
        let typed = new.options.iter().find(|(typed, _)| typed.eq_ignore_ascii_case(name));
        if let Some((_, typed)) = typed.filter(|(_, typed)| is_number(typed)) {
            value.clone_from(typed);
        }
    }
    options
}

/// A stored setup, once the challenger's side is known.
pub(in crate::service) fn sided(setup: &Setup, challenger: Side) -> Setup {
    let options = setup.options.iter().map(|option| with_side(setup.game, option, challenger)).collect();
    Setup { options, ..setup.clone() }
}

/// A one-sided option, `handicap=2`, applies to the one who writes it.
fn with_side(game: GameKind, (name, value): &(String, String), side: Side) -> (String, String) {
    let one_sided = game.options().iter().any(|option| option.one_sided && name.eq_ignore_ascii_case(option.name));
    let value = if one_sided && is_number(value) { format!("{}:{value}", side.word()) } else { value.clone() };
    (name.clone(), value)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
