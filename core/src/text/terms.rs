//! The words for what a challenge is for: game, colour, clock, stakes, options.

use super::clause::capital;
use super::{clocks, stakes};
use crate::clock::ClockRule;
use crate::notice::Terms;
use crate::rules::{GameKind, Side};

/// `Amazons · you play White · 10 days + 36 hours per turn · unrated`, with the options in a few words.
pub(super) fn line(terms: &Terms) -> String {
    format!("{} · {}", terms.title, without_title(terms))
}

/// The same without the game, for a list that names it.
pub(super) fn without_title(terms: &Terms) -> String {
    let colour = match terms.you_play {
        Some(side) => format!("you play {side}"),
        None => "colours by lot".to_owned(),
    };
    let game = GameKind::named(&terms.game).ok();
    let options = terms.options.iter().filter_map(|(name, value)| game?.explained_briefly(name, value));
    let parts = [colour, clocks::brief(terms.clock), stakes(terms.rated).to_owned()];
    parts.into_iter().chain(options).collect::<Vec<_>>().join(" · ")
}

/// What the options mean, one sentence each, to a player or to nobody in particular.
pub(super) fn options(game: &str, options: &[(String, String)], reader: Option<Side>) -> Vec<String> {
    let Ok(game) = GameKind::named(game) else { return Vec::new() };
    let unexplained = |name: &str, value: &str| format!("{}: {value}.", capital(name));
    let explained = options
        .iter()
        .map(|(name, value)| game.explained(name, value, reader).unwrap_or_else(|| unexplained(name, value)));
    explained.collect()
}

/// A word of warning where a clock runs faster than mail.
pub(super) fn too_fast_for_mail(clock: ClockRule) -> Option<String> {
    let fast =
        "With this clock mail may be too slow: a mail can take minutes, and time runs while it waits to be read.";
    clock.is_live().then(|| fast.to_owned())
}
