//! Completion while somebody types: their games, events, the stages of a turn, the variants. The turns of a position are
//! remembered; what is submitted is still checked by the rules.

use std::sync::Arc;

use serenity::all::AutocompleteChoice;
use turnpost_core::game::GameNumber;
use turnpost_core::request::Context;
use turnpost_core::rules::{GameKind, Position};
use turnpost_core::service::{Glance, MyGame, Purpose};
use turnpost_core::text::in_discord::labels;

use crate::desk::Desk;
use crate::incoming::asking;
use crate::limits::sizes::{CHOICE, CHOICES};
use crate::markdown::cut;
use crate::picker::stages::stages;

/// Who types what, and where.
pub(super) struct Typing {
    /// The user.
    pub user: u64,
    /// The channel.
    pub channel: u64,
    /// The game's number or name, where that option is filled.
    pub game: Option<String>,
    /// What was typed so far.
    pub typed: String,
    /// Whether the turn is to be played, which only one player may do now.
    pub to_play: bool,
}

/// The user's games that fit what was typed, those that wait for them first.
pub(super) async fn games(desk: &Arc<Desk>, asked: Typing) -> Vec<AutocompleteChoice> {
    let user = asked.user;
    let mine = desk.look_up(move |service| service.games_of_discord(user)).await.unwrap_or_default();
    let typed = asked.typed.trim().to_lowercase();
    let shown = mine
        .into_iter()
        .map(|game| (labels::own_game(game.number, &game.title, &game.opponent, game.my_turn), game.number));
    let fits = shown.filter(|(name, _)| name.to_lowercase().contains(&typed));
    fits.take(CHOICES).map(|(name, number)| AutocompleteChoice::new(cut(&name, CHOICE), number)).collect()
}

/// The events that the user can mean.
pub(super) async fn events(
    desk: &Arc<Desk>,
    asked: Typing,
    server: Option<u64>,
    purpose: Purpose,
) -> Vec<AutocompleteChoice> {
    let user = asked.user;
    let found = desk.look_up(move |service| service.events_offered(user, server, purpose)).await.unwrap_or_default();
    let typed = asked.typed.trim().to_lowercase();
    let shown = found.iter().map(|event| (labels::event(event), format!("T{}", event.number)));
    let fits = shown.filter(|(name, _)| name.to_lowercase().contains(&typed));
    fits.take(CHOICES).map(|(name, number)| AutocompleteChoice::new(cut(&name, CHOICE), number)).collect()
}

/// The next stage of a turn.
pub(super) async fn turns(desk: &Arc<Desk>, asked: Typing) -> Vec<AutocompleteChoice> {
    // No turn is longer than a choice may be, and neither are several.
    if asked.typed.len() > 4 * CHOICE {
        return Vec::new();
    }
    // Of several turns, those before the last are tried first.
    let typed = without_hints(&asked.typed);
    let (before, last) = typed.rsplit_once(';').unwrap_or(("", &typed));
    let (before, last) = (before.trim().to_owned(), last.trim().to_owned());
    let named = asked.game.as_deref().and_then(|text| text.trim().parse().ok());
    let Some(number) = game(desk, named, &asked).await else { return Vec::new() };
    let user = asked.user;
    let found = desk.look_up(move |service| service.glance(number, user)).await.flatten();
    let may = |glance: &Glance| glance.to_move.is_some() && (!asked.to_play || glance.to_move == glance.side);
    let Some(glance) = found.filter(may) else { return Vec::new() };
    let key = (number, glance.heading.revision, before.clone());
    let earlier = before.clone();
    let spell = move || {
        let mut position = Position::parse(&glance.setup, &glance.board.position).ok()?;
        for turn in earlier.split(';').map(str::trim).filter(|turn| !turn.is_empty()) {
            position.play(turn).ok()?;
        }
        Some(position.spellings())
    };
    let Some(spelled) = desk.spell(key, spell).await else { return Vec::new() };
    let found = desk.blocking(move |_| stages(&spelled, &last)).await.unwrap_or_default();
    let whole = |text: &str| if before.is_empty() { text.to_owned() } else { format!("{before}; {text}") };
    let offers = found.into_iter().map(|(name, text)| (whole(&name), whole(&text)));
    let fits = offers.filter(|(_, text)| text.chars().count() <= CHOICE);
    fits.map(|(name, text)| AutocompleteChoice::new(cut(&name, CHOICE), text)).collect()
}

/// What was typed, without what our own choices show behind a turn: a client that goes on from one sends its name.
pub(super) fn without_hints(typed: &str) -> String {
    let turns = typed.split(';').map(|turn| turn.split('…').next().unwrap_or_default().trim_end());
    turns.collect::<Vec<_>>().join(";")
}

/// The variants of the game that is named in the same command.
pub(super) fn variants(asked: &Typing) -> Vec<AutocompleteChoice> {
    let Some(game) = asked.game.as_deref().and_then(|name| GameKind::named(name).ok()) else { return Vec::new() };
    let typed = asked.typed.trim().to_lowercase();
    let fits = game.variants().iter().filter(|variant| variant.contains(&typed));
    fits.take(CHOICES).map(|variant| AutocompleteChoice::new(*variant, *variant)).collect()
}

/// The game that is meant: the one named, the one played here, or the only one that waits for the user.
async fn game(desk: &Arc<Desk>, named: Option<GameNumber>, asked: &Typing) -> Option<GameNumber> {
    if named.is_some() {
        return named;
    }
    let (channel, user) = (asked.channel, asked.user);
    let here = match asking::context_of(desk, channel).await {
        Context::Game { number, .. } => return Some(number),
        Context::Table(here) => here,
        _ => Vec::new(),
    };
    let mine = desk.look_up(move |service| service.games_of_discord(user)).await.unwrap_or_default();
    let at_table = |game: &&MyGame| here.is_empty() || here.contains(&game.number);
    let mut waiting = mine.iter().filter(|game| game.my_turn).filter(at_table);
    match (waiting.next(), waiting.next()) {
        (Some(only), None) => Some(only.number),
        _ => None,
    }
}
